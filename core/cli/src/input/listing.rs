//! The files that the arguments name, and all files below the folders that they name, in the order of their names.

use crate::input::filter::{Filter, RuleTree};
use crate::output::names::misread;
use crate::output::temporaries::process_of;
use crate::process::memory;
use crate::report::failure::{Exit, Failure, errno};
use crate::report::messages::Messages;
use crate::report::visible::visible;
use crate::system::{self, Errno, FileId, FolderWalk, Kind, bytes_of, path_of};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Maximum number of skipped entries that are named.
const NAMED: usize = 10;

/// Files with their names, in ascending order of the bytes of the names.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// All paths, concatenated: a million paths must not be a million allocations.
    paths: Vec<u8>,
    entries: Vec<Entry>,
    /// Skipped entries, with the reason.
    skipped: Vec<Skipped>,
    /// Folders in which nothing is listed.
    empty_folders: Vec<PathBuf>,
}

/// How to walk through folders.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk<'w> {
    /// The file that the command writes or will replace.
    pub(crate) output: Option<FileId>,
    pub(crate) filter: &'w Filter,
    /// Whether folders in which nothing is listed are listed themselves, as names that end with a slash.
    pub(crate) empty_folders: bool,
    /// Whether a path that cannot be read is skipped.
    pub(crate) skip_unreadable: bool,
}

/// An entry that was skipped.
#[derive(Debug)]
struct Skipped {
    path: PathBuf,
    reason: Cow<'static, str>,
    /// Whether the exit code reports it.
    counts: bool,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    start: usize,
    end: usize,
    /// The name is the path from here on, without `./`, `/` or `../` before it.
    name: usize,
    named: bool,
}

/// A file to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Listed<'l> {
    /// Its path.
    pub(crate) path: &'l [u8],
    /// Its name in the output.
    pub(crate) name: &'l [u8],
    /// Whether an argument names it; if not, it was found in a folder.
    pub(crate) named: bool,
}

impl Listed<'_> {
    /// Whether it is a folder without files.
    pub(crate) fn is_folder(&self) -> bool {
        self.path.ends_with(b"/")
    }

    /// Whether the name omits `/` or `..`, which would lead out of a folder.
    fn is_shortened(&self) -> bool {
        let left_out = &self.path[..self.path.len() - self.name.len()];
        left_out.starts_with(b"/")
            || left_out.ends_with(b":/")
            || left_out.split(|&byte| byte == b'/').any(|part| part == b"..")
    }
}

impl Listing {
    /// Lists `paths`, walking folders; `output` is the file that the command writes or will replace.
    ///
    /// A link in `paths` is followed. Inside a folder, links are left out, as are pipes, sockets, devices and temporaries of
    /// this command.
    pub(crate) fn of(paths: &[PathBuf], output: Option<FileId>) -> Result<Self, Failure> {
        Listing::walked(paths, Walk { output, filter: &Filter::none(), empty_folders: false, skip_unreadable: false })
    }

    /// As [`Listing::of`], with a filter.
    pub(crate) fn walked(paths: &[PathBuf], walk: Walk<'_>) -> Result<Self, Failure> {
        let mut listing = Listing::default();
        for path in paths {
            listing.add(path, walk)?;
        }
        let Listing { paths, entries, .. } = &mut listing;
        // An unstable sort needs no copy, and equal names are refused later.
        entries.sort_unstable_by(|a, b| paths[a.name..a.end].cmp(&paths[b.name..b.end]));
        listing.empty_folders.sort_unstable();
        listing.skipped.sort_unstable_by(|a, b| a.path.as_os_str().cmp(b.path.as_os_str()));
        Ok(listing)
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn get(&self, at: usize) -> Listed<'_> {
        let Entry { start, end, name, named } = self.entries[at];
        Listed { path: &self.paths[start..end], name: &self.paths[name..end], named }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Listed<'_>> {
        (0..self.len()).map(|at| self.get(at))
    }

    /// The first name that occurs twice.
    pub(crate) fn duplicate(&self) -> Option<&[u8]> {
        self.entries
            .windows(2)
            .map(|pair| [self.name(pair[0]), self.name(pair[1])])
            .find_map(|[one, other]| (one == other).then_some(one))
    }

