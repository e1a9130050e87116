/*
 * The glue: every call through the C interface of stringmill. It translates flags of json_encode into rules, keeps each
 * set of rules after its first use, calls, and maps the outcome.
 */

#ifndef STRINGMILL_DOOR_H
#define STRINGMILL_DOOR_H

#include "php.h"
#include <stringmill.h>

/* Sees what the environment asks for, and warns where this machine cannot give it. At module startup. */
void stringmill_door_startup(void);

/* Frees all rules. At module shutdown. */
void stringmill_door_shutdown(void);

/* The name of the tier that calls run on, such as "avx2". It lives for ever. */
const char *stringmill_door_tier(void);

/* The rules that flags of json_encode ask for. They are made at the first call and kept; any thread may use them. */
const smill_rules *stringmill_door_rules(int flags);

/* What became of a text. */
typedef struct stringmill_step {
    size_t read;    /* bytes of the source that are done */
    size_t written; /* bytes of room that are filled */
} stringmill_step;

/* Escapes as much as there is room for. False where the text is ill-formed and the rules refuse that. */
static zend_always_inline bool stringmill_door_escape(const smill_rules *rules, const char *from, size_t len, char *to,
                                                      size_t room, stringmill_step *step)
{
    smill_progress progress;
    smill_error error = smill_json_escape(rules, from, len, to, room, 0, &progress, NULL);
    step->read = (size_t) progress.read;
    step->written = (size_t) progress.written;
    if (EXPECTED(error == SMILL_OK)) {
        return true;
    }
    /* The hundreds are what is wrong with the text; all else would be a fault of this extension. */
    ZEND_ASSERT(error < 200);
    return false;
}

/* The offset of the first byte that is not well-formed UTF-8, or `len`. */
size_t stringmill_door_validate(const char *from, size_t len);

/* How ill-formed UTF-8 is repaired; the names are those of the command line. */
typedef struct stringmill_repair {
    const char *name;
    uint32_t policy;
} stringmill_repair;

#define STRINGMILL_REPAIRS 5
extern const stringmill_repair stringmill_repairs[STRINGMILL_REPAIRS];

/* The rules that leave all as it is but ill-formed bytes; `repair` is one of stringmill_repairs. */
const smill_rules *stringmill_door_repair(const stringmill_repair *repair);

/* Room for any number. */
#define STRINGMILL_NUMBER_ROOM SMILL_NUMBER_ROOM

/* Writes an integer; there is STRINGMILL_NUMBER_ROOM. Returns where it ends. */
static zend_always_inline char *stringmill_door_long(char *at, zend_long number)
{
    size_t len = 0;
    smill_int64_write(number, at, STRINGMILL_NUMBER_ROOM, &len);
    return at + len;
}

/* Writes a finite number with the fewest digits that read back as the same, as serialize_precision=-1 asks for; with
 * `fraction` never without one. Room and result as above. */
static zend_always_inline char *stringmill_door_double(char *at, double number, bool fraction)
{
    size_t len = 0;
    smill_float64_write(fraction ? SMILL_FLOAT_SHAPE_PHP_FRACTION : SMILL_FLOAT_SHAPE_PHP, number, at,
                        STRINGMILL_NUMBER_ROOM, &len);
    return at + len;
}

#endif
