//! The rows of one array of strings or binary values, as bytes.

use arrow_array::cast::AsArray;
use arrow_array::{Array, BinaryArray, BinaryViewArray, LargeBinaryArray, make_array};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType};

/// How a type stores its rows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Storage {
    /// 32-bit offsets.
    Small,
    /// 64-bit offsets.
    Large,
    View,
}

impl Storage {
    /// The storage of a string, binary or null type. A dictionary has the storage of its values.
    pub(crate) fn of(data_type: &DataType) -> Option<Self> {
        match data_type {
            // Most libraries give a column without any value the type null.
            DataType::Utf8 | DataType::Binary | DataType::Null => Some(Storage::Small),
            DataType::LargeUtf8 | DataType::LargeBinary => Some(Storage::Large),
            DataType::Utf8View | DataType::BinaryView => Some(Storage::View),
            DataType::Dictionary(_, values) if !matches!(**values, DataType::Dictionary(..)) => Storage::of(values),
            _ => None,
        }
    }

    fn binary(self) -> DataType {
        match self {
            Storage::Small => DataType::Binary,
            Storage::Large => DataType::LargeBinary,
            Storage::View => DataType::BinaryView,
        }
    }
}

/// The rows of an array.
pub(crate) enum Rows {
    Small(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
    /// Each row has the number of a value, or `None` for a null.
    Dictionary {
        keys: Vec<Option<usize>>,
        values: Box<Rows>,
    },
}

impl Rows {
    /// The rows of `data`, whose storage is `storage`. Everything except the bytes of the rows is validated.
    pub(crate) fn new(data: ArrayData, storage: Storage) -> Result<Self, ArrowError> {
        if let DataType::Dictionary(key, _) = data.data_type() {
            let data_type = DataType::Dictionary(key.clone(), Box::new(storage.binary()));
            let values = as_binary(data.child_data()[0].clone(), storage)?;
            let data = data.into_builder().data_type(data_type).child_data(vec![values.clone()]).build()?;
            return Ok(Rows::Dictionary { keys: keys(data), values: Box::new(Rows::new(values, storage)?) });
        }
        let array = make_array(as_binary(data, storage)?);
        Ok(match storage {
            Storage::Small => Rows::Small(array.as_binary().clone()),
            Storage::Large => Rows::Large(array.as_binary().clone()),
            Storage::View => Rows::View(array.as_binary_view().clone()),
        })
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Rows::Small(array) => array.len(),
            Rows::Large(array) => array.len(),
            Rows::View(array) => array.len(),
            Rows::Dictionary { keys, .. } => keys.len(),
        }
    }

    /// The bytes of a row, or `None` if it is null.
    pub(crate) fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            Rows::Small(array) => array.is_valid(row).then(|| array.value(row)),
            Rows::Large(array) => array.is_valid(row).then(|| array.value(row)),
            Rows::View(array) => array.is_valid(row).then(|| array.value(row)),
            Rows::Dictionary { keys, values } => keys[row].and_then(|key| values.get(key)),
        }
    }
}

/// Converts an array of strings to one of binary values, whose bytes may be ill-formed. Validates offsets, views and
/// lengths.
fn as_binary(data: ArrayData, storage: Storage) -> Result<ArrayData, ArrowError> {
    if *data.data_type() == DataType::Null {
        return Ok(ArrayData::new_null(&storage.binary(), data.len()));
    }
    data.into_builder().data_type(storage.binary()).build()
}

fn keys(data: ArrayData) -> Vec<Option<usize>> {
    let array = make_array(data);
    let dictionary = array.as_any_dictionary();
    if dictionary.values().is_empty() {
        return vec![None; array.len()];
    }
    let keys = dictionary.normalized_keys().into_iter().enumerate();
    keys.map(|(row, key)| dictionary.keys().is_valid(row).then_some(key)).collect()
}
