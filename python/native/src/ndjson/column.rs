//! A column that is filled value by value, out of JSON.

use super::parse::{Cursor, Token};
use arrow_array::{
    ArrayRef, BooleanArray, Float32Array, Float64Array, Int8Array, Int16Array, Int32Array, Int64Array, LargeListArray,
    LargeStringArray, ListArray, NullArray, OffsetSizeTrait, StringArray, StringViewArray, StructArray, UInt8Array,
    UInt16Array, UInt32Array, UInt64Array,
};
use arrow_buffer::{BooleanBufferBuilder, Buffer, NullBuffer, NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields};
use std::collections::HashMap;
use std::sync::Arc;
use stringmill::ErrorCode;

/// Why a value does not go into its column.
pub(super) struct Misfit {
    pub(super) code: ErrorCode,
    /// Where in the line.
    pub(super) at: usize,
    pub(super) note: String,
}

/// Whether members that the type does not have are passed over, or are misfits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extra {
    Ignore,
    Refuse,
}

/// A column.
pub(super) struct Column {
    field: FieldRef,
    /// The names that lead to the column.
    path: String,
    nulls: NullBufferBuilder,
    values: Values,
}

enum Values {
    Null,
    Bool(BooleanBufferBuilder),
    Int(Vec<i64>),
    /// Only for 64 bits.
    Unsigned(Vec<u64>),
    Float(Vec<f64>),
    Text {
        bytes: Vec<u8>,
        ends: Vec<usize>,
    },
    List {
        item: Box<Column>,
        ends: Vec<usize>,
    },
    Struct(Members),
}

struct Members {
    columns: Vec<Column>,
    places: HashMap<Vec<u8>, usize>,
    /// Which members the current object has had.
    seen: Vec<bool>,
    extra: Extra,
    name: Vec<u8>,
}

