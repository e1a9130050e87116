/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 15c26d6c1fed8089a881a65153af94276df9fb7e */

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
ZEND_FUNCTION(Stringmill_utf8_validate);
ZEND_FUNCTION(Stringmill_utf8_repair);
ZEND_FUNCTION(Stringmill_json_error_remedy);
ZEND_FUNCTION(Stringmill_tier);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Stringmill", json_encode, Stringmill_json_encode, arginfo_Stringmill_json_encode)
	ZEND_NS_FALIAS("Stringmill", json_encode_to_stream, Stringmill_json_encode_to_stream, arginfo_Stringmill_json_encode_to_stream)
	ZEND_NS_FALIAS("Stringmill", utf8_validate, Stringmill_utf8_validate, arginfo_Stringmill_utf8_validate)
	ZEND_NS_FALIAS("Stringmill", utf8_repair, Stringmill_utf8_repair, arginfo_Stringmill_utf8_repair)
	ZEND_NS_FALIAS("Stringmill", json_error_remedy, Stringmill_json_error_remedy, arginfo_Stringmill_json_error_remedy)
	ZEND_NS_FALIAS("Stringmill", tier, Stringmill_tier, arginfo_Stringmill_tier)
	ZEND_FE_END
};
