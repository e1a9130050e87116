//! The part of an input that an error covers.

/// A kind of span, which begins at the offset of an error.
///
/// [`ErrorCode::span`](crate::ErrorCode::span) gives the kind for each error, so a program that shows the input can
/// underline these bytes.
///
/// ```
/// use stringmill::{ErrorCode, Span};
///
/// assert_eq!(ErrorCode::Utf8Surrogate.span(), Span::Utf8Sequence);
/// assert_eq!(ErrorCode::EscapeUnknown.span(), Span::Escape);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Span {
    /// Nothing: the error is not in the input.
    None,
    /// No bytes: the input, or a line of NDJSON, ends here.
    End,
    /// One character.
    Character,
    /// A character that is not the expected one, or the end of the input.
    Found,
    /// The maximal subpart of an ill-formed UTF-8 sequence: Unicode, section 3.9.
    Utf8Subpart,
    /// A lead byte and all continuation bytes that it announces.
    Utf8Sequence,
    /// A backslash and the character after it.
    Escape,
    /// `\u` or `\x`, the digits after it, and the character at the position of the next digit.
    HexEscape,
    /// A whole escape `\uXXXX` or `\UXXXXXXXX`.
    UnicodeEscape,
    /// The rest of the input.
    Rest,
    /// `EF BB BF`.
    ByteOrderMark,
    /// The four bytes at the start of binary Ion.
    VersionMarker,
    /// A run of digits.
    Digits,
    /// A run of letters, digits, underscores and dollar signs.
    Word,
    /// A string with its quotes.
    String,
    /// A string, word or number.
    Token,
}
