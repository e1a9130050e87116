/*
 * The state of one call of json_encode: its flags, depth, error and text.
 *
 * Functions take the position of the next byte, `at`, and return the new one, so that it stays in a register. They
 * return NULL after a final error: under JSON_PARTIAL_OUTPUT_ON_ERROR only if the sink has failed.
 */

#ifndef STRINGMILL_ENCODER_H
#define STRINGMILL_ENCODER_H

#include "php_stringmill.h"
#include "door.h"
#include "plain.h"

/* The text starts in the stack frame: most texts are shorter and then need one allocation of their exact length. */
#define STRINGMILL_FIRST 2048

/* Nesting levels that need no allocation for their marks. */
#define STRINGMILL_MARKS 24

/* Capacity before a key and a value: a comma, two short strings in quotes, a colon, a space, and 16 bytes for wide
 * stores. No number is longer than a short string. */
#define STRINGMILL_ROOM (2 * (STRINGMILL_SHORT_MAX + 2) + 3 + 16)

typedef struct stringmill_sink stringmill_sink;

typedef struct stringmill_encoder {
    char *end;                     /* end of the capacity; one more byte follows, for the NUL */
    char *base;                    /* start of the text */
    const stringmill_plain *plain; /* the bytes that these flags do not escape */
    size_t short_max;              /* values up to this length are not checked for being numeric */
    const stringmill_rules *rules; /* made for the first string that needs rules; NULL before */
    zend_string *string;           /* owns the text, or NULL while the text is in `first` */
    stringmill_sink *sink;         /* receives full buffers; if NULL the buffer grows */
    zend_class_entry *serializable; /* cache: the last class whose jsonSerialize was looked up */
    zend_function *serialize;
    uintptr_t *marks; /* recursion marks, innermost last; see marks.h */
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

/* PHP's message for an encoding error. */
const char *stringmill_error_text(php_json_error_code error);

/* Encodes a value starting at `base`. Returns the end of its text, or NULL. Removes its marks on every exit. Frees
 * memory only if the engine bails out, and then all of it. */
char *stringmill_encode(stringmill_encoder *encoder, zval *value);

#endif
