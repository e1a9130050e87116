//! Section "Tiers" of the header.

use crate::arguments::there;
use crate::door;
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

/// See `stringmill.h`.
///
/// # Safety
///
/// `tier` must be null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_tier_forced(tier: *mut u32) -> u32 {
    door::code(|| {
        there(tier)?;
        let forced = Tier::forced().map_err(|_| ErrorCode::TierUnavailable)?;
        // SAFETY: the pointer is not null, and the caller promises that it can be written.
        unsafe { tier.write_unaligned(forced.map_or(0, number)) };
        Ok(())
    })
}
