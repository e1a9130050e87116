//! Section "Tiers" of the header.

use crate::door::{self, exported};
use crate::tier_number::{NAMES, number, numbered};
use std::ffi::{c_char, c_int};
use std::ptr;
use stringmill::{ErrorCode, Tier};

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_tier_best() -> u32 {
    door::caught(0, || number(Tier::best()))
}

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_tier_available(tier: u32) -> c_int {
    door::caught(0, || numbered(tier).is_ok().into())
}

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_tier_name(tier: u32) -> *const c_char {
    door::caught(ptr::null(), || match tier {
        0 => ptr::null(),
        _ => NAMES.get(tier as usize).map_or(ptr::null(), |name| name.as_ptr()),
    })
}

exported! {
    fn smill_tier_forced(tier: *mut u32) -> u32 {
        door::write_out(tier, &[], || {
            let forced = Tier::forced().map_err(|_| ErrorCode::TierUnavailable)?;
            Ok(forced.map_or(0, number))
        })
    }
}
