/*
 * Strings and numbers of a JSON text. The text is a zend_string, so a NUL follows its last byte: a loop that stops at bytes
 * that no token has need not compare with the end.
 */

#ifndef STRINGMILL_TOKEN_H
#define STRINGMILL_TOKEN_H

#include "php_stringmill.h"
#include "vector.h"

/* A string that was checked up to its closing quote. */
typedef struct stringmill_text_token {
    const char *end; /* the closing quote; NULL for an ill-formed or unfinished string */
    size_t len;      /* bytes after unescaping; at most the number of bytes up to `end` */
    zend_string *string; /* the string, if the check has made it; else NULL */
} stringmill_text_token;

/* Checks a string that is long or not plain ASCII. `at` is its first byte that was not checked yet. With `make`,
 * may make the string at once; the caller then owns it. */
stringmill_text_token stringmill_check_text(const char *from, const char *at, const char *end, bool make);

/* Unescapes a checked string into `len` bytes. */
void stringmill_unescape(const char *from, stringmill_text_token token, char *to);

/* Returns the unescaped string of a token. */
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

/* The number of bytes of a string that are checked before a call of the library, which costs as much as these. */
#define STRINGMILL_TEXT_SHORT 64

/* Whether a byte is ASCII that a JSON string has without an escape: no quote, no backslash, no control character. */
static zend_always_inline bool stringmill_is_plain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

/* Finds the first byte that is not plain ASCII, or stops after STRINGMILL_TEXT_SHORT bytes. With `checked`, the
 * string is known to be well-formed, and bytes above 7F are skipped too. */
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

/* Checks a string; `from` is its first byte after the quote. With `checked`, only finds the end of a short string.
 * `make` is that of stringmill_check_text. */
static zend_always_inline stringmill_text_token stringmill_text_token_at(const char *from, const char *end, bool checked,
                                                                         bool make)
{
    const char *at = stringmill_plain_end(from, end, checked);
    if (EXPECTED(*at == '"')) {
        return (stringmill_text_token) {at, (size_t) (at - from), NULL};
    }
    return stringmill_check_text(from, at, end, make);
}

/* Reads a number, whose first byte is a digit or a minus. Returns its end, or NULL if it is not a number. An
 * integer out of range becomes a string of its digits with `bigint`, else a float. Without `value` the number is
 * only checked. */
const char *stringmill_number(const char *from, bool bigint, zval *value);

#endif
