//! Scalars of binary Ion as Ion text. Ints and coefficients become base 10, which takes quadratic time, up to a bounded
//! length; longer ints become base 16.

use super::cursor::{Cursor, uint};
use super::magnitude::{coefficient, hex};
use super::timestamp;
use crate::grammar::quoted::Quote;
use crate::grammar::text_value::Token;
use crate::grammar::window::{Scan, ScanStop};
use crate::kind::Kind;
use crate::options::Form;
use crate::spelling;
use crate::value::Int;
use stringmill_kernels::{Tier, utf8_validate_with};
use stringmill_outcome::{Chunk, ErrorCode};
use stringmill_output::Output;

/// Writes the text of a scalar other than a bool, int or null, and returns its token. `body` is at its first byte after
/// the head, and ends with the value.
pub(crate) fn spell(out: &mut Output, tier: Tier, kind: Kind, body: Cursor<'_>) -> Scan<Token> {
    let bytes = &body.bytes[body.at..body.end as usize];
    match kind {
        Kind::Float => Ok(float(out, bytes)),
        Kind::Decimal => decimal(out, body),
        Kind::Timestamp => timestamp::spell(out, tier, body).map(|()| Token::Plain(Kind::Timestamp)),
        // No table has an ID of more than 64 bits, and no table has the largest ID of 64 bits.
        Kind::Symbol => Ok(Token::SymbolId(uint(bytes).unwrap_or(u64::MAX))),
        Kind::String => {
            check_utf8(tier, bytes).map_err(|(code, at)| ScanStop::Error(code, body.at + at))?;
            quoted(out, bytes);
            Ok(Token::Plain(Kind::String))
        }
        _ => {
            quoted(out, bytes);
            Ok(Token::Quoted { quote: Quote::Clob, plain: true })
        }
    }
}

fn check_utf8(tier: Tier, bytes: &[u8]) -> Result<(), (ErrorCode, usize)> {
    if bytes.is_ascii() {
        return Ok(());
    }
    match utf8_validate_with(tier, bytes, Chunk::Last) {
        Ok(_) => Ok(()),
        Err(error) => Err((error.code, error.offset as usize)),
    }
}

/// Writes bytes unchanged between double quotes.
fn quoted(out: &mut Output, bytes: &[u8]) {
    out.put_byte(b'"');
    out.put(bytes);
    out.put_byte(b'"');
}

/// Writes an int with this magnitude, whose first byte is at `at`.
pub(crate) fn int(out: &mut Output, negative: bool, magnitude: &[u8], start: usize) -> Scan<Token> {
    let magnitude = without_zeros(magnitude);
    if negative && magnitude.is_empty() {
        return Err(ScanStop::Error(ErrorCode::IonBinaryNegativeZero, start));
    }
    if let Some(value) = uint(magnitude) {
        if negative {
            out.put_byte(b'-');
        }
        spelling::uint64(out, value);
        return Ok(Token::Plain(Kind::Int));
    }
    if magnitude.len() <= BASE_10_MAX {
        let mut digits = Output::default();
        hex(&mut digits, magnitude);
        let value = Int { negative, radix: 16, digits: digits.written() };
        if digits.is_refused() || spelling::int(out, &value).is_err() {
            out.refuse();
        }
        return Ok(Token::Plain(Kind::Int));
    }
    out.put(if negative { b"-0x" } else { b"0x" });
    hex(out, magnitude);
    Ok(Token::Number(Kind::Int))
}

fn without_zeros(bytes: &[u8]) -> &[u8] {
    &bytes[bytes.iter().take_while(|&&byte| byte == 0).count()..]
}

fn float(out: &mut Output, bytes: &[u8]) -> Token {
    let value = match (bytes.first_chunk::<4>(), bytes.first_chunk::<8>()) {
        (_, Some(eight)) => f64::from_be_bytes(*eight),
        (Some(four), None) => f64::from(f32::from_be_bytes(*four)),
        (None, None) => 0.0,
    };
    spelling::float(out, value, Form::Stable);
    if value.is_finite() { Token::Plain(Kind::Float) } else { Token::Special(value) }
}

fn decimal(out: &mut Output, mut body: Cursor<'_>) -> Scan<Token> {
    let exponent = if body.at as u64 == body.end { 0 } else { body.var_int64()? };
    let mut digits = Output::default();
    let negative = coefficient(&mut digits, body)?;
    if digits.is_refused() || spelling::decimal(out, negative, digits.written(), exponent).is_err() {
        out.refuse();
    }
    Ok(Token::Number(Kind::Decimal))
}

/// The longest magnitude of an int, in bytes, that becomes base 10.
const BASE_10_MAX: usize = 256;
