/*
 * Short strings without escapes: checked and copied in one step, without a call.
 */

#ifndef STRINGMILL_PLAIN_H
#define STRINGMILL_PLAIN_H

#include "php_stringmill.h"
#include "vector.h"

/* The longest string that these functions handle. */
#define STRINGMILL_SHORT_MAX 64

/* For some flags, the bytes that need an escape besides the quote, the backslash and control characters. The field
 * of a byte that the flags do not escape contains the quote. */
typedef struct stringmill_plain {
#if STRINGMILL_VECTORS
    stringmill_bytes slash; /* sixteen times the same byte, as all these fields */
    stringmill_bytes less;
    stringmill_bytes greater;
    stringmill_bytes ampersand;
    stringmill_bytes apostrophe;
#else
    uint8_t escaped[256];
#endif
    bool hex; /* whether any field except `slash` is in use */
} stringmill_plain;

/* The number of sets: five flags change them. */
#define STRINGMILL_PLAIN_SETS 32

extern stringmill_plain stringmill_plain_sets[STRINGMILL_PLAIN_SETS];

/* Fills the sets. Runs once, at startup. */
void stringmill_plain_startup(void);

static zend_always_inline const stringmill_plain *stringmill_plain_of(int flags)
{
    const int hex = PHP_JSON_HEX_TAG | PHP_JSON_HEX_AMP | PHP_JSON_HEX_APOS | PHP_JSON_HEX_QUOT;
    return &stringmill_plain_sets[(flags & hex) | (flags & PHP_JSON_UNESCAPED_SLASHES ? hex + 1 : 0)];
}

#if STRINGMILL_VECTORS

/* Sets all bits of each byte that needs an escape, and clears all other bytes. */
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

/* The bytes of a string shorter than 8, as a word with the first byte in the lowest bits, and zeros above. Loads
 * the eight bytes before the end of the string; the zend_string header before the text makes this safe. */
static zend_always_inline uint64_t stringmill_word(const zend_string *string, size_t len)
{
    uint64_t word = stringmill_load8((const char *) string + _ZSTR_HEADER_SIZE + len - 8);
    return word >> (8 * (7 - len)) >> 8;
}

/* Whether any of the first `len` bytes of a word, at most 7, needs an escape. */
static zend_always_inline bool stringmill_word_special(const stringmill_plain *plain, uint64_t word, size_t len)
{
    uint64_t special = stringmill_low(stringmill_special(plain, stringmill_pair(word, 0)));
    return (special & ((UINT64_C(1) << (8 * len)) - 1)) != 0;
}

/* Copies a string of 17 to STRINGMILL_SHORT_MAX bytes. Returns false if a byte needs an escape. */
bool stringmill_copy_plain_long(const stringmill_plain *plain, char *to, const char *from, size_t len);

/* Whether none of the first 32 bytes needs an escape. The text must be at least that long. */
static zend_always_inline bool stringmill_starts_plain(const stringmill_plain *plain, const char *from)
{
    stringmill_bytes first = stringmill_special(plain, stringmill_load(from));
    return !stringmill_any(stringmill_or(first, stringmill_special(plain, stringmill_load(from + 16))));
}

/* The next 16 bytes; zeros after the end. `from` must be before `end`. May load up to 16 bytes before the text,
 * where a zend_string has its header. */
static zend_always_inline stringmill_bytes stringmill_load_until(const char *from, const char *end)
{
    size_t len = (size_t) (end - from);
    if (EXPECTED(len >= 16)) {
        return stringmill_load(from);
    }
    unsigned __int128 last = (unsigned __int128) stringmill_load8(end - 8) << 64 | stringmill_load8(end - 16);
    last >>= 8 * (16 - len);
    return stringmill_pair((uint64_t) last, (uint64_t) (last >> 64));
}

/* Whether the next `len` bytes, 1 to 64, of a zend_string that ends at `end` are ASCII. */
static zend_always_inline bool stringmill_is_ascii(const char *from, size_t len, const char *end)
{
    stringmill_bytes all = stringmill_load_until(from, end);
    if (len > 16) {
        all = stringmill_or(all, stringmill_load(from + len - 16));
    }
    if (len > 32) {
        all = stringmill_or(all, stringmill_or(stringmill_load(from + 16), stringmill_load(from + len - 32)));
    }
    return !stringmill_any(all);
}

