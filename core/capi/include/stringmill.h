/*
 * stringmill: text between raw bytes and JSON at memory speed, with the same verdict and the same bytes everywhere.
 *
 * This header is the manual of the C interface, for C99 and C++11. It can be called from any language that can call C.
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
 *
 * WHAT HOLDS FOR EVERY FUNCTION
 *
 * Text      A text is a pointer and a length. Lengths, offsets and capacities count units: bytes, unless a function
 *           says otherwise. Nothing ends with a zero byte, and a zero byte in a text is a byte like others. Where a
 *           length is zero the pointer may be anything, NULL too. Names that the library returns do end with one.
 * Bounds    Not a byte is read or written outside the ranges given; no padding is asked for, on either side.
 *           Bytes of dst past `written` may be overwritten.
 * Memory    Operations allocate nothing. Only smill_rules_builtin (once for each pair of profile and policy),
 *           smill_rules_new, smill_rules_custom and smill_record_plan_new do; if the memory is refused, they return
 *           MEMORY_REFUSED and keep nothing. The library never keeps a pointer that it was given.
 * Overlap   What a call writes must not overlap anything else that the call reads or writes: dst, offsets, verdicts,
 *           stacks, slots, handles and results against each other and against every source. Otherwise the call returns
 *           RANGES_OVERLAP. If the result struct itself (progress, repairs, batch, args) overlaps, nothing is written.
 *           Offsets cannot be rewritten in place: after a stop the caller could not continue.
 * Threads   Every function may be called from any thread at any time. There is no state but what the caller holds;
 *           rules are read only, so any number of threads may use the same ones. What a call writes to (dst, progress,
 *           repairs, batch) must belong to that call alone.
 * Errors    A function that can fail returns smill_error. Operations also write where: offset counts units of the
 *           source from where this call's source begins. After an error, what dst holds is not specified.
 * Misuse    A null pointer, a length that no object can have, ranges that overlap, an unknown number: each
 *           is an error of the 900s, never a crash. The caller has to ensure what the library cannot see: that the
 *           memory exists, that rules and plans are not yet freed and that no other argument points into them.
 * Panics    None leaves the library, and no C++ exception either. A fault inside comes back as SMILL_ERROR_INTERNAL.
 * Alignment What a call writes, offsets and slices may stand at any address. A source of units longer than a byte, a
 *           smill_profile and an array of smill_range are POINTER_MISALIGNED where C would not have put them.
 * Layout    Fields of structs have fixed widths and no hidden padding, the same on every machine but for pointers.
 * Stability Numbers and names here are never changed or reused. The SONAME, libstringmill.so.0.1, changes when programs
 *           must be built again: before 1.0 with the second number of the version, from 1.0 on with the first. Symbols
 *           carry the same number, STRINGMILL_0.1. Bytes of output change only with the first number.
 *
 *
 * STREAMS
 *
 * An operation does as much as it can and says how far it got in smill_progress. It stops early, at a whole unit, where
 * dst has no room for the next one; call again with the rest and more room. With SMILL_MORE in `how`, it also leaves a
 * unit unread that the end of src cuts; give those bytes again, in front of what follows. Without SMILL_MORE such a
 * unit is an error. So a text of any length passes through buffers of any size; nothing is kept between calls.
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

/* The version of the library that runs, in the form of SMILL_VERSION. */
uint32_t smill_version(void) SMILL_NOEXCEPT;

/* The version of the library that runs, as text, such as "0.1.0". It lives for ever. */
const char *smill_version_text(void) SMILL_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------------- ERRORS --- */

/* The name of an error, shared by all languages, such as "utf8_overlong"; "ok" for SMILL_OK; NULL where there is no
 * such error. It lives for ever. */
const char *smill_error_name(smill_error code) SMILL_NOEXCEPT;

/* What is wrong, in lower case, without a full stop and without advice; "no error" for SMILL_OK; NULL where there is no
 * such error. It lives for ever. A whole message is "unknown escape at byte 17 (line 2, column 5)". */
const char *smill_error_says(smill_error code) SMILL_NOEXCEPT;

/* A place in text as people name it: both from 1. Lines end with LF. Columns count code points; a byte that is part of
 * none counts with what stands before it if it is a continuation byte, else as one. */
typedef struct smill_position {
    uint64_t line;
    uint64_t column;
} smill_position;

/* Line and column of the byte at `offset` of src; an offset past the end stands for the end.
 * src       bytes, any
 * position  out; not written where the call fails
 * Errors    POINTER_NULL, LENGTH_EXCESSIVE
 * Cost      reads src up to `offset` */
