//! Documents of Ion text, and the benchmarks on them: all values read, and written.

use crate::content::Random;
use crate::pool::Pool;
use crate::subject::{Output, Subject, number, ours};
use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;
use stringmill::ion::{Event, Form, Kind, Options, Reader, Writer};
use stringmill::{Base64Encode, Chunk, Tier, base64_encode};

/// Documents of one kind and of at least `len` bytes.
///
/// # Panics
///
/// If no document is called `kind`.
pub(crate) fn documents(kind: &str, len: usize) -> Pool {
    let mut random = Random::new();
    Pool::of_bytes((0..crate::content::count(len)).map(|_| document(kind, len, &mut random).into_bytes()))
}

fn document(kind: &str, len: usize, random: &mut Random) -> String {
    let mut out = String::new();
    if kind == "blob" {
        blob(len, random, &mut out);
    }
    let mut number = 0;
    while out.len() < len {
        match kind {
            "strings" => {
                let len = 20 + random.below(60) as usize;
                writeln!(out, "\"{}\"", printable(len, random))
            }
            "markers" => writeln!(out, "$ion_1_0 value_{}", number % 1000),
            "symbols" => writeln!(out, "symbol_identifier_{number}"),
            "records" => writeln!(out, "{}", record(number, random)),
            _ => panic!("no document is called '{kind}'"),
        }
        .expect("memory");
        number += 1;
    }
    out
}

/// Base64 of random bytes in lines of 76.
fn blob(len: usize, random: &mut Random, out: &mut String) {
    let bytes: Vec<_> = (0..len.div_ceil(4) * 3).map(|_| random.below(256) as u8).collect();
    let mut base64 = vec![0; Base64Encode::STANDARD.bound(bytes.len()).expect("small")];
    base64_encode(Base64Encode::STANDARD, &bytes, &mut base64, Chunk::Last);
    out.push_str("{{\n");
    for line in base64.chunks(76) {
        out.push_str(std::str::from_utf8(line).expect("ASCII"));
        out.push('\n');
    }
    out.push_str("}}\n");
}

/// Printable ASCII that needs no escape in quotes of either kind.
fn printable(len: usize, random: &mut Random) -> String {
    let character = |random: &mut Random| match b' ' + random.below(95) as u8 {
        b'"' | b'\\' | b'\'' => 'x',
        byte => byte.into(),
    };
    (0..len).map(|_| character(random)).collect()
}

/// A log record with a value of nearly every type.
fn record(number: usize, random: &mut Random) -> String {
    const MESSAGE: &str =
        "connection to the upstream service was closed before the whole answer had come, trying again";
    let message = &MESSAGE[..40 + random.below(50) as usize];
    let level = random.pick(&["DEBUG", "INFO", "WARN", "ERROR"]);
    let (day, second, milli) = (10 + random.below(18), 10 + random.below(50), random.below(1000));
    let (node, load, part, price) = (random.below(64), random.below(100), random.below(1000), random.below(100_000));
    let (thread, key, ok) = (random.below(32), random.below(1 << 48), random.below(2) == 0);
    format!(
        "record::{{id:{},time:2026-11-{day}T08:15:{second}.{milli:03}Z,level:{level},host:\"node-{node}.internal.example.org\",\
         message:\"{message}\",load:{load}.{part}e0,price:{}.{:02},ok:{ok},cause:null,\
         tags:[alpha,beta,\"with blanks\"],at:{{thread:{thread},key:\"{key:x}\"}},rule:(load > {load})}}",
        7_000_000 + number,
        price / 100,
        price % 100,
    )
}

/// Goes through a document and gives a number that depends on every value, on field names and annotations.
pub(crate) fn read(tier: Tier) -> Subject {
    Subject::new(ours(tier), number, move |input, output| {
        output.filled = sum(&mut Reader::new(input.bytes).on_tier(tier));
    })
}

fn sum(reader: &mut Reader<'_>) -> usize {
    let mut sum = 0usize;
    loop {
        let event = reader.next().expect("Ion");
        match event {
            Event::End => return sum,
            Event::Close(_) | Event::NeedInput => continue,
            Event::Open(_) | Event::Null(_) => sum = sum.wrapping_add(1),
            Event::Value(kind) => sum = sum.wrapping_add(scalar(reader, kind)),
        }
        let len = |text: Option<&[u8]>| text.map_or(0, <[u8]>::len);
        if let Some(name) = reader.field_name() {
            sum = sum.wrapping_add(len(name.text));
        }
        for annotation in reader.annotations() {
            sum = sum.wrapping_add(len(annotation.text));
        }
    }
}

fn scalar(reader: &mut Reader<'_>, kind: Kind) -> usize {
    match kind {
        Kind::Bool => reader.bool().map(usize::from),
        Kind::Int => reader.int().and_then(|int| int.to_i64()).map(|int| int as usize),
        Kind::Float => reader.float().map(|float| float.to_bits() as usize),
        Kind::Decimal => reader.decimal().and_then(|decimal| decimal.exponent).map(|exponent| exponent as usize),
        Kind::Timestamp => reader.timestamp().map(|time| usize::from(time.year) + usize::from(time.second)),
        Kind::Symbol => reader.symbol().and_then(|symbol| symbol.text).map(<[u8]>::len),
        Kind::String => reader.string().map(<[u8]>::len),
        Kind::Clob | Kind::Blob => reader.bytes().map(<[u8]>::len),
        Kind::Null | Kind::List | Kind::Sexp | Kind::Struct => None,
    }
    .expect("a scalar of its kind")
}

