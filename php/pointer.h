/* A JSON Pointer (RFC 6901). A hyphen stands for every element of an array. */

#ifndef STRINGMILL_POINTER_H
#define STRINGMILL_POINTER_H

#include "php.h"

typedef struct stringmill_token {
    zend_string *name; /* unescaped */
    zend_ulong index;  /* if is_index: the key of a PHP array with this name */
    bool is_index;
    bool is_any; /* the token is a hyphen */
} stringmill_token;

typedef struct stringmill_pointer {
    stringmill_token *tokens;
    uint32_t count;
    uint32_t certain; /* the number of tokens before the first hyphen */
} stringmill_pointer;

/* Reads a pointer. Returns false, and has made nothing, if the text is not a pointer. */
bool stringmill_pointer_read(stringmill_pointer *pointer, const zend_string *text);

void stringmill_pointer_free(stringmill_pointer *pointer);

#endif