smill_error smill_locate(const void *src, size_t src_len, uint64_t offset, smill_position *position) SMILL_NOEXCEPT;

/* -------------------------------------------------------------------------------------------------------- TIERS --- */

/* A tier is a set of instructions, chosen at run time. Every tier gives the same bytes. */
enum {
    SMILL_TIER_BEST = 0, /* the one that STRINGMILL_TIER forces, if this machine has it, else the highest */
    SMILL_TIER_SCALAR = 1,
    SMILL_TIER_SSE42 = 2,
    SMILL_TIER_AVX2 = 3,
    SMILL_TIER_AVX512 = 4,
    SMILL_TIER_NEON = 5,
    SMILL_TIER_SIMD128 = 6
};

/* The tier that calls run on where none is named. */
uint32_t smill_tier_best(void) SMILL_NOEXCEPT;

/* 1 where this machine can run the tier, else 0. SMILL_TIER_BEST is always there. */
int smill_tier_available(uint32_t tier) SMILL_NOEXCEPT;

/* The name of a tier, such as "avx2", as the environment variable STRINGMILL_TIER takes it. NULL for SMILL_TIER_BEST
 * and where there is no such tier. It lives for ever. */
const char *smill_tier_name(uint32_t tier) SMILL_NOEXCEPT;

/* Which tier STRINGMILL_TIER forces: SMILL_TIER_BEST where it is unset or empty. A program should ask this at its
 * start, and say so where it fails: calls then run on the highest tier instead.
 * tier    out; not written where the call fails
 * Errors  POINTER_NULL; TIER_UNAVAILABLE: the variable names a tier that does not exist or that this machine lacks */
smill_error smill_tier_forced(uint32_t *tier) SMILL_NOEXCEPT;

/* ---------------------------------------------------------------------------------------------------------- HOW --- */

/* The argument `how` of an operation: 0, or these joined by `|`.
 * SMILL_MORE            more of the same stream follows (see STREAMS)
 * SMILL_ON_TIER(tier)   this call runs on that tier and no other; for tests and measurements
 * Any other bit is CHOICE_UNKNOWN; a tier that the machine lacks is TIER_UNAVAILABLE. */
#define SMILL_MORE UINT32_C(1)
#define SMILL_ON_TIER(tier) ((uint32_t)(tier) << 8)

/* How far an operation got. Every call writes all of it.
 * read     units of src that are done; 0 with an error
 * written  units of dst that are filled; 0 with an error
 * offset   with an error: the unit of src where it is; else 0 */
typedef struct smill_progress {
    uint64_t read;
    uint64_t written;
    uint64_t offset;
} smill_progress;

/* What a policy has replaced, dropped or marked. Begin a stream with all zeros, give the same struct to each call, and
 * before each set base to how many units of the stream came before its src.
 * base   in:     where src begins in the stream
 * count  in/out: ill-formed pieces, or lone surrogates, so far
 * first  in/out: where in the stream the first of them is, if count is not 0 */
typedef struct smill_repairs {
    uint64_t base;
    uint64_t count;
    uint64_t first;
} smill_repairs;

/* ----------------------------------------------------------------------------------------------------- PROFILES --- */

/* A profile says which characters a writer escapes, and how. The library has these rows:
 *
 *     json  jackson  php  dotnet  dotnet-relaxed  newtonsoft  ion  jcs  ascii  html  script  js  log  terminal
 *
 * A row takes options after a colon, as in "php:unescaped-slashes,hex-tag". What each escapes is listed in
 * https://github.com/stringmill/stringmill/blob/main/docs/bytes.md.
 * Programs may also build their own, from nothing or from a row.
 *
 * A policy says what becomes of a piece of input that is not well-formed UTF-8. How long one piece is differs between
 * hosts: ED A0 80 is three for REPLACE, one for REPLACE_JAVA and REPLACE_PHP. Sources of UTF-16 and of Latin-1 have
 * policies of their own; so the policy that rules are made with says what kind of source they are for, and any other is
 * RULES_MISMATCHED. */
