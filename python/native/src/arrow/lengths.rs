//! Checks the lengths that an imported array states, before anything is read by them.
//!
//! `arrow-array` takes the length of a buffer of bytes from the last offset, or from the list of lengths of views,
//! and may fail hard on a negative one. Offsets before the last are validated when the array is read.

use arrow_array::ffi::FFI_ArrowArray;
use arrow_schema::{ArrowError, DataType, Fields};

/// Refuses lengths that no array can have.
pub(super) fn check(array: &FFI_ArrowArray, data_type: &DataType) -> Result<(), ArrowError> {
    let is_sound = array.len().checked_add(array.offset()).is_some_and(|len| len <= isize::MAX as usize / 16)
        && match data_type {
            DataType::Utf8 | DataType::Binary => last::<i32>(array).is_none_or(|last| last >= 0),
            DataType::LargeUtf8 | DataType::LargeBinary => last::<i64>(array).is_none_or(|last| last >= 0),
            DataType::Utf8View | DataType::BinaryView => views_are_sound(array),
            _ => true,
        };
    if !is_sound {
        return Err(ArrowError::CDataInterface(format!("an array of type {data_type} has a negative length")));
    }
    match data_type {
        DataType::Struct(fields) => children(array, fields),
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _) => children(array, &Fields::from(vec![field.clone()])),
        DataType::Dictionary(_, values) => array.dictionary().map_or(Ok(()), |array| check(array, values)),
        _ => Ok(()),
    }
}

fn children(array: &FFI_ArrowArray, fields: &Fields) -> Result<(), ArrowError> {
    if array.num_children() != fields.len() {
        return Err(ArrowError::CDataInterface("an array has more or fewer children than its type".to_owned()));
    }
    fields.iter().enumerate().try_for_each(|(number, field)| check(array.child(number), field.data_type()))
}

/// The last offset, if the array has any.
fn last<O: Copy>(array: &FFI_ArrowArray) -> Option<O> {
    if array.num_buffers() != 3 || array.buffer(1).is_null() || array.is_empty() && array.offset() == 0 {
        return None;
    }
    // SAFETY: the buffer has one offset more than rows, by the C data interface; the address may be unaligned.
    Some(unsafe { array.buffer(1).cast::<O>().add(array.len() + array.offset()).read_unaligned() })
}

fn views_are_sound(array: &FFI_ArrowArray) -> bool {
    let Some(count) = array.num_buffers().checked_sub(3) else { return false };
    let lengths = array.buffer(count + 2).cast::<i64>();
    // SAFETY: by the C data interface, the last buffer has the lengths of all other buffers that contain bytes.
    (0..count).all(|number| !lengths.is_null() && unsafe { lengths.add(number).read_unaligned() } >= 0)
}
