//! Writes parts of the text, with the members of each node in order, and stored text instead of pointers.

use super::build::{Run, TextBuilder};
use super::error::{CanonicalError, no_memory};
use super::storage::Storage;
use core::ops::Range;
use stringmill_kernels::{ByteClass, scan};
use stringmill_outcome::Error;

/// The first byte of a pointer, which no canonical text has; the place in the storage and the length follow.
const POINTER: u8 = 0;
/// Length of a pointer.
pub(super) const POINTER_LEN: usize = 1 + 8 + 8;

/// The pointer to a part of the storage.
pub(super) fn pointer(to: Run) -> [u8; POINTER_LEN] {
    let mut bytes = [POINTER; POINTER_LEN];
    bytes[1..9].copy_from_slice(&to.start.to_le_bytes());
    bytes[9..].copy_from_slice(&to.len.to_le_bytes());
    bytes
}

/// Decodes a pointer, without its first byte.
fn target(bytes: &[u8; POINTER_LEN - 1]) -> Run {
    let word = |at: usize| bytes[at..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
    Run { start: word(0), len: word(8) }
}

/// A part of the text that is not yet written.
enum PendingPart {
    Text(Range<usize>),
    /// Members of a node from an index of [`TextBuilder::kept`] on, and whether the next one is the first.
    Members(Range<usize>, bool),
}

/// Passes a part of the text to `put`, in canonical form except for pointers. The nodes must be in order.
pub(super) fn range<F: From<CanonicalError<E>>, E>(
    build: &TextBuilder,
    part: Range<usize>,
    put: &mut impl FnMut(&[u8]) -> Result<(), F>,
) -> Result<(), F> {
    let text = build.text.written();
    if build.nodes.is_empty() {
        return put(&text[part]);
    }
    let mut left = Vec::new();
    let push = |left: &mut Vec<PendingPart>, more| {
        left.try_reserve(1).map_err(|_| CanonicalError::Text(no_memory()))?;
        left.push(more);
        Ok::<(), CanonicalError<E>>(())
    };
    push(&mut left, PendingPart::Text(part))?;
    while let Some(next) = left.pop() {
        match next {
            PendingPart::Text(part) => {
                let index = build.nodes.partition_point(|node| node.start < part.start);
                match build.nodes.get(index).filter(|node| node.start < part.end) {
                    Some(node) => {
                        put(&text[part.start..node.start])?;
                        push(&mut left, PendingPart::Text(node.end..part.end))?;
                        push(&mut left, PendingPart::Members(node.members..node.members_end, true))?;
                    }
                    None => put(&text[part])?,
                }
            }
            PendingPart::Members(members, first) => match build.kept.get(members.start).filter(|_| !members.is_empty())
            {
                Some(member) => {
                    put(if first { b"{" } else { b"," })?;
                    push(&mut left, PendingPart::Members(members.start + 1..members.end, false))?;
                    push(&mut left, PendingPart::Text(member.start..member.start + member.len))?;
                }
                None => put(b"}")?,
            },
        }
    }
    Ok(())
}

/// Follows pointers into the storage.
pub(super) struct Pointers {
    buffer: Vec<u8>,
    left: Vec<Run>,
    /// The first bytes of a pointer that the end of the last piece cut.
    cut: Vec<u8>,
}

/// Bytes that are read from the storage at once.
const BUFFER: usize = 64 * 1024;

impl Pointers {
    pub(super) fn new() -> Result<Self, Error> {
        let mut buffer = Vec::new();
        buffer.try_reserve_exact(BUFFER).map_err(|_| no_memory())?;
        buffer.resize(BUFFER, 0);
        Ok(Pointers { buffer, left: Vec::new(), cut: Vec::with_capacity(POINTER_LEN) })
    }

    /// Passes `bytes` to `put`, with the text of each pointer in its place. The next bytes continue a pointer that is
    /// cut.
    pub(super) fn follow<S: Storage, F: From<CanonicalError<S::Error>>>(
        &mut self,
        storage: &mut S,
        mut bytes: &[u8],
        put: &mut impl FnMut(&[u8]) -> Result<(), F>,
    ) -> Result<(), F> {
        loop {
            if self.cut.is_empty() {
                let plain = scan(&NO_POINTER, bytes);
                put(&bytes[..plain])?;
                bytes = &bytes[plain..];
            }
            let (pointer, rest) = bytes.split_at(bytes.len().min(POINTER_LEN - self.cut.len()));
            self.cut.extend_from_slice(pointer);
            let Some(pointer) = self.cut.get(1..).and_then(<[u8]>::first_chunk) else { return Ok(()) };
            let to = target(pointer);
            self.cut.clear();
            self.stored(storage, to, put)?;
            bytes = rest;
        }
    }

    /// Passes the text of a part of the storage to `put`.
    fn stored<S: Storage, F: From<CanonicalError<S::Error>>>(
        &mut self,
        storage: &mut S,
        run: Run,
        put: &mut impl FnMut(&[u8]) -> Result<(), F>,
    ) -> Result<(), F> {
        let push = |left: &mut Vec<Run>, run: Run| {
            left.try_reserve(1).map_err(|_| CanonicalError::<S::Error>::Text(no_memory()))?;
            left.push(run);
            Ok::<(), CanonicalError<S::Error>>(())
        };
        push(&mut self.left, run)?;
        while let Some(mut run) = self.left.pop() {
            let buffer = &mut self.buffer[..BUFFER.min(usize::try_from(run.len).unwrap_or(BUFFER))];
            if buffer.is_empty() {
                continue;
            }
            storage.read(run.start, buffer).map_err(CanonicalError::Storage)?;
            let plain = scan(&NO_POINTER, buffer);
            put(&buffer[..plain])?;
            let found = plain < buffer.len();
            (run.start, run.len) = (run.start + plain as u64, run.len - plain as u64);
            if !found {
                push(&mut self.left, run)?;
                continue;
            }
            let mut pointer = [0; POINTER_LEN - 1];
            storage.read(run.start + 1, &mut pointer).map_err(CanonicalError::Storage)?;
            (run.start, run.len) = (run.start + POINTER_LEN as u64, run.len - POINTER_LEN as u64);
            push(&mut self.left, run)?;
            push(&mut self.left, target(&pointer))?;
        }
        Ok(())
    }
}

const NO_POINTER: ByteClass = ByteClass::all_but(&[POINTER]).with_non_ascii();
