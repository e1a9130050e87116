--TEST--
json_decode: errors, exceptions and the last error are those of PHP, and the next call works
--EXTENSIONS--
stringmill
--FILE--
<?php
function said(mixed ...$arguments): void
{
    json_encode(NAN); // leaves error 7
    try {
        $result = @json_decode(...$arguments);
        echo json_encode($result), ' ';
    } catch (Throwable $thrown) {
        echo get_class($thrown), ' ', $thrown->getCode(), ' ', preg_replace('/ near location.*/', '', $thrown->getMessage()), ' ', $thrown->getTrace()[0]['function'], ' ';
    }
    echo json_last_error(), "\n";
    $after = json_decode('{"a":[1,{"b":"c"}]}');
    if ($after->a[1]->b !== 'c' || json_last_error() !== 0) {
        echo "the next call fails\n";
    }
}
foreach (['', ' ', '[1', '{"a":1', '[1}', '{"a":1]', '[1,]', 'nul', "\"\x1F\"", "\"\xFF\"", '"\ud800"', '"\x"', '01', '1.', '{"\u0000a":1}',
    "\u{FEFF}1", '[[[1', '{"a":{"b":[1,{"c":"d"}],"a":[{}]', "1\0"] as $text) {
    said($text);
    said($text, true, 512, JSON_THROW_ON_ERROR);
}
said('[[1]]', true, 2);
said('[[1]]', true, 3);
said('1', true, 1);
said('[]', true, 1);
said('1', true, 0);
said('1', true, -1, JSON_THROW_ON_ERROR);
said('1', true, PHP_INT_MAX);
said(str_repeat('[', 5000) . str_repeat(']', 5000), true, 10000);
said("[\"\xFF\"]", true, 512, JSON_INVALID_UTF8_IGNORE);
said("[\"\xE2\x82\"]", true, 512, JSON_INVALID_UTF8_SUBSTITUTE);
said('{"a":1}', null, 512, JSON_OBJECT_AS_ARRAY);
said('{"a":1}', false, 512, JSON_OBJECT_AS_ARRAY);
said('[1]', 'x', 512, 0);
said(12);
said(null);
said([]);
said();
said('1', true, 512, 0, 1);
?>
--EXPECT--
null 0
JsonException 4 Syntax error json_decode 7
null 0
JsonException 4 Syntax error json_decode 7
null 0
JsonException 4 Syntax error json_decode 7
null 0
JsonException 4 Syntax error json_decode 7
null 0
JsonException 2 State mismatch (invalid or malformed JSON) json_decode 7
null 0
JsonException 2 State mismatch (invalid or malformed JSON) json_decode 7
null 0
JsonException 4 Syntax error json_decode 7
null 0
JsonException 4 Syntax error json_decode 7
null 0
JsonException 3 Control character error, possibly incorrectly encoded json_decode 7
null 0
JsonException 5 Malformed UTF-8 characters, possibly incorrectly encoded json_decode 7
null 0
JsonException 10 Single unpaired UTF-16 surrogate in unicode escape json_decode 7
null 0
JsonException 4 Syntax error json_decode 7
null 0
JsonException 4 Syntax error json_decode 7
null 0
JsonException 4 Syntax error json_decode 7
null 0
{"\u0000a":1} 0
null 0
JsonException 4 Syntax error json_decode 7
null 0
JsonException 4 Syntax error json_decode 7
null 0
JsonException 4 Syntax error json_decode 7
null 0
JsonException 3 Control character error, possibly incorrectly encoded json_decode 7
null 0
[[1]] 0
1 0
null 0
ValueError 0 json_decode(): Argument #3 ($depth) must be greater than 0 json_decode 0
ValueError 0 json_decode(): Argument #3 ($depth) must be greater than 0 json_decode 7
ValueError 0 json_decode(): Argument #3 ($depth) must be less than 2147483647 json_decode 0
null 0
[""] 0
["\ufffd\ufffd"] 0
{"a":1} 0
{"a":1} 0
[1] 0
12 0
null 0
TypeError 0 json_decode(): Argument #1 ($json) must be of type string, array given json_decode 7
ArgumentCountError 0 json_decode() expects at least 1 argument, 0 given json_decode 7
ArgumentCountError 0 json_decode() expects at most 4 arguments, 5 given json_decode 7
