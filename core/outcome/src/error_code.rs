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
    /// Input ends inside a string; the offset points at the end of the input, or of a line of NDJSON.
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
    /// Input ends inside a JSON value; the offset points at the end of the input, or of a line of NDJSON.
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
    /// Noncharacter in a string; the offset points at the first byte of the character, or the backslash of its escape.
    JsonNoncharacter = 313,
    /// U+0000 in a string; the offset points at the backslash.
    JsonNul = 314,
    /// Integer beyond 9007199254740991, up to which doubles are exact; the offset points at the first byte of the number.
    JsonIntegerInexact = 315,
    /// Number that PostgreSQL's numeric cannot hold; the offset points at the first byte of the number.
    JsonNumberRange = 316,
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
    /// Object does not have the form of a typed Ion value; the offset points at the first byte of the token.
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
    /// Value that readers of Ion would take for a version marker or a symbol table; the offset points at the first byte of the value, or in typed JSON of its token.
    ConvertSystemValue = 815,
    /// Integer that a double cannot hold; the offset points at the first byte of the number.
    CanonicalInteger = 816,
    /// Object lacks a required member; the offset points at the closing brace.
    JsonMemberMissing = 831,
    /// Value that the type of its member cannot hold; the offset points at the first byte of the value.
    JsonMemberType = 832,
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
    pub const ALL: &[ErrorCode] = {
        let mut all = [ErrorCode::Internal; ROWS.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = ROWS[at].code;
            at += 1;
        }
        &{ all }
    };

    /// The name shared by all languages, in snake case.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The cause in a few words, in lower case, without a full stop and without advice.
    pub const fn says(self) -> &'static str {
        self.row().says
    }

    /// Advice for the user: one sentence in the imperative, in lower case and without a full stop.
    pub const fn remedy(self) -> &'static str {
        self.row().remedy
    }

    /// The part of the input that the error covers, from the offset on.
    pub const fn span(self) -> Span {
        self.row().span
    }

    /// The unit of the offset: `byte` or `code unit`; empty for an error of a call, which has no place in the input.
    pub const fn unit(self) -> &'static str {
        self.row().unit
    }

    /// Found by halves, because the table is in the order of the numbers.
    const fn row(self) -> &'static Row {
        let (mut from, mut to) = (0, ROWS.len());
        while to - from > 1 {
            let middle = from.midpoint(to);
            if ROWS[middle].code as u16 <= self as u16 {
                from = middle;
            } else {
                to = middle;
            }
        }
        &ROWS[from]
    }
}

/// What there is to know of a code.
struct Row {
    code: ErrorCode,
    name: &'static str,
    says: &'static str,
    remedy: &'static str,
    span: Span,
    unit: &'static str,
}

