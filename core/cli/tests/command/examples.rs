//! Every example of the help texts, the manual pages and the docs runs, in a folder that has the files it names.

use crate::compressed::gzip;
use crate::running::{SMILL, smill};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

/// The files that examples read.
const FILES: &[(&str, &str)] = &[
    ("notes/a.txt", "caf\u{e9}\n"),
    ("notes/b.txt", "plain\n"),
    ("notes.json", "{\"c.txt\":\"text\"}\n"),
    ("page.html", "<p title=\"x\">text</p>\n"),
    ("page.json", "\"<p>text</p>\"\n"),
    ("value.json", "{\"a\":[1,2]}\n"),
    ("wrapped.json", "\"\\\"inner\\\"\"\n"),
    ("logs/today.log", "started\n"),
    ("log.txt", "started\n"),
    ("api.json", "{\"a\":1}\n"),
    ("api/one.json", "{\"a\":1}\n"),
    ("cut.json", "{\"a\":[1,2"),
    ("settings.json", "{\"a\":1, // one\n}\n"),
    ("records.ndjson", "{'a':None}\n"),
    ("events.ndjson", "{\"a\":1}\n{\"a\":2}\n"),
    ("log.ion", "{a:1}\n{a:\"x\"}\n"),
    ("log.ndjson", "{\"a\":1}\n"),
    ("order.ion", "{id:7}\n"),
    ("orders/one.ion", "{id:7}\n"),
    ("tables/orders.ion", "$ion_shared_symbol_table::{name:\"orders\",version:1,symbols:[\"id\"]}\n"),
    ("names.txt", "a.txt\nb.txt\n"),
    ("names.ndjson", "\"a.txt\"\n\"b.txt\"\n"),
    ("sources.ndjson", "{\"content\":\"text\",\"file\":\"c.txt\"}\n"),
    ("prices.json", "[1,2.50]\n"),
];

/// Files that examples read, compressed by gzip.
const GZIP: &[(&str, &str)] = &[
    ("export.ion.gz", "$ion_1_0 {Item:{Id:\"x\",N:1.}}\n"),
    ("events.ndjson.gz", "{\"a\":1}\n{\"a\":2}\n"),
    ("notes.json.gz", "{\"c.txt\":\"text\"}\n"),
    ("scan.txt.gz", "text\n"),
];

/// Files of binary Ion that examples read.
const BINARY: &[(&str, &[u8])] = &[("orders.10n", b"\xe0\x01\x00\xea\xd3\x84\x21\x07")];

/// Folders that examples write into.
const FOLDERS: &[&str] = &[".local/share/bash-completion/completions", ".config/fish/completions", "bin"];

/// Other programs in the examples: an invented one, and those that may not be installed.
const PROGRAMS: &[(&str, &str)] =
    &[("load", "#!/bin/sh\ncat >/dev/null\n"), ("man", "#!/bin/sh\ncat\n"), ("less", "#!/bin/sh\ncat\n")];

