#include "buffer.h"
#include "sink.h"

/* PHP's own buffers grow by pages of this size. */
#define PAGE 4096
/* What a string takes beside its bytes. */
#define OVERHEAD (_ZSTR_HEADER_SIZE + 1)

/* Up to this size the allocator has blocks of four sizes between a power of two and the next; above, pages. */
#define BLOCK_MAX 3072

size_t stringmill_capacity(size_t len)
{
    if (UNEXPECTED(len > ZSTR_MAX_LEN - 2 * PAGE)) {
        zend_error_noreturn(E_ERROR, "String size overflow");
    }
    size_t size = len + OVERHEAD;
    size_t step = PAGE;
    if (size <= BLOCK_MAX) {
        step = 16;
        while (8 * step < size) {
            step *= 2;
        }
    }
    return ZEND_MM_ALIGNED_SIZE_EX(size, step) - OVERHEAD;
}

char *stringmill_grow(stringmill_encoder *encoder, char *at, size_t need)
{
    if (encoder->sink) {
        at = stringmill_flush(encoder, at);
        if ((size_t) (encoder->end - at) >= need) {
            return at;
        }
    }
    size_t len = at - encoder->base;
    if (need < len && len < PAGE / 2) {
        /* PHP's own would take a page by now. */
        need = len;
    }
    size_t cap = stringmill_capacity(len + need);
    if (encoder->string) {
        encoder->string = erealloc2(encoder->string, ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(cap)),
                                    _ZSTR_HEADER_SIZE + len);
    } else {
        encoder->string = zend_string_alloc(cap, 0);
        memcpy(ZSTR_VAL(encoder->string), encoder->base, len);
    }
    encoder->base = ZSTR_VAL(encoder->string);
    encoder->end = encoder->base + cap;
    return encoder->base + len;
}

zend_string *stringmill_trim(zend_string *string, size_t cap, size_t len)
{
    ZSTR_VAL(string)[len] = '\0';
    if (ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(len)) != ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(cap))) {
        string = erealloc2(string, ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(len)), _ZSTR_STRUCT_SIZE(len));
    }
    ZSTR_LEN(string) = len;
    return string;
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
