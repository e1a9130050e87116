//! The value that a reader builds, and its snapshots.
//!
//! A snapshot is the root itself, and never changes. The first change of an open container after a snapshot copies that
//! container and those around it; further changes write into the copies until the next snapshot. A closed container never
//! changes, so it is the same object in all later snapshots.

use super::pointer::Step;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

#[derive(Default)]
pub(super) struct Tree {
    pub(super) root: Option<Py<PyAny>>,
    /// Open containers, outermost first.
    open: Vec<Open>,
    /// The number of snapshots.
    epoch: u64,
    /// The number of members that were copied for snapshots.
    pub(super) copied: u64,
}

struct Open {
    container: Container,
    /// The number of snapshots when the container was made or copied.
    epoch: u64,
}

enum Container {
    /// A list, and the index of its current element.
    List(Py<PyList>, usize),
    /// A dict, and the name of its current member.
    Dict(Py<PyDict>, Option<Py<PyString>>),
}

impl Container {
    fn step(&self) -> Option<Step<'_>> {
        match self {
            Container::List(_, index) => Some(Step::Index(*index)),
            Container::Dict(_, name) => name.as_ref().map(Step::Name),
        }
    }

    fn object(&self, py: Python<'_>) -> Py<PyAny> {
        match self {
            Container::List(list, _) => list.clone_ref(py).into_any(),
            Container::Dict(dict, _) => dict.clone_ref(py).into_any(),
        }
    }

    /// Sets the current item. `is_new`: it has no value yet.
    fn put(&mut self, value: &Bound<'_, PyAny>, is_new: bool) -> PyResult<()> {
        let py = value.py();
        match self {
            Container::List(list, index) => match is_new {
                true => list.bind(py).append(value),
                false => list.bind(py).set_item(*index, value),
            },
            Container::Dict(dict, name) => dict.bind(py).set_item(name.as_ref(), value),
        }
    }

    /// Replaces the container by a copy, and returns how many items that has.
    fn copy(&mut self, py: Python<'_>) -> PyResult<usize> {
        match self {
            Container::List(list, _) => {
                let old = list.bind(py);
                let len = old.len();
                *list = old.get_slice(0, len).unbind();
                Ok(len)
            }
            Container::Dict(dict, _) => {
                let copy = dict.bind(py).copy()?;
                let len = copy.len();
                *dict = copy.unbind();
                Ok(len)
            }
        }
    }
}

impl Tree {
    /// Returns the root. The next change makes a copy of it.
    pub(super) fn snapshot(&mut self) -> Option<&Py<PyAny>> {
        self.epoch += 1;
        self.root.as_ref()
    }

    /// The steps from the root to the current item.
    pub(super) fn path(&self) -> impl ExactSizeIterator<Item = Step<'_>> {
        // An object has no step before its first name. No value begins or ends there.
        self.open.iter().map(|open| open.container.step().unwrap_or(Step::Index(0)))
    }

    /// The names and indices that lead to the current item.
    pub(super) fn path_tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let steps = self.path().map(|step| match step {
            Step::Name(name) => Ok(name.clone_ref(py).into_any()),
            Step::Index(index) => Ok(index.into_pyobject(py)?.into_any().unbind()),
        });
        PyTuple::new(py, steps.collect::<PyResult<Vec<_>>>()?)
    }

    /// Whether the innermost object has a member of this name.
    pub(super) fn has(&self, name: &Bound<'_, PyString>) -> PyResult<bool> {
        match self.open.last() {
            Some(Open { container: Container::Dict(dict, _), .. }) => dict.bind(name.py()).contains(name),
            _ => Ok(false),
        }
    }

    /// The next item of the innermost object gets this name.
    pub(super) fn name(&mut self, next: Py<PyString>) {
        if let Some(Open { container: Container::Dict(_, name), .. }) = self.open.last_mut() {
            *name = Some(next);
        }
    }

    /// If the innermost container is a list, its next item is a new element.
    pub(super) fn element(&mut self, py: Python<'_>) {
        if let Some(Open { container: Container::List(list, index), .. }) = self.open.last_mut() {
            *index = list.bind(py).len();
        }
    }

    /// Sets the current item. `is_new`: it has no value yet.
    pub(super) fn put(&mut self, value: &Bound<'_, PyAny>, is_new: bool) -> PyResult<()> {
        self.own(value.py())?;
        match self.open.last_mut() {
            Some(open) => open.container.put(value, is_new)?,
            None => self.root = Some(value.clone().unbind()),
        }
        Ok(())
    }

    /// Opens a container as the current item.
    pub(super) fn open(&mut self, py: Python<'_>, is_array: bool) -> PyResult<()> {
        let container = match is_array {
            true => Container::List(PyList::empty(py).unbind(), 0),
            false => Container::Dict(PyDict::new(py).unbind(), None),
        };
        self.put(container.object(py).bind(py), true)?;
        self.open.push(Open { container, epoch: self.epoch });
        Ok(())
    }

    /// Closes the innermost container, and returns it.
    pub(super) fn close(&mut self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.open.pop().map(|open| open.container.object(py))
    }

    /// Copies the open containers that are part of a snapshot, so that the innermost one may change.
    fn own(&mut self, py: Python<'_>) -> PyResult<()> {
        // A container is only copied together with all containers around it.
        let owned = self.open.iter().rposition(|open| open.epoch == self.epoch).map_or(0, |level| level + 1);
        for level in owned..self.open.len() {
            let (outer, inner) = self.open.split_at_mut(level);
            let Some(open) = inner.first_mut() else { break };
            self.copied += open.container.copy(py)? as u64;
            open.epoch = self.epoch;
            let copy = open.container.object(py);
            match outer.last_mut() {
                Some(outer) => outer.container.put(copy.bind(py), false)?,
                None => self.root = Some(copy),
            }
        }
        Ok(())
    }
}
