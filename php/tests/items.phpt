--TEST--
Stringmill\json_items() and ndjson_items(): values, keys, pointers, offsets
--EXTENSIONS--
stringmill
--FILE--
<?php
use function Stringmill\{json_items, ndjson_items};

function show(iterable $items): void
{
    try {
        foreach ($items as $key => $value) {
            echo var_export($key, true), ' => ', json_encode($value), ', ';
        }
        echo "end\n";
    } catch (Exception $error) {
        echo get_class($error), ' ', $error->getCode(), ': ', $error->getMessage(), "\n";
    }
}

echo "-- arrays, objects, scalars\n";
show(json_items('[1, {"a": [true, null]}, "x", [], 2.5]'));
show(json_items('{"b": 1, "0": 2, "\u0031": 3, "-0": 4, "b": 5, "": {}, "\u0000n": 6}'));
foreach (['[]', '{}', ' [ ] ', '17', '"s"', 'null', "\u{FEFF}[1]"] as $text) {
    show(json_items($text));
}
var_dump(serialize(json_items('[{"a":{}}]')->current()), json_items('[{"a":{}}]', flags: JSON_OBJECT_AS_ARRAY)->current(),
    json_items('[12345678901234567890]', '', JSON_BIGINT_AS_STRING)->current(),
    json_items("[\"\xff\"]", '', JSON_INVALID_UTF8_SUBSTITUTE)->current());

