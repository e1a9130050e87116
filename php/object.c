/* Writes objects: public properties, results of jsonSerialize, enums. */

#include "walk.h"
#include "zend_enum.h"
#include "zend_exceptions.h"
#if PHP_VERSION_ID >= 80400
#include "zend_lazy_objects.h"
#include "zend_property_hooks.h"
#endif

/* Whether an object has the standard property handlers, no hooks, and is not lazy. */
static zend_always_inline bool is_plain(zend_object *object)
{
    return !object->handlers->get_properties_for && object->handlers->get_properties == zend_std_get_properties
#if PHP_VERSION_ID >= 80400
        /* 8.4 has property hooks, and lazy objects, which may be uninitialised. */
        && !object->ce->num_hooked_props && !zend_object_is_lazy(object)
#endif
        ;
}

/* Writes the public properties of an object, in the order of its slots. */
static zend_always_inline char *encode_slots(stringmill_encoder *encoder, zend_object *object, char *at, bool *empty)
{
    zend_class_entry *ce = object->ce;
    for (int i = 0; i < ce->default_properties_count; i++) {
        const zend_property_info *info = ce->properties_info_table[i];
        if (!info || !(info->flags & ZEND_ACC_PUBLIC)) {
            continue;
        }
        zval *value = OBJ_PROP(object, info->offset);
        if (Z_TYPE_P(value) == IS_UNDEF) {
            continue;
        }
        at = stringmill_key(encoder, info->name, separate(encoder, at, *empty));
        at = encode_value(encoder, value, colon(encoder, at));
        if (UNEXPECTED(!at)) {
            return NULL;
        }
        *empty = false;
    }
    return at;
}

/* Writes an object without a property table: all its properties are in slots. */
static zend_always_inline char *encode_plain_object(stringmill_encoder *encoder, zend_object *object, char *at)
{
    if (UNEXPECTED(GC_IS_RECURSIVE(object))) {
        return stringmill_fail(encoder, at, PHP_JSON_ERROR_RECURSION, "null");
    }
    bool empty = true;
    stringmill_mark(encoder, (zend_refcounted *) object);
    encoder->depth++;
    at = stringmill_room(encoder, at, 1);
    *at++ = '{';
    at = encode_slots(encoder, object, at, &empty);
    stringmill_unmark(encoder, (zend_refcounted *) object);
    return EXPECTED(at) ? close_container(encoder, at, empty, '}') : NULL;
}

#if PHP_VERSION_ID >= 80400

/* For a hooked property, the table has its zend_property_info instead of a value. Reads the property into `read`.
 * Returns NULL if it has no getter, or if the getter has thrown. */
static zval *read_hooked(zend_object *object, zval *value, zval *read)
{
    zend_property_info *info = Z_PTR_P(value);
    if ((info->flags & ZEND_ACC_VIRTUAL) && !info->hooks[ZEND_PROPERTY_HOOK_GET]) {
        return NULL;
    }
    value = zend_read_property_ex(info->ce, object, info->name, true, read);
    return EG(exception) ? NULL : value;
}

#endif

/* Writes one property of a table. */
static zend_always_inline char *encode_property(stringmill_encoder *encoder, zend_string *key, zend_ulong index,
                                                zval *value, char *at, bool *empty)
{
    at = separate(encoder, at, *empty);
    at = EXPECTED(key) ? stringmill_key(encoder, key, at) : index_key(index, at);
    *empty = false;
    return encode_value(encoder, value, colon(encoder, at));
}

/* Writes the properties in the table that the object's handlers return. Sets `thrown` if reading one has thrown: as
 * PHP does, the caller then writes no closing bracket and does not decrement the depth. */
