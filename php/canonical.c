/* Canonical JSON, and the exception for a text that the library refuses. */

#include "php_stringmill.h"
#include "buffer.h"
#include "canonical.h"
#include "zend_exceptions.h"

static zend_class_entry *exception;

void stringmill_canonical_startup(zend_class_entry *entry)
{
    exception = entry;
}

/* Throws the exception for an error of the library at a byte of the text. */
static ZEND_COLD void throw_text_error(smill_error error, uint64_t offset)
{
    zend_object *thrown = zend_throw_exception_ex(exception, (zend_long) error, "%s at byte %" PRIu64,
                                                  smill_error_says(error), offset);
    zend_update_property_string(exception, thrown, ZEND_STRL("name"), smill_error_name(error));
    zend_update_property_long(exception, thrown, ZEND_STRL("offset"), (zend_long) offset);
}

ZEND_FUNCTION(Stringmill_json_canonical)
{
    zend_string *json;
    zend_long depth = STRINGMILL_CANONICAL_DEPTH;
    bool round_integers = false;

    ZEND_PARSE_PARAMETERS_START(1, 3)
        Z_PARAM_STR(json)
        Z_PARAM_OPTIONAL
        Z_PARAM_LONG(depth)
        Z_PARAM_BOOL(round_integers)
    ZEND_PARSE_PARAMETERS_END();

    if (depth <= 0 || depth > INT_MAX) {
        zend_argument_value_error(2, "must be between 1 and %d", INT_MAX);
        RETURN_THROWS();
    }
    /* The library does not allocate by PHP, so this call passes memory_limit on. */
    uint64_t memory_max = PG(memory_limit) > 0 ? (uint64_t) PG(memory_limit) : 0;
    const smill_canonical_limits limits = {(uint64_t) depth, memory_max, round_integers};
    size_t cap = stringmill_capacity(ZSTR_LEN(json));
    zend_string *result = zend_string_alloc(cap, 0);
    for (;;) {
        smill_progress progress;
        smill_error error = stringmill_door_canonical(&limits, ZSTR_VAL(json), ZSTR_LEN(json), ZSTR_VAL(result), cap,
                                                      &progress);
        if (EXPECTED(error == SMILL_OK)) {
            RETURN_NEW_STR(stringmill_trim(result, cap, (size_t) progress.written));
        }
        if (UNEXPECTED(error != SMILL_ERROR_ROOM_SHORT)) {
            zend_string_efree(result);
            throw_text_error(error, progress.offset);
            RETURN_THROWS();
        }
        /* The output can be longer than the text: large numbers lose their exponents. */
        cap = stringmill_capacity((size_t) progress.written);
        result = stringmill_resize(result, cap, 0);
    }
}
