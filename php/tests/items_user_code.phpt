--TEST--
Code of the program while JsonItems reads: exceptions, fclose, fibers, calls of the same iterator, its end
--EXTENSIONS--
stringmill
--FILE--
<?php
use function Stringmill\{json_items, ndjson_items};

/** A stream that calls a function at each read, which returns the bytes. */
final class Calling
{
    public static ?Closure $read = null;
    public static bool $ended = false;
    public $context;

    public function stream_open(): bool
    {
        self::$ended = false;
        return true;
    }

    public function stream_read(): string
    {
        $bytes = (self::$read)();
        self::$ended = $bytes === null;
        return (string) $bytes;
    }

    public function stream_eof(): bool
    {
        return self::$ended;
    }
}
stream_wrapper_register('calling', Calling::class);

/** Each way to be called while items are read: a generator, an iterator, a stream, the callback for bad lines. */
function ways(array $chunks, Closure $call): array
{
    $calling = function () use ($chunks, $call): Generator {
        foreach ($chunks as $number => $chunk) {
            $call($number);
            yield $chunk;
        }
    };
    $number = 0;
    Calling::$read = function () use ($chunks, $call, &$number): ?string {
        if ($number === count($chunks)) {
            return null;
        }
        $call($number);
        return $chunks[$number++];
    };
    $lines = implode("\n", $chunks) . "\n?\n?\n";
    $rejected = 0;
    return [
        'generator' => json_items($calling()),
        'aggregate' => json_items(new class($calling) implements IteratorAggregate {
            public function __construct(private Closure $calling) {}
            public function getIterator(): Iterator { return new IteratorIterator(($this->calling)()); }
        }),
        'stream' => json_items(fopen('calling://', 'r')),
        'lines' => ndjson_items($calling(), 0, 512, fn () => null),
        'callback' => ndjson_items("1\n?\n2\n?\n3\n", 0, 512, function () use ($call, &$rejected) { $call(++$rejected); }),
    ];
}

function all(iterable $items): string
{
    $text = '';
    foreach ($items as $item) {
        $text .= json_encode($item) . ' ';
    }
    return $text;
}

$chunks = ['[1,2,"thr', 'ee",[4', ',5],', '{"six":6}', ']'];

echo "-- an exception, after which next() continues or the source has ended\n";
foreach (ways($chunks, function (int $number) { $number === 2 && throw new DomainException("at $number"); }) as $way => $items) {
    $text = '';
    for ($tries = 0; $tries < 12; $tries++) {
        try {
            if (!$items->valid()) {
                break;
            }
            $text .= json_encode($items->current()) . ' ';
            $items->next();
        } catch (Exception $error) {
            $text .= get_class($error) . ' ' . $error->getMessage() . '; ';
        }
    }
    echo "$way: $text\n";
}

echo "-- the same iterator is called meanwhile, and json_decode\n";
$items = null;
foreach (array_keys(ways($chunks, fn () => 0)) as $way) {
    $said = [];
    $items = ways($chunks, function (int $number) use (&$items, &$said) {
        foreach (['next', 'current', 'rewind', 'offset'] as $method) {
            try {
                $said[] = $method . json_encode($items->$method());
            } catch (Throwable $error) {
                $said[] = $error->getMessage();
            }
        }
        json_decode('[{"a":1}]');
        json_decode('[');
    })[$way];
    echo "$way: ", all($items), implode(', ', array_unique($said)), "\n";
}

echo "-- the last reference goes meanwhile\n";
foreach (array_keys(ways($chunks, fn () => 0)) as $way) {
    $holder = new ArrayObject();
    $holder['items'] = ways($chunks, function () use ($holder) { unset($holder['items']); })[$way];
    $text = '';
    foreach ($holder['items'] as $item) {
        $text .= json_encode($item);
    }
    echo "$way: $text\n";
}

echo "-- break, and an exception of the loop\n";
foreach (ways($chunks, fn () => 0) as $way => $items) {
    foreach ($items as $item) {
        break;
    }
    echo json_encode($items->current()), ' ';
    try {
        foreach ($items as $item) {
            throw new DomainException('of the loop');
        }
    } catch (DomainException $error) {
        echo $error->getMessage(), ' ';
    }
    $items->next();
    echo "$way: ", json_encode($items->current()), "\n";
    unset($items);
}

echo "-- two loops share one place\n";
foreach (ways($chunks, fn () => 0) as $way => $items) {
    $text = '';
    foreach ($items as $outer) {
        $text .= json_encode($outer) . '(';
        foreach ($items as $inner) {
            $text .= json_encode($inner);
        }
        $text .= ')';
    }
    echo "$way: $text\n";
}
$items = json_items('[1,2,3,4]');
foreach ($items as $outer) {
    $items->next();
    echo $outer, $items->current(), ' ';
}
echo "\n";
function some(iterable $items): Generator
{
    yield from $items;
}
echo all(some(json_items('[1,2]'))), "\n";

