--TEST--
Stringmill\json_error_remedy() gives the advice of spec/errors.toml on each error of encoding
--EXTENSIONS--
stringmill
--FILE--
<?php
enum Plain
{
    case One;
}
// The name of each error in the shared table; those without one are errors that only PHP has.
$errors = [
    'limit_depth' => [[[]], 1],
    'utf8_impossible_byte' => ["\xff", 512],
    'number_not_finite' => [NAN, 512],
    'resource' => [STDIN, 512],
    'enum' => [Plain::One, 512],
];
$loop = [];
$loop['self'] = &$loop;
$errors['recursion'] = [&$loop, 512];
// spec/ is beside vectors/, wherever the tests were copied to.
$table = file_get_contents(dirname(getenv('STRINGMILL_VECTORS')) . '/spec/errors.toml');
foreach ($errors as $name => [$value, $depth]) {
    Stringmill\json_encode($value, 0, $depth);
    $code = json_last_error();
    try {
        Stringmill\json_encode($value, JSON_THROW_ON_ERROR, $depth);
    } catch (JsonException $error) {
        assert($error->getCode() === $code);
    }
    $remedy = Stringmill\json_error_remedy($code);
    $row = explode("name = \"$name\"\n", $table)[1] ?? '';
    if ($row !== '') {
        preg_match('/^remedy = ["\'](.*)["\']$/m', $row, $found);
        var_dump($remedy === $found[1]);
    }
    echo "$name: $remedy\n";
}
var_dump(Stringmill\json_error_remedy(JSON_ERROR_NONE), Stringmill\json_error_remedy(JSON_ERROR_SYNTAX));
?>
--EXPECT--
bool(true)
limit_depth: reduce the nesting, or raise the limit on depth
bool(true)
utf8_impossible_byte: convert the input to UTF-8, or replace the ill-formed bytes
bool(true)
number_not_finite: replace NaN and infinities with a finite number, a string or null
resource: replace the resource with a value that JSON can represent
enum: give the enum a scalar type, or let it implement JsonSerializable
recursion: remove the reference by which the value contains itself
NULL
NULL
