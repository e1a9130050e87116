/* stringmill_json.h: a pull reader of JSON, which gives one event after another, or many of them at once as a tape. The
 * rules of stringmill.h about texts, errors, overlap and misuse apply.
 *
 *     #include <stdio.h>
 *     #include <stringmill_json.h>
 *
 *     int main(void) {
 *         const char text[] = "{\"name\": \"Ada\", \"tags\": [1, 2]}";
 *         smill_json_reader *reader = NULL;
 *         smill_json_event event;
 *         smill_error error = smill_json_reader_new(NULL, 0, &reader);
 *         if (error == SMILL_OK) error = smill_json_reader_begin(reader, text, sizeof text - 1, 0);
 *         while (error == SMILL_OK && (error = smill_json_reader_next(reader, &event)) == SMILL_OK) {
 *             if (event.kind == SMILL_JSON_END) break;
 *             if (event.kind == SMILL_JSON_NAME) printf("%.*s\n", (int)event.len, text + event.text);
 *         }
 *         if (error != SMILL_OK) fprintf(stderr, "%s\n", smill_error_says(error));
 *         smill_json_reader_free(reader);
 *         return error != SMILL_OK;
 *     }
 *
 * Verdict   All bytes are checked, also those of values that are skipped: verdict and offset are those of
 *           smill_json_check. Events come up to the first error.
 * Pieces    The reader keeps the pointer to its piece, until it returns SMILL_JSON_MORE, SMILL_JSON_END or an error, or
 *           smill_json_reader_begin or smill_json_reader_free is called. The piece must stay as it is until then. With
 *           SMILL_JSON_TEXTS_LINES it must stay after an error too, for smill_json_reader_next_line.
 * Memory    A reader has some KB, and one bit for each open array and object. Only smill_json_reader_new, _next, _skip,
 *           _leave, _next_line and _fill allocate. Another text in the same reader allocates nothing, unless it is nested
 *           deeper. To refuse repeated names, the names of the open objects are kept, each with about 48 bytes more.
 * Threads   A reader belongs to one thread at a time.
 */

#ifndef STRINGMILL_JSON_H
#define STRINGMILL_JSON_H

#include "stringmill.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many texts a stream has. */
enum {
    SMILL_JSON_TEXTS_ONE = 0,
    SMILL_JSON_TEXTS_LINES = 1, /* one on each line, as in NDJSON; lines of white space are skipped */
    SMILL_JSON_TEXTS_ANY = 2    /* any number, with or without white space between them */
};

/* Rules beyond RFC 8259, which refuse texts that are JSON. Those of a value that is skipped are judged, too. */
enum {
    SMILL_JSON_UNIQUE_NAMES = 1, /* a name that its object has already, compared after unescaping: NAME_REPEATED */
    SMILL_JSON_I_JSON = 2,       /* what RFC 7493 refuses: NAME_REPEATED, SURROGATE_LONE, JSON_NONCHARACTER,
                                    JSON_INTEGER_INEXACT beyond 2^53 - 1, NUMBER_OVERFLOW */
    SMILL_JSON_NO_NUL = 4,       /* U+0000 in strings and names: JSON_NUL */
    SMILL_JSON_JSONB = 8         /* what PostgreSQL's jsonb refuses: JSON_NUL, SURROGATE_LONE, JSON_NUMBER_RANGE */
};

/* Rules of a reader. All zeros except `size` are the defaults, as is NULL instead of the options.
 * size             sizeof(smill_json_reader_options): later versions add fields at the end, of which 0 is the default
 * texts            SMILL_JSON_TEXTS_...
 * lone_surrogates  not 0: escapes \ud800 to \udfff need not form pairs
 * reserved         0
 * depth_max        maximum nesting of arrays and objects, counting the outermost; 0 means 1024
 * string_max       maximum bytes of a string between its quotes, before unescaping; 0: unlimited
 * len_max          maximum bytes of a text, or of a line; 0: unlimited
 * restrictions     rules beyond RFC 8259: a sum of SMILL_JSON_UNIQUE_NAMES and those after it; not in the first version */
