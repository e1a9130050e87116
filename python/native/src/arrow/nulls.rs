//! Arrays of the type null with a buffer. polars exports such arrays, and `arrow-array` refuses them.
//!
//! They are imported as structs without members, which may have a buffer; then they get their type back.

use arrow_data::ArrayData;
use arrow_schema::{DataType, FieldRef, Fields};
use std::sync::Arc;

/// The type to import an array of `data_type` with.
pub(super) fn with_structs(data_type: &DataType) -> DataType {
    let of = |field: &FieldRef| -> FieldRef {
        Arc::new(field.as_ref().clone().with_data_type(with_structs(field.data_type())))
    };
    match data_type {
        DataType::Null => DataType::Struct(Fields::empty()),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(of).collect()),
        DataType::List(field) => DataType::List(of(field)),
        DataType::LargeList(field) => DataType::LargeList(of(field)),
        DataType::FixedSizeList(field, len) => DataType::FixedSizeList(of(field), *len),
        DataType::Map(field, sorted) => DataType::Map(of(field), *sorted),
        other => other.clone(),
    }
}

/// Gives an array that was imported with the type of [`with_structs`] the type `data_type` again.
pub(super) fn without_structs(data: ArrayData, data_type: &DataType) -> ArrayData {
    let fields = match data_type {
        DataType::Null => return ArrayData::new_null(data_type, data.len()),
        DataType::Struct(fields) => fields.clone(),
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _) => Fields::from(vec![field.clone()]),
        _ => return data,
    };
    let children = data.child_data().iter().cloned().zip(&fields);
    let children = children.map(|(child, field)| without_structs(child, field.data_type())).collect();
    let builder = data.into_builder().data_type(data_type.clone()).child_data(children);
    // SAFETY: the buffers and lengths are those of `data`, and the types differ only for arrays without buffers.
    unsafe { builder.build_unchecked() }
}
