/* Strings and numbers of a JSON text, for all that is not inline in token.h. */

#include "token.h"
#include "door.h"
#include <float.h>

/* The most bytes of a string that one call of the library writes. */
#define CHUNK 8192

/* The length of the UTF-8 sequence at `at`, whose first byte is above 7F (Unicode, table 3-7); 0 if it is ill-formed. */
static zend_always_inline size_t sequence(const unsigned char *at)
{
    unsigned char lead = at[0];
    if (lead < 0xE0) {
        return lead >= 0xC2 && (at[1] & 0xC0) == 0x80 ? 2 : 0;
    }
    if (lead < 0xF0) {
        unsigned char low = lead == 0xE0 ? 0xA0 : 0x80;
        unsigned char high = lead == 0xED ? 0x9F : 0xBF;
        return at[1] >= low && at[1] <= high && (at[2] & 0xC0) == 0x80 ? 3 : 0;
    }
    unsigned char low = lead == 0xF0 ? 0x90 : 0x80;
    unsigned char high = lead == 0xF4 ? 0x8F : 0xBF;
    return lead <= 0xF4 && at[1] >= low && at[1] <= high && (at[2] & 0xC0) == 0x80 && (at[3] & 0xC0) == 0x80 ? 4 : 0;
}

/* Skips UTF-8 sequences that begin above 7F. Returns NULL at an ill-formed sequence. */
static zend_always_inline const char *skip_sequences(const char *at, const char *end)
{
#ifndef WORDS_BIGENDIAN
    /* Most text has runs of sequences of one length: compares four bytes at once, then the bits that table 3-7
     * restricts. */
    uint32_t four;
    while (EXPECTED(end - at >= 4)) {
        memcpy(&four, at, 4);
        if (EXPECTED((four & 0xC0E0) == 0x80C0)) {
            if (UNEXPECTED(!(four & 0x1E))) {
                return NULL;
            }
            at += 2;
        } else if (EXPECTED((four & 0xC0C0F0) == 0x8080E0)) {
            uint32_t restricted = four & 0x200F;
            if (UNEXPECTED(restricted == 0 || restricted == 0x200D)) {
                return NULL;
            }
            at += 3;
        } else if (!(four & 0x80)) {
            return at;
        } else {
            break;
        }
    }
#endif
    while ((unsigned char) *at >= 0x80) {
        size_t len = sequence((const unsigned char *) at);
        if (!len) {
            return NULL;
        }
        at += len;
    }
    (void) end;
    return at;
}

/* The value of four hexadecimal digits, or -1. */
static zend_always_inline int hex(const char *at)
{
    int value = 0;
    for (int i = 0; i < 4; i++) {
        unsigned char byte = (unsigned char) at[i];
        unsigned char letter = byte | 0x20;
        if (byte >= '0' && byte <= '9') {
            value = value << 4 | (byte - '0');
        } else if (letter >= 'a' && letter <= 'f') {
            value = value << 4 | (letter - 'a' + 10);
        } else {
            return -1;
        }
    }
    return value;
}

/* The character of an escape of one letter; 0 if it is unknown. */
static zend_always_inline char letter_escape(char letter)
{
    switch (letter) {
        case '"':
        case '\\':
        case '/':
            return letter;
        case 'b':
            return '\b';
        case 'f':
            return '\f';
        case 'n':
            return '\n';
        case 'r':
            return '\r';
        case 't':
            return '\t';
        default:
            return 0;
    }
}

/* Reads an escape \uXXXX, or two that form a surrogate pair. Returns the length, or 0 for an ill-formed escape. */
static zend_always_inline size_t unicode_escape(const char *at, uint32_t *character)
{
    int unit = hex(at + 2);
    if (unit < 0) {
        return 0;
    }
    *character = (uint32_t) unit;
    if ((unit & 0xF800) != 0xD800) {
        return 6;
    }
    if (unit >= 0xDC00 || at[6] != '\\' || at[7] != 'u') {
        return 0;
    }
    int low = hex(at + 8);
    if (low < 0 || (low & 0xFC00) != 0xDC00) {
        return 0;
    }
    *character = 0x10000 + (((uint32_t) unit & 0x3FF) << 10 | ((uint32_t) low & 0x3FF));
    return 12;
}

/* The number of bytes of a character in UTF-8. */
static zend_always_inline size_t utf8_len(uint32_t character)
{
    return character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
}

static zend_always_inline char *write_utf8(uint32_t character, char *to)
{
    size_t len = utf8_len(character);
    if (len == 1) {
        *to = (char) character;
        return to + 1;
    }
    for (size_t i = len; --i;) {
        to[i] = (char) (0x80 | (character & 0x3F));
        character >>= 6;
    }
    to[0] = (char) ((0xF00 >> len & 0xFF) | character);
    return to + len;
}

static const stringmill_text_token ILL_FORMED = {NULL, 0, NULL};

/* Checks a string from its first byte on by the library, a chunk at a time. With `make`, also makes the string if
 * it fits into one chunk. A longer string is written when its length is known, and so needs no more memory. */
static zend_never_inline stringmill_text_token check_long(const char *from, const char *end, bool make)
{
    char chunk[CHUNK];
    stringmill_text_token token = {from, 0, NULL};
    do {
        stringmill_step step;
        if (!stringmill_door_unescape(token.end, (size_t) (end - token.end), chunk, CHUNK, &step)) {
            return ILL_FORMED;
        }
        bool whole = token.end == from;
        token.end += step.read;
        token.len += step.written;
        /* A call stops before a quote, or before a unit that does not fit into the chunk. */
        if (*token.end == '"') {
            token.string = make && whole ? zend_string_init(chunk, token.len, 0) : NULL;
            return token;
        }
    } while (token.end < end);
    return ILL_FORMED;
}

