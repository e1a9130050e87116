//! Binary Ion beyond the published test files: rules, limits, cuts and damage.

use crate::tree::{Node, read, read_whole};
use stringmill_ion::{Event, Kind, Limits, Reader};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};

const MARKER: [u8; 4] = [0xE0, 1, 0, 0xEA];

fn binary(values: &[u8]) -> Vec<u8> {
    [&MARKER[..], values].concat()
}

/// Reads bytes as a whole and one by one, with the same result.
fn outcome(bytes: &[u8]) -> Result<Vec<Node>, Error> {
    let whole = read_whole(Tier::best(), bytes);
    assert_eq!(read(Tier::best(), bytes.chunks(1).chain([&[][..]])), whole, "{bytes:02x?}");
    whole
}

/// The values, after a version marker, equal those of the text.
fn equal(values: &[u8], text: &str) {
    let expected = read_whole(Tier::best(), text.as_bytes()).unwrap();
    assert_eq!(outcome(&binary(values)), Ok(expected), "{text}");
}

/// The values are refused, at an offset after the version marker.
fn refused(values: &[u8], code: ErrorCode, offset: u64) {
    assert_eq!(outcome(&binary(values)), Err(Error::new(code, offset + 4)), "{values:02x?}");
}

#[test]
fn numbers() {
    equal(&[0x20, 0x21, 0x00, 0x28, 0xFF, 255, 255, 255, 255, 255, 255, 255], "0 0 18446744073709551615");
    equal(&[0x29, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x3A, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7], "18446744073709551616 -7");
    equal(&[0x38, 0x80, 0, 0, 0, 0, 0, 0, 0], "-9223372036854775808");
    // At and after the length up to which an int becomes base 10.
    for len in [256usize, 257] {
        let head = [0x2E, (len >> 7) as u8, 0x80 | (len & 0x7F) as u8];
        equal(&[&head[..], &vec![0xAB; len]].concat(), &format!("0x{}", "AB".repeat(len)));
    }
    equal(&[0x50, 0x51, 0xC1, 0x52, 0x80, 0x80, 0x51, 0x80], "0. 0d-1 -0. 0.");
    equal(&[0x52, 0xC2, 0x80, 0x53, 0xC3, 0x04, 0xD2, 0x53, 0x81, 0x81, 0x05], "-0d-2 1.234 -261d1");
    equal(&[0x5A, 0xC0, 0x81, 0, 0, 0, 0, 0, 0, 0, 0], "-18446744073709551616.");
    equal(&[0x40, 0x44, 0x3F, 0x80, 0, 0, 0x44, 0x7F, 0xC0, 0, 0, 0x44, 0xFF, 0x80, 0, 0], "0e0 1e0 nan -inf");
    equal(&[0x48, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x48, 0x3F, 0xB9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A], "-0e0 0.1e0");
    refused(&[0x31, 0x00], ErrorCode::IonBinaryNegativeZero, 0);
    refused(&[0x4E, 0x84, 0, 0, 0, 0], ErrorCode::IonBinaryType, 0);
    // An exponent and a length of more than 64 bits.
    refused(&[0x5B, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 1], ErrorCode::IonBinaryOverflow, 1);
    refused(&[0x8E, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0x80], ErrorCode::IonBinaryOverflow, 1);
    let coefficient = [&[0x5E, 0x01, 0x00, 0x83, 0x80, 1][..], &[0; 16385]].concat();
    refused(&coefficient, ErrorCode::LimitStringLen, 5 + 16384);
}

