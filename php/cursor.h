/* One pass over an array or a Traversable. Each step may run code of the program, which may throw. */

#ifndef STRINGMILL_CURSOR_H
#define STRINGMILL_CURSOR_H

#include "php_stringmill.h"

typedef struct stringmill_cursor {
    zend_array *array; /* or NULL; referenced, so a change by the program copies it */
    HashPosition position;
    zend_object_iterator *iterator; /* or NULL */
    bool begun;
} stringmill_cursor;

/* Begins a pass. `iterable` is an array or a Traversable. Returns false after an exception. */
bool stringmill_cursor_open(stringmill_cursor *cursor, zval *iterable);

/* Goes to the first element, in later calls to the next one. Returns the value, not a reference, which is valid
 * until the next step; NULL at the end, or after an exception. */
zval *stringmill_cursor_next(stringmill_cursor *cursor);

/* Gets the key of the element. Returns false after an exception. */
bool stringmill_cursor_key(stringmill_cursor *cursor, zval *key);

/* Ends the pass. */
void stringmill_cursor_close(stringmill_cursor *cursor);

#endif
