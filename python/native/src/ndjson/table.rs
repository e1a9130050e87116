//! Reads records as batches of a table, without a Python object for each value.
//!
//! Each thread takes a block of lines, checks it, and fills the columns of one batch. So batches do not depend on the
//! number of threads.

use super::arrays::array;
use super::fault::Fault;
use super::schema::{field_of_json, field_of_schema};
use super::source::{LineRules, OnError, Source};
use crate::arrow::{Chunks, field_of, schema_capsule, stream_capsule};
use crate::error::misuse;
use arrow_array::Array;
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, FieldRef};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use stringmill::ErrorCode;
use stringmill::columns::{Block, Field, Inference, UnknownMembers};

/// Counts and errors that the stream and its Python object share.
#[derive(Default)]
struct Counts {
    records: AtomicU64,
    skipped: AtomicU64,
    first_error: Mutex<Option<Py<PyAny>>>,
}

/// The records of a file as a stream of batches, which can be read once.
#[pyclass(module = "stringmill.ndjson")]
pub(crate) struct Batches {
    field: FieldRef,
    stream: Option<Stream>,
    counts: Arc<Counts>,
}

#[pymethods]
impl Batches {
    /// How many records the batches have that were read so far.
    #[getter]
    fn records(&self) -> u64 {
        self.counts.records.load(Ordering::Relaxed)
    }

    /// How many lines were left out so far.
    #[getter]
    fn skipped(&self) -> u64 {
        self.counts.skipped.load(Ordering::Relaxed)
    }

    /// The error of the first line that was left out, or that ended the stream, or None.
    #[getter]
    fn first_error(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        let first = self.counts.first_error.lock().ok()?;
        first.as_ref().map(|error| error.clone_ref(py))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.field)
    }

    /// The batches. The schema is that of the object, whatever is requested; the interface allows that.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &mut self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let Some(stream) = self.stream.take() else {
            return Err(PyValueError::new_err("the batches were read already; read the file again"));
        };
        stream_capsule(py, self.field.clone(), Box::new(stream) as Chunks)
    }
}

/// The batches that are not read yet.
struct Stream {
    source: Source,
    field: FieldRef,
    /// The same schema, for the JSON reader.
    schema: Field,
    members: UnknownMembers,
    on_error: OnError,
    threads: usize,
    /// Blocks that inference has read.
    blocks: VecDeque<Block>,
    ready: VecDeque<Batch>,
    ended: bool,
    /// Why no more blocks can be read; reported after the batches before it.
    failure: Option<io::Error>,
    counts: Arc<Counts>,
}

/// A block, its records as an array of structs, and its rejects.
struct Batch {
    block: Block,
    records: Result<ArrayData, String>,
    faults: Vec<Fault>,
}

impl Iterator for Stream {
    type Item = Result<ArrayData, String>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(batch) = self.ready.pop_front() {
                match self.checked(batch) {
                    Ok(records) if records.is_empty() => continue,
                    Ok(records) => {
                        self.counts.records.fetch_add(records.len() as u64, Ordering::Relaxed);
                        return Some(Ok(records));
                    }
                    Err(message) => {
                        (self.ended, _) = (true, self.ready.clear());
                        let _ = self.close();
                        return Some(Err(message));
                    }
                }
            }
            if self.ended {
                let closed = self.close().err();
                return self.failure.take().map(told).or(closed).map(Err);
            }
            self.fill();
        }
    }
}

impl Stream {
    /// Reports the faults of a batch, then returns its records.
    fn checked(&self, batch: Batch) -> Result<ArrayData, String> {
        let Batch { block, records, faults } = batch;
        let records = records?;
        if faults.is_empty() {
            return Ok(records);
        }
        let reported = Python::attach(|py| self.report(py, &block, &faults)).map_err(|error| told(error.into()))?;
        reported.map(|()| records)
    }

