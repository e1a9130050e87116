//! Choices for a scan of JSON text.

/// The JSON that [`json_structure`](crate::json_structure) accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonStructure {
    /// Whether each line is a text, as in NDJSON. Its line feed is a token; in another token it is the end of the text, with a
    /// carriage return before it.
    pub lines: bool,
    /// Whether a number or literal that begins right after another one is an error of the scan (305), as any two need white
    /// space between them where texts follow each other; otherwise it is a token.
    pub apart: bool,
    /// Whether the escapes `\ud800` to `\udfff` are accepted alone; otherwise each must be part of a pair.
    pub lone_surrogates: bool,
    /// The most bytes that a string may have between its quotes, escapes as they are written.
    pub string_max: u64,
}

impl JsonStructure {
    /// The longest text for [`json_short_structure_with`](crate::json_short_structure_with) to be fast.
    pub const SHORT_MAX: usize = crate::vector::BLOCK;

    /// RFC 8259, surrogates in pairs only, strings of any length.
    pub const STRICT: JsonStructure =
        JsonStructure { lines: false, apart: false, lone_surrogates: false, string_max: u64::MAX };
}
