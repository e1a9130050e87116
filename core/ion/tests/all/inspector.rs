//! The parts of binary Ion: their places, bytes and text, and the same verdict as the reader's.

use crate::binary::sample;
use crate::conformance::files_of;
use crate::tree::read_whole;
use stringmill_ion::{Inspector, Part, PartKind, Reader};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// A part with its bytes, text and symbol IDs.
type Shown = (Part, Vec<u8>, String, Vec<u64>);

/// The parts of an input that comes in pieces, and the error that ends them.
fn parts<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> (Vec<Shown>, Option<Error>) {
    let mut inspector = Inspector::new(Reader::streaming());
    let mut found = Vec::new();
    let mut pieces = pieces.into_iter().peekable();
    while let Some(piece) = pieces.next() {
        inspector.feed(piece, if pieces.peek().is_some() { Chunk::More } else { Chunk::Last });
        loop {
            match inspector.next() {
                Ok(None) => break,
                Ok(Some(part)) => {
                    let (bytes, ids) = (inspector.bytes().to_vec(), inspector.ids().collect());
                    let text = String::from_utf8(inspector.text().unwrap().to_vec()).unwrap();
                    found.push((part, bytes, text, ids));
                }
                Err(error) => {
                    assert_eq!(inspector.next(), Err(error));
                    return (found, Some(error));
                }
            }
        }
    }
    (found, None)
}

/// The parts and the verdict are the same whole and byte by byte, and the verdict is the reader's.
fn checked(bytes: &[u8]) -> (Vec<Shown>, Option<Error>) {
    let whole = parts([bytes]);
    assert_eq!(parts(bytes.chunks(1).chain([&[][..]])), whole, "{bytes:02x?}");
    // Without a version marker the reader reads text.
    if whole.1.is_none_or(|error| error.code != ErrorCode::IonBinaryMarker) {
        assert_eq!(read_whole(Tier::best(), bytes).err(), whole.1, "{bytes:02x?}");
    }
    places(&whole.0, whole.1.is_none().then_some(bytes.len() as u64));
    whole
}

/// Parts follow each other without a gap, and containers end where they say.
fn places(found: &[Shown], len: Option<u64>) {
    let (mut at, mut open) = (0, Vec::new());
    for (part, bytes, ..) in found {
        let Part { kind, offset, len, depth, end } = *part;
        assert_eq!(offset, at, "{part:?}");
        at += bytes.len() as u64;
        match kind {
            PartKind::Open(_) => {
                assert_eq!((depth, end), (open.len(), offset + len));
                open.push(end);
            }
            PartKind::Close(_) => {
                assert_eq!(open.pop(), Some(offset));
                assert_eq!((depth, len, end), (open.len(), 0, offset));
            }
            PartKind::FieldName => assert!(depth == open.len() && end > offset + len),
            PartKind::Padding => at = end,
            PartKind::Annotations => assert!(end == offset + len && len > bytes.len() as u64),
            _ => assert_eq!((depth, end, len), (open.len(), offset + len, bytes.len() as u64)),
        }
    }
    assert!(len.is_none_or(|len| len == at && open.is_empty()), "{found:?}");
}

fn texts(bytes: &[u8]) -> Vec<(String, Vec<u64>)> {
    let (found, error) = checked(bytes);
    assert_eq!(error, None);
    found.into_iter().map(|(_, _, text, ids)| (text, ids)).collect()
}

#[test]
fn every_part_has_its_place_and_its_text() {
    let (found, error) = checked(&sample());
    assert_eq!(error, None);
    let text: Vec<_> = found.iter().map(|(_, _, text, _)| text.as_str()).collect();
    let expected = "$ion_1_0 $ion_symbol_table:: { symbols: [ \"a\" \"b\" ] } a:: { a: [ 0 7 -9 ] b: \"xyz\" b: 1e0 $0:  \
                    a: 1.234 } 2000-01-01T00:00:05.005Z {{\"\\x01\\x02\\x03\\x04\\x05\"}} {{/wA=}} ( a true ) null.list null \
                    b:: null.bool";
    assert_eq!(text.join(" "), expected);
    let padding = found.iter().find(|(part, ..)| part.kind == PartKind::Padding).unwrap();
    assert_eq!((padding.0.len, padding.1.as_slice()), (1, &[0][..]));
}

