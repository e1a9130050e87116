/* Calls every function of stringmill.h from C99. Prints what is wrong, and ends with 1 if anything is. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stringmill.h>
#include <stringmill_json.h>
#include <stringmill_records.h>

static int wrong = 0;

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            wrong = 1; \
        } \
    } while (0)

/* The size of a struct is part of the interface. */
#define SIZE(type, size) CHECK(sizeof(type) == (size))

static int is(const void *found, uint64_t len, const char *expected) {
    return len == strlen(expected) && memcmp(found, expected, (size_t)len) == 0;
}

static void version(void) {
    CHECK(smill_version() == SMILL_VERSION);
    CHECK(strcmp(smill_version_text(), SMILL_VERSION_TEXT) == 0);
    SIZE(smill_progress, 24);
    SIZE(smill_repairs, 24);
    SIZE(smill_position, 16);
    SIZE(smill_slice, 2 * sizeof(void *));
    SIZE(smill_record_slot, 16);
    SIZE(smill_record_write_args, (7 * sizeof(void *) + 7) / 8 * 8 + 32);
    SIZE(smill_record_read_args, 8 * sizeof(void *) + 32);
    SIZE(smill_record_member, 4 * sizeof(void *) + 8);
    SIZE(smill_verdict, 16);
    SIZE(smill_batch, 40);
    SIZE(smill_escape_text, 8);
    SIZE(smill_profile, 1040);
    SIZE(smill_range, 8);
    SIZE(smill_json_rules, 32);
    SIZE(smill_json_reader_options, 48);
    SIZE(smill_json_event, 40);
    SIZE(smill_json_tape_entry, 16);
}

static void errors(void) {
    smill_position position;
    CHECK(strcmp(smill_error_name(SMILL_ERROR_UTF8_OVERLONG), "utf8_overlong") == 0);
    CHECK(strcmp(smill_error_says(SMILL_ERROR_ESCAPE_UNKNOWN), "unknown escape") == 0);
    CHECK(strcmp(smill_error_remedy(SMILL_ERROR_NUMBER_LEADING_ZERO), "remove the leading zeros") == 0);
    CHECK(strcmp(smill_error_name(SMILL_OK), "ok") == 0);
    CHECK(smill_error_remedy(SMILL_OK)[0] == 0);
    CHECK(smill_error_name(1) == NULL && smill_error_says(1) == NULL && smill_error_remedy(1) == NULL);
    CHECK(smill_locate("ab\ncd", 5, 4, &position) == SMILL_OK);
    CHECK(position.line == 2 && position.column == 2);
    CHECK(smill_locate("ab\ncd", 5, 4, NULL) == SMILL_ERROR_POINTER_NULL);
}

static void tiers(void) {
    uint32_t tier, forced = 99, best = smill_tier_best();
    CHECK(smill_tier_available(SMILL_TIER_BEST) && smill_tier_available(SMILL_TIER_SCALAR));
    CHECK(smill_tier_available(best) && !smill_tier_available(99));
    CHECK(smill_tier_name(SMILL_TIER_BEST) == NULL && smill_tier_name(99) == NULL);
    for (tier = 1; smill_tier_name(tier) != NULL; tier++) {
        if (smill_tier_available(tier)) printf("tier %s%s\n", smill_tier_name(tier), tier == best ? " (best)" : "");
    }
    CHECK(smill_tier_forced(&forced) == SMILL_OK && (forced == SMILL_TIER_BEST || forced == best));
}

