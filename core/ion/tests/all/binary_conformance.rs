//! The binary test files of the Ion project (ion-tests), as `conformance.rs` runs those of text.

use crate::conformance::{files, files_of, groups, read_all_ways, verdict};
use crate::tree::read_whole;
use stringmill_kernels::Tier;

/// File, and the expected error.
const REFUSED: &str = include_str!("../refused_binary.tsv");

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn good_binary_is_read() {
    let files = files_of("good", "10n");
    for (name, bytes) in &files {
        assert_eq!(verdict(&read_all_ways(name, bytes)), "accepted", "{name}");
    }
    assert_eq!(files.len(), 87, "the suite has other files than it had");
    println!("87/87 good files of binary Ion read, whole and cut at every byte");
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn bad_binary_is_refused() {
    let files = files_of("bad", "10n");
    let found: Vec<_> =
        files.iter().map(|(name, bytes)| format!("{name}\t{}\n", verdict(&read_all_ways(name, bytes)))).collect();
    let accepted: Vec<_> = found.iter().filter(|line| line.contains("accepted")).collect();
    assert!(accepted.is_empty(), "{accepted:?}");
    assert_eq!(files.len(), 96, "the suite has other files than it had");
    if found.concat() != REFUSED {
        print!("{}", found.concat());
        panic!("not what refused_binary.tsv says");
    }
    println!("96/96 bad files of binary Ion refused with the code and offset of refused_binary.tsv");
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn binary_files_equal_the_text_files_beside_them() {
    let text = files("good");
    let pairs: Vec<_> = files_of("good", "10n")
        .into_iter()
        .filter_map(|(name, bytes)| Some((text.get(&name.replace(".10n", ".ion"))?.clone(), bytes, name)))
        .collect();
    for (text, bytes, name) in &pairs {
        let (binary, text) = (read_whole(Tier::best(), bytes).unwrap(), read_whole(Tier::best(), text).unwrap());
        // These texts have more values than the binary files.
        let more = ["good/clobWithDel.10n", "good/equivs/timestampFractions.10n"].contains(&name.as_str());
        assert_eq!(text.len(), binary.len() + usize::from(more), "{name}");
        assert_eq!(binary, text[..binary.len()], "{name}");
    }
    assert_eq!(pairs.len(), 4, "the suite has other files than it had");
    println!("4 binary files have the values of the text files beside them");
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn equivalent_binary_values_are_equal() {
    let files = files_of("good/equivs", "10n");
    for (name, bytes) in &files {
        for group in groups(name, bytes) {
            assert!(group.windows(2).all(|pair| pair[0] == pair[1]), "{name}: {group:?}");
        }
    }
    assert_eq!(files.len(), 11, "the suite has other files than it had");
    println!("11 binary files of equal values compared");
}
