//! JSON as the module `json` of Python reads and writes it.

mod call;
mod encode;
mod encoder;
mod forms;
mod memory;
mod objects;
mod originals;
mod read;
mod text;
mod write;

#[cfg(not(feature = "abi3"))]
use crate::characters::{Characters, characters};
use crate::choices::{restrictions, seed};
use crate::error::in_input;
use crate::ion::NoCollection;
use crate::output::detached;
use crate::source::Source;
use call::{CallArguments, Function, get_trampoline_function};
use forms::Form;
use memory::Memory;
pub(crate) use originals::keep_json;
use pyo3::exceptions::PyMemoryError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use read::{Hooks, Reader, is_deep};
use std::ffi::CStr;
use stringmill::convert::canonical::{CanonicalLimits, json_canonical_with};
use stringmill::json::{JsonCheck, JsonChecker, JsonStack, RestrictedChecker};
use stringmill::{Chunk, ErrorCode, Tier, utf8_validate};
#[cfg(not(feature = "abi3"))]
pub(crate) use text::short_word;

/// The arguments of `loads`.
const NAMES: [&str; 7] = ["s", "cls", "object_hook", "parse_float", "parse_int", "parse_constant", "object_pairs_hook"];
static LOADS: Function<7> = Function::new("loads", NAMES, loads);

const LOADS_SAYS: &CStr =
    c"loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, \
object_pairs_hook=None, **kw)
--

Returns what ``json.loads`` returns. With ``cls`` or other arguments, ``json`` decodes the text.
";

/// Adds the functions of `json` to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    unsafe fn call_loads(
        py: Python<'_>,
        _module: *mut ffi::PyObject,
        arguments: *const *mut ffi::PyObject,
        count: ffi::Py_ssize_t,
        keywords: *mut ffi::PyObject,
    ) -> PyResult<*mut ffi::PyObject> {
        // SAFETY: the arguments come from the interpreter.
        unsafe { LOADS.call(py, arguments, count, keywords) }
    }

    call::add(module, c"loads", LOADS_SAYS, get_trampoline_function!(fastcall_cfunction_with_keywords, call_loads))?;
    encode::add_to(module)
}

fn loads<'py>(s: &Bound<'py, PyAny>, given: &mut CallArguments<'_, 'py, 7>) -> PyResult<Bound<'py, PyAny>> {
    let hook = |place: usize| given.some(place).cloned();
    let hooks =
        Hooks { object: hook(2), float: hook(3), int: hook(4), constant: hook(5), pairs: hook(6), is_finite: false };
    let cls = given.some(1);
    if cls.is_none() && given.others.is_none() {
        match document(s, &hooks)? {
            Some(Ok(value)) => return Ok(value),
            Some(Err(objects::ReadStop::Raise(error))) => return Err(*error),
            // The text is refused, whatever the functions of the program do. They must not run twice, so `json` reads
            // it without them.
            Some(Err(objects::ReadStop::Decline)) => drop(originals::LOADS.call(s, &PyDict::new(s.py()))?),
            None => {}
        }
    }
    let keywords = given.others.clone().unwrap_or_else(|| PyDict::new(s.py()));
    for (place, name) in NAMES.into_iter().enumerate().skip(1) {
        keywords.set_item(name, given.some(place))?;
    }
    originals::LOADS.call(s, &keywords)
}

/// Reads well-formed UTF-8 without a byte order mark, with the values of `loads`. None if the reader declines, or if a
/// number exceeds every 64-bit float.
pub(crate) fn finite_values<'py>(py: Python<'py>, src: &[u8]) -> Option<PyResult<Bound<'py, PyAny>>> {
    let hooks = Hooks { is_finite: true, ..Hooks::default() };
    match value_of_utf8(py, src, &hooks)? {
        Ok(value) => Some(Ok(value)),
        Err(objects::ReadStop::Decline) => None,
        Err(objects::ReadStop::Raise(error)) => Some(Err(*error)),
    }
}

type Value<'py> = Result<Bound<'py, PyAny>, objects::ReadStop>;

/// Reads a text in any of its forms; None if only `json` can read it.
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
    if let Ok(text) = s.cast::<PyString>() {
        if is_mostly_wide(text)? {
            return Ok(None);
        }
        // Lone surrogates have no UTF-8.
        return Ok(text.to_str().ok().and_then(|text| value_of_utf8(py, text.as_bytes(), hooks)));
    }
    let Ok(bytes) = s.cast::<PyBytes>() else { return Ok(None) };
    Ok(value_of_bytes(py, bytes.as_bytes(), hooks))
}

