/* Canonical JSON. */

#ifndef STRINGMILL_CANONICAL_H
#define STRINGMILL_CANONICAL_H

#include "php.h"

/* The default for how many levels of arrays and objects a text may have. */
#define STRINGMILL_CANONICAL_DEPTH 1024

/* Sets the class of the exception. Runs at module startup. */
void stringmill_canonical_startup(zend_class_entry *entry);

#endif
