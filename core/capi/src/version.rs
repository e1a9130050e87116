//! Section "Version" of the header.

use std::ffi::c_char;

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_version() -> u32 {
    VERSION
}

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_version_text() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

const VERSION: u32 = number(env!("CARGO_PKG_VERSION_MAJOR")) * 1_000_000
    + number(env!("CARGO_PKG_VERSION_MINOR")) * 1_000
    + number(env!("CARGO_PKG_VERSION_PATCH"));

const fn number(digits: &str) -> u32 {
    let digits = digits.as_bytes();
    let (mut value, mut i) = (0, 0);
    while i < digits.len() {
        value = 10 * value + (digits[i] - b'0') as u32;
        i += 1;
    }
    value
}
