/* Definitions for the whole extension: names, version, differences between PHP versions. */

#ifndef PHP_STRINGMILL_H
#define PHP_STRINGMILL_H

#include "php.h"
#include "ext/json/php_json.h"

#define PHP_STRINGMILL_VERSION "0.1.0"

extern zend_module_entry stringmill_module_entry;
#define phpext_stringmill_ptr &stringmill_module_entry

#if defined(ZTS) && defined(COMPILE_DL_STRINGMILL)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

#if PHP_VERSION_ID < 80300

ZEND_BEGIN_MODULE_GLOBALS(stringmill)
    HashTable held; /* property tables that guards refer to, and their objects; see marks.h */
ZEND_END_MODULE_GLOBALS(stringmill)

ZEND_EXTERN_MODULE_GLOBALS(stringmill)
#define STRINGMILL_HELD (&ZEND_MODULE_GLOBALS_ACCESSOR(stringmill, held))

#endif

/* Sets the result of json_last_error(). */
static zend_always_inline void stringmill_set_last_error(php_json_error_code code)
{
#if PHP_VERSION_ID >= 80600
    /* Since 8.6 this is a struct with a position in the decoded text, which an encoder does not have. */
    JSON_G(error_details).code = code;
    JSON_G(error_details).line = 0;
    JSON_G(error_details).column = 0;
#else
    JSON_G(error_code) = code;
#endif
}

#endif
