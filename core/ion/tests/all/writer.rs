//! The output and the errors of the writer, value by value.

use crate::tree::read_whole;
use stringmill_ion::{
    Decimal, Event, Form, Import, Int, Kind, Layout, Options, Precision, Reader, Timestamp, WriteError, Writer,
};
use stringmill_kernels::Tier;
use stringmill_outcome::{Error, ErrorCode};

const JAVA: Options = Options::COMPACT.in_form(Form::IonJava);
const STABLE: Options = Options::COMPACT.in_form(Form::Stable);

type Write<'a> = &'a dyn Fn(&mut Writer) -> Result<(), WriteError>;

fn written(options: Options, write: Write) -> String {
    let mut writer = Writer::new(options);
    write(&mut writer).unwrap();
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

/// A text, read and written.
pub(crate) fn copied(options: Options, text: &[u8]) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let (mut reader, mut writer) = (Reader::new(text), Writer::new(options));
    loop {
        match reader.next()? {
            Event::End => return Ok(writer.finish()?),
            event => writer.copy(&mut reader, event)?,
        }
    }
}

fn copy(options: Options, text: &str) -> String {
    String::from_utf8(copied(options, text.as_bytes()).unwrap()).unwrap()
}

const SAMPLE: &str = "{a:[1,{}],b:(x []),'c d':{{}}} () {{ 'a' }} x::y::{} 5";

#[test]
fn layouts() {
    let sample = SAMPLE.replace("{{ 'a' }}", "{{\"a\"}}");
    let copy = |options| copy(options, &sample);
    assert_eq!(copy(Options::COMPACT), "{a:[1,{}],b:(x []),'c d':{{}}} () {{\"a\"}} x::y::{} 5");
    assert_eq!(copy(Options::LINES), "{a:[1,{}],b:(x []),'c d':{{}}}\n()\n{{\"a\"}}\nx::y::{}\n5\n");
    assert_eq!(
        copy(Options::PRETTY),
        "{\n  a: [\n    1,\n    {}\n  ],\n  b: (\n    x\n    []\n  ),\n  'c d': {{}}\n}\n()\n{{\"a\"}}\nx::y::{}\n5\n"
    );
    assert_eq!(copy(JAVA), "{a:[1,{}],b:(x []),'c d':{{}}} () {{\"a\"}} x::y::{} 5");
    assert_eq!(
        copy(Options { layout: Layout::Lines, ..JAVA }),
        "{a:[1,{}],b:(x []),'c d':{{}}}\n()\n{{\"a\"}}\nx::y::{}\n5"
    );
    assert_eq!(
        copy(Options { layout: Layout::Pretty, ..JAVA }),
        "\n{\n  a:[\n    1,\n    {\n    }\n  ],\n  b:(\n    x\n    [\n    ]\n  ),\n  'c d':{{  }}\n}\n(\n)\n{{ \"a\" }}\nx::y::{\n}\n5"
    );
}

