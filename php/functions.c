/* The functions of the namespace Stringmill. Those with the name of a function of ext/json also replace PHP's
 * handlers. */

#include "php_stringmill.h"
#include "buffer.h"
#include "decode.h"
#include "override.h"
#include "sink.h"
#include "text.h"
#include "php_streams.h"
#include "zend_exceptions.h"

/* Whether errors are thrown and json_last_error() does not change. */
static zend_always_inline bool throws(zend_long flags)
{
    return (flags & PHP_JSON_THROW_ON_ERROR) && !(flags & PHP_JSON_PARTIAL_OUTPUT_ON_ERROR);
}

/* Throws a JsonException. */
static ZEND_COLD void throw_error(php_json_error_code error)
{
    zend_class_entry *thrown = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("jsonexception"));
    zend_throw_exception(thrown, stringmill_error_text(error), error);
}

/* Throws the error of a call, or sets json_last_error(), by its flags. Returns whether the call has a result. */
static zend_always_inline bool reported(zend_long flags, php_json_error_code error)
{
    if (!throws(flags)) {
        stringmill_set_last_error(error);
        return EXPECTED(!error) || (flags & PHP_JSON_PARTIAL_OUTPUT_ON_ERROR);
    }
    if (UNEXPECTED(error)) {
        throw_error(error);
    }
    return EXPECTED(!error);
}

/* Encodes any value as a string. */
static zend_never_inline void encode(zval *value, zend_long flags, zend_long depth, zval *return_value)
{
    stringmill_encoder encoder;
    stringmill_encoder_init(&encoder, (int) flags, (int) depth);
    char *end = stringmill_encode(&encoder, value);
    if (UNEXPECTED(encoder.error && !(flags & PHP_JSON_PARTIAL_OUTPUT_ON_ERROR))) {
        /* Frees the text first, because making the exception needs memory. */
        stringmill_drop(&encoder);
    }
    if (UNEXPECTED(!reported(flags, encoder.error))) {
        RETVAL_FALSE;
    } else if (UNEXPECTED(!end)) {
        /* Code of the program has thrown an exception. */
        stringmill_drop(&encoder);
        RETVAL_EMPTY_STRING();
    } else {
        RETVAL_NEW_STR(stringmill_take(&encoder, end));
    }
}

/* Encodes a string without JSON_NUMERIC_CHECK. */
static zend_always_inline void encode_text(const zend_string *string, zend_long flags, zval *return_value)
{
    zend_string *json = stringmill_text_alone(string, (int) flags);
    bool refused = !json;
    if (!reported(flags, refused ? PHP_JSON_ERROR_UTF8 : PHP_JSON_ERROR_NONE)) {
        RETURN_FALSE;
    }
    if (UNEXPECTED(refused)) {
        RETURN_STRING("null");
    }
    RETURN_NEW_STR(json);
}

ZEND_FUNCTION(Stringmill_json_encode)
{
    zval *value;
    zend_long flags = 0;
    zend_long depth = PHP_JSON_PARSER_DEFAULT_DEPTH;

    ZEND_PARSE_PARAMETERS_START(1, 3)
        Z_PARAM_ZVAL(value)
        Z_PARAM_OPTIONAL
        Z_PARAM_LONG(flags)
        Z_PARAM_LONG(depth)
    ZEND_PARSE_PARAMETERS_END();

    if (Z_TYPE_P(value) == IS_STRING && !(flags & PHP_JSON_NUMERIC_CHECK)) {
        encode_text(Z_STR_P(value), flags, return_value);
    } else if (Z_TYPE_P(value) == IS_LONG) {
        char digits[STRINGMILL_NUMBER_ROOM];
        char *end = stringmill_long(digits, Z_LVAL_P(value));
        reported(flags, PHP_JSON_ERROR_NONE);
        RETURN_NEW_STR(zend_string_init(digits, end - digits, 0));
    } else {
        encode(value, flags, depth, return_value);
    }
}

