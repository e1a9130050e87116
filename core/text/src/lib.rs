//! Text into the inside of a JSON string and back, and the check of UTF-8, in one call each: for `str`, `Vec`, [`io`]
//! and [`fmt`]. The kernels below take slices and report progress; these calls own the loop around them.
//!
//! Standards: RFC 8259, section 7, for strings; Unicode, table 3-7, for well-formed UTF-8.
//!
//! [`io`]: std::io
//! [`fmt`]: std::fmt

mod escaped;
#[cfg(feature = "serde_json")]
mod formatter;
mod grow;
mod operation;
mod reader;
mod string;
mod writer;

pub use escaped::{Escaped, escaped};
#[cfg(feature = "serde_json")]
pub use formatter::ProfileFormatter;
pub use operation::{Escape, Operation, Unescape};
pub use reader::{EscapeReader, Reader, UnescapeReader};
pub use string::{escape, escape_into, unescape, unescape_into, validate};
pub use writer::{EscapeWriter, UnescapeWriter, Writer};
