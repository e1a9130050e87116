//! Canonical JSON (RFC 8785) of four documents, text to text: ours beside `serde_json_canonicalizer`, in turn in one process.
//! Prints median times and ratios; fails if the outputs differ. `--quick` compares only.
//!
//! Of the implementations in other languages, `canonicalize` of npm after `JSON.parse`, and `rfc8785` and `jcs` of PyPI after
//! `json.loads`, none was as fast as the crate on any of these documents.

use std::fmt::Write;
use std::process::ExitCode;
use std::time::Duration;
use stringmill::convert::canonical::json_canonical;
use stringmill_measure::{Effort, Output, Pool, Subject, agree, appended, in_turn};

const EFFORT: Effort = Effort { rounds: 101, sample: Duration::from_micros(500) };

fn main() -> ExitCode {
    let quick = std::env::args().any(|argument| argument == "--quick");
    for (name, text) in [("records", records()), ("floats", floats()), ("prices", prices()), ("strings", strings())] {
        let (mut subjects, mut output) = (subjects(), Output::default());
        let pool = Pool::of_bytes([text.into_bytes()]);
        let inputs = pool.inputs();
        if let Err(says) = agree(&mut subjects, &inputs, &mut output) {
            eprintln!("error: {name}: {says}");
            return ExitCode::FAILURE;
        }
        if quick {
            println!("{name}: both agree");
            continue;
        }
        let timings = in_turn(&mut subjects, &inputs, &mut output, EFFORT);
        let [ours, theirs] = [timings[0].median, timings[1].median];
        println!(
            "{name:8} {:6.0} KB: ours {:6.0} us ({:4.0} MB/s), {} {:6.0} us, {:.1} times as long",
            pool.size() / 1e3,
            ours / 1e3,
            pool.size() / ours * 1e3,
            subjects[1].name,
            theirs / 1e3,
            theirs / ours
        );
    }
    ExitCode::SUCCESS
}

fn subjects() -> Vec<Subject> {
    let ours = Subject::new("stringmill", appended, |input, output| {
        output.appended = json_canonical(input.bytes).expect("the document is JSON");
    });
    let theirs = Subject::new("serde_json_canonicalizer", appended, |input, output| {
        let value: serde_json::Value = serde_json::from_slice(input.bytes).expect("the document is JSON");
        output.appended = serde_json_canonicalizer::to_vec(&value).expect("the document is canonicalizable");
    });
    vec![ours, theirs]
}

/// Numbers that look random and are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 11
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

/// `count` items between brackets, as pretty printers write them.
fn list(brackets: [char; 2], count: u64, mut item: impl FnMut(u64) -> String) -> String {
    let items: Vec<_> = (0..count).map(|number| format!("  {}", item(number))).collect();
    format!("{}\n{}\n{}\n", brackets[0], items.join(",\n"), brackets[1])
}

/// Records of ten members, out of order.
fn records() -> String {
    let mut numbers = Numbers(1);
    list(['[', ']'], 4000, |number| {
        let mut record = format!(
            "{{\"id\": {number}, \"name\": \"user {0}\", \"email\": \"user{0}@example.org\", ",
            numbers.below(999)
        );
        let (active, score, day) = (numbers.below(2) == 0, numbers.below(9999), numbers.below(28) + 1);
        // Writing to a string cannot fail.
        let _ = write!(record, "\"active\": {active}, \"score\": {}.{:02}, ", score / 100, score % 100);
        let _ = write!(
            record,
            "\"tags\": [\"alpha\", \"beta\", \"caf\u{e9}\"], \"created\": \"2024-05-{day:02}T10:00:00Z\", "
        );
        let _ = write!(
            record,
            "\"address\": {{\"street\": \"Main Street {}\", \"city\": \"Springfield\"}}}}",
            numbers.below(300)
        );
        record
    })
}

/// Numbers of 16 and 17 digits.
fn floats() -> String {
    let mut numbers = Numbers(2);
    list(['[', ']'], 50_000, |_| format!("{}", numbers.next() as f64 / (1_u64 << 53) as f64 * 1000.0 - 500.0))
}

/// Integers, and numbers of two and three decimals.
fn prices() -> String {
    let mut numbers = Numbers(3);
    list(['[', ']'], 50_000, |number| match number % 3 {
        0 => format!("{}", numbers.below(1_000_000)),
        1 => format!("{}.{:02}", numbers.below(5000), numbers.below(100)),
        _ => format!("{}", numbers.below(100_000) as f64 / 1000.0),
    })
}

/// Texts of some hundred bytes under random names, some with escapes.
fn strings() -> String {
    let mut numbers = Numbers(4);
    list(['{', '}'], 2000, |_| {
        let text = "The quick brown fox jumps over the lazy dog; \u{e9}t\u{e9} \u{4e2d}\u{6587}. ";
        let escapes = if numbers.below(3) == 0 { "line\\nbreak \\\"quoted\\\" \\u20ac" } else { "" };
        format!("\"key{}\": \"{}{escapes}\"", numbers.next(), text.repeat(1 + numbers.below(8) as usize))
    })
}
