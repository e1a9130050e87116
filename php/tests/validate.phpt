--TEST--
json_validate: results, the last error, and refused arguments, also before PHP 8.3
--EXTENSIONS--
stringmill
--FILE--
<?php
use function Stringmill\json_validate;

function said(mixed ...$arguments): void
{
    json_encode(NAN);
    try {
        echo var_export(json_validate(...$arguments), true), ' ';
    } catch (Throwable $thrown) {
        echo get_class($thrown), ' ', str_replace('Stringmill\\', '', $thrown->getMessage()), ' ';
    }
    echo json_last_error(), "\n";
}
foreach (['1', '[]', '{"a":[1,2,{"b":null}]}', '{"\u0000a":1}', '', '[1', '[1}', "\"\xFF\"", '"\ud800"', "[\"\x1F\"]"] as $text) {
    said($text);
}
said("\"\xFF\"", 512, JSON_INVALID_UTF8_IGNORE);
said('"a"', 512, JSON_INVALID_UTF8_IGNORE);
said("\"\xFF\"", 512, JSON_INVALID_UTF8_SUBSTITUTE);
said('1', 512, JSON_THROW_ON_ERROR);
said('', 0, 0);
said('1', 0);
said('1', PHP_INT_MAX);
said('1', 1);
said('[]', 1);
said('[[]]', 2);
said(12);
said();
said(str_repeat('[', 5000) . str_repeat(']', 5000), 10000);
var_dump(function_exists('json_validate') === PHP_VERSION_ID >= 80300);
?>
--EXPECT--
true 0
true 0
true 0
true 0
false 4
false 4
false 2
false 5
false 10
false 3
true 0
true 0
ValueError json_validate(): Argument #3 ($flags) must be a valid flag (allowed flags: JSON_INVALID_UTF8_IGNORE) 7
ValueError json_validate(): Argument #3 ($flags) must be a valid flag (allowed flags: JSON_INVALID_UTF8_IGNORE) 7
false 4
ValueError json_validate(): Argument #2 ($depth) must be greater than 0 0
ValueError json_validate(): Argument #2 ($depth) must be less than 2147483647 0
true 0
false 1
false 1
true 0
ArgumentCountError json_validate() expects at least 1 argument, 0 given 7
false 4
bool(true)
