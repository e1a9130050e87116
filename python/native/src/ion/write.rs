//! `dumps`: objects as Ion text, or as binary Ion with one symbol table.

use super::catalog::{ImportArgument, tables};
use super::classes::classes;
use super::text::{Lines, Text};
use super::walk::{Put, Sink, Walk};
use crate::error::ion_write_error;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use stringmill::ion::{BinaryWriter, Decimal, Int, Kind, Timestamp, WriteError};

/// The output of `objects`, as `bytes`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of dumps")]
pub(crate) fn ion_dumps<'py>(
    py: Python<'py>,
    objects: &Bound<'py, PyAny>,
    binary: bool,
    indent: Option<Vec<u8>>,
    python_spelling: bool,
    tuple_as_sexp: bool,
    omit_version_marker: bool,
    trailing_commas: bool,
    imports: Option<Vec<ImportArgument>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let classes = classes(py)?;
    let failed = |error| ion_write_error(py, error);
    if binary {
        let writer = BinaryWriter::new(usize::MAX)
            .with_one_table()
            .importing(&tables(imports.unwrap_or_default()))
            .map_err(failed)?;
        let mut walk = Walk::new(py, classes, Binary(writer), tuple_as_sexp)?;
        if !each(&mut walk, objects)? {
            // The output of `amazon.ion` for no values. Readers take it for an empty text.
            return Ok(PyBytes::new(py, b""));
        }
        walk.sink.0.finish().map_err(failed)?;
        return Ok(PyBytes::new(py, walk.sink.0.ready()));
    }
    let mut text = Text::new(python_spelling, indent.map(|indent| Lines { indent, trailing_commas }));
    if !omit_version_marker {
        text.version_marker().map_err(failed)?;
    }
    let mut walk = Walk::new(py, classes, text, tuple_as_sexp)?;
    each(&mut walk, objects)?;
    Ok(PyBytes::new(py, walk.sink.written()))
}

/// Writes all objects. Returns whether there was any.
fn each<'c, 'py: 'c, S: Sink>(walk: &mut Walk<'c, 'py, S>, objects: &Bound<'py, PyAny>) -> PyResult<bool> {
    let mut any = false;
    for object in objects.try_iter()? {
        walk.top(&object?)?;
        any = true;
    }
    Ok(any)
}

struct Binary(BinaryWriter);

impl Sink for Binary {
    const HAS_IDS: bool = true;

    fn field_name(&mut self, name: Option<&str>) -> Put {
        self.0.field_name(name)
    }

    fn declare_symbol(&mut self, text: &str) -> Put {
        self.0.declare_symbol(text)
    }

    fn annotations(&mut self, texts: &[Option<&str>]) -> Put {
        self.0.annotations(texts.iter().copied())
    }

    fn begin(&mut self, kind: Kind) -> Put {
        self.0.begin(kind)
    }

    fn end(&mut self, _kind: Kind) -> Put {
        self.0.end()
    }

    fn null(&mut self, kind: Kind) -> Put {
        self.0.null(kind)
    }

    fn bool(&mut self, value: bool) -> Put {
        self.0.bool(value)
    }

    fn int(&mut self, value: i64) -> Put {
        self.0.int64(value)
    }

    fn big_int(&mut self, value: &Int<'_>) -> Put {
        self.0.int(value)
    }

    fn float(&mut self, value: f64) -> Put {
        self.0.float64(value)
    }

    fn decimal(&mut self, text: &str) -> Put {
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |text| (true, text));
        let (number, exponent) = text.split_once('E').unwrap_or((text, "0"));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let digits = [whole, fraction].concat();
        let coefficient = match digits.trim_start_matches('0') {
            "" => "0",
            digits => digits,
        };
        let exponent: i64 = exponent.parse().map_err(|_| WriteError::ExponentRange)?;
        let exponent = exponent.checked_sub(fraction.len() as i64).ok_or(WriteError::ExponentRange)?;
        self.0.decimal(&Decimal { negative, coefficient: coefficient.as_bytes(), exponent: Some(exponent) })
    }

    fn timestamp(&mut self, value: &Timestamp<'_>) -> Put {
        self.0.timestamp(value)
    }

    fn symbol(&mut self, text: Option<&str>) -> Put {
        self.0.symbol(text)
    }

    fn string(&mut self, text: &str) -> Put {
        self.0.string(text)
    }

    fn lob(&mut self, kind: Kind, bytes: &[u8]) -> Put {
        self.0.lob(kind, bytes)
    }
}
