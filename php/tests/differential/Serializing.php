<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/** Code of the program that runs while it is encoded: what it gives, throws, changes, and encodes itself. */
final class Serializing
{
    private const FLAGS = [
        0, JSON_PARTIAL_OUTPUT_ON_ERROR, JSON_THROW_ON_ERROR, JSON_THROW_ON_ERROR | JSON_PARTIAL_OUTPUT_ON_ERROR, JSON_PRETTY_PRINT,
        JSON_FORCE_OBJECT, Flags::MONOLOG, Flags::SYMFONY, JSON_NUMERIC_CHECK,
    ];

    public static function all(Judge $judge): void
    {
        foreach (self::giving() + self::calling() + self::changing() as $name => $make) {
            $shapes = [
                $name => $make, "[$name]" => fn () => [0, $make(), 'after'], "{k: $name}" => fn () => ['k' => $make(), 'after' => ["\xff"]],
                "$name in an object" => fn () => (object) ['p' => $make(), 'q' => new Given('q')],
                "$name given" => fn () => new Given(['g' => $make()], 'outer'),
                "$name after an error" => fn () => ["\xff", NAN, $make()], "$name before an error" => fn () => [$make(), NAN],
            ];
            foreach ($shapes as $shape => $maker) {
                foreach (self::FLAGS as $flags) {
                    foreach ([512, 1, 2, 3] as $depth) {
                        $judge->sameMade($shape, $maker, $flags, $depth);
                    }
                }
            }
        }
    }

    /** @return array<string, \Closure> */
    private static function giving(): array
    {
        $makers = [];
        $given = [
            'null' => null, 'false' => false, 'int' => 7, 'numeric' => '7.0', 'float' => 1.0, 'NAN' => NAN, 'text' => "\u{e9}/<",
            'ill-formed' => "\xff", 'empty' => [], 'list' => [1, [2]], 'map' => ['a' => 1, "\0b" => 2], 'ill-formed key' => ["\xff" => 1],
            'hidden' => (object) ["\0a" => 1, 'b' => 2], 'resource' => STDIN, 'unit' => Unit::None, 'suit' => Suit::Number,
            'DateTime' => new \DateTime('@0'),
        ];
        foreach ($given as $name => $value) {
            $makers["giving $name"] = fn () => new Given($value, $name);
            $makers["giving what gives $name"] = fn () => new Given(new Given([new Given($value, $name)], 'middle'), 'outer');
        }
        return $makers + [
            'itself' => fn () => new Itself(), 'itself with itself' => fn () => new Itself(new Itself([1])),
            'itself, ill-formed' => fn () => new Itself("\xff"),
            'itself twice' => function () {
                $one = new Itself();
                return [$one, $one];
            },
            'itself in itself' => function () {
                $one = new Itself();
                $one->inner = ['x' => $one];
                return $one;
            },
            'a circle' => fn () => new Circular(), 'a longer circle' => fn () => new Circular(3),
            'a circle of two' => function () {
                [$one, $two] = [new Circular(), new Circular()];
                [$one->other, $two->other] = [$two, $one];
                return $one;
            },
            'an array around' => function () {
                $array = [1];
                $array['self'] = new Given(null);
                $array['self'] = new Calling(function () use (&$array) {
                    return $array;
                });
                return $array;
            },
            'throwing' => fn () => new Throwing(), 'throwing an error' => fn () => new Throwing(\TypeError::class),
            'throwing JsonException' => fn () => new Throwing(\JsonException::class),
            'throwing after encoding' => fn () => new Throwing(Refused::class, true),
            'throwing below' => fn () => new Given([1, new Throwing()], 'outer'), 'two that throw' => fn () => [new Throwing(), new Throwing()],
            'nothing returned' => fn () => new Calling(function () {
            }), 'mortal' => fn () => new MortalGiven('giver'),
            'mortal twice' => fn () => [new MortalGiven('one'), new MortalGiven('two')],
            'freed with an exception' => fn () => new Calling(fn () => [new DestroyingThrower(), 1]),
        ];
    }

