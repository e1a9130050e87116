//! Converts columns to arrays of Arrow, without copying their buffers.

use arrow_array::{
    ArrayRef, BooleanArray, Float32Array, Float64Array, Int8Array, Int16Array, Int32Array, Int64Array, LargeListArray,
    LargeStringArray, ListArray, MapArray, NullArray, StringArray, StringViewArray, StructArray, UInt8Array,
    UInt16Array, UInt32Array, UInt64Array,
};
use arrow_buffer::{ArrowNativeType, BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType};
use std::sync::Arc;
use stringmill::columns::{Bits, Column, Offsets, Values};

/// A column as an array of `data_type`, for which it was read.
pub(super) fn array(column: Column, data_type: &DataType) -> Result<ArrayRef, ArrowError> {
    let Column { len, validity, values } = column;
    let nulls = validity.map(|bits| NullBuffer::new(booleans(bits)));
    Ok(match values {
        Values::Null => Arc::new(NullArray::new(len)),
        Values::Boolean(bits) => Arc::new(BooleanArray::new(booleans(bits), nulls)),
        Values::Int8(values) => Arc::new(Int8Array::new(values.into(), nulls)),
        Values::Int16(values) => Arc::new(Int16Array::new(values.into(), nulls)),
        Values::Int32(values) => Arc::new(Int32Array::new(values.into(), nulls)),
        Values::Int64(values) => Arc::new(Int64Array::new(values.into(), nulls)),
        Values::UInt8(values) => Arc::new(UInt8Array::new(values.into(), nulls)),
        Values::UInt16(values) => Arc::new(UInt16Array::new(values.into(), nulls)),
        Values::UInt32(values) => Arc::new(UInt32Array::new(values.into(), nulls)),
        Values::UInt64(values) => Arc::new(UInt64Array::new(values.into(), nulls)),
        Values::Float32(values) => Arc::new(Float32Array::new(values.into(), nulls)),
        Values::Float64(values) => Arc::new(Float64Array::new(values.into(), nulls)),
        Values::Utf8 { offsets, bytes } => strings(offsets, bytes, nulls, data_type)?,
        Values::List { offsets, items } => list(offsets, *items, nulls, data_type)?,
        Values::Struct(columns) => Arc::new(structs(columns, len, nulls, data_type)?),
        Values::Map { offsets, keys, values } => map(offsets, vec![*keys, *values], nulls, data_type)?,
        _ => return Err(other_type(data_type)),
    })
}

fn booleans(bits: Bits) -> BooleanBuffer {
    let len = bits.len();
    BooleanBuffer::new(Buffer::from_vec(bits.into_bytes()), 0, len)
}

fn strings(
    offsets: Offsets,
    bytes: Vec<u8>,
    nulls: Option<NullBuffer>,
    data_type: &DataType,
) -> Result<ArrayRef, ArrowError> {
    let bytes = Buffer::from_vec(bytes);
    Ok(match offsets {
        Offsets::Small(offsets) => Arc::new(StringArray::try_new(buffer(offsets), bytes, nulls)?),
        Offsets::Large(offsets) => {
            let texts = LargeStringArray::try_new(buffer(offsets), bytes, nulls)?;
            match data_type {
                DataType::Utf8View => Arc::new(StringViewArray::from(&texts)),
                _ => Arc::new(texts),
            }
        }
    })
}

fn list(
    offsets: Offsets,
    items: Column,
    nulls: Option<NullBuffer>,
    data_type: &DataType,
) -> Result<ArrayRef, ArrowError> {
    let (DataType::List(field) | DataType::LargeList(field)) = data_type else { return Err(other_type(data_type)) };
    let items = array(items, field.data_type())?;
    Ok(match offsets {
        Offsets::Small(offsets) => Arc::new(ListArray::try_new(field.clone(), buffer(offsets), items, nulls)?),
        Offsets::Large(offsets) => Arc::new(LargeListArray::try_new(field.clone(), buffer(offsets), items, nulls)?),
    })
}

fn structs(
    columns: Vec<Column>,
    len: usize,
    nulls: Option<NullBuffer>,
    data_type: &DataType,
) -> Result<StructArray, ArrowError> {
    let DataType::Struct(fields) = data_type else { return Err(other_type(data_type)) };
    let columns = columns.into_iter().zip(fields);
    let arrays = columns.map(|(column, field)| array(column, field.data_type())).collect::<Result<_, _>>()?;
    StructArray::try_new_with_length(fields.clone(), arrays, nulls, len)
}

fn map(
    offsets: Offsets,
    pairs: Vec<Column>,
    nulls: Option<NullBuffer>,
    data_type: &DataType,
) -> Result<ArrayRef, ArrowError> {
    let (DataType::Map(field, is_sorted), Offsets::Small(offsets)) = (data_type, offsets) else {
        return Err(other_type(data_type));
    };
    let len = pairs[0].len;
    let pairs = structs(pairs, len, None, field.data_type())?;
    Ok(Arc::new(MapArray::try_new(field.clone(), buffer(offsets), pairs, nulls, *is_sorted)?))
}

fn buffer<O: ArrowNativeType>(offsets: Vec<O>) -> OffsetBuffer<O> {
    OffsetBuffer::new(ScalarBuffer::from(offsets))
}

/// The error for a column of another type. The schema of the reader was made of the same type, so this cannot happen.
fn other_type(data_type: &DataType) -> ArrowError {
    ArrowError::SchemaError(format!("a column was read for another type than {data_type}"))
}
