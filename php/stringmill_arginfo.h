/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: e40de7fed10a39c3f36a6d02eba7468309b85088 */

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


ZEND_FUNCTION(Stringmill_json_encode);
ZEND_FUNCTION(Stringmill_json_encode_to_stream);
ZEND_FUNCTION(Stringmill_json_decode);
ZEND_FUNCTION(Stringmill_json_validate);
ZEND_FUNCTION(Stringmill_json_canonical);
ZEND_FUNCTION(Stringmill_utf8_validate);
ZEND_FUNCTION(Stringmill_utf8_repair);
ZEND_FUNCTION(Stringmill_json_error_remedy);
ZEND_FUNCTION(Stringmill_tier);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Stringmill", json_encode, Stringmill_json_encode, arginfo_Stringmill_json_encode)
	ZEND_NS_FALIAS("Stringmill", json_encode_to_stream, Stringmill_json_encode_to_stream, arginfo_Stringmill_json_encode_to_stream)
	ZEND_NS_FALIAS("Stringmill", json_decode, Stringmill_json_decode, arginfo_Stringmill_json_decode)
	ZEND_NS_FALIAS("Stringmill", json_validate, Stringmill_json_validate, arginfo_Stringmill_json_validate)
	ZEND_NS_FALIAS("Stringmill", json_canonical, Stringmill_json_canonical, arginfo_Stringmill_json_canonical)
	ZEND_NS_FALIAS("Stringmill", utf8_validate, Stringmill_utf8_validate, arginfo_Stringmill_utf8_validate)
	ZEND_NS_FALIAS("Stringmill", utf8_repair, Stringmill_utf8_repair, arginfo_Stringmill_utf8_repair)
	ZEND_NS_FALIAS("Stringmill", json_error_remedy, Stringmill_json_error_remedy, arginfo_Stringmill_json_error_remedy)
	ZEND_NS_FALIAS("Stringmill", tier, Stringmill_tier, arginfo_Stringmill_tier)
	ZEND_FE_END
};

static zend_class_entry *register_class_Stringmill_JsonTextException(zend_class_entry *class_entry_JsonException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Stringmill", "JsonTextException", NULL);
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
