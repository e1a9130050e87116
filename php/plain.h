/*
 * Short strings of which every byte stands for itself: looked at and copied in one go, without a call.
 */

#ifndef STRINGMILL_PLAIN_H
#define STRINGMILL_PLAIN_H

#include "php_stringmill.h"
#include "vector.h"

/* The longest string that is tried here. */
#define STRINGMILL_SHORT_MAX 64

/* The bytes that stand for themselves under some flags: all of ASCII from 0x20 on but the quote, the backslash and what
 * is named here. A byte that the flags leave alone has the quote in its place. */
typedef struct stringmill_plain {
#if STRINGMILL_VECTORS
    stringmill_bytes slash; /* each of the sixteen bytes of these is the same */
    stringmill_bytes less;
    stringmill_bytes greater;
    stringmill_bytes ampersand;
    stringmill_bytes apostrophe;
#else
    uint8_t escaped[256];
#endif
    bool hex; /* whether any but the slash is named */
} stringmill_plain;

/* The flags that matter here, as a number of five bits. */
#define STRINGMILL_PLAIN_SETS 32

extern stringmill_plain stringmill_plain_sets[STRINGMILL_PLAIN_SETS];

/* Fills the sets; once, before the first call. */
void stringmill_plain_startup(void);

static zend_always_inline const stringmill_plain *stringmill_plain_of(int flags)
{
    const int hex = PHP_JSON_HEX_TAG | PHP_JSON_HEX_AMP | PHP_JSON_HEX_APOS | PHP_JSON_HEX_QUOT;
    return &stringmill_plain_sets[(flags & hex) | (flags & PHP_JSON_UNESCAPED_SLASHES ? hex + 1 : 0)];
}

#if STRINGMILL_VECTORS

/* Which bytes do not stand for themselves: all their bits are set, those of the others are not. */
static zend_always_inline stringmill_bytes stringmill_special(const stringmill_plain *plain, stringmill_bytes bytes)
{
    stringmill_bytes special = stringmill_control_or_high(bytes);
    special = stringmill_or(special, stringmill_equal(bytes, stringmill_splat('"')));
    special = stringmill_or(special, stringmill_equal(bytes, stringmill_splat('\\')));
    special = stringmill_or(special, stringmill_equal(bytes, plain->slash));
    if (plain->hex) {
        special = stringmill_or(special, stringmill_equal(bytes, plain->less));
        special = stringmill_or(special, stringmill_equal(bytes, plain->greater));
        special = stringmill_or(special, stringmill_equal(bytes, plain->ampersand));
        special = stringmill_or(special, stringmill_equal(bytes, plain->apostrophe));
    }
    return special;
}

static zend_always_inline uint64_t stringmill_load8(const char *from)
{
    uint64_t word;
    memcpy(&word, from, sizeof word);
    return word;
}

static zend_always_inline void stringmill_store8(char *to, uint64_t word)
{
    memcpy(to, &word, sizeof word);
}

/* The bytes of a string of less than 8, the first in the lowest bits, zeros above. Loads the eight bytes that end where
 * the string does: the header of a zend_string is longer than that. */
static zend_always_inline uint64_t stringmill_word(const zend_string *string, size_t len)
{
    uint64_t word = stringmill_load8((const char *) string + _ZSTR_HEADER_SIZE + len - 8);
    return word >> (8 * (7 - len)) >> 8;
}

/* Whether any of the first `len` bytes of a word, less than 8, does not stand for itself. */
static zend_always_inline bool stringmill_word_special(const stringmill_plain *plain, uint64_t word, size_t len)
{
    uint64_t special = stringmill_low(stringmill_special(plain, stringmill_pair(word, 0)));
    return (special & ((UINT64_C(1) << (8 * len)) - 1)) != 0;
}

/* Copies a string of 17 to STRINGMILL_SHORT_MAX bytes if they all stand for themselves, and says whether. */
bool stringmill_copy_plain_long(const stringmill_plain *plain, char *to, const char *from, size_t len);

/* Whether all of the first 32 bytes stand for themselves; there are as many. */
static zend_always_inline bool stringmill_starts_plain(const stringmill_plain *plain, const char *from)
{
    stringmill_bytes first = stringmill_special(plain, stringmill_load(from));
    return !stringmill_any(stringmill_or(first, stringmill_special(plain, stringmill_load(from + 16))));
}

/* Copies a string of up to STRINGMILL_SHORT_MAX bytes if they all stand for themselves, and says whether. Writes
 * nothing past `len` bytes, and past 8 where it is shorter than these. */
static zend_always_inline bool stringmill_copy_plain(const stringmill_plain *plain, char *to, const zend_string *string,
                                                     size_t len)
{
    if (len < 8) {
        uint64_t word = stringmill_word(string, len);
        stringmill_store8(to, word);
        return !stringmill_word_special(plain, word, len);
    }
    if (len <= 16) {
        uint64_t low = stringmill_load8(ZSTR_VAL(string));
        uint64_t high = stringmill_load8(ZSTR_VAL(string) + len - 8);
        stringmill_store8(to, low);
        stringmill_store8(to + len - 8, high);
        return !stringmill_any(stringmill_special(plain, stringmill_pair(low, high)));
    }
    return stringmill_copy_plain_long(plain, to, ZSTR_VAL(string), len);
}

#else

static zend_always_inline bool stringmill_starts_plain(const stringmill_plain *plain, const char *from)
{
    uint8_t escaped = 0;
    for (size_t i = 0; i < 32; i++) {
        escaped |= plain->escaped[(unsigned char) from[i]];
    }
    return !escaped;
}

static zend_always_inline bool stringmill_copy_plain(const stringmill_plain *plain, char *to, const zend_string *string,
                                                     size_t len)
{
    const unsigned char *from = (const unsigned char *) ZSTR_VAL(string);
    uint8_t escaped = 0;
    for (size_t i = 0; i < len; i++) {
        escaped |= plain->escaped[from[i]];
        to[i] = (char) from[i];
    }
    return !escaped;
}

#endif

#endif