enum {
    SMILL_ILL_FORMED_REJECT = 0,       /* an error at the first piece */
    SMILL_ILL_FORMED_REPLACE = 1,      /* U+FFFD for each maximal subpart, as Unicode and WHATWG have it */
    SMILL_ILL_FORMED_REPLACE_JAVA = 2, /* U+FFFD for each piece as new String(bytes, UTF_8) of the JDK cuts them */
    SMILL_ILL_FORMED_REPLACE_PHP = 3,  /* U+FFFD for each piece as JSON_INVALID_UTF8_SUBSTITUTE of PHP cuts them */
    SMILL_ILL_FORMED_IGNORE_PHP = 4,   /* nothing for each piece as JSON_INVALID_UTF8_IGNORE of PHP cuts them */
    SMILL_ILL_FORMED_COPY = 5,         /* the bytes as they are, unchecked and uncounted; ASCII is still escaped */
    SMILL_ILL_FORMED_VISIBLE = 6,      /* the text \xNN, itself escaped, for each byte */
    SMILL_ILL_FORMED_REVERSIBLE = 7    /* the escape \udcNN for each byte; unescaping can turn it back */
};

/* For sources of UTF-16: what becomes of a surrogate that is half of no pair. */
enum {
    SMILL_ILL_FORMED_UTF16_REJECT = 16,        /* an error at the first */
    SMILL_ILL_FORMED_UTF16_REPLACE = 17,       /* U+FFFD for each, as WHATWG and .NET have it */
    SMILL_ILL_FORMED_UTF16_QUESTION_MARK = 18, /* a question mark for each, as getBytes(UTF_8) of the JDK has it */
    SMILL_ILL_FORMED_UTF16_ESCAPE = 19,        /* the escape \ud800 for each; for escaped output alone */
    SMILL_ILL_FORMED_UTF16_WTF8 = 20           /* three bytes as UTF-8 would have them; for plain output alone */
};

/* For sources of Latin-1, where nothing is ill-formed. */
enum { SMILL_LATIN1 = 32 };

/* What is written for one ASCII byte: `len` bytes of `text`, 1 to 7, all ASCII; or the byte itself where len is 0. */
typedef struct smill_escape_text {
    uint8_t len;
    uint8_t text[7];
} smill_escape_text;

enum { SMILL_HEX_LOWER = 0, SMILL_HEX_UPPER = 1 };
enum {
    SMILL_FORM_JSON = 0, /* \uXXXX, and a pair of them above U+FFFF */
    SMILL_FORM_ION = 1   /* \xXX up to U+00FF, \uXXXX up to U+FFFF, \UXXXXXXXX above */
};

/* A profile as a table. All zeros is one that escapes nothing.
 * ascii                what is written for each byte below 0x80
 * hex, form            SMILL_HEX_... and SMILL_FORM_... of the escapes of non-ASCII
 * escapes_replacement  not 0: a U+FFFD that replaces ill-formed input is an escape, even where a genuine one is not
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

/* The name of the profile with this number, from 0; NULL past the last. It lives for ever. */
const char *smill_profile_name(size_t number) SMILL_NOEXCEPT;

/* Reads a profile of the library, with or without options, into a table; the way to one that differs from it a little.
 * name         in: such as "php:hex-tag"; name_len bytes
 * profile      out
 * ranges       out: room for range_cap ranges; NULL where range_cap is 0
 * range_count  out: how many ranges there are, also where they did not fit
 * Errors       PROFILE_UNKNOWN, PROFILE_OPTION_UNKNOWN; ROOM_SHORT: there are more ranges than range_cap, and only
 *              range_count is written; POINTER_NULL, LENGTH_EXCESSIVE */
smill_error smill_profile_load(const char *name, size_t name_len, smill_profile *profile, smill_range *ranges,
                               size_t range_cap, size_t *range_count) SMILL_NOEXCEPT;

/* -------------------------------------------------------------------------------------------------------- RULES --- */

/* A profile and a policy, made ready: a table of a few KB that never changes. Making one costs about as much as
 * escaping some KB of text, so make it once and use it for every string, from any number of threads. */
typedef struct smill_rules smill_rules;

/* Rules of a profile without options. They belong to the library and live for ever: there is nothing to free. The first
 * call for a pair of profile and policy allocates; later ones return the same pointer.
 * name     in: a row, such as "json"; name_len bytes
 * policy   SMILL_ILL_FORMED_..., of UTF-8 or UTF-16, or SMILL_LATIN1
 * rules    out; not written where the call fails
 * Errors   PROFILE_UNKNOWN, also where the name has options; CHOICE_UNKNOWN: no such policy; POLICY_UNSUPPORTED: the
 *          profile cannot carry the marks of the policy; POINTER_NULL, LENGTH_EXCESSIVE, MEMORY_REFUSED */
smill_error smill_rules_builtin(const char *name, size_t name_len, uint32_t policy,
                                const smill_rules **rules) SMILL_NOEXCEPT;

