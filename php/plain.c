/* The bytes that each set of flags does not escape, and copies of strings of more than 16 bytes. */

#include "plain.h"

stringmill_plain stringmill_plain_sets[STRINGMILL_PLAIN_SETS];

#if STRINGMILL_VECTORS

static void fill(stringmill_plain *plain, int flags)
{
    plain->slash = stringmill_splat(flags & PHP_JSON_UNESCAPED_SLASHES ? '"' : '/');
    plain->less = stringmill_splat(flags & PHP_JSON_HEX_TAG ? '<' : '"');
    plain->greater = stringmill_splat(flags & PHP_JSON_HEX_TAG ? '>' : '"');
    plain->ampersand = stringmill_splat(flags & PHP_JSON_HEX_AMP ? '&' : '"');
    plain->apostrophe = stringmill_splat(flags & PHP_JSON_HEX_APOS ? '\'' : '"');
    plain->hex = (flags & (PHP_JSON_HEX_TAG | PHP_JSON_HEX_AMP | PHP_JSON_HEX_APOS)) != 0;
}

bool stringmill_copy_plain_long(const stringmill_plain *plain, char *to, const char *from, size_t len)
{
    stringmill_bytes first = stringmill_load(from);
    stringmill_bytes last = stringmill_load(from + len - 16);
    stringmill_store(to, first);
    stringmill_store(to + len - 16, last);
    stringmill_bytes special = stringmill_or(stringmill_special(plain, first), stringmill_special(plain, last));
    if (len > 32) {
        stringmill_bytes second = stringmill_load(from + 16);
        stringmill_bytes third = stringmill_load(from + len - 32);
        stringmill_store(to + 16, second);
        stringmill_store(to + len - 32, third);
        special = stringmill_or(special, stringmill_special(plain, second));
        special = stringmill_or(special, stringmill_special(plain, third));
    }
    return !stringmill_any(special);
}

#else

static void fill(stringmill_plain *plain, int flags)
{
    for (int byte = 0; byte < 256; byte++) {
        plain->escaped[byte] = byte < 0x20 || byte >= 0x80 || byte == '"' || byte == '\\'
            || (byte == '/' && !(flags & PHP_JSON_UNESCAPED_SLASHES))
            || ((byte == '<' || byte == '>') && (flags & PHP_JSON_HEX_TAG))
            || (byte == '&' && (flags & PHP_JSON_HEX_AMP)) || (byte == '\'' && (flags & PHP_JSON_HEX_APOS));
    }
    plain->hex = false;
}

#endif

void stringmill_plain_startup(void)
{
    for (int hex = 0; hex < STRINGMILL_PLAIN_SETS / 2; hex++) {
        int flags = hex & (PHP_JSON_HEX_TAG | PHP_JSON_HEX_AMP | PHP_JSON_HEX_APOS | PHP_JSON_HEX_QUOT);
        fill((stringmill_plain *) stringmill_plain_of(flags), flags);
        flags |= PHP_JSON_UNESCAPED_SLASHES;
        fill((stringmill_plain *) stringmill_plain_of(flags), flags);
    }
}
