//! The texts of the cases as files, so that the runners of other languages measure on the same ones.

use std::path::Path;
use stringmill_measure::{LENGTHS, Operation};

/// Writes for each content and each length up to 64 K units `CONTENT.LENGTH.utf8` and `CONTENT.LENGTH.utf16`, of big-endian
/// code units: the texts one after another, each of that length.
pub(crate) fn write(folder: &Path, contents: &[String]) -> Result<(), String> {
    let says = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(says)?;
    for content in contents {
        for len in LENGTHS.into_iter().filter(|&len| len <= 65_536) {
            let utf8 = texts("json_escape", "copy", content, len)?;
            std::fs::write(folder.join(format!("{content}.{len}.utf8")), utf8).map_err(says)?;
            let utf16 = texts("utf16_to_utf8", "-", content, len)?;
            std::fs::write(folder.join(format!("{content}.{len}.utf16")), utf16).map_err(says)?;
        }
    }
    Ok(())
}

fn texts(id: &str, variant: &str, content: &str, len: usize) -> Result<Vec<u8>, String> {
    let operation = Operation::find(id, variant).ok_or_else(|| format!("no operation is called '{id} {variant}'"))?;
    let pool = (operation.inputs)(content, len);
    let mut out = Vec::new();
    for input in pool.inputs() {
        out.extend_from_slice(input.bytes);
        out.extend(input.utf16.iter().flat_map(|unit| unit.to_be_bytes()));
    }
    Ok(out)
}
