//! Makes Python objects of what a reader has read, and queues the calls of callbacks.

use super::pointer::Pointer;
use super::tree::Tree;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString, PyTuple};
use std::collections::{HashMap, VecDeque};
use std::mem;
use stringmill::DecimalText;
use stringmill::json::PartialSink;

/// Strings that are absent until they end.
pub(super) enum Ended {
    All,
    At(Vec<Pointer>),
}

/// A function of the program for values or texts at a pointer.
pub(super) struct Callback {
    pub(super) at: Pointer,
    pub(super) function: Py<PyAny>,
}

/// A call that is due.
pub(super) struct Call {
    function: Py<PyAny>,
    argument: Py<PyAny>,
    path: Py<PyTuple>,
}

impl Call {
    pub(super) fn make(self, py: Python<'_>) -> PyResult<()> {
        self.function.bind(py).call1((self.argument, self.path)).map(drop)
    }
}

/// What is built so far.
pub(super) struct Build {
    pub(super) tree: Tree,
    pub(super) on_value: Vec<Callback>,
    pub(super) on_text: Vec<Callback>,
    pub(super) calls: VecDeque<Call>,
    ended: Ended,
    string: Growing,
    /// Names that were read before. Equal names become one object, as in `json`.
    names: HashMap<Box<str>, Py<PyString>>,
    /// The exception that ended the building.
    pub(super) failure: Option<PyErr>,
}

/// The string in progress.
#[derive(Default)]
struct Growing {
    text: String,
    is_shown: bool,
    /// Whether it is in the tree.
    is_placed: bool,
    /// Whether it has text that is not in the tree.
    has_grown: bool,
    /// The callbacks for its text, by index, and the text that they have not received.
    hearers: Vec<usize>,
    unheard: String,
}

/// The most names that are kept, and their longest length.
const NAMES_MAX: usize = 256;
const NAME_MAX: usize = 64;

impl Build {
    pub(super) fn new(ended: Ended) -> Self {
        Build {
            tree: Tree::default(),
            on_value: Vec::new(),
            on_text: Vec::new(),
            calls: VecDeque::new(),
            ended,
            string: Growing::default(),
            names: HashMap::new(),
            failure: None,
        }
    }

    /// Puts the string in progress into the tree.
    pub(super) fn place(&mut self, py: Python<'_>) -> PyResult<()> {
        if self.string.is_shown && self.string.has_grown {
            let text = PyString::new(py, &self.string.text);
            self.tree.put(text.as_any(), !self.string.is_placed)?;
            (self.string.is_placed, self.string.has_grown) = (true, false);
        }
        Ok(())
    }

    /// Queues the calls for the new text of the string in progress.
    pub(super) fn tell_text(&mut self, py: Python<'_>) -> PyResult<()> {
        if self.string.unheard.is_empty() {
            return Ok(());
        }
        let text = PyString::new(py, &mem::take(&mut self.string.unheard));
        let path = self.tree.path_tuple(py)?;
        for callback in self.string.hearers.iter().filter_map(|&at| self.on_text.get(at)) {
            let (function, path) = (callback.function.clone_ref(py), path.clone().unbind());
            self.calls.push_back(Call { function, argument: text.clone().into_any().unbind(), path });
        }
        Ok(())
    }

    fn value_ended(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = value.py();
        let Build { on_value, tree, calls, .. } = self;
        for callback in on_value.iter().filter(|callback| callback.at.matches(py, tree.path())) {
            let (function, path) = (callback.function.clone_ref(py), tree.path_tuple(py)?.unbind());
            calls.push_back(Call { function, argument: value.clone().unbind(), path });
        }
        Ok(())
    }

    fn scalar(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.tree.element(value.py());
        self.tree.put(value, true)?;
        self.value_ended(value)
    }

    fn close(&mut self, py: Python<'_>) -> PyResult<()> {
        match self.tree.close(py) {
            Some(value) => self.value_ended(value.bind(py)),
            None => Ok(()),
        }
    }

