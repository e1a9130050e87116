// Generated from spec/errors.toml by `cargo run -p stringmill-gen -- errors`; do not edit.
package io.github.stringmill;

import java.util.Locale;

/** The cause of an error. Numbers are the same in every release and language. */
public enum ErrorCode {
    /** Continuation byte without a lead byte; at the continuation byte. */
    UTF8_STRAY_CONTINUATION(101, "continuation byte without a lead byte", "byte",
            "convert the input to UTF-8, or replace the ill-formed bytes"),

    /** Byte that never occurs in UTF-8; at the byte. */
    UTF8_IMPOSSIBLE_BYTE(102, "byte that never occurs in UTF-8", "byte",
            "convert the input to UTF-8, or replace the ill-formed bytes"),

    /** Lead byte without its continuation bytes; at the lead byte. */
    UTF8_MISSING_CONTINUATION(103, "lead byte without its continuation bytes", "byte",
            "convert the input to UTF-8, or replace the ill-formed bytes"),

    /** Overlong UTF-8 sequence; at the lead byte. */
    UTF8_OVERLONG(104, "overlong UTF-8 sequence", "byte",
            "convert the input to UTF-8, or replace the ill-formed bytes"),

    /** Surrogate code point in UTF-8; at the lead byte. */
    UTF8_SURROGATE(105, "surrogate code point in UTF-8", "byte",
            "write the code point as one sequence of four bytes, or replace the ill-formed bytes"),

    /** Code point above U+10FFFF; at the lead byte. */
    UTF8_ABOVE_MAX(106, "code point above U+10FFFF", "byte",
            "convert the input to UTF-8, or replace the ill-formed bytes"),

    /** Input ends inside a UTF-8 sequence; at the lead byte. */
    UTF8_INCOMPLETE(107, "input ends inside a UTF-8 sequence", "byte",
            "check whether the input is cut short, or replace the ill-formed bytes"),

    /** Lone surrogate; at the backslash of the escape. */
    SURROGATE_LONE(110, "lone surrogate", "byte",
            "complete the surrogate pair, or replace the lone surrogate"),

    /** Lone surrogate in UTF-16; at the surrogate. */
    UTF16_SURROGATE_LONE(111, "lone surrogate in UTF-16", "code unit",
            "complete the surrogate pair, or replace the lone surrogate"),

    /** Input ends inside a string; at the end of the input, or of a line of NDJSON. */
    STRING_UNTERMINATED(201, "input ends inside a string", "byte",
            "add the closing quote, or check whether the input is cut short"),

    /** Unescaped control character in a string; at the control character. */
    CONTROL_UNESCAPED(202, "unescaped control character in a string", "byte",
            "write the control character as an escape, such as \\n or \\u0001"),

    /** Unknown escape; at the backslash. */
    ESCAPE_UNKNOWN(203, "unknown escape", "byte",
            "write a backslash as \\\\, or use an escape of the format: \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\uXXXX in JSON"),

    /** Unicode escape without four hexadecimal digits; at the backslash. */
    ESCAPE_HEX(204, "unicode escape without four hexadecimal digits", "byte",
            "put four hexadecimal digits after \\u, as in \\u00e9"),

    /** Input ends inside an escape; at the backslash. */
    ESCAPE_INCOMPLETE(205, "input ends inside an escape", "byte",
            "complete the escape, or check whether the input is cut short"),

    /** String literal does not begin with a quote; at the first byte that is not white space. */
    QUOTE_MISSING(206, "string literal does not begin with a quote", "byte",
            "put the text in double quotes, or read it as text without quotes"),

    /** Unescaped quote inside a string; at the quote. */
    QUOTE_UNESCAPED(207, "unescaped quote inside a string", "byte",
            "write the quote as \\\", or read the text as a literal with quotes around it"),

    /** Data after the string literal; at the first byte after the literal that is not white space. */
    LITERAL_TRAILING(208, "data after the string literal", "byte",
            "remove the data after the literal, or read one literal at a time"),