static void profiles(void) {
    smill_profile profile;
    smill_range ranges[8];
    smill_rules *mine = NULL;
    smill_progress done;
    size_t count = 99;
    uint32_t entry = 0;
    char dst[64];
    CHECK(strcmp(smill_profile_name(0), "json") == 0 && smill_profile_name(1000) == NULL);
    CHECK(smill_profile_load("json", 4, &profile, NULL, 0, &count) == SMILL_OK && count == 0);
    CHECK(profile.ascii['"'].len == 2 && memcmp(profile.ascii['"'].text, "\\\"", 2) == 0);
    CHECK(smill_profile_load("html", 4, &profile, ranges, 8, &count) == SMILL_OK && count == 1);
    CHECK(ranges[0].first == 0x2028 && ranges[0].last == 0x2029);
    CHECK(smill_profile_load("html", 4, &profile, ranges, 0, &count) == SMILL_ERROR_ROOM_SHORT && count == 1);

    /* The row, and the letter a as %61. */
    profile.ascii['a'].len = 3;
    memcpy(profile.ascii['a'].text, "%61", 3);
    CHECK(smill_rules_custom(&profile, ranges, 1, SMILL_ILL_FORMED_REJECT, &mine, &entry) == SMILL_OK);
    CHECK(smill_json_escape(mine, "a<\xE2\x80\xA8", 5, dst, sizeof dst, 0, &done, NULL) == SMILL_OK);
    CHECK(is(dst, done.written, "%61\\u003c\\u2028"));
    smill_rules_free(mine);

    profile.ascii['b'].len = 8;
    CHECK(smill_rules_custom(&profile, ranges, 1, 0, &mine, &entry) == SMILL_ERROR_PROFILE_UNSOUND && entry == 'b');
}

static void strings(void) {
    const char *src = "<\"\xFF\n";
    const smill_rules *html = NULL, *again = NULL;
    smill_rules *php = NULL;
    smill_progress done;
    smill_repairs repairs = {0, 0, 0};
    char *dst;
    char back[8];
    CHECK(smill_rules_builtin("html", 4, SMILL_ILL_FORMED_REPLACE, &html) == SMILL_OK);
    CHECK(smill_rules_builtin("html", 4, SMILL_ILL_FORMED_REPLACE, &again) == SMILL_OK && html == again);
    CHECK(smill_rules_builtin("none", 4, 0, &again) == SMILL_ERROR_PROFILE_UNKNOWN);
    CHECK(smill_rules_new("php:unescaped-slashes", 21, SMILL_ILL_FORMED_REJECT, &php) == SMILL_OK);

    /* Exactly the room of the bound, from malloc, so that a sanitizer sees each byte outside it. */
    dst = malloc(smill_json_escape_bound(html, 4));
    CHECK(dst != NULL);
    CHECK(smill_json_escape(html, src, 4, dst, smill_json_escape_bound(html, 4), 0, &done, &repairs) == SMILL_OK);
    CHECK(is(dst, done.written, "\\u003c\\u0022\xEF\xBF\xBD\\n") && done.read == 4);
    CHECK(repairs.count == 1 && repairs.first == 2);
    free(dst);

    CHECK(smill_json_escape_bound(NULL, 1) == SIZE_MAX);
    CHECK(smill_json_escape(php, "a/\xFF", 3, back, 8, 0, &done, NULL) == SMILL_ERROR_UTF8_IMPOSSIBLE_BYTE);
    CHECK(done.offset == 2 && done.read == 0 && done.written == 0);
    CHECK(smill_json_escape(php, "a/", 2, back, 8, SMILL_ON_TIER(SMILL_TIER_SCALAR), &done, NULL) == SMILL_OK);
    CHECK(is(back, done.written, "a/"));
    CHECK(smill_json_escape(php, "a\xE2", 2, back, 8, SMILL_MORE, &done, NULL) == SMILL_OK && done.read == 1);
    smill_rules_free(php);
    smill_rules_free(NULL);

    CHECK(smill_json_unescape_bound(8) == 8);
    CHECK(smill_json_unescape(SMILL_SURROGATES_REPLACE, "\\ud800\\n\"", 9, back, 8, 0, &done, &repairs) == SMILL_OK);
    CHECK(is(back, done.written, "\xEF\xBF\xBD\n") && done.read == 8 && repairs.count == 2);
    CHECK(smill_utf8_validate("caf\xC3\xA9", 5, 0, &done) == SMILL_OK && done.read == 5);
    CHECK(smill_utf8_validate("caf\xC3", 4, 0, &done) == SMILL_ERROR_UTF8_INCOMPLETE && done.offset == 3);
    CHECK(smill_scan(SMILL_CLASS_WHITE_SPACE_JSON, "  \n{", 4, 0, &done) == SMILL_OK && done.read == 3);
    CHECK(smill_scan(99, "  \n{", 4, 0, &done) == SMILL_ERROR_CHOICE_UNKNOWN && done.read == 0);
}

