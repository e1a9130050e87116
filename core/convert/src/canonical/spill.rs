//! Moves text to the storage at the limit of memory, and merges the members of an object when it ends.
//!
//! ```text
//! spill: for each open container, from the outermost one
//!     object: sort the complete members, store them as a run
//!     array:  store its text, and put a pointer in its place
//!     keep the rest: opening brackets, pointers, names of members in progress
//! end of an object with runs: store its last members as a run, merge all runs by name into its text,
//!     and put a pointer in its place
//! end of the outermost one: compare the names alone, and store the order of the members; write() merges them
//! ```
//!
//! A run is a sequence of members: offset in the input, length of the unescaped name, length of the canonical name,
//! length of the member, each in eight bytes; the unescaped name, if it differs from the canonical one; the member in
//! canonical form.

use super::build::{Frame, Member, OutermostObject, Run, TextBuilder};
use super::emit::{self, POINTER_LEN, Pointers, pointer};
use super::error::{CanonicalError, no_memory};
use super::scalar::compare;
use super::storage::Storage;
use core::cmp::Ordering;
use stringmill_outcome::{Error, ErrorCode};

/// Runs of an object that are merged at once; more are merged into one run first.
const RUNS: usize = 64;
/// A run that is this many times as long as another one is not merged with the shorter one.
const LONGER: u64 = 8;
/// Bytes of a buffer for one run, and for appended bytes.
const BUFFER_MAX: usize = 64 * 1024;
const BUFFER_MIN: usize = 512;
/// Lengths before a member in a run.
const HEAD: usize = 4 * 8;

/// Moves complete members and elements to the storage.
pub(super) fn spill<S: Storage>(
    build: &mut TextBuilder,
    storage: &mut S,
    most: usize,
    offset: u64,
) -> Result<(), CanonicalError<S::Error>> {
    build.order_nodes();
    let frames = core::mem::take(&mut build.frames);
    let mut kept = MemoryPart { text: Vec::new(), members: Vec::new(), names: Vec::new() };
    let mut moved = Vec::new();
    moved.try_reserve_exact(frames.len()).map_err(|_| no_memory())?;
    // Text before the first container: a string that is the whole text.
    let first = frames.first().map_or(build.text.len(), |frame| frame.start);
    let mut writer = StorageWriter::new(build.stored, most)?;
    kept.store(build, &mut writer, storage, 0, first)?;
    for (index, frame) in frames.iter().enumerate() {
        let (end, members) = match frames.get(index + 1) {
            Some(next) => (next.start, next.members),
            None => (build.text.len(), build.members.len()),
        };
        let (start, first) = (kept.text.len(), kept.members.len());
        let names = kept.names.len();
        let run = match frame.is_object() {
            true => kept.object(build, &mut writer, storage, frame, members, end)?,
            false => kept.store(build, &mut writer, storage, frame.start, end).map(|()| None)?,
        };
        moved.push((start, first, names, run));
    }
    writer.flush(storage)?;
    build.stored = writer.end();
    build.frames = frames;
    for (frame, (start, first, names, run)) in build.frames.iter_mut().zip(moved) {
        frame.move_to(start, first, names);
        frame.runs.try_reserve(1).map_err(|_| no_memory())?;
        frame.runs.extend(run);
    }
    kept.replace(build);
    if build.text.is_refused() || build.names.is_refused() {
        return Err(no_memory().into());
    }
    for index in 0..build.frames.len() {
        if build.frames[index].runs.len() >= RUNS {
            let from = first_to_merge(&build.frames[index].runs);
            let runs = build.frames[index].runs.split_off(from);
            let run = merge(build, storage, &runs, MergeResult::Run, most)?;
            build.frames[index].runs.push(run);
        }
    }
    match build.memory() > most / 2 {
        true => Err(Error::new(ErrorCode::LimitMemory, offset).into()),
        false => Ok(()),
    }
}

