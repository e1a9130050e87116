/*
 * Texts of up to 256 bytes, escaped here: a call of the library costs more than its vectors gain. Text of another script is
 * handed over to the library, which spells it several characters at a time.
 */

#ifndef STRINGMILL_SHORT_H
#define STRINGMILL_SHORT_H

#include "door.h"

#define STRINGMILL_INLINE_MAX 256

/* The necessary capacity for `len` bytes: any escapes, and wide stores. */
#define STRINGMILL_INLINE_ROOM(len) (6 * (len) + 192)

/* Escapes a string of up to STRINGMILL_INLINE_MAX bytes. Returns the end, or NULL if it is ill-formed and the rules refuse
 * that. */
char *stringmill_escape_inline(const stringmill_rules *rules, const zend_string *string, char *at);

#endif
