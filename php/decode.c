/* json_decode and json_validate: the grammar, and the objects and arrays that it fills. */

#include "decode.h"
#include "door.h"
#include "token.h"
#include "zend_hash.h"
#include "zend_objects.h"

/*
 * One grammar, compiled four times: for checking, for arrays, and for objects of texts that are checked and that are not.
 * Containers are filled member by member, as PHP does, so that object handles, packed arrays, sizes and the order of repeated
 * names are the same:
 *
 *     value:   a scalar; or open a level, and read its first name
 *     fill:    put the value into the innermost level
 *              comma: read the next name, go to value
 *              end: the level is the value, go to fill
 */

typedef enum mode {
    CHECK,
    ARRAYS,
    OBJECTS, /* of a text that was checked before */
    NEW_OBJECTS,
} mode;

/* Whether JSON objects become PHP objects. */
static zend_always_inline bool has_objects(mode mode)
{
    return mode == OBJECTS || mode == NEW_OBJECTS;
}

/* An open array or object. */
typedef struct level {
    zval container; /* undefined for an object without members so far; u2.extra has the kind of the next name */
    union {
        zend_string *string;
        zend_ulong index;
    } name;
} level;

enum { NAME_NONE, NAME_STRING, NAME_INDEX };

/* The number of levels that need no allocation. */
#define LEVELS_FIRST 24

/* The table of names has a place for each NAMES_SPACING bytes of text, within these limits. With a larger table,
 * clearing it would take longer than making the names. */
#define NAMES_MIN 8
#define NAMES_MAX STRINGMILL_NAMES
#define NAMES_SPACING 32
/* Longer names are not shared. */
#define NAME_LEN_MAX 64

/* Longer texts, and texts with more objects, are checked before they are decoded. */
#define NEW_LEN_MAX (48 * 1024)
#define NEW_OBJECTS_MAX 6144
/* The number of objects whose handles need no allocation. */
#define HANDLES_FIRST 64

typedef struct decoder {
    const char *at;
    const char *end;
    uint32_t depth;
    uint32_t levels_max;
    uint32_t names_mask;
    uint32_t samples; /* values to check before the library may take over the text; 0: it may not */
    bool bigint;
    bool properties;
    level *levels;
    stringmill_name *names;
    uint32_t *handles; /* with NEW_OBJECTS: handles of the objects made so far, in order */
    uint32_t handles_count;
    uint32_t handles_cap;
    uint32_t opened; /* objects that have begun */
    bool in_vain;    /* NEW_OBJECTS has to give up a text that may be valid */
} decoder;

/* --------------------------------------------------------------------------------------------------------- names --- */

/* The bytes at the head of a name as a number: the first eight, or all bytes of a shorter name. */
static zend_always_inline uint64_t head_of(const char *from, size_t len)
{
    uint64_t head = 0;
    if (EXPECTED(len >= 8)) {
        memcpy(&head, from, 8);
    } else if (len >= 4) {
        uint32_t low, high;
        memcpy(&low, from, 4);
        memcpy(&high, from + len - 4, 4);
        head = low | (uint64_t) high << 32;
    } else if (len > 0) {
        head = (uint64_t) (unsigned char) from[0] | (uint64_t) (unsigned char) from[len >> 1] << 8
            | (uint64_t) (unsigned char) from[len - 1] << 16;
    }
    return head;
}

/* The shared string of a name without escapes, as a new reference. */
static zend_always_inline zend_string *shared_name(decoder *decoder, const char *from, size_t len)
{
    if (UNEXPECTED(len > NAME_LEN_MAX)) {
        return zend_string_init(from, len, 0);
    }
    uint64_t head = head_of(from, len);
    uint64_t mixed = (head ^ (len >= 8 ? head_of(from + len - 8, 8) * 3 : len)) * UINT64_C(0x9E3779B97F4A7C15);
    stringmill_name *known = &decoder->names[(mixed >> 48) & decoder->names_mask];
    zend_string *string = known->string;
    if (EXPECTED(string) && known->head == head && ZSTR_LEN(string) == len &&
        (len <= 8 || memcmp(ZSTR_VAL(string) + 8, from + 8, len - 8) == 0)) {
        GC_ADDREF(string);
        return string;
    }
    string = zend_string_init(from, len, 0);
    if (known->string) {
        zend_string_release_ex(known->string, 0);
    }
    known->head = head;
    known->string = string;
    GC_ADDREF(string);
    return string;
}

