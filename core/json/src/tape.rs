//! A window of events as an array of entries of one size, the form in which many of them cross to a host at once.

use crate::reader::{Bracket, Event, Number, Reader, Text, WindowToken};
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use stringmill_kernels::Tier;
use stringmill_outcome::{Error, ErrorCode};

/// The kind of a [`TapeEntry`].
///
/// ```
/// assert_eq!(stringmill::json::TapeKind::BeginObject as u8, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TapeKind {
    /// `{`
    BeginObject = 1,
    /// `}`
    EndObject = 2,
    /// `[`
    BeginArray = 3,
    /// `]`
    EndArray = 4,
    /// The name of a member.
    Name = 5,
    /// A string.
    String = 6,
    /// A number.
    Number = 7,
    /// `true`
    True = 8,
    /// `false`
    False = 9,
    /// `null`
    Null = 10,
}

/// An event, 16 bytes.
///
/// ```
/// use stringmill::json::{Reader, Tape, TapeEntry};
///
/// let (mut reader, mut tape) = (Reader::new(br#"["\n", 1]"#), Tape::default());
/// tape.fill(&mut reader, 3)?;
/// let flags: Vec<_> = tape.entries().iter().map(|entry| entry.flags).collect();
/// assert_eq!(flags, [0, TapeEntry::HAS_ESCAPE, TapeEntry::IS_INTEGER]);
/// tape.fill(&mut reader, 3)?;
/// assert_eq!(tape.entries()[0].partner, TapeEntry::EARLIER);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct TapeEntry {
    /// Which event this is.
    pub kind: TapeKind,
    /// [`TapeEntry::HAS_ESCAPE`] of a name or a string, [`TapeEntry::IS_INTEGER`] of a number.
    pub flags: u8,
    /// 0.
    pub reserved: u16,
    /// Where its text begins in the piece that the reader reads: of strings after the quote.
    pub offset: u32,
    /// The length of its text: of strings as written, without quotes.
    pub len: u32,
    /// Of the begin of a container: the index of its end on this tape, or 0 if that comes later. Of an end: the index
    /// of its begin, or [`TapeEntry::EARLIER`]. Of others 0.
    pub partner: u32,
}

impl TapeEntry {
    /// A name or a string has an escape.
    pub const HAS_ESCAPE: u8 = 1;
    /// A number has no point and no exponent.
    pub const IS_INTEGER: u8 = 2;
    /// The begin of the container was on an earlier tape.
    pub const EARLIER: u32 = u32::MAX;

    /// An entry that is not filled yet.
    const NONE: TapeEntry = TapeEntry { kind: TapeKind::Null, flags: 0, reserved: 0, offset: 0, len: 0, partner: 0 };

    /// The name or string of this entry in `src`, the piece that was read. `None` for other entries, and if `src` is
    /// shorter.
    ///
    /// ```
    /// use stringmill::json::{Reader, Tape};
    ///
    /// let (src, mut tape) = (br#"["caf\u00e9"]"#, Tape::default());
    /// tape.fill(&mut Reader::new(src), 10)?;
    /// assert_eq!(tape.entries()[1].text(src).unwrap().to_str()?, "café");
    /// # Ok::<(), stringmill::Error>(())
    /// ```
    pub fn text<'s>(&self, src: &'s [u8]) -> Option<Text<'s>> {
        let is_text = matches!(self.kind, TapeKind::Name | TapeKind::String);
        let raw = self.bytes(src).filter(|_| is_text)?;
        Some(Text { tier: Tier::best(), raw, has_escape: self.flags & TapeEntry::HAS_ESCAPE != 0 })
    }

    /// The number of this entry, as [`TapeEntry::text`].
    ///
    /// ```
    /// use stringmill::json::{Reader, Tape};
    ///
    /// let (src, mut tape) = (b"[-7]", Tape::default());
    /// tape.fill(&mut Reader::new(src), 10)?;
    /// assert_eq!(tape.entries()[1].number(src).unwrap().i64(), Some(-7));
    /// # Ok::<(), stringmill::Error>(())
    /// ```
    pub fn number<'s>(&self, src: &'s [u8]) -> Option<Number<'s>> {
        let text = self.bytes(src).filter(|_| self.kind == TapeKind::Number)?;
        Some(Number { text, is_integer: self.flags & TapeEntry::IS_INTEGER != 0 })
    }

    fn bytes<'s>(&self, src: &'s [u8]) -> Option<&'s [u8]> {
        src.get(self.offset as usize..)?.get(..self.len as usize)
    }
}