static void transcoding(void) {
    const uint16_t src[4] = {'"', 0xE9, 0xD83D, 0xDE00};
    const smill_rules *utf16 = NULL, *latin1 = NULL;
    smill_progress done;
    smill_repairs repairs = {0, 0, 0};
    char dst[32];
    CHECK(smill_utf16_to_utf8_bound(4) == 12 && smill_utf16_to_utf8_bound(SIZE_MAX) == SIZE_MAX);
    CHECK(smill_utf16_to_utf8(SMILL_ILL_FORMED_UTF16_REJECT, src, 4, dst, 12, 0, &done, NULL) == SMILL_OK);
    CHECK(is(dst, done.written, "\"\xC3\xA9\xF0\x9F\x98\x80") && done.read == 4);
    CHECK(smill_utf16_to_utf8(SMILL_ILL_FORMED_UTF16_REJECT, src, 3, dst, 12, 0, &done, NULL) ==
          SMILL_ERROR_UTF16_SURROGATE_LONE);
    CHECK(done.offset == 2);
    CHECK(smill_utf16_to_utf8(SMILL_ILL_FORMED_UTF16_REPLACE, src, 3, dst, 12, 0, &done, &repairs) == SMILL_OK);
    CHECK(repairs.count == 1 && repairs.first == 2);
    uint16_t units[8];
    CHECK(smill_utf8_to_utf16(SMILL_ILL_FORMED_REJECT, dst, 3, units, 8, 0, &done, NULL) == SMILL_OK);
    CHECK(done.read == 3 && done.written == 2 && units[0] == src[0] && units[1] == src[1]);
    CHECK(smill_utf8_to_utf16(SMILL_ILL_FORMED_REPLACE, "a\xFF", 2, units, 8, 0, &done, &repairs) == SMILL_OK);
    CHECK(repairs.count == 2 && units[1] == 0xFFFD);
    CHECK(smill_json_unescape_utf16(SMILL_SURROGATES_REJECT, "\\ud83d\\ude00\xC3\xA9\"", 15, units, 8, 0, &done,
                                    NULL) == SMILL_OK);
    CHECK(done.read == 14 && done.written == 3 && units[0] == src[2] && units[1] == src[3] && units[2] == src[1]);
    CHECK(smill_json_unescape_utf16(SMILL_SURROGATES_REJECT, "a\\ud83d", 7, units, 8, 0, &done, NULL) ==
          SMILL_ERROR_SURROGATE_LONE);
    CHECK(done.offset == 1);
    CHECK(smill_latin1_to_utf8_bound(3) == 6);
    CHECK(smill_latin1_to_utf8("a\xE9", 2, dst, 4, 0, &done) == SMILL_OK && is(dst, done.written, "a\xC3\xA9"));

    CHECK(smill_rules_builtin("ascii", 5, SMILL_ILL_FORMED_UTF16_ESCAPE, &utf16) == SMILL_OK);
    CHECK(smill_rules_builtin("json", 4, SMILL_LATIN1, &latin1) == SMILL_OK);
    CHECK(smill_json_escape_bound(utf16, 4) == 24);
    CHECK(smill_json_escape_utf16(utf16, src, 4, dst, 32, 0, &done, NULL) == SMILL_OK);
    CHECK(is(dst, done.written, "\\\"\\u00e9\\ud83d\\ude00"));
    CHECK(smill_json_escape_latin1(latin1, "\"\xE9", 2, dst, 32, 0, &done) == SMILL_OK);
    CHECK(is(dst, done.written, "\\\"\xC3\xA9"));
    CHECK(smill_json_escape_latin1(utf16, "a", 1, dst, 32, 0, &done) == SMILL_ERROR_RULES_MISMATCHED);
}

