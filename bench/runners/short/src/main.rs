//! Short texts: every tier, the C function, a plain loop and peers, in turn in one process.
//!
//! ```text
//! stringmill-bench-short [--quick|--table] [OPERATION] [ROW-PREFIX...]
//! ```
//!
//! The order of the texts is drawn again for each round, so that no predictor learns it. `--quick` compares outputs only.
//! `--table` ends with the table of `docs/speed.md`.

mod convert;
mod documents;
mod escape;
mod ion;
mod plain;
mod random;
mod read;
mod records;
mod rows;
mod subject;
mod summary;

use plain::Plain;
use random::Random;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;
use stringmill::{IllFormed, JsonEscape, Profile};
use subject::Subject;
use summary::Summary;

const ROUNDS: usize = 41;

const PROFILES: [(&str, &Profile<'static>); 4] =
    [("json", &Profile::JSON), ("php", &Profile::PHP), ("ascii", &Profile::ASCII), ("dotnet", &Profile::DOTNET)];

const READERS: [&str; 8] = ["check", "validate", "unescape", "canonical", "records", "ion", "ion-binary", "convert"];

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| words.first().is_some_and(|word| word == name).then(|| words.remove(0)).is_some();
    let (quick, table) = (option("--quick"), option("--table"));
    let names: Vec<_> = PROFILES.iter().map(|(name, _)| *name).chain(READERS).collect();
    let named = words.first().is_some_and(|word| names.iter().any(|name| name == word));
    let one = if named { Some(words.remove(0)) } else { None };
    let mut summary = Summary::default();
    for name in names.into_iter().filter(|name| one.as_deref().is_none_or(|one| one == *name)) {
        if let Err(says) = operation(name, &words, quick, &mut summary) {
            eprintln!("error: {says}");
            return ExitCode::FAILURE;
        }
    }
    if table {
        summary.print();
    }
    ExitCode::SUCCESS
}

fn operation(name: &str, prefixes: &[String], quick: bool, summary: &mut Summary) -> Result<(), String> {
    let mut measure = |subjects: &[Subject<'_>],
                       rows: &[String],
                       texts: fn(&str, &mut Random) -> Vec<Vec<u8>>|
     -> Result<(), String> {
        let rows = measure(name, subjects, rows, texts, prefixes, quick)?;
        summary.add(name, subjects, &rows);
        Ok(())
    };
    match name {
        "check" => measure(&read::check(), &documents::names(), documents::texts),
        "canonical" => measure(&convert::canonical(), &documents::names(), documents::texts),
        "records" => measure(&records::subjects(), &records::names(), records::texts),
        "ion" => measure(&ion::subjects(), &documents::names(), ion::texts),
        "ion-binary" => measure(&ion::subjects(), &documents::names(), ion::binaries),
        "convert" => measure(&convert::subjects(), &documents::names(), documents::texts),
        "validate" => measure(&read::validate(), &rows::names(), rows::strings),
        "unescape" => measure(&read::unescape(), &rows::names(), read::literals),
        _ => {
            let (_, profile) = PROFILES.iter().find(|(profile, _)| *profile == name).ok_or("no such profile")?;
            let rules = JsonEscape::new(profile, IllFormed::Reject).map_err(|error| error.to_string())?;
            let plain = Plain::new(profile);
            let subjects = escape::subjects(name, &rules, &plain);
            measure(&subjects, &rows::names(), rows::strings)
        }
    }
}

/// Prints the median times of each row, and returns them.
fn measure(
    name: &str,
    subjects: &[Subject<'_>],
    rows: &[String],
    texts: impl Fn(&str, &mut Random) -> Vec<Vec<u8>>,
    prefixes: &[String],
    quick: bool,
) -> Result<Vec<(String, Vec<f64>)>, String> {
    let mut measured = Vec::new();
    println!("{name}: ns a text");
    print!("{:<14}", "");
    for subject in subjects {
        print!("{:>9}", subject.name);
    }
    println!();
    let mut random = Random::new();
    for row in rows {
        if !prefixes.is_empty() && !prefixes.iter().any(|prefix| row.starts_with(prefix.as_str())) {
            continue;
        }
        let texts = texts(row, &mut random);
        agree(row, subjects, &texts)?;
        if quick {
            continue;
        }
        print!("{row:<14}");
        let times = in_turn(subjects, &texts, &mut random);
        for nanos in &times {
            print!("{nanos:>9.1}");
        }
        println!();
        measured.push((row.clone(), times));
    }
    Ok(measured)
}

fn agree(row: &str, subjects: &[Subject<'_>], strings: &[Vec<u8>]) -> Result<(), String> {
    let mut out = Vec::new();
    for string in strings {
        let mut first: Option<Vec<u8>> = None;
        for subject in subjects.iter().filter(|subject| subject.compared) {
            let len = (subject.run)(&[string], &mut out);
            let seen = &out[subject.quotes..len - subject.quotes];
            match &first {
                Some(first) if first != seen => {
                    return Err(format!("{row}: {} differs on {:?}", subject.name, String::from_utf8_lossy(string)));
                }
                _ => first = Some(seen.to_vec()),
            }
        }
    }
    Ok(())
}

/// The median time of a text for each subject.
fn in_turn(subjects: &[Subject<'_>], strings: &[Vec<u8>], random: &mut Random) -> Vec<f64> {
    let mut texts: Vec<&[u8]> = strings.iter().map(Vec::as_slice).collect();
    let mut out = Vec::new();
    let mut samples = vec![Vec::with_capacity(ROUNDS); subjects.len()];
    for _ in 0..ROUNDS {
        random.shuffle(&mut texts);
        for (samples, subject) in samples.iter_mut().zip(subjects) {
            let start = Instant::now();
            black_box((subject.run)(&texts, &mut out));
            samples.push(start.elapsed().as_nanos() as f64 / texts.len() as f64);
        }
    }
    for samples in &mut samples {
        samples.sort_by(f64::total_cmp);
    }
    samples.iter().map(|samples| samples[ROUNDS / 2]).collect()
}