impl Column {
    /// An empty column for values of `field`. An error names the type, if it is one that JSON is not read into.
    pub(super) fn new(field: &FieldRef, path: &str, extra: Extra) -> Result<Self, String> {
        let values = match field.data_type() {
            DataType::Null => Values::Null,
            DataType::Boolean => Values::Bool(BooleanBufferBuilder::new(0)),
            DataType::Int8 | DataType::Int16 | DataType::Int32 | DataType::Int64 => Values::Int(Vec::new()),
            DataType::UInt8 | DataType::UInt16 | DataType::UInt32 => Values::Int(Vec::new()),
            DataType::UInt64 => Values::Unsigned(Vec::new()),
            DataType::Float32 | DataType::Float64 => Values::Float(Vec::new()),
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
                Values::Text { bytes: Vec::new(), ends: Vec::new() }
            }
            DataType::List(item) | DataType::LargeList(item) => {
                let item = Box::new(Column::new(item, &format!("{path}[]"), extra)?);
                Values::List { item, ends: Vec::new() }
            }
            DataType::Struct(fields) => Values::Struct(Members::new(fields, path, extra)?),
            other => return Err(format!("column {path} has the type {other}, into which JSON is not read")),
        };
        Ok(Column { field: field.clone(), path: path.to_owned(), nulls: NullBufferBuilder::new(0), values })
    }

    pub(super) fn len(&self) -> usize {
        self.nulls.len()
    }

    /// Appends the value at the cursor. After a misfit, the column must be truncated.
    pub(super) fn add(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Misfit> {
        let (at, token) = (cursor.at, cursor.token());
        if token == Token::Null {
            cursor.word();
            return self.add_null(at);
        }
        let fits = match (&mut self.values, token) {
            (Values::Bool(values), Token::Bool(value)) => {
                cursor.word();
                values.append(value);
                true
            }
            (Values::Int(values), Token::Number(true)) => {
                let value = cursor.number().parse().ok().filter(|&value| in_range(self.field.data_type(), value));
                values.extend(value);
                value.is_some()
            }
            (Values::Unsigned(values), Token::Number(true)) => {
                let value = cursor.number().parse::<u64>().ok();
                values.extend(value);
                value.is_some()
            }
            (Values::Float(values), Token::Number(_)) => {
                let value = cursor.number().parse().unwrap_or(f64::INFINITY);
                let is_finite = if *self.field.data_type() == DataType::Float32 {
                    (value as f32).is_finite()
                } else {
                    value.is_finite()
                };
                if !is_finite {
                    return Err(Misfit { code: ErrorCode::NumberOverflow, at, note: self.note() });
                }
                values.push(value);
                true
            }
            (Values::Text { bytes, ends }, Token::Text) => {
                cursor.text(bytes);
                ends.push(bytes.len());
                true
            }
            (Values::List { item, ends }, Token::List) => {
                let mut more = cursor.open();
                while more {
                    item.add(cursor)?;
                    more = cursor.comma();
                }
                ends.push(item.len());
                true
            }
            (Values::Struct(members), Token::Object) => {
                members.add(cursor, &self.path)?;
                true
            }
            _ => false,
        };
        if !fits {
            return Err(Misfit { code: ErrorCode::ConvertLoss, at, note: self.note() });
        }
        self.nulls.append_non_null();
        Ok(())
    }

    fn note(&self) -> String {
        let path = if self.path.is_empty() { "a record" } else { &self.path };
        let null = if self.field.is_nullable() { "" } else { " without null" };
        match self.field.data_type() {
            DataType::Struct(_) => format!("{path} is an object{null}"),
            DataType::List(_) | DataType::LargeList(_) => format!("{path} is an array{null}"),
            data_type => format!("{path} has the type {data_type}{null}"),
        }
    }

    fn add_null(&mut self, at: usize) -> Result<(), Misfit> {
        if !self.field.is_nullable() {
            return Err(Misfit { code: ErrorCode::ConvertLoss, at, note: self.note() });
        }
        match &mut self.values {
            Values::Null => {}
            Values::Bool(values) => values.append(false),
            Values::Int(values) => values.push(0),
            Values::Unsigned(values) => values.push(0),
            Values::Float(values) => values.push(0.0),
            Values::Text { bytes, ends } => ends.push(bytes.len()),
            Values::List { item, ends } => ends.push(item.len()),
            // A null struct has members all the same; they may be null even if the type says never.
            Values::Struct(members) => members.columns.iter_mut().for_each(Column::add_filler),
        }
        self.nulls.append_null();
        Ok(())
    }

    /// Appends what is below a null struct.
    fn add_filler(&mut self) {
        let is_nullable = self.field.is_nullable();
        if !is_nullable {
            self.field = Arc::new(self.field.as_ref().clone().with_nullable(true));
        }
        // A nullable column takes every null.
        let _ = self.add_null(0);
        if !is_nullable {
            self.field = Arc::new(self.field.as_ref().clone().with_nullable(false));
        }
    }

    /// Removes what follows the first `len` values.
    pub(super) fn truncate(&mut self, len: usize) {
        self.nulls.truncate(len);
        let end = |ends: &[usize]| len.checked_sub(1).map_or(0, |last| ends[last]);
        match &mut self.values {
            Values::Null => {}
            Values::Bool(values) => values.truncate(len),
            Values::Int(values) => values.truncate(len),
            Values::Unsigned(values) => values.truncate(len),
            Values::Float(values) => values.truncate(len),
            Values::Text { bytes, ends } => {
                bytes.truncate(end(ends));
                ends.truncate(len);
            }
            Values::List { item, ends } => {
                item.truncate(end(ends));
                ends.truncate(len);
            }
            Values::Struct(members) => members.columns.iter_mut().for_each(|column| column.truncate(len)),
        }
    }

    /// The column as an array.
    pub(super) fn finish(mut self) -> Result<ArrayRef, ArrowError> {
        let (len, nulls) = (self.nulls.len(), self.nulls.finish());
        let data_type = self.field.data_type();
        Ok(match self.values {
            Values::Null => Arc::new(NullArray::new(len)),
            Values::Bool(mut values) => Arc::new(BooleanArray::new(values.finish(), nulls)),
            Values::Int(values) => integers(data_type, values, nulls),
            Values::Unsigned(values) => Arc::new(UInt64Array::new(values.into(), nulls)),
            Values::Float(values) if *data_type == DataType::Float32 => {
                Arc::new(Float32Array::new(values.into_iter().map(|value| value as f32).collect(), nulls))
            }
            Values::Float(values) => Arc::new(Float64Array::new(values.into(), nulls)),
            Values::Text { bytes, ends } => {
                let bytes = Buffer::from_vec(bytes);
                match data_type {
                    DataType::Utf8 => Arc::new(StringArray::try_new(offsets(&ends)?, bytes, nulls)?),
                    DataType::LargeUtf8 => Arc::new(LargeStringArray::try_new(offsets(&ends)?, bytes, nulls)?),
                    _ => {
                        let texts = LargeStringArray::try_new(offsets(&ends)?, bytes, nulls)?;
                        Arc::new(StringViewArray::from(&texts))
                    }
                }
            }
            Values::List { item, ends } => {
                let items = item.finish()?;
                match data_type {
                    DataType::LargeList(field) => {
                        Arc::new(LargeListArray::try_new(field.clone(), offsets(&ends)?, items, nulls)?)
                    }
                    DataType::List(field) => {
                        Arc::new(ListArray::try_new(field.clone(), offsets(&ends)?, items, nulls)?)
                    }
                    _ => unreachable!("a list"),
                }
            }
            Values::Struct(members) => {
                let DataType::Struct(fields) = data_type else { unreachable!("a struct") };
                let columns = members.columns.into_iter().map(Column::finish).collect::<Result<_, _>>()?;
                Arc::new(StructArray::try_new_with_length(fields.clone(), columns, nulls, len)?)
            }
        })
    }
}

