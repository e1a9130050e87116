//! Numbers to text, and text to floats, without allocating; long integers between bases.
//!
//! A writer gets a value and a buffer, and returns how many bytes it wrote. It writes the whole number or nothing.
//! Floats have the fewest digits that read back as the same value, laid out in a [`FloatShape`]. Callers write the
//! text around a number.
//!
//! [`FloatShape`]: stringmill_profile::FloatShape

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod digits;
mod float64_read;
mod float64_write;
mod int64_write;
mod long_integer;
mod room;
mod shortest_digits;

pub use float64_read::{DecimalText, nearest_float};
pub use float64_write::{FloatWrite, float32_write, float64_write};
pub use int64_write::{int64_write, uint64_write};
pub use long_integer::{LONG_BITS_MAX, LONG_DIGITS_MAX, bytes_of_decimal, decimal_of_bits};
pub use room::NUMBER_ROOM;
