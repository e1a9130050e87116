/*
 * json_decode and json_validate, for the texts and arguments of which the result is certain. Everything else, errors above
 * all, is left to PHP's own functions, so that codes, messages and positions are theirs.
 */

#ifndef STRINGMILL_DECODE_H
#define STRINGMILL_DECODE_H

#include "php_stringmill.h"

/* PHP decodes deeper texts: the limit of its parser depends on the text, and begins at 1,666 levels. */
#define STRINGMILL_DEPTH_MAX 1600

/* The known flags of json_decode. A later PHP may have more. Flags of json_encode are rare here, and are left to
 * PHP. */
#define STRINGMILL_DECODE_FLAGS                                                                                                \
    (PHP_JSON_OBJECT_AS_ARRAY | PHP_JSON_BIGINT_AS_STRING | PHP_JSON_INVALID_UTF8_IGNORE | PHP_JSON_INVALID_UTF8_SUBSTITUTE |   \
     PHP_JSON_THROW_ON_ERROR)

/* The number of levels that $depth allows, up to the maximum here. The outermost array needs a depth of 2. */
static zend_always_inline uint32_t stringmill_levels_of(zend_long depth)
{
    return depth > STRINGMILL_DEPTH_MAX ? STRINGMILL_DEPTH_MAX : (uint32_t) depth - 1;
}

/* Whether a text is certainly valid JSON of at most `levels` levels. */
bool stringmill_is_json(const zend_string *json, uint32_t levels);

/* Decodes a text of at most `levels` levels, objects as arrays or as objects. Returns false if the text is not
 * valid. Then nothing has changed: the next objects get the same handles as without this call. All memory is the
 * engine's, so nothing leaks when it bails out. */
bool stringmill_decode(const zend_string *json, uint32_t levels, bool bigint, bool arrays, zval *value);

/* A name that was read, and its string. */
typedef struct stringmill_name {
    uint64_t head; /* the first bytes, at most eight */
    zend_string *string;
} stringmill_name;

/* The size of the table of names of a stream. */
#define STRINGMILL_NAMES 256

/* Frees the names of a table. */
void stringmill_names_free(stringmill_name *names, size_t count);

/* How to decode the values of a stream. */
typedef struct stringmill_decoding {
    stringmill_name *names; /* STRINGMILL_NAMES entries, all zero at first */
    uint32_t levels;
    bool bigint;
    bool arrays; /* objects become arrays */
} stringmill_decoding;

/* Decodes the value of a text, or with `more` the value at its beginning, before a comma or a closing bracket.
 * Returns its end, including white space after it. Returns NULL, and changes nothing, if the value is not certainly
 * valid and whole. A NUL has to follow the text, or `end` has to be the end of a value by its brackets and quotes. */
const char *stringmill_decode_next(const stringmill_decoding *decoding, const char *from, const char *end, bool more, zval *value);

/* The offset of the first error in a text of at most `levels` levels; 0 if there is none. */
size_t stringmill_error_place(const char *from, size_t len, uint32_t levels);

#endif
