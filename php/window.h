/*
 * The part of a stream of bytes that is in memory: a buffer that is refilled from a stream of PHP, a string, or the strings of an
 * iterable. A refill may run code of the program: the owner must not be entered again meanwhile.
 */

#ifndef STRINGMILL_WINDOW_H
#define STRINGMILL_WINDOW_H

#include "cursor.h"
#include "sink.h"

/* The size of the buffer; it grows for a longer value. */
#define STRINGMILL_WINDOW_CAP (64 * 1024 - 1)

typedef struct stringmill_window {
    char *bytes;       /* `cap` bytes and a NUL after `len`, from the engine's heap; NULL before the first refill */
    size_t at;         /* the first byte that is not consumed */
    size_t len;
    size_t cap;
    zend_ulong begin;  /* the offset in the stream of the first byte in the buffer */
    bool ended;        /* no byte follows the buffer */
    bool greedy;       /* reading more never waits, as in a file or memory */
    zend_resource *resource;  /* the stream, referenced; checked before each read, because the program may close it */
    zval chunks;              /* an array or a Traversable of strings */
    stringmill_cursor cursor; /* a pass over `chunks`, from the first refill on */
    bool passing;
    zend_string *chunk; /* the string in use, or NULL */
    size_t chunk_at;
} stringmill_window;

/* Opens a window, which has to be all zeros, on a stream, a string or an iterable. Returns false for any other
 * value, or after an exception because the stream is closed. Runs no code of the program. */
bool stringmill_window_open(stringmill_window *window, zval *source);

/* Appends bytes to the buffer, or sets `ended`. Moves `bytes`, `at` and `begin`. Returns false after an exception;
 * the window is then unchanged, and the next call continues. */
bool stringmill_window_more(stringmill_window *window);

/* Releases the source. No bytes follow. */
void stringmill_window_close(stringmill_window *window);

/* Frees everything. */
void stringmill_window_free(stringmill_window *window);

/* Sets the classes of exceptions. Runs at module startup. */
void stringmill_window_startup(zend_class_entry *would_block);

static zend_always_inline const char *stringmill_window_at(const stringmill_window *window)
{
    return window->bytes + window->at;
}

static zend_always_inline const char *stringmill_window_end(const stringmill_window *window)
{
    return window->bytes + window->len;
}

/* Converts a position in the buffer to an offset in the stream. */
static zend_always_inline zend_ulong stringmill_window_offset(const stringmill_window *window, size_t place)
{
    return window->begin + place;
}

#endif
