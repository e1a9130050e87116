//! `bench/records/` holds one record for each machine and part, the newest, which a page or the summary names, and only those
//! pictures that a page shows.

use crate::finding::Finding;
use crate::tree::Tree;
use std::collections::BTreeMap;

const FOLDER: &str = "bench/records/";
/// The length of `2026-11-21-`.
const DATE: usize = 11;

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut newest = BTreeMap::new();
    let mut paths: Vec<&str> = tree.files.iter().map(|file| file.path.as_str()).collect();
    paths.retain(|path| path.starts_with(FOLDER));
    paths.sort_unstable_by(|one, other| other.cmp(one));
    for path in paths {
        let (machine, name) = path[FOLDER.len()..].split_once('/').unwrap_or_default();
        let (Some(date), Some(part)) = (name.get(..DATE), name.get(DATE..)) else {
            findings.push(Finding::new(path, 0, "is not named MACHINE/DATE-PART"));
            continue;
        };
        let part = part.split('.').next().unwrap_or_default();
        let first = *newest.entry((machine, part)).or_insert(date);
        if first != date {
            findings.push(Finding::new(path, 0, format!("is superseded by the record of {first}{part}")));
        }
        if name.ends_with(".txt") && !is_named(tree, machine, date, part) {
            findings.push(Finding::new(path, 0, "is a record that no page names"));
        }
        if name.ends_with(".svg") && !is_shown(tree, path) {
            findings.push(Finding::new(path, 0, "is a picture that no page shows; `make pictures` draws it"));
        }
    }
    findings
}

/// Whether a page leads to the record, or the summary takes its figures.
fn is_named(tree: &Tree, machine: &str, date: &str, part: &str) -> bool {
    let (link, figures) = (format!("records/{machine}/{date}{part}.txt"), format!("\"{machine}/{part}\""));
    tree.files.iter().any(|file| match &*file.path {
        "bench/cases/summary.toml" => file.text.contains(&figures),
        page => page.ends_with(".md") && file.text.contains(&link),
    })
}

fn is_shown(tree: &Tree, path: &str) -> bool {
    let mut pages = tree.files.iter().filter(|file| file.path.ends_with(".md"));
    pages.any(|page| page.text.contains(&format!("{path})")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    #[test]
    fn old_records_and_pictures_without_a_page_are_found() {
        let tree = planted(&[
            (
                "docs/a.md",
                "![A picture.](../bench/records/m/2026-01-02-php.svg)\n[Record](../bench/records/m/2026-01-01-ion.txt)",
            ),
            ("bench/cases/summary.toml", "record = \"m/php\"\n"),
            ("bench/records/m/2026-01-01-ion.txt", ""),
            ("bench/records/m/2026-01-02-php.txt", ""),
            ("bench/records/m/2026-01-01-php.csv", ""),
            ("bench/records/m/2026-01-02-php.csv", ""),
            ("bench/records/m/2026-01-02-php.svg", ""),
            ("bench/records/m/2026-01-01-java.txt", ""),
            ("bench/records/m/2026-01-01-java.svg", ""),
            ("bench/records/n/2026-01-01-php.csv", ""),
            ("bench/records/n/notes", ""),
        ]);
        let found: Vec<_> = check(&tree).iter().map(ToString::to_string).collect();
        let expected = [
            "bench/records/n/notes: is not named MACHINE/DATE-PART",
            "bench/records/m/2026-01-01-php.csv: is superseded by the record of 2026-01-02-php",
            "bench/records/m/2026-01-01-java.txt: is a record that no page names",
            "bench/records/m/2026-01-01-java.svg: is a picture that no page shows; `make pictures` draws it",
        ];
        assert_eq!(found, expected);
    }
}
