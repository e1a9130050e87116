//! The rows of a result as objects of Python, for libraries that do not take Arrow.

use arrow_array::cast::AsArray;
use arrow_array::make_array;
use arrow_data::ArrayData;
use arrow_schema::DataType;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyList, PyString};

/// Appends a `str`, `bytes` or `bool` for each row, and None for a null.
pub(super) fn append(list: &Bound<'_, PyList>, data: &ArrayData) -> PyResult<()> {
    let (py, array) = (list.py(), make_array(data.clone()));
    let text = |row: Option<&str>| list.append(row.map(|row| PyString::new(py, row)));
    let bytes = |row: Option<&[u8]>| list.append(row.map(|row| PyBytes::new(py, row)));
    match data.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().try_for_each(text),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().try_for_each(text),
        DataType::Utf8View => array.as_string_view().iter().try_for_each(text),
        DataType::Binary => array.as_binary::<i32>().iter().try_for_each(bytes),
        DataType::LargeBinary => array.as_binary::<i64>().iter().try_for_each(bytes),
        DataType::BinaryView => array.as_binary_view().iter().try_for_each(bytes),
        DataType::Boolean => {
            array.as_boolean().iter().try_for_each(|row| list.append(row.map(|row| PyBool::new(py, row).to_owned())))
        }
        _ => {
            Err(PyTypeError::new_err("a table is no sequence of values; pass it to pyarrow.table or polars.DataFrame"))
        }
    }
}
