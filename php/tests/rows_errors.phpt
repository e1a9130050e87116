--TEST--
json_write_items() and ndjson_write(): exceptions, values without JSON, streams that take little or close
--EXTENSIONS--
stringmill
--FILE--
<?php
use function Stringmill\{json_write_items, ndjson_write};

function attempt(callable $call): void
{
    try {
        var_dump($call());
    } catch (Throwable $error) {
        echo get_class($error), ' ', $error->getCode(), ': ', $error->getMessage();
        echo $error instanceof Stringmill\JsonItemsException ? " ($error->number, $error->offset)" : '';
        for ($other = $error; $other = $other->getPrevious();) {
            echo ', after ', get_class($other), ' ', $other->getMessage();
        }
        echo "\n";
    }
}

/** The end of what is in a stream. */
function last(mixed $stream): string
{
    rewind($stream);
    $text = stream_get_contents($stream);
    ftruncate($stream, 0);
    rewind($stream);
    return strlen($text) . ' bytes, ...' . json_encode(substr($text, -12));
}

// Takes some bytes with each call, and no more than all of them.
final class Narrow
{
    public static int $each = 1000;
    public static int $all = PHP_INT_MAX;
    public static string $taken = '';
    public static ?Closure $call = null;
    public $context;
    public function stream_open(): bool { self::$taken = ''; return true; }
    public function stream_write(string $text): int
    {
        self::$call && (self::$call)();
        $taken = min(self::$each, strlen($text), self::$all - strlen(self::$taken));
        self::$taken .= substr($text, 0, $taken);
        return $taken;
    }
    public function stream_eof(): bool { return false; }
}
stream_wrapper_register('narrow', Narrow::class);
set_error_handler(function (int $level, string $message): bool {
    echo "($message) ";
    return true;
});

$memory = fopen('php://memory', 'w+');
$throws = fn (int $after) => (function () use ($after) {
    for ($i = 0; $i < $after; $i++) {
        yield "item $i";
    }
    throw new DomainException('of the generator');
})();
$bad = fn (mixed $value, int $after) => (function () use ($value, $after) {
    for ($i = 0; $i < $after; $i++) {
        yield "item $i";
    }
    yield $value;
    die('WRONG: went on');
})();
final class Throwing implements JsonSerializable
{
    public function jsonSerialize(): mixed { throw new DomainException('of the item'); }
}
final class Deep implements JsonSerializable
{
    public function jsonSerialize(): mixed { return json_decode(str_repeat('[', 600) . str_repeat(']', 600), true, 700); }
}

echo "-- whole items before what throws, and no bracket\n";
foreach (['json_write_items', 'ndjson_write'] as $name) {
    $write = "Stringmill\\$name";
    foreach ([0, 2, 9000] as $after) {
        attempt(fn () => $write($throws($after), $memory));
        echo '  ', last($memory), "\n";
    }
    foreach ([new Throwing(), ['long' => str_repeat('x', 100000), 'then' => new Throwing()], NAN, ['x', "\xff"], tmpfile(), new Deep()] as $value) {
        attempt(fn () => $write($bad($value, 3), $memory));
        echo '  ', last($memory), "\n";
    }
}
var_dump(json_last_error());
attempt(fn () => json_write_items([], $memory, 0, 0));
attempt(fn () => ndjson_write([1], $memory, JSON_PRETTY_PRINT));
attempt(fn () => ndjson_write([[1]], $memory, 0, 0));
attempt(fn () => json_write_items((function () { yield 1; })(), $memory));
$used = (function () { yield 1; yield 2; })();
$used->next();
$used->next();
attempt(fn () => json_write_items($used, $memory));
attempt(fn () => json_write_items([1], 'text'));
attempt(fn () => json_write_items(1, $memory));
attempt(fn () => json_write_items([1], stream_context_create()));

