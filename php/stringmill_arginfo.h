/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 99514e77eb24449632509faef76ca518c52a1a04 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_Stringmill_json_encode, 0, 1, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, flags, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, depth, IS_LONG, 0, "512")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_Stringmill_json_encode_to_stream, 0, 2, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_INFO(0, stream)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, flags, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, depth, IS_LONG, 0, "512")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Stringmill_json_decode, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, json, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, associative, _IS_BOOL, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, depth, IS_LONG, 0, "512")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, flags, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Stringmill_json_validate, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, json, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, depth, IS_LONG, 0, "512")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, flags, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Stringmill_json_canonical, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, json, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, depth, IS_LONG, 0, "1024")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, round_integers, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Stringmill_json_items, 0, 1, Stringmill\\JsonItems, 0)
	ZEND_ARG_INFO(0, source)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pointer, IS_STRING, 0, "\"\"")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, flags, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, depth, IS_LONG, 0, "512")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Stringmill_ndjson_items, 0, 1, Stringmill\\JsonItems, 0)
	ZEND_ARG_INFO(0, source)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, flags, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, depth, IS_LONG, 0, "512")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, reject, IS_CALLABLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Stringmill_json_write_items, 0, 2, IS_LONG, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, items, Traversable, MAY_BE_ARRAY, NULL)
	ZEND_ARG_INFO(0, stream)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, flags, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, depth, IS_LONG, 0, "512")
ZEND_END_ARG_INFO()

#define arginfo_Stringmill_ndjson_write arginfo_Stringmill_json_write_items

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Stringmill_utf8_validate, 0, 1, IS_LONG, 1)
	ZEND_ARG_TYPE_INFO(0, string, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Stringmill_utf8_repair, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, string, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, policy, IS_STRING, 0, "\"replace\"")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Stringmill_json_error_remedy, 0, 1, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO(0, error, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Stringmill_tier, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Stringmill_JsonItems___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Stringmill_JsonItems_current, 0, 0, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Stringmill_JsonItems_key arginfo_class_Stringmill_JsonItems_current

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Stringmill_JsonItems_next, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Stringmill_JsonItems_rewind arginfo_class_Stringmill_JsonItems_next

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Stringmill_JsonItems_valid, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Stringmill_JsonItems_offset, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Stringmill_json_encode);
ZEND_FUNCTION(Stringmill_json_encode_to_stream);
ZEND_FUNCTION(Stringmill_json_decode);
ZEND_FUNCTION(Stringmill_json_validate);
ZEND_FUNCTION(Stringmill_json_canonical);
ZEND_FUNCTION(Stringmill_json_items);
ZEND_FUNCTION(Stringmill_ndjson_items);
ZEND_FUNCTION(Stringmill_json_write_items);
ZEND_FUNCTION(Stringmill_ndjson_write);
ZEND_FUNCTION(Stringmill_utf8_validate);
ZEND_FUNCTION(Stringmill_utf8_repair);
ZEND_FUNCTION(Stringmill_json_error_remedy);
ZEND_FUNCTION(Stringmill_tier);
ZEND_METHOD(Stringmill_JsonItems, __construct);
ZEND_METHOD(Stringmill_JsonItems, current);
ZEND_METHOD(Stringmill_JsonItems, key);
ZEND_METHOD(Stringmill_JsonItems, next);
ZEND_METHOD(Stringmill_JsonItems, rewind);
ZEND_METHOD(Stringmill_JsonItems, valid);
ZEND_METHOD(Stringmill_JsonItems, offset);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Stringmill", json_encode, Stringmill_json_encode, arginfo_Stringmill_json_encode)
	ZEND_NS_FALIAS("Stringmill", json_encode_to_stream, Stringmill_json_encode_to_stream, arginfo_Stringmill_json_encode_to_stream)
	ZEND_NS_FALIAS("Stringmill", json_decode, Stringmill_json_decode, arginfo_Stringmill_json_decode)
	ZEND_NS_FALIAS("Stringmill", json_validate, Stringmill_json_validate, arginfo_Stringmill_json_validate)
	ZEND_NS_FALIAS("Stringmill", json_canonical, Stringmill_json_canonical, arginfo_Stringmill_json_canonical)
	ZEND_NS_FALIAS("Stringmill", json_items, Stringmill_json_items, arginfo_Stringmill_json_items)
	ZEND_NS_FALIAS("Stringmill", ndjson_items, Stringmill_ndjson_items, arginfo_Stringmill_ndjson_items)
	ZEND_NS_FALIAS("Stringmill", json_write_items, Stringmill_json_write_items, arginfo_Stringmill_json_write_items)
	ZEND_NS_FALIAS("Stringmill", ndjson_write, Stringmill_ndjson_write, arginfo_Stringmill_ndjson_write)
	ZEND_NS_FALIAS("Stringmill", utf8_validate, Stringmill_utf8_validate, arginfo_Stringmill_utf8_validate)
	ZEND_NS_FALIAS("Stringmill", utf8_repair, Stringmill_utf8_repair, arginfo_Stringmill_utf8_repair)
	ZEND_NS_FALIAS("Stringmill", json_error_remedy, Stringmill_json_error_remedy, arginfo_Stringmill_json_error_remedy)
	ZEND_NS_FALIAS("Stringmill", tier, Stringmill_tier, arginfo_Stringmill_tier)
	ZEND_FE_END
};