/* Encodes to a stream. The caller keeps a reference to the resource. Returns false if the stream accepted less than
 * it was given. */
static bool encode_to(zend_resource *resource, zval *value, zend_long flags, zend_long depth, stringmill_sink *sink)
{
    stringmill_encoder encoder;
    stringmill_encoder_init(&encoder, (int) flags, (int) depth);
    stringmill_sink_open(&encoder, sink, resource);
    char *end = stringmill_encode(&encoder, value);
    bool whole = reported(flags, encoder.error) && end && !EG(exception);
    if (EXPECTED(whole)) {
        stringmill_flush(&encoder, end);
    }
    stringmill_drop(&encoder);
    return whole && !sink->failed;
}

ZEND_FUNCTION(Stringmill_json_encode_to_stream)
{
    zval *value;
    zval *stream;
    zend_long flags = 0;
    zend_long depth = PHP_JSON_PARSER_DEFAULT_DEPTH;

    ZEND_PARSE_PARAMETERS_START(2, 4)
        Z_PARAM_ZVAL(value)
        Z_PARAM_RESOURCE(stream)
        Z_PARAM_OPTIONAL
        Z_PARAM_LONG(flags)
        Z_PARAM_LONG(depth)
    ZEND_PARSE_PARAMETERS_END();

    zend_resource *resource = Z_RES_P(stream);
    if (!zend_fetch_resource2(resource, "stream", php_file_le_stream(), php_file_le_pstream())) {
        RETURN_THROWS();
    }
    stringmill_sink sink;
    GC_ADDREF(resource);
    bool whole = encode_to(resource, value, flags, depth, &sink);
    zend_list_delete(resource);
    if (UNEXPECTED(!whole)) {
        RETURN_FALSE;
    }
    RETURN_LONG((zend_long) sink.written);
}

/* Reads an integer argument that may be left out. Returns false for other types, which PHP converts or refuses. */
static zend_always_inline bool integer_argument(zend_execute_data *execute_data, uint32_t number, zend_long *value)
{
    if (ZEND_NUM_ARGS() < number) {
        return true;
    }
    const zval *argument = ZEND_CALL_ARG(execute_data, number);
    if (Z_TYPE_P(argument) != IS_LONG) {
        return false;
    }
    *value = Z_LVAL_P(argument);
    return true;
}

/* The string to decode; NULL if it is empty or not a string. */
static zend_always_inline const zend_string *json_argument(zend_execute_data *execute_data, uint32_t numbers_max)
{
    uint32_t count = ZEND_NUM_ARGS();
    if (UNEXPECTED(count < 1 || count > numbers_max)) {
        return NULL;
    }
    const zval *argument = ZEND_CALL_ARG(execute_data, 1);
    return EXPECTED(Z_TYPE_P(argument) == IS_STRING && Z_STRLEN_P(argument) > 0) ? Z_STR_P(argument) : NULL;
}

static zend_always_inline bool is_depth(zend_long depth)
{
    return depth > 0 && depth <= INT_MAX;
}

/* Decodes if the arguments have their declared types and the text is valid. Otherwise returns false, and has
 * changed nothing, so that PHP's own function can run. */
static zend_always_inline bool decode(zend_execute_data *execute_data, zval *return_value)
{
    const zend_string *json = json_argument(execute_data, 4);
    zend_long depth = PHP_JSON_PARSER_DEFAULT_DEPTH;
    zend_long flags = 0;
    if (UNEXPECTED(!json || !integer_argument(execute_data, 3, &depth) || !integer_argument(execute_data, 4, &flags) ||
                   !is_depth(depth) || (flags & ~(zend_long) STRINGMILL_DECODE_FLAGS))) {
        return false;
    }
    bool arrays = flags & PHP_JSON_OBJECT_AS_ARRAY;
    if (ZEND_NUM_ARGS() >= 2) {
        zend_uchar associative = Z_TYPE_P(ZEND_CALL_ARG(execute_data, 2));
        if (UNEXPECTED(associative != IS_NULL && associative != IS_FALSE && associative != IS_TRUE)) {
            return false;
        }
        arrays = associative == IS_NULL ? arrays : associative == IS_TRUE;
    }
    if (!(flags & PHP_JSON_THROW_ON_ERROR)) {
        stringmill_set_last_error(PHP_JSON_ERROR_NONE);
    }
    bool bigint = flags & PHP_JSON_BIGINT_AS_STRING;
    return stringmill_decode(json, stringmill_levels_of(depth), bigint, arrays, return_value);
}

