//! Events on a tape, and their values:
//!
//! - bool: the form is 1 for true;
//! - int: see [`int`];
//! - float: a 64-bit float;
//! - decimal: the length of its text, see [`decimal`];
//! - timestamp: the same, see [`timestamp`]; the form is its precision, 0 for a year to 4 for a second;
//! - symbol: as field names; string: the length of its text; clob, blob: the number of its bytes.

use super::names::{self, Names};
use super::tape::Tape;
use stringmill::ion::{Decimal, Event, Int, Kind, Reader};

/// What an event is.
const VALUE: u32 = 0;
const NULL: u32 = 1;
const OPEN: u32 = 2;
const CLOSE: u32 = 3;

/// Places of bits in the first word of an event.
const IS: u32 = 4;
const FORM: u32 = 6;
const FIELD: u32 = 1 << 9;
const ANNOTATED: u32 = 1 << 10;

/// Forms of an int: one word, a 64-bit float without a fraction, a 64-bit int, or a text with `0x` or `0b` if its base is not ten.
const INT_WORD: u32 = 0;
const INT_FLOAT: u32 = 1;
const INT_LONG: u32 = 2;
const INT_TEXT: u32 = 3;
const INT_NEGATIVE_TEXT: u32 = 4;
/// All ints up to this one, and none above, are doubles without a neighbour of the same value.
const SAFE_MAX: u64 = (1 << 53) - 1;

/// Writes an event. `None`, here and below, if memory is refused.
#[inline]
pub(super) fn write(reader: &mut Reader<'_>, names: &mut Names, tape: &mut Tape, event: Event) -> Option<()> {
    let (is, kind) = match event {
        Event::Value(kind) => (VALUE, kind),
        Event::Null(kind) => (NULL, kind),
        Event::Open(kind) => (OPEN, kind),
        Event::Close(kind) => (CLOSE, kind),
        Event::NeedInput | Event::End => return Some(()),
    };
    let annotations = reader.annotations().len();
    let words = names::WORDS * (annotations.checked_add(2)?) + 1;
    let place = tape.begin(kind as u32 | is << IS, reader.offset(), words)?;
    if let Some(name) = reader.field_name() {
        tape.flag(place, FIELD);
        names.put(name, tape)?;
    }
    if annotations > 0 {
        tape.flag(place, ANNOTATED);
        tape.word(annotations as u32);
        reader.annotations().try_for_each(|name| names.put(name, tape))?;
    }
    if is == VALUE {
        let form = scalar(reader, names, tape, kind)?;
        tape.flag(place, form << FORM);
    }
    Some(())
}

/// Writes a value, and returns its form.
#[inline]
fn scalar(reader: &mut Reader<'_>, names: &mut Names, tape: &mut Tape, kind: Kind) -> Option<u32> {
    match kind {
        Kind::Bool => return reader.bool().map(u32::from),
        Kind::Int => return int(reader.int()?, tape),
        Kind::Timestamp => return timestamp(reader.raw_text(), tape),
        Kind::Float => tape.pair(reader.float()?.to_bits()),
        Kind::Decimal => decimal(reader, tape)?,
        Kind::Symbol => names.put(reader.symbol()?, tape)?,
        Kind::String => {
            let len = tape.text(reader.string()?)?;
            tape.word(len);
        }
        Kind::Clob | Kind::Blob => {
            let len = tape.bytes(reader.bytes()?)?;
            tape.word(len);
        }
        // Not scalars.
        Kind::Null | Kind::List | Kind::Sexp | Kind::Struct => {}
    }
    Some(0)
}

fn int(int: Int<'_>, tape: &mut Tape) -> Option<u32> {
    if let Some(value) = int.to_i64() {
        if let Ok(word) = i32::try_from(value) {
            tape.word(word.cast_unsigned());
            return Some(INT_WORD);
        }
        if value.unsigned_abs() <= SAFE_MAX {
            tape.pair((value as f64).to_bits());
            return Some(INT_FLOAT);
        }
        tape.pair(value.cast_unsigned());
        return Some(INT_LONG);
    }
    let base: &[u8] = match int.radix {
        16 => b"0x",
        2 => b"0b",
        _ => b"",
    };
    let len = tape.text(base)? + tape.text(int.digits)?;
    tape.word(len);
    Some(if int.negative { INT_NEGATIVE_TEXT } else { INT_TEXT })
}

/// Writes all digits of a decimal, as in `1.50`, `-0.0`, `12`, `12e3`, `1e-12`: with a point if at most five zeros follow it
/// before the coefficient, otherwise with an exponent.
fn decimal(reader: &mut Reader<'_>, tape: &mut Tape) -> Option<()> {
    let raw = reader.raw_text();
    if reader.is_plain_number() && raw.contains(&b'.') && !unsigned(raw).starts_with(b"0.00000") {
        let len = tape.text(raw)?;
        tape.word(len);
        return Some(());
    }
    let Decimal { negative, coefficient, exponent } = reader.decimal()?;
    let mut len = if negative { tape.text(b"-")? } else { 0 };
    let Some(exponent) = exponent else {
        // An exponent beyond 64 bits stays as it is written.
        let raw: Vec<u8> = reader.raw_text().iter().filter(|&&byte| byte != b'_').map(u8::to_ascii_lowercase).collect();
        let (digits, exponent) = raw.split_at(raw.iter().position(|&byte| byte == b'd')?);
        let digits = unsigned(digits.strip_suffix(b".").unwrap_or(digits));
        len += tape.text(digits)? + tape.text(b"e")? + tape.text(&exponent[1..])?;
        tape.word(len);
        return Some(());
    };
    let places = if exponent > 0 { None } else { usize::try_from(exponent.unsigned_abs()).ok() };
    len += match places {
        Some(0) => tape.text(coefficient)?,
        Some(places) if places < coefficient.len() => {
            let (whole, fraction) = coefficient.split_at(coefficient.len() - places);
            tape.text(whole)? + tape.text(b".")? + tape.text(fraction)?
        }
        Some(places) if places - coefficient.len() <= ZEROS.len() => {
            tape.text(b"0.")? + tape.text(&ZEROS[..places - coefficient.len()])? + tape.text(coefficient)?
        }
        _ => tape.text(coefficient)? + tape.text(format!("e{exponent}").as_bytes())?,
    };
    tape.word(len);
    Some(())
}

const ZEROS: &[u8] = b"00000";

fn unsigned(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"-").unwrap_or(text)
}

/// Writes a timestamp as it is, but for an offset of zero, which is `Z`, and a day, which has no `T` after it.
fn timestamp(raw: &[u8], tape: &mut Tape) -> Option<u32> {
    let text = if raw.len() == "2024-01-01T".len() { &raw[..raw.len() - 1] } else { raw };
    let len = match text.strip_suffix(b"+00:00") {
        Some(local) => tape.text(local)? + tape.text(b"Z")?,
        None => tape.text(text)?,
    };
    tape.word(len);
    Some(match text.len() {
        5 => 0,
        8 => 1,
        10 => 2,
        _ => 3 + u32::from(text[16] == b':'),
    })
}
