/* Where text goes that is not kept: a stream of PHP's, written a buffer at a time. */

#ifndef STRINGMILL_SINK_H
#define STRINGMILL_SINK_H

#include "encoder.h"

/* The buffer of a sink. */
#define STRINGMILL_SINK_ROOM (64 * 1024 - _ZSTR_HEADER_SIZE - 1)

/* A string up to this length fits into an empty buffer, whatever its bytes become. */
#define STRINGMILL_SINK_WHOLE ((STRINGMILL_SINK_ROOM - 2) / 6)

struct stringmill_sink {
    zend_resource *resource; /* the stream; user code may close it meanwhile, so it is looked up at each write */
    size_t written;          /* bytes that the stream has taken */
    bool failed;             /* it took less than it was given: nothing more is written */
};

/* Has an encoder write to a sink. */
void stringmill_sink_open(stringmill_encoder *encoder, stringmill_sink *sink, zend_resource *resource);

/* Writes out all up to `at`; returns where the next byte goes. */
char *stringmill_flush(stringmill_encoder *encoder, char *at);

/* Whether the sink of an encoder, if it has one, takes no more. */
static zend_always_inline bool stringmill_sink_failed(const stringmill_encoder *encoder)
{
    return encoder->sink && encoder->sink->failed;
}

#endif
