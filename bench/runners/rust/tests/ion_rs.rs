//! Ion, text and binary, against ion-rs: generated and damaged documents have the same values or are refused by both. Each
//! exception is a known defect of ion-rs, which has a name here. ion-rs also reads the same values from the output of our
//! writers, and our reader from its binary Ion.

mod ion_documents;

use ion_documents::{Random, damaged, document};
use ion_rs::{Annotations, Element, IonType, Symbol, Value, v1_0};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::panic;
use stringmill::ion::{BinaryWriter, Event, Form, Inspector, Kind, Layout, Options, Reader, SymbolTables, Writer};
use stringmill::{ByteClass, Chunk, ErrorCode};

/// All values of a text, one dump for each at the top level; fields in the order of their dumps.
type Values = Result<Vec<String>, String>;

fn ours(text: &[u8]) -> Values {
    let mut reader = Reader::new(text);
    let mut open: Vec<(String, Vec<String>)> = vec![(String::new(), Vec::new())];
    loop {
        let event = reader.next().map_err(|error| error.to_string())?;
        let mut head = String::new();
        if let Some(name) = reader.field_name() {
            write!(head, "{}=", ours_symbol(name.text)).unwrap();
        }
        reader.annotations().for_each(|symbol| write!(head, "{}::", ours_symbol(symbol.text)).unwrap());
        let dump = match event {
            Event::End => return Ok(open.pop().expect("the top level").1),
            Event::NeedInput => unreachable!("the text is whole"),
            Event::Open(_) => {
                open.push((head, Vec::new()));
                continue;
            }
            Event::Close(kind) => {
                let (head, parts) = open.pop().expect("it was opened");
                container(head, kind.name(), parts)
            }
            Event::Null(kind) => format!("{head}null.{}", kind.name()),
            Event::Value(kind) => format!("{head}{}", ours_scalar(&mut reader, kind)),
        };
        open.last_mut().expect("the top level").1.push(dump);
    }
}

fn container(head: String, kind: &str, mut parts: Vec<String>) -> String {
    if kind == "struct" {
        parts.sort();
    }
    format!("{head}{kind}({})", parts.join(" "))
}

fn ours_symbol(text: Option<&[u8]>) -> String {
    text.map_or("?".into(), |text| format!("{:?}", std::str::from_utf8(text).expect("UTF-8")))
}

fn ours_scalar(reader: &mut Reader<'_>, kind: Kind) -> String {
    match kind {
        Kind::Bool => reader.bool().unwrap().to_string(),
        Kind::Float => float(reader.float().unwrap()),
        Kind::Int | Kind::Timestamp => {
            let mut writer = Writer::new(Options::COMPACT.in_form(Form::Stable));
            writer.token(kind, reader.raw_text()).unwrap();
            String::from_utf8(writer.finish().unwrap()).unwrap()
        }
        Kind::Decimal => {
            let decimal = reader.decimal().unwrap();
            let exponent = decimal.exponent.map_or("?".into(), |exponent| exponent.to_string());
            let sign = if decimal.negative { "-" } else { "" };
            format!("{sign}{}d{exponent}", std::str::from_utf8(decimal.coefficient).unwrap())
        }
        Kind::Symbol => ours_symbol(reader.symbol().unwrap().text),
        Kind::String => format!("string {}", ours_symbol(Some(reader.string().unwrap()))),
        kind => format!("{} {:?}", kind.name(), reader.bytes().unwrap()),
    }
}

fn float(value: f64) -> String {
    format!("float {:x}", if value.is_nan() { f64::NAN } else { value }.to_bits())
}

fn theirs(text: &[u8]) -> Values {
    let read = panic::catch_unwind(|| Element::read_all(text).map_err(|error| error.to_string()));
    let sequence = read.unwrap_or_else(|_| Err("it panics".into()))?;
    Ok(sequence.iter().map(|element| theirs_value(String::new(), element)).collect())
}

