/*
 * stringmill: text between raw bytes and JSON at memory speed, with the same verdict and the same bytes everywhere.
 *
 * This header is the manual of the C interface, for C99, C++11 and every language that can call C.
 *
 *
 * IN TEN LINES
 *
 *     #include <stdio.h>
 *     #include <stringmill.h>
 *
 *     int main(void) {
 *         const smill_rules *rules;
 *         smill_progress done;
 *         char dst[64];
 *         smill_error error = smill_rules_builtin("json", 4, SMILL_ILL_FORMED_REPLACE, &rules);
 *         if (error == SMILL_OK) error = smill_json_escape(rules, "say \"hi\"\n", 9, dst, sizeof dst, 0, &done, NULL);
 *         if (error == SMILL_OK) printf("\"%.*s\"\n", (int)done.written, dst);
 *         else fprintf(stderr, "%s\n", smill_error_says(error));
 *         return error != SMILL_OK;
 *     }
 *
 *     cc example.c $(pkg-config --cflags --libs stringmill)
 *
 * This header includes stringmill_errors.h, the codes. Two headers to include by themselves: stringmill_json.h has a pull
 * reader and a tape of JSON, smill_json_reader_new and the others whose names begin with smill_json_reader_;
 * stringmill_records.h has the functions of records, smill_record_plan_new and the others that begin with smill_record_.
 *
 * cc -static with glibc warns of getaddrinfo and getpwuid_r. Rust's standard library, which is part of libstringmill.a,
 * calls them; no function of this library does.
 *
 *
 * RULES FOR EVERY FUNCTION
 *
 * Text      A text is a pointer and a length. Lengths, offsets and capacities count units: bytes, unless a function
 *           says otherwise. Texts are not terminated; a zero byte in a text is an ordinary byte. If a length is zero,
 *           the pointer is ignored and may be NULL. Names that the library returns are terminated by a zero byte.
 * Bounds    The library reads and writes only the given ranges and needs no padding. It may overwrite bytes of dst
 *           after `written`.
 * Memory    Operations allocate nothing. Only smill_rules_builtin (once for each pair of profile and policy),
 *           smill_rules_new, smill_rules_custom, smill_record_plan_new and the functions of a JSON reader allocate, and
 *           smill_json_canonical, which frees its memory before it returns. If the system refuses memory, they
 *           return MEMORY_REFUSED and keep nothing. The library keeps no pointer that a caller passed, except that a JSON
 *           reader keeps the one to its piece.
 * Overlap   What a call writes must not overlap anything else that the call reads or writes: dst, offsets, verdicts,
 *           stacks, slots, handles and results against each other and against every source. Otherwise the call returns
 *           RANGES_OVERLAP. If the result struct itself (progress, repairs, batch, args) overlaps, nothing is written.
 *           Offsets cannot be rewritten in place: after a stop the caller could not continue.
 * Threads   Every function may be called from any thread at any time. The library has no mutable state of its own.
 *           Rules are read-only, so threads can share them. During a call no other thread may use the memory that the
 *           call writes to (dst, progress, repairs, batch).
 * Errors    A function that can fail returns smill_error. Operations also write the position: offset counts units from
 *           the beginning of this call's source. After an error the contents of dst are unspecified.
 * Misuse    A null pointer, an impossible length, overlapping ranges, an unknown number: each is an error of the 900s,
 *           never a crash. The caller must ensure that the memory exists, that rules and plans are not yet freed, and
 *           that no other argument points into them.
 * Panics    No panic and no C++ exception leaves the library. An internal fault returns SMILL_ERROR_INTERNAL.
 * Alignment Results, offsets and slices may have any address. A misaligned source of units wider than a byte, a
 *           misaligned smill_profile or array of smill_range returns POINTER_MISALIGNED.
 * Layout    Fields of structs have fixed widths and no hidden padding, and except for pointers the same layout on every
 *           machine.
 * Stability Numbers and names never change and are never reused. The SONAME, libstringmill.so.0.1, changes when
 *           programs must be rebuilt: before 1.0 with the second number of the version, from 1.0 on with the first.
 *           Symbols carry the same number, STRINGMILL_0.1. Output bytes change only with the first number.
 *
 *
 * STREAMS
 *
 * An operation processes as much as it can and writes its progress to smill_progress. If dst has no capacity for the
 * next unit, it stops before it; call again with the rest and more capacity. With SMILL_MORE in `how`, it also leaves a
 * unit unread that the end of src cuts; pass those bytes again, followed by the next input. Without SMILL_MORE such a
 * unit is an error. The library keeps nothing between calls, so a text of any length passes through buffers of any
 * size.
 */

#ifndef STRINGMILL_H
#define STRINGMILL_H

#include <stddef.h>
#include <stdint.h>

#include "stringmill_errors.h"

