//! `stringmill.partial`: the value so far of JSON that arrives in pieces.

mod builder;
mod pointer;
mod tree;

use crate::error::in_pieces;
use crate::exclusive::Exclusive;
use crate::source::Source;
use builder::{Build, Callback, Ended, Sink};
use pointer::Pointer;
use pyo3::PyTraverseError;
use pyo3::PyVisit;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;
use stringmill::json::{PartialAround, PartialCount, PartialReader, PartialRules};

/// Reads JSON that arrives in pieces, and has the value so far after any piece.
///
/// Parameters
/// ----------
/// ended_strings : bool or iterable of str, default False
///     Strings that are absent until they end: all of them, or those at these JSON Pointers, in which ``*`` is any name or index.
/// unique_names : bool, default False
///     Whether a name that its object has already is an error. Otherwise the last value wins.
/// around : {"refuse", "fence", "text"}, default "refuse"
///     The text that may be around the value: none, a code fence, or any.
/// max_depth, max_string, max_length : int
///     Limits: 1,024 levels; no limit of bytes by default. Bytes of a ``str`` are those of its UTF-8.
///
/// Examples
/// --------
/// >>> from stringmill.partial import PartialJson
/// >>> reader = PartialJson()
/// >>> reader.feed('{"title": "Cr\\u00')
/// >>> reader.value
/// {'title': 'Cr'}
/// >>> reader.feed('eape", "minutes": 4')
/// >>> reader.value
/// {'title': 'Crêpe'}
/// >>> reader.feed("5}")
/// >>> reader.finish()
/// {'title': 'Crêpe', 'minutes': 45}
#[pyclass(module = "stringmill.partial", frozen)]
pub(crate) struct PartialJson {
    state: Exclusive<State>,
}

/// How many bytes are read before signals such as Ctrl-C are handled.
const SIGNALS_EACH: usize = 1 << 20;

struct State {
    reader: PartialReader,
    build: Build,
    /// Whether the pieces are `str`, once there is one.
    is_text: Option<bool>,
    is_finished: bool,
    /// Whether a call reads a piece or makes calls to callbacks.
    is_busy: bool,
}

#[pymethods]
impl PartialJson {
    #[new]
    #[pyo3(signature = (*, ended_strings = None, unique_names = false, around = "refuse", max_depth = 1024, max_string = None, max_length = None))]
    fn new(
        ended_strings: Option<&Bound<'_, PyAny>>,
        unique_names: bool,
        around: &str,
        max_depth: u64,
        max_string: Option<u64>,
        max_length: Option<u64>,
    ) -> PyResult<Self> {
        let around = match around {
            "refuse" => PartialAround::Refuse,
            "fence" => PartialAround::Fence,
            "text" => PartialAround::Text,
            _ => {
                let message = format!("around must be \"refuse\", \"fence\" or \"text\", and is {around:?}");
                return Err(PyValueError::new_err(message));
            }
        };
        let rules = PartialRules {
            depth_max: max_depth,
            string_max: max_string.unwrap_or(u64::MAX),
            len_max: max_length.unwrap_or(u64::MAX),
            unique_names,
            around,
        };
        let state = State {
            reader: PartialReader::new(rules),
            build: Build::new(ended(ended_strings)?),
            is_text: None,
            is_finished: false,
            is_busy: false,
        };
        Ok(PartialJson { state: Exclusive::new(state) })
    }

    /// Reads the next piece, which may end anywhere, also inside an escape or a character. Makes no snapshot. Pieces are
    /// all ``str``, or all contiguous buffers of bytes.
    ///
    /// Raises
    /// ------
    /// StringmillError
    ///     The first error of the text, and again from each further call. The value so far stays readable.
    /// TypeError
    ///     A piece of another kind, or one after ``finish``.
    /// RuntimeError
    ///     A callback of this reader runs.
    #[pyo3(signature = (piece, /))]
    fn feed(&self, py: Python<'_>, piece: &Bound<'_, PyAny>) -> PyResult<()> {
        let source = Source::of(piece)?;
        // Making objects can run finalizers, which can write to memory that is not constant.
        let copy = if source.constant() { None } else { Some(source.bytes().to_vec()) };
        let bytes = copy.as_deref().unwrap_or_else(|| source.bytes());
        self.work(py, |state| {
            if state.is_finished {
                return Err(PyTypeError::new_err("a piece after finish()"));
            }
            let is_text = *state.is_text.get_or_insert(source.is_text());
            if is_text != source.is_text() {
                let kinds = if is_text { ["bytes", "str"] } else { ["str", "bytes"] };
                return Err(PyTypeError::new_err(format!("a piece of {} after {}", kinds[0], kinds[1])));
            }
            state.refused(py)?;
            let State { reader, build, .. } = state;
            for part in bytes.chunks(SIGNALS_EACH) {
                // The error is in the reader.
                if reader.push(part, &mut Sink { py, build }).is_err() || build.failure.is_some() {
                    break;
                }
                if bytes.len() > SIGNALS_EACH {
                    // Nothing can follow a piece of which a part was read.
                    build.failure = py.check_signals().err();
                }
            }
            Ok(())
        })
    }

    /// The whole value. There is no other way to a value that is known to be complete.
    ///
    /// Raises
    /// ------
    /// StringmillError
    ///     The text is not whole, or had an error before.
    fn finish(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.work(py, |state| {
            state.refused(py)?;
            let State { reader, build, .. } = state;
            if reader.finish(&mut Sink { py, build }).is_ok() {
                state.is_finished = true;
            }
            Ok(())
        })?;
        self.state.with(py, |state| Ok(state.root(py)))
    }

