//! Loading fewer bytes than a register has, without reading past them.

/// The at most 16 bytes of `src` as a little-endian number, and zeros above them.
///
/// Two loads that overlap cover every length, so no byte outside `src` is read and nothing is copied byte by byte.
#[inline(always)]
pub(super) fn up_to_16(src: &[u8]) -> u128 {
    let len = src.len();
    if len > 16 {
        return up_to_16(&src[..16]);
    }
    if len > 8
        && let (Some(low), Some(high)) = (src.first_chunk::<8>(), src.last_chunk::<8>())
    {
        let high = u64::from_le_bytes(*high) >> (8 * (16 - len));
        return u64::from_le_bytes(*low) as u128 | (high as u128) << 64;
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

/// Writes the first bytes, as many as `dst` has, which are at most 16.
#[inline(always)]
pub(super) fn store_up_to_16(bytes: &[u8; 16], dst: &mut [u8]) {
    let len = dst.len();
    let number = u128::from_le_bytes(*bytes);
    if let Some(low) = dst.first_chunk_mut::<8>() {
        *low = (number as u64).to_le_bytes();
        if let Some(high) = dst.last_chunk_mut::<8>() {
            *high = ((number >> (8 * (len - 8))) as u64).to_le_bytes();
        }
    } else if let Some(low) = dst.first_chunk_mut::<4>() {
        *low = (number as u32).to_le_bytes();
        if let Some(high) = dst.last_chunk_mut::<4>() {
            *high = ((number >> (8 * (len - 4))) as u32).to_le_bytes();
        }
    } else if let Some((last, rest)) = dst.split_last_mut() {
        *last = bytes[len - 1];
        for (to, byte) in rest.iter_mut().zip(bytes) {
            *to = *byte;
        }
    }
}

/// Writes the first bytes of `block`, as many as `dst` has, which are at most 64.
#[inline(always)]
pub(super) fn store_up_to_64(block: &[u8; 64], dst: &mut [u8]) {
    let (whole, rest) = dst.as_chunks_mut::<16>();
    let quarters = block.as_chunks::<16>().0;
    for (to, quarter) in whole.iter_mut().zip(quarters) {
        *to = *quarter;
    }
    if let Some(quarter) = quarters.get(whole.len()) {
        store_up_to_16(quarter, rest);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_stored_length() {
        let block: [u8; 64] = core::array::from_fn(|i| i as u8 + 1);
        for len in 0..=64 {
            let mut dst = [0; 66];
            super::store_up_to_64(&block, &mut dst[1..1 + len]);
            assert_eq!(dst[1..1 + len], block[..len], "length {len}");
            assert!(dst[0] == 0 && dst[1 + len..].iter().all(|&byte| byte == 0), "length {len}");
        }
    }

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