echo "-- pointers\n";
$text = '{"meta": {"a": "]}\"", "results": [0]}, "results": {"0": [1, 2], "b/c~": {"x": 1}, "d": [[3], [4, 5], 6]}, "results": [9], "z": 1}';
foreach (['', '/results', '/results/0', '/results/b~1c~0', '/results/d/1', '/results/d/-', '/meta/a', '/none', '/results/d/7', '/meta/a/b', '/-/x', '/z/0'] as $pointer) {
    echo str_pad($pointer, 17);
    show(json_items($text, $pointer));
}
show(json_items('[{"id": 1, "t": [1, 2]}, {"t": []}, 5, {"id": 3, "t": {"k": 4}}]', '/-/t'));
show(json_items('[{"id": 1}, {"t": 0}, 5, {"id": 3}] and what is not read', '/-/id'));
show(json_items('[]', '/-/id'));
show(json_items('{"-": {"id": 1}}', '/-/id'));
show(json_items('{"a": {"b": [1]}, and what is not read', '/a'));
foreach (['a', '/~', '/a~2'] as $pointer) {
    try {
        json_items('[]', $pointer);
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
}

echo "-- lines\n";
show(ndjson_items("{\"a\": 1}\r\n\n \t\r\n[2]\n3"));
show(ndjson_items("\u{FEFF}1\n2\n"));
show(ndjson_items("\n\u{FEFF}1\n"));
show(ndjson_items(''));
show(ndjson_items("1\n[2,\n3]\n4", 0, 512, function (int $line, int $offset, string $bytes, JsonException $why): void {
    echo "rejected $line at $offset: ", json_encode($bytes), ' ', $why->getMessage(), ' ', $why->offset, ' ', $why->number, '; ';
}));

echo "-- after a line with an error next() continues, after an item with one nothing follows\n";
foreach ([ndjson_items("1\n?\n2\n"), json_items('[1,?,2]')] as $items) {
    while (true) {
        try {
            if (!$items->valid()) {
                break;
            }
            echo $items->key(), ' => ', $items->current(), ', ';
            $items->next();
        } catch (JsonException $error) {
            echo 'error, ';
        }
    }
    echo "end\n";
}

echo "-- sources and offsets\n";
$file = tmpfile();
fwrite($file, "header\n{\"a\":1}\n[22]\n\"three\"");
fseek($file, 7);
$items = ndjson_items($file);
echo $items->offset(), ' ';
foreach ($items as $line => $value) {
    echo $line, ' ', json_encode($value), ' ', $items->offset(), ' ';
}
echo json_encode($items->valid()), "\n";
fseek($file, 7);
$items = ndjson_items($file);
$items->current();
echo $items->offset(), ' ';
$items->next();
echo $items->offset(), ' ';
fseek($file, $items->offset());
echo fgets($file), "\n";
show(json_items(new ArrayIterator(['[1', '2,', '', '3', '4]'])));
show(json_items((function () { yield from str_split('{"k\u00e9y": tru', 2); yield 'e}'; })()));
$pieces = ['[1,', '2]'];
foreach ($pieces as &$piece);
show(json_items($pieces));
foreach ([1, null, new stdClass, ['[', 1], stream_context_create()] as $source) {
    try {
        show(json_items($source));
    } catch (TypeError $error) {
        echo $error->getMessage(), "\n";
    }
}

echo "-- the interface of an iterator\n";
$items = json_items('[1,2,3]');
var_dump($items instanceof Iterator, $items->valid(), $items->key(), $items->current(), $items->current());
$items->rewind();
$items->next();
var_dump($items->key(), $items->current());
try {
    $items->rewind();
} catch (LogicException $error) {
    echo $error->getMessage(), "\n";
}
$items->next();
$items->next();
var_dump($items->valid(), $items->key(), $items->current());
$items->next();
$fresh = json_items('[1,2,3]');
$fresh->next();
var_dump($fresh->current());
var_dump(iterator_count(json_items('[1,2,3]')), iterator_to_array(json_items('{"a":1,"b":2}')), [...json_items('[7,8]')]);
$items = json_items('[1,2]');
echo iterator_count($items), ' ';
try {
    foreach ($items as $item);
} catch (LogicException $error) {
    echo $error->getMessage(), "\n";
}
$empty = json_items('[]');
echo iterator_count($empty), iterator_count($empty), "\n";
foreach ([fn () => clone $items, fn () => serialize($items), fn () => unserialize('O:20:"Stringmill\JsonItems":0:{}'), fn () => new Stringmill\JsonItems,
    function () use ($items) { $items->x = 1; }, function () use ($items) { foreach ($items as &$item); },
    fn () => (new ReflectionClass('Stringmill\JsonItems'))->newInstanceWithoutConstructor(),
    fn () => json_items('[]', '', 0, 0), fn () => ndjson_items('[]', 0, PHP_INT_MAX), fn () => ndjson_items('', 0, 512, 'no such function')] as $call) {
    try {
        $call();
        echo "no error\n";
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
var_dump(json_last_error());
?>
--EXPECT--
-- arrays, objects, scalars
0 => 1, 1 => {"a":[true,null]}, 2 => "x", 3 => [], 4 => 2.5, end
'b' => 1, 0 => 2, 1 => 3, '-0' => 4, 'b' => 5, '' => {}, '' . "\0" . 'n' => 6, end
end
end
end
0 => 17, end
0 => "s", end
0 => null, end
0 => 1, end
string(46) "O:8:"stdClass":1:{s:1:"a";O:8:"stdClass":0:{}}"
array(1) {
  ["a"]=>
  array(0) {
  }
}
string(20) "12345678901234567890"
string(3) "�"
-- pointers
                 'meta' => {"a":"]}\"","results":[0]}, 'results' => {"0":[1,2],"b\/c~":{"x":1},"d":[[3],[4,5],6]}, 'results' => [9], 'z' => 1, end
/results         0 => [1,2], 'b/c~' => {"x":1}, 'd' => [[3],[4,5],6], end
/results/0       0 => 1, 1 => 2, end
/results/b~1c~0  'x' => 1, end
/results/d/1     0 => 4, 1 => 5, end
/results/d/-     0 => 3, 0 => 4, 1 => 5, 2 => 6, end
/meta/a          'a' => "]}\"", end
/none            Stringmill\JsonItemsException 0: The text has nothing at the pointer (item 1, byte 130)
/results/d/7     Stringmill\JsonItemsException 0: The text has nothing at the pointer (item 1, byte 104)
/meta/a/b        Stringmill\JsonItemsException 0: The text has nothing at the pointer (item 1, byte 21)
/-/x             Stringmill\JsonItemsException 0: The text has nothing at the pointer (item 1, byte 130)
/z/0             Stringmill\JsonItemsException 0: The text has nothing at the pointer (item 1, byte 129)
0 => 1, 1 => 2, 'k' => 4, end
'id' => 1, 'id' => 3, end
end
'id' => 1, end
'b' => [1], end
Stringmill\json_items(): Argument #2 ($pointer) must be a JSON Pointer: empty, or "/" before each name, in which "~" is "~0" and "/" is "~1"
Stringmill\json_items(): Argument #2 ($pointer) must be a JSON Pointer: empty, or "/" before each name, in which "~" is "~0" and "/" is "~1"
Stringmill\json_items(): Argument #2 ($pointer) must be a JSON Pointer: empty, or "/" before each name, in which "~" is "~0" and "/" is "~1"
-- lines
1 => {"a":1}, 4 => [2], 5 => 3, end
1 => 1, 2 => 2, end
Stringmill\JsonItemsException 4: Syntax error (line 2, byte 1)
end
1 => 1, rejected 2 at 2: "[2," Syntax error (line 2, byte 5) 5 2; rejected 3 at 6: "3]" Syntax error (line 3, byte 7) 7 3; 4 => 4, end
-- after a line with an error next() continues, after an item with one nothing follows
1 => 1, error, 3 => 2, end
0 => 1, error, end
-- sources and offsets
7 1 {"a":1} 15 2 [22] 20 3 "three" 27 false
15 20 "three"
0 => 12, 1 => 34, end
'kéy' => true, end
0 => 1, 1 => 2, end
Stringmill\json_items(): Argument #1 ($source) must be of type resource|string|iterable, int given
Stringmill\json_items(): Argument #1 ($source) must be of type resource|string|iterable, null given
Stringmill\json_items(): Argument #1 ($source) must be of type resource|string|iterable, stdClass given
The chunks of $source must be of type string, int given
Stringmill\json_items(): supplied resource is not a valid stream resource
-- the interface of an iterator
bool(true)
bool(true)
int(0)
int(1)
int(1)
int(1)
int(2)
JsonItems cannot be rewound after its first item: a stream is read once
bool(false)
NULL
NULL
int(2)
int(3)
array(2) {
  ["a"]=>
  int(1)
  ["b"]=>
  int(2)
}
array(2) {
  [0]=>
  int(7)
  [1]=>
  int(8)
}
2 JsonItems cannot be rewound after its first item: a stream is read once
00
Error: Trying to clone an uncloneable object of class Stringmill\JsonItems
Exception: Serialization of 'Stringmill\JsonItems' is not allowed
Exception: Unserialization of 'Stringmill\JsonItems' is not allowed
Error: Call to private Stringmill\JsonItems::__construct() from global scope
Error: Cannot create dynamic property Stringmill\JsonItems::$x
Error: An iterator cannot be used with foreach by reference
ReflectionException: Class Stringmill\JsonItems is an internal class marked as final that cannot be instantiated without invoking its constructor
ValueError: Stringmill\json_items(): Argument #4 ($depth) must be greater than 0
ValueError: Stringmill\ndjson_items(): Argument #3 ($depth) must be less than 2147483647
TypeError: Stringmill\ndjson_items(): Argument #4 ($reject) must be a valid callback or null, function "no such function" not found or invalid function name
int(0)
