#include "items.h"
#include "ext/spl/spl_exceptions.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

static zend_class_entry *items_class;
static zend_class_entry *exception_class;
static zend_object_handlers handlers;

static zend_always_inline stringmill_items *items_of(zend_object *object)
{
    return (stringmill_items *) ((char *) object - XtOffsetOf(stringmill_items, std));
}

/* ------------------------------------------------------------------------------------------------------- errors --- */

ZEND_COLD void stringmill_throw_item(zend_long code, const char *message, bool lines, zend_ulong number, zend_ulong offset)
{
    zend_object *thrown = zend_throw_exception_ex(exception_class, code, "%s (%s " ZEND_ULONG_FMT ", byte " ZEND_ULONG_FMT ")", message,
                                                  lines ? "line" : "item", number, offset);
    zend_update_property_long(exception_class, thrown, ZEND_STRL("offset"), (zend_long) offset);
    zend_update_property_long(exception_class, thrown, ZEND_STRL("number"), (zend_long) number);
}

ZEND_COLD void stringmill_items_throw(stringmill_items *items, zend_long code, const char *message, zend_ulong offset)
{
    if (!items->lines) {
        items->place = STRINGMILL_AT_DONE;
    }
    /* At this point a line was counted already, and an item was not. */
    stringmill_throw_item(code, message, items->lines, items->number + !items->lines, offset);
}

/* The offset of the error in a text, as the library finds it. The library accepts some texts that PHP refuses. */
static zend_ulong place_of_error(const stringmill_items *items, const char *from, size_t len)
{
    if (items->flags & (PHP_JSON_INVALID_UTF8_IGNORE | PHP_JSON_INVALID_UTF8_SUBSTITUTE)) {
        return 0;
    }
    return stringmill_error_place(from, len, items->decoding.levels);
}

ZEND_COLD void stringmill_items_rethrow(stringmill_items *items, zend_ulong offset)
{
    zval rv;
    zend_object *thrown = EG(exception);
    zend_long code = zval_get_long(zend_read_property_ex(zend_ce_exception, thrown, ZSTR_KNOWN(ZEND_STR_CODE), true, &rv));
    zend_string *message = zval_get_string(zend_read_property_ex(zend_ce_exception, thrown, ZSTR_KNOWN(ZEND_STR_MESSAGE), true, &rv));
    zend_clear_exception();
    stringmill_items_throw(items, code, ZSTR_VAL(message), offset);
    zend_string_release(message);
}

bool stringmill_decode_original(stringmill_items *items, const char *from, size_t len, zend_ulong offset, zval *value)
{
    ZVAL_NULL(value);
    php_json_decode_ex(value, from, len, items->flags | PHP_JSON_THROW_ON_ERROR, items->depth);
    if (EXPECTED(!EG(exception))) {
        return true;
    }
    stringmill_items_rethrow(items, offset + place_of_error(items, from, len));
    return false;
}

/* --------------------------------------------------------------------------------------------------------- steps --- */

/* Whether no call of the object is running. */
static zend_always_inline bool is_free(const stringmill_items *items)
{
    if (UNEXPECTED(items->busy)) {
        zend_throw_error(NULL, "JsonItems is reading already");
    }
    return EXPECTED(!items->busy);
}

/* Reads the next item. */
static void fetch(stringmill_items *items)
{
    items->begun = true;
    items->busy = true;
    if (stringmill_has_item(items)) {
        zval value;
        ZVAL_COPY_VALUE(&value, &items->value);
        ZVAL_UNDEF(&items->value);
        items->left = true;
        zval_ptr_dtor(&value);
    }
    if (EXPECTED(!EG(exception))) {
        if (items->lines) {
            stringmill_next_of_lines(items);
        } else {
            stringmill_next_of_path(items);
        }
        if (UNEXPECTED(items->place == STRINGMILL_AT_DONE)) {
            stringmill_window_close(&items->window);
        }
    }
    items->busy = false;
}

/* Whether there is an item. Reads the first item, and the next one after an exception. */
static zend_always_inline bool has_item(stringmill_items *items)
{
    if (UNEXPECTED(!stringmill_has_item(items)) && is_free(items) && items->place != STRINGMILL_AT_DONE) {
        fetch(items);
    }
    return stringmill_has_item(items);
}

/* Leaves the current item. Like a generator, an iterator that has not begun goes to its first item before. */
static zend_always_inline void next(stringmill_items *items)
{
    bool begun = items->begun;
    if (UNEXPECTED(!is_free(items))) {
        return;
    }
    fetch(items);
    if (UNEXPECTED(!begun) && stringmill_has_item(items)) {
        fetch(items);
    }
}

static void rewind_items(stringmill_items *items)
{
    if (UNEXPECTED(items->left)) {
        zend_throw_exception(spl_ce_LogicException, "JsonItems cannot be rewound after its first item: a stream is read once", 0);
    } else {
        has_item(items);
    }
}