    /// Counts bad lines and writes them to the rejects; returns the message of the first one if bad lines are errors.
    fn report(&self, py: Python<'_>, block: &Block, faults: &[Fault]) -> PyResult<Result<(), String>> {
        let is_known = self.counts.first_error.lock().is_ok_and(|known| known.is_some());
        if !is_known || self.on_error == OnError::Reject {
            let first = self.source.error_object(py, block, &faults[0])?;
            let message = (self.on_error == OnError::Reject).then(|| first.bind(py).str()?.extract()).transpose()?;
            if let Ok(mut known) = self.counts.first_error.lock() {
                known.get_or_insert(first);
            }
            if let Some(message) = message {
                return Ok(Err(message));
            }
        }
        self.counts.skipped.fetch_add(faults.len() as u64, Ordering::Relaxed);
        faults.iter().try_for_each(|fault| self.source.reject(py, block, fault)).map(Ok)
    }

    /// Reads a block for each thread, or fewer if a read would wait, and converts them all.
    fn fill(&mut self) {
        let mut blocks: Vec<Block> = Vec::new();
        while blocks.len() < self.threads && !self.ended && blocks.last().is_none_or(|block| block.is_full) {
            match self.next_block() {
                Ok(Some(block)) => blocks.push(block),
                Ok(None) => self.ended = true,
                Err(error) => (self.ended, self.failure) = (true, Some(error)),
            }
        }
        let (field, schema, members, rules) = (&self.field, &self.schema, self.members, self.source.rules);
        let convert = |block| convert(block, rules, field, schema, members);
        let mut blocks = blocks.into_iter();
        let Some(first) = blocks.next() else { return };
        let batches: Vec<_> = thread::scope(|scope| {
            let others: Vec<_> = blocks.map(|block| scope.spawn(move || convert(block))).collect();
            let first = convert(first);
            // Passes on the panic of a thread.
            let others =
                others.into_iter().map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            std::iter::once(first).chain(others).collect()
        });
        self.ready.extend(batches);
    }

    fn next_block(&mut self) -> io::Result<Option<Block>> {
        Python::attach(interrupted)?;
        match self.blocks.pop_front() {
            Some(block) => Ok(Some(block)),
            None => self.source.lines.next(),
        }
    }

    fn close(&mut self) -> Result<(), String> {
        Python::attach(|py| self.source.close(py)).map_err(|error| told(error.into()))
    }
}

/// Runs the handlers of signals.
fn interrupted(py: Python<'_>) -> io::Result<()> {
    py.check_signals().map_err(io::Error::other)
}

/// The message of a failure, which is all that a stream can report. Sets an interrupt again, so that Python raises it
/// when the other library returns; no Python code may run here after that.
fn told(error: io::Error) -> String {
    let message = error.to_string();
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref::<PyErr>());
    let is_interrupt = cause.is_some_and(|cause| Python::attach(|py| cause.is_instance_of::<PyKeyboardInterrupt>(py)));
    drop(error);
    if is_interrupt {
        // SAFETY: any thread may call this function.
        unsafe { pyo3::ffi::PyErr_SetInterrupt() };
    }
    message
}

/// Converts the records of a block that are JSON and fit the schema.
fn convert(block: Block, rules: LineRules, field: &FieldRef, schema: &Field, members: UnknownMembers) -> Batch {
    match rules.check(&block).read(schema, members) {
        Ok(batch) => {
            let records = array(batch.records, field.data_type());
            let records = records.map(|records| records.to_data()).map_err(|error| error.to_string());
            Batch { block, records, faults: batch.rejects.into_iter().map(Fault::from).collect() }
        }
        Err(error) => {
            let records = Err(ArrowError::OffsetOverflowError(error.len).to_string());
            Batch { block, records, faults: Vec::new() }
        }
    }
}

/// Infers the schema from the first `count` records. Returns it and the blocks that contain these records.
fn inferred(source: &mut Source, count: u64) -> io::Result<(Field, VecDeque<Block>)> {
    let (mut inference, mut seen, mut blocks) = (Inference::default(), 0, VecDeque::new());
    while seen < count {
        Python::attach(interrupted)?;
        let Some(block) = source.lines.next()? else { break };
        for record in source.rules.check(&block).records() {
            if seen == count {
                break;
            }
            inference.add(record);
            seen += 1;
        }
        blocks.push_back(block);
    }
    Ok((inference.schema(), blocks))
}