/* Copies the next `len` bytes, 1 to 64, of a zend_string that ends at `end`. Returns a bit for each byte that needs
 * an escape. May overwrite 16 bytes after the copy. */
static zend_always_inline uint64_t stringmill_copy_marked(const stringmill_plain *plain, char *to, const char *from, size_t len,
                                                          const char *end)
{
    if (len < 16) {
        stringmill_bytes bytes = stringmill_load_until(from, end);
        stringmill_store(to, bytes);
        return stringmill_mask(stringmill_special(plain, bytes)) & ((1u << len) - 1);
    }
    uint64_t marks = 0;
    size_t at = 0;
    for (; at + 16 <= len; at += 16) {
        stringmill_bytes bytes = stringmill_load(from + at);
        stringmill_store(to + at, bytes);
        marks |= (uint64_t) stringmill_mask(stringmill_special(plain, bytes)) << at;
    }
    if (at < len) {
        stringmill_bytes bytes = stringmill_load(from + len - 16);
        stringmill_store(to + len - 16, bytes);
        marks |= (uint64_t) stringmill_mask(stringmill_special(plain, bytes)) << (len - 16);
    }
    return marks;
}

/* Copies the next `len` bytes, 1 to 64, of a zend_string that ends at `end`. May overwrite 16 bytes after the copy.
 * From 16 bytes on, always four stores: the processor could not predict the end of a loop. */
static zend_always_inline void stringmill_copy_block(char *to, const char *from, size_t len, const char *end)
{
    if (len < 16) {
        stringmill_store(to, stringmill_load_until(from, end));
        return;
    }
    size_t last = len - 16;
    size_t second = MIN(last, 16);
    size_t third = MIN(last, 32);
    stringmill_store(to, stringmill_load(from));
    stringmill_store(to + second, stringmill_load(from + second));
    stringmill_store(to + third, stringmill_load(from + third));
    stringmill_store(to + last, stringmill_load(from + last));
}

/* Copies a string of up to STRINGMILL_SHORT_MAX bytes. Returns false if a byte needs an escape. Stores at least 8
 * bytes. */
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

static zend_always_inline bool stringmill_is_ascii(const char *from, size_t len, const char *end)
{
    (void) end;
    unsigned char all = 0;
    for (size_t i = 0; i < len; i++) {
        all |= (unsigned char) from[i];
    }
    return all < 0x80;
}

static zend_always_inline uint64_t stringmill_copy_marked(const stringmill_plain *plain, char *to, const char *from, size_t len,
                                                          const char *end)
{
    (void) end;
    uint64_t marks = 0;
    for (size_t i = 0; i < len; i++) {
        marks |= (uint64_t) plain->escaped[(unsigned char) from[i]] << i;
        to[i] = from[i];
    }
    return marks;
}

static zend_always_inline void stringmill_copy_block(char *to, const char *from, size_t len, const char *end)
{
    (void) end;
    memcpy(to, from, len);
}

static zend_always_inline bool stringmill_starts_plain(const stringmill_plain *plain, const char *from)
{
    uint8_t escaped = 0;
    for (size_t i = 0; i < 32; i++) {
        escaped |= plain->escaped[(unsigned char) from[i]];
    }
    return !escaped;
}

static zend_always_inline bool stringmill_copy_plain_long(const stringmill_plain *plain, char *to, const char *from, size_t len)
{
    uint8_t escaped = 0;
    for (size_t i = 0; i < len; i++) {
        escaped |= plain->escaped[(unsigned char) from[i]];
        to[i] = from[i];
    }
    return !escaped;
}

static zend_always_inline bool stringmill_copy_plain(const stringmill_plain *plain, char *to, const zend_string *string,
                                                     size_t len)
{
    return stringmill_copy_plain_long(plain, to, ZSTR_VAL(string), len);
}

#endif

#endif
