//! Whether a file is text, before any of it is written.

use crate::input::source::Source;
use crate::input::window::Window;
use crate::report::failure::Failure;
use stringmill::{ByteClass, scan, utf8_validate};

/// Bytes at the start of a file that say whether it looks like text.
const HEAD: usize = 8000;

/// All bytes but control characters that text does not have: BEL, BS, HT, LF, VT, FF, CR and ESC occur in text.
const TEXT: ByteClass = ByteClass::all_but(
    b"\x00\x01\x02\x03\x04\x05\x06\x0E\x0F\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1A\x1C\x1D\x1E\x1F",
)
.with_non_ascii();

/// Fills an empty window with the first bytes of `source`.
pub(crate) fn begin(source: &mut Source, window: &mut Window) -> Result<(), Failure> {
    while !window.is_finished() && !window.room().is_empty() {
        source.read_into(window)?;
    }
    Ok(())
}

/// The bytes of a filled window that decide whether a file looks like text.
pub(crate) fn head(window: &Window) -> &[u8] {
    &window.unread()[..window.unread().len().min(HEAD)]
}

/// Whether a file that begins with `head` looks like text.
pub(crate) fn looks_like_text(head: &[u8]) -> bool {
    scan(&TEXT, head) == head.len()
}

/// Reads a source to its end, to know that it can be read, and that it is well-formed if `strict`. Returns the offset of the
/// first ill-formed byte. If there is none, the text can be read again from `window`, which has the first bytes of the
/// source, and then from `source`. A source that cannot begin again is not read.
pub(crate) fn read_through(source: &mut Source, window: &mut Window, strict: bool) -> Result<Option<u64>, Failure> {
    let is_whole = window.is_finished();
    if !is_whole && !source.can_begin_again() {
        return Ok(None);
    }
    loop {
        let valid = match strict {
            true => utf8_validate(window.unread(), window.chunk()),
            false => Ok(window.unread().len()),
        };
        match valid {
            Err(error) => return Ok(Some(window.offset() + error.offset)),
            Ok(_) if is_whole => return Ok(None),
            Ok(len) => window.consume(len),
        }
        if window.is_spent() {
            break;
        }
        source.read_into(window)?;
    }
    window.reset();
    source.begin_again().map(|()| None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_no_other_control_characters() {
        let expected = |byte: u8| byte >= 0x20 || (7..=13).contains(&byte) || byte == 0x1B;
        for byte in 0..=255 {
            assert_eq!(looks_like_text(&[b'a', byte]), expected(byte), "{byte:02X}");
        }
    }
}