/// Values to write, packed: a letter for the kind, then its [`Packed`] values.
///
/// # Panics
///
/// If no values are called `kind`.
pub(crate) fn values(kind: &str, len: usize) -> Pool {
    let mut random = Random::new();
    Pool::of_bytes((0..crate::content::count(len)).map(|_| packed(kind, len, &mut random)))
}

fn packed(kind: &str, len: usize, random: &mut Random) -> Vec<u8> {
    let mut out = vec![kind.as_bytes()[0]];
    let text = |text: &str, out: &mut Vec<u8>| {
        out.extend_from_slice(&(text.len() as u32).to_le_bytes());
        out.extend_from_slice(text.as_bytes());
    };
    let mut number = 0i64;
    while out.len() < len {
        match kind {
            "decimals" => {
                out.extend_from_slice(&123_456i64.to_le_bytes());
                out.extend_from_slice(&(-(number % 20)).to_le_bytes());
            }
            "long-strings" => text(&printable(28_160.min(len), random), &mut out),
            "structs" => {
                text(&format!("field_{}", number % 20), &mut out);
                text(&printable(10 + random.below(20) as usize, random), &mut out);
            }
            "umlauts" => {
                text(&format!("n\u{e4}me_{}", number % 7), &mut out);
                text(&printable(10, random), &mut out);
            }
            _ => panic!("no values are called '{kind}'"),
        }
        number += 1;
    }
    out
}

/// The values of one input of `ion_write`, in their order.
#[derive(Debug)]
pub struct Packed<'p>(&'p [u8]);

/// What is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Decimals.
    Decimals,
    /// Strings.
    Strings,
    /// Structs of this many fields.
    Structs(usize),
}

impl<'p> Packed<'p> {
    /// Values and their names.
    pub fn of(input: &'p [u8]) -> (Shape, Self) {
        let shape = match input[0] {
            b'd' => Shape::Decimals,
            b'l' => Shape::Strings,
            b's' => Shape::Structs(20),
            _ => Shape::Structs(1),
        };
        (shape, Packed(&input[1..]))
    }

    /// The next text; `None` at the end.
    #[inline]
    pub fn text(&mut self) -> Option<&'p [u8]> {
        let (len, rest) = self.0.split_first_chunk::<4>()?;
        let (text, rest) = rest.split_at(u32::from_le_bytes(*len) as usize);
        self.0 = rest;
        Some(text)
    }

    /// The next decimal: its coefficient and exponent.
    #[inline]
    pub fn decimal(&mut self) -> Option<(i64, i64)> {
        let (coefficient, rest) = self.0.split_first_chunk::<8>()?;
        let (exponent, rest) = rest.split_first_chunk::<8>()?;
        self.0 = rest;
        Some((i64::from_le_bytes(*coefficient), i64::from_le_bytes(*exponent)))
    }
}

/// Writes values into room that is kept.
pub(crate) fn write(tier: Tier) -> Subject {
    let writer = Rc::new(RefCell::new(Writer::new(Options::COMPACT).on_tier(tier)));
    let last = Rc::clone(&writer);
    let seen = move |_: &Output| Some(last.borrow().ready().to_vec());
    let subject = Subject::new(ours(tier), seen, move |input, output| {
        let writer = &mut *writer.borrow_mut();
        writer.clear_ready();
        let (shape, mut values) = Packed::of(input.bytes);
        match shape {
            Shape::Decimals => {
                while let Some((coefficient, exponent)) = values.decimal() {
                    writer.decimal(coefficient, exponent).expect("a decimal");
                }
            }
            Shape::Strings => {
                while let Some(text) = values.text() {
                    writer.string(text).expect("UTF-8");
                }
            }
            Shape::Structs(fields) => write_structs(writer, values, fields),
        }
        output.filled = writer.ready().len();
    });
    subject.seen_as(stable)
}

fn write_structs(writer: &mut Writer, mut values: Packed<'_>, fields: usize) {
    let mut at = 0;
    while let Some(name) = values.text() {
        if at == 0 {
            writer.begin(Kind::Struct).expect("a struct");
        }
        writer.field_name(name).expect("UTF-8");
        writer.string(values.text().expect("a value")).expect("UTF-8");
        at += 1;
        if at == fields {
            writer.end().expect("a struct");
            at = 0;
        }
    }
    if at > 0 {
        writer.end().expect("a struct");
    }
}

/// The values of an Ion text in one form, for subjects whose layout differs.
///
/// # Panics
///
/// If it is none.
pub fn stable(text: Vec<u8>) -> Vec<u8> {
    let (mut reader, mut writer) = (Reader::new(&text), Writer::new(Options::LINES.in_form(Form::Stable)));
    loop {
        match reader.next().expect("Ion") {
            Event::End => return writer.finish().expect("all that was begun has ended"),
            event => writer.copy(&mut reader, event).expect("values that were read"),
        }
    }
}
