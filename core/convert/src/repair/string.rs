//! Strings: raw control characters, ill-formed UTF-8, escapes, single quotes.

use super::edits::Edits;
use super::mend::Mend;
use super::walk::{ItemStop, Walk, bad};
use stringmill_kernels::{ByteClass, JsonEscape, json_escape_with, scan_with, utf8_validate_with};
use stringmill_outcome::{Chunk, ErrorCode, Repairs};
use stringmill_profile::{IllFormed, Profile};

/// Bytes of a string without control characters, quotes and backslashes.
const PLAIN: ByteClass = ByteClass::all_but(
    b"\"'\\\0\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f",
)
.with_non_ascii();

/// Longest ill-formed piece of any policy.
const PIECE_MAX: usize = 4;

/// The escape in place of one that is refused.
const REPLACEMENT: &[u8] = b"\\ufffd";

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Escapes nothing, so that ill-formed pieces alone are replaced.
const NO_ESCAPES: Profile<'static> = Profile::empty("plain");

impl Walk<'_, '_> {
    /// The end of the string at `start`, in quotes of either kind. `why` is the error of a strict reader at a single quote.
    pub(super) fn string(&self, start: usize, why: ErrorCode, edits: &mut impl Edits) -> Result<usize, ItemStop> {
        let quote = self.src[start];
        if quote == b'\'' {
            edits.edit(start..start + 1, Mend::SingleQuotes, why, b"\"");
        }
        let mut at = start + 1;
        loop {
            let end = at + scan_with(self.tier, &PLAIN, &self.src[at..]);
            let Some(&byte) = self.src.get(end) else {
                return Err(self.unterminated(at, edits));
            };
            self.text(at, end, edits)?;
            at = end + 1;
            match byte {
                b'"' | b'\'' if byte == quote => {
                    if quote == b'\'' {
                        edits.edit(end..at, Mend::SingleQuotes, why, b"\"");
                    }
                    return self.within_limit(start, at);
                }
                b'"' => edits.edit(end..end, Mend::SingleQuotes, ErrorCode::QuoteUnescaped, b"\\"),
                b'\'' => {}
                b'\\' => at = self.escape(end, quote, edits)?,
                0 if self.has(Mend::ControlCharacters) && self.has(Mend::NulEscapes) => {
                    edits.edit(end..at, Mend::NulEscapes, ErrorCode::ControlUnescaped, REPLACEMENT);
                }
                control if self.has(Mend::ControlCharacters) => {
                    let (escape, len) = control_escape(control);
                    edits.edit(end..at, Mend::ControlCharacters, ErrorCode::ControlUnescaped, &escape[..len]);
                }
                _ => return Err(bad(ErrorCode::ControlUnescaped, end)),
            }
        }
    }

    /// As [`Walk::string`], for a value. A string inside which the input ends is closed if a mend keeps it.
    pub(super) fn string_value(&self, start: usize, edits: &mut impl Edits) -> Result<usize, ItemStop> {
        match self.string(start, ErrorCode::JsonValueExpected, edits) {
            Err(ItemStop::Cut(error)) if self.keeps_truncated() => self.close_string(start, error, edits),
            found => found,
        }
    }

    /// A string ends with the slice, after plain text from `at` on.
    fn unterminated(&self, at: usize, edits: &mut impl Edits) -> ItemStop {
        if self.keeps_truncated() {
            let end = self.src.len() - self.unfinished_len(&self.src[at..]);
            return match self.text(at, end, edits) {
                Ok(()) => self.ends_inside(ErrorCode::StringUnterminated, end),
                Err(stop) => stop,
            };
        }
        match utf8_validate_with(self.tier, &self.src[at..], Chunk::Last) {
            Err(error) if self.end.is_some() && !self.mends_utf8() => {
                self.ends_inside(error.code, at + error.offset as usize)
            }
            _ => self.ends(ErrorCode::StringUnterminated),
        }
    }

    /// How many bytes at the end of `text` are the beginning of a character.
    fn unfinished_len(&self, text: &[u8]) -> usize {
        let begins = |&len: &usize| utf8_validate_with(self.tier, &text[text.len() - len..], Chunk::More) == Ok(0);
        (1..=text.len().min(3)).find(begins).unwrap_or(0)
    }

