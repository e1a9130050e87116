//! Loading fewer bytes than a register has, without reading past them.

/// The at most 16 bytes of `src` as a little-endian number, and zeros above them.
///
/// Two loads that overlap cover every length, so no byte outside `src` is read and nothing is copied byte by byte.
#[inline(always)]
pub(super) fn up_to_16(src: &[u8]) -> u128 {
    let len = src.len();
    if let (Some(low), Some(high)) = (src.first_chunk::<8>(), src.last_chunk::<8>()) {
        if len > 16 {
            return up_to_16(&src[..16]);
        }
        return u64::from_le_bytes(*low) as u128 | (u64::from_le_bytes(*high) as u128) << (8 * (len - 8));
    }
    if let (Some(low), Some(high)) = (src.first_chunk::<4>(), src.last_chunk::<4>()) {
        let (low, high) = (u32::from_le_bytes(*low) as u64, u32::from_le_bytes(*high) as u64);
        return (low | high << (8 * (len - 4))) as u128;
    }
    match *src {
        [a, b, c] => u32::from_le_bytes([a, b, c, 0]) as u128,
        [a, b] => u32::from_le_bytes([a, b, 0, 0]) as u128,
        [a] => a as u128,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_length() {
        let bytes: [u8; 16] = core::array::from_fn(|i| i as u8 + 1);
        for len in 0..=16 {
            let mut expected = [0; 16];
            expected[..len].copy_from_slice(&bytes[..len]);
            assert_eq!(super::up_to_16(&bytes[..len]).to_le_bytes(), expected, "length {len}");
        }
    }
}