/// Entries of one window, in memory that is used again.
///
/// ```
/// use stringmill::json::{Reader, Tape, TapeEntry, TapeKind};
///
/// let src = br#"{"a": [1]}"#;
/// let (mut reader, mut tape) = (Reader::new(src), Tape::default());
/// assert!(tape.fill(&mut reader, 1000)?);
/// let name = tape.entries()[1];
/// assert_eq!((name.kind, name.offset, name.len), (TapeKind::Name, 2, 1));
/// assert_eq!(tape.entries()[0].partner, 5);
/// assert!(!tape.fill(&mut reader, 1000)?);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Tape {
    /// The first `len` entries belong to this window.
    entries: Vec<TapeEntry>,
    len: usize,
    open: Vec<OpenContainer>,
}

/// A container that has begun on this tape and is open.
#[derive(Debug)]
struct OpenContainer {
    index: u32,
    offset: u32,
}

impl Tape {
    /// The events of the window.
    pub fn entries(&self) -> &[TapeEntry] {
        &self.entries[..self.len]
    }

    /// Replaces the entries by the next events, at most `most` of them. Returns false if there are none: the piece is
    /// read, or the text.
    ///
    /// # Errors
    ///
    /// As [`Reader::next`], after the entries before the error were on a tape. [`ErrorCode::LengthExcessive`] in a
    /// piece of more than 4 GiB, [`ErrorCode::MemoryRefused`].
    pub fn fill(&mut self, reader: &mut Reader<'_>, most: usize) -> Result<bool, Error> {
        self.len = 0;
        self.len = TapeWriter::of(&mut self.entries, &mut self.open).run(reader, most)?;
        Ok(self.len > 0)
    }

    /// As [`Tape::fill`], into memory of the caller; this tape has no entries then. Returns how many entries are
    /// written.
    ///
    /// # Errors
    ///
    /// As [`Tape::fill`].
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use stringmill::json::{Reader, Tape};
    ///
    /// let (mut reader, mut tape) = (Reader::new(b"[1, 2]"), Tape::default());
    /// let mut room = [const { MaybeUninit::uninit() }; 3];
    /// assert_eq!(tape.fill_into(&mut reader, &mut room)?, 3);
    /// assert_eq!(tape.fill_into(&mut reader, &mut room)?, 1);
    /// assert_eq!(tape.fill_into(&mut reader, &mut room)?, 0);
    /// # Ok::<(), stringmill::Error>(())
    /// ```
    pub fn fill_into(&mut self, reader: &mut Reader<'_>, room: &mut [MaybeUninit<TapeEntry>]) -> Result<usize, Error> {
        self.len = 0;
        let most = room.len();
        TapeWriter::of(room, &mut self.open).run(reader, most)
    }
}

/// Memory for entries.
trait EntryBuffer {
    type EntrySlot: EntrySlot;

    /// Makes room for `len` entries.
    fn reserve(&mut self, len: usize) -> Result<(), ErrorCode>;

    /// All places for which there is room.
    fn places(&mut self) -> &mut [Self::EntrySlot];
}

/// Memory for an entry.
trait EntrySlot {
    fn put(&mut self, entry: TapeEntry);

    /// Sets the partner of the begin of a container; the other fields of `begin` are unchanged.
    fn close(&mut self, begin: TapeEntry);
}

