//! Documents for the comparison of the Rust reader of Ion with those in Java, one a line: its bytes in hexadecimal, a tab,
//! and the transcript of the Rust reader. `tools/run ion-readers-agree` gives them to Java, whose transcript must be the same.
//!
//! - `stringmill-agree text COUNT SEED` prints documents of Ion text.
//! - `stringmill-agree binary COUNT SEED` prints documents of binary Ion, every second one damaged.
//! - `stringmill-agree read FILE` reads documents that Java wrote, and compares with the transcripts beside them.

#![forbid(unsafe_code)]

mod binary;
mod reading;

use std::env;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use stringmill_ion_documents::Documents;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["text", count, seed] => {
            number(count).zip(number(seed)).map(|(count, seed)| print(texts(seed).take(count), |_| ""))
        }
        ["binary", count, seed] => number(count)
            .zip(number(seed))
            .map(|(count, seed)| print(binary::documents(seed).take(count), binary::place)),
        ["read", file] => Some(read(file)),
        _ => None,
    };
    match done {
        Some(Ok(())) => ExitCode::SUCCESS,
        Some(Err(error)) => {
            eprintln!("stringmill-agree: {error}");
            ExitCode::FAILURE
        }
        None => {
            eprintln!("usage: stringmill-agree text|binary COUNT SEED, or read FILE");
            ExitCode::from(2)
        }
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn texts(seed: u64) -> impl Iterator<Item = Vec<u8>> {
    (0..).map(move |number| Documents::new(seed.wrapping_add(number)).document())
}

/// Prints the documents with their transcripts, and what `place` says of their errors.
fn print(documents: impl Iterator<Item = Vec<u8>>, place: fn(&[u8]) -> &str) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for (number, document) in documents.enumerate() {
        for byte in &document {
            write!(out, "{byte:02x}")?;
        }
        let read = reading::read(&document);
        if reading::read_in_bytes(&document) != read {
            return Err(io::Error::other(format!(
                "document {number}: another outcome byte by byte: {}",
                document.escape_ascii()
            )));
        }
        writeln!(out, "\t{}{}", read.0, place(&document))?;
    }
    out.flush()
}

fn read(file: &str) -> io::Result<()> {
    let lines = fs::read_to_string(file)?;
    let mut documents = 0;
    for line in lines.lines() {
        let (bytes, expected) = line.split_once('\t').ok_or_else(|| io::Error::other("a line without a tab"))?;
        let document = unhexed(bytes).ok_or_else(|| io::Error::other("a line without hexadecimal digits"))?;
        let found = reading::read(&document).0;
        if found != expected {
            return Err(io::Error::other(format!("{bytes}\n  is read as {found}\n  and not as {expected}")));
        }
        documents += 1;
    }
    println!("ion-readers-agree: {documents} documents of ion-java's writer of binary Ion are read alike");
    if documents == 0 { Err(io::Error::other("no documents")) } else { Ok(()) }
}

fn unhexed(digits: &str) -> Option<Vec<u8>> {
    digits.as_bytes().chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}
