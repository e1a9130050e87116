//! The extension module `stringmill._native`: operations over buffers and texts of Python.
//!
//! Functions keep only rules and a buffer for each thread between calls. A panic becomes a Python exception.

mod arrow;
mod base64;
mod characters;
mod choices;
mod columns;
mod error;
mod exclusive;
mod growing;
mod ion;
mod json;
mod ndjson;
mod output;
mod partial;
mod source;
mod strings;
mod transcode;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicI64, Ordering};

/// Operations of stringmill. Use the package `stringmill`, which exports them.
///
/// The readers and writers borrow objects of containers, and bytes of buffers, while no other thread runs. So a build of
/// Python without the global interpreter lock turns the lock on when it imports this module.
#[pymodule(gil_used = true)]
mod _native {
    #[pymodule_export]
    use super::arrow::Column;
    #[pymodule_export]
    use super::base64::{base64_decode, base64_encode};
    #[pymodule_export]
    use super::columns::{
        column_canonical, column_escape, column_ion_to_json, column_repair, column_unescape, column_validate,
    };
    #[pymodule_export]
    use super::ion::{IonValues, ion_dumps, ion_loads, ion_to_json};
    #[pymodule_export]
    use super::json::{json_canonical, json_check, keep_json};
    #[pymodule_export]
    use super::ndjson::{Batches, Reader, Record, Report, ndjson_check, ndjson_read, ndjson_read_arrow};
    #[pymodule_export]
    use super::output::Repairs;
    #[pymodule_export]
    use super::partial::PartialJson;
    #[pymodule_export]
    use super::strings::{json_escape, json_unescape, utf8_repair, utf8_validate};
    #[pymodule_export]
    use super::transcode::transcode;
    #[pymodule_export]
    use super::{profiles, tier};
    use pyo3::prelude::*;
    use stringmill::Tier;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::refuse_subinterpreter(module.py())?;
        if Tier::forced().is_err() {
            return Err(super::PyImportError::new_err("STRINGMILL_TIER names a tier that this machine does not have"));
        }
        super::json::add_to(module)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// The first interpreter that imported the module, or `NONE`.
static INTERPRETER: AtomicI64 = AtomicI64::new(NONE);
const NONE: i64 = -1;

/// Fails in a second interpreter of the process, because classes and caches of the module belong to the first one.
fn refuse_subinterpreter(py: Python<'_>) -> PyResult<()> {
    // SAFETY: this thread is attached to an interpreter, as `py` proves, and both calls only read its state.
    let id = unsafe { pyo3::ffi::PyInterpreterState_GetID(pyo3::ffi::PyInterpreterState_Get()) };
    if id == NONE {
        return Err(PyErr::fetch(py));
    }
    match INTERPRETER.compare_exchange(NONE, id, Ordering::SeqCst, Ordering::SeqCst) {
        Err(first) if first != id => {
            Err(PyImportError::new_err("stringmill works in one interpreter of a process, and not in subinterpreters"))
        }
        _ => Ok(()),
    }
}

/// Returns the name of the set of SIMD instructions in use, such as `avx2`. STRINGMILL_TIER forces another.
#[pyfunction]
fn tier() -> &'static str {
    stringmill::Tier::best().name()
}

/// Returns the names of all escape profiles, each with its options.
///
/// >>> "unescaped-slashes" in stringmill.profiles()["php"]
/// True
#[pyfunction]
fn profiles() -> std::collections::BTreeMap<&'static str, Vec<&'static str>> {
    let rows = stringmill::Profile::ROWS.iter();
    rows.map(|row| (row.profile.name(), row.options.iter().map(|option| option.name).collect())).collect()
}
