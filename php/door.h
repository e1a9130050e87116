/*
 * All calls of the C library that read or write text. Translates flags of json_encode to rules, caches the rules, calls, and
 * maps the result.
 */

#ifndef STRINGMILL_DOOR_H
#define STRINGMILL_DOOR_H

#include "plain.h"
#include <stringmill_json.h>

/* Warns if STRINGMILL_TIER names a tier that this machine lacks. Runs at module startup. */
void stringmill_door_startup(void);

/* Frees all rules. Runs at module shutdown. */
void stringmill_door_shutdown(void);

/* The name of the tier in use, such as "avx2". Static; never freed. */
const char *stringmill_door_tier(void);

/* What some flags escape. */
typedef struct stringmill_rules {
    smill_rules *handle;
    const stringmill_plain *plain;
    bool is_scalar;       /* whether the library has no vectors here */
    /* Where the library takes less time than the code for short texts: */
    uint8_t dense_max;    /* text that begins with another script and is longer */
    uint8_t marks_end[2]; /* 64 bytes with that many to escape: if they are ASCII, and if not */
    bool refuses;       /* whether ill-formed text is an error */
    bool spells;        /* whether characters above U+007F become \uXXXX */
    bool separators;    /* if not, whether U+2028 and U+2029 do */
    char ascii[128][8]; /* the escape of each character of ASCII, or itself; in the last place its length */
    char repair[8];     /* the same for an ill-formed piece, unless that is refused */
} stringmill_rules;

/* The rules for flags of json_encode. Made at the first call and cached; threads share them. */
const stringmill_rules *stringmill_door_rules(int flags);

/* The progress of one call. */
typedef struct stringmill_step {
    size_t read;    /* bytes of the source consumed */
    size_t written; /* bytes of the capacity filled */
} stringmill_step;

/* Escapes as much as fits. Returns false if the text is ill-formed and the rules refuse that. */
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
    /* Codes below 200 are ill-formed text. Any other would be a bug of this extension. */
    ZEND_ASSERT(error < 200);
    return false;
}

/* The offset of the first byte that is not well-formed UTF-8, or `len`. */
size_t stringmill_door_validate(const char *from, size_t len);

/* A policy of utf8_repair; the names are those of the command line. */
typedef struct stringmill_repair {
    const char *name;
    uint32_t policy;
} stringmill_repair;

#define STRINGMILL_REPAIRS 5
extern const stringmill_repair stringmill_repairs[STRINGMILL_REPAIRS];

/* Rules that change only ill-formed bytes; `repair` is an element of stringmill_repairs. */
const smill_rules *stringmill_door_repair(const stringmill_repair *repair);

/* Unescapes a JSON string up to its closing quote, or as much as fits. Returns false if it is ill-formed. */
static zend_always_inline bool stringmill_door_unescape(const char *from, size_t len, char *to, size_t room, stringmill_step *step)
{
    smill_progress progress;
    smill_error error = smill_json_unescape(SMILL_SURROGATES_REJECT, from, len, to, room, 0, &progress, NULL);
    step->read = (size_t) progress.read;
    step->written = (size_t) progress.written;
    return error == SMILL_OK;
}

/* How many bytes are ASCII that a JSON string has without escapes. */
static zend_always_inline size_t stringmill_door_plain(const char *from, size_t len)
{
    smill_progress progress;
    smill_scan(SMILL_CLASS_STRING_ASCII, from, len, 0, &progress);
    return (size_t) progress.read;
}

/* The nearest float of a JSON number; an infinity beyond the largest. Returns false above 4 GiB. */
static zend_always_inline bool stringmill_door_read_double(const char *from, size_t len, double *number)
{
    return smill_json_float64(from, len, number) == SMILL_OK;
}

/* Whether bytes are one JSON text of at most `levels` levels, above 0. The length of the stack limits them too. If not, `place`
 * is that of the first error. */
static zend_always_inline bool stringmill_door_check(const char *from, size_t len, uint32_t levels, uint64_t *stack, size_t stack_len,
                                                     size_t *place)
{
    const smill_json_rules rules = {.depth_max = levels};
    smill_progress progress;
    smill_error error = smill_json_check(&rules, stack, stack_len, from, len, 0, &progress);
    *place = (size_t) progress.offset;
    return error == SMILL_OK;
}

/* Whether the check above is faster than a plain one: as measured, with vectors of 32 bytes and more. NEON was not measured. */
static zend_always_inline bool stringmill_door_checks_fast(void)
{
    uint32_t tier = smill_tier_best();
    return tier == SMILL_TIER_AVX2 || tier == SMILL_TIER_AVX512;
}

/* The length of that stack. */
#define STRINGMILL_STACK_LEN(levels) SMILL_JSON_STACK_LEN(levels)

/* A capacity for any number. */
#define STRINGMILL_NUMBER_ROOM SMILL_NUMBER_ROOM

/* Writes an integer; the capacity must be STRINGMILL_NUMBER_ROOM. Returns its end. */
static zend_always_inline char *stringmill_door_long(char *at, zend_long number)
{
    size_t len = 0;
    smill_int64_write(number, at, STRINGMILL_NUMBER_ROOM, &len);
    return at + len;
}

/* Writes a finite number with the fewest digits that read back as the same (serialize_precision=-1); with `fraction`
 * always with a fraction. Capacity and result as above. */
static zend_always_inline char *stringmill_door_double(char *at, double number, bool fraction)
{
    size_t len = 0;
    smill_float64_write(fraction ? SMILL_FLOAT_SHAPE_PHP_FRACTION : SMILL_FLOAT_SHAPE_PHP, number, at,
                        STRINGMILL_NUMBER_ROOM, &len);
    return at + len;
}

/* Writes the canonical form of a text. With ROOM_SHORT, `written` is the capacity that is necessary. */
static zend_always_inline smill_error stringmill_door_canonical(const smill_canonical_limits *limits, const char *from, size_t len,
                                                                char *to, size_t cap, smill_progress *progress)
{
    return smill_json_canonical(limits, from, len, to, cap, 0, progress);
}

#endif
