//! Whether the text of a symbol needs quotes.
//! Standard: Amazon Ion 1.0, symbols.

use crate::grammar::word;
use stringmill_kernels::{ByteClass, Bytes16, Tier, scan_with};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SymbolText {
    /// Needs no quotes anywhere.
    Identifier,
    /// Needs no quotes in a sexp.
    Operators,
    Quoted,
}

impl SymbolText {
    #[inline]
    pub(crate) fn of(tier: Tier, text: &[u8]) -> Self {
        match text.first() {
            Some(&first) if word::begins(first) => {
                if scan_with(tier, &ByteClass::IDENTIFIER, text) == text.len() && !is_keyword(text) {
                    SymbolText::Identifier
                } else {
                    SymbolText::Quoted
                }
            }
            Some(&first) if word::OPERATORS.has(first) && all(tier, &word::OPERATORS, text) => operators(text),
            _ => SymbolText::Quoted,
        }
    }
}

/// Whether a text of up to 32 bytes, whose first byte may begin an identifier, is one.
#[inline]
pub(crate) fn is_short_identifier([first, last]: [[u8; 16]; 2], text: &[u8]) -> bool {
    let rest = if text.len() > 16 { Bytes16::of(&last).not_identifier() } else { 0 };
    // Ignores bytes after the text.
    let others = Bytes16::of(&first).not_identifier() & ((1 << text.len().min(16)) - 1);
    others | rest == 0 && !is_keyword(text)
}

#[inline]
fn all(tier: Tier, class: &ByteClass, text: &[u8]) -> bool {
    if text.len() <= SHORT {
        text.iter().all(|&byte| class.has(byte))
    } else {
        scan_with(tier, class, text) == text.len()
    }
}

/// Whether an identifier would be read as a keyword or a symbol ID.
#[inline]
fn is_keyword(text: &[u8]) -> bool {
    match text[0] {
        b'$' => text.len() > 1 && text[1..].iter().all(u8::is_ascii_digit),
        b'f' => text == b"false",
        b'n' => text == b"nan" || text == b"null",
        b't' => text == b"true",
        _ => false,
    }
}

/// Operators need quotes if a comment would begin among them.
fn operators(text: &[u8]) -> SymbolText {
    if text.windows(2).any(|pair| matches!(pair, b"//" | b"/*")) { SymbolText::Quoted } else { SymbolText::Operators }
}

/// Texts up to this length are scanned one byte at a time.
const SHORT: usize = 16;
