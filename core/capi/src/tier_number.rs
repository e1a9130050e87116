//! The numbers of tiers in C.

use std::ffi::CStr;
use std::sync::OnceLock;
use stringmill::{ErrorCode, Tier};

/// `SMILL_TIER_...`: the index is the number in C. Never reorder: programs are compiled with the numbers.
pub(crate) const NAMES: [&CStr; 7] = [c"", c"scalar", c"sse42", c"avx2", c"avx512", c"neon", c"simd128"];

/// The tier with this number; 0 is the best.
pub(crate) fn numbered(number: u32) -> Result<Tier, ErrorCode> {
    static TIERS: OnceLock<[Option<Tier>; NAMES.len()]> = OnceLock::new();
    let named = |name: &CStr| Tier::available().find(|tier| tier.name().as_bytes() == name.to_bytes());
    match number {
        0 => Ok(Tier::best()),
        _ => match TIERS.get_or_init(|| NAMES.map(named)).get(number as usize) {
            Some(Some(tier)) => Ok(*tier),
            Some(None) => Err(ErrorCode::TierUnavailable),
            None => Err(ErrorCode::ChoiceUnknown),
        },
    }
}

/// The number of a tier.
pub(crate) fn number(tier: Tier) -> u32 {
    let place = NAMES.iter().position(|name| name.to_bytes() == tier.name().as_bytes());
    // A test checks that every tier has a number.
    place.unwrap_or_default() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tier_has_a_number() {
        for name in Tier::known() {
            assert!(NAMES.iter().any(|known| known.to_bytes() == name.as_bytes()), "{name}");
        }
        for tier in Tier::available() {
            assert_eq!(numbered(number(tier)), Ok(tier));
        }
    }
}
