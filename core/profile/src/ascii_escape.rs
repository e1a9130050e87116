//! The output for one ASCII byte.

/// Case of the hexadecimal digits A to F.
///
/// ```
/// use stringmill::HexCase;
///
/// assert_eq!((HexCase::Lower.digit(15), HexCase::Upper.digit(15)), (b'f', b'F'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexCase {
    /// `\u001f`
    Lower,
    /// `\u001F`
    Upper,
}

impl HexCase {
    /// The digit for `nibble`, a number below 16.
    pub const fn digit(self, nibble: u8) -> u8 {
        let digits = match self {
            HexCase::Lower => b"0123456789abcdef",
            HexCase::Upper => b"0123456789ABCDEF",
        };
        digits[(nibble & 15) as usize]
    }
}

/// The output for one ASCII byte: the byte itself, or an escape of one to seven bytes.
///
/// ```
/// use stringmill::{AsciiEscape, HexCase};
///
/// assert_eq!(AsciiEscape::short(b'n').bytes(), Some(&br"\n"[..]));
/// assert_eq!(AsciiEscape::unicode(0x1F, HexCase::Lower).bytes(), Some(&br"\u001f"[..]));
/// assert_eq!(AsciiEscape::hex(0x1F, HexCase::Upper).bytes(), Some(&br"\x1F"[..]));
/// assert_eq!(AsciiEscape::text(b"&amp;").unwrap().bytes(), Some(&b"&amp;"[..]));
/// assert_eq!(AsciiEscape::AS_IS.bytes(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsciiEscape {
    len: u8,
    text: [u8; 7],
}

impl AsciiEscape {
    /// The byte is not escaped.
    pub const AS_IS: AsciiEscape = AsciiEscape { len: 0, text: [0; 7] };

    /// A backslash and `letter`, as in `\n`.
    pub const fn short(letter: u8) -> Self {
        AsciiEscape { len: 2, text: [b'\\', letter, 0, 0, 0, 0, 0] }
    }

    /// `\u00XX`, the JSON form, for `byte`.
    pub const fn unicode(byte: u8, case: HexCase) -> Self {
        let (high, low) = (case.digit(byte >> 4), case.digit(byte));
        AsciiEscape { len: 6, text: [b'\\', b'u', b'0', b'0', high, low, 0] }
    }

    /// `\xXX`, the Ion form, for `byte`.
    pub const fn hex(byte: u8, case: HexCase) -> Self {
        let (high, low) = (case.digit(byte >> 4), case.digit(byte));
        AsciiEscape { len: 4, text: [b'\\', b'x', high, low, 0, 0, 0] }
    }

    /// Any text of one to seven ASCII bytes; `None` for other lengths and for bytes above 0x7F.
    pub const fn text(text: &[u8]) -> Option<Self> {
        if text.is_empty() || text.len() > 7 {
            return None;
        }
        let mut copy = [0; 7];
        let mut i = 0;
        while i < text.len() {
            if text[i] >= 0x80 {
                return None;
            }
            copy[i] = text[i];
            i += 1;
        }
        Some(AsciiEscape { len: text.len() as u8, text: copy })
    }

    /// The escape, or `None` if the byte is not escaped.
    pub const fn bytes(&self) -> Option<&[u8]> {
        if self.len == 0 {
            return None;
        }
        Some(self.text.split_at(self.len as usize).0)
    }
}
