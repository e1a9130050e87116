/*
 * Text that grows. It stands in the frame of the call at first, then in a zend_string, which takes as much as PHP's own
 * would: whole pages, never a worst case. With a sink it does not grow but is written out.
 */

#ifndef STRINGMILL_BUFFER_H
#define STRINGMILL_BUFFER_H

#include "encoder.h"

/* Makes room for `need` bytes from `at` on; returns where that place is now. */
char *stringmill_grow(stringmill_encoder *encoder, char *at, size_t need);

static zend_always_inline char *stringmill_room(stringmill_encoder *encoder, char *at, size_t need)
{
    return EXPECTED((size_t) (encoder->end - at) >= need) ? at : stringmill_grow(encoder, at, need);
}

/* A string of just so many bytes; the buffer holds nothing any more. */
zend_string *stringmill_take(stringmill_encoder *encoder, char *at);

/* Shortens a string that was allocated for more, and ends it with a NUL. */
zend_string *stringmill_trim(zend_string *string, size_t cap, size_t len);

/* How many bytes a string that has to hold `len` can hold at no cost: those of its block, or of its pages, as PHP's own
 * buffers take them. */
size_t stringmill_capacity(size_t len);

/* Frees what the text stands in. */
static zend_always_inline void stringmill_drop(stringmill_encoder *encoder)
{
    if (encoder->string) {
        zend_string_efree(encoder->string);
        encoder->string = NULL;
    }
}

#endif