static void records(void) {
    const smill_record_member members[2] = {{"Num", 3, "Num", 3, SMILL_RECORD_INT64, 0},
                                            {"Text", 4, "Text", 4, SMILL_RECORD_STRING, 0}};
    const uint16_t text[2] = {'"', 0xE9};
    const smill_rules *rules = NULL;
    smill_record_plan *plan = NULL;
    smill_record_slot slots[2] = {{7, 0}, {(uintptr_t)text, 2}};
    smill_progress done;
    char dst[64];
    uint16_t units[64];
    CHECK(smill_record_plan_new(members, 2, &plan) == SMILL_OK);
    CHECK(smill_rules_builtin("dotnet", 6, SMILL_ILL_FORMED_UTF16_REPLACE, &rules) == SMILL_OK);
    CHECK(smill_record_write(plan, rules, SMILL_FLOAT_SHAPE_DOTNET, slots, 2, dst, 64, 0, &done) == SMILL_OK);
    CHECK(is(dst, done.written, "{\"Num\":7,\"Text\":\"\\u0022\\u00E9\"}"));
    CHECK(smill_record_read(plan, dst, done.written, slots, 2, units, 64, 0, &done) == SMILL_OK);
    CHECK(slots[0].value == 7 && slots[1].value == 0 && slots[1].len == 2 && units[1] == 0xE9);
    CHECK(smill_record_read(plan, "{\"Num\":null}", 12, slots, 2, units, 64, 0, &done) == SMILL_OK);
    CHECK(slots[0].len == SMILL_RECORD_NULL && slots[1].len == SMILL_RECORD_MISSING);
    CHECK(smill_record_read(plan, "{\"Num\":{}}", 10, slots, 2, units, 64, 0, &done) ==
          SMILL_ERROR_JSON_VALUE_EXPECTED);
    CHECK(done.offset == 7);
    {
        smill_record_write_args write = {plan, rules, slots, 2, dst, 64, NULL, {0, 0, 0}, SMILL_FLOAT_SHAPE_DOTNET, 0};
        smill_record_read_args read = {plan, "{\"Num\":9,\"Text\":null}", 21, slots, 2, units, 64, NULL, {0, 0, 0}, 0, 0};
        CHECK(smill_record_read_packed(&read) == SMILL_OK && read.progress.read == 21 && slots[0].value == 9);
        CHECK(smill_record_write_packed(&write) == SMILL_OK && is(dst, write.progress.written, read.src));
    }
    smill_record_plan_free(plan);
}

/* Numbers of a record in memory of the caller. */
static void placed_records(void) {
    struct {
        int16_t num;
        uint8_t is_even;
    } record = {-2, 1};
    const smill_record_member members[2] = {
        {"Num", 3, "Num", 3, SMILL_RECORD_INT64, SMILL_RECORD_PLACE(0, 2)},
        {"Even", 4, "Even", 4, SMILL_RECORD_BOOL, SMILL_RECORD_PLACE(2, 1)}};
    const smill_record_member unfit = {"Num", 3, "Num", 3, SMILL_RECORD_INT64, SMILL_RECORD_PLACE(0, 3)};
    const smill_rules *rules = NULL;
    smill_record_plan *plan = NULL;
    smill_record_slot slots[2] = {{0, 0}, {0, 0}};
    uint16_t units[64];
    char dst[64];
    smill_record_write_args write = {NULL, NULL, slots, 2, dst, 64, &record, {0, 0, 0}, SMILL_FLOAT_SHAPE_DOTNET, 0};
    smill_record_read_args read = {NULL, NULL, 0, slots, 2, units, 64, &record, {0, 0, 0}, 0, 0};
    CHECK(smill_record_plan_new(&unfit, 1, &plan) == SMILL_ERROR_CHOICE_UNKNOWN);
    CHECK(smill_record_plan_new(members, 2, &plan) == SMILL_OK);
    CHECK(smill_rules_builtin("dotnet", 6, SMILL_ILL_FORMED_UTF16_REPLACE, &rules) == SMILL_OK);
    write.plan = read.plan = plan;
    write.rules = rules;
    CHECK(smill_record_write_packed(&write) == SMILL_OK && is(dst, write.progress.written, "{\"Num\":-2,\"Even\":true}"));
    read.src = "{\"Num\":-32768}";
    read.src_len = 14;
    CHECK(smill_record_read_packed(&read) == SMILL_OK && record.num == -32768 && record.is_even == 1);
    read.src = "{\"Num\":32768}";
    read.src_len = 13;
    CHECK(smill_record_read_packed(&read) == SMILL_ERROR_JSON_VALUE_EXPECTED && record.num == -32768);
    read.src = "{\"Even\":null}";
    CHECK(smill_record_read_packed(&read) == SMILL_ERROR_JSON_VALUE_EXPECTED && record.is_even == 1);
    read.src = "{\"Even\":false}";
    read.src_len = 14;
    CHECK(smill_record_read_packed(&read) == SMILL_OK && record.is_even == 0);
    write.record = NULL;
    CHECK(smill_record_write_packed(&write) == SMILL_ERROR_POINTER_NULL);
    smill_record_plan_free(plan);
}