fn theirs_value(mut head: String, element: &Element) -> String {
    let annotations: &Annotations = element.annotations();
    annotations.iter().for_each(|symbol| write!(head, "{}::", theirs_symbol(symbol)).unwrap());
    let each = |items: &mut dyn Iterator<Item = &Element>| {
        items.map(|element| theirs_value(String::new(), element)).collect::<Vec<_>>()
    };
    match element.value() {
        Value::Null(kind) => format!("{head}null.{}", kind_name(*kind)),
        Value::Bool(value) => format!("{head}{value}"),
        Value::Int(value) => format!("{head}{value}"),
        Value::Float(value) => format!("{head}{}", float(*value)),
        Value::Decimal(value) => {
            let sign = if value.coefficient().is_negative() { "-" } else { "" };
            format!("{head}{sign}{}d{}", value.coefficient().magnitude(), value.exponent())
        }
        Value::Timestamp(value) => {
            let text = value.to_string();
            let text = text.strip_suffix("+00:00").map_or(text.clone(), |local| format!("{local}Z"));
            let day = text.strip_suffix('T').filter(|day| day.len() == "2000-01-01".len());
            format!("{head}{}", day.unwrap_or(&text))
        }
        Value::Symbol(symbol) => format!("{head}{}", theirs_symbol(symbol)),
        Value::String(text) => format!("{head}string {:?}", text.text()),
        Value::Clob(bytes) => format!("{head}clob {:?}", bytes.as_ref()),
        Value::Blob(bytes) => format!("{head}blob {:?}", bytes.as_ref()),
        Value::List(list) => container(head, "list", each(&mut list.iter())),
        Value::SExp(sexp) => container(head, "sexp", each(&mut sexp.iter())),
        Value::Struct(fields) => {
            let field = |(name, value)| theirs_value(format!("{}=", theirs_symbol(name)), value);
            container(head, "struct", fields.fields().map(field).collect())
        }
    }
}

fn theirs_symbol(symbol: &Symbol) -> String {
    symbol.text().map_or("?".into(), |text| format!("{text:?}"))
}

fn kind_name(kind: IonType) -> String {
    kind.to_string().to_lowercase().replace("s-expression", "sexp")
}

/// A defect of ion-rs: its name, and the change to a text that avoids it.
type Defect = (&'static str, fn(&[u8]) -> Vec<u8>);

const DEFECTS: [Defect; 9] = [
    ("a comment right behind a number or keyword is refused", |text| before(text, &[b"//", b"/*"], b" ")),
    ("an infinity right behind a keyword is refused", |text| before(text, &[b"+inf", b"-inf"], b" ")),
    ("ill-formed UTF-8 in a comment is taken", |text| String::from_utf8_lossy(text).into_owned().into_bytes()),
    ("a carriage return in a short string or symbol is taken", |text| replaced(text, b"\r", b"\n")),
    ("padding of a blob may be missing, and may not hold white space or stray bits", without_blobs),
    ("an identifier that begins as a symbol ID is taken for one and another value", without_dollar_digits),
    ("a word that begins as the version marker is taken for it and another value", |text| {
        before_identifier(text, |behind| behind.strip_prefix(b"ion_1_0"))
    }),
    ("a comment that is not closed is taken for operators", |text| [text, b"*/"].concat()),
    ("an instant before the year 1 or after 9999 is taken", |text| replaced(text, b"0001-01-01T", b"2000-01-01T")),
];

/// The text with `more` before each of these parts.
fn before(text: &[u8], parts: &[&[u8]], more: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for (at, &byte) in text.iter().enumerate() {
        if parts.iter().any(|part| text[at..].starts_with(part)) {
            out.extend_from_slice(more);
        }
        out.push(byte);
    }
    out
}

fn replaced(text: &[u8], part: &[u8], by: &[u8]) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::new(), text);
    while let Some(at) = rest.windows(part.len()).position(|window| window == part) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(by);
        rest = &rest[at + part.len()..];
    }
    [out, rest.to_vec()].concat()
}

/// The text with empty blobs.
fn without_blobs(text: &[u8]) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::new(), text);
    while let Some(at) = rest.windows(2).position(|window| window == b"{{") {
        let (before, inside) = rest.split_at(at + 2);
        out.extend_from_slice(before);
        let is_base64 = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/= \t\r\n\x0b\x0c".contains(byte);
        let len = inside.iter().take_while(|byte| is_base64(byte)).count();
        rest = if inside[len..].starts_with(b"}}") { &inside[len..] } else { inside };
    }
    [out, rest.to_vec()].concat()
}

/// The text with a letter for the dollar sign of `$10a`.
fn without_dollar_digits(text: &[u8]) -> Vec<u8> {
    before_identifier(text, |behind| {
        let digits = behind.iter().take_while(|byte| byte.is_ascii_digit()).count();
        (digits > 0).then(|| &behind[digits..])
    })
}

/// The text with a letter for each dollar sign after which `part` matches within an identifier.
fn before_identifier(text: &[u8], part: impl Fn(&[u8]) -> Option<&[u8]>) -> Vec<u8> {
    let goes_on = |rest: &[u8]| rest.first().is_some_and(|&byte| ByteClass::IDENTIFIER.has(byte));
    let letter = |(at, &byte): (usize, &u8)| match byte {
        b'$' if part(&text[at + 1..]).is_some_and(goes_on) => b'S',
        byte => byte,
    };
    text.iter().enumerate().map(letter).collect()
}

