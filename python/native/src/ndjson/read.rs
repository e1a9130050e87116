//! Iterates over records as Python values, and counts them.

use super::fault::Fault;
use super::file::is_of_python;
use super::source::{OnError, Source};
use super::values::{Refused, value};
use crate::exclusive::Exclusive;
use crate::json::finite_values;
use pyo3::exceptions::{PyStopIteration, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use stringmill::columns::Block;

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
    #[new]
    fn new(value: Py<PyAny>, line: u64, offset: u64) -> Self {
        Record { value, line, offset }
    }

    /// For `pickle` and `copy`.
    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Record { value, line, offset } = this.get();
        (this.get_type(), (value.clone_ref(this.py()), *line, *offset)).into_pyobject(this.py())
    }

    fn __eq__(&self, other: &Self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.line == other.line && self.offset == other.offset && self.value.bind(py).eq(&other.value)?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let value = self.value.bind(py).repr()?;
        Ok(format!("Record(value={value}, line={}, offset={})", self.line, self.offset))
    }
}

/// The records of a file, one after another. It is its own context manager, which closes the files.
///
/// Threads can share it: each record goes to one of them.
#[pyclass(module = "stringmill.ndjson", frozen)]
pub(crate) struct Reader {
    state: Exclusive<State>,
    left_out: LeftOut,
}

/// The lines that were left out so far.
#[derive(Default)]
struct LeftOut {
    count: AtomicU64,
    first: OnceLock<Py<PyAny>>,
}

/// Records and lines that were read and not returned yet.
struct State {
    source: Option<Source>,
    on_error: OnError,
    ready: VecDeque<Record>,
    /// A block whose lines are still to be converted one by one.
    lines: Option<(Block, VecDeque<Line>)>,
    /// The error to raise after the records before it. No records follow.
    error: Option<PyErr>,
}

/// A line of a block.
enum Line {
    Record { start: usize, end: usize, line: u64 },
    Bad(Fault),
}

#[pymethods]
impl Reader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Record> {
        self.state.with(py, |state| state.next(py, &self.left_out))
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*exception))]
    fn __exit__(&self, py: Python<'_>, exception: &Bound<'_, PyAny>) -> PyResult<()> {
        let _ = exception;
        self.close(py)
    }

    /// How many lines were left out so far.
    #[getter]
    fn skipped(&self) -> u64 {
        self.left_out.count.load(Ordering::Relaxed)
    }

    /// The error of the first line that was left out, or None.
    #[getter]
    fn first_error(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.left_out.first.get().map(|error| error.clone_ref(py))
    }

    /// Closes the files. No records follow.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.state.with(py, |state| state.close(py))
    }
}

impl State {
    fn next(&mut self, py: Python<'_>, left_out: &LeftOut) -> PyResult<Record> {
        loop {
            if let Some(record) = self.ready.pop_front() {
                return Ok(record);
            }
            if let Some(error) = self.error.take() {
                self.close(py)?;
                return Err(error);
            }
            let step = match self.lines.take() {
                Some((block, lines)) => self.convert(py, block, lines, left_out),
                None => {
                    py.check_signals()?;
                    let Some(source) = &mut self.source else { return Err(PyStopIteration::new_err(())) };
                    match py.detach(|| source.lines.next()) {
                        Ok(Some(block)) => self.take(py, block, left_out),
                        Ok(None) => self.close(py),
                        // The file may continue, and no byte that was read is lost.
                        Err(error) if is_of_python(&error) => return Err(error.into()),
                        Err(error) => Err(error.into()),
                    }
                }
            };
            // The rest of the block is lost, so no record may follow.
            self.error = step.err();
        }
    }

    fn close(&mut self, py: Python<'_>) -> PyResult<()> {
        self.ready.clear();
        self.lines = None;
        self.source.take().map_or(Ok(()), |mut source| source.close(py))
    }

