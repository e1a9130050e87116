//! Markdown pages: a relative link leads to a file of the tree, its anchor to a heading of that page, and a path or a
//! source file in back quotes exists. Text in code blocks is not checked: it may name files of the reader.

use crate::finding::Finding;
use crate::tree::{SourceFile, Tree};

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for page in tree.files.iter().filter(|file| file.path.ends_with(".md")) {
        for (number, line) in prose(&page.text) {
            let broken = |says: String| Finding::new(&page.path, number, says);
            findings.extend(targets(line).filter_map(|target| dead_link(tree, page, target)).map(broken));
            findings.extend(quoted(line).filter_map(|path| missing_path(tree, path)).map(broken));
        }
    }
    findings
}

/// The numbered lines of `text` that are outside fenced code blocks.
pub(crate) fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().zip(1..).filter_map(move |(line, number)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        (!fence && !fenced).then_some((number, line))
    })
}

/// The targets of the inline links and pictures of one line.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target)
}

/// The pieces of one line that are in back quotes.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Why `target`, as written in `page`, leads nowhere.
fn dead_link(tree: &Tree, page: &SourceFile, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if path.is_empty() { page.path.clone() } else { resolved(&page.path, path) };
    if !tree.has(&path) {
        return Some(format!("links to {target}, but there is no {path}"));
    }
    let headings = tree.get(&path).is_some_and(|file| anchor.is_empty() || anchors(&file.text).any(|it| it == anchor));
    let is_page = path.ends_with(".md");
    (is_page && !headings).then(|| format!("links to {target}, but {path} has no such heading"))
}

/// `target` as a path from the root, seen from the folder of `page`.
fn resolved(page: &str, target: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.trim_end_matches('/').split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// The anchors that a renderer gives to the headings of `text`.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    let slug = |heading: &str| {
        let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    let headings = prose(text).filter(|(_, line)| line.starts_with('#'));
    headings.map(move |(_, line)| slug(line.trim_start_matches('#')))
}

/// Why the path in back quotes is wrong. Only paths below a top folder of the tree count, and names of source files, which
/// may be anywhere; patterns and placeholders do not.
fn missing_path(tree: &Tree, path: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    let Some((top, rest)) = path.split_once('/') else {
        let is_source =
            ["rs", "c", "h", "cs", "java", "m4"].iter().any(|end| path.rsplit_once('.').is_some_and(|it| it.1 == *end));
        let is_absent = is_source && path.chars().all(is_plain) && !tree.files.iter().any(|file| file.name() == path);
        return is_absent.then(|| format!("names {path}, which does not exist"));
    };
    // What a build makes is absent from a fresh clone.
    let built = path.starts_with("build/") || path.starts_with("target/");
    if rest.is_empty() || built || !path.chars().all(is_plain) || !tree.has(top) || tree.get(top).is_some() {
        return None;
    }
    (!tree.has(path.trim_end_matches('/'))).then(|| format!("names {path}, which does not exist"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    #[test]
    fn dead_links_and_paths_are_found() {
        let page = "# A page: of `tests`\n\
                    [a](b.md) [up](../core/x.rs) [here](#a-page-of-tests) [there](b.md#two) [web](https://a.b/c)\n\
                    [dead](c.md)\n\
                    [no heading](b.md#three) and [none here](#nowhere)\n\
                    `core/x.rs` `core/` `core/*.rs` `a/b` `core/y.rs` `x.rs` `z.rs` `*.rs` `a.json`\n\
                    ```\n[in code](c.md) `core/z.rs`\n```\n";
        let tree = planted(&[("docs/a.md", page), ("docs/b.md", "# One\n## Two\n"), ("core/x.rs", "")]);
        let found: Vec<_> = check(&tree).into_iter().map(|found| (found.line, found.says)).collect();
        let expected = [
            (3, "links to c.md, but there is no docs/c.md"),
            (4, "links to b.md#three, but docs/b.md has no such heading"),
            (4, "links to #nowhere, but docs/a.md has no such heading"),
            (5, "names core/y.rs, which does not exist"),
            (5, "names z.rs, which does not exist"),
        ];
        assert_eq!(found, expected.map(|(line, says)| (line, says.to_owned())));
    }
}
