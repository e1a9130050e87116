// Generated from spec/errors.toml by `cargo run -p stringmill-gen -- errors`; do not edit.
using System;

namespace StringMill
{
    /// <summary>The errors of inputs and requests. Numbers are the same in every release and language.</summary>
    public enum ErrorCode
    {
        /// <summary>Continuation byte without a lead byte; at the continuation byte.</summary>
        Utf8StrayContinuation = 101,
        /// <summary>Byte that never occurs in UTF-8; at the byte.</summary>
        Utf8ImpossibleByte = 102,
        /// <summary>Lead byte without its continuation bytes; at the lead byte.</summary>
        Utf8MissingContinuation = 103,
        /// <summary>Overlong UTF-8 sequence; at the lead byte.</summary>
        Utf8Overlong = 104,
        /// <summary>Surrogate code point in UTF-8; at the lead byte.</summary>
        Utf8Surrogate = 105,
        /// <summary>Code point above U+10FFFF; at the lead byte.</summary>
        Utf8AboveMax = 106,
        /// <summary>Input ends inside a UTF-8 sequence; at the lead byte.</summary>
        Utf8Incomplete = 107,
        /// <summary>Lone surrogate; at the backslash of the escape.</summary>
        SurrogateLone = 110,
        /// <summary>Lone surrogate in UTF-16; at the surrogate.</summary>
        Utf16SurrogateLone = 111,
        /// <summary>Input ends inside a string; at the end of the input, or of a line of NDJSON.</summary>
        StringUnterminated = 201,
        /// <summary>Unescaped control character in a string; at the control character.</summary>
        ControlUnescaped = 202,
        /// <summary>Unknown escape; at the backslash.</summary>
        EscapeUnknown = 203,
        /// <summary>Unicode escape without four hexadecimal digits; at the backslash.</summary>
        EscapeHex = 204,
        /// <summary>Input ends inside an escape; at the backslash.</summary>
        EscapeIncomplete = 205,
        /// <summary>String literal does not begin with a quote; at the first byte that is not white space.</summary>
        QuoteMissing = 206,
        /// <summary>Unescaped quote inside a string; at the quote.</summary>
        QuoteUnescaped = 207,
        /// <summary>Data after the string literal; at the first byte after the literal that is not white space.</summary>
        LiteralTrailing = 208,
        /// <summary>Expected a JSON object; at the byte found instead.</summary>
        JsonObjectExpected = 301,
        /// <summary>Expected a string; at the byte found instead.</summary>
        JsonStringExpected = 302,
        /// <summary>Expected a colon; at the byte found instead.</summary>
        JsonColonExpected = 303,
        /// <summary>Expected a comma or a closing brace; at the byte found instead.</summary>
        JsonCommaExpected = 304,
        /// <summary>Data after the JSON value; at the first byte after the value that is not white space.</summary>
        JsonTrailing = 305,
        /// <summary>Input ends inside a JSON value; at the end of the input, or of a line of NDJSON.</summary>
        JsonIncomplete = 306,
        /// <summary>Unexpected member name; at the opening quote of the member name.</summary>
        JsonMemberUnknown = 307,
        /// <summary>Expected a JSON value; at the byte found instead, or the end of the input.</summary>
        JsonValueExpected = 308,
        /// <summary>Byte order mark before the JSON value; at the first byte of the mark.</summary>
        JsonByteOrderMark = 309,
        /// <summary>Expected a comma or a closing bracket; at the byte found instead.</summary>
        JsonBracketExpected = 310,
        /// <summary>Neither true nor false nor null; at the first byte that differs.</summary>
        JsonLiteralUnknown = 311,
        /// <summary>Name occurs twice in its object; at the opening quote of the second name.</summary>
        NameRepeated = 312,
        /// <summary>Noncharacter in a string; at the first byte of the character, or the backslash of its escape.</summary>
        JsonNoncharacter = 313,
        /// <summary>U+0000 in a string; at the backslash.</summary>
        JsonNul = 314,
        /// <summary>Integer beyond 9007199254740991, up to which doubles are exact; at the first byte of the number.</summary>
        JsonIntegerInexact = 315,
        /// <summary>Number that PostgreSQL's numeric cannot hold; at the first byte of the number.</summary>
        JsonNumberRange = 316,
        /// <summary>Binary Ion where text is expected; at the first byte.</summary>
        IonBinary = 401,
        /// <summary>Text in UTF-16 or UTF-32; at the first byte.</summary>
        IonEncoding = 402,
        /// <summary>Byte order mark before Ion text; at the first byte of the mark.</summary>
        IonByteOrderMark = 403,
        /// <summary>Version of Ion that is not 1.0; at the first character of the version marker.</summary>
        IonVersion = 404,
        /// <summary>Expected an Ion value; at the byte found instead.</summary>
        IonValueExpected = 405,
        /// <summary>Expected a comma or the end of the container; at the byte found instead.</summary>
        IonCommaExpected = 406,
        /// <summary>Bracket closes another kind of container; at the bracket.</summary>
        IonBracketMismatched = 407,
        /// <summary>Input ends inside an Ion value; at the end of the input.</summary>
        IonIncomplete = 408,
        /// <summary>Expected a field name; at the byte found instead.</summary>
        IonFieldNameExpected = 409,
        /// <summary>Expected a colon after a field name; at the byte found instead.</summary>
        IonColonExpected = 410,
        /// <summary>Keyword instead of a field name; at the first byte of the keyword.</summary>
        IonKeyword = 411,
        /// <summary>No type of this name after null; at the first byte after the point.</summary>
        IonNullType = 412,
        /// <summary>Byte that cannot follow a number; at the byte.</summary>
        IonNumberEnd = 413,
        /// <summary>Expected the end of a clob or blob; at the byte found instead.</summary>
        IonLobEndExpected = 414,
        /// <summary>Byte above 127 in a clob; at the byte.</summary>
        IonClobNonAscii = 415,
        /// <summary>Comment is not closed; at the end of the input.</summary>
        IonCommentUnterminated = 416,
        /// <summary>Escape without all of its hexadecimal digits; at the backslash.</summary>
        IonEscapeDigits = 417,
        /// <summary>Escape above U+10FFFF; at the backslash.</summary>
        IonEscapeAboveMax = 418,
        /// <summary>Symbol ID that the symbol table does not have; at the first character of the ID.</summary>
        IonSymbolId = 419,
        /// <summary>Field is repeated in a symbol table; at the first byte of the repeated field.</summary>
        IonTableFieldRepeated = 420,
        /// <summary>Import of an unknown table without a valid max_id; at the opening brace of the import.</summary>
        IonImportUnknown = 421,
        /// <summary>Type descriptor that binary Ion 1.0 does not have; at the type descriptor.</summary>
        IonBinaryType = 422,
        /// <summary>Length of a value differs from that of its container; at the type descriptor of the value, or the byte after the end of its container.</summary>
        IonBinaryLength = 423,
        /// <summary>Variable-length integer of more than 64 bits; at the first byte of the integer.</summary>
        IonBinaryOverflow = 424,
        /// <summary>Negative int that is zero; at the type descriptor.</summary>
        IonBinaryNegativeZero = 425,
        /// <summary>Annotations without an annotation or without a value; at the length of the annotations, or the type descriptor after them.</summary>
        IonBinaryAnnotations = 426,
        /// <summary>Binary Ion must begin with its version marker; at the first byte.</summary>
        IonBinaryMarker = 427,
        /// <summary>Byte that is not a base64 symbol; at the byte.</summary>
        Base64Symbol = 501,
        /// <summary>White space in base64; at the white space.</summary>
        Base64WhiteSpace = 502,
        /// <summary>Base64 padding is missing; at the position of the missing padding.</summary>
        Base64PaddingMissing = 503,
        /// <summary>Unexpected base64 padding; at the padding.</summary>
        Base64PaddingUnexpected = 504,
        /// <summary>Data after base64 padding; at the first byte after the padding that is not white space.</summary>
        Base64AfterPadding = 505,
        /// <summary>Bits after the last byte of base64 are not zero; at the last symbol.</summary>
        Base64TrailingBits = 506,
        /// <summary>Single base64 symbol at the end; at the symbol.</summary>
        Base64Incomplete = 507,
        /// <summary>Expected a digit in a number; at the byte found instead.</summary>
        NumberDigitExpected = 601,
        /// <summary>Number begins with a zero; at the digit after the zero.</summary>
        NumberLeadingZero = 602,
        /// <summary>Neither NaN nor an infinity can be written; at zero.</summary>
        NumberNotFinite = 603,
        /// <summary>Malformed timestamp; at the byte found instead.</summary>
        TimestampMalformed = 604,
        /// <summary>Field of a timestamp is out of range; at the first byte of the field.</summary>
        TimestampRange = 605,
        /// <summary>Number exceeds the range of a double; at the first byte of the number.</summary>
        NumberOverflow = 606,
        /// <summary>Name is longer than the limit; at the opening quote of the name.</summary>
        LimitNameLen = 701,
        /// <summary>Nested deeper than the limit; at the bracket that opens one level too many.</summary>
        LimitDepth = 702,
        /// <summary>String is longer than the limit; at the first character or escape past the limit; in binary Ion the type descriptor.</summary>
        LimitStringLen = 703,
        /// <summary>Text is longer than the limit; at the first byte past the limit.</summary>
        LimitRecordLen = 704,
        /// <summary>Symbol table is larger than the limit; at the opening brace of the symbol table or import.</summary>
        LimitSymbols = 705,
        /// <summary>Text needs more memory than the limit; at the first byte of the token that exceeds it.</summary>
        LimitMemory = 706,
        /// <summary>Value that the other format cannot represent; at the first byte of the value or comment.</summary>
        ConvertLoss = 801,
        /// <summary>One JSON text has exactly one value; at the first byte of the second value, or the end of the input.</summary>
        ConvertOneValue = 802,
        /// <summary>Object does not have the form of a typed Ion value; at the first byte of the token.</summary>
        ConvertTyped = 803,
        /// <summary>Value that DynamoDB exports do not have there; at the first byte of the value, or the byte after the closing bracket of an empty struct.</summary>
        ConvertDynamodb = 804,
        /// <summary>Text without a record separator (U+001E) before it; at the first byte of the text.</summary>
        ConvertSeparator = 805,
        /// <summary>Expected an array of values; at the value.</summary>
        ConvertArray = 806,
        /// <summary>White space in canonical JSON; at the first byte of the white space.</summary>
        CanonicalWhiteSpace = 811,
        /// <summary>Escape differs from its canonical form; at the backslash of the first escape that differs.</summary>
        CanonicalString = 812,
        /// <summary>Number differs from its canonical form; at the first byte of the number.</summary>
        CanonicalNumber = 813,
        /// <summary>Name belongs before the name that precedes it; at the opening quote of the name.</summary>
        CanonicalOrder = 814,
        /// <summary>Value that readers of Ion would take for a version marker or a symbol table; at the first byte of the value, or in typed JSON of its token.</summary>
        ConvertSystemValue = 815,
        /// <summary>Integer that a double cannot hold; at the first byte of the number.</summary>
        CanonicalInteger = 816,
        /// <summary>Object lacks a required member; at the closing brace.</summary>
        JsonMemberMissing = 831,
        /// <summary>Value that the type of its member cannot hold; at the first byte of the value.</summary>
        JsonMemberType = 832,
        /// <summary>Value that the type of its column cannot hold; at the first byte of the value.</summary>
        ColumnType = 871,
        /// <summary>Symbol table in the middle of records that are read apart from each other; at the first byte of the record.</summary>
        RecordSymbols = 872,
        /// <summary>This output cannot represent the marks of this policy; at zero.</summary>
        PolicyUnsupported = 901,
        /// <summary>Null pointer instead of memory; at zero.</summary>
        PointerNull = 902,
        /// <summary>Pointer not aligned for its units; at zero.</summary>
        PointerMisaligned = 903,
        /// <summary>Length is greater than that of any object in memory; at zero.</summary>
        LengthExcessive = 904,
        /// <summary>Source and destination overlap; at zero.</summary>
        RangesOverlap = 905,
        /// <summary>Unknown flag, policy or other choice; at zero.</summary>
        ChoiceUnknown = 906,
        /// <summary>This machine does not have the tier; at zero.</summary>
        TierUnavailable = 907,
        /// <summary>No profile has this name; at zero.</summary>
        ProfileUnknown = 908,
        /// <summary>The profile has no such option; at zero.</summary>
        ProfileOptionUnknown = 909,
        /// <summary>An entry of the profile breaks its rules; at the entry: its ASCII byte, or 128 and the number of the range.</summary>
        ProfileUnsound = 910,
        /// <summary>Offsets of strings descend or leave their buffer; at zero.</summary>
        OffsetsUnsound = 911,
        /// <summary>Destination is too small for the output; at zero.</summary>
        RoomShort = 912,
        /// <summary>Rules were made for another kind of source; at zero.</summary>
        RulesMismatched = 913,
        /// <summary>The system refused memory; at zero.</summary>
        MemoryRefused = 990,
        /// <summary>A fault in stringmill itself; at zero.</summary>
        Internal = 999,
    }

