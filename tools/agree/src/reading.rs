//! The events of a reader as one line that each language can write: events with a blank between them, and how the
//! text ends.
//!
//! An event is an optional field name with `=`, annotations with `::`, and a value. Symbols are `'` and their text, or `$`
//! and their ID if the text is unknown. Ints are in base 16, floats are the bits of a double, decimals are sign, coefficient,
//! `d` and exponent, timestamps the number of fields and the fields. The end is `end`, or `!`, the offset of the error and
//! its name.

use std::fmt::Write;
use stringmill_ion::{Catalog, Comments, Event, Int, Kind, Precision, Reader, SharedTable, Symbol, Timestamp};
use stringmill_outcome::{Chunk, Error};

/// The shared symbol tables that both readers have.
const TABLES: [(&str, &[&str]); 2] = [("known", &["k1", "k2", "k3"]), ("shared", &["s1", "s2"])];

/// The line, and how many comments were passed.
pub(crate) type Read = (String, Comments);

pub(crate) fn read(text: &[u8]) -> Read {
    transcript(Reader::new(text), |_| unreachable!("all is there"))
}

/// The same from a text that arrives one byte at a time.
pub(crate) fn read_in_bytes(text: &[u8]) -> Read {
    let mut bytes = text.chunks(1);
    transcript(Reader::streaming(), |reader| match bytes.next() {
        Some(byte) => reader.feed(byte, Chunk::More),
        None => reader.feed(b"", Chunk::Last),
    })
}

fn transcript<'a>(reader: Reader<'a>, mut more: impl FnMut(&mut Reader<'a>)) -> Read {
    let mut reader = reader.with_catalog(catalog());
    let mut line = String::new();
    loop {
        match reader.next() {
            Ok(Event::NeedInput) => more(&mut reader),
            Ok(Event::End) => return (line + "end", reader.take_comments()),
            Ok(event) => {
                tell(&mut reader, event, &mut line);
                line.push(' ');
            }
            Err(Error { code, offset, .. }) => {
                write!(line, "!{offset}:{}", code.name()).expect("strings take all");
                return (line, reader.take_comments());
            }
        }
    }
}

pub(crate) fn catalog() -> Catalog {
    let mut catalog = Catalog::EMPTY;
    for (name, symbols) in TABLES {
        let symbols = symbols.iter().map(|&text| Some(text.to_owned())).collect();
        catalog.add(SharedTable { name: name.to_owned(), version: 1, symbols });
    }
    catalog
}

fn tell(reader: &mut Reader<'_>, event: Event, line: &mut String) {
    if let Some(name) = reader.field_name() {
        symbol(name, line);
        line.push('=');
    }
    for name in reader.annotations() {
        symbol(name, line);
        line.push_str("::");
    }
    match event {
        Event::Open(Kind::List) => line.push('['),
        Event::Open(Kind::Sexp) => line.push('('),
        Event::Open(_) => line.push('{'),
        Event::Close(Kind::List) => line.push(']'),
        Event::Close(Kind::Sexp) => line.push(')'),
        Event::Close(_) => line.push('}'),
        Event::Null(kind) => write!(line, "null.{}", kind.name()).expect("strings take all"),
        Event::Value(kind) => scalar(reader, kind, line),
        Event::NeedInput | Event::End => {}
    }
}

fn scalar(reader: &mut Reader<'_>, kind: Kind, line: &mut String) {
    let value = "the reader stands on a value of this kind";
    let done = match kind {
        Kind::Bool => write!(line, "{}", reader.bool().expect(value)),
        Kind::Int => write!(line, "int:{}", sixteenths(reader.int().expect(value))),
        Kind::Float => {
            let float = reader.float().expect(value);
            let bits = if float.is_nan() { 0x7FF8 << 48 } else { float.to_bits() };
            write!(line, "float:{bits:016x}")
        }
        Kind::Decimal => {
            let decimal = reader.decimal().expect(value);
            let sign = if decimal.negative { "-" } else { "" };
            let exponent = decimal.exponent.map_or("far".to_owned(), |exponent| exponent.to_string());
            write!(line, "decimal:{sign}{}d{exponent}", decimal.coefficient.escape_ascii())
        }
        Kind::Timestamp => write!(line, "timestamp:{}", fields(reader.timestamp().expect(value))),
        Kind::Symbol => {
            line.push_str("symbol:");
            symbol(reader.symbol().expect(value), line);
            Ok(())
        }
        Kind::String => {
            line.push_str("string:");
            text(reader.string().expect(value), line);
            Ok(())
        }
        Kind::Clob | Kind::Blob => {
            write!(line, "{}:", kind.name()).expect("strings take all");
            reader.bytes().expect(value).iter().try_for_each(|byte| write!(line, "{byte:02x}"))
        }
        Kind::Null | Kind::List | Kind::Sexp | Kind::Struct => unreachable!("{kind:?} is no scalar"),
    };
    done.expect("strings take all");
}

fn symbol(symbol: Symbol<'_>, line: &mut String) {
    match (symbol.text, symbol.id) {
        (Some(known), _) => {
            line.push('\'');
            text(known, line);
        }
        (None, id) => write!(line, "${}", id.unwrap_or(0)).expect("strings take all"),
    }
}

/// A text without blanks, controls and brackets.
fn text(bytes: &[u8], line: &mut String) {
    for char in std::str::from_utf8(bytes).expect("texts of a reader are well-formed").chars() {
        match char {
            '\0'..=' ' | '\x7F' | '\\' | '[' | ']' | '(' | ')' | '{' | '}' => {
                write!(line, "\\{:02x}", u32::from(char)).expect("strings take all")
            }
            _ => line.push(char),
        }
    }
}

/// An int in base 16.
fn sixteenths(int: Int<'_>) -> String {
    // Digits of base 16, the least first.
    let mut sixteenths = vec![0u32];
    for &digit in int.digits {
        let mut carry = char::from(digit).to_digit(int.radix).expect("digits of the radix");
        for sixteenth in &mut sixteenths {
            carry += *sixteenth * int.radix;
            *sixteenth = carry % 16;
            carry /= 16;
        }
        while carry > 0 {
            sixteenths.push(carry % 16);
            carry /= 16;
        }
    }
    let zeros = sixteenths.iter().rev().take_while(|&&digit| digit == 0).count().min(sixteenths.len() - 1);
    sixteenths.truncate(sixteenths.len() - zeros);
    let sign = if int.negative && sixteenths != [0] { "-" } else { "" };
    let digits = sixteenths.iter().rev().map(|&digit| char::from_digit(digit, 16).expect("below 16"));
    sign.chars().chain(digits).collect()
}

fn fields(timestamp: Timestamp<'_>) -> String {
    let Timestamp { precision, year, month, day, hour, minute, second, fraction, offset } = timestamp;
    let count = match precision {
        Precision::Year => 1,
        Precision::Month => 2,
        Precision::Day => 3,
        Precision::Minute => 5,
        Precision::Second => 6,
    };
    let offset = offset.map_or("unknown".to_owned(), |minutes| minutes.to_string());
    let fraction = fraction.escape_ascii();
    format!("{count},{year},{month},{day},{hour},{minute},{second}.{fraction},{offset}")
}
