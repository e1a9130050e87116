//! `docs/architecture.md` gives the reason for each dependency on a crate of others: a row of a table that begins with
//! its name in back quotes. Each row of the table of crates is of such a dependency.

use crate::finding::Finding;
use crate::manifest::Manifest;
use crate::tree::Tree;
use std::collections::BTreeSet;

const REASONS: &str = "docs/architecture.md";

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let text = tree.get(REASONS).map_or("", |file| file.text.as_str());
    let (manifests, mut findings) = Manifest::all(tree);
    let ours: BTreeSet<&str> = manifests.iter().map(|manifest| manifest.name.as_str()).collect();
    let needs = || manifests.iter().flat_map(Manifest::all_needs);
    let table = text.lines().zip(1..).skip_while(|(line, _)| !line.starts_with("| crate |")).skip(2);
    for (row, line) in table.take_while(|(row, _)| row.starts_with('|')) {
        let name = row.split('`').nth(1).unwrap_or("");
        if !needs().any(|needed| needed == name) {
            findings.push(Finding::new(REASONS, line, format!("gives a reason for {name}, on which no crate depends")));
        }
    }
    for manifest in &manifests {
        for name in manifest.all_needs().filter(|name| !ours.contains(name.as_str())) {
            let row = format!("| `{name}` |");
            if !text.lines().any(|line| line.starts_with(&row)) {
                let says = format!("depends on {name}, for which {REASONS} gives no reason (a row '{row} …')");
                findings.push(Finding::new(&manifest.path(), 0, says));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    #[test]
    fn a_dependency_without_a_reason_and_the_reverse_are_found() {
        let ours = "[package]\nname = \"ours\"\n[dependencies]\ntoml = \"1\"\nother.workspace = true\n[dev-dependencies]\nserde = \"1\"";
        let tree = planted(&[
            ("core/ours/Cargo.toml", ours),
            ("core/other/Cargo.toml", "[package]\nname = \"other\""),
            (REASONS, "| crate | used by |\n|---|---|\n| `toml` | ours |\n| `gone` | ours |\nWe like `serde`.\n"),
        ]);
        let found = check(&tree);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].says.starts_with("gives a reason for gone,") && found[0].line == 4, "{found:?}");
        assert!(found[1].says.starts_with("depends on serde,"), "{found:?}");
    }
}
