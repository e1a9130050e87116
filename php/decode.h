/*
 * json_decode and json_validate, for the texts and arguments of which the result is certain. Everything else, errors above
 * all, is left to PHP's own functions, so that codes, messages and positions are theirs.
 */

#ifndef STRINGMILL_DECODE_H
#define STRINGMILL_DECODE_H

#include "php_stringmill.h"

/* Deeper texts are left to PHP: its parser has a limit of its own, which depends on the text and begins at 1,666 levels. */
#define STRINGMILL_DEPTH_MAX 1600

/* The flags that json_decode has. A later PHP may have more, and the flags of json_encode are rare here. */
#define STRINGMILL_DECODE_FLAGS                                                                                                \
    (PHP_JSON_OBJECT_AS_ARRAY | PHP_JSON_BIGINT_AS_STRING | PHP_JSON_INVALID_UTF8_IGNORE | PHP_JSON_INVALID_UTF8_SUBSTITUTE |   \
     PHP_JSON_THROW_ON_ERROR)

/* The levels that $depth allows, of those that are read here: the outermost array needs a depth of 2. */
static zend_always_inline uint32_t stringmill_levels_of(zend_long depth)
{
    return depth > STRINGMILL_DEPTH_MAX ? STRINGMILL_DEPTH_MAX : (uint32_t) depth - 1;
}

/* Whether a text is valid JSON of at most `levels` levels. False if that is not certain. */
bool stringmill_is_json(const zend_string *json, uint32_t levels);

/* Decodes a text of at most `levels` levels, objects as arrays or as objects. Returns false if the text is not valid: nothing
 * has changed then, and new objects get the handles that they would have got before. The only memory is the engine's, so that
 * nothing is left when it bails out. */
bool stringmill_decode(const zend_string *json, uint32_t levels, bool bigint, bool arrays, zval *value);

/* Names that were read, each made once. */
typedef struct stringmill_name {
    uint64_t head; /* the first bytes, at most eight */
    zend_string *string;
} stringmill_name;

/* The places of the table of names of a stream. */
#define STRINGMILL_NAMES 256

/* Frees the names of a table. */
void stringmill_names_free(stringmill_name *names, size_t count);

/* How the values of a stream are decoded. */
typedef struct stringmill_decoding {
    stringmill_name *names; /* STRINGMILL_NAMES of them, all zeros at the beginning */
    uint32_t levels;
    bool bigint;
    bool arrays; /* objects become arrays */
} stringmill_decoding;

/* Decodes the value that a text is, or with `more` the one with which it begins, before a comma or a closing bracket. Returns where
 * it ends, with the white space after it. NULL, and nothing has changed, if it is not certainly valid or not whole. A NUL follows
 * the text, or `end` is the end of a value by its brackets and quotes. */
const char *stringmill_decode_next(const stringmill_decoding *decoding, const char *from, const char *end, bool more, zval *value);

/* The place of the first error in a text of at most `levels` levels; 0 if there is none. */
size_t stringmill_error_place(const char *from, size_t len, uint32_t levels);

#endif
