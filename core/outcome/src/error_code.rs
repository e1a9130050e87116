// Generated from spec/errors.toml by `cargo run -p stringmill-gen -- errors`; do not edit.

use crate::span::Span;

/// The cause of an error. Numbers are the same in every release and language; later releases add codes.
///
/// ```
/// use stringmill::{ErrorCode, Span};
///
/// let code = ErrorCode::EscapeUnknown;
/// assert_eq!((code as u16, code.name()), (203, "escape_unknown"));
/// assert_eq!((code.says(), code.unit(), code.span()), ("unknown escape", "byte", Span::Escape));
/// assert!(!code.remedy().is_empty());
/// assert!(ErrorCode::ALL.is_sorted());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u16)]
#[non_exhaustive]
pub enum ErrorCode {
    /// Continuation byte without a lead byte; the offset points at the continuation byte.
    Utf8StrayContinuation = 101,
    /// Byte that never occurs in UTF-8; the offset points at the byte.
    Utf8ImpossibleByte = 102,
    /// Lead byte without its continuation bytes; the offset points at the lead byte.
    Utf8MissingContinuation = 103,
    /// Overlong UTF-8 sequence; the offset points at the lead byte.
    Utf8Overlong = 104,
    /// Surrogate code point in UTF-8; the offset points at the lead byte.
    Utf8Surrogate = 105,
    /// Code point above U+10FFFF; the offset points at the lead byte.
    Utf8AboveMax = 106,
    /// Input ends inside a UTF-8 sequence; the offset points at the lead byte.
    Utf8Incomplete = 107,
    /// Lone surrogate; the offset points at the backslash of the escape.
    SurrogateLone = 110,
    /// Lone surrogate in UTF-16; the offset points at the surrogate.
    Utf16SurrogateLone = 111,
    /// String has no closing quote; the offset points at the end of the input.
    StringUnterminated = 201,
    /// Unescaped control character in a string; the offset points at the control character.
    ControlUnescaped = 202,
    /// Unknown escape; the offset points at the backslash.
    EscapeUnknown = 203,
    /// Unicode escape without four hexadecimal digits; the offset points at the backslash.
    EscapeHex = 204,
    /// Input ends inside an escape; the offset points at the backslash.
    EscapeIncomplete = 205,
    /// String literal does not begin with a quote; the offset points at the first byte that is not white space.
    QuoteMissing = 206,
    /// Unescaped quote inside a string; the offset points at the quote.
    QuoteUnescaped = 207,
    /// Data after the string literal; the offset points at the first byte after the literal that is not white space.
    LiteralTrailing = 208,
    /// Expected a JSON object; the offset points at the byte found instead.
    JsonObjectExpected = 301,
    /// Expected a string; the offset points at the byte found instead.
    JsonStringExpected = 302,
    /// Expected a colon; the offset points at the byte found instead.
    JsonColonExpected = 303,
    /// Expected a comma or a closing brace; the offset points at the byte found instead.
    JsonCommaExpected = 304,
    /// Data after the JSON value; the offset points at the first byte after the value that is not white space.
    JsonTrailing = 305,
    /// Input ends inside a JSON value; the offset points at the end of the input.
    JsonIncomplete = 306,
    /// Unexpected member name; the offset points at the opening quote of the member name.
    JsonMemberUnknown = 307,
    /// Expected a JSON value; the offset points at the byte found instead, or the end of the input.
    JsonValueExpected = 308,
    /// Byte order mark before the JSON value; the offset points at the first byte of the mark.
    JsonByteOrderMark = 309,
    /// Expected a comma or a closing bracket; the offset points at the byte found instead.
    JsonBracketExpected = 310,
    /// Neither true nor false nor null; the offset points at the first byte that differs.
    JsonLiteralUnknown = 311,
    /// Name occurs twice in its object; the offset points at the opening quote of the second name.
    NameRepeated = 312,
    /// Binary Ion where text is expected; the offset points at the first byte.
    IonBinary = 401,
    /// Text in UTF-16 or UTF-32; the offset points at the first byte.
    IonEncoding = 402,
    /// Byte order mark before Ion text; the offset points at the first byte of the mark.
    IonByteOrderMark = 403,
    /// Version of Ion that is not 1.0; the offset points at the first character of the version marker.
    IonVersion = 404,
    /// Expected an Ion value; the offset points at the byte found instead.
    IonValueExpected = 405,
    /// Expected a comma or the end of the container; the offset points at the byte found instead.
    IonCommaExpected = 406,
    /// Bracket closes another kind of container; the offset points at the bracket.
    IonBracketMismatched = 407,
    /// Input ends inside an Ion value; the offset points at the end of the input.
    IonIncomplete = 408,
    /// Expected a field name; the offset points at the byte found instead.
    IonFieldNameExpected = 409,
    /// Expected a colon after a field name; the offset points at the byte found instead.
    IonColonExpected = 410,
    /// Keyword instead of a field name; the offset points at the first byte of the keyword.
    IonKeyword = 411,
    /// No type of this name after null; the offset points at the first byte after the point.
    IonNullType = 412,
    /// Byte that cannot follow a number; the offset points at the byte.
    IonNumberEnd = 413,
    /// Expected the end of a clob or blob; the offset points at the byte found instead.
    IonLobEndExpected = 414,
    /// Byte above 127 in a clob; the offset points at the byte.
    IonClobNonAscii = 415,
    /// Comment is not closed; the offset points at the end of the input.
    IonCommentUnterminated = 416,
    /// Escape without all of its hexadecimal digits; the offset points at the backslash.
    IonEscapeDigits = 417,
    /// Escape above U+10FFFF; the offset points at the backslash.
    IonEscapeAboveMax = 418,
    /// Symbol ID that the symbol table does not have; the offset points at the first character of the ID.
    IonSymbolId = 419,
    /// Field is repeated in a symbol table; the offset points at the first byte of the repeated field.
    IonTableFieldRepeated = 420,
    /// Import of an unknown table without a valid max_id; the offset points at the opening brace of the import.
    IonImportUnknown = 421,
    /// Type descriptor that binary Ion 1.0 does not have; the offset points at the type descriptor.
    IonBinaryType = 422,
    /// Length of a value differs from that of its container; the offset points at the type descriptor of the value, or the byte after the end of its container.
    IonBinaryLength = 423,
    /// Variable-length integer of more than 64 bits; the offset points at the first byte of the integer.
    IonBinaryOverflow = 424,
    /// Negative int that is zero; the offset points at the type descriptor.
    IonBinaryNegativeZero = 425,
    /// Annotations without an annotation or without a value; the offset points at the length of the annotations, or the type descriptor after them.
    IonBinaryAnnotations = 426,
    /// Binary Ion must begin with its version marker; the offset points at the first byte.
    IonBinaryMarker = 427,
    /// Byte that is not a base64 symbol; the offset points at the byte.
    Base64Symbol = 501,
    /// White space in base64; the offset points at the white space.
    Base64WhiteSpace = 502,
    /// Base64 padding is missing; the offset points at the position of the missing padding.
    Base64PaddingMissing = 503,
    /// Unexpected base64 padding; the offset points at the padding.
    Base64PaddingUnexpected = 504,
    /// Data after base64 padding; the offset points at the first byte after the padding that is not white space.
    Base64AfterPadding = 505,
    /// Bits after the last byte of base64 are not zero; the offset points at the last symbol.
    Base64TrailingBits = 506,
    /// Single base64 symbol at the end; the offset points at the symbol.
    Base64Incomplete = 507,
    /// Expected a digit in a number; the offset points at the byte found instead.
    NumberDigitExpected = 601,
    /// Number begins with a zero; the offset points at the digit after the zero.
    NumberLeadingZero = 602,
    /// Neither NaN nor an infinity can be written; the offset points at zero.
    NumberNotFinite = 603,
    /// Malformed timestamp; the offset points at the byte found instead.
    TimestampMalformed = 604,
    /// Field of a timestamp is out of range; the offset points at the first byte of the field.
    TimestampRange = 605,
    /// Number exceeds the range of a double; the offset points at the first byte of the number.
    NumberOverflow = 606,
    /// Name is longer than the limit; the offset points at the opening quote of the name.
    LimitNameLen = 701,
    /// Nested deeper than the limit; the offset points at the bracket that opens one level too many.
    LimitDepth = 702,
    /// String is longer than the limit; the offset points at the first character or escape past the limit; in binary Ion the type descriptor.
    LimitStringLen = 703,
    /// Text is longer than the limit; the offset points at the first byte past the limit.
    LimitRecordLen = 704,
    /// Symbol table is larger than the limit; the offset points at the opening brace of the symbol table or import.
    LimitSymbols = 705,
    /// Text needs more memory than the limit; the offset points at the first byte of the token that exceeds it.
    LimitMemory = 706,
    /// Value that the other format cannot represent; the offset points at the first byte of the value or comment.
    ConvertLoss = 801,
    /// One JSON text has exactly one value; the offset points at the first byte of the second value, or the end of the input.
    ConvertOneValue = 802,
    /// Object does not name the type of its Ion value; the offset points at the first byte of the token.
    ConvertTyped = 803,
    /// Value that DynamoDB exports do not have there; the offset points at the first byte of the value, or the byte after the closing bracket of an empty struct.
    ConvertDynamodb = 804,
    /// Text without a record separator (U+001E) before it; the offset points at the first byte of the text.
    ConvertSeparator = 805,
    /// Expected an array of values; the offset points at the value.
    ConvertArray = 806,
    /// White space in canonical JSON; the offset points at the first byte of the white space.
    CanonicalWhiteSpace = 811,
    /// Escape differs from its canonical form; the offset points at the backslash of the first escape that differs.
    CanonicalString = 812,
    /// Number differs from its canonical form; the offset points at the first byte of the number.
    CanonicalNumber = 813,
    /// Name belongs before the name that precedes it; the offset points at the opening quote of the name.
    CanonicalOrder = 814,
    /// Object lacks a required member; the offset points at the closing brace.
    JsonMemberMissing = 831,
    /// Value that the type of its column cannot hold; the offset points at the first byte of the value.
    ColumnType = 871,
    /// Symbol table in the middle of records that are read apart from each other; the offset points at the first byte of the record.
    RecordSymbols = 872,
    /// This output cannot represent the marks of this policy; the offset points at zero.
    PolicyUnsupported = 901,
    /// Null pointer instead of memory; the offset points at zero.
    PointerNull = 902,
    /// Pointer not aligned for its units; the offset points at zero.
    PointerMisaligned = 903,
    /// Length is greater than that of any object in memory; the offset points at zero.
    LengthExcessive = 904,
    /// Source and destination overlap; the offset points at zero.
    RangesOverlap = 905,
    /// Unknown flag, policy or other choice; the offset points at zero.
    ChoiceUnknown = 906,
    /// This machine does not have the tier; the offset points at zero.
    TierUnavailable = 907,
    /// No profile has this name; the offset points at zero.
    ProfileUnknown = 908,
    /// The profile has no such option; the offset points at zero.
    ProfileOptionUnknown = 909,
    /// An entry of the profile breaks its rules; the offset points at the entry: its ASCII byte, or 128 and the number of the range.
    ProfileUnsound = 910,
    /// Offsets of strings descend or leave their buffer; the offset points at zero.
    OffsetsUnsound = 911,
    /// Destination is too small for the output; the offset points at zero.
    RoomShort = 912,
    /// Rules were made for another kind of source; the offset points at zero.
    RulesMismatched = 913,
    /// The system refused memory; the offset points at zero.
    MemoryRefused = 990,
    /// A fault in stringmill itself; the offset points at zero.
    Internal = 999,
}

