/*
 * Strings and numbers of a JSON text. The text is a zend_string, so a NUL follows its last byte: a loop that stops at bytes
 * that no token has need not compare with the end.
 */

#ifndef STRINGMILL_TOKEN_H
#define STRINGMILL_TOKEN_H

#include "php_stringmill.h"
#include "vector.h"

/* A string up to its closing quote. */
typedef struct stringmill_text_token {
    const char *end; /* the closing quote; NULL if the string is ill-formed or has no end */
    size_t len;      /* bytes of the string without escapes; at most the bytes up to `end` */
    zend_string *string; /* the string itself if it was made already, else NULL */
} stringmill_text_token;

/* Checks a string that is not plain ASCII, or is long. `at` is the first byte of it that is not checked yet. With `make` the
 * string may be made at once; then it is the caller's. */
stringmill_text_token stringmill_check_text(const char *from, const char *at, const char *end, bool make);

/* Writes a checked string without its escapes: `len` bytes. */
void stringmill_unescape(const char *from, stringmill_text_token token, char *to);

/* The string that a token is, without its escapes. */
static zend_always_inline zend_string *stringmill_text_string(const char *from, stringmill_text_token token)
{
    if (UNEXPECTED(token.string)) {
        return token.string;
    }
    zend_string *string = zend_string_alloc(token.len, 0);
    if (EXPECTED(token.len == (size_t) (token.end - from))) {
        memcpy(ZSTR_VAL(string), from, token.len);
    } else {
        stringmill_unescape(from, token, ZSTR_VAL(string));
    }
    ZSTR_VAL(string)[token.len] = '\0';
    return string;
}

/* Bytes of a string that are checked before the library is called: a call costs about as much as 64 bytes. */
#define STRINGMILL_TEXT_SHORT 64

/* Whether a byte is plain ASCII within a string: no quote, no backslash, no control character. */
static zend_always_inline bool stringmill_is_plain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

/* The first byte that is not plain ASCII, or any byte after the first STRINGMILL_TEXT_SHORT. With `checked`, the string is
 * known to be well-formed, and bytes above 7F are skipped too. */
static zend_always_inline const char *stringmill_plain_end(const char *at, const char *end, bool checked)
{
#if STRINGMILL_VECTORS
    const char *limit = at + STRINGMILL_TEXT_SHORT;
    while (EXPECTED(end - at >= 16) && at < limit) {
        stringmill_bytes bytes = stringmill_load(at);
        stringmill_bytes quotes = stringmill_or(stringmill_equal(bytes, stringmill_splat('"')), stringmill_equal(bytes, stringmill_splat('\\')));
        uint32_t special = stringmill_mask(checked ? quotes : stringmill_or(quotes, stringmill_control_or_high(bytes)));
        if (EXPECTED(special)) {
            return at + __builtin_ctz(special);
        }
        at += 16;
    }
    if (at >= limit) {
        return at;
    }
#else
    (void) end;
#endif
    while (stringmill_is_plain((unsigned char) *at) || (checked && (unsigned char) *at >= 0x80)) {
        at++;
    }
    return at;
}

/* Checks a string; `from` is its first byte after the quote. With `checked` only its end is looked for, if it is short.
 * `make` as for stringmill_check_text. */
static zend_always_inline stringmill_text_token stringmill_text_token_at(const char *from, const char *end, bool checked,
                                                                         bool make)
{
    const char *at = stringmill_plain_end(from, end, checked);
    if (EXPECTED(*at == '"')) {
        return (stringmill_text_token) {at, (size_t) (at - from), NULL};
    }
    return stringmill_check_text(from, at, end, make);
}

/* Reads a number, whose first byte is a digit or a minus. Returns its end, or NULL if it is none. An integer out of range
 * becomes a string of its digits with `bigint`, else a float. Without `value` it is only checked. */
const char *stringmill_number(const char *from, bool bigint, zval *value);

#endif
