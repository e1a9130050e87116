//! A tape: the events as 32-bit words, then all their texts as one, then all their bytes. `js/src/ion-tape.ts` reads it.
//!
//! It begins with six words: the number of words of the events, the bytes of the texts and of the blobs, a blank, and the
//! offset in the input of the first event as a 64-bit float. An event is
//!
//! - a word with, from the lowest bit, its type (4 bits), what it is (2), the form of its value (3), and whether it has
//!   a field name (1) and annotations (1);
//! - its offset from the first event;
//! - the symbol of its field name;
//! - the number of annotations, and their symbols;
//! - its value: see `scalars.rs`; symbols: see `names.rs`.
//!
//! Texts have their length in UTF-16 code units on the tape, and follow each other in the order of the events, as do bytes. So
//! JavaScript decodes all texts by one call, and cuts the string.

/// Bytes before the events.
const HEAD: usize = 24;
/// Bytes of a tape after which it gets no more events.
const FULL: usize = 1 << 20;
/// Bytes of the texts of a tape: as many as the longest string of V8 has code units.
const TEXT_MAX: usize = (1 << 29) - 24;

#[derive(Default)]
pub(super) struct Tape {
    /// Words in little-endian order.
    words: Vec<u8>,
    text: Vec<u8>,
    bytes: Vec<u8>,
    base: u64,
}

impl Tape {
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        self.words.len() + self.text.len() + self.bytes.len() >= FULL
    }

    /// Begins an event at `offset`, with room for `words` more; returns the place of its first word. `None`, here and below, if
    /// memory is refused.
    #[inline]
    pub(super) fn begin(&mut self, first: u32, offset: u64, words: usize) -> Option<usize> {
        self.words.try_reserve(words.checked_add(2)?.checked_mul(4)?).ok()?;
        let place = self.words.len();
        if place == 0 {
            self.base = offset;
        }
        self.pair(u64::from(first) | (offset.wrapping_sub(self.base) << 32));
        Some(place)
    }

    /// Adds flags, of the lowest 16 bits, to the word at `place`.
    #[inline]
    pub(super) fn flag(&mut self, place: usize, flags: u32) {
        let [low, high, ..] = flags.to_le_bytes();
        self.words[place] |= low;
        self.words[place + 1] |= high;
    }

    #[inline]
    pub(super) fn word(&mut self, word: u32) {
        self.words.extend_from_slice(&word.to_le_bytes());
    }

    /// Two words, of which the first has the lower bits.
    #[inline]
    pub(super) fn pair(&mut self, bits: u64) {
        self.words.extend_from_slice(&bits.to_le_bytes());
    }

    /// Adds a text of well-formed UTF-8, and returns its length in UTF-16.
    #[inline]
    pub(super) fn text(&mut self, text: &[u8]) -> Option<u32> {
        if self.text.len() + text.len() > TEXT_MAX {
            return None;
        }
        self.text.try_reserve(text.len()).ok()?;
        self.text.extend_from_slice(text);
        Some(units(text))
    }

    /// Adds bytes, and returns how many.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Option<u32> {
        self.bytes.try_reserve(bytes.len()).ok()?;
        self.bytes.extend_from_slice(bytes);
        u32::try_from(bytes.len()).ok()
    }

    /// Writes all to `made`, and empties the tape.
    pub(super) fn finish(&mut self, made: &mut Vec<u8>) -> Option<()> {
        let Tape { words, text, bytes, base } = self;
        made.try_reserve(HEAD + words.len() + text.len() + bytes.len()).ok()?;
        for len in [words.len() / 4, text.len(), bytes.len(), 0] {
            made.extend_from_slice(&(len as u32).to_le_bytes());
        }
        made.extend_from_slice(&(*base as f64).to_le_bytes());
        for part in [&*words, &*text, &*bytes] {
            made.extend_from_slice(part);
        }
        // A long value does not keep its memory.
        for buffer in [words, text, bytes] {
            buffer.clear();
            buffer.shrink_to(2 * FULL);
        }
        Some(())
    }
}

/// How many code units the text has in UTF-16.
#[inline]
pub(crate) fn units(text: &[u8]) -> u32 {
    if text.is_ascii() {
        return text.len() as u32;
    }
    // One for each byte that begins a character, and one more for a character of four bytes.
    text.iter().map(|&byte| u32::from(byte & 0xC0 != 0x80) + u32::from(byte >= 0xF0)).sum()
}