impl ErrorCode {
    /// Every code, in ascending order.
    pub const ALL: &[ErrorCode] = &[
        ErrorCode::Utf8StrayContinuation,
        ErrorCode::Utf8ImpossibleByte,
        ErrorCode::Utf8MissingContinuation,
        ErrorCode::Utf8Overlong,
        ErrorCode::Utf8Surrogate,
        ErrorCode::Utf8AboveMax,
        ErrorCode::Utf8Incomplete,
        ErrorCode::SurrogateLone,
        ErrorCode::Utf16SurrogateLone,
        ErrorCode::StringUnterminated,
        ErrorCode::ControlUnescaped,
        ErrorCode::EscapeUnknown,
        ErrorCode::EscapeHex,
        ErrorCode::EscapeIncomplete,
        ErrorCode::QuoteMissing,
        ErrorCode::QuoteUnescaped,
        ErrorCode::LiteralTrailing,
        ErrorCode::JsonObjectExpected,
        ErrorCode::JsonStringExpected,
        ErrorCode::JsonColonExpected,
        ErrorCode::JsonCommaExpected,
        ErrorCode::JsonTrailing,
        ErrorCode::JsonIncomplete,
        ErrorCode::JsonMemberUnknown,
        ErrorCode::JsonValueExpected,
        ErrorCode::JsonByteOrderMark,
        ErrorCode::JsonBracketExpected,
        ErrorCode::JsonLiteralUnknown,
        ErrorCode::NameRepeated,
        ErrorCode::IonBinary,
        ErrorCode::IonEncoding,
        ErrorCode::IonByteOrderMark,
        ErrorCode::IonVersion,
        ErrorCode::IonValueExpected,
        ErrorCode::IonCommaExpected,
        ErrorCode::IonBracketMismatched,
        ErrorCode::IonIncomplete,
        ErrorCode::IonFieldNameExpected,
        ErrorCode::IonColonExpected,
        ErrorCode::IonKeyword,
        ErrorCode::IonNullType,
        ErrorCode::IonNumberEnd,
        ErrorCode::IonLobEndExpected,
        ErrorCode::IonClobNonAscii,
        ErrorCode::IonCommentUnterminated,
        ErrorCode::IonEscapeDigits,
        ErrorCode::IonEscapeAboveMax,
        ErrorCode::IonSymbolId,
        ErrorCode::IonTableFieldRepeated,
        ErrorCode::IonImportUnknown,
        ErrorCode::IonBinaryType,
        ErrorCode::IonBinaryLength,
        ErrorCode::IonBinaryOverflow,
        ErrorCode::IonBinaryNegativeZero,
        ErrorCode::IonBinaryAnnotations,
        ErrorCode::IonBinaryMarker,
        ErrorCode::Base64Symbol,
        ErrorCode::Base64WhiteSpace,
        ErrorCode::Base64PaddingMissing,
        ErrorCode::Base64PaddingUnexpected,
        ErrorCode::Base64AfterPadding,
        ErrorCode::Base64TrailingBits,
        ErrorCode::Base64Incomplete,
        ErrorCode::NumberDigitExpected,
        ErrorCode::NumberLeadingZero,
        ErrorCode::NumberNotFinite,
        ErrorCode::TimestampMalformed,
        ErrorCode::TimestampRange,
        ErrorCode::NumberOverflow,
        ErrorCode::LimitNameLen,
        ErrorCode::LimitDepth,
        ErrorCode::LimitStringLen,
        ErrorCode::LimitRecordLen,
        ErrorCode::LimitSymbols,
        ErrorCode::LimitMemory,
        ErrorCode::ConvertLoss,
        ErrorCode::ConvertOneValue,
        ErrorCode::ConvertTyped,
        ErrorCode::ConvertDynamodb,
        ErrorCode::ConvertSeparator,
        ErrorCode::ConvertArray,
        ErrorCode::CanonicalWhiteSpace,
        ErrorCode::CanonicalString,
        ErrorCode::CanonicalNumber,
        ErrorCode::CanonicalOrder,
        ErrorCode::JsonMemberMissing,
        ErrorCode::ColumnType,
        ErrorCode::RecordSymbols,
        ErrorCode::PolicyUnsupported,
        ErrorCode::PointerNull,
        ErrorCode::PointerMisaligned,
        ErrorCode::LengthExcessive,
        ErrorCode::RangesOverlap,
        ErrorCode::ChoiceUnknown,
        ErrorCode::TierUnavailable,
        ErrorCode::ProfileUnknown,
        ErrorCode::ProfileOptionUnknown,
        ErrorCode::ProfileUnsound,
        ErrorCode::OffsetsUnsound,
        ErrorCode::RoomShort,
        ErrorCode::RulesMismatched,
        ErrorCode::MemoryRefused,
        ErrorCode::Internal,
    ];

