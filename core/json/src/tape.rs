//! A window of events as an array of entries of one size, the form in which many of them cross to a host at once.

use crate::reader::{Event, Reader};
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
    entries: Vec<TapeEntry>,
    /// Containers that have begun on this tape and are open.
    open: Vec<u32>,
}

impl Tape {
    /// The events of the window.
    pub fn entries(&self) -> &[TapeEntry] {
        &self.entries
    }

    /// Replaces the entries by the next events, at most `most` of them. Returns false if there are none: the piece is read, or
    /// the text.
    ///
    /// # Errors
    ///
    /// As [`Reader::next`], after the entries before the error were on a tape. [`ErrorCode::LengthExcessive`] in a piece of more
    /// than 4 GiB, [`ErrorCode::MemoryRefused`].
    pub fn fill(&mut self, reader: &mut Reader<'_>, most: usize) -> Result<bool, Error> {
        self.entries.clear();
        self.open.clear();
        let most = most.min(TapeEntry::EARLIER as usize);
        while self.entries.len() < most {
            match reader.next() {
                Ok(Event::More | Event::End) => break,
                Ok(event) => self.push(event, reader)?,
                Err(error) if self.entries.is_empty() => return Err(error),
                // It comes again.
                Err(_) => break,
            }
        }
        Ok(!self.entries.is_empty())
    }

    #[inline]
    fn push(&mut self, event: Event<'_>, reader: &Reader<'_>) -> Result<(), Error> {
        use TapeKind as K;
        let refused = |code| Error::new(code, reader.offset());
        let flag = |is: bool, flag| if is { flag } else { 0 };
        let (kind, len, flags) = match event {
            Event::BeginObject => (K::BeginObject, 1, 0),
            Event::EndObject => (K::EndObject, 1, 0),
            Event::BeginArray => (K::BeginArray, 1, 0),
            Event::EndArray => (K::EndArray, 1, 0),
            Event::Name(text) => (K::Name, text.raw().len(), flag(text.has_escape(), TapeEntry::HAS_ESCAPE)),
            Event::String(text) => (K::String, text.raw().len(), flag(text.has_escape(), TapeEntry::HAS_ESCAPE)),
            Event::Number(number) => (K::Number, number.text().len(), flag(number.is_integer(), TapeEntry::IS_INTEGER)),
            Event::Bool(true) => (K::True, 4, 0),
            Event::Bool(false) => (K::False, 5, 0),
            Event::Null => (K::Null, 4, 0),
            Event::More | Event::End => return Ok(()),
        };
        let begin = reader.piece_offset() + usize::from(matches!(kind, K::Name | K::String));
        let too_long = |_| refused(ErrorCode::LengthExcessive);
        let (offset, len) = (u32::try_from(begin).map_err(too_long)?, u32::try_from(len).map_err(too_long)?);
        let index = self.entries.len() as u32;
        let partner = match kind {
            K::BeginObject | K::BeginArray => {
                self.open.try_reserve(1).map_err(|_| refused(ErrorCode::MemoryRefused))?;
                self.open.push(index);
                0
            }
            K::EndObject | K::EndArray => {
                let begin = self.open.pop().unwrap_or(TapeEntry::EARLIER);
                if let Some(entry) = self.entries.get_mut(begin as usize) {
                    entry.partner = index;
                }
                begin
            }
            _ => 0,
        };
        self.entries.try_reserve(1).map_err(|_| refused(ErrorCode::MemoryRefused))?;
        self.entries.push(TapeEntry { kind, flags, offset, len, partner });
        Ok(())
    }
}
