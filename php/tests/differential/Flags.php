<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/** Flags that mean something to an encoder, and all combinations of them on values that show each one. */
final class Flags
{
    public const EACH = [
        JSON_HEX_TAG, JSON_HEX_AMP, JSON_HEX_APOS, JSON_HEX_QUOT, JSON_FORCE_OBJECT, JSON_NUMERIC_CHECK,
        JSON_UNESCAPED_SLASHES, JSON_PRETTY_PRINT, JSON_UNESCAPED_UNICODE, JSON_PARTIAL_OUTPUT_ON_ERROR,
        JSON_PRESERVE_ZERO_FRACTION, JSON_UNESCAPED_LINE_TERMINATORS, JSON_INVALID_UTF8_IGNORE,
        JSON_INVALID_UTF8_SUBSTITUTE, JSON_THROW_ON_ERROR,
    ];

    public const SYMFONY = JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT;
    public const UNESCAPED = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
    public const MONOLOG = self::UNESCAPED | JSON_PRESERVE_ZERO_FRACTION | JSON_INVALID_UTF8_SUBSTITUTE
        | JSON_PARTIAL_OUTPUT_ON_ERROR;

    /** What programs use, and what takes another way through an encoder. */
    public const USED = [
        0, self::SYMFONY, self::UNESCAPED, self::MONOLOG, JSON_UNESCAPED_UNICODE, JSON_UNESCAPED_SLASHES,
        JSON_PRETTY_PRINT | self::UNESCAPED, JSON_HEX_TAG | JSON_HEX_AMP | self::UNESCAPED,
        JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS, JSON_INVALID_UTF8_IGNORE,
        JSON_INVALID_UTF8_SUBSTITUTE, JSON_INVALID_UTF8_IGNORE | JSON_UNESCAPED_UNICODE,
        JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE | JSON_HEX_QUOT, JSON_PARTIAL_OUTPUT_ON_ERROR,
        JSON_THROW_ON_ERROR, JSON_THROW_ON_ERROR | JSON_PARTIAL_OUTPUT_ON_ERROR, JSON_NUMERIC_CHECK,
        JSON_FORCE_OBJECT | JSON_PRESERVE_ZERO_FRACTION, self::SYMFONY | JSON_THROW_ON_ERROR,
    ];

    /** One of those that are used, or any combination, with bits that mean nothing now and then. */
    public static function any(): int
    {
        if (mt_rand(0, 2) > 0) {
            return self::USED[mt_rand(0, \count(self::USED) - 1)];
        }
        $flags = mt_rand(0, 19) === 0 ? 1 << mt_rand(12, 19) | 1 << mt_rand(23, 62) : 0;
        foreach (self::EACH as $flag) {
            $flags |= mt_rand(0, 3) === 0 ? $flag : 0;
        }
        return $flags;
    }

    /** Every combination of all flags, on values each of which is so small that a difference is seen at once. */
    public static function all(Judge $judge): void
    {
        $values = [
            "<a href='/x?a=1&b=\"2\"'>é \u{2028}\u{1f600}\n\x7f\x01",
            "a\xffb\xed\xa0\x80\u{2029}/\xe2\x82",
            ['1.0', ' 12 ', '0x1A', '-0', 1.0, -0.0, 0.1, 7],
            ['a' => [], '1' => (object) [], "\xff<" => [1, [2, ['b' => null]]], "\0n" => "\xc3"],
            (object) ['x' => [[], [true]], "k/é" => NAN, '12' => false],
            [INF, [1], "\x80", Suit::Hearts, Unit::None],
        ];
        $count = 1 << \count(self::EACH);
        for ($number = 0; $number < $count; $number++) {
            if (!$judge->wants()) {
                continue;
            }
            $flags = 0;
            foreach (self::EACH as $bit => $flag) {
                $flags |= $number >> $bit & 1 ? $flag : 0;
            }
            foreach ($values as $value) {
                $judge->same($value, $flags, ($number & 7) === 0 ? 2 : 512);
            }
        }
    }
}
