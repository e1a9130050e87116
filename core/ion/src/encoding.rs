//! What is not Ion 1.0 text in UTF-8, seen by its first bytes.

use crate::grammar::window::{Scan, Stop, Window};
use stringmill_outcome::ErrorCode;

/// Refuses binary Ion, UTF-16 and UTF-32, with a byte order mark or without, and the mark of UTF-8.
pub(crate) fn check(window: Window) -> Scan<()> {
    if window.bytes.len() < 4 && !window.last {
        return Err(Stop::More);
    }
    let code = match *window.bytes {
        [0xE0, _, _, 0xEA, ..] => ErrorCode::IonBinary,
        [0xEF, 0xBB, 0xBF, ..] => ErrorCode::IonByteOrderMark,
        [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..] | [0, 0, 0xFE, 0xFF, ..] => ErrorCode::IonEncoding,
        [0, 1..=0xFF, 0, 1..=0xFF, ..] | [1..=0xFF, 0, 1..=0xFF, 0, ..] => ErrorCode::IonEncoding,
        [0, 0, 0, 1..=0xFF, ..] | [1..=0xFF, 0, 0, 0, ..] => ErrorCode::IonEncoding,
        _ => return Ok(()),
    };
    Err(Stop::Error(code, 0))
}