    /** Expected a JSON object; at the byte found instead. */
    JSON_OBJECT_EXPECTED(301, "expected a JSON object", "byte",
            "pass a JSON object whose members are all strings"),

    /** Expected a string; at the byte found instead. */
    JSON_STRING_EXPECTED(302, "expected a string", "byte",
            "put names and texts in double quotes, and remove a comma before a closing brace"),

    /** Expected a colon; at the byte found instead. */
    JSON_COLON_EXPECTED(303, "expected a colon", "byte",
            "put a colon between the name and the value"),

    /** Expected a comma or a closing brace; at the byte found instead. */
    JSON_COMMA_EXPECTED(304, "expected a comma or a closing brace", "byte",
            "put a comma between two members, or close the object"),

    /** Data after the JSON value; at the first byte after the value that is not white space. */
    JSON_TRAILING(305, "data after the JSON value", "byte",
            "remove the data after the value, or read each line as a value of its own"),

    /** Input ends inside a JSON value; at the end of the input, or of a line of NDJSON. */
    JSON_INCOMPLETE(306, "input ends inside a JSON value", "byte",
            "complete the value, or check whether the input is cut short"),

    /** Unexpected member name; at the opening quote of the member name. */
    JSON_MEMBER_UNKNOWN(307, "unexpected member name", "byte",
            "remove the member, or give it the name that the reader expects"),

    /** Expected a JSON value; at the byte found instead, or the end of the input. */
    JSON_VALUE_EXPECTED(308, "expected a JSON value", "byte",
            "write an object, an array, a string, a number, true, false or null"),

    /** Byte order mark before the JSON value; at the first byte of the mark. */
    JSON_BYTE_ORDER_MARK(309, "byte order mark before the JSON value", "byte",
            "remove the first three bytes of the input, EF BB BF"),

    /** Expected a comma or a closing bracket; at the byte found instead. */
    JSON_BRACKET_EXPECTED(310, "expected a comma or a closing bracket", "byte",
            "put a comma between two elements, or close the array"),

    /** Neither true nor false nor null; at the first byte that differs. */
    JSON_LITERAL_UNKNOWN(311, "neither true nor false nor null", "byte",
            "write true, false or null in lower case, or put the word in double quotes"),

    /** Name occurs twice in its object; at the opening quote of the second name. */
    NAME_REPEATED(312, "name occurs twice in its object", "byte",
            "rename or remove one of the two members"),

    /** Noncharacter in a string; at the first byte of the character, or the backslash of its escape. */
    JSON_NONCHARACTER(313, "noncharacter in a string", "byte",
            "remove the character, or replace it, such as by U+FFFD"),

    /** U+0000 in a string; at the backslash. */
    JSON_NUL(314, "U+0000 in a string", "byte",
            "remove the escape or replace it, such as by \\ufffd"),

    /** Integer beyond 9007199254740991, up to which doubles are exact; at the first byte of the number. */
    JSON_INTEGER_INEXACT(315, "integer beyond 9007199254740991, up to which doubles are exact", "byte",
            "write the integer as a string"),

    /** Number that PostgreSQL's numeric cannot hold; at the first byte of the number. */
    JSON_NUMBER_RANGE(316, "number that PostgreSQL's numeric cannot hold", "byte",
            "write the number as a string, or with fewer digits"),

    /** Binary Ion where text is expected; at the first byte. */
    ION_BINARY(401, "binary Ion where text is expected", "byte",
            "convert the data to Ion text, or read it with a reader of binary Ion"),

    /** Text in UTF-16 or UTF-32; at the first byte. */
    ION_ENCODING(402, "text in UTF-16 or UTF-32", "byte",
            "convert the text to UTF-8"),

    /** Byte order mark before Ion text; at the first byte of the mark. */
    ION_BYTE_ORDER_MARK(403, "byte order mark before Ion text", "byte",
            "remove the first three bytes of the input, EF BB BF"),

    /** Version of Ion that is not 1.0; at the first character of the version marker. */
    ION_VERSION(404, "version of Ion that is not 1.0", "byte",
            "convert the data to Ion 1.0, or quote the symbol if it is not a version marker"),

