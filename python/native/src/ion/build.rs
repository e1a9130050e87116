//! Builds Python values from the events of the reader. Has no recursion, so depth needs no stack.

use super::classes::Model;
use super::scalars::{NoObject, Scalars, append};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use stringmill::ion::{Event, Kind, Reader};

/// How to add values to a container.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    List,
    /// A dict that keeps the last value of a name.
    Dict,
    /// The dict in an `IonPyDict`: a list of values for each name.
    Store,
}

/// Builds one value at the top level after another.
pub(super) struct Build<'c, 'py> {
    scalars: Scalars<'c, 'py>,
    model: Model,
    /// The open containers, innermost last, and how to add to them.
    open: Vec<(Bound<'py, PyAny>, Shape)>,
    /// The container at the top level.
    top: Option<Bound<'py, PyAny>>,
}

impl<'c, 'py> Build<'c, 'py> {
    pub(super) fn new(scalars: Scalars<'c, 'py>, model: Model) -> Self {
        Build { scalars, model, open: Vec::new(), top: None }
    }

    /// Takes an event. Returns the value at the top level that the event ends, if any.
    #[inline]
    pub(super) fn event(
        &mut self,
        reader: &mut Reader<'_>,
        event: Event,
    ) -> Result<Option<Bound<'py, PyAny>>, NoObject> {
        match event {
            Event::Value(_) | Event::Null(_) | Event::Open(_) => self.value(reader, event),
            Event::Close(_) => {
                self.open.pop();
                Ok(if self.open.is_empty() { self.top.take() } else { None })
            }
            Event::NeedInput | Event::End => Ok(None),
        }
    }

    fn value(&mut self, reader: &mut Reader<'_>, event: Event) -> Result<Option<Bound<'py, PyAny>>, NoObject> {
        let name = reader.field_name().map(|name| self.scalars.name(name)).transpose()?;
        let annotations = self.scalars.annotations(reader)?;
        let annotations = annotations.as_ref();
        let model = if annotations.is_some() { self.model.wrapping() } else { self.model };
        let (value, inside) = match event {
            Event::Null(kind) => (self.scalars.null(kind, model, annotations)?, None),
            Event::Open(kind) => {
                let (whole, inside, shape) = self.container(kind, model, annotations)?;
                (whole, Some((inside, shape)))
            }
            Event::Value(kind) => (self.scalars.scalar(reader, kind, model, annotations)?, None),
            Event::Close(_) | Event::NeedInput | Event::End => return Ok(None),
        };
        let at_top = self.open.is_empty();
        if let Some((container, shape)) = self.open.last() {
            add(container, *shape, name, &value)?;
        }
        match (inside, at_top) {
            (None, true) => return Ok(Some(value)),
            (None, false) => {}
            (Some(inside), _) => {
                self.open.push(inside);
                if at_top {
                    self.top = Some(value);
                }
            }
        }
        Ok(None)
    }

    /// A new container, the object in it that values are added to, and how.
    fn container(
        &mut self,
        kind: Kind,
        model: Model,
        annotations: Option<&Bound<'py, PyTuple>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, Shape)> {
        let py = self.scalars.py;
        if !model.wraps && kind == Kind::List {
            let list = PyList::empty(py).into_any();
            return Ok((list.clone(), list, Shape::List));
        }
        if !model.wraps && kind == Kind::Struct && model.struct_as_dict {
            let dict = PyDict::new(py).into_any();
            return Ok((dict.clone(), dict, Shape::Dict));
        }
        let classes = self.scalars.need(kind.name())?;
        let empty = PyTuple::empty(py);
        if kind != Kind::Struct {
            let list = classes.list.make(&empty)?;
            classes.mark(&list, Some(kind), annotations)?;
            return Ok((list.clone(), list, Shape::List));
        }
        if model.struct_as_dict {
            let dict = classes.std_dict.make(&empty)?;
            classes.mark(&dict, None, annotations)?;
            return Ok((dict.clone(), dict, Shape::Dict));
        }
        let (dict, store) = (classes.dict.make(&empty)?, PyDict::new(py));
        dict.setattr(intern!(py, "_IonPyDict__store"), &store)?;
        classes.mark(&dict, None, annotations)?;
        Ok((dict, store.into_any(), Shape::Store))
    }
}

fn add<'py>(
    container: &Bound<'py, PyAny>,
    shape: Shape,
    name: Option<Bound<'py, PyAny>>,
    value: &Bound<'py, PyAny>,
) -> PyResult<()> {
    let Some(name) = name else { return append(container, value) };
    let py = container.py();
    if shape == Shape::Dict {
        return set(container, &name, value);
    }
    // SAFETY: the container is a dict, and this thread is attached. The result is borrowed from the dict, or null.
    let known = unsafe { ffi::PyDict_GetItemWithError(container.as_ptr(), name.as_ptr()) };
    if !known.is_null() {
        // SAFETY: the value in the dict is an object; the new reference keeps it.
        return append(&unsafe { Bound::from_borrowed_ptr(py, known) }, value);
    }
    set(container, &name, PyList::new(py, [value])?.as_any())
}

fn set(dict: &Bound<'_, PyAny>, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
    // SAFETY: all arguments are objects, and this thread is attached. The call fails if `dict` is not a dict.
    let status = unsafe { ffi::PyDict_SetItem(dict.as_ptr(), name.as_ptr(), value.as_ptr()) };
    if status < 0 { Err(PyErr::fetch(dict.py())) } else { Ok(()) }
}
