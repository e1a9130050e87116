--TEST--
JsonException keeps its message where json_last_error_msg() is disabled
--EXTENSIONS--
stringmill
--INI--
disable_functions=json_last_error_msg
--FILE--
<?php
enum Unit
{
    case None;
}

$loop = [];
$loop[] = &$loop;
$values = ["\xff", NAN, [[1]], $loop, STDIN, Unit::None];
var_dump(function_exists('json_last_error_msg'));
foreach (['json_encode', 'Stringmill\json_encode'] as $encode) {
    foreach ($values as $value) {
        try {
            $encode($value, JSON_THROW_ON_ERROR, 1);
        } catch (JsonException $exception) {
            echo $exception->getCode(), ' ', $exception->getMessage(), "\n";
        }
    }
}
unset($loop[0], $values);
gc_collect_cycles();
?>
--EXPECT--
bool(false)
5 Malformed UTF-8 characters, possibly incorrectly encoded
7 Inf and NaN cannot be JSON encoded
1 Maximum stack depth exceeded
6 Recursion detected
8 Type is not supported
11 Non-backed enums have no default serialization
5 Malformed UTF-8 characters, possibly incorrectly encoded
7 Inf and NaN cannot be JSON encoded
1 Maximum stack depth exceeded
6 Recursion detected
8 Type is not supported
11 Non-backed enums have no default serialization
