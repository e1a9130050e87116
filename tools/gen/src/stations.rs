//! The table of stations of `json_escape` in `docs/architecture.md`: the leaves in the order in which the driver names them, each
//! with its doc comment.

use crate::spec::root;
use std::fs;

const KERNEL: &str = "core/kernels/src/json_escape";

pub(crate) fn generate() -> Result<String, String> {
    let read = |path: &str| {
        let path = root().join(KERNEL).join(path);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let driver = read("driver.rs")?;
    let mut leaves = Vec::new();
    for module in read("leaf/mod.rs")?.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')) {
        leaves.extend(documented(&read(&format!("leaf/{module}.rs"))?).filter_map(|(name, doc)| {
            let place = driver.find(&format!("::<{name}>")).or_else(|| driver.find(&format!("::<{name}<")))?;
            Some((place, name, doc))
        }));
    }
    leaves.sort();
    let unit = read("unit.rs")?;
    let unit = unit.lines().next().and_then(|line| line.strip_prefix("//! ")).ok_or("unit.rs: no comment")?;
    let rows = leaves.iter().map(|(_, name, doc)| format!("   | `{name}` | {doc} |\n"));
    Ok(format!("   | station | takes |\n   |---|---|\n{}   | `unit.rs` | {unit} |\n", rows.collect::<String>()))
}

/// The types of a file that begin with a doc comment "Takes ...": their names, and the rest of the comment.
fn documented(code: &str) -> impl Iterator<Item = (String, String)> {
    let lines: Vec<&str> = code.lines().collect();
    let types = lines.clone().into_iter().enumerate().filter_map(|(at, line)| {
        let item = line.strip_prefix("pub(crate) struct ").or_else(|| line.strip_prefix("pub(crate) type "))?;
        Some((at, item[..item.find(|c: char| !c.is_alphanumeric())?].to_owned()))
    });
    types.filter_map(move |(at, name)| {
        let above = lines[..at].iter().rev().map_while(|line| line.strip_prefix("/// "));
        let doc = above.fold(String::new(), |doc, line| format!("{line} {doc}"));
        let takes = doc.trim_end().strip_prefix("Takes ")?.to_owned();
        Some((name, takes))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_become_rows() {
        let code = "/// Takes a,\n/// and b.\npub(crate) struct One;\n\n/// Not a leaf.\npub(crate) type Two = One;\n";
        assert_eq!(documented(code).collect::<Vec<_>>(), [("One".to_owned(), "a, and b.".to_owned())]);
    }
}
