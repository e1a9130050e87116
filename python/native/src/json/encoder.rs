//! Encoder classes that differ from `json.JSONEncoder` only in `default` and the separators.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyFrozenSet, PyString, PyTuple, PyType};

static BASE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static FUNCTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static NAMESPACE: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
static OTHERS: PyOnceLock<Py<PyFrozenSet>> = PyOnceLock::new();

/// The changes of an encoder class.
pub(super) struct Encoder {
    overrides_default: bool,
    /// The attribute `item_separator`.
    pub(super) between: String,
    /// The attribute `key_separator`.
    pub(super) after_key: String,
}

impl Encoder {
    /// None for a class with other changes, whose instances `json` has to handle.
    pub(super) fn of(cls: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let py = cls.py();
        let Ok(class) = cls.cast::<PyType>() else { return Ok(None) };
        let base = BASE.import(py, "json.encoder", "JSONEncoder")?;
        let order = class.mro();
        let Some(own) = order.len().checked_sub(2) else { return Ok(None) };
        let is_plain = class.get_type().is(py.get_type::<PyType>());
        if !is_plain || !order.get_item(own)?.is(base) || !is_original(base)? {
            return Ok(None);
        }
        let namespaces = Namespaces::of(&order, own + 1)?;
        let others = OTHERS.get_or_try_init(py, || PyFrozenSet::new(py, OTHER_MEMBERS).map(Bound::unbind))?.bind(py);
        for namespace in &namespaces.0[..own] {
            if !others.call_method1(intern!(py, "isdisjoint"), (namespace,))?.is_truthy()? {
                return Ok(None);
            }
        }
        let function = FUNCTION.import(py, "types", "FunctionType")?;
        let Some((at, default)) = namespaces.find(intern!(py, "default"))? else { return Ok(None) };
        if !default.get_type().is(function) {
            return Ok(None);
        }
        let separators =
            (namespaces.text(intern!(py, "item_separator"))?, namespaces.text(intern!(py, "key_separator"))?);
        let (Some(between), Some(after_key)) = separators else { return Ok(None) };
        Ok(Some(Encoder { overrides_default: at < own, between, after_key }))
    }

    /// The method of an instance that replaces `default` of `JSONEncoder`.
    pub(super) fn default_of<'py>(&self, instance: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.overrides_default.then(|| instance.getattr(intern!(instance.py(), "default"))).transpose()
    }
}

/// The dicts of the classes in method resolution order. Searching them runs no code of the program.
struct Namespaces<'py>(Vec<Bound<'py, PyAny>>);

impl<'py> Namespaces<'py> {
    fn of(order: &Bound<'py, PyTuple>, count: usize) -> PyResult<Self> {
        let name = intern!(order.py(), "__dict__");
        order.iter().take(count).map(|class| class.getattr(name)).collect::<PyResult<_>>().map(Namespaces)
    }

    fn find(&self, name: &Bound<'py, PyString>) -> PyResult<Option<(usize, Bound<'py, PyAny>)>> {
        for (at, namespace) in self.0.iter().enumerate() {
            if namespace.contains(name)? {
                return Ok(Some((at, namespace.get_item(name)?)));
            }
        }
        Ok(None)
    }

    /// The UTF-8 of the member with this name; None if the member is not a `str`.
    fn text(&self, name: &Bound<'py, PyString>) -> PyResult<Option<String>> {
        let found = self.find(name)?;
        let text = found.as_ref().and_then(|(_, value)| value.cast_exact::<PyString>().ok());
        Ok(text.and_then(|text| text.to_str().ok()).map(str::to_owned))
    }
}

/// Members that change what an instance is or how it encodes. A member with the name of an argument could be a
/// descriptor, which would decide the value of that argument.
const OTHER_MEMBERS: [&str; 15] = [
    "encode",
    "iterencode",
    "__init__",
    "__new__",
    "__getattribute__",
    "__getattr__",
    "__setattr__",
    "__class__",
    "__dict__",
    "skipkeys",
    "ensure_ascii",
    "check_circular",
    "allow_nan",
    "sort_keys",
    "indent",
];

/// Whether no program has replaced a method of `JSONEncoder`.
fn is_original(base: &Bound<'_, PyType>) -> PyResult<bool> {
    let py = base.py();
    let namespace = NAMESPACE.get_or_try_init(py, || py.import("json.encoder").map(|module| module.dict().unbind()))?;
    for name in [intern!(py, "encode"), intern!(py, "iterencode"), intern!(py, "__init__")] {
        let globals = base.getattr(name)?.getattr_opt(intern!(py, "__globals__"))?;
        if !globals.is_some_and(|globals| globals.is(namespace)) {
            return Ok(false);
        }
    }
    Ok(true)
}
