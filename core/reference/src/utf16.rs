//! UTF-16 and Latin-1 by their definitions, into UTF-8 and into escaped strings, and UTF-8 into UTF-16.
//! Standard: Unicode, section 3.9, definitions D91 (UTF-16) and D92 (UTF-8); ISO 8859-1; RFC 8259, section 7.

use crate::json_escape::{piece_len, write_scalar, write_unicode_escape};
use crate::utf8::{Unit, first_unit};
use stringmill_outcome::{Error, ErrorCode, Repairs};
use stringmill_profile::{IllFormed, IllFormedUtf16, Profile};

/// Output and repairs, or why not.
type Written = Result<(Vec<u8>, Repairs), Error>;

/// The UTF-8 of all of `src`, and a count of the lone surrogates that `policy` has replaced or passed.
///
/// # Errors
///
/// Under [`IllFormedUtf16::Reject`] the first lone surrogate. [`ErrorCode::PolicyUnsupported`] for
/// [`IllFormedUtf16::Escape`], as UTF-8 has no escapes.
pub fn utf16_to_utf8(policy: IllFormedUtf16, src: &[u16]) -> Written {
    if policy == IllFormedUtf16::Escape {
        return Err(Error::new(ErrorCode::PolicyUnsupported, 0));
    }
    convert(policy, src, &mut |code, out| write_utf8(code, out), &mut |surrogate, out| match policy {
        IllFormedUtf16::Replace => write_utf8(0xFFFD, out),
        IllFormedUtf16::QuestionMark => out.push(b'?'),
        _ => write_utf8(surrogate, out),
    })
}

/// Escapes all of `src` under `profile`, without quotes around it, and counts the lone surrogates that `policy` has
/// replaced or escaped.
///
/// # Errors
///
/// Under [`IllFormedUtf16::Reject`] the first lone surrogate. [`ErrorCode::PolicyUnsupported`] if the policy writes
/// ill-formed UTF-8, or surrogate escapes that readers of the profile refuse.
pub fn json_escape_utf16(profile: &Profile<'_>, policy: IllFormedUtf16, src: &[u16]) -> Written {
    let refused = policy == IllFormedUtf16::Escape && profile.refuses_surrogates();
    if refused || policy == IllFormedUtf16::Wtf8 {
        return Err(Error::new(ErrorCode::PolicyUnsupported, 0));
    }
    convert(policy, src, &mut |code, out| write_scalar(profile, code, out), &mut |surrogate, out| match policy {
        IllFormedUtf16::QuestionMark => write_scalar(profile, '?' as u32, out),
        IllFormedUtf16::Replace if !profile.escapes_replacement() => write_scalar(profile, 0xFFFD, out),
        IllFormedUtf16::Replace => write_unicode_escape(profile, 0xFFFD, out),
        _ => write_unicode_escape(profile, surrogate, out),
    })
}

/// The UTF-8 of all of `src`: each byte is the code point of its value.
pub fn latin1_to_utf8(src: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    src.iter().for_each(|&byte| write_utf8(byte as u32, &mut out));
    out
}

/// Escapes all of `src` under `profile`: each byte is the code point of its value.
pub fn json_escape_latin1(profile: &Profile<'_>, src: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    src.iter().for_each(|&byte| write_scalar(profile, byte as u32, &mut out));
    out
}

/// The UTF-16 of all of `src`, and a count of the pieces that `policy` has replaced, dropped or marked.
///
/// # Errors
///
/// Under [`IllFormed::Reject`] the first ill-formed piece (codes 101 to 107). [`ErrorCode::PolicyUnsupported`] for
/// [`IllFormed::Copy`], as no byte is a code unit, and for [`IllFormed::Visible`], as plain text has no escapes.
pub fn utf8_to_utf16(policy: IllFormed, src: &[u8]) -> Result<(Vec<u16>, Repairs), Error> {
    if matches!(policy, IllFormed::Copy | IllFormed::Visible) {
        return Err(Error::new(ErrorCode::PolicyUnsupported, 0));
    }
    let mut out = Vec::new();
    let mut repairs = Repairs::default();
    let mut at = 0;
    while at < src.len() {
        at += match first_unit(&src[at..]) {
            Unit::Scalar { code, len } => {
                write_utf16(code, &mut out);
                len
            }
            Unit::IllFormed { error, .. } if policy == IllFormed::Reject => return Err(Error::new(error, at as u64)),
            Unit::IllFormed { len, .. } => {
                repairs.note(at);
                let piece = &src[at..at + piece_len(policy, &src[at..], len)];
                match policy {
                    IllFormed::IgnorePhp => {}
                    IllFormed::Reversible => out.extend(piece.iter().map(|&byte| 0xDC00 + byte as u16)),
                    _ => out.push(0xFFFD),
                }
                piece.len()
            }
        };
    }
    Ok((out, repairs))
}

/// The code units of `code`: itself, or two with ten bits each of the excess over U+FFFF.
pub(crate) fn write_utf16(code: u32, out: &mut Vec<u16>) {
    match code {
        0..=0xFFFF => out.push(code as u16),
        _ => out.extend([0xD800 + ((code - 0x1_0000) / 0x400) as u16, 0xDC00 + ((code - 0x1_0000) % 0x400) as u16]),
    }
}

/// A writer of code points.
type Write<'a> = &'a mut dyn FnMut(u32, &mut Vec<u8>);

/// Hands each scalar value to `scalar`, and each lone surrogate to `lone`.
fn convert(policy: IllFormedUtf16, src: &[u16], scalar: Write<'_>, lone: Write<'_>) -> Written {
    let mut out = Vec::new();
    let mut repairs = Repairs::default();
    let mut at = 0;
    while at < src.len() {
        let unit = src[at] as u32;
        let next = src.get(at + 1).map(|&unit| unit as u32).unwrap_or(0);
        if is_high(unit) && is_low(next) {
            scalar(0x1_0000 + (unit - 0xD800) * 0x400 + (next - 0xDC00), &mut out);
            at += 2;
            continue;
        }
        if !is_high(unit) && !is_low(unit) {
            scalar(unit, &mut out);
        } else if policy == IllFormedUtf16::Reject {
            return Err(Error::new(ErrorCode::Utf16SurrogateLone, at as u64));
        } else {
            repairs.note(at);
            lone(unit, &mut out);
        }
        at += 1;
    }
    Ok((out, repairs))
}

fn is_high(unit: u32) -> bool {
    (0xD800..=0xDBFF).contains(&unit)
}

fn is_low(unit: u32) -> bool {
    (0xDC00..=0xDFFF).contains(&unit)
}

/// The bytes of UTF-8 for `code`, which may be a surrogate: the lead byte gives the number of bytes, and each byte
/// after it has six bits.
fn write_utf8(code: u32, out: &mut Vec<u8>) {
    let (announcement, continuations) = match code {
        0..=0x7F => (0, 0),
        0x80..=0x7FF => (0xC0, 1),
        0x800..=0xFFFF => (0xE0, 2),
        _ => (0xF0, 3),
    };
    out.push(announcement | (code >> (6 * continuations)) as u8);
    for place in (0..continuations).rev() {
        out.push(0x80 | (code >> (6 * place)) as u8 & 0x3F);
    }
}
