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

#endif