    /** Expected an Ion value; at the byte found instead. */
    ION_VALUE_EXPECTED(405, "expected an Ion value", "byte",
            "write a value, and use operators only inside an S-expression and annotations only before a value"),

    /** Expected a comma or the end of the container; at the byte found instead. */
    ION_COMMA_EXPECTED(406, "expected a comma or the end of the container", "byte",
            "put a comma between two elements, or close the container"),

    /** Bracket closes another kind of container; at the bracket. */
    ION_BRACKET_MISMATCHED(407, "bracket closes another kind of container", "byte",
            "close the container with the bracket of its own kind"),

    /** Input ends inside an Ion value; at the end of the input. */
    ION_INCOMPLETE(408, "input ends inside an Ion value", "byte",
            "complete the value, or check whether the input is cut short"),

    /** Expected a field name; at the byte found instead. */
    ION_FIELD_NAME_EXPECTED(409, "expected a field name", "byte",
            "name the field by a symbol or a string, and put one comma between two fields"),

    /** Expected a colon after a field name; at the byte found instead. */
    ION_COLON_EXPECTED(410, "expected a colon after a field name", "byte",
            "put a colon between the field name and the value"),

    /** Keyword instead of a field name; at the first byte of the keyword. */
    ION_KEYWORD(411, "keyword instead of a field name", "byte",
            "put the field name in quotes"),

    /** No type of this name after null; at the first byte after the point. */
    ION_NULL_TYPE(412, "no type of this name after null", "byte",
            "write null alone or with the name of an Ion type, as in null.int"),

    /** Byte that cannot follow a number; at the byte. */
    ION_NUMBER_END(413, "byte that cannot follow a number", "byte",
            "write numbers as -12, 0x1F, 0.5, 1e6 or 1d6, and end them with white space or a bracket"),

    /** Expected the end of a clob or blob; at the byte found instead. */
    ION_LOB_END_EXPECTED(414, "expected the end of a clob or blob", "byte",
            "end the clob or blob with }}, and remove comments from it"),

    /** Byte above 127 in a clob; at the byte. */
    ION_CLOB_NON_ASCII(415, "byte above 127 in a clob", "byte",
            "write the byte as an escape, \\xNN"),

    /** Comment is not closed; at the end of the input. */
    ION_COMMENT_UNTERMINATED(416, "comment is not closed", "byte",
            "close the comment with */, or check whether the input is cut short"),

    /** Escape without all of its hexadecimal digits; at the backslash. */
    ION_ESCAPE_DIGITS(417, "escape without all of its hexadecimal digits", "byte",
            "put two hexadecimal digits after \\x, four after \\u and eight after \\U"),

    /** Escape above U+10FFFF; at the backslash. */
    ION_ESCAPE_ABOVE_MAX(418, "escape above U+10FFFF", "byte",
            "use a code point of at most \\U0010FFFF"),

    /** Symbol ID that the symbol table does not have; at the first character of the ID. */
    ION_SYMBOL_ID(419, "symbol ID that the symbol table does not have", "byte",
            "define the symbol ID in a symbol table before this place, or quote it if it is text"),

    /** Field is repeated in a symbol table; at the first byte of the repeated field. */
    ION_TABLE_FIELD_REPEATED(420, "field is repeated in a symbol table", "byte",
            "merge the fields: a symbol table has symbols and imports once each"),

    /** Import of an unknown table without a valid max_id; at the opening brace of the import. */
    ION_IMPORT_UNKNOWN(421, "import of an unknown table without a valid max_id", "byte",
            "give the import a valid max_id"),

    /** Type descriptor that binary Ion 1.0 does not have; at the type descriptor. */
    ION_BINARY_TYPE(422, "type descriptor that binary Ion 1.0 does not have", "byte",
            "write the data again with an Ion 1.0 writer"),

    /** Length of a value differs from that of its container; at the type descriptor of the value, or the byte after the end of its container. */
    ION_BINARY_LENGTH(423, "length of a value differs from that of its container", "byte",
            "write the data again with an Ion 1.0 writer"),

