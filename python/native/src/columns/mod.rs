//! Operations on columns of strings or binary values, with input and output by Arrow.

mod results;
mod rows;
mod work;

use crate::arrow::{Column, Input, Outcome, unsound};
use crate::choices::{choice, utf8_policy, utf8_rules};
use crate::error::{View, in_row, misuse};
use crate::strings::PLAIN;
use arrow_array::cast::AsArray;
use arrow_array::{Array, make_array};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use results::{Kind, with_child};
use rows::{Rows, Storage};
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};
use stringmill::convert::canonical::CanonicalLimits;
use stringmill::convert::{Conversion, Layout, Loss, NumberRules, OnLoss, Source, Target, TopLevel};
use stringmill::{Error, ErrorCode, IllFormed, JsonEscape, JsonUnescape, LoneSurrogates};
use work::{OnError, Operation, Part, run};

const ON_ERROR: &[OnError] = &[OnError::Raise, OnError::Null];
const ON_LOSS: &[OnLoss] = &[OnLoss::Report, OnLoss::Refuse, OnLoss::Allow];

/// Time between two checks for signals. Each check may wait 5 ms for a thread that keeps the global interpreter lock.
const SIGNALS_EACH: Duration = Duration::from_millis(20);

/// The arguments that all functions have.
struct Call<'py> {
    py: Python<'py>,
    on_error: OnError,
    threads: usize,
    input: Input,
    /// The index of the column in its table; `None` if the input is a column.
    at: Option<usize>,
    /// The field of the column.
    field: FieldRef,
    storage: Storage,
}

impl<'py> Call<'py> {
    fn new(data: &Bound<'py, PyAny>, column: Option<&str>, on_error: &str, threads: Option<usize>) -> PyResult<Self> {
        let py = data.py();
        let name = |it| if it == OnError::Raise { "raise" } else { "null" };
        let on_error = choice(py, "on_error", on_error, ON_ERROR, name)?;
        let threads = self::threads(py, threads)?;
        let input = Input::of(data)?;
        let (at, field) = target(py, &input.field, column)?;
        let Some(storage) = Storage::of(field.data_type()) else {
            let message = format!("the column has the type {}, which is neither string nor binary", field.data_type());
            return Err(PyTypeError::new_err(message));
        };
        Ok(Call { py, on_error, threads, input, at, field, storage })
    }

    /// Runs `operation` on each row. Returns the column, or the table with the new column.
    fn run(self, operation: &Operation, kind: Kind) -> PyResult<Column> {
        let Call { py, on_error, threads, ref input, at, ref field, storage } = self;
        let mut outcome = Outcome::default();
        let (mut arrays, mut before, mut losses) = (Vec::new(), 0, [0; Loss::ALL.len()]);
        for chunk in &input.chunks {
            let column = at.map_or_else(|| chunk.clone(), |at| child(chunk, at));
            py.check_signals()?;
            let (mut raised, mut looked) = (Ok(()), Instant::now());
            let read = py.detach(|| {
                let rows = Rows::new(column, storage)?;
                let mut is_interrupted = || {
                    if looked.elapsed() >= SIGNALS_EACH {
                        raised = Python::attach(|py| py.check_signals());
                        looked = Instant::now();
                    }
                    raised.is_err()
                };
                let parts = run(operation, &rows, on_error, threads, &mut is_interrupted);
                Ok((rows, parts))
            });
            raised?;
            let (rows, parts) = read.map_err(|error| unsound(py, &error))?;
            self.note(&mut outcome, &mut losses, &rows, before, &parts)?;
            before += rows.len();
            drop(rows);
            arrays.push(py.detach(|| kind.array(storage, parts)).map_err(|error| too_long(py, error))?);
        }
        outcome.losses =
            Loss::ALL.iter().zip(losses).filter(|&(_, n)| n > 0).map(|(loss, n)| (loss.name(), n)).collect();
        let data_type = kind.data_type(storage);
        let done = Arc::new(Field::new(field.name(), data_type, true));
        let Some(at) = at else { return Ok(Column::new(done, arrays, outcome)) };
        let data_type = with_field(input.field.data_type(), at, done);
        let tables = input.chunks.iter().zip(arrays);
        let chunks = tables.map(|(table, array)| with_child(table, &data_type, at, array)).collect();
        let field = input.field.as_ref().clone().with_data_type(data_type);
        Ok(Column::new(Arc::new(field), chunks, outcome))
    }

