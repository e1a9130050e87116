/* Replaces handlers of ext/json, and restores them. */

#include "override.h"
#include "ext/standard/info.h"

ZEND_FUNCTION(Stringmill_json_encode);
ZEND_FUNCTION(Stringmill_json_decode);
ZEND_FUNCTION(Stringmill_json_validate);

static const struct {
    const char *name;
    const char *row; /* the name of the row in phpinfo() */
    zif_handler ours;
} functions[STRINGMILL_OVERRIDDEN] = {
    {"json_encode", "json_encode replaced", ZEND_FN(Stringmill_json_encode)},
    {"json_decode", "json_decode replaced", ZEND_FN(Stringmill_json_decode)},
    {"json_validate", "json_validate replaced", ZEND_FN(Stringmill_json_validate)},
};

/* The handlers that ext/json registered, or NULL; and whether they are replaced now. */
static zif_handler originals[STRINGMILL_OVERRIDDEN];
static bool replaced[STRINGMILL_OVERRIDDEN];

/* The entry of a function in the engine's table, or NULL. */
static zend_internal_function *entry_of(stringmill_overridden function)
{
    const char *name = functions[function].name;
    zend_function *entry = zend_hash_str_find_ptr(CG(function_table), name, strlen(name));
    return entry && entry->type == ZEND_INTERNAL_FUNCTION ? &entry->internal_function : NULL;
}

/* Whether the entry of the function has our handler. */
static bool is_ours(stringmill_overridden function)
{
    const zend_internal_function *entry = entry_of(function);
    return entry && entry->handler == functions[function].ours;
}

void stringmill_override_info(void)
{
    for (stringmill_overridden i = 0; i < STRINGMILL_OVERRIDDEN; i++) {
        if (originals[i]) {
            const char *state = !replaced[i] || !entry_of(i) ? "no" : is_ours(i) ? "yes" : "yes, and wrapped by another extension";
            php_info_print_table_row(2, functions[i].row, state);
        }
    }
}

/* The handler that ext/json registered, or NULL. */
static zif_handler handler_of_json(const char *name)
{
    const zend_module_entry *json = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("json"));
    for (const zend_function_entry *function = json ? json->functions : NULL; function && function->fname; function++) {
        if (strcmp(function->fname, name) == 0) {
            return function->handler;
        }
    }
    return NULL;
}

static void replace(stringmill_overridden function)
{
    zend_internal_function *entry = entry_of(function);
    if (!entry) {
        return;
    }
    if (entry->handler != originals[function]) {
        const char *name = functions[function].name;
        zend_error(E_CORE_WARNING, "stringmill: another extension has already replaced %s, which is left as it is; "
                                   "load stringmill before that extension, or set stringmill.override=0", name);
        return;
    }
    /* Replaces only the handler, so arguments, reflection and disable_functions work as before. */
    entry->handler = functions[function].ours;
    replaced[function] = true;
}

void stringmill_override_startup(bool encode, bool decode)
{
    for (stringmill_overridden i = 0; i < STRINGMILL_OVERRIDDEN; i++) {
        originals[i] = handler_of_json(functions[i].name);
        if (i == STRINGMILL_JSON_ENCODE ? encode : decode) {
            replace(i);
        }
    }
}

void stringmill_override_shutdown(void)
{
    for (stringmill_overridden i = 0; i < STRINGMILL_OVERRIDDEN; i++) {
        if (replaced[i] && is_ours(i)) {
            entry_of(i)->handler = originals[i];
        }
        replaced[i] = false;
    }
}

zif_handler stringmill_override_original(stringmill_overridden function)
{
    return originals[function];
}
