//! Records as values of Python, one after another; and how many there are.

use super::lines::Block;
use super::source::{OnError, Source};
use crate::json::json_loads;
use pyo3::exceptions::PyStopIteration;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use std::collections::VecDeque;

/// A record of NDJSON and its place.
#[pyclass(module = "stringmill.ndjson", frozen, get_all)]
pub(crate) struct Record {
    /// What `json.loads` returns for the line.
    value: Py<PyAny>,
    /// The number of the line, from 1.
    line: u64,
    /// Where the line begins, in bytes of the decompressed file.
    offset: u64,
}

#[pymethods]
impl Record {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let value = self.value.bind(py).repr()?;
        Ok(format!("Record(value={value}, line={}, offset={})", self.line, self.offset))
    }
}

/// The records of a file, one after another. It is its own context manager, which closes the files.
#[pyclass(module = "stringmill.ndjson")]
pub(crate) struct Reader {
    source: Option<Source>,
    on_error: OnError,
    ready: VecDeque<Record>,
    /// Raised after the records before it.
    error: Option<PyErr>,
    /// How many lines were left out so far.
    #[pyo3(get)]
    skipped: u64,
    first_error: Option<Py<PyAny>>,
}

#[pymethods]
impl Reader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Record> {
        loop {
            if let Some(record) = self.ready.pop_front() {
                return Ok(record);
            }
            if let Some(error) = self.error.take() {
                self.close(py)?;
                return Err(error);
            }
            let Some(source) = &mut self.source else { return Err(PyStopIteration::new_err(())) };
            match py.detach(|| source.lines.next())? {
                Some(block) => self.take(py, &block)?,
                None => self.close(py)?,
            }
        }
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*exception))]
    fn __exit__(&mut self, py: Python<'_>, exception: &Bound<'_, PyAny>) -> PyResult<()> {
        let _ = exception;
        self.close(py)
    }

    /// The error of the first line that was left out, or None.
    #[getter]
    fn first_error(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.first_error.as_ref().map(|error| error.clone_ref(py))
    }

    /// Closes the files. No records follow.
    fn close(&mut self, py: Python<'_>) -> PyResult<()> {
        self.ready.clear();
        self.source.take().map_or(Ok(()), |mut source| source.close(py))
    }
}

impl Reader {
    /// Takes the records of a block.
    fn take(&mut self, py: Python<'_>, block: &Block) -> PyResult<()> {
        let Some(source) = &self.source else { return Ok(()) };
        let mut faults = py.detach(|| block.faults());
        let mut places = Vec::new();
        let mut texts = Vec::with_capacity(block.bytes.len() + 2);
        if self.on_error == OnError::Reject && !faults.is_empty() {
            faults.truncate(1);
            self.error = Some(source.error(py, block, &faults[0]));
        }
        let stop = if self.error.is_some() { faults[0].start } else { usize::MAX };
        block.records(&faults, |start, line, text| {
            if start < stop {
                texts.push(if places.is_empty() { b'[' } else { b',' });
                texts.extend_from_slice(text);
                places.push((block.offset + start as u64, line, text));
            }
        });
        if self.on_error == OnError::Skip {
            for fault in &faults {
                source.reject(py, block, fault)?;
            }
            if let Some(fault) = faults.first()
                && self.first_error.is_none()
            {
                self.first_error = Some(source.error(py, block, fault).into_value(py).into_any());
            }
            self.skipped += faults.len() as u64;
        }
        if places.is_empty() {
            return Ok(());
        }
        texts.push(b']');
        // One array: equal names of all records are one object.
        let array = PyBytes::new(py, &texts);
        let values = match json_loads(py, array.as_any(), None, None, None, None, None) {
            Ok(Some(values)) if !values.is_empty() => values.get_item(0)?.cast_into::<PyList>()?,
            // A record has too many levels or digits. `json` may still read it, or says what is wrong with which one.
            _ => return self.take_by_json(py, &places),
        };
        let records = values.iter().zip(places);
        self.ready.extend(records.map(|(value, (offset, line, _))| Record { value: value.unbind(), line, offset }));
        Ok(())
    }