/// Converts a schema of the caller, for the columns and for the reader. A record is never null.
fn read_as(py: Python<'_>, field: FieldRef) -> PyResult<(FieldRef, Field)> {
    if !matches!(field.data_type(), DataType::Struct(_)) {
        return Err(PyTypeError::new_err("the schema is not one of a table"));
    }
    let field = field.as_ref().clone().with_nullable(false);
    let schema = field_of_schema(&field, "").map_err(|message| misuse(py, ErrorCode::ChoiceUnknown, message))?;
    Ok((Arc::new(field), schema))
}

/// Reads the records of a file of NDJSON as a table, for any library that takes Arrow.
///
/// `source`, `on_error`, `rejects`, `byte_order_mark` and `rules` are as for `read`. `schema` is what has `__arrow_c_schema__`, such as a schema
/// of pyarrow; members that it does not have are ignored. Without it, the schema is that of the first `infer_records`
/// records, and a record with other members is one with an error. So is a value that its column cannot hold.
/// `threads` is by default one for each CPU.
///
/// >>> import io, pyarrow
/// >>> from stringmill import ndjson
/// >>> batches = ndjson.read_arrow(io.BytesIO(b'{"a": 1, "b": ["x"]}\n{"a": "2"}\n{"b": []}\n'), on_error="skip")
/// >>> pyarrow.table(batches).to_pylist()
/// [{'a': 1, 'b': ['x']}, {'a': None, 'b': []}]
/// >>> print(batches.first_error)
/// error: value that the other format cannot represent
///   --> input:2:7 (byte 27), record 2
///    |
///  2 | {"a": "2"}
///    |       ^^^
///    = hex  22 3a 20 [22 32 22] 7d 0a 7b
///    = note a has the type Int64
///    = help change the value, or pass a schema that has a place for it
#[expect(clippy::too_many_arguments, reason = "as the function of Python has")]
#[pyfunction]
#[pyo3(signature = (
    source, /, *, schema = None, on_error = "reject", rejects = None, infer_records = 1000, threads = None,
    byte_order_mark = "refuse", rules = None
))]
pub(crate) fn ndjson_read_arrow(
    source: &Bound<'_, PyAny>,
    schema: Option<&Bound<'_, PyAny>>,
    on_error: &str,
    rejects: Option<&Bound<'_, PyAny>>,
    infer_records: u64,
    threads: Option<usize>,
    byte_order_mark: &str,
    rules: Option<&Bound<'_, PyAny>>,
) -> PyResult<Batches> {
    let py = source.py();
    let on_error = OnError::named(py, on_error)?;
    let threads = crate::columns::threads(py, threads)?;
    let given = schema.map(|schema| field_of(&schema.call_method0("__arrow_c_schema__")?)).transpose()?;
    let given = given.map(|field| read_as(py, field)).transpose()?;
    let members = if given.is_some() { UnknownMembers::Ignore } else { UnknownMembers::Refuse };
    let mut source = Source::open(source, byte_order_mark, rules, rejects)?;
    let (field, schema, blocks) = match given {
        Some((field, schema)) => (field, schema, VecDeque::new()),
        None => {
            let (schema, blocks) = py.detach(|| inferred(&mut source, infer_records))?;
            (Arc::new(field_of_json(&schema)), schema, blocks)
        }
    };
    // Fails here for names that cannot be exported, such as those with a zero.
    schema_capsule(py, &field)?;
    let (ready, ended, counts) = (VecDeque::new(), false, Arc::new(Counts::default()));
    let stream = Stream {
        source,
        field: field.clone(),
        schema,
        members,
        on_error,
        threads,
        blocks,
        ready,
        ended,
        failure: None,
        counts: counts.clone(),
    };
    Ok(Batches { field, stream: Some(stream), counts })
}
