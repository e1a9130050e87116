//! The whole grammar of blobs and clobs, from `{{` to `}}`: white space is allowed, comments are not.

use crate::grammar::blank::PassedComments;
use crate::grammar::quoted::{self, Quote, QuotedText};
use crate::grammar::window::{Scan, ScanStop, Window};
use std::ops::Range;
use stringmill_kernels::{Base64Decode, ByteClass, base64_decode_with};
use stringmill_outcome::{Chunk, Error, ErrorCode};
use stringmill_profile::{TrailingBits, WhiteSpace};

/// The content of a lob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lob {
    /// Base64 with white space; the caller's buffer has the decoded bytes.
    Blob,
    /// A clob, from its first quote to its last.
    Clob { quote: Quote, text: Range<usize>, plain: bool },
}

/// The lob that begins at `start`, and its end. The bytes of a blob replace those in `bytes`.
pub(crate) fn scan(window: Window, start: usize, bytes: &mut Vec<u8>) -> Scan<(Lob, usize)> {
    let from = window.run(&ByteClass::WHITE_SPACE_ION, start + 2);
    let quote = match window.get(from)? {
        Some(b'"') => Quote::Clob,
        Some(b'\'') if quoted::long_begins(window, from)? => Quote::LongClob,
        _ => return blob(window, from, bytes).map(|end| (Lob::Blob, end)),
    };
    let QuotedText { end, next, plain } = quoted::scan(window, from, quote, &mut PassedComments::default())?;
    let braces = window.run(&ByteClass::WHITE_SPACE_ION, next);
    close(window, braces)?;
    Ok((Lob::Clob { quote, text: from..end, plain }, braces + 2))
}

/// Checks that `}}` is at `at`.
fn close(window: Window, at: usize) -> Scan<()> {
    for place in at..at + 2 {
        match window.get(place)? {
            Some(b'}') => {}
            Some(_) => return Err(ScanStop::Error(ErrorCode::IonLobEndExpected, place)),
            None => return Err(ScanStop::Error(ErrorCode::IonIncomplete, place)),
        }
    }
    Ok(())
}

fn blob(window: Window, from: usize, bytes: &mut Vec<u8>) -> Scan<usize> {
    let end = window.run(&IN_BLOB, from);
    let closes = match window.get(end)? {
        Some(b'}') => true,
        Some(_) => false,
        None => return Err(ScanStop::Error(ErrorCode::IonIncomplete, end)),
    };
    // The decoder refuses a foreign byte, unless an earlier byte is an error.
    let base64 = &window.bytes[from..end + usize::from(!closes)];
    bytes.clear();
    let bound = BASE64.bound(base64.len());
    bytes.try_reserve(bound).map_err(|_| ScanStop::Error(ErrorCode::MemoryRefused, from))?;
    bytes.resize(bound, 0);
    let stop = |error: Error| ScanStop::Error(error.code, from + error.offset as usize);
    let done = base64_decode_with(window.tier, BASE64, base64, bytes, Chunk::Last).map_err(stop)?;
    bytes.truncate(done.written);
    close(window, end)?;
    Ok(end + 2)
}

/// Requires padding, allows white space in it too, and drops bits beyond the last byte.
const BASE64: Base64Decode =
    Base64Decode { white_space: WhiteSpace::Ion, trailing_bits: TrailingBits::Drop, ..Base64Decode::STANDARD };

const IN_BLOB: ByteClass =
    ByteClass::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/= \t\n\r\x0B\x0C");
