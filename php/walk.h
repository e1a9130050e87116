/*
 * Values, and what stands around them: what the walks through arrays and objects have in common.
 *
 * What PHP's own does in which order is visible, since user code can run in the midst of it and the last error is
 * the one that is told; so it is the same here, step by step: the recursion mark is set before the opening bracket,
 * depth is judged after the last child and the mark is gone by then, INF and NAN are an error but no failure, and a
 * key that is refused does not keep its value from being tried.
 */

#ifndef STRINGMILL_WALK_H
#define STRINGMILL_WALK_H

#include "encoder.h"
#include "marks.h"
#include "text.h"

#define PARTIAL(encoder) ((encoder)->flags & PHP_JSON_PARTIAL_OUTPUT_ON_ERROR)
#define PRETTY(encoder) UNEXPECTED((encoder)->flags & PHP_JSON_PRETTY_PRINT)

/* Notes an error; goes on with `text` in the place of the value where output may be partial. */
ZEND_COLD char *stringmill_fail(stringmill_encoder *encoder, char *at, php_json_error_code error, const char *text);

/* A new line, indented; leaves STRINGMILL_ROOM. */
char *stringmill_new_line(stringmill_encoder *encoder, char *at);

/* A value that encode_value has no case for; room as there. */
char *stringmill_other_value(stringmill_encoder *encoder, zval *value, char *at);

/* An object, whatever that means for it: what it says, its case's value, or its public properties. */
char *stringmill_object(stringmill_encoder *encoder, zend_object *object, char *at);

static zend_always_inline char *literal(char *at, const char *text, size_t len)
{
    memcpy(at, text, len);
    return at + len;
}

/* A float. Where it is not finite, that is an error, but nothing has failed: what follows is still tried. */
static zend_always_inline char *encode_double(stringmill_encoder *encoder, double number, char *at)
{
    if (EXPECTED(zend_finite(number))) {
        return stringmill_double(encoder, number, at);
    }
    encoder->error = PHP_JSON_ERROR_INF_OR_NAN;
    *at++ = '0';
    return at;
}

/* Any value; there is STRINGMILL_ROOM less a key. The cases that stand here are those without a call, or with one. */
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

/* What stands before an element. Leaves STRINGMILL_ROOM less a byte. */
static zend_always_inline char *separate(stringmill_encoder *encoder, char *at, bool first)
{
    at = stringmill_room(encoder, at, STRINGMILL_ROOM);
    if (!first) {
        *at++ = ',';
    }
    return PRETTY(encoder) ? stringmill_new_line(encoder, at) : at;
}

/* A key that is a number. */
static zend_always_inline char *index_key(zend_ulong index, char *at)
{
    *at++ = '"';
    at = stringmill_long(at, (zend_long) index);
    *at++ = '"';
    return at;
}

/* What stands between a key and its value. */
static zend_always_inline char *colon(stringmill_encoder *encoder, char *at)
{
    *at++ = ':';
    if (PRETTY(encoder)) {
        *at++ = ' ';
    }
    return at;
}

/* Judges the depth of a container whose children are written, and ends it. Empty ones stay on their line. */
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

/* Whether so little of the native stack is left that PHP calls it a matter of depth. Before 8.3 it cannot know. */
static zend_always_inline bool stack_is_short(void)
{
#ifdef ZEND_CHECK_STACK_LIMIT
    return zend_call_stack_overflowed(EG(stack_limit));
#else
    return false;
#endif
}

#endif
