//! Lists in the pages agree with their source: profiles, policies, float shapes and error codes with `spec/`, the
//! tested suites with `tools/`, the crates with unsafe code with the crates themselves, files and folders with the tree.
//! So do counts in words.
//!
//! A list is the first column of a table: the names in back quotes, or numbers, below a heading.

use crate::commands::is_tool;
use crate::finding::Finding;
use crate::manifest::Manifest;
use crate::tokens::tokens;
use crate::tree::{SourceFile, Tree};
use std::collections::BTreeSet;
use toml::{Table, Value};

const BYTES: &str = "docs/bytes.md";
const PLATFORMS: &str = "docs/platforms.md";
const SECURITY: &str = "SECURITY.md";

const NUMBERS: &[&str] = &[
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

type Names = BTreeSet<String>;

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    let profiles = spec(tree, "spec/profiles.toml");
    let operations = spec(tree, "spec/operations.toml");
    let errors = spec(tree, "spec/errors.toml");
    let profile_names: Names = profiles.iter().flat_map(|table| names(table, "profile", "name")).collect();
    let of_values = |id| -> Names { operations.iter().flat_map(|table| values(table, id)).collect() };
    let codes: Names = errors.iter().flat_map(|table| names(table, "error", "code")).collect();
    let unsafe_crates = unsafe_crates(tree);
    findings.extend(differ(tree, BYTES, "Profiles", &profile_names));
    findings.extend(differ(tree, BYTES, "Policies for ill-formed UTF-8", &of_values("ill_formed")));
    findings.extend(differ(tree, BYTES, "Numbers", &of_values("float_shape")));
    findings.extend(differ(tree, BYTES, "Errors", &codes));
    findings.extend(differ(tree, SECURITY, "Unsafe code", &unsafe_crates));
    findings.extend(differ(tree, "vectors/README.md", "Seeds", &entries(tree, "vectors/", ".json")));
    findings.extend(differ(tree, "vectors/README.md", "Sweeps", &sweeps(tree)));
    findings.extend(differ(tree, "php/README.md", "Files", &entries(tree, "php/", ".c")));
    findings.extend(differ(tree, "dotnet/README.md", "StringMill for .NET and Mono", &entries(tree, "dotnet/", "/")));
    findings.extend(differ(tree, "README.md", "Where to read on", &pages(tree)));
    findings.extend(differ(tree, "docs/architecture.md", "Layers", &folders(tree)));
    findings.extend(unknown_suites(tree));
    findings.extend(unnamed(tree, "README.md", &profile_names, '`'));
    findings.extend(unnamed(tree, "README.md", &of_values("ill_formed"), '`'));
    findings.extend(unnamed(tree, "core/capi/include/stringmill.h", &profile_names, ' '));
    let counts = [
        ("operations", &operations.iter().flat_map(|table| names(table, "operation", "id")).collect()),
        ("error codes", &codes),
        ("escape profiles", &profile_names),
        ("policies for ill-formed UTF-8", &of_values("ill_formed")),
        ("policies for lone surrogates", &of_values("ill_formed_utf16")),
        ("for lone surrogate escapes", &of_values("lone_surrogates")),
        ("crates. Every other crate", &unsafe_crates),
    ];
    counts.iter().for_each(|(phrase, list)| findings.extend(miscounted(tree, phrase, list.len())));
    findings
}

/// The names right below `folder` that end with `end`; folders end with `/`.
fn entries(tree: &Tree, folder: &str, end: &str) -> Names {
    let below = tree.files.iter().filter_map(|file| file.path.strip_prefix(folder));
    below
        .filter_map(|path| path.split_inclusive('/').next())
        .filter(|name| name.ends_with(end))
        .map(str::to_owned)
        .collect()
}

/// The files of the sweeps, which only a build has.
fn sweeps(tree: &Tree) -> Names {
    let list = spec(tree, "vectors/sweeps.toml").unwrap_or_default();
    list.keys().map(|name| format!("{name}.json")).collect()
}

/// The folders of the project: those at the top, with the crates of `core/` instead of `core/` itself; no hidden ones, no pages.
fn folders(tree: &Tree) -> Names {
    let mut found = entries(tree, "", "/");
    found.retain(|name| !name.starts_with('.') && name != "docs/" && name != "core/");
    let crates = entries(tree, "core/", "/");
    found.extend(crates.iter().map(|name| format!("core/{}", name.trim_end_matches('/'))));
    found
}

/// The links that lead to the pages for readers of the product.
fn pages(tree: &Tree) -> Names {
    let at_root =
        tree.files.iter().map(|file| file.path.as_str()).filter(|path| !path.contains('/') && *path != "README.md");
    let docs = tree.files.iter().map(|file| file.path.as_str()).filter(|path| path.starts_with("docs/"));
    at_root.chain(docs).filter(|path| path.ends_with(".md")).map(|path| format!("[{path}]({path})")).collect()
}