/// Runs `example` in a folder of its own.
fn run(example: &str) {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    for (name, text) in FILES {
        fs::create_dir_all(home.join(name).parent().unwrap()).unwrap();
        fs::write(home.join(name), text).unwrap();
    }
    GZIP.iter().for_each(|(name, text)| fs::write(home.join(name), gzip(text.as_bytes())).unwrap());
    BINARY.iter().for_each(|(name, bytes)| fs::write(home.join(name), bytes).unwrap());
    FOLDERS.iter().for_each(|name| fs::create_dir_all(home.join(name)).unwrap());
    symlink(SMILL, home.join("bin/smill")).unwrap();
    for (name, script) in PROGRAMS {
        let path = home.join("bin").join(name);
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", home.join("bin").display(), std::env::var("PATH").unwrap());
    let shell = |script: &str| {
        let mut command = Command::new("bash");
        command.args(["-c", &format!("set -o pipefail; {script}")]).current_dir(home);
        command.env("HOME", home).env("PATH", &path).env_remove("STRINGMILL_TIER").output().expect("bash runs")
    };
    if example.starts_with("git ") {
        let made = shell("git init -q . && git add notes");
        assert!(made.status.success(), "git: {}", String::from_utf8_lossy(&made.stderr));
    }
    // `smill bench` measures for ten seconds by default.
    let quick = if example.starts_with("smill bench") { " --time 0.01" } else { "" };
    let done = shell(&format!("{example}{quick}"));
    assert!(done.status.success(), "{example}: {}: {}", done.status, String::from_utf8_lossy(&done.stderr));
}

/// The commands of a block of examples, whose explanations follow after two spaces.
fn commands(block: &str) -> impl Iterator<Item = String> {
    block.lines().map(|line| line.trim_start().split("  ").next().unwrap().to_owned())
}

/// The examples of each help text, by the words that ask for it.
fn from_help() -> Vec<(String, BTreeSet<String>)> {
    let help = |words: &[&str]| String::from_utf8(smill(words.iter().chain(&["--help"])).fine()).unwrap();
    let root = help(&[]);
    let list = root.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().filter_map(|line| line.trim_start().split(' ').next()).filter(|name| *name != "help");
    let texts = names.map(|name| (format!("smill-{name}"), help(&[name]))).chain([("smill".to_owned(), root.clone())]);
    let examples = |text: String| {
        let block = text.split("Examples:\n").nth(1).expect("every help text has examples");
        commands(block.split("\n\n").next().unwrap()).collect()
    };
    texts.map(|(name, text)| (name, examples(text))).collect()
}

#[test]
fn the_examples_of_help_run() {
    let all = from_help();
    assert!(all.len() > 10, "{all:?}");
    for (name, examples) in all {
        assert!(!examples.is_empty(), "{name}");
        examples.iter().for_each(|example| run(example));
    }
}

#[test]
fn the_pages_have_the_examples_of_help() {
    let folder = tempfile::tempdir().unwrap();
    smill(["man", folder.path().to_str().unwrap()]).fine();
    for (name, expected) in from_help() {
        let page = fs::read_to_string(folder.path().join(format!("{name}.1"))).unwrap();
        let block = page.split(".SH EXAMPLES\n.nf\n").nth(1).and_then(|rest| rest.split(".fi\n").next()).unwrap();
        let plain = block.replace("\\&", "").replace("\\-", "-").replace("\\e", "\\");
        assert_eq!(commands(&plain).collect::<BTreeSet<_>>(), expected, "{name}");
    }
}

#[test]
fn the_examples_of_the_docs_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = docs.chain([root.join("README.md")]).filter(|path| path.extension().is_some_and(|name| name == "md"));
    let mut ran = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let blocks = text.split("```").skip(1).step_by(2).filter(|block| block.starts_with("sh\n"));
        for line in blocks.flat_map(str::lines).filter(|line| line.starts_with("smill ")) {
            run(line);
            ran += 1;
        }
    }
    assert!(ran >= 14, "only {ran} examples were found");
}

/// The long options in `text`, as `--on-loss`.
fn options(text: &str) -> impl Iterator<Item = &str> {
    let rest = text.match_indices("--").map(|(at, _)| &text[at..]);
    let option = rest.map(|rest| &rest[..rest.find(|c: char| !matches!(c, 'a'..='z' | '-')).unwrap_or(rest.len())]);
    option.filter(|name| name.len() > 2 && !name.starts_with("---"))
}

#[test]
fn the_options_in_the_docs_and_in_help_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let help = |name: &str| String::from_utf8(smill(name.split('-').skip(1).chain(["--help"])).fine()).unwrap();
    let texts: Vec<String> = from_help().iter().map(|(name, _)| help(name)).collect();
    for text in &texts {
        let options = text.find("\nOptions:").expect("all have options");
        assert!(!text[options..].contains("\n  ["), "arguments among the options: {text}");
    }
    let lines = texts.iter().flat_map(|text| text.lines()).map(str::trim_start);
    let lists = lines.filter(|line| line.starts_with('-') || line.starts_with("[alias: -"));
    let known: BTreeSet<&str> = lists.flat_map(|line| options(line.split("  ").next().unwrap()).take(1)).collect();
    assert!(known.contains("--on-loss") && known.contains("--help") && known.len() > 25, "{known:?}");
    let pages = ["README.md", "docs/bytes.md", "docs/ion.md"].map(|page| fs::read_to_string(root.join(page)).unwrap());
    let inline = pages.iter().flat_map(|page| page.lines()).flat_map(|line| line.split('`').skip(1).step_by(2));
    for text in inline.chain(texts.iter().map(String::as_str)) {
        options(text).for_each(|name| assert!(known.contains(name), "{name}: {text}"));
    }
}
