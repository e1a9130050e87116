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

/* PHP's own buffers grow by pages of this size. */
#define STRINGMILL_PAGE 4096

/* Up to this size the allocator has blocks of four sizes between a power of two and the next; above, pages. */
#define STRINGMILL_BLOCK_MAX 3072

/* Ends the script: no string is so long. */
ZEND_COLD void stringmill_too_long(void);

/* How many bytes a string that has to hold `len` can hold at no cost: those of its block, or of its pages, as PHP's own
 * buffers take them. */
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
    /* A quarter of the power of two below; but there are none closer than 16 here, since short texts need not grow. */
    unsigned bits = 31 - (unsigned) __builtin_clz((unsigned) (size - 1) | 64);
    return ZEND_MM_ALIGNED_SIZE_EX(size, (size_t) 1 << (bits - 2)) - overhead;
}

/* A string that is to hold `cap` bytes in the place of one that holds `len`. */
zend_string *stringmill_resize(zend_string *string, size_t cap, size_t len);

/* Ends a string that has room for `cap` bytes, and gives back what it does not need. */
static zend_always_inline zend_string *stringmill_trim(zend_string *string, size_t cap, size_t len)
{
    ZSTR_VAL(string)[len] = '\0';
    if (stringmill_capacity(len) < cap) {
        string = stringmill_resize(string, len, len + 1);
    }
    ZSTR_LEN(string) = len;
    return string;
}

/* Frees what the text stands in. */
static zend_always_inline void stringmill_drop(stringmill_encoder *encoder)
{
    if (encoder->string) {
        zend_string_efree(encoder->string);
        encoder->string = NULL;
    }
}

#endif
