//! `stringmill-demo corpus TEXTS FOLDER` makes the corpus of files, and `stringmill-demo documents FOLDER BYTES` documents of
//! Ion of that length; `shapes TEXTS FOLDER` makes the documents of benchmarks; `race FOLDER OUT [RECORD]`, `convert FOLDER [RECORD]` and `daily FOLDER [RECORD]` time commands over
//! them.

#![forbid(unsafe_code)]

mod converting;
mod corpus;
mod machine;
mod packing;
mod pieces;
mod race;
mod record;
mod shapes;

use race::Race;
use std::env;
use std::io;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["corpus", texts, folder] => corpus(Path::new(texts), Path::new(folder)),
        ["documents", folder, bytes] => {
            bytes.parse().map_err(io::Error::other).and_then(|bytes| converting::write(Path::new(folder), bytes))
        }
        ["shapes", texts, folder] => shapes::write(Path::new(texts), Path::new(folder))
            .map(|count| println!("{count} documents of the shapes that programs send")),
        ["race", folder, out, ref record @ ..] if record.len() < 2 => {
            packing::race(Path::new(folder), Path::new(out)).and_then(|race| tell(&[race], record.first()))
        }
        ["convert", folder, ref record @ ..] if record.len() < 2 => {
            converting::races(Path::new(folder)).and_then(|races| tell(&races, record.first()))
        }
        ["daily", folder, ref record @ ..] if record.len() < 2 => {
            converting::daily(Path::new(folder)).and_then(|races| tell(&races, record.first()))
        }
        _ => {
            eprintln!(
                "usage: stringmill-demo corpus TEXTS FOLDER | documents FOLDER BYTES | shapes TEXTS FOLDER | race FOLDER OUT [RECORD] | \
                 convert FOLDER [RECORD] | daily FOLDER [RECORD]"
            );
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

/// Prints the results of races, and writes the record.
fn tell(races: &[Race], record: Option<&&str>) -> io::Result<()> {
    let tables = races.iter().map(|(about, results)| record::table(about, results));
    let report = [record::head(&machine::facts())].into_iter().chain(tables).collect::<Vec<_>>().join("\n");
    print!("{report}");
    if let Some(path) = record {
        let path = record::write(Path::new(path), races, &report)?;
        println!("record: {}", path.display());
    }
    Ok(())
}