    /** Variable-length integer of more than 64 bits; at the first byte of the integer. */
    ION_BINARY_OVERFLOW(424, "variable-length integer of more than 64 bits", "byte",
            "write the data again with an Ion 1.0 writer"),

    /** Negative int that is zero; at the type descriptor. */
    ION_BINARY_NEGATIVE_ZERO(425, "negative int that is zero", "byte",
            "write zero as a positive int, or as a decimal"),

    /** Annotations without an annotation or without a value; at the length of the annotations, or the type descriptor after them. */
    ION_BINARY_ANNOTATIONS(426, "annotations without an annotation or without a value", "byte",
            "write the data again with an Ion 1.0 writer"),

    /** Binary Ion must begin with its version marker; at the first byte. */
    ION_BINARY_MARKER(427, "binary Ion must begin with its version marker", "byte",
            "begin the data with E0 01 00 EA, or read it as text"),

    /** Byte that is not a base64 symbol; at the byte. */
    BASE64_SYMBOL(501, "byte that is not a base64 symbol", "byte",
            "use letters, digits and the two symbols of the chosen alphabet: + and / or - and _"),

    /** White space in base64; at the white space. */
    BASE64_WHITE_SPACE(502, "white space in base64", "byte",
            "remove the white space, or choose to skip it"),

    /** Base64 padding is missing; at the position of the missing padding. */
    BASE64_PADDING_MISSING(503, "base64 padding is missing", "byte",
            "fill the last group up to four characters with =, or make padding optional"),

    /** Unexpected base64 padding; at the padding. */
    BASE64_PADDING_UNEXPECTED(504, "unexpected base64 padding", "byte",
            "remove the padding, or put it after two or three symbols of the last group"),

    /** Data after base64 padding; at the first byte after the padding that is not white space. */
    BASE64_AFTER_PADDING(505, "data after base64 padding", "byte",
            "remove the data after the padding, or decode the texts one at a time"),

    /** Bits after the last byte of base64 are not zero; at the last symbol. */
    BASE64_TRAILING_BITS(506, "bits after the last byte of base64 are not zero", "byte",
            "check whether the input is cut short, or choose to drop trailing bits"),

    /** Single base64 symbol at the end; at the symbol. */
    BASE64_INCOMPLETE(507, "single base64 symbol at the end", "byte",
            "check whether the input is cut short"),

    /** Expected a digit in a number; at the byte found instead. */
    NUMBER_DIGIT_EXPECTED(601, "expected a digit in a number", "byte",
            "write numbers as -12, 0.5 or 1e+6, with digits on both sides of the point"),

    /** Number begins with a zero; at the digit after the zero. */
    NUMBER_LEADING_ZERO(602, "number begins with a zero", "byte",
            "remove the leading zeros"),

    /** Neither NaN nor an infinity can be written; at zero. */
    NUMBER_NOT_FINITE(603, "neither NaN nor an infinity can be written", "",
            "replace NaN and infinities with a finite number, a string or null"),

    /** Malformed timestamp; at the byte found instead. */
    TIMESTAMP_MALFORMED(604, "malformed timestamp", "byte",
            "write timestamps as 2024T, 2024-02T, 2024-02-29 or 2024-02-29T23:59:59.9+01:00"),

    /** Field of a timestamp is out of range; at the first byte of the field. */
    TIMESTAMP_RANGE(605, "field of a timestamp is out of range", "byte",
            "correct the field: years are 0001 to 9999 in UTC, hours 00 to 23, minutes and seconds 00 to 59"),

    /** Number exceeds the range of a double; at the first byte of the number. */
    NUMBER_OVERFLOW(606, "number exceeds the range of a double", "byte",
            "write the number as a string, or choose a unit with smaller numbers"),

    /** Name is longer than the limit; at the opening quote of the name. */
    LIMIT_NAME_LEN(701, "name is longer than the limit", "byte",
            "shorten the name, or raise the limit"),

    /** Nested deeper than the limit; at the bracket that opens one level too many. */
    LIMIT_DEPTH(702, "nested deeper than the limit", "byte",
            "reduce the nesting, or raise the limit on depth"),

