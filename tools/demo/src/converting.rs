//! The race of `tools/bench-convert`: from Ion text to JSON, and from JSON to JSON.

use crate::race::{self, Race, Runner};
use std::fs;
use std::io;
use std::path::Path;
use stringmill_measure::Operation;

/// Bytes of the documents.
const LEN: usize = 100_000_000;

/// A document and the commands that convert it: `$1` is its file. All are compared with the first.
struct Document {
    file: &'static str,
    about: &'static str,
    runners: &'static [Runner],
}

const CAT: Runner = Runner { name: "cat", does: "copies", command: "cat \"$1\"" };

const DOCUMENTS: &[Document] = &[
    Document {
        file: "records.ion",
        about: "log records of Ion text, one in a line, into NDJSON",
        runners: &[
            Runner {
                name: "smill convert",
                does: "NDJSON",
                command: "smill convert --to ndjson --on-loss allow \"$1\"",
            },
            CAT,
            Runner { name: "ion to json", does: "NDJSON, by ion-cli", command: "ion to json \"$1\"" },
        ],
    },
    Document {
        file: "list.ion",
        about: "the same records in one list at the top level",
        runners: &[
            Runner {
                name: "smill convert",
                does: "one array",
                command: "smill convert --to json --on-loss allow \"$1\"",
            },
            CAT,
            Runner { name: "ion to json", does: "one array, by ion-cli", command: "ion to json \"$1\"" },
        ],
    },
    Document {
        file: "list.json",
        about: "the JSON of it, written anew",
        runners: &[
            Runner {
                name: "smill convert",
                does: "compact",
                command: "smill convert --to json --layout compact \"$1\"",
            },
            Runner {
                name: "smill convert --pretty",
                does: "indented",
                command: "smill convert --to json --pretty \"$1\"",
            },
            CAT,
            Runner { name: "jq -c .", does: "compact", command: "jq -c . \"$1\"" },
            Runner { name: "jq .", does: "indented", command: "jq . \"$1\"" },
        ],
    },
];

/// Writes the documents below `folder`.
pub(crate) fn write(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let records = Operation::find("ion_read", "-").expect("it is measured");
    let pool = (records.inputs)("records", LEN);
    let lines = pool.inputs()[0].bytes;
    fs::write(folder.join("records.ion"), lines)?;
    let commas = String::from_utf8_lossy(lines.trim_ascii_end()).replace('\n', ",\n");
    fs::write(folder.join("list.ion"), format!("[{commas}]\n"))
}

/// Runs all commands over the documents of `folder`.
pub(crate) fn races(folder: &Path) -> io::Result<Vec<Race>> {
    let race = |document: &Document| {
        let file = folder.join(document.file);
        let bytes = fs::metadata(&file)?.len();
        Ok((document.about, race::run(document.runners, &[file.as_os_str()], bytes)?))
    };
    DOCUMENTS.iter().map(race).collect()
}
