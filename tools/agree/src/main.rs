//! `stringmill-agree COUNT SEED` prints documents of Ion text, one a line: its bytes in hexadecimal, a tab, and the
//! transcript of the Rust reader. `tools/ion-readers-agree` gives them to the reader in Java, whose transcript must be the same.

#![forbid(unsafe_code)]

mod reading;

use std::env;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use stringmill_ion_documents::Documents;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let numbers: Option<Vec<u64>> = arguments.iter().map(|argument| argument.parse().ok()).collect();
    let Some([count, seed]) = numbers.as_deref() else {
        eprintln!("usage: stringmill-agree COUNT SEED");
        return ExitCode::from(2);
    };
    match print(*count, *seed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("stringmill-agree: {error}");
            ExitCode::FAILURE
        }
    }
}

fn print(count: u64, seed: u64) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for number in 0..count {
        let text = Documents::new(seed.wrapping_add(number)).document();
        for byte in &text {
            write!(out, "{byte:02x}")?;
        }
        let read = reading::read(&text);
        if reading::read_in_bytes(&text) != read {
            return Err(io::Error::other(format!(
                "document {number}: another outcome byte by byte: {}",
                text.escape_ascii()
            )));
        }
        writeln!(out, "\t{}", read.0)?;
    }
    out.flush()
}
