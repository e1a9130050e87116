//! The race of `make demo`: packs many files into JSON.

use crate::race::{self, Race, Runner};
use std::fs;
use std::io;
use std::path::Path;

/// All are compared with the first. `$1` is the corpus, `$2` a list of its files, separated by NUL.
const RUNNERS: &[Runner] = &[
    Runner { name: "smill pack", does: "one JSON object, a string for each file", command: "smill pack \"$1\"" },
    Runner { name: "smill pack -j 1", does: "the same on one thread", command: "smill pack -j 1 \"$1\"" },
    Runner { name: "cat", does: "copies the files; the list is made before", command: "xargs -0 cat <\"$2\"" },
    Runner {
        name: "find | sort | cat",
        does: "the same, and finds the files as smill must",
        command: "find \"$1\" -type f -print0 | LC_ALL=C sort -z | xargs -0 cat",
    },
    Runner {
        name: "cat | jq -Rs .",
        does: "all files as one single string",
        command: "xargs -0 cat <\"$2\" | jq -Rs .",
    },
    Runner { name: "python3", does: "json.dumps, one object as smill", command: "python3 \"$PEER\" \"$1\"" },
];

/// Runs all commands over `folder`; `out` is the path for the list of files.
pub(crate) fn race(folder: &Path, out: &Path) -> io::Result<Race> {
    let list = out.join("corpus.list");
    let bytes = write_list(folder, &list)?;
    Ok(("corpus", race::run(RUNNERS, &[folder.as_os_str(), list.as_os_str()], bytes)?))
}

/// Writes the paths of all files below `folder` to `list`, in order; returns the sum of their lengths.
fn write_list(folder: &Path, list: &Path) -> io::Result<u64> {
    let (mut paths, mut bytes) = (Vec::new(), 0);
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else {
                bytes += entry.metadata()?.len();
                paths.push(entry.path().into_os_string().into_encoded_bytes());
            }
        }
    }
    paths.sort();
    fs::write(list, [paths.join(&0), vec![0]].concat())?;
    Ok(bytes)
}
