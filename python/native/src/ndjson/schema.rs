//! Converts types of Arrow to those of the JSON reader, and back.

use arrow_schema::{DataType, Field, Fields};
use std::sync::Arc;
use stringmill::columns::{DataType as Json, Field as JsonField};

/// Converts a field for the JSON reader. The error names a type that JSON cannot be read into; `path` leads to the
/// field.
pub(super) fn field_of_schema(field: &Field, path: &str) -> Result<JsonField, String> {
    let inner = |field: &Field, step: &str| field_of_schema(field, &format!("{path}{step}")).map(Box::new);
    let data_type = match field.data_type() {
        DataType::Null => Json::Null,
        DataType::Boolean => Json::Boolean,
        DataType::Int8 => Json::Int8,
        DataType::Int16 => Json::Int16,
        DataType::Int32 => Json::Int32,
        DataType::Int64 => Json::Int64,
        DataType::UInt8 => Json::UInt8,
        DataType::UInt16 => Json::UInt16,
        DataType::UInt32 => Json::UInt32,
        DataType::UInt64 => Json::UInt64,
        DataType::Float32 => Json::Float32,
        DataType::Float64 => Json::Float64,
        DataType::Utf8 => Json::Utf8,
        DataType::LargeUtf8 => Json::LargeUtf8,
        DataType::Utf8View => Json::Utf8View,
        DataType::List(item) => Json::List(inner(item, "[]")?),
        DataType::LargeList(item) => Json::LargeList(inner(item, "[]")?),
        DataType::Struct(fields) => {
            let path_of = |field: &Field| match path {
                "" => field.name().clone(),
                _ => format!("{path}.{}", field.name()),
            };
            Json::Struct(fields.iter().map(|field| field_of_schema(field, &path_of(field))).collect::<Result<_, _>>()?)
        }
        DataType::Map(entries, _) => match value_of(entries) {
            Some(value) => Json::Map(inner(value, "{}")?),
            None => return Err(unread(field, path)),
        },
        _ => return Err(unread(field, path)),
    };
    Ok(JsonField::new(field.name(), data_type, field.is_nullable()))
}

fn unread(field: &Field, path: &str) -> String {
    format!("column {path} has the type {}, into which JSON is not read", field.data_type())
}

/// The value field of a map whose keys are strings.
fn value_of(entries: &Field) -> Option<&Field> {
    match entries.data_type() {
        DataType::Struct(pair) if pair.len() == 2 && *pair[0].data_type() == DataType::Utf8 => Some(&pair[1]),
        _ => None,
    }
}

/// Converts a field of the JSON reader to one of Arrow.
pub(super) fn field_of_json(field: &JsonField) -> Field {
    Field::new(&field.name, type_of_json(&field.data_type), field.nullable)
}

/// Only for inferred types.
fn type_of_json(data_type: &Json) -> DataType {
    match data_type {
        Json::Boolean => DataType::Boolean,
        Json::Int64 => DataType::Int64,
        Json::UInt64 => DataType::UInt64,
        Json::Float64 => DataType::Float64,
        Json::Utf8 => DataType::Utf8,
        Json::List(item) => DataType::List(Arc::new(field_of_json(item))),
        Json::Struct(fields) => DataType::Struct(fields.iter().map(field_of_json).collect::<Fields>()),
        _ => DataType::Null,
    }
}