/* Rules of a profile with or without options, for the caller to free.
 * name     in: such as "php:unescaped-slashes"; name_len bytes
 * policy   SMILL_ILL_FORMED_..., of UTF-8 or UTF-16, or SMILL_LATIN1
 * rules    out; not written where the call fails. Give them to smill_rules_free when no call uses them any more.
 * Errors   as smill_rules_builtin; PROFILE_OPTION_UNKNOWN */
smill_error smill_rules_new(const char *name, size_t name_len, uint32_t policy, smill_rules **rules) SMILL_NOEXCEPT;

/* Rules of a caller's own profile, for the caller to free. The table and the ranges are copied.
 * profile  in
 * ranges   in: range_count of them; the scalar values above U+007F that are escaped
 * policy   SMILL_ILL_FORMED_..., of UTF-8 or UTF-16, or SMILL_LATIN1
 * rules    out; not written where the call fails
 * entry    out, or NULL: with PROFILE_UNSOUND, which entry is wrong: the number of the ASCII byte, or 128 and the
 *          number of the range
 * Errors   PROFILE_UNSOUND: an escape longer than 7 or not ASCII, or ranges that descend, overlap or leave U+0080 to
 *          U+10FFFF; CHOICE_UNKNOWN: hex, form or policy; POLICY_UNSUPPORTED; POINTER_NULL, POINTER_MISALIGNED,
 *          LENGTH_EXCESSIVE, MEMORY_REFUSED */
smill_error smill_rules_custom(const smill_profile *profile, const smill_range *ranges, size_t range_count,
                               uint32_t policy, smill_rules **rules, uint32_t *entry) SMILL_NOEXCEPT;

/* Frees rules that smill_rules_new or smill_rules_custom made. NULL, and rules of smill_rules_builtin, are left
 * alone. */
void smill_rules_free(smill_rules *rules) SMILL_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------- JSON STRINGS --- */

/* The most bytes that src_len units can become under these rules, of whatever source they are for; quotes not counted.
 * SIZE_MAX where that is more than SIZE_MAX, and where rules is NULL: no buffer is that long. */
size_t smill_json_escape_bound(const smill_rules *rules, size_t src_len) SMILL_NOEXCEPT;

/* Room for which every call of smill_json_escape, _utf16 and _latin1 makes progress, under any rules. */
#define SMILL_JSON_ESCAPE_UNIT_MAX 84

/* Raw bytes into the inside of an escaped string: RFC 8259, section 7, or what the profile says. The quotes around
 * it are the caller's.
 * src       bytes, any
 * dst       bytes; smill_json_escape_bound gives room that always suffices
 * how       see HOW
 * progress  out. A unit is a well-formed sequence of UTF-8, or a piece of ill-formed bytes as the policy cuts them.
 * repairs   in/out, or NULL where nobody counts
 * Errors    under REJECT alone, the first ill-formed piece, at its first byte, once all before it had room:
 *           UTF8_STRAY_CONTINUATION, UTF8_IMPOSSIBLE_BYTE, UTF8_MISSING_CONTINUATION, UTF8_OVERLONG, UTF8_SURROGATE,
 *           UTF8_ABOVE_MAX, UTF8_INCOMPLETE; and misuse */
smill_error smill_json_escape(const smill_rules *rules, const void *src, size_t src_len, void *dst, size_t dst_cap,
                              uint32_t how, smill_progress *progress, smill_repairs *repairs) SMILL_NOEXCEPT;

/* What becomes of an escape \uD800 to \uDFFF that is not part of a pair. */
enum {
    SMILL_SURROGATES_REJECT = 0,    /* an error */
    SMILL_SURROGATES_REPLACE = 1,   /* U+FFFD for each */
    SMILL_SURROGATES_REVERSIBLE = 2 /* \udc80 to \udcff give the bytes 80 to FF; any other is an error */
};

/* The most bytes that src_len bytes can become: as many. */
size_t smill_json_unescape_bound(size_t src_len) SMILL_NOEXCEPT;

/* Room for which every call of smill_json_unescape makes progress. */
#define SMILL_JSON_UNESCAPE_UNIT_MAX 4

