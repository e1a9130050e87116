<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/** Objects of declared classes and of PHP's own, and arguments that are no good. */
final class Objects
{
    /** @return array<string, \Closure> names, and functions that make a new object */
    private static function makers(): array
    {
        $closed = fopen('php://memory', 'r');
        fclose($closed);
        return [
            'Nothing' => fn () => new Nothing(), 'Hidden' => fn () => new Hidden(), 'Seen' => fn () => new Seen(),
            'Inheriting' => fn () => new Inheriting(), 'Once' => fn () => new Once(1, new Once(2)), 'Magic' => fn () => new Magic(),
            'stdClass' => fn () => new \stdClass(), 'anonymous' => fn () => new class { public $a = 1; private $b = 2; },
            'dynamic' => fn () => new Open(['z' => 1, 'a b' => 2, '7' => 3, '' => 4, "\xff" => 5, "\u{e9}/" => 6, 'a' => [[]]]),
            'declared taken away' => function () {
                $open = new Open(['late' => 1]);
                unset($open->declared);
                $open->declared = 'last';
                return $open;
            },
            'typed set late' => function () {
                $seen = new Seen();
                $seen->typed = [1];
                return $seen;
            },
            'by reference' => function () {
                $seen = new Seen();
                $text = "\u{e9}";
                $seen->first = &$text;
                return $seen;
            },
            'hidden names' => fn () => (object) ["\0a" => 1, "\0*\0b" => 2, "\0Seen\0c" => 3, 'd' => 4],
            'all hidden' => fn () => (object) ["\0a" => 1, "\0*\0b" => 2],
            'first hidden' => fn () => (object) ["\0a" => "\xff", 'd' => 4],
            'ill-formed name' => fn () => (object) ["\xff" => 1, 'd' => "\xff"],
            'backed' => fn () => Suit::Hearts, 'numeric backed' => fn () => [Suit::Number, Suit::Number], 'pure' => fn () => Unit::None,
            'int backed' => fn () => ['h' => Level::High, 'l' => Level::Low], 'telling' => fn () => Told::Yes,
            'enums mixed' => fn () => [Suit::Hearts, Unit::None, Level::Low, Told::Yes],
            'DateTime' => fn () => new \DateTime('2026-01-02 03:04:05.678', new \DateTimeZone('Europe/Athens')),
            'DateTimeImmutable' => fn () => new \DateTimeImmutable('@0'), 'DateTimeZone' => fn () => new \DateTimeZone('+02:00'),
            'DateInterval' => fn () => new \DateInterval('P1Y2DT3H'),
            'DatePeriod' => fn () => new \DatePeriod(new \DateTime('@0'), new \DateInterval('P1D'), 2),
            'ArrayObject' => fn () => new \ArrayObject(['a' => 1, 'b' => [2]]), 'ArrayObject list' => fn () => new \ArrayObject([1, 2]),
            'ArrayObject of object' => fn () => new \ArrayObject(new Seen()), 'Collection' => fn () => new Collection(['x' => "\u{e9}"]),
            'ArrayObject properties' => fn () => new Collection([1], \ArrayObject::STD_PROP_LIST),
            'ArrayIterator' => fn () => new \ArrayIterator([1, 'k' => 2]), 'SplFixedArray' => fn () => \SplFixedArray::fromArray([1, [2], null]),
            'SplFixedArray empty' => fn () => new \SplFixedArray(0), 'SplStack' => function () {
                $stack = new \SplStack();
                $stack->push(1);
                return $stack;
            },
            'SplObjectStorage' => function () {
                $storage = new \SplObjectStorage();
                $storage[new Seen()] = 1;
                return $storage;
            },
            'SplMinHeap' => fn () => new \SplMinHeap(), 'SplTempFileObject' => fn () => new \SplTempFileObject(),
            'Closure' => fn () => fn () => 1, 'strlen(...)' => fn () => strlen(...), 'Generator' => fn () => (function () { yield 1; })(),
            'WeakMap' => fn () => new \WeakMap(), 'WeakReference' => fn () => \WeakReference::create(Unit::None),
            'Exception' => fn () => new Refused('why', 3), 'Fiber' => fn () => new \Fiber(fn () => 1),
            'ReflectionClass' => fn () => new \ReflectionClass(Seen::class), 'Randomizer' => fn () => new \Random\Randomizer(new \Random\Engine\Mt19937(1)),
            'incomplete' => fn () => unserialize('O:7:"Missing":2:{s:1:"a";i:1;s:4:"' . "\0*\0b" . '";i:2;}'),
            'resource' => fn () => STDIN, 'closed resource' => fn () => $closed, 'resources' => fn () => [STDIN, 'k' => STDERR],
        ] + (class_exists(\SimpleXMLElement::class) ? [
            'SimpleXMLElement' => fn () => new \SimpleXMLElement('<a b="c"><d>é</d><d/><e>1</e></a>'),
            'DOMDocument' => fn () => new \DOMDocument(),
        ] : []) + (class_exists(\FFI::class) ? ['FFI' => fn () => \FFI::cdef(), 'FFI data' => fn () => \FFI::cdef()->new('int[3]')] : []);
    }