echo "-- a stream that takes little at once, and one that is full\n";
$rows = range(100000, 120000);
foreach (['json_write_items' => json_encode($rows), 'ndjson_write' => implode("\n", $rows) . "\n"] as $name => $expected) {
    [Narrow::$each, Narrow::$all] = [1000, PHP_INT_MAX];
    attempt(fn () => "Stringmill\\$name"($rows, fopen('narrow://', 'w')));
    var_dump(Narrow::$taken === $expected);
    Narrow::$all = 70000;
    attempt(fn () => "Stringmill\\$name"($rows, fopen('narrow://', 'w')));
    var_dump(Narrow::$taken === substr($expected, 0, 70000));
}
Narrow::$all = 10;
attempt(fn () => ndjson_write($throws(3), fopen('narrow://', 'w')));

echo "-- a stream that throws, closes, or is closed by an item\n";
Narrow::$all = PHP_INT_MAX;
Narrow::$call = fn () => throw new DomainException('of the stream');
attempt(fn () => ndjson_write([1], fopen('narrow://', 'w')));
attempt(fn () => ndjson_write($throws(3), fopen('narrow://', 'w')));
Narrow::$call = null;
$stream = fopen('php://memory', 'w+');
attempt(fn () => json_write_items((function () use ($stream) { yield 1; fclose($stream); yield 2; })(), $stream));
attempt(fn () => json_write_items([1], fopen(__FILE__, 'r')));

echo "-- a pipe that does not block: waits until it takes more\n";
$child = proc_open([PHP_BINARY, '-n', '-r', 'usleep(50000); $n = 0; while (($s = fread(STDIN, 8192)) !== "" && $s !== false) { $n += strlen($s); } echo $n;'],
    [['pipe', 'r'], ['pipe', 'w']], $pipes);
