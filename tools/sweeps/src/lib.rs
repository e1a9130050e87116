//! The files of vectors: cases with their outcome by `core/reference`, and the sweeps, which are generated in the build.
//!
//! A sweep is a file of many regular cases: each special byte at each place around each vector width. The repository keeps
//! the hash of each sweep in `vectors/sweeps.toml`, not its text. [`texts`] gives a test all vectors; `cargo run -p
//! stringmill-sweeps` writes the sweeps to `build/vectors/` for the runners of other languages. Depends on nothing but
//! crates of this workspace, because the build of `smill` waits for it.

#![forbid(unsafe_code)]

mod base64;
mod canonical;
mod case;
mod check;
mod escape;
mod fields;
mod files;
mod ill_formed;
mod number;
mod operation;
mod parameters;
mod pieces;
mod placement;
mod profile;
mod scan;
mod transcode;
mod unescape;
mod validate;

pub use case::{File, Group};
pub use files::{LIST, Sweep, generated, kept, list, texts};
pub use operation::Operation;
pub use parameters::Parameters;
pub use pieces::{bytes, pieces};

/// Generates every sweep.
pub fn sweeps() -> Result<Vec<File>, String> {
    let mut files = vec![
        profile::file()?,
        escape::places()?,
        escape::ill_formed()?,
        escape::short()?,
        unescape::file()?,
        unescape::utf16()?,
        validate::file()?,
        scan::file()?,
        check::file()?,
        canonical::file()?,
        base64::encode()?,
        base64::decode()?,
    ];
    files.extend(transcode::files()?);
    files.extend(number::files()?);
    files.sort_by_key(|file| file.name);
    Ok(files)
}
