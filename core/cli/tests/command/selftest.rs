//! `smill selftest`.

use crate::running::smill;

#[test]
fn every_operation_passes_on_every_tier() {
    let out = String::from_utf8(smill(["selftest"]).fine()).unwrap();
    let tiers: Vec<_> = stringmill::Tier::available().map(stringmill::Tier::name).collect();
    for operation in ["json_check", "json_escape", "json_unescape", "utf8_validate"] {
        for tier in &tiers {
            let line = out.lines().find(|line| {
                line.starts_with(&format!("{operation} ")) && line.ends_with(&format!(" skipped 0 ({tier})"))
            });
            let counts = line.and_then(|line| line.split(' ').nth(1)).and_then(|counts| counts.split_once('/'));
            assert!(counts.is_some_and(|(passed, all)| passed == all && passed.len() > 2), "{operation} {tier}: {out}");
        }
    }
    assert_eq!(out.lines().count() % tiers.len(), 0, "{out}");
}

#[test]
fn operations_are_chosen_by_name() {
    let out = String::from_utf8(smill(["selftest", "utf8_validate"]).fine()).unwrap();
    assert!(out.lines().all(|line| line.starts_with("utf8_validate ")), "{out}");
    let err = smill(["selftest", "json_juggle"]).fails(2);
    assert!(err.starts_with("error: no vectors of json_juggle; operations with vectors: base64_decode, "), "{err}");
}