    /** String is longer than the limit; at the first character or escape past the limit; in binary Ion the type descriptor. */
    LIMIT_STRING_LEN(703, "string is longer than the limit", "byte",
            "shorten the string, or raise the limit"),

    /** Text is longer than the limit; at the first byte past the limit. */
    LIMIT_RECORD_LEN(704, "text is longer than the limit", "byte",
            "split the text, or raise the limit"),

    /** Symbol table is larger than the limit; at the opening brace of the symbol table or import. */
    LIMIT_SYMBOLS(705, "symbol table is larger than the limit", "byte",
            "split the symbol table, or raise the limit"),

    /** Text needs more memory than the limit; at the first byte of the token that exceeds it. */
    LIMIT_MEMORY(706, "text needs more memory than the limit", "byte",
            "raise the limit on memory, or shorten the names and numbers"),

    /** Value that the other format cannot represent; at the first byte of the value or comment. */
    CONVERT_LOSS(801, "value that the other format cannot represent", "byte",
            "remove the value or comment, accept the loss, or convert with types"),

    /** One JSON text has exactly one value; at the first byte of the second value, or the end of the input. */
    CONVERT_ONE_VALUE(802, "one JSON text has exactly one value", "byte",
            "write each value as a text of its own, or all values as one array"),

    /** Object does not have the form of a typed Ion value; at the first byte of the token. */
    CONVERT_TYPED(803, "object does not have the form of a typed Ion value", "byte",
            "pass the typed JSON that a conversion from Ion writes, or convert without types"),

    /** Value that DynamoDB exports do not have there; at the first byte of the value, or the byte after the closing bracket of an empty struct. */
    CONVERT_DYNAMODB(804, "value that DynamoDB exports do not have there", "byte",
            "pass the data files of an export in Ion, or convert from ion, which takes any value"),

    /** Text without a record separator (U+001E) before it; at the first byte of the text. */
    CONVERT_SEPARATOR(805, "text without a record separator (U+001E) before it", "byte",
            "write U+001E before each text of the sequence, or check whether the beginning of the input is missing"),

    /** Expected an array of values; at the value. */
    CONVERT_ARRAY(806, "expected an array of values", "byte",
            "put the values into an array, or convert each value at the top level as it is"),

    /** White space in canonical JSON; at the first byte of the white space. */
    CANONICAL_WHITE_SPACE(811, "white space in canonical JSON", "byte",
            "remove the white space outside of strings, or make the text canonical"),

    /** Escape differs from its canonical form; at the backslash of the first escape that differs. */
    CANONICAL_STRING(812, "escape differs from its canonical form", "byte",
            "write the character itself, or its canonical escape, or make the text canonical"),

    /** Number differs from its canonical form; at the first byte of the number. */
    CANONICAL_NUMBER(813, "number differs from its canonical form", "byte",
            "write the number as ECMAScript does, or make the text canonical"),

    /** Name belongs before the name that precedes it; at the opening quote of the name. */
    CANONICAL_ORDER(814, "name belongs before the name that precedes it", "byte",
            "sort the members by the UTF-16 code units of their names, or make the text canonical"),

    /** Value that readers of Ion would take for a version marker or a symbol table; at the first byte of the value, or in typed JSON of its token. */
    CONVERT_SYSTEM_VALUE(815, "value that readers of Ion would take for a version marker or a symbol table", "byte",
            "put the value into a list or a struct, or remove its first annotation"),

    /** Integer that a double cannot hold; at the first byte of the number. */
    CANONICAL_INTEGER(816, "integer that a double cannot hold", "byte",
            "write the integer as a string, or allow that it is rounded"),

    /** Object lacks a required member; at the closing brace. */
    JSON_MEMBER_MISSING(831, "object lacks a required member", "byte",
            "add the member, or give the names of the members of this input"),

    /** Value that the type of its member cannot hold; at the first byte of the value. */
    JSON_MEMBER_TYPE(832, "value that the type of its member cannot hold", "byte",
            "write a value of the member's type, or give the member a type that holds the value"),