    /// The value so far: a snapshot that never changes, or None as long as nothing is visible. What did not change since the last
    /// snapshot is the same object, so do not change it.
    ///
    /// The first snapshot after a change copies each open list or dict in which something changed, but not what is in
    /// them.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.state.with(py, |state| {
            state.build.place(py)?;
            Ok(state.build.tree.snapshot().map(|root| root.clone_ref(py)))
        })
    }

    /// The value so far without a copy. Later pieces change it.
    #[getter]
    fn live(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.state.with(py, |state| {
            state.build.place(py)?;
            Ok(state.root(py))
        })
    }

    /// Whether nothing that may follow changes the value. False after an error.
    #[getter]
    fn done(&self, py: Python<'_>) -> PyResult<bool> {
        self.state.with(py, |state| Ok(state.reader.is_done() && state.build.failure.is_none()))
    }

    /// The error that ended the text, or None. It has ``code``, ``name``, ``offset``, ``line`` and ``column``.
    #[getter]
    fn error(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.state.with(py, |state| Ok(state.error(py).map(|error| error.into_value(py).into_any())))
    }

    /// How many units of the text before and after the value were skipped and are not white space.
    #[getter]
    fn skipped(&self, py: Python<'_>) -> PyResult<(u64, u64)> {
        self.state.with(py, |state| {
            let [before, after] = state.reader.skipped().map(|count| state.units(count));
            Ok((before, after))
        })
    }

    /// How many members were copied for snapshots.
    #[getter]
    fn copied(&self, py: Python<'_>) -> PyResult<u64> {
        self.state.with(py, |state| Ok(state.build.tree.copied))
    }

    /// Calls ``callback(value, path)`` once for each value at this JSON Pointer when it has ended, inner values first, after the
    /// piece that ends it was read. A name in the pointer may be ``*``: any name or index.
    #[pyo3(signature = (pointer, callback, /))]
    fn on(&self, py: Python<'_>, pointer: &str, callback: Py<PyAny>) -> PyResult<()> {
        let callback = Callback { at: Pointer::new(pointer)?, function: callback };
        self.state.with(py, |state| {
            state.build.on_value.push(callback);
            Ok(())
        })
    }

    /// Calls ``callback(text, path)`` with the new characters of strings at this pointer: once for a string and a piece.
    #[pyo3(signature = (pointer, callback, /))]
    fn on_text(&self, py: Python<'_>, pointer: &str, callback: Py<PyAny>) -> PyResult<()> {
        let callback = Callback { at: Pointer::new(pointer)?, function: callback };
        self.state.with(py, |state| {
            state.build.on_text.push(callback);
            Ok(())
        })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // A state in use is not visited, so the collector keeps it.
        self.state.try_with(|state| {
            let Build { on_value, on_text, .. } = &state.build;
            on_value.iter().chain(on_text).try_for_each(|callback| visit.call(&callback.function))
        });
        Ok(())
    }

    fn __clear__(&self) {
        let callbacks = self.state.try_with(|state| {
            let Build { on_value, on_text, .. } = &mut state.build;
            [std::mem::take(on_value), std::mem::take(on_text)]
        });
        // Outside of the lock: a finalizer may use the reader.
        drop(callbacks);
    }
}

impl PartialJson {
    /// Runs `read`, then the calls that are due, then raises the error of the text, if there is one.
    fn work(&self, py: Python<'_>, read: impl FnOnce(&mut State) -> PyResult<()>) -> PyResult<()> {
        self.state.with(py, |state| {
            if state.is_busy {
                return Err(PyRuntimeError::new_err(
                    "a callback of this reader runs: feed() and finish() cannot be called",
                ));
            }
            read(state)?;
            if state.build.failure.is_none() {
                state.build.failure = state.build.tell_text(py).err();
            }
            state.is_busy = !state.build.calls.is_empty();
            Ok(())
        })?;
        let called = self.make_calls(py);
        self.state.with(py, |state| {
            state.is_busy = false;
            called.and_then(|()| state.refused(py))
        })
    }

    /// Makes the calls that are due. A call that raises is not made again; those after it are made after the next piece.
    fn make_calls(&self, py: Python<'_>) -> PyResult<()> {
        while let Some(call) = self.state.with(py, |state| Ok(state.build.calls.pop_front()))? {
            call.make(py)?;
        }
        Ok(())
    }
}

impl State {
    fn root(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.build.tree.root.as_ref().map(|root| root.clone_ref(py))
    }

    fn units(&self, count: PartialCount) -> u64 {
        if self.is_text == Some(true) { count.characters } else { count.bytes }
    }

    /// The exception for the error of the text, or the one that ended the building.
    fn error(&self, py: Python<'_>) -> Option<PyErr> {
        if let Some(failure) = &self.build.failure {
            return Some(failure.clone_ref(py));
        }
        let (error, spot) = self.reader.error()?;
        let unit = if self.is_text == Some(true) { "character" } else { "byte" };
        Some(in_pieces(py, error.code, self.units(spot.count), unit, spot.position()))
    }

    fn refused(&self, py: Python<'_>) -> PyResult<()> {
        self.error(py).map_or(Ok(()), Err)
    }
}

/// The strings that the argument `ended_strings` names.
fn ended(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Ended> {
    let Some(argument) = argument else { return Ok(Ended::At(Vec::new())) };
    if let Ok(all) = argument.cast::<PyBool>() {
        return Ok(if all.is_true() { Ended::All } else { Ended::At(Vec::new()) });
    }
    if argument.is_instance_of::<pyo3::types::PyString>() {
        return Err(PyTypeError::new_err("ended_strings is a str: pass a list of JSON Pointers"));
    }
    let pointers = argument.try_iter()?.map(|pointer| Pointer::new(&pointer?.extract::<String>()?));
    Ok(Ended::At(pointers.collect::<PyResult<_>>()?))
}
