<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/** Random values of every kind; the numbers come from mt_rand, so a seed gives the same ones again. */
final class Values
{
    private const PIECES = [
        'a', 'word ', 'the quick brown fox ', '"', '\\', '/', "\n", "\r\n", "\t", "\x00", "\x1f", "\x7f", '<p>', '</p>', '&amp;',
        "it's", '1', '-2.5e3', "\u{e9}", "\u{fc}ber ", "\u{43c}\u{435}\u{43b}\u{44c}", "\u{6f22}\u{5b57}", "\u{20ac}", "\u{2028}",
        "\u{2029}", "\u{feff}", "\u{ffff}", "\u{1f600}", "\u{10ffff}", "\u{d7ff}", "\u{e000}", "\u{80}", "\u{7ff}", "\u{800}",
    ];

    private const BAD = ["\x80", "\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\xaf", "\xe2\xff", "\xf0\x9f\x98"];

    /** A text of well-formed UTF-8, or with an ill-formed piece in it; mostly short. */
    public static function text(bool $ill_formed): string
    {
        $pieces = match (mt_rand(0, 9)) {
            0 => 0,
            1, 2, 3, 4, 5 => mt_rand(1, 4),
            6, 7, 8 => mt_rand(3, 30),
            default => mt_rand(20, 400),
        };
        // Half of the texts use few kinds of pieces, as real texts do.
        $kinds = mt_rand(0, 1) ? \count(self::PIECES) - 1 : mt_rand(0, 8);
        $from = mt_rand(0, \count(self::PIECES) - 1 - $kinds);
        $text = '';
        for (; $pieces > 0; $pieces--) {
            $text .= self::PIECES[mt_rand($from, $from + $kinds)];
        }
        if ($ill_formed) {
            $text = substr_replace($text, self::BAD[mt_rand(0, \count(self::BAD) - 1)], mt_rand(0, \strlen($text)), 0);
        }
        return $text;
    }

    public static function integer(): int
    {
        return match (mt_rand(0, 4)) {
            0 => mt_rand(-10, 1000),
            1 => 1 << mt_rand(0, 63),
            2 => mt_rand() << mt_rand(0, 32) ^ mt_rand(),
            3 => -(10 ** mt_rand(0, 18)) + mt_rand(-1, 1),
            default => 10 ** mt_rand(0, 18) + mt_rand(-1, 1),
        };
    }

    /** A finite float of one of the kinds that differ in how they are written. */
    public static function float(): float
    {
        do {
            $value = match (mt_rand(0, 7)) {
                0 => mt_rand(-100_000, 100_000) / 100,
                1 => (float) mt_rand(-1000, 1000),
                2 => mt_rand() / mt_getrandmax(),
                3 => unpack('E', pack('NN', mt_rand(0, 0xffffffff), mt_rand(0, 0xffffffff)))[1],
                4 => 2.0 ** mt_rand(-1074, 1023),
                5 => (float) (mt_rand(1, 9999) . 'e' . mt_rand(-330, 305)),
                6 => (float) ('1e' . mt_rand(-8, 24)) * (1 + mt_rand(-2, 2) * PHP_FLOAT_EPSILON),
                default => -0.0,
            };
        } while (!is_finite($value));
        return $value;
    }

    /** A key: a place in a list, a number, text, and what keys are rarely. */
    public static function key(): int|string
    {
        return match (mt_rand(0, 11)) {
            0 => mt_rand(-5, 50),
            1 => self::integer(),
            2 => (string) mt_rand(-5, 5),
            3 => '0' . mt_rand(0, 9),
            4 => '',
            5 => "\0" . self::text(false),
            6 => self::text(mt_rand(0, 9) === 0),
            default => ['id', 'name', 'created_at', 'url', 'x', 'a longer name of a field', "caf\u{e9}"][mt_rand(0, 6)],
        };
    }

    /**
     * Any value without user code.
     *
     * @param int $depth the most levels of containers
     * @param int $odd one in this many scalars gives an error
     */
    public static function any(int $depth, int $odd = 200): mixed
    {
        if ($depth > 0 && mt_rand(0, 2) > 0) {
            return self::container($depth - 1, $odd);
        }
        if (mt_rand(1, $odd) === 1) {
            return [NAN, INF, "\xff", Unit::None, STDIN][mt_rand(0, 4)];
        }
        return match (mt_rand(0, 8)) {
            0 => null,
            1 => mt_rand(0, 1) === 1,
            2, 3 => self::integer(),
            4 => self::float(),
            5 => Suit::cases()[mt_rand(0, 1)],
            default => self::text(false),
        };
    }

    private static function container(int $depth, int $odd): mixed
    {
        $count = match (mt_rand(0, 9)) {
            0 => 0,
            1 => mt_rand(5, 20),
            default => mt_rand(1, 4),
        };
        $kind = mt_rand(0, 4);
        $array = [];
        for (; $count > 0; $count--) {
            if ($kind < 2) {
                $array[] = self::any($depth, $odd);
            } else {
                $array[self::key()] = self::any($depth, $odd);
            }
        }
        if ($kind === 1 && \count($array) > 1) {
            // A hole, which makes a map of it, or not when it is the last one.
            unset($array[mt_rand(0, \count($array) - 1)]);
        }
        return $kind === 4 ? (object) $array : $array;
    }
}
