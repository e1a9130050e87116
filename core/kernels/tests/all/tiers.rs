//! Which tiers there are.

use stringmill_kernels::Tier;

/// A tier that the machine is expected to have but that cannot run must fail the run, not shrink it.
#[test]
fn expected_tiers_are_available() {
    let expected = std::env::var("STRINGMILL_EXPECT_TIERS").unwrap_or_default();
    let available: Vec<_> = Tier::available().map(Tier::name).collect();
    for name in expected.split(',').filter(|name| !name.is_empty()) {
        assert!(available.contains(&name), "tier {name} is expected, but this machine has {available:?}");
    }
    for skipped in Tier::known().filter(|name| !available.contains(name)) {
        println!("tier {skipped}: not run (the machine does not have it)");
    }
}

#[test]
fn best_is_available() {
    assert!(Tier::available().any(|tier| tier == Tier::best()));
}
