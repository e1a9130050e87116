/* Writes strings and numbers as values and keys. */

#ifndef STRINGMILL_TEXT_H
#define STRINGMILL_TEXT_H

#include "buffer.h"
#include "digits.h"

/* Writes any string as a value. */
char *stringmill_text(stringmill_encoder *encoder, zend_string *string, char *at);

/* Writes any string as a key; ensures STRINGMILL_ROOM after it. */
char *stringmill_key_text(stringmill_encoder *encoder, const zend_string *key, char *at);

/* Writes a finite number with a serialize_precision other than -1, in the engine's text. */
char *stringmill_double_of_precision(stringmill_encoder *encoder, double number, int precision, char *at);

/* Writes a finite number; the capacity must be STRINGMILL_NUMBER_ROOM. */
static zend_always_inline char *stringmill_double(stringmill_encoder *encoder, double number, char *at)
{
    /* Code of the program may change the setting during a call. */
    int precision = (int) PG(serialize_precision);
    if (UNEXPECTED(precision != -1)) {
        return stringmill_double_of_precision(encoder, number, precision, at);
    }
    return stringmill_door_double(at, number, (encoder->flags & PHP_JSON_PRESERVE_ZERO_FRACTION) != 0);
}

/* The result of json_encode for a single string without JSON_NUMERIC_CHECK: one allocation if nothing is escaped.
 * NULL for ill-formed text that the flags refuse. */
zend_string *stringmill_text_alone(const zend_string *string, int flags);

/* Writes a short string without escapes, in quotes; NULL for other strings. The capacity must be STRINGMILL_ROOM. */
static zend_always_inline char *stringmill_short_text(stringmill_encoder *encoder, const zend_string *string, char *at)
{
    size_t len = ZSTR_LEN(string);
    if (!stringmill_copy_plain(encoder->plain, at + 1, string, len)) {
        return NULL;
    }
    at[0] = '"';
    at[len + 1] = '"';
    return at + len + 2;
}

/* As stringmill_text, but makes no call for short strings without escapes. The capacity must be STRINGMILL_ROOM. */
static zend_always_inline char *stringmill_any_text(stringmill_encoder *encoder, zend_string *string, char *at)
{
    char *end = ZSTR_LEN(string) <= encoder->short_max ? stringmill_short_text(encoder, string, at) : NULL;
    return EXPECTED(end) ? end : stringmill_text(encoder, string, at);
}

/* As stringmill_key_text. The capacity must be STRINGMILL_ROOM; a value still fits after the key. */
static zend_always_inline char *stringmill_key(stringmill_encoder *encoder, const zend_string *key, char *at)
{
    char *end = ZSTR_LEN(key) <= STRINGMILL_SHORT_MAX ? stringmill_short_text(encoder, key, at) : NULL;
    return EXPECTED(end) ? end : stringmill_key_text(encoder, key, at);
}

#endif
