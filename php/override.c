#include "override.h"

ZEND_FUNCTION(Stringmill_json_encode);

/* The handler that was replaced, or NULL if none was. */
static zif_handler original;

/* The engine's entry of json_encode, or NULL. */
static zend_internal_function *json_encode_entry(void)
{
    zend_function *entry = zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("json_encode"));
    return entry && entry->type == ZEND_INTERNAL_FUNCTION ? &entry->internal_function : NULL;
}

/* Whether json_encode calls our handler directly. */
static bool is_ours(const zend_internal_function *entry)
{
    return entry && entry->handler == ZEND_FN(Stringmill_json_encode);
}

const char *stringmill_override_state(void)
{
    const zend_internal_function *entry = json_encode_entry();
    if (!original || !entry) {
        return "no";
    }
    return is_ours(entry) ? "yes" : "yes, and wrapped by another extension";
}

/* The handler that ext/json registered for json_encode, or NULL. */
static zif_handler handler_of_json(void)
{
    const zend_module_entry *json = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("json"));
    for (const zend_function_entry *function = json ? json->functions : NULL; function && function->fname; function++) {
        if (strcmp(function->fname, "json_encode") == 0) {
            return function->handler;
        }
    }
    return NULL;
}

void stringmill_override_startup(void)
{
    zend_internal_function *entry = json_encode_entry();
    if (!entry) {
        return;
    }
    if (entry->handler != handler_of_json()) {
        zend_error(E_CORE_WARNING, "stringmill: another extension has already replaced json_encode, which is left as it is; "
                                   "load stringmill before that extension, or set stringmill.override=0");
        return;
    }
    /* Only the handler changes: arguments, reflection and disable_functions work as before. */
    original = entry->handler;
    entry->handler = ZEND_FN(Stringmill_json_encode);
}

void stringmill_override_shutdown(void)
{
    zend_internal_function *entry = json_encode_entry();
    if (original && is_ours(entry)) {
        entry->handler = original;
    }
    original = NULL;
}
