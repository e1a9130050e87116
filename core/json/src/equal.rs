//! Comparison of short texts.

/// Whether texts of one length are equal. Most texts are so short that a call of `memcmp` would cost more.
#[doc(hidden)]
#[inline(always)]
pub fn is_equal(a: &[u8], b: &[u8]) -> bool {
    // The last word overlaps the one before it.
    #[inline(always)]
    fn ends<const N: usize>(a: &[u8], b: &[u8]) -> bool {
        a.first_chunk::<N>() == b.first_chunk() && a.last_chunk::<N>() == b.last_chunk()
    }
    match b.len() {
        1 => ends::<1>(a, b),
        2..=3 => ends::<2>(a, b),
        4..=7 => ends::<4>(a, b),
        8..=16 => ends::<8>(a, b),
        _ => a == b,
    }
}
