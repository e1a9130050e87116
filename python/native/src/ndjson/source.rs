//! A file to read, with its name and the files for its rejects.

use super::fault::Fault;
use super::lines::{Lines, byte_order_mark};
use super::owned_file::OwnedFile;
use super::rejects::Rejects;
use crate::choices::{choice, restrictions, seed};
use crate::error::{in_record, is_of_input};
use pyo3::prelude::*;
use pyo3::types::PyString;
use stringmill::columns::{Block, CheckedBlock, Place};
use stringmill::json::Restrictions;

/// How to handle a record with an error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OnError {
    Reject,
    Skip,
}

impl OnError {
    pub(super) fn named(py: Python<'_>, name: &str) -> PyResult<Self> {
        let name_of = |it| if it == OnError::Reject { "reject" } else { "skip" };
        choice(py, "on_error", name, &[OnError::Reject, OnError::Skip], name_of)
    }
}

/// The rules that each line has to meet.
#[derive(Clone, Copy)]
pub(super) struct LineRules {
    restrictions: Restrictions,
    seed: u64,
}

impl LineRules {
    /// Checks the lines of a block.
    pub(super) fn check(self, block: &Block) -> CheckedBlock<'_> {
        block.check_restricted(self.restrictions, self.seed)
    }
}

/// A file to read, and where its rejects go.
pub(super) struct Source {
    pub(super) lines: Lines,
    pub(super) rules: LineRules,
    /// The name of the file in errors.
    name: String,
    opened: OwnedFile,
    rejects: Option<Rejects>,
}

impl Source {
    /// Opens a path, or takes the binary file of the caller.
    pub(super) fn open(
        source: &Bound<'_, PyAny>,
        mark: &str,
        rules: Option<&Bound<'_, PyAny>>,
        rejects: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = source.py();
        let restrictions = rules.map_or(Ok(Restrictions::NONE), restrictions)?;
        let rules = LineRules { restrictions, seed: seed() };
        let mark = byte_order_mark(py, mark)?;
        let is_file = source.hasattr("read")?;
        let file = if is_file { source.clone() } else { py.import("io")?.call_method1("FileIO", (source,))? };
        let named = if is_file { source.getattr("name").ok() } else { Some(source.clone()) };
        let decoded = named.and_then(|name| py.import("os").ok()?.call_method1("fsdecode", (name,)).ok());
        let name = decoded.and_then(|name| name.cast_into::<PyString>().ok()?.extract().ok());
        let name = name.unwrap_or_else(|| "input".to_owned());
        let opened = OwnedFile((!is_file).then(|| file.clone().unbind()));
        let lines = Lines::of(&file, mark)?;
        let rejects = rejects.map(|path| Rejects::create(path, (!is_file).then_some(source))).transpose()?;
        Ok(Source { lines, rules, name, opened, rejects })
    }

    pub(super) fn error(&self, py: Python<'_>, block: &Block, fault: &Fault) -> PyErr {
        let Place { line, offset, .. } = fault.place(block);
        // Includes the bytes after the line, because the error may be at the end of the line.
        let text = &block.bytes[fault.start..];
        in_record(py, fault.error, text, self.name.as_bytes(), (line, offset), fault.note.as_ref())
    }

    /// Makes the exception object. A signal handler may raise another one while this runs.
    pub(super) fn error_object(&self, py: Python<'_>, block: &Block, fault: &Fault) -> PyResult<Py<PyAny>> {
        let error = self.error(py, block, fault);
        if is_of_input(py, &error) { Ok(error.into_value(py).into_any()) } else { Err(error) }
    }

    pub(super) fn reject(&self, py: Python<'_>, block: &Block, fault: &Fault) -> PyResult<()> {
        self.rejects.as_ref().map_or(Ok(()), |rejects| rejects.put(py, &self.name, block, fault))
    }

    pub(super) fn close(&mut self, py: Python<'_>) -> PyResult<()> {
        self.opened.close(py)?;
        self.rejects.take().map_or(Ok(()), |rejects| rejects.close(py))
    }
}