    fn take_by_json(&mut self, py: Python<'_>, places: &[(u64, u64, &[u8])]) -> PyResult<()> {
        let loads = py.import("json")?.getattr("loads")?;
        for &(offset, line, text) in places {
            match loads.call1((PyBytes::new(py, text),)) {
                Ok(value) => self.ready.push_back(Record { value: value.unbind(), line, offset }),
                Err(error) => {
                    self.error = Some(error);
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Reads the records of a file of NDJSON.
///
/// `source` is a path or a binary file, which may be compressed by gzip or Zstandard. Returns an iterator of
/// `Record`s, whose values are those of `json.loads`. Lines of white space are no records.
///
/// With `on_error="reject"`, the first line that is not JSON raises StringmillError after the records before it. With
/// `"skip"` such lines are left out; the iterator has their number, `skipped`, and the `first_error`. `rejects` is a
/// path for these lines; their reasons go to that path with `.reasons` after it, as `smill check --rejects` writes
/// them.
///
/// >>> import io
/// >>> from stringmill import ndjson
/// >>> records = ndjson.read(io.BytesIO(b'{"a": 1}\n{"a": 2,}\n{"a": 3}\n'), on_error="skip")
/// >>> [(record.value, record.line, record.offset) for record in records]
/// [({'a': 1}, 1, 0), ({'a': 3}, 3, 19)]
/// >>> records.skipped, records.first_error.line, records.first_error.column
/// (1, 2, 9)
#[pyfunction]
#[pyo3(signature = (source, /, *, on_error = "reject", rejects = None))]
pub(crate) fn ndjson_read(
    source: &Bound<'_, PyAny>,
    on_error: &str,
    rejects: Option<&Bound<'_, PyAny>>,
) -> PyResult<Reader> {
    let on_error = OnError::named(source.py(), on_error)?;
    let source = Some(Source::open(source, rejects)?);
    Ok(Reader { source, on_error, ready: VecDeque::new(), error: None, skipped: 0, first_error: None })
}

/// What `ndjson.check` found.
#[pyclass(module = "stringmill.ndjson", frozen, get_all)]
pub(crate) struct Report {
    /// Records that are JSON.
    records: u64,
    /// Lines that are not.
    bad: u64,
    /// Bytes of the decompressed file.
    size: u64,
    /// The error of the first bad line, or None.
    first_error: Option<Py<PyAny>>,
}

#[pymethods]
impl Report {
    fn __repr__(&self) -> String {
        format!("Report(records={}, bad={}, size={})", self.records, self.bad, self.size)
    }

    /// Whether there is no bad line.
    fn __bool__(&self) -> bool {
        self.bad == 0
    }
}

/// Checks the lines of a file of NDJSON, without making values. `source` and `rejects` are as for `read`.
///
/// >>> import io
/// >>> from stringmill import ndjson
/// >>> report = ndjson.check(io.BytesIO(b'{"a": 1}\n[2,]\n'))
/// >>> report, bool(report), report.first_error.name
/// (Report(records=1, bad=1, size=14), False, 'json_value_expected')
#[pyfunction]
#[pyo3(signature = (source, /, *, rejects = None))]
pub(crate) fn ndjson_check(source: &Bound<'_, PyAny>, rejects: Option<&Bound<'_, PyAny>>) -> PyResult<Report> {
    let py = source.py();
    let mut source = Source::open(source, rejects)?;
    let mut report = Report { records: 0, bad: 0, size: 0, first_error: None };
    loop {
        let read = py.detach(|| {
            let Some(block) = source.lines.next()? else { return Ok::<_, std::io::Error>(None) };
            let (faults, mut records) = (block.faults(), 0);
            block.records(&faults, |_, _, _| records += 1);
            Ok(Some((block, faults, records)))
        })?;
        let Some((block, faults, records)) = read else { break };
        for fault in &faults {
            source.reject(py, &block, fault)?;
            if report.first_error.is_none() {
                report.first_error = Some(source.error(py, &block, fault).into_value(py).into_any());
            }
        }
        report.size += block.bytes.len() as u64;
        report.bad += faults.len() as u64;
        report.records += records;
    }
    source.close(py)?;
    Ok(report)
}
