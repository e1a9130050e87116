//! Unit tests run: a library whose manifest says `test = false` has none inside.

use crate::finding::Finding;
use crate::manifest::Manifest;
use crate::tree::Tree;
use toml::{Table, Value};

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let (manifests, mut findings) = Manifest::all(tree);
    for manifest in manifests.iter().filter(|manifest| is_untested(tree, manifest)) {
        let folder = format!("{}/src/", manifest.folder);
        let inside = tree.files.iter().filter(|file| file.path.starts_with(&folder) && file.path.ends_with(".rs"));
        for file in inside {
            if let Some(line) = file.text.lines().position(|line| line.trim() == "#[cfg(test)]") {
                let says = format!("this test never runs, since {} has test = false", manifest.path());
                findings.push(Finding::new(&file.path, line + 1, says));
            }
        }
    }
    findings
}

fn is_untested(tree: &Tree, manifest: &Manifest) -> bool {
    let table = tree.get(&manifest.path()).and_then(|file| file.text.parse::<Table>().ok());
    let test = table.as_ref().and_then(|table| table.get("lib")?.get("test")).and_then(Value::as_bool);
    test == Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    #[test]
    fn tests_that_never_run_are_found() {
        let manifest = |lib: &str| format!("[package]\nname = \"one\"\n{lib}");
        let source = "fn one() {}\n\n#[cfg(test)]\nmod tests {}\n";
        let tree = planted(&[
            ("core/one/Cargo.toml", &manifest("[lib]\ntest = false\n")),
            ("core/one/src/inside.rs", source),
            ("core/one/tests/all/main.rs", source),
            ("core/two/Cargo.toml", &manifest("")),
            ("core/two/src/inside.rs", source),
        ]);
        let found: Vec<_> = check(&tree).into_iter().map(|finding| (finding.path, finding.line)).collect();
        assert_eq!(found, [("core/one/src/inside.rs".to_owned(), 3)]);
    }
}
