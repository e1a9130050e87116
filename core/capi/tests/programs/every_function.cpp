// Calls every function of stringmill.h from C++11, in the ways of that language. Prints what is wrong, and ends with 1
// if anything is.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <stringmill.h>
#include <stringmill_json.h>
#include <stringmill_records.h>
#include <vector>

namespace {

bool wrong = false;

void check(bool condition, int line) {
    if (!condition) {
        std::printf("%s:%d: not so\n", __FILE__, line);
        wrong = true;
    }
}
#define CHECK(condition) check((condition), __LINE__)

struct RulesFree {
    void operator()(smill_rules *rules) const noexcept { smill_rules_free(rules); }
};
using Rules = std::unique_ptr<smill_rules, RulesFree>;

void demand(smill_error error) {
    if (error != SMILL_OK) throw std::runtime_error(smill_error_says(error));
}

Rules rules(const std::string &profile, uint32_t policy) {
    smill_rules *made = nullptr;
    demand(smill_rules_new(profile.data(), profile.size(), policy, &made));
    return Rules(made);
}

std::string escape(const smill_rules *rules, const std::string &text) {
    std::string out(smill_json_escape_bound(rules, text.size()), '\0');
    smill_progress done;
    demand(smill_json_escape(rules, text.data(), text.size(), &out[0], out.size(), 0, &done, nullptr));
    out.resize(done.written);
    return out;
}

std::string unescape(const std::string &text) {
    std::string out(smill_json_unescape_bound(text.size()), '\0');
    smill_progress done;
    demand(smill_json_unescape(SMILL_SURROGATES_REJECT, text.data(), text.size(), &out[0], out.size(), 0, &done,
                               nullptr));
    out.resize(done.written);
    return out;
}

void strings() {
    const std::string text("zero\0 \"quote\" caf\xC3\xA9\n", 21);
    const Rules json = rules("json", SMILL_ILL_FORMED_REJECT);
    CHECK(unescape(escape(json.get(), text)) == text);
    CHECK(escape(rules("php:hex-tag", SMILL_ILL_FORMED_REJECT).get(), "<b>") == "\\u003Cb\\u003E");
    const smill_rules *builtin = nullptr;
    demand(smill_rules_builtin("ascii", 5, SMILL_ILL_FORMED_REPLACE, &builtin));
    CHECK(escape(builtin, "\xC3\xA9\xFF") == "\\u00e9\\ufffd");
    try {
        escape(json.get(), "\xFF");
        CHECK(false);
    } catch (const std::runtime_error &error) {
        CHECK(std::string(error.what()) == "byte that never occurs in UTF-8");
    }
    smill_progress done;
    CHECK(smill_utf8_validate(text.data(), text.size(), SMILL_MORE, &done) == SMILL_OK && done.read == text.size());
    CHECK(smill_scan(SMILL_CLASS_STRING, text.data(), text.size(), 0, &done) == SMILL_OK && done.read == 4);
}

void records() {
    const smill_record_member member = {"n", 1, "n", 1, SMILL_RECORD_UINT64, 0};
    smill_record_plan *plan = nullptr;
    demand(smill_record_plan_new(&member, 1, &plan));
    smill_record_slot slot = {7, 0};
    smill_progress done;
    std::string out(16, '\0');
    const Rules strings = rules("json", SMILL_ILL_FORMED_UTF16_REPLACE);
    demand(smill_record_write(plan, strings.get(), SMILL_FLOAT_SHAPE_DOTNET, &slot, 1, &out[0], out.size(), 0, &done));
    CHECK(out.substr(0, done.written) == "{\"n\":7}");
    slot.value = 0;
    demand(smill_record_read(plan, out.data(), done.written, &slot, 1, nullptr, 0, 0, &done));
    CHECK(slot.value == 7 && done.read == 7);
    smill_record_write_args write = {plan,       strings.get(), &slot, 1, &out[0],
                                     out.size(), nullptr,       {},    SMILL_FLOAT_SHAPE_DOTNET, 0};
    demand(smill_record_write_packed(&write));
    smill_record_read_args read = {plan, out.data(), 7, &slot, 1, nullptr, 0, nullptr, {}, 0, 0};
    demand(smill_record_read_packed(&read));
    CHECK(write.progress.written == 7 && read.progress.read == 7);
    smill_record_plan_free(plan);
}

void transcoding() {
    const std::u16string text = u"caf\u00e9 \"\U0001F600\"";
    const auto *units = reinterpret_cast<const uint16_t *>(text.data());
    std::string out(smill_utf16_to_utf8_bound(text.size()), '\0');
    smill_progress done;
    demand(smill_utf16_to_utf8(SMILL_ILL_FORMED_UTF16_REJECT, units, text.size(), &out[0], out.size(), 0, &done,
                               nullptr));
    CHECK(out.substr(0, done.written) == "caf\xC3\xA9 \"\xF0\x9F\x98\x80\"");
    std::u16string back(done.written, u'\0');
    auto *room = reinterpret_cast<uint16_t *>(&back[0]);
    demand(smill_utf8_to_utf16(SMILL_ILL_FORMED_REJECT, out.data(), done.written, room, back.size(), 0, &done, nullptr));
    CHECK(back.substr(0, done.written) == text);
    demand(smill_json_unescape_utf16(SMILL_SURROGATES_REJECT, "caf\\u00e9", 9, room, back.size(), 0, &done, nullptr));
    CHECK(back.substr(0, done.written) == text.substr(0, 4));
    const Rules utf16 = rules("json", SMILL_ILL_FORMED_UTF16_REPLACE);
    out.resize(smill_json_escape_bound(utf16.get(), text.size()));
    demand(smill_json_escape_utf16(utf16.get(), units, text.size(), &out[0], out.size(), 0, &done, nullptr));
    CHECK(out.substr(0, done.written) == "caf\xC3\xA9 \\\"\xF0\x9F\x98\x80\\\"");

    const std::string latin1 = "\xE9\n";
    out.resize(smill_latin1_to_utf8_bound(latin1.size()));
    demand(smill_latin1_to_utf8(latin1.data(), latin1.size(), &out[0], out.size(), 0, &done));
    CHECK(out.substr(0, done.written) == "\xC3\xA9\n");
    const Rules escaped = rules("ascii", SMILL_LATIN1);
    out.resize(smill_json_escape_bound(escaped.get(), latin1.size()));
    demand(smill_json_escape_latin1(escaped.get(), latin1.data(), latin1.size(), &out[0], out.size(), 0, &done));
    CHECK(out.substr(0, done.written) == "\\u00e9\\n");
}

void base64() {
    const std::string text("any bytes\0\xFF", 11);
    const uint32_t form = SMILL_BASE64_ALPHABET_URL | SMILL_BASE64_PADDING_FORBIDDEN;
    std::string encoded(smill_base64_encode_bound(form, text.size()), '\0');
    smill_progress done;
    demand(smill_base64_encode(form, text.data(), text.size(), &encoded[0], encoded.size(), 0, &done));
    CHECK(done.written == encoded.size());
    std::string back(smill_base64_decode_bound(encoded.size()), '\0');
    demand(smill_base64_decode(form, encoded.data(), encoded.size(), &back[0], back.size(), 0, &done));
    CHECK(back.substr(0, done.written) == text);
}

void json_text() {
    const std::string text = "[[[[]]]]";
    smill_progress done;
    demand(smill_json_check(nullptr, nullptr, 0, text.data(), text.size(), 0, &done));
    const smill_json_rules rules{3, UINT64_MAX, UINT64_MAX, 0, 0};
    CHECK(smill_json_check(&rules, nullptr, 0, text.data(), text.size(), 0, &done) == SMILL_ERROR_LIMIT_DEPTH);
    CHECK(done.offset == 3);
}

struct ReaderFree {
    void operator()(smill_json_reader *reader) const noexcept { smill_json_reader_free(reader); }
};

// The strings of a stream in pieces, without the values of "skipped" and the rest of arrays after a number.
std::vector<std::string> strings_in(const std::vector<std::string> &pieces) {
    smill_json_reader *made = nullptr;
    demand(smill_json_reader_new(nullptr, 0, &made));
    const std::unique_ptr<smill_json_reader, ReaderFree> reader(made);
    std::vector<std::string> found;
    std::string piece;
    smill_json_event event{};
    for (size_t number = 0; number < pieces.size(); number++) {
        const uint32_t how = number + 1 < pieces.size() ? SMILL_MORE : 0;
        piece = piece.substr(event.text, event.len) + pieces[number];
        if (number == 0) demand(smill_json_reader_begin(reader.get(), piece.data(), piece.size(), how));
        else demand(smill_json_reader_resume(reader.get(), piece.data(), piece.size(), how));
        for (;;) {
            demand(smill_json_reader_next(reader.get(), &event));
            if (event.kind == SMILL_JSON_MORE || event.kind == SMILL_JSON_END) break;
            const std::string text = piece.substr(event.text, event.len);
            if (event.kind == SMILL_JSON_STRING) found.push_back(text);
            if (event.kind == SMILL_JSON_NAME && text == "skipped") demand(smill_json_reader_skip(reader.get()));
            if (event.kind == SMILL_JSON_NUMBER) demand(smill_json_reader_leave(reader.get()));
        }
    }
    return found;
}

void json_reader() {
    const std::vector<std::string> expected{"one", "two"};
    CHECK(strings_in({"[\"on", "e\", {\"skip", "ped\": [\"x\"]}, [1, \"y\"], \"two\"]"}) == expected);

    const std::string text = "[18446744073709551615, -5, 0.5]";
    smill_json_reader *made = nullptr;
    demand(smill_json_reader_new(nullptr, 0, &made));
    const std::unique_ptr<smill_json_reader, ReaderFree> reader(made);
    std::vector<smill_json_tape_entry> tape(8);
    smill_json_event event;
    uint64_t large = 0;
    int64_t negative = 0;
    double half = 0;
    demand(smill_json_reader_begin(reader.get(), text.data(), text.size(), 0));
    demand(smill_json_reader_fill(reader.get(), tape.data(), tape.size(), &event));
    CHECK(event.kind == SMILL_JSON_TAPE && event.len == 5);
    demand(smill_json_uint64(text.data() + tape[1].offset, tape[1].len, &large));
    demand(smill_json_int64(text.data() + tape[2].offset, tape[2].len, &negative));
    demand(smill_json_float64(text.data() + tape[3].offset, tape[3].len, &half));
    CHECK(large == UINT64_MAX && negative == -5 && half == 0.5);
}

// How many lines are records without a repeated name.
size_t right_lines(const std::string &text) {
    smill_json_reader_options options{};
    options.size = sizeof options;
    options.texts = SMILL_JSON_TEXTS_LINES;
    options.restrictions = SMILL_JSON_UNIQUE_NAMES;
    smill_json_reader *made = nullptr;
    demand(smill_json_reader_new(&options, 0, &made));
    const std::unique_ptr<smill_json_reader, ReaderFree> reader(made);
    demand(smill_json_reader_begin(reader.get(), text.data(), text.size(), 0));
    size_t ended = 0, refused = 0;
    for (;;) {
        smill_json_event event{};
        if (smill_json_reader_next(reader.get(), &event) != SMILL_OK) {
            refused++;
            demand(smill_json_reader_next_line(reader.get()));
        } else if (event.kind == SMILL_JSON_END) {
            CHECK(refused == 2);
            return ended;
        } else {
            ended += event.kind == SMILL_JSON_END_OBJECT && event.depth == 0;
        }
    }
}

void canonical_json() {
    const std::string text = "[2, 1e3]";
    std::string canonical(text.size(), '\0');
    smill_progress done;
    demand(smill_json_canonical(nullptr, text.data(), text.size(), &canonical[0], canonical.size(), 0, &done));
    CHECK(canonical.substr(0, done.written) == "[2,1000]");
}

void numbers() {
    std::string text(SMILL_NUMBER_ROOM, '\0');
    size_t len = 0;
    demand(smill_float64_write(SMILL_FLOAT_SHAPE_PHP_FRACTION, 100.0, &text[0], text.size(), &len));
    CHECK(text.substr(0, len) == "100.0");
    demand(smill_int64_write(-7, &text[0], text.size(), &len));
    CHECK(text.substr(0, len) == "-7");
    demand(smill_uint64_write(0, &text[0], text.size(), &len));
    CHECK(text.substr(0, len) == "0");
    const double zero = 0;
    CHECK(smill_float64_write(SMILL_FLOAT_SHAPE_PHP, 1 / zero, &text[0], text.size(), &len) ==
          SMILL_ERROR_NUMBER_NOT_FINITE);
}

void facts() {
    CHECK(smill_version() == SMILL_VERSION && smill_version_text() == std::string(SMILL_VERSION_TEXT));
    CHECK(smill_error_name(SMILL_ERROR_INTERNAL) == std::string("internal"));
    CHECK(smill_error_remedy(SMILL_ERROR_NUMBER_LEADING_ZERO) == std::string("remove the leading zeros"));
    smill_position position;
    CHECK(smill_locate("a\nb", 3, 2, &position) == SMILL_OK && position.line == 2);
    uint32_t forced;
    CHECK(smill_tier_forced(&forced) == SMILL_OK);
    CHECK(smill_tier_available(smill_tier_best()) == 1 && smill_tier_name(smill_tier_best()) != nullptr);
    std::vector<std::string> names;
    while (const char *name = smill_profile_name(names.size())) names.emplace_back(name);
    CHECK(names.size() >= 14);
}

void profiles() {
    size_t count = 0;
    smill_profile profile;
    const std::string name = "newtonsoft";
    CHECK(smill_profile_load(name.data(), name.size(), &profile, nullptr, 0, &count) == SMILL_ERROR_ROOM_SHORT);
    std::vector<smill_range> ranges(count);
    demand(smill_profile_load(name.data(), name.size(), &profile, ranges.data(), ranges.size(), &count));
    profile.hex = SMILL_HEX_UPPER;
    smill_rules *made = nullptr;
    demand(smill_rules_custom(&profile, ranges.data(), ranges.size(), SMILL_ILL_FORMED_REJECT, &made, nullptr));
    const Rules mine(made);
    CHECK(escape(mine.get(), "\xE2\x80\xA8\xC2\x85") == "\\u2028\\u0085");
}

template <typename Offset> struct Column {
    std::string bytes;
    std::vector<Offset> offsets{0};
    explicit Column(const std::vector<std::string> &strings) {
        for (const std::string &one : strings) {
            bytes += one;
            offsets.push_back(static_cast<Offset>(bytes.size()));
        }
    }
    size_t count() const { return offsets.size() - 1; }
};

void batches() {
    const Rules json = rules("json", SMILL_ILL_FORMED_REJECT);
    const std::vector<std::string> strings{"plain", "\t", ""};
    const Column<int32_t> column(strings);
    const Column<int64_t> large(strings);
    std::vector<smill_slice> slices;
    for (const std::string &one : strings) slices.push_back({one.data(), one.size()});
    std::vector<char> dst(64);
    std::vector<uint64_t> ends(4);
    std::vector<int32_t> ends32(4);
    std::vector<int64_t> ends64(4);
    smill_batch batch;
    const auto good = [&](const char *expected) {
        return batch.strings == 3 && std::string(dst.data(), batch.written) == expected;
    };
    demand(smill_json_escape_slices(json.get(), slices.data(), 3, dst.data(), 64, ends.data(), 0, nullptr, &batch));
    CHECK(good("plain\\t") && ends[3] == 7);
    demand(smill_json_escape_column(json.get(), column.bytes.data(), column.bytes.size(), column.offsets.data(),
                                    column.count(), dst.data(), 64, ends32.data(), 0, nullptr, &batch));
    CHECK(good("plain\\t") && ends32[1] == 5);
    demand(smill_json_escape_column_large(json.get(), large.bytes.data(), large.bytes.size(), large.offsets.data(),
                                          large.count(), dst.data(), 64, ends64.data(), 0, nullptr, &batch));
    CHECK(good("plain\\t") && ends64[2] == 7);

    std::vector<smill_verdict> verdicts(3);
    smill_verdict *marks = verdicts.data();
    demand(smill_json_unescape_slices(0, slices.data(), 3, dst.data(), 64, ends.data(), 0, marks, &batch));
    CHECK(good("plain") && verdicts[1].code == SMILL_ERROR_CONTROL_UNESCAPED && verdicts[2].code == SMILL_OK);
    demand(smill_json_unescape_column(0, column.bytes.data(), column.bytes.size(), column.offsets.data(),
                                      column.count(), dst.data(), 64, ends32.data(), 0, marks, &batch));
    CHECK(good("plain") && batch.failed == 1);
    demand(smill_json_unescape_column_large(0, large.bytes.data(), large.bytes.size(), large.offsets.data(),
                                            large.count(), dst.data(), 64, ends64.data(), 0, marks, &batch));
    CHECK(good("plain") && batch.failed == 1);

    demand(smill_utf8_validate_slices(slices.data(), 3, 0, nullptr, &batch));
    CHECK(batch.strings == 3);
    demand(smill_utf8_validate_column(column.bytes.data(), column.bytes.size(), column.offsets.data(), column.count(),
                                      0, nullptr, &batch));
    CHECK(batch.strings == 3);
    demand(smill_utf8_validate_column_large(large.bytes.data(), large.bytes.size(), large.offsets.data(),
                                            large.count(), 0, nullptr, &batch));
    CHECK(batch.strings == 3);
}

} // namespace

int main() {
    strings();
    transcoding();
    records();
    base64();
    json_text();
    json_reader();
    CHECK(right_lines("{\"a\":1}\n{\"a\":nul}\n{\"a\":1,\"a\":2}\n{}\n") == 2);
    canonical_json();
    numbers();
    facts();
    profiles();
    batches();
    std::printf("%s\n", wrong ? "FAILED" : "passed");
    return wrong;
}
