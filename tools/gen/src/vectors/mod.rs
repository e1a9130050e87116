//! The files of `vectors/`: hand-written seeds and sweeps, with what `core/reference` makes of them.

mod base64_sweeps;
mod case;
mod check_sweeps;
mod escape_sweeps;
mod ill_formed;
mod number_sweeps;
mod pieces;
mod placement;
mod profile_sweeps;
mod scan_sweeps;
mod seeds;
mod transcode_sweeps;
mod unescape_sweeps;
mod validate_sweeps;

#[cfg(test)]
mod tests;

use case::File;
use std::collections::BTreeMap;

/// Path and text of each file.
pub(crate) fn generate() -> Result<Vec<(String, String)>, String> {
    let files = files()?;
    let mut seen = BTreeMap::new();
    for file in &files {
        for id in file.groups.iter().flat_map(|group| group.cases.iter().map(|case| case.id)) {
            if let Some(other) = seen.insert(id, file.name) {
                return Err(format!("id {id} is given twice: in {other} and in {}", file.name));
            }
        }
    }
    Ok(files.iter().map(|file| (format!("vectors/{}.json", file.name), file.text())).collect())
}

fn files() -> Result<Vec<File>, String> {
    let mut files = seeds::files()?;
    files.push(profile_sweeps::file()?);
    files.push(escape_sweeps::places()?);
    files.push(escape_sweeps::ill_formed()?);
    files.push(unescape_sweeps::file()?);
    files.push(unescape_sweeps::utf16()?);
    files.push(validate_sweeps::file()?);
    files.push(scan_sweeps::file()?);
    files.extend(transcode_sweeps::files()?);
    files.push(check_sweeps::file()?);
    files.push(base64_sweeps::encode()?);
    files.push(base64_sweeps::decode()?);
    files.extend(number_sweeps::files()?);
    Ok(files)
}
