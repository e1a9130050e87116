//! `smill bench`. No test depends on a measured time.

use crate::running::smill;

/// Short enough for a test.
const BRIEF: [&str; 5] = ["bench", "--time", "0.01", "--lengths", "8,1K,1500"];

fn brief(more: &[&str]) -> Vec<String> {
    BRIEF.iter().chain(more).map(|argument| (*argument).to_owned()).collect()
}

#[test]
fn every_tier_is_measured_beside_memcpy() {
    let table = String::from_utf8(smill(brief(&["utf8_validate", "cjk"])).fine()).unwrap();
    let tiers = String::from_utf8(smill(["--version", "-v"]).fine()).unwrap();
    let tiers = tiers.lines().find_map(|line| line.strip_prefix("available ")).unwrap();
    for name in tiers.split(' ').chain(["memcpy"]) {
        let line = table.lines().find(|line| line.split_whitespace().any(|word| word == name));
        let rates = line.unwrap_or_else(|| panic!("no {name}: {table}")).split_whitespace().rev().take(3);
        assert!(rates.clone().all(|rate| rate.parse::<f64>().is_ok_and(|rate| rate > 0.0)), "{table}");
    }
    assert!(table.contains("8      1 K     1500\n"), "{table}");
    assert!(!table.contains("json_escape"), "{table}");
    assert!(
        table.lines().last().is_some_and(|line| line.starts_with("spread: ") && line.contains(" % of the")),
        "{table}"
    );
}

#[test]
fn the_chart_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    smill(brief(&["utf8_validate", "cjk", "--svg", "now.svg"])).within(folder.path()).fine();
    let svg = std::fs::read_to_string(folder.path().join("now.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.contains(">cjk</text>"), "{svg}");
    let outcome = smill(brief(&["utf8_validate", "cjk", "--svg", "no/now.svg"])).within(folder.path()).caught();
    assert_eq!(outcome.code, Some(4));
    assert_eq!(outcome.err, "error: cannot open the folder no: No such file or directory\n");
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["now.svg"]);
}

#[test]
fn unknown_words_are_refused() {
    let err = smill(["bench", "nonsense"]).fails(2);
    assert!(err.starts_with("error: unknown word 'nonsense'; known words: ascii, "), "{err}");
    let err = smill(["bench", "utf8_validate", "copy"]).fails(2);
    assert_eq!(err, "error: no operation matches 'utf8_validate copy'\n");
    for arguments in [["bench", "--lengths", "0"], ["bench", "--lengths", "17M"], ["bench", "--time", "0"]] {
        let err = smill(arguments).fails(2);
        assert!(err.contains("must be"), "{err}");
    }
}