    /// Reports the skipped entries, the first ten of each kind by name; returns the exit code for them.
    pub(crate) fn report_skipped(&self, messages: &Messages) -> Exit {
        for counts in [true, false] {
            let say = |text: &str| if counts { messages.warning(text) } else { messages.note(text) };
            let kind = || self.skipped.iter().filter(|skipped| skipped.counts == counts);
            for Skipped { path, reason, .. } in kind().take(NAMED) {
                say(&format!("skipped {}: {reason}", visible(bytes_of(&path))));
            }
            if kind().count() > NAMED {
                say(&format!("skipped {} entries of folders in all", kind().count()));
            }
        }
        self.exit()
    }

    /// The exit code for the skipped entries.
    pub(crate) fn exit(&self) -> Exit {
        if self.skipped.iter().any(|skipped| skipped.counts) { Exit::Changed } else { Exit::Done }
    }

    /// The paths of the skipped entries, with the reasons.
    pub(crate) fn skipped(&self) -> impl Iterator<Item = (&[u8], &str)> {
        self.skipped.iter().map(|skipped| (bytes_of(&skipped.path), &*skipped.reason))
    }

    /// The folders in which nothing is listed.
    pub(crate) fn empty_folders(&self) -> &[PathBuf] {
        &self.empty_folders
    }

    /// Notes that a name is shorter than its path, if `/` or `..` was omitted.
    pub(crate) fn report_shortened(&self, messages: &Messages) {
        if let Some(Listed { path, name, .. }) = self.iter().find(Listed::is_shortened) {
            let (path, name) = (visible(path), visible(name));
            messages
                .note(&format!("{path} is stored as {name}: a name cannot lead out of the folder it is unpacked into"));
        }
    }

    fn name(&self, entry: Entry) -> &[u8] {
        &self.paths[entry.name..entry.end]
    }

    fn add(&mut self, path: &Path, walk: Walk<'_>) -> Result<(), Failure> {
        let facts = match std::fs::metadata(path) {
            Ok(facts) => facts,
            Err(error) if walk.skip_unreadable => return self.unreadable(bytes_of(&path), errno(&error)),
            Err(error) => return Err(Failure::io("open", path, errno(&error))),
        };
        let Root { path: root, name } = Root::of(path);
        if facts.is_dir() {
            return self.walk(root, name, walk);
        }
        if walk.filter.leaves_out_named(&root[name..]) {
            return Ok(());
        }
        if is_output(system::at_path(path).ok(), walk.output) {
            return Err(Failure::Usage(format!("{} is the output", visible(bytes_of(&path)))));
        }
        self.push(&root, b"", name)
    }

    /// Lists all files below `root`, folder after folder. No recursion: a tree may be deep.
    fn walk(&mut self, root: Vec<u8>, name: usize, walk: Walk<'_>) -> Result<(), Failure> {
        let Walk { output, filter, empty_folders, .. } = walk;
        let (mut rules, above) = RuleTree::above(filter, &path_of(&root))?;
        let mut folders = vec![(root, above)];
        // An argument may name a link to a folder.
        let mut follow = true;
        while let Some((folder, above)) = folders.pop() {
            let failed = |error| Failure::io("read", &path_of(&folder), error);
            let mut entries = match FolderWalk::open(&folder, std::mem::take(&mut follow)) {
                Ok(entries) => entries,
                Err(error) if walk.skip_unreadable => {
                    self.unreadable(&folder, error)?;
                    continue;
                }
                Err(error) => return Err(failed(error)),
            };
            let last = rules.enter(&entries, &folder, above)?;
            let mut empty = true;
            while let Some(entry) = entries.next() {
                let entry = entry.map_err(failed)?;
                let child = entry.name();
                let kind = entry.kind().or_else(|| entries.facts(&entry).map(|facts| facts.kind));
                let path = joined(&folder, child)?;
                if rules.leaves_out(&path, &path[name..], kind == Some(Kind::Folder), last) {
                    continue;
                }
                empty = false;
                if let Some(why) = misread(child) {
                    self.skip(&folder, child, why, true)?;
                    continue;
                }
                match kind {
                    Some(Kind::Folder) => memory::push(&mut folders, (path, last))?,
                    Some(Kind::File) => {
                        if output.is_some_and(|id| entry.may_be(id)) && is_output(entries.facts(&entry), output) {
                            self.skip(&folder, child, "it is the output", false)?;
                        } else if process_of(child).is_some() {
                            self.skip(&folder, child, "it is a temporary file of smill", false)?;
                        } else {
                            self.push(&folder, child, name)?;
                        }
                    }
                    Some(Kind::Link) => self.skip(&folder, child, "it is a symbolic link", true)?,
                    _ => self.skip(&folder, child, "it is not a file", true)?,
                }
            }
            if empty && folder.len() > name {
                memory::push(&mut self.empty_folders, path_of(&folder).into_owned())?;
                if empty_folders {
                    self.push_folder(&folder, name)?;
                }
            }
        }
        Ok(())
    }

