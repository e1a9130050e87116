//! Escaping, one unit at a time.
//! Standard: RFC 8259, section 7, with the changes of a profile.

use crate::utf8::{Unit, first_unit, is_continuation};
use stringmill_outcome::{Error, ErrorCode, Repairs};
use stringmill_profile::{HexCase, IllFormed, Profile, UnicodeForm};

/// Escapes the whole of `src` under `profile`, without quotes around it, and counts the pieces that `policy` has
/// replaced, dropped or marked.
///
/// # Errors
///
/// Under [`IllFormed::Reject`] the first ill-formed piece (codes 101 to 107). [`ErrorCode::PolicyUnsupported`] if the
/// policy writes lone surrogate escapes and readers of the profile refuse them.
pub fn json_escape(profile: &Profile<'_>, policy: IllFormed, src: &[u8]) -> Result<(Vec<u8>, Repairs), Error> {
    if policy == IllFormed::Reversible && profile.refuses_surrogates() {
        return Err(Error::new(ErrorCode::PolicyUnsupported, 0));
    }
    let mut out = Vec::new();
    let mut repairs = Repairs::default();
    let mut at = 0;
    while at < src.len() {
        at += match first_unit(&src[at..]) {
            Unit::Scalar { code, len } => {
                write_scalar(profile, code, &mut out);
                len
            }
            Unit::IllFormed { error, .. } if policy == IllFormed::Reject => return Err(Error::new(error, at as u64)),
            // An ill-formed piece never begins with an ASCII byte.
            Unit::IllFormed { .. } if policy == IllFormed::Copy => {
                out.push(src[at]);
                1
            }
            Unit::IllFormed { len, .. } => {
                repairs.note(at);
                let piece = &src[at..at + piece_len(policy, &src[at..], len)];
                write_repair(profile, policy, piece, &mut out);
                piece.len()
            }
        };
    }
    Ok((out, repairs))
}

/// Writes one scalar value, escaped if the profile says so.
pub(crate) fn write_scalar(profile: &Profile<'_>, code: u32, out: &mut Vec<u8>) {
    if code < 0x80 {
        match profile.ascii()[code as usize].bytes() {
            Some(escape) => out.extend_from_slice(escape),
            None => out.push(code as u8),
        }
    } else if profile.non_ascii().iter().any(|&(first, last)| (first..=last).contains(&code)) {
        write_unicode_escape(profile, code, out);
    } else {
        let scalar = char::from_u32(code).expect("a scalar value");
        out.extend_from_slice(scalar.to_string().as_bytes());
    }
}

/// Writes the escape of a code point above U+007F, which may be a surrogate.
pub(crate) fn write_unicode_escape(profile: &Profile<'_>, code: u32, out: &mut Vec<u8>) {
    let escape = match profile.form() {
        UnicodeForm::Ion if code <= 0xFF => format!("\\x{}", hex(profile.hex(), code, 2)),
        UnicodeForm::Ion if code > 0xFFFF => format!("\\U{}", hex(profile.hex(), code, 8)),
        UnicodeForm::Json if code > 0xFFFF => {
            let (high, low) = (0xD800 + (code - 0x1_0000) / 0x400, 0xDC00 + (code - 0x1_0000) % 0x400);
            format!("\\u{}\\u{}", hex(profile.hex(), high, 4), hex(profile.hex(), low, 4))
        }
        UnicodeForm::Ion | UnicodeForm::Json => format!("\\u{}", hex(profile.hex(), code, 4)),
    };
    out.extend_from_slice(escape.as_bytes());
}

fn hex(case: HexCase, number: u32, digits: usize) -> String {
    match case {
        HexCase::Lower => format!("{number:0digits$x}"),
        HexCase::Upper => format!("{number:0digits$X}"),
    }
}

/// Writes the policy's replacement for `piece`.
fn write_repair(profile: &Profile<'_>, policy: IllFormed, piece: &[u8], out: &mut Vec<u8>) {
    match policy {
        IllFormed::Reject | IllFormed::Copy | IllFormed::IgnorePhp => {}
        IllFormed::Replace | IllFormed::ReplaceJava | IllFormed::ReplacePhp if profile.escapes_replacement() => {
            write_unicode_escape(profile, 0xFFFD, out);
        }
        IllFormed::Replace | IllFormed::ReplaceJava | IllFormed::ReplacePhp => write_scalar(profile, 0xFFFD, out),
        IllFormed::Visible => {
            for byte in piece {
                for letter in format!("\\x{byte:02X}").chars() {
                    write_scalar(profile, letter as u32, out);
                }
            }
        }
        IllFormed::Reversible => {
            for &byte in piece {
                write_unicode_escape(profile, 0xDC00 + byte as u32, out);
            }
        }
    }
}

/// Length of the piece at the beginning of `src` that the policy repairs at once; `subpart` is the length of the
/// maximal subpart.
pub(crate) fn piece_len(policy: IllFormed, src: &[u8], subpart: usize) -> usize {
    match policy {
        IllFormed::ReplaceJava => java_piece_len(src, subpart),
        IllFormed::ReplacePhp | IllFormed::IgnorePhp => php_piece_len(src),
        _ => subpart,
    }
}

/// The decoder of the JDK finds a surrogate only when it has the three bytes, so those are one piece; if the third is
/// missing, the first two are.
fn java_piece_len(src: &[u8], subpart: usize) -> usize {
    let begins_surrogate = src[0] == 0xED && src.len() >= 2 && (0xA0..=0xBF).contains(&src[1]);
    if !begins_surrogate {
        subpart
    } else if src.len() >= 3 && is_continuation(src[2]) {
        3
    } else {
        2
    }
}

/// PHP takes as many bytes as the lead byte announces, but stops before one that could begin a character.
fn php_piece_len(src: &[u8]) -> usize {
    let begins_character = |byte: u8| byte < 0x80 || (0xC2..=0xF4).contains(&byte);
    let announced = if (0xC2..=0xF4).contains(&src[0]) { src[0].leading_ones() as usize } else { 1 };
    let mut len = 1;
    while len < announced && len < src.len() && !begins_character(src[len]) {
        len += 1;
    }
    len
}
