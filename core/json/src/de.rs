//! Values of serde out of JSON, by way of the pull reader.

use crate::check::JsonCheck;
use crate::reader::{Event, Number, PausedReader, Reader, Text};
use crate::restricted::Restrictions;
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt;
use serde::de::value::StrDeserializer;
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Why a value could not be made.
///
/// ```
/// use stringmill::json::{FromJsonError, from_slice};
///
/// let error: FromJsonError = from_slice::<u8>(b"300").unwrap_err();
/// assert_eq!(error.to_string(), "invalid value: integer `300`, expected u8 at byte 0");
/// assert_eq!(error.json(), None);
/// assert_eq!(from_slice::<u8>(b"3,").unwrap_err().json().unwrap().offset, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromJsonError(Reason);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    Json(Error),
    /// The message of the type, and the offset of the value once that is known.
    Type(String, Option<u64>),
}

impl FromJsonError {
    /// The error of the text, if it is no JSON. The other reason is that the value is of another type.
    pub fn json(&self) -> Option<Error> {
        match self.0 {
            Reason::Json(error) => Some(error),
            Reason::Type(..) => None,
        }
    }

    /// The same error. An error without an offset gets `offset`.
    fn at(self, offset: u64) -> Self {
        match self.0 {
            Reason::Type(says, None) => FromJsonError(Reason::Type(says, Some(offset))),
            reason => FromJsonError(reason),
        }
    }
}

impl fmt::Display for FromJsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Reason::Json(error) => error.fmt(f),
            Reason::Type(says, Some(offset)) => write!(f, "{says} at byte {offset}"),
            Reason::Type(says, None) => f.write_str(says),
        }
    }
}

impl core::error::Error for FromJsonError {}

impl de::Error for FromJsonError {
    fn custom<T: fmt::Display>(says: T) -> Self {
        FromJsonError(Reason::Type(says.to_string(), None))
    }
}

impl From<Error> for FromJsonError {
    fn from(error: Error) -> Self {
        FromJsonError(Reason::Json(error))
    }
}

/// The levels of nesting that [`from_slice`] allows, as serde_json does: each level takes a call.
const DEPTH_MAX: u64 = 128;

/// Reads `src` as one value. Strings without escapes can be borrowed.
///
/// # Errors
///
/// Of the text, as [`JsonChecker::step`](crate::JsonChecker::step), at most 128 levels deep, and
/// [`ErrorCode::NumberNotFinite`] for a number beyond all floats; or of the type.
///
/// ```
/// use stringmill::json::from_slice;
///
/// let (name, years): (&str, Vec<u16>) = from_slice(br#"["Ada", [1815, 1852]]"#)?;
/// assert_eq!((name, years), ("Ada", vec![1815, 1852]));
/// # Ok::<(), stringmill::json::FromJsonError>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(src: &'de [u8]) -> Result<T, FromJsonError> {
    value(Reader::with_rules(RULES, src))
}

/// As [`from_slice`], with rules beyond RFC 8259; `seed` as in
/// [`RestrictedChecker::new`](crate::RestrictedChecker::new).
///
/// # Errors
///
/// As [`from_slice`], and of [`Restrictions`].
///
/// ```
/// use stringmill::ErrorCode;
/// use stringmill::json::{Restrictions, from_slice_restricted};
///
/// type Ages = std::collections::HashMap<String, u8>;
/// let error = from_slice_restricted::<Ages>(Restrictions::UNIQUE_NAMES, 7, br#"{"a": 1, "a": 2}"#).unwrap_err();
/// assert_eq!(error.json().map(|error| (error.code, error.offset)), Some((ErrorCode::NameRepeated, 9)));
/// ```
pub fn from_slice_restricted<'de, T: Deserialize<'de>>(
    restrictions: Restrictions,
    seed: u64,
    src: &'de [u8],
) -> Result<T, FromJsonError> {
    value(PausedReader::new(RULES).restricted(restrictions, seed).resume(src, Chunk::Last))
}

const RULES: JsonCheck = JsonCheck { depth_max: DEPTH_MAX, ..JsonCheck::STRICT };

/// Reads a text as one value.
#[inline]
fn value<'de, T: Deserialize<'de>>(reader: Reader<'de>) -> Result<T, FromJsonError> {
    let mut values = Values::new(reader);
    let value = T::deserialize(&mut values);
    let value = value.map_err(|error| error.at(values.reader.offset()))?;
    values.reader.next()?;
    Ok(value)
}

/// The events of a text. No event is stored: to store and load an event took longer than to read it.
struct Values<'de> {
    reader: Reader<'de>,
    /// Whether the end of the innermost container was read before the type had all its fields.
    has_ended: bool,
}

impl<'de> Values<'de> {
    fn new(reader: Reader<'de>) -> Self {
        Values { reader, has_ended: false }
    }

