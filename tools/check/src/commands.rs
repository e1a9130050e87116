//! Commands and versions in the pages exist: targets of make, arguments of the scripts of `tools/`, the versions of the
//! product and of Rust.

use crate::finding::Finding;
use crate::tree::Tree;
use toml::{Table, Value};

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let manifest: Table = text(tree, "Cargo.toml").parse().unwrap_or_default();
    let package = manifest.get("workspace").and_then(|workspace| workspace.get("package"));
    let field = |key| package.and_then(|package| package.get(key)).and_then(Value::as_str).unwrap_or("none");
    // The library crates take an older Rust than the tools.
    let library: Table = text(tree, "core/kernels/Cargo.toml").parse().unwrap_or_default();
    let oldest = library.get("package").and_then(|package| package.get("rust-version")).and_then(Value::as_str);
    let rust = field("rust-version");
    let versions = [("<version>", [field("version"); 2]), ("Rust ", [rust, oldest.unwrap_or(rust)])];
    let mut findings = Vec::new();
    for page in tree.files.iter().filter(|file| file.path.ends_with(".md")) {
        for (line, number) in page.text.lines().zip(1..) {
            let mut says: Vec<String> = commands(line, "make ").filter_map(|rest| unknown_target(tree, rest)).collect();
            says.extend(commands(line, "tools/").filter_map(|rest| unknown_tool(tree, rest)));
            for (before, is) in versions {
                let named = line.split(before).skip(1).map(|rest| first(rest, |c| c.is_ascii_digit() || c == '.'));
                let named = named.map(|named| named.trim_end_matches('.')).filter(|named| named.contains('.'));
                let wrong = named.filter(|named| !is.contains(named));
                says.extend(wrong.map(|named| format!("says {before}{named}; it is {}", is[0])));
            }
            findings.extend(says.into_iter().map(|says| Finding::new(&page.path, number, says)));
        }
    }
    findings
}

fn text<'a>(tree: &'a Tree, path: &str) -> &'a str {
    tree.get(path).map_or("", |file| file.text.as_str())
}

/// The text after `start` if it begins a command: at the start of a line or of inline code.
fn commands<'a>(line: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    line.split('`').filter_map(move |piece| piece.strip_prefix(start))
}

/// The leading characters of `text` that are of one kind.
fn first(text: &str, is_of_kind: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|c| !is_of_kind(c)).unwrap_or(text.len())]
}

fn is_in_name(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'
}

fn unknown_target(tree: &Tree, command: &str) -> Option<String> {
    let target = first(command, is_in_name);
    let rule = format!("{target}:");
    let exists = text(tree, "Makefile").lines().any(|line| line.starts_with(&rule));
    (!target.is_empty() && !exists).then(|| format!("names make {target}, which does not exist"))
}

/// A tool that does not exist, or a first argument in small letters that a tool does not have; but the tools that measure take
/// names of cases.
fn unknown_tool(tree: &Tree, command: &str) -> Option<String> {
    let (said, path) = match command.strip_prefix("run ") {
        Some(rest) if rest.starts_with(is_in_name) => {
            let name = first(rest, is_in_name);
            let tool = tree.files.iter().find(|file| is_tool(&file.path, name));
            let Some(tool) = tool else { return Some(format!("names tools/run {name}, which does not exist")) };
            (format!("run {name}"), tool.path.clone())
        }
        _ => {
            let name = first(command, is_in_name);
            (name.to_owned(), format!("tools/{name}"))
        }
    };
    let verb = first(command[said.len()..].strip_prefix(' ')?, is_in_name);
    let mut words = text(tree, &path).split(|c| !is_in_name(c));
    let is_unknown = verb.starts_with(|c: char| c.is_ascii_lowercase())
        && !said.starts_with("run bench")
        && !words.any(|word| word == verb);
    is_unknown.then(|| format!("names tools/{said} {verb}, which the script does not have"))
}

/// Whether `tools/run NAME` starts this file.
pub(crate) fn is_tool(path: &str, name: &str) -> bool {
    let inner = path.strip_prefix("tools/").and_then(|path| path.split_once('/'));
    inner.is_some_and(|(_, file)| file == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    #[test]
    fn commands_and_versions_that_do_not_exist_are_found() {
        let page = "`make test`, `make tests` and make sense; `tools/run java example FILE` `tools/run java sample`\n`tools/run java FILE` `tools/run java 20`\n\
                    tools/run java mvn install\nmake deep\n`tools/run bench-java html` `tools/run gone`\nRust 1.95. Rust 1.89. Rust 1.94, Rust programs\n\
                    <version>0.1.0</version> <version>0.2.0</version>\n";
        let tree = planted(&[
            ("Cargo.toml", "[workspace.package]\nversion = \"0.1.0\"\nrust-version = \"1.95\"\n"),
            ("core/kernels/Cargo.toml", "[package]\nrust-version = \"1.89\"\n"),
            ("Makefile", "test: ## tests\n\t@tools/test\n"),
            ("README.md", page),
            ("tools/bench/bench-java", ""),
            ("tools/hosts/java", "case $1 in\n  example) ;;\nesac\n"),
        ]);
        let found: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
        let expected = [
            "README.md:1: names make tests, which does not exist",
            "README.md:1: names tools/run java sample, which the script does not have",
            "README.md:3: names tools/run java mvn, which the script does not have",
            "README.md:4: names make deep, which does not exist",
            "README.md:5: names tools/run gone, which does not exist",
            "README.md:6: says Rust 1.94; it is 1.95",
            "README.md:7: says <version>0.2.0; it is 0.1.0",
        ];
        assert_eq!(found, expected);
    }
}
