/* The growing text: its allocation and its result. */

#include "buffer.h"
#include "sink.h"

char *stringmill_grow(stringmill_encoder *encoder, char *at, size_t need)
{
    if (encoder->sink) {
        at = stringmill_flush(encoder, at);
        if ((size_t) (encoder->end - at) >= need) {
            return at;
        }
    }
    size_t len = at - encoder->base;
    if (need < len && len < STRINGMILL_PAGE / 2) {
        /* PHP would allocate a page here. */
        need = len;
    }
    size_t cap = stringmill_capacity(len + need);
    if (encoder->string) {
        encoder->string = stringmill_resize(encoder->string, cap, len);
    } else {
        encoder->string = zend_string_alloc(cap, 0);
        memcpy(ZSTR_VAL(encoder->string), encoder->base, len);
    }
    encoder->base = ZSTR_VAL(encoder->string);
    encoder->end = encoder->base + cap;
    return encoder->base + len;
}

ZEND_COLD void stringmill_too_long(void)
{
    zend_error_noreturn(E_ERROR, "String size overflow");
}

zend_string *stringmill_resize(zend_string *string, size_t cap, size_t len)
{
    return erealloc2(string, ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(cap)), _ZSTR_HEADER_SIZE + len);
}

zend_string *stringmill_take(stringmill_encoder *encoder, char *at)
{
    size_t len = at - encoder->base;
    zend_string *string = encoder->string;
    if (!string) {
        return zend_string_init(encoder->base, len, 0);
    }
    encoder->string = NULL;
    return stringmill_trim(string, encoder->end - encoder->base, len);
}