static const zend_function_entry class_Stringmill_JsonTextException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Stringmill_JsonItemsException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Stringmill_WouldBlockException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Stringmill_JsonItems_methods[] = {
	ZEND_ME(Stringmill_JsonItems, __construct, arginfo_class_Stringmill_JsonItems___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Stringmill_JsonItems, current, arginfo_class_Stringmill_JsonItems_current, ZEND_ACC_PUBLIC)
	ZEND_ME(Stringmill_JsonItems, key, arginfo_class_Stringmill_JsonItems_key, ZEND_ACC_PUBLIC)
	ZEND_ME(Stringmill_JsonItems, next, arginfo_class_Stringmill_JsonItems_next, ZEND_ACC_PUBLIC)
	ZEND_ME(Stringmill_JsonItems, rewind, arginfo_class_Stringmill_JsonItems_rewind, ZEND_ACC_PUBLIC)
	ZEND_ME(Stringmill_JsonItems, valid, arginfo_class_Stringmill_JsonItems_valid, ZEND_ACC_PUBLIC)
	ZEND_ME(Stringmill_JsonItems, offset, arginfo_class_Stringmill_JsonItems_offset, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Stringmill_JsonTextException(zend_class_entry *class_entry_JsonException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Stringmill", "JsonTextException", class_Stringmill_JsonTextException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_JsonException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	zval property_name_default_value;
	ZVAL_UNDEF(&property_name_default_value);
	zend_string *property_name_name = zend_string_init("name", sizeof("name") - 1, 1);
	zend_declare_typed_property(class_entry, property_name_name, &property_name_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_name_name);

	zval property_offset_default_value;
	ZVAL_UNDEF(&property_offset_default_value);
	zend_string *property_offset_name = zend_string_init("offset", sizeof("offset") - 1, 1);
	zend_declare_typed_property(class_entry, property_offset_name, &property_offset_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_offset_name);

	return class_entry;
}

static zend_class_entry *register_class_Stringmill_JsonItemsException(zend_class_entry *class_entry_JsonException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Stringmill", "JsonItemsException", class_Stringmill_JsonItemsException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_JsonException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	zval property_offset_default_value;
	ZVAL_UNDEF(&property_offset_default_value);
	zend_string *property_offset_name = zend_string_init("offset", sizeof("offset") - 1, 1);
	zend_declare_typed_property(class_entry, property_offset_name, &property_offset_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_offset_name);

	zval property_number_default_value;
	ZVAL_UNDEF(&property_number_default_value);
	zend_string *property_number_name = zend_string_init("number", sizeof("number") - 1, 1);
	zend_declare_typed_property(class_entry, property_number_name, &property_number_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_number_name);

	return class_entry;
}

static zend_class_entry *register_class_Stringmill_WouldBlockException(zend_class_entry *class_entry_RuntimeException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Stringmill", "WouldBlockException", class_Stringmill_WouldBlockException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}

static zend_class_entry *register_class_Stringmill_JsonItems(zend_class_entry *class_entry_Iterator)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Stringmill", "JsonItems", class_Stringmill_JsonItems_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;
	zend_class_implements(class_entry, 1, class_entry_Iterator);

	return class_entry;
}
