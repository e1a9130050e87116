//! A file that comes in pieces, cut anywhere, gives the rows, rejects and places of the whole.

use crate::rows::rows;
use stringmill::columns::{
    Block, ByteOrderMark, DataType, Field, Inference, LineTooLong, Lines, Place, UnknownMembers,
};

const FILE: &[u8] =
    "{\"a\": 1, \"b\": \"é\\u00e9\"}\n\n{\"a\": 2,}\r\n{\"a\": \"x\"}\n{\"b\": \"\\\"]\", \"a\": -3}\n \t\n{\"a\": 4"
        .as_bytes();

fn schema() -> Field {
    let fields = vec![Field::new("a", DataType::Int8, true), Field::new("b", DataType::Utf8, true)];
    Field::new("", DataType::Struct(fields), false)
}

/// The rows, and the place and reason of each reject.
fn read(blocks: &[Block]) -> (Vec<String>, Vec<(Place, String)>) {
    let (mut found, mut rejects) = (Vec::new(), Vec::new());
    for block in blocks {
        let batch = block.check().read(&schema(), UnknownMembers::Ignore).unwrap();
        found.extend(rows(&batch.records));
        for reject in &batch.rejects {
            let why = reject.misfit.as_ref().map_or_else(|| reject.error.code.name().to_owned(), |it| it.to_string());
            rejects.push((block.place(reject), why));
        }
    }
    (found, rejects)
}

/// The blocks of pieces, each taken as soon as it has a line.
fn blocks(mark: ByteOrderMark, pieces: &[&[u8]]) -> Vec<Block> {
    let (mut lines, mut blocks) = (Lines::new(mark), Vec::new());
    for piece in pieces {
        lines.push(piece);
        if lines.has_line() {
            blocks.extend(lines.take());
        }
        assert_eq!(lines.check_len(), Ok(()));
    }
    blocks.extend(lines.finish());
    assert!(lines.finish().is_none() && lines.take().is_none());
    blocks
}

#[test]
fn every_cut_gives_the_same() {
    let whole = read(&blocks(ByteOrderMark::Refuse, &[FILE]));
    assert_eq!(whole.0, ["(1,\"éé\",)", "(-3,\"\\\"]\",)"]);
    let places: Vec<_> =
        whole.1.iter().map(|(place, why)| (place.line, place.column, place.offset, &why[..])).collect();
    let expected =
        [(3, 9, 35, "json_string_expected"), (4, 7, 44, "a has the type Int8"), (7, 8, 81, "json_incomplete")];
    assert_eq!(places, expected);
    for cut in 0..=FILE.len() {
        let (first, rest) = FILE.split_at(cut);
        assert_eq!(read(&blocks(ByteOrderMark::Refuse, &[first, rest])), whole, "{cut}");
        for second in 0..=rest.len() {
            let (middle, last) = rest.split_at(second);
            assert_eq!(read(&blocks(ByteOrderMark::Refuse, &[first, middle, last])), whole, "{cut} {second}");
        }
    }
    let bytes: Vec<_> = FILE.chunks(1).collect();
    assert_eq!(read(&blocks(ByteOrderMark::Refuse, &bytes)), whole);
}

#[test]
fn a_byte_order_mark_is_skipped_or_an_error_wherever_the_file_is_cut() {
    let marked = [b"\xEF\xBB\xBF", FILE].concat();
    let plain = read(&blocks(ByteOrderMark::Skip, &[FILE]));
    for cut in 0..=marked.len() {
        let (first, rest) = marked.split_at(cut);
        let mut skipped = read(&blocks(ByteOrderMark::Skip, &[first, rest]));
        for (place, _) in &mut skipped.1 {
            (place.start, place.offset) = (place.start - 3, place.offset - 3);
        }
        assert_eq!(skipped, plain, "{cut}");
        let refused = read(&blocks(ByteOrderMark::Refuse, &[first, rest]));
        assert_eq!((refused.0.len(), &refused.1[0].1[..]), (1, "json_byte_order_mark"), "{cut}");
    }
}

#[test]
fn a_line_that_is_too_long_ends_and_the_next_file_begins_empty() {
    let mut lines = Lines::new(ByteOrderMark::Refuse);
    lines.push(b"{}\n");
    assert_eq!(lines.take().unwrap().bytes, b"{}\n");
    lines.push(&vec![b' '; Lines::LINE_MAX + 1]);
    assert!(!lines.has_line() && lines.is_full());
    assert_eq!(lines.check_len(), Err(LineTooLong { line: 2 }));
    assert!(lines.finish().is_none());
}

#[test]
fn a_schema_is_found_over_several_files() {
    let mut inference = Inference::default();
    for file in [&b"{\"a\": null}\n{\"a\": 1,}\n"[..], b"{\"a\": 1}\n", b"{\"a\": 9223372036854775808, \"b\": [{}]}\n"]
    {
        for block in blocks(ByteOrderMark::Refuse, &[file]) {
            block.check().records().for_each(|record| inference.add(record));
        }
    }
    let item = Box::new(Field::new("item", DataType::Struct(Vec::new()), true));
    let fields = vec![Field::new("a", DataType::UInt64, true), Field::new("b", DataType::List(item), true)];
    assert_eq!(inference.schema(), Field::new("", DataType::Struct(fields), false));
}
