//! JSON documents with their verdict, for the tests of front ends.
//!
//! Little-endian, for each document: its length in four bytes, the code of its error or zero in two, the offset of the
//! error in four, and its bytes.

use crate::spec::root;
use std::fs;
use stringmill_reference::{JsonLimits, JsonRules, json_check, json_document};

const COUNT: u64 = 24_000;

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
    let path = root().join("build/documents.bin");
    fs::create_dir_all(root().join("build"))
        .and_then(|()| fs::write(&path, out))
        .map_err(|error| format!("{}: {error}", path.display()))
}
