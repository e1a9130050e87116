//! `cargo run -p stringmill-sweeps`: writes the sweeps to `build/vectors/`, unless they are there already.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    match stringmill_sweeps::kept() {
        Ok(sweeps) => {
            // Scripts that call this have results on standard output.
            eprintln!("build/vectors: {} sweeps have the hashes of {}", sweeps.len(), stringmill_sweeps::LIST);
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
