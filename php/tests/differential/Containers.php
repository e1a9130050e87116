<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/** Arrays and plain objects: what is a list, keys of every kind, nesting against every depth, references. */
final class Containers
{
    public static function keys(Judge $judge): void
    {
        $hole = [1, 2, 3];
        unset($hole[1]);
        $shorter = [1, 2, 3];
        unset($shorter[2]);
        $refilled = $shorter;
        $refilled[] = 4;
        $emptied = [1];
        unset($emptied[0]);
        $spliced = [5, 6, 7];
        array_shift($spliced);
        $map_as_list = ['a' => 1, 0 => 2];
        unset($map_as_list['a']);
        $arrays = [
            [], [1], $hole, $shorter, $refilled, $emptied, $spliced, $map_as_list, [1 => 1, 0 => 0], [0 => 0, 1 => 1],
            [1 => 1], [-1 => 1], [PHP_INT_MAX => 1], [PHP_INT_MIN => 1], ['0' => 'a', '1' => 'b'], ['00' => 1], ['' => 1],
            ["\0" => 1], ["\0a" => 1, "\0*\0b" => 2, "\0C\0d" => 3], ["\xff" => 1, 'a' => 2], ["a\xff" => [1]], ["\u{e9}/" => 1],
            ['1.0' => '1.0', '2' => '2'], ["\u{2028}" => 1], ['<"&\'>' => 1], [[]], [[], []], ['a' => []], ['a' => ['b' => []]],
            array_fill(0, 40, null), array_fill(5, 3, true), array_fill_keys(range('a', 'z'), 0.5), range(0, 300),
        ];
        foreach ($arrays as $array) {
            foreach (Flags::USED as $flags) {
                foreach ([$array, (object) $array, [$array], ['k' => (object) $array]] as $value) {
                    $judge->same($value, $flags);
                    $judge->same($value, $flags | JSON_FORCE_OBJECT | JSON_NUMERIC_CHECK);
                    $judge->same($value, $flags | JSON_PRETTY_PRINT | JSON_PARTIAL_OUTPUT_ON_ERROR);
                }
            }
        }
        for ($left = $judge->some(40_000); $left > 0; $left--) {
            $key = Values::key();
            $judge->same([$key => $key], Flags::any());
            $judge->same((object) [$key => 1, 'b' => $key], Flags::any());
        }
    }

    /** Random values of all kinds under random flags and depths, some with errors in them. */
    public static function nested(Judge $judge): void
    {
        for ($left = $judge->some(150_000); $left > 0; $left--) {
            $depth = mt_rand(0, 3) ? 512 : mt_rand(0, 6);
            $judge->same(Values::any(mt_rand(1, 4), mt_rand(0, 1) ? 20 : PHP_INT_MAX >> 1), Flags::any(), $depth);
        }
        if (!$judge->wants()) {
            return;
        }
        for ($left = $judge->some(30); $left > 0; $left--) {
            $list = [];
            for ($count = mt_rand(100, 3000); $count > 0; $count--) {
                $list[] = Values::any(3, 100_000);
            }
            $judge->same($list, Flags::any());
            $judge->same($list, Flags::USED[mt_rand(0, 3)]);
        }
        foreach ([range(1, 100_000), array_fill(0, 50_000, 'a string of 15'), array_fill(0, 50_000, ["\u{e9}" => 1.5])] as $list) {
            foreach ([0, Flags::SYMFONY, Flags::MONOLOG, JSON_PRETTY_PRINT] as $flags) {
                $judge->same($list, $flags);
            }
        }
    }

    public static function depths(Judge $judge): void
    {
        $inner = [[], [[]], 1, "\xff", NAN, (object) [], (object) ['a' => []], Suit::Hearts, Unit::None, ["\xff" => NAN], new Given([[]])];
        $depths = [
            0, 1, 2, 3, 4, 5, 6, -1, -2, PHP_INT_MAX, PHP_INT_MIN, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x100000002, 512,
        ];
        foreach ($inner as $value) {
            for ($level = 0; $level < 6; $level++) {
                foreach ($depths as $depth) {
                    foreach ([0, JSON_PARTIAL_OUTPUT_ON_ERROR, JSON_THROW_ON_ERROR, JSON_PRETTY_PRINT, JSON_FORCE_OBJECT] as $flags) {
                        $judge->same($value, $flags, $depth);
                        $judge->same([$value, 2 => "\xff"], $flags, $depth);
                    }
                }
                $value = match ($level % 3) {
                    0 => [$value],
                    1 => ['k' => $value, 'l' => []],
                    default => (object) ['p' => $value],
                };
            }
        }
        foreach ([500, 511, 512, 513, 2000, 15_000] as $levels) {
            foreach ([false, true] as $of_objects) {
                $value = 1;
                for ($level = 0; $level < $levels; $level++) {
                    $value = $of_objects ? (object) ['o' => $value] : [$value];
                }
                foreach ([0, JSON_PRETTY_PRINT, JSON_PARTIAL_OUTPUT_ON_ERROR, JSON_THROW_ON_ERROR] as $flags) {
                    // The output of pretty print has the square of the depth.
                    if ($levels <= 2000 || $flags !== JSON_PRETTY_PRINT) {
                        $judge->sameMade("$levels levels", fn () => $value, $flags, 512);
                        $judge->sameMade("$levels levels", fn () => $value, $flags, $levels);
                        $judge->sameMade("$levels levels", fn () => $value, $flags, 100_000);
                    }
                }
            }
        }
    }

    /** References, the same thing twice, and circles of them. */
    public static function references(Judge $judge): void
    {
        $shared = [1, 'two'];
        $object = (object) ['x' => 1];
        $self = ['a' => 1];
        $self['self'] = &$self;
        $list = [1];
        $list[] = &$list;
        $circle = (object) ['a' => 1];
        $circle->circle = $circle;
        $one = (object) [];
        $two = (object) ['one' => $one];
        $one->two = [$two, &$two];
        $text = "by \u{e9}\" reference";
        $number = 1.5;
        $referring = (object) ['t' => &$text, 'n' => &$number];
        $values = [
            [&$shared, &$shared, $shared], [$object, $object, [$object]], $self, [$self], $list, [$list, 1], $circle, [$circle, $circle],
            $one, [$one, $two], [&$text, &$number, &$referring], $referring, ['k' => &$object, 'l' => &$object],
            (object) ['inner' => &$self, 'after' => 1], [[&$list], "\xff"], [$circle, NAN], [NAN, $circle],
        ];
        foreach ($values as $value) {
            foreach ([...Flags::USED, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_PRETTY_PRINT] as $flags) {
                foreach ([512, 1, 2, 3] as $depth) {
                    // Twice each: the second call shows recursion marks that the first one left.
                    $judge->sameMade('a reference or a circle', fn () => $value, $flags, $depth);
                    $judge->sameMade('a reference or a circle, again', fn () => $value, $flags, $depth);
                }
            }
        }
    }
}
