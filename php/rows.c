/*
 * Items of an array or a Traversable, written to a stream one after another.
 *
 * Items go to a buffer, and from there to the stream as whole items. What an item with an error has written to the buffer is
 * taken back.
 */

#include "items.h"
#include "walk.h"
#include "ext/spl/spl_exceptions.h"
#include "ext/standard/file.h"
#include "php_network.h"
#include "zend_exceptions.h"

#define ROWS_CAP (64 * 1024 - _ZSTR_HEADER_SIZE - 1)

/* The buffer is written out when it has less room than this. */
#define ROWS_SPARE 4096

typedef struct rows {
    stringmill_encoder encoder;
    stringmill_cursor cursor;
    zend_resource *resource; /* the stream; checked before each write, because the program may close it */
    size_t written;
    zend_ulong number; /* the number of the item, from 1 */
    bool lines;
    bool object;
} rows;

/* Waits until a stream that does not block accepts more. */
static bool wait_for(php_stream *stream)
{
    php_socket_t descriptor = -1;
    if (php_stream_is(stream, PHP_STREAM_IS_USERSPACE) ||
        php_stream_cast(stream, PHP_STREAM_AS_FD_FOR_SELECT | PHP_STREAM_CAST_INTERNAL, (void *) &descriptor, 0) != SUCCESS ||
        descriptor == (php_socket_t) -1) {
        return false;
    }
    return php_pollfd_for_ms(descriptor, POLLOUT, (int) MIN(FG(default_socket_timeout), INT_MAX / 1000) * 1000) > 0;
}

/* Writes to the stream. Returns false after an exception. */
static bool write_out(rows *rows, const char *text, size_t len)
{
    bool waited = false;
    while (len) {
        if (!stringmill_is_stream(rows->resource)) {
            zend_throw_exception(spl_ce_RuntimeException, "The stream was closed before all was written", 0);
            return false;
        }
        php_stream *stream = rows->resource->ptr;
        ssize_t written = php_stream_write(stream, text, len);
        if (written > 0) {
            rows->written += (size_t) written;
            text += written;
            len -= (size_t) written;
        }
        if (EG(exception)) {
            return false;
        }
        if (len && written <= 0 && (written < 0 || waited || !stringmill_is_stream(rows->resource) || !wait_for(stream))) {
            zend_throw_exception_ex(spl_ce_RuntimeException, 0, "The stream took %zu bytes and no more", rows->written);
            return false;
        }
        waited = written <= 0;
    }
    return true;
}

/* Writes the buffer out. Returns the position of the next byte; NULL after an exception. */
static char *flush(rows *rows, char *at)
{
    return write_out(rows, rows->encoder.base, (size_t) (at - rows->encoder.base)) ? rows->encoder.base : NULL;
}

/* Writes out the items before one that cannot be written, whose exception is thrown afterwards. An exit() of the
 * program is an exception too, which must not be replaced by another one. */
static void flush_before(rows *rows, char *at)
{
    zend_object *thrown = EG(exception);
    EG(exception) = NULL;
    flush(rows, at);
    if (EXPECTED(!EG(exception))) {
        EG(exception) = thrown;
    } else if (zend_is_unwind_exit(thrown) || zend_is_graceful_exit(thrown)) {
        OBJ_RELEASE(EG(exception));
        EG(exception) = thrown;
    } else {
        zend_exception_set_previous(EG(exception), thrown);
    }
}

/* Writes the key of an item of an object, after a separator. */
static char *write_key(rows *rows, char *at)
{
    zval key;
    ZVAL_UNDEF(&key);
    if (!stringmill_cursor_key(&rows->cursor, &key)) {
        return NULL;
    }
    if (Z_TYPE(key) == IS_STRING) {
        at = stringmill_key(&rows->encoder, Z_STR(key), at);
    } else if (Z_TYPE(key) == IS_LONG) {
        at = index_key((zend_ulong) Z_LVAL(key), at);
    } else {
        zend_type_error("The keys of items must be of type int|string, %s given", zend_zval_type_name(&key));
        at = NULL;
    }
    zval_ptr_dtor(&key);
    return at ? colon(&rows->encoder, at) : NULL;
}

/* Writes one item. Returns NULL after an exception or an error. */
static char *write_item(rows *rows, zval *item, char *at)
{
    stringmill_encoder *encoder = &rows->encoder;
    zval held;
    encoder->error = PHP_JSON_ERROR_NONE;
    /* Keeps the item: code of the program may move the iterator that owns it. */
    ZVAL_COPY(&held, item);
    at = rows->lines ? stringmill_room(encoder, at, STRINGMILL_ROOM) : separate(encoder, at, rows->number == 1);
    at = rows->object ? write_key(rows, at) : at;
    at = at ? encode_value(encoder, &held, at) : NULL;
    zval_ptr_dtor(&held);
    if (at && rows->lines) {
        at = stringmill_room(encoder, at, 1);
        *at++ = '\n';
    }
    return at;
}

