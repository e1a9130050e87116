//! Twice the text takes at most 2.3 times the instructions to read in pieces, for the reader of the value so far.
//!
//! The program runs itself under cachegrind, with a shape, a size of pieces and a length; the start of the program is
//! subtracted.

use std::process::Command;
use stringmill_json::{PartialAround, PartialReader, PartialRules, PartialSink};

/// Bytes of the smaller text.
const LEN: usize = 24 * 1024;
const PIECES: [usize; 3] = [1, 20, 4096];
const GROWTH_MAX: f64 = 2.3;
const INSIDE: &str = "STRINGMILL_GROWTH_INSIDE";

/// Counts the calls and the characters.
#[derive(Default)]
struct Count(usize);

impl PartialSink for Count {
    fn open(&mut self, _is_array: bool) {
        self.0 += 1;
    }

    fn close(&mut self) {
        self.0 += 1;
    }

    fn has(&mut self, _name: &str) -> bool {
        false
    }

    fn name(&mut self, name: &str) {
        self.0 += name.len();
    }

    fn begin_string(&mut self) {
        self.0 += 1;
    }

    fn text(&mut self, text: &str) {
        self.0 += text.len();
    }

    fn end_string(&mut self) {
        self.0 += 1;
    }

    fn number(&mut self, text: &str) {
        self.0 += text.len();
    }

    fn word(&mut self, _word: Option<bool>) {
        self.0 += 1;
    }
}

/// A text with `item` as often as `len` allows, and commas between.
fn list(item: &str, len: usize) -> String {
    let items = vec![item; len / (item.len() + 1)];
    format!("[{}]", items.join(","))
}

type Shape = (&'static str, fn(usize) -> String);

const SHAPES: &[Shape] = &[
    ("records", |len| list(r#"{"line":12,"text":"the quick fôx\n over it","done":true}"#, len)),
    ("one string", |len| format!("[\"{}\"]", "plain text ".repeat(len / 11))),
    ("escapes", |len| format!("[\"{}\"]", r"\u00e9\ud83d\ude00\n".repeat(len / 20))),
    ("backticks", |len| format!("```json\n[\"{}\"]\n```", "` ".repeat(len / 2))),
    ("one name", |len| format!("{{\"{}\":1}}", r"n\u00e9".repeat(len / 7))),
    ("one number", |len| format!("[{}]", "7".repeat(len))),
    ("white space", |len| format!("[{}]", " \n".repeat(len / 2))),
    ("levels", |len| "[".repeat(len / 2) + &"]".repeat(len / 2)),
    ("words", |len| list("null", len)),
];

fn read(text: &str, size: usize) -> usize {
    let rules =
        PartialRules { unique_names: true, around: PartialAround::Fence, depth_max: u64::MAX, ..PartialRules::STRICT };
    let (mut reader, mut count) = (PartialReader::new(rules), Count::default());
    for piece in text.as_bytes().chunks(size) {
        reader.push(piece, &mut count).expect("JSON");
    }
    reader.finish(&mut count).expect("whole");
    count.0
}

/// Instructions of this program for a shape of that length, in pieces of that size.
fn work(shape: usize, size: usize, len: usize) -> u64 {
    let out = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(std::env::current_exe().expect("a path"))
        .args(["--exact", "twice_the_text_takes_twice_the_work", "--ignored"])
        .env(INSIDE, format!("{shape} {size} {len}"))
        .output()
        .expect("valgrind runs (Debian package valgrind)");
    let log = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{log}");
    let line = log.lines().find(|line| line.contains("I ") && line.contains("refs")).unwrap_or_else(|| panic!("{log}"));
    line.rsplit(' ').next().expect("a number").replace(',', "").parse().expect("a number")
}

#[test]
#[ignore = "needs valgrind and a minute; tools/run linear-growth runs it"]
fn twice_the_text_takes_twice_the_work() {
    if let Ok(inside) = std::env::var(INSIDE) {
        let numbers: Vec<usize> = inside.split(' ').map(|number| number.parse().expect("a number")).collect();
        std::hint::black_box(read(&SHAPES[numbers[0]].1(numbers[2]), numbers[1]));
        return;
    }
    let only = std::env::var("STRINGMILL_GROWTH").unwrap_or_default();
    let mut failed = Vec::new();
    for (number, (name, _)) in SHAPES.iter().enumerate().filter(|(_, (name, _))| name.contains(&only)) {
        for size in PIECES {
            let start = work(number, size, 200);
            let [once, twice] = [LEN, 2 * LEN].map(|len| work(number, size, len).saturating_sub(start));
            let growth = twice as f64 / once as f64;
            println!("{growth:5.2}  {:8.1} instructions a byte  pieces of {size}: {name}", once as f64 / LEN as f64);
            if growth > GROWTH_MAX {
                failed.push(format!("{growth:.2} {name} in pieces of {size}"));
            }
        }
    }
    assert!(failed.is_empty(), "more than {GROWTH_MAX} times the work: {failed:#?}");
}