typedef struct smill_json_reader_options {
    uint32_t size;
    uint32_t texts;
    uint32_t lone_surrogates;
    uint32_t reserved;
    uint64_t depth_max;
    uint64_t string_max;
    uint64_t len_max;
    uint64_t restrictions;
} smill_json_reader_options;

/* The kind of an event, and of an entry of a tape. */
enum {
    SMILL_JSON_BEGIN_OBJECT = 1,
    SMILL_JSON_END_OBJECT = 2,
    SMILL_JSON_BEGIN_ARRAY = 3,
    SMILL_JSON_END_ARRAY = 4,
    SMILL_JSON_NAME = 5, /* of a member; its value follows */
    SMILL_JSON_STRING = 6,
    SMILL_JSON_NUMBER = 7,
    SMILL_JSON_TRUE = 8,
    SMILL_JSON_FALSE = 9,
    SMILL_JSON_NULL = 10,
    SMILL_JSON_MORE = 11, /* the piece is read; more of the stream follows */
    SMILL_JSON_END = 12,  /* the stream is read, and valid */
    SMILL_JSON_TAPE = 13  /* only of smill_json_reader_fill: entries were written */
};

/* Flags of an event and of an entry. */
enum {
    SMILL_JSON_HAS_ESCAPE = 1, /* of a name or string: smill_json_unescape makes text of it; `len` bytes suffice */
    SMILL_JSON_IS_INTEGER = 2  /* of a number: it has no point and no exponent, whatever its size */
};

/* An event.
 * kind    SMILL_JSON_...; 0 if the call fails
 * flags   SMILL_JSON_HAS_ESCAPE, SMILL_JSON_IS_INTEGER
 * text    where its bytes begin in the piece: of names and strings after the quote
 * len     how many: of names and strings as written, without quotes, in UTF-8; 0 for END. For MORE, that many bytes from
 *         `text` on are not read: the next piece must begin with them. For TAPE, the number of entries.
 * offset  where it begins in the stream; for END the length of the stream; with an error its position
 * depth   how many arrays and objects are open after it */
typedef struct smill_json_event {
    uint32_t kind;
    uint32_t flags;
    uint64_t text;
    uint64_t len;
    uint64_t offset;
    uint64_t depth;
} smill_json_event;

/* A reader. */
typedef struct smill_json_reader smill_json_reader;

/* Makes a reader, at the beginning of an empty piece that more follows. The caller frees it.
 * options  in, or NULL: one text, surrogates in pairs, 1024 levels, any length
 * how      0 or SMILL_ON_TIER
 * reader   out; not written if the call fails
 * Errors   CHOICE_UNKNOWN: unknown texts or restrictions, reserved not 0, a size of no version, or a field that is not 0 and
 *          that this version lacks; TIER_UNAVAILABLE, MEMORY_REFUSED, and misuse */
smill_error smill_json_reader_new(const smill_json_reader_options *options, uint32_t how,
                                  smill_json_reader **reader) SMILL_NOEXCEPT;

/* Frees a reader. Ignores NULL. */
void smill_json_reader_free(smill_json_reader *reader) SMILL_NOEXCEPT;

/* Begins another stream, whatever the reader has read before, also after an error.
 * src     bytes: the whole stream, or its first piece
 * how     0, or SMILL_MORE if another piece follows
 * Errors  only misuse; the reader then stays as it is */
smill_error smill_json_reader_begin(smill_json_reader *reader, const void *src, size_t src_len,
                                    uint32_t how) SMILL_NOEXCEPT;

/* Continues the stream after SMILL_JSON_MORE.
 * src     the bytes of the last piece that are not read, and those that follow
 * how     0 for the last piece, or SMILL_MORE
 * Errors  CHOICE_UNKNOWN: the reader does not wait for a piece, or src is shorter than the bytes that are not read; and
 *         misuse. The reader then stays as it is. */
