// Generated from spec/errors.toml by `cargo run -p stringmill-gen -- errors`; do not edit.
using System;

namespace StringMill
{
    /// <summary>
    /// What can be wrong with an input or a request; numbers are the same in every release and language.
    /// </summary>
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

        /// <summary>String has no closing quote; at the end of the input.</summary>
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

        /// <summary>Input ends inside a JSON value; at the end of the input.</summary>
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

        /// <summary>Binary Ion where text is expected; at the first byte.</summary>
        IonBinary = 401,

        /// <summary>Text in UTF-16 or UTF-32; at the first byte.</summary>
        IonEncoding = 402,

        /// <summary>Byte order mark before Ion text; at the first byte of the mark.</summary>
        IonByteOrderMark = 403,

        /// <summary>Version of Ion that is not 1.0; at the dollar sign of the version marker.</summary>
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

        /// <summary>Keyword where a field name must stand; at the first byte of the keyword.</summary>
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

        /// <summary>Symbol ID that the symbol table does not have; at the dollar sign.</summary>
        IonSymbolId = 419,

        /// <summary>Field is repeated in a symbol table; at the first byte of the repeated field.</summary>
        IonTableFieldRepeated = 420,

        /// <summary>Import of an unknown table without a valid max_id; at the opening brace of the import.</summary>
        IonImportUnknown = 421,

        /// <summary>Byte that is no base64 symbol; at the byte.</summary>
        Base64Symbol = 501,

        /// <summary>White space in base64; at the white space.</summary>
        Base64WhiteSpace = 502,

        /// <summary>Base64 padding is missing; at the place where it should stand.</summary>
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

        /// <summary>Name is longer than the limit; at the opening quote of the name.</summary>
        LimitNameLen = 701,

        /// <summary>Nested deeper than the limit; at the bracket that opens one level too many.</summary>
        LimitDepth = 702,

        /// <summary>String is longer than the limit; at the first character or escape past the limit.</summary>
        LimitStringLen = 703,

        /// <summary>Text is longer than the limit; at the first byte past the limit.</summary>
        LimitRecordLen = 704,

        /// <summary>Symbol table is larger than the limit; at the opening brace of the symbol table or import.</summary>
        LimitSymbols = 705,

        /// <summary>Value that the other format cannot hold; at the first byte of the value or comment.</summary>
        ConvertLoss = 801,

        /// <summary>One JSON text holds one value; at the first byte of the second value, or the end of the input.</summary>
        ConvertOneValue = 802,

        /// <summary>Object does not say what Ion value it is; at the first byte of the token.</summary>
        ConvertTyped = 803,

        /// <summary>This output cannot carry the marks of this policy; at zero.</summary>
        PolicyUnsupported = 901,

        /// <summary>Null pointer where there must be memory; at zero.</summary>
        PointerNull = 902,

        /// <summary>Pointer not aligned for its units; at zero.</summary>
        PointerMisaligned = 903,

        /// <summary>Length is more than an object in memory can have; at zero.</summary>
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

        /// <summary>Room is too short for all that was asked for; at zero.</summary>
        RoomShort = 912,

        /// <summary>Rules were made for another kind of source; at zero.</summary>
        RulesMismatched = 913,

        /// <summary>The system gave no memory; at zero.</summary>
        MemoryRefused = 990,

