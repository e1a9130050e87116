//! JSON as the module `json` of Python reads and writes it.

mod read;
mod text;
mod write;

use crate::error::in_input;
use crate::output::detached;
use crate::source::Source;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use read::{Hooks, Reader};
use stringmill::convert::canonical::{CanonicalLimits, json_canonical_with};
use stringmill::{Chunk, ErrorCode, Tier, utf8_validate};
use write::{Options, Writer};

/// The text of an object, or None if `json` has to encode it.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of json.dumps")]
pub(crate) fn json_dumps<'py>(
    py: Python<'py>,
    obj: &Bound<'py, PyAny>,
    skipkeys: bool,
    ensure_ascii: bool,
    check_circular: bool,
    allow_nan: bool,
    indent: Option<&[u8]>,
    between: &[u8],
    after_key: &[u8],
    default: Option<Bound<'py, PyAny>>,
    sort_keys: bool,
    as_bytes: bool,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let options = Options { skipkeys, check_circular, allow_nan, sort_keys, indent, between, after_key, default };
    let mut writer = Writer::new(py, &options, ensure_ascii);
    match writer.value(obj) {
        Ok(()) => {}
        Err(write::Stop::Decline) => return Ok(None),
        Err(write::Stop::Raise(error)) => return Err(error),
    }
    let text = writer.text.written();
    if as_bytes && !writer.surrogates {
        return Ok(Some(PyBytes::new(py, text).into_any()));
    }
    if !writer.surrogates {
        return Ok(Some(PyString::from_bytes(py, text)?.into_any()));
    }
    let text = PyBytes::new(py, text).call_method1("decode", ("utf-8", "surrogatepass"))?;
    // As `str.encode` fails on it.
    if as_bytes { text.call_method0("encode").map(Some) } else { Ok(Some(text)) }
}

/// The value of a text in a tuple; an empty tuple if the text is refused, or None if only `json` can read it.
#[pyfunction]
pub(crate) fn json_loads<'py>(
    py: Python<'py>,
    s: &Bound<'py, PyAny>,
    object_hook: Option<Bound<'py, PyAny>>,
    parse_float: Option<Bound<'py, PyAny>>,
    parse_int: Option<Bound<'py, PyAny>>,
    parse_constant: Option<Bound<'py, PyAny>>,
    object_pairs_hook: Option<Bound<'py, PyAny>>,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let Ok(source) = Source::of(s) else { return Ok(None) };
    let src = source.bytes();
    match &source {
        Source::Text(_) => {}
        Source::Bytes(_) if is_utf8(src) => {}
        _ => return Ok(None),
    }
    let hooks = Hooks {
        object: object_hook,
        pairs: object_pairs_hook,
        float: parse_float,
        int: parse_int,
        constant: parse_constant,
    };
    match Reader::new(py, src, &hooks).document() {
        Ok(value) => PyTuple::new(py, [value]).map(Some),
        Err(read::Stop::Decline) => Ok(Some(PyTuple::empty(py))),
        Err(read::Stop::Raise(error)) => Err(error),
    }
}

/// Whether `json` reads these bytes as UTF-8 without a byte order mark, and they are well-formed.
fn is_utf8(src: &[u8]) -> bool {
    // UTF-16 and UTF-32 have a zero among the first bytes of a text, or a byte order mark.
    let marks: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFE\xFF", b"\xFF\xFE"];
    let zero = src.iter().take(4).any(|&byte| byte == 0);
    !zero && !marks.iter().any(|mark| src.starts_with(mark)) && utf8_validate(src, Chunk::Last).is_ok()
}

/// The canonical form of a JSON text: a `str` or a contiguous buffer of UTF-8.
#[pyfunction]
pub(crate) fn json_canonical<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    max_depth: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    let source = Source::of(data)?;
    let src = source.bytes();
    let limits = CanonicalLimits { depth_max: max_depth, memory_max: usize::MAX };
    let made = detached(py, src, source.constant(), || json_canonical_with(Tier::best(), limits, src));
    match made {
        Ok(out) => Ok(PyBytes::new(py, &out)),
        Err(error) if error.code == ErrorCode::MemoryRefused => Err(PyMemoryError::new_err(())),
        Err(error) => Err(in_input(py, error, source.view())),
    }
}
