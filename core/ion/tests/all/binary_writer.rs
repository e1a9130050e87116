//! The writer of binary Ion: bytes of each form, and equal values of generated documents.

use crate::tree::{read_whole, read_with};
use stringmill_ion::{BinaryWriter, Catalog, Event, Reader, WriteError};
use stringmill_ion_documents::Documents;
use stringmill_kernels::Tier;

const MARKER: [u8; 4] = [0xE0, 1, 0, 0xEA];

fn written_from(reader: &mut Reader<'_>) -> Result<Vec<u8>, WriteError> {
    let mut writer = BinaryWriter::new(1 << 30);
    loop {
        match reader.next().expect("the text is Ion") {
            Event::End => break,
            event => writer.copy(reader, event)?,
        }
    }
    writer.finish()?;
    Ok(writer.ready().to_vec())
}

fn written(text: &[u8]) -> Result<Vec<u8>, WriteError> {
    written_from(&mut Reader::new(text))
}

/// The text becomes these bytes, after a version marker.
fn becomes(text: &str, bytes: &[u8]) {
    let found = written(text.as_bytes()).unwrap();
    assert_eq!(found, [&MARKER[..], bytes].concat(), "{text}: {found:02x?}");
    assert_eq!(read_whole(Tier::best(), &found), read_whole(Tier::best(), text.as_bytes()), "{text}");
}

