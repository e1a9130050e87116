/*
 * An extension for the tests alone: objects whose handlers are unlike those of classes in PHP, an extension that wraps
 * json_encode, and an observer of calls. tools/run php compiles it.
 *
 * The classes have one handler each, or all of them; classes of PHP can inherit these. A handler notes its name in the
 * array that Odd\listen() was given, and does what the object's answer says:
 *
 *   null       there is no table
 *   true       what ordinary objects have
 *   an array   this very table, which the object keeps
 *   a closure  is called; the table that it returns is kept until the next one
 *
 *   odd.wrap=1     json_encode notes whose handler it was before, and calls that
 *   odd.observe=1  each call of a function is noted
 */

#include "php.h"
#include "php_ini.h"
#include "zend_closures.h"
#include "zend_observer.h"
#include "ext/json/php_json.h"

ZEND_BEGIN_MODULE_GLOBALS(odd)
    zval log;
ZEND_END_MODULE_GLOBALS(odd)

#if defined(ZTS) && defined(COMPILE_DL_ODD)
ZEND_TSRMLS_CACHE_DEFINE()
#endif

ZEND_DECLARE_MODULE_GLOBALS(odd)
#define LOG (&ZEND_MODULE_GLOBALS_ACCESSOR(odd, log))

static void note(const char *what)
{
    if (Z_ISREF_P(LOG) && Z_TYPE_P(Z_REFVAL_P(LOG)) == IS_ARRAY) {
        SEPARATE_ARRAY(Z_REFVAL_P(LOG));
        add_next_index_string(Z_REFVAL_P(LOG), what);
    }
}

/* ------------------------------------------------------------------------------------------------------ objects --- */

typedef struct odd_object {
    zval answer;
    zval kept; /* what a closure returned last, and what read_property points at */
    zend_object std;
} odd_object;

static odd_object *odd_of(zend_object *object)
{
    return (odd_object *) ((char *) object - XtOffsetOf(odd_object, std));
}

/* The table that the answer means, which the object keeps; `ordinary` is that of an ordinary object. */
static zend_array *table_of(zend_object *object, zend_array *(*ordinary)(zend_object *))
{
    odd_object *odd = odd_of(object);
    if (Z_TYPE(odd->answer) == IS_TRUE) {
        return ordinary(object);
    }
    if (Z_TYPE(odd->answer) == IS_ARRAY) {
        return Z_ARR(odd->answer);
    }
    if (Z_TYPE(odd->answer) != IS_OBJECT) {
        return NULL;
    }
    zval table, before;
    ZVAL_UNDEF(&table);
    GC_ADDREF(object);
    zend_call_method_if_exists(Z_OBJ(odd->answer), ZSTR_KNOWN(ZEND_STR_MAGIC_INVOKE), &table, 0, NULL);
    ZVAL_COPY_VALUE(&before, &odd->kept);
    ZVAL_COPY_VALUE(&odd->kept, &table);
    zval_ptr_dtor(&before);
    GC_DELREF(object);
    return Z_TYPE(odd->kept) == IS_ARRAY ? Z_ARR(odd->kept) : NULL;
}

static zend_array *get_properties(zend_object *object)
{
    note("get_properties");
    return table_of(object, zend_std_get_properties);
}

static zend_array *standard_for_json(zend_object *object)
{
    return zend_std_get_properties_for(object, ZEND_PROP_PURPOSE_JSON);
}

static zend_array *get_properties_for(zend_object *object, zend_prop_purpose purpose)
{
    if (purpose != ZEND_PROP_PURPOSE_JSON) {
        return zend_std_get_properties_for(object, purpose);
    }
    note("get_properties_for");
    if (Z_TYPE(odd_of(object)->answer) == IS_TRUE) {
        return standard_for_json(object);
    }
    zend_array *table = table_of(object, standard_for_json);
    if (table) {
        GC_TRY_ADDREF(table);
    }
    return table;
}

