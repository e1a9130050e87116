--TEST--
disable_functions still takes json_encode away
--EXTENSIONS--
stringmill
--INI--
disable_functions=json_encode
--FILE--
<?php
var_dump(function_exists('json_encode'), Stringmill\json_encode('a'));
?>
--EXPECT--
bool(false)
string(3) ""a""
