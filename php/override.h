/* Puts this extension's json_encode in the place of PHP's. */

#ifndef STRINGMILL_OVERRIDE_H
#define STRINGMILL_OVERRIDE_H

#include "php_stringmill.h"

/* Swaps the handler of json_encode. Warns and leaves it if another extension has replaced it: that one would no longer be
 * called. At module startup, after ext/json. */
void stringmill_override_startup(void);

/* Puts back what was there. At module shutdown. */
void stringmill_override_shutdown(void);

/* Whether json_encode is ours, in words for phpinfo(). */
const char *stringmill_override_state(void);

#endif
