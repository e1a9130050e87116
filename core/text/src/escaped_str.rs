//! Escaped text for `format!`, without an escaped copy in memory.

use crate::operation::JSON;
use core::fmt;
use stringmill_kernels::json_escape;
use stringmill_outcome::{Chunk, Repairs};

/// Bytes of output for one call of the kernel.
const ROOM: usize = 512;

/// Displays `text` as [`escape`](crate::escape) returns it.
///
/// ```
/// use stringmill::escaped;
///
/// assert_eq!(format!(r#"{{"path":"{}"}}"#, escaped(r"C:\tmp")), r#"{"path":"C:\\tmp"}"#);
/// ```
pub const fn escaped(text: &str) -> EscapedStr<'_> {
    EscapedStr(text)
}

/// Displays its text as the inside of a JSON string; made by [`escaped`]. Ignores widths and other options of a
/// format.
///
/// ```
/// use stringmill::{EscapedStr, escaped};
///
/// let title: EscapedStr = escaped("a \"title\"");
/// println!("{{\"title\":\"{title}\"}}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EscapedStr<'a>(&'a str);

impl fmt::Display for EscapedStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0.as_bytes();
        let mut room = [0; ROOM];
        while !rest.is_empty() {
            let done = json_escape(&JSON, rest, &mut room, Chunk::Last, &mut Repairs::default());
            let done = done.map_err(|_| fmt::Error)?;
            f.write_str(str::from_utf8(&room[..done.written]).map_err(|_| fmt::Error)?)?;
            rest = &rest[done.read..];
        }
        Ok(())
    }
}
