/*
 * An extension for tools/php that wraps json_encode as profilers do: it keeps the handler that it finds, and calls it. It
 * prints whether that is the one of PHP.
 */

#include "php.h"

static zif_handler wrapped;

static bool is_of_php(zif_handler handler)
{
    const zend_module_entry *json = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("json"));
    const zend_function_entry *function = json->functions;
    while (strcmp(function->fname, "json_encode") != 0) {
        function++;
    }
    return handler == function->handler;
}

static ZEND_FUNCTION(wrapper)
{
    wrapped(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    php_printf(is_of_php(wrapped) ? "wraps PHP: " : "wraps another: ");
}

static zend_internal_function *json_encode_entry(void)
{
    return zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("json_encode"));
}

static PHP_MINIT_FUNCTION(wrapper)
{
    (void) type;
    (void) module_number;
    wrapped = json_encode_entry()->handler;
    json_encode_entry()->handler = ZEND_FN(wrapper);
    return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(wrapper)
{
    (void) type;
    (void) module_number;
    json_encode_entry()->handler = wrapped;
    return SUCCESS;
}

static const zend_module_dep dependencies[] = {ZEND_MOD_REQUIRED("json") ZEND_MOD_END};

zend_module_entry wrapper_module_entry = {
    STANDARD_MODULE_HEADER_EX, NULL, dependencies, "wrapper", NULL, PHP_MINIT(wrapper), PHP_MSHUTDOWN(wrapper), NULL, NULL,
    NULL, "1", STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(wrapper)