/// The first of the latest runs that are about as long as the last one. A long run is merged with others of its length
/// alone, so each member is copied once for each level of lengths, not with every merge.
fn first_to_merge(runs: &[Run]) -> usize {
    let last = runs.last().map_or(0, |run| run.len);
    let alike = runs.iter().rev().take_while(|run| run.len <= LONGER * last).count();
    if alike < RUNS / 2 { 0 } else { runs.len() - alike }
}

/// Ends the innermost object, which has runs.
pub(super) fn end_object<S: Storage>(
    build: &mut TextBuilder,
    storage: &mut S,
    most: usize,
    offset: u64,
) -> Result<(), CanonicalError<S::Error>> {
    build.order_nodes();
    let Some((from, start)) = build.frames.last().map(|frame| (frame.members, frame.start)) else { return Ok(()) };
    build.sort(from, build.members.len());
    let mut writer = StorageWriter::new(build.stored, most)?;
    let last = store_run(build, &mut writer, storage, from, build.members.len())?;
    writer.flush(storage)?;
    build.stored = writer.end();
    let mut runs = build.pop_object().map(|frame| frame.runs).unwrap_or_default();
    runs.try_reserve(1).map_err(|_| no_memory())?;
    runs.extend(last);
    build.drop_from(start);
    if build.frames.is_empty() {
        build.outermost = Some(order(build, storage, runs, most)?);
        return Ok(());
    }
    let text = merge(build, storage, &runs, MergeResult::Object, most)?;
    build.text.put(&pointer(text));
    if build.text.is_refused() {
        return Err(Error::new(ErrorCode::MemoryRefused, offset).into());
    }
    build.end_value();
    Ok(())
}

/// The part of the text that stays in memory.
struct MemoryPart {
    text: Vec<u8>,
    members: Vec<Member>,
    names: Vec<u8>,
}

impl MemoryPart {
    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.text.try_reserve(bytes.len()).map_err(|_| no_memory())?;
        self.text.extend_from_slice(bytes);
        Ok(())
    }

    /// Stores a part of the text, and keeps a pointer to it; keeps the text itself if it is short.
    fn store<S: Storage>(
        &mut self,
        build: &TextBuilder,
        writer: &mut StorageWriter,
        storage: &mut S,
        from: usize,
        to: usize,
    ) -> Result<(), CanonicalError<S::Error>> {
        if to - from <= 2 * POINTER_LEN {
            return Ok(self.put(&build.text.written()[from..to])?);
        }
        let start = writer.end();
        emit::range(build, from..to, &mut |bytes| writer.put(storage, bytes))?;
        Ok(self.put(&pointer(Run { start, len: writer.end() - start }))?)
    }

    /// Stores the complete members of an object, which end before `members`, and keeps the one in progress.
    fn object<S: Storage>(
        &mut self,
        build: &mut TextBuilder,
        writer: &mut StorageWriter,
        storage: &mut S,
        frame: &Frame,
        members: usize,
        end: usize,
    ) -> Result<Option<Run>, CanonicalError<S::Error>> {
        let open = build.members[frame.members..members].last().filter(|member| member.len == 0).copied();
        let complete = members - usize::from(open.is_some());
        build.sort(frame.members, complete);
        let run = store_run(build, writer, storage, frame.members, complete)?;
        self.put(b"{")?;
        if let Some(member) = open {
            let decoded = match member.decoded(build.names.written()) {
                Some(name) => {
                    let at = self.names.len();
                    self.names.try_reserve(name.len()).map_err(|_| no_memory())?;
                    self.names.extend_from_slice(name);
                    Some(at)
                }
                None => None,
            };
            self.members.try_reserve(1).map_err(|_| no_memory())?;
            self.members.push(member.moved(self.text.len(), decoded));
            self.put(&build.text.written()[member.start..member.value()])?;
            self.store(build, writer, storage, member.value(), end)?;
        }
        Ok(run)
    }

    /// Replaces the text in memory by this part.
    fn replace(self, build: &mut TextBuilder) {
        build.text.truncate(0);
        build.text.put(&self.text);
        build.names.truncate(0);
        build.names.put(&self.names);
        build.members.clear();
        build.members.extend(self.members);
        build.nodes.clear();
        build.kept.clear();
    }
}