    fn mends_utf8(&self) -> bool {
        self.has(Mend::Utf8) && self.rules.ill_formed != IllFormed::Reject
    }

    pub(super) fn within_limit(&self, start: usize, end: usize) -> Result<usize, ItemStop> {
        let len = (end - start - 2) as u64;
        if len > self.rules.string_max {
            return Err(bad(ErrorCode::LimitStringLen, start + 1 + self.rules.string_max as usize));
        }
        Ok(end)
    }

    /// The text from `at` to `end`, which ASCII follows.
    fn text(&self, mut at: usize, end: usize, edits: &mut impl Edits) -> Result<(), ItemStop> {
        while let Err(error) = utf8_validate_with(self.tier, &self.src[at..end], Chunk::Last) {
            at += error.offset as usize;
            if !self.mends_utf8() {
                return Err(bad(error.code, at));
            }
            let piece = self.piece_len(&self.src[at..end.min(at + PIECE_MAX)]);
            let mut shown = [0; 5 * PIECE_MAX];
            let after = match self.rules.ill_formed {
                IllFormed::IgnorePhp => &b""[..],
                IllFormed::Visible => visible(&self.src[at..at + piece], &mut shown),
                _ => "\u{FFFD}".as_bytes(),
            };
            edits.edit(at..at + piece, Mend::Utf8, error.code, after);
            at += piece;
        }
        Ok(())
    }

    /// Length of the ill-formed piece at the start of `src`, as the policy cuts it.
    fn piece_len(&self, src: &[u8]) -> usize {
        let policy = match self.rules.ill_formed {
            IllFormed::ReplaceJava => IllFormed::ReplaceJava,
            IllFormed::ReplacePhp | IllFormed::IgnorePhp => IllFormed::ReplacePhp,
            _ => IllFormed::Replace,
        };
        // Room for one replacement, so the kernel stops after one piece.
        let mut room = [0; "\u{FFFD}".len()];
        let done = JsonEscape::new(&NO_ESCAPES, policy).and_then(|rules| {
            json_escape_with(self.tier, &rules, src, &mut room, Chunk::Last, &mut Repairs::default())
        });
        done.map_or(1, |done| done.read.max(1))
    }

    /// The end of the escape at `at`, in a string with this quote.
    fn escape(&self, at: usize, quote: u8, edits: &mut impl Edits) -> Result<usize, ItemStop> {
        let Some(&kind) = self.src.get(at + 1) else {
            return Err(self.ends_inside(ErrorCode::EscapeIncomplete, at));
        };
        let end = at + 2;
        match kind {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Ok(end),
            b'u' => self.unicode_escape(at, edits),
            b'\'' if quote == b'\'' => {
                edits.edit(at..at + 1, Mend::SingleQuotes, ErrorCode::EscapeUnknown, b"");
                Ok(end)
            }
            b'\'' if self.has(Mend::Escapes) => {
                edits.edit(at..at + 1, Mend::Escapes, ErrorCode::EscapeUnknown, b"");
                Ok(end)
            }
            b'v' | b'0' | b'x' if self.has(Mend::Escapes) => self.script_escape(at, edits),
            _ => Err(bad(ErrorCode::EscapeUnknown, at)),
        }
    }

    /// The end of the escape `\v`, `\0` or `\xNN` at `at`.
    fn script_escape(&self, at: usize, edits: &mut impl Edits) -> Result<usize, ItemStop> {
        let (len, digits) = match (self.src[at + 1], &self.src[at + 2..]) {
            (b'v', _) => (2, *b"0b"),
            (_, []) | (b'x', [_]) => return Err(self.ends_inside(ErrorCode::EscapeUnknown, at)),
            (b'0', [next, ..]) if !next.is_ascii_digit() => (2, *b"00"),
            (b'x', &[high, low, ..]) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => (4, [high, low]),
            _ => return Err(bad(ErrorCode::EscapeUnknown, at)),
        };
        if digits == *b"00" && self.has(Mend::NulEscapes) {
            edits.edit(at..at + len, Mend::NulEscapes, ErrorCode::EscapeUnknown, REPLACEMENT);
            return Ok(at + len);
        }
        let [high, low] = digits;
        edits.edit(at..at + len, Mend::Escapes, ErrorCode::EscapeUnknown, &[b'\\', b'u', b'0', b'0', high, low]);
        Ok(at + len)
    }

