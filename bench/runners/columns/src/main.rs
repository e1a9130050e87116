//! A block of records with 20 members into columns: all of them, three, none, and the check of its lines alone, in turn in
//! one process. Prints MB/s by the quarter of the rounds that took least, and the ratio to the check; `--quick` runs once.

use std::fmt::Write;
use std::time::Duration;
use stringmill::columns::{Block, DataType, Field, Inference, UnknownMembers};
use stringmill_measure::{Effort, Output, Pool, Subject, in_turn, nothing};

const EFFORT: Effort = Effort { rounds: 101, sample: Duration::from_micros(500) };
/// As many as fill a block.
const RECORDS: u64 = 2000;
/// Of the beginning, the middle and the end of a record.
const THREE: [&str; 3] = ["id", "country", "note"];

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    for (name, text) in [("compact", records(["", ""])), ("spaced", records([" ", " "]))] {
        let pool = Pool::of_bytes([text.clone().into_bytes()]);
        let (mut subjects, inputs, mut output) = (subjects(text.into_bytes()), pool.inputs(), Output::default());
        if quick {
            subjects.iter_mut().for_each(|subject| subject.run(&inputs, &mut output));
            println!("{name}: all have run");
            continue;
        }
        let timings = in_turn(&mut subjects, &inputs, &mut output, EFFORT);
        for (subject, timing) in subjects.iter().zip(&timings) {
            let rate = pool.size() / timing.quarter * 1e3;
            let ratio = timings[0].quarter / timing.quarter;
            println!("{name:8} {:14} {rate:6.0} MB/s, {ratio:.2} of the check", subject.name);
        }
    }
}

fn subjects(text: Vec<u8>) -> Vec<Subject> {
    let block = Block { bytes: text, offset: 0, line: 1, is_full: true };
    let mut inference = Inference::default();
    block.check().records().for_each(|record| inference.add(record));
    let all = inference.schema();
    let of = |names: &[&str]| {
        let DataType::Struct(fields) = &all.data_type else { unreachable!("a record is a struct") };
        let fields = fields.iter().filter(|field| names.contains(&field.name.as_str())).cloned().collect();
        Field::new("", DataType::Struct(fields), false)
    };
    let read = |name: &str, schema: Field| {
        let block = block.clone();
        Subject::new(name, nothing, move |_, output| {
            let batch = block.check().read(&schema, UnknownMembers::Ignore).expect("a block is short");
            assert!(batch.rejects.is_empty());
            output.filled = batch.records.len;
        })
    };
    let (check, count) = (block.clone(), block.clone());
    let check = Subject::new("check", nothing, move |_, output| output.filled = check.check().rejects().len());
    let count = Subject::new("count", nothing, move |_, output| output.filled = count.check().records().count());
    vec![check, count, read("none of 20", of(&[])), read("3 of 20", of(&THREE)), read("all 20", all.clone())]
}

/// Records of about 500 bytes; `space` follows each comma and each colon.
fn records([comma, colon]: [&str; 2]) -> String {
    let mut text = String::new();
    for n in 0..RECORDS {
        let n = n.wrapping_mul(2_654_435_761) % 1_000_003;
        let members = [
            ("id", format!("{n}")),
            ("uuid", format!("\"{n:08x}-7a1b-4c2d-9e3f-{:012x}\"", n * 7919)),
            ("name", format!("\"user {n}\"")),
            ("email", format!("\"user{n}@example.org\"")),
            ("active", format!("{}", n % 3 == 0)),
            ("score", format!("{}.{:02}", n % 1000, n % 97)),
            ("balance", format!("{}.{:04}", n * 31 % 100_000, n % 9973)),
            ("age", format!("{}", 18 + n % 70)),
            ("country", "\"DE\"".to_owned()),
            ("city", "\"Zürich\"".to_owned()),
            ("created", format!("\"2024-05-{:02}T10:{:02}:00Z\"", 1 + n % 28, n % 60)),
            ("updated", format!("\"2024-06-{:02}T11:{:02}:30Z\"", 1 + n % 28, n % 59)),
            ("tags", "[\"alpha\",\"beta\",\"gamma\"]".to_owned()),
            ("address", format!("{{\"street\":\"Main Street {}\",\"zip\":\"{:05}\"}}", n % 300, n % 99_999)),
            ("visits", format!("{}", n * 13)),
            ("ratio", format!("0.{:06}", n)),
            ("parent", if n % 2 == 0 { "null".to_owned() } else { format!("{}", n / 2) }),
            ("lat", format!("{}.{:06}", n % 90, n)),
            ("lon", format!("-{}.{:06}", n % 180, n)),
            ("note", if n % 10 == 0 { r#""line\nbreak""#.to_owned() } else { r#""nothing here""#.to_owned() }),
        ];
        let begin = |number| if number == 0 { "{".to_owned() } else { format!(",{comma}") };
        for (number, (name, value)) in members.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{}\"{name}\":{colon}{value}", begin(number));
        }
        text.push_str("}\n");
    }
    text
}
