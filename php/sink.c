/* Writes the text to a PHP stream. */

#include "sink.h"

void stringmill_sink_open(stringmill_encoder *encoder, stringmill_sink *sink, zend_resource *resource)
{
    sink->resource = resource;
    sink->written = 0;
    sink->failed = false;
    encoder->sink = sink;
    encoder->string = zend_string_alloc(STRINGMILL_SINK_ROOM, 0);
    encoder->base = ZSTR_VAL(encoder->string);
    encoder->end = encoder->base + STRINGMILL_SINK_ROOM;
}

/* Writes to the stream, and warns if that fails. */
static void write_out(stringmill_sink *sink, const char *text, size_t len)
{
    zend_resource *resource = sink->resource;
    if (!stringmill_is_stream(resource)) {
        sink->failed = true;
        php_error_docref(NULL, E_WARNING, "The stream was closed before all was written");
        return;
    }
    ssize_t written = php_stream_write((php_stream *) resource->ptr, text, len);
    if (written > 0) {
        sink->written += (size_t) written;
    }
    if (written < 0 || (size_t) written < len) {
        sink->failed = true;
        php_error_docref(NULL, E_WARNING, "The stream took %zu bytes and no more", sink->written);
    } else if (EG(exception)) {
        sink->failed = true;
    }
}

char *stringmill_flush(stringmill_encoder *encoder, char *at)
{
    size_t len = at - encoder->base;
    if (len && !encoder->sink->failed) {
        write_out(encoder->sink, encoder->base, len);
    }
    return encoder->base;
}
