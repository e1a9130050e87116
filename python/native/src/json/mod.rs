//! JSON as the module `json` of Python reads and writes it.

mod forms;
mod objects;
mod read;
mod text;
mod write;

#[cfg(not(feature = "abi3"))]
use crate::characters::{Characters, characters};
use crate::choices::choice;
use crate::error::in_input;
use crate::ion::NoCollection;
use crate::output::detached;
use crate::source::Source;
use forms::Form;
use objects::Wide;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use read::{Hooks, Reader, is_deep};
use std::borrow::Cow;
use stringmill::convert::canonical::{CanonicalLimits, json_canonical_with};
use stringmill::{Chunk, ErrorCode, IllFormedUtf16, Tier, utf8_validate};
use write::{Options, Writer};

/// The text of an object, or None if `json` has to encode it. `bytes` with a policy for lone surrogates, but a `str` if there
/// are such.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of json.dumps")]
pub(crate) fn json_dumps<'py>(
    py: Python<'py>,
    obj: &Bound<'py, PyAny>,
    surrogates: Option<&str>,
    skipkeys: &Bound<'py, PyAny>,
    ensure_ascii: &Bound<'py, PyAny>,
    check_circular: &Bound<'py, PyAny>,
    allow_nan: &Bound<'py, PyAny>,
    indent: Option<&Bound<'py, PyAny>>,
    separators: Option<&Bound<'py, PyAny>>,
    default: Option<&Bound<'py, PyAny>>,
    sort_keys: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    if let Some(name) = surrogates {
        choice(py, "surrogates", name, IllFormedUtf16::ALL, IllFormedUtf16::name)?;
    }
    let skipkeys = skipkeys.is_truthy()?;
    // With `skipkeys`, the text of an object of which all names are skipped differs between releases of Python.
    let Some(indent) = indent.map_or(Some(None), |indent| indentation(indent).map(Some)) else { return Ok(None) };
    let default_between = if indent.is_some() { "," } else { ", " };
    let known = separators.map_or(Some((default_between.into(), ": ".into())), separators_of);
    let Some((between, after_key)) = known else { return Ok(None) };
    if skipkeys && indent.is_some() {
        return Ok(None);
    }
    let options = Options {
        skipkeys,
        check_circular: check_circular.is_truthy()?,
        allow_nan: allow_nan.is_truthy()?,
        sort_keys: sort_keys.is_truthy()?,
        indent,
        between,
        after_key,
        default,
    };
    let ensure_ascii = ensure_ascii.is_truthy()?;
    let mut writer = Writer::new(py, &options, ensure_ascii);
    match writer.value(obj) {
        Ok(()) => {}
        Err(write::Stop::Decline) => return Ok(None),
        Err(write::Stop::Raise(error)) => return Err(*error),
    }
    let text = writer.text.written();
    let made = match (writer.surrogates, surrogates) {
        (true, _) => PyBytes::new(py, text).call_method1("decode", ("utf-8", "surrogatepass"))?,
        // SAFETY: without lone surrogates, the text is well-formed.
        (false, None) => unsafe { Wide::default().string(py, text)? }.into_any(),
        (false, Some(_)) => PyBytes::new(py, text).into_any(),
    };
    Ok(Some(made))
}

/// What stands for one level, or None if `json` has to say.
fn indentation<'a>(indent: &'a Bound<'_, PyAny>) -> Option<Cow<'a, str>> {
    if let Ok(text) = indent.cast::<PyString>() {
        return text.to_str().ok().map(Cow::Borrowed);
    }
    let spaces: isize = indent.extract().ok()?;
    (spaces <= SPACES_MAX).then(|| Cow::Owned(" ".repeat(usize::try_from(spaces).unwrap_or(0))))
}

/// Both separators of a tuple, or None if `json` has to say.
fn separators_of(separators: &Bound<'_, PyAny>) -> Option<(Cow<'static, str>, Cow<'static, str>)> {
    let pair = separators.cast_exact::<PyTuple>().ok()?;
    let text = |at| Some(Cow::Owned(pair.get_item(at).ok()?.cast::<PyString>().ok()?.to_str().ok()?.to_owned()));
    (pair.len() == 2).then(|| Some((text(0)?, text(1)?)))?
}

/// The most spaces of a level that are written here.
const SPACES_MAX: isize = 1 << 16;

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
    let hooks = Hooks {
        object: object_hook,
        pairs: object_pairs_hook,
        float: parse_float,
        int: parse_int,
        constant: parse_constant,
        is_finite: false,
    };
    match document(s, &hooks)? {
        Some(Ok(value)) => PyTuple::new(py, [value]).map(Some),
        Some(Err(objects::Stop::Decline)) => Ok(Some(PyTuple::empty(py))),
        Some(Err(objects::Stop::Raise(error))) => Err(*error),
        None => Ok(None),
    }
}