impl EntrySlot for TapeEntry {
    #[inline(always)]
    fn put(&mut self, entry: TapeEntry) {
        *self = entry;
    }

    #[inline(always)]
    fn close(&mut self, begin: TapeEntry) {
        self.partner = begin.partner;
    }
}

impl EntrySlot for MaybeUninit<TapeEntry> {
    #[inline(always)]
    fn put(&mut self, entry: TapeEntry) {
        self.write(entry);
    }

    #[inline(always)]
    fn close(&mut self, begin: TapeEntry) {
        self.write(begin);
    }
}

impl EntryBuffer for Vec<TapeEntry> {
    type EntrySlot = TapeEntry;

    fn reserve(&mut self, len: usize) -> Result<(), ErrorCode> {
        if self.len() < len {
            self.try_reserve(len - self.len()).map_err(|_| ErrorCode::MemoryRefused)?;
            self.resize(len, TapeEntry::NONE);
        }
        Ok(())
    }

    fn places(&mut self) -> &mut [TapeEntry] {
        self
    }
}

impl EntryBuffer for [MaybeUninit<TapeEntry>] {
    type EntrySlot = MaybeUninit<TapeEntry>;

    fn reserve(&mut self, _: usize) -> Result<(), ErrorCode> {
        Ok(())
    }

    fn places(&mut self) -> &mut [MaybeUninit<TapeEntry>] {
        self
    }
}

/// A tape that is being filled.
struct TapeWriter<'t, R: ?Sized> {
    room: &'t mut R,
    open: &'t mut Vec<OpenContainer>,
    len: usize,
}

impl<'t, R: EntryBuffer + ?Sized> TapeWriter<'t, R> {
    fn of(room: &'t mut R, open: &'t mut Vec<OpenContainer>) -> Self {
        open.clear();
        TapeWriter { room, open, len: 0 }
    }

    fn run(mut self, reader: &mut Reader<'_>, most: usize) -> Result<usize, Error> {
        let most = most.min(TapeEntry::EARLIER as usize);
        loop {
            self.take_listed(reader, most)?;
            if self.len == most {
                break;
            }
            match reader.next() {
                Ok(Event::More | Event::End) => break,
                Ok(event) => self.push(event, reader)?,
                Err(error) if self.len == 0 => return Err(error),
                // The next call returns the error again.
                Err(_) => break,
            }
        }
        Ok(self.len)
    }

    /// The tokens that the window of the reader lists.
    fn take_listed(&mut self, reader: &mut Reader<'_>, most: usize) -> Result<(), Error> {
        let (listed, beyond) = reader.listed();
        let most = listed.min(most - self.len);
        if u32::try_from(beyond).is_err() || most == 0 {
            return Ok(());
        }
        self.reserve(most).map_err(|code| Error::new(code, reader.offset()))?;
        // Local variables, because the processor would store and load fields for each entry.
        let (places, open, mut index) = (self.room.places(), &mut *self.open, self.len);
        reader.drain(most, |WindowToken { first, at, end, mark, is_name }| {
            let is_string = first == b'"';
            let offset = at + usize::from(is_string);
            let mut entry = TapeEntry { offset: offset as u32, len: (end - offset) as u32, ..TapeEntry::NONE };
            match Bracket::of(first) {
                Some(bracket) => pair(places, open, index, &mut entry, bracket),
                None => (entry.kind, entry.flags) = value(first, mark, is_name),
            }
            if let Some(place) = places.get_mut(index) {
                place.put(entry);
                index += 1;
            }
        });
        self.len = index;
        Ok(())
    }

    /// Makes room for `more` entries, and as many open containers.
    fn reserve(&mut self, more: usize) -> Result<(), ErrorCode> {
        self.room.reserve(self.len + more)?;
        self.open.try_reserve(more).map_err(|_| ErrorCode::MemoryRefused)
    }

