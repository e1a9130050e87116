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
    }
}