#[test]
fn timestamps() {
    equal(&[0x63, 0xC0, 0x0F, 0xD0, 0x64, 0x80, 0x0F, 0xD0, 0x82], "2000T 2000-02T");
    // The fields are in UTC; local time is on another day.
    equal(&[0x68, 0x43, 0xCC, 0x0F, 0xD0, 0x81, 0x81, 0x80, 0x80], "1999-12-31T16:20-07:40");
    equal(&[0x68, 0x03, 0xCC, 0x0F, 0xD0, 0x82, 0x9D, 0x97, 0xBB], "2000-03-01T07:39+07:40");
    equal(&[0x67, 0xC0, 0x0F, 0xD0, 0x81, 0x81, 0x80, 0x80], "2000-01-01T00:00-00:00");
    equal(&[0x6A, 0x80, 0x0F, 0xD0, 0x81, 0x81, 0x80, 0x80, 0x85, 0xC3, 0x05], "2000-01-01T00:00:05.005Z");
    equal(&[0x69, 0x80, 0x0F, 0xD0, 0x81, 0x81, 0x80, 0x80, 0x85, 0xC2], "2000-01-01T00:00:05.00Z");
    equal(&[0x69, 0x80, 0x0F, 0xD0, 0x81, 0x81, 0x80, 0x80, 0x85, 0x82], "2000-01-01T00:00:05Z");
    refused(&[0x65, 0x80, 0x0F, 0xD1, 0x82, 0x9D], ErrorCode::TimestampRange, 5);
    refused(&[0x67, 0x80, 0x0F, 0xD0, 0x81, 0x81, 0x98, 0x80], ErrorCode::TimestampRange, 6);
    refused(&[0x63, 0x80, 0x4E, 0x90], ErrorCode::TimestampRange, 2);
    refused(&[0x68, 0x0B, 0xA0, 0x0F, 0xD0, 0x81, 0x81, 0x80, 0x80], ErrorCode::TimestampRange, 1);
    // Local time before the year 1.
    refused(&[0x67, 0xC1, 0x81, 0x81, 0x81, 0x80, 0x80, 0x80], ErrorCode::TimestampRange, 1);
    // A billion digits from a few bytes.
    let long = [0x6E, 0x8D, 0x80, 0x0F, 0xD0, 0x81, 0x81, 0x80, 0x80, 0x85, 0x43, 0x5C, 0x6B, 0x20, 0x80];
    refused(&long, ErrorCode::LimitStringLen, 10);
}

#[test]
fn containers_annotations_and_padding() {
    equal(&[0xB0, 0xB1, 0x20, 0xC2, 0x11, 0x10, 0xD0, 0xBE, 0x81, 0x20], "[] [0] (true false) {} [0]");
    equal(&[0xD3, 0x84, 0x21, 0x05, 0xD1, 0x82, 0x85, 0x20], "{name:5} {version:0}");
    equal(&[0xE4, 0x82, 0x84, 0x85, 0xB0, 0xE3, 0x81, 0x80, 0x0F], "name::version::[] $0::null");
    equal(&[0x00, 0x02, 9, 9, 0x0E, 0x83, 7, 7, 7, 0xD5, 0x80, 0x01, 9, 0x84, 0x11, 0x20], "{name:true} 0");
    equal(&[0x1F, 0x2F, 0x3F, 0xDF, 0x8F, 0xBF], "null.bool null.int null.int null.struct null.string null.list");
    equal(&[0x7E, 0x81, 4, 0x70, 0x95, 0xFF, 0, 34, 92, 10, 0xA0], "name $0 {{\"\\xFF\\0\\\"\\\\\\n\"}} {{}}");
    equal(&[0xE0, 1, 0, 0xEA, 0x20, 0xE0, 1, 0, 0xEA], "0");
    for (values, code, offset) in [
        // Annotations without a value, without an annotation, of another wrapper and of padding; a wrapper of another
        // length.
        (&[0xE3, 0x82, 0x84, 0x85][..], ErrorCode::IonBinaryLength, 4),
        (&[0xE3, 0x80, 0x20, 0x20], ErrorCode::IonBinaryAnnotations, 1),
        (&[0xE6, 0x81, 0x84, 0xE3, 0x81, 0x84, 0x20], ErrorCode::IonBinaryAnnotations, 3),
        (&[0xE3, 0x81, 0x84, 0x00], ErrorCode::IonBinaryAnnotations, 3),
        (&[0xE4, 0x81, 0x84, 0x20, 0x20], ErrorCode::IonBinaryLength, 3),
        (&[0xE3, 0x85, 0x84, 0x20, 0x20], ErrorCode::IonBinaryLength, 1),
        // A value that is longer than its container, and a field name without a value.
        (&[0xB2, 0x82, 0x61, 0x62], ErrorCode::IonBinaryLength, 1),
        (&[0xD2, 0x04, 0x04], ErrorCode::IonBinaryLength, 3),
        (&[0xB1, 0xE0, 1, 0, 0xEA], ErrorCode::IonBinaryType, 1),
        (&[0xE0, 1, 1, 0xEA], ErrorCode::IonVersion, 0),
        (&[0xE0, 1, 0, 0xEB], ErrorCode::IonBinaryType, 0),
        (&[0xD1, 0x80], ErrorCode::IonBinaryType, 0),
        (&[0x71, 10], ErrorCode::IonSymbolId, 0),
        (&[0xD2, 0x8A, 0x20], ErrorCode::IonSymbolId, 1),
        (&[0xE3, 0x81, 0x8A, 0x20], ErrorCode::IonSymbolId, 2),
        (&[0x82, 0x61, 0xFF], ErrorCode::Utf8ImpossibleByte, 2),
    ] {
        refused(values, code, offset);
    }
}