#[test]
fn values() {
    let one = |write: Write| written(STABLE, write);
    assert_eq!(one(&|w| w.int(i64::MIN)), "-9223372036854775808");
    assert_eq!(one(&|w| w.big_int(&Int { negative: true, radix: 16, digits: b"00" })), "0");
    let digits = [b'f'; 40];
    let hex = Int { negative: true, radix: 16, digits: &digits };
    assert_eq!(one(&|w| w.big_int(&hex)), "-1461501637330902918203684832716283019655932542975");
    let bits = [b'1'; 70];
    assert_eq!(one(&|w| w.big_int(&Int { negative: false, radix: 2, digits: &bits })), "1180591620717411303423");
    let power = [&b"1"[..], &[b'0'; 30]].concat();
    let hex = Int { negative: false, radix: 16, digits: &power };
    assert_eq!(one(&|w| w.big_int(&hex)), "1329227995784915872903807060280344576");
    assert_eq!(one(&|w| w.decimal(-123, -2)), "-1.23");
    assert_eq!(one(&|w| w.decimal(0, i64::MIN)), "0d-9223372036854775808");
    assert_eq!(one(&|w| w.decimal(i64::MIN, i64::MAX)), "-9223372036854775808d9223372036854775807");
    let zero = Decimal { negative: true, coefficient: b"000", exponent: Some(-2) };
    assert_eq!(one(&|w| w.big_decimal(&zero)), "-0.00");
    assert_eq!(one(&|w| w.float(-0.0)), "-0e0");
    assert_eq!(one(&|w| w.float(1e25)), "1e+25");
    assert_eq!(one(&|w| w.float(0.1)), "0.1e0");
    assert_eq!(one(&|w| w.float(f64::NAN)), "nan");
    assert_eq!(one(&|w| w.float(f64::NEG_INFINITY)), "-inf");
    assert_eq!(one(&|w| w.null(Kind::Null)), "null");
    assert_eq!(one(&|w| w.null(Kind::Struct)), "null.struct");
    assert_eq!(one(&|w| w.bool(true)), "true");
    assert_eq!(one(&|w| w.symbol(b"$ion_2_0")), "'$ion_2_0'");
    assert_eq!(one(&|w| w.symbol_id(4)), "name");
    assert_eq!(one(&|w| w.symbol_id(0)), "$0");
    assert_eq!(one(&|w| w.clob(b"\x00a\"\xFF")), r#"{{"\0a\"\xff"}}"#);
    assert_eq!(one(&|w| w.blob(b"ab")), "{{YWI=}}");
    let offset = Some(-61);
    let day = Timestamp { month: 2, day: 29, hour: 1, minute: 2, second: 3, fraction: b"0400", offset, ..YEAR };
    let day = Timestamp { precision: Precision::Second, ..day };
    assert_eq!(one(&|w| w.timestamp(&day)), "2024-02-29T01:02:03.0400-01:01");
    let minute = Timestamp { precision: Precision::Minute, offset: None, ..day };
    assert_eq!(one(&|w| w.timestamp(&minute)), "2024-02-29T01:02-00:00");
    assert_eq!(one(&|w| w.timestamp(&Timestamp { precision: Precision::Month, ..day })), "2024-02T");
    assert_eq!(one(&|w| w.timestamp(&YEAR)), "2024T");
}

const YEAR: Timestamp = Timestamp {
    precision: Precision::Year,
    year: 2024,
    month: 1,
    day: 1,
    hour: 0,
    minute: 0,
    second: 0,
    fraction: b"",
    offset: None,
};

#[test]
fn tokens() {
    let good: [(Kind, &str, &str); 12] = [
        (Kind::Int, "0xFF_ff", "65535"),
        (Kind::Int, "-0", "0"),
        (Kind::Int, "-0b1_01", "-5"),
        (Kind::Int, "1_000", "1000"),
        (Kind::Decimal, "1_0.5_0d+02", "1050."),
        (Kind::Decimal, "-0.", "-0."),
        (Kind::Decimal, "1.5d00000000000000000000001", "15."),
        (Kind::Float, "10e-1", "1e0"),
        (Kind::Float, "nan", "nan"),
        (Kind::Float, "-inf", "-inf"),
        (Kind::Timestamp, "2000-01-01T00:00:00.0+00:00", "2000-01-01T00:00:00.0Z"),
        (Kind::Timestamp, "2000-01-01T", "2000-01-01"),
    ];
    for (kind, text, stable) in good {
        assert_eq!(written(Options::COMPACT, &|w| w.token(kind, text.as_bytes())), text);
        assert_eq!(written(STABLE, &|w| w.token(kind, text.as_bytes())), stable);
    }
    let bad: [(Kind, &str, u64); 12] = [
        (Kind::Int, "", 0),
        (Kind::Int, "-", 1),
        (Kind::Int, "a", 0),
        (Kind::Int, "1 ", 1),
        (Kind::Int, "1,2", 1),
        (Kind::Int, "1.", 0),
        (Kind::Int, "01", 1),
        (Kind::Float, "1", 0),
        (Kind::Float, "+inf ", 0),
        (Kind::Decimal, "1d", 2),
        (Kind::Timestamp, "2000-13T", 5),
        (Kind::String, "1", 0),
    ];
    for (kind, text, offset) in bad {
        let mut writer = Writer::new(Options::COMPACT);
        match writer.token(kind, text.as_bytes()) {
            Err(WriteError::Token(error)) => assert_eq!(error.offset, offset, "{kind:?} {text}: {error}"),
            other => panic!("{kind:?} {text}: {other:?}"),
        }
        assert_eq!(writer.ready(), b"");
    }
    let huge = b"1d99999999999999999999";
    assert_eq!(Writer::new(STABLE).token(Kind::Decimal, huge), Err(WriteError::ExponentRange));
    assert_eq!(Writer::new(Options::COMPACT).token(Kind::Decimal, huge), Ok(()));
}

/// A refused value is dropped with its field name and annotations, and leaves no trace in later output.
#[test]
fn refused_values_are_taken_back() {
    let wrong_digit = WriteError::Token(Error::new(ErrorCode::NumberDigitExpected, 1));
    let text_error = |offset| WriteError::Text(Error::new(ErrorCode::Utf8ImpossibleByte, offset));
    let range = |offset| WriteError::Token(Error::new(ErrorCode::TimestampRange, offset));
    let no_day = Timestamp { precision: Precision::Day, month: 2, day: 30, ..YEAR };
    let long = vec![b'1'; (1 << 17) + 1];
    let (long_hex, stable) = ([b"0x", &long[..1 << 16]].concat(), Options::COMPACT.in_form(Form::Stable));
    let cases: [(Write, WriteError); 17] = [
        (&|w| w.string(b"ab\xFF"), text_error(2)),
        (&|w| w.symbol(b"ab\xFF"), text_error(2)),
        (&|w| w.annotation(b"\xFF"), text_error(0)),
        (&|w| w.begin(Kind::Int), WriteError::NoContainer(Kind::Int)),
        (&|w| w.symbol_id(10), WriteError::SymbolId(10)),
        (&|w| w.annotation_id(u64::MAX), WriteError::SymbolId(u64::MAX)),
        (&|w| w.big_int(&Int { negative: true, radix: 2, digits: b"12" }), wrong_digit),
        (&|w| w.big_int(&Int { negative: true, radix: 3, digits: b"1g" }), wrong_digit),
        (&|w| w.big_int(&Int { negative: true, radix: 2, digits: &long }), WriteError::ValueLen),
        (&|w| w.token(Kind::Int, &long_hex), WriteError::ValueLen),
        (&|w| w.big_decimal(&Decimal { negative: true, coefficient: b"1x", exponent: Some(0) }), wrong_digit),
        (&|w| w.big_decimal(&Decimal { negative: true, coefficient: b"1", exponent: None }), WriteError::ExponentRange),
        (&|w| w.timestamp(&no_day), range(8)),
        (&|w| w.timestamp(&Timestamp { month: 255, ..no_day }), range(0)),
        (&|w| w.annotation(b"a").and_then(|()| w.end()), WriteError::Unfinished),
        (&|w| w.annotation(b"a").and_then(|()| w.field_name(b"b")), WriteError::FieldNameMisplaced),
        (&|w| w.version_marker(), WriteError::TopLevelOnly),
    ];
    let places =
        [(None, "1 1"), (Some(Kind::List), "[1,1"), (Some(Kind::Sexp), "(1 1"), (Some(Kind::Struct), "{f:1,f:1")];
    for tier in Tier::available() {
        for (at, (write, error)) in cases.iter().enumerate() {
            for (inside, expected) in places {
                let name = |w: &mut Writer| if inside == Some(Kind::Struct) { w.field_name(b"f") } else { Ok(()) };
                let mut writer = Writer::new(stable).on_tier(tier);
                if let Some(kind) = inside {
                    writer.begin(kind).unwrap();
                }
                for _ in 0..2 {
                    name(&mut writer).unwrap();
                    writer.annotation(b"x").unwrap();
                    assert_eq!(write(&mut writer), Err(*error), "{at} in {inside:?}");
                    name(&mut writer).unwrap();
                    writer.int(1).unwrap();
                }
                assert_eq!(writer.ready(), expected.as_bytes(), "{at}");
            }
        }
    }
}

/// After a value or an error, the next struct is judged by its own annotations alone.
#[test]
fn a_struct_is_no_symbol_table_because_of_the_value_before() {
    let table: Write = &|w| w.annotation(b"$ion_symbol_table");
    let before: [Write; 6] = [
        &|w| w.int(1),
        &|w| w.string(b"s"),
        &|w| w.symbol(b"$ion_1_0"),
        &|w| w.begin(Kind::List).and_then(|()| w.end()),
        &|w| w.annotation(b"b").and_then(|()| w.null(Kind::Struct)),
        &|w| w.string(b"\xFF").or_else(|_| w.int(1)),
    ];
    for value in before {
        let mut writer = Writer::new(Options::COMPACT);
        table(&mut writer).unwrap();
        value(&mut writer).unwrap();
        writer.clear_ready();
        writer.begin(Kind::Struct).unwrap();
        writer.end().unwrap();
        assert_eq!(writer.ready(), b" {}");
        table(&mut writer).unwrap();
        assert_eq!(writer.begin(Kind::Struct), Err(WriteError::SystemValue));
        writer.begin(Kind::Struct).unwrap();
        table(&mut writer).unwrap_err();
        writer.end().unwrap();
        assert_eq!(writer.ready(), b" {} {}");
    }
}

/// The comma before kept comments belongs to the next value, even if one is refused in between.
#[test]
fn a_refused_value_after_comments_leaves_one_comma() {
    let mut reader = Reader::new(b"[1, /*c*/ 1d99999999999999999999, 2]").keeping_comments();
    let mut writer = Writer::new(STABLE);
    let mut refused = 0;
    loop {
        match reader.next().unwrap() {
            Event::End => break,
            event => refused += usize::from(writer.copy(&mut reader, event) == Err(WriteError::ExponentRange)),
        }
    }
    assert_eq!((refused, writer.finish().unwrap()), (1, b"[1,\t/*c*/2]".to_vec()));
}

#[test]
fn misplaced() {
    let refused = |write: Write| write(&mut Writer::new(Options::COMPACT)).unwrap_err();
    assert_eq!(refused(&|w| w.end()), WriteError::NothingToEnd);
    assert_eq!(refused(&|w| w.field_name(b"a")), WriteError::FieldNameMisplaced);
    assert_eq!(refused(&|w| w.begin(Kind::Struct).and_then(|()| w.int(1))), WriteError::FieldNameMissing);
    assert_eq!(refused(&|w| w.begin(Kind::Struct).and_then(|()| w.annotation(b"a"))), WriteError::FieldNameMissing);
    let twice: Write = &|w| {
        w.begin(Kind::Struct)?;
        w.field_name(b"a")?;
        w.field_name(b"b")
    };
    assert_eq!(refused(twice), WriteError::FieldNameMisplaced);
    assert_eq!(refused(&|w| w.begin(Kind::List).and_then(|()| w.version_marker())), WriteError::TopLevelOnly);
    assert_eq!(refused(&|w| w.annotation(b"a").and_then(|()| w.version_marker())), WriteError::TopLevelOnly);
    assert_eq!(refused(&|w| w.begin(Kind::List).and_then(|()| w.symbol_table(&[], []))), WriteError::TopLevelOnly);
    assert_eq!(refused(&|w| w.symbol(b"$ion_1_0")), WriteError::SystemValue);
    assert_eq!(refused(&|w| w.symbol_id(2)), WriteError::SystemValue);
    let table: Write = &|w| w.annotation(b"$ion_symbol_table").and_then(|()| w.begin(Kind::Struct));
    assert_eq!(refused(table), WriteError::SystemValue);
    assert_eq!(refused(&|w| w.annotation_id(3).and_then(|()| w.begin(Kind::Struct))), WriteError::SystemValue);
    let endless = Import { name: "t", version: 1, len: u64::MAX };
    assert_eq!(refused(&|w| w.symbol_table(&[endless], [])), WriteError::SymbolId(u64::MAX));
    let open: [Write; 3] = [&|w| w.begin(Kind::List), &|w| w.annotation(b"a"), &|w| {
        w.begin(Kind::Struct).and_then(|()| w.field_name(b"a"))
    }];
    for write in open {
        let mut writer = Writer::new(Options::COMPACT);
        write(&mut writer).unwrap();
        assert_eq!(writer.finish(), Err(WriteError::Unfinished));
    }
}

/// Symbols with a special meaning at the top level, at other places.
#[test]
fn names_of_every_length() {
    let pieces: &[&[u8]] = &[
        b"a",
        b" ",
        b"'",
        b"\"",
        b"\\",
        b"\x1F",
        b"\x7F",
        b"\x80",
        b"\xBF",
        b"\xC0",
        b"\xC3",
        b"\xFF",
        "\u{80}".as_bytes(),
        "\u{A0}".as_bytes(),
        "\u{C0}".as_bytes(),
        "\u{7FF}".as_bytes(),
        "\u{800}".as_bytes(),
        "\u{10FFFF}".as_bytes(),
    ];
    let step = if cfg!(miri) { 7 } else { 1 };
    for (len, at) in (0..40).step_by(step).flat_map(|len| (0..=len).step_by(step).map(move |at| (len, at))) {
        for piece in pieces {
            for other in ["x", "\u{E4}"] {
                let name = [other.repeat(at).as_bytes(), piece, other.repeat(len - at).as_bytes()].concat();
                let mut writer = Writer::new(Options::COMPACT);
                match std::str::from_utf8(&name) {
                    Ok(text) => {
                        writer.symbol(&name).unwrap();
                        assert_eq!(String::from_utf8(writer.finish().unwrap()).unwrap(), symbol(text), "{text:?}");
                    }
                    Err(_) => assert!(matches!(writer.symbol(&name), Err(WriteError::Text(_))), "{name:?}"),
                }
            }
        }
    }
}

/// The spelling of a symbol of these characters.
fn symbol(text: &str) -> String {
    if text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return text.to_owned();
    }
    let inside: String = text
        .chars()
        .map(|character| match character {
            '\'' | '\\' => format!("\\{character}"),
            '\0'..' ' | '\x7F'..'\u{A0}' => format!("\\x{:02x}", u32::from(character)),
            _ => character.to_string(),
        })
        .collect();
    format!("'{inside}'")
}

