//! Detects other encodings than UTF-8 text by the first bytes.

use crate::grammar::window::{Scan, Stop, Window};
use stringmill_outcome::ErrorCode;

/// Refuses binary Ion, UTF-16 and UTF-32, with or without a byte order mark, and the byte order mark of UTF-8.
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
