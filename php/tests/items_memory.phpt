--TEST--
json_items(), ndjson_items() and the writers need the same memory for any length
--EXTENSIONS--
stringmill
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') {
    die('skip counts the memory of the allocator of PHP');
}
?>
--FILE--
<?php
use function Stringmill\{json_items, json_write_items, ndjson_items, ndjson_write};

const RECORD = '{"id":1,"name":"abcdefghijklmnopqrst","\u00e9":"\u20ac","list":[1,2,{"c":[]}],"more":{"x":1.5}}';

/** The peak of a call for a number of records. */
function peak(callable $call, int $records): int
{
    gc_collect_cycles();
    gc_mem_caches();
    memory_reset_peak_usage();
    $before = memory_get_usage();
    $call($records);
    return memory_get_peak_usage() - $before;
}

function pieces(string $between, int $records): Generator
{
    $many = str_repeat(RECORD . $between, 100);
    for ($i = 0; $i < $records; $i += 100) {
        yield $many;
    }
}

function rows(int $records): Generator
{
    $row = json_decode(RECORD, true);
    for ($i = 0; $i < $records; $i++) {
        yield $row;
    }
}

function counted(iterable $items, int $records): void
{
    $count = 0;
    foreach ($items as $item) {
        $count++;
    }
    $count === $records || die("WRONG: $count items");
}

$null = fopen('/dev/null', 'w');
$calls = [
    'items' => fn (int $records) => counted(json_items((function () use ($records) {
        yield '[0';
        yield from pieces(',', 0);
        foreach (pieces(',', $records) as $piece) {
            yield ',' . substr($piece, 0, -1);
        }
        yield ']';
    })()), $records + 1),
    'items beside what is passed over' => fn (int $records) => counted(json_items((function () use ($records) {
        yield '{"a":"';
        foreach (pieces(' ', $records) as $piece) {
            yield strtr($piece, '"\\', "''");
        }
        yield '","b":[';
        yield from pieces(',', $records);
        yield '{}],"c":[1]}';
    })(), '/c'), 1),
    'lines' => fn (int $records) => counted(ndjson_items(pieces("\n", $records)), $records),
    'bad lines' => fn (int $records) => counted(ndjson_items(pieces("?\n", $records), 0, 512, fn () => 0), 0),
    'written items' => fn (int $records) => json_write_items(rows($records), $null),
    'written lines' => fn (int $records) => ndjson_write(rows($records), $null),
];
foreach ($calls as $name => $call) {
    peak($call, 1000);
    [$small, $large] = [peak($call, 10000), peak($call, 100000)];
    printf("%s: %s\n", $name, $large - $small <= 65536 && $large < 400000 ? 'constant' : "$small, $large");
}
// Of a string nothing is copied but the buffer.
$text = '[' . str_repeat(RECORD . ',', 20000) . '0]';
$peak = peak(fn () => counted(json_items($text), 20001), 0);
echo 'string: ', $peak < 400000 ? 'constant' : $peak, "\n";
// A long item needs its length once more than its value, and leaves nothing.
$before = memory_get_usage();
foreach (json_items(['[1,"' . str_repeat('x', 3000000), '",2]']) as $item);
unset($item);
echo memory_get_usage() - $before, "\n";
?>
--EXPECT--
items: constant
items beside what is passed over: constant
lines: constant
bad lines: constant
written items: constant
written lines: constant
string: constant
0
