//! Escapes text to the inside of a JSON string and back, and checks UTF-8, in one call each: for `str`, `Vec`, [`io`]
//! and [`fmt`]. The kernels take slices and report progress; these functions run the loop around them.
//!
//! Standards: RFC 8259, section 7, for strings; Unicode, table 3-7, for well-formed UTF-8. Without the feature `std`
//! the adaptors of [`io`] are left out, and the rest needs only `alloc`.
//!
//! [`io`]: https://doc.rust-lang.org/std/io/
//! [`fmt`]: core::fmt

#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod append;
mod escaped_str;
#[cfg(feature = "serde_json")]
mod formatter;
mod operation;
#[cfg(feature = "std")]
mod reader;
mod string;
#[cfg(feature = "std")]
mod writer;

pub use escaped_str::{EscapedStr, escaped};
#[cfg(feature = "serde_json")]
pub use formatter::ProfileFormatter;
pub use operation::{Escape, Operation, Unescape};
#[cfg(feature = "std")]
pub use reader::{EscapeReader, OperationReader, UnescapeReader};
pub use string::{escape, escape_into, unescape, unescape_into, validate};
#[cfg(feature = "std")]
pub use writer::{EscapeWriter, OperationWriter, UnescapeWriter};