smill_error smill_json_reader_resume(smill_json_reader *reader, const void *src, size_t src_len,
                                     uint32_t how) SMILL_NOEXCEPT;

/* The next event. SMILL_JSON_MORE, SMILL_JSON_END and errors repeat until the next piece or stream.
 * event   out
 * Errors  the first in the stream, as smill_json_check, with its position in event->offset; MEMORY_REFUSED; and misuse */
smill_error smill_json_reader_next(smill_json_reader *reader, smill_json_event *event) SMILL_NOEXCEPT;

/* Leaves out the next value and all within it, which is checked nevertheless; before a name, the whole member; at the end
 * of an array or object, nothing. An error in it comes with the next event.
 * Errors  CHOICE_UNKNOWN: the reader waits for a piece; and misuse */
smill_error smill_json_reader_skip(smill_json_reader *reader) SMILL_NOEXCEPT;

/* Leaves out the rest of the innermost array or object, with its end; outside of these, nothing. Errors as
 * smill_json_reader_skip. */
smill_error smill_json_reader_leave(smill_json_reader *reader) SMILL_NOEXCEPT;

/* Goes to the next line, with SMILL_JSON_TEXTS_LINES. After an error, the rest of its line is left out unread; otherwise that
 * of the value that has begun is left out, but checked: if the line has an error, that comes with the next event. Between two
 * lines, without SMILL_JSON_TEXTS_LINES, and after MEMORY_REFUSED, nothing happens. The events before an error may be those of
 * a line that has one: a record is right once the next event is there. Errors as smill_json_reader_skip. */
smill_error smill_json_reader_next_line(smill_json_reader *reader) SMILL_NOEXCEPT;

/* An event on a tape.
 * kind      SMILL_JSON_BEGIN_OBJECT to SMILL_JSON_NULL
 * flags     SMILL_JSON_HAS_ESCAPE, SMILL_JSON_IS_INTEGER
 * reserved  0
 * offset    where its bytes begin in the piece: of names and strings after the quote
 * len       how many: of names and strings without quotes
 * partner   of a begin: the index of its end on this tape, or 0 if that comes later; of an end: the index of its begin, or
 *           SMILL_JSON_EARLIER; of others 0 */
typedef struct smill_json_tape_entry {
    uint8_t kind;
    uint8_t flags;
    uint16_t reserved;
    uint32_t offset;
    uint32_t len;
    uint32_t partner;
} smill_json_tape_entry;

/* The begin is on an earlier tape. */
#define SMILL_JSON_EARLIER UINT32_MAX

/* Writes the next events as entries: entry_cap of them, or fewer at the end of the piece or before an error.
 * entries  out: entry_cap of them
 * event    out: kind is SMILL_JSON_TAPE and len the number of entries; or, without entries, SMILL_JSON_MORE or SMILL_JSON_END
 * Errors   as smill_json_reader_next, after the entries before the error. LENGTH_EXCESSIVE: the piece has more than 4 GiB.
 *          ROOM_SHORT: entry_cap is 0. POINTER_MISALIGNED, RANGES_OVERLAP, and other misuse. After MEMORY_REFUSED entries are
 *          lost: begin again. */
smill_error smill_json_reader_fill(smill_json_reader *reader, smill_json_tape_entry *entries, size_t entry_cap,
                                   smill_json_event *event) SMILL_NOEXCEPT;

/* The value of a number: src_len bytes, as an event or an entry names them.
 * value   out; not written if the call fails. A float is the nearest one, of two equally near ones the even one; an infinity
 *         beyond the largest.
 * Errors  JSON_VALUE_EXPECTED: not a number of JSON; for integers also -0, a point, an exponent, or a value out of range.
 *         LENGTH_EXCESSIVE: more than 4 GiB; and misuse */
smill_error smill_json_uint64(const void *src, size_t src_len, uint64_t *value) SMILL_NOEXCEPT;
smill_error smill_json_int64(const void *src, size_t src_len, int64_t *value) SMILL_NOEXCEPT;
smill_error smill_json_float64(const void *src, size_t src_len, double *value) SMILL_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
