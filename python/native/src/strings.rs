//! Operations on strings and bytes.

use crate::choices::{choice, utf8_rules, utf16_rules};
use crate::error::{View, in_input};
use crate::output::{Call, Repairs, detached, report};
use crate::source::{Source, Target};
use pyo3::prelude::*;
use stringmill::{
    Chunk, Error, ErrorCode, IllFormed, JsonEscape, JsonEscapeUtf16, JsonUnescape, LoneSurrogates, json_escape_utf16,
    utf8_validate as validate,
};

/// The profile that escapes nothing.
pub(crate) const PLAIN: stringmill::Profile<'static> = stringmill::Profile::empty("plain");

/// The policy that every profile has, for bytes and for a `str`.
const REJECT: &str = IllFormed::Reject.name();

/// Escapes text for the inside of a JSON string. Does not add the quotes around it.
///
/// `data` is a `str` or a contiguous buffer of UTF-8. Returns `bytes`, or the number of bytes written into the buffer
/// `into`. `policy` says how to handle ill-formed UTF-8, or lone surrogates of a `str`; `repairs` then has their number.
///
/// >>> stringmill.json_escape('say "hi"\n')
/// b'say \\"hi\\"\\n'
/// >>> stringmill.json_escape(b"caf\xE9", policy="replace")
/// b'caf\xef\xbf\xbd'
/// >>> stringmill.json_escape("</é>", profile="php")
/// b'<\\/\\u00e9>'
#[pyfunction]
#[pyo3(signature = (data, /, *, profile = "json", policy = "reject", into = None, repairs = None))]
pub(crate) fn json_escape<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    profile: &str,
    policy: &str,
    into: Option<&Bound<'py, PyAny>>,
    repairs: Option<Bound<'py, Repairs>>,
) -> PyResult<Bound<'py, PyAny>> {
    let source = Source::of(data)?;
    let target = into.map(|into| Target::of(into, &source)).transpose()?;
    let src = source.bytes();
    if !source.is_text() {
        let rules = &*utf8_rules(py, profile, policy)?;
        let call = Call { py, src, view: View::Bytes(src), constant: source.constant(), target, repairs };
        return call.run(JsonEscape::UNIT_MAX, rules.bound(src.len()), |src, dst, repairs| {
            stringmill::json_escape(rules, src, dst, Chunk::Last, repairs)
        });
    }
    // Checks the policy for every text, even if the text does not need it.
    let units_rules = (policy != REJECT).then(|| utf16_rules(py, profile, policy)).transpose()?;
    if let Source::Surrogates { text, .. } = &source {
        let units = utf16_of(text)?;
        let rules = match units_rules {
            Some(rules) => rules,
            None => utf16_rules(py, profile, policy)?,
        };
        let rules = &*rules;
        let call = Call { py, src: &units[..], view: View::TextUnits(&units), constant: true, target, repairs };
        return call.run(JsonEscapeUtf16::UNIT_MAX, rules.bound(units.len()), |src, dst, repairs| {
            json_escape_utf16(rules, src, dst, Chunk::Last, repairs)
        });
    }
    // The text is well-formed, so any policy gives the same result.
    let rules = &*utf8_rules(py, profile, REJECT)?;
    let call = Call { py, src, view: View::Text(src), constant: true, target, repairs };
    call.run(JsonEscape::UNIT_MAX, rules.bound(src.len()), |src, dst, repairs| {
        stringmill::json_escape(rules, src, dst, Chunk::Last, repairs)
    })
}

/// The UTF-16 of a `str`.
pub(crate) fn utf16_of(text: &Bound<'_, pyo3::types::PyString>) -> PyResult<Vec<u16>> {
    let encoded = text.call_method1("encode", ("utf-16-le", "surrogatepass"))?;
    let bytes: &[u8] = encoded.extract()?;
    Ok(bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect())
}

