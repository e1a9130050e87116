/*
 * JsonItems: the items of a JSON text, or the lines of NDJSON, one at a time. items.c has the class; path.c walks to the items
 * of a text, lines.c to the lines.
 *
 * Reading runs code of the program: streams, generators, the callback for bad lines. It may throw, or suspend a fiber. So the
 * state is in the object alone, each step is taken as a whole or not at all, and an object that is reading refuses another
 * call.
 */

#ifndef STRINGMILL_ITEMS_H
#define STRINGMILL_ITEMS_H

#include "decode.h"
#include "extent.h"
#include "pointer.h"
#include "window.h"

/* The position of the walk in a text. */
typedef enum stringmill_place {
    STRINGMILL_AT_START,
    STRINGMILL_AT_VALUE,  /* before a value on the path */
    STRINGMILL_AT_FIRST,  /* after an opening bracket */
    STRINGMILL_AT_MEMBER, /* after a comma */
    STRINGMILL_AT_COLON,
    STRINGMILL_AT_SKIP, /* inside of a value that is skipped */
    STRINGMILL_AT_ITEM,
    STRINGMILL_AT_AFTER, /* after a value */
    STRINGMILL_AT_TRAILING,
    STRINGMILL_AT_DONE
} stringmill_place;

/* An open array or object on the path. */
typedef struct stringmill_open {
    zend_ulong index; /* of the next element, if it is an array */
    bool object;
    bool done; /* the member of the token was found, and no other can match */
} stringmill_open;

typedef struct stringmill_items {
    stringmill_window window;
    stringmill_decoding decoding;
    zend_long flags;
    zend_long depth;
    bool known;  /* whether this extension knows all flags; if not, PHP decodes */
    bool lines;  /* NDJSON */
    bool busy;   /* reading, which may run code of the program */
    bool begun;  /* the program has asked for an item */
    bool left;   /* an item was left, so rewind() throws */
    zval value;  /* the item, or undefined */
    zval key;
    zend_ulong number; /* the number of items or lines that were read */

    /* Only for items of a text: */
    stringmill_pointer pointer;
    stringmill_open *open; /* pointer.count + 1 entries; the last is the container of the items */
    uint32_t level;        /* the number of open containers */
    stringmill_place place;
    bool found;                /* the path exists, up to the first hyphen */
    bool cut;                  /* `extent` is the state of a value that was not whole in memory */
    stringmill_extent extent;
    size_t extent_len;         /* the number of bytes of the value that `extent` has seen */

    /* Only for NDJSON: */
    size_t line_len;  /* the number of bytes of the line that were searched */
    zval reject;      /* a callable, or undefined */

    stringmill_name names[STRINGMILL_NAMES];
    zend_object std;
} stringmill_items;

static zend_always_inline bool stringmill_has_item(const stringmill_items *items)
{
    return Z_TYPE(items->value) != IS_UNDEF;
}

/* Reads the next item into `value` and `key`. Returns false at the end, or after an exception. */
bool stringmill_next_of_path(stringmill_items *items);
bool stringmill_next_of_lines(stringmill_items *items);

/* Decodes a text by PHP's own decoder, or throws a JsonItemsException with PHP's code and message. `offset` is the
 * offset of the first byte. A NUL has to follow the text. */
bool stringmill_decode_original(stringmill_items *items, const char *from, size_t len, zend_ulong offset, zval *value);

/* Throws a JsonItemsException. */
ZEND_COLD void stringmill_throw_item(zend_long code, const char *message, bool lines, zend_ulong number, zend_ulong offset);

/* Throws a JsonItemsException for the current item or line. A text has no more items after an error. */
ZEND_COLD void stringmill_items_throw(stringmill_items *items, zend_long code, const char *message, zend_ulong offset);

/* Throws a JsonItemsException with the code and message of the JsonException that PHP has thrown. */
ZEND_COLD void stringmill_items_rethrow(stringmill_items *items, zend_ulong offset);

/* Sets the classes. Runs at module startup. */
void stringmill_items_startup(zend_class_entry *items, zend_class_entry *exception);

#endif
