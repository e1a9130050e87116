/* The rules for the library, made once for each set of flags, and the calls that are not inline in door.h. */

#include "door.h"
#include "ext/json/php_json.h"
#include <stdatomic.h>

const stringmill_repair stringmill_repairs[STRINGMILL_REPAIRS] = {
    {"replace", SMILL_ILL_FORMED_REPLACE},
    {"replace-java", SMILL_ILL_FORMED_REPLACE_JAVA},
    {"replace-php", SMILL_ILL_FORMED_REPLACE_PHP},
    {"ignore-php", SMILL_ILL_FORMED_IGNORE_PHP},
    {"visible", SMILL_ILL_FORMED_VISIBLE},
};

/* Rules by index, NULL before their first use: one for each set of flags and policy, then those for repairs. */
#define FLAG_SETS 128
#define POLICIES 3
static _Atomic(stringmill_rules *) made[FLAG_SETS * POLICIES];
static _Atomic(stringmill_rules *) repairs[STRINGMILL_REPAIRS];

/* The options of the profile. The index of an option is its bit in a set. */
static const char *const options[] = {
    "hex-tag", "hex-amp", "hex-apos", "hex-quot", "unescaped-slashes", "unescaped-unicode",
    "unescaped-line-terminators",
};
#define OPTIONS (sizeof options / sizeof *options)

/* The set of options for flags. Called for each string; so the four JSON_HEX bits keep their positions. */
static zend_always_inline unsigned set_of(int flags)
{
    unsigned set = flags & (PHP_JSON_HEX_TAG | PHP_JSON_HEX_AMP | PHP_JSON_HEX_APOS | PHP_JSON_HEX_QUOT);
    set |= flags & PHP_JSON_UNESCAPED_SLASHES ? 1u << 4 : 0;
    if (flags & PHP_JSON_UNESCAPED_UNICODE) {
        set |= flags & PHP_JSON_UNESCAPED_LINE_TERMINATORS ? 3u << 5 : 1u << 5;
    }
    return set;
}

void stringmill_door_startup(void)
{
    uint32_t tier;
    if (smill_tier_forced(&tier) != SMILL_OK) {
        const char *named = getenv("STRINGMILL_TIER");
        zend_error(E_CORE_WARNING, "stringmill: this machine has no tier \"%s\", which STRINGMILL_TIER names; using %s",
                   named ? named : "", stringmill_door_tier());
    }
}

static void unmake(stringmill_rules *rules)
{
    if (rules) {
        smill_rules_free(rules->handle);
        pefree(rules, 1);
    }
}

void stringmill_door_shutdown(void)
{
    for (size_t i = 0; i < FLAG_SETS * POLICIES; i++) {
        unmake(atomic_exchange(&made[i], NULL));
    }
    for (size_t i = 0; i < STRINGMILL_REPAIRS; i++) {
        unmake(atomic_exchange(&repairs[i], NULL));
    }
}

const char *stringmill_door_tier(void)
{
    const char *name = smill_tier_name(smill_tier_best());
    return name ? name : "unknown";
}

static zend_always_inline void require(smill_error error)
{
    if (UNEXPECTED(error != SMILL_OK)) {
        zend_error_noreturn(E_ERROR, "stringmill: cannot prepare escaping rules: %s", smill_error_says(error));
    }
}

/* Stores new rules, or frees them if another thread has stored its own first. */
static const stringmill_rules *keep(_Atomic(stringmill_rules *) *place, stringmill_rules *rules)
{
    stringmill_rules *before = NULL;
    if (atomic_compare_exchange_strong(place, &before, rules)) {
        return rules;
    }
    unmake(rules);
    return before;
}

/* The policy for flags. IGNORE takes precedence over SUBSTITUTE. */
static zend_always_inline uint32_t policy_of(int flags)
{
    return flags & PHP_JSON_INVALID_UTF8_IGNORE ? SMILL_ILL_FORMED_IGNORE_PHP
        : flags & PHP_JSON_INVALID_UTF8_SUBSTITUTE ? SMILL_ILL_FORMED_REPLACE_PHP : SMILL_ILL_FORMED_REJECT;
}

/* Stores the output for one character or ill-formed piece of `len` bytes; the last byte is the length of the
 * output. */
static void tabulate_one(const smill_rules *handle, const char *character, size_t len, char entry[8])
{
    char text[SMILL_JSON_ESCAPE_UNIT_MAX] = {0};
    smill_progress progress;
    require(smill_json_escape(handle, character, len, text, sizeof text, 0, &progress, NULL));
    ZEND_ASSERT(progress.written < 8);
    memcpy(entry, text, 7);
    entry[7] = (char) progress.written;
}