/// The names that `path` does not have between two characters `around`.
fn unnamed(tree: &Tree, path: &str, names: &Names, around: char) -> Vec<Finding> {
    let text = tree.get(path).map_or("", |file| file.text.as_str()).replace('\n', " ");
    let is_absent = |name: &&String| !text.contains(&format!("{around}{name}{around}"));
    names.iter().filter(is_absent).map(|name| Finding::new(path, 0, format!("does not name {name}"))).collect()
}

/// Where a page has a number before `phrase` that is not `count`. What was tried counts instructions.
fn miscounted(tree: &Tree, phrase: &str, count: usize) -> Vec<Finding> {
    let mut findings = Vec::new();
    let is_page = |file: &&SourceFile| file.path.ends_with(".md") && file.path != "docs/tried.md";
    for page in tree.files.iter().filter(is_page) {
        for (line, number) in page.text.lines().zip(1..) {
            let before = line.split_once(phrase).map_or("", |(before, _)| before);
            let word = before.rsplit(' ').nth(1).unwrap_or("").to_lowercase();
            let named = NUMBERS.iter().position(|name| *name == word).or_else(|| word.parse().ok());
            if named.is_some_and(|named| named != count) {
                findings.push(Finding::new(&page.path, number, format!("says {word} {phrase}; there are {count}")));
            }
        }
    }
    findings
}

fn spec(tree: &Tree, path: &str) -> Option<Table> {
    tree.get(path)?.text.parse().ok()
}

/// The values of `key` in the array of tables `array`.
fn names(table: &Table, array: &str, key: &str) -> Vec<String> {
    let entries = table.get(array).and_then(Value::as_array).into_iter().flatten();
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    entries.filter_map(|entry| entry.get(key)).map(text).collect()
}

/// The names of the list `id` in `[[values]]`.
fn values(table: &Table, id: &str) -> Vec<String> {
    let lists = table.get("values").and_then(Value::as_array).into_iter().flatten();
    let found = lists.filter(|list| list.get("id").and_then(Value::as_str) == Some(id));
    found.filter_map(Value::as_table).flat_map(|list| names(list, "names", "name")).collect()
}

/// The folders of the crates below `core/` that hold unsafe code outside their tests.
fn unsafe_crates(tree: &Tree) -> Names {
    let (manifests, _) = Manifest::all(tree);
    let shipped = manifests.into_iter().map(|manifest| manifest.folder).filter(|folder| folder.starts_with("core/"));
    let has_unsafe = |folder: &String| {
        let source = format!("{folder}/src/");
        let files = tree.files.iter().filter(|file| file.is_rust() && file.path.starts_with(&source));
        files.filter_map(|file| tokens(file).ok()).flatten().any(|token| token.is("unsafe"))
    };
    shipped.filter(has_unsafe).collect()
}

