/* Walks through a text to the items at a JSON Pointer. Skips other values by their brackets and quotes. */

#include "items.h"

/* Results of `peek` that are not a byte: the end of the stream, and an exception. */
enum { NONE = -1, THROWN = -2 };

/* The next byte that is not white space. */
static zend_always_inline int peek(stringmill_window *window)
{
    for (;;) {
        while (EXPECTED(window->at < window->len)) {
            unsigned char byte = (unsigned char) window->bytes[window->at];
            if (EXPECTED(byte != ' ' && byte != '\n' && byte != '\r' && byte != '\t')) {
                return byte;
            }
            window->at++;
        }
        if (window->ended) {
            return NONE;
        }
        if (!stringmill_window_more(window)) {
            return THROWN;
        }
    }
}

static zend_always_inline stringmill_open *innermost(stringmill_items *items)
{
    return &items->open[items->level - 1];
}

/* -------------------------------------------------------------------------------------------------------- values --- */

/* Finds the end of the value at the window's `at`, and loads all of it into memory. Returns false after an
 * exception. If the stream ends inside the value, its length is the rest of the stream. */
static bool find_extent(stringmill_items *items, size_t *len)
{
    stringmill_window *window = &items->window;
    if (!items->cut) {
        memset(&items->extent, 0, sizeof items->extent);
        items->extent_len = 0;
        items->cut = true;
    }
    for (;;) {
        const char *at = stringmill_window_at(window);
        const char *end = stringmill_extent_end(&items->extent, at + items->extent_len, stringmill_window_end(window));
        if (end) {
            *len = (size_t) (end - at);
            break;
        }
        items->extent_len = window->len - window->at;
        if (window->ended) {
            *len = items->extent_len;
            break;
        }
        if (!stringmill_window_more(window)) {
            return false;
        }
    }
    items->cut = false;
    return true;
}

/* Decodes `len` bytes of the window. */
static bool decode_part(stringmill_items *items, size_t len, zval *value)
{
    stringmill_window *window = &items->window;
    const char *at = stringmill_window_at(window);
    if (EXPECTED(items->known && len) && EXPECTED(stringmill_decode_next(&items->decoding, at, at + len, false, value))) {
        return true;
    }
    /* PHP's decoder requires a NUL after the text. */
    zend_string *text = zend_string_init(at, len, 0);
    bool decoded = stringmill_decode_original(items, ZSTR_VAL(text), len, stringmill_window_offset(window, window->at), value);
    zend_string_efree(text);
    return decoded;
}

/* Reads the value at the window's `at`. Decodes it at once if it is whole in memory, which the byte after it shows. */
static zend_always_inline bool read_value(stringmill_items *items, zval *value)
{
    stringmill_window *window = &items->window;
    if (EXPECTED(!items->cut && items->known && window->at < window->len)) {
        const char *end = stringmill_window_end(window);
        const char *stop = stringmill_decode_next(&items->decoding, stringmill_window_at(window), end, true, value);
        if (EXPECTED(stop)) {
            window->at = (size_t) (stop - window->bytes);
            return true;
        }
    }
    size_t len;
    if (!find_extent(items, &len) || !decode_part(items, len, value)) {
        return false;
    }
    window->at += len;
    return true;
}

/* ------------------------------------------------------------------------------------------------------- errors --- */

/* Sets code and message for the wrong token at the window's `at`: those of PHP for a text with this token at such a
 * place. */
static bool refuse(stringmill_items *items, const char *before)
{
    stringmill_window *window = &items->window;
    size_t len;
    int byte = peek(window);
    if (byte == '"') {
        if (!find_extent(items, &len)) {
            return false;
        }
    } else {
        /* The buffer may end inside a character. */
        while (byte != THROWN && window->len - window->at < 4 && !window->ended) {
            byte = stringmill_window_more(window) ? byte : THROWN;
        }
        len = MIN(window->len - window->at, 32);
    }
    if (byte == THROWN) {
        return false;
    }
    zval value;
    size_t begin = strlen(before);
    zend_string *text = zend_string_concat2(before, begin, stringmill_window_at(window), len);
    zend_ulong offset = stringmill_window_offset(window, window->at);
    ZVAL_NULL(&value);
    php_json_decode_ex(&value, ZSTR_VAL(text), ZSTR_LEN(text), (items->flags & PHP_JSON_BIGINT_AS_STRING) | PHP_JSON_THROW_ON_ERROR,
                       PHP_JSON_PARSER_DEFAULT_DEPTH);
    zend_string_release(text);
    if (EXPECTED(EG(exception))) {
        stringmill_items_rethrow(items, offset);
    } else {
        zval_ptr_dtor(&value);
        stringmill_items_throw(items, PHP_JSON_ERROR_SYNTAX, "Syntax error", offset);
    }
    return false;
}