static void base64(void) {
    smill_progress done;
    char dst[16];
    const uint32_t forgiving =
        SMILL_BASE64_PADDING_OPTIONAL | SMILL_BASE64_TRAILING_BITS_DROP | SMILL_BASE64_WHITE_SPACE_WHATWG;
    CHECK(smill_base64_encode_bound(0, 4) == 8 && smill_base64_encode_bound(SMILL_BASE64_PADDING_FORBIDDEN, 4) == 6);
    CHECK(smill_base64_encode(0, "\xFB\xFFge", 4, dst, 8, 0, &done) == SMILL_OK && is(dst, done.written, "+/9nZQ=="));
    CHECK(smill_base64_encode(SMILL_BASE64_ALPHABET_URL | SMILL_BASE64_PADDING_FORBIDDEN, "\xFB\xFFge", 4, dst, 8, 0,
                              &done) == SMILL_OK);
    CHECK(is(dst, done.written, "-_9nZQ"));
    CHECK(smill_base64_encode(SMILL_BASE64_PADDING_OPTIONAL, "", 0, dst, 8, 0, &done) == SMILL_ERROR_CHOICE_UNKNOWN);
    CHECK(smill_base64_decode_bound(8) == 6);
    CHECK(smill_base64_decode(0, "aGk=", 4, dst, 3, 0, &done) == SMILL_OK && is(dst, done.written, "hi"));
    CHECK(smill_base64_decode(0, "aG k=", 5, dst, 3, 0, &done) == SMILL_ERROR_BASE64_WHITE_SPACE && done.offset == 2);
    CHECK(smill_base64_decode(forgiving, "a G l", 5, dst, 16, 0, &done) == SMILL_OK && is(dst, done.written, "hi"));
    CHECK(smill_base64_decode(0x10000, "", 0, dst, 16, 0, &done) == SMILL_ERROR_CHOICE_UNKNOWN);
}

static void json_text(void) {
    const smill_json_rules rules = {100, UINT64_MAX, UINT64_MAX, 1, 0};
    uint64_t stack[SMILL_JSON_STACK_LEN(100)];
    smill_progress done;
    CHECK(smill_json_check(NULL, NULL, 0, "{\"a\": [1, 2]}", 13, 0, &done) == SMILL_OK && done.read == 13);
    CHECK(smill_json_check(NULL, NULL, 0, "[1 2]", 5, 0, &done) == SMILL_ERROR_JSON_BRACKET_EXPECTED);
    CHECK(done.offset == 3 && done.read == 0);
    CHECK(smill_json_check(&rules, stack, SMILL_JSON_STACK_LEN(100), "[]\n{}\n", 6, 0, &done) == SMILL_OK);
    CHECK(smill_json_check(NULL, NULL, 0, "[]\n{}\n", 6, 0, &done) == SMILL_ERROR_JSON_TRAILING);
}

