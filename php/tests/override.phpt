--TEST--
The extension replaces json_encode and leaves its entry as it was
--EXTENSIONS--
stringmill
--FILE--
<?php
$function = new ReflectionFunction('json_encode');
var_dump($function->getExtensionName(), $function->getNumberOfParameters(), $function->getNumberOfRequiredParameters());
foreach ($function->getParameters() as $parameter) {
    echo $parameter, "\n";
}
ob_start();
phpinfo(INFO_MODULES);
preg_match('/json_encode replaced\W+(\w+)/', ob_get_clean(), $match);
var_dump($match[1]);
// Every way of calling it.
var_dump(json_encode(value: ['a' => 1.5], flags: JSON_PRETTY_PRINT));
var_dump(call_user_func('json_encode', "\u{e9}/"), array_map('json_encode', [1, null]), json_encode(...)('x'));
try {
    json_encode();
} catch (ArgumentCountError $error) {
    echo $error->getMessage(), "\n";
}
try {
    json_encode(1, []);
} catch (TypeError $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
string(4) "json"
int(3)
int(1)
Parameter #0 [ <required> mixed $value ]
Parameter #1 [ <optional> int $flags = 0 ]
Parameter #2 [ <optional> int $depth = 512 ]
string(3) "yes"
string(16) "{
    "a": 1.5
}"
string(10) ""\u00e9\/""
array(2) {
  [0]=>
  string(1) "1"
  [1]=>
  string(4) "null"
}
string(3) ""x""
json_encode() expects at least 1 argument, 0 given
json_encode(): Argument #2 ($flags) must be of type int, array given
