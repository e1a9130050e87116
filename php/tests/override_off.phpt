--TEST--
With stringmill.override=0 json_encode is left alone, and the namespaced functions are there
--EXTENSIONS--
stringmill
--INI--
stringmill.override=0
--FILE--
<?php
ob_start();
phpinfo(INFO_MODULES);
preg_match('/json_encode replaced\W+(\w+)/', ob_get_clean(), $match);
var_dump($match[1], ini_get('stringmill.override'), ini_set('stringmill.override', '1'));
var_dump(json_encode([1, 'a']) === Stringmill\json_encode([1, 'a']));
?>
--EXPECT--
string(2) "no"
string(1) "0"
bool(false)
bool(true)
