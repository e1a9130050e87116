//! What a scan of JSON text takes.

/// What [`json_structure`](crate::json_structure) takes for right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonStructure {
    /// Whether line feeds between tokens are tokens, as in NDJSON.
    pub lines: bool,
    /// Whether escapes `\ud800` to `\udfff` may stand alone; otherwise each must be part of a pair.
    pub lone_surrogates: bool,
    /// The most bytes that a string may have between its quotes, escapes as they are written.
    pub string_max: u64,
}

impl JsonStructure {
    /// RFC 8259, surrogates in pairs only, strings of any length.
    pub const STRICT: JsonStructure = JsonStructure { lines: false, lone_surrogates: false, string_max: u64::MAX };
}
