/*
 * One call of json_encode: what was asked for, how far it got, and the text so far.
 *
 * Whoever writes holds the place of the next byte, `at`, in a local, and hands it on: functions take it and return it,
 * so that it stays in a register. They return NULL where the call has failed for good: under
 * JSON_PARTIAL_OUTPUT_ON_ERROR only where a sink takes no more.
 */

#ifndef STRINGMILL_ENCODER_H
#define STRINGMILL_ENCODER_H

#include "php_stringmill.h"
#include "door.h"
#include "plain.h"

/* Text starts in the frame of the call: most is shorter, and then needs one allocation of just its length. */
#define STRINGMILL_FIRST 1024

/* How many containers inside each other are noted without an allocation. */
#define STRINGMILL_MARKS 24

/* Room that is there before a key and a value: a comma, two short strings in quotes, a colon and a space, and what
 * wide stores write past them. No number is longer than a short string. */
#define STRINGMILL_ROOM (2 * (STRINGMILL_SHORT_MAX + 2) + 3 + 16)

typedef struct stringmill_sink stringmill_sink;

typedef struct stringmill_encoder {
    char *end;                     /* where the room ends; one more byte stands behind it, for the NUL */
    char *base;                    /* where the text begins */
    const stringmill_plain *plain; /* bytes that these flags leave alone */
    size_t short_max;              /* values up to this length need not be asked whether they are numeric */
    const smill_rules *rules;      /* made ready when the first string needs them, or NULL */
    zend_string *string;           /* holds the text, or NULL while that stands in `first` */
    stringmill_sink *sink;         /* where full buffers go, or NULL: they grow */
    zend_class_entry *serializable; /* the last class of which jsonSerialize was looked up, and what was found */
    zend_function *serialize;
    uintptr_t *marks; /* what is marked against recursion, innermost last; see marks.h */
    uint32_t mark_count;
    uint32_t mark_room;
    int flags;
    int depth;
    int depth_max;
    php_json_error_code error;
    uintptr_t first_marks[STRINGMILL_MARKS];
    char first[STRINGMILL_FIRST + 1];
} stringmill_encoder;

static zend_always_inline void stringmill_encoder_init(stringmill_encoder *encoder, int flags, int depth_max)
{
    encoder->end = encoder->first + STRINGMILL_FIRST;
    encoder->base = encoder->first;
    encoder->plain = stringmill_plain_of(flags);
    encoder->short_max = flags & PHP_JSON_NUMERIC_CHECK ? 0 : STRINGMILL_SHORT_MAX;
    encoder->rules = NULL;
    encoder->string = NULL;
    encoder->sink = NULL;
    encoder->serializable = NULL;
    encoder->serialize = NULL;
    encoder->marks = encoder->first_marks;
    encoder->mark_count = 0;
    encoder->mark_room = STRINGMILL_MARKS;
    encoder->flags = flags;
    encoder->depth = 0;
    encoder->depth_max = depth_max;
    encoder->error = PHP_JSON_ERROR_NONE;
}

/* Encodes a value from `base` on. Returns where its text ends, or NULL.
 * Undoes its marks on every exit. Frees nothing, but everything where the engine bails out. */
char *stringmill_encode(stringmill_encoder *encoder, zval *value);

#endif
