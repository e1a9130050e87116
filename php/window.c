#include "window.h"
#include "zend_alloc_sizes.h"
#include "ext/spl/spl_exceptions.h"
#include "zend_exceptions.h"

static zend_class_entry *would_block_exception;

void stringmill_window_startup(zend_class_entry *would_block)
{
    would_block_exception = would_block;
}

/* Whether a read of any length returns the bytes that are ready, and does not wait for more. */
static bool never_waits(php_stream *stream)
{
    if (stream->ops == &php_stream_memory_ops || stream->ops == &php_stream_temp_ops) {
        return true;
    }
    php_stream_statbuf about;
    return stream->ops == &php_stream_stdio_ops && !stream->readfilters.head && php_stream_stat(stream, &about) == 0 &&
        S_ISREG(about.sb.st_mode);
}

bool stringmill_window_open(stringmill_window *window, zval *source)
{
    switch (Z_TYPE_P(source)) {
        case IS_RESOURCE: {
            php_stream *stream = zend_fetch_resource2(Z_RES_P(source), "stream", php_file_le_stream(), php_file_le_pstream());
            if (!stream) {
                return false;
            }
            window->resource = Z_RES_P(source);
            GC_ADDREF(window->resource);
            window->begin = (zend_ulong) php_stream_tell(stream);
            window->greedy = never_waits(stream);
            return true;
        }
        case IS_STRING:
            window->chunk = zend_string_copy(Z_STR_P(source));
            return true;
        default:
            if (!zend_is_iterable(source)) {
                return false;
            }
            ZVAL_COPY(&window->chunks, source);
            return true;
    }
}

/* Whether memory_limit has room for a block of this size. A small block may be in memory that the heap already has. */
static bool has_room(size_t size)
{
    size_t used = size < ZEND_MM_CHUNK_SIZE ? 0 : zend_memory_usage(true);
    return PG(memory_limit) <= 0 || (used < (size_t) PG(memory_limit) && size < (size_t) PG(memory_limit) - used);
}

/* Makes room for at least one more byte. Returns false after an exception. The program can handle an exception, but
 * not the fatal error of memory_limit, which a string without its closing quote would cause: it is one value up to
 * the end of the text. */
static bool make_room(stringmill_window *window)
{
    if (UNEXPECTED(!window->bytes)) {
        window->bytes = emalloc(STRINGMILL_WINDOW_CAP + 1);
        window->cap = STRINGMILL_WINDOW_CAP;
        window->bytes[0] = '\0';
        return true;
    }
    if (window->at > 0) {
        window->begin += window->at;
        window->len -= window->at;
        memmove(window->bytes, window->bytes + window->at, window->len + 1);
        window->at = 0;
    }
    if (window->len < window->cap) {
        return true;
    }
    size_t cap = 2 * window->cap + 1;
    if (UNEXPECTED(!has_room(cap))) {
        zend_throw_exception_ex(spl_ce_RuntimeException, 0,
            "The value at byte " ZEND_ULONG_FMT " has more than %zu bytes, for which memory_limit has no room", window->begin,
            window->len);
        return false;
    }
    window->bytes = erealloc2(window->bytes, cap + 1, window->len + 1);
    window->cap = cap;
    return true;
}

static void append(stringmill_window *window, size_t len)
{
    window->len += len;
    window->bytes[window->len] = '\0';
}

/* Reads from the stream. Only one read may wait, so that values of a live stream are not delayed. */
static ssize_t read_stream(php_stream *stream, char *to, size_t room, bool greedy)
{
    if (greedy) {
        return php_stream_read(stream, to, room);
    }
    if (php_stream_fill_read_buffer(stream, 1) != SUCCESS) {
        return -1;
    }
    size_t buffered = (size_t) (stream->writepos - stream->readpos);
    return buffered ? php_stream_read(stream, to, MIN(buffered, room)) : 0;
}

static bool more_of_stream(stringmill_window *window)
{
    if (UNEXPECTED(!stringmill_is_stream(window->resource))) {
        zend_throw_exception(spl_ce_RuntimeException, "The stream was closed before all was read", 0);
        return false;
    }
    php_stream *stream = window->resource->ptr;
    ssize_t len = read_stream(stream, window->bytes + window->len, window->cap - window->len, window->greedy);
    if (EXPECTED(len > 0)) {
        append(window, (size_t) len);
        return !EG(exception);
    }
    if (UNEXPECTED(EG(exception))) {
        return false;
    }
    if (len == 0 && stringmill_is_stream(window->resource)) {
        window->ended = php_stream_eof(stream);
        if (EXPECTED(window->ended || EG(exception))) {
            return !EG(exception);
        }
        zend_throw_exception(would_block_exception, "The stream has no bytes now; next() continues when it has", 0);
        return false;
    }
    zend_throw_exception(spl_ce_RuntimeException, "The stream could not be read, or timed out; next() tries again", 0);
    return false;
}

/* Goes to the next string of the iterable; sets `ended` after the last. */
static bool next_chunk(stringmill_window *window)
{
    if (!window->passing) {
        if (!stringmill_cursor_open(&window->cursor, &window->chunks)) {
            return false;
        }
        window->passing = true;
    }
    zval *chunk = stringmill_cursor_next(&window->cursor);
    if (UNEXPECTED(EG(exception))) {
        return false;
    }
    if (!chunk) {
        window->ended = true;
        return true;
    }
    if (UNEXPECTED(Z_TYPE_P(chunk) != IS_STRING)) {
        zend_type_error("The chunks of $source must be of type string, %s given", zend_zval_type_name(chunk));
        return false;
    }
    window->chunk = zend_string_copy(Z_STR_P(chunk));
    window->chunk_at = 0;
    return true;
}

static bool more_of_chunks(stringmill_window *window)
{
    while (!window->chunk) {
        if (Z_TYPE(window->chunks) == IS_UNDEF) {
            window->ended = true;
            return true;
        }
        if (!next_chunk(window)) {
            return false;
        }
        if (window->ended) {
            return true;
        }
        if (ZSTR_LEN(window->chunk) == 0) {
            zend_string_release(window->chunk);
            window->chunk = NULL;
        }
    }
    size_t left = ZSTR_LEN(window->chunk) - window->chunk_at;
    size_t len = MIN(left, window->cap - window->len);
    memcpy(window->bytes + window->len, ZSTR_VAL(window->chunk) + window->chunk_at, len);
    append(window, len);
    window->chunk_at += len;
    if (len == left) {
        zend_string_release(window->chunk);
        window->chunk = NULL;
    }
    return true;
}

bool stringmill_window_more(stringmill_window *window)
{
    ZEND_ASSERT(!window->ended);
    if (!make_room(window)) {
        return false;
    }
    return window->resource ? more_of_stream(window) : more_of_chunks(window);
}

void stringmill_window_close(stringmill_window *window)
{
    zend_resource *resource = window->resource;
    zend_string *chunk = window->chunk;
    zval chunks;
    ZVAL_COPY_VALUE(&chunks, &window->chunks);
    ZVAL_UNDEF(&window->chunks);
    window->resource = NULL;
    window->chunk = NULL;
    window->ended = true;
    if (resource) {
        zend_list_delete(resource);
    }
    if (chunk) {
        zend_string_release(chunk);
    }
    if (window->passing) {
        window->passing = false;
        stringmill_cursor_close(&window->cursor);
    }
    zval_ptr_dtor(&chunks);
}

void stringmill_window_free(stringmill_window *window)
{
    stringmill_window_close(window);
    if (window->bytes) {
        efree(window->bytes);
        window->bytes = NULL;
    }
}
