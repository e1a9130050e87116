//! Detects binary Ion and other encodings than UTF-8 text by the first bytes.

use crate::binary::VERSION_MARKER;
use crate::grammar::window::{Scan, ScanStop, Window};
use stringmill_outcome::ErrorCode;

/// The encodings of Ion that a reader accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AcceptedEncodings {
    Any,
    Text,
    Binary,
}

/// Whether the input is binary Ion. Refuses an encoding that is not accepted, other versions of binary Ion, UTF-16 and
/// UTF-32, with or without a byte order mark, and the byte order mark of UTF-8.
pub(crate) fn is_binary(window: Window, accepted: AcceptedEncodings) -> Scan<bool> {
    if window.bytes.len() < 4 && !window.last {
        return Err(ScanStop::More);
    }
    let code = match *window.bytes {
        [0xE0, _, _, 0xEA, ..] if accepted == AcceptedEncodings::Text => ErrorCode::IonBinary,
        [0xE0, 1, 0, 0xEA, ..] => return Ok(true),
        [0xE0, _, _, 0xEA, ..] => ErrorCode::IonVersion,
        // The first bytes of the marker. No text begins with them.
        [0xE0, ref rest @ ..] if VERSION_MARKER[1..].starts_with(rest) => {
            return Err(ScanStop::Error(ErrorCode::IonIncomplete, window.bytes.len()));
        }
        _ if accepted == AcceptedEncodings::Binary => ErrorCode::IonBinaryMarker,
        [0xEF, 0xBB, 0xBF, ..] => ErrorCode::IonByteOrderMark,
        [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..] | [0, 0, 0xFE, 0xFF, ..] => ErrorCode::IonEncoding,
        [0, 1..=0xFF, 0, 1..=0xFF, ..] | [1..=0xFF, 0, 1..=0xFF, 0, ..] => ErrorCode::IonEncoding,
        [0, 0, 0, 1..=0xFF, ..] | [1..=0xFF, 0, 0, 0, ..] => ErrorCode::IonEncoding,
        _ => return Ok(false),
    };
    Err(ScanStop::Error(code, 0))
}