/* Limits from which on the library is faster, for each tier. Measured with tools/run bench-php-short; NEON has the
 * figures of SSE4.2. */
typedef struct limits {
    uint8_t dense[2];   /* for dense_max: if characters above U+007F are copied; if they are spelled */
    uint8_t ascii[2];  /* for marks_end[0]: without JSON_HEX flags; with such flags */
    uint8_t others[2]; /* for marks_end[1]: the cases of `dense` */
} limits;

static const limits limits_scalar = {{64, 64}, {65, 65}, {65, 65}};
static const limits limits_sse42 = {{20, 45}, {0, 5}, {5, 17}};
static const limits limits_avx2 = {{20, 32}, {0, 0}, {4, 17}};
static const limits limits_avx512 = {{20, 32}, {0, 0}, {4, 4}};

static void set_limits(stringmill_rules *rules)
{
    uint32_t tier = smill_tier_best();
    const limits *limits = tier == SMILL_TIER_SCALAR ? &limits_scalar
        : tier == SMILL_TIER_AVX2 ? &limits_avx2
        : tier == SMILL_TIER_AVX512 ? &limits_avx512 : &limits_sse42;
    rules->is_scalar = tier == SMILL_TIER_SCALAR;
    rules->dense_max = limits->dense[rules->spells];
    rules->marks_end[0] = limits->ascii[rules->plain->hex];
    rules->marks_end[1] = limits->others[rules->spells];
}

/* Fills the tables of the rules, by which texts are escaped without a call of the library. */
static void tabulate(stringmill_rules *rules)
{
    char entry[8];
    for (int byte = 0; byte < 128; byte++) {
        const char character = (char) byte;
        tabulate_one(rules->handle, &character, 1, rules->ascii[byte]);
    }
    if (!rules->refuses) {
        tabulate_one(rules->handle, "\xFF", 1, rules->repair);
    }
    tabulate_one(rules->handle, "\xC3\xA9", 2, entry);
    rules->spells = entry[7] > 2;
    tabulate_one(rules->handle, "\xE2\x80\xA8", 3, entry);
    rules->separators = entry[7] > 3;
}

static ZEND_COLD const stringmill_rules *make(_Atomic(stringmill_rules *) *place, int flags)
{
    char name[160] = "php";
    char separator = ':';
    size_t len = strlen(name);
    unsigned set = set_of(flags);
    uint32_t policy = policy_of(flags);
    for (size_t i = 0; i < OPTIONS; i++) {
        if (set & 1u << i) {
            len += (size_t) snprintf(name + len, sizeof name - len, "%c%s", separator, options[i]);
            separator = ',';
        }
    }
    stringmill_rules *rules = pecalloc(1, sizeof *rules, 1);
    require(smill_rules_new(name, len, policy, &rules->handle));
    rules->plain = stringmill_plain_of(flags);
    rules->refuses = policy == SMILL_ILL_FORMED_REJECT;
    tabulate(rules);
    set_limits(rules);
    return keep(place, rules);
}

const stringmill_rules *stringmill_door_rules(int flags)
{
    unsigned set = set_of(flags);
    uint32_t policy = policy_of(flags);
    unsigned kind = policy == SMILL_ILL_FORMED_REJECT ? 0 : policy == SMILL_ILL_FORMED_REPLACE_PHP ? 1 : 2;
    _Atomic(stringmill_rules *) *place = &made[kind * FLAG_SETS + set];
    const stringmill_rules *rules = atomic_load_explicit(place, memory_order_acquire);
    return EXPECTED(rules) ? rules : make(place, flags);
}

size_t stringmill_door_validate(const char *from, size_t len)
{
    smill_progress progress;
    return smill_utf8_validate(from, len, 0, &progress) == SMILL_OK ? len : (size_t) progress.offset;
}

const smill_rules *stringmill_door_repair(const stringmill_repair *repair)
{
    _Atomic(stringmill_rules *) *place = &repairs[repair - stringmill_repairs];
    const stringmill_rules *ready = atomic_load_explicit(place, memory_order_acquire);
    if (EXPECTED(ready)) {
        return ready->handle;
    }
    static const smill_profile nothing_escaped;
    stringmill_rules *rules = pecalloc(1, sizeof *rules, 1);
    require(smill_rules_custom(&nothing_escaped, NULL, 0, repair->policy, &rules->handle, NULL));
    return keep(place, rules)->handle;
}
