//! Which files of a folder are left out: globs of the caller, and the rules of `.gitignore` files.

use crate::report::failure::Failure;
use crate::report::visible::visible;
use crate::system::{self, FolderWalk, bytes_of, path_of};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::fs::File;
use std::io::Read;
use std::path::Path;

const RULES: &str = ".gitignore";
/// The longest file of rules.
const RULES_MAX: u64 = 16 << 20;

/// What the caller leaves out.
#[derive(Debug)]
pub(crate) struct Filter {
    exclude: Gitignore,
    /// Whether `.gitignore` files count.
    gitignore: bool,
}

impl Filter {
    /// Leaves out nothing.
    pub(crate) fn none() -> Self {
        Filter { exclude: Gitignore::empty(), gitignore: false }
    }

    /// Leaves out what `globs` match, each as a line of a `.gitignore` file at the root of all names.
    pub(crate) fn new(globs: &[String], gitignore: bool) -> Result<Self, Failure> {
        let mut builder = GitignoreBuilder::new("");
        let usage = |glob: &str, error| Failure::Usage(format!("--exclude {}: {error}", visible(glob.as_bytes())));
        for glob in globs {
            builder.add_line(None, &without_alternatives(glob)).map_err(|error| usage(glob, error))?;
        }
        let exclude = builder.build().map_err(|error| usage(&globs.join(" "), error))?;
        Ok(Filter { exclude, gitignore })
    }

    /// Whether the globs match a name that an argument gives, or one of its folders.
    pub(crate) fn leaves_out_named(&self, name: &[u8]) -> bool {
        !self.exclude.is_empty() && self.exclude.matched_path_or_any_parents(path_of(name), false).is_ignore()
    }
}

/// The rules that hold in the folders of one walk.
pub(crate) struct RuleTree<'f> {
    filter: &'f Filter,
    sets: Vec<RuleSet>,
}

/// The rules of one `.gitignore` file.
struct RuleSet {
    rules: Gitignore,
    /// Index of the next set in a folder above.
    above: Option<usize>,
    /// To make a path of the walk relative to the folder of the file, these bytes are removed and the prefix is added.
    strip: usize,
    prefix: Vec<u8>,
}

impl<'f> RuleTree<'f> {
    /// The rules above the folder `root`, as far as they belong to the same git repository, and the last set of them.
    pub(crate) fn above(filter: &'f Filter, root: &Path) -> Result<(Self, Option<usize>), Failure> {
        let mut tree = RuleTree { filter, sets: Vec::new() };
        let Some(full) = root.canonicalize().ok().filter(|_| filter.gitignore) else { return Ok((tree, None)) };
        let parents: Vec<&Path> = full.ancestors().collect();
        let Some(top) = parents.iter().position(|folder| folder.join(".git").exists()) else { return Ok((tree, None)) };
        let mut above = None;
        // The walk reads the rules in `root` itself.
        for folder in parents[1..].iter().take(top).rev() {
            let path = folder.join(RULES);
            let Ok(file) = system::open_found(bytes_of(&path)) else { continue };
            let mut prefix = system::parts(full.strip_prefix(folder).unwrap_or(Path::new(""))).0.into_owned();
            prefix.push(b'/');
            let strip = root.as_os_str().len() + 1;
            above = Some(tree.add(file, &path, above, strip, prefix)?);
        }
        Ok((tree, above))
    }

    /// The last set of rules that holds in `folder`, which is open as `walk`; `above` is the last set of the folder above.
    pub(crate) fn enter(
        &mut self,
        walk: &FolderWalk,
        folder: &[u8],
        above: Option<usize>,
    ) -> Result<Option<usize>, Failure> {
        if !self.filter.gitignore {
            return Ok(None);
        }
        // As git does, this leaves out links.
        match walk.open_file(RULES) {
            Ok(file) => self.add(file, &path_of(folder).join(RULES), above, folder.len() + 1, Vec::new()).map(Some),
            Err(_) => Ok(above),
        }
    }

    fn add(
        &mut self,
        file: File,
        path: &Path,
        above: Option<usize>,
        strip: usize,
        prefix: Vec<u8>,
    ) -> Result<usize, Failure> {
        let mut bytes = Vec::new();
        let read = file.take(RULES_MAX + 1).read_to_end(&mut bytes);
        read.map_err(|error| Failure::io("read", path, crate::report::failure::errno(&error)))?;
        let name = || visible(bytes_of(&path));
        if bytes.len() as u64 > RULES_MAX {
            return Err(Failure::Limit(format!("{} is longer than {RULES_MAX} bytes", name())));
        }
        let mut builder = GitignoreBuilder::new("");
        let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
        for (line, number) in text.split(|&byte| byte == b'\n').zip(1..) {
            let line = std::str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line))
                .map_err(|_| Failure::Name(format!("{}:{number}: the line is not UTF-8", name())))?;
            // A pattern that is no glob matches nothing, as in git.
            let _ = builder.add_line(None, &without_alternatives(line));
        }
        let rules = builder.build().map_err(|error| Failure::Name(format!("{}: {error}", name())))?;
        self.sets.push(RuleSet { rules, above, strip, prefix });
        Ok(self.sets.len() - 1)
    }

    /// Whether the file or folder at `path`, which is called `name` in the output, is left out under the set `last`.
    pub(crate) fn leaves_out(&self, path: &[u8], name: &[u8], is_folder: bool, mut last: Option<usize>) -> bool {
        if self.filter.exclude.matched(path_of(name), is_folder).is_ignore() {
            return true;
        }
        if self.filter.gitignore && path.rsplit(|&byte| byte == b'/').next() == Some(b".git") {
            return true;
        }
        while let Some(at) = last {
            let RuleSet { rules, above, strip, prefix } = &self.sets[at];
            let relative = [&prefix[..], &path[*strip..]].concat();
            match rules.matched(path_of(&relative), is_folder) {
                ignore::Match::None => last = *above,
                found => return found.is_ignore(),
            }
        }
        false
    }
}

/// A line in which braces stand for themselves, as in git.
fn without_alternatives(line: &str) -> String {
    let mut out = String::new();
    let mut escaped = false;
    for sign in line.chars() {
        if !escaped && matches!(sign, '{' | '}') {
            out.push('\\');
        }
        out.push(sign);
        escaped = !escaped && sign == '\\';
    }
    out
}
