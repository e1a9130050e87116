//! `stringmill-demo corpus TEXTS FOLDER` makes the corpus; `stringmill-demo race FOLDER OUT [RECORD]` times commands over it.

#![forbid(unsafe_code)]

mod corpus;
mod machine;
mod pieces;
mod race;
mod random;
mod record;

use std::env;
use std::io;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["corpus", texts, folder] => corpus(Path::new(texts), Path::new(folder)),
        ["race", folder, out] => race(Path::new(folder), Path::new(out), None),
        ["race", folder, out, record] => race(Path::new(folder), Path::new(out), Some(Path::new(record))),
        _ => {
            eprintln!("usage: stringmill-demo corpus TEXTS FOLDER | race FOLDER OUT [RECORD]");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(4)
        }
    }
}

fn corpus(texts: &Path, folder: &Path) -> io::Result<()> {
    let sources = pieces::read(texts)?;
    let made = corpus::write(&sources, folder, corpus::FILES)?;
    println!("{} files, {:.1} MB, made of {} texts", made.files, made.bytes as f64 / 1e6, sources.len());
    Ok(())
}

fn race(folder: &Path, out: &Path, record: Option<&Path>) -> io::Result<()> {
    let results = race::run(folder, out)?;
    let report = record::report(&results, &machine::facts());
    print!("{report}");
    if let Some(path) = record {
        let path = record::write(path, &results, &report)?;
        println!("record: {}", path.display());
    }
    Ok(())
}
