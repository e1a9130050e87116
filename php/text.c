#include "text.h"
#include "sink.h"
#include "main/snprintf.h"

/* How much is asked for first where `len` bytes are escaped: what PHP's own asks for, and where that is less than the
 * page it would take, some more for escapes. */
static zend_always_inline size_t first_room(size_t len)
{
    return len < 4096 - 1024 ? len + len / 8 + 64 : len;
}

/* How much is asked for where the rest of a string has no room: no less than one unit needs. */
static zend_always_inline size_t more_room(size_t rest)
{
    return rest + rest / 8 + SMILL_JSON_ESCAPE_UNIT_MAX;
}

static zend_always_inline const smill_rules *rules_of(stringmill_encoder *encoder)
{
    if (!encoder->rules) {
        encoder->rules = stringmill_door_rules(encoder->flags);
    }
    return encoder->rules;
}

/* Whether a string goes to a sink in pieces, so that nothing of it can be taken back. */
static zend_always_inline bool in_pieces(const stringmill_encoder *encoder, size_t len)
{
    return encoder->sink && len > STRINGMILL_SINK_WHOLE;
}

/* Room for a string and its quotes. What goes to a sink in one piece must not be written out before it is whole. */
static char *room_for(stringmill_encoder *encoder, size_t len, char *at)
{
    if (in_pieces(encoder, len)) {
        return stringmill_room(encoder, at, 1);
    }
    return stringmill_room(encoder, at, 2 + (encoder->sink ? 6 * len : first_room(len)));
}

/* Whether a string that goes to a sink in pieces will be refused. */
static bool refused_in_pieces(const stringmill_encoder *encoder, const char *from, size_t len)
{
    return in_pieces(encoder, len)
        && !(encoder->flags & (PHP_JSON_INVALID_UTF8_IGNORE | PHP_JSON_INVALID_UTF8_SUBSTITUTE))
        && stringmill_door_validate(from, len) < len;
}

/* A string between quotes. Where it is ill-formed and the flags refuse that, nothing of it stays, and `*refused` is
 * set. */
static char *escape(stringmill_encoder *encoder, const zend_string *string, char *at, bool *refused)
{
    const smill_rules *rules = rules_of(encoder);
    const char *from = ZSTR_VAL(string);
    size_t rest = ZSTR_LEN(string);
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
        from += step.read;
        rest -= step.read;
        if (!rest) {
            break;
        }
        at = stringmill_grow(encoder, at, encoder->sink ? SMILL_JSON_ESCAPE_UNIT_MAX : more_room(rest));
    }
    at = stringmill_room(encoder, at, 1);
    *at++ = '"';
    return at;
}

/* The number that a string is to the engine, or NULL. */
static char *numeric(stringmill_encoder *encoder, const zend_string *string, char *at)
{
    zend_long whole;
    double number;
    switch (is_numeric_string(ZSTR_VAL(string), ZSTR_LEN(string), &whole, &number, false)) {
        case IS_LONG:
            return stringmill_door_long(at, whole);
        case IS_DOUBLE:
            return zend_finite(number) ? stringmill_double(encoder, number, at) : NULL;
        default:
            return NULL;
    }
}

char *stringmill_text(stringmill_encoder *encoder, const zend_string *string, char *at)
{
    if (encoder->flags & PHP_JSON_NUMERIC_CHECK) {
        at = stringmill_room(encoder, at, STRINGMILL_NUMBER_MAX);
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

char *stringmill_key_text(stringmill_encoder *encoder, const zend_string *key, char *at)
{
    bool refused = false;
    at = escape(encoder, key, at, &refused);
    if (UNEXPECTED(refused)) {
        /* PHP goes on to the value even where all is lost: what is wrong there is then the error that is told. */
        encoder->error = PHP_JSON_ERROR_UTF8;
        at = stringmill_room(encoder, at, 2);
        memcpy(at, "\"\"", 2);
        at += 2;
    }
    return stringmill_room(encoder, at, STRINGMILL_ROOM);
}

char *stringmill_double(stringmill_encoder *encoder, double number, char *at)
{
    int precision = (int) PG(serialize_precision);
    char *end;
    if (EXPECTED(precision == -1)) {
        end = stringmill_door_double(at, number);
    } else {
        char digits[ZEND_DOUBLE_MAX_LENGTH];
        php_gcvt(number, precision, '.', 'e', digits);
        size_t len = strlen(digits);
        at = stringmill_room(encoder, at, len + 2);
        memcpy(at, digits, len);
        end = at + len;
    }
    if ((encoder->flags & PHP_JSON_PRESERVE_ZERO_FRACTION) && !memchr(at, '.', end - at)) {
        memcpy(end, ".0", 2);
        end += 2;
    }
    return end;
}

/* A short string that has something to escape: into the frame, then into a string of its length. */
static zend_string *escape_short(const zend_string *string, int flags)
{
    char text[6 * STRINGMILL_SHORT_MAX + 2];
    stringmill_step step;
    text[0] = '"';
    if (!stringmill_door_escape(stringmill_door_rules(flags), ZSTR_VAL(string), ZSTR_LEN(string), text + 1,
                                sizeof text - 2, &step)) {
        return NULL;
    }
    text[step.written + 1] = '"';
    return zend_string_init(text, step.written + 2, 0);
}

/* A string longer than STRINGMILL_SHORT_MAX. */
static zend_string *escape_long(const zend_string *string, int flags)
{
    const smill_rules *rules = stringmill_door_rules(flags);
    const char *from = ZSTR_VAL(string);
    size_t rest = ZSTR_LEN(string);
    size_t cap = stringmill_capacity(rest + 2);
    zend_string *json = zend_string_alloc(cap, 0);
    size_t len = 1;
    for (;;) {
        stringmill_step step;
        /* One byte stays for the quote. */
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
        cap = stringmill_capacity(len + more_room(rest) + 1);
        json = erealloc2(json, ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(cap)), _ZSTR_HEADER_SIZE + len);
    }
    ZSTR_VAL(json)[0] = '"';
    ZSTR_VAL(json)[len] = '"';
    return stringmill_trim(json, cap, len + 1);
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
        /* A string has room for whole words, but not for one that begins at its second byte. */
        uint64_t word = stringmill_word(string, len);
        if (UNEXPECTED(stringmill_word_special(plain, word, len))) {
            zend_string_efree(json);
            return escape_short(string, flags);
        }
        stringmill_store8(text, '"' | word << 8);
    } else
#endif
    if (UNEXPECTED(!stringmill_copy_plain(plain, text + 1, string, len))) {
        zend_string_efree(json);
        return escape_short(string, flags);
    }
    text[0] = '"';
    text[len + 1] = '"';
    text[len + 2] = '\0';
    return json;
}
