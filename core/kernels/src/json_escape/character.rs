//! One character that is escaped, by tables: where each of a text is, to decode it and to make its digits one by one is
//! what takes the time.

use super::rules::JsonEscape;
use crate::utf8::is_continuation;
use stringmill_profile::HexCase;

/// For each byte its two digits, of the case that the profile has.
pub(super) type Digits = [[u8; 2]; 256];

#[inline(always)]
pub(super) fn digits(rules: &JsonEscape<'_>) -> &'static Digits {
    match rules.profile().hex() {
        HexCase::Lower => &LOWER,
        HexCase::Upper => &UPPER,
    }
}

/// Length of a character and what is written for it, as in [`JsonEscape::entries`]; `None` for what is ill-formed, or above
/// U+FFFF. For profiles that escape all that is not ASCII.
#[inline(always)]
pub(super) fn spelled(rules: &JsonEscape<'_>, digits: &Digits, character: [u8; 3]) -> Option<(usize, [u8; 8])> {
    if character[0] < 0x80 {
        return Some((1, rules.entries[character[0] as usize]));
    }
    let (len, code) = short_sequence(character)?;
    let ([a, b], [c, d]) = (digits[code >> 8], digits[code & 0xFF]);
    Some((len, [b'\\', b'u', a, b, c, d, 0, 6]))
}

/// The pair of escapes that a well-formed sequence of four bytes becomes.
#[inline(always)]
pub(super) fn spelled_pair(digits: &Digits, [lead, second, third, fourth]: [u8; 4]) -> Option<[u8; 12]> {
    if lead & 0xF8 != 0xF0 || !(is_continuation(second) && is_continuation(third) && is_continuation(fourth)) {
        return None;
    }
    let six = |byte: u8| byte as usize & 0x3F;
    let code = (lead as usize & 7) << 18 | six(second) << 12 | six(third) << 6 | six(fourth);
    let above = code.checked_sub(0x1_0000)?;
    if above > 0xF_FFFF {
        return None;
    }
    let (high, low) = (0xD800 | above >> 10, 0xDC00 | above & 0x3FF);
    let ([a, b], [c, d]) = (digits[high >> 8], digits[high & 0xFF]);
    let ([e, f], [g, h]) = (digits[low >> 8], digits[low & 0xFF]);
    Some([b'\\', b'u', a, b, c, d, b'\\', b'u', e, f, g, h])
}

/// Length and scalar value of a well-formed sequence of two or of three bytes.
#[inline(always)]
pub(super) fn short_sequence([lead, second, third]: [u8; 3]) -> Option<(usize, usize)> {
    let two = ((lead as usize & 0x1F) << 6) | (second as usize & 0x3F);
    let three = ((two & 0x3FF) << 6) | (third as usize & 0x3F);
    match lead {
        0xC2..=0xDF if is_continuation(second) => Some((2, two)),
        0xE0..=0xEF
            if is_continuation(second) && is_continuation(third) && matches!(three, 0x800..=0xD7FF | 0xE000..) =>
        {
            Some((3, three))
        }
        _ => None,
    }
}

static LOWER: Digits = bytes(HexCase::Lower);
static UPPER: Digits = bytes(HexCase::Upper);

const fn bytes(case: HexCase) -> Digits {
    let mut digits = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        digits[byte] = [case.digit(byte as u8 >> 4), case.digit(byte as u8 & 15)];
        byte += 1;
    }
    digits
}
