--TEST--
Stringmill\tier() names the set of instructions
--EXTENSIONS--
stringmill
--ENV--
STRINGMILL_TIER=scalar
--FILE--
<?php
var_dump(Stringmill\tier());
var_dump(json_encode("a\"/\u{20ac}" . str_repeat('x', 100) . "\n"));
?>
--EXPECT--
string(6) "scalar"
string(115) ""a\"\/\u20acxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n""