/* ----------------------------------------------------------------------------------------------------- iteration --- */

static stringmill_items *items_of_iterator(zend_object_iterator *iterator)
{
    return items_of(Z_OBJ(iterator->data));
}

static void iterator_free(zend_object_iterator *iterator)
{
    zval_ptr_dtor(&iterator->data);
}

static int iterator_valid(zend_object_iterator *iterator)
{
    return has_item(items_of_iterator(iterator)) ? SUCCESS : FAILURE;
}

static zval *iterator_value(zend_object_iterator *iterator)
{
    stringmill_items *items = items_of_iterator(iterator);
    return has_item(items) ? &items->value : NULL;
}

static void iterator_key(zend_object_iterator *iterator, zval *key)
{
    stringmill_items *items = items_of_iterator(iterator);
    if (has_item(items)) {
        ZVAL_COPY(key, &items->key);
    } else {
        ZVAL_NULL(key);
    }
}

static void iterator_next(zend_object_iterator *iterator)
{
    next(items_of_iterator(iterator));
}

static void iterator_rewind(zend_object_iterator *iterator)
{
    rewind_items(items_of_iterator(iterator));
}

static HashTable *iterator_gc(zend_object_iterator *iterator, zval **table, int *count)
{
    *table = &iterator->data;
    *count = 1;
    return NULL;
}

static const zend_object_iterator_funcs iterator_functions = {
    .dtor = iterator_free,
    .valid = iterator_valid,
    .get_current_data = iterator_value,
    .get_current_key = iterator_key,
    .move_forward = iterator_next,
    .rewind = iterator_rewind,
    .get_gc = iterator_gc,
};

static zend_object_iterator *get_iterator(zend_class_entry *class, zval *object, int by_reference)
{
    (void) class;
    if (UNEXPECTED(by_reference)) {
        zend_throw_error(NULL, "An iterator cannot be used with foreach by reference");
        return NULL;
    }
    zend_object_iterator *iterator = emalloc(sizeof *iterator);
    zend_iterator_init(iterator);
    ZVAL_OBJ_COPY(&iterator->data, Z_OBJ_P(object));
    iterator->funcs = &iterator_functions;
    return iterator;
}