#[test]
fn symbol_tables() {
    // `$ion_symbol_table::{symbols:["a", null, "é"]}`, then one that adds "b", then a version marker.
    let table = [0xEB, 0x81, 0x83, 0xD8, 0x87, 0xB6, 0x81, 0x61, 0x0F, 0x82, 0xC3, 0xA9];
    let more = [0xE9, 0x81, 0x83, 0xD6, 0x86, 0x71, 3, 0x87, 0xB2, 0x81, 0x62];
    let more = [&[0xEA][..], &more[1..3], &[0xD7], &more[4..]].concat();
    let use_them = [0x71, 10, 0x71, 11, 0x71, 12];
    equal(&[&table[..], &use_them].concat(), "a $0 'é'");
    equal(&[&table[..], &more, &use_them, &[0x71, 13]].concat(), "a $0 'é' b");
    refused(&[&table[..], &MARKER, &[0x71, 10]].concat(), ErrorCode::IonSymbolId, 16);
    refused(&[&table[..], &[0x71, 13]].concat(), ErrorCode::IonSymbolId, 12);
}

#[test]
fn only_the_accepted_encoding() {
    let only = |bytes: &[u8]| {
        let mut reader = Reader::streaming().only_binary();
        reader.feed(bytes, Chunk::Last);
        reader.next().map_err(|error| (error.code, error.offset))
    };
    assert_eq!(only(&binary(&[0x20])), Ok(Event::Value(Kind::Int)));
    for text in [&b"1 2 3"[..], b"", b"$ion_1_0"] {
        assert_eq!(only(text), Err((ErrorCode::IonBinaryMarker, 0)));
    }
    for len in 1..4 {
        assert_eq!(outcome(&MARKER[..len]), Err(Error::new(ErrorCode::IonIncomplete, len as u64)));
    }
    assert_eq!(outcome(&[0xE0, 1, 1, 0xEA]), Err(Error::new(ErrorCode::IonVersion, 0)));
    let mut records = Reader::streaming();
    records.restart(7);
    records.feed(&binary(&[0x20]), Chunk::Last);
    assert_eq!(records.next(), Err(Error::new(ErrorCode::IonBinary, 7)));
}

/// A document with every type, annotations, padding and symbol tables.
pub(crate) fn sample() -> Vec<u8> {
    let mut bytes = binary(&[0xE9, 0x81, 0x83, 0xD6, 0x87, 0xB4, 0x81, 0x61, 0x81, 0x62]);
    bytes
        .extend([0xEE, 0x9D, 0x81, 0x8A, 0xDE, 0x99, 0x8A, 0xB5, 0x20, 0x21, 7, 0x31, 9, 0x8B, 0x83, b'x', b'y', b'z']);
    bytes.extend([0x8B, 0x44, 0x3F, 0x80, 0, 0, 0x80, 0x00, 0x8A, 0x53, 0xC3, 0x04, 0xD2]);
    bytes
        .extend([0x6A, 0x80, 0x0F, 0xD0, 0x81, 0x81, 0x80, 0x80, 0x85, 0xC3, 0x05, 0x95, 1, 2, 3, 4, 5, 0xA2, 0xFF, 0]);
    bytes.extend([0xC3, 0x71, 10, 0x11, 0xBF, 0x0F, 0xE3, 0x81, 0x8B, 0x1F]);
    bytes
}

