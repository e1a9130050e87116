/* Recursion marks: more room for them, and their removal. */

#include "marks.h"

void stringmill_mark_more(stringmill_encoder *encoder)
{
    uint32_t room = 2 * encoder->mark_room;
    uintptr_t *marks = safe_emalloc(room, sizeof *marks, 0);
    memcpy(marks, encoder->marks, encoder->mark_count * sizeof *marks);
    stringmill_marks_free(encoder);
    encoder->marks = marks;
    encoder->mark_room = room;
}

void stringmill_unmark_all(stringmill_encoder *encoder)
{
    while (encoder->mark_count) {
        uintptr_t mark = encoder->marks[--encoder->mark_count];
        if (mark & STRINGMILL_IS_GUARD) {
            stringmill_guard_forget(mark - STRINGMILL_IS_GUARD);
            continue;
        }
        GC_UNPROTECT_RECURSION((zend_refcounted *) mark);
#if PHP_VERSION_ID < 80300
        zend_hash_index_del(STRINGMILL_HELD, (zend_ulong) mark);
#endif
    }
}

#if PHP_VERSION_ID < 80300

bool stringmill_left_marked_table(zend_object *object)
{
    zend_ulong table;
    zend_object *holder;
    ZEND_HASH_FOREACH_NUM_KEY_PTR(STRINGMILL_HELD, table, holder) {
        if (holder == object && GC_REFCOUNT((zend_array *) (uintptr_t) table) == 1) {
            return true;
        }
    } ZEND_HASH_FOREACH_END();
    return false;
}

#endif