/* Points at a value of the object, and not at `read`, which is free to any handler. */
static zval *read_property(zend_object *object, zend_string *name, int type, void **cache_slot, zval *read)
{
    (void) type;
    (void) cache_slot;
    (void) read;
    note("read_property");
    odd_object *odd = odd_of(object);
    zval_ptr_dtor(&odd->kept);
    ZVAL_STR(&odd->kept, zend_string_concat2(ZEND_STRL("read "), ZSTR_VAL(name), ZSTR_LEN(name)));
    return &odd->kept;
}

static int has_property(zend_object *object, zend_string *name, int check, void **cache_slot)
{
    note("has_property");
    return zend_std_has_property(object, name, check, cache_slot);
}

static zval *write_property(zend_object *object, zend_string *name, zval *value, void **cache_slot)
{
    note("write_property");
    return zend_std_write_property(object, name, value, cache_slot);
}

static zval *read_dimension(zend_object *object, zval *offset, int type, zval *read)
{
    (void) object;
    (void) offset;
    (void) type;
    note("read_dimension");
    ZVAL_STRING(read, "read");
    return read;
}

static int has_dimension(zend_object *object, zval *offset, int check)
{
    (void) object;
    (void) offset;
    (void) check;
    note("has_dimension");
    return 1;
}

static zend_result cast_object(zend_object *object, zval *to, int type)
{
    (void) object;
    (void) type;
    note("cast_object");
    ZVAL_STRING(to, "12.5");
    return SUCCESS;
}

static zend_result count_elements(zend_object *object, zend_long *count)
{
    (void) object;
    note("count_elements");
    *count = 3;
    return SUCCESS;
}

static zend_array *get_debug_info(zend_object *object, int *is_temporary)
{
    (void) object;
    note("get_debug_info");
    *is_temporary = 1;
    return zend_new_array(0);
}

static int compare(zval *one, zval *two)
{
    (void) one;
    (void) two;
    note("compare");
    return 0;
}

static zend_string *get_class_name(const zend_object *object)
{
    note("get_class_name");
    return zend_std_get_class_name(object);
}

static zend_function *get_method(zend_object **object, zend_string *method, const zval *key)
{
    note("get_method");
    return zend_std_get_method(object, method, key);
}

/* Without it the collector calls get_properties. */
static zend_array *get_gc(zend_object *object, zval **values, int *count)
{
    zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
    zend_get_gc_buffer_add_zval(buffer, &odd_of(object)->answer);
    zend_get_gc_buffer_add_zval(buffer, &odd_of(object)->kept);
    for (int i = 0; i < object->ce->default_properties_count; i++) {
        zend_get_gc_buffer_add_zval(buffer, &object->properties_table[i]);
    }
    zend_get_gc_buffer_use(buffer, values, count);
    return object->properties;
}

static void free_object(zend_object *object)
{
    zval_ptr_dtor(&odd_of(object)->answer);
    zval_ptr_dtor(&odd_of(object)->kept);
    zend_object_std_dtor(object);
}

enum kind { TABLE, TABLE_FOR, ACCESS, EVERY, KINDS };

static const char *const names[KINDS] = {"Odd\\Table", "Odd\\TableFor", "Odd\\Access", "Odd\\Every"};
static zend_object_handlers handlers[KINDS];

static void fill_handlers(enum kind kind)
{
    zend_object_handlers *of = &handlers[kind];
    *of = std_object_handlers;
    of->offset = XtOffsetOf(odd_object, std);
    of->free_obj = free_object;
    of->get_gc = get_gc;
    of->clone_obj = NULL;
    if (kind == TABLE || kind == EVERY) {
        of->get_properties = get_properties;
    }
    if (kind == TABLE_FOR || kind == EVERY) {
        of->get_properties_for = get_properties_for;
    }
    if (kind == ACCESS || kind == EVERY) {
        of->read_property = read_property;
        of->has_property = has_property;
        of->write_property = write_property;
        of->read_dimension = read_dimension;
        of->has_dimension = has_dimension;
        of->cast_object = cast_object;
        of->count_elements = count_elements;
        of->get_debug_info = get_debug_info;
        of->compare = compare;
        of->get_class_name = get_class_name;
        of->get_method = get_method;
    }
}