#[test]
fn each_value_has_its_shortest_form() {
    becomes("", &[]);
    becomes("null null.int null.struct true false", &[0x0F, 0x2F, 0xDF, 0x11, 0x10]);
    becomes("0 -0 1 -1 255 256 -0x80", &[0x20, 0x20, 0x21, 1, 0x31, 1, 0x21, 255, 0x22, 1, 0, 0x31, 0x80]);
    becomes("18446744073709551615", &[0x28, 255, 255, 255, 255, 255, 255, 255, 255]);
    becomes("-18446744073709551616", &[0x39, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    becomes("0b1_0000_0000_0000_0000_0000_0000_0000_0000_0000_0000_0000_0000_0000_0000_0000_0000", &{
        let mut bytes = [0; 10];
        (bytes[0], bytes[1]) = (0x29, 1);
        bytes
    });
    becomes("0e0 -0e0 1.5e0 0.1e0 nan +inf", &{
        let mut bytes = vec![0x40, 0x44, 0x80, 0, 0, 0, 0x44, 0x3F, 0xC0, 0, 0];
        bytes.extend([
            0x48, 0x3F, 0xB9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A, 0x44, 0x7F, 0xC0, 0, 0, 0x44, 0x7F, 0x80, 0, 0,
        ]);
        bytes
    });
    becomes("0. -0. 0d-1 1.25 -1.25 12.8 1d64", &{
        let mut bytes = vec![0x50, 0x52, 0x80, 0x80, 0x51, 0xC1, 0x52, 0xC2, 125, 0x52, 0xC2, 0xFD];
        bytes.extend([0x53, 0xC1, 0, 0x80, 0x53, 0x00, 0xC0, 1]);
        bytes
    });
    becomes(
        "2000T 2000-02T 2000-02-29",
        &[0x63, 0xC0, 0x0F, 0xD0, 0x64, 0xC0, 0x0F, 0xD0, 0x82, 0x65, 0xC0, 0x0F, 0xD0, 0x82, 0x9D],
    );
    becomes("2000-01-01T00:00+01:00", &[0x67, 0xBC, 0x0F, 0xCF, 0x8C, 0x9F, 0x97, 0x80]);
    becomes("2000-01-01T00:00:00.050-00:00", &[0x6A, 0xC0, 0x0F, 0xD0, 0x81, 0x81, 0x80, 0x80, 0x80, 0xC3, 50]);
    becomes("2000-01-01T00:00:00.0Z", &[0x69, 0x80, 0x0F, 0xD0, 0x81, 0x81, 0x80, 0x80, 0x80, 0xC1]);
    becomes("\"\" \"é\" {{\"a\"}} {{/w==}} name $0", &[0x80, 0x82, 0xC3, 0xA9, 0x91, 97, 0xA1, 0xFF, 0x71, 4, 0x70]);
    becomes("[] ({} []) name::[1]", &[0xB0, 0xC2, 0xD0, 0xB0, 0xE5, 0x81, 0x84, 0xB2, 0x21, 1]);
    let long = format!("[\"{}\"]", "x".repeat(126));
    becomes(&long, &[&[0xBE, 0x01, 0x80, 0x8E, 0xFE][..], &[b'x'; 126]].concat());
}

/// The second table extends the first one.
#[test]
fn a_table_precedes_the_value_that_needs_it() {
    let table = [0xE7, 0x81, 0x83, 0xD4, 0x87, 0xB2, 0x81, b'a'];
    let more = [0xEA, 0x81, 0x83, 0xD7, 0x86, 0x71, 3, 0x87, 0xB2, 0x81, b'b'];
    becomes(
        "a a {a:name} b::a",
        &[&table[..], &[0x71, 10, 0x71, 10, 0xD3, 0x8A, 0x71, 4], &more, &[0xE4, 0x81, 0x8B, 0x71, 10]].concat(),
    );
}

#[test]
fn symbols_of_unknown_text_keep_their_imports() {
    let text =
        b"$ion_symbol_table::{imports:[{name:\"t\",version:2,max_id:3}],symbols:[\"z\",null]} $12 {$10:$13} $14 b::$0";
    let bytes = written(text).unwrap();
    assert_eq!(read_whole(Tier::best(), &bytes), read_whole(Tier::best(), text));
    // The table in force changes, and its imports with it.
    let text = [&text[..], b" $ion_1_0 a $ion_symbol_table::{imports:[{name:\"u\",max_id:1}]} $10 a"].concat();
    let bytes = written(&text).unwrap();
    assert_eq!(read_whole(Tier::best(), &bytes), read_whole(Tier::best(), &text));
}

/// A table that has become large is replaced, so memory does not depend on the stream.
#[test]
fn large_tables_are_replaced() {
    let text: String = (0..200_000).map(|number| format!("a{number}\n")).collect();
    let bytes = written(text.as_bytes()).unwrap();
    let mut reader = Reader::new(&bytes);
    let (mut symbols, mut largest) = (0, 0);
    loop {
        match reader.next().unwrap() {
            Event::End => break,
            _ => {
                let symbol = reader.symbol().unwrap();
                assert_eq!(symbol.text, Some(format!("a{symbols}").as_bytes()));
                largest = largest.max(symbol.id.unwrap());
                symbols += 1;
            }
        }
    }
    assert_eq!(symbols, 200_000);
    assert!((1 << 16..(1 << 16) + 20).contains(&largest), "{largest}");
}

#[test]
fn what_exceeds_a_limit_is_refused() {
    let copy = |text: &[u8], value_max| {
        let (mut reader, mut writer) = (Reader::new(text), BinaryWriter::new(value_max));
        loop {
            match reader.next().unwrap() {
                Event::End => return Ok(writer.ready().len()),
                event => writer.copy(&mut reader, event)?,
            }
        }
    };
    assert_eq!(copy(b"[1,2,3] \"12345678\"", 9), Ok(4 + 7 + 9));
    assert_eq!(copy(b"[1,2,3] \"123456789\"", 9), Err(WriteError::ValueLen));
    assert_eq!(copy(b"1d99999999999999999999", 9), Err(WriteError::ExponentRange));
    let digits = "7".repeat(39_457);
    assert_eq!(copy(digits.as_bytes(), 1 << 30), Err(WriteError::ValueLen));
    assert!(copy(&digits.as_bytes()[1..], 1 << 30).is_ok());
}

/// Text, binary Ion, and binary Ion again: equal values, and the same bytes.
#[test]
fn generated_documents_come_back() {
    let (mut documents, mut values) = (0, 0);
    for seed in 0..20_000 {
        let text = Documents::new(seed).document();
        let Ok(expected) = read_with(&mut Reader::new(&text), |_| unreachable!()) else { continue };
        let bytes = match written(&text) {
            Err(WriteError::ExponentRange) => continue,
            done => done.unwrap_or_else(|error| panic!("{}: {error}", text.escape_ascii())),
        };
        let mut reader = Reader::new(&bytes).with_catalog(Catalog::EMPTY);
        let found = read_with(&mut reader, |_| unreachable!());
        assert_eq!(found.as_ref(), Ok(&expected), "{}", text.escape_ascii());
        assert_eq!(written(&bytes).unwrap(), bytes, "{}", text.escape_ascii());
        documents += 1;
        values += expected.len();
    }
    assert!(documents > 2000 && values > 2000, "{documents} documents, {values} values");
}