static ROWS: &[Row] = &[
    Row {
        code: ErrorCode::Utf8StrayContinuation,
        name: "utf8_stray_continuation",
        says: "continuation byte without a lead byte",
        remedy: "convert the input to UTF-8, or replace the ill-formed bytes",
        span: Span::Utf8Subpart,
        unit: "byte",
    },
    Row {
        code: ErrorCode::Utf8ImpossibleByte,
        name: "utf8_impossible_byte",
        says: "byte that never occurs in UTF-8",
        remedy: "convert the input to UTF-8, or replace the ill-formed bytes",
        span: Span::Utf8Subpart,
        unit: "byte",
    },
    Row {
        code: ErrorCode::Utf8MissingContinuation,
        name: "utf8_missing_continuation",
        says: "lead byte without its continuation bytes",
        remedy: "convert the input to UTF-8, or replace the ill-formed bytes",
        span: Span::Utf8Subpart,
        unit: "byte",
    },
    Row {
        code: ErrorCode::Utf8Overlong,
        name: "utf8_overlong",
        says: "overlong UTF-8 sequence",
        remedy: "convert the input to UTF-8, or replace the ill-formed bytes",
        span: Span::Utf8Sequence,
        unit: "byte",
    },
    Row {
        code: ErrorCode::Utf8Surrogate,
        name: "utf8_surrogate",
        says: "surrogate code point in UTF-8",
        remedy: "write the code point as one sequence of four bytes, or replace the ill-formed bytes",
        span: Span::Utf8Sequence,
        unit: "byte",
    },
    Row {
        code: ErrorCode::Utf8AboveMax,
        name: "utf8_above_max",
        says: "code point above U+10FFFF",
        remedy: "convert the input to UTF-8, or replace the ill-formed bytes",
        span: Span::Utf8Sequence,
        unit: "byte",
    },
    Row {
        code: ErrorCode::Utf8Incomplete,
        name: "utf8_incomplete",
        says: "input ends inside a UTF-8 sequence",
        remedy: "check whether the input is cut short, or replace the ill-formed bytes",
        span: Span::Utf8Subpart,
        unit: "byte",
    },
    Row {
        code: ErrorCode::SurrogateLone,
        name: "surrogate_lone",
        says: "lone surrogate",
        remedy: "complete the surrogate pair, or replace the lone surrogate",
        span: Span::UnicodeEscape,
        unit: "byte",
    },
    Row {
        code: ErrorCode::Utf16SurrogateLone,
        name: "utf16_surrogate_lone",
        says: "lone surrogate in UTF-16",
        remedy: "complete the surrogate pair, or replace the lone surrogate",
        span: Span::None,
        unit: "code unit",
    },
    Row {
        code: ErrorCode::StringUnterminated,
        name: "string_unterminated",
        says: "input ends inside a string",
        remedy: "add the closing quote, or check whether the input is cut short",
        span: Span::End,
        unit: "byte",
    },
    Row {
        code: ErrorCode::ControlUnescaped,
        name: "control_unescaped",
        says: "unescaped control character in a string",
        remedy: "write the control character as an escape, such as \\n or \\u0001",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::EscapeUnknown,
        name: "escape_unknown",
        says: "unknown escape",
        remedy: "write a backslash as \\\\, or use an escape of the format: \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\uXXXX in JSON",
        span: Span::Escape,
        unit: "byte",
    },
    Row {
        code: ErrorCode::EscapeHex,
        name: "escape_hex",
        says: "unicode escape without four hexadecimal digits",
        remedy: "put four hexadecimal digits after \\u, as in \\u00e9",
        span: Span::HexEscape,
        unit: "byte",
    },
    Row {
        code: ErrorCode::EscapeIncomplete,
        name: "escape_incomplete",
        says: "input ends inside an escape",
        remedy: "complete the escape, or check whether the input is cut short",
        span: Span::Rest,
        unit: "byte",
    },
    Row {
        code: ErrorCode::QuoteMissing,
        name: "quote_missing",
        says: "string literal does not begin with a quote",
        remedy: "put the text in double quotes, or read it as text without quotes",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::QuoteUnescaped,
        name: "quote_unescaped",
        says: "unescaped quote inside a string",
        remedy: "write the quote as \\\", or read the text as a literal with quotes around it",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::LiteralTrailing,
        name: "literal_trailing",
        says: "data after the string literal",
        remedy: "remove the data after the literal, or read one literal at a time",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonObjectExpected,
        name: "json_object_expected",
        says: "expected a JSON object",
        remedy: "pass a JSON object whose members are all strings",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonStringExpected,
        name: "json_string_expected",
        says: "expected a string",
        remedy: "put names and texts in double quotes, and remove a comma before a closing brace",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonColonExpected,
        name: "json_colon_expected",
        says: "expected a colon",
        remedy: "put a colon between the name and the value",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonCommaExpected,
        name: "json_comma_expected",
        says: "expected a comma or a closing brace",
        remedy: "put a comma between two members, or close the object",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonTrailing,
        name: "json_trailing",
        says: "data after the JSON value",
        remedy: "remove the data after the value, or read each line as a value of its own",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonIncomplete,
        name: "json_incomplete",
        says: "input ends inside a JSON value",
        remedy: "complete the value, or check whether the input is cut short",
        span: Span::End,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonMemberUnknown,
        name: "json_member_unknown",
        says: "unexpected member name",
        remedy: "remove the member, or give it the name that the reader expects",
        span: Span::String,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonValueExpected,
        name: "json_value_expected",
        says: "expected a JSON value",
        remedy: "write an object, an array, a string, a number, true, false or null",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonByteOrderMark,
        name: "json_byte_order_mark",
        says: "byte order mark before the JSON value",
        remedy: "remove the first three bytes of the input, EF BB BF",
        span: Span::ByteOrderMark,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonBracketExpected,
        name: "json_bracket_expected",
        says: "expected a comma or a closing bracket",
        remedy: "put a comma between two elements, or close the array",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonLiteralUnknown,
        name: "json_literal_unknown",
        says: "neither true nor false nor null",
        remedy: "write true, false or null in lower case, or put the word in double quotes",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::NameRepeated,
        name: "name_repeated",
        says: "name occurs twice in its object",
        remedy: "rename or remove one of the two members",
        span: Span::String,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonNoncharacter,
        name: "json_noncharacter",
        says: "noncharacter in a string",
        remedy: "remove the character, or replace it, such as by U+FFFD",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonNul,
        name: "json_nul",
        says: "U+0000 in a string",
        remedy: "remove the escape or replace it, such as by \\ufffd",
        span: Span::UnicodeEscape,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonIntegerInexact,
        name: "json_integer_inexact",
        says: "integer beyond 9007199254740991, up to which doubles are exact",
        remedy: "write the integer as a string",
        span: Span::Token,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonNumberRange,
        name: "json_number_range",
        says: "number that PostgreSQL's numeric cannot hold",
        remedy: "write the number as a string, or with fewer digits",
        span: Span::Token,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonBinary,
        name: "ion_binary",
        says: "binary Ion where text is expected",
        remedy: "convert the data to Ion text, or read it with a reader of binary Ion",
        span: Span::VersionMarker,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonEncoding,
        name: "ion_encoding",
        says: "text in UTF-16 or UTF-32",
        remedy: "convert the text to UTF-8",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonByteOrderMark,
        name: "ion_byte_order_mark",
        says: "byte order mark before Ion text",
        remedy: "remove the first three bytes of the input, EF BB BF",
        span: Span::ByteOrderMark,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonVersion,
        name: "ion_version",
        says: "version of Ion that is not 1.0",
        remedy: "convert the data to Ion 1.0, or quote the symbol if it is not a version marker",
        span: Span::Word,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonValueExpected,
        name: "ion_value_expected",
        says: "expected an Ion value",
        remedy: "write a value, and use operators only inside an S-expression and annotations only before a value",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonCommaExpected,
        name: "ion_comma_expected",
        says: "expected a comma or the end of the container",
        remedy: "put a comma between two elements, or close the container",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonBracketMismatched,
        name: "ion_bracket_mismatched",
        says: "bracket closes another kind of container",
        remedy: "close the container with the bracket of its own kind",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonIncomplete,
        name: "ion_incomplete",
        says: "input ends inside an Ion value",
        remedy: "complete the value, or check whether the input is cut short",
        span: Span::End,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonFieldNameExpected,
        name: "ion_field_name_expected",
        says: "expected a field name",
        remedy: "name the field by a symbol or a string, and put one comma between two fields",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonColonExpected,
        name: "ion_colon_expected",
        says: "expected a colon after a field name",
        remedy: "put a colon between the field name and the value",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonKeyword,
        name: "ion_keyword",
        says: "keyword instead of a field name",
        remedy: "put the field name in quotes",
        span: Span::Word,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonNullType,
        name: "ion_null_type",
        says: "no type of this name after null",
        remedy: "write null alone or with the name of an Ion type, as in null.int",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonNumberEnd,
        name: "ion_number_end",
        says: "byte that cannot follow a number",
        remedy: "write numbers as -12, 0x1F, 0.5, 1e6 or 1d6, and end them with white space or a bracket",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonLobEndExpected,
        name: "ion_lob_end_expected",
        says: "expected the end of a clob or blob",
        remedy: "end the clob or blob with }}, and remove comments from it",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonClobNonAscii,
        name: "ion_clob_non_ascii",
        says: "byte above 127 in a clob",
        remedy: "write the byte as an escape, \\xNN",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonCommentUnterminated,
        name: "ion_comment_unterminated",
        says: "comment is not closed",
        remedy: "close the comment with */, or check whether the input is cut short",
        span: Span::End,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonEscapeDigits,
        name: "ion_escape_digits",
        says: "escape without all of its hexadecimal digits",
        remedy: "put two hexadecimal digits after \\x, four after \\u and eight after \\U",
        span: Span::HexEscape,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonEscapeAboveMax,
        name: "ion_escape_above_max",
        says: "escape above U+10FFFF",
        remedy: "use a code point of at most \\U0010FFFF",
        span: Span::UnicodeEscape,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonSymbolId,
        name: "ion_symbol_id",
        says: "symbol ID that the symbol table does not have",
        remedy: "define the symbol ID in a symbol table before this place, or quote it if it is text",
        span: Span::Word,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonTableFieldRepeated,
        name: "ion_table_field_repeated",
        says: "field is repeated in a symbol table",
        remedy: "merge the fields: a symbol table has symbols and imports once each",
        span: Span::Token,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonImportUnknown,
        name: "ion_import_unknown",
        says: "import of an unknown table without a valid max_id",
        remedy: "give the import a valid max_id",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonBinaryType,
        name: "ion_binary_type",
        says: "type descriptor that binary Ion 1.0 does not have",
        remedy: "write the data again with an Ion 1.0 writer",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonBinaryLength,
        name: "ion_binary_length",
        says: "length of a value differs from that of its container",
        remedy: "write the data again with an Ion 1.0 writer",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonBinaryOverflow,
        name: "ion_binary_overflow",
        says: "variable-length integer of more than 64 bits",
        remedy: "write the data again with an Ion 1.0 writer",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonBinaryNegativeZero,
        name: "ion_binary_negative_zero",
        says: "negative int that is zero",
        remedy: "write zero as a positive int, or as a decimal",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonBinaryAnnotations,
        name: "ion_binary_annotations",
        says: "annotations without an annotation or without a value",
        remedy: "write the data again with an Ion 1.0 writer",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::IonBinaryMarker,
        name: "ion_binary_marker",
        says: "binary Ion must begin with its version marker",
        remedy: "begin the data with E0 01 00 EA, or read it as text",
        span: Span::VersionMarker,
        unit: "byte",
    },
    Row {
        code: ErrorCode::Base64Symbol,
        name: "base64_symbol",
        says: "byte that is not a base64 symbol",
        remedy: "use letters, digits and the two symbols of the chosen alphabet: + and / or - and _",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::Base64WhiteSpace,
        name: "base64_white_space",
        says: "white space in base64",
        remedy: "remove the white space, or choose to skip it",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::Base64PaddingMissing,
        name: "base64_padding_missing",
        says: "base64 padding is missing",
        remedy: "fill the last group up to four characters with =, or make padding optional",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::Base64PaddingUnexpected,
        name: "base64_padding_unexpected",
        says: "unexpected base64 padding",
        remedy: "remove the padding, or put it after two or three symbols of the last group",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::Base64AfterPadding,
        name: "base64_after_padding",
        says: "data after base64 padding",
        remedy: "remove the data after the padding, or decode the texts one at a time",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::Base64TrailingBits,
        name: "base64_trailing_bits",
        says: "bits after the last byte of base64 are not zero",
        remedy: "check whether the input is cut short, or choose to drop trailing bits",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::Base64Incomplete,
        name: "base64_incomplete",
        says: "single base64 symbol at the end",
        remedy: "check whether the input is cut short",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::NumberDigitExpected,
        name: "number_digit_expected",
        says: "expected a digit in a number",
        remedy: "write numbers as -12, 0.5 or 1e+6, with digits on both sides of the point",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::NumberLeadingZero,
        name: "number_leading_zero",
        says: "number begins with a zero",
        remedy: "remove the leading zeros",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::NumberNotFinite,
        name: "number_not_finite",
        says: "neither NaN nor an infinity can be written",
        remedy: "replace NaN and infinities with a finite number, a string or null",
        span: Span::None,
        unit: "",
    },
    Row {
        code: ErrorCode::TimestampMalformed,
        name: "timestamp_malformed",
        says: "malformed timestamp",
        remedy: "write timestamps as 2024T, 2024-02T, 2024-02-29 or 2024-02-29T23:59:59.9+01:00",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::TimestampRange,
        name: "timestamp_range",
        says: "field of a timestamp is out of range",
        remedy: "correct the field: years are 0001 to 9999 in UTC, hours 00 to 23, minutes and seconds 00 to 59",
        span: Span::Digits,
        unit: "byte",
    },
    Row {
        code: ErrorCode::NumberOverflow,
        name: "number_overflow",
        says: "number exceeds the range of a double",
        remedy: "write the number as a string, or choose a unit with smaller numbers",
        span: Span::Token,
        unit: "byte",
    },
    Row {
        code: ErrorCode::LimitNameLen,
        name: "limit_name_len",
        says: "name is longer than the limit",
        remedy: "shorten the name, or raise the limit",
        span: Span::String,
        unit: "byte",
    },
    Row {
        code: ErrorCode::LimitDepth,
        name: "limit_depth",
        says: "nested deeper than the limit",
        remedy: "reduce the nesting, or raise the limit on depth",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::LimitStringLen,
        name: "limit_string_len",
        says: "string is longer than the limit",
        remedy: "shorten the string, or raise the limit",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::LimitRecordLen,
        name: "limit_record_len",
        says: "text is longer than the limit",
        remedy: "split the text, or raise the limit",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::LimitSymbols,
        name: "limit_symbols",
        says: "symbol table is larger than the limit",
        remedy: "split the symbol table, or raise the limit",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::LimitMemory,
        name: "limit_memory",
        says: "text needs more memory than the limit",
        remedy: "raise the limit on memory, or shorten the names and numbers",
        span: Span::Token,
        unit: "byte",
    },
    Row {
        code: ErrorCode::ConvertLoss,
        name: "convert_loss",
        says: "value that the other format cannot represent",
        remedy: "remove the value or comment, accept the loss, or convert with types",
        span: Span::Token,
        unit: "byte",
    },
    Row {
        code: ErrorCode::ConvertOneValue,
        name: "convert_one_value",
        says: "one JSON text has exactly one value",
        remedy: "write each value as a text of its own, or all values as one array",
        span: Span::Token,
        unit: "byte",
    },
    Row {
        code: ErrorCode::ConvertTyped,
        name: "convert_typed",
        says: "object does not have the form of a typed Ion value",
        remedy: "pass the typed JSON that a conversion from Ion writes, or convert without types",
        span: Span::Token,
        unit: "byte",
    },
    Row {
        code: ErrorCode::ConvertDynamodb,
        name: "convert_dynamodb",
        says: "value that DynamoDB exports do not have there",
        remedy: "pass the data files of an export in Ion, or convert from ion, which takes any value",
        span: Span::Token,
        unit: "byte",
    },
    Row {
        code: ErrorCode::ConvertSeparator,
        name: "convert_separator",
        says: "text without a record separator (U+001E) before it",
        remedy: "write U+001E before each text of the sequence, or check whether the beginning of the input is missing",
        span: Span::None,
        unit: "byte",
    },
    Row {
        code: ErrorCode::ConvertArray,
        name: "convert_array",
        says: "expected an array of values",
        remedy: "put the values into an array, or convert each value at the top level as it is",
        span: Span::Found,
        unit: "byte",
    },
    Row {
        code: ErrorCode::CanonicalWhiteSpace,
        name: "canonical_white_space",
        says: "white space in canonical JSON",
        remedy: "remove the white space outside of strings, or make the text canonical",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::CanonicalString,
        name: "canonical_string",
        says: "escape differs from its canonical form",
        remedy: "write the character itself, or its canonical escape, or make the text canonical",
        span: Span::Escape,
        unit: "byte",
    },
    Row {
        code: ErrorCode::CanonicalNumber,
        name: "canonical_number",
        says: "number differs from its canonical form",
        remedy: "write the number as ECMAScript does, or make the text canonical",
        span: Span::Token,
        unit: "byte",
    },
    Row {
        code: ErrorCode::CanonicalOrder,
        name: "canonical_order",
        says: "name belongs before the name that precedes it",
        remedy: "sort the members by the UTF-16 code units of their names, or make the text canonical",
        span: Span::String,
        unit: "byte",
    },
    Row {
        code: ErrorCode::ConvertSystemValue,
        name: "convert_system_value",
        says: "value that readers of Ion would take for a version marker or a symbol table",
        remedy: "put the value into a list or a struct, or remove its first annotation",
        span: Span::Token,
        unit: "byte",
    },
    Row {
        code: ErrorCode::CanonicalInteger,
        name: "canonical_integer",
        says: "integer that a double cannot hold",
        remedy: "write the integer as a string, or allow that it is rounded",
        span: Span::Token,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonMemberMissing,
        name: "json_member_missing",
        says: "object lacks a required member",
        remedy: "add the member, or give the names of the members of this input",
        span: Span::Character,
        unit: "byte",
    },
    Row {
        code: ErrorCode::JsonMemberType,
        name: "json_member_type",
        says: "value that the type of its member cannot hold",
        remedy: "write a value of the member's type, or give the member a type that holds the value",
        span: Span::Token,
        unit: "byte",
    },
    Row {
        code: ErrorCode::ColumnType,
        name: "column_type",
        says: "value that the type of its column cannot hold",
        remedy: "give the column a type that holds the value, such as a string",
        span: Span::Token,
        unit: "byte",
    },
    Row {
        code: ErrorCode::RecordSymbols,
        name: "record_symbols",
        says: "symbol table in the middle of records that are read apart from each other",
        remedy: "read each file as one stream, or write every record without a symbol table of its own",
        span: Span::Token,
        unit: "byte",
    },
    Row {
        code: ErrorCode::PolicyUnsupported,
        name: "policy_unsupported",
        says: "this output cannot represent the marks of this policy",
        remedy: "choose another policy, or another profile",
        span: Span::None,
        unit: "",
    },
    Row {
        code: ErrorCode::PointerNull,
        name: "pointer_null",
        says: "null pointer instead of memory",
        remedy: "pass a pointer that is not null",
        span: Span::None,
        unit: "",
    },
    Row {
        code: ErrorCode::PointerMisaligned,
        name: "pointer_misaligned",
        says: "pointer not aligned for its units",
        remedy: "align the pointer to the size of its units",
        span: Span::None,
        unit: "",
    },
    Row {
        code: ErrorCode::LengthExcessive,
        name: "length_excessive",
        says: "length is greater than that of any object in memory",
        remedy: "pass the length of an existing object: at most half of the address space",
        span: Span::None,
        unit: "",
    },
    Row {
        code: ErrorCode::RangesOverlap,
        name: "ranges_overlap",
        says: "source and destination overlap",
        remedy: "use separate memory for the source and the destination",
        span: Span::None,
        unit: "",
    },
    Row {
        code: ErrorCode::ChoiceUnknown,
        name: "choice_unknown",
        says: "unknown flag, policy or other choice",
        remedy: "pass one of the documented values",
        span: Span::None,
        unit: "",
    },
    Row {
        code: ErrorCode::TierUnavailable,
        name: "tier_unavailable",
        says: "this machine does not have the tier",
        remedy: "choose a tier that this machine has, or let the library choose",
        span: Span::None,
        unit: "",
    },
    Row {
        code: ErrorCode::ProfileUnknown,
        name: "profile_unknown",
        says: "no profile has this name",
        remedy: "choose one of the listed profiles",
        span: Span::None,
        unit: "",
    },
    Row {
        code: ErrorCode::ProfileOptionUnknown,
        name: "profile_option_unknown",
        says: "the profile has no such option",
        remedy: "choose one of the options that the profile lists",
        span: Span::None,
        unit: "",
    },
    Row {
        code: ErrorCode::ProfileUnsound,
        name: "profile_unsound",
        says: "an entry of the profile breaks its rules",
        remedy: "correct the entry that the offset names",
        span: Span::None,
        unit: "byte",
    },
    Row {
        code: ErrorCode::OffsetsUnsound,
        name: "offsets_unsound",
        says: "offsets of strings descend or leave their buffer",
        remedy: "pass ascending offsets that end inside the buffer",
        span: Span::None,
        unit: "",
    },
    Row {
        code: ErrorCode::RoomShort,
        name: "room_short",
        says: "destination is too small for the output",
        remedy: "pass a destination of the documented size",
        span: Span::None,
        unit: "",
    },
    Row {
        code: ErrorCode::RulesMismatched,
        name: "rules_mismatched",
        says: "rules were made for another kind of source",
        remedy: "make rules for this kind of source, or call the operation that the rules are for",
        span: Span::None,
        unit: "",
    },
    Row {
        code: ErrorCode::MemoryRefused,
        name: "memory_refused",
        says: "the system refused memory",
        remedy: "give the process more memory, or pass a smaller input",
        span: Span::None,
        unit: "",
    },
    Row {
        code: ErrorCode::Internal,
        name: "internal",
        says: "a fault in stringmill itself",
        remedy: "report the fault, with the input that causes it",
        span: Span::None,
        unit: "",
    },
];