    /** Code that encodes, looks at errors, at the value, or leaves in the middle. */
    private static function calling(): array
    {
        $noting = fn (\Closure $closure) => fn () => new Calling(function (Calling $self) use ($closure) {
            Outcome::$log[] = Source::of($closure($self));
            Outcome::$log[] = json_last_error();
            return ['done' => true];
        });
        $caught = function (\Closure $closure): mixed {
            try {
                return $closure();
            } catch (\Throwable $exception) {
                return Outcome::described($exception);
            }
        };
        return [
            'encodes' => $noting(fn () => inside(['a' => "\u{e9}"])), 'encodes ill-formed' => $noting(fn () => inside("\xff")),
            'encodes NAN in part' => $noting(fn () => inside([NAN], JSON_PARTIAL_OUTPUT_ON_ERROR)),
            'encodes itself' => $noting(fn (Calling $self) => \count(Outcome::$log) < 5 ? inside($self, JSON_PARTIAL_OUTPUT_ON_ERROR) : null),
            'encodes a list of itself' => $noting(fn (Calling $self) => \count(Outcome::$log) < 5 ? inside([$self]) : null),
            'encodes and throws' => $noting(fn () => $caught(fn () => inside("\xff", JSON_THROW_ON_ERROR))),
            'encodes what throws' => $noting(fn () => $caught(fn () => inside([new Throwing()]))),
            'encodes too deep' => $noting(fn () => inside([[1]], 0, 1)), 'decodes' => $noting(fn () => json_decode('[', true)),
            'prints' => $noting(fn (Calling $self) => print_r([$self], true)),
            'exports a circle' => $noting(function (Calling $self) {
                $all = ['x' => [1, ['y' => $self::class]]];
                return var_export($all, true) . serialize($all);
            }),
            'collects' => $noting(fn () => gc_collect_cycles() >= 0),
            'sets the precision' => fn () => [1.1, new Calling(function () {
                ini_set('serialize_precision', '3');
                return [0.123456789, new Calling(function () {
                    ini_set('serialize_precision', '-1');
                    return 2.123456789;
                })];
            }), 3.123456789],
            'in a generator' => fn () => new Calling(function () {
                $generator = (function () {
                    yield inside([1, "\xff"]);
                    yield inside([2]);
                })();
                return iterator_to_array($generator);
            }),
            'suspends a fiber' => fn () => new Calling(function (Calling $self) {
                $fiber = new \Fiber(fn () => inside(['in' => new Calling(fn () => \Fiber::suspend('out')), 'bad' => "\xff"]));
                $first = $fiber->start();
                $between = inside([$self::class, NAN], JSON_PARTIAL_OUTPUT_ON_ERROR);
                $fiber->resume('back');
                return [$first, $between, $fiber->getReturn(), json_last_error()];
            }),
            'leaves a fiber' => fn () => new Calling(function () {
                $fiber = new \Fiber(fn () => inside([1, new Calling(fn () => \Fiber::suspend()), 2]));
                $fiber->start();
                unset($fiber);
                return gc_collect_cycles() >= 0;
            }),
            'warns' => fn () => new Calling(function () {
                trigger_error('on the way', E_USER_WARNING);
                return [];
            }),
        ];
    }

    /**
     * Code that changes the value that is being encoded.
     * One piece: a list of cases.
     */
    private static function changing(): array
    {
        $array = fn (\Closure $change) => function () use ($change) {
            $inner = [1, 'k' => 'two', 2 => [3]];
            $inner['code'] = new Calling(function () use (&$inner, $change) {
                $change($inner);
                return 'changed';
            });
            $inner['late'] = str_repeat('late ', 3);
            $inner['last'] = [4];
            return ['ref' => &$inner, 'plain' => 5];
        };
        $object = fn (\Closure $change) => function () use ($change) {
            $owner = new Open(['b' => [1], 'code' => null, 'late' => str_repeat('late ', 3), 'last' => [4]]);
            $owner->code = new Calling(function () use ($owner, $change) {
                $change($owner);
                return 'changed';
            });
            return $owner;
        };
        return [
            'array grows' => $array(function (array &$inner) {
                for ($number = 0; $number < 100; $number++) {
                    $inner["more $number"] = $number;
                }
            }),
            'array shrinks' => $array(function (array &$inner) {
                unset($inner['late'], $inner['last'], $inner[0]);
            }),
            'array emptied' => $array(function (array &$inner) {
                $inner = [];
            }),
            'array replaced' => $array(function (array &$inner) {
                $inner = 'a text';
            }),
            'element replaced' => $array(function (array &$inner) {
                $inner['late'] = ['now', 'an', 'array'];
                $inner['last'][] = 5;
            }),
            'own element unset' => $array(function (array &$inner) {
                unset($inner['code']);
                gc_collect_cycles();
            }),
            'object grows' => $object(function (Open $owner) {
                for ($number = 0; $number < 100; $number++) {
                    $owner->{"more $number"} = $number;
                }
            }),
            'object shrinks' => $object(function (Open $owner) {
                unset($owner->late, $owner->declared);
            }),
            'property replaced' => $object(function (Open $owner) {
                $owner->late = new Seen();
                $owner->last = &$owner->b;
            }),
            'own property unset' => $object(function (Open $owner) {
                unset($owner->code);
                gc_collect_cycles();
            }),
            'declared changed' => function () {
                $inheriting = new Inheriting();
                $inheriting->first = new Calling(function () use ($inheriting) {
                    $inheriting->text = 'changed';
                    $inheriting->typed = [1, 2];
                    unset($inheriting->last);
                    return 'changed';
                });
                return $inheriting;
            },
            'list of references' => function () {
                $one = 1;
                $list = [&$one];
                $list[] = new Calling(function () use (&$one, &$list) {
                    $one = 'changed';
                    $list[3] = 'more';
                    return 'changed';
                });
                $list[] = &$one;
                return [&$list];
            },
        ] + (PHP_DEBUG ? [] : [
            // A debug build of PHP ends at an assertion of its own here, with PHP's own encoder too.
            'ArrayObject changed' => function () {
                $object = new \ArrayObject(['a' => 1]);
                $object['code'] = new Calling(function () use ($object) {
                    $object['more'] = 1;
                    unset($object['late']);
                    return 'changed';
                });
                $object['late'] = 'late';
                return $object;
            },
        ]);
    }
}