    /// <summary>The texts of each <see cref="ErrorCode"/>.</summary>
    public static class ErrorCodes
    {
        /// <summary>Returns the name that all languages share, such as <c>utf8_overlong</c>.</summary>
        /// <param name="code">A code.</param>
        /// <exception cref="ArgumentOutOfRangeException">There is no such code.</exception>
        public static string Id(ErrorCode code)
        {
            return Texts(code)[0];
        }

        /// <summary>Returns the reason: a phrase in lower case, without a full stop and without advice.</summary>
        /// <param name="code">A code.</param>
        /// <exception cref="ArgumentOutOfRangeException">There is no such code.</exception>
        public static string Says(ErrorCode code)
        {
            return Texts(code)[1];
        }

        /// <summary>Returns the unit of offsets of this error: <c>byte</c> or <c>code unit</c>; empty for an error of a call.</summary>
        /// <param name="code">A code.</param>
        /// <exception cref="ArgumentOutOfRangeException">There is no such code.</exception>
        public static string Unit(ErrorCode code)
        {
            return Texts(code)[2];
        }

        /// <summary>Returns advice: one sentence in the imperative, in lower case and without a full stop.</summary>
        /// <param name="code">A code.</param>
        /// <exception cref="ArgumentOutOfRangeException">There is no such code.</exception>
        public static string Remedy(ErrorCode code)
        {
            return Texts(code)[3];
        }

