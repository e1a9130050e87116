//! Escaping, unescaping and validation.

use crate::arguments::{chunk, misuse, numbered};
use crate::door::{Object, Parts, Range, call};
use stringmill::{
    Error, ErrorCode, JsonUnescape, LoneSurrogates, Progress, Tier, json_escape, json_escape_utf16_with, json_unescape,
    utf8_validate,
};

/// UTF-8 under the rules of a handle.
#[unsafe(no_mangle)]
extern "C" fn smill_json_escape(rules: u32, from: u32, to: u32, last: u32) -> u32 {
    call(|door| {
        door.run(Range { from, to }, |Parts { src, dst, objects, .. }, repairs| match objects.get(rules)? {
            Object::Utf8Rules(rules) => json_escape(rules, src, dst, chunk(last), repairs),
            _ => Err(misuse(ErrorCode::RulesMismatched)),
        })
    })
}

/// The same for UTF-16, little-endian, of which the results count code units. Only strings with lone surrogates come here, too few
/// for the kernels with vectors, which would be a tenth of the module.
#[unsafe(no_mangle)]
extern "C" fn smill_json_escape_units(rules: u32, from: u32, to: u32, last: u32) -> u32 {
    call(|door| {
        door.run(Range { from, to }, |Parts { src, dst, units, objects }, repairs| {
            let units = units_of(src, units, u16::from_le_bytes)?;
            match objects.get(rules)? {
                Object::Utf16Rules(rules) => {
                    json_escape_utf16_with(Tier::SCALAR, rules, units, dst, chunk(last), repairs)
                }
                _ => Err(misuse(ErrorCode::RulesMismatched)),
            }
        })
    })
}

/// The inside of a JSON string into UTF-8.
#[unsafe(no_mangle)]
extern "C" fn smill_json_unescape(surrogates: u32, from: u32, to: u32, last: u32) -> u32 {
    call(|door| {
        let rules = JsonUnescape { surrogates: numbered(LoneSurrogates::ALL, surrogates)? };
        door.run(Range { from, to }, |Parts { src, dst, .. }, repairs| {
            let done = json_unescape(rules, src, dst, chunk(last), repairs)?;
            without_quote(src, done)
        })
    })
}

/// An unescaped quote ends a string, and there is no string around this text.
fn without_quote(src: &[u8], done: Progress) -> Result<Progress, Error> {
    match src.get(done.read) {
        Some(b'"') => Err(Error::new(ErrorCode::QuoteUnescaped, done.read as u64)),
        _ => Ok(done),
    }
}

/// The value is the length of the well-formed bytes.
#[unsafe(no_mangle)]
extern "C" fn smill_utf8_valid(from: u32, to: u32, last: u32) -> u32 {
    call(|door| {
        door.run(Range { from, to }, |Parts { src, .. }, _| {
            Ok(Progress { read: utf8_validate(src, chunk(last))?, written: 0 })
        })
    })
}

/// The code units of `src`, in `units`.
pub(crate) fn units_of<'u>(
    src: &[u8],
    units: &'u mut [u16],
    unit: impl Fn([u8; 2]) -> u16,
) -> Result<&'u [u16], Error> {
    let (pairs, []) = src.as_chunks() else { return Err(misuse(ErrorCode::LengthExcessive)) };
    let units = units.get_mut(..pairs.len()).ok_or(misuse(ErrorCode::LengthExcessive))?;
    for (place, &pair) in units.iter_mut().zip(pairs) {
        *place = unit(pair);
    }
    Ok(units)
}
