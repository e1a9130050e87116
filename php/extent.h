/* Where a value ends: by its brackets and quotes alone. For values that are passed over, or are not whole in memory yet. */

#ifndef STRINGMILL_EXTENT_H
#define STRINGMILL_EXTENT_H

#include "php.h"

/* How far a value was read; all zeros at its first byte. */
typedef struct stringmill_extent {
    uint64_t depth;
    bool in_string;
    bool escaped; /* the last byte was a backslash that escapes the next */
    bool scalar;  /* it is neither a string nor has brackets */
} stringmill_extent;

/* Reads on. Returns the first byte after the value; NULL if the value reaches `end`. A scalar ends in front of a comma, a closing
 * bracket, white space or a quote; before any of them it is empty. */
const char *stringmill_extent_end(stringmill_extent *extent, const char *at, const char *end);

#endif
