//! Twice the input takes at most 2.3 times the instructions to check, infer and read, for shapes of lines, and memory
//! that grows with them.
//!
//! The program runs itself under cachegrind, with a shape and a length; the start of the program is subtracted.

use std::process::Command;
use stringmill::columns::{Block, ByteOrderMark, Field, Inference, Lines, UnknownMembers};
use stringmill::json::Restrictions;

/// Bytes of the smaller input.
const LEN: usize = 300 * 1024;
/// Bytes that come at once.
const PIECE: usize = 4096;
const GROWTH_MAX: f64 = 2.3;
const INSIDE: &str = "STRINGMILL_GROWTH_INSIDE";

/// `line` with a number in place of each `#`, again and again.
fn numbered(line: &str, len: usize) -> Vec<u8> {
    let (mut out, mut number) = (Vec::new(), 0);
    while out.len() < len {
        out.extend_from_slice(line.replace('#', &number.to_string()).as_bytes());
        number += 1;
    }
    out
}

/// `item` with commas between, in one record.
fn record(before: &str, item: &str, after: &str, len: usize) -> Vec<u8> {
    let mut items = numbered(&format!("{item},"), len);
    items.pop();
    [before.as_bytes(), &items, after.as_bytes(), b"\n"].concat()
}

type Shape = (&'static str, fn(usize) -> Vec<u8>);

const SHAPES: &[Shape] = &[
    ("records", |len| numbered("{\"id\":#,\"name\":\"text\",\"tags\":[1,[2]]}\n", len)),
    ("another member in each record", |len| numbered("{\"id\":#,\"x\":{\"y\":null}}\n", len)),
    ("no JSON", |len| numbered("{\"id\":#,\"name\":nul}\n", len)),
    ("each second line is no JSON", |len| numbered("{\"id\":#}\n{\"id\":}\n", len)),
    ("no fit", |len| numbered("{\"id\":#}\n{\"id\":\"x\"}\n", len)),
    ("empty lines", |len| vec![b'\n'; len]),
    ("long string", |len| format!("{{\"a\":\"{}\"}}\n", "plain \\u00e9 ".repeat(len / 13)).into_bytes()),
    ("long list", |len| record("{\"a\":[", "#", "]}", len)),
    ("long lists", |len| record("{\"a\":[", "[#,null,[]]", "]}", len)),
    ("one name again and again", |len| record("{", "\"a\":#", "}", len)),
    ("names of a record", |len| record("{\"id\":1,\"o\":{", "\"x\":{\"n#\":1}", "}}", len)),
    ("long line, bad at its end", |len| record("{\"a\":[", "#", "]}}", len)),
    ("numbers", |len| numbered("{\"id\":#.5e1}\n", len)),
];

/// Checks, infers and reads in pieces; returns the number of rows and rejects.
fn read(src: &[u8]) -> usize {
    let (mut lines, mut schema, mut count) = (Lines::new(ByteOrderMark::Refuse), None, 0);
    let mut take = |block: Block| {
        let schema = schema.get_or_insert_with(|| inferred(&block));
        let checked = block.check_restricted(Restrictions::I_JSON, 7);
        let batch = checked.read(schema, UnknownMembers::Ignore).expect("short columns");
        batch.rejects.iter().for_each(|reject| assert!(block.place(reject).line > 0));
        count += batch.records.len + batch.rejects.len() + block.check().rejects().len();
    };
    for piece in src.chunks(PIECE) {
        lines.push(piece);
        if lines.is_full() && lines.has_line() {
            lines.take().into_iter().for_each(&mut take);
        }
    }
    lines.finish().into_iter().for_each(&mut take);
    count
}

fn inferred(block: &Block) -> Field {
    let mut inference = Inference::default();
    block.check().records().for_each(|record| inference.add(record));
    inference.schema()
}

/// Instructions of this program for a shape of that length.
fn work(shape: usize, len: usize) -> u64 {
    let out = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(std::env::current_exe().expect("a path"))
        .args(["--exact", "twice_the_input_takes_twice_the_work", "--ignored"])
        .env(INSIDE, format!("{shape} {len}"))
        .output()
        .expect("valgrind runs (Debian package valgrind)");
    let log = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{log}");
    let line = log.lines().find(|line| line.contains("I ") && line.contains("refs")).unwrap_or_else(|| panic!("{log}"));
    line.rsplit(' ').next().expect("a number").replace(',', "").parse().expect("a number")
}

#[test]
#[ignore = "needs valgrind and a minute; tools/run linear-growth runs it"]
fn twice_the_input_takes_twice_the_work() {
    if let Ok(inside) = std::env::var(INSIDE) {
        let (shape, len) = inside.split_once(' ').expect("two numbers");
        let (shape, len): (usize, usize) = (shape.parse().expect("a number"), len.parse().expect("a number"));
        std::hint::black_box(read(&SHAPES[shape].1(len)));
        return;
    }
    let only = std::env::var("STRINGMILL_GROWTH").unwrap_or_default();
    let mut failed = Vec::new();
    for (number, (name, shape)) in SHAPES.iter().enumerate().filter(|(_, (name, _))| name.contains(&only)) {
        let start = work(number, 200);
        let [once, twice] = [LEN, 2 * LEN].map(|len| work(number, len).saturating_sub(start));
        let growth = twice as f64 / once as f64;
        println!("{growth:5.2}  {:8.1} instructions a byte  columns: {name}", once as f64 / shape(LEN).len() as f64);
        if growth > GROWTH_MAX {
            failed.push(format!("{growth:.2} {name}"));
        }
    }
    assert!(failed.is_empty(), "more than {GROWTH_MAX} times the work: {failed:#?}");
}