zend_never_inline stringmill_text_token stringmill_check_text(const char *from, const char *at, const char *end, bool make)
{
    size_t saved = 0;
    if (at - from >= STRINGMILL_TEXT_SHORT && stringmill_is_plain((unsigned char) *at)) {
        at += stringmill_door_plain(at, (size_t) (end - at));
        if (*at == '"') {
            return (stringmill_text_token) {at, (size_t) (at - from), NULL};
        }
    }
    while (at - from < STRINGMILL_TEXT_SHORT) {
        unsigned char byte = (unsigned char) *at;
        if (byte >= 0x80) {
            at = skip_sequences(at, end);
            if (UNEXPECTED(!at)) {
                return ILL_FORMED;
            }
        } else if (byte == '\\' && at[1] == 'u') {
            uint32_t character = 0;
            size_t len = unicode_escape(at, &character);
            if (!len) {
                return ILL_FORMED;
            }
            saved += len - utf8_len(character);
            at += len;
        } else if (byte == '\\') {
            if (!letter_escape(at[1])) {
                return ILL_FORMED;
            }
            saved++;
            at += 2;
        } else if (byte == '"') {
            return (stringmill_text_token) {at, (size_t) (at - from) - saved, NULL};
        } else if (byte < 0x20) {
            return ILL_FORMED;
        } else {
            at = stringmill_plain_end(at, end, false);
        }
    }
    return check_long(from, end, make);
}

void stringmill_unescape(const char *from, stringmill_text_token token, char *to)
{
    if (token.end - from >= STRINGMILL_TEXT_SHORT) {
        stringmill_step step;
        bool whole = stringmill_door_unescape(from, (size_t) (token.end - from), to, token.len, &step);
        ZEND_ASSERT(whole && step.written == token.len);
        (void) whole;
        return;
    }
    while (from < token.end) {
        if (*from != '\\') {
            *to++ = *from++;
        } else if (from[1] == 'u') {
            uint32_t character = 0;
            from += unicode_escape(from, &character);
            to = write_utf8(character, to);
        } else {
            *to++ = letter_escape(from[1]);
            from += 2;
        }
    }
}

/* ------------------------------------------------------------------------------------------------------ numbers --- */

static zend_always_inline bool is_digit(char byte)
{
    return (unsigned char) (byte - '0') < 10;
}

/* Any number of this many digits fits in 64 bits. */
#define DIGITS_MAX 19

/* The number `digits` times ten to the power of `exponent`, if one operation rounds it correctly: both operands
 * must be exact (Clinger). */
static zend_always_inline bool exact_double(uint64_t digits, int exponent, double *number)
{
#if FLT_EVAL_METHOD == 0
    static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
                                    1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (digits <= UINT64_C(1) << 53 && exponent >= -22 && exponent <= 22) {
        *number = exponent < 0 ? (double) digits / powers[-exponent] : (double) digits * powers[exponent];
        return true;
    }
#else
    (void) digits, (void) exponent, (void) number;
#endif
    return false;
}

/* Gets the value of an integer whose bytes end at `at`. */
static zend_always_inline bool integer_value(const char *from, const char *at, uint64_t digits, bool bigint, zval *value)
{
    bool negative = *from == '-';
    if (EXPECTED(at - from - negative <= DIGITS_MAX && digits <= (uint64_t) ZEND_LONG_MAX + negative)) {
        ZVAL_LONG(value, (zend_long) (negative ? 0 - digits : digits));
        return true;
    }
    if (bigint) {
        ZVAL_STRINGL(value, from, at - from);
        return true;
    }
    double number;
    if (!stringmill_door_read_double(from, (size_t) (at - from), &number)) {
        return false;
    }
    ZVAL_DOUBLE(value, number);
    return true;
}

const char *stringmill_number(const char *from, bool bigint, zval *value)
{
    const char *at = from + (*from == '-');
    const char *first = at;
    uint64_t digits = 0;
    if (*at == '0') {
        at++;
    } else if (!is_digit(*at)) {
        return NULL;
    }
    if (*first != '0') {
        do {
            digits = digits * 10 + (uint64_t) (*at++ - '0');
        } while (is_digit(*at));
    }
    if (*at != '.' && (*at | 0x20) != 'e') {
        return !value || integer_value(from, at, digits, bigint, value) ? at : NULL;
    }
    size_t count = (size_t) (at - first);
    int exponent = 0;
    if (*at == '.') {
        const char *fraction = ++at;
        while (is_digit(*at)) {
            digits = digits * 10 + (uint64_t) (*at++ - '0');
        }
        if (at == fraction) {
            return NULL;
        }
        count += (size_t) (at - fraction);
        exponent = at - fraction > DIGITS_MAX ? 0 : -(int) (at - fraction);
    }
    if ((*at | 0x20) == 'e') {
        int written = 0;
        bool negative = *++at == '-';
        at += negative || *at == '+';
        if (!is_digit(*at)) {
            return NULL;
        }
        do {
            written = written < 10000 ? written * 10 + (*at - '0') : written;
        } while (is_digit(*++at));
        exponent += negative ? -written : written;
    }
    if (!value) {
        return at;
    }
    double number;
    if (EXPECTED(count <= DIGITS_MAX && exact_double(digits, exponent, &number))) {
        ZVAL_DOUBLE(value, *from == '-' ? -number : number);
    } else if (stringmill_door_read_double(from, (size_t) (at - from), &number)) {
        ZVAL_DOUBLE(value, number);
    } else {
        return NULL;
    }
    return at;
}