void stringmill_names_free(stringmill_name *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (names[i].string) {
            zend_string_release_ex(names[i].string, 0);
        }
    }
}

/* Sets the name of the next member. As in PHP, numeric names of arrays become indexes. */
static zend_always_inline void set_name(decoder *decoder, level *level, const char *from, stringmill_text_token token,
                                        mode mode)
{
    zend_ulong index;
    bool escaped = token.len != (size_t) (token.end - from);
    zend_string *string;
    if (UNEXPECTED(token.len <= 1)) {
        char byte = 0;
        if (token.len) {
            stringmill_unescape(from, token, &byte);
        }
        string = token.len ? ZSTR_CHAR((unsigned char) byte) : ZSTR_EMPTY_ALLOC();
    } else if (EXPECTED(!escaped)) {
        if (mode == ARRAYS && ZEND_HANDLE_NUMERIC_STR(from, token.len, index)) {
            level->name.index = index;
            Z_EXTRA(level->container) = NAME_INDEX;
            return;
        }
        string = shared_name(decoder, from, token.len);
    } else {
        string = stringmill_text_string(from, token);
    }
    if (mode == ARRAYS && UNEXPECTED(token.len <= 1 || escaped) && ZEND_HANDLE_NUMERIC_STR(ZSTR_VAL(string), ZSTR_LEN(string), index)) {
        zend_string_release_ex(string, 0);
        level->name.index = index;
        Z_EXTRA(level->container) = NAME_INDEX;
        return;
    }
    level->name.string = string;
    Z_EXTRA(level->container) = NAME_STRING;
}

/* ------------------------------------------------------------------------------------------------------ building --- */

static zend_always_inline void append(HashTable *list, zval *value)
{
    if (EXPECTED(list->nNumUsed < list->nTableSize && !(HT_FLAGS(list) & HASH_FLAG_UNINITIALIZED))) {
        ZVAL_COPY_VALUE(&list->arPacked[list->nNumUsed], value);
        list->nNextFreeElement = ++list->nNumUsed;
        list->nNumOfElements++;
    } else {
        zend_hash_next_index_insert_new(list, value);
    }
}

static zend_never_inline void more_handles(decoder *decoder)
{
    uint32_t *more = safe_emalloc(NEW_OBJECTS_MAX, sizeof *more, 0);
    memcpy(more, decoder->handles, decoder->handles_count * sizeof *more);
    decoder->handles = more;
    decoder->handles_cap = NEW_OBJECTS_MAX;
}

static zend_always_inline zend_object *new_object(decoder *decoder, mode mode)
{
    zend_object *object = zend_objects_new(zend_standard_class_def);
    if (mode == NEW_OBJECTS) {
        if (UNEXPECTED(decoder->handles_count == decoder->handles_cap)) {
            more_handles(decoder);
        }
        decoder->handles[decoder->handles_count++] = object->handle;
    }
    return object;
}

/* Adds a member, or replaces the value of the member with the same name, which keeps its place. With NEW_OBJECTS
 * returns false instead of replacing: objects of the old value would be freed, and new objects would get their
 * handles, which cannot be undone. */
