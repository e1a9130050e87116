/* Strings and numbers as values and keys, for all that is not inline in text.h. */

#include "text.h"
#include "short.h"
#include "sink.h"
#include "main/snprintf.h"

/* With at least this much capacity left, the kernels can use wide stores. If 256 bytes do not suffice, PHP
 * allocates a page. */
#define SLACK 192

/* The first capacity for escaping `len` bytes: twice the length if that fits into a page, which suffices for most
 * strings; otherwise the capacity that PHP would take. */
static zend_always_inline size_t first_room(size_t len)
{
    return len < STRINGMILL_PAGE / 2 - SLACK ? 2 * len + SLACK : len;
}

/* The additional capacity for the rest of a string, extrapolated from its growth so far. Less 1/16, to avoid waste,
 * but at least the capacity for one unit. */
static size_t more_room(size_t read, size_t written, size_t rest)
{
    double growth = read ? (double) written / (double) read : 1;
    return (size_t) ((double) rest * growth * 15 / 16) + SLACK;
}

static zend_always_inline const stringmill_rules *rules_of(stringmill_encoder *encoder)
{
    if (!encoder->rules) {
        encoder->rules = stringmill_door_rules(encoder->flags);
    }
    return encoder->rules;
}

/* Whether a string goes to a sink in pieces. Its output can then not be removed after an error. */
static zend_always_inline bool in_pieces(const stringmill_encoder *encoder, size_t len)
{
    return encoder->sink && len > STRINGMILL_SINK_WHOLE;
}

/* Makes room for a string and its quotes. A string that goes to a sink in one piece must not be flushed before its
 * end. */
static char *room_for(stringmill_encoder *encoder, size_t len, char *at)
{
    if (in_pieces(encoder, len)) {
        return stringmill_room(encoder, at, 1);
    }
    return stringmill_room(encoder, at, 2 + (encoder->sink ? 6 * len : first_room(len)));
}

/* Whether the rules refuse a string that goes to a sink in pieces. */
static bool refused_in_pieces(const stringmill_encoder *encoder, const char *from, size_t len)
{
    return in_pieces(encoder, len)
        && !(encoder->flags & (PHP_JSON_INVALID_UTF8_IGNORE | PHP_JSON_INVALID_UTF8_SUBSTITUTE))
        && stringmill_door_validate(from, len) < len;
}

/* As `escape`, for a string of up to STRINGMILL_INLINE_MAX bytes. Most strings with escapes are that short. */
static zend_always_inline char *escape_short(stringmill_encoder *encoder, const zend_string *string, char *at,
                                             bool *refused)
{
    at = stringmill_room(encoder, at, 2 + STRINGMILL_INLINE_ROOM(ZSTR_LEN(string)));
    char *end = stringmill_escape_inline(rules_of(encoder), string, at + 1);
    if (!end) {
        *refused = true;
        return at;
    }
    at[0] = '"';
    *end = '"';
    return end + 1;
}

/* Writes a string in quotes. If it is ill-formed and the flags refuse that, removes the output and sets `*refused`. */
static char *escape(stringmill_encoder *encoder, const zend_string *string, char *at, bool *refused)
{
    if (EXPECTED(ZSTR_LEN(string) <= STRINGMILL_INLINE_MAX)) {
        return escape_short(encoder, string, at, refused);
    }
    const smill_rules *rules = rules_of(encoder)->handle;
    const char *from = ZSTR_VAL(string);
    size_t rest = ZSTR_LEN(string);
    size_t written = 0;
    if (UNEXPECTED(refused_in_pieces(encoder, from, rest))) {
        *refused = true;
        return at;
    }
    at = room_for(encoder, rest, at);
    size_t start = at - encoder->base;
    *at++ = '"';
    for (;;) {
        stringmill_step step;
        if (!stringmill_door_escape(rules, from, rest, at, encoder->end - at, &step)) {
            *refused = true;
            return encoder->base + start;
        }
        at += step.written;
        written += step.written;
        from += step.read;
        rest -= step.read;
        if (!rest) {
            break;
        }
        size_t more = encoder->sink ? SLACK : more_room(ZSTR_LEN(string) - rest, written, rest);
        at = stringmill_grow(encoder, at, more);
    }
    at = stringmill_room(encoder, at, 1);
    *at++ = '"';
    return at;
}

/* Writes a numeric string as a number; NULL if it is not numeric. */
static char *numeric(stringmill_encoder *encoder, const zend_string *string, char *at)
{
    zend_long whole;
    double number;
    switch (is_numeric_string(ZSTR_VAL(string), ZSTR_LEN(string), &whole, &number, false)) {
        case IS_LONG:
            return stringmill_long(at, whole);
        case IS_DOUBLE:
            return zend_finite(number) ? stringmill_double(encoder, number, at) : NULL;
        default:
            return NULL;
    }
}

static char *text(stringmill_encoder *encoder, const zend_string *string, char *at)
{
    if (encoder->flags & PHP_JSON_NUMERIC_CHECK) {
        at = stringmill_room(encoder, at, STRINGMILL_NUMBER_ROOM);
        char *end = numeric(encoder, string, at);
        if (end) {
            return end;
        }
    }
    bool refused = false;
    at = escape(encoder, string, at, &refused);
    if (EXPECTED(!refused)) {
        return at;
    }
    encoder->error = PHP_JSON_ERROR_UTF8;
    if (!(encoder->flags & PHP_JSON_PARTIAL_OUTPUT_ON_ERROR)) {
        return NULL;
    }
    at = stringmill_room(encoder, at, 4);
    memcpy(at, "null", 4);
    return at + 4;
}

