/* What the whole extension shares: its names, its version, what a PHP version calls otherwise. */

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
    HashTable held; /* tables of properties that guards hold, and for which object; see marks.h */
ZEND_END_MODULE_GLOBALS(stringmill)

ZEND_EXTERN_MODULE_GLOBALS(stringmill)
#define STRINGMILL_HELD (&ZEND_MODULE_GLOBALS_ACCESSOR(stringmill, held))

#endif

/* What json_last_error() says. */
static zend_always_inline void stringmill_set_last_error(php_json_error_code code)
{
#if PHP_VERSION_ID >= 80600
    /* A struct since 8.6, with the place in the text that was decoded; of an encoder it says nothing. */
    JSON_G(error_details).code = code;
    JSON_G(error_details).line = 0;
    JSON_G(error_details).column = 0;
#else
    JSON_G(error_code) = code;
#endif
}

#endif
