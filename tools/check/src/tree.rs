//! The files of the project, as the rules see them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders that hold nothing anybody wrote.
const SKIPPED: &[&str] = &["target", "build", ".git", "node_modules"];

/// One file that is text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its path from the root, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl SourceFile {
    /// Whether a tool wrote it; generated files say so in their first line.
    pub(crate) fn is_generated(&self) -> bool {
        self.text.lines().next().is_some_and(|line| line.contains("Generated from"))
    }

    /// The last part of the path.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// The part of the name after its last point.
    pub(crate) fn extension(&self) -> Option<&str> {
        self.name().rsplit_once('.').map(|(_, extension)| extension)
    }

    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }
}

/// One commit.
#[derive(Clone, Debug)]
pub struct Commit {
    /// Its short hash.
    pub hash: String,
    /// The first line of its message.
    pub subject: String,
}

/// The last commit that the rule on subjects does not judge.
const BEFORE_SUBJECTS: &str = "342f2cb5";

/// The files of the project, in the order of their paths.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The commits after the rule on subjects began; `None` if the tree has no history that git can read.
    pub commits: Option<Vec<Commit>>,
    /// The files that are UTF-8.
    pub files: Vec<SourceFile>,
    /// The paths of the other files.
    pub binaries: Vec<String>,
}

impl Tree {
    /// Reads the tree below `root`, without `target`, `build`, `.git` and the paths of each `.gitignore`.
    ///
    /// # Errors
    ///
    /// If `root` is not the root of the project, or a folder or file cannot be read.
    pub fn read(root: &Path) -> io::Result<Tree> {
        if !root.join("spec/layers.toml").is_file() {
            let says = format!("{} is not the root of the project: it has no spec/layers.toml", root.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, says));
        }
        let mut tree = Tree::default();
        let mut folders = vec![PathBuf::new()];
        let mut ignored = Ignored::default();
        while let Some(folder) = folders.pop() {
            match fs::read_to_string(root.join(&folder).join(".gitignore")) {
                Ok(text) => ignored.add(&folder, &text),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
            for entry in fs::read_dir(root.join(&folder))? {
                let entry = entry?;
                let path = folder.join(entry.file_name());
                if ignored.has(&path) {
                    continue;
                }
                let kind = entry.file_type()?;
                if kind.is_dir() && !SKIPPED.iter().any(|skipped| entry.file_name() == *skipped) {
                    folders.push(path);
                } else if kind.is_file() {
                    let name = path.to_string_lossy().replace('\\', "/");
                    match String::from_utf8(fs::read(root.join(&path))?) {
                        Ok(text) => tree.files.push(SourceFile { path: name, text }),
                        Err(_) => tree.binaries.push(name),
                    }
                }
            }
        }
        tree.files.sort_by(|a, b| a.path.cmp(&b.path));
        tree.commits = commits(root);
        Ok(tree)
    }

    /// Whether `path` is a file, or a folder that holds one.
    pub(crate) fn has(&self, path: &str) -> bool {
        let folder = format!("{path}/");
        let found = |name: &str| name == path || name.starts_with(&folder);
        self.files.iter().any(|file| found(&file.path)) || self.binaries.iter().any(|name| found(name))
    }

    pub(crate) fn get(&self, path: &str) -> Option<&SourceFile> {
        self.files.iter().find(|file| file.path == path)
    }
}

/// The commits after [`BEFORE_SUBJECTS`], without merges; `None` if that commit is not in the history, as in a shallow clone.
fn commits(root: &Path) -> Option<Vec<Commit>> {
    let range = format!("{BEFORE_SUBJECTS}..HEAD");
    let arguments = ["log", "--no-merges", "--format=%h%x09%s", &range];
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
    let commit = |line: &str| {
        line.split_once('\t').map(|(hash, subject)| Commit { hash: hash.to_owned(), subject: subject.to_owned() })
    };
    let log = String::from_utf8_lossy(&output.stdout);
    output.status.success().then(|| log.lines().filter_map(commit).collect())
}

/// What users build in the tree, as `.gitignore` files name it. Of their syntax: paths and names, each with one `*` at
/// most, and a slash at either end.
#[derive(Default)]
struct Ignored {
    /// The folder of the `.gitignore`, and one line of it.
    patterns: Vec<(PathBuf, String)>,
}

impl Ignored {
    fn add(&mut self, folder: &Path, text: &str) {
        let lines = text.lines().map(|line| line.trim_end_matches('/'));
        let patterns = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        self.patterns.extend(patterns.map(|pattern| (folder.to_owned(), pattern.to_owned())));
    }

    /// A pattern with a slash names a path from its folder; one without names a file or folder anywhere below it.
    fn has(&self, path: &Path) -> bool {
        self.patterns.iter().any(|(folder, pattern)| {
            let Ok(below) = path.strip_prefix(folder) else { return false };
            let name = if pattern.contains('/') { Some(below.as_os_str()) } else { below.file_name() };
            name.is_some_and(|name| matches(pattern.trim_start_matches('/'), &name.to_string_lossy()))
        })
    }
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        Some((start, end)) => name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end),
        None => pattern == name,
    }
}

/// A tree for tests.
#[cfg(test)]
pub(crate) fn planted(files: &[(&str, &str)]) -> Tree {
    let file = |&(path, text): &(&str, &str)| SourceFile { path: path.to_owned(), text: text.to_owned() };
    Tree { files: files.iter().map(file).collect(), ..Tree::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_build_leaves_is_ignored() {
        let mut ignored = Ignored::default();
        ignored.add(Path::new(""), "target/\n/build/\n");
        ignored.add(Path::new("php"), "# left behind\n*.lo\nconfigure\nmodules/\ntests/*.out\n\n");
        for path in [
            "target",
            "core/target",
            "build",
            "php/a.lo",
            "php/configure",
            "php/tests/configure",
            "php/modules",
            "php/tests/a.out",
        ] {
            assert!(ignored.has(Path::new(path)), "{path}");
        }
        for path in
            ["php/build", "a.lo", "configure", "php/configure.m4", "php/a.out", "php/lo", "php/tests/a.phpt", "php"]
        {
            assert!(!ignored.has(Path::new(path)), "{path}");
        }
    }
}