/// The defect whose change, after those before it in the list, makes both agree.
fn defect(text: &[u8]) -> Option<&'static str> {
    let mut text = text.to_vec();
    for (name, without) in DEFECTS {
        let changed = without(&text);
        if changed != text && agree(&ours(&changed), &theirs(&changed)) {
            return Some(name);
        }
        text = changed;
    }
    None
}

fn agree(ours: &Values, theirs: &Values) -> bool {
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => ours == theirs,
        (Err(_), Err(_)) => true,
        _ => false,
    }
}

fn copied(text: &[u8], options: Options) -> Vec<u8> {
    let (mut reader, mut writer) = (Reader::new(text), Writer::new(options));
    loop {
        match reader.next().expect("it was read before") {
            Event::End => return writer.finish().expect("all that was begun has ended"),
            event => writer.copy(&mut reader, event).expect("what was read can be written"),
        }
    }
}

/// How many documents are compared, and as many damaged ones: all that are promised, or a part of them.
fn count() -> usize {
    let part = std::env::var("STRINGMILL_ONE_IN").map_or(1, |part| part.parse::<usize>().expect("a number"));
    100_000 / part
}

/// What ion-rs panics about is caught and has a name.
fn hide_their_panics() {
    let shows = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !panic.location().is_some_and(|location| location.file().contains("ion-rs")) {
            shows(panic);
        }
    }));
}

#[test]
fn documents_are_read_alike() {
    hide_their_panics();
    let mut random = Random::new();
    let mut defects: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut same, mut refused, mut unexplained) = (0, 0, Vec::new());
    for number in 0..2 * count() {
        let whole = document(&mut random);
        let text = if number % 2 == 0 { whole } else { damaged(&mut random, whole) };
        let (ours, theirs) = (ours(&text), theirs(&text));
        match (&ours, &theirs) {
            (Ok(_), Ok(_)) if agree(&ours, &theirs) => same += 1,
            (Err(_), Err(_)) => refused += 1,
            _ => match defect(&text) {
                Some(name) => *defects.entry(name).or_default() += 1,
                None => unexplained.push((text, ours, theirs)),
            },
        }
    }
    println!("{same} have the same values, {refused} are refused by both; defects of ion-rs: {defects:?}");
    unexplained.sort_by_key(|(text, ..)| text.len());
    for (text, ours, theirs) in unexplained.iter().take(20) {
        println!("{}\n  ours   {ours:?}\n  theirs {theirs:?}", text.escape_ascii());
    }
    assert!(unexplained.is_empty(), "{} differ", unexplained.len());
}

#[test]
fn what_we_write_is_read_alike() {
    let mut random = Random::new();
    let layouts = [Layout::Compact, Layout::Lines, Layout::Pretty];
    let forms = [Form::AsWritten, Form::Stable, Form::IonJava];
    for _ in 0..count() / 4 {
        let text = document(&mut random);
        let Ok(expected) = ours(&text) else { continue };
        if theirs(&text).as_ref() != Ok(&expected) {
            continue;
        }
        let options = Options {
            layout: layouts[random.below(3)],
            form: forms[random.below(3)],
            long_string_threshold: [None, Some(0), Some(5)][random.below(3)],
            ascii: random.below(2) == 0,
            symbol_tables: SymbolTables::Needed,
        };
        let written = copied(&text, options);
        // A quoted symbol may be `$10a`.
        if without_dollar_digits(&written) != written {
            continue;
        }
        let show = || format!("{options:?}: {}\n{}", text.escape_ascii(), written.escape_ascii());
        assert_eq!(ours(&written).as_ref(), Ok(&expected), "{}", show());
        assert_eq!(theirs(&written).as_ref(), Ok(&expected), "{}", show());
    }
}

/// The text as binary Ion; `None` if an exponent has more than 64 bits, or is invalid.
fn binary(text: &[u8]) -> Option<Vec<u8>> {
    let (mut reader, mut writer) = (Reader::new(text), BinaryWriter::new(1 << 20));
    loop {
        match reader.next().ok()? {
            Event::End => {
                writer.finish().expect("all that was begun has ended");
                return Some(writer.ready().to_vec());
            }
            event => writer.copy(&mut reader, event).ok()?,
        }
    }
}