static void json_reader(void) {
    const smill_json_reader_options options = {sizeof options, SMILL_JSON_TEXTS_ANY, 0, 0, 8, 0, 0, 0};
    const char *text = "{\"a\": [-1, 2.5, \"\\u00e9\"], \"b\": {}} 7";
    smill_json_reader *reader = NULL;
    smill_json_event event;
    smill_json_tape_entry tape[16];
    smill_progress done;
    uint64_t big = 0;
    int64_t number = 0;
    double real = 0;
    char dst[8];
    CHECK(smill_json_reader_new(&options, 0, &reader) == SMILL_OK);
    CHECK(smill_json_reader_begin(reader, text, 35, SMILL_MORE) == SMILL_OK);
    CHECK(smill_json_reader_next(reader, &event) == SMILL_OK && event.kind == SMILL_JSON_BEGIN_OBJECT);
    CHECK(smill_json_reader_next(reader, &event) == SMILL_OK && event.kind == SMILL_JSON_NAME);
    CHECK(is(text + event.text, event.len, "a") && event.offset == 1 && event.depth == 1);
    CHECK(smill_json_reader_next(reader, &event) == SMILL_OK && event.kind == SMILL_JSON_BEGIN_ARRAY);
    CHECK(smill_json_reader_next(reader, &event) == SMILL_OK && event.flags == SMILL_JSON_IS_INTEGER);
    CHECK(smill_json_int64(text + event.text, (size_t)event.len, &number) == SMILL_OK && number == -1);
    CHECK(smill_json_uint64(text + event.text, (size_t)event.len, &big) == SMILL_ERROR_JSON_VALUE_EXPECTED);
    CHECK(smill_json_reader_next(reader, &event) == SMILL_OK && event.kind == SMILL_JSON_NUMBER && event.flags == 0);
    CHECK(smill_json_float64(text + event.text, (size_t)event.len, &real) == SMILL_OK && real == 2.5);
    CHECK(smill_json_reader_next(reader, &event) == SMILL_OK && event.flags == SMILL_JSON_HAS_ESCAPE);
    CHECK(smill_json_unescape(SMILL_SURROGATES_REJECT, text + event.text, (size_t)event.len, dst, 8, 0, &done, NULL) ==
          SMILL_OK);
    CHECK(is(dst, done.written, "\xC3\xA9"));
    CHECK(smill_json_reader_leave(reader) == SMILL_OK && smill_json_reader_skip(reader) == SMILL_OK);
    CHECK(smill_json_reader_next(reader, &event) == SMILL_OK && event.kind == SMILL_JSON_END_OBJECT);
    CHECK(smill_json_reader_next(reader, &event) == SMILL_OK && event.kind == SMILL_JSON_MORE);
    CHECK(event.text + event.len == 35);
    CHECK(smill_json_reader_resume(reader, text + event.text, (size_t)(37 - event.text), 0) == SMILL_OK);
    CHECK(smill_json_reader_next(reader, &event) == SMILL_OK && event.kind == SMILL_JSON_NUMBER && event.offset == 36);
    CHECK(smill_json_reader_next(reader, &event) == SMILL_OK && event.kind == SMILL_JSON_END && event.offset == 37);

    CHECK(smill_json_reader_begin(reader, text, 35, 0) == SMILL_OK);
    CHECK(smill_json_reader_fill(reader, tape, 16, &event) == SMILL_OK && event.kind == SMILL_JSON_TAPE);
    CHECK(event.len == 11 && tape[0].partner == 10 && tape[2].partner == 6 && tape[6].partner == 2);
    CHECK(tape[5].kind == SMILL_JSON_STRING && is(text + tape[5].offset, tape[5].len, "\\u00e9"));
    CHECK(smill_json_reader_fill(reader, tape, 16, &event) == SMILL_OK && event.kind == SMILL_JSON_END);
    CHECK(smill_json_reader_begin(reader, "[1,]", 4, 0) == SMILL_OK);
    CHECK(smill_json_reader_fill(reader, tape, 16, &event) == SMILL_OK && event.len == 2);
    CHECK(smill_json_reader_fill(reader, tape, 16, &event) == SMILL_ERROR_JSON_VALUE_EXPECTED && event.offset == 3);
    smill_json_reader_free(reader);
    smill_json_reader_free(NULL);
}