static zend_always_inline bool update(decoder *decoder, level *level, zval *value, mode mode)
{
    HashTable *members;
    if (has_objects(mode)) {
        /* PHP makes the object after the value of its first member, and so handles count in that order. */
        if (Z_TYPE(level->container) == IS_UNDEF) {
            zend_object *object = new_object(decoder, mode);
            Z_OBJ(level->container) = object;
            Z_TYPE_INFO(level->container) = IS_OBJECT_EX;
            object->properties = zend_new_array(0);
        }
        members = Z_OBJ(level->container)->properties;
    } else {
        members = Z_ARR(level->container);
    }
    if (mode == ARRAYS && Z_EXTRA(level->container) == NAME_INDEX) {
        zend_hash_index_update(members, level->name.index, value);
    } else {
        if (mode != NEW_OBJECTS) {
            zend_hash_update(members, level->name.string, value);
        } else if (UNEXPECTED(!zend_hash_add(members, level->name.string, value))) {
            decoder->in_vain = true;
            return false;
        }
        zend_string_release_ex(level->name.string, 0);
    }
    Z_EXTRA(level->container) = NAME_NONE;
    return true;
}

/* Frees everything that was made before an error. */
static void unmake(decoder *decoder)
{
    while (decoder->depth) {
        level *level = &decoder->levels[--decoder->depth];
        if (Z_EXTRA(level->container) == NAME_STRING) {
            zend_string_release_ex(level->name.string, 0);
        }
        zval_ptr_dtor_nogc(&level->container);
    }
}

/* Frees everything that was made before an error, and `value` if it is not NULL. Objects are freed in reverse
 * order, so that the next objects get the same handles. All are emptied first, because freeing a container would
 * free its members too early. */
static zend_never_inline void undo(decoder *decoder, zval *value)
{
    zend_object **objects = EG(objects_store).object_buckets;
    bool was_protected = gc_protect(true);
    for (uint32_t i = 0; i < decoder->handles_count; i++) {
        GC_ADDREF(objects[decoder->handles[i]]);
    }
    for (uint32_t i = 0; i < decoder->handles_count; i++) {
        zend_array *members = objects[decoder->handles[i]]->properties;
        objects[decoder->handles[i]]->properties = NULL;
        if (members) {
            zend_array_destroy(members);
        }
    }
    unmake(decoder);
    if (value) {
        zval_ptr_dtor_nogc(value);
    }
    while (decoder->handles_count) {
        OBJ_RELEASE(objects[decoder->handles[--decoder->handles_count]]);
    }
    gc_protect(was_protected);
}

/* ------------------------------------------------------------------------------------------------------- grammar --- */

static zend_always_inline const char *skip_space(const char *at, const char *end)
{
    if (EXPECTED((unsigned char) *at > ' ')) {
        return at;
    }
    while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t') {
        at++;
#if STRINGMILL_VECTORS
        /* Skips indentation. */
        while (end - at >= 16 && at[0] == ' ' && at[1] == ' ') {
            uint32_t other = 0xFFFF & ~stringmill_mask(stringmill_equal(stringmill_load(at), stringmill_splat(' ')));
            if (other) {
                at += __builtin_ctz(other);
                break;
            }
            at += 16;
        }
#endif
    }
    (void) end;
    return at;
}

/* Reads the name of a member and the colon, up to the value. Returns NULL for ill-formed text. */
static zend_always_inline const char *read_name(decoder *decoder, level *level, const char *at, mode mode)
{
    bool checked = mode == OBJECTS;
    if (UNEXPECTED(*at != '"')) {
        return NULL;
    }
    const char *from = at + 1;
    stringmill_text_token token = stringmill_text_token_at(from, decoder->end, checked, false);
    if (UNEXPECTED(!token.end)) {
        return NULL;
    }
    at = skip_space(token.end + 1, decoder->end);
    if (UNEXPECTED(*at != ':')) {
        return NULL;
    }
    if (mode == NEW_OBJECTS || (mode == CHECK && decoder->properties)) {
        if (UNEXPECTED(*from == '\\') && strncmp(from, "\\u0000", 6) == 0) {
            return NULL;
        }
    }
    if (mode != CHECK) {
        set_name(decoder, level, from, token, mode);
    }
    return skip_space(at + 1, decoder->end);
}

/* Reads a string value. */
static zend_always_inline const char *read_string(decoder *decoder, const char *from, zval *value, mode mode)
{
    bool checked = mode == OBJECTS;
    stringmill_text_token token = stringmill_text_token_at(from, decoder->end, checked, mode != CHECK);
    if (UNEXPECTED(!token.end)) {
        return NULL;
    }
    if (mode != CHECK) {
        if (UNEXPECTED(token.len == 0)) {
            ZVAL_EMPTY_STRING(value);
        } else {
            ZVAL_NEW_STR(value, stringmill_text_string(from, token));
        }
    }
    return token.end + 1;
}