    public static function all(Judge $judge): void
    {
        foreach (self::makers() + self::ofNewerPhp() as $name => $make) {
            $shapes = [
                $name => $make, "[$name]" => fn () => [$make()], "{k: $name}" => fn () => ['k' => $make(), 'after' => 1.0],
                "$name in an object" => fn () => (object) ['p' => $make(), 'q' => [$make()]],
                "$name twice" => function () use ($make) {
                    $one = $make();
                    return [$one, $one, ['k' => $one]];
                },
                "$name given" => fn () => new Given([$make()], $name), "$name and ill-formed" => fn () => [$make(), "\xff"],
            ];
            foreach ($shapes as $shape => $maker) {
                foreach ([...Flags::USED, JSON_NUMERIC_CHECK | JSON_PARTIAL_OUTPUT_ON_ERROR] as $flags) {
                    foreach ([512, 0, 1, 2] as $depth) {
                        $judge->sameMade($shape, $maker, $flags, $depth);
                    }
                }
            }
        }
        for ($left = $judge->some(20_000); $left > 0; $left--) {
            $judge->same(self::random(3), Flags::any(), mt_rand(0, 3) ? 512 : mt_rand(0, 4));
        }
        self::many($judge);
    }

    /** @return array<string, \Closure> */
    private static function ofNewerPhp(): array
    {
        return PHP_VERSION_ID >= 80400 ? Php84::makers() : [];
    }

    private static function random(int $depth): mixed
    {
        $inner = fn () => $depth > 0 && mt_rand(0, 2) === 0 ? self::random($depth - 1) : Values::any(1);
        return match (mt_rand(0, 5)) {
            0 => new Open([mt_rand(0, 9) . 'x' => $inner(), 'p' . Values::text(false) => $inner()] + ['declared' => $inner()]),
            1 => new Once(Values::integer(), mt_rand(0, 1) ? new Once(1) : null),
            2 => new Given($inner()),
            3 => new Itself($inner()),
            4 => new \ArrayObject(['a' => $inner(), 'b' => $inner()]),
            default => [$inner(), 'o' => $inner()],
        };
    }

    /** Many objects of one class, as rows of a table are. */
    private static function many(Judge $judge): void
    {
        foreach ([fn () => new Seen(), fn () => new Once(mt_rand()), fn () => new Given(['id' => mt_rand(), 'x' => 'é'])] as $make) {
            $rows = [];
            for ($left = 3000; $left > 0; $left--) {
                $rows[] = $make();
            }
            foreach ([0, Flags::SYMFONY, Flags::MONOLOG, JSON_PRETTY_PRINT] as $flags) {
                $judge->same($rows, $flags);
                $judge->same(['rows' => $rows, 'total' => 3000], $flags);
            }
        }
    }

    /** How arguments are taken: coercion, names, too many of them, spreads, callables. */
    public static function arguments(Judge $judge): void
    {
        $calls = [
            'none' => fn (string $encoder) => $encoder(), 'four' => fn (string $encoder) => $encoder(1, 0, 512, 1),
            'flags as text' => fn (string $encoder) => $encoder(1, '64'), 'depth as text' => fn (string $encoder) => $encoder([1], 0, 'x'),
            'flags null' => fn (string $encoder) => $encoder('/', null), 'flags array' => fn (string $encoder) => $encoder('/', []),
            'flags float' => fn (string $encoder) => $encoder('/', 64.0), 'flags fraction' => fn (string $encoder) => $encoder('/', 64.5),
            'flags bool' => fn (string $encoder) => $encoder('<', true), 'flags object' => fn (string $encoder) => $encoder('<', new Magic()),
            'named' => fn (string $encoder) => $encoder(depth: 1, value: [[1]]), 'named flags' => fn (string $encoder) => $encoder('/', flags: 64),
            'named twice' => fn (string $encoder) => $encoder('/', value: 64), 'unknown name' => fn (string $encoder) => $encoder('/', flag: 64),
            'spread' => fn (string $encoder) => $encoder(...['/', 64]), 'spread names' => fn (string $encoder) => $encoder(...['value' => '/']),
            'first class' => fn (string $encoder) => ($encoder(...))('/'), 'map' => fn (string $encoder) => array_map($encoder, ['/', [1], NAN]),
            'by name' => fn (string $encoder) => \call_user_func_array($encoder, ['flags' => 64, 'value' => '/']),
            'parameters' => fn (string $encoder) => array_map(
                fn (\ReflectionParameter $one) => [$one->getName(), (string) $one->getType(), $one->isOptional() ? $one->getDefaultValue() : null],
                (new \ReflectionFunction($encoder))->getParameters()),
            'returns' => fn (string $encoder) => (string) (new \ReflectionFunction($encoder))->getReturnType(),
        ];
        foreach ($calls as $name => $call) {
            self::compare($judge, $name, $call);
        }
        // A function of PHP calls without strict types.
        $weak = [
            [1, '64'], ['/', '64 '], ['/', 'x'], ['/', null], ['/', []], ['/', 64.0], ['/', 64.5], ['<', true], ['<', new Magic()],
            [[1], 0, '1'], [[1], 0, null], [[[1]], 0, 1.0], ['/', PHP_INT_MAX], ['/', -1], ['/', 1e30], [1, 0, 512, 1],
        ];
        foreach ($weak as $arguments) {
            $lists = array_map(fn (mixed $one) => [$one], $arguments);
            self::compare($judge, 'weak ' . Source::of($arguments), fn (string $encoder) => array_map($encoder, ...$lists));
        }
    }

    private static function compare(Judge $judge, string $name, \Closure $call): void
    {
        $judge->cases++;
        [$ours, $original] = [self::called($call, 'Stringmill\json_encode'), self::called($call, 'json_encode')];
        if ($ours !== $original) {
            $judge->fail("$name\n  ours     " . Source::of($ours) . "\n  original " . Source::of($original));
        }
    }

    private static function called(\Closure $call, string $encoder): array
    {
        Outcome::$log = [];
        try {
            return [$call($encoder), json_last_error(), Outcome::$log];
        } catch (\Throwable $exception) {
            return [Outcome::described($exception), json_last_error(), Outcome::$log];
        }
    }
}
