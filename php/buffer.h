/*
 * A growable text: at first in the stack frame, then in a zend_string that grows by pages like PHP's own, never by the
 * worst case. With a sink it is flushed instead of growing.
 */

#ifndef STRINGMILL_BUFFER_H
#define STRINGMILL_BUFFER_H

#include "encoder.h"

/* Ensures capacity for `need` bytes at `at`; returns the position, which may have moved. */
char *stringmill_grow(stringmill_encoder *encoder, char *at, size_t need);

static zend_always_inline char *stringmill_room(stringmill_encoder *encoder, char *at, size_t need)
{
    return EXPECTED((size_t) (encoder->end - at) >= need) ? at : stringmill_grow(encoder, at, need);
}

/* Returns the text up to `at` as a string and empties the buffer. */
zend_string *stringmill_take(stringmill_encoder *encoder, char *at);

/* PHP's own buffers grow by pages of this size. */
#define STRINGMILL_PAGE 4096

/* Up to this size the allocator has four block sizes for each power of two; above it allocates pages. */
#define STRINGMILL_BLOCK_MAX 3072

/* Ends the script with a fatal error: the string would be too long. */
ZEND_COLD void stringmill_too_long(void);

/* The usable capacity of the allocation for `len` bytes: its block or its pages. */
static zend_always_inline size_t stringmill_capacity(size_t len)
{
    /* In debug builds the allocator appends a note to each block. */
    const size_t overhead = ZEND_MM_OVERHEAD + _ZSTR_HEADER_SIZE + 1;
    if (UNEXPECTED(len > ZSTR_MAX_LEN - 2 * STRINGMILL_PAGE)) {
        stringmill_too_long();
    }
    size_t size = len + overhead;
    if (size > STRINGMILL_BLOCK_MAX) {
        return ZEND_MM_ALIGNED_SIZE_EX(size, STRINGMILL_PAGE) - overhead;
    }
    /* Block sizes are a quarter of the lower power of two apart; here at least 16, because short texts do not grow. */
    unsigned bits = 31 - (unsigned) __builtin_clz((unsigned) (size - 1) | 64);
    return ZEND_MM_ALIGNED_SIZE_EX(size, (size_t) 1 << (bits - 2)) - overhead;
}

/* Reallocates a string with `len` bytes of text to capacity `cap`. */
zend_string *stringmill_resize(zend_string *string, size_t cap, size_t len);

/* Sets the final length of a string with capacity `cap` and frees unused memory. */
static zend_always_inline zend_string *stringmill_trim(zend_string *string, size_t cap, size_t len)
{
    ZSTR_VAL(string)[len] = '\0';
    if (stringmill_capacity(len) < cap) {
        string = stringmill_resize(string, len, len + 1);
    }
    ZSTR_LEN(string) = len;
    return string;
}

/* Frees the text. */
static zend_always_inline void stringmill_drop(stringmill_encoder *encoder)
{
    if (encoder->string) {
        zend_string_efree(encoder->string);
        encoder->string = NULL;
    }
}

#endif