/* Writes all items. Returns false after an exception. */
static bool write_items(rows *rows, char *at)
{
    stringmill_encoder *encoder = &rows->encoder;
    zval *item;
    while ((item = stringmill_cursor_next(&rows->cursor))) {
        size_t before = (size_t) (at - encoder->base);
        rows->number++;
        at = write_item(rows, item, at);
        bool refused = encoder->error && !PARTIAL(encoder);
        if (UNEXPECTED(!at || refused || EG(exception))) {
            if (!EG(exception)) {
                stringmill_throw_item(encoder->error, stringmill_error_text(encoder->error), rows->lines, rows->number,
                                      rows->written + before);
            }
            flush_before(rows, encoder->base + before);
            return false;
        }
        if (UNEXPECTED((size_t) (encoder->end - at) < ROWS_SPARE || at - encoder->base > (ptrdiff_t) (ROWS_CAP - ROWS_SPARE))) {
            at = flush(rows, at);
            if (UNEXPECTED(!at)) {
                return false;
            }
        }
    }
    if (UNEXPECTED(EG(exception))) {
        flush_before(rows, at);
        return false;
    }
    if (!rows->lines) {
        at = close_container(encoder, at, rows->number == 0, rows->object ? '}' : ']');
    }
    return flush(rows, at);
}

/* Writes all items, and frees the memory of the loop on every exit. */
static bool run(rows *rows)
{
    stringmill_encoder *encoder = &rows->encoder;
    volatile bool whole = false;
    encoder->string = zend_string_alloc(ROWS_CAP, 0);
    encoder->base = ZSTR_VAL(encoder->string);
    encoder->end = encoder->base + ROWS_CAP;
    zend_try {
        char *at = encoder->base;
        if (!rows->lines) {
            encoder->depth = 1;
            *at++ = rows->object ? '{' : '[';
        }
        whole = write_items(rows, at);
    } zend_catch {
        stringmill_unmark_all(encoder);
        stringmill_marks_free(encoder);
        stringmill_drop(encoder);
        zend_bailout();
    } zend_end_try();
    stringmill_marks_free(encoder);
    stringmill_drop(encoder);
    return whole;
}

static void write_rows(INTERNAL_FUNCTION_PARAMETERS, bool lines)
{
    zval *items;
    zval *stream;
    zend_long flags = 0;
    zend_long depth = PHP_JSON_PARSER_DEFAULT_DEPTH;

    ZEND_PARSE_PARAMETERS_START(2, 4)
        Z_PARAM_ITERABLE(items)
        Z_PARAM_RESOURCE(stream)
        Z_PARAM_OPTIONAL
        Z_PARAM_LONG(flags)
        Z_PARAM_LONG(depth)
    ZEND_PARSE_PARAMETERS_END();

    if (lines && (flags & PHP_JSON_PRETTY_PRINT)) {
        zend_argument_value_error(3, "must not have JSON_PRETTY_PRINT: each item is one line");
        RETURN_THROWS();
    }
    if (!zend_fetch_resource2(Z_RES_P(stream), "stream", php_file_le_stream(), php_file_le_pstream())) {
        RETURN_THROWS();
    }
    if (!lines && depth < 1 && !(flags & PHP_JSON_PARTIAL_OUTPUT_ON_ERROR)) {
        stringmill_throw_item(PHP_JSON_ERROR_DEPTH, stringmill_error_text(PHP_JSON_ERROR_DEPTH), false, 1, 0);
        RETURN_THROWS();
    }
    rows rows;
    stringmill_encoder_init(&rows.encoder, (int) flags, (int) depth);
    rows.resource = Z_RES_P(stream);
    rows.written = 0;
    rows.number = 0;
    rows.lines = lines;
    rows.object = !lines && (flags & PHP_JSON_FORCE_OBJECT);
    if (!stringmill_cursor_open(&rows.cursor, items)) {
        RETURN_THROWS();
    }
    GC_ADDREF(rows.resource);
    bool whole = run(&rows);
    stringmill_cursor_close(&rows.cursor);
    zend_list_delete(rows.resource);
    if (UNEXPECTED(!whole || EG(exception))) {
        RETURN_THROWS();
    }
    RETURN_LONG((zend_long) rows.written);
}

ZEND_FUNCTION(Stringmill_json_write_items)
{
    write_rows(INTERNAL_FUNCTION_PARAM_PASSTHRU, false);
}

ZEND_FUNCTION(Stringmill_ndjson_write)
{
    write_rows(INTERNAL_FUNCTION_PARAM_PASSTHRU, true);
}