        /// <summary>A fault in stringmill itself; at zero.</summary>
        Internal = 999,
    }

    /// <summary>What there is to say of an <see cref="ErrorCode"/>.</summary>
    public static class ErrorCodes
    {
        /// <summary>The name that all languages share, such as <c>utf8_overlong</c>.</summary>
        /// <param name="code">A code.</param>
        /// <returns>The name, in snake case.</returns>
        /// <exception cref="ArgumentOutOfRangeException">There is no such code.</exception>
        public static string Id(ErrorCode code)
        {
            switch (code)
            {
                case ErrorCode.Utf8StrayContinuation: return "utf8_stray_continuation";
                case ErrorCode.Utf8ImpossibleByte: return "utf8_impossible_byte";
                case ErrorCode.Utf8MissingContinuation: return "utf8_missing_continuation";
                case ErrorCode.Utf8Overlong: return "utf8_overlong";
                case ErrorCode.Utf8Surrogate: return "utf8_surrogate";
                case ErrorCode.Utf8AboveMax: return "utf8_above_max";
                case ErrorCode.Utf8Incomplete: return "utf8_incomplete";
                case ErrorCode.SurrogateLone: return "surrogate_lone";
                case ErrorCode.Utf16SurrogateLone: return "utf16_surrogate_lone";
                case ErrorCode.StringUnterminated: return "string_unterminated";
                case ErrorCode.ControlUnescaped: return "control_unescaped";
                case ErrorCode.EscapeUnknown: return "escape_unknown";
                case ErrorCode.EscapeHex: return "escape_hex";
                case ErrorCode.EscapeIncomplete: return "escape_incomplete";
                case ErrorCode.QuoteMissing: return "quote_missing";
                case ErrorCode.QuoteUnescaped: return "quote_unescaped";
                case ErrorCode.LiteralTrailing: return "literal_trailing";
                case ErrorCode.JsonObjectExpected: return "json_object_expected";
                case ErrorCode.JsonStringExpected: return "json_string_expected";
                case ErrorCode.JsonColonExpected: return "json_colon_expected";
                case ErrorCode.JsonCommaExpected: return "json_comma_expected";
                case ErrorCode.JsonTrailing: return "json_trailing";
                case ErrorCode.JsonIncomplete: return "json_incomplete";
                case ErrorCode.JsonMemberUnknown: return "json_member_unknown";
                case ErrorCode.JsonValueExpected: return "json_value_expected";
                case ErrorCode.JsonByteOrderMark: return "json_byte_order_mark";
                case ErrorCode.JsonBracketExpected: return "json_bracket_expected";
                case ErrorCode.JsonLiteralUnknown: return "json_literal_unknown";
                case ErrorCode.IonBinary: return "ion_binary";
                case ErrorCode.IonEncoding: return "ion_encoding";
                case ErrorCode.IonByteOrderMark: return "ion_byte_order_mark";
                case ErrorCode.IonVersion: return "ion_version";
                case ErrorCode.IonValueExpected: return "ion_value_expected";
                case ErrorCode.IonCommaExpected: return "ion_comma_expected";
                case ErrorCode.IonBracketMismatched: return "ion_bracket_mismatched";
                case ErrorCode.IonIncomplete: return "ion_incomplete";
                case ErrorCode.IonFieldNameExpected: return "ion_field_name_expected";
                case ErrorCode.IonColonExpected: return "ion_colon_expected";
                case ErrorCode.IonKeyword: return "ion_keyword";
                case ErrorCode.IonNullType: return "ion_null_type";
                case ErrorCode.IonNumberEnd: return "ion_number_end";
                case ErrorCode.IonLobEndExpected: return "ion_lob_end_expected";
                case ErrorCode.IonClobNonAscii: return "ion_clob_non_ascii";
                case ErrorCode.IonCommentUnterminated: return "ion_comment_unterminated";
                case ErrorCode.IonEscapeDigits: return "ion_escape_digits";
                case ErrorCode.IonEscapeAboveMax: return "ion_escape_above_max";
                case ErrorCode.IonSymbolId: return "ion_symbol_id";
                case ErrorCode.IonTableFieldRepeated: return "ion_table_field_repeated";
                case ErrorCode.IonImportUnknown: return "ion_import_unknown";
                case ErrorCode.Base64Symbol: return "base64_symbol";
                case ErrorCode.Base64WhiteSpace: return "base64_white_space";
                case ErrorCode.Base64PaddingMissing: return "base64_padding_missing";
                case ErrorCode.Base64PaddingUnexpected: return "base64_padding_unexpected";
                case ErrorCode.Base64AfterPadding: return "base64_after_padding";
                case ErrorCode.Base64TrailingBits: return "base64_trailing_bits";
                case ErrorCode.Base64Incomplete: return "base64_incomplete";
                case ErrorCode.NumberDigitExpected: return "number_digit_expected";
                case ErrorCode.NumberLeadingZero: return "number_leading_zero";
                case ErrorCode.NumberNotFinite: return "number_not_finite";
                case ErrorCode.TimestampMalformed: return "timestamp_malformed";
                case ErrorCode.TimestampRange: return "timestamp_range";
                case ErrorCode.LimitNameLen: return "limit_name_len";
                case ErrorCode.LimitDepth: return "limit_depth";
                case ErrorCode.LimitStringLen: return "limit_string_len";
                case ErrorCode.LimitRecordLen: return "limit_record_len";
                case ErrorCode.LimitSymbols: return "limit_symbols";
                case ErrorCode.ConvertLoss: return "convert_loss";
                case ErrorCode.ConvertOneValue: return "convert_one_value";
                case ErrorCode.ConvertTyped: return "convert_typed";
                case ErrorCode.PolicyUnsupported: return "policy_unsupported";
                case ErrorCode.PointerNull: return "pointer_null";
                case ErrorCode.PointerMisaligned: return "pointer_misaligned";
                case ErrorCode.LengthExcessive: return "length_excessive";
                case ErrorCode.RangesOverlap: return "ranges_overlap";
                case ErrorCode.ChoiceUnknown: return "choice_unknown";
                case ErrorCode.TierUnavailable: return "tier_unavailable";
                case ErrorCode.ProfileUnknown: return "profile_unknown";
                case ErrorCode.ProfileOptionUnknown: return "profile_option_unknown";
                case ErrorCode.ProfileUnsound: return "profile_unsound";
                case ErrorCode.OffsetsUnsound: return "offsets_unsound";
                case ErrorCode.RoomShort: return "room_short";
                case ErrorCode.RulesMismatched: return "rules_mismatched";
                case ErrorCode.MemoryRefused: return "memory_refused";
                case ErrorCode.Internal: return "internal";
                default: throw new ArgumentOutOfRangeException(nameof(code));
            }
        }

        /// <summary>What is wrong.</summary>
        /// <param name="code">A code.</param>
        /// <returns>A phrase in lower case, without a full stop and without advice.</returns>
        /// <exception cref="ArgumentOutOfRangeException">There is no such code.</exception>
        public static string Says(ErrorCode code)
        {
            switch (code)
            {
                case ErrorCode.Utf8StrayContinuation: return "continuation byte without a lead byte";
                case ErrorCode.Utf8ImpossibleByte: return "byte that never occurs in UTF-8";
                case ErrorCode.Utf8MissingContinuation: return "lead byte without its continuation bytes";
                case ErrorCode.Utf8Overlong: return "overlong UTF-8 sequence";
                case ErrorCode.Utf8Surrogate: return "surrogate code point in UTF-8";
                case ErrorCode.Utf8AboveMax: return "code point above U+10FFFF";
                case ErrorCode.Utf8Incomplete: return "input ends inside a UTF-8 sequence";
                case ErrorCode.SurrogateLone: return "lone surrogate";
                case ErrorCode.Utf16SurrogateLone: return "lone surrogate in UTF-16";
                case ErrorCode.StringUnterminated: return "string has no closing quote";
                case ErrorCode.ControlUnescaped: return "unescaped control character in a string";
                case ErrorCode.EscapeUnknown: return "unknown escape";
                case ErrorCode.EscapeHex: return "unicode escape without four hexadecimal digits";
                case ErrorCode.EscapeIncomplete: return "input ends inside an escape";
                case ErrorCode.QuoteMissing: return "string literal does not begin with a quote";
                case ErrorCode.QuoteUnescaped: return "unescaped quote inside a string";
                case ErrorCode.LiteralTrailing: return "data after the string literal";
                case ErrorCode.JsonObjectExpected: return "expected a JSON object";
                case ErrorCode.JsonStringExpected: return "expected a string";
                case ErrorCode.JsonColonExpected: return "expected a colon";
                case ErrorCode.JsonCommaExpected: return "expected a comma or a closing brace";
                case ErrorCode.JsonTrailing: return "data after the JSON value";
                case ErrorCode.JsonIncomplete: return "input ends inside a JSON value";
                case ErrorCode.JsonMemberUnknown: return "unexpected member name";
                case ErrorCode.JsonValueExpected: return "expected a JSON value";
                case ErrorCode.JsonByteOrderMark: return "byte order mark before the JSON value";
                case ErrorCode.JsonBracketExpected: return "expected a comma or a closing bracket";
                case ErrorCode.JsonLiteralUnknown: return "neither true nor false nor null";
                case ErrorCode.IonBinary: return "binary Ion where text is expected";
                case ErrorCode.IonEncoding: return "text in UTF-16 or UTF-32";
                case ErrorCode.IonByteOrderMark: return "byte order mark before Ion text";
                case ErrorCode.IonVersion: return "version of Ion that is not 1.0";
                case ErrorCode.IonValueExpected: return "expected an Ion value";
                case ErrorCode.IonCommaExpected: return "expected a comma or the end of the container";
                case ErrorCode.IonBracketMismatched: return "bracket closes another kind of container";
                case ErrorCode.IonIncomplete: return "input ends inside an Ion value";
                case ErrorCode.IonFieldNameExpected: return "expected a field name";
                case ErrorCode.IonColonExpected: return "expected a colon after a field name";
                case ErrorCode.IonKeyword: return "keyword where a field name must stand";
                case ErrorCode.IonNullType: return "no type of this name after null";
                case ErrorCode.IonNumberEnd: return "byte that cannot follow a number";
                case ErrorCode.IonLobEndExpected: return "expected the end of a clob or blob";
                case ErrorCode.IonClobNonAscii: return "byte above 127 in a clob";
                case ErrorCode.IonCommentUnterminated: return "comment is not closed";
                case ErrorCode.IonEscapeDigits: return "escape without all of its hexadecimal digits";
                case ErrorCode.IonEscapeAboveMax: return "escape above U+10FFFF";
                case ErrorCode.IonSymbolId: return "symbol ID that the symbol table does not have";
                case ErrorCode.IonTableFieldRepeated: return "field is repeated in a symbol table";
                case ErrorCode.IonImportUnknown: return "import of an unknown table without a valid max_id";
                case ErrorCode.Base64Symbol: return "byte that is no base64 symbol";
                case ErrorCode.Base64WhiteSpace: return "white space in base64";
                case ErrorCode.Base64PaddingMissing: return "base64 padding is missing";
                case ErrorCode.Base64PaddingUnexpected: return "unexpected base64 padding";
                case ErrorCode.Base64AfterPadding: return "data after base64 padding";
                case ErrorCode.Base64TrailingBits: return "bits after the last byte of base64 are not zero";
                case ErrorCode.Base64Incomplete: return "single base64 symbol at the end";
                case ErrorCode.NumberDigitExpected: return "expected a digit in a number";
                case ErrorCode.NumberLeadingZero: return "number begins with a zero";
                case ErrorCode.NumberNotFinite: return "neither NaN nor an infinity can be written";
                case ErrorCode.TimestampMalformed: return "malformed timestamp";
                case ErrorCode.TimestampRange: return "field of a timestamp is out of range";
                case ErrorCode.LimitNameLen: return "name is longer than the limit";
                case ErrorCode.LimitDepth: return "nested deeper than the limit";
                case ErrorCode.LimitStringLen: return "string is longer than the limit";
                case ErrorCode.LimitRecordLen: return "text is longer than the limit";
                case ErrorCode.LimitSymbols: return "symbol table is larger than the limit";
                case ErrorCode.ConvertLoss: return "value that the other format cannot hold";
                case ErrorCode.ConvertOneValue: return "one JSON text holds one value";
                case ErrorCode.ConvertTyped: return "object does not say what Ion value it is";
                case ErrorCode.PolicyUnsupported: return "this output cannot carry the marks of this policy";
                case ErrorCode.PointerNull: return "null pointer where there must be memory";
                case ErrorCode.PointerMisaligned: return "pointer not aligned for its units";
                case ErrorCode.LengthExcessive: return "length is more than an object in memory can have";
                case ErrorCode.RangesOverlap: return "source and destination overlap";
                case ErrorCode.ChoiceUnknown: return "unknown flag, policy or other choice";
                case ErrorCode.TierUnavailable: return "this machine does not have the tier";
                case ErrorCode.ProfileUnknown: return "no profile has this name";
                case ErrorCode.ProfileOptionUnknown: return "the profile has no such option";
                case ErrorCode.ProfileUnsound: return "an entry of the profile breaks its rules";
                case ErrorCode.OffsetsUnsound: return "offsets of strings descend or leave their buffer";
                case ErrorCode.RoomShort: return "room is too short for all that was asked for";
                case ErrorCode.RulesMismatched: return "rules were made for another kind of source";
                case ErrorCode.MemoryRefused: return "the system gave no memory";
                case ErrorCode.Internal: return "a fault in stringmill itself";
                default: throw new ArgumentOutOfRangeException(nameof(code));
            }
        }

        /// <summary>Advice for the user.</summary>
        /// <param name="code">A code.</param>
        /// <returns>One sentence in the imperative, in lower case and without a full stop.</returns>
        /// <exception cref="ArgumentOutOfRangeException">There is no such code.</exception>
        public static string Remedy(ErrorCode code)
        {
            switch (code)
            {
                case ErrorCode.Utf8StrayContinuation: return "convert the input to UTF-8, or replace the ill-formed bytes";
                case ErrorCode.Utf8ImpossibleByte: return "convert the input to UTF-8, or replace the ill-formed bytes";
                case ErrorCode.Utf8MissingContinuation: return "convert the input to UTF-8, or replace the ill-formed bytes";
                case ErrorCode.Utf8Overlong: return "convert the input to UTF-8, or replace the ill-formed bytes";
                case ErrorCode.Utf8Surrogate: return "write the code point as one sequence of four bytes, or replace the ill-formed bytes";
                case ErrorCode.Utf8AboveMax: return "convert the input to UTF-8, or replace the ill-formed bytes";
                case ErrorCode.Utf8Incomplete: return "check whether the input is cut short, or replace the ill-formed bytes";
                case ErrorCode.SurrogateLone: return "complete the surrogate pair, or replace the lone surrogate";
                case ErrorCode.Utf16SurrogateLone: return "complete the surrogate pair, or replace the lone surrogate";
                case ErrorCode.StringUnterminated: return "add the closing quote, or check whether the input is cut short";
                case ErrorCode.ControlUnescaped: return "write the control character as an escape, such as \\n or \\u0001";
                case ErrorCode.EscapeUnknown: return "write a backslash as \\\\, or use an escape of the format: \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\uXXXX in JSON";
                case ErrorCode.EscapeHex: return "put four hexadecimal digits after \\u, as in \\u00e9";
                case ErrorCode.EscapeIncomplete: return "complete the escape, or check whether the input is cut short";
                case ErrorCode.QuoteMissing: return "put the text in double quotes, or read it as text without quotes";
                case ErrorCode.QuoteUnescaped: return "write the quote as \\\", or read the text as a literal with quotes around it";
                case ErrorCode.LiteralTrailing: return "remove the data after the literal, or read one literal at a time";
                case ErrorCode.JsonObjectExpected: return "pass a JSON object whose members are all strings";
                case ErrorCode.JsonStringExpected: return "put names and texts in double quotes, and remove a comma before a closing brace";
                case ErrorCode.JsonColonExpected: return "put a colon between the name and the value";
                case ErrorCode.JsonCommaExpected: return "put a comma between two members, or close the object";
                case ErrorCode.JsonTrailing: return "remove the data after the value, or read each line as a value of its own";
                case ErrorCode.JsonIncomplete: return "complete the value, or check whether the input is cut short";
                case ErrorCode.JsonMemberUnknown: return "remove the member, or give it the name that the reader expects";
                case ErrorCode.JsonValueExpected: return "write an object, an array, a string, a number, true, false or null";
                case ErrorCode.JsonByteOrderMark: return "remove the first three bytes of the input, EF BB BF";
                case ErrorCode.JsonBracketExpected: return "put a comma between two elements, or close the array";
                case ErrorCode.JsonLiteralUnknown: return "write true, false or null in lower case, or put the word in double quotes";
                case ErrorCode.IonBinary: return "convert the data to Ion text, or read it with a reader of binary Ion";
                case ErrorCode.IonEncoding: return "convert the text to UTF-8";
                case ErrorCode.IonByteOrderMark: return "remove the first three bytes of the input, EF BB BF";
                case ErrorCode.IonVersion: return "convert the data to Ion 1.0, or quote the symbol if it is not a version marker";
                case ErrorCode.IonValueExpected: return "write a value, and use operators only inside an S-expression and annotations only before a value";
                case ErrorCode.IonCommaExpected: return "put a comma between two elements, or close the container";
                case ErrorCode.IonBracketMismatched: return "close the container with the bracket of its own kind";
                case ErrorCode.IonIncomplete: return "complete the value, or check whether the input is cut short";
                case ErrorCode.IonFieldNameExpected: return "name the field by a symbol or a string, and put one comma between two fields";
                case ErrorCode.IonColonExpected: return "put a colon between the field name and the value";
                case ErrorCode.IonKeyword: return "put the field name in quotes";
                case ErrorCode.IonNullType: return "write null alone or with the name of an Ion type, as in null.int";
                case ErrorCode.IonNumberEnd: return "write numbers as -12, 0x1F, 0.5, 1e6 or 1d6, and end them with white space or a bracket";
                case ErrorCode.IonLobEndExpected: return "end the clob or blob with }}, and remove comments from it";
                case ErrorCode.IonClobNonAscii: return "write the byte as an escape, \\xNN";
                case ErrorCode.IonCommentUnterminated: return "close the comment with */, or check whether the input is cut short";
                case ErrorCode.IonEscapeDigits: return "put two hexadecimal digits after \\x, four after \\u and eight after \\U";
                case ErrorCode.IonEscapeAboveMax: return "use a code point of at most \\U0010FFFF";
                case ErrorCode.IonSymbolId: return "define the symbol ID in a symbol table before this place, or quote it if it is text";
                case ErrorCode.IonTableFieldRepeated: return "merge the fields: a symbol table has symbols and imports once each";
                case ErrorCode.IonImportUnknown: return "give the import a valid max_id";
                case ErrorCode.Base64Symbol: return "use letters, digits and the two symbols of the chosen alphabet: + and / or - and _";
                case ErrorCode.Base64WhiteSpace: return "remove the white space, or choose to skip it";
                case ErrorCode.Base64PaddingMissing: return "fill the last group up to four characters with =, or make padding optional";
                case ErrorCode.Base64PaddingUnexpected: return "remove the padding, or put it after two or three symbols of the last group";
                case ErrorCode.Base64AfterPadding: return "remove the data after the padding, or decode the texts one at a time";
                case ErrorCode.Base64TrailingBits: return "check whether the input is cut short, or choose to drop trailing bits";
                case ErrorCode.Base64Incomplete: return "check whether the input is cut short";
                case ErrorCode.NumberDigitExpected: return "write numbers as -12, 0.5 or 1e+6, with digits on both sides of the point";
                case ErrorCode.NumberLeadingZero: return "remove the leading zeros";
                case ErrorCode.NumberNotFinite: return "replace NaN and infinities with a finite number, a string or null";
                case ErrorCode.TimestampMalformed: return "write timestamps as 2024T, 2024-02T, 2024-02-29 or 2024-02-29T23:59:59.9+01:00";
                case ErrorCode.TimestampRange: return "correct the field: years are 0001 to 9999 in UTC, hours 00 to 23, minutes and seconds 00 to 59";
                case ErrorCode.LimitNameLen: return "shorten the name, or raise the limit";
                case ErrorCode.LimitDepth: return "reduce the nesting, or raise the limit on depth";
                case ErrorCode.LimitStringLen: return "shorten the string, or raise the limit";
                case ErrorCode.LimitRecordLen: return "split the text, or raise the limit";
                case ErrorCode.LimitSymbols: return "split the symbol table, or raise the limit";
                case ErrorCode.ConvertLoss: return "remove the value or comment, accept the loss, or convert with types";
                case ErrorCode.ConvertOneValue: return "write each value as a text of its own, or all values as one array";
                case ErrorCode.ConvertTyped: return "pass the typed JSON that a conversion from Ion writes, or convert without types";
                case ErrorCode.PolicyUnsupported: return "choose another policy, or another profile";
                case ErrorCode.PointerNull: return "pass a pointer that is not null";
                case ErrorCode.PointerMisaligned: return "align the pointer to the size of its units";
                case ErrorCode.LengthExcessive: return "pass the length of an existing object: at most half of the address space";
                case ErrorCode.RangesOverlap: return "use separate memory for the source and the destination";
                case ErrorCode.ChoiceUnknown: return "pass one of the documented values";
                case ErrorCode.TierUnavailable: return "choose a tier that this machine has, or let the library choose";
                case ErrorCode.ProfileUnknown: return "choose one of the listed profiles";
                case ErrorCode.ProfileOptionUnknown: return "choose one of the options that the profile lists";
                case ErrorCode.ProfileUnsound: return "correct the entry that the offset names";
                case ErrorCode.OffsetsUnsound: return "pass ascending offsets that end inside the buffer";
                case ErrorCode.RoomShort: return "pass a destination of the documented size";
                case ErrorCode.RulesMismatched: return "make rules for this kind of source, or call the operation that the rules are for";
                case ErrorCode.MemoryRefused: return "give the process more memory, or pass a smaller input";
                case ErrorCode.Internal: return "report the fault, with the input that causes it";
                default: throw new ArgumentOutOfRangeException(nameof(code));
            }
        }

        /// <summary>What an offset of this error counts.</summary>
        /// <param name="code">A code.</param>
        /// <returns><c>byte</c> or <c>code unit</c>.</returns>
        public static string Unit(ErrorCode code)
        {
            switch (code)
            {
                case ErrorCode.Utf16SurrogateLone: return "code unit";
                default: return "byte";
            }
        }
    }
}
