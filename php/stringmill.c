/* The module entry and its startup and shutdown functions. */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "php_stringmill.h"
#include "canonical.h"
#include "door.h"
#include "items.h"
#include "override.h"
#include "plain.h"
#include "php_ini.h"
#include "ext/spl/spl_exceptions.h"
#include "ext/standard/info.h"
#include "zend_interfaces.h"
#include "stringmill_arginfo.h"

PHP_INI_BEGIN()
    PHP_INI_ENTRY_EX("stringmill.override", "1", PHP_INI_SYSTEM, NULL, zend_ini_boolean_displayer_cb)
    PHP_INI_ENTRY_EX("stringmill.override_decode", "1", PHP_INI_SYSTEM, NULL, zend_ini_boolean_displayer_cb)
    PHP_INI_ENTRY_EX("stringmill.override_encode", "1", PHP_INI_SYSTEM, NULL, zend_ini_boolean_displayer_cb)
PHP_INI_END()

#if PHP_VERSION_ID < 80300
ZEND_DECLARE_MODULE_GLOBALS(stringmill)
#endif

/* With ZTS, this module has a pointer to the engine's globals for each thread, which must be set before the first
 * access. The engine does not set it for the thread that starts and ends the modules. */
static zend_always_inline void set_thread(void)
{
#if defined(ZTS) && defined(COMPILE_DL_STRINGMILL)
    ZEND_TSRMLS_CACHE_UPDATE();
#endif
}

static PHP_MINIT_FUNCTION(stringmill)
{
    (void) type;
    set_thread();
    REGISTER_INI_ENTRIES();
    stringmill_door_startup();
    stringmill_plain_startup();
    zend_class_entry *json_exception = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("jsonexception"));
    stringmill_canonical_startup(register_class_Stringmill_JsonTextException(json_exception));
    stringmill_items_startup(register_class_Stringmill_JsonItems(zend_ce_iterator),
                             register_class_Stringmill_JsonItemsException(json_exception));
    stringmill_window_startup(register_class_Stringmill_WouldBlockException(spl_ce_RuntimeException));
    bool override = INI_BOOL("stringmill.override");
    stringmill_override_startup(override && INI_BOOL("stringmill.override_encode"),
                                override && INI_BOOL("stringmill.override_decode"));
    return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(stringmill)
{
    (void) type;
    set_thread();
    stringmill_override_shutdown();
    stringmill_door_shutdown();
    UNREGISTER_INI_ENTRIES();
    return SUCCESS;
}

static PHP_RINIT_FUNCTION(stringmill)
{
    (void) type;
    (void) module_number;
    set_thread();
    return SUCCESS;
}

#if PHP_VERSION_ID < 80300

/* Not in RINIT, because with session.auto_start preloaded classes run before it. */
static PHP_GINIT_FUNCTION(stringmill)
{
    set_thread();
    zend_hash_init(&stringmill_globals->held, 0, NULL, NULL, false);
}

/* Frees the memory of the request. Not in RSHUTDOWN, because session handlers and stream wrappers run after it. */
static ZEND_MODULE_POST_ZEND_DEACTIVATE_D(stringmill)
{
    zend_hash_destroy(STRINGMILL_HELD);
    zend_hash_init(STRINGMILL_HELD, 0, NULL, NULL, false);
    return SUCCESS;
}

#endif

static PHP_MINFO_FUNCTION(stringmill)
{
    (void) zend_module;
    php_info_print_table_start();
    php_info_print_table_row(2, "stringmill support", "enabled");
    php_info_print_table_row(2, "Version", PHP_STRINGMILL_VERSION);
    php_info_print_table_row(2, "Tier", stringmill_door_tier());
    stringmill_override_info();
    php_info_print_table_end();
    DISPLAY_INI_ENTRIES();
}

static const zend_module_dep dependencies[] = {
    /* ext/json must be loaded first, because this extension replaces its functions. */
    ZEND_MOD_REQUIRED("json")
    ZEND_MOD_END
};

zend_module_entry stringmill_module_entry = {
    STANDARD_MODULE_HEADER_EX,
    NULL,
    dependencies,
    "stringmill",
    ext_functions,
    PHP_MINIT(stringmill),
    PHP_MSHUTDOWN(stringmill),
    PHP_RINIT(stringmill),
    NULL,
    PHP_MINFO(stringmill),
    PHP_STRINGMILL_VERSION,
#if PHP_VERSION_ID < 80300
    PHP_MODULE_GLOBALS(stringmill),
    PHP_GINIT(stringmill),
    NULL,
    ZEND_MODULE_POST_ZEND_DEACTIVATE_N(stringmill),
    STANDARD_MODULE_PROPERTIES_EX
#else
    STANDARD_MODULE_PROPERTIES
#endif
};

#ifdef COMPILE_DL_STRINGMILL
#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
#endif
ZEND_GET_MODULE(stringmill)
#endif