/* Writing to a stream can run code of the program, which can release the string. */
static zend_never_inline char *text_to_sink(stringmill_encoder *encoder, zend_string *string, char *at)
{
    zend_string_addref(string);
    at = text(encoder, string, at);
    zend_string_release(string);
    return at;
}

char *stringmill_text(stringmill_encoder *encoder, zend_string *string, char *at)
{
    return EXPECTED(!encoder->sink) ? text(encoder, string, at) : text_to_sink(encoder, string, at);
}

char *stringmill_key_text(stringmill_encoder *encoder, const zend_string *key, char *at)
{
    bool refused = false;
    at = escape(encoder, key, at, &refused);
    if (UNEXPECTED(refused)) {
        /* PHP still encodes the value, and reports an error there instead. */
        encoder->error = PHP_JSON_ERROR_UTF8;
        at = stringmill_room(encoder, at, 2);
        memcpy(at, "\"\"", 2);
        at += 2;
    }
    return stringmill_room(encoder, at, STRINGMILL_ROOM);
}

zend_never_inline char *stringmill_double_of_precision(stringmill_encoder *encoder, double number, int precision,
                                                       char *at)
{
    char digits[ZEND_DOUBLE_MAX_LENGTH];
    php_gcvt(number, precision, '.', 'e', digits);
    size_t len = strlen(digits);
    at = stringmill_room(encoder, at, len + 2);
    memcpy(at, digits, len);
    if ((encoder->flags & PHP_JSON_PRESERVE_ZERO_FRACTION) && !memchr(digits, '.', len)) {
        memcpy(at + len, ".0", 2);
        len += 2;
    }
    return at + len;
}

/* Strings up to this length are escaped in the stack frame, which has room for any output. */
#define FRAME_MAX 640

/* Escapes all of a string of up to FRAME_MAX bytes. Returns the end, or NULL for ill-formed text that the rules
 * refuse. */
static zend_always_inline char *escape_whole(const stringmill_rules *rules, const zend_string *string, char *at, size_t room)
{
    if (ZSTR_LEN(string) <= STRINGMILL_INLINE_MAX) {
        return stringmill_escape_inline(rules, string, at);
    }
    stringmill_step step;
    return stringmill_door_escape(rules->handle, ZSTR_VAL(string), ZSTR_LEN(string), at, room, &step) ? at + step.written : NULL;
}

/* Escapes a string in the stack frame, then copies it to a string of its exact length. */
static zend_never_inline zend_string *escape_in_frame(const zend_string *string, int flags)
{
    char text[6 * FRAME_MAX + 2];
    text[0] = '"';
    char *end = escape_whole(stringmill_door_rules(flags), string, text + 1, sizeof text - 2);
    if (!end) {
        return NULL;
    }
    *end = '"';
    return zend_string_init(text, end + 1 - text, 0);
}

/* Escapes a string longer than STRINGMILL_SHORT_MAX into a new string of capacity `cap`, which can grow. */
static zend_string *escape_in_place(const zend_string *string, int flags, size_t cap)
{
    const smill_rules *rules = stringmill_door_rules(flags)->handle;
    const char *from = ZSTR_VAL(string);
    size_t rest = ZSTR_LEN(string);
    zend_string *json = zend_string_alloc(cap, 0);
    size_t len = 1;
    for (;;) {
        stringmill_step step;
        /* Reserves one byte for the quote. */
        if (!stringmill_door_escape(rules, from, rest, ZSTR_VAL(json) + len, cap - len - 1, &step)) {
            zend_string_efree(json);
            return NULL;
        }
        len += step.written;
        from += step.read;
        rest -= step.read;
        if (!rest) {
            break;
        }
        cap = stringmill_capacity(len + more_room(ZSTR_LEN(string) - rest, len, rest));
        json = stringmill_resize(json, cap, len);
    }
    ZSTR_VAL(json)[0] = '"';
    ZSTR_VAL(json)[len] = '"';
    return stringmill_trim(json, cap, len + 1);
}

/* Escapes a string longer than STRINGMILL_SHORT_MAX. If its beginning needs no escapes, the rest is likely to need
 * none: it gets an allocation of its length. */
static zend_never_inline zend_string *escape_long(const zend_string *string, int flags)
{
    size_t len = ZSTR_LEN(string);
    if (stringmill_starts_plain(stringmill_plain_of(flags), ZSTR_VAL(string))) {
        return escape_in_place(string, flags, stringmill_capacity(len + 2));
    }
    return len <= FRAME_MAX ? escape_in_frame(string, flags)
        : escape_in_place(string, flags, stringmill_capacity(first_room(len) + 2));
}

zend_string *stringmill_text_alone(const zend_string *string, int flags)
{
    size_t len = ZSTR_LEN(string);
    if (len > STRINGMILL_SHORT_MAX) {
        return escape_long(string, flags);
    }
    const stringmill_plain *plain = stringmill_plain_of(flags);
    zend_string *json = zend_string_alloc(len + 2, 0);
    char *text = ZSTR_VAL(json);
#if STRINGMILL_VECTORS
    if (len < 8) {
        /* The allocation has room for whole words, but not for a word that begins at the second byte. */
        uint64_t word = stringmill_word(string, len);
        if (UNEXPECTED(stringmill_word_special(plain, word, len))) {
            zend_string_efree(json);
            return escape_in_frame(string, flags);
        }
        stringmill_store8(text, '"' | word << 8);
    } else
#endif
    if (UNEXPECTED(!stringmill_copy_plain(plain, text + 1, string, len))) {
        zend_string_efree(json);
        return escape_in_frame(string, flags);
    }
    text[0] = '"';
    text[len + 1] = '"';
    text[len + 2] = '\0';
    return json;
}
