//! Kernels of stringmill beside their peers: `cargo run --release [FOLDER]` measures all of `bench/cases/`, prints a
//! table, and writes a record to FOLDER if one is given. Words after it choose operations or contents.

mod content;
mod measure;
mod record;
mod subject;

use measure::Timing;
use record::Record;
use serde::Deserialize;
use std::path::Path;

/// Lengths in bytes.
const LENGTHS: [usize; 10] = [4, 8, 16, 32, 64, 256, 1024, 8192, 65_536, 1_048_576];

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    operation: String,
    policy: Option<String>,
    #[serde(default)]
    ascii: bool,
    contents: Vec<String>,
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (folder, chosen) = match arguments.split_first() {
        Some((folder, chosen)) => (Some(Path::new(folder)), chosen),
        None => (None, &[][..]),
    };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/kernels.toml");
    let cases: Cases = toml::from_str(&std::fs::read_to_string(path)?).map_err(std::io::Error::other)?;
    let mut record = Record::new();
    for case in &cases.case {
        for content in &case.contents {
            if chosen.is_empty() || chosen.contains(&case.operation) || chosen.contains(content) {
                run(case, content, &mut record);
            }
        }
    }
    folder.map_or(Ok(()), |folder| record.write(folder))
}

fn run(case: &Case, content: &str, record: &mut Record) {
    let mut subjects = subject::subjects(&case.operation, case.policy.as_deref());
    let policy = case.policy.as_deref().unwrap_or(if case.ascii { "ascii" } else { "-" });
    println!("\n{} {policy} {content}, GB/s of input", case.operation);
    print!("{:>8}", "bytes");
    subjects.iter().for_each(|subject| print!(" {:>27}", subject.name));
    println!("  ours/best peer");
    for len in LENGTHS {
        let mut pool = content::pool(content, len);
        if case.operation == "json_unescape" {
            pool.iter_mut().for_each(|text| *text = subject::literal(text, case.ascii));
        }
        let bytes = pool.iter().map(Vec::len).sum::<usize>() as f64 / pool.len() as f64;
        let timings = measure::measure(&mut subjects, &pool);
        print!("{len:>8}");
        for (subject, timing) in subjects.iter().zip(&timings) {
            print!(" {:>27}", format!("{:.2}", bytes / timing.median));
            record.row([&case.operation, policy, content, &len.to_string(), &subject.name], bytes, timing);
        }
        let is_peer = |name: &str| !name.starts_with("stringmill") && name != "memcpy";
        let peers = subjects.iter().zip(&timings).filter(|(subject, _)| is_peer(&subject.name));
        let best = peers.map(|(_, timing): (_, &Timing)| timing.median).fold(f64::INFINITY, f64::min);
        println!("  {:.2}", best / timings[0].median);
    }
}