static zend_always_inline const char *read_literal(const char *at, const char *word, size_t len)
{
    return memcmp(at, word, len) == 0 ? at + len : NULL;
}

/* Allocates levels for the greatest depth, for the first text that is deeper than LEVELS_FIRST. */
static zend_never_inline void more_levels(decoder *decoder, level *first)
{
    decoder->levels = safe_emalloc(decoder->levels_max, sizeof(level), 0);
    memcpy(decoder->levels, first, LEVELS_FIRST * sizeof(level));
}

/* Whether a text contains an escape \u0000. PHP refuses a property name that begins with it, which the library does not
 * report. */
static bool has_nul(const char *at, const char *end)
{
    while (at < end && (at = memchr(at, '\\', (size_t) (end - at)))) {
        if (strncmp(at, "\\u0000", 6) == 0) {
            return true;
        }
        at += 2;
    }
    return false;
}

/* A call of the library costs as much as checking some 500 bytes here. On tiers with wide vectors the library is then
 * up to twice as fast, unless the text consists of long strings. So the library checks long texts whose first values
 * are short. Measured with tools/run bench-php-decode. */
#define LIBRARY_MIN 8192
#define SAMPLES 64
#define DENSE (SAMPLES * 48)

static zend_never_inline bool check_by_library(const char *from, const char *end, uint32_t levels, size_t *place)
{
    uint64_t stack[STRINGMILL_STACK_LEN(STRINGMILL_DEPTH_MAX)];
    return stringmill_door_check(from, (size_t) (end - from), levels, stack, sizeof stack / sizeof *stack, place);
}

/* Reads the value at the beginning of a text, and white space around it, up to `decoder->at`. Returns false on an
 * error; the caller then frees the open levels. One piece: the steps share the place and the value, which stay in
 * registers. */