    fn name_object<'py>(&mut self, py: Python<'py>, name: &str) -> Bound<'py, PyString> {
        if let Some(known) = self.names.get(name) {
            return known.bind(py).clone();
        }
        let object = PyString::new(py, name);
        if name.len() <= NAME_MAX && self.names.len() < NAMES_MAX {
            self.names.insert(name.into(), object.clone().unbind());
        }
        object
    }

    fn begin_string(&mut self, py: Python<'_>) {
        self.tree.element(py);
        let Build { tree, ended, on_text, .. } = self;
        let waits = match ended {
            Ended::All => true,
            Ended::At(pointers) => pointers.iter().any(|pointer| pointer.matches(py, tree.path())),
        };
        let hears = |callback: &Callback| !waits && callback.at.matches(py, tree.path());
        let hearers = (0..on_text.len()).filter(|&at| hears(&on_text[at])).collect();
        self.string.text.clear();
        self.string = Growing {
            text: mem::take(&mut self.string.text),
            is_shown: !waits,
            has_grown: true,
            hearers,
            ..Growing::default()
        };
    }

    fn text(&mut self, text: &str) {
        let string = &mut self.string;
        string.text.push_str(text);
        string.has_grown = true;
        if !string.hearers.is_empty() {
            string.unheard.push_str(text);
        }
    }

    fn end_string(&mut self, py: Python<'_>) -> PyResult<()> {
        let text = PyString::new(py, &self.string.text);
        if self.string.has_grown {
            self.tree.put(text.as_any(), !self.string.is_placed)?;
        }
        self.tell_text(py)?;
        (self.string.is_shown, self.string.has_grown) = (false, false);
        // A long string leaves no memory.
        self.string.text.clear();
        self.string.text.shrink_to(KEPT_MAX);
        self.value_ended(text.as_any())
    }
}

/// The most bytes of memory that a string leaves for the next one.
const KEPT_MAX: usize = 1 << 12;

/// As `json.loads`: an `int` of any size, or the nearest `float`.
fn number<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    if text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E')) {
        let number = DecimalText::new(text.as_bytes()).ok_or_else(|| PyValueError::new_err("not a number"))?;
        return Ok(PyFloat::new(py, number.float64()).into_any());
    }
    match text.parse::<i64>() {
        Ok(value) => Ok(value.into_pyobject(py)?.into_any()),
        // Too long for 64 bits. Python refuses more digits than its limit.
        Err(_) => py.get_type::<PyInt>().call1((text,)),
    }
}

/// Gets what a reader has read. Does nothing after an exception.
pub(super) struct Sink<'b, 'py> {
    pub(super) py: Python<'py>,
    pub(super) build: &'b mut Build,
}

impl<'py> Sink<'_, 'py> {
    fn with(&mut self, work: impl FnOnce(&mut Build, Python<'py>) -> PyResult<()>) {
        if self.build.failure.is_none() {
            self.build.failure = work(self.build, self.py).err();
        }
    }
}

impl PartialSink for Sink<'_, '_> {
    fn open(&mut self, is_array: bool) {
        self.with(|build, py| {
            build.tree.element(py);
            build.tree.open(py, is_array)
        });
    }

    fn close(&mut self) {
        self.with(Build::close);
    }

    fn has(&mut self, name: &str) -> bool {
        let mut found = false;
        self.with(|build, py| {
            let name = build.name_object(py, name);
            found = build.tree.has(&name)?;
            Ok(())
        });
        found
    }

    fn name(&mut self, name: &str) {
        self.with(|build, py| {
            let name = build.name_object(py, name);
            build.tree.name(name.unbind());
            Ok(())
        });
    }

    fn begin_string(&mut self) {
        self.with(|build, py| {
            build.begin_string(py);
            Ok(())
        });
    }

    fn text(&mut self, text: &str) {
        self.with(|build, _| {
            build.text(text);
            Ok(())
        });
    }

    fn end_string(&mut self) {
        self.with(Build::end_string);
    }

    fn number(&mut self, text: &str) {
        self.with(|build, py| build.scalar(&number(py, text)?));
    }

    fn word(&mut self, word: Option<bool>) {
        self.with(|build, py| match word {
            Some(value) => build.scalar(PyBool::new(py, value).as_any()),
            None => build.scalar(py.None().bind(py)),
        });
    }
}
