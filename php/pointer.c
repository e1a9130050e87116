#include "pointer.h"

/* Unescapes a token. Returns NULL if a tilde has neither 0 nor 1 after it. */
static zend_string *unescaped(const char *from, const char *end)
{
    zend_string *name = zend_string_alloc((size_t) (end - from), 0);
    char *to = ZSTR_VAL(name);
    for (; from < end; from++) {
        if (*from != '~') {
            *to++ = *from;
        } else if (from + 1 < end && (from[1] == '0' || from[1] == '1')) {
            *to++ = *++from == '0' ? '~' : '/';
        } else {
            zend_string_efree(name);
            return NULL;
        }
    }
    *to = '\0';
    ZSTR_LEN(name) = (size_t) (to - ZSTR_VAL(name));
    return name;
}

static void set_token(stringmill_token *token, zend_string *name)
{
    zend_ulong index;
    token->name = name;
    token->is_any = zend_string_equals_literal(name, "-");
    token->is_index = ZEND_HANDLE_NUMERIC_STR(ZSTR_VAL(name), ZSTR_LEN(name), index);
    token->index = token->is_index ? index : 0;
}

bool stringmill_pointer_read(stringmill_pointer *pointer, const zend_string *text)
{
    const char *at = ZSTR_VAL(text);
    const char *end = at + ZSTR_LEN(text);
    memset(pointer, 0, sizeof *pointer);
    if (at == end) {
        return true;
    }
    if (*at != '/') {
        return false;
    }
    uint32_t count = 0;
    for (const char *slash = at; slash < end; slash++) {
        count += *slash == '/';
    }
    pointer->tokens = safe_emalloc(count, sizeof(stringmill_token), 0);
    pointer->certain = UINT32_MAX;
    while (at < end) {
        const char *from = ++at;
        at = memchr(from, '/', (size_t) (end - from));
        at = at ? at : end;
        zend_string *name = unescaped(from, at);
        if (!name) {
            stringmill_pointer_free(pointer);
            return false;
        }
        stringmill_token *token = &pointer->tokens[pointer->count];
        set_token(token, name);
        if (token->is_any && pointer->certain == UINT32_MAX) {
            pointer->certain = pointer->count;
        }
        pointer->count++;
    }
    if (pointer->certain == UINT32_MAX) {
        pointer->certain = pointer->count;
    }
    return true;
}

void stringmill_pointer_free(stringmill_pointer *pointer)
{
    for (uint32_t i = 0; i < pointer->count; i++) {
        zend_string_release(pointer->tokens[i].name);
    }
    if (pointer->tokens) {
        efree(pointer->tokens);
    }
    memset(pointer, 0, sizeof *pointer);
}
