//! Bounds: the stack length for a depth, around multiples of 64 levels and at the end of `usize`.

use stringmill_json::JsonCheck;

#[test]
fn bounds_of_the_stack_at_the_edges() {
    let all = usize::MAX as u128;
    let edges = [0, 64, 128, 1 << 16, u32::MAX as u128 * 64, all, all * 64, (all + 1) * 64, u64::MAX as u128];
    let mut checked = 0;
    for depth in edges.into_iter().flat_map(|edge| [edge.saturating_sub(1), edge, edge + 1]) {
        let Ok(depth) = u64::try_from(depth) else { continue };
        // One element for each 64 levels, without the innermost 64.
        let expected = usize::try_from((depth as u128).div_ceil(64).saturating_sub(1)).ok();
        assert_eq!(JsonCheck::stack_len(depth), expected, "{depth} levels");
        checked += 1;
    }
    assert!(checked >= 18, "only {checked} depths are numbers");
}