        // Name, reason, unit of offsets, advice.
        private static string[] Texts(ErrorCode code)
        {
            switch (code)
            {
                case ErrorCode.Utf8StrayContinuation: return new[] { "utf8_stray_continuation", "continuation byte without a lead byte", "byte", "convert the input to UTF-8, or replace the ill-formed bytes" };
                case ErrorCode.Utf8ImpossibleByte: return new[] { "utf8_impossible_byte", "byte that never occurs in UTF-8", "byte", "convert the input to UTF-8, or replace the ill-formed bytes" };
                case ErrorCode.Utf8MissingContinuation: return new[] { "utf8_missing_continuation", "lead byte without its continuation bytes", "byte", "convert the input to UTF-8, or replace the ill-formed bytes" };
                case ErrorCode.Utf8Overlong: return new[] { "utf8_overlong", "overlong UTF-8 sequence", "byte", "convert the input to UTF-8, or replace the ill-formed bytes" };
                case ErrorCode.Utf8Surrogate: return new[] { "utf8_surrogate", "surrogate code point in UTF-8", "byte", "write the code point as one sequence of four bytes, or replace the ill-formed bytes" };
                case ErrorCode.Utf8AboveMax: return new[] { "utf8_above_max", "code point above U+10FFFF", "byte", "convert the input to UTF-8, or replace the ill-formed bytes" };
                case ErrorCode.Utf8Incomplete: return new[] { "utf8_incomplete", "input ends inside a UTF-8 sequence", "byte", "check whether the input is cut short, or replace the ill-formed bytes" };
                case ErrorCode.SurrogateLone: return new[] { "surrogate_lone", "lone surrogate", "byte", "complete the surrogate pair, or replace the lone surrogate" };
                case ErrorCode.Utf16SurrogateLone: return new[] { "utf16_surrogate_lone", "lone surrogate in UTF-16", "code unit", "complete the surrogate pair, or replace the lone surrogate" };
                case ErrorCode.StringUnterminated: return new[] { "string_unterminated", "input ends inside a string", "byte", "add the closing quote, or check whether the input is cut short" };
                case ErrorCode.ControlUnescaped: return new[] { "control_unescaped", "unescaped control character in a string", "byte", "write the control character as an escape, such as \\n or \\u0001" };
                case ErrorCode.EscapeUnknown: return new[] { "escape_unknown", "unknown escape", "byte", "write a backslash as \\\\, or use an escape of the format: \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\uXXXX in JSON" };
                case ErrorCode.EscapeHex: return new[] { "escape_hex", "unicode escape without four hexadecimal digits", "byte", "put four hexadecimal digits after \\u, as in \\u00e9" };
                case ErrorCode.EscapeIncomplete: return new[] { "escape_incomplete", "input ends inside an escape", "byte", "complete the escape, or check whether the input is cut short" };
                case ErrorCode.QuoteMissing: return new[] { "quote_missing", "string literal does not begin with a quote", "byte", "put the text in double quotes, or read it as text without quotes" };
                case ErrorCode.QuoteUnescaped: return new[] { "quote_unescaped", "unescaped quote inside a string", "byte", "write the quote as \\\", or read the text as a literal with quotes around it" };
                case ErrorCode.LiteralTrailing: return new[] { "literal_trailing", "data after the string literal", "byte", "remove the data after the literal, or read one literal at a time" };
                case ErrorCode.JsonObjectExpected: return new[] { "json_object_expected", "expected a JSON object", "byte", "pass a JSON object whose members are all strings" };
                case ErrorCode.JsonStringExpected: return new[] { "json_string_expected", "expected a string", "byte", "put names and texts in double quotes, and remove a comma before a closing brace" };
                case ErrorCode.JsonColonExpected: return new[] { "json_colon_expected", "expected a colon", "byte", "put a colon between the name and the value" };
                case ErrorCode.JsonCommaExpected: return new[] { "json_comma_expected", "expected a comma or a closing brace", "byte", "put a comma between two members, or close the object" };
                case ErrorCode.JsonTrailing: return new[] { "json_trailing", "data after the JSON value", "byte", "remove the data after the value, or read each line as a value of its own" };
                case ErrorCode.JsonIncomplete: return new[] { "json_incomplete", "input ends inside a JSON value", "byte", "complete the value, or check whether the input is cut short" };
                case ErrorCode.JsonMemberUnknown: return new[] { "json_member_unknown", "unexpected member name", "byte", "remove the member, or give it the name that the reader expects" };
                case ErrorCode.JsonValueExpected: return new[] { "json_value_expected", "expected a JSON value", "byte", "write an object, an array, a string, a number, true, false or null" };
                case ErrorCode.JsonByteOrderMark: return new[] { "json_byte_order_mark", "byte order mark before the JSON value", "byte", "remove the first three bytes of the input, EF BB BF" };
                case ErrorCode.JsonBracketExpected: return new[] { "json_bracket_expected", "expected a comma or a closing bracket", "byte", "put a comma between two elements, or close the array" };
                case ErrorCode.JsonLiteralUnknown: return new[] { "json_literal_unknown", "neither true nor false nor null", "byte", "write true, false or null in lower case, or put the word in double quotes" };
                case ErrorCode.NameRepeated: return new[] { "name_repeated", "name occurs twice in its object", "byte", "rename or remove one of the two members" };
                case ErrorCode.JsonNoncharacter: return new[] { "json_noncharacter", "noncharacter in a string", "byte", "remove the character, or replace it, such as by U+FFFD" };
                case ErrorCode.JsonNul: return new[] { "json_nul", "U+0000 in a string", "byte", "remove the escape or replace it, such as by \\ufffd" };
                case ErrorCode.JsonIntegerInexact: return new[] { "json_integer_inexact", "integer beyond 9007199254740991, up to which doubles are exact", "byte", "write the integer as a string" };
                case ErrorCode.JsonNumberRange: return new[] { "json_number_range", "number that PostgreSQL's numeric cannot hold", "byte", "write the number as a string, or with fewer digits" };
                case ErrorCode.IonBinary: return new[] { "ion_binary", "binary Ion where text is expected", "byte", "convert the data to Ion text, or read it with a reader of binary Ion" };
                case ErrorCode.IonEncoding: return new[] { "ion_encoding", "text in UTF-16 or UTF-32", "byte", "convert the text to UTF-8" };
                case ErrorCode.IonByteOrderMark: return new[] { "ion_byte_order_mark", "byte order mark before Ion text", "byte", "remove the first three bytes of the input, EF BB BF" };
                case ErrorCode.IonVersion: return new[] { "ion_version", "version of Ion that is not 1.0", "byte", "convert the data to Ion 1.0, or quote the symbol if it is not a version marker" };
                case ErrorCode.IonValueExpected: return new[] { "ion_value_expected", "expected an Ion value", "byte", "write a value, and use operators only inside an S-expression and annotations only before a value" };
                case ErrorCode.IonCommaExpected: return new[] { "ion_comma_expected", "expected a comma or the end of the container", "byte", "put a comma between two elements, or close the container" };
                case ErrorCode.IonBracketMismatched: return new[] { "ion_bracket_mismatched", "bracket closes another kind of container", "byte", "close the container with the bracket of its own kind" };
                case ErrorCode.IonIncomplete: return new[] { "ion_incomplete", "input ends inside an Ion value", "byte", "complete the value, or check whether the input is cut short" };
                case ErrorCode.IonFieldNameExpected: return new[] { "ion_field_name_expected", "expected a field name", "byte", "name the field by a symbol or a string, and put one comma between two fields" };
                case ErrorCode.IonColonExpected: return new[] { "ion_colon_expected", "expected a colon after a field name", "byte", "put a colon between the field name and the value" };
                case ErrorCode.IonKeyword: return new[] { "ion_keyword", "keyword instead of a field name", "byte", "put the field name in quotes" };
                case ErrorCode.IonNullType: return new[] { "ion_null_type", "no type of this name after null", "byte", "write null alone or with the name of an Ion type, as in null.int" };
                case ErrorCode.IonNumberEnd: return new[] { "ion_number_end", "byte that cannot follow a number", "byte", "write numbers as -12, 0x1F, 0.5, 1e6 or 1d6, and end them with white space or a bracket" };
                case ErrorCode.IonLobEndExpected: return new[] { "ion_lob_end_expected", "expected the end of a clob or blob", "byte", "end the clob or blob with }}, and remove comments from it" };
                case ErrorCode.IonClobNonAscii: return new[] { "ion_clob_non_ascii", "byte above 127 in a clob", "byte", "write the byte as an escape, \\xNN" };
                case ErrorCode.IonCommentUnterminated: return new[] { "ion_comment_unterminated", "comment is not closed", "byte", "close the comment with */, or check whether the input is cut short" };
                case ErrorCode.IonEscapeDigits: return new[] { "ion_escape_digits", "escape without all of its hexadecimal digits", "byte", "put two hexadecimal digits after \\x, four after \\u and eight after \\U" };
                case ErrorCode.IonEscapeAboveMax: return new[] { "ion_escape_above_max", "escape above U+10FFFF", "byte", "use a code point of at most \\U0010FFFF" };
                case ErrorCode.IonSymbolId: return new[] { "ion_symbol_id", "symbol ID that the symbol table does not have", "byte", "define the symbol ID in a symbol table before this place, or quote it if it is text" };
                case ErrorCode.IonTableFieldRepeated: return new[] { "ion_table_field_repeated", "field is repeated in a symbol table", "byte", "merge the fields: a symbol table has symbols and imports once each" };
                case ErrorCode.IonImportUnknown: return new[] { "ion_import_unknown", "import of an unknown table without a valid max_id", "byte", "give the import a valid max_id" };
                case ErrorCode.IonBinaryType: return new[] { "ion_binary_type", "type descriptor that binary Ion 1.0 does not have", "byte", "write the data again with an Ion 1.0 writer" };
                case ErrorCode.IonBinaryLength: return new[] { "ion_binary_length", "length of a value differs from that of its container", "byte", "write the data again with an Ion 1.0 writer" };
                case ErrorCode.IonBinaryOverflow: return new[] { "ion_binary_overflow", "variable-length integer of more than 64 bits", "byte", "write the data again with an Ion 1.0 writer" };
                case ErrorCode.IonBinaryNegativeZero: return new[] { "ion_binary_negative_zero", "negative int that is zero", "byte", "write zero as a positive int, or as a decimal" };
                case ErrorCode.IonBinaryAnnotations: return new[] { "ion_binary_annotations", "annotations without an annotation or without a value", "byte", "write the data again with an Ion 1.0 writer" };
                case ErrorCode.IonBinaryMarker: return new[] { "ion_binary_marker", "binary Ion must begin with its version marker", "byte", "begin the data with E0 01 00 EA, or read it as text" };
                case ErrorCode.Base64Symbol: return new[] { "base64_symbol", "byte that is not a base64 symbol", "byte", "use letters, digits and the two symbols of the chosen alphabet: + and / or - and _" };
                case ErrorCode.Base64WhiteSpace: return new[] { "base64_white_space", "white space in base64", "byte", "remove the white space, or choose to skip it" };
                case ErrorCode.Base64PaddingMissing: return new[] { "base64_padding_missing", "base64 padding is missing", "byte", "fill the last group up to four characters with =, or make padding optional" };
                case ErrorCode.Base64PaddingUnexpected: return new[] { "base64_padding_unexpected", "unexpected base64 padding", "byte", "remove the padding, or put it after two or three symbols of the last group" };
                case ErrorCode.Base64AfterPadding: return new[] { "base64_after_padding", "data after base64 padding", "byte", "remove the data after the padding, or decode the texts one at a time" };
                case ErrorCode.Base64TrailingBits: return new[] { "base64_trailing_bits", "bits after the last byte of base64 are not zero", "byte", "check whether the input is cut short, or choose to drop trailing bits" };
                case ErrorCode.Base64Incomplete: return new[] { "base64_incomplete", "single base64 symbol at the end", "byte", "check whether the input is cut short" };
                case ErrorCode.NumberDigitExpected: return new[] { "number_digit_expected", "expected a digit in a number", "byte", "write numbers as -12, 0.5 or 1e+6, with digits on both sides of the point" };
                case ErrorCode.NumberLeadingZero: return new[] { "number_leading_zero", "number begins with a zero", "byte", "remove the leading zeros" };
                case ErrorCode.NumberNotFinite: return new[] { "number_not_finite", "neither NaN nor an infinity can be written", "", "replace NaN and infinities with a finite number, a string or null" };
                case ErrorCode.TimestampMalformed: return new[] { "timestamp_malformed", "malformed timestamp", "byte", "write timestamps as 2024T, 2024-02T, 2024-02-29 or 2024-02-29T23:59:59.9+01:00" };
                case ErrorCode.TimestampRange: return new[] { "timestamp_range", "field of a timestamp is out of range", "byte", "correct the field: years are 0001 to 9999 in UTC, hours 00 to 23, minutes and seconds 00 to 59" };
                case ErrorCode.NumberOverflow: return new[] { "number_overflow", "number exceeds the range of a double", "byte", "write the number as a string, or choose a unit with smaller numbers" };
                case ErrorCode.LimitNameLen: return new[] { "limit_name_len", "name is longer than the limit", "byte", "shorten the name, or raise the limit" };
                case ErrorCode.LimitDepth: return new[] { "limit_depth", "nested deeper than the limit", "byte", "reduce the nesting, or raise the limit on depth" };
                case ErrorCode.LimitStringLen: return new[] { "limit_string_len", "string is longer than the limit", "byte", "shorten the string, or raise the limit" };
                case ErrorCode.LimitRecordLen: return new[] { "limit_record_len", "text is longer than the limit", "byte", "split the text, or raise the limit" };
                case ErrorCode.LimitSymbols: return new[] { "limit_symbols", "symbol table is larger than the limit", "byte", "split the symbol table, or raise the limit" };
                case ErrorCode.LimitMemory: return new[] { "limit_memory", "text needs more memory than the limit", "byte", "raise the limit on memory, or shorten the names and numbers" };
                case ErrorCode.ConvertLoss: return new[] { "convert_loss", "value that the other format cannot represent", "byte", "remove the value or comment, accept the loss, or convert with types" };
                case ErrorCode.ConvertOneValue: return new[] { "convert_one_value", "one JSON text has exactly one value", "byte", "write each value as a text of its own, or all values as one array" };
                case ErrorCode.ConvertTyped: return new[] { "convert_typed", "object does not have the form of a typed Ion value", "byte", "pass the typed JSON that a conversion from Ion writes, or convert without types" };
                case ErrorCode.ConvertDynamodb: return new[] { "convert_dynamodb", "value that DynamoDB exports do not have there", "byte", "pass the data files of an export in Ion, or convert from ion, which takes any value" };
                case ErrorCode.ConvertSeparator: return new[] { "convert_separator", "text without a record separator (U+001E) before it", "byte", "write U+001E before each text of the sequence, or check whether the beginning of the input is missing" };
                case ErrorCode.ConvertArray: return new[] { "convert_array", "expected an array of values", "byte", "put the values into an array, or convert each value at the top level as it is" };
                case ErrorCode.CanonicalWhiteSpace: return new[] { "canonical_white_space", "white space in canonical JSON", "byte", "remove the white space outside of strings, or make the text canonical" };
                case ErrorCode.CanonicalString: return new[] { "canonical_string", "escape differs from its canonical form", "byte", "write the character itself, or its canonical escape, or make the text canonical" };
                case ErrorCode.CanonicalNumber: return new[] { "canonical_number", "number differs from its canonical form", "byte", "write the number as ECMAScript does, or make the text canonical" };
                case ErrorCode.CanonicalOrder: return new[] { "canonical_order", "name belongs before the name that precedes it", "byte", "sort the members by the UTF-16 code units of their names, or make the text canonical" };
                case ErrorCode.ConvertSystemValue: return new[] { "convert_system_value", "value that readers of Ion would take for a version marker or a symbol table", "byte", "put the value into a list or a struct, or remove its first annotation" };
                case ErrorCode.CanonicalInteger: return new[] { "canonical_integer", "integer that a double cannot hold", "byte", "write the integer as a string, or allow that it is rounded" };
                case ErrorCode.JsonMemberMissing: return new[] { "json_member_missing", "object lacks a required member", "byte", "add the member, or give the names of the members of this input" };
                case ErrorCode.JsonMemberType: return new[] { "json_member_type", "value that the type of its member cannot hold", "byte", "write a value of the member's type, or give the member a type that holds the value" };
                case ErrorCode.ColumnType: return new[] { "column_type", "value that the type of its column cannot hold", "byte", "give the column a type that holds the value, such as a string" };
                case ErrorCode.RecordSymbols: return new[] { "record_symbols", "symbol table in the middle of records that are read apart from each other", "byte", "read each file as one stream, or write every record without a symbol table of its own" };
                case ErrorCode.PolicyUnsupported: return new[] { "policy_unsupported", "this output cannot represent the marks of this policy", "", "choose another policy, or another profile" };
                case ErrorCode.PointerNull: return new[] { "pointer_null", "null pointer instead of memory", "", "pass a pointer that is not null" };
                case ErrorCode.PointerMisaligned: return new[] { "pointer_misaligned", "pointer not aligned for its units", "", "align the pointer to the size of its units" };
                case ErrorCode.LengthExcessive: return new[] { "length_excessive", "length is greater than that of any object in memory", "", "pass the length of an existing object: at most half of the address space" };
                case ErrorCode.RangesOverlap: return new[] { "ranges_overlap", "source and destination overlap", "", "use separate memory for the source and the destination" };
                case ErrorCode.ChoiceUnknown: return new[] { "choice_unknown", "unknown flag, policy or other choice", "", "pass one of the documented values" };
                case ErrorCode.TierUnavailable: return new[] { "tier_unavailable", "this machine does not have the tier", "", "choose a tier that this machine has, or let the library choose" };
                case ErrorCode.ProfileUnknown: return new[] { "profile_unknown", "no profile has this name", "", "choose one of the listed profiles" };
                case ErrorCode.ProfileOptionUnknown: return new[] { "profile_option_unknown", "the profile has no such option", "", "choose one of the options that the profile lists" };
                case ErrorCode.ProfileUnsound: return new[] { "profile_unsound", "an entry of the profile breaks its rules", "byte", "correct the entry that the offset names" };
                case ErrorCode.OffsetsUnsound: return new[] { "offsets_unsound", "offsets of strings descend or leave their buffer", "", "pass ascending offsets that end inside the buffer" };
                case ErrorCode.RoomShort: return new[] { "room_short", "destination is too small for the output", "", "pass a destination of the documented size" };
                case ErrorCode.RulesMismatched: return new[] { "rules_mismatched", "rules were made for another kind of source", "", "make rules for this kind of source, or call the operation that the rules are for" };
                case ErrorCode.MemoryRefused: return new[] { "memory_refused", "the system refused memory", "", "give the process more memory, or pass a smaller input" };
                case ErrorCode.Internal: return new[] { "internal", "a fault in stringmill itself", "", "report the fault, with the input that causes it" };
                default: throw new ArgumentOutOfRangeException(nameof(code));
            }
        }
    }
}
