//! Each operation has a fuzz target: `fuzz` in `spec/operations.toml` is a program of `core/fuzz` that names the operation.

use crate::finding::Finding;
use crate::tree::Tree;
use toml::{Table, Value};

const OPERATIONS: &str = "spec/operations.toml";
const MANIFEST: &str = "core/fuzz/Cargo.toml";

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let parsed = tree.get(OPERATIONS).and_then(|file| file.text.parse::<Table>().ok());
    let Some(operations) = parsed else {
        return vec![Finding::new(OPERATIONS, 0, "is missing or is not TOML")];
    };
    let rows = operations.get("operation").and_then(Value::as_array).into_iter().flatten();
    rows.filter_map(|row| missing(tree, row)).map(|says| Finding::new(OPERATIONS, 0, says)).collect()
}

/// What an operation lacks.
fn missing(tree: &Tree, row: &Value) -> Option<String> {
    let text = |key| row.get(key).and_then(Value::as_str);
    let id = text("id").unwrap_or("an operation without an id");
    let Some(target) = text("fuzz") else {
        return Some(format!("{id} has no fuzz target (fuzz = \"...\")"));
    };
    let path = format!("core/fuzz/fuzz_targets/{target}.rs");
    let Some(source) = tree.get(&path) else {
        return Some(format!("{id}: there is no {path}"));
    };
    let program = format!("path = \"fuzz_targets/{target}.rs\"");
    if !tree.get(MANIFEST).is_some_and(|manifest| manifest.text.contains(&program)) {
        return Some(format!("{id}: {MANIFEST} has no program {target}"));
    }
    let code = source.text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let words = code.flat_map(|line| line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')));
    let is_named = words.map(|word| word.strip_suffix("_with").unwrap_or(word)).any(|word| word == id);
    (!is_named).then(|| format!("{id}: {path} does not call it"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    #[test]
    fn operations_without_a_target_are_found() {
        let row = |id: &str, fuzz: &str| format!("[[operation]]\nid = \"{id}\"\n{fuzz}\n");
        let operations = [
            row("good", "fuzz = \"both\""),
            row("also", "fuzz = \"both\""),
            row("none", ""),
            row("absent", "fuzz = \"absent\""),
            row("unbuilt", "fuzz = \"unbuilt\""),
            row("uncalled", "fuzz = \"both\""),
        ];
        let tree = planted(&[
            (OPERATIONS, &operations.concat()),
            (MANIFEST, "[[bin]]\nname = \"both\"\npath = \"fuzz_targets/both.rs\"\n"),
            ("core/fuzz/fuzz_targets/both.rs", "// uncalled\nfuzz_target!(|src: &[u8]| also(good_with(src)));\n"),
            ("core/fuzz/fuzz_targets/unbuilt.rs", "unbuilt();\n"),
        ]);
        let found: Vec<_> = check(&tree).into_iter().map(|finding| finding.says).collect();
        let of = ["none has no", "absent: there is no", "unbuilt: core/fuzz/Cargo.toml has no", "uncalled: "];
        assert_eq!(found.len(), of.len(), "{found:?}");
        assert!(found.iter().zip(of).all(|(found, of)| found.starts_with(of)), "{found:?}");
    }
}