impl Members {
    fn new(fields: &Fields, path: &str, extra: Extra) -> Result<Self, String> {
        let path_of = |field: &Field| match path {
            "" => field.name().clone(),
            _ => format!("{path}.{}", field.name()),
        };
        let columns =
            fields.iter().map(|field| Column::new(field, &path_of(field), extra)).collect::<Result<_, _>>()?;
        let places = fields.iter().enumerate().map(|(place, field)| (field.name().clone().into_bytes(), place));
        Ok(Members { columns, places: places.collect(), seen: vec![false; fields.len()], extra, name: Vec::new() })
    }

    fn add(&mut self, cursor: &mut Cursor<'_>, path: &str) -> Result<(), Misfit> {
        self.seen.fill(false);
        let (start, mut next) = (cursor.at, 0);
        let mut more = cursor.open();
        while more {
            let at = cursor.at;
            self.name.clear();
            cursor.text(&mut self.name);
            cursor.colon();
            match self.place(next) {
                Some(place) => {
                    let column = &mut self.columns[place];
                    // Of a name that occurs twice, the last value counts, as it does for `read`.
                    if self.seen[place] {
                        column.truncate(column.len() - 1);
                    }
                    self.seen[place] = true;
                    next = place + 1;
                    column.add(cursor)?;
                }
                None if self.extra == Extra::Refuse => {
                    let path = if path.is_empty() { "a record" } else { path };
                    let note = format!("{path} has no such member in the records from which the schema was inferred");
                    return Err(Misfit { code: ErrorCode::ConvertLoss, at, note });
                }
                None => cursor.skip(),
            }
            more = cursor.comma();
        }
        for (column, _) in self.columns.iter_mut().zip(&self.seen).filter(|(_, seen)| !**seen) {
            column.add_null(start)?;
        }
        Ok(())
    }

    /// The number of the column of `name`, which is most often the one after the last.
    fn place(&self, next: usize) -> Option<usize> {
        let is_next = self.columns.get(next).is_some_and(|column| column.field.name().as_bytes() == self.name);
        if is_next { Some(next) } else { self.places.get(&self.name).copied() }
    }
}

fn in_range(data_type: &DataType, value: i64) -> bool {
    match data_type {
        DataType::Int8 => i8::try_from(value).is_ok(),
        DataType::Int16 => i16::try_from(value).is_ok(),
        DataType::Int32 => i32::try_from(value).is_ok(),
        DataType::UInt8 => u8::try_from(value).is_ok(),
        DataType::UInt16 => u16::try_from(value).is_ok(),
        DataType::UInt32 => u32::try_from(value).is_ok(),
        _ => true,
    }
}

/// An array of whole numbers that are in the range of the type.
fn integers(data_type: &DataType, values: Vec<i64>, nulls: Option<NullBuffer>) -> ArrayRef {
    macro_rules! narrowed {
        ($array:ty, $number:ty) => {
            Arc::new(<$array>::new(values.into_iter().map(|value| value as $number).collect(), nulls))
        };
    }
    match data_type {
        DataType::Int8 => narrowed!(Int8Array, i8),
        DataType::Int16 => narrowed!(Int16Array, i16),
        DataType::Int32 => narrowed!(Int32Array, i32),
        DataType::UInt8 => narrowed!(UInt8Array, u8),
        DataType::UInt16 => narrowed!(UInt16Array, u16),
        DataType::UInt32 => narrowed!(UInt32Array, u32),
        _ => Arc::new(Int64Array::new(values.into(), nulls)),
    }
}

fn offsets<O: OffsetSizeTrait>(ends: &[usize]) -> Result<OffsetBuffer<O>, ArrowError> {
    let last = ends.last().copied().unwrap_or(0);
    if last > O::MAX_OFFSET {
        return Err(ArrowError::OffsetOverflowError(last));
    }
    let all = std::iter::once(0).chain(ends.iter().copied()).filter_map(O::from_usize);
    Ok(OffsetBuffer::new(ScalarBuffer::from_iter(all)))
}