/// Reads UTF-8 without a byte order mark, and checks that it is well-formed.
fn value_of_bytes<'py>(py: Python<'py>, src: &[u8], hooks: &Hooks<'py>) -> Option<Value<'py>> {
    // UTF-16 and UTF-32 have a zero among the first bytes of a text, or a byte order mark.
    if src.iter().take(4).any(|&byte| byte == 0) {
        return None;
    }
    if src.is_ascii() {
        return value::<forms::Ascii>(py, src, hooks);
    }
    let marks: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFE\xFF", b"\xFF\xFE"];
    let is_utf8 = !marks.iter().any(|mark| src.starts_with(mark)) && utf8_validate(src, Chunk::Last).is_ok();
    if is_utf8 { value::<forms::Utf8>(py, src, hooks) } else { None }
}

/// Reads well-formed UTF-8.
fn value_of_utf8<'py>(py: Python<'py>, src: &[u8], hooks: &Hooks<'py>) -> Option<Value<'py>> {
    if src.is_ascii() { value::<forms::Ascii>(py, src, hooks) } else { value::<forms::Utf8>(py, src, hooks) }
}

fn value<'r, 'py, F: Form>(py: Python<'py>, src: &'r [F::CodeUnit], hooks: &'r Hooks<'py>) -> Option<Value<'py>> {
    let calls = hooks.any();
    if calls && is_deep::<F>(src) {
        return None;
    }
    // Unless functions of the program run, the new values form no cycles.
    let _no_collection = (!calls).then(|| NoCollection::begin(py));
    let mut memory = Memory::take();
    let value = Reader::<F>::new(py, src, hooks, &mut memory).document();
    memory.keep();
    Some(value)
}

/// Whether many characters of a text are not ASCII. The stable ABI shows such a `str` only as a copy in UTF-8. Making
/// the copy takes longer than `json` needs, which has access to the characters.
#[cfg(feature = "abi3")]
fn is_mostly_wide(text: &Bound<'_, PyString>) -> PyResult<bool> {
    /// Looks at one of this many characters, up to `SAMPLES_MAX`.
    const SAMPLE_EACH: usize = 64;
    const SAMPLES_MAX: usize = 64;
    /// A text has many such characters if more than one in this many is not ASCII.
    const WIDE_SHARE: usize = 20;
    let len = text.len()?;
    let samples = (len / SAMPLE_EACH).min(SAMPLES_MAX);
    let wide = (0..samples).filter(|at| {
        // The places have no period, because the text could have the same one.
        let place = at.wrapping_mul(0x9E37_79B9_7F4A_7C15) % len;
        // SAFETY: the object is a `str`, the place is below its length, and this thread is attached.
        unsafe { pyo3::ffi::PyUnicode_ReadChar(text.as_ptr(), place as pyo3::ffi::Py_ssize_t) > 0x7F }
    });
    // The search ends as soon as the answer is certain.
    let few = samples / WIDE_SHARE;
    Ok(wide.take(few + 1).count() > few)
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

/// Checks that a `str` or a contiguous buffer of UTF-8 is one JSON text, by RFC 8259 and other rules.
#[pyfunction]
pub(crate) fn json_check(
    data: &Bound<'_, PyAny>,
    rules: &Bound<'_, PyAny>,
    lone_surrogates: bool,
    max_depth: u64,
) -> PyResult<()> {
    let py = data.py();
    let restrictions = restrictions(rules)?;
    let source = Source::of(data)?;
    let src = source.bytes();
    let check = JsonCheck { lone_surrogates, depth_max: max_depth, ..JsonCheck::STRICT };
    let checked = detached(py, src, source.constant(), || match restrictions.is_any() {
        true => RestrictedChecker::new(check, restrictions, seed()).step(src, Chunk::Last),
        false => JsonChecker::new(check, JsonStack::growing()).step(src, Chunk::Last),
    });
    match checked {
        Ok(_) => Ok(()),
        Err(error) if error.code == ErrorCode::MemoryRefused => Err(PyMemoryError::new_err(())),
        Err(error) => Err(in_input(py, error, source.view())),
    }
}
