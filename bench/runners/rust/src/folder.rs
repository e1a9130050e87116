//! The folder `bench/`, from any working directory.

use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of all cases, goals, records and runners.
pub(crate) const BENCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The value of a TOML file of the folder.
pub(crate) fn from_toml<T: for<'de> Deserialize<'de>>(path: &str) -> Result<T, String> {
    let path = Path::new(BENCH).join(path);
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Every `.csv` of a record.
pub(crate) fn records() -> Result<Vec<PathBuf>, String> {
    let folder = Path::new(BENCH).join("records");
    let machines = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let files = machines.flatten().flat_map(|machine| fs::read_dir(machine.path()).into_iter().flatten().flatten());
    let mut records: Vec<_> =
        files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|it| it == "csv")).collect();
    records.sort();
    Ok(records)
}

/// The files beside `path` that differ from its name in the date alone and have this extension, the oldest first.
pub(crate) fn same_part(path: &Path, extension: &str) -> Vec<PathBuf> {
    let part = |path: &Path| path.file_stem().and_then(|stem| stem.to_str()?.get(DATE..).map(str::to_owned));
    let beside = path.parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let is_same = |other: &PathBuf| other.extension().is_some_and(|it| it == extension) && part(other) == part(path);
    let mut same: Vec<_> = beside.map(|file| file.path()).filter(is_same).collect();
    same.sort();
    same
}

/// The length of `2026-11-21-`.
const DATE: usize = 11;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_apart() {
        let folder = Path::new(BENCH).join("../build/same-part");
        fs::create_dir_all(&folder).unwrap();
        let names = [
            "2026-01-01-java.csv",
            "2026-01-02-java.csv",
            "2026-01-03-ion-java.csv",
            "2026-01-01-java.txt",
            "java.csv",
        ];
        names.iter().for_each(|name| fs::write(folder.join(name), "").unwrap());
        let found = same_part(&folder.join("2026-01-09-java.csv"), "csv");
        assert_eq!(found, [folder.join(names[0]), folder.join(names[1])]);
        fs::remove_dir_all(folder).unwrap();
    }
}