/* The inside of a JSON string into the text it stands for: RFC 8259, section 7.
 * surrogates  SMILL_SURROGATES_...
 * src         bytes, from after the opening quote; it may reach past the closing one
 * dst         bytes; src_len always suffices
 * how         see HOW
 * progress    out. Stops at the first quote that is not escaped, which is then at src[read].
 * repairs     in/out, or NULL: lone surrogates that the policy has replaced
 * Errors      the first of these, once all before it had room: CONTROL_UNESCAPED, ESCAPE_UNKNOWN, ESCAPE_HEX,
 *             ESCAPE_INCOMPLETE, SURROGATE_LONE, and those of UTF-8 as for smill_json_escape; and misuse */
smill_error smill_json_unescape(uint32_t surrogates, const void *src, size_t src_len, void *dst, size_t dst_cap,
                                uint32_t how, smill_progress *progress, smill_repairs *repairs) SMILL_NOEXCEPT;

/* -------------------------------------------------------------------------------------------------------- UTF-8 --- */

/* Whether bytes are well-formed UTF-8 (Unicode, table 3-7), and where and why not.
 * src       bytes, any
 * how       see HOW
 * progress  out: read is how many leading bytes are whole, well-formed sequences: all, or up to three fewer with
 *           SMILL_MORE
 * Errors    the first ill-formed piece, at its first byte, as for smill_json_escape; and misuse */
smill_error smill_utf8_validate(const void *src, size_t src_len, uint32_t how, smill_progress *progress) SMILL_NOEXCEPT;

/* ------------------------------------------------------------------------------------------- UTF-16 AND LATIN-1 --- */

/* The most bytes that src_len code units can become, three for each; SIZE_MAX where that is more than SIZE_MAX. */
size_t smill_utf16_to_utf8_bound(size_t src_len) SMILL_NOEXCEPT;

/* Room for which every call of smill_utf16_to_utf8 makes progress. */
#define SMILL_UTF16_TO_UTF8_UNIT_MAX 4

/* UTF-16 into UTF-8 (Unicode, section 3.9).
 * policy    SMILL_ILL_FORMED_UTF16_...
 * src       src_len code units in the byte order of the machine
 * dst       bytes
 * how       see HOW; with SMILL_MORE a high surrogate at the end is left unread
 * progress  out: read and offset count code units, written counts bytes; stops at whole characters
 * repairs   in/out, or NULL: lone surrogates that the policy has replaced or passed; in code units
 * Errors    under REJECT alone, UTF16_SURROGATE_LONE, once all before it had room; POLICY_UNSUPPORTED for ESCAPE;
 *           POINTER_MISALIGNED; and misuse */
smill_error smill_utf16_to_utf8(uint32_t policy, const uint16_t *src, size_t src_len, void *dst, size_t dst_cap,
                                uint32_t how, smill_progress *progress, smill_repairs *repairs) SMILL_NOEXCEPT;

/* Room for which every call of smill_utf8_to_utf16 makes progress, in code units. */
#define SMILL_UTF8_TO_UTF16_UNIT_MAX 3

/* UTF-8 into UTF-16 (Unicode, section 3.9).
 * policy    SMILL_ILL_FORMED_...; REVERSIBLE is the lone surrogate U+DCNN for each byte NN
 * src       bytes, any
 * dst       dst_cap code units in the byte order of the machine; src_len of them always suffice
 * how       see HOW
 * progress  out: read and offset count bytes, written counts code units; stops at whole characters
 * repairs   in/out, or NULL: what the policy has replaced, dropped or marked
 * Errors    under REJECT alone, those of UTF-8 as for smill_json_escape; POLICY_UNSUPPORTED for COPY and VISIBLE;
 *           POINTER_MISALIGNED; and misuse */
smill_error smill_utf8_to_utf16(uint32_t policy, const void *src, size_t src_len, uint16_t *dst, size_t dst_cap,
                                uint32_t how, smill_progress *progress, smill_repairs *repairs) SMILL_NOEXCEPT;

/* The inside of a JSON string of UTF-8 into the UTF-16 that it stands for, in one pass.
 * surrogates  SMILL_SURROGATES_...; under REVERSIBLE \udc80 to \udcff are the lone surrogates that they spell
 * src         bytes, from after the opening quote; it may reach past the closing one
 * dst         dst_cap code units in the byte order of the machine; src_len of them always suffice, and
 *             SMILL_JSON_UNESCAPE_UNIT_MAX for progress
 * progress    out: read and offset count bytes, written counts code units. Stops at the first quote that is not
 *             escaped, which is then at src[read].
 * others      as for smill_json_unescape
 * Errors      as smill_json_unescape; POINTER_MISALIGNED */
