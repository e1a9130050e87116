//! Every item of the public Rust API has a runnable example, and every method is called in an example of its type.
//!
//! The API is what `core/stringmill` re-exports. Its crates deny `missing_docs` and warn of `unreachable_pub`, so an item
//! that says `pub` is reachable and has a comment.

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
    /// For a method or constant of a type: that type.
    owner: Option<&'a str>,
    /// The lines of code in its comment.
    example: String,
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
    let mut pages: BTreeMap<&str, String> = BTreeMap::new();
    for (_, item) in items {
        pages.entry(item.owner.unwrap_or(item.name)).or_default().push_str(&item.example);
    }
    let mut findings = Vec::new();
    for (file, item) in items {
        let says = match item.owner {
            None if is_public(item.name) && item.example.is_empty() => format!("{} has no example", item.name),
            Some(owner) if is_public(owner) && !calls(&pages[owner], item.name) => {
                format!("no example of {owner} calls {}", item.name)
            }
            _ => continue,
        };
        findings.push(Finding::new(&file.path, item.line, says));
    }
    findings
}

/// Whether code has `name` after a point or a path.
fn calls(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let after = code[at + name.len()..].chars().next();
        (code[..at].ends_with('.') || code[..at].ends_with("::")) && !after.is_some_and(is_of_name)
    })
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The public items of a file as rustfmt lays them out, and the methods of types.
fn items(file: &SourceFile) -> Vec<Item<'_>> {
    let (mut items, mut owner, mut comment, mut is_hidden) = (Vec::new(), None, Vec::new(), false);
    for (at, line) in file.text.lines().enumerate() {
        // The tests, which end the file.
        if line.starts_with("mod ") && line.ends_with('{') {
            break;
        }
        let bare = line.trim_start();
        if let Some(words) = bare.strip_prefix("///") {
            comment.push(words);
            continue;
        }
        if bare.starts_with("#[") {
            is_hidden |= bare == "#[doc(hidden)]";
            continue;
        }
        if let Some(head) = line.strip_prefix("impl") {
            owner = self_type(head);
        } else if line.starts_with('}') {
            owner = None;
        }
        let is_method = line.len() - bare.len() == 4 && owner.is_some();
        if (is_method || line.len() == bare.len())
            && let Some(name) = public_name(bare)
            && !is_hidden
        {
            let owner = owner.filter(|_| is_method);
            items.push(Item { line: at + 1, name, owner, example: example(&comment) });
        }
        comment.clear();
        is_hidden = false;
    }
    items
}

/// The type of an `impl` without a trait, after that word.
fn self_type(head: &str) -> Option<&str> {
    let mut depth = 0_usize;
    let rest = head.trim_start_matches(|c| {
        depth = if c == '<' { depth + 1 } else { depth - usize::from(c == '>') };
        depth > 0 || c == '>'
    });
    let path = rest.trim_start().split(['<', ' ']).next()?;
    (!head.contains(" for ")).then(|| path.rsplit("::").next()).flatten()
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

/// The lines between the fences of a comment.
fn example(comment: &[&str]) -> String {
    let mut is_code = false;
    let mut code = String::new();
    for line in comment {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            code.push_str(line);
            code.push('\n');
        }
    }
    code
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
                   /// Not on the page of the crate.\npub fn inner() {}\n\n/// Hidden.\n#[doc(hidden)]\npub fn make() {}\n";
        assert_eq!(found(low, ""), Vec::<String>::new());
    }

    #[test]
    fn items_without_examples_are_found() {
        let low = "/// Makes.\npub fn make() {}\n/// A thing.\n///\n/// ```\n/// Thing::new_one();\n/// ```\npub struct Thing;\n\
                   impl Thing {\n    /// Makes.\n    pub fn new() {}\n}\n";
        let all = "/// Some.\npub enum Some {}\n/// Number.\npub const NUMBER: u8 = 1;\n#[cfg(test)]\nmod tests {\n}\n";
        let says = ["1: Some has no example", "2: make has no example", "11: no example of Thing calls new"];
        let mut found = found(low, all);
        found.sort_by_key(|one| one.split(": ").nth(1).map(str::to_owned));
        assert!(found.contains(&says[1].to_owned()) && found.contains(&says[2].to_owned()), "{found:?}");
        assert_eq!(found.len(), 4, "{found:?}");
    }
}