    /// The name shared by all languages, in snake case.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorCode::Utf8StrayContinuation => "utf8_stray_continuation",
            ErrorCode::Utf8ImpossibleByte => "utf8_impossible_byte",
            ErrorCode::Utf8MissingContinuation => "utf8_missing_continuation",
            ErrorCode::Utf8Overlong => "utf8_overlong",
            ErrorCode::Utf8Surrogate => "utf8_surrogate",
            ErrorCode::Utf8AboveMax => "utf8_above_max",
            ErrorCode::Utf8Incomplete => "utf8_incomplete",
            ErrorCode::SurrogateLone => "surrogate_lone",
            ErrorCode::Utf16SurrogateLone => "utf16_surrogate_lone",
            ErrorCode::StringUnterminated => "string_unterminated",
            ErrorCode::ControlUnescaped => "control_unescaped",
            ErrorCode::EscapeUnknown => "escape_unknown",
            ErrorCode::EscapeHex => "escape_hex",
            ErrorCode::EscapeIncomplete => "escape_incomplete",
            ErrorCode::QuoteMissing => "quote_missing",
            ErrorCode::QuoteUnescaped => "quote_unescaped",
            ErrorCode::LiteralTrailing => "literal_trailing",
            ErrorCode::JsonObjectExpected => "json_object_expected",
            ErrorCode::JsonStringExpected => "json_string_expected",
            ErrorCode::JsonColonExpected => "json_colon_expected",
            ErrorCode::JsonCommaExpected => "json_comma_expected",
            ErrorCode::JsonTrailing => "json_trailing",
            ErrorCode::JsonIncomplete => "json_incomplete",
            ErrorCode::JsonMemberUnknown => "json_member_unknown",
            ErrorCode::JsonValueExpected => "json_value_expected",
            ErrorCode::JsonByteOrderMark => "json_byte_order_mark",
            ErrorCode::JsonBracketExpected => "json_bracket_expected",
            ErrorCode::JsonLiteralUnknown => "json_literal_unknown",
            ErrorCode::NameRepeated => "name_repeated",
            ErrorCode::IonBinary => "ion_binary",
            ErrorCode::IonEncoding => "ion_encoding",
            ErrorCode::IonByteOrderMark => "ion_byte_order_mark",
            ErrorCode::IonVersion => "ion_version",
            ErrorCode::IonValueExpected => "ion_value_expected",
            ErrorCode::IonCommaExpected => "ion_comma_expected",
            ErrorCode::IonBracketMismatched => "ion_bracket_mismatched",
            ErrorCode::IonIncomplete => "ion_incomplete",
            ErrorCode::IonFieldNameExpected => "ion_field_name_expected",
            ErrorCode::IonColonExpected => "ion_colon_expected",
            ErrorCode::IonKeyword => "ion_keyword",
            ErrorCode::IonNullType => "ion_null_type",
            ErrorCode::IonNumberEnd => "ion_number_end",
            ErrorCode::IonLobEndExpected => "ion_lob_end_expected",
            ErrorCode::IonClobNonAscii => "ion_clob_non_ascii",
            ErrorCode::IonCommentUnterminated => "ion_comment_unterminated",
            ErrorCode::IonEscapeDigits => "ion_escape_digits",
            ErrorCode::IonEscapeAboveMax => "ion_escape_above_max",
            ErrorCode::IonSymbolId => "ion_symbol_id",
            ErrorCode::IonTableFieldRepeated => "ion_table_field_repeated",
            ErrorCode::IonImportUnknown => "ion_import_unknown",
            ErrorCode::IonBinaryType => "ion_binary_type",
            ErrorCode::IonBinaryLength => "ion_binary_length",
            ErrorCode::IonBinaryOverflow => "ion_binary_overflow",
            ErrorCode::IonBinaryNegativeZero => "ion_binary_negative_zero",
            ErrorCode::IonBinaryAnnotations => "ion_binary_annotations",
            ErrorCode::IonBinaryMarker => "ion_binary_marker",
            ErrorCode::Base64Symbol => "base64_symbol",
            ErrorCode::Base64WhiteSpace => "base64_white_space",
            ErrorCode::Base64PaddingMissing => "base64_padding_missing",
            ErrorCode::Base64PaddingUnexpected => "base64_padding_unexpected",
            ErrorCode::Base64AfterPadding => "base64_after_padding",
            ErrorCode::Base64TrailingBits => "base64_trailing_bits",
            ErrorCode::Base64Incomplete => "base64_incomplete",
            ErrorCode::NumberDigitExpected => "number_digit_expected",
            ErrorCode::NumberLeadingZero => "number_leading_zero",
            ErrorCode::NumberNotFinite => "number_not_finite",
            ErrorCode::TimestampMalformed => "timestamp_malformed",
            ErrorCode::TimestampRange => "timestamp_range",
            ErrorCode::NumberOverflow => "number_overflow",
            ErrorCode::LimitNameLen => "limit_name_len",
            ErrorCode::LimitDepth => "limit_depth",
            ErrorCode::LimitStringLen => "limit_string_len",
            ErrorCode::LimitRecordLen => "limit_record_len",
            ErrorCode::LimitSymbols => "limit_symbols",
            ErrorCode::LimitMemory => "limit_memory",
            ErrorCode::ConvertLoss => "convert_loss",
            ErrorCode::ConvertOneValue => "convert_one_value",
            ErrorCode::ConvertTyped => "convert_typed",
            ErrorCode::ConvertDynamodb => "convert_dynamodb",
            ErrorCode::ConvertSeparator => "convert_separator",
            ErrorCode::ConvertArray => "convert_array",
            ErrorCode::CanonicalWhiteSpace => "canonical_white_space",
            ErrorCode::CanonicalString => "canonical_string",
            ErrorCode::CanonicalNumber => "canonical_number",
            ErrorCode::CanonicalOrder => "canonical_order",
            ErrorCode::JsonMemberMissing => "json_member_missing",
            ErrorCode::ColumnType => "column_type",
            ErrorCode::RecordSymbols => "record_symbols",
            ErrorCode::PolicyUnsupported => "policy_unsupported",
            ErrorCode::PointerNull => "pointer_null",
            ErrorCode::PointerMisaligned => "pointer_misaligned",
            ErrorCode::LengthExcessive => "length_excessive",
            ErrorCode::RangesOverlap => "ranges_overlap",
            ErrorCode::ChoiceUnknown => "choice_unknown",
            ErrorCode::TierUnavailable => "tier_unavailable",
            ErrorCode::ProfileUnknown => "profile_unknown",
            ErrorCode::ProfileOptionUnknown => "profile_option_unknown",
            ErrorCode::ProfileUnsound => "profile_unsound",
            ErrorCode::OffsetsUnsound => "offsets_unsound",
            ErrorCode::RoomShort => "room_short",
            ErrorCode::RulesMismatched => "rules_mismatched",
            ErrorCode::MemoryRefused => "memory_refused",
            ErrorCode::Internal => "internal",
        }
    }

    /// The cause in a few words, in lower case, without a full stop and without advice.
    pub const fn says(self) -> &'static str {
        match self {
            ErrorCode::Utf8StrayContinuation => "continuation byte without a lead byte",
            ErrorCode::Utf8ImpossibleByte => "byte that never occurs in UTF-8",
            ErrorCode::Utf8MissingContinuation => "lead byte without its continuation bytes",
            ErrorCode::Utf8Overlong => "overlong UTF-8 sequence",
            ErrorCode::Utf8Surrogate => "surrogate code point in UTF-8",
            ErrorCode::Utf8AboveMax => "code point above U+10FFFF",
            ErrorCode::Utf8Incomplete => "input ends inside a UTF-8 sequence",
            ErrorCode::SurrogateLone => "lone surrogate",
            ErrorCode::Utf16SurrogateLone => "lone surrogate in UTF-16",
            ErrorCode::StringUnterminated => "string has no closing quote",
            ErrorCode::ControlUnescaped => "unescaped control character in a string",
            ErrorCode::EscapeUnknown => "unknown escape",
            ErrorCode::EscapeHex => "unicode escape without four hexadecimal digits",
            ErrorCode::EscapeIncomplete => "input ends inside an escape",
            ErrorCode::QuoteMissing => "string literal does not begin with a quote",
            ErrorCode::QuoteUnescaped => "unescaped quote inside a string",
            ErrorCode::LiteralTrailing => "data after the string literal",
            ErrorCode::JsonObjectExpected => "expected a JSON object",
            ErrorCode::JsonStringExpected => "expected a string",
            ErrorCode::JsonColonExpected => "expected a colon",
            ErrorCode::JsonCommaExpected => "expected a comma or a closing brace",
            ErrorCode::JsonTrailing => "data after the JSON value",
            ErrorCode::JsonIncomplete => "input ends inside a JSON value",
            ErrorCode::JsonMemberUnknown => "unexpected member name",
            ErrorCode::JsonValueExpected => "expected a JSON value",
            ErrorCode::JsonByteOrderMark => "byte order mark before the JSON value",
            ErrorCode::JsonBracketExpected => "expected a comma or a closing bracket",
            ErrorCode::JsonLiteralUnknown => "neither true nor false nor null",
            ErrorCode::NameRepeated => "name occurs twice in its object",
            ErrorCode::IonBinary => "binary Ion where text is expected",
            ErrorCode::IonEncoding => "text in UTF-16 or UTF-32",
            ErrorCode::IonByteOrderMark => "byte order mark before Ion text",
            ErrorCode::IonVersion => "version of Ion that is not 1.0",
            ErrorCode::IonValueExpected => "expected an Ion value",
            ErrorCode::IonCommaExpected => "expected a comma or the end of the container",
            ErrorCode::IonBracketMismatched => "bracket closes another kind of container",
            ErrorCode::IonIncomplete => "input ends inside an Ion value",
            ErrorCode::IonFieldNameExpected => "expected a field name",
            ErrorCode::IonColonExpected => "expected a colon after a field name",
            ErrorCode::IonKeyword => "keyword instead of a field name",
            ErrorCode::IonNullType => "no type of this name after null",
            ErrorCode::IonNumberEnd => "byte that cannot follow a number",
            ErrorCode::IonLobEndExpected => "expected the end of a clob or blob",
            ErrorCode::IonClobNonAscii => "byte above 127 in a clob",
            ErrorCode::IonCommentUnterminated => "comment is not closed",
            ErrorCode::IonEscapeDigits => "escape without all of its hexadecimal digits",
            ErrorCode::IonEscapeAboveMax => "escape above U+10FFFF",
            ErrorCode::IonSymbolId => "symbol ID that the symbol table does not have",
            ErrorCode::IonTableFieldRepeated => "field is repeated in a symbol table",
            ErrorCode::IonImportUnknown => "import of an unknown table without a valid max_id",
            ErrorCode::IonBinaryType => "type descriptor that binary Ion 1.0 does not have",
            ErrorCode::IonBinaryLength => "length of a value differs from that of its container",
            ErrorCode::IonBinaryOverflow => "variable-length integer of more than 64 bits",
            ErrorCode::IonBinaryNegativeZero => "negative int that is zero",
            ErrorCode::IonBinaryAnnotations => "annotations without an annotation or without a value",
            ErrorCode::IonBinaryMarker => "binary Ion must begin with its version marker",
            ErrorCode::Base64Symbol => "byte that is not a base64 symbol",
            ErrorCode::Base64WhiteSpace => "white space in base64",
            ErrorCode::Base64PaddingMissing => "base64 padding is missing",
            ErrorCode::Base64PaddingUnexpected => "unexpected base64 padding",
            ErrorCode::Base64AfterPadding => "data after base64 padding",
            ErrorCode::Base64TrailingBits => "bits after the last byte of base64 are not zero",
            ErrorCode::Base64Incomplete => "single base64 symbol at the end",
            ErrorCode::NumberDigitExpected => "expected a digit in a number",
            ErrorCode::NumberLeadingZero => "number begins with a zero",
            ErrorCode::NumberNotFinite => "neither NaN nor an infinity can be written",
            ErrorCode::TimestampMalformed => "malformed timestamp",
            ErrorCode::TimestampRange => "field of a timestamp is out of range",
            ErrorCode::NumberOverflow => "number exceeds the range of a double",
            ErrorCode::LimitNameLen => "name is longer than the limit",
            ErrorCode::LimitDepth => "nested deeper than the limit",
            ErrorCode::LimitStringLen => "string is longer than the limit",
            ErrorCode::LimitRecordLen => "text is longer than the limit",
            ErrorCode::LimitSymbols => "symbol table is larger than the limit",
            ErrorCode::LimitMemory => "text needs more memory than the limit",
            ErrorCode::ConvertLoss => "value that the other format cannot represent",
            ErrorCode::ConvertOneValue => "one JSON text has exactly one value",
            ErrorCode::ConvertTyped => "object does not name the type of its Ion value",
            ErrorCode::ConvertDynamodb => "value that DynamoDB exports do not have there",
            ErrorCode::ConvertSeparator => "text without a record separator (U+001E) before it",
            ErrorCode::ConvertArray => "expected an array of values",
            ErrorCode::CanonicalWhiteSpace => "white space in canonical JSON",
            ErrorCode::CanonicalString => "escape differs from its canonical form",
            ErrorCode::CanonicalNumber => "number differs from its canonical form",
            ErrorCode::CanonicalOrder => "name belongs before the name that precedes it",
            ErrorCode::JsonMemberMissing => "object lacks a required member",
            ErrorCode::ColumnType => "value that the type of its column cannot hold",
            ErrorCode::RecordSymbols => "symbol table in the middle of records that are read apart from each other",
            ErrorCode::PolicyUnsupported => "this output cannot represent the marks of this policy",
            ErrorCode::PointerNull => "null pointer instead of memory",
            ErrorCode::PointerMisaligned => "pointer not aligned for its units",
            ErrorCode::LengthExcessive => "length is greater than that of any object in memory",
            ErrorCode::RangesOverlap => "source and destination overlap",
            ErrorCode::ChoiceUnknown => "unknown flag, policy or other choice",
            ErrorCode::TierUnavailable => "this machine does not have the tier",
            ErrorCode::ProfileUnknown => "no profile has this name",
            ErrorCode::ProfileOptionUnknown => "the profile has no such option",
            ErrorCode::ProfileUnsound => "an entry of the profile breaks its rules",
            ErrorCode::OffsetsUnsound => "offsets of strings descend or leave their buffer",
            ErrorCode::RoomShort => "destination is too small for the output",
            ErrorCode::RulesMismatched => "rules were made for another kind of source",
            ErrorCode::MemoryRefused => "the system refused memory",
            ErrorCode::Internal => "a fault in stringmill itself",
        }
    }

    /// Advice for the user: one sentence in the imperative, in lower case and without a full stop.
    pub const fn remedy(self) -> &'static str {
        match self {
            ErrorCode::Utf8StrayContinuation => "convert the input to UTF-8, or replace the ill-formed bytes",
            ErrorCode::Utf8ImpossibleByte => "convert the input to UTF-8, or replace the ill-formed bytes",
            ErrorCode::Utf8MissingContinuation => "convert the input to UTF-8, or replace the ill-formed bytes",
            ErrorCode::Utf8Overlong => "convert the input to UTF-8, or replace the ill-formed bytes",
            ErrorCode::Utf8Surrogate => {
                "write the code point as one sequence of four bytes, or replace the ill-formed bytes"
            }
            ErrorCode::Utf8AboveMax => "convert the input to UTF-8, or replace the ill-formed bytes",
            ErrorCode::Utf8Incomplete => "check whether the input is cut short, or replace the ill-formed bytes",
            ErrorCode::SurrogateLone => "complete the surrogate pair, or replace the lone surrogate",
            ErrorCode::Utf16SurrogateLone => "complete the surrogate pair, or replace the lone surrogate",
            ErrorCode::StringUnterminated => "add the closing quote, or check whether the input is cut short",
            ErrorCode::ControlUnescaped => "write the control character as an escape, such as \\n or \\u0001",
            ErrorCode::EscapeUnknown => {
                "write a backslash as \\\\, or use an escape of the format: \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\uXXXX in JSON"
            }
            ErrorCode::EscapeHex => "put four hexadecimal digits after \\u, as in \\u00e9",
            ErrorCode::EscapeIncomplete => "complete the escape, or check whether the input is cut short",
            ErrorCode::QuoteMissing => "put the text in double quotes, or read it as text without quotes",
            ErrorCode::QuoteUnescaped => "write the quote as \\\", or read the text as a literal with quotes around it",
            ErrorCode::LiteralTrailing => "remove the data after the literal, or read one literal at a time",
            ErrorCode::JsonObjectExpected => "pass a JSON object whose members are all strings",
            ErrorCode::JsonStringExpected => {
                "put names and texts in double quotes, and remove a comma before a closing brace"
            }
            ErrorCode::JsonColonExpected => "put a colon between the name and the value",
            ErrorCode::JsonCommaExpected => "put a comma between two members, or close the object",
            ErrorCode::JsonTrailing => "remove the data after the value, or read each line as a value of its own",
            ErrorCode::JsonIncomplete => "complete the value, or check whether the input is cut short",
            ErrorCode::JsonMemberUnknown => "remove the member, or give it the name that the reader expects",
            ErrorCode::JsonValueExpected => "write an object, an array, a string, a number, true, false or null",
            ErrorCode::JsonByteOrderMark => "remove the first three bytes of the input, EF BB BF",
            ErrorCode::JsonBracketExpected => "put a comma between two elements, or close the array",
            ErrorCode::JsonLiteralUnknown => {
                "write true, false or null in lower case, or put the word in double quotes"
            }
            ErrorCode::NameRepeated => "rename or remove one of the two members",
            ErrorCode::IonBinary => "convert the data to Ion text, or read it with a reader of binary Ion",
            ErrorCode::IonEncoding => "convert the text to UTF-8",
            ErrorCode::IonByteOrderMark => "remove the first three bytes of the input, EF BB BF",
            ErrorCode::IonVersion => "convert the data to Ion 1.0, or quote the symbol if it is not a version marker",
            ErrorCode::IonValueExpected => {
                "write a value, and use operators only inside an S-expression and annotations only before a value"
            }
            ErrorCode::IonCommaExpected => "put a comma between two elements, or close the container",
            ErrorCode::IonBracketMismatched => "close the container with the bracket of its own kind",
            ErrorCode::IonIncomplete => "complete the value, or check whether the input is cut short",
            ErrorCode::IonFieldNameExpected => {
                "name the field by a symbol or a string, and put one comma between two fields"
            }
            ErrorCode::IonColonExpected => "put a colon between the field name and the value",
            ErrorCode::IonKeyword => "put the field name in quotes",
            ErrorCode::IonNullType => "write null alone or with the name of an Ion type, as in null.int",
            ErrorCode::IonNumberEnd => {
                "write numbers as -12, 0x1F, 0.5, 1e6 or 1d6, and end them with white space or a bracket"
            }
            ErrorCode::IonLobEndExpected => "end the clob or blob with }}, and remove comments from it",
            ErrorCode::IonClobNonAscii => "write the byte as an escape, \\xNN",
            ErrorCode::IonCommentUnterminated => "close the comment with */, or check whether the input is cut short",
            ErrorCode::IonEscapeDigits => "put two hexadecimal digits after \\x, four after \\u and eight after \\U",
            ErrorCode::IonEscapeAboveMax => "use a code point of at most \\U0010FFFF",
            ErrorCode::IonSymbolId => {
                "define the symbol ID in a symbol table before this place, or quote it if it is text"
            }
            ErrorCode::IonTableFieldRepeated => "merge the fields: a symbol table has symbols and imports once each",
            ErrorCode::IonImportUnknown => "give the import a valid max_id",
            ErrorCode::IonBinaryType => "write the data again with an Ion 1.0 writer",
            ErrorCode::IonBinaryLength => "write the data again with an Ion 1.0 writer",
            ErrorCode::IonBinaryOverflow => "write the data again with an Ion 1.0 writer",
            ErrorCode::IonBinaryNegativeZero => "write zero as a positive int, or as a decimal",
            ErrorCode::IonBinaryAnnotations => "write the data again with an Ion 1.0 writer",
            ErrorCode::IonBinaryMarker => "begin the data with E0 01 00 EA, or read it as text",
            ErrorCode::Base64Symbol => {
                "use letters, digits and the two symbols of the chosen alphabet: + and / or - and _"
            }
            ErrorCode::Base64WhiteSpace => "remove the white space, or choose to skip it",
            ErrorCode::Base64PaddingMissing => {
                "fill the last group up to four characters with =, or make padding optional"
            }
            ErrorCode::Base64PaddingUnexpected => {
                "remove the padding, or put it after two or three symbols of the last group"
            }
            ErrorCode::Base64AfterPadding => "remove the data after the padding, or decode the texts one at a time",
            ErrorCode::Base64TrailingBits => "check whether the input is cut short, or choose to drop trailing bits",
            ErrorCode::Base64Incomplete => "check whether the input is cut short",
            ErrorCode::NumberDigitExpected => {
                "write numbers as -12, 0.5 or 1e+6, with digits on both sides of the point"
            }
            ErrorCode::NumberLeadingZero => "remove the leading zeros",
            ErrorCode::NumberNotFinite => "replace NaN and infinities with a finite number, a string or null",
            ErrorCode::TimestampMalformed => {
                "write timestamps as 2024T, 2024-02T, 2024-02-29 or 2024-02-29T23:59:59.9+01:00"
            }
            ErrorCode::TimestampRange => {
                "correct the field: years are 0001 to 9999 in UTC, hours 00 to 23, minutes and seconds 00 to 59"
            }
            ErrorCode::NumberOverflow => "write the number as a string, or choose a unit with smaller numbers",
            ErrorCode::LimitNameLen => "shorten the name, or raise the limit",
            ErrorCode::LimitDepth => "reduce the nesting, or raise the limit on depth",
            ErrorCode::LimitStringLen => "shorten the string, or raise the limit",
            ErrorCode::LimitRecordLen => "split the text, or raise the limit",
            ErrorCode::LimitSymbols => "split the symbol table, or raise the limit",
            ErrorCode::LimitMemory => "raise the limit on memory, or shorten the names and numbers",
            ErrorCode::ConvertLoss => "remove the value or comment, accept the loss, or convert with types",
            ErrorCode::ConvertOneValue => "write each value as a text of its own, or all values as one array",
            ErrorCode::ConvertTyped => {
                "pass the typed JSON that a conversion from Ion writes, or convert without types"
            }
            ErrorCode::ConvertDynamodb => {
                "pass the data files of an export in Ion, or convert from ion, which takes any value"
            }
            ErrorCode::ConvertSeparator => {
                "write U+001E before each text of the sequence, or check whether the beginning of the input is missing"
            }
            ErrorCode::ConvertArray => "put the values into an array, or convert each value at the top level as it is",
            ErrorCode::CanonicalWhiteSpace => "remove the white space outside of strings, or make the text canonical",
            ErrorCode::CanonicalString => {
                "write the character itself, or its canonical escape, or make the text canonical"
            }
            ErrorCode::CanonicalNumber => "write the number as ECMAScript does, or make the text canonical",
            ErrorCode::CanonicalOrder => {
                "sort the members by the UTF-16 code units of their names, or make the text canonical"
            }
            ErrorCode::JsonMemberMissing => "add the member, or give the names of the members of this input",
            ErrorCode::ColumnType => "give the column a type that holds the value, such as a string",
            ErrorCode::RecordSymbols => {
                "read each file as one stream, or write every record without a symbol table of its own"
            }
            ErrorCode::PolicyUnsupported => "choose another policy, or another profile",
            ErrorCode::PointerNull => "pass a pointer that is not null",
            ErrorCode::PointerMisaligned => "align the pointer to the size of its units",
            ErrorCode::LengthExcessive => "pass the length of an existing object: at most half of the address space",
            ErrorCode::RangesOverlap => "use separate memory for the source and the destination",
            ErrorCode::ChoiceUnknown => "pass one of the documented values",
            ErrorCode::TierUnavailable => "choose a tier that this machine has, or let the library choose",
            ErrorCode::ProfileUnknown => "choose one of the listed profiles",
            ErrorCode::ProfileOptionUnknown => "choose one of the options that the profile lists",
            ErrorCode::ProfileUnsound => "correct the entry that the offset names",
            ErrorCode::OffsetsUnsound => "pass ascending offsets that end inside the buffer",
            ErrorCode::RoomShort => "pass a destination of the documented size",
            ErrorCode::RulesMismatched => {
                "make rules for this kind of source, or call the operation that the rules are for"
            }
            ErrorCode::MemoryRefused => "give the process more memory, or pass a smaller input",
            ErrorCode::Internal => "report the fault, with the input that causes it",
        }
    }

    /// The part of the input that the error covers, from the offset on.
    pub const fn span(self) -> Span {
        match self {
            ErrorCode::Utf8StrayContinuation => Span::Utf8Subpart,
            ErrorCode::Utf8ImpossibleByte => Span::Utf8Subpart,
            ErrorCode::Utf8MissingContinuation => Span::Utf8Subpart,
            ErrorCode::Utf8Overlong => Span::Utf8Sequence,
            ErrorCode::Utf8Surrogate => Span::Utf8Sequence,
            ErrorCode::Utf8AboveMax => Span::Utf8Sequence,
            ErrorCode::Utf8Incomplete => Span::Utf8Subpart,
            ErrorCode::SurrogateLone => Span::UnicodeEscape,
            ErrorCode::Utf16SurrogateLone => Span::None,
            ErrorCode::StringUnterminated => Span::End,
            ErrorCode::ControlUnescaped => Span::Found,
            ErrorCode::EscapeUnknown => Span::Escape,
            ErrorCode::EscapeHex => Span::HexEscape,
            ErrorCode::EscapeIncomplete => Span::Rest,
            ErrorCode::QuoteMissing => Span::Found,
            ErrorCode::QuoteUnescaped => Span::Character,
            ErrorCode::LiteralTrailing => Span::Found,
            ErrorCode::JsonObjectExpected => Span::Found,
            ErrorCode::JsonStringExpected => Span::Found,
            ErrorCode::JsonColonExpected => Span::Found,
            ErrorCode::JsonCommaExpected => Span::Found,
            ErrorCode::JsonTrailing => Span::Found,
            ErrorCode::JsonIncomplete => Span::End,
            ErrorCode::JsonMemberUnknown => Span::String,
            ErrorCode::JsonValueExpected => Span::Found,
            ErrorCode::JsonByteOrderMark => Span::ByteOrderMark,
            ErrorCode::JsonBracketExpected => Span::Found,
            ErrorCode::JsonLiteralUnknown => Span::Found,
            ErrorCode::NameRepeated => Span::String,
            ErrorCode::IonBinary => Span::VersionMarker,
            ErrorCode::IonEncoding => Span::Character,
            ErrorCode::IonByteOrderMark => Span::ByteOrderMark,
            ErrorCode::IonVersion => Span::Word,
            ErrorCode::IonValueExpected => Span::Found,
            ErrorCode::IonCommaExpected => Span::Found,
            ErrorCode::IonBracketMismatched => Span::Found,
            ErrorCode::IonIncomplete => Span::End,
            ErrorCode::IonFieldNameExpected => Span::Found,
            ErrorCode::IonColonExpected => Span::Found,
            ErrorCode::IonKeyword => Span::Word,
            ErrorCode::IonNullType => Span::Found,
            ErrorCode::IonNumberEnd => Span::Found,
            ErrorCode::IonLobEndExpected => Span::Found,
            ErrorCode::IonClobNonAscii => Span::Found,
            ErrorCode::IonCommentUnterminated => Span::End,
            ErrorCode::IonEscapeDigits => Span::HexEscape,
            ErrorCode::IonEscapeAboveMax => Span::UnicodeEscape,
            ErrorCode::IonSymbolId => Span::Word,
            ErrorCode::IonTableFieldRepeated => Span::Token,
            ErrorCode::IonImportUnknown => Span::Character,
            ErrorCode::IonBinaryType => Span::Character,
            ErrorCode::IonBinaryLength => Span::Character,
            ErrorCode::IonBinaryOverflow => Span::Character,
            ErrorCode::IonBinaryNegativeZero => Span::Character,
            ErrorCode::IonBinaryAnnotations => Span::Character,
            ErrorCode::IonBinaryMarker => Span::VersionMarker,
            ErrorCode::Base64Symbol => Span::Found,
            ErrorCode::Base64WhiteSpace => Span::Found,
            ErrorCode::Base64PaddingMissing => Span::Found,
            ErrorCode::Base64PaddingUnexpected => Span::Character,
            ErrorCode::Base64AfterPadding => Span::Found,
            ErrorCode::Base64TrailingBits => Span::Character,
            ErrorCode::Base64Incomplete => Span::Character,
            ErrorCode::NumberDigitExpected => Span::Found,
            ErrorCode::NumberLeadingZero => Span::Character,
            ErrorCode::NumberNotFinite => Span::None,
            ErrorCode::TimestampMalformed => Span::Found,
            ErrorCode::TimestampRange => Span::Digits,
            ErrorCode::NumberOverflow => Span::Token,
            ErrorCode::LimitNameLen => Span::String,
            ErrorCode::LimitDepth => Span::Character,
            ErrorCode::LimitStringLen => Span::Character,
            ErrorCode::LimitRecordLen => Span::Character,
            ErrorCode::LimitSymbols => Span::Character,
            ErrorCode::LimitMemory => Span::Token,
            ErrorCode::ConvertLoss => Span::Token,
            ErrorCode::ConvertOneValue => Span::Token,
            ErrorCode::ConvertTyped => Span::Token,
            ErrorCode::ConvertDynamodb => Span::Token,
            ErrorCode::ConvertSeparator => Span::None,
            ErrorCode::ConvertArray => Span::Found,
            ErrorCode::CanonicalWhiteSpace => Span::Character,
            ErrorCode::CanonicalString => Span::Escape,
            ErrorCode::CanonicalNumber => Span::Token,
            ErrorCode::CanonicalOrder => Span::String,
            ErrorCode::JsonMemberMissing => Span::Character,
            ErrorCode::ColumnType => Span::Token,
            ErrorCode::RecordSymbols => Span::Token,
            ErrorCode::PolicyUnsupported => Span::None,
            ErrorCode::PointerNull => Span::None,
            ErrorCode::PointerMisaligned => Span::None,
            ErrorCode::LengthExcessive => Span::None,
            ErrorCode::RangesOverlap => Span::None,
            ErrorCode::ChoiceUnknown => Span::None,
            ErrorCode::TierUnavailable => Span::None,
            ErrorCode::ProfileUnknown => Span::None,
            ErrorCode::ProfileOptionUnknown => Span::None,
            ErrorCode::ProfileUnsound => Span::None,
            ErrorCode::OffsetsUnsound => Span::None,
            ErrorCode::RoomShort => Span::None,
            ErrorCode::RulesMismatched => Span::None,
            ErrorCode::MemoryRefused => Span::None,
            ErrorCode::Internal => Span::None,
        }
    }

    /// The unit of the offset: `byte` or `code unit`.
    pub const fn unit(self) -> &'static str {
        match self {
            ErrorCode::Utf8StrayContinuation => "byte",
            ErrorCode::Utf8ImpossibleByte => "byte",
            ErrorCode::Utf8MissingContinuation => "byte",
            ErrorCode::Utf8Overlong => "byte",
            ErrorCode::Utf8Surrogate => "byte",
            ErrorCode::Utf8AboveMax => "byte",
            ErrorCode::Utf8Incomplete => "byte",
            ErrorCode::SurrogateLone => "byte",
            ErrorCode::Utf16SurrogateLone => "code unit",
            ErrorCode::StringUnterminated => "byte",
            ErrorCode::ControlUnescaped => "byte",
            ErrorCode::EscapeUnknown => "byte",
            ErrorCode::EscapeHex => "byte",
            ErrorCode::EscapeIncomplete => "byte",
            ErrorCode::QuoteMissing => "byte",
            ErrorCode::QuoteUnescaped => "byte",
            ErrorCode::LiteralTrailing => "byte",
            ErrorCode::JsonObjectExpected => "byte",
            ErrorCode::JsonStringExpected => "byte",
            ErrorCode::JsonColonExpected => "byte",
            ErrorCode::JsonCommaExpected => "byte",
            ErrorCode::JsonTrailing => "byte",
            ErrorCode::JsonIncomplete => "byte",
            ErrorCode::JsonMemberUnknown => "byte",
            ErrorCode::JsonValueExpected => "byte",
            ErrorCode::JsonByteOrderMark => "byte",
            ErrorCode::JsonBracketExpected => "byte",
            ErrorCode::JsonLiteralUnknown => "byte",
            ErrorCode::NameRepeated => "byte",
            ErrorCode::IonBinary => "byte",
            ErrorCode::IonEncoding => "byte",
            ErrorCode::IonByteOrderMark => "byte",
            ErrorCode::IonVersion => "byte",
            ErrorCode::IonValueExpected => "byte",
            ErrorCode::IonCommaExpected => "byte",
            ErrorCode::IonBracketMismatched => "byte",
            ErrorCode::IonIncomplete => "byte",
            ErrorCode::IonFieldNameExpected => "byte",
            ErrorCode::IonColonExpected => "byte",
            ErrorCode::IonKeyword => "byte",
            ErrorCode::IonNullType => "byte",
            ErrorCode::IonNumberEnd => "byte",
            ErrorCode::IonLobEndExpected => "byte",
            ErrorCode::IonClobNonAscii => "byte",
            ErrorCode::IonCommentUnterminated => "byte",
            ErrorCode::IonEscapeDigits => "byte",
            ErrorCode::IonEscapeAboveMax => "byte",
            ErrorCode::IonSymbolId => "byte",
            ErrorCode::IonTableFieldRepeated => "byte",
            ErrorCode::IonImportUnknown => "byte",
            ErrorCode::IonBinaryType => "byte",
            ErrorCode::IonBinaryLength => "byte",
            ErrorCode::IonBinaryOverflow => "byte",
            ErrorCode::IonBinaryNegativeZero => "byte",
            ErrorCode::IonBinaryAnnotations => "byte",
            ErrorCode::IonBinaryMarker => "byte",
            ErrorCode::Base64Symbol => "byte",
            ErrorCode::Base64WhiteSpace => "byte",
            ErrorCode::Base64PaddingMissing => "byte",
            ErrorCode::Base64PaddingUnexpected => "byte",
            ErrorCode::Base64AfterPadding => "byte",
            ErrorCode::Base64TrailingBits => "byte",
            ErrorCode::Base64Incomplete => "byte",
            ErrorCode::NumberDigitExpected => "byte",
            ErrorCode::NumberLeadingZero => "byte",
            ErrorCode::NumberNotFinite => "byte",
            ErrorCode::TimestampMalformed => "byte",
            ErrorCode::TimestampRange => "byte",
            ErrorCode::NumberOverflow => "byte",
            ErrorCode::LimitNameLen => "byte",
            ErrorCode::LimitDepth => "byte",
            ErrorCode::LimitStringLen => "byte",
            ErrorCode::LimitRecordLen => "byte",
            ErrorCode::LimitSymbols => "byte",
            ErrorCode::LimitMemory => "byte",
            ErrorCode::ConvertLoss => "byte",
            ErrorCode::ConvertOneValue => "byte",
            ErrorCode::ConvertTyped => "byte",
            ErrorCode::ConvertDynamodb => "byte",
            ErrorCode::ConvertSeparator => "byte",
            ErrorCode::ConvertArray => "byte",
            ErrorCode::CanonicalWhiteSpace => "byte",
            ErrorCode::CanonicalString => "byte",
            ErrorCode::CanonicalNumber => "byte",
            ErrorCode::CanonicalOrder => "byte",
            ErrorCode::JsonMemberMissing => "byte",
            ErrorCode::ColumnType => "byte",
            ErrorCode::RecordSymbols => "byte",
            ErrorCode::PolicyUnsupported => "byte",
            ErrorCode::PointerNull => "byte",
            ErrorCode::PointerMisaligned => "byte",
            ErrorCode::LengthExcessive => "byte",
            ErrorCode::RangesOverlap => "byte",
            ErrorCode::ChoiceUnknown => "byte",
            ErrorCode::TierUnavailable => "byte",
            ErrorCode::ProfileUnknown => "byte",
            ErrorCode::ProfileOptionUnknown => "byte",
            ErrorCode::ProfileUnsound => "byte",
            ErrorCode::OffsetsUnsound => "byte",
            ErrorCode::RoomShort => "byte",
            ErrorCode::RulesMismatched => "byte",
            ErrorCode::MemoryRefused => "byte",
            ErrorCode::Internal => "byte",
        }
    }
}
