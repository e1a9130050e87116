/* Replaces PHP's json_encode by this extension's. */

#ifndef STRINGMILL_OVERRIDE_H
#define STRINGMILL_OVERRIDE_H

#include "php_stringmill.h"

/* Replaces the handler of json_encode. If another extension has replaced it, warns and changes nothing, because the
 * other handler would no longer be called. Runs at module startup, after ext/json. */
void stringmill_override_startup(void);

/* Restores the handler. Runs at module shutdown. */
void stringmill_override_shutdown(void);

/* The row of phpinfo() about json_encode. */
const char *stringmill_override_state(void);

#endif