static zend_object *create(zend_class_entry *ce, enum kind kind)
{
    odd_object *odd = zend_object_alloc(sizeof *odd, ce);
    ZVAL_NULL(&odd->answer);
    ZVAL_UNDEF(&odd->kept);
    zend_object_std_init(&odd->std, ce);
    object_properties_init(&odd->std, ce);
    odd->std.handlers = &handlers[kind];
    return &odd->std;
}

static zend_object *create_table(zend_class_entry *ce) { return create(ce, TABLE); }
static zend_object *create_table_for(zend_class_entry *ce) { return create(ce, TABLE_FOR); }
static zend_object *create_access(zend_class_entry *ce) { return create(ce, ACCESS); }
static zend_object *create_every(zend_class_entry *ce) { return create(ce, EVERY); }

static zend_object *(*const creators[KINDS])(zend_class_entry *) = {create_table, create_table_for, create_access, create_every};

/* answer(mixed $answer): static */
static ZEND_METHOD(Odd, answer)
{
    zval *answer, before;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ZVAL(answer)
    ZEND_PARSE_PARAMETERS_END();
    odd_object *odd = odd_of(Z_OBJ_P(ZEND_THIS));
    ZVAL_COPY_VALUE(&before, &odd->answer);
    ZVAL_COPY(&odd->answer, answer);
    zval_ptr_dtor(&before);
    RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
}

/* add(string $key, mixed $value): void, to an answer that is an array. It is copied if others hold it. */
static ZEND_METHOD(Odd, add)
{
    zend_string *key;
    zval *value;
    ZEND_PARSE_PARAMETERS_START(2, 2)
        Z_PARAM_STR(key)
        Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    zval *answer = &odd_of(Z_OBJ_P(ZEND_THIS))->answer;
    if (Z_TYPE_P(answer) == IS_ARRAY) {
        SEPARATE_ARRAY(answer);
        Z_TRY_ADDREF_P(value);
        zend_symtable_update(Z_ARR_P(answer), key, value);
    }
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_answer, 0, 0, 1)
    ZEND_ARG_TYPE_INFO(0, answer, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_add, 0, 0, 2)
    ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
    ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry methods[] = {
    ZEND_ME(Odd, answer, arginfo_answer, ZEND_ACC_PUBLIC)
    ZEND_ME(Odd, add, arginfo_add, ZEND_ACC_PUBLIC)
    ZEND_FE_END
};

/* A JsonSerializable class without a line of PHP, as extensions have them: it returns its answer. */
static ZEND_METHOD(Odd, jsonSerialize)
{
    ZEND_PARSE_PARAMETERS_NONE();
    note("jsonSerialize");
    RETURN_COPY(&odd_of(Z_OBJ_P(ZEND_THIS))->kept);
}

/* give(mixed $given): static, what jsonSerialize returns. */
static ZEND_METHOD(Odd, give)
{
    zval *given;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ZVAL(given)
    ZEND_PARSE_PARAMETERS_END();
    odd_object *odd = odd_of(Z_OBJ_P(ZEND_THIS));
    zval_ptr_dtor(&odd->kept);
    ZVAL_COPY(&odd->kept, given);
    RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
}

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_json_serialize, 0, 0, IS_MIXED, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry telling_methods[] = {
    ZEND_ME(Odd, jsonSerialize, arginfo_json_serialize, ZEND_ACC_PUBLIC)
    ZEND_ME(Odd, give, arginfo_answer, ZEND_ACC_PUBLIC)
    ZEND_FE_END
};

static zend_class_entry *add_class(const char *name, const zend_function_entry *functions, zend_class_entry *parent)
{
    zend_class_entry ce;
    INIT_CLASS_ENTRY_EX(ce, name, strlen(name), functions);
    zend_class_entry *class = zend_register_internal_class_ex(&ce, parent);
    class->ce_flags |= ZEND_ACC_ALLOW_DYNAMIC_PROPERTIES | ZEND_ACC_NOT_SERIALIZABLE;
    return class;
}