static zend_always_inline bool decode(decoder *decoder, level *first, uint8_t *kinds, zval *result, mode mode)
{
    const char *end = decoder->end;
    const char *at = skip_space(decoder->at, end);
    bool in_object = false;
    zval value;

value:
    if (mode == CHECK && UNEXPECTED(--decoder->samples == 0) && at - decoder->at < DENSE &&
        !(decoder->properties && has_nul(decoder->at, end))) {
        size_t place;
        bool valid = check_by_library(decoder->at, end, decoder->levels_max, &place);
        decoder->at = end;
        return valid;
    }
    switch (*at) {
        case '"':
            at = read_string(decoder, at + 1, &value, mode);
            break;
        case '{':
        case '[':
            goto open;
        case 't':
            ZVAL_TRUE(&value);
            at = end - at < 4 ? NULL : read_literal(at, "true", 4);
            break;
        case 'f':
            ZVAL_FALSE(&value);
            at = end - at < 5 ? NULL : read_literal(at, "false", 5);
            break;
        case 'n':
            ZVAL_NULL(&value);
            at = end - at < 4 ? NULL : read_literal(at, "null", 4);
            break;
        default:
            at = stringmill_number(at, decoder->bigint, mode == CHECK ? NULL : &value);
            break;
    }
    if (UNEXPECTED(!at)) {
        return false;
    }

fill:
    at = skip_space(at, end);
    if (UNEXPECTED(decoder->depth == 0)) {
        if (mode != CHECK) {
            ZVAL_COPY_VALUE(result, &value);
        }
        decoder->at = at;
        return true;
    }
    level *level = &decoder->levels[decoder->depth - 1];
    if (!in_object) {
        if (mode != CHECK) {
            append(Z_ARR(level->container), &value);
        }
        if (EXPECTED(*at == ',')) {
            at = skip_space(at + 1, end);
            goto value;
        }
        if (UNEXPECTED(*at != ']')) {
            return false;
        }
    } else {
        if (mode != CHECK && UNEXPECTED(!update(decoder, level, &value, mode))) {
            ZVAL_COPY_VALUE(result, &value);
            return false;
        }
        if (EXPECTED(*at == ',')) {
            at = read_name(decoder, level, skip_space(at + 1, end), mode);
            if (UNEXPECTED(!at)) {
                return false;
            }
            goto value;
        }
        if (UNEXPECTED(*at != '}')) {
            return false;
        }
    }
    at++;
    if (mode != CHECK) {
        ZVAL_COPY_VALUE(&value, &level->container);
    }
    decoder->depth--;
    in_object = decoder->depth > 0 && kinds[decoder->depth - 1];
    goto fill;

open:
    if (UNEXPECTED(decoder->depth >= decoder->levels_max)) {
        return false;
    }
    bool object = *at == '{';
    if (mode == NEW_OBJECTS && object && UNEXPECTED(++decoder->opened > NEW_OBJECTS_MAX)) {
        ZVAL_UNDEF(result);
        decoder->in_vain = true;
        return false;
    }
    at = skip_space(at + 1, end);
    if (*at == (object ? '}' : ']')) {
        at++;
        if (has_objects(mode) && object) {
            ZVAL_OBJ(&value, new_object(decoder, mode));
        } else {
            ZVAL_EMPTY_ARRAY(&value);
        }
        goto fill;
    }
    if (mode != CHECK && UNEXPECTED(decoder->depth == LEVELS_FIRST) && decoder->levels == first) {
        more_levels(decoder, first);
    }
    level = &decoder->levels[decoder->depth];
    kinds[decoder->depth++] = object;
    in_object = object;
    if (mode != CHECK) {
        if (has_objects(mode) && object) {
            ZVAL_UNDEF(&level->container);
        } else {
            ZVAL_ARR(&level->container, zend_new_array(0));
        }
        Z_EXTRA(level->container) = NAME_NONE;
    }
    if (object) {
        at = read_name(decoder, level, at, mode);
        if (UNEXPECTED(!at)) {
            return false;
        }
    }
    goto value;
}

/* The size of the table of names, a power of two. */
static zend_always_inline uint32_t names_for(size_t len)
{
    uint32_t count = NAMES_MIN;
    while (count < NAMES_MAX && count < len / NAMES_SPACING) {
        count *= 2;
    }
    return count;
}

/* Reads the value at the beginning of a text. Returns its end, including white space after it, or NULL. */
static zend_always_inline const char *read_value(decoder *decoder, zval *value, mode mode)
{
    level first[LEVELS_FIRST];
    uint8_t kinds[STRINGMILL_DEPTH_MAX];
    decoder->levels = first;
    bool valid = decode(decoder, first, kinds, value, mode);
    if (mode == NEW_OBJECTS && UNEXPECTED(!valid)) {
        undo(decoder, decoder->in_vain ? value : NULL);
    } else if (mode != CHECK && UNEXPECTED(!valid)) {
        unmake(decoder);
    }
    if (UNEXPECTED(decoder->levels != first)) {
        efree(decoder->levels);
    }
    return valid ? decoder->at : NULL;
}

/* Each mode compiles the grammar again. */
static zend_never_inline const char *check_value(decoder *decoder)
{
    return read_value(decoder, NULL, CHECK);
}

static zend_never_inline const char *read_arrays(decoder *decoder, zval *value)
{
    return read_value(decoder, value, ARRAYS);
}

static zend_never_inline const char *read_objects(decoder *decoder, zval *value)
{
    return read_value(decoder, value, OBJECTS);
}

static zend_never_inline const char *read_new_objects(decoder *decoder, zval *value)
{
    return read_value(decoder, value, NEW_OBJECTS);
}

/* Whether a value that ends at `at` is the whole text; with `more`, whether the byte after it may follow a value. */
static zend_always_inline bool is_whole(const decoder *decoder, const char *at, bool more)
{
    return at && (more ? *at == ',' || *at == ']' || *at == '}' : at >= decoder->end);
}

