--TEST--
Each half has a setting; with either at 0 the functions of the namespace are there
--EXTENSIONS--
stringmill
--INI--
stringmill.override_decode=0
--FILE--
<?php
ob_start();
phpinfo(INFO_MODULES);
$said = ob_get_clean();
var_dump(preg_match('/json_encode replaced\W+yes/', $said), preg_match('/json_decode replaced\W+no/', $said));
var_dump(json_decode('{"a":[1]}') == Stringmill\json_decode('{"a":[1]}'));
// Without an original behind it, errors still are PHP's.
var_dump(Stringmill\json_decode('[1}'), json_last_error(), Stringmill\json_decode('[1]'), json_last_error());
try {
    Stringmill\json_decode('[', flags: JSON_THROW_ON_ERROR);
} catch (JsonException $thrown) {
    echo $thrown->getTrace()[0]['function'], "\n";
}
?>
--EXPECT--
int(1)
int(1)
bool(true)
NULL
int(2)
array(1) {
  [0]=>
  int(1)
}
int(0)
Stringmill\json_decode
