//! How escapes are spelled.

use crate::utf8::{four_byte_code, short_sequence};
use crate::vector::{ByteSet, Register};
use stringmill_profile::{AsciiEscape, HexCase, IllFormed, Profile, UnicodeForm};

#[derive(Clone)]
pub(crate) struct Spelling {
    /// For each byte: up to seven bytes of output, and in the last place the number of these bytes.
    pub(crate) entries: [Entry; 256],
    /// For each byte below 0x10 with a two-byte escape: the byte's exclusive or with its letter.
    pub(crate) letters: [u8; 16],
    /// The output for an ill-formed piece that is replaced: U+FFFD or its escape.
    pub(crate) replacement: Entry,
    /// The digits of long escapes, if all but some of controls are `\u00` and two digits of one case.
    long_digits: Option<[u8; 16]>,
    /// The other escapes of controls, as under PHP's `hex-tag`: `\u003C`, but `\u001c`.
    odd: ByteSet,
    has_odd: bool,
}

/// Up to seven bytes of output, and in the last place the number of these bytes.
pub(crate) type Entry = [u8; 8];

impl Spelling {
    /// The escapes of `profile`, of which those of the `long` set have more than two bytes.
    pub(super) const fn new(profile: &Profile<'_>, long: &ByteSet) -> Self {
        let mut spelling = Spelling {
            entries: [[0; 8]; 256],
            letters: [0; 16],
            replacement: replacement(profile),
            long_digits: None,
            odd: ByteSet::new(&[], false),
            has_odd: false,
        };
        let mut byte = 0;
        while byte < 0x100 {
            spelling.entries[byte] = [byte as u8, 0, 0, 0, 0, 0, 0, 1];
            if byte < 0x80
                && let Some(escape) = profile.ascii()[byte].bytes()
            {
                spelling.set_escape(byte as u8, escape);
            }
            byte += 1;
        }
        spelling.set_long_digits(long);
        spelling
    }

    const fn set_escape(&mut self, byte: u8, escape: &[u8]) {
        let entry = &mut self.entries[byte as usize];
        let mut i = 0;
        while i < escape.len() {
            entry[i] = escape[i];
            i += 1;
        }
        entry[7] = escape.len() as u8;
        if byte < 0x10
            && let Some(letter) = letter(byte, escape)
        {
            self.letters[byte as usize] = byte ^ letter;
        }
    }

    /// Finds the case of the digits of long escapes.
    const fn set_long_digits(&mut self, long: &ByteSet) {
        let cases = [(HexCase::Lower, LOWER), (HexCase::Upper, UPPER)];
        let mut i = 0;
        while i < cases.len() {
            let (case, digits) = cases[i];
            if let Some((odd, has_odd)) = self.odd_in(case, long)
                && (self.long_digits.is_none() || !has_odd)
            {
                (self.long_digits, self.odd, self.has_odd) = (Some(digits), odd, has_odd);
            }
            i += 1;
        }
    }

    /// The `long` escapes that are not `\u00` and two digits of this case, and whether there are any; `None` if one of
    /// them is not of a control.
    const fn odd_in(&self, case: HexCase, long: &ByteSet) -> Option<(ByteSet, bool)> {
        let (mut odd, mut has_odd) = (ByteSet::new(&[], false), false);
        let mut byte = 0;
        while byte < 0x80 {
            if long.has(byte) && !self.is_unicode(byte, case) {
                if byte >= b' ' {
                    return None;
                }
                (odd, has_odd) = (odd.with(byte), true);
            }
            byte += 1;
        }
        Some((odd, has_odd))
    }

    /// Whether the escape of `byte` is `\u00` and two digits of this case.
    const fn is_unicode(&self, byte: u8, case: HexCase) -> bool {
        let (escape, entry) = (AsciiEscape::unicode(byte, case), &self.entries[byte as usize]);
        let Some(unicode) = escape.bytes() else { return false };
        let mut i = 0;
        while i < unicode.len() {
            if entry[7] as usize != unicode.len() || entry[i] != unicode[i] {
                return false;
            }
            i += 1;
        }
        true
    }

    /// The digits of the `long` escapes of a block, if each is `\u00` and two of them.
    #[inline(always)]
    pub(super) fn digits_of<R: Register>(&self, r: R, bytes: R::Bytes, long: u64) -> Option<&[u8; 16]> {
        let odd = self.has_odd && r.nonzero(r.members(r.set(&self.odd), bytes)) & long != 0;
        if odd { None } else { self.long_digits.as_ref() }
    }

    /// Length of a well-formed sequence of one to three bytes, and its output under a profile that spells; `None` for
    /// others.
    #[inline(always)]
    pub(crate) fn spelled(&self, digits: &Digits, sequence: [u8; 3]) -> Option<(usize, Entry)> {
        if sequence[0] < 0x80 {
            return Some((1, self.entries[sequence[0] as usize]));
        }
        let (len, code) = short_sequence(sequence)?;
        Some((len, spelled_short(digits, code)))
    }