echo "-- fibers, suspended in the middle, and one that is dropped there\n";
foreach (array_keys(ways($chunks, fn () => 0)) as $way) {
    $items = ways($chunks, fn (int $number) => Fiber::suspend($number))[$way];
    $fiber = new Fiber(fn () => all($items));
    $said = [$fiber->start()];
    try {
        $items->next();
    } catch (Error $error) {
        $said[] = $error->getMessage();
    }
    while (!$fiber->isTerminated()) {
        $said[] = $fiber->resume();
    }
    echo "$way: ", json_encode($said), ' ', $fiber->getReturn(), "\n";
    $items = ways($chunks, fn (int $number) => $number === 2 && Fiber::suspend($number))[$way];
    $fiber = new Fiber(fn () => all($items));
    $fiber->start();
    unset($fiber);
    gc_collect_cycles();
    try {
        echo '  dropped: ', json_encode($items->valid()), ' ';
        $items->next();
        echo json_encode($items->current()), "\n";
    } catch (Throwable $error) {
        echo get_class($error), ' ', $error->getMessage(), "\n";
    }
}

echo "-- a value with a destructor\n";
final class Ending
{
    public function __construct(private Closure $call) {}
    public function __destruct() { ($this->call)(); }
}
$items = json_items('[{"a":1},{"a":2},{"a":3}]');
$items->current()->more = new Ending(function () use (&$items) {
    try {
        $items->next();
    } catch (Error $error) {
        echo $error->getMessage(), ', ';
    }
});
$items->next();
$items->current()->more = new Ending(fn () => throw new DomainException('of the destructor'));
try {
    $items->next();
} catch (DomainException $error) {
    echo $error->getMessage(), ', ';
}
$items->next();
echo json_encode($items->current()), "\n";

echo "-- a cycle through the iterator\n";
$object = new stdClass();
$object->generator = (function () use ($object) { yield '['; yield '1'; $object->seen = true; yield ',2]'; })();
$object->items = json_items($object->generator);
foreach ($object->items as $item) {
    break;
}
$weak = WeakReference::create($object);
unset($object);
gc_collect_cycles();
var_dump($weak->get());
$object = new stdClass();
$object->items = ndjson_items("1\n", 0, 512, fn () => $object);
$object->items->current();
$weak = WeakReference::create($object);
unset($object);
gc_collect_cycles();
var_dump($weak->get());
$items = json_items('[{}]');
$items->current()->items = $items;
$weak = WeakReference::create($items);
unset($items);
gc_collect_cycles();
var_dump($weak->get());
?>
--EXPECT--
-- an exception, after which next() continues or the source has ended
generator: 1 2 "three" DomainException at 2; Stringmill\JsonItemsException Syntax error (item 4, byte 15); 
aggregate: 1 2 "three" DomainException at 2; Stringmill\JsonItemsException Syntax error (item 4, byte 15); 
stream: 1 2 "three" DomainException at 2; DomainException at 2; DomainException at 2; DomainException at 2; DomainException at 2; DomainException at 2; DomainException at 2; DomainException at 2; DomainException at 2; DomainException at 2; 
lines: DomainException at 2; 
callback: 1 2 DomainException at 2; 3 
-- the same iterator is called meanwhile, and json_decode
generator: 1 2 "three" [4,5] {"six":6} JsonItems is reading already, offset0, JsonItems cannot be rewound after its first item: a stream is read once, offset5, offset13, offset19, offset28
aggregate: 1 2 "three" [4,5] {"six":6} JsonItems is reading already, offset0, JsonItems cannot be rewound after its first item: a stream is read once, offset5, offset13, offset19, offset28
stream: 1 2 "three" [4,5] {"six":6} JsonItems is reading already, offset0, JsonItems cannot be rewound after its first item: a stream is read once, offset5, offset13, offset19, offset28
lines: [1,2,"three",[4,5],{"six":6}] JsonItems is reading already, offset0
callback: 1 2 3 JsonItems is reading already, JsonItems cannot be rewound after its first item: a stream is read once, offset4, offset8
-- the last reference goes meanwhile
generator: 12"three"[4,5]{"six":6}
aggregate: 12"three"[4,5]{"six":6}
stream: 12"three"[4,5]{"six":6}
lines: [1,2,"three",[4,5],{"six":6}]
callback: 123
-- break, and an exception of the loop
1 of the loop generator: 2
1 of the loop aggregate: 2
1 of the loop stream: 2
[1,2,"three",[4,5],{"six":6}] of the loop lines: null
1 of the loop callback: 2
-- two loops share one place
generator: 1(12"three"[4,5]{"six":6})
aggregate: 1(12"three"[4,5]{"six":6})
stream: 1(12"three"[4,5]{"six":6})
lines: [1,2,"three",[4,5],{"six":6}]([1,2,"three",[4,5],{"six":6}])
callback: 1(123)
12 34 
1 2 
-- fibers, suspended in the middle, and one that is dropped there
generator: [0,"JsonItems is reading already",1,2,3,4,null] 1 2 "three" [4,5] {"six":6} 
  dropped: Stringmill\JsonItemsException Syntax error (item 4, byte 15)
aggregate: [0,"JsonItems is reading already",1,2,3,4,null] 1 2 "three" [4,5] {"six":6} 
  dropped: Stringmill\JsonItemsException Syntax error (item 4, byte 15)
stream: [0,"JsonItems is reading already",1,2,3,4,null] 1 2 "three" [4,5] {"six":6} 
  dropped: FiberError Cannot suspend outside of a fiber
lines: [0,"JsonItems is reading already",1,2,3,4,null] [1,2,"three",[4,5],{"six":6}] 
  dropped: false null
callback: [1,"JsonItems is reading already",2,null] 1 2 3 
  dropped: true null
-- a value with a destructor
JsonItems is reading already, of the destructor, {"a":3}
-- a cycle through the iterator
NULL
NULL
NULL
