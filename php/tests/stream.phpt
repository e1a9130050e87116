--TEST--
Stringmill\json_encode_to_stream() writes what json_encode returns
--EXTENSIONS--
stringmill
--FILE--
<?php
function both(mixed $value, int $flags = 0, int $depth = 512): void
{
    $stream = fopen('php://memory', 'w+');
    $written = Stringmill\json_encode_to_stream($value, $stream, $flags, $depth);
    $error = json_last_error();
    rewind($stream);
    $text = stream_get_contents($stream);
    $due = json_encode($value, $flags, $depth);
    var_dump($written === ($due === false ? false : strlen($due)), $text === (string) $due, json_last_error() === $error);
}
both('short');
both(['a' => [1, 2.5, null, true], 'b' => new ArrayObject(['x' => 'y'])], JSON_PRETTY_PRINT);
// Many buffers: of short ones, of one long string in pieces, of what doubles in length.
both(range(0, 50000));
both(['before', str_repeat("\u{e9}\"", 100000), 'after']);
both(str_repeat("\x01\xff", 50000), JSON_INVALID_UTF8_SUBSTITUTE);
both(array_fill(0, 100, str_repeat('<&>', 3000)), JSON_HEX_TAG | JSON_HEX_AMP);
// Nothing of a string that is refused gets out, however long it is.
both([str_repeat('a', 100000) . "\xff", 'b', "\xff"], JSON_PARTIAL_OUTPUT_ON_ERROR);
both(["\xff", [[]]], JSON_PARTIAL_OUTPUT_ON_ERROR, 1);
both("\xff");
both([[1]], 0, 1);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