#[test]
fn cut_at_every_byte_and_with_every_byte_changed() {
    let bytes = sample();
    assert!(outcome(&bytes).is_ok(), "{:?}", outcome(&bytes));
    for len in 0..bytes.len() {
        if let Err(error) = outcome(&bytes[..len]) {
            assert_eq!(error, Error::new(ErrorCode::IonIncomplete, len as u64));
        }
    }
    let mut refused = 0;
    for at in 0..bytes.len() {
        for change in 1..=255 {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            if let Err(error) = outcome(&damaged) {
                assert!(error.offset <= damaged.len() as u64, "{at} {change}: {error}");
                refused += 1;
            }
        }
    }
    assert!(refused > bytes.len() * 100, "{refused}");
}

/// Announced lengths allocate nothing: the reader waits for the bytes, or refuses them.
#[test]
fn announced_lengths_cost_no_memory() {
    const PETABYTE: [u8; 8] = [0x01, 0, 0, 0, 0, 0, 0, 0x80];
    for head in [0x2E, 0x5E, 0x6E, 0x7E, 0x8E, 0x9E, 0xAE] {
        let bytes = binary(&[&[head][..], &PETABYTE].concat());
        assert_eq!(outcome(&bytes).map_err(|error| error.code), Err(ErrorCode::LimitStringLen));
        let len = binary(&[head, 0x3F, 0x7F, 0x7F, 0xFF]);
        assert_eq!(outcome(&len), Err(Error::new(ErrorCode::IonIncomplete, len.len() as u64)));
    }
    for head in [0x0E, 0xBE, 0xCE, 0xDE] {
        let bytes = binary(&[&[head][..], &PETABYTE].concat());
        assert_eq!(outcome(&bytes), Err(Error::new(ErrorCode::IonIncomplete, bytes.len() as u64)));
    }
}

#[test]
fn limits() {
    let read = |limits, values: &[u8]| {
        let bytes = binary(values);
        let mut reader = Reader::new(&bytes).limited(limits);
        loop {
            match reader.next() {
                Ok(Event::End) => return Ok(()),
                Ok(_) => {}
                Err(error) => return Err((error.code, error.offset - 4)),
            }
        }
    };
    let short = Limits { value_len: 4, ..Limits::DEFAULT };
    assert_eq!(read(short, &[0x83, 1, 2, 3, 0xBE, 0x85, 0x20, 0x20, 0x20, 0x20, 0x20]), Ok(()));
    assert_eq!(read(short, &[0x20, 0x84, 1, 2, 3, 4]), Err((ErrorCode::LimitStringLen, 1)));
    let flat = Limits { depth: 1, ..Limits::DEFAULT };
    assert_eq!(read(flat, &[0xB0, 0xB1, 0xB0]), Err((ErrorCode::LimitDepth, 2)));
    let few = Limits { symbols: 1, ..Limits::DEFAULT };
    assert_eq!(read(few, &[0xE7, 0x81, 0x83, 0xD4, 0x87, 0xB2, 0x80, 0x80]), Err((ErrorCode::LimitSymbols, 3)));
}

#[test]
fn containers_in_one_another_take_no_stack() {
    const DEPTH: usize = 100_000;
    let mut bytes = Vec::new();
    // From the innermost one outwards, and so backwards.
    for _ in 0..DEPTH {
        let mut len = bytes.len();
        let mut last = 0x80;
        while len > 0 {
            bytes.push((len & 0x7F) as u8 | last);
            (len, last) = (len >> 7, 0);
        }
        bytes.push(if last == 0 { 0xBE } else { 0xB0 });
    }
    bytes.extend(MARKER.iter().rev());
    bytes.reverse();
    let mut reader = Reader::new(&bytes);
    let mut deepest = 0;
    while reader.next().unwrap() != Event::End {
        deepest = deepest.max(reader.depth());
    }
    assert_eq!(deepest, DEPTH);
}

#[test]
fn a_reader_recognises_its_encoding() {
    let binary = binary(b"\x11");
    for (input, is_binary) in [(&binary[..], true), (b"true", false)] {
        let mut reader = Reader::new(input);
        assert_eq!(reader.next(), Ok(Event::Value(Kind::Bool)));
        assert_eq!((reader.is_binary(), reader.refused()), (is_binary, Ok(())));
    }
}
