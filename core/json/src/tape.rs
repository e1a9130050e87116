//! A window of events as an array of entries of one size, the form in which many of them cross to a host at once.

use crate::reader::{Bracket, Event, Listed, Reader, Text};
use alloc::vec::Vec;
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
    /// Where its text begins in the piece that the reader reads: of strings after the quote.
    pub offset: u32,
    /// The length of its text: of strings as written, without quotes.
    pub len: u32,
    /// Of the begin of a container: the index of its end on this tape, or 0 if that comes later. Of an end: the index of its
    /// begin, or [`TapeEntry::EARLIER`]. Of others 0.
    pub partner: u32,
}

impl TapeEntry {
    /// A name or a string has an escape.
    pub const HAS_ESCAPE: u8 = 1;
    /// A number has no point and no exponent.
    pub const IS_INTEGER: u8 = 2;
    /// The begin of the container was on an earlier tape.
    pub const EARLIER: u32 = u32::MAX;

    /// Room for an entry.
    const NONE: TapeEntry = TapeEntry { kind: TapeKind::Null, flags: 0, offset: 0, len: 0, partner: 0 };
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
    /// Of which the first `len` count.
    entries: Vec<TapeEntry>,
    len: usize,
    /// Containers that have begun on this tape and are open.
    open: Vec<u32>,
}

impl Tape {
    /// The events of the window.
    pub fn entries(&self) -> &[TapeEntry] {
        &self.entries[..self.len]
    }

    /// Replaces the entries by the next events, at most `most` of them. Returns false if there are none: the piece is read, or
    /// the text.
    ///
    /// # Errors
    ///
    /// As [`Reader::next`], after the entries before the error were on a tape. [`ErrorCode::LengthExcessive`] in a piece of more
    /// than 4 GiB, [`ErrorCode::MemoryRefused`].
    pub fn fill(&mut self, reader: &mut Reader<'_>, most: usize) -> Result<bool, Error> {
        self.len = 0;
        self.open.clear();
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
                // It comes again.
                Err(_) => break,
            }
        }
        Ok(self.len > 0)
    }

    /// The tokens that the window of the reader lists.
    fn take_listed(&mut self, reader: &mut Reader<'_>, most: usize) -> Result<(), Error> {
        let (listed, beyond) = reader.listed();
        let most = listed.min(most - self.len);
        if u32::try_from(beyond).is_err() || most == 0 {
            return Ok(());
        }
        self.reserve(most).map_err(|code| Error::new(code, reader.offset()))?;
        let (entries, open, mut index) = (&mut self.entries[..], &mut self.open, self.len);
        reader.drain(most, |Listed { first, at, end, mark, is_name }| {
            let is_string = first == b'"';
            let offset = at + usize::from(is_string);
            let mut entry = TapeEntry { offset: offset as u32, len: (end - offset) as u32, ..TapeEntry::NONE };
            match Bracket::of(first) {
                Some(bracket) => {
                    entry.kind = BRACKETS[(bracket.is_object << 1 | bracket.opens) as usize];
                    entry.partner = partner(entries, open, index, bracket.opens == 1);
                }
                None => (entry.kind, entry.flags) = value(first, mark, is_name),
            }
            if let Some(slot) = entries.get_mut(index) {
                *slot = entry;
                index += 1;
            }
        });
        self.len = index;
        Ok(())
    }

    /// Makes room for `more` entries, and as many open containers.
    fn reserve(&mut self, more: usize) -> Result<(), ErrorCode> {
        let len = self.len + more;
        if self.entries.len() < len {
            self.entries.try_reserve(len - self.entries.len()).map_err(|_| ErrorCode::MemoryRefused)?;
            self.entries.resize(len, TapeEntry::NONE);
        }
        self.open.try_reserve(more).map_err(|_| ErrorCode::MemoryRefused)
    }

    fn push(&mut self, event: Event<'_>, reader: &Reader<'_>) -> Result<(), Error> {
        use TapeKind as K;
        let refused = |code| Error::new(code, reader.offset());
        let text =
            |kind, text: Text<'_>| (kind, text.raw().len(), if text.has_escape() { TapeEntry::HAS_ESCAPE } else { 0 });
        let (kind, len, flags) = match event {
            Event::BeginObject => (K::BeginObject, 1, 0),
            Event::EndObject => (K::EndObject, 1, 0),
            Event::BeginArray => (K::BeginArray, 1, 0),
            Event::EndArray => (K::EndArray, 1, 0),
            Event::Name(name) => text(K::Name, name),
            Event::String(string) => text(K::String, string),
            Event::Number(number) => {
                (K::Number, number.text().len(), if number.is_integer() { TapeEntry::IS_INTEGER } else { 0 })
            }
            Event::Bool(true) => (K::True, 4, 0),
            Event::Bool(false) => (K::False, 5, 0),
            Event::Null => (K::Null, 4, 0),
            Event::More | Event::End => return Ok(()),
        };
        let begin = reader.piece_offset() + usize::from(matches!(kind, K::Name | K::String));
        let too_long = |_| refused(ErrorCode::LengthExcessive);
        let (offset, len) = (u32::try_from(begin).map_err(too_long)?, u32::try_from(len).map_err(too_long)?);
        self.reserve(1).map_err(refused)?;
        let opens = matches!(kind, K::BeginObject | K::BeginArray);
        let partner = match opens || matches!(kind, K::EndObject | K::EndArray) {
            true => partner(&mut self.entries, &mut self.open, self.len, opens),
            false => 0,
        };
        self.entries[self.len] = TapeEntry { kind, flags, offset, len, partner };
        self.len += 1;
        Ok(())
    }
}

/// By whether it is that of an object, and opens it.
const BRACKETS: [TapeKind; 4] = [TapeKind::EndArray, TapeKind::BeginArray, TapeKind::EndObject, TapeKind::BeginObject];

/// The partner of the bracket at `index`, for which `open` has room; also writes it into that.
#[inline]
fn partner(entries: &mut [TapeEntry], open: &mut Vec<u32>, index: usize, opens: bool) -> u32 {
    if opens {
        open.push(index as u32);
        return 0;
    }
    let begin = open.pop().unwrap_or(TapeEntry::EARLIER);
    if let Some(entry) = entries.get_mut(begin as usize) {
        entry.partner = index as u32;
    }
    begin
}

/// The kind and the flags of a string, number or literal. From a table: a branch on its kind the processor could not predict.
#[inline]
fn value(first: u8, mark: bool, is_name: bool) -> (TapeKind, u8) {
    let (kind, flags) = VALUES[usize::from(first & 0x7F)];
    (if is_name { TapeKind::Name } else { kind }, flags[usize::from(mark)])
}

/// By the first byte, which is ASCII: the kind, and the flags without a mark and with one.
static VALUES: [(TapeKind, [u8; 2]); 128] = {
    let mut values = [(TapeKind::Number, [TapeEntry::IS_INTEGER, 0]); 128];
    values[b'"' as usize] = (TapeKind::String, [0, TapeEntry::HAS_ESCAPE]);
    values[b't' as usize] = (TapeKind::True, [0, 0]);
    values[b'f' as usize] = (TapeKind::False, [0, 0]);
    values[b'n' as usize] = (TapeKind::Null, [0, 0]);
    values
};
