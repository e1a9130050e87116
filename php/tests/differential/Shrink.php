<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/** Makes a case that differs smaller, as long as it differs. */
final class Shrink
{
    /** The most calls of one search. */
    private const CALLS_MAX = 20_000;

    /**
     * @param \Closure(mixed, int, int): bool $differs
     * @return array{mixed, int, int}
     */
    public static function smallest(\Closure $differs, mixed $value, int $flags, int $depth): array
    {
        $calls = 0;
        do {
            $smaller = false;
            foreach (self::steps($value, $flags, $depth) as [$value2, $flags2, $depth2]) {
                if ($calls++ < self::CALLS_MAX && $differs($value2, $flags2, $depth2)) {
                    [$value, $flags, $depth] = [$value2, $flags2, $depth2];
                    $smaller = true;
                    break;
                }
            }
        } while ($smaller);
        return [$value, $flags, $depth];
    }

    private static function steps(mixed $value, int $flags, int $depth): \Generator
    {
        if ($depth !== 512) {
            yield [$value, $flags, 512];
        }
        for ($bit = 1; $bit <= 1 << 30; $bit <<= 1) {
            if ($flags & $bit) {
                yield [$value, $flags & ~$bit, $depth];
            }
        }
        foreach (self::smaller($value) as $one) {
            yield [$one, $flags, $depth];
        }
    }

    private static function smaller(mixed $value): \Generator
    {
        if (\is_string($value)) {
            yield from self::shorter($value);
        } elseif (\is_array($value)) {
            yield from $value;
            yield from self::fewer($value);
        } elseif ($value instanceof \stdClass) {
            $vars = get_object_vars($value);
            yield from $vars;
            foreach (self::fewer($vars) as $one) {
                yield (object) $one;
            }
        }
    }

    private static function shorter(string $text): \Generator
    {
        $long = \strlen($text);
        for ($cut = intdiv($long, 2); $cut > 0; $cut = intdiv($cut, 2)) {
            for ($at = 0; $at + $cut <= $long; $at += $cut) {
                yield substr($text, 0, $at) . substr($text, $at + $cut);
            }
        }
        if ($long === 1) {
            yield '';
        }
    }

    private static function fewer(array $array): \Generator
    {
        $count = \count($array);
        if (array_is_list($array)) {
            for ($cut = intdiv($count + 1, 2); $cut > 0; $cut = intdiv($cut, 2)) {
                for ($at = 0; $at + $cut <= $count; $at += $cut) {
                    yield [...\array_slice($array, 0, $at), ...\array_slice($array, $at + $cut)];
                }
            }
        } else {
            foreach ($array as $key => $_) {
                $without = $array;
                unset($without[$key]);
                yield $without;
            }
        }
        foreach ($array as $key => $value) {
            foreach (self::smaller($value) as $one) {
                yield array_replace($array, [$key => $one]);
            }
        }
    }
}