/// Stores sorted members as a run; `None` if there are none.
fn store_run<S: Storage>(
    build: &TextBuilder,
    writer: &mut StorageWriter,
    storage: &mut S,
    from: usize,
    to: usize,
) -> Result<Option<Run>, CanonicalError<S::Error>> {
    let start = writer.end();
    for member in &build.members[from..to] {
        let decoded = member.decoded(build.names.written());
        let decoded_len = decoded.map_or(0, <[u8]>::len);
        for number in [member.offset, decoded_len as u64, member.name_len as u64, member.len as u64] {
            writer.put(storage, &number.to_le_bytes())?;
        }
        writer.put(storage, decoded.unwrap_or_default())?;
        emit::range(build, member.start..member.start + member.len, &mut |bytes| writer.put(storage, bytes))?;
    }
    Ok((from < to).then_some(Run { start, len: writer.end() - start }))
}

/// The result of a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MergeResult {
    /// A run.
    Run,
    /// The text of an object.
    Object,
}

/// Runs that are read side by side.
struct Merge {
    readers: Vec<RunReader>,
    /// The name of the last member, if there was one.
    before: Option<Vec<u8>>,
}

impl Merge {
    /// The state at the first member of each run.
    fn new<S: Storage>(runs: &[Run], most: usize, storage: &mut S) -> Result<Self, CanonicalError<S::Error>> {
        let mut readers = Vec::new();
        readers.try_reserve_exact(runs.len()).map_err(|_| no_memory())?;
        for &run in runs {
            let mut reader = RunReader::new(run, most)?;
            reader.next(storage)?;
            readers.push(reader);
        }
        Ok(Merge { readers, before: None })
    }

    /// The index of the run with the next member by name. Notes a repeated name.
    fn least(&mut self, build: &mut TextBuilder) -> Result<Option<usize>, Error> {
        let rest = self.readers.iter().enumerate().filter(|(_, reader)| !reader.is_ended);
        let Some((index, reader)) = rest.min_by(|(_, one), (_, other)| one.order(other)) else { return Ok(None) };
        if self.before.as_deref() == Some(reader.name()) {
            build.note_repeated(Some(reader.offset));
        }
        let before = self.before.get_or_insert_default();
        before.clear();
        before.try_reserve(reader.name().len()).map_err(|_| no_memory())?;
        before.extend_from_slice(reader.name());
        Ok(Some(index))
    }
}

/// Stores the order of the members of the outermost object. Records a repeated name.
fn order<S: Storage>(
    build: &mut TextBuilder,
    storage: &mut S,
    runs: Vec<Run>,
    most: usize,
) -> Result<OutermostObject, CanonicalError<S::Error>> {
    let mut merge = Merge::new(&runs, most, storage)?;
    let mut writer = StorageWriter::new(build.stored, most)?;
    while let Some(index) = merge.least(build)? {
        // An object has at most RUNS + 1 runs.
        writer.put(storage, &[index as u8])?;
        let reader = &mut merge.readers[index];
        reader.skip();
        reader.next(storage)?;
    }
    writer.flush(storage)?;
    let order = Run { start: build.stored, len: writer.end() - build.stored };
    build.stored = writer.end();
    Ok(OutermostObject { runs, order })
}

