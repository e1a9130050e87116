<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/** Integers, floats under every kind of serialize_precision, and strings that look like numbers. */
final class Numbers
{
    private const PRECISIONS = [-1, 0, 1, 5, 14, 16, 17, 40, 100];

    private const FLOAT_FLAGS = [0, 0, JSON_PRESERVE_ZERO_FRACTION, JSON_PARTIAL_OUTPUT_ON_ERROR, Flags::MONOLOG];

    /** Numbers as programs write them, and what nearly is one. */
    private const NUMERIC = [
        '', '-', '+', '.', '-.', '0', '-0', '+0', '00', '-00', '00012', '1', '+1', ' 1', '1 ', " \t\n\r\v\f1", "1 \t\n\r\v\f",
        "1\0", "\x001", '12\0', '5.', '.5', '-.5', '+.5', '5.0', '3.0', '-0.0', '0.0', '1.50', '1e3', '1E3', '1e+3', '1e-3',
        '1e', '1e+', '1 e3', '1e400', '-1e400', '1e-400', '0x1A', '0b11', '0o17', '1_000', '1,000', 'INF', 'NAN', 'inf', '1a',
        '9223372036854775807', '9223372036854775808', '-9223372036854775808', '-9223372036854775809', '123456789012345678901',
        '0.1', '0.30000000000000004', '1e22', '1e23', '2.2250738585072011e-308', '4.9e-324', '1e16', '1e17', '100000000000000000',
        '1.7976931348623157e308', '1.7976931348623159e308', '000000000000000000000000000001', '1.0e+25', "\u{a0}1", "\u{661}",
    ];

    public static function integers(Judge $judge): void
    {
        $all = [];
        for ($bit = 0; $bit < 64; $bit++) {
            array_push($all, 1 << $bit, (1 << $bit) - 1, -(1 << $bit), ~(1 << $bit));
        }
        for ($power = 1, $digits = 0; $digits < 19; $power *= 10, $digits++) {
            array_push($all, $power, $power - 1, $power + 1, -$power, 1 - $power, -1 - $power);
        }
        for ($number = -1100; $number <= 11_000; $number++) {
            $all[] = $number;
        }
        // A product of the loop above may have become a float; (1 << 63) - 1 too.
        foreach ($all as $number) {
            $judge->same($number, Flags::any());
            $judge->same([$number => $number, 'n' => [$number]], Flags::any());
        }
        $judge->same($all);
        for ($left = $judge->some(30_000); $left > 0; $left--) {
            $judge->same(Values::integer(), Flags::any());
        }
    }

    public static function floats(Judge $judge): void
    {
        $all = self::borders();
        foreach (self::PRECISIONS as $precision) {
            // `precision` is the one of echo, and must not matter.
            ini_set('precision', (string) [14, 17, 3][abs($precision) % 3]);
            ini_set('serialize_precision', (string) $precision);
            foreach ($all as $float) {
                if ($judge->wants()) {
                    $judge->same($float, self::flags());
                }
            }
            for ($left = $judge->some($precision === -1 ? 200_000 : 15_000); $left > 0; $left--) {
                $judge->same(Values::float(), self::flags());
            }
            $lists = $judge->some(200);
            while ($lists-- > 0) {
                $list = [];
                for ($left = mt_rand(1, 60); $left > 0; $left--) {
                    $list[] = Values::float();
                }
                $judge->same($list, self::flags() | (mt_rand(0, 1) ? JSON_PRETTY_PRINT : 0));
                $judge->same(['a' => $list, 'b' => (object) ['c' => $list[0]]], self::flags());
            }
        }
        ini_set('precision', '14');
        ini_set('serialize_precision', '-1');
    }

    /** Random bits as floats: every exponent is as likely as any other, and nearly all have 16 or 17 digits. */
    public static function doubles(Judge $judge): void
    {
        for ($lists = $judge->some(1_200); $lists > 0; $lists--) {
            $list = [];
            while (\count($list) < 1000) {
                $float = unpack('d', pack('L2', mt_rand(0, 0xffffffff), mt_rand(0, 0xffffffff)))[1];
                if (is_finite($float)) {
                    $list[] = $float;
                }
            }
            $judge->same($list, self::flags());
        }
    }

    private static function flags(): int
    {
        return self::FLOAT_FLAGS[mt_rand(0, \count(self::FLOAT_FLAGS) - 1)];
    }

    /** Values at which the text changes form: powers of two and ten with their neighbours; INF and NAN. */
    private static function borders(): array
    {
        $all = [0.0, -0.0, INF, -INF, NAN, PHP_FLOAT_MAX, PHP_FLOAT_MIN, -PHP_FLOAT_MAX, 9007199254740993.0];
        for ($power = -1074; $power <= 1023; $power++) {
            array_push($all, ...self::neighbours(2.0 ** $power));
        }
        for ($power = -324; $power <= 308; $power++) {
            array_push($all, ...self::neighbours((float) "1e$power"), ...[(float) "9.995e$power", (float) "-123456789e$power"]);
        }
        for ($number = 0; $number < 2000; $number++) {
            array_push($all, $number / 100, -$number / 8, $number * 1e12, $number / 1e7);
        }
        return $all;
    }

    /** @return list<float> the float, the one before it, the one after it, and its negative */
    private static function neighbours(float $float): array
    {
        $bits = unpack('q', pack('d', $float))[1];
        $of = fn (int $bits) => unpack('d', pack('q', $bits))[1];
        return [$float, $of(max(0, $bits - 1)), $of($bits + 1), -$float];
    }

    public static function numericStrings(Judge $judge): void
    {
        foreach (self::PRECISIONS as $precision) {
            ini_set('serialize_precision', (string) $precision);
            foreach (self::NUMERIC as $text) {
                foreach ([0, JSON_PRESERVE_ZERO_FRACTION, JSON_PRETTY_PRINT, JSON_PARTIAL_OUTPUT_ON_ERROR] as $flags) {
                    $judge->same($text, $flags | JSON_NUMERIC_CHECK);
                    $judge->same([$text => $text, 'o' => (object) [$text => $text]], $flags | JSON_NUMERIC_CHECK);
                }
            }
            for ($left = $judge->some(10_000); $left > 0; $left--) {
                $judge->same(self::numberLike(), JSON_NUMERIC_CHECK | self::flags());
            }
        }
        ini_set('serialize_precision', '-1');
    }

    private static function numberLike(): string
    {
        $alphabet = "0123456789012345678900000..--++eE  \t\nx_\0";
        $text = '';
        for ($left = mt_rand(1, mt_rand(0, 4) ? 8 : 40); $left > 0; $left--) {
            $text .= $alphabet[mt_rand(0, \strlen($alphabet) - 1)];
        }
        return $text;
    }
}
