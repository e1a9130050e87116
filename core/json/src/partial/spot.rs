//! Places in a text that arrives in pieces, in bytes and in characters.

use stringmill_outcome::{Place, Position};

/// A length in both units that hosts count.
///
/// ```
/// use stringmill::json::PartialCount;
///
/// let before = PartialCount { bytes: 6, characters: 5 }; // café:
/// assert_eq!(before.bytes - before.characters, 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartialCount {
    /// Bytes.
    pub bytes: u64,
    /// Characters: bytes that are no continuation bytes.
    pub characters: u64,
}

impl PartialCount {
    fn pass(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.characters += bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64;
    }

    /// Adds the bytes that are not white space.
    pub(super) fn pass_visible(&mut self, bytes: &[u8]) {
        let white = bytes.iter().filter(|byte| b" \t\n\r".contains(byte)).count() as u64;
        self.pass(bytes);
        self.bytes -= white;
        self.characters -= white;
    }
}

/// A place in the text.
///
/// ```
/// use stringmill::json::PartialSpot;
///
/// let begin = PartialSpot::default();
/// assert_eq!((begin.count.bytes, begin.position().line), (0, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartialSpot {
    /// The bytes and characters before the place.
    pub count: PartialCount,
    place: Place,
}

impl PartialSpot {
    /// Line and column.
    pub fn position(&self) -> Position {
        self.place.position()
    }

    pub(super) fn pass(&mut self, bytes: &[u8]) {
        self.count.pass(bytes);
        self.place.pass(bytes);
    }

    /// The place after `bytes`.
    pub(super) fn after(mut self, bytes: &[u8]) -> Self {
        self.pass(bytes);
        self
    }
}
