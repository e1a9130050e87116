#include "extent.h"
#include "vector.h"

/* The closing quote of a string, or `end`. */
static const char *string_end(stringmill_extent *extent, const char *at, const char *end)
{
    for (; at < end; at++) {
        if (extent->escaped) {
            extent->escaped = false;
            continue;
        }
#if STRINGMILL_VECTORS
        while (end - at >= 16) {
            stringmill_bytes bytes = stringmill_load(at);
            uint32_t special = stringmill_mask(
                stringmill_or(stringmill_equal(bytes, stringmill_splat('"')), stringmill_equal(bytes, stringmill_splat('\\'))));
            if (special) {
                at += __builtin_ctz(special);
                break;
            }
            at += 16;
        }
        if (at == end) {
            break;
        }
#endif
        if (*at == '"') {
            return at;
        }
        extent->escaped = *at == '\\';
    }
    return end;
}

/* The next bracket or quote outside of strings, or `end`. */
static const char *next_special(const char *at, const char *end)
{
#if STRINGMILL_VECTORS
    while (end - at >= 16) {
        stringmill_bytes bytes = stringmill_load(at);
        /* Sets the bit in which [ and { differ, and ] and }. */
        stringmill_bytes folded = stringmill_or(bytes, stringmill_splat(0x20));
        stringmill_bytes brackets = stringmill_or(stringmill_equal(folded, stringmill_splat('{')), stringmill_equal(folded, stringmill_splat('}')));
        uint32_t special = stringmill_mask(stringmill_or(brackets, stringmill_equal(bytes, stringmill_splat('"'))));
        if (special) {
            return at + __builtin_ctz(special);
        }
        at += 16;
    }
#endif
    while (at < end && *at != '"' && (*at | 0x20) != '{' && (*at | 0x20) != '}') {
        at++;
    }
    return at;
}

static const char *scalar_end(const char *at, const char *end)
{
    while (at < end) {
        switch (*at) {
            case ',':
            case ':':
            case ']':
            case '}':
            case '[':
            case '{':
            case '"':
            case ' ':
            case '\t':
            case '\r':
            case '\n':
                return at;
            default:
                at++;
        }
    }
    return NULL;
}

const char *stringmill_extent_end(stringmill_extent *extent, const char *at, const char *end)
{
    if (at == end) {
        return NULL;
    }
    if (extent->scalar || (!extent->depth && !extent->in_string && *at != '"' && *at != '{' && *at != '[')) {
        extent->scalar = true;
        return scalar_end(at, end);
    }
    for (;;) {
        if (extent->in_string) {
            at = string_end(extent, at, end);
            if (at == end) {
                return NULL;
            }
            extent->in_string = false;
            at++;
            if (extent->depth == 0) {
                return at;
            }
        }
        at = next_special(at, end);
        if (at == end) {
            return NULL;
        }
        switch (*at++) {
            case '"':
                extent->in_string = true;
                break;
            case '{':
            case '[':
                extent->depth++;
                break;
            default:
                if (--extent->depth == 0) {
                    return at;
                }
        }
    }
}
