/*
 * Recursion marks. Values that are being encoded carry the engine's own bits, because user code may call json_encode,
 * var_dump and similar functions meanwhile. Each mark is recorded, so that it can be removed if the engine bails out:
 * shutdown functions still run after that.
 */

#ifndef STRINGMILL_MARKS_H
#define STRINGMILL_MARKS_H

#include "encoder.h"

void stringmill_mark_more(stringmill_encoder *encoder);

static zend_always_inline void stringmill_note(stringmill_encoder *encoder, uintptr_t mark)
{
    if (UNEXPECTED(encoder->mark_count == encoder->mark_room)) {
        stringmill_mark_more(encoder);
    }
    encoder->marks[encoder->mark_count++] = mark;
}

/* Marks an array or an object. Immutable arrays have no mark: they cannot contain themselves, and cannot be written
 * to. */
static zend_always_inline void stringmill_mark(stringmill_encoder *encoder, zend_refcounted *counted)
{
    if (!(GC_FLAGS(counted) & GC_IMMUTABLE)) {
        stringmill_note(encoder, (uintptr_t) counted);
        GC_PROTECT_RECURSION(counted);
    }
}

static zend_always_inline void stringmill_unmark(stringmill_encoder *encoder, zend_refcounted *counted)
{
    if (!(GC_FLAGS(counted) & GC_IMMUTABLE)) {
        GC_UNPROTECT_RECURSION(counted);
        encoder->mark_count--;
    }
}

/* The guard of an object, which is set while its jsonSerialize runs. This bit of a note distinguishes a guard from
 * a mark of a container, because addresses of both are multiples of four. */
#define STRINGMILL_IS_GUARD 1u

#if PHP_VERSION_ID >= 80300

/* Since 8.3 a bit of the object is the guard. */
typedef uint32_t *stringmill_guard;

static zend_always_inline stringmill_guard stringmill_guard_of(zend_object *object)
{
    return zend_get_recursion_guard(object);
}

static zend_always_inline bool stringmill_is_guarded(zend_object *object, const stringmill_guard *guard)
{
    (void) object;
    return ZEND_GUARD_IS_RECURSIVE(*guard, JSON);
}

static zend_always_inline void stringmill_guard_set(stringmill_encoder *encoder, zend_object *object,
                                                    stringmill_guard *guard)
{
    (void) object;
    stringmill_note(encoder, (uintptr_t) *guard | STRINGMILL_IS_GUARD);
    ZEND_GUARD_PROTECT_RECURSION(*guard, JSON);
}

static zend_always_inline void stringmill_guard_unset(stringmill_encoder *encoder, zend_object *object,
                                                      stringmill_guard *guard)
{
    (void) object;
    ZEND_GUARD_UNPROTECT_RECURSION(*guard, JSON);
    encoder->mark_count--;
}

/* Removes the guard that a note refers to. */
static zend_always_inline void stringmill_guard_forget(uintptr_t note)
{
    ZEND_GUARD_UNPROTECT_RECURSION((uint32_t *) note, JSON);
}

#else

/* Before 8.3 the mark is in the table that get_properties returns. That handler can have side effects, so it is
 * called once, as PHP does. */
typedef struct stringmill_guard {
    zend_array *table; /* NULL: the class has no table, or an immutable one; recursion is then not detected */
    bool own;          /* the table is object->properties; otherwise the guard has a reference to it */
} stringmill_guard;

static zend_always_inline stringmill_guard stringmill_guard_of(zend_object *object)
{
    zend_array *table = object->handlers->get_properties(object);
    if (table && GC_FLAGS(table) & GC_IMMUTABLE) {
        table = NULL;
    }
    return (stringmill_guard) {table, table == object->properties};
}

/* Whether the object copied its table because a guard had a reference to the marked one. PHP keeps no reference,
 * and so would find its mark in the table of the object. */
bool stringmill_left_marked_table(zend_object *object);

static zend_always_inline bool stringmill_is_guarded(zend_object *object, const stringmill_guard *guard)
{
    return guard->table && (GC_IS_RECURSIVE(guard->table) || (!guard->own && stringmill_left_marked_table(object)));
}

/* Takes no reference to the object's own table: with one, the next write would copy the table without the mark. */
static zend_always_inline void stringmill_guard_set(stringmill_encoder *encoder, zend_object *object,
                                                    stringmill_guard *guard)
{
    if (!guard->table) {
        return;
    }
    if (!guard->own) {
        GC_ADDREF(guard->table);
        zend_hash_index_update_ptr(STRINGMILL_HELD, (zend_ulong) (uintptr_t) guard->table, object);
    }
    stringmill_note(encoder, guard->own ? (uintptr_t) object | STRINGMILL_IS_GUARD : (uintptr_t) guard->table);
    GC_PROTECT_RECURSION(guard->table);
}

/* Checks first whether code of the program has replaced the object's own table and freed the old one. */
static zend_always_inline void stringmill_guard_unset(stringmill_encoder *encoder, zend_object *object,
                                                      stringmill_guard *guard)
{
    if (!guard->table) {
        return;
    }
    encoder->mark_count--;
    if (!guard->own || object->properties == guard->table) {
        GC_UNPROTECT_RECURSION(guard->table);
    }
    if (!guard->own) {
        zend_hash_index_del(STRINGMILL_HELD, (zend_ulong) (uintptr_t) guard->table);
        zend_release_properties(guard->table);
    }
}

/* Removes the guard that a note refers to. */
static zend_always_inline void stringmill_guard_forget(uintptr_t note)
{
    zend_array *table = ((zend_object *) note)->properties;
    if (table) {
        GC_TRY_UNPROTECT_RECURSION(table);
    }
}

#endif

/* Removes all recorded marks. */
void stringmill_unmark_all(stringmill_encoder *encoder);

/* Frees the array of marks, unless it is the one inside the encoder. */
static zend_always_inline void stringmill_marks_free(stringmill_encoder *encoder)
{
    if (UNEXPECTED(encoder->marks != encoder->first_marks)) {
        efree(encoder->marks);
        encoder->marks = encoder->first_marks;
    }
}

#endif
