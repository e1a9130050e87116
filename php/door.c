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
static _Atomic(smill_rules *) made[FLAG_SETS * POLICIES];
static _Atomic(smill_rules *) repairs[STRINGMILL_REPAIRS];

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

void stringmill_door_shutdown(void)
{
    for (size_t i = 0; i < FLAG_SETS * POLICIES; i++) {
        smill_rules_free(atomic_exchange(&made[i], NULL));
    }
    for (size_t i = 0; i < STRINGMILL_REPAIRS; i++) {
        smill_rules_free(atomic_exchange(&repairs[i], NULL));
    }
}

const char *stringmill_door_tier(void)
{
    const char *name = smill_tier_name(smill_tier_best());
    return name ? name : "unknown";
}

/* Stores new rules, or frees them if another thread has stored its own first. */
static const smill_rules *keep(_Atomic(smill_rules *) *place, smill_error error, smill_rules *rules)
{
    if (UNEXPECTED(error != SMILL_OK)) {
        zend_error_noreturn(E_ERROR, "stringmill: cannot prepare escaping rules: %s", smill_error_says(error));
    }
    smill_rules *before = NULL;
    if (atomic_compare_exchange_strong(place, &before, rules)) {
        return rules;
    }
    smill_rules_free(rules);
    return before;
}

/* The policy for flags; IGNORE takes precedence over SUBSTITUTE. */
static zend_always_inline uint32_t policy_of(int flags)
{
    return flags & PHP_JSON_INVALID_UTF8_IGNORE ? SMILL_ILL_FORMED_IGNORE_PHP
        : flags & PHP_JSON_INVALID_UTF8_SUBSTITUTE ? SMILL_ILL_FORMED_REPLACE_PHP : SMILL_ILL_FORMED_REJECT;
}

static ZEND_COLD const smill_rules *make(_Atomic(smill_rules *) *place, unsigned set, uint32_t policy)
{
    char name[160] = "php";
    char separator = ':';
    size_t len = strlen(name);
    for (size_t i = 0; i < OPTIONS; i++) {
        if (set & 1u << i) {
            len += (size_t) snprintf(name + len, sizeof name - len, "%c%s", separator, options[i]);
            separator = ',';
        }
    }
    smill_rules *rules = NULL;
    smill_error error = smill_rules_new(name, len, policy, &rules);
    return keep(place, error, rules);
}

const smill_rules *stringmill_door_rules(int flags)
{
    unsigned set = set_of(flags);
    uint32_t policy = policy_of(flags);
    unsigned kind = policy == SMILL_ILL_FORMED_REJECT ? 0 : policy == SMILL_ILL_FORMED_REPLACE_PHP ? 1 : 2;
    _Atomic(smill_rules *) *place = &made[kind * FLAG_SETS + set];
    const smill_rules *rules = atomic_load_explicit(place, memory_order_acquire);
    return EXPECTED(rules) ? rules : make(place, set, policy);
}

size_t stringmill_door_validate(const char *from, size_t len)
{
    smill_progress progress;
    return smill_utf8_validate(from, len, 0, &progress) == SMILL_OK ? len : (size_t) progress.offset;
}

const smill_rules *stringmill_door_repair(const stringmill_repair *repair)
{
    _Atomic(smill_rules *) *place = &repairs[repair - stringmill_repairs];
    const smill_rules *ready = atomic_load_explicit(place, memory_order_acquire);
    if (EXPECTED(ready)) {
        return ready;
    }
    static const smill_profile nothing_escaped;
    smill_rules *rules = NULL;
    smill_error error = smill_rules_custom(&nothing_escaped, NULL, 0, repair->policy, &rules, NULL);
    return keep(place, error, rules);
}