    /// Adds the counts and errors of `parts`; the chunks before this one have `before` rows. Raises the first error if
    /// errors raise.
    fn note(
        &self,
        outcome: &mut Outcome,
        losses: &mut [u64; Loss::ALL.len()],
        rows: &Rows,
        before: usize,
        parts: &[Part],
    ) -> PyResult<()> {
        for part in parts {
            outcome.failed += part.failed;
            outcome.repaired += part.repaired;
            losses.iter_mut().zip(part.losses).for_each(|(sum, count)| *sum += count);
        }
        let Some((row, error)) = parts.iter().find_map(|part| part.first_failure) else { return Ok(()) };
        if error.code == ErrorCode::MemoryRefused {
            return Err(PyMemoryError::new_err(()));
        }
        if self.on_error == OnError::Null && outcome.first_failure.is_some() {
            return Ok(());
        }
        let raised = failure(self.py, rows, row, before, error);
        if self.on_error == OnError::Raise {
            return Err(raised);
        }
        outcome.first_failure = Some(raised.into_value(self.py).into_any());
        Ok(())
    }
}

/// The number of threads: `wanted`, or by default one for each CPU.
pub(crate) fn threads(py: Python<'_>, wanted: Option<usize>) -> PyResult<usize> {
    match wanted {
        Some(0) => Err(misuse(py, ErrorCode::ChoiceUnknown, "threads is 0".to_owned())),
        Some(threads) => Ok(threads),
        None => Ok(available_parallelism().map_or(1, usize::from)),
    }
}

/// The error of a row.
fn failure(py: Python<'_>, rows: &Rows, row: usize, before: usize, error: Error) -> PyErr {
    in_row(py, error, View::Bytes(rows.get(row).unwrap_or_default()), (before + row) as u64)
}

/// The index and the field of the column that the call is for.
fn target(py: Python<'_>, field: &FieldRef, column: Option<&str>) -> PyResult<(Option<usize>, FieldRef)> {
    let DataType::Struct(fields) = field.data_type() else {
        return match column {
            None => Ok((None, field.clone())),
            Some(_) => Err(PyTypeError::new_err("column= is for tables, and the argument is a column")),
        };
    };
    let found = match column {
        Some(name) => fields.find(name),
        None if fields.len() == 1 => Some((0, &fields[0])),
        None => None,
    };
    found.map(|(at, field)| (Some(at), field.clone())).ok_or_else(|| {
        let names: Vec<_> = fields.iter().map(|field| field.name().as_str()).collect();
        let asked = column.map_or("not given".to_owned(), |name| format!("'{name}'"));
        let message = format!("column is {asked}, and the table has {}", names.join(", "));
        misuse(py, ErrorCode::ChoiceUnknown, message)
    })
}

/// A column of a table.
fn child(table: &ArrayData, at: usize) -> ArrayData {
    make_array(table.clone()).as_struct().column(at).to_data()
}

/// The type of a table after the column at `at` was replaced.
fn with_field(table: &DataType, at: usize, field: FieldRef) -> DataType {
    let DataType::Struct(fields) = table else { unreachable!("a table") };
    DataType::Struct(
        fields.iter().enumerate().map(|(n, old)| if n == at { field.clone() } else { old.clone() }).collect(),
    )
}

fn too_long(py: Python<'_>, error: ArrowError) -> PyErr {
    match error {
        ArrowError::OffsetOverflowError(len) => {
            let message =
                format!("the results have {len} bytes, more than 32-bit offsets count; cast to large_string first");
            misuse(py, ErrorCode::LengthExcessive, message)
        }
        error => unsound(py, &error),
    }
}

/// The type of results: text, unless the policy can write ill-formed bytes.
fn kind_of(policy: &str, field: &Field) -> Kind {
    let is_text =
        matches!(field.data_type(), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null);
    if policy != IllFormed::Copy.name() || is_text { Kind::Text } else { Kind::Bytes }
}

/// Escapes each row for the inside of a JSON string. Does not add the quotes around it.
///
/// Results are strings; those of binary rows with the policy `copy` are binary.
///
/// >>> import pyarrow
/// >>> from stringmill import columns
/// >>> pyarrow.array(columns.escape(pyarrow.array(['say "hi"', None]))).to_pylist()
/// ['say \\"hi\\"', None]
#[pyfunction]
#[pyo3(
    signature = (data, /, *, column = None, profile = "json", policy = "reject", on_error = "raise", threads = None)
)]
pub(crate) fn column_escape(
    data: &Bound<'_, PyAny>,
    column: Option<&str>,
    profile: &str,
    policy: &str,
    on_error: &str,
    threads: Option<usize>,
) -> PyResult<Column> {
    let py = data.py();
    let rules = JsonEscape::clone(&*utf8_rules(py, profile, policy)?);
    let call = Call::new(data, column, on_error, threads)?;
    let kind = kind_of(policy, &call.field);
    call.run(&Operation::Escape(Box::new(rules)), kind)
}