    fn text<V: Visitor<'de>>(text: Text<'de>, visitor: V) -> Result<V::Value, FromJsonError> {
        match text.to_str()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn number<V: Visitor<'de>>(&self, number: Number<'de>, visitor: V) -> Result<V::Value, FromJsonError> {
        if let Some(value) = number.u64() {
            return visitor.visit_u64(value);
        }
        match number.i64() {
            Some(value) => visitor.visit_i64(value),
            None => self.float(number, visitor),
        }
    }

    fn float<V: Visitor<'de>>(&self, number: Number<'de>, visitor: V) -> Result<V::Value, FromJsonError> {
        let value = number.f64();
        match value.is_finite() {
            true => visitor.visit_f64(value),
            false => Err(Error::new(ErrorCode::NumberNotFinite, self.reader.offset()).into()),
        }
    }

    /// The value that begins with `event`.
    fn any<V: Visitor<'de>>(&mut self, event: Event<'de>, visitor: V) -> Result<V::Value, FromJsonError> {
        match event {
            Event::BeginObject => {
                let depth = self.reader.depth() - 1;
                let value = visitor.visit_map(&mut *self);
                self.end(value, depth, "the object")
            }
            Event::BeginArray => {
                let depth = self.reader.depth() - 1;
                let value = visitor.visit_seq(&mut *self);
                self.end(value, depth, "the array")
            }
            Event::Name(text) | Event::String(text) => Values::text(text, visitor),
            Event::Number(number) => self.number(number, visitor),
            Event::Bool(value) => visitor.visit_bool(value),
            Event::Null => visitor.visit_unit(),
            Event::EndObject | Event::EndArray | Event::More | Event::End => {
                Err(de::Error::custom("a value is expected"))
            }
        }
    }

    /// Ends a container, a part of which the type may have left unread.
    fn end<T>(&mut self, value: Result<T, FromJsonError>, depth: u64, what: &str) -> Result<T, FromJsonError> {
        let has_ended = core::mem::take(&mut self.has_ended);
        let value = value?;
        if has_ended {
            return Ok(value);
        }
        match self.reader.next()? {
            Event::EndArray | Event::EndObject if self.reader.depth() == depth => Ok(value),
            _ => Err(de::Error::custom(format_args!("{what} has more than its type"))),
        }
    }
}

impl<'de> Deserializer<'de> for &mut Values<'de> {
    type Error = FromJsonError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FromJsonError> {
        let event = self.reader.next()?;
        self.any(event, visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FromJsonError> {
        match self.reader.next()? {
            Event::Number(number) => self.float(number, visitor),
            event => self.any(event, visitor),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FromJsonError> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FromJsonError> {
        if self.reader.first()? != Some(b'n') {
            return visitor.visit_some(self);
        }
        self.reader.next()?;
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &str, visitor: V) -> Result<V::Value, FromJsonError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &str, _: &[&str], visitor: V) -> Result<V::Value, FromJsonError> {
        match self.reader.next()? {
            Event::String(text) => {
                let name = text.to_str()?;
                visitor.visit_enum(IntoDeserializer::<FromJsonError>::into_deserializer(&*name))
            }
            Event::BeginObject => {
                let depth = self.reader.depth() - 1;
                let value = visitor.visit_enum(&mut *self);
                self.end(value, depth, "the variant")
            }
            _ => Err(de::Error::custom("a variant is expected: a string, or an object with one member")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FromJsonError> {
        self.reader.skip();
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct
        map struct identifier
    }
}

impl<'de> SeqAccess<'de> for &mut Values<'de> {
    type Error = FromJsonError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, FromJsonError> {
        if self.has_ended {
            return Ok(None);
        }
        if self.reader.first()? != Some(b']') {
            return seed.deserialize(&mut **self).map(Some);
        }
        self.reader.next()?;
        self.has_ended = true;
        Ok(None)
    }
}

impl<'de> MapAccess<'de> for &mut Values<'de> {
    type Error = FromJsonError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, FromJsonError> {
        if self.has_ended {
            return Ok(None);
        }
        match self.reader.next()? {
            Event::Name(text) => seed.deserialize(MemberName(text)).map(Some),
            _ => {
                self.has_ended = true;
                Ok(None)
            }
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, FromJsonError> {
        seed.deserialize(&mut **self)
    }
}

impl<'de> EnumAccess<'de> for &mut Values<'de> {
    type Error = FromJsonError;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self), FromJsonError> {
        match self.reader.next()? {
            Event::Name(text) => Ok((seed.deserialize(MemberName(text))?, self)),
            _ => Err(de::Error::custom("the name of a variant is expected")),
        }
    }
}

impl<'de> VariantAccess<'de> for &mut Values<'de> {
    type Error = FromJsonError;

    fn unit_variant(self) -> Result<(), FromJsonError> {
        Deserialize::deserialize(self)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, FromJsonError> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, FromJsonError> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &[&str], visitor: V) -> Result<V::Value, FromJsonError> {
        self.deserialize_any(visitor)
    }
}

/// The name of a member, which may be read as an integer or as `true` and `false`.
struct MemberName<'de>(Text<'de>);

impl<'de> MemberName<'de> {
    /// Reads the name as the number or literal that its text spells.
    fn scalar<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FromJsonError> {
        let raw = self.0.raw();
        let begins = matches!(raw.first(), Some(b'-' | b'0'..=b'9' | b't' | b'f'));
        match begins && crate::json_check_with(Tier::SCALAR, JsonCheck::STRICT, &mut [], raw).is_ok() {
            true => Values::new(Reader::new(raw)).deserialize_any(visitor),
            false => Values::text(self.0, visitor),
        }
    }
}

macro_rules! scalars {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FromJsonError> {
            self.scalar(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for MemberName<'de> {
    type Error = FromJsonError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FromJsonError> {
        Values::text(self.0, visitor)
    }

    scalars! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FromJsonError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &str, visitor: V) -> Result<V::Value, FromJsonError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &str, _: &[&str], visitor: V) -> Result<V::Value, FromJsonError> {
        let name = self.0.to_str()?;
        let name: StrDeserializer<'_, FromJsonError> = (*name).into_deserializer();
        visitor.visit_enum(name)
    }

    forward_to_deserialize_any! {
        i128 u128 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