smill_error smill_json_unescape_utf16(uint32_t surrogates, const void *src, size_t src_len, uint16_t *dst,
                                      size_t dst_cap, uint32_t how, smill_progress *progress,
                                      smill_repairs *repairs) SMILL_NOEXCEPT;

/* The most bytes that src_len bytes of Latin-1 can become, two for each; SIZE_MAX where that is more than SIZE_MAX. */
size_t smill_latin1_to_utf8_bound(size_t src_len) SMILL_NOEXCEPT;

/* Room for which every call of smill_latin1_to_utf8 makes progress. */
#define SMILL_LATIN1_TO_UTF8_UNIT_MAX 2

/* Latin-1 (ISO 8859-1) into UTF-8.
 * src, dst  bytes
 * how       see HOW; SMILL_MORE makes no difference
 * progress  out
 * Errors    misuse alone */
smill_error smill_latin1_to_utf8(const void *src, size_t src_len, void *dst, size_t dst_cap, uint32_t how,
                                 smill_progress *progress) SMILL_NOEXCEPT;

/* UTF-16 into the inside of an escaped string of UTF-8, in one pass.
 * rules     made with SMILL_ILL_FORMED_UTF16_...; WTF8 is POLICY_UNSUPPORTED there
 * src       src_len code units in the byte order of the machine
 * others    as for smill_utf16_to_utf8; smill_json_escape_bound tells the room
 * Errors    as smill_utf16_to_utf8; RULES_MISMATCHED */
smill_error smill_json_escape_utf16(const smill_rules *rules, const uint16_t *src, size_t src_len, void *dst,
                                    size_t dst_cap, uint32_t how, smill_progress *progress,
                                    smill_repairs *repairs) SMILL_NOEXCEPT;

/* Latin-1 into the inside of an escaped string of UTF-8, in one pass.
 * rules     made with SMILL_LATIN1
 * others    as for smill_latin1_to_utf8; smill_json_escape_bound tells the room
 * Errors    RULES_MISMATCHED, and other misuse */
smill_error smill_json_escape_latin1(const smill_rules *rules, const void *src, size_t src_len, void *dst,
                                     size_t dst_cap, uint32_t how, smill_progress *progress) SMILL_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------------- BASE64 --- */

/* The form of base64: one of each kind, joined by `|`. 0 is RFC 4648, section 4, to the letter. */
enum {
    SMILL_BASE64_ALPHABET_STANDARD = 0x0000, /* + and / (RFC 4648, section 4) */
    SMILL_BASE64_ALPHABET_URL = 0x0001,      /* - and _ (section 5) */

    SMILL_BASE64_PADDING_REQUIRED = 0x0000, /* the last group is filled up with = */
    SMILL_BASE64_PADDING_OPTIONAL = 0x0010, /* whole or not at all; for decoding alone */
    SMILL_BASE64_PADDING_FORBIDDEN = 0x0020,

    /* For decoding alone: what becomes of bits after the last byte that are not zero. */
    SMILL_BASE64_TRAILING_BITS_REFUSE = 0x0000,
    SMILL_BASE64_TRAILING_BITS_DROP = 0x0100,

    /* For decoding alone: the white space that may stand anywhere. */
    SMILL_BASE64_WHITE_SPACE_REFUSE = 0x0000,
    SMILL_BASE64_WHITE_SPACE_JSON = 0x1000,   /* space, tab, line feed, carriage return */
    SMILL_BASE64_WHITE_SPACE_WHATWG = 0x2000, /* these and form feed */
    SMILL_BASE64_WHITE_SPACE_ION = 0x3000     /* these and vertical tab */
};

/* How many bytes src_len bytes become; SIZE_MAX where that is more than SIZE_MAX, and where the form is unknown. */
size_t smill_base64_encode_bound(uint32_t form, size_t src_len) SMILL_NOEXCEPT;

/* Room for which every call of smill_base64_encode makes progress. */
#define SMILL_BASE64_ENCODE_UNIT_MAX 4

/* Bytes into base64, without line breaks.
 * form      an alphabet, and padding REQUIRED or FORBIDDEN
 * src, dst  bytes
 * how       see HOW; with SMILL_MORE one or two bytes that are less than a group are left unread
 * progress  out; stops at whole groups
 * Errors    CHOICE_UNKNOWN, and other misuse */
smill_error smill_base64_encode(uint32_t form, const void *src, size_t src_len, void *dst, size_t dst_cap, uint32_t how,
                                smill_progress *progress) SMILL_NOEXCEPT;

/* The most bytes that src_len bytes of base64 can become. */
size_t smill_base64_decode_bound(size_t src_len) SMILL_NOEXCEPT;