    /// Takes the records of a block; all at once if Python can represent all of them.
    fn take(&mut self, py: Python<'_>, block: Block, left_out: &LeftOut) -> PyResult<()> {
        let Some(rules) = self.source.as_ref().map(|source| source.rules) else { return Ok(()) };
        let checked = py.detach(|| rules.check(&block));
        let stop = match (self.on_error, checked.rejects().first()) {
            (OnError::Reject, Some(reject)) => reject.start,
            _ => usize::MAX,
        };
        let mut places = Vec::new();
        let mut texts = Vec::with_capacity(block.bytes.len() + 2);
        for record in checked.records().take_while(|record| record.start() < stop) {
            texts.push(if places.is_empty() { b'[' } else { b',' });
            texts.extend_from_slice(record.text());
            places.push((record.start(), record.line(), record.text().len()));
        }
        let faults: Vec<Fault> = checked.into_rejects().into_iter().map(Fault::from).collect();
        if !places.is_empty() {
            texts.push(b']');
            let Some(values) = values_of(py, &texts)? else {
                let records =
                    places.into_iter().map(|(start, line, len)| Line::Record { start, end: start + len, line });
                let mut lines: Vec<_> = records.chain(faults.into_iter().map(Line::Bad)).collect();
                lines.sort_by_key(Line::start);
                self.lines = Some((block, lines.into()));
                return Ok(());
            };
            let record = |(value, (start, line, _)): (Bound<'_, PyAny>, _)| {
                let offset = block.offset + start as u64;
                Record { value: value.unbind(), line, offset }
            };
            self.ready.extend(values.iter().zip(places).map(record));
        }
        faults.iter().try_for_each(|fault| self.leave_out(py, &block, fault, left_out))
    }

    /// Converts lines up to the next record.
    fn convert(&mut self, py: Python<'_>, block: Block, mut lines: VecDeque<Line>, left_out: &LeftOut) -> PyResult<()> {
        while let Some(next) = lines.pop_front() {
            match next {
                Line::Bad(fault) => self.leave_out(py, &block, &fault, left_out)?,
                Line::Record { start, end, line } => match value(py, &block.bytes[start..end]) {
                    Ok(value) => {
                        let offset = block.offset + start as u64;
                        self.ready.push_back(Record { value: value.unbind(), line, offset });
                        self.lines = Some((block, lines));
                        return Ok(());
                    }
                    Err(Refused::Value(fault)) => {
                        self.leave_out(py, &block, &Fault { start, end, line, ..fault }, left_out)?;
                    }
                    Err(Refused::Python(error)) => return Err(error),
                },
            }
        }
        Ok(())
    }

    /// Counts a bad line and writes it to the rejects, or fails if bad lines are errors.
    fn leave_out(&self, py: Python<'_>, block: &Block, fault: &Fault, left_out: &LeftOut) -> PyResult<()> {
        let Some(source) = &self.source else { return Ok(()) };
        if self.on_error == OnError::Reject {
            return Err(source.error(py, block, fault));
        }
        if left_out.first.get().is_none() {
            let _ = left_out.first.set(source.error_object(py, block, fault)?);
        }
        left_out.count.fetch_add(1, Ordering::Relaxed);
        source.reject(py, block, fault)
    }
}

impl Line {
    fn start(&self) -> usize {
        match self {
            Line::Record { start, .. } => *start,
            Line::Bad(fault) => fault.start,
        }
    }
}

