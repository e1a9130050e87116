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

/* The rules of escaping for some flags. */
typedef struct stringmill_rules {
    smill_rules *handle;
    const stringmill_plain *plain;
    bool is_scalar;       /* whether the library has no vectors here */
    /* Limits from which on the library takes less time than the code for short texts: */
    uint8_t dense_max;    /* bytes of a text that begins with another script */
    uint8_t marks_end[2]; /* bytes to escape among 64: in ASCII, and in other text */
    bool refuses;       /* whether ill-formed text is an error */
    bool spells;        /* whether characters above U+007F become \uXXXX */
    bool separators;    /* unless `spells`: whether U+2028 and U+2029 become \uXXXX */
    char ascii[128][8]; /* for each ASCII character its escape or itself, and in the last byte the length of that */
    char repair[8];     /* the same for an ill-formed piece, unless `refuses` */
} stringmill_rules;

/* The rules for flags of json_encode. Made by the first call, and shared by all threads. */
const stringmill_rules *stringmill_door_rules(int flags);

/* The progress of one call. */
typedef struct stringmill_step {
    size_t read;    /* bytes of the source consumed */
    size_t written; /* bytes of the capacity filled */
} stringmill_step;

/* Escapes as much as fits. Returns false for ill-formed text that the rules refuse. */
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

/* The offset of the first byte that is not well-formed UTF-8; `len` if there is none. */
size_t stringmill_door_validate(const char *from, size_t len);

/* A policy of utf8_repair. The command line has the same names. */
typedef struct stringmill_repair {
    const char *name;
    uint32_t policy;
} stringmill_repair;

#define STRINGMILL_REPAIRS 5
extern const stringmill_repair stringmill_repairs[STRINGMILL_REPAIRS];

/* Rules that change only ill-formed bytes; `repair` is an element of stringmill_repairs. */
const smill_rules *stringmill_door_repair(const stringmill_repair *repair);

/* Unescapes a JSON string up to its closing quote, or as much as fits. Returns false for an ill-formed string. */
static zend_always_inline bool stringmill_door_unescape(const char *from, size_t len, char *to, size_t room, stringmill_step *step)
{
    smill_progress progress;
    smill_error error = smill_json_unescape(SMILL_SURROGATES_REJECT, from, len, to, room, 0, &progress, NULL);
    step->read = (size_t) progress.read;
    step->written = (size_t) progress.written;
    return error == SMILL_OK;
}

/* The number of bytes before the first one that is not ASCII or needs an escape. */
static zend_always_inline size_t stringmill_door_plain(const char *from, size_t len)
{
    smill_progress progress;
    smill_scan(SMILL_CLASS_STRING_ASCII, from, len, 0, &progress);
    return (size_t) progress.read;
}

/* Reads a JSON number as the nearest float; infinity if it exceeds the largest float. Returns false above 4 GiB. */
static zend_always_inline bool stringmill_door_read_double(const char *from, size_t len, double *number)
{
    return smill_json_float64(from, len, number) == SMILL_OK;
}

/* Whether bytes are one JSON text of at most `levels` levels, which must not be 0; the length of the stack is a
 * limit too. On an error, `place` is its offset. */
static zend_always_inline bool stringmill_door_check(const char *from, size_t len, uint32_t levels, uint64_t *stack, size_t stack_len,
                                                     size_t *place)
{
    const smill_json_rules rules = {.depth_max = levels};
    smill_progress progress;
    smill_error error = smill_json_check(&rules, stack, stack_len, from, len, 0, &progress);
    *place = (size_t) progress.offset;
    return error == SMILL_OK;
}

/* Whether stringmill_door_check is faster than the check in this extension: measured for vectors of 32 bytes and
 * more. NEON was not measured. */
static zend_always_inline bool stringmill_door_checks_fast(void)
{
    uint32_t tier = smill_tier_best();
    return tier == SMILL_TIER_AVX2 || tier == SMILL_TIER_AVX512;
}

/* The length of the stack for stringmill_door_check. */
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

/* Writes a finite number with the fewest digits that read back as the same (serialize_precision=-1); with
 * `fraction` always with a fraction. The capacity must be STRINGMILL_NUMBER_ROOM. Returns the end. */
static zend_always_inline char *stringmill_door_double(char *at, double number, bool fraction)
{
    size_t len = 0;
    smill_float64_write(fraction ? SMILL_FLOAT_SHAPE_PHP_FRACTION : SMILL_FLOAT_SHAPE_PHP, number, at,
                        STRINGMILL_NUMBER_ROOM, &len);
    return at + len;
}

/* Writes the canonical form of a text. If the error is ROOM_SHORT, `written` is the capacity that it needs. */
static zend_always_inline smill_error stringmill_door_canonical(const smill_canonical_limits *limits, const char *from, size_t len,
                                                                char *to, size_t cap, smill_progress *progress)
{
    return smill_json_canonical(limits, from, len, to, cap, 0, progress);
}

#endif
