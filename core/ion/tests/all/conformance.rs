//! The test files of the Ion project (ion-tests): good files are read, bad files are refused with the code and offset of a
//! pinned table, and equality of values is as expected; on every tier, for whole text and text that is cut at every byte.
//!
//! `STRINGMILL_SUITES` names the folder of the files, by default `../shared`. The tests are ignored, so without the folder
//! none of them passes; `tools/run conformance` runs them.

use crate::tree::{Node, Sym, Value, read, read_whole};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use stringmill_kernels::Tier;
use stringmill_outcome::{Error, ErrorCode};

/// File, and the expected error.
const REFUSED: &str = include_str!("../refused.tsv");

/// Files that are not UTF-8, and so no Ion 1.0 text.
pub(crate) const NOT_UTF8: [&str; 2] = ["good/utf16.ion", "good/utf32.ion"];

pub(crate) fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    files_of(folder, "ion")
}

/// The files with this extension.
pub(crate) fn files_of(folder: &str, wanted: &str) -> BTreeMap<String, Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let suites = std::env::var_os("STRINGMILL_SUITES").map_or(PathBuf::from("../shared"), PathBuf::from);
    let corpus = root.join(suites).join("ion-tests/iontestdata");
    let mut found = BTreeMap::new();
    let mut folders = vec![corpus.join(folder)];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == wanted) {
                let name = path.strip_prefix(&corpus).unwrap().to_str().unwrap().to_owned();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Reads a text on every tier and with every cut, with the same result.
pub(crate) fn read_all_ways(name: &str, text: &[u8]) -> Result<Vec<Node>, Error> {
    let first = read_whole(Tier::best(), text);
    for tier in Tier::available() {
        assert_eq!(read_whole(tier, text), first, "{name}, whole, {tier}");
        assert_eq!(read(tier, text.chunks(1).chain([&[][..]])), first, "{name}, by bytes, {tier}");
    }
    // One file has 27 KB; for long files, the pieces of one byte above cover the other cuts.
    for cut in (0..=text.len()).step_by(if text.len() < 5000 { 1 } else { 64 }) {
        assert_eq!(read(Tier::best(), [&text[..cut], &text[cut..]]), first, "{name}, cut at {cut}");
    }
    first
}

pub(crate) fn verdict(found: &Result<Vec<Node>, Error>) -> String {
    found.as_ref().map_or_else(|error| format!("{} at {}", error.code.name(), error.offset), |_| "accepted".into())
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn good_is_read() {
    let files = files("good");
    for (name, text) in &files {
        let expected = if NOT_UTF8.contains(&name.as_str()) { "ion_encoding at 0" } else { "accepted" };
        assert_eq!(verdict(&read_all_ways(name, text)), expected, "{name}");
    }
    assert_eq!(files.len(), 202, "the suite has other files than it had");
    println!("200/200 good files read, 2 refused that are UTF-16 and UTF-32, whole and cut at every byte");
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn bad_is_refused() {
    let files = files("bad");
    let found: Vec<_> =
        files.iter().map(|(name, text)| format!("{name}\t{}\n", verdict(&read_all_ways(name, text)))).collect();
    let accepted: Vec<_> = found.iter().filter(|line| line.contains("accepted")).collect();
    assert!(accepted.is_empty(), "{accepted:?}");
    assert_eq!(files.len(), 400, "the suite has other files than it had");
    if found.concat() != REFUSED {
        print!("{}", found.concat());
        panic!("not what refused.tsv says");
    }
    println!("400/400 bad files refused with the code and offset of refused.tsv, whole and cut at every byte");
}

/// The groups of values to compare: of each sequence at the top level, its elements, or the documents in them.
pub(crate) fn groups(name: &str, text: &[u8]) -> Vec<Vec<Vec<Node>>> {
    let nodes = read_whole(Tier::best(), text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let group = |node: &Node| match &node.value {
        Value::Sequence(_, elements) if node.annotations == [Sym::Text("embedded_documents".into())] => {
            elements.iter().map(|element| document(name, element)).collect()
        }
        Value::Sequence(_, elements) => elements.iter().map(|element| vec![element.clone()]).collect(),
        other => panic!("{name}: no sequence: {other:?}"),
    };
    nodes.iter().map(group).collect()
}

fn document(name: &str, element: &Node) -> Vec<Node> {
    let Value::String(text) = &element.value else { panic!("{name}: no document: {element:?}") };
    read_all_ways(name, text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error} in {text}"))
}

fn compare(folder: &str, expected: bool, files_due: usize) {
    let (files, mut compared) = (files(folder), 0);
    for (name, text) in &files {
        for group in groups(name, text) {
            for (at, one) in group.iter().enumerate() {
                for other in &group[at + 1..] {
                    assert_eq!(one == other, expected, "{name}: {one:?} and {other:?}");
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(files.len(), files_due, "the suite has other files than it had");
    println!("{folder}: {compared} pairs in {} files compared", files.len());
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn equivalent_values_are_equal() {
    compare("good/equivs", true, 49);
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn other_values_are_not_equal() {
    compare("good/non-equivs", false, 21);
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn timestamps_name_the_same_point_in_time() {
    for (name, text) in files("good/timestamp/equivTimeline") {
        for group in groups(&name, &text) {
            let instants: Vec<_> = group
                .iter()
                .map(|nodes| match &nodes[0].value {
                    Value::Timestamp(stamp) => stamp.instant(),
                    other => panic!("{name}: no timestamp: {other:?}"),
                })
                .collect();
            assert!(instants.windows(2).all(|pair| pair[0] == pair[1]), "{name}: {instants:?}");
        }
    }
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn damaged_files_are_judged_alike() {
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    const BYTES: &[u8] = b"{}[]()'\"\\:,./*+-_$0195aedTZnx \n\r\t\x00\x0B\x7F\x80\xC3\xE2\xF0\xFF";
    let mut judged = 0;
    for (name, text) in files("") {
        let text = &text[..text.len().min(4000)];
        for _ in 0..40 {
            let mut damaged = text.to_vec();
            for _ in 0..1 + next(3) {
                let (at, byte) = (next(damaged.len() + 1), BYTES[next(BYTES.len())]);
                match next(3) {
                    0 => damaged.insert(at, byte),
                    _ if at == damaged.len() => {}
                    1 => damaged[at] = byte,
                    _ => drop(damaged.remove(at)),
                }
            }
            let whole = read_whole(Tier::best(), &damaged);
            let show = || format!("{name}: {}", damaged.escape_ascii());
            for tier in Tier::available() {
                assert_eq!(read_whole(tier, &damaged), whole, "{}", show());
            }
            for size in [1, 2 + next(60)] {
                let found = read(Tier::best(), damaged.chunks(size).chain([&[][..]]));
                assert_eq!(found, whole, "by {size}, {}", show());
            }
            // After another value, the short cut of the reader is active.
            let second = read_whole(Tier::best(), &[b"0 ", &damaged[..]].concat());
            match whole {
                Ok(nodes) => assert_eq!(&second.unwrap()[1..], nodes, "{}", show()),
                Err(Error {
                    code: ErrorCode::IonBinary | ErrorCode::IonEncoding | ErrorCode::IonByteOrderMark,
                    ..
                }) => {}
                Err(error) => {
                    assert!(error.offset <= damaged.len() as u64, "{}", show());
                    assert_eq!(second, Err(Error::new(error.code, error.offset + 2)), "{}", show());
                }
            }
            judged += 1;
        }
    }
    println!("{judged} damaged files have one verdict, on every tier and in pieces");
}