    /// Adds the file at `folder/child`, or at `folder` if `child` is empty.
    fn push(&mut self, folder: &[u8], child: &[u8], name: usize) -> Result<(), Failure> {
        let start = self.paths.len();
        memory::extend(&mut self.paths, folder)?;
        if !child.is_empty() {
            memory::push(&mut self.paths, b'/')?;
            memory::extend(&mut self.paths, child)?;
        }
        let named = child.is_empty();
        memory::push(&mut self.entries, Entry { start, end: self.paths.len(), name: start + name, named })
    }

    /// Adds `folder` itself.
    fn push_folder(&mut self, folder: &[u8], name: usize) -> Result<(), Failure> {
        let start = self.paths.len();
        memory::extend(&mut self.paths, folder)?;
        memory::push(&mut self.paths, b'/')?;
        memory::push(&mut self.entries, Entry { start, end: self.paths.len(), name: start + name, named: false })
    }

    fn skip(
        &mut self,
        folder: &[u8],
        child: &[u8],
        reason: impl Into<Cow<'static, str>>,
        counts: bool,
    ) -> Result<(), Failure> {
        let path = path_of(&joined(folder, child)?).into_owned();
        memory::push(&mut self.skipped, Skipped { path, reason: reason.into(), counts })
    }

    fn unreadable(&mut self, path: &[u8], error: Errno) -> Result<(), Failure> {
        let reason = format!("it cannot be read: {}", error.desc()).into();
        memory::push(&mut self.skipped, Skipped { path: path_of(path).into_owned(), reason, counts: true })
    }
}

/// A path without redundant parts.
struct Root {
    path: Vec<u8>,
    /// Index in the path, or just after it, at which names begin.
    name: usize,
}

impl Root {
    /// Drops `.` parts and repeated slashes, and finds where names begin: after a leading slash, and after the last
    /// `..`, since no name may lead out of the folder it is unpacked into.
    fn of(path: &Path) -> Self {
        let mut clean = Vec::new();
        let (bytes, root) = system::parts(path);
        let (root, bytes) = bytes.split_at(root);
        clean.extend_from_slice(root);
        let mut name = clean.len();
        for part in bytes.split(|&byte| byte == b'/').filter(|part| !part.is_empty() && *part != b".") {
            if !clean.is_empty() && !clean.ends_with(b"/") {
                clean.push(b'/');
            }
            clean.extend_from_slice(part);
            if part == b".." {
                name = clean.len() + 1;
            }
        }
        match &clean[..] {
            // A folder is joined to its files by a slash, which is then the second one after the root.
            [] => Root { path: b".".to_vec(), name: 2 },
            _ if clean.len() == root.len() => Root { path: [root, b"."].concat(), name: root.len() + 2 },
            _ => Root { path: clean, name },
        }
    }
}

/// The path of `child` in `folder`.
fn joined(folder: &[u8], child: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut path = Vec::new();
    memory::reserve(&mut path, folder.len() + 1 + child.len())?;
    path.extend_from_slice(folder);
    path.push(b'/');
    path.extend_from_slice(child);
    Ok(path)
}

fn is_output(facts: Option<system::Facts>, output: Option<FileId>) -> bool {
    facts.is_some_and(|facts| Some(facts.id) == output)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_after_what_leads_elsewhere() {
        let cases = [
            ("a", "a", "a"),
            ("./a//b/./c", "a/b/c", "a/b/c"),
            ("a/", "a", "a"),
            ("/etc/x", "/etc/x", "etc/x"),
            ("../a/b", "../a/b", "a/b"),
            ("a/../../b/c", "a/../../b/c", "b/c"),
        ];
        for (given, path, name) in cases {
            let root = Root::of(Path::new(given));
            assert_eq!((&root.path[..], &root.path[root.name..]), (path.as_bytes(), name.as_bytes()), "{given}");
        }
        for (given, path) in [(".", "./x"), ("", "./x"), ("/", "/./x"), ("..", "../x"), ("a/..", "a/../x")] {
            let root = Root::of(Path::new(given));
            let file = [&root.path[..], b"/x"].concat();
            assert_eq!((&file[..], &file[root.name..]), (path.as_bytes(), &b"x"[..]), "{given}");
        }
    }
}