#ifdef __cplusplus
#define SMILL_NOEXCEPT noexcept
extern "C" {
#else
#define SMILL_NOEXCEPT
#endif

/* ------------------------------------------------------------------------------------------------------ VERSION --- */

/* The version of this header. */
#define SMILL_VERSION_MAJOR 0
#define SMILL_VERSION_MINOR 1
#define SMILL_VERSION_PATCH 0
#define SMILL_VERSION_TEXT "0.1.0"
#define SMILL_VERSION (SMILL_VERSION_MAJOR * 1000000 + SMILL_VERSION_MINOR * 1000 + SMILL_VERSION_PATCH)

/* The version of the loaded library, in the form of SMILL_VERSION. */
uint32_t smill_version(void) SMILL_NOEXCEPT;

/* The version of the loaded library as text, such as "0.1.0". Static; never freed. */
const char *smill_version_text(void) SMILL_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------------- ERRORS --- */

/* The name of an error, shared by all languages, such as "utf8_overlong"; "ok" for SMILL_OK; NULL for an unknown code.
 * Static; never freed. */
const char *smill_error_name(smill_error code) SMILL_NOEXCEPT;

/* The cause in a few words, lower case, without full stop; "no error" for SMILL_OK; NULL for an unknown code.
 * Static; never freed. A whole message is "unknown escape at byte 17 (line 2, column 5)". */
const char *smill_error_says(smill_error code) SMILL_NOEXCEPT;

/* Advice for the user: one sentence in the imperative, lower case, without full stop; "" for SMILL_OK; NULL for an
 * unknown code. Static; never freed. Of SMILL_ERROR_ESCAPE_INCOMPLETE: "complete the escape, or check whether the input
 * is cut short". */
const char *smill_error_remedy(smill_error code) SMILL_NOEXCEPT;

/* A position in a text, both numbers from 1. Lines end with LF. Columns count code points. Of the bytes that are not
 * part of a code point, a continuation byte counts with the byte before it, every other byte counts as one column. */
typedef struct smill_position {
    uint64_t line;
    uint64_t column;
} smill_position;

/* Line and column of the byte at `offset` of src; an offset past the end means the end.
 * src       any bytes
 * position  out; not written if the call fails
 * Errors    POINTER_NULL, LENGTH_EXCESSIVE
 * Cost      reads src up to `offset` */
smill_error smill_locate(const void *src, size_t src_len, uint64_t offset, smill_position *position) SMILL_NOEXCEPT;

/* -------------------------------------------------------------------------------------------------------- TIERS --- */

/* A tier is a set of instructions, chosen at run time. All tiers return the same bytes. */
enum {
    SMILL_TIER_BEST = 0, /* the one that STRINGMILL_TIER forces, if this machine has it, else the highest */
    SMILL_TIER_SCALAR = 1,
    SMILL_TIER_SSE42 = 2,
    SMILL_TIER_AVX2 = 3,
    SMILL_TIER_AVX512 = 4,
    SMILL_TIER_NEON = 5,
    SMILL_TIER_SIMD128 = 6
};

/* The tier of calls that do not name one. */
uint32_t smill_tier_best(void) SMILL_NOEXCEPT;

/* 1 if this machine can run the tier, else 0. SMILL_TIER_BEST is always available. */
int smill_tier_available(uint32_t tier) SMILL_NOEXCEPT;

/* The name of a tier, such as "avx2", as in the environment variable STRINGMILL_TIER. NULL for SMILL_TIER_BEST and for
 * an unknown number. Static; never freed. */
const char *smill_tier_name(uint32_t tier) SMILL_NOEXCEPT;

/* The tier that STRINGMILL_TIER forces, or SMILL_TIER_BEST if the variable is unset or empty. Call this at the start of
 * a program and report a failure: calls then run on the highest tier instead.
 * tier    out; not written if the call fails
 * Errors  POINTER_NULL; TIER_UNAVAILABLE: the variable names a tier that does not exist or that this machine lacks */
smill_error smill_tier_forced(uint32_t *tier) SMILL_NOEXCEPT;

/* ---------------------------------------------------------------------------------------------------------- HOW --- */

/* The argument `how` of an operation: 0, or a combination of these by `|`.
 * SMILL_MORE            more of the same stream follows (see STREAMS)
 * SMILL_ON_TIER(tier)   run this call on that tier; for tests and measurements
 * Any other bit is CHOICE_UNKNOWN; a tier that the machine lacks is TIER_UNAVAILABLE. */
#define SMILL_MORE UINT32_C(1)
#define SMILL_ON_TIER(tier) ((uint32_t)(tier) << 8)

/* The progress of an operation. Every call writes all fields.
 * read     units of src consumed; 0 with an error
 * written  units of dst filled; 0 with an error
 * offset   the unit of src with the error; 0 without an error */
typedef struct smill_progress {
    uint64_t read;
    uint64_t written;
    uint64_t offset;
} smill_progress;

/* Counts the pieces that a policy replaced, dropped or marked. Start a stream with all zeros, pass the same struct to
 * each call, and before each call set base.
 * base   in:     the number of units of the stream before this call's src
 * count  in/out: ill-formed pieces, or lone surrogates, so far
 * first  in/out: offset of the first of them in the stream, if count is not 0 */
typedef struct smill_repairs {
    uint64_t base;
    uint64_t count;
    uint64_t first;
} smill_repairs;

/* ----------------------------------------------------------------------------------------------------- PROFILES --- */

/* A profile says which characters a writer escapes, and how. The library has these:
 *
 *     json  jackson  php  dotnet  dotnet-relaxed  newtonsoft  ion  jcs  ascii  html  script  js  log  terminal
 *
 * Options follow the name after a colon, as in "php:unescaped-slashes,hex-tag".
 * https://github.com/stringmill/stringmill/blob/main/docs/bytes.md lists what each profile escapes. Programs can also
 * build their own, from nothing or from one of these.
 *
 * A policy says how a writer handles ill-formed UTF-8. Hosts delimit a piece differently: ED A0 80 is three pieces for
 * REPLACE, one for REPLACE_JAVA and REPLACE_PHP. Sources of UTF-16 and of Latin-1 have other policies. The policy of
 * rules therefore also fixes the kind of source; another kind is RULES_MISMATCHED. */
enum {
    SMILL_ILL_FORMED_REJECT = 0,       /* an error at the first piece */
    SMILL_ILL_FORMED_REPLACE = 1,      /* U+FFFD for each maximal subpart (Unicode, WHATWG) */
    SMILL_ILL_FORMED_REPLACE_JAVA = 2, /* U+FFFD for each piece as new String(bytes, UTF_8) of the JDK delimits it */
    SMILL_ILL_FORMED_REPLACE_PHP = 3,  /* U+FFFD for each piece as JSON_INVALID_UTF8_SUBSTITUTE of PHP delimits it */
    SMILL_ILL_FORMED_IGNORE_PHP = 4,   /* omits each piece as JSON_INVALID_UTF8_IGNORE of PHP delimits it */
    SMILL_ILL_FORMED_COPY = 5,         /* copies the bytes unchecked and uncounted; ASCII is still escaped */
    SMILL_ILL_FORMED_VISIBLE = 6,      /* the text \xNN, itself escaped, for each byte */
    SMILL_ILL_FORMED_REVERSIBLE = 7    /* the escape \udcNN for each byte; unescaping can restore it */
};

/* For sources of UTF-16: how to handle a surrogate that is not part of a pair. */
enum {
    SMILL_ILL_FORMED_UTF16_REJECT = 16,        /* an error at the first */
    SMILL_ILL_FORMED_UTF16_REPLACE = 17,       /* U+FFFD for each, as in WHATWG and .NET */
    SMILL_ILL_FORMED_UTF16_QUESTION_MARK = 18, /* a question mark for each, as getBytes(UTF_8) of the JDK */
    SMILL_ILL_FORMED_UTF16_ESCAPE = 19,        /* an escape such as \ud800 for each; only for escaped output */
    SMILL_ILL_FORMED_UTF16_WTF8 = 20           /* its three bytes of WTF-8; only for plain output */
};

/* For sources of Latin-1, in which nothing is ill-formed. */
enum { SMILL_LATIN1 = 32 };

/* The escape of one ASCII byte: the first `len` bytes of `text`, 1 to 7, all ASCII. If len is 0, the byte is copied. */
typedef struct smill_escape_text {
    uint8_t len;
    uint8_t text[7];
} smill_escape_text;

enum { SMILL_HEX_LOWER = 0, SMILL_HEX_UPPER = 1 };
enum {
    SMILL_FORM_JSON = 0, /* \uXXXX, and a pair of them above U+FFFF */
    SMILL_FORM_ION = 1   /* \xXX up to U+00FF, \uXXXX up to U+FFFF, \UXXXXXXXX above */
};

/* A profile as a table. All zeros is a profile that escapes nothing.
 * ascii                the escape of each byte below 0x80
 * hex, form            SMILL_HEX_... and SMILL_FORM_... of the escapes of non-ASCII characters
 * escapes_replacement  not 0: a U+FFFD that replaces ill-formed input is escaped, also if U+FFFD in the input is not
 * refuses_surrogates   not 0: readers refuse lone surrogate escapes, so REVERSIBLE is POLICY_UNSUPPORTED */
typedef struct smill_profile {
    smill_escape_text ascii[128];
    uint32_t hex;
    uint32_t form;
    uint32_t escapes_replacement;
    uint32_t refuses_surrogates;
} smill_profile;

/* An inclusive range of scalar values that are escaped. Ranges of a profile lie within U+0080 to U+10FFFF, ascend,
 * and do not overlap. */
typedef struct smill_range {
    uint32_t first;
    uint32_t last;
} smill_range;

/* The name of the profile with this number, from 0; NULL after the last. Static; never freed. */
const char *smill_profile_name(size_t number) SMILL_NOEXCEPT;

/* Writes a profile of the library, with or without options, to a table that the caller can change.
 * name         in: such as "php:hex-tag"; name_len bytes
 * profile      out
 * ranges       out: capacity for range_cap ranges; may be NULL if range_cap is 0
 * range_count  out: the number of ranges, also if they did not fit
 * Errors       PROFILE_UNKNOWN, PROFILE_OPTION_UNKNOWN; ROOM_SHORT: there are more ranges than range_cap, and only
 *              range_count is written; POINTER_NULL, LENGTH_EXCESSIVE */
smill_error smill_profile_load(const char *name, size_t name_len, smill_profile *profile, smill_range *ranges,
                               size_t range_cap, size_t *range_count) SMILL_NOEXCEPT;

/* -------------------------------------------------------------------------------------------------------- RULES --- */

/* A profile and a policy as a read-only table of a few KB. Making one costs about as much as escaping some KB of text:
 * make it once and share it between strings and threads. */
typedef struct smill_rules smill_rules;

/* Rules of a profile without options. The library owns them; do not free them. The first call for a pair of profile and
 * policy allocates; later calls return the same pointer.
 * name     in: a profile, such as "json"; name_len bytes
 * policy   SMILL_ILL_FORMED_..., of UTF-8 or UTF-16, or SMILL_LATIN1
 * rules    out; not written if the call fails
 * Errors   PROFILE_UNKNOWN, also if the name has options; CHOICE_UNKNOWN: no such policy; POLICY_UNSUPPORTED: the
 *          profile cannot represent the marks of the policy; POINTER_NULL, LENGTH_EXCESSIVE, MEMORY_REFUSED */
smill_error smill_rules_builtin(const char *name, size_t name_len, uint32_t policy,
                                const smill_rules **rules) SMILL_NOEXCEPT;

/* Rules of a profile with or without options. The caller frees them.
 * name     in: such as "php:unescaped-slashes"; name_len bytes
 * policy   SMILL_ILL_FORMED_..., of UTF-8 or UTF-16, or SMILL_LATIN1
 * rules    out; not written if the call fails. Free with smill_rules_free when no call uses them any more.
 * Errors   as smill_rules_builtin; PROFILE_OPTION_UNKNOWN */
smill_error smill_rules_new(const char *name, size_t name_len, uint32_t policy, smill_rules **rules) SMILL_NOEXCEPT;

/* Rules of a caller's own profile. The caller frees them. The table and the ranges are copied.
 * profile  in
 * ranges   in: range_count of them: the scalar values above U+007F to escape
 * policy   SMILL_ILL_FORMED_..., of UTF-8 or UTF-16, or SMILL_LATIN1
 * rules    out; not written if the call fails
 * entry    out, or NULL: with PROFILE_UNSOUND, the bad entry: the ASCII byte, or 128 plus the index of the range
 * Errors   PROFILE_UNSOUND: an escape longer than 7 or not ASCII, or ranges that descend, overlap or leave U+0080 to
 *          U+10FFFF; CHOICE_UNKNOWN: hex, form or policy; POLICY_UNSUPPORTED; POINTER_NULL, POINTER_MISALIGNED,
 *          LENGTH_EXCESSIVE, MEMORY_REFUSED */
smill_error smill_rules_custom(const smill_profile *profile, const smill_range *ranges, size_t range_count,
                               uint32_t policy, smill_rules **rules, uint32_t *entry) SMILL_NOEXCEPT;

/* Frees rules of smill_rules_new or smill_rules_custom. Ignores NULL and rules of smill_rules_builtin. */
void smill_rules_free(smill_rules *rules) SMILL_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------- JSON STRINGS --- */

/* The largest output of src_len units under these rules, without quotes. SIZE_MAX if that exceeds SIZE_MAX or if rules
 * is NULL: no buffer is that long. */
size_t smill_json_escape_bound(const smill_rules *rules, size_t src_len) SMILL_NOEXCEPT;

/* With this capacity every call of smill_json_escape, _utf16 and _latin1 makes progress, under any rules. */
#define SMILL_JSON_ESCAPE_UNIT_MAX 84

/* Escapes bytes by RFC 8259, section 7, or by the profile. Does not add the surrounding quotes.
 * src       any bytes
 * dst       bytes; smill_json_escape_bound returns a capacity that always suffices
 * how       see HOW
 * progress  out. A unit is a well-formed sequence of UTF-8, or a piece of ill-formed bytes as the policy delimits it.
 * repairs   in/out, or NULL: the pieces that the policy replaced, dropped or marked
 * Errors    only under REJECT: the first ill-formed piece, at its first byte, after everything before it was written:
 *           UTF8_STRAY_CONTINUATION, UTF8_IMPOSSIBLE_BYTE, UTF8_MISSING_CONTINUATION, UTF8_OVERLONG, UTF8_SURROGATE,
 *           UTF8_ABOVE_MAX, UTF8_INCOMPLETE; and misuse */
smill_error smill_json_escape(const smill_rules *rules, const void *src, size_t src_len, void *dst, size_t dst_cap,
                              uint32_t how, smill_progress *progress, smill_repairs *repairs) SMILL_NOEXCEPT;

/* How to handle an escape \uD800 to \uDFFF that is not part of a pair. */
enum {
    SMILL_SURROGATES_REJECT = 0,    /* an error */
    SMILL_SURROGATES_REPLACE = 1,   /* U+FFFD for each */
    SMILL_SURROGATES_REVERSIBLE = 2 /* \udc80 to \udcff become the bytes 80 to FF; any other is an error */
};

/* The largest output of src_len bytes: src_len. */
size_t smill_json_unescape_bound(size_t src_len) SMILL_NOEXCEPT;

/* With this capacity every call of smill_json_unescape makes progress. */
#define SMILL_JSON_UNESCAPE_UNIT_MAX 4

/* Unescapes the contents of a JSON string: RFC 8259, section 7.
 * surrogates  SMILL_SURROGATES_...
 * src         bytes, starting after the opening quote; may extend past the closing quote
 * dst         bytes; src_len always suffices
 * how         see HOW
 * progress    out. Stops at the first unescaped quote, which is then at src[read].
 * repairs     in/out, or NULL: lone surrogates that the policy replaced
 * Errors      the first of these, after everything before it was written: CONTROL_UNESCAPED, ESCAPE_UNKNOWN,
 *             ESCAPE_HEX, ESCAPE_INCOMPLETE, SURROGATE_LONE, and those of UTF-8 as for smill_json_escape; and misuse */
smill_error smill_json_unescape(uint32_t surrogates, const void *src, size_t src_len, void *dst, size_t dst_cap,
                                uint32_t how, smill_progress *progress, smill_repairs *repairs) SMILL_NOEXCEPT;

/* -------------------------------------------------------------------------------------------------------- UTF-8 --- */

/* Validates UTF-8 (Unicode, table 3-7).
 * src       any bytes
 * how       see HOW
 * progress  out: read counts the leading bytes that are complete, well-formed sequences: src_len, or up to three fewer
 *           with SMILL_MORE
 * Errors    the first ill-formed piece, at its first byte, as for smill_json_escape; and misuse */
smill_error smill_utf8_validate(const void *src, size_t src_len, uint32_t how, smill_progress *progress) SMILL_NOEXCEPT;

/* ------------------------------------------------------------------------------------------- UTF-16 AND LATIN-1 --- */

/* The largest output of src_len code units, three bytes for each; SIZE_MAX if that exceeds SIZE_MAX. */
size_t smill_utf16_to_utf8_bound(size_t src_len) SMILL_NOEXCEPT;

/* With this capacity every call of smill_utf16_to_utf8 makes progress. */
#define SMILL_UTF16_TO_UTF8_UNIT_MAX 4

/* Transcodes UTF-16 to UTF-8 (Unicode, section 3.9).
 * policy    SMILL_ILL_FORMED_UTF16_...
 * src       src_len code units in the byte order of the machine
 * dst       bytes
 * how       see HOW; with SMILL_MORE a high surrogate at the end is left unread
 * progress  out: read and offset count code units, written counts bytes; stops at whole characters
 * repairs   in/out, or NULL: lone surrogates that the policy replaced or copied; in code units
 * Errors    only under REJECT: UTF16_SURROGATE_LONE, after everything before it was written; POLICY_UNSUPPORTED for
 *           ESCAPE; POINTER_MISALIGNED; and misuse */
smill_error smill_utf16_to_utf8(uint32_t policy, const uint16_t *src, size_t src_len, void *dst, size_t dst_cap,
                                uint32_t how, smill_progress *progress, smill_repairs *repairs) SMILL_NOEXCEPT;

/* With this capacity, in code units, every call of smill_utf8_to_utf16 makes progress. */
#define SMILL_UTF8_TO_UTF16_UNIT_MAX 3

/* Transcodes UTF-8 to UTF-16 (Unicode, section 3.9).
 * policy    SMILL_ILL_FORMED_...; REVERSIBLE writes the lone surrogate U+DCNN for each byte NN
 * src       any bytes
 * dst       dst_cap code units in the byte order of the machine; src_len of them always suffice
 * how       see HOW
 * progress  out: read and offset count bytes, written counts code units; stops at whole characters
 * repairs   in/out, or NULL: the pieces that the policy replaced, dropped or marked
 * Errors    only under REJECT: those of UTF-8 as for smill_json_escape; POLICY_UNSUPPORTED for COPY and VISIBLE;
 *           POINTER_MISALIGNED; and misuse */
smill_error smill_utf8_to_utf16(uint32_t policy, const void *src, size_t src_len, uint16_t *dst, size_t dst_cap,
                                uint32_t how, smill_progress *progress, smill_repairs *repairs) SMILL_NOEXCEPT;

/* Unescapes the contents of a JSON string in UTF-8 and transcodes them to UTF-16, in one pass.
 * surrogates  SMILL_SURROGATES_...; under REVERSIBLE \udc80 to \udcff become these lone surrogates
 * src         bytes, starting after the opening quote; may extend past the closing quote
 * dst         dst_cap code units in the byte order of the machine; src_len of them always suffice, and
 *             SMILL_JSON_UNESCAPE_UNIT_MAX for progress
 * progress    out: read and offset count bytes, written counts code units. Stops at the first unescaped quote, which is
 *             then at src[read].
 * others      as for smill_json_unescape
 * Errors      as smill_json_unescape; POINTER_MISALIGNED */
smill_error smill_json_unescape_utf16(uint32_t surrogates, const void *src, size_t src_len, uint16_t *dst,
                                      size_t dst_cap, uint32_t how, smill_progress *progress,
                                      smill_repairs *repairs) SMILL_NOEXCEPT;

/* The largest output of src_len bytes of Latin-1, two bytes for each; SIZE_MAX if that exceeds SIZE_MAX. */
size_t smill_latin1_to_utf8_bound(size_t src_len) SMILL_NOEXCEPT;

/* With this capacity every call of smill_latin1_to_utf8 makes progress. */
#define SMILL_LATIN1_TO_UTF8_UNIT_MAX 2

/* Transcodes Latin-1 (ISO 8859-1) to UTF-8.
 * src, dst  bytes
 * how       see HOW; SMILL_MORE has no effect
 * progress  out
 * Errors    only misuse */
smill_error smill_latin1_to_utf8(const void *src, size_t src_len, void *dst, size_t dst_cap, uint32_t how,
                                 smill_progress *progress) SMILL_NOEXCEPT;

/* Escapes UTF-16 and transcodes it to UTF-8, in one pass. Does not add the surrounding quotes.
 * rules     made with SMILL_ILL_FORMED_UTF16_...; WTF8 is POLICY_UNSUPPORTED there
 * src       src_len code units in the byte order of the machine
 * others    as for smill_utf16_to_utf8; smill_json_escape_bound returns the capacity that always suffices
 * Errors    as smill_utf16_to_utf8; RULES_MISMATCHED */
smill_error smill_json_escape_utf16(const smill_rules *rules, const uint16_t *src, size_t src_len, void *dst,
                                    size_t dst_cap, uint32_t how, smill_progress *progress,
                                    smill_repairs *repairs) SMILL_NOEXCEPT;

/* Escapes Latin-1 and transcodes it to UTF-8, in one pass. Does not add the surrounding quotes.
 * rules     made with SMILL_LATIN1
 * others    as for smill_latin1_to_utf8; smill_json_escape_bound returns the capacity that always suffices
 * Errors    RULES_MISMATCHED, and other misuse */
smill_error smill_json_escape_latin1(const smill_rules *rules, const void *src, size_t src_len, void *dst,
                                     size_t dst_cap, uint32_t how, smill_progress *progress) SMILL_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------------- BASE64 --- */

/* The form of base64: one of each kind, combined by `|`. 0 is exactly RFC 4648, section 4. */
enum {
    SMILL_BASE64_ALPHABET_STANDARD = 0x0000, /* + and / (RFC 4648, section 4) */
    SMILL_BASE64_ALPHABET_URL = 0x0001,      /* - and _ (section 5) */

    SMILL_BASE64_PADDING_REQUIRED = 0x0000, /* = pads the last group */
    SMILL_BASE64_PADDING_OPTIONAL = 0x0010, /* complete padding or none; only for decoding */
    SMILL_BASE64_PADDING_FORBIDDEN = 0x0020,

    /* Only for decoding: how to handle nonzero bits after the last byte. */
    SMILL_BASE64_TRAILING_BITS_REFUSE = 0x0000,
    SMILL_BASE64_TRAILING_BITS_DROP = 0x0100,

    /* Only for decoding: the white space that is allowed everywhere. */
    SMILL_BASE64_WHITE_SPACE_REFUSE = 0x0000,
    SMILL_BASE64_WHITE_SPACE_JSON = 0x1000,   /* space, tab, line feed, carriage return */
    SMILL_BASE64_WHITE_SPACE_WHATWG = 0x2000, /* these and form feed */
    SMILL_BASE64_WHITE_SPACE_ION = 0x3000     /* these and vertical tab */
};

/* The output length of src_len bytes; SIZE_MAX if that exceeds SIZE_MAX or if the form is unknown. */
size_t smill_base64_encode_bound(uint32_t form, size_t src_len) SMILL_NOEXCEPT;

/* With this capacity every call of smill_base64_encode makes progress. */
#define SMILL_BASE64_ENCODE_UNIT_MAX 4

/* Encodes bytes as base64, without line breaks.
 * form      an alphabet, and padding REQUIRED or FORBIDDEN
 * src, dst  bytes
 * how       see HOW; with SMILL_MORE one or two bytes of an incomplete group are left unread
 * progress  out; stops at whole groups
 * Errors    CHOICE_UNKNOWN, and other misuse */
smill_error smill_base64_encode(uint32_t form, const void *src, size_t src_len, void *dst, size_t dst_cap, uint32_t how,
                                smill_progress *progress) SMILL_NOEXCEPT;

/* The largest output of src_len bytes of base64. */
size_t smill_base64_decode_bound(size_t src_len) SMILL_NOEXCEPT;

/* With this capacity every call of smill_base64_decode makes progress. */
#define SMILL_BASE64_DECODE_UNIT_MAX 3

/* Decodes base64.
 * form      see above; atob of the web is PADDING_OPTIONAL | TRAILING_BITS_DROP | WHITE_SPACE_WHATWG
 * src, dst  bytes
 * how       see HOW; with SMILL_MORE an incomplete group at the end is left unread, with the white space in it, and so
 *           is a group with padding
 * progress  out; stops at whole groups
 * Errors    the first of these, after everything before it was written: BASE64_SYMBOL, BASE64_WHITE_SPACE,
 *           BASE64_PADDING_MISSING, BASE64_PADDING_UNEXPECTED, BASE64_AFTER_PADDING, BASE64_TRAILING_BITS,
 *           BASE64_INCOMPLETE; CHOICE_UNKNOWN, and other misuse */
smill_error smill_base64_decode(uint32_t form, const void *src, size_t src_len, void *dst, size_t dst_cap, uint32_t how,
                                smill_progress *progress) SMILL_NOEXCEPT;

/* ---------------------------------------------------------------------------------------------------- JSON TEXT --- */

/* The accepted grammar and the limits of a text. All zeros are the defaults, as is NULL instead of the rules.
 * depth_max        maximum nesting of arrays and objects, counting the outermost; 0 means 1024; 64 is the limit of
 *                  System.Text.Json and of smill_record_read
 * string_max       maximum bytes of a string between its quotes, before unescaping; 0 or UINT64_MAX: unlimited
 * len_max          maximum bytes of a text, or of a line; 0 or UINT64_MAX: unlimited
 * lines            not 0: each line is a text, as in NDJSON; lines of white space are skipped
 * lone_surrogates  not 0: escapes \ud800 to \udfff need not form pairs */
typedef struct smill_json_rules {
    uint64_t depth_max;
    uint64_t string_max;
    uint64_t len_max;
    uint32_t lines;
    uint32_t lone_surrogates;
} smill_json_rules;

/* The length of the stack for `depth` levels. */
#define SMILL_JSON_STACK_LEN(depth) ((depth) > 64 ? ((depth) + 63) / 64 - 1 : 0)

/* Checks that bytes are one JSON text (RFC 8259), or one on each line.
 * rules     in, or NULL: RFC 8259, surrogates in pairs, 1024 levels, any length
 * stack     stack_len elements of scratch memory; they also limit the depth. If stack_len is 0, the library uses a
 *           stack of its own for 1024 levels. No call recurses.
 * src       the bytes of the whole text
 * how       0 or SMILL_ON_TIER
 * progress  out: read is src_len if the text is valid
 * Errors    the first in the text: those of UTF-8, of string literals (200s), of JSON (300s), of numbers
 *           (600s), LIMIT_DEPTH, LIMIT_STRING_LEN, LIMIT_RECORD_LEN; and misuse. stringmill_errors.h says which
 *           unit each points at. */
smill_error smill_json_check(const smill_json_rules *rules, uint64_t *stack, size_t stack_len, const void *src,
                             size_t src_len, uint32_t how, smill_progress *progress) SMILL_NOEXCEPT;

/* ----------------------------------------------------------------------------------------------- CANONICAL JSON --- */

/* Limits of smill_json_canonical. The default of a limit is 0.
 * depth_max        maximum nesting of arrays and objects, counting the outermost; 0 means 1024
 * memory_max       maximum bytes of memory that the call allocates; 0: unlimited. A call uses about three times src_len.
 * rounds_integers  0: an integer that a double cannot hold, such as 9007199254740993, is an error; 1: it is rounded */
typedef struct smill_canonical_limits {
    uint64_t depth_max;
    uint64_t memory_max;
    uint64_t rounds_integers;
} smill_canonical_limits;

/* Writes one JSON text in canonical form (RFC 8785): members sorted by the UTF-16 code units of their names, numbers as
 * ECMAScript writes them, no white space, the least escapes.
 * limits    in, or NULL: 1024 levels, any memory
 * src       the bytes of the whole text
 * dst       the canonical form. A text without numbers fits in src_len bytes; 5.25 times as many fit any text.
 * how       0 or SMILL_ON_TIER
 * progress  out: read is src_len, written the length of the canonical form. With ROOM_SHORT, written is the capacity
 *           that is necessary.
 * Errors    the first in the text that smill_json_check finds under its default rules, or NUMBER_OVERFLOW or
 *           CANONICAL_INTEGER, if that comes before; then NAME_REPEATED, at the first name that its object has already;
 *           LIMIT_MEMORY; MEMORY_REFUSED; ROOM_SHORT; and misuse
 * Cost      allocates memory, and frees it before it returns */
smill_error smill_json_canonical(const smill_canonical_limits *limits, const void *src, size_t src_len, void *dst,
                                 size_t dst_cap, uint32_t how, smill_progress *progress) SMILL_NOEXCEPT;

/* ----------------------------------------------------------------------------------------------------- SCANNING --- */

/* Classes of bytes that a reader skips in one step. */
enum {
    SMILL_CLASS_WHITE_SPACE_JSON = 0, /* space, tab, line feed, carriage return */
    SMILL_CLASS_WHITE_SPACE_ION = 1,  /* these, vertical tab and form feed */
    SMILL_CLASS_IDENTIFIER = 2,       /* ASCII letters and digits, _ and $ */
    SMILL_CLASS_DIGITS = 3,           /* 0 to 9 */
    SMILL_CLASS_HEX = 4,              /* these, a to f and A to F */
    SMILL_CLASS_STRING = 5,           /* unescaped contents of a JSON string: all but ", \ and bytes below 0x20 */
    SMILL_CLASS_STRING_ASCII = 6      /* these below 0x80: need neither unescaping nor validation */
};

/* Counts the leading bytes of src that belong to a class.
 * char_class  SMILL_CLASS_...
 * src         any bytes
 * how         see HOW; SMILL_MORE has no effect
 * progress    out: read is the count
 * Errors      only misuse */
smill_error smill_scan(uint32_t char_class, const void *src, size_t src_len, uint32_t how,
                       smill_progress *progress) SMILL_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------------ NUMBERS --- */

/* A capacity for any number in any shape. A call with less works if the number fits, but takes longer. */
#define SMILL_NUMBER_ROOM 32

/* The layout of a float's digits. The digits are the same in every shape: the fewest that read back as the same value;
 * of several such decimals the nearest, of two equally near ones the even one. */
enum {
    SMILL_FLOAT_SHAPE_PHP = 0,          /* json_encode of PHP with serialize_precision -1: 100000, 1.0e+25, -0 */
    SMILL_FLOAT_SHAPE_PHP_FRACTION = 1, /* the same with JSON_PRESERVE_ZERO_FRACTION: 100000.0, 1.0e+25, -0.0 */
    SMILL_FLOAT_SHAPE_ECMASCRIPT = 2,   /* Number::toString of ECMA-262, and so RFC 8785: 100000, 1e+25, 0 */
    SMILL_FLOAT_SHAPE_PYTHON = 3,       /* repr of Python: 100000.0, 1e+25, 1e-05, -0.0 */
    SMILL_FLOAT_SHAPE_DOTNET = 4        /* Utf8Formatter of .NET Core 3.0 and later: 100000, 1E+25, 1E-05, -0 */
};

/* Writes a number as text, completely or not at all.
 * shape    SMILL_FLOAT_SHAPE_...
 * value    any integer; any float except NaN and infinities
 * dst      bytes of ASCII; SMILL_NUMBER_ROOM always suffices. The call may overwrite bytes after `written`
 * written  out: bytes of dst filled; not written if the call fails
 * Errors   ROOM_SHORT: the number does not fit; dst is unchanged. NUMBER_NOT_FINITE: NaN or infinity. And misuse. */
smill_error smill_float64_write(uint32_t shape, double value, void *dst, size_t dst_cap,
                                size_t *written) SMILL_NOEXCEPT;
smill_error smill_int64_write(int64_t value, void *dst, size_t dst_cap, size_t *written) SMILL_NOEXCEPT;
smill_error smill_uint64_write(uint64_t value, void *dst, size_t dst_cap, size_t *written) SMILL_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------------ BATCHES --- */

/* Many strings in one call, for callers that pay more for a call into C than for a short string. Each operation takes
 * the strings in three shapes:
 *
 *   ..._slices        anywhere in memory: an array of smill_slice
 *   ..._column        concatenated in one buffer: string i is src[offsets[i]] up to src[offsets[i + 1]]. There are
 *                     count + 1 offsets; the first need not be 0. This is the layout of Arrow.
 *   ..._column_large  the same with offsets of 64 bits
 *
 * dst gets the output strings concatenated, without quotes: string i is dst[dst_offsets[i]] up to
 * dst[dst_offsets[i + 1]]. dst_offsets has count + 1 elements; the first is always 0. If count is 0 the arrays may be
 * NULL.
 *
 * Capacity    The call stops before the first string whose output does not fit, and returns SMILL_OK with
 *             batch->strings < count; continue with src + strings (slices) or offsets + strings (columns). If strings
 *             is 0, pass a larger dst. A string with an error needs capacity for the output before the error. Output of
 *             a column also stops at its largest offset, 2^31 - 1.
 * Errors      If verdicts is NULL, the first string with an error ends the call: the call returns its code,
 *             batch->strings is its index and batch->offset the position in it. If verdicts has count elements, every
 *             string gets one, a string with an error has no output, and the call continues and returns SMILL_OK.
 *             Misuse always ends the call (OFFSETS_UNSOUND, RANGES_OVERLAP and others); batch->strings then counts the
 *             strings done before.
 * how         0 or SMILL_ON_TIER: each string is complete. */

/* A string anywhere in memory. */
typedef struct smill_slice {
    const void *ptr;
    size_t len;
} smill_slice;

/* The verdict on one string of a batch.
 * code      SMILL_OK or an error
 * reserved  0
 * offset    with an error: its byte in the string */
typedef struct smill_verdict {
    smill_error code;
    uint32_t reserved;
    uint64_t offset;
} smill_verdict;

/* The progress of a batch. Every call writes all fields.
 * strings   complete strings done
 * written   bytes of dst filled
 * offset    with an error: its position in the string after those done
 * failed    number of done strings whose verdict is an error
 * repaired  number of pieces that the policy replaced, dropped or marked in the done strings */
typedef struct smill_batch {
    uint64_t strings;
    uint64_t written;
    uint64_t offset;
    uint64_t failed;
    uint64_t repaired;
} smill_batch;

/* smill_json_escape over many strings. */
smill_error smill_json_escape_slices(const smill_rules *rules, const smill_slice *src, size_t count, void *dst,
                                     size_t dst_cap, uint64_t *dst_offsets, uint32_t how, smill_verdict *verdicts,
                                     smill_batch *batch) SMILL_NOEXCEPT;
smill_error smill_json_escape_column(const smill_rules *rules, const void *src, size_t src_len, const int32_t *offsets,
                                     size_t count, void *dst, size_t dst_cap, int32_t *dst_offsets, uint32_t how,
                                     smill_verdict *verdicts, smill_batch *batch) SMILL_NOEXCEPT;
smill_error smill_json_escape_column_large(const smill_rules *rules, const void *src, size_t src_len,
                                           const int64_t *offsets, size_t count, void *dst, size_t dst_cap,
                                           int64_t *dst_offsets, uint32_t how, smill_verdict *verdicts,
                                           smill_batch *batch) SMILL_NOEXCEPT;

/* smill_json_unescape over many strings. An unescaped quote is QUOTE_UNESCAPED: each string is complete. */
smill_error smill_json_unescape_slices(uint32_t surrogates, const smill_slice *src, size_t count, void *dst,
                                       size_t dst_cap, uint64_t *dst_offsets, uint32_t how, smill_verdict *verdicts,
                                       smill_batch *batch) SMILL_NOEXCEPT;
smill_error smill_json_unescape_column(uint32_t surrogates, const void *src, size_t src_len, const int32_t *offsets,
                                       size_t count, void *dst, size_t dst_cap, int32_t *dst_offsets, uint32_t how,
                                       smill_verdict *verdicts, smill_batch *batch) SMILL_NOEXCEPT;
smill_error smill_json_unescape_column_large(uint32_t surrogates, const void *src, size_t src_len,
                                             const int64_t *offsets, size_t count, void *dst, size_t dst_cap,
                                             int64_t *dst_offsets, uint32_t how, smill_verdict *verdicts,
                                             smill_batch *batch) SMILL_NOEXCEPT;

/* smill_utf8_validate over many strings, without output. */
smill_error smill_utf8_validate_slices(const smill_slice *src, size_t count, uint32_t how, smill_verdict *verdicts,
                                       smill_batch *batch) SMILL_NOEXCEPT;
smill_error smill_utf8_validate_column(const void *src, size_t src_len, const int32_t *offsets, size_t count,
                                       uint32_t how, smill_verdict *verdicts, smill_batch *batch) SMILL_NOEXCEPT;
smill_error smill_utf8_validate_column_large(const void *src, size_t src_len, const int64_t *offsets, size_t count,
                                             uint32_t how, smill_verdict *verdicts, smill_batch *batch) SMILL_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
