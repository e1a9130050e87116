//! The front end for Jackson 3, made from that for Jackson 2 by the rows of `seeds/jackson3.toml`.

use crate::output::Output;
use crate::spec::{read, root};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

const FOLDER: &str = "java/stringmill-jackson2";
const SEED: &str = "tools/gen/seeds/jackson3.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Differences {
    by_hand: Vec<String>,
    renames: Vec<(String, String)>,
    fluent: Vec<String>,
    imports: Vec<String>,
    change: Vec<Change>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    file: String,
    from: String,
    to: String,
}

impl Change {
    fn applies(&self, path: &str) -> bool {
        path.ends_with(&format!("/{}", self.file))
    }
}

/// Writes the files of Jackson 3.
pub(crate) fn generate(output: &mut Output) -> Result<(), String> {
    let rows: Differences = read(SEED)?;
    let mut files = vec![format!("{FOLDER}/bnd.bnd"), format!("{FOLDER}/pom.xml")];
    list(&format!("{FOLDER}/src"), &mut files).map_err(|error| format!("{FOLDER}: {error}"))?;
    let mut unused: BTreeSet<_> = rows.renames.iter().collect();
    for path in files.iter().filter(|path| !rows.by_hand.iter().any(|name| path.ends_with(&format!("/{name}")))) {
        let text = fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))?;
        unused.retain(|(from, _)| !renamed(&text, rows.before(from)).contains(from));
        let (path, text) = (renamed(path, &rows.renames), rows.changed(path, renamed(&text, &rows.renames))?);
        output.text(&path, &marked(&path, &rows.finished(&text)))?;
    }
    if let Some((from, _)) = unused.first() {
        return Err(format!("{SEED}: no file has {from:?}"));
    }
    match rows.change.iter().find(|change| !files.iter().any(|path| change.applies(path))) {
        Some(change) => Err(format!("{SEED}: there is no file {}", change.file)),
        None => Ok(()),
    }
}

/// Adds the files below a folder.
fn list(folder: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(root().join(folder))? {
        let entry = entry?;
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() { list(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

fn renamed(text: &str, renames: &[(String, String)]) -> String {
    renames.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// The text with the first line that marks generated files.
fn marked(path: &str, text: &str) -> String {
    let mark = format!("Generated from {FOLDER} by `cargo run -p stringmill-gen -- jackson3`; do not edit.");
    match Path::new(path).extension().and_then(|extension| extension.to_str()) {
        Some("java") => format!("// {mark}\n{text}"),
        // An XML declaration must come first, and a comment has no "--".
        Some("xml") => {
            text.replacen("?>\n", &format!("?><!-- Generated from {FOLDER} by tools/gen; do not edit. -->\n"), 1)
        }
        _ => format!("# {mark}\n{text}"),
    }
}

impl Differences {
    /// The renames that apply before one of them.
    fn before(&self, from: &str) -> &[(String, String)] {
        let place = self.renames.iter().position(|row| row.0 == from);
        &self.renames[..place.unwrap_or(0)]
    }

    /// The text of a file of Jackson 2 after its changes.
    fn changed(&self, path: &str, mut text: String) -> Result<String, String> {
        for change in self.change.iter().filter(|change| change.applies(path)) {
            if !text.contains(&change.from) {
                return Err(format!("{SEED}: {path} does not have:\n{}", change.from));
            }
            text = text.replace(&change.from, &change.to);
        }
        Ok(text)
    }

    /// The text with the return values of fluent methods, and with its imports.
    fn finished(&self, text: &str) -> String {
        let mut lines: Vec<String> = Vec::new();
        let mut method_end = None;
        for line in text.lines() {
            let begins = |name: &String| line.trim_start().starts_with(&format!("public void {name}("));
            if self.fluent.iter().any(begins) {
                method_end = Some(line.replace(line.trim_start(), "}"));
            }
            let returned = lines.last().is_some_and(|line| line.trim_start().starts_with("return "));
            match &method_end {
                None => lines.push(line.into()),
                Some(end) if line == end => {
                    if !returned {
                        lines.push(format!("    {}", end.replace('}', "return this;")));
                    }
                    lines.push(line.into());
                    method_end = None;
                }
                Some(_) if returned && line.trim() == "return;" => {}
                Some(_) => lines.push(
                    line.replace("public void ", "public JsonGenerator ")
                        .replace(" super.write", " return super.write")
                        .replace("return;", "return this;"),
                ),
            }
        }
        self.imported(lines)
    }

    /// The lines with their imports: those in use, sorted.
    fn imported(&self, lines: Vec<String>) -> String {
        let is_import = |line: &String| line.starts_with("import ") && !line.starts_with("import static ");
        let first = lines.iter().position(is_import);
        let (found, mut lines): (Vec<_>, Vec<_>) = lines.into_iter().partition(is_import);
        let mut words = BTreeSet::new();
        for line in lines.iter().filter(|line| !line.starts_with("package ")) {
            words.extend(line.split(|c: char| !c.is_alphanumeric() && c != '_'));
        }
        let known = self.imports.iter().map(|name| format!("import {name};"));
        let used = |line: &String| words.contains(line.trim_end_matches(';').rsplit('.').next().unwrap_or(line));
        let imports: BTreeSet<_> = found.into_iter().chain(known).filter(used).collect();
        if let Some(first) = first {
            lines.splice(first..first, imports);
        }
        lines.join("\n") + "\n"
    }
}
