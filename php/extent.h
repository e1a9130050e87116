/* Finds the end of a value by its brackets and quotes alone: for values that are skipped, or that are not whole in
 * memory yet. */

#ifndef STRINGMILL_EXTENT_H
#define STRINGMILL_EXTENT_H

#include "php.h"

/* The state after the part of a value that was read; all zeros at its first byte. */
typedef struct stringmill_extent {
    uint64_t depth;
    bool in_string;
    bool escaped; /* the last byte was a backslash that escapes the next */
    bool scalar;  /* the value is neither a string nor in brackets */
} stringmill_extent;

/* Continues to read. Returns the first byte after the value; NULL if the value reaches `end`. A scalar ends before
 * a comma, a closing bracket, white space or a quote; at one of these the value is empty. */
const char *stringmill_extent_end(stringmill_extent *extent, const char *at, const char *end);

#endif
