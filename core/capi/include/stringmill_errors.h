/* stringmill_errors.h: the codes of errors. Included by stringmill.h. */

#ifndef STRINGMILL_ERRORS_H
#define STRINGMILL_ERRORS_H

#include <stdint.h>

/* SMILL_OK or an error. Families: 100 Unicode, 200 string literals, 300 JSON, 400 Ion, 500 base64, 600 numbers,
 * 700 limits, 800 conversion, 900 misuse. "More input" and "more capacity" are states of smill_progress, not errors. */
typedef uint32_t smill_error;

enum {
    SMILL_OK = 0,
    /* begin: written by `cargo run -p stringmill-gen -- errors` from spec/errors.toml; do not edit */
    /* continuation byte without a lead byte; at the continuation byte */
    SMILL_ERROR_UTF8_STRAY_CONTINUATION = 101,
    /* byte that never occurs in UTF-8; at the byte */
    SMILL_ERROR_UTF8_IMPOSSIBLE_BYTE = 102,
    /* lead byte without its continuation bytes; at the lead byte */
    SMILL_ERROR_UTF8_MISSING_CONTINUATION = 103,
    /* overlong UTF-8 sequence; at the lead byte */
    SMILL_ERROR_UTF8_OVERLONG = 104,
    /* surrogate code point in UTF-8; at the lead byte */
    SMILL_ERROR_UTF8_SURROGATE = 105,
    /* code point above U+10FFFF; at the lead byte */
    SMILL_ERROR_UTF8_ABOVE_MAX = 106,
    /* input ends inside a UTF-8 sequence; at the lead byte */
    SMILL_ERROR_UTF8_INCOMPLETE = 107,
    /* lone surrogate; at the backslash of the escape */
    SMILL_ERROR_SURROGATE_LONE = 110,
    /* lone surrogate in UTF-16; at the surrogate */
    SMILL_ERROR_UTF16_SURROGATE_LONE = 111,
    /* input ends inside a string; at the end of the input, or of a line of NDJSON */
    SMILL_ERROR_STRING_UNTERMINATED = 201,
    /* unescaped control character in a string; at the control character */
    SMILL_ERROR_CONTROL_UNESCAPED = 202,
    /* unknown escape; at the backslash */
    SMILL_ERROR_ESCAPE_UNKNOWN = 203,
    /* unicode escape without four hexadecimal digits; at the backslash */
    SMILL_ERROR_ESCAPE_HEX = 204,
    /* input ends inside an escape; at the backslash */
    SMILL_ERROR_ESCAPE_INCOMPLETE = 205,
    /* string literal does not begin with a quote; at the first byte that is not white space */
    SMILL_ERROR_QUOTE_MISSING = 206,
    /* unescaped quote inside a string; at the quote */
    SMILL_ERROR_QUOTE_UNESCAPED = 207,
    /* data after the string literal; at the first byte after the literal that is not white space */
    SMILL_ERROR_LITERAL_TRAILING = 208,
    /* expected a JSON object; at the byte found instead */
    SMILL_ERROR_JSON_OBJECT_EXPECTED = 301,
    /* expected a string; at the byte found instead */
    SMILL_ERROR_JSON_STRING_EXPECTED = 302,
    /* expected a colon; at the byte found instead */
    SMILL_ERROR_JSON_COLON_EXPECTED = 303,
    /* expected a comma or a closing brace; at the byte found instead */
    SMILL_ERROR_JSON_COMMA_EXPECTED = 304,
    /* data after the JSON value; at the first byte after the value that is not white space */
    SMILL_ERROR_JSON_TRAILING = 305,
    /* input ends inside a JSON value; at the end of the input, or of a line of NDJSON */
    SMILL_ERROR_JSON_INCOMPLETE = 306,
    /* unexpected member name; at the opening quote of the member name */
    SMILL_ERROR_JSON_MEMBER_UNKNOWN = 307,
    /* expected a JSON value; at the byte found instead, or the end of the input */
    SMILL_ERROR_JSON_VALUE_EXPECTED = 308,
    /* byte order mark before the JSON value; at the first byte of the mark */
    SMILL_ERROR_JSON_BYTE_ORDER_MARK = 309,
    /* expected a comma or a closing bracket; at the byte found instead */
    SMILL_ERROR_JSON_BRACKET_EXPECTED = 310,
    /* neither true nor false nor null; at the first byte that differs */
    SMILL_ERROR_JSON_LITERAL_UNKNOWN = 311,
    /* name occurs twice in its object; at the opening quote of the second name */
    SMILL_ERROR_NAME_REPEATED = 312,
    /* noncharacter in a string; at the first byte of the character, or the backslash of its escape */
    SMILL_ERROR_JSON_NONCHARACTER = 313,
    /* U+0000 in a string; at the backslash */
    SMILL_ERROR_JSON_NUL = 314,
    /* integer beyond 9007199254740991, up to which doubles are exact; at the first byte of the number */
    SMILL_ERROR_JSON_INTEGER_INEXACT = 315,
    /* number that PostgreSQL's numeric cannot hold; at the first byte of the number */
    SMILL_ERROR_JSON_NUMBER_RANGE = 316,
    /* binary Ion where text is expected; at the first byte */
    SMILL_ERROR_ION_BINARY = 401,
    /* text in UTF-16 or UTF-32; at the first byte */
    SMILL_ERROR_ION_ENCODING = 402,
    /* byte order mark before Ion text; at the first byte of the mark */
    SMILL_ERROR_ION_BYTE_ORDER_MARK = 403,
    /* version of Ion that is not 1.0; at the first character of the version marker */
    SMILL_ERROR_ION_VERSION = 404,
    /* expected an Ion value; at the byte found instead */
    SMILL_ERROR_ION_VALUE_EXPECTED = 405,
    /* expected a comma or the end of the container; at the byte found instead */
    SMILL_ERROR_ION_COMMA_EXPECTED = 406,
    /* bracket closes another kind of container; at the bracket */
    SMILL_ERROR_ION_BRACKET_MISMATCHED = 407,
    /* input ends inside an Ion value; at the end of the input */
    SMILL_ERROR_ION_INCOMPLETE = 408,
    /* expected a field name; at the byte found instead */
    SMILL_ERROR_ION_FIELD_NAME_EXPECTED = 409,
    /* expected a colon after a field name; at the byte found instead */
    SMILL_ERROR_ION_COLON_EXPECTED = 410,
    /* keyword instead of a field name; at the first byte of the keyword */
    SMILL_ERROR_ION_KEYWORD = 411,
    /* no type of this name after null; at the first byte after the point */
    SMILL_ERROR_ION_NULL_TYPE = 412,
    /* byte that cannot follow a number; at the byte */
    SMILL_ERROR_ION_NUMBER_END = 413,
    /* expected the end of a clob or blob; at the byte found instead */
    SMILL_ERROR_ION_LOB_END_EXPECTED = 414,
    /* byte above 127 in a clob; at the byte */
    SMILL_ERROR_ION_CLOB_NON_ASCII = 415,
    /* comment is not closed; at the end of the input */
    SMILL_ERROR_ION_COMMENT_UNTERMINATED = 416,
    /* escape without all of its hexadecimal digits; at the backslash */
    SMILL_ERROR_ION_ESCAPE_DIGITS = 417,
    /* escape above U+10FFFF; at the backslash */
    SMILL_ERROR_ION_ESCAPE_ABOVE_MAX = 418,
    /* symbol ID that the symbol table does not have; at the first character of the ID */
    SMILL_ERROR_ION_SYMBOL_ID = 419,
    /* field is repeated in a symbol table; at the first byte of the repeated field */
    SMILL_ERROR_ION_TABLE_FIELD_REPEATED = 420,
    /* import of an unknown table without a valid max_id; at the opening brace of the import */
    SMILL_ERROR_ION_IMPORT_UNKNOWN = 421,
    /* type descriptor that binary Ion 1.0 does not have; at the type descriptor */
    SMILL_ERROR_ION_BINARY_TYPE = 422,
    /* length of a value differs from that of its container; at the type descriptor of the value, or the byte after the end of its container */
    SMILL_ERROR_ION_BINARY_LENGTH = 423,
    /* variable-length integer of more than 64 bits; at the first byte of the integer */
    SMILL_ERROR_ION_BINARY_OVERFLOW = 424,
    /* negative int that is zero; at the type descriptor */
    SMILL_ERROR_ION_BINARY_NEGATIVE_ZERO = 425,
    /* annotations without an annotation or without a value; at the length of the annotations, or the type descriptor after them */
    SMILL_ERROR_ION_BINARY_ANNOTATIONS = 426,
    /* binary Ion must begin with its version marker; at the first byte */
    SMILL_ERROR_ION_BINARY_MARKER = 427,
    /* byte that is not a base64 symbol; at the byte */
    SMILL_ERROR_BASE64_SYMBOL = 501,
    /* white space in base64; at the white space */
    SMILL_ERROR_BASE64_WHITE_SPACE = 502,
    /* base64 padding is missing; at the position of the missing padding */
    SMILL_ERROR_BASE64_PADDING_MISSING = 503,
    /* unexpected base64 padding; at the padding */
    SMILL_ERROR_BASE64_PADDING_UNEXPECTED = 504,
    /* data after base64 padding; at the first byte after the padding that is not white space */
    SMILL_ERROR_BASE64_AFTER_PADDING = 505,
    /* bits after the last byte of base64 are not zero; at the last symbol */
    SMILL_ERROR_BASE64_TRAILING_BITS = 506,
    /* single base64 symbol at the end; at the symbol */
    SMILL_ERROR_BASE64_INCOMPLETE = 507,
    /* expected a digit in a number; at the byte found instead */
    SMILL_ERROR_NUMBER_DIGIT_EXPECTED = 601,
    /* number begins with a zero; at the digit after the zero */
    SMILL_ERROR_NUMBER_LEADING_ZERO = 602,
    /* neither NaN nor an infinity can be written; at zero */
    SMILL_ERROR_NUMBER_NOT_FINITE = 603,
    /* malformed timestamp; at the byte found instead */
    SMILL_ERROR_TIMESTAMP_MALFORMED = 604,
    /* field of a timestamp is out of range; at the first byte of the field */
    SMILL_ERROR_TIMESTAMP_RANGE = 605,
    /* number exceeds the range of a double; at the first byte of the number */
    SMILL_ERROR_NUMBER_OVERFLOW = 606,
    /* name is longer than the limit; at the opening quote of the name */
    SMILL_ERROR_LIMIT_NAME_LEN = 701,
    /* nested deeper than the limit; at the bracket that opens one level too many */
    SMILL_ERROR_LIMIT_DEPTH = 702,
    /* string is longer than the limit; at the first character or escape past the limit; in binary Ion the type descriptor */
    SMILL_ERROR_LIMIT_STRING_LEN = 703,
    /* text is longer than the limit; at the first byte past the limit */
    SMILL_ERROR_LIMIT_RECORD_LEN = 704,
    /* symbol table is larger than the limit; at the opening brace of the symbol table or import */
    SMILL_ERROR_LIMIT_SYMBOLS = 705,
    /* text needs more memory than the limit; at the first byte of the token that exceeds it */
    SMILL_ERROR_LIMIT_MEMORY = 706,
    /* value that the other format cannot represent; at the first byte of the value or comment */
    SMILL_ERROR_CONVERT_LOSS = 801,
    /* one JSON text has exactly one value; at the first byte of the second value, or the end of the input */
    SMILL_ERROR_CONVERT_ONE_VALUE = 802,
    /* object does not have the form of a typed Ion value; at the first byte of the token */
    SMILL_ERROR_CONVERT_TYPED = 803,
    /* value that DynamoDB exports do not have there; at the first byte of the value, or the byte after the closing bracket of an empty struct */
    SMILL_ERROR_CONVERT_DYNAMODB = 804,
    /* text without a record separator (U+001E) before it; at the first byte of the text */
    SMILL_ERROR_CONVERT_SEPARATOR = 805,
    /* expected an array of values; at the value */
    SMILL_ERROR_CONVERT_ARRAY = 806,
    /* white space in canonical JSON; at the first byte of the white space */
    SMILL_ERROR_CANONICAL_WHITE_SPACE = 811,
    /* escape differs from its canonical form; at the backslash of the first escape that differs */
    SMILL_ERROR_CANONICAL_STRING = 812,
    /* number differs from its canonical form; at the first byte of the number */
    SMILL_ERROR_CANONICAL_NUMBER = 813,
    /* name belongs before the name that precedes it; at the opening quote of the name */
    SMILL_ERROR_CANONICAL_ORDER = 814,
    /* value that readers of Ion would take for a version marker or a symbol table; at the first byte of the value, or in typed JSON of its token */
    SMILL_ERROR_CONVERT_SYSTEM_VALUE = 815,
    /* integer that a double cannot hold; at the first byte of the number */
    SMILL_ERROR_CANONICAL_INTEGER = 816,
    /* object lacks a required member; at the closing brace */
    SMILL_ERROR_JSON_MEMBER_MISSING = 831,
    /* value that the type of its member cannot hold; at the first byte of the value */
    SMILL_ERROR_JSON_MEMBER_TYPE = 832,
    /* value that the type of its column cannot hold; at the first byte of the value */
    SMILL_ERROR_COLUMN_TYPE = 871,
    /* symbol table in the middle of records that are read apart from each other; at the first byte of the record */
    SMILL_ERROR_RECORD_SYMBOLS = 872,
    /* this output cannot represent the marks of this policy; at zero */
    SMILL_ERROR_POLICY_UNSUPPORTED = 901,
    /* null pointer instead of memory; at zero */
    SMILL_ERROR_POINTER_NULL = 902,
    /* pointer not aligned for its units; at zero */
    SMILL_ERROR_POINTER_MISALIGNED = 903,
    /* length is greater than that of any object in memory; at zero */
    SMILL_ERROR_LENGTH_EXCESSIVE = 904,
    /* source and destination overlap; at zero */
    SMILL_ERROR_RANGES_OVERLAP = 905,
    /* unknown flag, policy or other choice; at zero */
    SMILL_ERROR_CHOICE_UNKNOWN = 906,
    /* this machine does not have the tier; at zero */
    SMILL_ERROR_TIER_UNAVAILABLE = 907,
    /* no profile has this name; at zero */
    SMILL_ERROR_PROFILE_UNKNOWN = 908,
    /* the profile has no such option; at zero */
    SMILL_ERROR_PROFILE_OPTION_UNKNOWN = 909,
    /* an entry of the profile breaks its rules; at the entry: its ASCII byte, or 128 and the number of the range */
    SMILL_ERROR_PROFILE_UNSOUND = 910,
    /* offsets of strings descend or leave their buffer; at zero */
    SMILL_ERROR_OFFSETS_UNSOUND = 911,
    /* destination is too small for the output; at zero */
    SMILL_ERROR_ROOM_SHORT = 912,
    /* rules were made for another kind of source; at zero */
    SMILL_ERROR_RULES_MISMATCHED = 913,
    /* the system refused memory; at zero */
    SMILL_ERROR_MEMORY_REFUSED = 990,
    /* a fault in stringmill itself; at zero */
    SMILL_ERROR_INTERNAL = 999
    /* end */
};

#endif
