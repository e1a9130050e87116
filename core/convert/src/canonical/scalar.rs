//! Strings, numbers and the order of names in canonical form.

use crate::json_text::JsonText;
use core::cmp::Ordering;
use core::fmt::{self, Write as _};
use stringmill_kernels::{ByteClass, JsonUnescape, Tier, json_unescape_with, scan_with};
use stringmill_numbers::{DecimalText, FloatWrite, NUMBER_ROOM, float64_write};
use stringmill_outcome::{Chunk, ErrorCode, Repairs};
use stringmill_output::{Output, ShortText};
use stringmill_profile::{FloatShape, LoneSurrogates};

/// Whether the inside of a checked string has an escape. Without one it is canonical.
#[inline]
pub(super) fn has_escape(tier: Tier, raw: &[u8]) -> bool {
    match ShortText::of(raw) {
        Some(short) => short.has(b'\\'),
        None => scan_with(tier, &NO_ESCAPE, raw) < raw.len(),
    }
}

/// Writes the text of a checked string.
pub(super) fn unescape(out: &mut Output, tier: Tier, raw: &[u8]) {
    if !out.prepare() {
        return out.refuse();
    }
    let mut read = 0;
    while read < raw.len() && !out.is_refused() {
        let rest = &raw[read..];
        let spare = out.spare(rest.len() + JsonUnescape::UNIT_MAX);
        let done = json_unescape_with(tier, RULES, rest, spare, Chunk::Last, &mut Repairs::default())
            .expect("the string is checked");
        out.fill(done.written);
        read += done.read;
    }
}

/// Writes the inside of a checked string in canonical form; `scratch` is overwritten if it has an escape.
#[inline]
pub(super) fn put_inside(out: &mut Output, scratch: &mut Output, tier: Tier, raw: &[u8]) {
    if !has_escape(tier, raw) || raw.len() <= SHORT && has_canonical_escapes(raw) {
        return out.put(raw);
    }
    scratch.truncate(0);
    unescape(scratch, tier, raw);
    if scratch.is_refused() {
        return out.refuse();
    }
    out.escape(tier, scratch.written());
}

/// A string up to this length is looked through byte by byte, which takes less time than a start of two kernels.
const SHORT: usize = 64;

/// Whether the canonical form of a checked string has the same escapes. This is true if all are escapes of one letter,
/// except `\/`.
#[inline]
fn has_canonical_escapes(raw: &[u8]) -> bool {
    let mut rest = raw.iter();
    while let Some(&byte) = rest.next() {
        if byte == b'\\' && !matches!(rest.next(), Some(b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't')) {
            return false;
        }
    }
    true
}

/// Writes a number in canonical form. Nothing is written if it exceeds the largest finite double, or if it is an
/// integer that changes and `rounds` is false.
#[inline]
pub(super) fn put_number(out: &mut Output, text: &[u8], rounds: bool) -> Result<(), ErrorCode> {
    let number = DecimalText::new(text).expect("the number is checked");
    if number.is_ecmascript() {
        out.put(text);
        return Ok(());
    }
    let value = number.float64();
    if value.is_infinite() {
        return Err(ErrorCode::NumberOverflow);
    }
    if !rounds && text.len() > EXACT_LEN && is_changed_integer(text, value) {
        return Err(ErrorCode::CanonicalInteger);
    }
    let written = float64_write(&NUMBERS, value, out.chunk::<NUMBER_ROOM>()).expect("finite, and room for any number");
    out.fill(written);
    Ok(())
}

/// Every number of at most this many characters that has neither point nor exponent is a double.
const EXACT_LEN: usize = 15;

/// Whether an integer changes: it is neither the exact value of its double nor the number with the shortest digits,
/// which is written. For 2^68 these are 295147905179352825856 and 295147905179352830000.
#[cold]
fn is_changed_integer(text: &[u8], value: f64) -> bool {
    let is_integer = !text.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
    is_integer && !is_spelled(text, format_args!("{value:.0}")) && !is_spelled(text, format_args!("{value}"))
}

/// Whether the arguments are formatted as `text`, without allocating.
fn is_spelled(text: &[u8], arguments: fmt::Arguments<'_>) -> bool {
    let mut left = PrefixMatcher(text);
    left.write_fmt(arguments).is_ok() && left.0.is_empty()
}

/// The part of a text that is not written yet.
struct PrefixMatcher<'t>(&'t [u8]);

impl fmt::Write for PrefixMatcher<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(part.as_bytes()).ok_or(fmt::Error)?;
        Ok(())
    }
}

/// The order of two names in well-formed UTF-8: the order of their UTF-16 code units.
///
/// The order of bytes is the order of code points. It differs from the order of code units only between characters
/// above U+FFFF, whose code units are surrogates, and U+E000 to U+FFFF. The first bytes that differ are then lead
/// bytes: F0 to F4, and EE or EF.
#[inline]
pub(super) fn compare(one: &[u8], other: &[u8]) -> Ordering {
    let order = one.cmp(other);
    if order == Ordering::Equal {
        return order;
    }
    match one.iter().zip(other).find(|(a, b)| a != b) {
        Some((0xF0.., 0xEE | 0xEF)) => Ordering::Less,
        Some((0xEE | 0xEF, 0xF0..)) => Ordering::Greater,
        _ => order,
    }
}

/// The first eight bytes of a name as a number. A name with a lower number comes first in the order of [`compare`];
/// names with the same number may be in any order.
#[inline]
pub(super) fn sort_key(name: &[u8]) -> u64 {
    let key = match name.first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        // A copy of few bytes would be a call of a function.
        None => {
            let key = name.iter().fold(0, |key, &byte| key << 8 | u64::from(byte));
            key.unbounded_shl(8 * (8 - name.len() as u32))
        }
    };
    let first = key.to_be_bytes();
    if first.is_ascii() {
        return key;
    }
    // The code units of characters above U+FFFF are below the code units of U+E000 to U+FFFF.
    u64::from_be_bytes(first.map(|byte| match byte {
        0xEE | 0xEF => byte + 5,
        0xF0.. => byte - 2,
        _ => byte,
    }))
}

const NO_ESCAPE: ByteClass = ByteClass::all_but(b"\\").with_non_ascii();
const RULES: JsonUnescape = JsonUnescape { surrogates: LoneSurrogates::Reject };
const NUMBERS: FloatWrite = FloatWrite::new(&FloatShape::ECMASCRIPT);

#[cfg(test)]
mod tests {
    use super::*;

    /// The look through a short string says what unescaping and escaping again finds.
    #[test]
    fn escapes_are_canonical_if_they_come_back() {
        const PIECES: [&str; 13] =
            ["a", "/", "\u{e9}", "\\\"", "\\\\", "\\b", "\\f", "\\n", "\\r", "\\t", "\\/", "\\u0061", "\\u001f"];
        for (first, second) in PIECES.iter().flat_map(|first| PIECES.iter().map(move |second| (first, second))) {
            let raw = [*first, *second, *first].concat();
            let (mut text, mut again) = (Output::default(), Output::default());
            unescape(&mut text, Tier::best(), raw.as_bytes());
            again.escape(Tier::best(), text.written());
            // Controls without a letter are canonical too; the long way copies them.
            let looks_canonical = has_canonical_escapes(raw.as_bytes());
            assert_eq!(looks_canonical, again.written() == raw.as_bytes() && !raw.contains("\\u"), "{raw}");
        }
    }
}
