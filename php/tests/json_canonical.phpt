--TEST--
Stringmill\json_canonical() writes RFC 8785, and says where a text is refused
--EXTENSIONS--
stringmill
--FILE--
<?php
use Stringmill\JsonTextException;

use function Stringmill\json_canonical;

echo json_canonical('{"b": [1.0, 1e30, -0], "a": "\u20ac\/", "\ud83d\ude00": null, "\ufb33": 1}'), "\n";
echo json_canonical(json_encode(['z' => 0.1, 'a' => 1e25, 'n' => ["\u{e9}/"]])), "\n";
// Longer than the text: numbers without their exponents.
$long = json_canonical('[' . str_repeat('1e20,', 10000) . '1]');
var_dump(strlen($long), $long === '[' . str_repeat('100000000000000000000,', 10000) . '1]');
// Much shorter.
var_dump(json_canonical(str_repeat(' ', 1000000) . '7'));
$texts = ['{"a":1,"b":2,"\u0061":3}', '[1e999]', '["\ud800"]', '[1,]', "[\"\xff\"]", '[[[]]]'];
foreach ($texts as $text) {
    try {
        json_canonical($text, 2);
    } catch (JsonTextException $error) {
        printf("%d %s %d: %s\n", $error->getCode(), $error->name, $error->offset, $error->getMessage());
    }
}
var_dump($error instanceof JsonException);
try {
    $error->offset = 1;
} catch (Error $readonly) {
    echo $readonly->getMessage(), "\n";
}
foreach ([0, -1, PHP_INT_MAX] as $depth) {
    try {
        json_canonical('1', $depth);
    } catch (ValueError $value) {
        echo $value->getMessage(), "\n";
    }
}
var_dump(json_canonical('[[1]]', depth: 2));
// An integer that a float cannot hold is refused, or rounded; a larger one that is exact stays.
foreach (['[9007199254740993]', json_encode([PHP_INT_MAX]), '[9007199254740992,1e400]', '[9007199254740992,-9007199254740994]'] as $text) {
    foreach ([false, true] as $rounds) {
        try {
            echo json_canonical($text, round_integers: $rounds), "\n";
        } catch (JsonTextException $error) {
            printf("%d %s %d: %s\n", $error->getCode(), $error->name, $error->offset, $error->getMessage());
        }
    }
}
// json_last_error() belongs to PHP's own functions.
json_decode('{');
try {
    json_canonical('[');
} catch (JsonTextException) {
}
var_dump(json_last_error() === JSON_ERROR_SYNTAX);
// memory_limit holds for the library.
$text = '["' . str_repeat('x', 4000000) . '"]';
var_dump(json_canonical($text) === $text);
ini_set('memory_limit', '12M');
try {
    json_canonical($text);
} catch (JsonTextException $error) {
    echo $error->name, "\n";
}
?>
--EXPECT--
{"a":"€/","b":[1,1e+30,0],"😀":null,"דּ":1}
{"a":1e+25,"n":["é/"],"z":0.1}
int(220003)
bool(true)
string(1) "7"
312 name_repeated 13: name occurs twice in its object at byte 13
606 number_overflow 1: number exceeds the range of a double at byte 1
110 surrogate_lone 2: lone surrogate at byte 2
308 json_value_expected 3: expected a JSON value at byte 3
102 utf8_impossible_byte 2: byte that never occurs in UTF-8 at byte 2
702 limit_depth 2: nested deeper than the limit at byte 2
bool(true)
Cannot modify readonly property Stringmill\JsonTextException::$offset
Stringmill\json_canonical(): Argument #2 ($depth) must be between 1 and 2147483647
Stringmill\json_canonical(): Argument #2 ($depth) must be between 1 and 2147483647
Stringmill\json_canonical(): Argument #2 ($depth) must be between 1 and 2147483647
string(5) "[[1]]"
816 canonical_integer 1: integer that a double cannot hold at byte 1
[9007199254740992]
816 canonical_integer 1: integer that a double cannot hold at byte 1
[9223372036854776000]
606 number_overflow 18: number exceeds the range of a double at byte 18
606 number_overflow 18: number exceeds the range of a double at byte 18
[9007199254740992,-9007199254740994]
[9007199254740992,-9007199254740994]
bool(true)
bool(true)
limit_memory
