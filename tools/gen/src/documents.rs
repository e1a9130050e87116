//! JSON documents with their verdict, for the tests of front ends.
//!
//! Little-endian, for each document: its length in four bytes, the code of its error or zero in two, the offset of the
//! error in four, and its bytes.
//!
//! Those for readers of the value so far are lines of JSON: the document `in` hexadecimal, its outcome if it is whole (`finish`),
//! and for some of its beginnings the length and what a reader says, as in `vectors/partial/`.

use crate::spec::root;
use crate::vectors::partial;
use std::fmt::Write;
use std::fs;
use stringmill_reference::{JsonLimits, JsonRules, json_check, json_document};

const COUNT: u64 = 24_000;

/// Documents for readers of the value so far, and how many beginnings of each are read.
const PARTIAL_COUNT: u64 = 20_000;
const BEGINNINGS: usize = 5;

/// Depth is limited to 64 levels, and surrogates must be in pairs.
pub(crate) fn write() -> Result<(), String> {
    let rules = JsonRules { lines: false, lone_surrogates: false, string_max: u64::MAX };
    let limits = JsonLimits { depth: 64, ..JsonLimits::NONE };
    let mut out = Vec::new();
    for document in (0..COUNT).map(json_document) {
        let (code, offset) = match json_check(rules, limits, &document) {
            Ok(()) => (0, 0),
            Err(error) => (error.code as u16, error.offset as u32),
        };
        out.extend_from_slice(&(document.len() as u32).to_le_bytes());
        out.extend_from_slice(&code.to_le_bytes());
        out.extend_from_slice(&offset.to_le_bytes());
        out.extend_from_slice(&document);
    }
    put("build/documents.bin", &out)?;
    put("build/partial.ndjson", partial_documents().as_bytes())
}

fn put(path: &str, bytes: &[u8]) -> Result<(), String> {
    let path = root().join(path);
    fs::create_dir_all(root().join("build"))
        .and_then(|()| fs::write(&path, bytes))
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn partial_documents() -> String {
    let rules = partial::plain_rules(64);
    let mut out = String::new();
    for document in (0..PARTIAL_COUNT).map(json_document) {
        let _ = write!(out, "{{\"in\":\"");
        document.iter().for_each(|byte| _ = write!(out, "{byte:02x}"));
        let _ = write!(out, "\",\"finish\":{{{}}},\"beginnings\":[", partial::finished(&rules, &document));
        for number in 0..BEGINNINGS {
            // Spread over the document; the last one is all of it.
            let len = document.len() * (number + 1) / BEGINNINGS;
            let comma = if number > 0 { "," } else { "" };
            let _ = write!(out, "{comma}{{\"after\":{len}{}}}", partial::so_far(&rules, &document[..len]));
        }
        out += "]}\n";
    }
    out
}