static char *encode_table(stringmill_encoder *encoder, zend_object *object, zend_array *table, char *at, bool *empty,
                          bool *thrown)
{
    zend_ulong index;
    zend_string *key;
    zval *value;
    ZEND_HASH_FOREACH_KEY_VAL_IND(table, index, key, value) {
        if (key && ZSTR_LEN(key) > 0 && ZSTR_VAL(key)[0] == '\0') {
            /* The property is not public. */
            continue;
        }
#if PHP_VERSION_ID >= 80400
        if (UNEXPECTED(Z_TYPE_P(value) == IS_PTR)) {
            zval read;
            ZVAL_UNDEF(&read);
            value = read_hooked(object, value, &read);
            if (UNEXPECTED(!value)) {
                if (EG(exception)) {
                    zval_ptr_dtor(&read);
                    *thrown = true;
                    return PARTIAL(encoder) ? at : NULL;
                }
                continue;
            }
            at = encode_property(encoder, key, index, value, at, empty);
            zval_ptr_dtor(&read);
        } else
#endif
        at = encode_property(encoder, key, index, value, at, empty);
        if (UNEXPECTED(!at)) {
            return NULL;
        }
    } ZEND_HASH_FOREACH_END();
    (void) object;
    (void) thrown;
    return at;
}

/* Where the recursion mark of an object with a property table goes: to the table, or to the object if each call
 * makes a new table. */
static zend_always_inline zend_refcounted *marked_for_table(zend_object *object, zend_array *table)
{
#if PHP_VERSION_ID >= 80400
    if (object->ce->num_hooked_props) {
        return (zend_refcounted *) object;
    }
#endif
    (void) object;
    return (zend_refcounted *) table;
}

/* Gets the property table of an object. The caller releases it. */
static zend_always_inline zend_array *table_of(zend_object *object, bool plain)
{
    if (EXPECTED(plain)) {
        GC_TRY_ADDREF(object->properties);
        return object->properties;
    }
    zval value;
    ZVAL_OBJ(&value, object);
    return zend_get_properties_for(&value, ZEND_PROP_PURPOSE_JSON);
}

/* Writes an object with a property table, or with its own handlers. */
static zend_never_inline char *encode_table_object(stringmill_encoder *encoder, zend_object *object, bool plain,
                                                   char *at)
{
    zend_array *table = table_of(object, plain);
    zend_refcounted *marked = marked_for_table(object, table);
    if (UNEXPECTED(marked && GC_IS_RECURSIVE(marked))) {
        zend_release_properties(table);
        return stringmill_fail(encoder, at, PHP_JSON_ERROR_RECURSION, "null");
    }
    if (marked) {
        stringmill_mark(encoder, marked);
    }
    bool empty = true, thrown = false;
    encoder->depth++;
    at = stringmill_room(encoder, at, 1);
    *at++ = '{';
    if (table && zend_hash_num_elements(table)) {
        at = encode_table(encoder, object, table, at, &empty, &thrown);
    }
    if (marked) {
        stringmill_unmark(encoder, marked);
    }
    if (EXPECTED(at) && EXPECTED(!thrown)) {
        at = close_container(encoder, at, empty, '}');
    }
    zend_release_properties(table);
    return at;
}

/* Writes the public properties of an object. */
static zend_never_inline char *encode_object(stringmill_encoder *encoder, zend_object *object, char *at)
{
    if (UNEXPECTED(stack_is_short())) {
        return stringmill_fail(encoder, at, PHP_JSON_ERROR_DEPTH, "null");
    }
    GC_ADDREF(object);
    bool plain = is_plain(object);
    at = plain && !object->properties ? encode_plain_object(encoder, object, at)
        : encode_table_object(encoder, object, plain, at);
    if (UNEXPECTED(GC_DELREF(object) == 0)) {
        zend_objects_store_del(object);
    }
    return at;
}

static zend_never_inline char *encode_enum(stringmill_encoder *encoder, zend_object *object, char *at)
{
    if (object->ce->enum_backing_type == IS_UNDEF) {
        return stringmill_fail(encoder, at, PHP_JSON_ERROR_NON_BACKED_ENUM, "0");
    }
    return encode_value(encoder, zend_enum_fetch_case_value(object), stringmill_room(encoder, at, STRINGMILL_ROOM));
}

/* --------------------------------------------------------------------------------------------- JsonSerializable --- */

