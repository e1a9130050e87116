/* Encodes arrays, and the values that are not inline in walk.h; the texts of errors. */

#include "walk.h"
#include "sink.h"

/* A copy of PHP's texts: json_last_error_msg() may be disabled, and a call of it would be visible to observers of
 * the program. */
const char *stringmill_error_text(php_json_error_code error)
{
    switch (error) {
        case PHP_JSON_ERROR_DEPTH:
            return "Maximum stack depth exceeded";
        case PHP_JSON_ERROR_UTF8:
            return "Malformed UTF-8 characters, possibly incorrectly encoded";
        case PHP_JSON_ERROR_RECURSION:
            return "Recursion detected";
        case PHP_JSON_ERROR_INF_OR_NAN:
            return "Inf and NaN cannot be JSON encoded";
        case PHP_JSON_ERROR_UNSUPPORTED_TYPE:
            return "Type is not supported";
        case PHP_JSON_ERROR_NON_BACKED_ENUM:
            return "Non-backed enums have no default serialization";
        default:
            return "Unknown error";
    }
}

ZEND_COLD char *stringmill_fail(stringmill_encoder *encoder, char *at, php_json_error_code error, const char *text)
{
    encoder->error = error;
    if (!PARTIAL(encoder)) {
        return NULL;
    }
    size_t len = strlen(text);
    return literal(stringmill_room(encoder, at, len), text, len);
}

zend_never_inline char *stringmill_new_line(stringmill_encoder *encoder, char *at)
{
    size_t indent = 4 * (size_t) encoder->depth;
    at = stringmill_room(encoder, at, 1 + indent + STRINGMILL_ROOM);
    *at++ = '\n';
    memset(at, ' ', indent);
    return at + indent;
}

/* ------------------------------------------------------------------------------------------------------- arrays --- */

static zend_always_inline char *encode_items(stringmill_encoder *encoder, zend_array *array, char *at)
{
    bool first = true;
    zval *value;
    if (EXPECTED(HT_IS_PACKED(array))) {
        ZEND_HASH_PACKED_FOREACH_VAL(array, value) {
            at = encode_value(encoder, value, separate(encoder, at, first));
            if (UNEXPECTED(!at)) {
                return NULL;
            }
            first = false;
        } ZEND_HASH_FOREACH_END();
        return at;
    }
    ZEND_HASH_FOREACH_VAL_IND(array, value) {
        at = encode_value(encoder, value, separate(encoder, at, first));
        if (UNEXPECTED(!at)) {
            return NULL;
        }
        first = false;
    } ZEND_HASH_FOREACH_END();
    return at;
}

/* Writes the elements of an array that is not a list. */
static zend_never_inline char *encode_members(stringmill_encoder *encoder, zend_array *array, char *at)
{
    bool first = true;
    zend_ulong index;
    zend_string *key;
    zval *value;
    ZEND_HASH_FOREACH_KEY_VAL_IND(array, index, key, value) {
        at = separate(encoder, at, first);
        at = EXPECTED(key) ? stringmill_key(encoder, key, at) : index_key(index, at);
        at = encode_value(encoder, value, colon(encoder, at));
        if (UNEXPECTED(!at)) {
            return NULL;
        }
        first = false;
    } ZEND_HASH_FOREACH_END();
    return at;
}

static zend_always_inline void hold_array(zend_array *array)
{
    GC_TRY_ADDREF(array);
}

/* Releases the array, like zval_ptr_dtor_nogc on its zval. */
static zend_always_inline void release_array(zend_array *array)
{
    if (!(GC_FLAGS(array) & GC_IMMUTABLE) && UNEXPECTED(GC_DELREF(array) == 0)) {
        zend_array_destroy(array);
    }
}

static zend_never_inline char *encode_array(stringmill_encoder *encoder, zend_array *array, char *at)
{
    if (UNEXPECTED(stack_is_short())) {
        return stringmill_fail(encoder, at, PHP_JSON_ERROR_DEPTH, "null");
    }
    bool list = !(encoder->flags & PHP_JSON_FORCE_OBJECT) && zend_array_is_list(array);
    if (UNEXPECTED(GC_IS_RECURSIVE(array))) {
        return stringmill_fail(encoder, at, PHP_JSON_ERROR_RECURSION, "null");
    }
    /* User code may release or change the array. The reference keeps it alive and makes a change copy it. */
    hold_array(array);
    stringmill_mark(encoder, (zend_refcounted *) array);
    encoder->depth++;
    at = stringmill_room(encoder, at, 1);
    *at++ = list ? '[' : '{';
    at = list ? encode_items(encoder, array, at) : encode_members(encoder, array, at);
    stringmill_unmark(encoder, (zend_refcounted *) array);
    if (EXPECTED(at)) {
        at = close_container(encoder, at, zend_hash_num_elements(array) == 0, list ? ']' : '}');
    }
    release_array(array);
    return at;
}

/* ------------------------------------------------------------------------------------------------------- values --- */

/* Writes an array or an object. Stops if the sink has failed. */
static char *encode_container(stringmill_encoder *encoder, zval *value, char *at)
{
    if (UNEXPECTED(stringmill_sink_failed(encoder))) {
        return NULL;
    }
    if (Z_TYPE_P(value) == IS_ARRAY) {
        if (zend_hash_num_elements(Z_ARR_P(value)) == 0 && encoder->depth < encoder->depth_max) {
            return literal(at, encoder->flags & PHP_JSON_FORCE_OBJECT ? "{}" : "[]", 2);
        }
        return encode_array(encoder, Z_ARR_P(value), at);
    }
    return stringmill_object(encoder, Z_OBJ_P(value), at);
}

/* Not inlined, so that its callers need few registers. */
zend_never_inline char *stringmill_other_value(stringmill_encoder *encoder, zval *value, char *at)
{
    switch (Z_TYPE_P(value)) {
        case IS_ARRAY:
        case IS_OBJECT:
            return encode_container(encoder, value, at);
        case IS_REFERENCE:
            return encode_value(encoder, Z_REFVAL_P(value), at);
        default:
            return stringmill_fail(encoder, at, PHP_JSON_ERROR_UNSUPPORTED_TYPE, "null");
    }
}

char *stringmill_encode(stringmill_encoder *encoder, zval *value)
{
    char *volatile end = NULL;
    zend_try {
        end = encode_value(encoder, value, stringmill_room(encoder, encoder->base, STRINGMILL_ROOM));
    } zend_catch {
        stringmill_unmark_all(encoder);
        stringmill_marks_free(encoder);
        stringmill_drop(encoder);
        zend_bailout();
    } zend_end_try();
    stringmill_marks_free(encoder);
    return end;
}