ZEND_METHOD(Stringmill_JsonItems, __construct)
{
    ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(Stringmill_JsonItems, current)
{
    ZEND_PARSE_PARAMETERS_NONE();
    stringmill_items *items = items_of(Z_OBJ_P(ZEND_THIS));
    if (has_item(items)) {
        RETURN_COPY(&items->value);
    }
}

ZEND_METHOD(Stringmill_JsonItems, key)
{
    ZEND_PARSE_PARAMETERS_NONE();
    stringmill_items *items = items_of(Z_OBJ_P(ZEND_THIS));
    if (has_item(items)) {
        RETURN_COPY(&items->key);
    }
}

ZEND_METHOD(Stringmill_JsonItems, next)
{
    ZEND_PARSE_PARAMETERS_NONE();
    next(items_of(Z_OBJ_P(ZEND_THIS)));
}

ZEND_METHOD(Stringmill_JsonItems, rewind)
{
    ZEND_PARSE_PARAMETERS_NONE();
    rewind_items(items_of(Z_OBJ_P(ZEND_THIS)));
}

ZEND_METHOD(Stringmill_JsonItems, valid)
{
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_BOOL(has_item(items_of(Z_OBJ_P(ZEND_THIS))));
}

ZEND_METHOD(Stringmill_JsonItems, offset)
{
    ZEND_PARSE_PARAMETERS_NONE();
    const stringmill_window *window = &items_of(Z_OBJ_P(ZEND_THIS))->window;
    RETURN_LONG((zend_long) stringmill_window_offset(window, window->at));
}

/* -------------------------------------------------------------------------------------------------------- object --- */

static zend_object *create(zend_class_entry *class)
{
    stringmill_items *items = zend_object_alloc(sizeof *items, class);
    memset(items, 0, XtOffsetOf(stringmill_items, std));
    ZVAL_NULL(&items->key);
    items->place = STRINGMILL_AT_DONE;
    items->window.ended = true;
    zend_object_std_init(&items->std, class);
    object_properties_init(&items->std, class);
    items->std.handlers = &handlers;
    return &items->std;
}

static void free_object(zend_object *object)
{
    stringmill_items *items = items_of(object);
    stringmill_window_free(&items->window);
    zval_ptr_dtor(&items->value);
    zval_ptr_dtor(&items->key);
    zval_ptr_dtor(&items->reject);
    stringmill_pointer_free(&items->pointer);
    if (items->open) {
        efree(items->open);
    }
    stringmill_names_free(items->names, STRINGMILL_NAMES);
    zend_object_std_dtor(object);
}

static HashTable *get_gc(zend_object *object, zval **table, int *count)
{
    stringmill_items *items = items_of(object);
    zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
    zend_get_gc_buffer_add_zval(buffer, &items->value);
    zend_get_gc_buffer_add_zval(buffer, &items->window.chunks);
    zend_get_gc_buffer_add_zval(buffer, &items->reject);
    if (items->window.cursor.iterator) {
        zend_get_gc_buffer_add_obj(buffer, &items->window.cursor.iterator->std);
    }
    zend_get_gc_buffer_use(buffer, table, count);
    return zend_std_get_properties(object);
}

void stringmill_items_startup(zend_class_entry *items, zend_class_entry *exception)
{
    items_class = items;
    exception_class = exception;
    items->create_object = create;
    items->get_iterator = get_iterator;
    memcpy(&handlers, zend_get_std_object_handlers(), sizeof handlers);
    handlers.offset = XtOffsetOf(stringmill_items, std);
    handlers.free_obj = free_object;
    handlers.get_gc = get_gc;
    handlers.clone_obj = NULL;
}

/* ----------------------------------------------------------------------------------------------------- functions --- */

/* Makes the object; NULL after an exception. `depth_argument` is the position of the argument $depth. */
static stringmill_items *make(zval *result, zval *source, zend_long flags, zend_long depth, uint32_t depth_argument)
{
    if (depth <= 0) {
        zend_argument_value_error(depth_argument, "must be greater than 0");
        return NULL;
    }
    if (depth > INT_MAX) {
        zend_argument_value_error(depth_argument, "must be less than %d", INT_MAX);
        return NULL;
    }
    object_init_ex(result, items_class);
    stringmill_items *items = items_of(Z_OBJ_P(result));
    if (!stringmill_window_open(&items->window, source)) {
        if (!EG(exception)) {
            zend_argument_type_error(1, "must be of type resource|string|iterable, %s given", zend_zval_type_name(source));
        }
        zval_ptr_dtor(result);
        ZVAL_UNDEF(result);
        return NULL;
    }
    items->window.ended = false;
    items->place = STRINGMILL_AT_START;
    items->flags = flags;
    items->depth = depth;
    items->known = !(flags & ~(zend_long) STRINGMILL_DECODE_FLAGS);
    items->decoding.names = items->names;
    items->decoding.levels = stringmill_levels_of(depth);
    items->decoding.bigint = flags & PHP_JSON_BIGINT_AS_STRING;
    items->decoding.arrays = flags & PHP_JSON_OBJECT_AS_ARRAY;
    return items;
}

ZEND_FUNCTION(Stringmill_json_items)
{
    zval *source;
    zend_string *text = ZSTR_EMPTY_ALLOC();
    zend_long flags = 0;
    zend_long depth = PHP_JSON_PARSER_DEFAULT_DEPTH;

    ZEND_PARSE_PARAMETERS_START(1, 4)
        Z_PARAM_ZVAL(source)
        Z_PARAM_OPTIONAL
        Z_PARAM_STR(text)
        Z_PARAM_LONG(flags)
        Z_PARAM_LONG(depth)
    ZEND_PARSE_PARAMETERS_END();

    stringmill_pointer pointer;
    if (!stringmill_pointer_read(&pointer, text)) {
        zend_argument_value_error(2, "must be a JSON Pointer: empty, or \"/\" before each name, in which \"~\" is \"~0\" and \"/\" is \"~1\"");
        RETURN_THROWS();
    }
    stringmill_items *items = make(return_value, source, flags, depth, 4);
    if (!items) {
        stringmill_pointer_free(&pointer);
        RETURN_THROWS();
    }
    items->pointer = pointer;
    items->open = safe_emalloc((size_t) pointer.count + 1, sizeof *items->open, 0);
}

ZEND_FUNCTION(Stringmill_ndjson_items)
{
    zval *source;
    zend_long flags = 0;
    zend_long depth = PHP_JSON_PARSER_DEFAULT_DEPTH;
    zend_fcall_info reject = empty_fcall_info;
    zend_fcall_info_cache cache = empty_fcall_info_cache;

    ZEND_PARSE_PARAMETERS_START(1, 4)
        Z_PARAM_ZVAL(source)
        Z_PARAM_OPTIONAL
        Z_PARAM_LONG(flags)
        Z_PARAM_LONG(depth)
        Z_PARAM_FUNC_OR_NULL(reject, cache)
    ZEND_PARSE_PARAMETERS_END();

    stringmill_items *items = make(return_value, source, flags, depth, 3);
    if (!items) {
        RETURN_THROWS();
    }
    items->lines = true;
    if (ZEND_FCI_INITIALIZED(reject)) {
        ZVAL_COPY(&items->reject, &reject.function_name);
    }
}
