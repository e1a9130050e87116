<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/**
 * Objects whose handlers are unlike those of other classes: php/tests/odd/odd.c has them. Which are called, and when, goes to
 * Outcome::$log.
 */
final class Odd
{
    private const CLASSES = [OddTable::class, OddTableFor::class, OddAccess::class, OddEvery::class];

    public static function all(Judge $judge): ?string
    {
        if (!\extension_loaded('odd')) {
            return 'not run: the extension odd is not loaded';
        }
        require_once __DIR__ . '/OddClasses.php';
        if (PHP_VERSION_ID >= 80400) {
            require_once __DIR__ . '/OddPhp84.php';
        }
        \Odd\listen(Outcome::$log);
        $makers = self::telling() + self::kept() + self::ofPhp() + self::hooked();
        foreach (self::answers() as $name => $answer) {
            foreach (self::CLASSES as $class) {
                $makers["$class, $name"] = fn () => (new $class())->answer($answer());
                foreach (array_keys(self::calls()) as $call) {
                    $makers["$class, $name, $call"] = function () use ($class, $answer, $call) {
                        $object = new ("{$class}Giving")();
                        $object->call = self::calls()[$call];
                        return $object->answer($answer());
                    };
                }
            }
        }
        foreach ($makers as $name => $make) {
            $shapes = [
                $name => $make, "[$name]" => fn () => [$make(), 'after'], "$name in an object" => fn () => (object) ['p' => $make(), 'q' => "\xff"],
                "$name twice" => function () use ($make) {
                    $one = $make();
                    return [$one, 'k' => [$one]];
                },
            ];
            foreach (\array_slice($shapes, 0, $judge->some(\count($shapes))) as $shape => $maker) {
                foreach ([0, JSON_PARTIAL_OUTPUT_ON_ERROR, JSON_THROW_ON_ERROR, JSON_PRETTY_PRINT, JSON_NUMERIC_CHECK | JSON_FORCE_OBJECT] as $flags) {
                    foreach ([512, 1] as $depth) {
                        $judge->sameMade($shape, $maker, $flags, $depth);
                    }
                }
            }
        }
        return null;
    }

    /** @return array<string, \Closure> what an object answers when it is asked for a table */
    private static function answers(): array
    {
        $shared = ['shared' => [1], 'text' => "\u{e9}"];
        return [
            'nothing' => fn () => null, 'the ordinary' => fn () => true, 'an empty one' => fn () => [],
            'a constant one' => fn () => ['a' => 1, "\0hidden" => 2, '' => 3, 7 => ['x']], 'a list' => fn () => [1, [2], "\xff"],
            'a shared one' => fn () => $shared, 'one with objects' => fn () => ['m' => new Mortal('in the table'), 'g' => new Given([1], 'in the table')],
            'one of references' => function () {
                $text = 'referenced';
                return ['r' => &$text, 's' => &$text];
            },
            // All stay alive: PHP's own marks a table that it does not hold.
            'another each time' => function () {
                $all = [];
                return function () use (&$all) {
                    Outcome::$log[] = 'table ' . \count($all);
                    return $all[] = ['number' => \count($all), 'm' => new Mortal('of a table')];
                };
            },
            'nothing, by a closure' => fn () => function () {
                Outcome::$log[] = 'asked for a table';
                return null;
            },
            'throwing' => fn () => fn () => throw new Refused('no table'),
        ];
    }

    /**
     * What jsonSerialize does. Before PHP 8.3 nothing ends the recursion of an object without a table, so these do.
     *
     * @return array<string, \Closure>
     */
    private static function calls(): array
    {
        $levels = 0;
        return [
            'gives null' => fn () => null, 'gives itself' => fn (object $self) => $self, 'throws' => fn () => throw new Refused('no'),
            'gives a list' => fn () => [1, new Mortal('given'), 'x' => new Given('deep')],
            'gives a list of itself' => function (object $self) use (&$levels) {
                return $levels++ < 3 ? [$levels, $self] : 'end';
            },
            'encodes itself' => function (object $self) use (&$levels) {
                if ($levels++ < 3) {
                    Outcome::$log[] = inside([$self], JSON_PARTIAL_OUTPUT_ON_ERROR);
                }
                return ['done' => true];
            },
        ];
    }

    /** A class of an extension, whose jsonSerialize is not of PHP. */
    private static function telling(): array
    {
        return [
            'telling a map' => fn () => (new \Odd\Telling())->give(['a' => new Given(1)]),
            'telling what is freed' => fn () => (new \Odd\Telling())->give(new MortalGiven('told')),
            'telling itself' => function () {
                $telling = new \Odd\Telling();
                return $telling->give([$telling]);
            },
            // A debug build ends where a function of an extension sets no result.
        ] + (PHP_DEBUG ? [] : ['telling nothing' => fn () => new \Odd\Telling()]);
    }

    /** An object that alone holds its table and writes to it while it is encoded, or gives it away. */
    private static function kept(): array
    {
        $writing = fn (string $class, \Closure $then) => function () use ($class, $then) {
            $object = new $class();
            $levels = 0;
            $object->call = function (object $self) use ($then, &$levels) {
                $self->add("written $levels", 1);
                return $levels++ < 3 ? $then($self) : 'end';
            };
            return $object->answer(['made' => hrtime(true) > 0, 'and' => [1]]);
        };
        $makers = [];
        foreach ([OddTableGiving::class, OddTableForGiving::class, OddEveryGiving::class] as $class) {
            $makers += [
                "$class, writes and gives itself" => $writing($class, fn (object $self) => $self),
                "$class, writes and gives a list of itself" => $writing($class, fn (object $self) => [$self]),
                "$class, writes and encodes itself" => $writing($class, function (object $self) {
                    Outcome::$log[] = inside([$self], JSON_PARTIAL_OUTPUT_ON_ERROR);
                    return 'done';
                }),
                "$class, gives its table away" => function () use ($class) {
                    // Others hold it too: PHP's own writes to the table at the end.
                    static $tables = [];
                    $tables[] = $table = ['made' => hrtime(true) > 0];
                    $object = new $class();
                    $object->call = fn (object $self) => [$self->answer(null)::class, new Mortal('given')];
                    return $object->answer($table);
                },
            ];
        }
        return $makers;
    }

    /** @return array<string, \Closure> */
    private static function hooked(): array
    {
        return PHP_VERSION_ID < 80400 ? [] : [
            'hooks and a handler that reads' => fn () => (new OddHooked())->answer(true),
            'hooks and every handler' => fn () => (new OddHookedEvery())->answer(true),
            'hooks and a table' => fn () => (new OddHookedEvery())->answer(['table' => 1]),
        ];
    }

    private static function ofPhp(): array
    {
        $makers = [];
        foreach (class_exists(XmlGiving::class) ? ['itself', 'an array', 'its properties', 'a list of itself', 'what it encodes'] : [] as $gives) {
            $makers["XML, gives $gives"] = function () use ($gives) {
                XmlGiving::$gives = $gives;
                return new XmlGiving('<a b="c"><d>é</d><d/><e f="1">2</e></a>');
            };
        }
        return $makers + [
            'SplFixedArray, elements replaced' => function () {
                $fixed = new FixedGiving(1);
                $fixed[0] = new Mortal('early');
                // The table of properties now holds it too.
                Outcome::$log[] = \count((array) $fixed);
                $fixed[0] = new Mortal('then');
                return $fixed;
            },
        ];
    }
}
