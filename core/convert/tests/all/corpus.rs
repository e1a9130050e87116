//! The test files of the Ion project (ion-tests): every good file becomes JSON; typed, the same values are restored.
//!
//! `STRINGMILL_SUITES` names the folder of the files, by default `../shared`. The tests are ignored, so without the
//! folder none of them passes; `tools/run conformance` runs them.

use crate::pretty::comments;
use crate::running::{DOWN, DOWN_TYPED, LINES, UP_TYPED, in_pieces};
use crate::tree::{read, read_whole};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use stringmill_convert::{Conversion, Indent, PrettyLayout, Target};
use stringmill_ion::Options;
use stringmill_json::json_check;
use stringmill_kernels::Tier;

/// Files that are not UTF-8, and so no Ion 1.0 text.
const NOT_UTF8: [&str; 2] = ["utf16.ion", "utf32.ion"];

fn good_files() -> BTreeMap<String, Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let suites = std::env::var_os("STRINGMILL_SUITES").map_or(PathBuf::from("../shared"), PathBuf::from);
    let mut folders = vec![root.join(suites).join("ion-tests/iontestdata/good")];
    let mut found = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "ion")
                && !NOT_UTF8.iter().any(|name| path.ends_with(name))
            {
                found.insert(path.display().to_string(), fs::read(&path).unwrap());
            }
        }
    }
    assert_eq!(found.len(), 200, "the suite has other files than it had");
    found
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn every_good_file_comes_back_from_typed_json() {
    for (name, text) in &good_files() {
        let expected = read_whole(Tier::best(), text).unwrap();
        let mut written = Vec::new();
        for tier in Tier::available() {
            for size in [1, 100, text.len().max(1)] {
                let (json, losses) = in_pieces(tier, &DOWN_TYPED, text, size, 1000).expect(name);
                assert!(losses.is_empty(), "{name}");
                assert_eq!(json_check(LINES, &mut [0; 16], &json), Ok(()), "{name}");
                let back = in_pieces(tier, &UP_TYPED, &json, size, 1000);
                let (ion, _) = back.unwrap_or_else(|error| panic!("{name}: {error}: {}", json.escape_ascii()));
                assert_eq!(read(tier, [&ion[..], &[]]).as_ref(), Ok(&expected), "{name}");
                written.push((json, ion));
            }
        }
        assert!(written.windows(2).all(|pair| pair[0] == pair[1]), "{name}");
    }
    println!("200/200 good files come back from typed JSON, on every tier and in pieces");
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn every_good_file_becomes_json() {
    for (name, text) in &good_files() {
        let (json, _) = in_pieces(Tier::best(), &DOWN, text, text.len().max(1), usize::MAX).expect(name);
        assert_eq!(json_check(LINES, &mut [0; 16], &json), Ok(()), "{name}");
    }
    println!("200/200 good files become JSON");
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn every_good_file_keeps_its_values_in_other_layouts() {
    for (name, text) in &good_files() {
        let expected = read_whole(Tier::best(), text).unwrap();
        for options in [Options::COMPACT, Options::LINES, Options::PRETTY] {
            let conversion = Conversion { target: Target::Ion(options), ..DOWN };
            let (ion, _) = in_pieces(Tier::best(), &conversion, text, 100, 100).expect(name);
            assert_eq!(read_whole(Tier::best(), &ion).as_ref(), Ok(&expected), "{name}, {options:?}");
        }
    }
    println!("200/200 good files keep their values, compact, in lines and pretty");
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn every_good_file_keeps_its_values_and_comments_when_laid_out() {
    for (name, text) in &good_files() {
        let expected = read_whole(Tier::best(), text).unwrap();
        for (indent, width) in [(Indent::Blanks(2), 0), (Indent::Tab, 30), (Indent::Blanks(4), 100)] {
            let pretty = Some(PrettyLayout { indent, width, comments: true });
            let conversion = Conversion { target: Target::Ion(Options::PRETTY), pretty, ..DOWN };
            let lay_out = |text: &[u8], size| in_pieces(Tier::best(), &conversion, text, size, 100).expect(name).0;
            let ion = lay_out(text, 100);
            assert_eq!(read_whole(Tier::best(), &ion).as_ref(), Ok(&expected), "{name}, {width}");
            assert!(comments(&ion) == comments(text), "{name}, {width}");
            assert!(lay_out(&ion, 7) == ion, "{name}, {width}");
        }
    }
    println!("200/200 good files keep their values and comments when laid out, and twice is as once");
}
