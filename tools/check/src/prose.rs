//! Pages and comments avoid phrases that a reader would have to decode; docs/architecture.md has the glossary.

use crate::finding::Finding;
use crate::links;
use crate::tree::{SourceFile, Tree};

/// A phrase as words, `*` for any word, and the plain one. A phrase that begins with `!` is an exception to those after it.
const PHRASES: &[(&str, &str)] = &[
    ("anew", "again, or new"),
    ("! behind a", ""),
    ("behind", "after"),
    ("so many", "that many, or the number"),
    ("nobody", "name the caller or the case"),
    ("whoever", "name the caller"),
    ("who asks", "name the caller"),
    ("where there is", "if there is"),
    ("where there are", "if there are"),
    ("what is not", "name the thing"),
    ("what is no", "name the thing"),
    ("what becomes of", "how it is handled"),
    ("lives for ever", "is static"),
    ("live for ever", "are static"),
    ("demanded ratio", "goal"),
    ("demanded ratios", "goals"),
    ("in the midst", "during, or inside"),
    ("in the place of", "instead of"),
    ("in vain", "without effect"),
    ("made ready", "prepared"),
    ("! stands for", ""),
    ("stands", "is"),
    ("stood", "was"),
    ("goes on", "continues"),
    ("go on", "continue"),
    ("going on", "continuing"),
    ("is told", "is reported"),
    ("are told", "are reported"),
    ("tells", "reports, or says"),
    ("as most", "name the case and a figure"),
    ("as * has it", "as in"),
    ("as * have it", "as in"),
];

/// What the rule does not read: quoted texts, texts of the corpus and records of earlier runs.
const SKIPPED: &[&str] =
    &["bench/corpus/", "bench/records/", "vectors/", "spec/", "tools/check/src/prose.rs", "tools/demo/"];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let read = |file: &&SourceFile| !SKIPPED.iter().any(|skipped| file.path.starts_with(skipped));
    tree.files.iter().filter(read).flat_map(findings).collect()
}

fn findings(file: &SourceFile) -> Vec<Finding> {
    // A word of prose and its line.
    let mut words: Vec<(String, usize)> = Vec::new();
    for (line, text) in prose(file) {
        let separate = |c: char| !(c.is_alphanumeric() || c == '\'' || c == '_');
        for part in text.split_inclusive(separate) {
            let word = part.trim_end_matches(separate).to_lowercase();
            if !word.is_empty() {
                words.push((word, line));
            }
            // Phrases do not cross the end of a sentence.
            if part.ends_with(['.', ':', ';', '|']) {
                words.push((String::new(), line));
            }
        }
    }
    let mut findings = Vec::new();
    for at in 0..words.len() {
        let found = PHRASES.iter().find(|(phrase, _)| {
            let mut phrase =
                phrase.trim_start_matches("! ").split(' ').zip(words[at..].iter().map(Some).chain([None; 8]));
            phrase.all(|(expected, word)| {
                word.is_some_and(|(word, _)| word == expected || (expected == "*" && !word.is_empty()))
            })
        });
        if let Some((phrase, plain)) = found.filter(|(phrase, _)| !phrase.starts_with('!')) {
            findings.push(Finding::new(&file.path, words[at].1, format!("'{phrase}': write {plain}")));
        }
    }
    findings
}

/// The lines of prose in a file: all of a page but its code, and the comments of source.
fn prose(file: &SourceFile) -> Vec<(usize, String)> {
    let lines = (1..).zip(file.text.lines());
    match file.extension() {
        Some("md") => links::prose(&file.text).map(|(at, line)| (at, without_code(line))).collect(),
        Some("rs" | "java" | "cs" | "c" | "h" | "php" | "js" | "mjs" | "ts") => {
            lines.filter_map(|(at, line)| Some((at, without_code(comment(line)?)))).collect()
        }
        Some("py" | "sh" | "toml") => hash_comments(lines),
        None if file.text.starts_with("#!") || file.name() == "Makefile" => hash_comments(lines),
        _ => Vec::new(),
    }
}

fn hash_comments<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Vec<(usize, String)> {
    let comment = |line: &'a str| match line.trim_start().strip_prefix('#') {
        Some(text) => Some(text),
        None => line.split_once(" # ").map(|(_, text)| text),
    };
    lines.filter_map(|(at, line)| Some((at, without_code(comment(line)?)))).collect()
}

/// The comment of a line of code: a line that begins as one, or the end of a line.
fn comment(line: &str) -> Option<&str> {
    let trimmed = line.trim_start();
    if ["//", "/*", "* ", "*/"].iter().any(|start| trimmed.starts_with(start)) {
        return Some(trimmed);
    }
    line.split_once(" // ").or_else(|| line.split_once(" /* ")).map(|(_, text)| text)
}

/// A line without the parts between backticks, in `{@code }` and in tags.
fn without_code(line: &str) -> String {
    let mut out: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" x ");
    for (open, close) in [("{@", '}'), ("<c>", '<')] {
        while let Some(start) = out.find(open) {
            let end = out[start + 1..].find(close).map_or(out.len(), |end| start + end + 2);
            out.replace_range(start..end, " x ");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    #[test]
    fn phrases_are_found_in_prose_alone() {
        let tree = planted(&[
            ("docs/a.md", "It stands here, as JSON has it.\n```\nstands\n```\n`stands`, which stands for x.\n"),
            ("a.rs", "/// Made\n/// anew.\nfn anew() { \"// anew\"; } // anew\n"),
            ("a.c", "/* So\n * many. It stands\n * for x. */\nint stands;\n"),
            ("A.java", "/** {@code stands} Nobody. */\nint nobody;\n"),
            ("tools/x", "#!/bin/sh\n# behind it, behind a pointer\nbehind # in vain\n"),
            ("bench/corpus/a.md", "anew"),
        ]);
        let places: Vec<_> = check(&tree).into_iter().map(|found| (found.path, found.line)).collect();
        let expected = [
            ("docs/a.md", 1),
            ("docs/a.md", 1),
            ("a.rs", 2),
            ("a.rs", 3),
            ("a.c", 1),
            ("A.java", 1),
            ("tools/x", 2),
            ("tools/x", 3),
        ];
        assert_eq!(places, expected.map(|(path, line)| (path.to_owned(), line)));
    }
}