ZEND_FUNCTION(Stringmill_json_decode)
{
    if (UNEXPECTED(!decode(execute_data, return_value))) {
        stringmill_override_original(STRINGMILL_JSON_DECODE)(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    }
}

#if PHP_VERSION_ID < 80300

/* json_validate of PHP 8.3, for texts that are not certainly valid. */
static void validate(zend_string *json, zend_long depth, zend_long flags, zval *return_value)
{
    if (flags != 0 && flags != PHP_JSON_INVALID_UTF8_IGNORE) {
        zend_argument_value_error(3, "must be a valid flag (allowed flags: JSON_INVALID_UTF8_IGNORE)");
        return;
    }
    stringmill_set_last_error(ZSTR_LEN(json) ? PHP_JSON_ERROR_NONE : PHP_JSON_ERROR_SYNTAX);
    if (!ZSTR_LEN(json)) {
        RETURN_FALSE;
    }
    if (depth <= 0) {
        zend_argument_value_error(2, "must be greater than 0");
        return;
    }
    if (depth > INT_MAX) {
        zend_argument_value_error(2, "must be less than %d", INT_MAX);
        return;
    }
    zval value;
    ZVAL_NULL(&value);
    php_json_decode_ex(&value, ZSTR_VAL(json), ZSTR_LEN(json), flags | PHP_JSON_OBJECT_AS_ARRAY, depth);
    zval_ptr_dtor(&value);
    RETURN_BOOL(JSON_G(error_code) == PHP_JSON_ERROR_NONE);
}

/* Before PHP 8.3 there is no original handler for these cases. */
static void validate_original(INTERNAL_FUNCTION_PARAMETERS)
{
    zend_string *json;
    zend_long depth = PHP_JSON_PARSER_DEFAULT_DEPTH;
    zend_long flags = 0;

    ZEND_PARSE_PARAMETERS_START(1, 3)
        Z_PARAM_STR(json)
        Z_PARAM_OPTIONAL
        Z_PARAM_LONG(depth)
        Z_PARAM_LONG(flags)
    ZEND_PARSE_PARAMETERS_END();

    validate(json, depth, flags, return_value);
}

#else

static zend_always_inline void validate_original(INTERNAL_FUNCTION_PARAMETERS)
{
    stringmill_override_original(STRINGMILL_JSON_VALIDATE)(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

#endif

ZEND_FUNCTION(Stringmill_json_validate)
{
    const zend_string *json = json_argument(execute_data, 3);
    zend_long depth = PHP_JSON_PARSER_DEFAULT_DEPTH;
    zend_long flags = 0;
    if (EXPECTED(json && integer_argument(execute_data, 2, &depth) && integer_argument(execute_data, 3, &flags) &&
                 is_depth(depth) && (flags == 0 || flags == PHP_JSON_INVALID_UTF8_IGNORE) &&
                 stringmill_is_json(json, stringmill_levels_of(depth)))) {
        stringmill_set_last_error(PHP_JSON_ERROR_NONE);
        RETURN_TRUE;
    }
    validate_original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(Stringmill_utf8_validate)
{
    zend_string *string;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(string)
    ZEND_PARSE_PARAMETERS_END();

    size_t offset = stringmill_door_validate(ZSTR_VAL(string), ZSTR_LEN(string));
    if (offset == ZSTR_LEN(string)) {
        RETURN_NULL();
    }
    RETURN_LONG((zend_long) offset);
}

/* Repairs a string whose first ill-formed byte is at `good`. */
static zend_string *repaired(const zend_string *string, size_t good, const smill_rules *rules)
{
    const char *from = ZSTR_VAL(string) + good;
    size_t rest = ZSTR_LEN(string) - good;
    size_t len = good;
    size_t cap = stringmill_capacity(ZSTR_LEN(string) + SMILL_JSON_ESCAPE_UNIT_MAX);
    zend_string *result = zend_string_alloc(cap, 0);
    memcpy(ZSTR_VAL(result), ZSTR_VAL(string), good);
    for (;;) {
        stringmill_step step = {0, 0};
        bool escaped = stringmill_door_escape(rules, from, rest, ZSTR_VAL(result) + len, cap - len, &step);
        ZEND_ASSERT(escaped && "rules for repairs never refuse");
        (void) escaped;
        len += step.written;
        from += step.read;
        rest -= step.read;
        if (!rest) {
            return stringmill_trim(result, cap, len);
        }
        cap = stringmill_capacity(len + rest + rest / 8 + SMILL_JSON_ESCAPE_UNIT_MAX);
        result = stringmill_resize(result, cap, len);
    }
}

static const stringmill_repair *repair_named(const zend_string *name)
{
    for (size_t i = 0; i < STRINGMILL_REPAIRS; i++) {
        if (zend_string_equals_cstr(name, stringmill_repairs[i].name, strlen(stringmill_repairs[i].name))) {
            return &stringmill_repairs[i];
        }
    }
    return NULL;
}

ZEND_FUNCTION(Stringmill_utf8_repair)
{
    zend_string *string;
    zend_string *policy = NULL;

    ZEND_PARSE_PARAMETERS_START(1, 2)
        Z_PARAM_STR(string)
        Z_PARAM_OPTIONAL
        Z_PARAM_STR(policy)
    ZEND_PARSE_PARAMETERS_END();

    const stringmill_repair *repair = policy ? repair_named(policy) : stringmill_repairs;
    if (!repair) {
        zend_argument_value_error(2, "must be one of \"replace\", \"replace-java\", \"replace-php\", \"ignore-php\", "
                                     "or \"visible\"");
        RETURN_THROWS();
    }
    size_t good = stringmill_door_validate(ZSTR_VAL(string), ZSTR_LEN(string));
    if (good == ZSTR_LEN(string)) {
        RETURN_STR_COPY(string);
    }
    RETURN_NEW_STR(repaired(string, good, stringmill_door_repair(repair)));
}

/* Advice on an encoding error; NULL for any other number. Errors that only PHP has are explained here. */
static const char *remedy_of(zend_long error)
{
    switch (error) {
        case PHP_JSON_ERROR_DEPTH:
            return smill_error_remedy(SMILL_ERROR_LIMIT_DEPTH);
        case PHP_JSON_ERROR_UTF8:
            return smill_error_remedy(SMILL_ERROR_UTF8_IMPOSSIBLE_BYTE);
        case PHP_JSON_ERROR_INF_OR_NAN:
            return smill_error_remedy(SMILL_ERROR_NUMBER_NOT_FINITE);
        case PHP_JSON_ERROR_RECURSION:
            return "remove the reference by which the value contains itself";
        case PHP_JSON_ERROR_UNSUPPORTED_TYPE:
            return "replace the resource with a value that JSON can represent";
        case PHP_JSON_ERROR_NON_BACKED_ENUM:
            return "give the enum a scalar type, or let it implement JsonSerializable";
        default:
            return NULL;
    }
}

ZEND_FUNCTION(Stringmill_json_error_remedy)
{
    zend_long error;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_LONG(error)
    ZEND_PARSE_PARAMETERS_END();

    const char *remedy = remedy_of(error);
    if (!remedy) {
        RETURN_NULL();
    }
    RETURN_STRING(remedy);
}

ZEND_FUNCTION(Stringmill_tier)
{
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_STRING(stringmill_door_tier());
}