#[test]
fn system_values_that_are_none() {
    assert_eq!(written(STABLE, &|w| w.annotation(b"a").and_then(|()| w.symbol(b"$ion_1_0"))), "a::$ion_1_0");
    let list: Write = &|w| {
        w.annotation(b"$ion_symbol_table")?;
        w.begin(Kind::List)?;
        w.symbol(b"$ion_1_0")?;
        w.end()
    };
    assert_eq!(written(STABLE, list), "$ion_symbol_table::[$ion_1_0]");
    let second: Write = &|w| {
        w.annotation(b"a")?;
        w.annotation(b"$ion_symbol_table")?;
        w.begin(Kind::Struct)?;
        w.end()
    };
    assert_eq!(written(STABLE, second), "a::$ion_symbol_table::{}");
    assert_eq!(written(JAVA, &|w| w.symbol(b"$ion_1_0")), "$ion_1_0");
    assert_eq!(copy(STABLE, "'$ion_2_0' '$ion_1_1'"), "'$ion_2_0' '$ion_1_1'");
    assert_eq!(copy(STABLE, "('//' '/*' / '*/')"), "('//' '/*' / */)");
}

/// The output can be taken at any time; incomplete values stay.
#[test]
fn taken_in_pieces() {
    let text = "[1,a::{b:c::'''long''',d:[x]}] {{AAAA}} q::r";
    for options in [Options::COMPACT, Options::PRETTY, JAVA] {
        let (mut reader, mut writer, mut taken) = (Reader::new(text.as_bytes()), Writer::new(options), Vec::new());
        loop {
            let event = reader.next().unwrap();
            taken.extend_from_slice(writer.ready());
            writer.clear_ready();
            assert_eq!(writer.ready(), b"");
            if event == Event::End {
                break;
            }
            writer.copy(&mut reader, event).unwrap();
        }
        assert_eq!(taken, copied(options, text.as_bytes()).unwrap());
    }
    let mut writer = Writer::new(Options::COMPACT);
    writer.int(1).unwrap();
    writer.annotation(b"a").unwrap();
    assert_eq!(writer.ready(), b"1");
    writer.clear_ready();
    writer.annotation(b"b").unwrap();
    assert_eq!(writer.ready(), b"");
    writer.string(b"\xFF").unwrap_err();
    writer.int(2).unwrap();
    assert_eq!(writer.finish().unwrap(), b" 2");
}