/// The ID of a symbol is known if no imports can follow.
#[test]
fn symbols_of_tables_have_ids() {
    let ids = |bytes: &[u8]| {
        let all = texts(&[&[0xE0, 1, 0, 0xEA], bytes].concat());
        all.into_iter().filter(|(text, _)| text.starts_with('"')).map(|(_, ids)| ids).collect::<Vec<_>>()
    };
    let first = [0xE9, 0x81, 0x83, 0xD6, 0x87, 0xB4, 0x81, 0x61, 0x81, 0x62];
    assert_eq!(ids(&first), [[10], [11]]);
    let more = [0xEA, 0x81, 0x83, 0xD7, 0x86, 0x71, 3, 0x87, 0xB2, 0x81, 0x63];
    assert_eq!(ids(&[&first[..], &more].concat()), [[10], [11], [12]]);
    // A null and an int take IDs too.
    assert_eq!(ids(&[0xEA, 0x81, 0x83, 0xD7, 0x87, 0xB5, 0x8F, 0x21, 5, 0x81, 0x62]), [[12]]);
    // Imports that come first: five IDs, whose texts are not strings of the list of symbols.
    let import = [0xEE, 0x95, 0x81, 0x83, 0xDE, 0x91, 0x86, 0xBA, 0xD9, 0x84, 0x81, b't', 0x85, 0x21, 1, 0x88, 0x21, 5];
    let imported = [&import[..], &[0x87, 0xB3, 0x82, b'a', b'b']].concat();
    assert_eq!(ids(&imported), [vec![], vec![15]]);
    // Imports after the symbols would change the ID.
    assert_eq!(ids(&[0xE9, 0x81, 0x83, 0xD6, 0x87, 0xB2, 0x81, 0x61, 0x86, 0xB0]), [[]]);
    // A list that is no list of symbols.
    assert_eq!(ids(&[0xE7, 0x81, 0x83, 0xD4, 0x84, 0xB2, 0x81, 0x61]), [[]]);
}

#[test]
fn system_symbols_and_unknown_ones() {
    let table = [0xE7, 0x81, 0x83, 0xD4, 0x87, 0xB2, 0x81, 0x61];
    let bytes = [&[0xE0, 1, 0, 0xEA][..], &table, &[0x71, 2, 0x70, 0x72, 0, 10, 0xD2, 0x82, 0x0F]].concat();
    let all = texts(&bytes);
    let tail: Vec<_> = all[8..].iter().map(|(text, ids)| (text.as_str(), ids.first().copied())).collect();
    let expected = [
        ("$ion_1_0", Some(2)),
        ("$0", Some(0)),
        ("a", Some(10)),
        ("{", None),
        ("$ion_1_0:", Some(2)),
        ("null", None),
        ("}", None),
    ];
    assert_eq!(tail, expected);
    // The marker of the start has an effect of its own later.
    let (found, error) = checked(&[&bytes[..], &[0xE0, 1, 0, 0xEA, 0x71, 10]].concat());
    assert_eq!(error.map(|error| error.offset), Some(bytes.len() as u64 + 4));
    assert_eq!(found.last().unwrap().0.kind, PartKind::VersionMarker);
}

#[test]
fn text_is_refused() {
    for text in [&b"{a:1}"[..], b"", b"$ion_1_0"] {
        let (found, error) = parts([text]);
        assert_eq!((found.len(), error.map(|error| error.code)), (0, Some(ErrorCode::IonBinaryMarker)));
    }
}

#[test]
fn cut_at_every_byte_and_with_every_byte_changed() {
    let bytes = sample();
    (0..bytes.len()).for_each(|len| drop(checked(&bytes[..len])));
    for at in 0..bytes.len() {
        for change in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            checked(&damaged);
        }
    }
}

/// Padding passes through without being kept.
#[test]
fn long_padding() {
    let mut bytes = vec![0xE0, 1, 0, 0xEA, 0x0E, 0x06, 0x0D, 0xA0];
    bytes.resize(8 + 100_000, 0xFF);
    let (found, error) = parts(bytes.chunks(1000));
    assert_eq!((found.len(), error), (2, None));
    let expected = Part { kind: PartKind::Padding, offset: 4, len: 100_004, depth: 0, end: 100_008 };
    assert_eq!((found[1].0, found[1].1.len()), (expected, 4));
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn files_of_the_suite() {
    let (mut files, mut values) = (0, 0);
    for (_, bytes) in ["good", "bad"].into_iter().flat_map(|folder| files_of(folder, "10n")) {
        let (found, _) = checked(&bytes);
        values += found.iter().filter(|(part, ..)| matches!(part.kind, PartKind::Value(_))).count();
        files += 1;
    }
    assert_eq!(files, 87 + 96);
    assert!(values > 250, "{values}");
    println!("{files} files of binary Ion shown part by part, with the verdicts of the reader");
}