/* Lines of which two are refused: one by RFC 8259, and one since it repeats a name. */
static void json_lines(void) {
    const smill_json_reader_options options = {sizeof options, SMILL_JSON_TEXTS_LINES, 0, 0, 0, 0, 0,
                                               SMILL_JSON_UNIQUE_NAMES | SMILL_JSON_NO_NUL};
    const char *text = "[1]\n[2,]\n{\"a\": 3, \"\\u0061\": 4}\n[5]\n";
    smill_json_reader *reader = NULL;
    smill_json_event event = {0, 0, 0, 0, 0, 0};
    smill_error errors[2] = {SMILL_OK, SMILL_OK};
    size_t numbers = 0, refused = 0;
    CHECK(smill_json_reader_new(&options, 0, &reader) == SMILL_OK);
    CHECK(smill_json_reader_begin(reader, text, strlen(text), 0) == SMILL_OK);
    while (event.kind != SMILL_JSON_END && refused < 2) {
        const smill_error error = smill_json_reader_next(reader, &event);
        if (error != SMILL_OK) {
            errors[refused++] = error;
            CHECK(smill_json_reader_next_line(reader) == SMILL_OK);
        }
        numbers += event.kind == SMILL_JSON_NUMBER;
    }
    CHECK(errors[0] == SMILL_ERROR_JSON_VALUE_EXPECTED && errors[1] == SMILL_ERROR_NAME_REPEATED && event.offset == 18);
    CHECK(smill_json_reader_next(reader, &event) == SMILL_OK && event.kind == SMILL_JSON_BEGIN_ARRAY);
    CHECK(numbers == 3 && event.offset == 31);
    smill_json_reader_free(reader);
}

/* Pieces from malloc, one after another, cut at each place: as many events as without a cut. */
static void json_pieces(void) {
    const char *text = "[\"caf\xC3\xA9\", 12.5e3, {\"a\\u0062\": true}, [[]], null]";
    const size_t len = strlen(text);
    smill_json_reader *reader = NULL;
    smill_json_event event;
    size_t cut;
    CHECK(smill_json_reader_new(NULL, 0, &reader) == SMILL_OK);
    for (cut = 0; cut <= len; cut++) {
        char *first = malloc(cut + 1), *second = NULL;
        size_t left = 0, events = 0;
        CHECK(first != NULL);
        memcpy(first, text, cut);
        CHECK(smill_json_reader_begin(reader, first, cut, SMILL_MORE) == SMILL_OK);
        for (;;) {
            CHECK(smill_json_reader_next(reader, &event) == SMILL_OK);
            if (event.kind == SMILL_JSON_END || event.kind == 0) break;
            if (event.kind != SMILL_JSON_MORE) {
                events++;
                continue;
            }
            left = (size_t)event.len;
            second = malloc(left + len - cut + 1);
            CHECK(second != NULL);
            memcpy(second, first + event.text, left);
            memcpy(second + left, text + cut, len - cut);
            free(first);
            first = NULL;
            CHECK(smill_json_reader_resume(reader, second, left + len - cut, 0) == SMILL_OK);
        }
        CHECK(events == 13 && event.offset == len);
        free(first);
        free(second);
    }
    smill_json_reader_free(reader);
}

static void canonical_json(void) {
    const smill_canonical_limits shallow = {1, 0, 0}, little = {0, 8, 0};
    smill_progress done;
    char dst[32];
    CHECK(smill_json_canonical(NULL, "{\"b\": 1e2, \"a\": []}", 19, dst, sizeof dst, 0, &done) == SMILL_OK);
    CHECK(done.read == 19 && is(dst, done.written, "{\"a\":[],\"b\":100}"));
    CHECK(smill_json_canonical(NULL, "[1e20]", 6, dst, 22, 0, &done) == SMILL_ERROR_ROOM_SHORT && done.written == 23);
    CHECK(smill_json_canonical(NULL, "[1e20]", 6, dst, 23, 0, &done) == SMILL_OK && done.written == 23);
    CHECK(smill_json_canonical(NULL, "{\"a\":1,\"a\":2}", 13, dst, sizeof dst, 0, &done) == SMILL_ERROR_NAME_REPEATED);
    CHECK(done.offset == 7 && done.written == 0);
    CHECK(smill_json_canonical(&shallow, "[[]]", 4, dst, sizeof dst, 0, &done) == SMILL_ERROR_LIMIT_DEPTH);
    CHECK(smill_json_canonical(&little, "[\"text\"]", 8, dst, sizeof dst, 0, &done) == SMILL_ERROR_LIMIT_MEMORY);
}

