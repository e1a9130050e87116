/*
 * json_decode and json_validate, for the texts and arguments of which the result is certain. Everything else, errors above
 * all, is left to PHP's own functions, so that codes, messages and positions are theirs.
 */

#ifndef STRINGMILL_DECODE_H
#define STRINGMILL_DECODE_H

#include "php_stringmill.h"

/* Deeper texts are left to PHP: its parser has a limit of its own, which depends on the text and begins at 1,666 levels. */
#define STRINGMILL_DEPTH_MAX 1600

/* Whether a text is valid JSON of at most `levels` levels. False if that is not certain. With `properties`, names of
 * members must be names of properties: PHP refuses those that begin with a NUL. */
bool stringmill_is_json(const zend_string *json, uint32_t levels, bool properties);

/* Decodes a text of at most `levels` levels, objects as arrays. Returns false, with nothing made, if the text is not valid.
 * The only memory is the engine's, so that nothing is left when it bails out. */
bool stringmill_decode_arrays(const zend_string *json, uint32_t levels, bool bigint, zval *value);

/* The same with objects as objects. The text must be valid, with names of properties: objects that a failing call makes and
 * frees would change the handles of later ones. */
bool stringmill_decode_objects(const zend_string *json, uint32_t levels, bool bigint, zval *value);

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

/* Decodes the value with which a text begins. Returns where it ends, with the white space after it; NULL, with nothing made, if
 * it is not certainly valid. A NUL follows the text. The text may be cut off: then a number that reaches its end is not whole. */
const char *stringmill_decode_next(const stringmill_decoding *decoding, const char *from, const char *end, zval *value);

/* The place of the first error in a text of at most `levels` levels; 0 if there is none. */
size_t stringmill_error_place(const char *from, size_t len, uint32_t levels);

#endif
