//! A column that is filled with JSON values, one by one.

use crate::bits::{Bits, Validity};
use crate::column::{Column, ColumnTooLong, Offsets, Values};
use crate::cursor::{Cursor, Token};
use crate::data_type::{DataType, Field};
use crate::members::{Names, UnknownMembers};
use crate::reject::Misfit;
use std::collections::{HashMap, HashSet};
use stringmill_outcome::ErrorCode;

/// Why a value does not fit its column, and its offset in the line.
pub(crate) struct Refusal {
    pub(crate) code: ErrorCode,
    pub(crate) at: usize,
    pub(crate) misfit: Misfit,
}

/// A column that grows.
pub(crate) struct Builder<'s> {
    field: &'s Field,
    /// The member names from the record to the column.
    path: String,
    validity: Validity,
    data: Data<'s>,
}

enum Data<'s> {
    Null,
    Bool(Bits),
    /// Integers of any width, and the range of the type.
    Int(Vec<i64>, [i64; 2]),
    /// Unsigned integers of 64 bits.
    Unsigned(Vec<u64>),
    Float(Vec<f64>),
    /// Floats of 64 bits, rounded again to 32 bits.
    Float32(Vec<f32>),
    Text(Texts),
    List(Box<Builder<'s>>, Vec<usize>),
    Struct(Fields<'s>),
    Map(Box<Pairs<'s>>, Vec<usize>),
}

/// Texts, one after another, and where each ends.
#[derive(Default)]
struct Texts {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Texts {
    #[inline]
    fn add(&mut self, cursor: &mut Cursor<'_>) {
        cursor.text(&mut self.bytes);
        self.ends.push(self.bytes.len());
    }

    fn truncate(&mut self, len: usize) {
        self.bytes.truncate(end(&self.ends, len));
        self.ends.truncate(len);
    }
}

/// The end of the first `len` values.
fn end(ends: &[usize], len: usize) -> usize {
    len.checked_sub(1).map_or(0, |last| ends[last])
}

impl<'s> Data<'s> {
    fn new(data_type: &'s DataType, path: &str, members: UnknownMembers) -> Self {
        let int = |min, max| Data::Int(Vec::new(), [min, max]);
        match data_type {
            DataType::Null => Data::Null,
            DataType::Boolean => Data::Bool(Bits::default()),
            DataType::Int8 => int(i8::MIN.into(), i8::MAX.into()),
            DataType::Int16 => int(i16::MIN.into(), i16::MAX.into()),
            DataType::Int32 => int(i32::MIN.into(), i32::MAX.into()),
            DataType::Int64 => int(i64::MIN, i64::MAX),
            DataType::UInt8 => int(0, u8::MAX.into()),
            DataType::UInt16 => int(0, u16::MAX.into()),
            DataType::UInt32 => int(0, u32::MAX.into()),
            DataType::UInt64 => Data::Unsigned(Vec::new()),
            DataType::Float32 => Data::Float32(Vec::new()),
            DataType::Float64 => Data::Float(Vec::new()),
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Data::Text(Texts::default()),
            DataType::List(item) | DataType::LargeList(item) => {
                Data::List(Box::new(Builder::new(item, format!("{path}[]"), members)), Vec::new())
            }
            DataType::Struct(fields) => Data::Struct(Fields::new(fields, path, members)),
            DataType::Map(value) => {
                Data::Map(Box::new(Pairs::new(Builder::new(value, format!("{path}{{}}"), members))), Vec::new())
            }
        }
    }
}

impl<'s> Builder<'s> {
    /// An empty column for values of `field`.
    pub(crate) fn new(field: &'s Field, path: String, members: UnknownMembers) -> Self {
        let data = Data::new(&field.data_type, &path, members);
        Builder { field, path, validity: Validity::default(), data }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.validity.len()
    }

    /// Appends the value at the cursor. If it does not fit, the caller has to truncate the column.
    #[inline]
    pub(crate) fn add(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Refusal> {
        let (at, token) = (cursor.at(), cursor.token());
        if token == Token::Null {
            cursor.word();
            return self.add_null(at);
        }
        let code = match self.put(token, cursor)? {
            PutResult::Done => {
                self.validity.push_valid();
                return Ok(());
            }
            PutResult::Loss => ErrorCode::ConvertLoss,
            PutResult::Overflow => ErrorCode::NumberOverflow,
        };
        Err(self.refused(code, at))
    }

    /// Appends a value that is not null.
    #[inline]
    fn put(&mut self, token: Token, cursor: &mut Cursor<'_>) -> Result<PutResult, Refusal> {
        let row = self.validity.len();
        match (&mut self.data, token) {
            (Data::Bool(values), Token::Bool(value)) => {
                cursor.word();
                values.push(value);
            }
            (Data::Int(values, range), Token::Number) => {
                let value = cursor.short_integer().or_else(|| cursor.number().text.parse().ok());
                let Some(value) = value.filter(|value| (range[0]..=range[1]).contains(value)) else {
                    return Ok(PutResult::Loss);
                };
                values.push(value);
            }
            (Data::Unsigned(values), Token::Number) => {
                let Ok(value) = cursor.number().text.parse() else { return Ok(PutResult::Loss) };
                values.push(value);
            }
            (Data::Float(values), Token::Number) => {
                let Some(value) = float(cursor) else { return Ok(PutResult::Overflow) };
                values.push(value);
            }
            (Data::Float32(values), Token::Number) => {
                let value = float(cursor).map(|value| value as f32).filter(|value| value.is_finite());
                let Some(value) = value else { return Ok(PutResult::Overflow) };
                values.push(value);
            }
            (Data::Text(texts), Token::Text) => texts.add(cursor),
            (Data::List(items, ends), Token::List) => {
                let mut more = cursor.open();
                while more {
                    items.add(cursor)?;
                    more = cursor.comma();
                }
                ends.push(items.len());
            }
            (Data::Struct(fields), Token::Object) => fields.add(cursor, row, &self.path)?,
            (Data::Map(pairs, ends), Token::Object) => {
                pairs.add(cursor)?;
                ends.push(pairs.len());
            }
            _ => return Ok(PutResult::Loss),
        }
        Ok(PutResult::Done)
    }

    #[cold]
    fn refused(&self, code: ErrorCode, at: usize) -> Refusal {
        let Field { data_type, nullable, .. } = self.field;
        let misfit = Misfit::Type { path: self.path.clone(), name: data_type.name(), nullable: *nullable };
        Refusal { code, at, misfit }
    }

    /// Appends null for the value at `at`, if the field is nullable.
    fn add_null(&mut self, at: usize) -> Result<(), Refusal> {
        if !self.field.nullable {
            return Err(self.refused(ErrorCode::ConvertLoss, at));
        }
        self.push_null();
        Ok(())
    }

    /// Appends null. The members of a null struct are null too, even if their fields are not nullable.
    fn push_null(&mut self) {
        match &mut self.data {
            Data::Null => {}
            Data::Bool(values) => values.push(false),
            Data::Int(values, _) => values.push(0),
            Data::Unsigned(values) => values.push(0),
            Data::Float(values) => values.push(0.0),
            Data::Float32(values) => values.push(0.0),
            Data::Text(texts) => texts.ends.push(texts.bytes.len()),
            Data::List(items, ends) => ends.push(items.len()),
            Data::Struct(fields) => fields.push_null(),
            Data::Map(pairs, ends) => ends.push(pairs.len()),
        }
        self.validity.push_null();
    }

    /// Keeps the first `len` values.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.validity.truncate(len);
        match &mut self.data {
            Data::Null => {}
            Data::Bool(values) => values.truncate(len),
            Data::Int(values, _) => values.truncate(len),
            Data::Unsigned(values) => values.truncate(len),
            Data::Float(values) => values.truncate(len),
            Data::Float32(values) => values.truncate(len),
            Data::Text(texts) => texts.truncate(len),
            Data::List(items, ends) => {
                items.truncate(end(ends, len));
                ends.truncate(len);
            }
            Data::Struct(fields) => fields.truncate(len),
            Data::Map(pairs, ends) => {
                pairs.truncate(end(ends, len));
                ends.truncate(len);
            }
        }
    }

    /// Returns the finished column.
    pub(crate) fn finish(self) -> Result<Column, ColumnTooLong> {
        let data_type = &self.field.data_type;
        let values = match self.data {
            Data::Null => Values::Null,
            Data::Bool(values) => Values::Boolean(values),
            Data::Int(values, _) => narrowed(data_type, values),
            Data::Unsigned(values) => Values::UInt64(values),
            Data::Float(values) => Values::Float64(values),
            Data::Float32(values) => Values::Float32(values),
            Data::Text(Texts { bytes, ends }) => {
                Values::Utf8 { offsets: offsets(*data_type == DataType::Utf8, &ends)?, bytes }
            }
            Data::List(items, ends) => {
                let is_small = matches!(data_type, DataType::List(_));
                Values::List { offsets: offsets(is_small, &ends)?, items: Box::new(items.finish()?) }
            }
            Data::Struct(fields) => Values::Struct(fields.finish()?),
            Data::Map(pairs, ends) => {
                let (keys, values) = pairs.finish()?;
                Values::Map { offsets: Offsets::small(&ends)?, keys: Box::new(keys), values: Box::new(values) }
            }
        };
        Ok(Column { len: self.validity.len(), validity: self.validity.finish(), values })
    }
}

/// The columns of a struct.
struct Fields<'s> {
    columns: Vec<Builder<'s>>,
    names: Names,
    members: UnknownMembers,
}

impl<'s> Fields<'s> {
    fn new(fields: &'s [Field], path: &str, members: UnknownMembers) -> Self {
        let path_of = |field: &Field| match path {
            "" => field.name.clone(),
            _ => format!("{path}.{}", field.name),
        };
        let columns = fields.iter().map(|field| Builder::new(field, path_of(field), members)).collect();
        Fields { columns, names: Names::new(fields), members }
    }

    /// Adds row number `row` to each column.
    fn add(&mut self, cursor: &mut Cursor<'_>, row: usize, path: &str) -> Result<(), Refusal> {
        let (start, mut last, mut count) = (cursor.at(), Names::ROOT, 0);
        let mut more = cursor.open();
        while more {
            let at = cursor.at();
            let place = self.names.find(cursor, &mut last);
            cursor.colon();
            match place {
                Some(place) => {
                    let column = &mut self.columns[place];
                    // If a name occurs twice, the last value counts.
                    if column.len() > row {
                        column.truncate(row);
                        count -= 1;
                    }
                    column.add(cursor)?;
                    count += 1;
                }
                None if self.members == UnknownMembers::Refuse => {
                    let misfit = Misfit::Member { path: path.to_owned() };
                    return Err(Refusal { code: ErrorCode::ConvertLoss, at, misfit });
                }
                None => cursor.skip(),
            }
            more = cursor.comma();
        }
        if count < self.columns.len() {
            let absent = self.columns.iter_mut().filter(|column| column.len() == row);
            for column in absent {
                column.add_null(start)?;
            }
        }
        Ok(())
    }

    fn push_null(&mut self) {
        self.columns.iter_mut().for_each(Builder::push_null);
    }

    fn truncate(&mut self, len: usize) {
        self.columns.iter_mut().for_each(|column| column.truncate(len));
    }

    fn finish(self) -> Result<Vec<Column>, ColumnTooLong> {
        self.columns.into_iter().map(Builder::finish).collect()
    }
}

/// The keys and values of maps.
struct Pairs<'s> {
    keys: Texts,
    values: Builder<'s>,
    /// Offset in the text of each value of the current map.
    places: Vec<usize>,
}

impl<'s> Pairs<'s> {
    fn new(values: Builder<'s>) -> Self {
        Pairs { keys: Texts::default(), values, places: Vec::new() }
    }

    fn len(&self) -> usize {
        self.values.len()
    }

    fn add(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Refusal> {
        let first = self.len();
        self.places.clear();
        let mut more = cursor.open();
        while more {
            self.keys.add(cursor);
            cursor.colon();
            self.places.push(cursor.at());
            self.values.add(cursor)?;
            more = cursor.comma();
        }
        if self.has_repeated_key(first) { self.keep_last(first, cursor) } else { Ok(()) }
    }

    fn key(&self, number: usize) -> &[u8] {
        let start = number.checked_sub(1).map_or(0, |before| self.keys.ends[before]);
        &self.keys.bytes[start..self.keys.ends[number]]
    }

    fn has_repeated_key(&self, first: usize) -> bool {
        /// Below this count, comparing each pair of keys takes less time than hashing.
        const HASHED: usize = 8;
        let mut keys = (first..self.keys.ends.len()).map(|number| self.key(number));
        if keys.len() < HASHED {
            return (first..self.keys.ends.len()).any(|a| (first..a).any(|b| self.key(a) == self.key(b)));
        }
        let mut seen = HashSet::with_capacity(keys.len());
        keys.any(|key| !seen.insert(key))
    }

    /// Replaces the pairs from number `first` on: each key at its first place with its last value, as in a `dict` of
    /// Python.
    fn keep_last(&mut self, first: usize, cursor: &Cursor<'_>) -> Result<(), Refusal> {
        let mut kept: Vec<(Vec<u8>, usize)> = Vec::new();
        let mut numbers = HashMap::new();
        for (number, &place) in (first..).zip(&self.places) {
            let key = self.key(number).to_vec();
            let at = *numbers.entry(key.clone()).or_insert(kept.len());
            match kept.get_mut(at) {
                Some(pair) => pair.1 = place,
                None => kept.push((key, place)),
            }
        }
        self.truncate(first);
        for (key, place) in kept {
            self.keys.bytes.extend_from_slice(&key);
            self.keys.ends.push(self.keys.bytes.len());
            self.values.add(&mut cursor.at_value(place))?;
        }
        Ok(())
    }

    fn truncate(&mut self, len: usize) {
        // If a value did not fit, there is one key more than values.
        self.keys.truncate(len);
        self.values.truncate(len);
    }

    fn finish(self) -> Result<(Column, Column), ColumnTooLong> {
        let Texts { bytes, ends } = self.keys;
        let values = Values::Utf8 { offsets: Offsets::small(&ends)?, bytes };
        Ok((Column { len: ends.len(), validity: None, values }, self.values.finish()?))
    }
}

/// The result of adding a value.
enum PutResult {
    Done,
    /// The type cannot represent the value.
    Loss,
    /// The value exceeds every float of the type.
    Overflow,
}

/// Skips a number and returns the nearest float, if that is finite.
#[inline]
fn float(cursor: &mut Cursor<'_>) -> Option<f64> {
    cursor.float().filter(|value| value.is_finite())
}

fn offsets(is_small: bool, ends: &[usize]) -> Result<Offsets, ColumnTooLong> {
    if is_small { Offsets::small(ends) } else { Ok(Offsets::large(ends)) }
}

/// Converts integers to the width of the type, whose range they are in.
fn narrowed(data_type: &DataType, values: Vec<i64>) -> Values {
    macro_rules! narrowed {
        ($($width:ident $number:ty),*) => {
            match data_type {
                $(DataType::$width => Values::$width(values.into_iter().map(|value| value as $number).collect()),)*
                _ => Values::Int64(values),
            }
        };
    }
    narrowed!(Int8 i8, Int16 i16, Int32 i32, UInt8 u8, UInt16 u16, UInt32 u32)
}
