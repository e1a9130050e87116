//! All values of a text as a tree; trees are equal if the Ion data model says so.

use stringmill_ion::{Event, Int, Kind, Precision, Reader, Symbol};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error};

/// A value with its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) annotations: Vec<Sym>,
    pub(crate) value: Value,
}

/// A symbol: known text, unknown text, or unknown text of an ID in a shared table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sym {
    Text(String),
    Unknown,
    Imported(String, u64),
}

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null(Kind),
    Bool(bool),
    /// Sign and digits of base 16.
    Int(bool, String),
    /// Bits, the same for every NaN.
    Float(u64),
    Decimal(bool, String, Option<i64>),
    Timestamp(Stamp),
    Symbol(Sym),
    String(String),
    Lob(Kind, Vec<u8>),
    Sequence(Kind, Vec<Node>),
    Struct(Vec<(Sym, Node)>),
}

/// Precision, year to second, fraction, offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp(Precision, [u16; 6], String, Option<i16>);

impl Stamp {
    /// The instant: minutes since a fixed day, seconds, and the digits of their fraction without trailing zeros.
    pub(crate) fn instant(&self) -> (i64, u16, String) {
        let Stamp(_, [year, month, day, hour, minute, second], fraction, offset) = self;
        let (mut days, mut at) = (0i64, (1u16, 1u16));
        let month_days = |(year, month): (u16, u16)| match month {
            4 | 6 | 9 | 11 => 30,
            2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
            2 => 28,
            _ => 31,
        };
        while at != (*year, *month) {
            days += month_days(at);
            at = if at.1 == 12 { (at.0 + 1, 1) } else { (at.0, at.1 + 1) };
        }
        let minutes = ((days + i64::from(*day)) * 24 + i64::from(*hour)) * 60 + i64::from(*minute);
        (minutes - i64::from(offset.unwrap_or(0)), *second, fraction.trim_end_matches('0').to_owned())
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        use Value::*;
        match (self, other) {
            (Null(a), Null(b)) => a == b,
            (Bool(a), Bool(b)) => a == b,
            (Int(a, b), Int(c, d)) => (a, b) == (c, d),
            (Float(a), Float(b)) => a == b,
            (Decimal(a, b, c), Decimal(d, e, f)) => (a, b, c) == (d, e, f),
            (Timestamp(a), Timestamp(b)) => a == b,
            (Symbol(a), Symbol(b)) => a == b,
            (String(a), String(b)) => a == b,
            (Lob(a, b), Lob(c, d)) => (a, b) == (c, d),
            (Sequence(a, b), Sequence(c, d)) => (a, b) == (c, d),
            (Struct(a), Struct(b)) => same_fields(a, b),
            _ => false,
        }
    }
}

impl Eq for Value {}

fn same_fields(a: &[(Sym, Node)], b: &[(Sym, Node)]) -> bool {
    let mut left: Vec<_> = b.iter().collect();
    let all = a.iter().all(|field| match left.iter().position(|&other| other == field) {
        Some(at) => {
            left.remove(at);
            true
        }
        None => false,
    });
    all && left.is_empty()
}

/// The tree of a text in pieces.
pub(crate) fn read<'p>(tier: Tier, pieces: impl IntoIterator<Item = &'p [u8]>) -> Result<Vec<Node>, Error> {
    let mut reader = Reader::streaming().on_tier(tier);
    let mut pieces = pieces.into_iter().peekable();
    read_with(&mut reader, |reader| {
        let piece = pieces.next().expect("no more is asked for than there is");
        reader.feed(piece, if pieces.peek().is_some() { Chunk::More } else { Chunk::Last });
    })
}

pub(crate) fn read_whole(tier: Tier, text: &[u8]) -> Result<Vec<Node>, Error> {
    read_with(&mut Reader::new(text).on_tier(tier), |_| panic!("all is there"))
}

/// An open container: its field name, its annotations, and its values so far.
type Open = (Option<Sym>, Vec<Sym>, Vec<(Option<Sym>, Node)>);

pub(crate) fn read_with(reader: &mut Reader, mut more: impl FnMut(&mut Reader)) -> Result<Vec<Node>, Error> {
    let mut open: Vec<Open> = vec![(None, Vec::new(), Vec::new())];
    loop {
        let event = reader.next()?;
        let field = reader.field_name().map(sym);
        let annotations: Vec<_> = reader.annotations().map(sym).collect();
        let (field, annotations, value) = match event {
            Event::NeedInput => {
                more(reader);
                continue;
            }
            Event::End => {
                let (_, _, nodes) = open.pop().expect("the top level");
                return Ok(nodes.into_iter().map(|(_, node)| node).collect());
            }
            Event::Open(_) => {
                open.push((field, annotations, Vec::new()));
                continue;
            }
            Event::Close(kind) => {
                let (field, annotations, nodes) = open.pop().expect("it was opened");
                (field, annotations, container(kind, nodes))
            }
            Event::Null(kind) => (field, annotations, Value::Null(kind)),
            Event::Value(kind) => (field, annotations, scalar(kind, reader)),
        };
        open.last_mut().expect("the top level").2.push((field, Node { annotations, value }));
    }
}

fn container(kind: Kind, nodes: Vec<(Option<Sym>, Node)>) -> Value {
    match kind {
        Kind::Struct => Value::Struct(nodes.into_iter().map(|(name, node)| (name.expect("a field"), node)).collect()),
        _ => Value::Sequence(kind, nodes.into_iter().map(|(_, node)| node).collect()),
    }
}

fn scalar(kind: Kind, reader: &mut Reader) -> Value {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("well-formed UTF-8");
    match kind {
        Kind::Bool => Value::Bool(reader.bool().unwrap()),
        Kind::Int => int(reader.int().unwrap()),
        Kind::Float => {
            let value = reader.float().unwrap();
            Value::Float(if value.is_nan() { f64::NAN } else { value }.to_bits())
        }
        Kind::Decimal => {
            let decimal = reader.decimal().unwrap();
            Value::Decimal(decimal.negative, text(decimal.coefficient), decimal.exponent)
        }
        Kind::Timestamp => {
            let t = reader.timestamp().unwrap();
            let [month, day, hour, minute, second] = [t.month, t.day, t.hour, t.minute, t.second].map(u16::from);
            Value::Timestamp(Stamp(t.precision, [t.year, month, day, hour, minute, second], text(t.fraction), t.offset))
        }
        Kind::Symbol => Value::Symbol(sym(reader.symbol().unwrap())),
        Kind::String => Value::String(text(reader.string().unwrap())),
        Kind::Clob | Kind::Blob => Value::Lob(kind, reader.bytes().unwrap().to_vec()),
        Kind::Null | Kind::List | Kind::Sexp | Kind::Struct => panic!("no scalar: {kind:?}"),
    }
}

fn int(int: Int) -> Value {
    // Digits of base 16, least significant first.
    let mut sixteenths = vec![0u32];
    for &digit in int.digits {
        let mut carry = char::from(digit).to_digit(int.radix).unwrap();
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
    let digits: String = sixteenths.iter().rev().map(|&digit| char::from_digit(digit, 16).unwrap()).collect();
    let digits = digits.trim_start_matches('0');
    Value::Int(int.negative && !digits.is_empty(), digits.to_owned())
}

pub(crate) fn sym(symbol: Symbol) -> Sym {
    match (symbol.text, symbol.import) {
        (Some(text), _) => Sym::Text(String::from_utf8(text.to_vec()).expect("well-formed UTF-8")),
        (None, Some((name, place))) => Sym::Imported(name.to_owned(), place),
        (None, None) => Sym::Unknown,
    }
}