/* Room for which every call of smill_base64_decode makes progress. */
#define SMILL_BASE64_DECODE_UNIT_MAX 3

/* Base64 into the bytes that it spells.
 * form      see above; atob of the web is PADDING_OPTIONAL | TRAILING_BITS_DROP | WHITE_SPACE_WHATWG
 * src, dst  bytes
 * how       see HOW; with SMILL_MORE a group that the end cuts is left unread, with the white space in it, and so is
 *           one with padding
 * progress  out; stops at whole groups
 * Errors    the first of these, once all before it had room: BASE64_SYMBOL, BASE64_WHITE_SPACE, BASE64_PADDING_MISSING,
 *           BASE64_PADDING_UNEXPECTED, BASE64_AFTER_PADDING, BASE64_TRAILING_BITS, BASE64_INCOMPLETE; CHOICE_UNKNOWN,
 *           and other misuse */
smill_error smill_base64_decode(uint32_t form, const void *src, size_t src_len, void *dst, size_t dst_cap, uint32_t how,
                                smill_progress *progress) SMILL_NOEXCEPT;

/* ---------------------------------------------------------------------------------------------------- JSON TEXT --- */

/* What is accepted, and the limits of a text. All zeros are the defaults: the same as NULL in place of the rules.
 * depth_max        the most arrays and objects inside each other, the outermost being the first; 0 for 1024; 64 is the
 *                  limit of System.Text.Json and of smill_record_read
 * string_max       the most bytes of a string between its quotes, escapes as they are written; 0 or UINT64_MAX for any
 * len_max          the most bytes of a text, or of a line; 0 or UINT64_MAX for any
 * lines            not 0: each line is a text of its own, as in NDJSON; lines of white space alone are passed over
 * lone_surrogates  not 0: escapes \ud800 to \udfff may stand alone */
typedef struct smill_json_rules {
    uint64_t depth_max;
    uint64_t string_max;
    uint64_t len_max;
    uint32_t lines;
    uint32_t lone_surrogates;
} smill_json_rules;

/* Elements of a stack for so many levels. */
#define SMILL_JSON_STACK_LEN(depth) ((depth) > 64 ? ((depth) + 63) / 64 - 1 : 0)

/* Whether bytes are one JSON text (RFC 8259), or one on each line, and where and why not.
 * rules     in, or NULL: RFC 8259, surrogates in pairs, 1024 levels, any length
 * stack     stack_len elements that the call may use, which set a limit on depth too; where stack_len is 0, the library
 *           has one for 1024 levels. No call recurses.
 * src       bytes, the whole text
 * how       SMILL_ON_TIER alone
 * progress  out: read is src_len where all is right
 * Errors    the first place that is wrong: those of UTF-8, of string literals (200s), of JSON (300s), of numbers
 *           (600s), LIMIT_DEPTH, LIMIT_STRING_LEN, LIMIT_RECORD_LEN; and misuse. stringmill_errors.h says what each
 *           points at. */
smill_error smill_json_check(const smill_json_rules *rules, uint64_t *stack, size_t stack_len, const void *src,
                             size_t src_len, uint32_t how, smill_progress *progress) SMILL_NOEXCEPT;

/* ----------------------------------------------------------------------------------------------------- SCANNING --- */

/* Bytes that a reader passes over in one go. */
enum {
    SMILL_CLASS_WHITE_SPACE_JSON = 0, /* space, tab, line feed, carriage return */
    SMILL_CLASS_WHITE_SPACE_ION = 1,  /* these, vertical tab and form feed */
    SMILL_CLASS_IDENTIFIER = 2,       /* ASCII letters and digits, _ and $ */
    SMILL_CLASS_DIGITS = 3,           /* 0 to 9 */
    SMILL_CLASS_HEX = 4,              /* these, a to f and A to F */
    SMILL_CLASS_STRING = 5,           /* what a JSON string holds as it is: all but ", \ and bytes below 0x20 */
    SMILL_CLASS_STRING_ASCII = 6      /* these below 0x80: what needs neither unescaping nor validation */
};

/* How many leading bytes of src belong to a class.
 * char_class  SMILL_CLASS_...
 * src         bytes, any
 * how         see HOW; SMILL_MORE makes no difference
 * progress    out: read is the length of the run
 * Errors      misuse alone */
smill_error smill_scan(uint32_t char_class, const void *src, size_t src_len, uint32_t how,
                       smill_progress *progress) SMILL_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------------ NUMBERS --- */

