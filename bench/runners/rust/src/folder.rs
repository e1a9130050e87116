//! The folder `bench/`, wherever the runner is called from.

use serde::Deserialize;
use std::path::Path;

/// The folder of all cases, records and runners.
pub(crate) const BENCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What a file of the folder says.
pub(crate) fn from_toml<T: for<'de> Deserialize<'de>>(path: &str) -> Result<T, String> {
    let path = Path::new(BENCH).join(path);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}
