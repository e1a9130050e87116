/* stringmill_records.h: records, whole objects of a known shape in one call. What stringmill.h says of pointers, errors,
 * threads and HOW holds here too; smill_record_plan_new allocates, the others do not. */

#ifndef STRINGMILL_RECORDS_H
#define STRINGMILL_RECORDS_H

#include "stringmill.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Objects of a shape that is known beforehand, for hosts to which each call and each step of their own is dear: a plan
 * is made once of the members of a type, and then one call writes or reads a whole record. Strings are UTF-16 on the
 * side of the host. */

/* What a member is, and what its slot has in `value` when it is written. */
enum {
    SMILL_RECORD_STRING = 0,  /* address of UTF-16 code units in the byte order of the machine; len of them */
    SMILL_RECORD_BOOL = 1,    /* 0 or 1 */
    SMILL_RECORD_INT64 = 2,   /* the integer */
    SMILL_RECORD_UINT64 = 3,  /* the integer */
    SMILL_RECORD_FLOAT64 = 4, /* its bits */
    SMILL_RECORD_FLOAT32 = 5, /* its bits, in the lower half */
    SMILL_RECORD_RAW = 6,     /* any JSON value: address of bytes, which are copied unchecked; len of them */
    SMILL_RECORD_OBJECT = 7,  /* an object, whose members follow up to its end: nothing */
    SMILL_RECORD_END = 8      /* the end of an object. It has no name and a slot that counts for nothing. */
};

/* A member of a record.
 * name      its name in UTF-8; name_len bytes
 * written   the same name as the inside of a JSON string, with the escapes to write; written_len bytes
 * kind      SMILL_RECORD_...
 * place     0: it stands in its slot. SMILL_RECORD_PLACE: a number or boolean, which stands in memory of the caller, so
 *           that no step of the host is needed to move it */
typedef struct smill_record_member {
    const void *name;
    size_t name_len;
    const void *written;
    size_t written_len;
    uint32_t kind;
    uint32_t place;
} smill_record_member;

/* The place of a member in the `record` of the calls whose arguments are behind a pointer: its offset, below 2^24, and
 * how many bytes it has there: 1, 2, 4 or 8 of an integer, 1 of a boolean, 8 and 4 of floats. It need not be aligned. When
 * written, nothing counts of its slot. When read, it is set too, but for one that is missing; null, and what has no room
 * there, is JSON_VALUE_EXPECTED. A call that fails sets none. */
#define SMILL_RECORD_PLACE(offset, width) ((uint32_t)(width) << 24 | (uint32_t)(offset))

/* What a member holds: see the kinds, and the functions. In place of a length may stand SMILL_RECORD_NULL, for any kind
 * but an end. */
typedef struct smill_record_slot {
    uint64_t value;
    uint64_t len;
} smill_record_slot;

#define SMILL_RECORD_NULL UINT64_MAX
#define SMILL_RECORD_MISSING (UINT64_MAX - 1)

/* Members of a record, made ready. It never changes, so threads may share it. */
typedef struct smill_record_plan smill_record_plan;

/* Makes a plan, for the caller to free.
 * members  in: count of them in the order in which they are written; names are copied
 * plan     out; not written where the call fails
 * Errors   CHOICE_UNKNOWN: an unknown kind, an end without its object or an object without its end, more than 64 levels
 *          with the record itself, a `written` that does not spell `name`, or a place that its kind cannot have.
 *          JSON_MEMBER_UNKNOWN: two members of one object with the same name.
 *          A `written` that is not the inside of a JSON string: the errors of smill_json_unescape with
 *          SMILL_SURROGATES_REJECT, and QUOTE_UNESCAPED. MEMORY_REFUSED, RANGES_OVERLAP, and other misuse */
smill_error smill_record_plan_new(const smill_record_member *members, size_t count,
                                  smill_record_plan **plan) SMILL_NOEXCEPT;

/* Frees a plan. NULL is left alone. */
void smill_record_plan_free(smill_record_plan *plan) SMILL_NOEXCEPT;

/* Writes a record, without white space, whole or not at all.
 * rules        made with SMILL_ILL_FORMED_UTF16_...
 * float_shape  SMILL_FLOAT_SHAPE_...
 * slots        in: one for each member of the plan
 * dst          bytes
 * how          SMILL_ON_TIER alone
 * progress     out: written
 * Errors       ROOM_SHORT: try again with more, or there are fewer slots than members; NUMBER_NOT_FINITE,
 *              UTF16_SURROGATE_LONE under REJECT, with the number of the member as offset; RULES_MISMATCHED,
 *              CHOICE_UNKNOWN; and misuse */
smill_error smill_record_write(const smill_record_plan *plan, const smill_rules *rules, uint32_t float_shape,
                               const smill_record_slot *slots, size_t slot_count, void *dst, size_t dst_cap,
                               uint32_t how, smill_progress *progress) SMILL_NOEXCEPT;

/* Reads the record at the beginning of src. Members may come in any order, and those that the plan does not have are
 * skipped. All of the record is checked, skipped members, their names and raw members too: what is accepted, smill_json_check
 * accepts with a depth_max of 64, and what is not JSON has the same error at the same offset. Arrays and objects have at
 * most 64 levels, the first of which is the record.
 * src       bytes; white space may stand before the record, and anything after it
 * slots     out: one for each member of the plan. Numbers and booleans as they are written, of a string where in `text`
 *           it begins and how many units it has, of a raw value where in src it begins and how many bytes it has; or
 *           SMILL_RECORD_NULL, or SMILL_RECORD_MISSING
 * text      text_cap code units; src_len of them always suffice
 * how       SMILL_ON_TIER alone
 * progress  out: read, up to the brace that ends the record; written, in code units
 * Errors    the first place that is wrong. Not JSON: those of smill_json_check. JSON that the plan does not fit:
 *           JSON_OBJECT_EXPECTED; JSON_VALUE_EXPECTED: a value of another type, or a number that does not fit;
 *           JSON_MEMBER_UNKNOWN: a member that comes twice. ROOM_SHORT, RANGES_OVERLAP, and misuse */
smill_error smill_record_read(const smill_record_plan *plan, const void *src, size_t src_len, smill_record_slot *slots,
                              size_t slot_count, uint16_t *text, size_t text_cap, uint32_t how,
                              smill_progress *progress) SMILL_NOEXCEPT;

/* What smill_record_write and smill_record_read take, behind one pointer, for hosts to which each argument is dear. The
 * caller keeps one, and changes what changes. Fields are as the arguments of the same names; all zeros have no plan,
 * which is POINTER_NULL. */
typedef struct smill_record_write_args {
    const smill_record_plan *plan;
    const smill_rules *rules;
    const smill_record_slot *slots;
    size_t slot_count;
    void *dst;
    size_t dst_cap;
    const void *record;      /* for members with a place; else NULL will do */
    smill_progress progress; /* out */
    uint32_t float_shape;
    uint32_t how;
} smill_record_write_args;

typedef struct smill_record_read_args {
    const smill_record_plan *plan;
    const void *src;
    size_t src_len;
    smill_record_slot *slots;
    size_t slot_count;
    uint16_t *text;
    size_t text_cap;
    void *record;            /* for members with a place; else NULL will do */
    smill_progress progress; /* out */
    uint32_t how;
    uint32_t reserved; /* 0 */
} smill_record_read_args;

/* smill_record_write with its arguments behind a pointer. */
smill_error smill_record_write_packed(smill_record_write_args *args) SMILL_NOEXCEPT;

/* smill_record_read with its arguments behind a pointer. */
smill_error smill_record_read_packed(smill_record_read_args *args) SMILL_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