/// Passes the text of the outermost object to `put`.
pub(super) fn write<S: Storage, F: From<CanonicalError<S::Error>>>(
    object: &OutermostObject,
    storage: &mut S,
    most: usize,
    put: &mut impl FnMut(&[u8]) -> Result<(), F>,
) -> Result<(), F> {
    let mut pointers = Pointers::new().map_err(CanonicalError::from)?;
    let mut readers = Merge::new(&object.runs, most, storage)?.readers;
    let (mut buffer, mut read, mut left) = (buffer(most).map_err(CanonicalError::from)?, 0, object.order);
    let mut before = b'{';
    while left.len > 0 || read < buffer.len() {
        let index = piece(&mut buffer, &mut read, &mut left, 1, storage)?[0];
        let reader = &mut readers[usize::from(index)];
        put(&[before])?;
        before = b',';
        put(&reader.head[reader.member..])?;
        while reader.rest > 0 {
            let piece = piece(&mut reader.buffer, &mut reader.read, &mut reader.left, reader.rest, storage)?;
            pointers.follow(storage, piece, put)?;
            reader.rest -= piece.len() as u64;
        }
        reader.next(storage)?;
    }
    put(b"}")
}

/// Merges runs by name, and notes a repeated name.
fn merge<S: Storage>(
    build: &mut TextBuilder,
    storage: &mut S,
    runs: &[Run],
    form: MergeResult,
    most: usize,
) -> Result<Run, CanonicalError<S::Error>> {
    let mut merge = Merge::new(runs, most, storage)?;
    let start = build.stored;
    let mut writer = StorageWriter::new(start, most)?;
    let mut is_first = true;
    while let Some(index) = merge.least(build)? {
        let reader = &mut merge.readers[index];
        match form {
            MergeResult::Run => writer.put(storage, &reader.head)?,
            MergeResult::Object => writer.put(storage, if is_first { b"{" } else { b"," })?,
        }
        reader.copy_to(&mut writer, storage, form)?;
        reader.next(storage)?;
        is_first = false;
    }
    if form == MergeResult::Object {
        writer.put(storage, b"}")?;
    }
    writer.flush(storage)?;
    build.stored = writer.end();
    for run in runs {
        storage.release(run.start, run.len).map_err(CanonicalError::Storage)?;
    }
    Ok(Run { start, len: build.stored - start })
}

/// Appends to the storage in blocks.
struct StorageWriter {
    buffer: Vec<u8>,
    /// Bytes in the storage.
    stored: u64,
}

fn buffer(most: usize) -> Result<Vec<u8>, Error> {
    let mut buffer = Vec::new();
    let len = (most / (2 * RUNS)).clamp(BUFFER_MIN, BUFFER_MAX);
    buffer.try_reserve_exact(len).map_err(|_| no_memory())?;
    Ok(buffer)
}

impl StorageWriter {
    fn new(stored: u64, most: usize) -> Result<Self, Error> {
        Ok(StorageWriter { buffer: buffer(most)?, stored })
    }

    /// Bytes in the storage after a flush.
    fn end(&self) -> u64 {
        self.stored + self.buffer.len() as u64
    }

    fn put<S: Storage>(&mut self, storage: &mut S, bytes: &[u8]) -> Result<(), CanonicalError<S::Error>> {
        if self.buffer.capacity() - self.buffer.len() < bytes.len() {
            self.flush(storage)?;
        }
        if bytes.len() > self.buffer.capacity() {
            self.stored += bytes.len() as u64;
            return storage.append(bytes).map_err(CanonicalError::Storage);
        }
        self.buffer.extend_from_slice(bytes);
        Ok(())
    }

    fn flush<S: Storage>(&mut self, storage: &mut S) -> Result<(), CanonicalError<S::Error>> {
        storage.append(&self.buffer).map_err(CanonicalError::Storage)?;
        self.stored = self.end();
        self.buffer.clear();
        Ok(())
    }
}

/// Reads a run, member by member.
struct RunReader {
    /// Bytes from `read` on are unread.
    buffer: Vec<u8>,
    read: usize,
    /// The part of the run after the buffer.
    left: Run,
    /// Lengths, unescaped name, and the member up to the end of its name, as stored.
    head: Vec<u8>,
    /// The name by which the member is sorted, in `head`.
    name: core::ops::Range<usize>,
    /// Place of the member in `head`.
    member: usize,
    /// Bytes of the member after `head`.
    rest: u64,
    offset: u64,
    is_ended: bool,
}