    /// The most bytes that one byte of input can become.
    pub(super) const fn longest_per_byte(&self, policy: IllFormed) -> usize {
        // An escape of a non-ASCII scalar value is at most six bytes for two of input.
        let mut longest = match policy {
            IllFormed::Reject | IllFormed::Copy | IllFormed::IgnorePhp => 3,
            IllFormed::Replace | IllFormed::ReplaceJava | IllFormed::ReplacePhp | IllFormed::Reversible => 6,
            IllFormed::Visible => 0,
        };
        let mut byte = 0;
        while byte < 0x80 {
            if self.entries[byte][7] as usize > longest {
                longest = self.entries[byte][7] as usize;
            }
            byte += 1;
        }
        if matches!(policy, IllFormed::Visible) {
            let mut sum = self.entries[b'\\' as usize][7] as usize + self.entries[b'x' as usize][7] as usize;
            let mut digit = 0;
            let mut longest_digit = 0;
            while digit < 16 {
                let len = self.entries[HexCase::Upper.digit(digit) as usize][7] as usize;
                if len > longest_digit {
                    longest_digit = len;
                }
                digit += 1;
            }
            sum += 2 * longest_digit;
            if sum > longest {
                longest = sum;
            }
        }
        longest
    }
}

/// The letter of a two-byte escape as vectors write it; `None` for a long escape.
pub(super) const fn letter(byte: u8, escape: &[u8]) -> Option<u8> {
    match escape {
        [b'\\', letter] if *letter == byte || byte < 0x10 => Some(*letter),
        _ => None,
    }
}

const fn replacement(profile: &Profile<'_>) -> Entry {
    if profile.escapes_replacement() || profile.escapes_non_ascii(0xFFFD) {
        let ([a, b, c, d, e, f, ..], len) = escape_of(profile, 0xFFFD);
        return [a, b, c, d, e, f, 0, len as u8];
    }
    [0xEF, 0xBF, 0xBD, 0, 0, 0, 0, 3]
}

/// The escape of the non-ASCII scalar value `code`, and its length.
pub(crate) const fn escape_of(profile: &Profile<'_>, code: u32) -> ([u8; 12], usize) {
    let hex = profile.hex();
    match (profile.form(), code) {
        (UnicodeForm::Ion, 0..=0xFF) => {
            let [_, _, a, b] = four_digits(hex, code);
            ([b'\\', b'x', a, b, 0, 0, 0, 0, 0, 0, 0, 0], 4)
        }
        (_, 0..=0xFFFF) => {
            let [a, b, c, d] = four_digits(hex, code);
            ([b'\\', b'u', a, b, c, d, 0, 0, 0, 0, 0, 0], 6)
        }
        (UnicodeForm::Ion, _) => {
            let ([a, b, c, d], [e, f, g, h]) = (four_digits(hex, code >> 16), four_digits(hex, code));
            ([b'\\', b'U', a, b, c, d, e, f, g, h, 0, 0], 10)
        }
        (UnicodeForm::Json, _) => {
            let [a, b, c, d] = four_digits(hex, 0xD800 + ((code - 0x1_0000) >> 10));
            let [e, f, g, h] = four_digits(hex, 0xDC00 + ((code - 0x1_0000) & 0x3FF));
            ([b'\\', b'u', a, b, c, d, b'\\', b'u', e, f, g, h], 12)
        }
    }
}

/// The digits of the lower sixteen bits.
#[inline]
const fn four_digits(hex: HexCase, bits: u32) -> [u8; 4] {
    [hex.digit((bits >> 12) as u8), hex.digit((bits >> 8) as u8), hex.digit((bits >> 4) as u8), hex.digit(bits as u8)]
}

/// For each byte its two digits, in the case of the profile.
pub(crate) type Digits = [[u8; 2]; 256];

#[inline(always)]
pub(crate) fn byte_digits(hex: HexCase) -> &'static Digits {
    match hex {
        HexCase::Lower => &BYTES_LOWER,
        HexCase::Upper => &BYTES_UPPER,
    }
}

/// The sixteen digits.
#[inline(always)]
pub(super) fn digits(hex: HexCase) -> &'static [u8; 16] {
    match hex {
        HexCase::Lower => &LOWER,
        HexCase::Upper => &UPPER,
    }
}

/// The escape of a character below U+10000.
#[inline(always)]
pub(crate) fn spelled_short(digits: &Digits, code: usize) -> Entry {
    let [high, low] = [code >> 8, code & 0xFF].map(|byte| u64::from(u16::from_le_bytes(digits[byte])));
    // The entry is put together as one number in a register.
    (u64::from_le_bytes([b'\\', b'u', 0, 0, 0, 0, 0, 6]) | high << 16 | low << 32).to_le_bytes()
}

/// The pair of escapes that a well-formed sequence of four bytes becomes.
#[inline(always)]
pub(crate) fn spelled_pair(digits: &Digits, sequence: [u8; 4]) -> Option<[u8; 12]> {
    let above = four_byte_code(sequence)? - 0x1_0000;
    let (high, low) = (0xD800 | above >> 10, 0xDC00 | above & 0x3FF);
    let ([a, b], [c, d]) = (digits[high >> 8], digits[high & 0xFF]);
    let ([e, f], [g, h]) = (digits[low >> 8], digits[low & 0xFF]);
    Some([b'\\', b'u', a, b, c, d, b'\\', b'u', e, f, g, h])
}

const LOWER: [u8; 16] = *b"0123456789abcdef";
const UPPER: [u8; 16] = *b"0123456789ABCDEF";
static BYTES_LOWER: Digits = bytes(HexCase::Lower);
static BYTES_UPPER: Digits = bytes(HexCase::Upper);

const fn bytes(case: HexCase) -> Digits {
    let mut digits = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        digits[byte] = [case.digit(byte as u8 >> 4), case.digit(byte as u8 & 15)];
        byte += 1;
    }
    digits
}
