#include "cursor.h"

bool stringmill_cursor_open(stringmill_cursor *cursor, zval *iterable)
{
    memset(cursor, 0, sizeof *cursor);
    if (Z_TYPE_P(iterable) == IS_ARRAY) {
        cursor->array = Z_ARR_P(iterable);
        GC_TRY_ADDREF(cursor->array);
        return true;
    }
    zend_class_entry *class = Z_OBJCE_P(iterable);
    cursor->iterator = class->get_iterator(class, iterable, 0);
    if (EXPECTED(cursor->iterator && !EG(exception))) {
        return true;
    }
    stringmill_cursor_close(cursor);
    return false;
}

static zval *next_of_array(stringmill_cursor *cursor, bool begun)
{
    if (begun) {
        zend_hash_move_forward_ex(cursor->array, &cursor->position);
    } else {
        zend_hash_internal_pointer_reset_ex(cursor->array, &cursor->position);
    }
    zval *value = zend_hash_get_current_data_ex(cursor->array, &cursor->position);
    if (value) {
        ZVAL_DEREF(value);
    }
    return value;
}

static zval *next_of_iterator(zend_object_iterator *iterator, bool begun)
{
    if (begun) {
        iterator->index++;
        iterator->funcs->move_forward(iterator);
    } else {
        iterator->index = 0;
        if (iterator->funcs->rewind) {
            iterator->funcs->rewind(iterator);
        }
    }
    if (UNEXPECTED(EG(exception)) || iterator->funcs->valid(iterator) != SUCCESS || UNEXPECTED(EG(exception))) {
        return NULL;
    }
    zval *value = iterator->funcs->get_current_data(iterator);
    if (UNEXPECTED(EG(exception)) || UNEXPECTED(!value)) {
        return NULL;
    }
    ZVAL_DEREF(value);
    return value;
}

zval *stringmill_cursor_next(stringmill_cursor *cursor)
{
    bool begun = cursor->begun;
    cursor->begun = true;
    return cursor->array ? next_of_array(cursor, begun) : next_of_iterator(cursor->iterator, begun);
}

bool stringmill_cursor_key(stringmill_cursor *cursor, zval *key)
{
    if (cursor->array) {
        zend_hash_get_current_key_zval_ex(cursor->array, key, &cursor->position);
        return true;
    }
    if (!cursor->iterator->funcs->get_current_key) {
        ZVAL_LONG(key, (zend_long) cursor->iterator->index);
        return true;
    }
    cursor->iterator->funcs->get_current_key(cursor->iterator, key);
    return !EG(exception);
}

void stringmill_cursor_close(stringmill_cursor *cursor)
{
    zend_array *array = cursor->array;
    zend_object_iterator *iterator = cursor->iterator;
    cursor->array = NULL;
    cursor->iterator = NULL;
    if (array && !(GC_FLAGS(array) & GC_IMMUTABLE) && GC_DELREF(array) == 0) {
        zend_array_destroy(array);
    }
    if (iterator) {
        zend_iterator_dtor(iterator);
    }
}