static zend_function *serialize_of(stringmill_encoder *encoder, zend_class_entry *ce)
{
    if (UNEXPECTED(encoder->serializable != ce)) {
        encoder->serializable = ce;
        encoder->serialize = zend_hash_str_find_ptr(&ce->function_table, ZEND_STRL("jsonserialize"));
    }
    return encoder->serialize;
}

/* Writes the result of jsonSerialize. If it is the object itself, writes its public properties; that is not a
 * recursion. */
static char *encode_serialized(stringmill_encoder *encoder, zend_object *object, stringmill_guard *guard,
                               zval *value, char *at)
{
    if (Z_TYPE_P(value) == IS_OBJECT && Z_OBJ_P(value) == object) {
        stringmill_guard_unset(encoder, object, guard);
        return encode_object(encoder, object, at);
    }
    at = encode_value(encoder, value, stringmill_room(encoder, at, STRINGMILL_ROOM));
    stringmill_guard_unset(encoder, object, guard);
    return at;
}

/* Calls jsonSerialize. The value is undefined if the call has thrown. */
static void call_serialize(stringmill_encoder *encoder, zend_object *object, zval *value)
{
    zend_call_known_function(serialize_of(encoder, object->ce), object, object->ce, value, 0, NULL, NULL);
    if (UNEXPECTED(Z_TYPE_P(value) == IS_UNDEF) && !EG(exception)) {
        zend_throw_exception_ex(NULL, 0, "Failed calling %s::jsonSerialize()", ZSTR_VAL(object->ce->name));
    }
}

/* Releases an object that code of the program dropped while its jsonSerialize ran. PHP keeps no reference to it, so
 * the destructor runs before the value is encoded, and can throw. */
static ZEND_COLD void end_dropped(stringmill_encoder *encoder, zend_object *object, stringmill_guard *guard, zval *value)
{
    stringmill_guard_unset(encoder, object, guard);
    OBJ_RELEASE(object);
    if (EG(exception)) {
        zval_ptr_dtor(value);
        ZVAL_UNDEF(value);
    }
}

static zend_never_inline char *encode_serializable(stringmill_encoder *encoder, zend_object *object, char *at)
{
    /* Handlers and code of the program may release the object. */
    GC_ADDREF(object);
    stringmill_guard guard = stringmill_guard_of(object);
    if (UNEXPECTED(stringmill_is_guarded(object, &guard))) {
        OBJ_RELEASE(object);
        return stringmill_fail(encoder, at, PHP_JSON_ERROR_RECURSION, "null");
    }
    zval value;
    stringmill_guard_set(encoder, object, &guard);
    call_serialize(encoder, object, &value);
    bool dropped = GC_REFCOUNT(object) == 1;
    if (UNEXPECTED(dropped)) {
        end_dropped(encoder, object, &guard, &value);
    }
    if (UNEXPECTED(Z_TYPE(value) == IS_UNDEF)) {
        /* jsonSerialize or the destructor has thrown: the exception is the error of the call. */
        if (!dropped) {
            stringmill_guard_unset(encoder, object, &guard);
        }
        at = PARTIAL(encoder) ? literal(stringmill_room(encoder, at, 4), "null", 4) : NULL;
    } else {
        at = EXPECTED(!dropped) ? encode_serialized(encoder, object, &guard, &value, at)
            : encode_value(encoder, &value, stringmill_room(encoder, at, STRINGMILL_ROOM));
        zval_ptr_dtor(&value);
    }
    if (EXPECTED(!dropped)) {
        OBJ_RELEASE(object);
    }
    return at;
}

char *stringmill_object(stringmill_encoder *encoder, zend_object *object, char *at)
{
    zend_class_entry *ce = object->ce;
    if (ce->num_interfaces && instanceof_function(ce, php_json_serializable_ce)) {
        return encode_serializable(encoder, object, at);
    }
    return ce->ce_flags & ZEND_ACC_ENUM ? encode_enum(encoder, object, at) : encode_object(encoder, object, at);
}