stream_set_blocking($pipes[0], false);
attempt(fn () => ndjson_write((function () { for ($i = 0; $i < 2000; $i++) { yield str_repeat('x', 997); } })(), $pipes[0]));
fclose($pipes[0]);
var_dump(stream_get_contents($pipes[1]));
proc_close($child);
ini_set('default_socket_timeout', '0');
[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_set_blocking($ours, false);
try {
    ndjson_write((function () { for ($i = 0; $i < 2000; $i++) { yield str_repeat('x', 997); } })(), $ours);
} catch (RuntimeException $error) {
    echo preg_replace('/\d+/', 'N', $error->getMessage()), "\n";
}

echo "-- an item moves the generator, or lets go of it\n";
$generator = null;
final class Moving implements JsonSerializable
{
    public function __construct(private Closure $call, private string $text) {}
    public function jsonSerialize(): mixed { ($this->call)(); return [$this->text]; }
}
$make = function () use (&$generator) {
    yield new Moving(function () use (&$generator) { $generator->next(); $generator = null; }, str_repeat('m', 30));
    yield 'passed over';
    yield 'last';
};
$generator = $make();
attempt(fn () => ndjson_write($generator, $memory));
echo last($memory), "\n";
attempt(fn () => ndjson_write((function () use ($memory) { yield 1; ndjson_write(['inner'], $memory); yield 2; })(), $memory));
echo last($memory), "\n";
$fiber = new Fiber(fn () => ndjson_write((function () { yield Fiber::suspend(1); yield new Moving(fn () => Fiber::suspend(2), 'f'); })(), $memory));
echo $fiber->start(), $fiber->resume('resumed'), $fiber->resume(), $fiber->getReturn(), ' ', last($memory), "\n";
$fiber = new Fiber(fn () => ndjson_write((function () { yield 1; yield new Moving(fn () => Fiber::suspend(2), 'f'); })(), $memory));
$fiber->start();
unset($fiber);
gc_collect_cycles();
echo last($memory), "\n";
?>
--EXPECT--
-- whole items before what throws, and no bracket
DomainException 0: of the generator
  1 bytes, ..."["
DomainException 0: of the generator
  18 bytes, ..." 0\",\"item 1\""
DomainException 0: of the generator
  106890 bytes, ...",\"item 8999\""
DomainException 0: of the item
  27 bytes, ..." 1\",\"item 2\""
DomainException 0: of the item
  27 bytes, ..." 1\",\"item 2\""
Stringmill\JsonItemsException 7: Inf and NaN cannot be JSON encoded (item 4, byte 27) (4, 27)
  27 bytes, ..." 1\",\"item 2\""
Stringmill\JsonItemsException 5: Malformed UTF-8 characters, possibly incorrectly encoded (item 4, byte 27) (4, 27)
  27 bytes, ..." 1\",\"item 2\""
Stringmill\JsonItemsException 8: Type is not supported (item 4, byte 27) (4, 27)
  27 bytes, ..." 1\",\"item 2\""
Stringmill\JsonItemsException 1: Maximum stack depth exceeded (item 4, byte 27) (4, 27)
  27 bytes, ..." 1\",\"item 2\""
DomainException 0: of the generator
  0 bytes, ...""
DomainException 0: of the generator
  18 bytes, ..."0\"\n\"item 1\"\n"
DomainException 0: of the generator
  106890 bytes, ..."\"item 8999\"\n"
DomainException 0: of the item
  27 bytes, ..."1\"\n\"item 2\"\n"
DomainException 0: of the item
  27 bytes, ..."1\"\n\"item 2\"\n"
Stringmill\JsonItemsException 7: Inf and NaN cannot be JSON encoded (line 4, byte 27) (4, 27)
  27 bytes, ..."1\"\n\"item 2\"\n"
Stringmill\JsonItemsException 5: Malformed UTF-8 characters, possibly incorrectly encoded (line 4, byte 27) (4, 27)
  27 bytes, ..."1\"\n\"item 2\"\n"
Stringmill\JsonItemsException 8: Type is not supported (line 4, byte 27) (4, 27)
  27 bytes, ..."1\"\n\"item 2\"\n"
Stringmill\JsonItemsException 1: Maximum stack depth exceeded (line 4, byte 27) (4, 27)
  27 bytes, ..."1\"\n\"item 2\"\n"
int(0)
Stringmill\JsonItemsException 1: Maximum stack depth exceeded (item 1, byte 0) (1, 0)
ValueError 0: Stringmill\ndjson_write(): Argument #3 ($flags) must not have JSON_PRETTY_PRINT: each item is one line
Stringmill\JsonItemsException 1: Maximum stack depth exceeded (line 1, byte 0) (1, 0)
int(3)
Exception 0: Cannot traverse an already closed generator
TypeError 0: Stringmill\json_write_items(): Argument #2 ($stream) must be of type resource, string given
TypeError 0: Stringmill\json_write_items(): Argument #1 ($items) must be of type Traversable|array, int given
TypeError 0: Stringmill\json_write_items(): supplied resource is not a valid stream resource
-- a stream that takes little at once, and one that is full
int(140008)
bool(true)
RuntimeException 0: The stream took 70000 bytes and no more
bool(true)
int(140007)
bool(true)
RuntimeException 0: The stream took 70000 bytes and no more
bool(true)
RuntimeException 0: The stream took 10 bytes and no more, after DomainException of the generator
-- a stream that throws, closes, or is closed by an item
DomainException 0: of the stream
DomainException 0: of the stream, after DomainException of the generator
RuntimeException 0: The stream was closed before all was written
(Stringmill\json_write_items(): Write of 3 bytes failed with errno=9 Bad file descriptor) RuntimeException 0: The stream took 0 bytes and no more
-- a pipe that does not block: waits until it takes more
int(2000000)
string(7) "2000000"
The stream took N bytes and no more
-- an item moves the generator, or lets go of it
int(42)
45 bytes, ..."mm\"]\n\"last\"\n"
int(4)
12 bytes, ..."\"inner\"\n1\n2\n"
1216 16 bytes, ..."umed\"\n[\"f\"]\n"
2 bytes, ..."1\n"
