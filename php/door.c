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

/* Rules by index, NULL before their first use: each set of flags with each policy; then those for repairs. */
#define FLAG_SETS 128
#define POLICIES 3
static _Atomic(stringmill_rules *) made[FLAG_SETS * POLICIES];
static _Atomic(stringmill_rules *) repairs[STRINGMILL_REPAIRS];

/* The options of the profile; the index of one is its bit in a set. */
static const char *const options[] = {
    "hex-tag", "hex-amp", "hex-apos", "hex-quot", "unescaped-slashes", "unescaped-unicode",
    "unescaped-line-terminators",
};
#define OPTIONS (sizeof options / sizeof *options)

/* The set of options for flags. Runs for each string, so the four JSON_HEX bits keep their positions. */
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

/* The policy for flags; IGNORE takes precedence over SUBSTITUTE. */
static zend_always_inline uint32_t policy_of(int flags)
{
    return flags & PHP_JSON_INVALID_UTF8_IGNORE ? SMILL_ILL_FORMED_IGNORE_PHP
        : flags & PHP_JSON_INVALID_UTF8_SUBSTITUTE ? SMILL_ILL_FORMED_REPLACE_PHP : SMILL_ILL_FORMED_REJECT;
}

/* The length of the output for one character. */
static size_t escaped(const smill_rules *handle, const char *character, size_t len, char *to, size_t cap)
{
    smill_progress progress;
    require(smill_json_escape(handle, character, len, to, cap, 0, &progress, NULL));
    return (size_t) progress.written;
}

/* The same rules as tables, for texts that are escaped without a call. */
static void tabulate(stringmill_rules *rules)
{
    char text[SMILL_JSON_ESCAPE_UNIT_MAX];
    for (int byte = 0; byte < 128; byte++) {
        const char character = (char) byte;
        size_t len = escaped(rules->handle, &character, 1, text, sizeof text);
        ZEND_ASSERT(len < sizeof rules->ascii[byte]);
        memcpy(rules->ascii[byte], text, len);
        rules->ascii[byte][7] = (char) len;
    }
    rules->spells = escaped(rules->handle, "\xC3\xA9", 2, text, sizeof text) > 2;
    rules->separators = escaped(rules->handle, "\xE2\x80\xA8", 3, text, sizeof text) > 3;
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
    rules->is_scalar = smill_tier_best() == SMILL_TIER_SCALAR;
    rules->refuses = policy == SMILL_ILL_FORMED_REJECT;
    tabulate(rules);
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