#[test]
fn binary_ion_is_written_and_read_alike() {
    hide_their_panics();
    let mut random = Random::new();
    let (mut same, mut unexplained) = (0, Vec::new());
    for _ in 0..count() / 2 {
        let text = document(&mut random);
        let (Ok(expected), Some(bytes)) = (ours(&text), binary(&text)) else { continue };
        assert_eq!(ours(&bytes).as_ref(), Ok(&expected), "{}\n{bytes:02x?}", text.escape_ascii());
        let found = theirs(&bytes);
        if found.as_ref() != Ok(&expected) {
            unexplained.push((bytes, Ok(expected), found));
            continue;
        }
        let written = Element::read_all(&bytes).and_then(|values| values.encode_as(v1_0::Binary));
        let written = written.expect("it was read before");
        assert_eq!(ours(&written).as_ref(), Ok(&expected), "{}\n{written:02x?}", text.escape_ascii());
        same += 1;
    }
    println!("{same} documents have the same values in binary Ion, written by both");
    report(&mut unexplained);
    assert!(same > count() / 4, "{same}");
}

/// Up to three bytes are changed, left out or added, or the end is cut off.
fn damaged_bytes(random: &mut Random, mut bytes: Vec<u8>) -> Vec<u8> {
    const MARKER: usize = 4;
    if random.below(8) == 0 {
        bytes.truncate(MARKER + random.below(bytes.len() - MARKER + 1));
        return bytes;
    }
    for _ in 0..1 + random.below(3) {
        let at = MARKER + random.below(bytes.len() - MARKER + 1);
        match random.below(4) {
            0 => bytes.insert(at, random.below(256) as u8),
            _ if at == bytes.len() => {}
            1 => drop(bytes.remove(at)),
            _ => bytes[at] ^= 1 << random.below(8),
        }
    }
    bytes
}

/// The defect of ion-rs that explains another verdict on binary Ion.
fn binary_defect(bytes: &[u8], ours: &Values, theirs: &Values) -> Option<&'static str> {
    let mut inspector = Inspector::new(Reader::streaming());
    inspector.feed(bytes, Chunk::Last);
    // The end of the last symbol table.
    let mut table = 0;
    let error = loop {
        match inspector.next() {
            Ok(Some(part)) => {
                let is_table = part.depth == 0 && inspector.text().is_ok_and(|text| text == b"$ion_symbol_table::");
                table = if is_table { part.end } else { table };
            }
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    match (error, theirs) {
        (None, Ok(values)) => {
            let others = values.iter().filter(|value| *value != "\"$ion_1_0\"");
            let is_same = ours.as_ref().is_ok_and(|ours| others.eq(ours));
            is_same.then_some("the symbol $ion_1_0 at the top level is a value")
        }
        (None, Err(text)) if text.contains("fractional seconds precision") => Some("more than 18 digits of a second"),
        (Some(error), Ok(_)) if error.offset <= table => Some("parts of a symbol table are not read"),
        (Some(error), Ok(_)) if error.code == ErrorCode::TimestampRange => {
            // A VarInt of a day or more.
            let varint = &bytes[error.offset as usize..];
            let len = varint.iter().position(|byte| byte & 0x80 != 0)? + 1;
            let first = u64::from(varint[0] & 0x3F);
            let more = |minutes, byte: &u8| minutes << 7 | u64::from(byte & 0x7F);
            let minutes = varint[1..len].iter().fold(first, more);
            (minutes >= 24 * 60).then_some("an offset of a day or more is taken without a time of day")
        }
        _ => None,
    }
}

#[test]
fn damaged_binary_ion_is_read_alike() {
    hide_their_panics();
    let mut random = Random::new();
    let mut defects: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut same, mut refused, mut unexplained) = (0, 0, Vec::new());
    for _ in 0..count() {
        let Some(bytes) = binary(&document(&mut random)) else { continue };
        let bytes = damaged_bytes(&mut random, bytes);
        let (ours, theirs) = (ours(&bytes), theirs(&bytes));
        match (&ours, &theirs) {
            (Ok(_), Ok(_)) if agree(&ours, &theirs) => same += 1,
            (Err(_), Err(_)) => refused += 1,
            _ => match binary_defect(&bytes, &ours, &theirs) {
                Some(name) => *defects.entry(name).or_default() += 1,
                None => unexplained.push((bytes, ours, theirs)),
            },
        }
    }
    println!("{same} have the same values, {refused} are refused by both; defects of ion-rs: {defects:?}");
    report(&mut unexplained);
}

/// Shows the shortest inputs that differ, and fails if there are any.
fn report(unexplained: &mut [(Vec<u8>, Values, Values)]) {
    unexplained.sort_by_key(|(bytes, ..)| bytes.len());
    for (bytes, ours, theirs) in unexplained.iter().take(60) {
        println!("{bytes:02x?}\n  ours   {ours:?}\n  theirs {theirs:?}");
    }
    assert!(unexplained.is_empty(), "{} differ", unexplained.len());
}