/// Unescapes the inside of a JSON string, without the quotes around it, into UTF-8.
///
/// `surrogates` says how to handle an escape of a lone surrogate: `reject`, `replace`, or `reversible`.
///
/// >>> stringmill.json_unescape(r'caf\u00e9 \ud83d\ude00')
/// b'caf\xc3\xa9 \xf0\x9f\x98\x80'
#[pyfunction]
#[pyo3(signature = (data, /, *, surrogates = "reject", into = None, repairs = None))]
pub(crate) fn json_unescape<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    surrogates: &str,
    into: Option<&Bound<'py, PyAny>>,
    repairs: Option<Bound<'py, Repairs>>,
) -> PyResult<Bound<'py, PyAny>> {
    let surrogates = choice(py, "surrogates", surrogates, LoneSurrogates::ALL, LoneSurrogates::name)?;
    let source = Source::of(data)?;
    let target = into.map(|into| Target::of(into, &source)).transpose()?;
    let src = source.bytes();
    let rules = JsonUnescape { surrogates };
    let call = Call { py, src, view: source.view(), constant: source.constant(), target, repairs };
    call.run(JsonUnescape::UNIT_MAX, Some(rules.bound(src.len())), |src, dst, repairs| {
        let done = stringmill::json_unescape(rules, src, dst, Chunk::Last, repairs)?;
        // An unescaped quote would end a string, but this text has no quotes around it.
        match src.get(done.read) {
            Some(b'"') => Err(Error::new(ErrorCode::QuoteUnescaped, done.read as u64)),
            _ => Ok(done),
        }
    })
}

/// Returns how many leading bytes of a buffer are whole, well-formed UTF-8 sequences, or raises StringmillError.
///
/// That is all of them, unless `final` is false and the buffer ends inside a sequence: then it is up to three bytes less.
///
/// >>> stringmill.utf8_validate("café".encode())
/// 5
/// >>> stringmill.utf8_validate("café".encode()[:4], final=False)
/// 3
#[pyfunction]
#[pyo3(signature = (data, /, *, r#final = true))]
pub(crate) fn utf8_validate<'py>(py: Python<'py>, data: &Bound<'py, PyAny>, r#final: bool) -> PyResult<usize> {
    let source = Source::of_bytes(data)?;
    let src = source.bytes();
    let chunk = if r#final { Chunk::Last } else { Chunk::More };
    let checked = detached(py, src, source.constant(), || validate(src, chunk));
    checked.map_err(|error| in_input(py, error, View::Bytes(src)))
}

/// Writes a buffer as well-formed UTF-8. Returns `data` itself if it is `bytes` and well-formed.
///
/// >>> repairs = stringmill.Repairs()
/// >>> stringmill.utf8_repair(b"caf\xE9!", repairs=repairs), repairs.count, repairs.first
/// (b'caf\xef\xbf\xbd!', 1, 3)
#[pyfunction]
#[pyo3(signature = (data, /, *, policy = "replace", into = None, repairs = None))]
pub(crate) fn utf8_repair<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    policy: &str,
    into: Option<&Bound<'py, PyAny>>,
    repairs: Option<Bound<'py, Repairs>>,
) -> PyResult<Bound<'py, PyAny>> {
    let policy = choice(py, "policy", policy, IllFormed::ALL, IllFormed::name)?;
    let source = Source::of_bytes(data)?;
    let src = source.bytes();
    let constant = source.constant();
    if into.is_none()
        && matches!(source, Source::Bytes(_))
        && detached(py, src, constant, || validate(src, Chunk::Last).is_ok())
    {
        report(repairs, 0, None)?;
        return Ok(data.clone());
    }
    let target = into.map(|into| Target::of(into, &source)).transpose()?;
    let rules = &JsonEscape::new(&PLAIN, policy).map_err(|error| in_input(py, error, View::Bytes(src)))?;
    let call = Call { py, src, view: View::Bytes(src), constant, target, repairs };
    call.run(JsonEscape::UNIT_MAX, rules.bound(src.len()), |src, dst, repairs| {
        stringmill::json_escape(rules, src, dst, Chunk::Last, repairs)
    })
}