/// Unescapes each row, the inside of a JSON string, into a string; with `surrogates="reversible"` into binary.
///
/// >>> import pyarrow
/// >>> from stringmill import columns
/// >>> pyarrow.array(columns.unescape(pyarrow.array([r"caf\u00e9", r"\ud800"]), on_error="null")).to_pylist()
/// ['café', None]
#[pyfunction]
#[pyo3(signature = (data, /, *, column = None, surrogates = "reject", on_error = "raise", threads = None))]
pub(crate) fn column_unescape(
    data: &Bound<'_, PyAny>,
    column: Option<&str>,
    surrogates: &str,
    on_error: &str,
    threads: Option<usize>,
) -> PyResult<Column> {
    let surrogates = choice(data.py(), "surrogates", surrogates, LoneSurrogates::ALL, LoneSurrogates::name)?;
    let kind = if surrogates == LoneSurrogates::Reversible { Kind::Bytes } else { Kind::Text };
    Call::new(data, column, on_error, threads)?.run(&Operation::Unescape(JsonUnescape { surrogates }), kind)
}

/// Says of each row whether it is well-formed UTF-8, as a column of booleans.
///
/// >>> import pyarrow
/// >>> from stringmill import columns
/// >>> pyarrow.array(columns.validate(pyarrow.array([b"tea", b"caf\xe9", None]))).to_pylist()
/// [True, False, None]
#[pyfunction]
#[pyo3(signature = (data, /, *, column = None, threads = None))]
pub(crate) fn column_validate(
    data: &Bound<'_, PyAny>,
    column: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    Call::new(data, column, "raise", threads)?.run(&Operation::Validate, Kind::Boolean)
}

/// Writes each row as well-formed UTF-8. Results are strings; those of binary rows with the policy `copy` are binary.
///
/// >>> import polars
/// >>> from stringmill import columns
/// >>> polars.Series(columns.repair(polars.Series([b"caf\xe9"]), policy="visible")).to_list()
/// ['caf\\xE9']
#[pyfunction]
#[pyo3(signature = (data, /, *, column = None, policy = "replace", on_error = "raise", threads = None))]
pub(crate) fn column_repair(
    data: &Bound<'_, PyAny>,
    column: Option<&str>,
    policy: &str,
    on_error: &str,
    threads: Option<usize>,
) -> PyResult<Column> {
    let py = data.py();
    let rules = utf8_policy(py, policy, |policy| JsonEscape::new(&PLAIN, policy))?;
    let call = Call::new(data, column, on_error, threads)?;
    let kind = kind_of(policy, &call.field);
    call.run(&Operation::Escape(Box::new(rules)), kind)
}

/// Writes each row, a JSON text, in the canonical form of RFC 8785.
///
/// Integers that a 64-bit float cannot hold are errors, unless `round_integers` is true.
///
/// >>> import pyarrow
/// >>> from stringmill import columns
/// >>> table = pyarrow.table({"id": [1], "json": ['{"b": 1.0, "a": "é"}']})
/// >>> pyarrow.table(columns.canonical(table, column="json")).to_pylist()
/// [{'id': 1, 'json': '{"a":"é","b":1}'}]
#[pyfunction]
#[pyo3(signature = (data, /, *, column = None, round_integers = false, on_error = "raise", threads = None))]
pub(crate) fn column_canonical(
    data: &Bound<'_, PyAny>,
    column: Option<&str>,
    round_integers: bool,
    on_error: &str,
    threads: Option<usize>,
) -> PyResult<Column> {
    let limits =
        CanonicalLimits { memory_max: usize::MAX, rounds_integers: round_integers, ..CanonicalLimits::DEFAULT };
    Call::new(data, column, on_error, threads)?.run(&Operation::Canonical(limits), Kind::Text)
}

/// Converts each row, one value of Ion as text or binary, to JSON. The `losses` of the result count the values that
/// JSON changes.
///
/// `typed` writes objects that say the Ion type. `losses` is `report`, `refuse`, which makes a loss an error, or
/// `allow`.
///
/// >>> import pyarrow
/// >>> from stringmill import columns
/// >>> result = columns.ion_to_json(pyarrow.array(["{at: 2024-01-01, n: 0x11}"]))
/// >>> pyarrow.array(result).to_pylist(), result.losses
/// (['{"at":"2024-01-01","n":17}'], {'timestamp': 1})
#[pyfunction]
#[pyo3(signature = (data, /, *, column = None, typed = false, losses = "report", on_error = "raise", threads = None))]
pub(crate) fn column_ion_to_json(
    data: &Bound<'_, PyAny>,
    column: Option<&str>,
    typed: bool,
    losses: &str,
    on_error: &str,
    threads: Option<usize>,
) -> PyResult<Column> {
    let name = |it| match it {
        OnLoss::Report => "report",
        OnLoss::Refuse => "refuse",
        OnLoss::Allow => "allow",
    };
    let conversion = Conversion {
        source: Source::Ion(stringmill::ion::Limits::DEFAULT),
        target: Target::Json(TopLevel::One, Layout::Compact),
        each: false,
        typed,
        on_loss: choice(data.py(), "losses", losses, ON_LOSS, name)?,
        numbers: NumberRules::EXACT,
        pretty: None,
    };
    Call::new(data, column, on_error, threads)?.run(&Operation::Convert(conversion), Kind::Text)
}