/// The value of well-formed UTF-8 without byte order mark, as `loads` makes it. None if it is declined, or has a number that
/// exceeds every 64-bit float.
pub(crate) fn finite_values<'py>(py: Python<'py>, src: &[u8]) -> Option<PyResult<Bound<'py, PyAny>>> {
    let hooks = Hooks { is_finite: true, ..Hooks::default() };
    let read =
        if src.is_ascii() { value::<forms::Ascii>(py, src, &hooks) } else { value::<forms::Utf8>(py, src, &hooks) };
    match read? {
        Ok(value) => Some(Ok(value)),
        Err(objects::Stop::Decline) => None,
        Err(objects::Stop::Raise(error)) => Some(Err(*error)),
    }
}

type Value<'py> = Result<Bound<'py, PyAny>, objects::Stop>;

/// The value of a text in any of its forms; None if only `json` can read it.
fn document<'py>(s: &Bound<'py, PyAny>, hooks: &Hooks<'py>) -> PyResult<Option<Value<'py>>> {
    let py = s.py();
    #[cfg(not(feature = "abi3"))]
    if let Ok(text) = s.cast::<PyString>() {
        return Ok(match characters(text) {
            Some(Characters::Ascii(src)) => value::<forms::Ascii>(py, src, hooks),
            Some(Characters::Latin1(src)) => value::<forms::Latin1>(py, src, hooks),
            Some(Characters::Two(src)) => value::<forms::Characters<u16>>(py, src, hooks),
            Some(Characters::Four(src)) => value::<forms::Characters<u32>>(py, src, hooks),
            None => None,
        });
    }
    #[cfg(feature = "abi3")]
    if let Ok(text) = s.cast::<PyString>()
        && is_mostly_wide(text)?
    {
        return Ok(None);
    }
    let Ok(source) = Source::of(s) else { return Ok(None) };
    let src = source.bytes();
    Ok(match &source {
        Source::Text(_) | Source::Bytes(_) if src.is_ascii() && (source.is_text() || is_utf8(src)) => {
            value::<forms::Ascii>(py, src, hooks)
        }
        Source::Text(_) => value::<forms::Utf8>(py, src, hooks),
        Source::Bytes(_) if is_utf8(src) => value::<forms::Utf8>(py, src, hooks),
        _ => None,
    })
}

fn value<'r, 'py, F: Form>(py: Python<'py>, src: &'r [F::Unit], hooks: &'r Hooks<'py>) -> Option<Value<'py>> {
    if hooks.any() {
        return (!is_deep::<F>(src)).then(|| Reader::<F>::new(py, src, hooks).document());
    }
    // Without a function of the program, the values form no cycles.
    let _no_collection = NoCollection::begin(py);
    Some(Reader::<F>::new(py, src, hooks).document())
}

/// Whether many characters of a text are not ASCII. The stable ABI shows such a `str` only as a copy in UTF-8, and making
/// that takes longer than `json` with its access to the characters.
#[cfg(feature = "abi3")]
fn is_mostly_wide(text: &Bound<'_, PyString>) -> PyResult<bool> {
    /// Characters of a text for each one that is looked at, up to `SAMPLES_MAX`.
    const SAMPLE_EACH: usize = 64;
    const SAMPLES_MAX: usize = 64;
    /// A text with more than one in this many characters that are not ASCII has many of them.
    const WIDE_SHARE: usize = 20;
    let len = text.len()?;
    let samples = (len / SAMPLE_EACH).min(SAMPLES_MAX);
    let wide = (0..samples).filter(|at| {
        // Places without a period, which the text may have too.
        let place = at.wrapping_mul(0x9E37_79B9_7F4A_7C15) % len;
        // SAFETY: the object is a `str`, the place is below its length, and this thread is attached.
        unsafe { pyo3::ffi::PyUnicode_ReadChar(text.as_ptr(), place as pyo3::ffi::Py_ssize_t) > 0x7F }
    });
    // The search ends with the character that decides.
    let few = samples / WIDE_SHARE;
    Ok(wide.take(few + 1).count() > few)
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
    rounds_integers: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let source = Source::of(data)?;
    let src = source.bytes();
    let limits = CanonicalLimits { depth_max: max_depth, memory_max: usize::MAX, rounds_integers };
    let made = detached(py, src, source.constant(), || json_canonical_with(Tier::best(), limits, src));
    match made {
        Ok(out) => Ok(PyBytes::new(py, &out)),
        Err(error) if error.code == ErrorCode::MemoryRefused => Err(PyMemoryError::new_err(())),
        Err(error) => Err(in_input(py, error, source.view())),
    }
}
