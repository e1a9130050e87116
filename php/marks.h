/*
 * What is being encoded is marked with the engine's own bits, since user code may call json_encode, var_dump and
 * others meanwhile. All that is marked is noted, so that it can be unmarked where the engine bails out over our heads:
 * shutdown functions still run then.
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

/* Marks an array or an object. Immutable arrays cannot contain themselves, and cannot be written to. */
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

#if PHP_VERSION_ID >= 80300

/* What bears the mark of an object whose jsonSerialize runs: since 8.3 a word with a bit for just this. */
typedef uint32_t stringmill_guard;

/* Guards are told from containers by this bit: both are aligned to four bytes. */
#define STRINGMILL_IS_GUARD 1u

static zend_always_inline stringmill_guard *stringmill_guard_of(zend_object *object)
{
    return zend_get_recursion_guard(object);
}

static zend_always_inline bool stringmill_is_guarded(const stringmill_guard *guard)
{
    return ZEND_GUARD_IS_RECURSIVE(guard, JSON);
}

static zend_always_inline void stringmill_guard_set(stringmill_encoder *encoder, stringmill_guard *guard)
{
    stringmill_note(encoder, (uintptr_t) guard | STRINGMILL_IS_GUARD);
    ZEND_GUARD_PROTECT_RECURSION(guard, JSON);
}

static zend_always_inline void stringmill_guard_unset(stringmill_encoder *encoder, zend_object *object,
                                                      stringmill_guard *guard)
{
    (void) object;
    ZEND_GUARD_UNPROTECT_RECURSION(guard, JSON);
    encoder->mark_count--;
}

#else

/* Before 8.3 it is the table of the object's properties, which is made for this where there is none yet. */
typedef zend_array stringmill_guard;

static zend_always_inline stringmill_guard *stringmill_guard_of(zend_object *object)
{
    return object->handlers->get_properties(object);
}

static zend_always_inline bool stringmill_is_guarded(const stringmill_guard *guard)
{
    return GC_IS_RECURSIVE(guard);
}

static zend_always_inline void stringmill_guard_set(stringmill_encoder *encoder, stringmill_guard *guard)
{
    stringmill_mark(encoder, (zend_refcounted *) guard);
}

/* The object may have another table by now, and the old one is then nobody's any more. */
static zend_always_inline void stringmill_guard_unset(stringmill_encoder *encoder, zend_object *object,
                                                      stringmill_guard *guard)
{
    if (EXPECTED(stringmill_guard_of(object) == guard)) {
        stringmill_unmark(encoder, (zend_refcounted *) guard);
    } else if (guard != &zend_empty_array) {
        encoder->mark_count--;
    }
}

#endif

/* Unmarks all that is still noted. */
void stringmill_unmark_all(stringmill_encoder *encoder);

/* Frees what notes have taken beside the encoder. */
static zend_always_inline void stringmill_marks_free(stringmill_encoder *encoder)
{
    if (UNEXPECTED(encoder->marks != encoder->first_marks)) {
        efree(encoder->marks);
        encoder->marks = encoder->first_marks;
    }
}

#endif