/// The values of an array; equal names become one object. None if a value has too many levels or digits, or is not a
/// finite float.
fn values_of<'py>(py: Python<'py>, array: &[u8]) -> PyResult<Option<Bound<'py, PyList>>> {
    match finite_values(py, array) {
        Some(Ok(values)) => Ok(Some(values.cast_into::<PyList>()?)),
        Some(Err(error)) if !error.is_instance_of::<PyValueError>(py) => Err(error),
        _ => Ok(None),
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
/// them. A line that Python cannot hold is such a line too: one with an integer of more digits than
/// `sys.get_int_max_str_digits()`, or with a number that exceeds every float.
///
/// Records of a pipe come at most 5 ms after their lines are whole. An exception of the file's `read`, such as KeyboardInterrupt, loses
/// nothing: the next call continues after it. With `byte_order_mark="skip"`, one at the beginning is no error.
///
/// `rules` are those of `stringmill.json.check`, such as `"unique-names"`; a line that they refuse is one that is not JSON.
///
/// >>> import io
/// >>> from stringmill import ndjson
/// >>> records = ndjson.read(io.BytesIO(b'{"a": 1}\n{"a": 2,}\n{"a": 3}\n'), on_error="skip")
/// >>> [(record.value, record.line, record.offset) for record in records]
/// [({'a': 1}, 1, 0), ({'a': 3}, 3, 19)]
/// >>> records.skipped, records.first_error.line, records.first_error.column
/// (1, 2, 9)
#[pyfunction]
#[pyo3(signature = (source, /, *, on_error = "reject", rejects = None, byte_order_mark = "refuse", rules = None))]
pub(crate) fn ndjson_read(
    source: &Bound<'_, PyAny>,
    on_error: &str,
    rejects: Option<&Bound<'_, PyAny>>,
    byte_order_mark: &str,
    rules: Option<&Bound<'_, PyAny>>,
) -> PyResult<Reader> {
    let on_error = OnError::named(source.py(), on_error)?;
    let source = Some(Source::open(source, byte_order_mark, rules, rejects)?);
    let state = State { source, on_error, ready: VecDeque::new(), lines: None, error: None };
    Ok(Reader { state: Exclusive::new(state), left_out: LeftOut::default() })
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
    #[new]
    fn new(records: u64, bad: u64, size: u64, first_error: Option<Py<PyAny>>) -> Self {
        Report { records, bad, size, first_error }
    }

    /// For `pickle` and `copy`.
    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let &Report { records, bad, size, ref first_error } = this.get();
        let first_error = first_error.as_ref().map(|error| error.clone_ref(this.py()));
        (this.get_type(), (records, bad, size, first_error)).into_pyobject(this.py())
    }

    fn __repr__(&self) -> String {
        format!("Report(records={}, bad={}, size={})", self.records, self.bad, self.size)
    }

    /// Whether there is no bad line.
    fn __bool__(&self) -> bool {
        self.bad == 0
    }
}

/// Checks the lines of a file of NDJSON, without making values. The arguments are as for `read`. `progress` is called with the
/// bytes that are checked so far, decompressed, after each megabyte or so; if it raises, the check ends.
///
/// >>> import io
/// >>> from stringmill import ndjson
/// >>> report = ndjson.check(io.BytesIO(b'{"a": 1}\n[2,]\n'))
/// >>> report, bool(report), report.first_error.name
/// (Report(records=1, bad=1, size=14), False, 'json_value_expected')
#[pyfunction]
#[pyo3(signature = (source, /, *, rejects = None, byte_order_mark = "refuse", progress = None, rules = None))]
pub(crate) fn ndjson_check(
    source: &Bound<'_, PyAny>,
    rejects: Option<&Bound<'_, PyAny>>,
    byte_order_mark: &str,
    progress: Option<&Bound<'_, PyAny>>,
    rules: Option<&Bound<'_, PyAny>>,
) -> PyResult<Report> {
    let py = source.py();
    let mut source = Source::open(source, byte_order_mark, rules, rejects)?;
    let mut report = Report { records: 0, bad: 0, size: 0, first_error: None };
    loop {
        py.check_signals()?;
        let read = py.detach(|| {
            let Some(block) = source.lines.next()? else { return Ok::<_, std::io::Error>(None) };
            let checked = source.rules.check(&block);
            let records = checked.records().count() as u64;
            let faults: Vec<_> = checked.into_rejects().into_iter().map(Fault::from).collect();
            Ok(Some((block, faults, records)))
        })?;
        let Some((block, faults, records)) = read else { break };
        for fault in &faults {
            source.reject(py, &block, fault)?;
            if report.first_error.is_none() {
                report.first_error = Some(source.error_object(py, &block, fault)?);
            }
        }
        report.size += block.bytes.len() as u64;
        report.bad += faults.len() as u64;
        report.records += records;
        progress.map(|progress| progress.call1((report.size,))).transpose()?;
    }
    source.close(py)?;
    Ok(report)
}
