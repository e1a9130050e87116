//! Texts of up to 32 bytes. Four words that may overlap are tested and copied, so no branch depends on the exact
//! length.

use stringmill_kernels::Bytes16;

/// A text of 1 to 32 bytes.
#[derive(Clone, Copy, Debug)]
pub struct ShortText {
    /// For 8 bytes and more: the first, the second, the second to last and the last word, which may overlap. For less:
    /// all bytes, some of them twice, padded with ASCII zeros.
    words: [u64; 4],
    len: usize,
}

impl ShortText {
    /// `None` for an empty or a longer text.
    #[inline]
    pub fn of(text: &[u8]) -> Option<Self> {
        let word = |at: usize| text[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let half = |at: usize| text[at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
        let len = text.len();
        let words = match len {
            // One arm for both sides of sixteen, because the processor could not predict a branch there.
            8..=32 => [word(0), word(second(len)), word(third(len)), word(len - 8)],
            4..=7 => [u64::from(half(0)) | u64::from(half(len - 4)) << 32; 4],
            1..=3 => [u64::from_le_bytes([text[0], text[len / 2], text[len - 1], b'0', b'0', b'0', b'0', b'0']); 4],
            _ => return None,
        };
        Some(ShortText { words, len })
    }

    /// Length in bytes.
    #[inline]
    #[allow(clippy::len_without_is_empty)] // It is never empty.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Copies the text to the first [`ShortText::len`] bytes of `dst`.
    #[inline]
    pub fn copy_to(&self, dst: &mut [u8]) {
        let ShortText { words: [first, next, previous, last], len } = *self;
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

    /// The first sixteen bytes and the last sixteen. A text of up to sixteen bytes is in both, padded with zero bytes.
    #[inline]
    pub fn sixteens(&self) -> [[u8; 16]; 2] {
        let ShortText { words: [first, second, third, last], len } = *self;
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

    /// Whether all bytes are printable ASCII except `"` and `\`.
    #[inline]
    pub fn is_clean(&self) -> bool {
        let ShortText { words: [first, second, third, last], .. } = *self;
        let special = |low: u64, high: u64| Bytes16::of(&both(low, high)).not_plain_or_two(b'"')[0];
        special(first, second) | special(third, last) == 0
    }

    /// Whether all bytes are ASCII that JSON does not escape.
    #[inline]
    pub fn is_plain(&self) -> bool {
        let special = |word: u64| {
            let controls = word.wrapping_sub(0x20 * ONES) & !word;
            controls | zeros(word ^ QUOTES) | zeros(word ^ BACKSLASHES) | word
        };
        self.words.iter().fold(0, |found, &word| found | special(word)) & TOPS == 0
    }

    /// Whether the text contains `byte`, which must not be a digit, because ASCII zeros pad short texts.
    #[inline]
    pub fn has(&self, byte: u8) -> bool {
        let splat = u64::from(byte) * ONES;
        self.words.iter().fold(0, |found, &word| found | zeros(word ^ splat)) & TOPS != 0
    }
}

/// Two words as bytes.
#[inline]
fn both(low: u64, high: u64) -> [u8; 16] {
    (u128::from(low) | u128::from(high) << 64).to_le_bytes()
}

/// Offset of the second word of a text of 8 to 32 bytes.
#[inline]
fn second(len: usize) -> usize {
    8.min(len - 8)
}

/// Offset of the third word.
#[inline]
fn third(len: usize) -> usize {
    len.max(16) - 16
}

/// Sets the top bit of each zero byte, and of some bytes above a zero byte. Other bits are undefined.
#[inline]
fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word
}

/// The value 1 in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x80 * ONES;
const QUOTES: u64 = b'"' as u64 * ONES;
const BACKSLASHES: u64 = b'\\' as u64 * ONES;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lengths_are_copied() {
        let text: Vec<u8> = (b'a'..).take(40).collect();
        assert!(ShortText::of(b"").is_none() && ShortText::of(&text[..33]).is_none());
        for len in 1..=32 {
            let (text, mut copy) = (&text[..len], [0; 32]);
            let short = ShortText::of(text).unwrap();
            short.copy_to(&mut copy);
            assert_eq!((short.len(), &copy[..len]), (len, text));
            let [first, last] = short.sixteens();
            let mut padded = text.to_vec();
            padded.resize(len.max(16), 0);
            assert_eq!((&first[..], &last[..]), (&padded[..16], &padded[padded.len() - 16..]), "{len}");
        }
    }

    #[test]
    fn every_byte_counts_at_every_place() {
        for len in 1..=32 {
            for place in 0..len {
                for byte in 0..=u8::MAX {
                    let mut text = vec![b'a'; len];
                    text[place] = byte;
                    let short = ShortText::of(&text).unwrap();
                    let is_special = matches!(byte, b'"' | b'\\');
                    assert_eq!(short.is_clean(), matches!(byte, b' '..=b'~') && !is_special, "{byte} at {place}");
                    assert_eq!(short.is_plain(), matches!(byte, b' '..=0x7F) && !is_special, "{byte} at {place}");
                    assert!(short.has(byte) || byte.is_ascii_digit());
                    assert_eq!(short.has(b'e'), byte == b'e');
                }
            }
        }
    }
}