/* Sets the error for a wrong token after a value. */
static bool refuse_after(stringmill_items *items)
{
    return refuse(items, items->level == 0 ? "0 " : innermost(items)->object ? "{\"a\":0 " : "[0 ");
}

/* --------------------------------------------------------------------------------------------------------- walk --- */

static bool skip_mark(stringmill_items *items)
{
    stringmill_window *window = &items->window;
    static const char mark[] = "\xEF\xBB\xBF";
    for (;;) {
        size_t len = MIN(window->len - window->at, 3);
        if (len && memcmp(stringmill_window_at(window), mark, len) != 0) {
            return true;
        }
        if (len == 3) {
            window->at += 3;
            return true;
        }
        if (window->ended) {
            return true;
        }
        if (!stringmill_window_more(window)) {
            return false;
        }
    }
}

/* Handles a value on the path, or the value that the pointer names. */
static bool step_value(stringmill_items *items)
{
    int byte = peek(&items->window);
    if (byte == THROWN) {
        return false;
    }
    bool array = byte == '[';
    bool target = items->level == items->pointer.count;
    if (items->level > items->pointer.certain || (items->level == items->pointer.certain && (target || array))) {
        items->found = true;
    }
    if (array || byte == '{') {
        items->window.at++;
        items->open[items->level++] = (stringmill_open) {.object = !array};
        items->place = STRINGMILL_AT_FIRST;
    } else {
        items->place = target ? STRINGMILL_AT_ITEM : STRINGMILL_AT_SKIP;
    }
    return true;
}

/* Whether the member with the current key is on the path. */
static bool matches(stringmill_items *items)
{
    stringmill_open *open = innermost(items);
    const stringmill_token *token = &items->pointer.tokens[items->level - 1];
    if (open->done) {
        return false;
    }
    if (!open->object && token->is_any) {
        return true;
    }
    open->done = Z_TYPE(items->key) == IS_STRING ? zend_string_equals(Z_STR(items->key), token->name)
        : token->is_index && (zend_ulong) Z_LVAL(items->key) == token->index;
    return open->done;
}

/* Continues with the value of a member. */
static void step_in(stringmill_items *items)
{
    items->place = items->level > items->pointer.count ? STRINGMILL_AT_ITEM : matches(items) ? STRINGMILL_AT_VALUE : STRINGMILL_AT_SKIP;
}

/* Handles the member after a bracket or a comma. */
static bool step_member(stringmill_items *items)
{
    stringmill_open *open = innermost(items);
    if (!open->object) {
        zval_ptr_dtor_str(&items->key);
        ZVAL_LONG(&items->key, (zend_long) open->index++);
        step_in(items);
        return true;
    }
    int byte = peek(&items->window);
    if (byte == THROWN) {
        return false;
    }
    /* With JSON_BIGINT_AS_STRING, an integer out of range is a string, which PHP also takes for a name. */
    bool named = byte == '"' || ((items->flags & PHP_JSON_BIGINT_AS_STRING) && (byte == '-' || (byte >= '0' && byte <= '9')));
    if (UNEXPECTED(!named)) {
        return refuse(items, items->place == STRINGMILL_AT_FIRST ? "{" : "{\"a\":0,");
    }
    zval name;
    size_t len;
    zend_ulong index;
    if (!find_extent(items, &len) || !decode_part(items, len, &name)) {
        return false;
    }
    if (UNEXPECTED(Z_TYPE(name) != IS_STRING)) {
        return refuse(items, "{");
    }
    items->window.at += len;
    if (ZEND_HANDLE_NUMERIC_STR(Z_STRVAL(name), Z_STRLEN(name), index)) {
        zval_ptr_dtor_str(&name);
        ZVAL_LONG(&name, (zend_long) index);
    }
    zval_ptr_dtor_str(&items->key);
    ZVAL_COPY_VALUE(&items->key, &name);
    items->place = STRINGMILL_AT_COLON;
    return true;
}

static void close_innermost(stringmill_items *items)
{
    items->window.at++;
    items->level--;
    items->place = STRINGMILL_AT_AFTER;
}

static bool step_first(stringmill_items *items)
{
    bool object = innermost(items)->object;
    int byte = peek(&items->window);
    if (byte == THROWN) {
        return false;
    }
    if (byte == (object ? '}' : ']')) {
        close_innermost(items);
        return true;
    }
    if (UNEXPECTED(byte == NONE || byte == ']' || byte == '}')) {
        return refuse(items, object ? "{" : "[");
    }
    return step_member(items);
}

