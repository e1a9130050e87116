//! Collects the results of all rows into an array of the type of the input.

use super::rows::Storage;
use super::work::Part;
use arrow_array::{Array, BooleanArray, GenericByteArray, OffsetSizeTrait, make_array};
use arrow_array::{BinaryViewArray, StringViewArray, types};
use arrow_buffer::{ArrowNativeType, BooleanBufferBuilder, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType};

/// The type of results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Always well-formed UTF-8.
    Text,
    /// Any bytes.
    Bytes,
    /// One byte for each row.
    Boolean,
}

impl Kind {
    /// The type of an array of results.
    pub(crate) fn data_type(self, storage: Storage) -> DataType {
        match (self, storage) {
            (Kind::Boolean, _) => DataType::Boolean,
            (Kind::Text, Storage::Small) => DataType::Utf8,
            (Kind::Text, Storage::Large) => DataType::LargeUtf8,
            (Kind::Text, Storage::View) => DataType::Utf8View,
            (Kind::Bytes, Storage::Small) => DataType::Binary,
            (Kind::Bytes, Storage::Large) => DataType::LargeBinary,
            (Kind::Bytes, Storage::View) => DataType::BinaryView,
        }
    }

    /// An array of `parts`, in order.
    ///
    /// # Errors
    ///
    /// If the results have more bytes than the offsets of the type can count.
    pub(crate) fn array(self, storage: Storage, parts: Vec<Part>) -> Result<ArrayData, ArrowError> {
        let len = parts.iter().map(|part| part.ends.len()).sum();
        let nulls = nulls(len, &parts);
        if self == Kind::Boolean {
            return Ok(booleans(len, &parts, nulls).into_data());
        }
        Ok(match (storage, self) {
            (Storage::Small, Kind::Text) => array::<types::Utf8Type>(len, parts, nulls)?.into_data(),
            (Storage::Small, _) => array::<types::BinaryType>(len, parts, nulls)?.into_data(),
            (Storage::Large, Kind::Text) => array::<types::LargeUtf8Type>(len, parts, nulls)?.into_data(),
            (Storage::Large, _) => array::<types::LargeBinaryType>(len, parts, nulls)?.into_data(),
            (Storage::View, Kind::Text) => {
                StringViewArray::from(&array::<types::LargeUtf8Type>(len, parts, nulls)?).into_data()
            }
            (Storage::View, _) => {
                BinaryViewArray::from(&array::<types::LargeBinaryType>(len, parts, nulls)?).into_data()
            }
        })
    }
}

fn nulls(len: usize, parts: &[Part]) -> Option<NullBuffer> {
    if parts.iter().all(|part| part.nulls.is_empty()) {
        return None;
    }
    let mut valid = BooleanBufferBuilder::new(len);
    valid.append_n(len, true);
    for &row in parts.iter().flat_map(|part| &part.nulls) {
        valid.set_bit(row, false);
    }
    Some(NullBuffer::new(valid.finish()))
}

fn booleans(len: usize, parts: &[Part], nulls: Option<NullBuffer>) -> BooleanArray {
    let mut values = BooleanBufferBuilder::new(len);
    for part in parts {
        let mut start = 0;
        for &end in &part.ends {
            // A null row has no byte.
            values.append(part.bytes[start..end] == [1]);
            start = end;
        }
    }
    BooleanArray::new(values.finish(), nulls)
}

fn array<T: types::ByteArrayType>(
    len: usize,
    mut parts: Vec<Part>,
    nulls: Option<NullBuffer>,
) -> Result<GenericByteArray<T>, ArrowError> {
    let mut offsets = Vec::with_capacity(len + 1);
    offsets.push(T::Offset::default());
    let mut base = 0;
    for part in &parts {
        let all = base + part.bytes.len();
        if all > T::Offset::MAX_OFFSET {
            return Err(ArrowError::OffsetOverflowError(all));
        }
        offsets.extend(part.ends.iter().filter_map(|&end| T::Offset::from_usize(base + end)));
        base = all;
    }
    let bytes = if parts.len() == 1 {
        parts.pop().map(|part| part.bytes).unwrap_or_default()
    } else {
        let mut bytes = Vec::with_capacity(base);
        parts.iter().for_each(|part| bytes.extend_from_slice(&part.bytes));
        bytes
    };
    GenericByteArray::try_new(OffsetBuffer::new(ScalarBuffer::from(offsets)), Buffer::from_vec(bytes), nulls)
}

/// Replaces the child at `at` of an array of structs.
pub(crate) fn with_child(table: &ArrayData, data_type: &DataType, at: usize, child: ArrayData) -> ArrayData {
    use arrow_array::StructArray;
    use arrow_array::cast::AsArray;
    let table = make_array(table.clone());
    let table = table.as_struct();
    let mut columns = table.columns().to_vec();
    columns[at] = make_array(child);
    let DataType::Struct(fields) = data_type else { unreachable!("a table") };
    // The new child has as many rows as the old one.
    StructArray::new(fields.clone(), columns, table.nulls().cloned()).into_data()
}
