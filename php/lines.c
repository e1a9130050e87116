/* The lines of NDJSON. */

#include "items.h"
#include "zend_exceptions.h"

/* Finds the line feed of the next line, or the end of the stream. Returns false at the end, or after an exception. */
static bool find_line(stringmill_window *window, size_t *looked)
{
    for (;;) {
        const char *from = window->bytes + window->at + *looked;
        size_t rest = window->len - window->at - *looked;
        const char *feed = rest ? memchr(from, '\n', rest) : NULL;
        if (EXPECTED(feed)) {
            *looked = (size_t) (feed - stringmill_window_at(window));
            return true;
        }
        *looked += rest;
        if (window->ended) {
            return *looked > 0;
        }
        if (!stringmill_window_more(window)) {
            return false;
        }
    }
}

static zend_always_inline const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\r') {
        at++;
    }
    return at;
}

static zend_always_inline bool decode_line(stringmill_items *items, const char *from, const char *at, const char *end, zend_ulong offset)
{
    zval value;
    if (EXPECTED(items->known)) {
        if (EXPECTED(stringmill_decode_next(&items->decoding, at, end, false, &value))) {
            ZVAL_COPY_VALUE(&items->value, &value);
            return true;
        }
    }
    if (!stringmill_decode_original(items, from, (size_t) (end - from), offset, &value)) {
        return false;
    }
    ZVAL_COPY_VALUE(&items->value, &value);
    return true;
}

/* Passes a line with an error, which was thrown, to the callback. Returns false if an exception is left. */
static bool reject(stringmill_items *items, const char *from, size_t len, zend_ulong offset)
{
    zend_object *thrown = EG(exception);
    zval arguments[4];
    zval result;
    GC_ADDREF(thrown);
    zend_clear_exception();
    ZVAL_LONG(&arguments[0], (zend_long) items->number);
    ZVAL_LONG(&arguments[1], (zend_long) offset);
    ZVAL_STRINGL(&arguments[2], from, len);
    ZVAL_OBJ(&arguments[3], thrown);
    ZVAL_UNDEF(&result);
    call_user_function(NULL, NULL, &items->reject, &result, 4, arguments);
    for (size_t i = 0; i < 4; i++) {
        zval_ptr_dtor(&arguments[i]);
    }
    zval_ptr_dtor(&result);
    return !EG(exception);
}

bool stringmill_next_of_lines(stringmill_items *items)
{
    stringmill_window *window = &items->window;
    while (find_line(window, &items->line_len)) {
        size_t place = window->at;
        size_t len = items->line_len;
        zend_ulong offset = stringmill_window_offset(window, place);
        /* Consumes the line before decoding it, so that a fatal error does not leave half of the line. */
        window->at += len + (place + len < window->len);
        items->line_len = 0;
        char *from = window->bytes + place;
        char *end = from + len;
        *end = '\0';
        if (items->number++ == 0 && len >= 3 && memcmp(from, "\xEF\xBB\xBF", 3) == 0) {
            from += 3;
            offset += 3;
        }
        const char *at = skip_blanks(from);
        if (UNEXPECTED(at == end)) {
            continue;
        }
        if (EXPECTED(decode_line(items, from, at, end, offset))) {
            ZVAL_LONG(&items->key, (zend_long) items->number);
            return true;
        }
        if (Z_TYPE(items->reject) == IS_UNDEF || !reject(items, from, (size_t) (end - from), offset)) {
            return false;
        }
    }
    if (!EG(exception)) {
        items->place = STRINGMILL_AT_DONE;
    }
    return false;
}
