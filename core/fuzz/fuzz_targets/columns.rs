//! Any bytes as lines, in pieces: the rejects of a block and their places are the verdicts on each line alone, the
//! records are the other lines, and each record is a row or a reject with a misfit.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::columns::{Block, ByteOrderMark, DataType, Field, Inference, Lines, UnknownMembers};
use stringmill::json::{JsonCheck, RestrictedChecker, Restrictions};
use stringmill::{Chunk, Error, locate};

fuzz_target!(|input: (u8, u8, bool, &[u8])| {
    let (cut, bits, infers, src) = input;
    let rules = Restrictions::from_bits(bits.into());
    let (mut lines, mut at) = (Lines::new(ByteOrderMark::Refuse), (0, 1));
    let (first, second) = src.split_at(src.len().min(cut.into()));
    lines.push(first);
    let early = if lines.has_line() { lines.take() } else { None };
    lines.push(second);
    for block in early.into_iter().chain(lines.finish()) {
        assert_eq!((block.offset as usize, block.line), at, "a block begins after the one before it");
        assert!(src[at.0..].starts_with(&block.bytes));
        judge(src, &block, rules, infers);
        at.0 += block.bytes.len();
        at.1 += block.bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
    }
    assert_eq!(at.0, src.len(), "all is in a block");
});

/// The verdict on a line; `None` if it is white space.
fn verdict(line: &[u8], rules: Restrictions) -> Option<Result<(), Error>> {
    let is_blank = line.iter().all(|byte| b" \t\r\n".contains(byte));
    let lines = JsonCheck { lines: true, ..JsonCheck::STRICT };
    (!is_blank).then(|| RestrictedChecker::new(lines, rules, 1).step(line, Chunk::Last).map(|_| ()))
}

fn judge(src: &[u8], block: &Block, rules: Restrictions, infers: bool) {
    let (mut start, mut expected, mut records) = (0, Vec::new(), Vec::new());
    for (number, line) in block.bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let number = block.line + number as u64;
        match verdict(line, rules) {
            None => {}
            Some(Ok(())) => records.push((number, start)),
            Some(Err(error)) => expected.push((number, start, error)),
        }
        start += line.len();
    }
    let checked = block.check_restricted(rules, 1);
    let found: Vec<_> = checked.rejects().iter().map(|it| (it.line, it.start, it.error)).collect();
    assert_eq!(found, expected);
    for (reject, (line, start, error)) in checked.rejects().iter().zip(&expected) {
        let (place, offset) = (block.place(reject), block.offset + *start as u64 + error.offset);
        let whole = locate(src, offset as usize);
        assert_eq!((place.line, place.column, place.offset), (*line, whole.column, offset));
        assert_eq!(whole.line, *line);
    }
    let seen: Vec<_> = checked.records().map(|record| (record.line(), record.start())).collect();
    assert_eq!(seen, records);
    let mut inference = Inference::default();
    checked.records().for_each(|record| inference.add(record));
    let fixed = || {
        let fields = vec![Field::new("a", DataType::Int8, true), Field::new("b", DataType::Utf8, true)];
        Field::new("", DataType::Struct(fields), false)
    };
    let schema = if infers { inference.schema() } else { fixed() };
    let batch = checked.read(&schema, UnknownMembers::Ignore).expect("a short block");
    let misfits = batch.rejects.iter().filter(|reject| reject.misfit.is_some()).count();
    assert_eq!((batch.rejects.len() - misfits, batch.records.len + misfits), (expected.len(), records.len()));
    assert!(batch.rejects.is_sorted_by_key(|reject| reject.start), "in order");
}
