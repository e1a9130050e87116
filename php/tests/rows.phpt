--TEST--
Stringmill\json_write_items() and ndjson_write() write the bytes of json_encode
--EXTENSIONS--
stringmill
--FILE--
<?php
use function Stringmill\{json_write_items, ndjson_write};

final class Row implements JsonSerializable
{
    public function __construct(private mixed $value) {}
    public function jsonSerialize(): mixed { return [$this->value, json_encode($this->value)]; }
}

/** What a call writes, and what it returns. */
function written(callable $write, iterable $items, int ...$more): string
{
    $stream = fopen('php://memory', 'w+');
    $len = $write($items, $stream, ...$more);
    rewind($stream);
    $text = stream_get_contents($stream);
    return $len === strlen($text) ? $text : "WRONG: $len for $text";
}

$lists = [
    [], [1], [null, true, 1.5, "a\u{e9}/\n", [], new stdClass(), [1, ['a' => 2]], (object) ['x' => [1]], new Row('r'), new ArrayObject([1])],
    range(0, 20000), ['short', str_repeat("\u{e9}\"", 40000), 'after', str_repeat('z', 70000)], array_fill(0, 3000, ['id' => 1, 'name' => 'x']),
];
$flag_sets = [0, JSON_PRETTY_PRINT, JSON_FORCE_OBJECT, JSON_FORCE_OBJECT | JSON_PRETTY_PRINT, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES,
    JSON_HEX_QUOT | JSON_HEX_TAG, JSON_PRESERVE_ZERO_FRACTION];
$count = 0;
foreach ($lists as $number => $list) {
    $generator = function () use ($list): Generator { yield from $list; };
    foreach ([$list, $generator, new ArrayIterator($list), fn () => new ArrayObject($list)] as $items) {
        $items = fn () => $items instanceof Closure ? $items() : $items;
        foreach ($number < 3 ? $flag_sets : [JSON_FORCE_OBJECT, JSON_PRETTY_PRINT] as $flags) {
            written(json_write_items(...), $items(), $flags) === json_encode($list, $flags) || die("items differ, flags $flags");
            if (!($flags & JSON_PRETTY_PRINT)) {
                $lines = implode('', array_map(fn ($item) => json_encode($item, $flags) . "\n", $list));
                written(ndjson_write(...), $items(), $flags) === $lines || die("lines differ, flags $flags");
            }
            $count++;
        }
    }
}
echo "$count agree\n";

echo "-- keys\n";
$keyed = (function () { yield 'a' => 1; yield 'a' => 2; yield 7 => 3; yield "\u{e9}\"" => 4; yield '' => 5; })();
echo written(json_write_items(...), $keyed, JSON_FORCE_OBJECT), "\n";
echo written(json_write_items(...), ['x' => 1, 5 => [2]], JSON_FORCE_OBJECT | JSON_PRETTY_PRINT), "\n";
echo written(json_write_items(...), ['x' => 1, 5 => 2]), "\n";
foreach ([null, 1.5, [], new stdClass()] as $key) {
    try {
        written(json_write_items(...), (function () use ($key) { yield $key => 1; })(), JSON_FORCE_OBJECT);
    } catch (TypeError $error) {
        echo $error->getMessage(), "\n";
    }
}

echo "-- references and partial output\n";
$value = 1;
$references = [&$value, [&$value]];
echo written(json_write_items(...), $references), written(json_write_items(...), [1, NAN, "\xff", [NAN]], JSON_PARTIAL_OUTPUT_ON_ERROR), ' ',
    written(json_write_items(...), ["\xff"], JSON_INVALID_UTF8_SUBSTITUTE), ' ', written(json_write_items(...), [[1], []], 0, 2), "\n";
echo written(ndjson_write(...), [NAN, 1], JSON_PARTIAL_OUTPUT_ON_ERROR);

echo "-- to php://output, from what is read\n";
ob_start();
$read = Stringmill\ndjson_items("{\"a\":1}\n[2]\n", JSON_OBJECT_AS_ARRAY);
json_write_items($read, fopen('php://output', 'w'));
var_dump(ob_get_clean(), json_last_error());
?>
--EXPECT--
108 agree
-- keys
{"a":1,"a":2,"7":3,"\u00e9\"":4,"":5}
{
    "x": 1,
    "5": {
        "0": 2
    }
}
[1,2]
The keys of items must be of type int|string, null given
The keys of items must be of type int|string, float given
The keys of items must be of type int|string, array given
The keys of items must be of type int|string, stdClass given
-- references and partial output
[1,[1]][1,0,null,[0]] ["\ufffd"] [[1],[]]
0
1
-- to php://output, from what is read
string(13) "[{"a":1},[2]]"
int(0)
