/* A sink writes the text to a PHP stream, a buffer at a time. */

#ifndef STRINGMILL_SINK_H
#define STRINGMILL_SINK_H

#include "encoder.h"
#include "php_streams.h"

/* The size of the buffer of a sink. */
#define STRINGMILL_SINK_ROOM (64 * 1024 - _ZSTR_HEADER_SIZE - 1)

/* Any string of up to this length fits into an empty buffer after escaping. */
#define STRINGMILL_SINK_WHOLE ((STRINGMILL_SINK_ROOM - 2) / 6)

struct stringmill_sink {
    zend_resource *resource; /* the stream; looked up at each write, because user code may close it */
    size_t written;          /* bytes that the stream accepted */
    bool failed;             /* the stream accepted less than it was given; nothing more is written */
};

/* Whether a resource still is a stream: the program may close it at any time. */
static zend_always_inline bool stringmill_is_stream(const zend_resource *resource)
{
    return resource->type == php_file_le_stream() || resource->type == php_file_le_pstream();
}

/* Makes an encoder write to a sink. */
void stringmill_sink_open(stringmill_encoder *encoder, stringmill_sink *sink, zend_resource *resource);

/* Writes the text up to `at` to the stream; returns the new position. */
char *stringmill_flush(stringmill_encoder *encoder, char *at);

/* Whether the encoder has a sink that failed. */
static zend_always_inline bool stringmill_sink_failed(const stringmill_encoder *encoder)
{
    return encoder->sink && encoder->sink->failed;
}

#endif
