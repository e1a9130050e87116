//! The operations that have vectors.

/// An operation of `spec/operations.toml`.
#[expect(missing_docs, reason = "spec/operations.toml explains each")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    JsonEscape,
    JsonUnescape,
    Utf8Validate,
    Scan,
    Utf16ToUtf8,
    Latin1ToUtf8,
    JsonEscapeUtf16,
    JsonEscapeLatin1,
    JsonCheck,
    Base64Encode,
    Base64Decode,
    Float64Write,
    Int64Write,
    Uint64Write,
    Utf8ToUtf16,
    JsonUnescapeUtf16,
    JsonCanonical,
    JsonRestricted,
}

impl Operation {
    /// Every operation.
    pub const ALL: [Operation; 18] = [
        Operation::JsonEscape,
        Operation::JsonUnescape,
        Operation::Utf8Validate,
        Operation::Scan,
        Operation::Utf16ToUtf8,
        Operation::Latin1ToUtf8,
        Operation::JsonEscapeUtf16,
        Operation::JsonEscapeLatin1,
        Operation::JsonCheck,
        Operation::Base64Encode,
        Operation::Base64Decode,
        Operation::Float64Write,
        Operation::Int64Write,
        Operation::Uint64Write,
        Operation::Utf8ToUtf16,
        Operation::JsonUnescapeUtf16,
        Operation::JsonCanonical,
        Operation::JsonRestricted,
    ];

    /// The id in `spec/operations.toml`.
    pub fn id(self) -> &'static str {
        match self {
            Operation::JsonEscape => "json_escape",
            Operation::JsonUnescape => "json_unescape",
            Operation::Utf8Validate => "utf8_validate",
            Operation::Scan => "scan",
            Operation::Utf16ToUtf8 => "utf16_to_utf8",
            Operation::Latin1ToUtf8 => "latin1_to_utf8",
            Operation::JsonEscapeUtf16 => "json_escape_utf16",
            Operation::JsonEscapeLatin1 => "json_escape_latin1",
            Operation::JsonCheck => "json_check",
            Operation::Base64Encode => "base64_encode",
            Operation::Base64Decode => "base64_decode",
            Operation::Float64Write => "float64_write",
            Operation::Int64Write => "int64_write",
            Operation::Uint64Write => "uint64_write",
            Operation::Utf8ToUtf16 => "utf8_to_utf16",
            Operation::JsonUnescapeUtf16 => "json_unescape_utf16",
            Operation::JsonCanonical => "json_canonical",
            Operation::JsonRestricted => "json_restricted",
        }
    }
}
