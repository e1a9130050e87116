/*
 * Values and separators: the functions that arrays and objects share.
 *
 * The order of PHP's steps is visible, because user code can run between them and the last error is the reported one.
 * So the order is the same here: the recursion mark is set before the opening bracket; the mark is removed and the
 * depth checked after the last child; INF and NAN set an error but the walk continues; the value of a refused key is
 * still encoded.
 */

#ifndef STRINGMILL_WALK_H
#define STRINGMILL_WALK_H

#include "encoder.h"
#include "marks.h"
#include "text.h"

#define PARTIAL(encoder) ((encoder)->flags & PHP_JSON_PARTIAL_OUTPUT_ON_ERROR)
#define PRETTY(encoder) UNEXPECTED((encoder)->flags & PHP_JSON_PRETTY_PRINT)

/* Sets the error. If output may be partial, writes `text` instead of the value and continues. */
ZEND_COLD char *stringmill_fail(stringmill_encoder *encoder, char *at, php_json_error_code error, const char *text);

/* Writes an indented new line; ensures STRINGMILL_ROOM after it. */
char *stringmill_new_line(stringmill_encoder *encoder, char *at);

/* Writes values of the types that encode_value does not handle. The capacity is the same. */
char *stringmill_other_value(stringmill_encoder *encoder, zval *value, char *at);

/* Writes an object: the result of jsonSerialize, the value of an enum case, or the public properties. */
char *stringmill_object(stringmill_encoder *encoder, zend_object *object, char *at);

static zend_always_inline char *literal(char *at, const char *text, size_t len)
{
    memcpy(at, text, len);
    return at + len;
}

/* Writes a float. INF and NAN set the error, and the walk continues. */
static zend_always_inline char *encode_double(stringmill_encoder *encoder, double number, char *at)
{
    if (EXPECTED(zend_finite(number))) {
        return stringmill_double(encoder, number, at);
    }
    encoder->error = PHP_JSON_ERROR_INF_OR_NAN;
    *at++ = '0';
    return at;
}

/* Writes any value. The capacity must be STRINGMILL_ROOM minus the length of a key. Inline cases need at most one
 * call. */
static zend_always_inline char *encode_value(stringmill_encoder *encoder, zval *value, char *at)
{
    switch (Z_TYPE_P(value)) {
        case IS_STRING:
            return stringmill_any_text(encoder, Z_STR_P(value), at);
        case IS_LONG:
            return stringmill_long(at, Z_LVAL_P(value));
        case IS_DOUBLE:
            return encode_double(encoder, Z_DVAL_P(value), at);
        case IS_NULL:
            return literal(at, "null", 4);
        case IS_TRUE:
            return literal(at, "true", 4);
        case IS_FALSE:
            return literal(at, "false", 5);
        default:
            return stringmill_other_value(encoder, value, at);
    }
}

/* Writes the separator before an element. Ensures STRINGMILL_ROOM minus one byte after it. */
static zend_always_inline char *separate(stringmill_encoder *encoder, char *at, bool first)
{
    at = stringmill_room(encoder, at, STRINGMILL_ROOM);
    if (!first) {
        *at++ = ',';
    }
    return PRETTY(encoder) ? stringmill_new_line(encoder, at) : at;
}

/* Writes an integer key. */
static zend_always_inline char *index_key(zend_ulong index, char *at)
{
    *at++ = '"';
    at = stringmill_long(at, (zend_long) index);
    *at++ = '"';
    return at;
}

/* Writes the separator between a key and its value. */
static zend_always_inline char *colon(stringmill_encoder *encoder, char *at)
{
    *at++ = ':';
    if (PRETTY(encoder)) {
        *at++ = ' ';
    }
    return at;
}

/* Checks the depth of a container after its children, and closes it. Empty containers have no new line. */
static zend_always_inline char *close_container(stringmill_encoder *encoder, char *at, bool empty, char bracket)
{
    if (UNEXPECTED(encoder->depth > encoder->depth_max)) {
        encoder->error = PHP_JSON_ERROR_DEPTH;
        if (!PARTIAL(encoder)) {
            return NULL;
        }
    }
    encoder->depth--;
    if (PRETTY(encoder) && !empty) {
        at = stringmill_new_line(encoder, at);
    }
    at = stringmill_room(encoder, at, 1);
    *at++ = bracket;
    return at;
}

/* Whether the native stack is nearly full, which PHP reports as a depth error. Unknown before PHP 8.3. */
static zend_always_inline bool stack_is_short(void)
{
#ifdef ZEND_CHECK_STACK_LIMIT
    return zend_call_stack_overflowed(EG(stack_limit));
#else
    return false;
#endif
}

#endif
