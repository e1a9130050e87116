/* Escapes texts of up to 256 bytes without a call of the library. */

#include "short.h"

/* Writes \uXXXX. Stores eight bytes at once: six stores of one byte would take most of the time of a character. */
static zend_always_inline char *spell(char *at, uint32_t unit)
{
    static const char pairs[] =
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
        "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"
        "404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f"
        "606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f"
        "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"
        "a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebf"
        "c0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedf"
        "e0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";
    char escape[8] = "\\u";
    memcpy(escape + 2, pairs + 2 * (unit >> 8), 2);
    memcpy(escape + 4, pairs + 2 * (unit & 0xFF), 2);
    memcpy(at, escape, 8);
    return at + 6;
}

/* Writes an entry of a table. Stores eight bytes. */
static zend_always_inline char *put(char *at, const char *entry)
{
    memcpy(at, entry, 8);
    return at + entry[7];
}

/* The low six bits of a continuation byte; above 0x3F for any other byte. */
static zend_always_inline uint32_t continued(unsigned char byte)
{
    return byte ^ 0x80;
}

/* The number of bytes that PHP takes for one ill-formed piece: as many as the first byte announces, but not beyond
 * a byte that can begin another character, such as the zero byte after a text. */
static size_t piece_len(const unsigned char *from)
{
    size_t announced = from[0] < 0xC2 || from[0] > 0xF4 ? 1 : from[0] < 0xE0 ? 2 : from[0] < 0xF0 ? 3 : 4;
    size_t len = 1;
    while (len < announced && from[len] >= 0x80 && (from[len] < 0xC2 || from[len] > 0xF4)) {
        len++;
    }
    return len;
}

/* Escapes the character above U+007F, or the ill-formed piece, at `*place`, and moves `*place` to its end. Returns
 * the end of the output, or NULL if the rules refuse the piece. Never reads past the zero byte, which continues no
 * sequence. */
static zend_always_inline char *escape_character(const stringmill_rules *rules, const char **place, char *at)
{
    const unsigned char *from = (const unsigned char *) *place;
    uint32_t lead = from[0];
    uint32_t second = continued(from[1]);
    if (UNEXPECTED(lead < 0xC2 || second > 0x3F)) {
        goto ill_formed;
    }
    if (lead < 0xE0) {
        *place += 2;
        if (rules->spells) {
            return spell(at, (lead & 0x1F) << 6 | second);
        }
        memcpy(at, from, 2);
        return at + 2;
    }
    uint32_t third = continued(from[2]);
    if (UNEXPECTED(third > 0x3F)) {
        goto ill_formed;
    }
    if (lead < 0xF0) {
        uint32_t code = (lead & 0xF) << 12 | second << 6 | third;
        if (UNEXPECTED(code < 0x800 || (code & 0xF800) == 0xD800)) {
            goto ill_formed;
        }
        *place += 3;
        if (rules->spells || (rules->separators && (code | 1) == 0x2029)) {
            return spell(at, code);
        }
        memcpy(at, from, 3);
        return at + 3;
    }
    uint32_t fourth = continued(from[3]);
    uint32_t pair = ((lead & 0xF) << 18 | second << 12 | third << 6 | fourth) - 0x10000;
    if (UNEXPECTED(lead > 0xF4 || fourth > 0x3F || pair > 0xFFFFF)) {
        goto ill_formed;
    }
    *place += 4;
    if (rules->spells) {
        return spell(spell(at, 0xD800 | pair >> 10), 0xDC00 | (pair & 0x3FF));
    }
    memcpy(at, from, 4);
    return at + 4;

ill_formed:
    if (rules->refuses) {
        return NULL;
    }
    *place += piece_len(from);
    return put(at, rules->repair);
}

/* For texts up to this length, escaping character by character is always the fastest. */
#define CHARACTERS_MAX 10

static zend_never_inline char *escape_characters(const stringmill_rules *rules, const char *from, const char *end, char *at)
{
    while (from < end) {
        if ((unsigned char) *from < 0x80) {
            at = put(at, rules->ascii[(unsigned char) *from]);
            from++;
            continue;
        }
        at = escape_character(rules, &from, at);
        if (UNEXPECTED(!at)) {
            return NULL;
        }
    }
    return at;
}

/* Escapes a run of characters above U+007F at `*place`, at least one. Results as of escape_character. */
static zend_always_inline char *escape_characters_above(const stringmill_rules *rules, const char **place, const char *end, char *at)
{
    do {
        at = escape_character(rules, place, at);
    } while (EXPECTED(at) && *place < end && (unsigned char) **place >= 0x80);
    return at;
}

/* Escapes the rest of a text by the library. */
static zend_never_inline char *escape_rest(const stringmill_rules *rules, const char *from, const char *end, char *at)
{
    stringmill_step step;
    size_t len = (size_t) (end - from);
    return stringmill_door_escape(rules->handle, from, len, at, STRINGMILL_INLINE_ROOM(len), &step) ? at + step.written : NULL;
}

/* The number of set bits, for processors without an instruction for it: the first x86-64. */
static zend_always_inline unsigned count(uint64_t bits)
{
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (unsigned) (bits * UINT64_C(0x0101010101010101) >> 56);
}

#define BLOCK 64

/*
 * A block at a time: copies it, and finds all bytes that need an escape. Writes each of these, and copies the rest of the
 * block again, after it. Hands over to the library at the block that has too many of them. A text of one block usually has some.
 */
static zend_never_inline char *escape_blocks(const stringmill_rules *rules, const char *from, const char *end, char *at)
{
    const bool may_be_plain = end - from > BLOCK;
    while (from < end) {
        const char *block = from;
        size_t len = MIN((size_t) (end - from), BLOCK);
        if (may_be_plain && len > 16 && stringmill_copy_plain_long(rules->plain, at, from, len)) {
            from += len;
            at += len;
            continue;
        }
        uint64_t marks = stringmill_copy_marked(rules->plain, at, from, len, end);
        if (marks && count(marks) >= rules->marks_end[!stringmill_is_ascii(from, len, end)]) {
            return escape_rest(rules, from, end, at);
        }
        while (marks) {
            const char *next = block + __builtin_ctzll(marks);
            at += next - from;
            from = next;
            if ((unsigned char) *from < 0x80) {
                at = put(at, rules->ascii[(unsigned char) *from]);
                from++;
            } else {
                at = escape_characters_above(rules, &from, end, at);
                if (UNEXPECTED(!at)) {
                    return NULL;
                }
            }
            size_t done = (size_t) (from - block);
            if (done >= len) {
                len = done;
                break;
            }
            marks &= ~UINT64_C(0) << done;
            stringmill_copy_block(at, from, len - done, end);
        }
        at += block + len - from;
        from = block + len;
    }
    return at;
}

char *stringmill_escape_inline(const stringmill_rules *rules, const zend_string *string, char *at)
{
    const char *from = ZSTR_VAL(string);
    size_t len = ZSTR_LEN(string);
    const char *end = from + len;
    /* A text that begins with a character above U+007F usually has several. */
    bool dense = (unsigned char) *from >= 0x80;
    if (len <= (dense ? rules->dense_max : CHARACTERS_MAX)) {
        return escape_characters(rules, from, end, at);
    }
    /* For ASCII the library is most often faster, and here this test costs less. */
    bool is_ascii = !dense && !rules->marks_end[0] && len <= BLOCK && stringmill_is_ascii(from, len, end);
    if ((dense && !rules->is_scalar) || is_ascii) {
        return escape_rest(rules, from, end, at);
    }
    return escape_blocks(rules, from, end, at);
}
