//! The races of `tools/run bench-convert`: from Ion text to JSON, and from JSON to JSON; and those of `make demo` beside the
//! tools that people use for the same daily work.

use crate::race::{self, Race, Runner};
use std::fs;
use std::io;
use std::path::Path;
use stringmill_measure::Operation;

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

const DAILY: &[Document] = &[
    Document {
        file: "list.json",
        about: "canonical JSON of one array",
        runners: &[
            Runner { name: "smill canon", does: "RFC 8785", command: "smill canon \"$1\"" },
            CAT,
            Runner {
                name: "jq -cS .",
                does: "sorts by code point, and spells numbers by other rules",
                command: "jq -cS . \"$1\"",
            },
        ],
    },
    Document {
        file: "records.ndjson.gz",
        about: "gzip of NDJSON, checked and written anew (MB/s of the compressed file)",
        runners: &[
            Runner {
                name: "smill convert",
                does: "recognises gzip by content",
                command: "smill convert --from ndjson --to ndjson \"$1\"",
            },
            CAT,
            Runner { name: "gzip -dc", does: "decompression alone", command: "gzip -dc \"$1\"" },
            Runner { name: "gzip -dc | jq -c .", does: "the same work", command: "gzip -dc \"$1\" | jq -c ." },
        ],
    },
    Document {
        file: "damaged.ndjson",
        about: "NDJSON cut at its end, each thousandth line with a comma too many",
        runners: &[
            Runner {
                name: "smill repair",
                does: "mends what is named, counts each mend",
                command: "smill repair --mend trailing-commas,drop-truncated \"$1\" 2>/dev/null",
            },
            CAT,
            Runner {
                name: "jq -cR fromjson?",
                does: "drops the damaged lines, and counts none",
                command: "jq -cR 'fromjson? // empty' \"$1\"",
            },
        ],
    },
];

/// Writes the documents of Ion, of `len` bytes each, below `folder`.
pub(crate) fn write(folder: &Path, len: usize) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let records = Operation::find("ion_read", "-").expect("it is measured");
    let pool = (records.inputs)("records", len);
    let lines = pool.inputs()[0].bytes;
    fs::write(folder.join("records.ion"), lines)?;
    let commas = String::from_utf8_lossy(lines.trim_ascii_end()).replace('\n', ",\n");
    fs::write(folder.join("list.ion"), format!("[{commas}]\n"))
}

/// Runs the commands of `tools/run bench-convert` over the documents of `folder`.
pub(crate) fn races(folder: &Path) -> io::Result<Vec<Race>> {
    run(DOCUMENTS, folder)
}

/// Runs the commands of `make demo` over the documents of `folder`.
pub(crate) fn daily(folder: &Path) -> io::Result<Vec<Race>> {
    run(DAILY, folder)
}

fn run(documents: &[Document], folder: &Path) -> io::Result<Vec<Race>> {
    let race = |document: &Document| {
        let file = folder.join(document.file);
        let bytes = fs::metadata(&file)?.len();
        Ok((document.about, race::run(document.runners, &[file.as_os_str()], bytes)?))
    };
    documents.iter().map(race).collect()
}