    fn push(&mut self, event: Event<'_>, reader: &Reader<'_>) -> Result<(), Error> {
        let refused = |code| Error::new(code, reader.offset());
        let (first, text, mark) = match event {
            Event::BeginObject => (b'{', &b"{"[..], false),
            Event::EndObject => (b'}', &b"}"[..], false),
            Event::BeginArray => (b'[', &b"["[..], false),
            Event::EndArray => (b']', &b"]"[..], false),
            Event::Name(text) | Event::String(text) => (b'"', text.raw(), text.has_escape()),
            Event::Number(number) => (b'0', number.text(), !number.is_integer()),
            Event::Bool(true) => (b't', &b"true"[..], false),
            Event::Bool(false) => (b'f', &b"false"[..], false),
            Event::Null => (b'n', &b"null"[..], false),
            Event::More | Event::End => return Ok(()),
        };
        let begin = reader.piece_offset() + usize::from(first == b'"');
        let too_long = |_| refused(ErrorCode::LengthExcessive);
        let (offset, len) = (u32::try_from(begin).map_err(too_long)?, u32::try_from(text.len()).map_err(too_long)?);
        self.reserve(1).map_err(refused)?;
        let mut entry = TapeEntry { offset, len, ..TapeEntry::NONE };
        match Bracket::of(first) {
            Some(bracket) => pair(self.room.places(), self.open, self.len, &mut entry, bracket),
            None => (entry.kind, entry.flags) = value(first, mark, matches!(event, Event::Name(_))),
        }
        if let Some(place) = self.room.places().get_mut(self.len) {
            place.put(entry);
            self.len += 1;
        }
        Ok(())
    }
}

/// The kind of a bracket. The index has bit 0 set for an opening bracket, and bit 1 for one of an object.
const BRACKETS: [TapeKind; 4] = [TapeKind::EndArray, TapeKind::BeginArray, TapeKind::EndObject, TapeKind::BeginObject];

/// Sets the kind and the partner of the bracket at `index`, for which `open` has room; and the partner of its begin.
#[inline]
fn pair<P: EntrySlot>(
    places: &mut [P],
    open: &mut Vec<OpenContainer>,
    index: usize,
    entry: &mut TapeEntry,
    bracket: Bracket,
) {
    let kind = |opens| BRACKETS[(bracket.is_object << 1 | opens) as usize];
    entry.kind = kind(bracket.opens);
    if bracket.opens == 1 {
        open.push(OpenContainer { index: index as u32, offset: entry.offset });
        return;
    }
    let begin = open.pop().unwrap_or(OpenContainer { index: TapeEntry::EARLIER, offset: 0 });
    entry.partner = begin.index;
    if let Some(place) = places.get_mut(begin.index as usize) {
        let (offset, partner) = (begin.offset, index as u32);
        place.close(TapeEntry { kind: kind(1), offset, len: 1, partner, ..TapeEntry::NONE });
    }
}

/// The kind and the flags of a string, number or literal. A table has them, because the processor could not predict a
/// branch on the kind.
#[inline]
fn value(first: u8, mark: bool, is_name: bool) -> (TapeKind, u8) {
    let (kind, flags) = VALUES[usize::from(first & 0x7F)];
    (if is_name { TapeKind::Name } else { kind }, flags[usize::from(mark)])
}

/// For each first byte, which is ASCII: the kind, the flags without a mark, and the flags with one.
static VALUES: [(TapeKind, [u8; 2]); 128] = {
    let mut values = [(TapeKind::Number, [TapeEntry::IS_INTEGER, 0]); 128];
    values[b'"' as usize] = (TapeKind::String, [0, TapeEntry::HAS_ESCAPE]);
    values[b't' as usize] = (TapeKind::True, [0, 0]);
    values[b'f' as usize] = (TapeKind::False, [0, 0]);
    values[b'n' as usize] = (TapeKind::Null, [0, 0]);
    values
};