    /// The end of the escape `\uNNNN` at `at`, with its second half if it is a pair.
    fn unicode_escape(&self, at: usize, edits: &mut impl Edits) -> Result<usize, ItemStop> {
        let end = at + 6;
        let unit = self.unit(at)?;
        match unit {
            0xD800..0xDC00 => {
                let rest = self.src.get(end..).unwrap_or_default();
                if rest.len() < 6 && self.end.is_none() {
                    return Err(ItemStop::More);
                }
                if rest.starts_with(b"\\u") && matches!(hex_unit(&rest[2..]), Some(0xDC00..0xE000)) {
                    return Ok(end + 6);
                }
                if self.keeps_truncated() && begins_unicode_escape(rest) {
                    return Err(self.ends_inside(ErrorCode::SurrogateLone, at));
                }
            }
            0xDC00..0xE000 => {}
            0 if self.has(Mend::NulEscapes) => {
                edits.edit(at..end, Mend::NulEscapes, ErrorCode::JsonNul, REPLACEMENT);
                return Ok(end);
            }
            _ => return Ok(end),
        }
        if self.rules.lone_surrogates {
            return Ok(end);
        }
        if !self.has(Mend::LoneSurrogates) {
            return Err(bad(ErrorCode::SurrogateLone, at));
        }
        edits.edit(at..end, Mend::LoneSurrogates, ErrorCode::SurrogateLone, REPLACEMENT);
        Ok(end)
    }

    /// The code unit of the escape at `at`.
    fn unit(&self, at: usize) -> Result<u16, ItemStop> {
        let digits = &self.src[at + 2..];
        match hex_unit(digits) {
            Some(unit) => Ok(unit),
            None if digits.len() < 4 && digits.iter().all(u8::is_ascii_hexdigit) => {
                Err(self.ends_inside(ErrorCode::EscapeIncomplete, at))
            }
            None => Err(bad(ErrorCode::EscapeHex, at)),
        }
    }
}

/// Whether `rest` is the beginning of an escape with four digits.
fn begins_unicode_escape(rest: &[u8]) -> bool {
    match rest {
        [] | [b'\\'] => true,
        [b'\\', b'u', digits @ ..] => digits.len() < 4 && digits.iter().all(u8::is_ascii_hexdigit),
        _ => false,
    }
}

/// The value of the first four hexadecimal digits.
fn hex_unit(digits: &[u8]) -> Option<u16> {
    let four = digits.first_chunk::<4>()?;
    four.iter().try_fold(0, |unit, &digit| Some(unit << 4 | char::from(digit).to_digit(16)? as u16))
}

/// The escape of a control character, and its length.
fn control_escape(control: u8) -> ([u8; 6], usize) {
    let short = |letter| ([b'\\', letter, 0, 0, 0, 0], 2);
    match control {
        0x08 => short(b'b'),
        0x09 => short(b't'),
        0x0A => short(b'n'),
        0x0C => short(b'f'),
        0x0D => short(b'r'),
        _ => ([b'\\', b'u', b'0', b'0', HEX[usize::from(control >> 4)], HEX[usize::from(control & 15)]], 6),
    }
}

/// Each byte of `piece` as the text `\xNN`, its backslash escaped.
fn visible<'s>(piece: &[u8], shown: &'s mut [u8; 5 * PIECE_MAX]) -> &'s [u8] {
    let digit = |value: u8| HEX[usize::from(value)].to_ascii_uppercase();
    for (&byte, out) in piece.iter().zip(shown.chunks_exact_mut(5)) {
        out.copy_from_slice(&[b'\\', b'\\', b'x', digit(byte >> 4), digit(byte & 15)]);
    }
    &shown[..5 * piece.len()]
}