    /** Value that the type of its column cannot hold; at the first byte of the value. */
    COLUMN_TYPE(871, "value that the type of its column cannot hold", "byte",
            "give the column a type that holds the value, such as a string"),

    /** Symbol table in the middle of records that are read apart from each other; at the first byte of the record. */
    RECORD_SYMBOLS(872, "symbol table in the middle of records that are read apart from each other", "byte",
            "read each file as one stream, or write every record without a symbol table of its own"),

    /** This output cannot represent the marks of this policy; at zero. */
    POLICY_UNSUPPORTED(901, "this output cannot represent the marks of this policy", "",
            "choose another policy, or another profile"),

    /** Null pointer instead of memory; at zero. */
    POINTER_NULL(902, "null pointer instead of memory", "",
            "pass a pointer that is not null"),

    /** Pointer not aligned for its units; at zero. */
    POINTER_MISALIGNED(903, "pointer not aligned for its units", "",
            "align the pointer to the size of its units"),

    /** Length is greater than that of any object in memory; at zero. */
    LENGTH_EXCESSIVE(904, "length is greater than that of any object in memory", "",
            "pass the length of an existing object: at most half of the address space"),

    /** Source and destination overlap; at zero. */
    RANGES_OVERLAP(905, "source and destination overlap", "",
            "use separate memory for the source and the destination"),

    /** Unknown flag, policy or other choice; at zero. */
    CHOICE_UNKNOWN(906, "unknown flag, policy or other choice", "",
            "pass one of the documented values"),

    /** This machine does not have the tier; at zero. */
    TIER_UNAVAILABLE(907, "this machine does not have the tier", "",
            "choose a tier that this machine has, or let the library choose"),

    /** No profile has this name; at zero. */
    PROFILE_UNKNOWN(908, "no profile has this name", "",
            "choose one of the listed profiles"),

    /** The profile has no such option; at zero. */
    PROFILE_OPTION_UNKNOWN(909, "the profile has no such option", "",
            "choose one of the options that the profile lists"),

    /** An entry of the profile breaks its rules; at the entry: its ASCII byte, or 128 and the number of the range. */
    PROFILE_UNSOUND(910, "an entry of the profile breaks its rules", "byte",
            "correct the entry that the offset names"),

    /** Offsets of strings descend or leave their buffer; at zero. */
    OFFSETS_UNSOUND(911, "offsets of strings descend or leave their buffer", "",
            "pass ascending offsets that end inside the buffer"),

    /** Destination is too small for the output; at zero. */
    ROOM_SHORT(912, "destination is too small for the output", "",
            "pass a destination of the documented size"),

    /** Rules were made for another kind of source; at zero. */
    RULES_MISMATCHED(913, "rules were made for another kind of source", "",
            "make rules for this kind of source, or call the operation that the rules are for"),

    /** The system refused memory; at zero. */
    MEMORY_REFUSED(990, "the system refused memory", "",
            "give the process more memory, or pass a smaller input"),

    /** A fault in stringmill itself; at zero. */
    INTERNAL(999, "a fault in stringmill itself", "",
            "report the fault, with the input that causes it");

    private final int number;
    private final String says;
    private final String unit;
    private final String remedy;

    ErrorCode(int number, String says, String unit, String remedy) {
        this.number = number;
        this.says = says;
        this.unit = unit;
        this.remedy = remedy;
    }

    /**
     * The number of the error; hundreds are families.
     *
     * @return a number that no other error ever gets
     */
    public int number() {
        return number;
    }

    /**
     * The name that all languages share, such as {@code utf8_overlong}.
     *
     * @return the name, in snake case
     */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The cause in a few words.
     *
     * @return a phrase in lower case, without a full stop and without advice
     */
    public String says() {
        return says;
    }

    /**
     * Advice for the user.
     *
     * @return one sentence in the imperative, in lower case and without a full stop
     */
    public String remedy() {
        return remedy;
    }

    /**
     * The unit of an offset of this error.
     *
     * @return {@code byte} or {@code code unit}; empty for an error of a call, which has no place in the input
     */
    public String unit() {
        return unit;
    }
}
