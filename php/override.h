/* Replaces the handlers of PHP's json_encode, json_decode and json_validate. */

#ifndef STRINGMILL_OVERRIDE_H
#define STRINGMILL_OVERRIDE_H

#include "php_stringmill.h"

typedef enum stringmill_overridden {
    STRINGMILL_JSON_ENCODE,
    STRINGMILL_JSON_DECODE,
    STRINGMILL_JSON_VALIDATE, /* since PHP 8.3 */
    STRINGMILL_OVERRIDDEN
} stringmill_overridden;

/* Finds PHP's own handlers, and replaces those of the functions that are requested. If another extension has
 * replaced a handler, warns and leaves it, because that handler would no longer be called. Runs at module startup,
 * after ext/json. */
void stringmill_override_startup(bool encode, bool decode);

/* Restores the handlers. Runs at module shutdown. */
void stringmill_override_shutdown(void);

/* PHP's own handler, even if it is replaced; NULL if this PHP has no such function. */
zif_handler stringmill_override_original(stringmill_overridden function);

/* Prints a row of phpinfo() for each function. */
void stringmill_override_info(void);

#endif
