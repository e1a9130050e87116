//! The reader has the values of serde_json: its strings without escapes, its integers; and the floats of the standard library,
//! to the last bit.

use crate::check::{Numbers, text};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;
use stringmill_json::{Event, Number, Reader};

/// A value of serde_json; members in their order, repeated names too.
#[derive(Debug, PartialEq)]
enum Value {
    Object(Vec<(String, Value)>),
    Array(Vec<Value>),
    String(String),
    Unsigned(u64),
    Signed(i64),
    Float,
    Bool(bool),
    Null,
}

struct Values;

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Values)
    }
}

impl<'de> Visitor<'de> for Values {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Unsigned(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Signed(value))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Value, E> {
        Ok(Value::Float)
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.into()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = items.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(member) = members.next_entry()? {
            values.push(member);
        }
        Ok(Value::Object(values))
    }
}

fn number(number: Number<'_>) -> Value {
    let text = str::from_utf8(number.text()).expect("ASCII");
    assert_eq!(number.f64().to_bits(), text.parse::<f64>().expect("a number").to_bits(), "{text}");
    assert_eq!(number.u64(), text.parse().ok().filter(|_| number.is_integer()), "{text}");
    assert_eq!(number.i64(), text.parse().ok().filter(|_| number.is_integer() && text != "-0"), "{text}");
    match (number.u64(), number.i64()) {
        (Some(value), _) => Value::Unsigned(value),
        (_, Some(value)) => Value::Signed(value),
        _ => Value::Float,
    }
}

/// The value that begins with `event`.
fn value(reader: &mut Reader<'_>, event: Event<'_>) -> Value {
    match event {
        Event::BeginObject => {
            let mut members = Vec::new();
            while let Event::Name(name) = reader.next().expect("right") {
                let event = reader.next().expect("right");
                members.push((name.to_str().expect("right").into_owned(), value(reader, event)));
            }
            Value::Object(members)
        }
        Event::BeginArray => {
            let mut values = Vec::new();
            loop {
                match reader.next().expect("right") {
                    Event::EndArray => return Value::Array(values),
                    event => values.push(value(reader, event)),
                }
            }
        }
        Event::String(text) => Value::String(text.to_str().expect("right").into_owned()),
        Event::Number(found) => number(found),
        Event::Bool(value) => Value::Bool(value),
        Event::Null => Value::Null,
        event => panic!("{event:?} is no value"),
    }
}

#[test]
fn values_are_those_of_serde_json() {
    let mut right = 0;
    for run in 0..if cfg!(miri) { 5 } else { 4_000 } {
        let src = text(&mut Numbers(run * 13 + 1), false);
        let Ok(expected) = serde_json::from_slice::<Value>(&src) else { continue };
        let mut reader = Reader::new(&src);
        let event = reader.next().expect("right");
        assert_eq!(value(&mut reader, event), expected, "{}", src.escape_ascii());
        assert!(matches!(reader.next(), Ok(Event::End)));
        right += 1;
    }
    assert!(cfg!(miri) || right > 1_000, "{right} texts are right");
}

/// Numbers at the edges of their types, and floats that are half way between two.
#[test]
fn numbers_are_exact() {
    for text in [
        "0",
        "-0",
        "-0.0",
        "1e400",
        "-1e400",
        "1e-400",
        "18446744073709551615",
        "18446744073709551616",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "9007199254740993",
        "9007199254740992.999999999999999999999",
        "2.2250738585072011e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327208e-324",
        "1.7976931348623159e308",
        "0.1000000000000000055511151231257827021181583404541015625",
        "1E+2",
        "123456789012345678901234567890",
        "1.0",
    ] {
        let mut reader = Reader::new(text.as_bytes());
        let Ok(Event::Number(found)) = reader.next() else { panic!("{text} is a number") };
        number(found);
    }
    let digits = "9".repeat(100_000);
    let Ok(Event::Number(found)) = Reader::new(digits.as_bytes()).next() else { panic!("a number") };
    assert_eq!((found.u64(), found.i64(), found.f64(), found.text().len()), (None, None, f64::INFINITY, 100_000));
}
