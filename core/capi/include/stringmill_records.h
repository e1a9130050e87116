/* stringmill_records.h: records, whole objects of a known shape in one call. The rules of stringmill.h about pointers,
 * errors, threads and HOW apply. Only smill_record_plan_new allocates. */

#ifndef STRINGMILL_RECORDS_H
#define STRINGMILL_RECORDS_H

#include "stringmill.h"

#ifdef __cplusplus
extern "C" {
#endif

/* For hosts with expensive foreign calls: the host makes a plan of the members of a type once, then one call writes or
 * reads a whole record. Strings of the host are UTF-16. */

/* The kind of a member, and the contents of `value` in its slot when it is written. */
enum {
    SMILL_RECORD_STRING = 0,  /* address of UTF-16 code units in the byte order of the machine; len of them */
    SMILL_RECORD_BOOL = 1,    /* 0 or 1 */
    SMILL_RECORD_INT64 = 2,   /* the integer */
    SMILL_RECORD_UINT64 = 3,  /* the integer */
    SMILL_RECORD_FLOAT64 = 4, /* its bits */
    SMILL_RECORD_FLOAT32 = 5, /* its bits, in the lower half */
    SMILL_RECORD_RAW = 6,     /* any JSON value: address of bytes, which are copied unchecked; len of them */
    SMILL_RECORD_OBJECT = 7,  /* nothing: starts an object; its members follow, then SMILL_RECORD_END */
    SMILL_RECORD_END = 8      /* nothing: ends an object. Has no name; its slot is ignored. */
};

/* A member of a record.
 * name      its name in UTF-8; name_len bytes
 * written   the same name escaped for JSON, as it is to be written; written_len bytes
 * kind      SMILL_RECORD_...
 * place     0: the value is in the slot. SMILL_RECORD_PLACE: the value, a number or boolean, is in memory of the caller
 *           */
typedef struct smill_record_member {
    const void *name;
    size_t name_len;
    const void *written;
    size_t written_len;
    uint32_t kind;
    uint32_t place;
} smill_record_member;

/* The place of a member in `record` of smill_record_write_args and smill_record_read_args: its offset, below 2^24, and
 * its width in bytes: 1, 2, 4 or 8 for an integer, 1 for a boolean, 8 or 4 for a float. It need not be aligned. Writing
 * ignores the slot. Reading sets both, except for a missing member; null, and a value that does not fit, is
 * JSON_VALUE_EXPECTED. A call that fails sets no place. */
#define SMILL_RECORD_PLACE(offset, width) ((uint32_t)(width) << 24 | (uint32_t)(offset))

/* The value of a member; its kind and the functions define the fields. `len` may be SMILL_RECORD_NULL for every kind
 * except SMILL_RECORD_END. */
typedef struct smill_record_slot {
    uint64_t value;
    uint64_t len;
} smill_record_slot;

#define SMILL_RECORD_NULL UINT64_MAX
#define SMILL_RECORD_MISSING (UINT64_MAX - 1)

/* The members of a record, prepared for use. Read-only, so threads can share it. */
typedef struct smill_record_plan smill_record_plan;

/* Makes a plan. The caller frees it.
 * members  in: count of them in the order of writing; names are copied
 * plan     out; not written if the call fails
 * Errors   CHOICE_UNKNOWN: an unknown kind, an end without its object or an object without its end, more than 64 levels
 *          including the record, a `written` that does not unescape to `name`, or a place that the kind cannot have.
 *          JSON_MEMBER_UNKNOWN: two members of one object with the same name.
 *          If `written` is not valid inside a JSON string: the errors of smill_json_unescape with
 *          SMILL_SURROGATES_REJECT, and QUOTE_UNESCAPED. MEMORY_REFUSED, RANGES_OVERLAP, and other misuse */
smill_error smill_record_plan_new(const smill_record_member *members, size_t count,
                                  smill_record_plan **plan) SMILL_NOEXCEPT;

/* Frees a plan. Ignores NULL. */
void smill_record_plan_free(smill_record_plan *plan) SMILL_NOEXCEPT;

/* Writes a record without white space, completely or not at all.
 * rules        made with SMILL_ILL_FORMED_UTF16_...
 * float_shape  SMILL_FLOAT_SHAPE_...
 * slots        in: one for each member of the plan
 * dst          bytes
 * how          0 or SMILL_ON_TIER
 * progress     out: written
 * Errors       ROOM_SHORT: dst is too small, or there are fewer slots than members; NUMBER_NOT_FINITE, and under REJECT
 *              UTF16_SURROGATE_LONE, with the index of the member as offset; RULES_MISMATCHED, CHOICE_UNKNOWN; and
 *              misuse */
smill_error smill_record_write(const smill_record_plan *plan, const smill_rules *rules, uint32_t float_shape,
                               const smill_record_slot *slots, size_t slot_count, void *dst, size_t dst_cap,
                               uint32_t how, smill_progress *progress) SMILL_NOEXCEPT;

/* Reads the record at the beginning of src. Members may come in any order; members that are not in the plan are
 * skipped. The whole record is checked, including skipped members, their names, and raw members. It accepts the same
 * texts as smill_json_check with a depth_max of 64; other texts get the same error at the same offset. Arrays and
 * objects may be nested 64 levels deep, counting the record.
 * src       bytes; white space may precede the record, and any bytes may follow it
 * slots     out: one for each member of the plan. Numbers and booleans as for writing; for a string its start in `text`
 *           and its length in units; for a raw value its start in src and its length in bytes; or SMILL_RECORD_NULL, or
 *           SMILL_RECORD_MISSING
 * text      text_cap code units; src_len of them always suffice
 * how       0 or SMILL_ON_TIER
 * progress  out: read counts the bytes including the brace that ends the record; written counts code units
 * Errors    the first in the text. Not JSON: those of smill_json_check. JSON that does not fit the plan:
 *           JSON_OBJECT_EXPECTED; JSON_VALUE_EXPECTED: a value of another type, or a number that does not fit;
 *           JSON_MEMBER_UNKNOWN: a repeated member. ROOM_SHORT, RANGES_OVERLAP, and misuse */
smill_error smill_record_read(const smill_record_plan *plan, const void *src, size_t src_len, smill_record_slot *slots,
                              size_t slot_count, uint16_t *text, size_t text_cap, uint32_t how,
                              smill_progress *progress) SMILL_NOEXCEPT;

/* The arguments of smill_record_write and smill_record_read as a struct, for hosts that pay for each argument. The
 * caller can reuse it and set only the fields that change. Fields have the meaning of the arguments of the same names.
 * */
typedef struct smill_record_write_args {
    const smill_record_plan *plan;
    const smill_rules *rules;
    const smill_record_slot *slots;
    size_t slot_count;
    void *dst;
    size_t dst_cap;
    const void *record;      /* for members with a place; else may be NULL */
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
    void *record;            /* for members with a place; else may be NULL */
    smill_progress progress; /* out */
    uint32_t how;
    uint32_t reserved; /* 0 */
} smill_record_read_args;

/* smill_record_write with its arguments in a struct. */
smill_error smill_record_write_packed(smill_record_write_args *args) SMILL_NOEXCEPT;

/* smill_record_read with its arguments in a struct. */
smill_error smill_record_read_packed(smill_record_read_args *args) SMILL_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
