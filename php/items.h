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

/* Where in a text the walk is. */
typedef enum stringmill_place {
    STRINGMILL_AT_START,
    STRINGMILL_AT_VALUE,  /* in front of a value on the path */
    STRINGMILL_AT_FIRST,  /* after an opening bracket */
    STRINGMILL_AT_MEMBER, /* after a comma */
    STRINGMILL_AT_COLON,
    STRINGMILL_AT_SKIP, /* in a value that is passed over */
    STRINGMILL_AT_ITEM,
    STRINGMILL_AT_AFTER, /* after a value */
    STRINGMILL_AT_TRAILING,
    STRINGMILL_AT_DONE
} stringmill_place;

/* An open array or object on the path. */
typedef struct stringmill_open {
    zend_ulong index; /* of the next element of an array */
    bool object;
    bool done; /* the token was found, and no other member can match */
} stringmill_open;

typedef struct stringmill_items {
    stringmill_window window;
    stringmill_decoding decoding;
    zend_long flags;
    zend_long depth;
    bool known;  /* whether all flags are known here; if not, PHP decodes */
    bool lines;  /* NDJSON */
    bool busy;   /* reading: code of the program may run */
    bool begun;  /* an item was asked for */
    bool left;   /* an item was left for the next */
    zval value;  /* the item, or undefined */
    zval key;
    zend_ulong number; /* items or lines that were read */

    /* Of a text. */
    stringmill_pointer pointer;
    stringmill_open *open; /* pointer.count + 1 of them; the last is the container of the items */
    uint32_t level;        /* how many are open */
    stringmill_place place;
    bool found;                /* the path exists, up to the first hyphen */
    bool cut;                  /* `extent` is of a value that was not whole in memory */
    stringmill_extent extent;
    size_t extent_len;         /* how many bytes of it were looked at */

    /* Of NDJSON. */
    size_t line_len;  /* bytes of the line that were looked at */
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

/* Decodes a text by PHP's own decoder, or throws a JsonItemsException with its code and message. `offset` is that of the first
 * byte. A NUL follows the text. */
bool stringmill_decode_original(stringmill_items *items, const char *from, size_t len, zend_ulong offset, zval *value);

/* Throws a JsonItemsException. */
ZEND_COLD void stringmill_throw_item(zend_long code, const char *message, bool lines, zend_ulong number, zend_ulong offset);

/* Throws a JsonItemsException for the item or line that is read. After one, a text has no more items. */
ZEND_COLD void stringmill_items_throw(stringmill_items *items, zend_long code, const char *message, zend_ulong offset);

/* Throws a JsonItemsException with the code and message of the JsonException that PHP has thrown. */
ZEND_COLD void stringmill_items_rethrow(stringmill_items *items, zend_ulong offset);

/* Sets the classes. Runs at module startup. */
void stringmill_items_startup(zend_class_entry *items, zend_class_entry *exception);

#endif
