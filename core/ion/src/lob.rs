//! Blobs and clobs: what stands between `{{` and `}}`. White space may stand there, a comment may not.

use crate::quoted::{self, Quote, Quoted};
use crate::window::{Scan, Stop, Window};
use std::ops::Range;
use stringmill_kernels::{Base64Decode, Class, base64_decode_with};
use stringmill_outcome::{Chunk, Error, ErrorCode};
use stringmill_profile::{TrailingBits, WhiteSpace};

/// What a lob holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lob {
    /// Base64 with white space, as it stands in the window. It is decoded in the buffer that was given.
    Blob,
    /// Where the quotes of a clob and all between them stand.
    Clob { quote: Quote, text: Range<usize>, plain: bool },
}

/// Reads the lob that begins at `start`, and the place behind it. Bytes of a blob replace those in `bytes`.
pub(crate) fn scan(window: Window, start: usize, bytes: &mut Vec<u8>) -> Scan<(Lob, usize)> {
    let from = window.run(&Class::WHITE_SPACE_ION, start + 2);
    let quote = match window.get(from)? {
        Some(b'"') => Quote::Clob,
        Some(b'\'') if quoted::long_begins(window, from)? => Quote::LongClob,
        _ => return blob(window, from, bytes).map(|end| (Lob::Blob, end)),
    };
    let Quoted { end, next, plain, .. } = quoted::scan(window, from, quote)?;
    let braces = window.run(&Class::WHITE_SPACE_ION, next);
    close(window, braces)?;
    Ok((Lob::Clob { quote, text: from..end, plain }, braces + 2))
}

/// Checks that `}}` stands at a place.
fn close(window: Window, at: usize) -> Scan<()> {
    for place in at..at + 2 {
        match window.get(place)? {
            Some(b'}') => {}
            Some(_) => return Err(Stop::Wrong(ErrorCode::IonLobEndExpected, place)),
            None => return Err(Stop::Wrong(ErrorCode::IonIncomplete, place)),
        }
    }
    Ok(())
}

fn blob(window: Window, from: usize, bytes: &mut Vec<u8>) -> Scan<usize> {
    let end = window.run(&IN_BLOB, from);
    let closes = match window.get(end)? {
        Some(b'}') => true,
        Some(_) => false,
        None => return Err(Stop::Wrong(ErrorCode::IonIncomplete, end)),
    };
    // A byte that cannot stand here is refused by the decoder, unless something before it is wrong.
    let base64 = &window.bytes[from..end + usize::from(!closes)];
    bytes.clear();
    let bound = BASE64.bound(base64.len());
    bytes.try_reserve(bound).map_err(|_| Stop::Wrong(ErrorCode::MemoryRefused, from))?;
    bytes.resize(bound, 0);
    let wrong = |error: Error| Stop::Wrong(error.code, from + error.offset as usize);
    let done = base64_decode_with(window.tier, BASE64, base64, bytes, Chunk::Last).map_err(wrong)?;
    bytes.truncate(done.written);
    close(window, end)?;
    Ok(end + 2)
}

/// Padding is demanded, white space may stand in it too, and bits that belong to no byte are dropped.
const BASE64: Base64Decode =
    Base64Decode { white_space: WhiteSpace::Ion, trailing_bits: TrailingBits::Drop, ..Base64Decode::STANDARD };

const IN_BLOB: Class = Class::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/= \t\n\r\x0B\x0C");
