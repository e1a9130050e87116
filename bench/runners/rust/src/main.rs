//! Kernels of stringmill beside their peers, in turn, in one process. `tools/run bench` builds it and the libraries of
//! peers, and explains the words.

mod doors;
mod folder;
mod goals;
mod libraries;
mod mixed;
mod peers;
mod picture;
mod quoted;
mod record;
mod response;
mod row;
mod summary;
mod tables;
mod texts;
mod verdicts;
mod words;

use folder::from_toml;
use libraries::Libraries;
use record::Record;
use row::Row;
use serde::Deserialize;
use std::process::ExitCode;
use std::time::Duration;
use stringmill_measure::{
    Choice, Effort, Input, LENGTHS, Operation, Output, Subject, Timing, agree, in_turn, length_name,
};
use words::Words;

const EFFORT: Effort = Effort { rounds: 15, sample: Duration::from_micros(1000) };

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    operation: String,
    variant: String,
    contents: Vec<String>,
}

fn main() -> ExitCode {
    match Words::parse(std::env::args().skip(1)).and_then(|words| run(&words)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(says) => {
            eprintln!("error: {says}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &Words) -> Result<(), String> {
    if let Some(csv) = &words.report {
        return Record::read(csv)?.write_beside(csv);
    }
    if words.pictures {
        return record::report_all().and_then(|()| summary::draw());
    }
    if let Some(folder) = &words.texts {
        return texts::write(folder, &words.chosen);
    }
    let libraries = Libraries::load(&words.peers);
    for (name, reason) in &libraries.not_run {
        println!("{name}: not run ({reason})");
    }
    let cases: Cases = from_toml("cases/kernels.toml")?;
    let known = cases.case.iter().map(|case| (case.operation.as_str(), case.variant.as_str()));
    let choice = Choice::new(&words.chosen, known);
    let mut record = Record::default();
    let mut cases_run = 0;
    for case in &cases.case {
        for content in case.contents.iter().filter(|content| choice.has(&case.operation, &case.variant, content)) {
            measure(case, content, &libraries, words.quick, &mut record)?;
            cases_run += 1;
        }
    }
    if cases_run == 0 {
        return Err("no case has these words; bench/cases/kernels.toml lists all".into());
    }
    if words.quick {
        println!("{cases_run} cases: all subjects agree");
        return Ok(());
    }
    println!("\n{}", verdicts::table("kernels", &record.rows)?);
    match &words.record {
        Some(machine) => record.write(machine, &libraries.not_run, &words.chosen.join(" ")),
        None => Ok(()),
    }
}

/// One operation on one content, at all lengths.
fn measure(case: &Case, content: &str, libraries: &Libraries, quick: bool, record: &mut Record) -> Result<(), String> {
    let Case { operation: id, variant, .. } = case;
    let (operation, mut subjects) = match doors::subjects(variant, &libraries.folder) {
        Some(subjects) => (Operation::find(id, "copy"), subjects?),
        None => (Operation::find(id, variant), Vec::new()),
    };
    let operation = operation.ok_or_else(|| format!("no operation is called '{id} {variant}'"))?;
    if subjects.is_empty() {
        subjects = operation.tiers();
        subjects.extend(peers::subjects(operation, libraries));
    }
    let names: Vec<_> = subjects.iter().map(|subject| subject.name.as_str()).collect();
    if quick {
        println!("{id} {variant} {content}: {}", names.join(", "));
    } else {
        println!("\n{id} {variant} {content}: {}, GB/s of input", operation.about);
        println!("{:>8}  {}  best peer / ours", "units", names.join("  "));
    }
    for len in LENGTHS {
        let pool = (operation.inputs)(content, len);
        let inputs = pool.inputs();
        let longest = inputs.iter().map(Input::size).max().unwrap_or(0);
        let mut output = Output::new(8 * longest + 1024);
        agree(&mut subjects, &inputs, &mut output).map_err(|says| format!("{id} {variant} {content} {len}: {says}"))?;
        if !quick {
            let timings = in_turn(&mut subjects, &inputs, &mut output, EFFORT);
            let bytes = pool.size();
            let row = |(subject, timing): (&Subject, Timing)| Row {
                operation: id.clone(),
                variant: variant.clone(),
                content: content.to_owned(),
                length: len,
                subject: subject.name.clone(),
                bytes,
                timing,
                allocated: None,
                ratio: None,
            };
            let rows: Vec<_> = subjects.iter().zip(timings).map(row).collect();
            print_line(&rows);
            record.rows.extend(rows);
        }
    }
    Ok(())
}

/// The rates of all subjects at one length, under their names, and our ratio to the best peer.
fn print_line(rows: &[Row]) {
    print!("{:>8}", rows.first().map(|row| length_name(row.length)).unwrap_or_default());
    rows.iter().for_each(|row| print!("  {:>1$.2}", row.gbps(), row.subject.len()));
    let best = rows.iter().filter(|row| row.is_peer()).map(|row| row.timing.median).reduce(f64::min);
    let ratio = best.map_or("-".into(), |best| format!("{:.2}", best / rows[0].timing.median));
    println!("  {ratio:>16}");
}
