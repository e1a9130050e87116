--TEST--
json_decode is replaced: values, object handles, names and numbers are those of PHP
--EXTENSIONS--
stringmill
--FILE--
<?php
ob_start();
phpinfo(INFO_MODULES);
var_dump(preg_match('/json_decode replaced\W+yes/', ob_get_clean()), (new ReflectionFunction('json_decode'))->getExtensionName());
// An object gets its handle after the value of its first member.
var_dump(json_decode('{"a":{"b":{}},"c":{}}'));
// A replaced value frees its handle before the next value is made.
var_dump(json_decode('{"a":{},"a":{},"b":{}}'));
var_dump(json_decode('{"b":1,"a":2,"b":[3],"":4,"0":5,"_empty_":6}'));
var_dump(json_decode('{"0":"a","1":"b","01":"c","-0":"d","-5":"e","9223372036854775807":"f","9223372036854775808":"g","\u0031":"h"}', true));
var_dump(json_decode('[-0,-0.0,1e2,1E+2,1e400,-1e400,1e-400,9223372036854775807,-9223372036854775808,9223372036854775808,0.1,123456789.123456789]'));
var_dump(json_decode('[9223372036854775807,9223372036854775808,-9223372036854775809,1e30]', flags: JSON_BIGINT_AS_STRING));
var_dump(json_decode('{12345678901234567890:1}', true, 512, JSON_BIGINT_AS_STRING));
var_dump(json_decode('"\"\\\\\/\b\f\n\r\t\u00e9\ud83d\ude00\u0000"') === "\"\\/\x08\f\n\r\t\u{e9}\u{1f600}\0");
// The input does not change, also by reference.
$json = ' [ "a" , { "x" : null } ] ';
$reference = &$json;
var_dump(json_decode($reference, true) === ['a', ['x' => null]], $json === ' [ "a" , { "x" : null } ] ');
// What a later append finds.
foreach (['{"-5":1}', '{"5":1}', '[1,2]', '{}'] as $text) {
    $array = json_decode($text, true);
    $array[] = 0;
    echo array_key_last($array), ' ';
}
try {
    $array = json_decode('{"9223372036854775807":1}', true);
    $array[] = 0;
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
int(1)
string(4) "json"
object(stdClass)#3 (2) {
  ["a"]=>
  object(stdClass)#2 (1) {
    ["b"]=>
    object(stdClass)#1 (0) {
    }
  }
  ["c"]=>
  object(stdClass)#4 (0) {
  }
}
object(stdClass)#4 (2) {
  ["a"]=>
  object(stdClass)#2 (0) {
  }
  ["b"]=>
  object(stdClass)#3 (0) {
  }
}
object(stdClass)#4 (5) {
  ["b"]=>
  array(1) {
    [0]=>
    int(3)
  }
  ["a"]=>
  int(2)
  [""]=>
  int(4)
  ["0"]=>
  int(5)
  ["_empty_"]=>
  int(6)
}
array(7) {
  [0]=>
  string(1) "a"
  [1]=>
  string(1) "h"
  ["01"]=>
  string(1) "c"
  ["-0"]=>
  string(1) "d"
  [-5]=>
  string(1) "e"
  [9223372036854775807]=>
  string(1) "f"
  ["9223372036854775808"]=>
  string(1) "g"
}
array(12) {
  [0]=>
  int(0)
  [1]=>
  float(-0)
  [2]=>
  float(100)
  [3]=>
  float(100)
  [4]=>
  float(INF)
  [5]=>
  float(-INF)
  [6]=>
  float(0)
  [7]=>
  int(9223372036854775807)
  [8]=>
  int(-9223372036854775808)
  [9]=>
  float(9.223372036854776E+18)
  [10]=>
  float(0.1)
  [11]=>
  float(123456789.12345679)
}
array(4) {
  [0]=>
  int(9223372036854775807)
  [1]=>
  string(19) "9223372036854775808"
  [2]=>
  string(20) "-9223372036854775809"
  [3]=>
  float(1.0E+30)
}
array(1) {
  ["12345678901234567890"]=>
  int(1)
}
bool(true)
bool(true)
bool(true)
-4 6 2 0 Cannot add element to the array as the next element is already occupied