/* Whether objects may be made before the text is known to be valid. While the engine shuts down they cannot be
 * undone, because it does not reuse handles then. */
static zend_always_inline bool may_undo(const decoder *decoder, bool more)
{
    return EXPECTED((more || decoder->end - decoder->at <= NEW_LEN_MAX) && !(EG(flags) & EG_FLAGS_OBJECT_STORE_NO_REUSE));
}

/* Decodes a text that was not checked. An error leaves everything unchanged. */
static zend_always_inline const char *decode_new(decoder *decoder, bool more, zval *value)
{
    uint32_t handles[HANDLES_FIRST];
    decoder->handles = handles;
    decoder->handles_cap = HANDLES_FIRST;
    const char *end = read_new_objects(decoder, value);
    if (UNEXPECTED(!is_whole(decoder, end, more)) && end) {
        undo(decoder, value);
        end = NULL;
    }
    if (UNEXPECTED(decoder->handles != handles)) {
        efree(decoder->handles);
    }
    return end;
}

/* Checks a text, then decodes it. */
static zend_never_inline const char *decode_checked(decoder *decoder, bool more, zval *value)
{
    struct decoder checker = *decoder;
    bool library = !more && decoder->end - decoder->at >= LIBRARY_MIN && stringmill_door_checks_fast();
    checker.samples = library ? SAMPLES : 0;
    checker.properties = true;
    return is_whole(decoder, check_value(&checker), more) ? read_objects(decoder, value) : NULL;
}

static zend_always_inline const char *decode_arrays(decoder *decoder, bool more, zval *value)
{
    const char *end = read_arrays(decoder, value);
    if (UNEXPECTED(!is_whole(decoder, end, more)) && end) {
        zval_ptr_dtor_nogc(value);
        end = NULL;
    }
    return end;
}

static zend_always_inline const char *decode_any(decoder *decoder, bool more, bool arrays, zval *value)
{
    if (arrays) {
        return decode_arrays(decoder, more, value);
    }
    if (may_undo(decoder, more)) {
        struct decoder first = *decoder;
        const char *end = decode_new(&first, more, value);
        if (EXPECTED(end || !first.in_vain)) {
            return end;
        }
    }
    bool objects = memchr(decoder->at, '{', (size_t) (decoder->end - decoder->at)) != NULL;
    return objects ? decode_checked(decoder, more, value) : decode_arrays(decoder, more, value);
}

bool stringmill_is_json(const zend_string *json, uint32_t levels)
{
    decoder decoder = {
        .at = ZSTR_VAL(json),
        .end = ZSTR_VAL(json) + ZSTR_LEN(json),
        .levels_max = levels,
        .samples = ZSTR_LEN(json) >= LIBRARY_MIN && stringmill_door_checks_fast() ? SAMPLES : 0,
    };
    return check_value(&decoder) == decoder.end;
}

bool stringmill_decode(const zend_string *json, uint32_t levels, bool bigint, bool arrays, zval *value)
{
    stringmill_name names[NAMES_MAX];
    uint32_t count = names_for(ZSTR_LEN(json));
    decoder decoder = {
        .at = ZSTR_VAL(json),
        .end = ZSTR_VAL(json) + ZSTR_LEN(json),
        .levels_max = levels,
        .names_mask = count - 1,
        .bigint = bigint,
        .names = names,
    };
    memset(names, 0, count * sizeof *names);
    const char *end = decode_any(&decoder, false, arrays, value);
    stringmill_names_free(names, count);
    return end != NULL;
}

const char *stringmill_decode_next(const stringmill_decoding *decoding, const char *from, const char *end, bool more, zval *value)
{
    decoder decoder = {
        .at = from,
        .end = end,
        .levels_max = decoding->levels,
        .names_mask = STRINGMILL_NAMES - 1,
        .bigint = decoding->bigint,
        .names = decoding->names,
    };
    return decode_any(&decoder, more, decoding->arrays, value);
}

size_t stringmill_error_place(const char *from, size_t len, uint32_t levels)
{
    size_t place;
    return levels && !check_by_library(from, from + len, levels, &place) ? place : 0;
}
