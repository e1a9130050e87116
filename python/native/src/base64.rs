//! Base64.

use crate::choices::choice;
use crate::error::View;
use crate::output::Call;
use crate::source::{Source, Target};
use pyo3::prelude::*;
use stringmill::{
    Base64Alphabet, Base64Decode, Base64Encode, Base64Padding, Chunk, TrailingBits, WhiteSpace,
    base64_decode as decode, base64_encode as encode,
};

const ALPHABETS: &[Base64Alphabet] = &[Base64Alphabet::Standard, Base64Alphabet::Url];
const PADDINGS: &[Base64Padding] = &[Base64Padding::Required, Base64Padding::Optional, Base64Padding::Forbidden];
const TRAILING_BITS: &[TrailingBits] = &[TrailingBits::Refuse, TrailingBits::Drop];
const WHITE_SPACES: &[WhiteSpace] = &[WhiteSpace::Refuse, WhiteSpace::Json, WhiteSpace::Whatwg, WhiteSpace::Ion];

/// Encodes a buffer in base64: RFC 4648, section 4, or section 5 with the alphabet `url`.
///
/// >>> stringmill.base64_encode(b"\xFF\xEF", alphabet="url", padded=False)
/// b'_-8'
#[pyfunction]
#[pyo3(signature = (data, /, *, alphabet = "standard", padded = true, into = None))]
pub(crate) fn base64_encode<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    alphabet: &str,
    padded: bool,
    into: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = Base64Encode { alphabet: choice(py, "alphabet", alphabet, ALPHABETS, Base64Alphabet::name)?, padded };
    let source = Source::of_bytes(data)?;
    let target = into.map(|into| Target::of(into, &source)).transpose()?;
    let src = source.bytes();
    let call = Call { py, src, view: View::Bytes(src), constant: source.constant(), target, repairs: None };
    call.run(Base64Encode::UNIT_MAX, rules.bound(src.len()), |src, dst, _| Ok(encode(rules, src, dst, Chunk::Last)))
}

/// Decodes base64 from a `str` or a buffer. By default it accepts only what base64_encode writes.
///
/// `padding` is `required`, `optional` or `forbidden`; `trailing_bits`, the bits after the last byte that should be zero,
/// `refuse` or `drop`; `white_space`, which is allowed anywhere, `refuse`, `json`, `whatwg` or `ion`.
///
/// >>> stringmill.base64_decode("aGVs bG8", padding="optional", white_space="whatwg")
/// b'hello'
#[pyfunction]
#[pyo3(signature = (data, /, *, alphabet = "standard", padding = "required", trailing_bits = "refuse", white_space = "refuse", into = None))]
pub(crate) fn base64_decode<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    alphabet: &str,
    padding: &str,
    trailing_bits: &str,
    white_space: &str,
    into: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = Base64Decode {
        alphabet: choice(py, "alphabet", alphabet, ALPHABETS, Base64Alphabet::name)?,
        padding: choice(py, "padding", padding, PADDINGS, Base64Padding::name)?,
        trailing_bits: choice(py, "trailing_bits", trailing_bits, TRAILING_BITS, TrailingBits::name)?,
        white_space: choice(py, "white_space", white_space, WHITE_SPACES, WhiteSpace::name)?,
    };
    let source = Source::of(data)?;
    let target = into.map(|into| Target::of(into, &source)).transpose()?;
    let src = source.bytes();
    let call = Call { py, src, view: source.view(), constant: source.constant(), target, repairs: None };
    call.run(Base64Decode::UNIT_MAX, Some(rules.bound(src.len())), |src, dst, _| decode(rules, src, dst, Chunk::Last))
}