static bool step_colon(stringmill_items *items)
{
    int byte = peek(&items->window);
    if (UNEXPECTED(byte != ':')) {
        return byte != THROWN && refuse(items, "{\"a\"");
    }
    items->window.at++;
    step_in(items);
    return true;
}

/* Skips a value that is not on the path. Consumes its bytes as they arrive. */
static bool step_skip(stringmill_items *items)
{
    stringmill_window *window = &items->window;
    if (!items->cut) {
        int byte = peek(window);
        if (byte == THROWN) {
            return false;
        }
        if (UNEXPECTED(byte == NONE || byte == ',' || byte == ':' || byte == ']' || byte == '}')) {
            zval value;
            return decode_part(items, 0, &value);
        }
        memset(&items->extent, 0, sizeof items->extent);
        items->cut = true;
    }
    for (;;) {
        const char *at = stringmill_window_at(window);
        const char *end = stringmill_extent_end(&items->extent, at, stringmill_window_end(window));
        if (end) {
            items->cut = false;
            window->at = (size_t) (end - window->bytes);
            items->place = STRINGMILL_AT_AFTER;
            return true;
        }
        window->at = window->len;
        if (window->ended) {
            items->cut = false;
            items->place = STRINGMILL_AT_AFTER;
            return true;
        }
        if (!stringmill_window_more(window)) {
            return false;
        }
    }
}

/* Whether an item may follow: in the container of the items, or in a container on the path whose token may match
 * again. */
static bool may_follow(const stringmill_items *items)
{
    if (items->level > items->pointer.count) {
        return true;
    }
    for (uint32_t i = 0; i < items->level; i++) {
        if (!items->open[i].done) {
            return true;
        }
    }
    return items->pointer.count == 0;
}

static bool finish(stringmill_items *items)
{
    items->place = STRINGMILL_AT_DONE;
    if (EXPECTED(items->found)) {
        return true;
    }
    stringmill_items_throw(items, 0, "The text has nothing at the pointer", stringmill_window_offset(&items->window, items->window.at));
    return false;
}

static bool step_after(stringmill_items *items)
{
    if (!may_follow(items)) {
        return finish(items);
    }
    if (items->level == 0) {
        items->place = STRINGMILL_AT_TRAILING;
        return true;
    }
    int byte = peek(&items->window);
    if (EXPECTED(byte == ',')) {
        items->window.at++;
        items->place = STRINGMILL_AT_MEMBER;
        return true;
    }
    if (EXPECTED(byte == (innermost(items)->object ? '}' : ']'))) {
        close_innermost(items);
        return true;
    }
    return byte != THROWN && refuse_after(items);
}

static bool step_trailing(stringmill_items *items)
{
    int byte = peek(&items->window);
    if (EXPECTED(byte == NONE)) {
        return finish(items);
    }
    return byte != THROWN && refuse_after(items);
}

static bool step_item(stringmill_items *items)
{
    zval value;
    if (peek(&items->window) == THROWN || UNEXPECTED(!read_value(items, &value))) {
        return false;
    }
    ZVAL_COPY_VALUE(&items->value, &value);
    items->place = STRINGMILL_AT_AFTER;
    return true;
}

static zend_always_inline bool step(stringmill_items *items)
{
    switch (items->place) {
        case STRINGMILL_AT_START:
            if (!skip_mark(items)) {
                return false;
            }
            ZVAL_LONG(&items->key, 0);
            items->place = STRINGMILL_AT_VALUE;
            return true;
        case STRINGMILL_AT_VALUE:
            return step_value(items);
        case STRINGMILL_AT_FIRST:
            return step_first(items);
        case STRINGMILL_AT_MEMBER:
            return step_member(items);
        case STRINGMILL_AT_COLON:
            return step_colon(items);
        case STRINGMILL_AT_SKIP:
            return step_skip(items);
        case STRINGMILL_AT_ITEM:
            return step_item(items);
        case STRINGMILL_AT_AFTER:
            return step_after(items);
        case STRINGMILL_AT_TRAILING:
            return step_trailing(items);
        case STRINGMILL_AT_DONE:
            break;
    }
    return false;
}

bool stringmill_next_of_path(stringmill_items *items)
{
    while (EXPECTED(step(items))) {
        if (stringmill_has_item(items)) {
            items->number++;
            return true;
        }
    }
    return false;
}