static void add_classes(void)
{
    zend_class_entry *table = NULL;
    for (int kind = 0; kind < KINDS; kind++) {
        fill_handlers(kind);
        zend_class_entry *class = add_class(names[kind], methods, NULL);
        class->create_object = creators[kind];
        table = table ? table : class;
    }
    zend_class_implements(add_class("Odd\\Telling", telling_methods, table), 1, php_json_serializable_ce);
}

/* ----------------------------------------------------------------------------------------- wrapping and observing --- */

static zif_handler wrapped;

static bool is_of_php(zif_handler handler)
{
    const zend_module_entry *json = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("json"));
    const zend_function_entry *function = json->functions;
    while (strcmp(function->fname, "json_encode") != 0) {
        function++;
    }
    return handler == function->handler;
}

static ZEND_FUNCTION(wrapping)
{
    note(is_of_php(wrapped) ? "wraps PHP's own" : "wraps another");
    wrapped(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static zend_internal_function *json_encode_entry(void)
{
    return zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("json_encode"));
}

static void observed(zend_execute_data *execute_data)
{
    const zend_function *function = execute_data->func;
    if (function->common.function_name) {
        char call[256];
        snprintf(call, sizeof call, "call of %s", ZSTR_VAL(function->common.function_name));
        note(call);
    }
}

static zend_observer_fcall_handlers observe(zend_execute_data *execute_data)
{
    (void) execute_data;
    return (zend_observer_fcall_handlers) {observed, NULL};
}

/* Odd\listen(array &$log): void */
static ZEND_FUNCTION(listen)
{
    zval *log;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ZVAL(log)
    ZEND_PARSE_PARAMETERS_END();
    zval_ptr_dtor(LOG);
    ZVAL_COPY(LOG, log);
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_listen, 0, 0, 1)
    ZEND_ARG_INFO(1, log)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
    ZEND_NS_FE("Odd", listen, arginfo_listen)
    ZEND_FE_END
};

/* ------------------------------------------------------------------------------------------------------- module --- */

PHP_INI_BEGIN()
    PHP_INI_ENTRY("odd.wrap", "0", PHP_INI_SYSTEM, NULL)
    PHP_INI_ENTRY("odd.observe", "0", PHP_INI_SYSTEM, NULL)
PHP_INI_END()

static PHP_GINIT_FUNCTION(odd)
{
#if defined(ZTS) && defined(COMPILE_DL_ODD)
    ZEND_TSRMLS_CACHE_UPDATE();
#endif
    ZVAL_UNDEF(&odd_globals->log);
}

static PHP_MINIT_FUNCTION(odd)
{
    (void) type;
    REGISTER_INI_ENTRIES();
    add_classes();
    if (INI_BOOL("odd.wrap") && json_encode_entry()) {
        wrapped = json_encode_entry()->handler;
        json_encode_entry()->handler = ZEND_FN(wrapping);
    }
    if (INI_BOOL("odd.observe")) {
        zend_observer_fcall_register(observe);
    }
    return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(odd)
{
    (void) type;
    if (wrapped && json_encode_entry()) {
        json_encode_entry()->handler = wrapped;
    }
    UNREGISTER_INI_ENTRIES();
    return SUCCESS;
}

static PHP_RSHUTDOWN_FUNCTION(odd)
{
    (void) type;
    (void) module_number;
    zval_ptr_dtor(LOG);
    ZVAL_UNDEF(LOG);
    return SUCCESS;
}

static const zend_module_dep dependencies[] = {
    ZEND_MOD_REQUIRED("json")
    ZEND_MOD_END
};

zend_module_entry odd_module_entry = {
    STANDARD_MODULE_HEADER_EX, NULL, dependencies, "odd", functions,
    PHP_MINIT(odd), PHP_MSHUTDOWN(odd), NULL, PHP_RSHUTDOWN(odd), NULL, "0",
    PHP_MODULE_GLOBALS(odd), PHP_GINIT(odd), NULL, NULL, STANDARD_MODULE_PROPERTIES_EX
};

ZEND_GET_MODULE(odd)
