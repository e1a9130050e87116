//! Makes a Python value from a line that is JSON, without recursion: any depth that the check allows works on any
//! stack.
//!
//! Only for lines that the reader of `loads` declines.

use super::fault::Fault;
use crate::error::Note;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};
use stringmill::columns::{Cursor, Number, Token};
use stringmill::{Error, ErrorCode, Tier};

/// Why a line has no value.
pub(super) enum Refused {
    /// Python cannot represent a value. The fault has its place in the line.
    Value(Fault),
    /// Python raised an exception.
    Python(PyErr),
}

impl From<PyErr> for Refused {
    fn from(error: PyErr) -> Self {
        Refused::Python(error)
    }
}

/// An open container.
enum Open<'py> {
    List(Bound<'py, PyList>),
    /// A dict, and the name of its next value.
    Dict(Bound<'py, PyDict>, Bound<'py, PyString>),
}

/// The value of a line.
pub(super) fn value<'py>(py: Python<'py>, line: &[u8]) -> Result<Bound<'py, PyAny>, Refused> {
    let cursor = &mut Cursor::new(Tier::best(), line);
    let mut open: Vec<Open<'py>> = Vec::new();
    loop {
        let token = cursor.token();
        let mut value = match token {
            Token::List if cursor.open() => {
                open.push(Open::List(PyList::empty(py)));
                continue;
            }
            Token::Object if cursor.open() => {
                open.push(Open::Dict(PyDict::new(py), name(py, cursor)?));
                continue;
            }
            Token::List => PyList::empty(py).into_any(),
            Token::Object => PyDict::new(py).into_any(),
            _ => scalar(py, cursor, token)?,
        };
        loop {
            let Some(container) = open.last_mut() else { return Ok(value) };
            container.add(&value)?;
            if cursor.comma() {
                if let Open::Dict(_, next) = container {
                    *next = name(py, cursor)?;
                }
                break;
            }
            value = match open.pop() {
                Some(Open::List(list)) => list.into_any(),
                Some(Open::Dict(dict, _)) => dict.into_any(),
                None => return Ok(value),
            };
        }
    }
}

impl Open<'_> {
    fn add(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match self {
            Open::List(list) => list.append(value),
            Open::Dict(dict, name) => dict.set_item(name, value),
        }
    }
}

fn name<'py>(py: Python<'py>, cursor: &mut Cursor<'_>) -> PyResult<Bound<'py, PyString>> {
    let name = string(py, cursor)?;
    cursor.colon();
    Ok(name)
}

fn string<'py>(py: Python<'py>, cursor: &mut Cursor<'_>) -> PyResult<Bound<'py, PyString>> {
    let mut text = Vec::new();
    cursor.text(&mut text);
    Ok(PyString::new(py, &String::from_utf8(text)?))
}

fn scalar<'py>(py: Python<'py>, cursor: &mut Cursor<'_>, token: Token) -> Result<Bound<'py, PyAny>, Refused> {
    Ok(match token {
        Token::Text => string(py, cursor)?.into_any(),
        Token::Number => return number(py, cursor),
        Token::Bool(value) => {
            cursor.word();
            PyBool::new(py, value).to_owned().into_any()
        }
        Token::Null | Token::List | Token::Object => {
            cursor.word();
            py.None().into_bound(py)
        }
    })
}

fn number<'py>(py: Python<'py>, cursor: &mut Cursor<'_>) -> Result<Bound<'py, PyAny>, Refused> {
    let at = cursor.at();
    let Number { text, is_whole } = cursor.number();
    let fault = |code, text, help| {
        Refused::Value(Fault {
            start: 0,
            end: 0,
            line: 0,
            error: Error::new(code, at as u64),
            note: Some(Note { text, help }),
        })
    };
    if is_whole {
        let value = py.get_type::<PyInt>().call1((text,));
        return value.map_err(|error| {
            if !error.is_instance_of::<PyValueError>(py) {
                return error.into();
            }
            let note = format!("Python refuses an integer of {} digits", text.trim_start_matches('-').len());
            fault(ErrorCode::ConvertLoss, note, "raise the limit by sys.set_int_max_str_digits, or change the value")
        });
    }
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(PyFloat::new(py, value).into_any()),
        _ => {
            let note = "the number exceeds every 64-bit float".to_owned();
            Err(fault(ErrorCode::NumberOverflow, note, "change the value, or write it as a string"))
        }
    }
}
