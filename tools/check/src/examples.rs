//! Every item of the public Rust API has a runnable example. Methods need none: an example shows one idea, and tests
//! cover the methods.
//!
//! The API is what `core/stringmill` re-exports. Its crates deny `missing_docs` and warn of `unreachable_pub`, so an
//! item that says `pub` is reachable and has a comment.

use crate::finding::Finding;
use crate::tree::{SourceFile, Tree};
use std::collections::{BTreeMap, BTreeSet};

const WAIST: &str = "core/stringmill/src/lib.rs";

/// The names that the public crate takes from a crate below it; `None` for all of them.
type Names<'a> = Option<BTreeSet<&'a str>>;

/// An item with its comment.
struct Item<'a> {
    /// The line of its name, from 1.
    line: usize,
    name: &'a str,
    /// Whether its comment has code.
    has_example: bool,
}

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let Some(waist) = tree.get(WAIST) else {
        return vec![Finding::new(WAIST, 0, "is missing")];
    };
    let mut findings = Vec::new();
    for (folder, names) in re_exports(&waist.text) {
        let prefix = format!("core/{folder}/src/");
        let files = tree.files.iter().filter(|file| file.is_rust() && file.path.starts_with(&prefix));
        let items: Vec<_> = files.flat_map(|file| items(file).into_iter().map(move |item| (file, item))).collect();
        findings.extend(without_example(&items, &names));
    }
    findings
}

/// By the folder of each crate: the names that the public crate re-exports.
fn re_exports(text: &str) -> BTreeMap<&str, Names<'_>> {
    let mut crates: BTreeMap<&str, Names<'_>> = BTreeMap::new();
    for rest in text.split("pub use stringmill_").skip(1) {
        let statement = rest.split(';').next().unwrap_or_default();
        match statement.split_once("::") {
            None => drop(crates.insert(statement.split(' ').next().unwrap_or_default(), None)),
            Some((folder, names)) => {
                let names = names.split(|c: char| !is_of_name(c)).filter(|name| !name.is_empty());
                crates
                    .entry(folder)
                    .or_insert_with(|| Some(BTreeSet::new()))
                    .iter_mut()
                    .for_each(|all| all.extend(names.clone()));
            }
        }
    }
    crates
}

fn without_example(items: &[(&SourceFile, Item<'_>)], names: &Names<'_>) -> Vec<Finding> {
    let is_public = |name: &str| names.as_ref().is_none_or(|names| names.contains(name));
    items
        .iter()
        .filter(|(_, item)| is_public(item.name) && !item.has_example)
        .map(|(file, item)| Finding::new(&file.path, item.line, format!("{} has no example", item.name)))
        .collect()
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The public items of a file as rustfmt lays them out, without methods.
fn items(file: &SourceFile) -> Vec<Item<'_>> {
    let (mut items, mut has_example, mut is_hidden) = (Vec::new(), false, false);
    for (at, line) in file.text.lines().enumerate() {
        // The tests, which end the file.
        if line.starts_with("mod ") && line.ends_with('{') {
            break;
        }
        if let Some(words) = line.strip_prefix("///") {
            has_example |= words.trim_start().starts_with("```");
            continue;
        }
        if line.starts_with("#[") {
            is_hidden |= line == "#[doc(hidden)]";
            continue;
        }
        if let Some(name) = public_name(line)
            && !is_hidden
        {
            items.push(Item { line: at + 1, name, has_example });
        }
        (has_example, is_hidden) = (false, false);
    }
    items
}

/// The name that a line of a public item introduces.
fn public_name(line: &str) -> Option<&str> {
    let mut words = line.strip_prefix("pub ")?.split(' ').skip_while(|word| matches!(*word, "unsafe" | "async"));
    let kind = words.next()?;
    let mut name = words.next()?;
    match kind {
        "const" if name == "fn" => name = words.next()?,
        "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" => {}
        _ => return None,
    }
    name.split(|c| !is_of_name(c)).next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    const EXPORTS: &str =
        "pub use stringmill_low::{Thing, make};\n#[cfg(feature = \"std\")]\npub use stringmill_all as all;\n";

    fn found(low: &str, all: &str) -> Vec<String> {
        let tree = planted(&[(WAIST, EXPORTS), ("core/low/src/lib.rs", low), ("core/all/src/lib.rs", all)]);
        check(&tree).into_iter().map(|finding| format!("{}: {}", finding.line, finding.says)).collect()
    }

    #[test]
    fn items_with_examples_pass() {
        let low = "/// A thing.\n///\n/// ```\n/// Thing::new(1).len();\n/// ```\n#[derive(Debug)]\npub struct Thing<'a>(u8);\n\
                   impl<'a> super::Thing<'a> {\n    /// Makes.\n    pub const fn new(a: u8) -> Self {}\n\n    /// Long.\n    \
                   pub fn len(&self) {}\n}\nimpl From<u8> for Thing<'_> {\n    fn from(_: u8) {}\n}\n\
                   /// Not on the page of the crate.\npub fn inner() {}\n\n/// Hidden.\n#[doc(hidden)]\npub fn make()
                   /// {}\n";
        assert_eq!(found(low, ""), Vec::<String>::new());
    }

    #[test]
    fn items_without_examples_are_found() {
        let low = "/// Makes.\npub fn make() {}\n/// A thing.\n///\n/// ```\n/// Thing::new_one();\n/// ```\npub struct Thing;\n\
                   impl Thing {\n    /// Makes.\n    pub fn new() {}\n}\n";
        let all = "/// Some.\npub enum Some {}\n/// Number.\npub const NUMBER: u8 = 1;\n#[cfg(test)]\nmod tests {\n}\n";
        let mut found = found(low, all);
        found.sort();
        assert_eq!(found, ["2: Some has no example", "2: make has no example", "4: NUMBER has no example"]);
    }
}
