//! Whether a JSON text keeps rules beyond RFC 8259, token by token.
//! Standards: RFC 7493; PostgreSQL, the types `jsonb` and `numeric`.

use crate::json_check::{JsonLimits, json_check};
use crate::json_structure::{JsonRules, json_structure};
use crate::utf8::{Unit, first_unit};
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Rules beyond RFC 8259.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JsonRestrictions {
    /// No name twice in an object.
    pub unique_names: bool,
    /// RFC 7493.
    pub i_json: bool,
    /// No U+0000.
    pub no_nul: bool,
    /// What PostgreSQL's `jsonb` takes.
    pub jsonb: bool,
}

impl JsonRestrictions {
    /// Whether one of the rules refuses lone surrogates, whatever other rules say.
    pub fn refuse_surrogates(&self) -> bool {
        self.i_json || self.jsonb
    }
}

/// The first fault of a text by offset: the error that it has without restrictions, which is `checked`, or an earlier one.
///
/// # Errors
///
/// `checked`, or a name (312), character (313, 314) or number (315, 316, 606) that is refused, if all of it is before that
/// error. A name or number counts if it is whole there.
pub fn json_restricted(
    rules: JsonRules,
    restrictions: JsonRestrictions,
    checked: Result<(), Error>,
    src: &[u8],
) -> Result<(), Error> {
    let until = checked.map_or_else(|error| error.offset as usize, |()| src.len());
    // A number may continue after the limit.
    let number_until =
        until.saturating_sub(usize::from(checked.is_err_and(|error| error.code == ErrorCode::LimitRecordLen)));
    let mut faults: Vec<(usize, ErrorCode)> = Vec::new();
    let mut open: Vec<Option<Vec<Vec<u32>>>> = Vec::new();
    let mut before = b',';
    let tokens = json_structure(JsonRules { lines: false, ..rules }, src, Chunk::Last).tokens;
    let ends = tokens.iter().skip(1).map(|token| token.1).chain([src.len()]);
    for (&(token, at), end) in tokens.iter().zip(ends).take_while(|((_, at), _)| *at < until) {
        match token {
            b'{' => open.push(Some(Vec::new())),
            b'[' => open.push(None),
            b'}' | b']' => drop(open.pop()),
            b'"' => {
                let (characters, ends) = characters(src, at + 1, until);
                faults.extend(characters.iter().filter_map(|&(at, code)| Some((at, refused(restrictions, code)?))));
                let name: Vec<u32> = characters.iter().map(|&(_, code)| code).collect();
                if let Some(Some(names)) = open.last_mut().filter(|_| ends && before != b':') {
                    if names.contains(&name) && (restrictions.unique_names || restrictions.i_json) {
                        faults.push((at, ErrorCode::NameRepeated));
                    }
                    names.push(name);
                }
            }
            b'-' | b'0'..=b'9' => {
                let text = scalar(&src[at..end]);
                if at + text.len() <= number_until && json_check(rules, JsonLimits::NONE, text.as_bytes()).is_ok() {
                    faults.extend(number(restrictions, text).map(|code| (at, code)));
                }
            }
            _ => {}
        }
        before = token;
    }
    match faults.into_iter().min_by_key(|fault| fault.0) {
        Some((at, code)) => Err(Error::new(code, at as u64)),
        None => checked,
    }
}

/// The characters of the string that begins at `at`, each with its offset, as far as they are whole before `until`; and whether
/// the string ends there.
fn characters(src: &[u8], mut at: usize, until: usize) -> (Vec<(usize, u32)>, bool) {
    let mut found = Vec::new();
    while at < until {
        let (code, len) = match src[at] {
            b'"' => return (found, true),
            b'\\' => escape(&src[at..until]),
            _ => match first_unit(&src[at..until]) {
                Unit::Scalar { code, len } => (code, len),
                Unit::IllFormed { .. } => break,
            },
        };
        if at + len > until {
            break;
        }
        found.push((at, code));
        at += len;
    }
    (found, false)
}

/// The character of an escape and its length, which is too long if the end cuts it.
fn escape(src: &[u8]) -> (u32, usize) {
    let unit = |at: usize| {
        let digits = src.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    match (src.get(1), unit(0), unit(6)) {
        (Some(b'u'), Some(high @ 0xD800..=0xDBFF), Some(low @ 0xDC00..=0xDFFF)) => {
            (0x10000 + (high - 0xD800) * 0x400 + (low - 0xDC00), 12)
        }
        (Some(b'u'), Some(unit), _) => (unit, 6),
        (Some(b'u'), None, _) | (None, ..) => (0, src.len() + 1),
        (Some(letter), ..) => {
            let known = b"bfnrt".iter().position(|known| known == letter);
            (known.map_or(u32::from(*letter), |index| [8, 12, 10, 13, 9][index]), 2)
        }
    }
}

fn refused(restrictions: JsonRestrictions, code: u32) -> Option<ErrorCode> {
    let is_noncharacter = (0xFDD0..0xFDF0).contains(&code) || code % 0x10000 >= 0xFFFE;
    if (restrictions.no_nul || restrictions.jsonb) && code == 0 {
        return Some(ErrorCode::JsonNul);
    }
    (restrictions.i_json && is_noncharacter).then_some(ErrorCode::JsonNoncharacter)
}

/// A number, and what touches it up to the next token.
fn scalar(src: &[u8]) -> &str {
    let len = src.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte)).count();
    std::str::from_utf8(&src[..len]).expect("ASCII")
}

/// The rule that a number breaks.
fn number(restrictions: JsonRestrictions, text: &str) -> Option<ErrorCode> {
    if restrictions.i_json {
        let digits = text.trim_start_matches('-');
        if digits.bytes().all(|byte| byte.is_ascii_digit()) {
            if (digits.len(), digits) > (16, "9007199254740991") {
                return Some(ErrorCode::JsonIntegerInexact);
            }
        } else if text.parse::<f64>().expect("a number").is_infinite() {
            return Some(ErrorCode::NumberOverflow);
        }
    }
    (restrictions.jsonb && !is_numeric(text)).then_some(ErrorCode::JsonNumberRange)
}

/// Whether PostgreSQL's `numeric` holds the number: at most 16,383 decimal places, at most 131,072 digits before the point, and an
/// exponent that is less than half of the greatest 32-bit integer.
fn is_numeric(text: &str) -> bool {
    let lower = text.trim_start_matches('-').to_ascii_lowercase();
    let (mantissa, exponent) = lower.split_once('e').unwrap_or((&lower, "0"));
    // More digits than i128 has are far beyond every limit.
    let Ok(exponent) = exponent.parse::<i128>() else {
        return exponent.trim_start_matches(['+', '-', '0']).is_empty();
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let places = fraction.len() as i128 - exponent;
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_start_matches('0').len() as i128;
    exponent.abs() < 1_073_741_823 && places <= 16_383 && (digits == 0 || digits - places <= 131_072)
}
