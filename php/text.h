/* Strings and numbers: values and keys, into the text of an encoder. */

#ifndef STRINGMILL_TEXT_H
#define STRINGMILL_TEXT_H

#include "buffer.h"
#include "digits.h"

/* A string as a value, whatever it holds. */
char *stringmill_text(stringmill_encoder *encoder, const zend_string *string, char *at);

/* A string as a key, whatever it holds; leaves STRINGMILL_ROOM. */
char *stringmill_key_text(stringmill_encoder *encoder, const zend_string *key, char *at);

/* A finite number with as many digits as a setting of serialize_precision but -1 asks for: the engine's own text. */
char *stringmill_double_of_precision(stringmill_encoder *encoder, double number, int precision, char *at);

/* A finite number; there is STRINGMILL_NUMBER_ROOM. */
static zend_always_inline char *stringmill_double(stringmill_encoder *encoder, double number, char *at)
{
    /* User code may change the setting in the midst of a call. */
    int precision = (int) PG(serialize_precision);
    if (UNEXPECTED(precision != -1)) {
        return stringmill_double_of_precision(encoder, number, precision, at);
    }
    return stringmill_door_double(at, number, (encoder->flags & PHP_JSON_PRESERVE_ZERO_FRACTION) != 0);
}

/* The whole result for a value that is a string and need not be asked whether it is numeric: made with one allocation
 * where nothing is escaped. NULL where it is ill-formed and the flags refuse that. */
zend_string *stringmill_text_alone(const zend_string *string, int flags);

/* A string between quotes if it is short and plain; else NULL. There is STRINGMILL_ROOM. */
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

/* As stringmill_text, without a call for most. There is STRINGMILL_ROOM. */
static zend_always_inline char *stringmill_any_text(stringmill_encoder *encoder, const zend_string *string, char *at)
{
    char *end = ZSTR_LEN(string) <= encoder->short_max ? stringmill_short_text(encoder, string, at) : NULL;
    return EXPECTED(end) ? end : stringmill_text(encoder, string, at);
}

/* As stringmill_key_text. There is STRINGMILL_ROOM, and afterwards as much as a value needs. */
static zend_always_inline char *stringmill_key(stringmill_encoder *encoder, const zend_string *key, char *at)
{
    char *end = ZSTR_LEN(key) <= STRINGMILL_SHORT_MAX ? stringmill_short_text(encoder, key, at) : NULL;
    return EXPECTED(end) ? end : stringmill_key_text(encoder, key, at);
}

#endif
