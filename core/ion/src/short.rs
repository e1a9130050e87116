//! Texts of up to 32 bytes, looked at and copied in a few words that may overlap: no loop whose end cannot be foretold.

use stringmill_kernels::Sixteen;

/// A text of 1 to 32 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Short {
    /// From 8 bytes on the first and the last of them, and those next to these, where all may overlap; else all bytes, some
    /// of them twice, and zeros as digits.
    words: [u64; 4],
    len: usize,
}

impl Short {
    /// `None` where it is empty or longer.
    #[inline]
    pub fn of(text: &[u8]) -> Option<Self> {
        let word = |at: usize| text[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let half = |at: usize| text[at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
        let len = text.len();
        let words = match len {
            // One way for all of these: which side of sixteen a text is on, no branch could foresee.
            8..=32 => [word(0), word(second(len)), word(third(len)), word(len - 8)],
            4..=7 => [u64::from(half(0)) | u64::from(half(len - 4)) << 32; 4],
            1..=3 => [u64::from_le_bytes([text[0], text[len / 2], text[len - 1], b'0', b'0', b'0', b'0', b'0']); 4],
            _ => return None,
        };
        Some(Short { words, len })
    }

    /// Its length in bytes.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Copies it to a slice of its length.
    #[inline]
    pub fn copy_to(&self, dst: &mut [u8]) {
        let Short { words: [first, next, previous, last], len } = *self;
        let dst = &mut dst[..len];
        match len {
            8.. => {
                dst[..8].copy_from_slice(&first.to_le_bytes());
                dst[second(len)..][..8].copy_from_slice(&next.to_le_bytes());
                dst[third(len)..][..8].copy_from_slice(&previous.to_le_bytes());
                dst[len - 8..].copy_from_slice(&last.to_le_bytes());
            }
            4..=7 => {
                dst[..4].copy_from_slice(&(first as u32).to_le_bytes());
                dst[len - 4..].copy_from_slice(&((first >> 32) as u32).to_le_bytes());
            }
            _ => {
                let [start, middle, end, ..] = first.to_le_bytes();
                dst[len / 2] = middle;
                dst[len - 1] = end;
                dst[0] = start;
            }
        }
    }

    /// The first sixteen bytes and the last; where there are no more than sixteen, twice all of them, and zeros behind.
    #[inline]
    pub fn sixteens(&self) -> [[u8; 16]; 2] {
        let Short { words: [first, second, third, last], len } = *self;
        let all = match len {
            17.. => return [both(first, second), both(third, last)],
            8.. => both(first, last.checked_shr(8 * (16 - len as u32)).unwrap_or(0)),
            4.. => both(first & u64::from(u32::MAX) | (first >> 32) << (8 * (len - 4)), 0),
            _ => {
                let [start, middle, end, ..] = first.to_le_bytes();
                both(u64::from(start) | u64::from(middle) << (8 * (len / 2)) | u64::from(end) << (8 * (len - 1)), 0)
            }
        };
        [all, all]
    }

    /// Whether it is printable ASCII without double quotes and backslashes.
    #[inline]
    pub(crate) fn is_clean(&self) -> bool {
        let Short { words: [first, second, third, last], .. } = *self;
        let special = |low: u64, high: u64| Sixteen::of(&both(low, high)).not_plain_or_two(b'"')[0];
        special(first, second) | special(third, last) == 0
    }

    /// Whether it is ASCII without anything that JSON escapes.
    #[inline]
    pub fn is_plain(&self) -> bool {
        let special = |word: u64| {
            let controls = word.wrapping_sub(0x20 * ONES) & !word;
            controls | zeros(word ^ QUOTES) | zeros(word ^ BACKSLASHES) | word
        };
        self.words.iter().fold(0, |found, &word| found | special(word)) & TOPS == 0
    }

    /// Whether a byte is in it that is no digit.
    #[inline]
    pub fn has(&self, byte: u8) -> bool {
        let wanted = u64::from(byte) * ONES;
        self.words.iter().fold(0, |found, &word| found | zeros(word ^ wanted)) & TOPS != 0
    }
}

/// The bytes of two words.
#[inline]
fn both(low: u64, high: u64) -> [u8; 16] {
    (u128::from(low) | u128::from(high) << 64).to_le_bytes()
}

/// Where the second of the words of a text of 8 to 32 bytes begins.
#[inline]
fn second(len: usize) -> usize {
    8.min(len - 8)
}

/// Where the third begins.
#[inline]
fn third(len: usize) -> usize {
    len.max(16) - 16
}

/// The top bit of each byte that is zero, and of some above one that is; other bits are any.
#[inline]
fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word
}

/// A one in each byte, and other bytes in each.
const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x80 * ONES;
const QUOTES: u64 = b'"' as u64 * ONES;
const BACKSLASHES: u64 = b'\\' as u64 * ONES;