/* Room for any number in any shape. With less a call works too, if the number fits, and takes longer. */
#define SMILL_NUMBER_ROOM 32

/* How the digits of a float are laid out. Which digits those are is the same in every shape: the fewest that read back
 * as the same value. Of two such decimals it is the nearer one, of two as near the even one. */
enum {
    SMILL_FLOAT_SHAPE_PHP = 0,          /* json_encode of PHP with serialize_precision -1: 100000, 1.0e+25, -0 */
    SMILL_FLOAT_SHAPE_PHP_FRACTION = 1, /* the same with JSON_PRESERVE_ZERO_FRACTION: 100000.0, 1.0e+25, -0.0 */
    SMILL_FLOAT_SHAPE_ECMASCRIPT = 2,   /* Number::toString of ECMA-262, and so RFC 8785: 100000, 1e+25, 0 */
    SMILL_FLOAT_SHAPE_PYTHON = 3,       /* repr of Python: 100000.0, 1e+25, 1e-05, -0.0 */
    SMILL_FLOAT_SHAPE_DOTNET = 4        /* Utf8Formatter of .NET Core 3.0 and later: 100000, 1E+25, 1E-05, -0 */
};

/* A number as text. It is written whole or not at all, so there is nothing to go on with.
 * shape    SMILL_FLOAT_SHAPE_...
 * value    any integer; any float but NaN and infinities
 * dst      bytes of ASCII; SMILL_NUMBER_ROOM always suffices. Those past `written` may be overwritten
 * written  out: bytes of dst that are filled; not written where the call fails
 * Errors   ROOM_SHORT: the number does not fit, and dst is as it was. NUMBER_NOT_FINITE: of a float. And misuse. */
smill_error smill_float64_write(uint32_t shape, double value, void *dst, size_t dst_cap,
                                size_t *written) SMILL_NOEXCEPT;
smill_error smill_int64_write(int64_t value, void *dst, size_t dst_cap, size_t *written) SMILL_NOEXCEPT;
smill_error smill_uint64_write(uint64_t value, void *dst, size_t dst_cap, size_t *written) SMILL_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------------ BATCHES --- */

/* Many strings in one call, for callers whose own crossing into C costs more than a short string. Each operation takes
 * them in three shapes:
 *
 *   ..._slices        anywhere: an array of smill_slice
 *   ..._column        one after another in one buffer: string i is src[offsets[i]] up to src[offsets[i + 1]]. There
 *                     is one offset more than there are strings, and the first need not be 0. As Arrow has it.
 *   ..._column_large  the same with offsets of 64 bits
 *
 * Output stands one string after another in dst, without quotes: string i is dst[dst_offsets[i]] up to
 * dst[dst_offsets[i + 1]]. dst_offsets has room for count + 1, and the first is always 0. Where count is 0 the arrays
 * may be NULL.
 *
 * Room ends   The call stops before the first string whose output has no room, and returns SMILL_OK with
 *             batch->strings < count; go on with src + strings (slices) or offsets + strings (columns). Where
 *             strings is 0, only more room helps. A string with an error needs room for what stands before the
 *             error. Output of a column also stops where its offsets end, at 2^31 - 1.
 * Errors      With verdicts NULL, the first string with an error ends the call: its code is returned, batch->strings
 *             is its number and batch->offset the place in it. With verdicts, room for count of them, every string
 *             gets one, and one with an error has no output; the call goes on and returns SMILL_OK.
 *             Misuse always ends the call: OFFSETS_UNSOUND, RANGES_OVERLAP and others, with batch->strings the
 *             number of strings done before it was seen.
 * how         SMILL_ON_TIER alone: each string is whole. */

/* A string anywhere. */
typedef struct smill_slice {
    const void *ptr;
    size_t len;
} smill_slice;

/* What became of one string of a batch.
 * code      SMILL_OK or an error
 * reserved  0
 * offset    with an error: the byte of the string where it is */
typedef struct smill_verdict {
    smill_error code;
    uint32_t reserved;
    uint64_t offset;
} smill_verdict;

/* How far a batch got. Every call writes all of it.
 * strings   whole strings done
 * written   bytes of dst that are filled
 * offset    with an error: where it is in the string after those done
 * failed    strings among those done whose verdict is an error
 * repaired  what policies have replaced, dropped or marked in the strings done */
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

/* smill_json_unescape over many strings. A quote that is not escaped is QUOTE_UNESCAPED here: each string is whole. */
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

/* smill_utf8_validate over many strings; there is no output. */
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