static void numbers(void) {
    char dst[SMILL_NUMBER_ROOM];
    size_t len = 7;
    CHECK(smill_float64_write(SMILL_FLOAT_SHAPE_PHP, 1e25, dst, sizeof dst, &len) == SMILL_OK && is(dst, len, "1.0e+25"));
    CHECK(smill_float64_write(SMILL_FLOAT_SHAPE_PYTHON, 1e-5, dst, 5, &len) == SMILL_OK && is(dst, len, "1e-05"));
    CHECK(smill_float64_write(SMILL_FLOAT_SHAPE_ECMASCRIPT, -0.0, dst, 1, &len) == SMILL_OK && is(dst, len, "0"));
    CHECK(smill_int64_write(INT64_MIN, dst, 20, &len) == SMILL_OK && is(dst, len, "-9223372036854775808"));
    CHECK(smill_uint64_write(UINT64_MAX, dst, 20, &len) == SMILL_OK && is(dst, len, "18446744073709551615"));
    CHECK(smill_uint64_write(UINT64_MAX, dst, 19, &len) == SMILL_ERROR_ROOM_SHORT && len == 20);
}

static void batches(void) {
    const char *text = "a\"b\xFF\xFF" "c";
    const smill_slice slices[3] = {{"a\"", 2}, {"b\xFF", 2}, {"\xFF" "c", 2}};
    const int32_t column[4] = {0, 2, 4, 6};
    const int64_t large[4] = {0, 2, 4, 6};
    const smill_rules *rules = NULL;
    smill_verdict verdicts[3];
    smill_batch batch;
    uint64_t offsets[4];
    int32_t column_offsets[4];
    int64_t large_offsets[4];
    char dst[16];
    CHECK(smill_rules_builtin("json", 4, SMILL_ILL_FORMED_REJECT, &rules) == SMILL_OK);

    CHECK(smill_json_escape_slices(rules, slices, 3, dst, 16, offsets, 0, verdicts, &batch) == SMILL_OK);
    CHECK(batch.strings == 3 && batch.failed == 2 && batch.written == 3 && memcmp(dst, "a\\\"", 3) == 0);
    CHECK(offsets[1] == 3 && offsets[2] == 3 && offsets[3] == 3);
    CHECK(verdicts[1].code == SMILL_ERROR_UTF8_IMPOSSIBLE_BYTE && verdicts[1].offset == 1);
    CHECK(smill_json_escape_column(rules, text, 6, column, 3, dst, 16, column_offsets, 0, NULL, &batch) ==
          SMILL_ERROR_UTF8_IMPOSSIBLE_BYTE);
    CHECK(batch.strings == 1 && batch.offset == 1 && column_offsets[1] == 3);
    CHECK(smill_json_escape_column_large(rules, text, 6, large, 3, dst, 2, large_offsets, 0, NULL, &batch) == SMILL_OK);
    CHECK(batch.strings == 0 && batch.written == 0);

    CHECK(smill_json_unescape_slices(0, slices, 3, dst, 16, offsets, 0, verdicts, &batch) == SMILL_OK);
    CHECK(verdicts[0].code == SMILL_ERROR_QUOTE_UNESCAPED && verdicts[0].offset == 1);
    CHECK(smill_json_unescape_column(0, "a\\n", 3, column, 1, dst, 16, column_offsets, 0, NULL, &batch) ==
          SMILL_ERROR_ESCAPE_INCOMPLETE);
    CHECK(smill_json_unescape_column_large(0, "\\n", 2, large, 1, dst, 16, large_offsets, 0, NULL, &batch) == SMILL_OK);
    CHECK(batch.strings == 1 && is(dst, batch.written, "\n"));

    CHECK(smill_utf8_validate_slices(slices, 3, 0, verdicts, &batch) == SMILL_OK && batch.failed == 2);
    CHECK(smill_utf8_validate_column(text, 6, column, 3, 0, verdicts, &batch) == SMILL_OK && batch.failed == 2);
    CHECK(smill_utf8_validate_column_large(text, 3, large, 3, 0, NULL, &batch) == SMILL_ERROR_OFFSETS_UNSOUND);
}

int main(void) {
    version();
    errors();
    tiers();
    profiles();
    strings();
    transcoding();
    records();
    placed_records();
    base64();
    json_text();
    json_reader();
    json_lines();
    json_pieces();
    canonical_json();
    numbers();
    batches();
    printf("%s\n", wrong ? "FAILED" : "passed");
    return wrong;
}
