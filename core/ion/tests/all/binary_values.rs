//! Values that a program gives to the writer of binary Ion have the bytes of values that a reader gives.

use stringmill_ion::{BinaryWriter, Decimal, Event, Int, Kind, Precision, Reader, SharedTable, Timestamp, WriteError};

const TEXT: &[u8] =
    b"a::b::{c: -5, d: [true, null.int, 300, 0.1e0], e: (f \"s\" {{aGk=}}), g: 1.50, h: 2020-02-03, '$0': $0}";

fn copied() -> Vec<u8> {
    let (mut reader, mut writer) = (Reader::new(TEXT), BinaryWriter::new(1 << 20));
    loop {
        match reader.next().unwrap() {
            Event::End => break,
            event => writer.copy(&mut reader, event).unwrap(),
        }
    }
    writer.ready().to_vec()
}

/// Writes the values of [`TEXT`].
fn write(writer: &mut BinaryWriter) -> Result<(), WriteError> {
    writer.annotations([Some("a"), Some("b")])?;
    writer.begin(Kind::Struct)?;
    writer.field_name(Some("c"))?;
    writer.int64(-5)?;
    writer.field_name(Some("d"))?;
    writer.begin(Kind::List)?;
    writer.bool(true)?;
    writer.null(Kind::Int)?;
    writer.int(&Int { negative: false, radix: 16, digits: b"12C" })?;
    writer.float64(0.1)?;
    writer.end()?;
    writer.field_name(Some("e"))?;
    writer.begin(Kind::Sexp)?;
    writer.symbol(Some("f"))?;
    writer.string("s")?;
    writer.lob(Kind::Blob, b"hi")?;
    writer.end()?;
    writer.field_name(Some("g"))?;
    writer.decimal(&Decimal { negative: false, coefficient: b"150", exponent: Some(-2) })?;
    writer.field_name(Some("h"))?;
    let (precision, offset) = (Precision::Day, None);
    let (year, month, day, hour, minute, second) = (2020, 2, 3, 0, 0, 0);
    writer.timestamp(&Timestamp { precision, year, month, day, hour, minute, second, fraction: b"", offset })?;
    writer.field_name(Some("$0"))?;
    writer.symbol(None)?;
    writer.end()
}

#[test]
fn values_have_the_bytes_of_a_copy() {
    let mut writer = BinaryWriter::new(1 << 20);
    write(&mut writer).unwrap();
    assert_eq!(writer.ready(), copied());
}

#[test]
fn one_table_precedes_all_values() {
    let mut writer = BinaryWriter::new(1 << 20).with_one_table();
    writer.symbol(Some("x")).unwrap();
    writer.declare_symbol("z").unwrap();
    writer.symbol(Some("y")).unwrap();
    assert_eq!(writer.ready(), b"");
    writer.finish().unwrap();
    assert_eq!(writer.ready(), b"\xE0\x01\x00\xEA\xEB\x81\x83\xD8\x87\xB6\x81x\x81z\x81yq\x0Aq\x0C");
}

#[test]
fn imported_texts_have_the_ids_of_their_table() {
    let table = SharedTable { name: "t".into(), version: 1, symbols: vec![None, Some("x".into())] };
    let mut writer = BinaryWriter::new(1 << 20).with_one_table().importing(&[table]).unwrap();
    writer.symbol(Some("x")).unwrap();
    writer.symbol(Some("y")).unwrap();
    writer.finish().unwrap();
    assert!(writer.ready().ends_with(b"\x87\xB2\x81yq\x0Bq\x0C"));
}

#[test]
fn misplaced_parts_are_refused() {
    let mut writer = BinaryWriter::new(1 << 20);
    assert_eq!(writer.field_name(Some("a")), Err(WriteError::FieldNameMisplaced));
    writer.begin(Kind::Struct).unwrap();
    assert_eq!(writer.int64(1), Err(WriteError::FieldNameMissing));
    writer.begin(Kind::Struct).unwrap();
    writer.field_name(Some("a")).unwrap();
    assert_eq!(writer.end(), Err(WriteError::Unfinished));
    assert_eq!(writer.begin(Kind::Int), Err(WriteError::NoContainer(Kind::Int)));
    assert_eq!(writer.end(), Err(WriteError::NothingToEnd));
    writer.int64(1).unwrap();
    assert!(writer.ready().ends_with(b"\x21\x01"));
}

/// As in text: a struct or a symbol of the top level that readers would interpret, but no other value with these texts.
#[test]
fn system_values_are_refused() {
    let table = [Some("$ion_symbol_table"), Some("a")];
    let mut writer = BinaryWriter::new(1 << 20);
    writer.annotations(table).unwrap();
    writer.int64(1).unwrap();
    writer.begin(Kind::Struct).unwrap();
    writer.field_name(Some("f")).unwrap();
    writer.annotations(table).unwrap();
    writer.begin(Kind::Struct).unwrap();
    writer.end().unwrap();
    writer.field_name(Some("g")).unwrap();
    writer.symbol(Some("$ion_1_0")).unwrap();
    writer.end().unwrap();
    writer.annotations(table).unwrap();
    writer.symbol(Some("$ion_1_0")).unwrap();
    let good = writer.ready().to_vec();
    writer.annotations(table).unwrap();
    assert_eq!(writer.begin(Kind::Struct), Err(WriteError::SystemValue));
    assert_eq!(writer.symbol(Some("$ion_1_0")), Err(WriteError::SystemValue));
    assert_eq!(writer.ready(), good);
    writer.begin(Kind::Struct).unwrap();
    writer.end().unwrap();
    assert_eq!(writer.ready(), [&good[..], &[0xD0]].concat());
}
