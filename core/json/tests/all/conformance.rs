//! JSONTestSuite: the verdict that each file demands; for files that the standard leaves open, the verdict of a pinned
//! table. On every tier, in chunks of every size.
//!
//! `STRINGMILL_SUITES` names the folder of the files, by default `../shared`. The tests are ignored, so without the
//! folder none of them passes; `tools/run conformance` runs them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use stringmill_json::{Event, JsonCheck, JsonChecker, PausedReader};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error};

/// File, verdict, and the verdict if lone surrogates are allowed.
const LEFT_OPEN: &str = include_str!("../left_open.tsv");

fn files() -> BTreeMap<String, Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let suites = std::env::var_os("STRINGMILL_SUITES").map_or(PathBuf::from("../shared"), PathBuf::from);
    let folder = root.join(suites).join("json-tests/test_parsing");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let read = |path: PathBuf| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap());
    entries.map(|entry| read(entry.unwrap().path())).collect()
}

fn check(tier: Tier, rules: JsonCheck, text: &[u8], size: usize) -> Result<(), Error> {
    let mut stack = vec![0; JsonCheck::stack_len(rules.depth_max).expect("small")];
    let mut checker = JsonChecker::with_tier(tier, rules, &mut stack);
    let (mut at, mut end) = (0, 0);
    loop {
        end = (end + size).min(text.len());
        let chunk = if end == text.len() { Chunk::Last } else { Chunk::More };
        at += checker.step(&text[at..end], chunk).map_err(|error| error.after(at as u64))?;
        if chunk == Chunk::Last {
            return Ok(());
        }
    }
}

fn verdict(found: Result<(), Error>) -> String {
    found.map_or_else(|error| format!("{} at {}", error.code.name(), error.offset), |()| "accepted".into())
}

/// As [`check`], by the reader.
fn read(tier: Tier, rules: JsonCheck, text: &[u8], size: usize) -> Result<(), Error> {
    let (mut paused, mut at, mut end) = (PausedReader::with_tier(tier, rules), 0, 0);
    loop {
        end = (end + size).min(text.len());
        let chunk = if end == text.len() { Chunk::Last } else { Chunk::More };
        let mut reader = paused.resume(&text[at..end], chunk);
        loop {
            match reader.next()? {
                Event::End => return Ok(()),
                Event::More => break,
                _ => {}
            }
        }
        let (state, read) = reader.pause();
        (paused, at) = (state, at + read);
    }
}

/// The verdict on each file, the same on every tier and for every chunk size.
fn verdicts(rules: JsonCheck) -> BTreeMap<String, String> {
    let mut verdicts = BTreeMap::new();
    for (name, text) in files() {
        let tiers: Vec<_> = Tier::available().collect();
        let first = check(tiers[0], rules, &text, text.len().max(1));
        for &tier in &tiers {
            // Two files have 100 KB: single bytes would take too long.
            let sizes = (1..=130).filter(|size| text.len() < 10_000 || size % 32 == 1);
            for size in sizes.chain([text.len().max(1)]) {
                assert_eq!(check(tier, rules, &text, size), first, "{name}, {tier}, chunks of {size}");
                assert_eq!(read(tier, rules, &text, size), first, "{name}, {tier}, read in chunks of {size}");
            }
        }
        verdicts.insert(name, verdict(first));
    }
    verdicts
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn accepts_and_refuses_as_demanded() {
    for rules in [
        JsonCheck { depth_max: 1 << 20, ..JsonCheck::STRICT },
        JsonCheck::STRICT,
        JsonCheck { lone_surrogates: true, ..JsonCheck::STRICT },
    ] {
        let (mut accepted, mut refused) = (0, 0);
        for (name, verdict) in verdicts(rules) {
            match &name[..2] {
                "y_" => {
                    assert_eq!(verdict, "accepted", "{name}");
                    accepted += 1;
                }
                "n_" => {
                    assert_ne!(verdict, "accepted", "{name}");
                    let limit = rules.depth_max < 1 << 20 && verdict.starts_with("limit_depth");
                    assert!(limit || !verdict.starts_with("limit"), "{name}: {verdict}");
                    refused += 1;
                }
                _ => {}
            }
        }
        assert_eq!((accepted, refused), (95, 188), "the suite has other files than it had");
    }
    let tiers: Vec<_> = Tier::available().map(Tier::name).collect();
    println!("95/95 accepted, 188/188 refused, on {} in chunks of 1 to 130 bytes and whole", tiers.join(" "));
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn what_is_left_open_is_pinned() {
    let strict = verdicts(JsonCheck::STRICT);
    let lone = verdicts(JsonCheck { lone_surrogates: true, ..JsonCheck::STRICT });
    let open = strict.iter().filter(|(name, _)| name.starts_with("i_"));
    let found: Vec<_> = open.map(|(name, verdict)| format!("{name}\t{verdict}\t{}\n", lone[name])).collect();
    assert_eq!(found.concat(), LEFT_OPEN);
    println!("{} files that the standard leaves open have the verdicts of left_open.tsv", found.len());
}