/// The first cells of the table below `heading`, with their lines. `201-208` stands for all numbers of that range.
fn listed<'a>(text: &'a str, heading: &str) -> Vec<(usize, &'a str)> {
    let is_heading = |line: &str| line.starts_with('#') && line.trim_start_matches('#').trim() == heading;
    let below = text.lines().zip(1..).skip_while(|(line, _)| !is_heading(line)).skip(1);
    let section = below.take_while(|(line, _)| !line.starts_with('#'));
    let table = section.skip_while(|(line, _)| !line.starts_with('|')).take_while(|(line, _)| line.starts_with('|'));
    let cell = |line: &'a str| line.trim_start_matches('|').split('|').next().unwrap_or("").trim().trim_matches('`');
    table.skip(2).map(|(line, number)| (number, cell(line))).collect()
}

/// Where the list of `page` below `heading` and `expected` differ.
fn differ(tree: &Tree, page: &str, heading: &str, expected: &Names) -> Vec<Finding> {
    let Some(file) = tree.get(page) else {
        return vec![Finding::new(page, 0, "is missing")];
    };
    let mut findings = Vec::new();
    let mut found = Names::new();
    for (line, cell) in listed(&file.text, heading) {
        for name in expanded(cell, expected) {
            if !expected.contains(&name) {
                findings.push(Finding::new(
                    page,
                    line,
                    format!("lists {name} below '{heading}', which does not exist"),
                ));
            }
            if !found.insert(name.clone()) {
                findings.push(Finding::new(page, line, format!("lists {name} twice below '{heading}'")));
            }
        }
    }
    let absent = expected.difference(&found);
    findings.extend(absent.map(|name| Finding::new(page, 0, format!("does not list {name} below '{heading}'"))));
    findings
}

/// The names that a cell means: several are separated by commas, and a range of numbers stands for those that exist, and
/// its ends must.
fn expanded(cell: &str, expected: &Names) -> Vec<String> {
    if let Some((first, others)) = cell.split_once("`, `") {
        return std::iter::once(first.to_owned()).chain(expanded(others, expected)).collect();
    }
    let range = cell.split_once('-').and_then(|(from, to)| Some((from.parse::<u32>().ok()?, to.parse::<u32>().ok()?)));
    let Some((from, to)) = range else { return vec![cell.to_owned()] };
    let numbers = (from..=to).map(|number| number.to_string());
    numbers.filter(|it| expected.contains(it) || *it == from.to_string() || *it == to.to_string()).collect()
}

/// Suites that the last column of a table in the page of platforms names and that no script runs, and shares of their cases
/// that differ from those of the script.
fn unknown_suites(tree: &Tree) -> Vec<Finding> {
    let scripts: Vec<&str> =
        ["tools/test", "tools/deep"].iter().filter_map(|path| tree.get(path)).map(|file| file.text.as_str()).collect();
    let text = tree.get(PLATFORMS).map_or("", |file| file.text.as_str());
    let rows = text.lines().zip(1..).skip_while(|(line, _)| *line != "## What is tested where");
    let rows = rows.skip(1).take_while(|(line, _)| !line.starts_with('#')).filter(|(line, _)| line.starts_with('|'));
    let mut findings = Vec::new();
    for (row, number) in rows.filter(|(row, _)| row.contains('`')) {
        let cell = row.trim_end_matches('|').rsplit('|').next().unwrap_or("").trim().trim_matches('`');
        let run = |script: &&str| script.contains(&format!("suite {cell} ")) || cell == "make test";
        if !scripts.iter().any(run) {
            findings.push(Finding::new(PLATFORMS, number, format!("names the suite {cell}, which no script runs")));
        }
        let share = row.split_once("one in ").map_or("", |(_, rest)| rest.split(' ').next().unwrap_or(""));
        let script = tree.files.iter().find(|file| is_tool(&file.path, cell)).map_or("", |file| file.text.as_str());
        let is_number = |word: &str| word == share;
        if !share.is_empty() && !script.split(|c: char| !c.is_ascii_digit()).any(is_number) {
            findings.push(Finding::new(
                PLATFORMS,
                number,
                format!("says one in {share}, which tools/run {cell} does not"),
            ));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    #[test]
    fn counts_in_words_and_lists_of_files_that_are_wrong_are_found() {
        let reading = "## Where to read on\n| page |\n|---|\n| [docs/a.md](docs/a.md) |\n| [docs/b.md](docs/b.md) |\n\
                       Two escape profiles, two policies for lone surrogates, some escape profiles.\n";
        let tree = planted(&[
            ("README.md", reading),
            ("LICENSE", ""),
            ("docs/a.md", "One escape profiles of 3 operations; 0 error codes\n"),
            ("docs/tried.md", "nine operations\n"),
            ("docs/architecture.md", "# Layers\n| folder |\n|---|\n| `core/gone` |\n| `spec/` |\n| `vectors/` |\n"),
            ("core/b/Cargo.toml", "[package]\nname = \"b\"\n"),
            ("docs/c.md", "Confined to three crates. Every other crate is safe, and one for lone surrogate escapes\n"),
            ("spec/profiles.toml", "[[profile]]\nname = \"json\"\n"),
            ("spec/operations.toml", "[[values]]\nid = \"ill_formed_utf16\"\nnames = [{ name = \"reject\" }]\n"),
            (
                "vectors/README.md",
                "# Seeds\n| file |\n|---|\n| `a.json` |\n| `c.json` |\n# Sweeps\n| file |\n|---|\n| `d.json` |\n",
            ),
            ("vectors/sweeps.toml", "d = {}\ne = {}\n"),
            ("vectors/a.json", ""),
            ("vectors/b.json", ""),
            ("vectors/schema/s.json", ""),
            ("php/README.md", "## Files\n| file | |\n|---|---|\n| `a.c`, `c.c`, `b.c` | |\n"),
            ("php/a.c", ""),
            ("php/b.c", ""),
            ("php/d.c", ""),
            ("dotnet/README.md", "# StringMill for .NET and Mono\n| folder |\n|---|\n| `A/` |\n| `C/` |\n"),
            ("dotnet/A/a.cs", ""),
            ("dotnet/B/a.cs", ""),
        ]);
        let lists = ["vectors/", "php/", "dotnet/", "README.md", "docs/a", "docs/c"];
        let all = check(&tree).into_iter().filter(|found| lists.iter().any(|list| found.path.starts_with(list)));
        let found: Vec<String> = all.map(|finding| finding.to_string()).collect();
        let expected = [
            "vectors/README.md:5: lists c.json below 'Seeds', which does not exist",
            "vectors/README.md: does not list b.json below 'Seeds'",
            "vectors/README.md: does not list e.json below 'Sweeps'",
            "php/README.md:4: lists c.c below 'Files', which does not exist",
            "php/README.md: does not list d.c below 'Files'",
            "dotnet/README.md:5: lists C/ below 'StringMill for .NET and Mono', which does not exist",
            "dotnet/README.md: does not list B/ below 'StringMill for .NET and Mono'",
            "README.md:5: lists [docs/b.md](docs/b.md) below 'Where to read on', which does not exist",
            "README.md: does not list [docs/architecture.md](docs/architecture.md) below 'Where to read on'",
            "README.md: does not list [docs/c.md](docs/c.md) below 'Where to read on'",
            "README.md: does not list [docs/tried.md](docs/tried.md) below 'Where to read on'",
            "docs/architecture.md:4: lists core/gone below 'Layers', which does not exist",
            "docs/architecture.md: does not list core/b below 'Layers'",
            "docs/architecture.md: does not list dotnet/ below 'Layers'",
            "docs/architecture.md: does not list php/ below 'Layers'",
            "README.md: does not name json",
            "docs/a.md:1: says 3 operations; there are 0",
            "README.md:6: says two escape profiles; there are 1",
            "README.md:6: says two policies for lone surrogates; there are 1",
            "docs/c.md:1: says one for lone surrogate escapes; there are 0",
            "docs/c.md:1: says three crates. Every other crate; there are 0",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn lists_that_differ_from_their_source_are_found() {
        let bytes = "## Profiles\n| profile |\n|---|\n| `json` |\n| `gone` |\n\
                     ## Policies for ill-formed UTF-8\n| policy |\n|---|\n| `reject` |\n| `reject` |\n\
                     ## Numbers\n| shape |\n|---|\n\
                     ## Errors\n| code |\n|---|\n| 101 |\n| 201-205 |\n";
        let operations = "[[values]]\nid = \"ill_formed\"\nnames = [{ name = \"reject\" }]\n\
                          [[values]]\nid = \"float_shape\"\nnames = [{ name = \"php\" }]\n";
        let errors = "[[error]]\ncode = 101\n[[error]]\ncode = 201\n[[error]]\ncode = 204\n[[error]]\ncode = 301\n";
        let tree = planted(&[
            (BYTES, bytes),
            (
                "README.md",
                "## Where to read on\n| page |\n|---|\n| [SECURITY.md](SECURITY.md) |\n| [docs/bytes.md](docs/bytes.md) |\n| [docs/platforms.md](docs/platforms.md) |\n`json`\n",
            ),
            ("core/capi/include/stringmill.h", "/* json  script */"),
            ("vectors/README.md", ""),
            ("php/README.md", ""),
            ("dotnet/README.md", ""),
            (SECURITY, "## Unsafe code\n| crate |\n|---|\n| `core/a` |\n"),
            (
                PLATFORMS,
                "## What is tested where\n| t | suite |\n|---|---|\n| x | `java` |\n| y | `gone` |\n| one in 3 of them | `java` |\n| one in 31 | `java` |\n",
            ),
            ("tools/hosts/java", "ONE_IN=31\n"),
            ("spec/profiles.toml", "[[profile]]\nname = \"json\"\n[[profile]]\nname = \"php\"\n"),
            ("spec/operations.toml", operations),
            ("spec/errors.toml", errors),
            ("tools/test", "suite java tools/run java\n"),
            ("core/a/Cargo.toml", "[package]\nname = \"a\"\n"),
            ("core/a/src/lib.rs", "fn a() {}"),
            ("core/b/Cargo.toml", "[package]\nname = \"b\"\n"),
            ("core/b/src/lib.rs", "unsafe fn b() {}"),
        ]);
        let found: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
        let expected = [
            "docs/bytes.md:5: lists gone below 'Profiles', which does not exist",
            "docs/bytes.md: does not list php below 'Profiles'",
            "docs/bytes.md:10: lists reject twice below 'Policies for ill-formed UTF-8'",
            "docs/bytes.md: does not list php below 'Numbers'",
            "docs/bytes.md:18: lists 205 below 'Errors', which does not exist",
            "docs/bytes.md: does not list 301 below 'Errors'",
            "SECURITY.md:4: lists core/a below 'Unsafe code', which does not exist",
            "SECURITY.md: does not list core/b below 'Unsafe code'",
            "docs/architecture.md: is missing",
            "docs/platforms.md:5: names the suite gone, which no script runs",
            "docs/platforms.md:6: says one in 3, which tools/run java does not",
            "README.md: does not name php",
            "README.md: does not name reject",
            "core/capi/include/stringmill.h: does not name php",
        ];
        assert_eq!(found, expected);
    }
}