/// Adjacent long strings would be one string.
#[test]
fn long_strings_do_not_run_together() {
    let options = Options { long_string_threshold: Some(0), ..Options::COMPACT };
    let text = r#""a" "b" "c" ("a" "b") ["a","b"] "" "d""#;
    assert_eq!(copy(options, text), r#"'''a''' "b" '''c''' ('''a''' "b") ['''a''','''b'''] "" '''d'''"#);
    let mut writer = Writer::new(options);
    writer.string(b"a").unwrap();
    writer.string(b"\xFF").unwrap_err();
    writer.string(b"b").unwrap();
    assert_eq!(writer.finish().unwrap(), br#"'''a''' "b""#);
}

#[test]
fn symbol_tables() {
    let mut writer = Writer::new(STABLE);
    writer.symbol_table(&[Import { name: "t\n", version: 2, len: 3 }], [Some(&b"a b"[..]), None]).unwrap();
    for id in [10, 13, 14] {
        writer.symbol_id(id).unwrap();
    }
    assert_eq!(writer.symbol_id(15), Err(WriteError::SymbolId(15)));
    writer.symbol_table(&[], [Some(&b"\xFF"[..])]).unwrap_err();
    writer.begin(Kind::Struct).unwrap();
    writer.field_name_id(13).unwrap();
    writer.annotation_id(12).unwrap();
    writer.annotation_id(4).unwrap();
    writer.int(1).unwrap();
    writer.end().unwrap();
    writer.version_marker().unwrap();
    assert_eq!(writer.symbol_id(10), Err(WriteError::SymbolId(10)));
    let table = r#"$ion_symbol_table::{imports:[{name:"t\n",version:2,max_id:3}],symbols:["a b",null.string]}"#;
    let expected = format!("{table} $10 'a b' $14 {{'a b':$12::name::1}} $ion_1_0");
    assert_eq!(String::from_utf8(writer.finish().unwrap()).unwrap(), expected);
}

/// Texts of up to 32 bytes are tested and copied in overlapping words.
#[test]
fn short_texts_with_a_special_character_at_each_place() {
    for len in (0..=40).step_by(if cfg!(miri) { 13 } else { 1 }) {
        for place in 0..=len {
            for special in
                ["", "b", "\"", "\\", "'", "\n", "\x1F", "\x7F", "\u{e4}", "\u{80}", "\u{20AC}", "$", "1", " "]
            {
                let text = [&"a".repeat(place), special, &"c".repeat(len - place)].concat();
                let mut writer = Writer::new(Options::COMPACT);
                writer.begin(Kind::Struct).unwrap();
                writer.field_name(text.as_bytes()).unwrap();
                writer.string(text.as_bytes()).unwrap();
                writer.end().unwrap();
                writer.symbol(text.as_bytes()).unwrap();
                let written = writer.finish().unwrap();
                let mut reader = Reader::new(&written);
                assert_eq!(reader.next(), Ok(Event::Open(Kind::Struct)), "{text:?}");
                assert_eq!(reader.next(), Ok(Event::Value(Kind::String)), "{text:?}");
                assert_eq!(reader.field_name().and_then(|name| name.text), Some(text.as_bytes()), "{text:?}");
                assert_eq!(reader.string(), Some(text.as_bytes()), "{text:?}");
                assert_eq!(reader.next(), Ok(Event::Close(Kind::Struct)), "{text:?}");
                assert_eq!(reader.next(), Ok(Event::Value(Kind::Symbol)), "{text:?}");
                assert_eq!(reader.symbol().and_then(|symbol| symbol.text), Some(text.as_bytes()), "{text:?}");
                assert_eq!(reader.next(), Ok(Event::End), "{text:?}");
            }
        }
    }
}

/// Additional symbols of a table with a gap are written alone, others with the whole table.
#[test]
fn a_table_with_gaps_that_grows_is_not_written_again() {
    let more = "$ion_symbol_table::{imports:$ion_symbol_table,symbols:[\"b\",null.string]}";
    let first = "$ion_symbol_table::{symbols:[\"a\",null.string]}";
    let text = format!("{first} $10 $11 {more} $12 $13 {first} $11 $ion_1_0 {more} $11 1");
    let whole = "$ion_symbol_table::{symbols:[\"b\",null.string]}";
    let expected = format!("{first} a $11 {more} b $13 {first} $11 {whole} $11 1");
    assert_eq!(copy(Options::COMPACT, &text), expected);
    // A table without gaps was not written, so its extension is written as a whole.
    let text = format!("$ion_symbol_table::{{symbols:[\"a\"]}} $10 {more} $12 {more} {more} $14 $16");
    let expected = "$ion_symbol_table::{symbols:[\"a\",\"b\",null.string]} $12 \
        $ion_symbol_table::{imports:$ion_symbol_table,symbols:[\"b\",null.string,\"b\",null.string]} $14 $16";
    assert_eq!(copy(Options::COMPACT, &text), format!("a {expected}"));
    let import = "$ion_symbol_table::{imports:[{name:\"t\",version:1,max_id:2}],symbols:[\"a\"]}";
    let text = format!("{import} $10 $ion_symbol_table::{{imports:$ion_symbol_table}} $11 {more} $14");
    assert_eq!(copy(Options::COMPACT, &text), format!("{import} $10 $11 {more} $14"));
    // The program writes a table of its own in between.
    let mut reader = Reader::new(text.as_bytes());
    let mut writer = Writer::new(Options::COMPACT);
    for _ in 0..3 {
        let event = reader.next().unwrap();
        writer.copy(&mut reader, event).unwrap();
        writer.version_marker().unwrap();
    }
    let all = "$ion_symbol_table::{imports:[{name:\"t\",version:1,max_id:2}],symbols:[\"a\",\"b\",null.string]}";
    let written = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert!(written.ends_with(&format!("{all} $14 $ion_1_0")), "{written}");
}

/// The output grows linearly with the number of tables.
#[test]
fn growing_tables_take_linear_room() {
    let grown = |times: usize| {
        let text: String = (0..times)
            .map(|at| format!("$ion_symbol_table::{{imports:$ion_symbol_table,symbols:[\"s{at:05}\",null]}} $11 "))
            .collect();
        let written = copy(Options::COMPACT, &text);
        let tree = |text: &str| read_whole(Tier::best(), text.as_bytes()).unwrap();
        assert_eq!(tree(&written), tree(&text));
        written.len()
    };
    assert!(grown(2000) <= grown(1000) * 21 / 10);
}

#[test]
fn a_writer_reports_its_options_and_containers() {
    let mut writer = Writer::new(STABLE).on_tier(Tier::SCALAR);
    assert_eq!((writer.options(), writer.depth(), writer.inside()), (&STABLE, 0, None));
    writer.begin(Kind::List).unwrap();
    writer.begin(Kind::Sexp).unwrap();
    assert_eq!((writer.depth(), writer.inside()), (2, Some(Kind::Sexp)));
    writer.end().unwrap();
    assert_eq!((writer.depth(), writer.inside()), (1, Some(Kind::List)));
}