impl RunReader {
    fn new(run: Run, most: usize) -> Result<Self, Error> {
        let buffer = buffer(most)?;
        let name = 0..0;
        Ok(RunReader {
            buffer,
            read: 0,
            left: run,
            head: Vec::new(),
            name,
            member: 0,
            rest: 0,
            offset: 0,
            is_ended: false,
        })
    }

    fn name(&self) -> &[u8] {
        &self.head[self.name.clone()]
    }

    fn order(&self, other: &RunReader) -> Ordering {
        compare(self.name(), other.name()).then(self.offset.cmp(&other.offset))
    }

    /// Advances to the next member.
    fn next<S: Storage>(&mut self, storage: &mut S) -> Result<(), CanonicalError<S::Error>> {
        self.head.clear();
        self.is_ended = self.read == self.buffer.len() && self.left.len == 0;
        if self.is_ended {
            return Ok(());
        }
        self.fill_head(HEAD, storage)?;
        let number = |index: usize| self.head[8 * index..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
        let (decoded, name, len) = (number(1) as usize, number(2) as usize, number(3));
        self.offset = number(0);
        self.member = HEAD + decoded;
        // The opening quote of the canonical name is not a part of it.
        self.name = if decoded > 0 { HEAD..self.member } else { self.member + 1..self.member + 1 + name };
        self.fill_head(decoded + 1 + name, storage)?;
        self.rest = len - (1 + name) as u64;
        Ok(())
    }

    /// Moves the next `len` bytes to the head.
    fn fill_head<S: Storage>(&mut self, len: usize, storage: &mut S) -> Result<(), CanonicalError<S::Error>> {
        self.head.try_reserve(len).map_err(|_| no_memory())?;
        let mut missing = len as u64;
        while missing > 0 {
            let piece = piece(&mut self.buffer, &mut self.read, &mut self.left, missing, storage)?;
            self.head.extend_from_slice(piece);
            missing -= piece.len() as u64;
        }
        Ok(())
    }

    /// Skips the rest of the member.
    fn skip(&mut self) {
        let near = self.rest.min((self.buffer.len() - self.read) as u64);
        let far = self.rest - near;
        self.read += near as usize;
        (self.left.start, self.left.len, self.rest) = (self.left.start + far, self.left.len - far, 0);
    }

    /// Copies the member.
    fn copy_to<S: Storage>(
        &mut self,
        writer: &mut StorageWriter,
        storage: &mut S,
        form: MergeResult,
    ) -> Result<(), CanonicalError<S::Error>> {
        if form == MergeResult::Object {
            writer.put(storage, &self.head[self.member..])?;
        }
        while self.rest > 0 {
            let piece = piece(&mut self.buffer, &mut self.read, &mut self.left, self.rest, storage)?;
            writer.put(storage, piece)?;
            self.rest -= piece.len() as u64;
        }
        Ok(())
    }
}

/// At least one and at most `most` of the next bytes of a run, which has them.
fn piece<'b, S: Storage>(
    buffer: &'b mut Vec<u8>,
    read: &mut usize,
    left: &mut Run,
    most: u64,
    storage: &mut S,
) -> Result<&'b [u8], CanonicalError<S::Error>> {
    if *read == buffer.len() {
        let len = left.len.min(buffer.capacity() as u64);
        buffer.resize(len as usize, 0);
        storage.read(left.start, buffer).map_err(CanonicalError::Storage)?;
        (left.start, left.len, *read) = (left.start + len, left.len - len, 0);
    }
    let start = *read;
    *read = buffer.len().min(start.saturating_add(usize::try_from(most).unwrap_or(usize::MAX)));
    Ok(&buffer[start..*read])
}
