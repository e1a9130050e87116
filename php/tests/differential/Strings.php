<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/** Strings: every kind of ill-formed UTF-8, every length with each special byte at every place, and texts. */
final class Strings
{
    /** Pieces that are ill-formed, among them each one that is known to be told apart by somebody. */
    private const ILL_FORMED = [
        "\x80", "\xbf", "\xc0", "\xc1", "\xf5", "\xff", "\xc3\xff", "\xe2\xff\x41", "\xf0\xff\x61\x62", "\xc2\xc0\x41",
        "\xe0\x80\xaf", "\xed\xa0\x80", "\xed\xbf\xbf", "\xed\xa0\xbd\xed\xb8\x80", "\xf4\x90\x80\x80",
        "\xf0\x80\x80\xaf", "\xf0\x8f\xbf\xbf", "\xc0\xaf", "\xf5\x80\x80\x80", "\xff\xfe", "\xe2\x82", "\xe2\x82\x28",
        "\xf0\x28\x8c\xbc", "\xf0\x90\x28\xbc", "\xf0\x28\x8c\x28", "\xe2\x82\xe2\x82\xac", "\xc3", "\xc3\x28", "\xe1",
        "\xe1\x80", "\xf1", "\xf1\x80", "\xf1\x80\x80", "\xf1\x80\x80\x41", "\xf1\x80\xc3\xa9", "\xf8\x88\x80\x80\x80",
        "\xfc\x84\x80\x80\x80\x80", "\xe0\x9f\xbf", "\xe0\xc3\xa9", "\xed\xa0\xc3\xa9", "\xf4\xbf\xbf\xbf",
        "\xf4\x8f\xbf", "\xc3\xc3\xa9", "\xe2\x22", "\xe2\x82\x22", "\xf0\x9f\x98\x5c", "\xf0\x9f\x0a", "\xc3\x00",
    ];

    /** A byte of each kind that a decoder could treat in its own way. */
    private const KINDS = "\x00\x0a\x22\x2f\x41\x5c\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xdf\xe0\xe1\xec\xed\xee"
        . "\xef\xf0\xf1\xf3\xf4\xf5\xf8\xff";

    /** The pieces that `places` puts into plain text, one at a time. */
    private const SPECIAL = [
        '"', '\\', '/', "\n", "\t", "\x00", "\x0b", "\x1f", "\x7f", '<', '>', '&', "'", "\u{e9}", "\u{7ff}", "\u{20ac}",
        "\u{2028}", "\u{2029}", "\u{ffff}", "\u{1f600}", "\u{10ffff}", "\x80", "\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80",
        "\xf0\x9f\x98", "\xc2\xc0",
    ];

    private const POLICIES = [
        0, JSON_INVALID_UTF8_IGNORE, JSON_INVALID_UTF8_SUBSTITUTE, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE,
        JSON_INVALID_UTF8_IGNORE | JSON_UNESCAPED_UNICODE, JSON_INVALID_UTF8_IGNORE | JSON_INVALID_UTF8_SUBSTITUTE,
        JSON_PARTIAL_OUTPUT_ON_ERROR, JSON_THROW_ON_ERROR, JSON_UNESCAPED_UNICODE, Flags::MONOLOG,
        JSON_INVALID_UTF8_SUBSTITUTE | Flags::SYMFONY,
    ];

    public static function illFormed(Judge $judge): void
    {
        self::known($judge);
        $kinds = \strlen(self::KINDS);
        for ($first = 0; $first < $kinds; $first++) {
            self::underPolicies($judge, self::KINDS[$first]);
            for ($second = 0; $second < $kinds; $second++) {
                self::underPolicies($judge, self::KINDS[$first] . self::KINDS[$second]);
                for ($third = 0; $third < $kinds; $third++) {
                    self::underOne($judge, self::KINDS[$first] . self::KINDS[$second] . self::KINDS[$third]);
                }
            }
        }
        for ($left = $judge->some(100_000); $left > 0; $left--) {
            $text = '';
            for ($long = mt_rand(4, 9); $long > 0; $long--) {
                $text .= self::KINDS[mt_rand(0, $kinds - 1)];
            }
            self::underOne($judge, $text);
        }
    }

    /** The known pieces alone, between characters, and around the borders of vectors. */
    private static function known(Judge $judge): void
    {
        foreach (self::ILL_FORMED as $piece) {
            foreach ([$piece, "a{$piece}", "{$piece}a", "\u{e9}$piece\u{e9}", $piece . $piece, "{$piece}\u{1f600}"] as $text) {
                self::underPolicies($judge, $text);
                $judge->same([$text => $text, 'k' => [$text]], Flags::any());
            }
            foreach ([12, 15, 16, 30, 32, 47, 62, 63, 64, 65, 126, 127, 128, 129, 190] as $before) {
                foreach (['a', "\u{e9}", "\u{20ac}", '"'] as $fill) {
                    self::underPolicies($judge, str_repeat($fill, $before) . $piece . str_repeat($fill, 70));
                    self::underOne($judge, str_repeat($fill, $before) . $piece);
                }
            }
        }
    }

    private static function underPolicies(Judge $judge, string $text): void
    {
        foreach (self::POLICIES as $flags) {
            if ($judge->wants()) {
                $judge->same($text, $flags);
            }
        }
    }

    private static function underOne(Judge $judge, string $text): void
    {
        if ($judge->wants()) {
            $judge->same($text, self::POLICIES[mt_rand(0, \count(self::POLICIES) - 1)]);
        }
    }

    /** Every character, alone and beside others. */
    public static function characters(Judge $judge): void
    {
        $last = \count(Flags::USED) - 1;
        for ($code = 0; $code < 0x110000; $code++) {
            if (($code < 0xD800 || $code >= 0xE000) && $judge->wants()) {
                $character = self::utf8($code);
                $judge->same([$character, "a{$character}é"], Flags::USED[mt_rand(0, $last)]);
            }
        }
    }

    private static function utf8(int $code): string
    {
        $continued = fn (int $shift): string => \chr(0x80 | $code >> $shift & 0x3F);
        return match (true) {
            $code < 0x80 => \chr($code),
            $code < 0x800 => \chr(0xC0 | $code >> 6) . $continued(0),
            $code < 0x10000 => \chr(0xE0 | $code >> 12) . $continued(6) . $continued(0),
            default => \chr(0xF0 | $code >> 18) . $continued(12) . $continued(6) . $continued(0),
        };
    }

    /** Every length from 0 to 300, each special piece at every place of it, in plain ASCII and in other text. */
    public static function places(Judge $judge): void
    {
        $flags = [...Flags::USED, ...self::POLICIES];
        $last = \count($flags) - 1;
        for ($length = 0; $length <= 300; $length++) {
            $plain = substr(str_repeat('abcdefghijklmnopqrstuvwxyz0123456789 ', 9), 0, $length);
            $judge->same($plain, 0);
            $judge->same($plain, $flags[mt_rand(0, $last)]);
            foreach (self::SPECIAL as $piece) {
                for ($at = 0; $at + \strlen($piece) <= $length; $at++) {
                    if ($judge->wants()) {
                        $text = substr_replace($plain, $piece, $at, \strlen($piece));
                        $judge->same($text, $flags[mt_rand(0, $last)]);
                    }
                }
            }
        }
    }

    /** Every length from 1 to 80, each ill-formed piece at every place of it, and up to seven other pieces around it. */
    public static function short(Judge $judge): void
    {
        $flags = [...self::POLICIES, JSON_INVALID_UTF8_SUBSTITUTE | Flags::MONOLOG, JSON_INVALID_UTF8_IGNORE | Flags::SYMFONY];
        $last = \count($flags) - 1;
        $letters = str_repeat('abcdefghijklmnopqrstuvwxyz0123456789 ', 3);
        foreach (self::ILL_FORMED as $piece) {
            for ($length = 1; $length <= 80; $length++) {
                for ($at = 0; $at < $length; $at++) {
                    if (!$judge->wants()) {
                        continue;
                    }
                    $text = substr($letters, 0, $length);
                    for ($others = mt_rand(-7, 7); $others > 0; $others--) {
                        $text = substr_replace($text, self::SPECIAL[mt_rand(0, \count(self::SPECIAL) - 1)], mt_rand(0, $length), 1);
                    }
                    $text = substr_replace($text, $piece, $at, 1);
                    $judge->same(mt_rand(0, 1) ? $text : [$text, $text => $text], $flags[mt_rand(0, $last)]);
                }
            }
        }
    }

    /** Texts of every kind and of lengths up to megabytes; alone, as keys and in lists. */
    public static function texts(Judge $judge): void
    {
        for ($left = $judge->some(150_000); $left > 0; $left--) {
            $judge->same(Values::text(mt_rand(0, 9) === 0), Flags::any());
        }
        for ($left = $judge->some(20_000); $left > 0; $left--) {
            $judge->same([Values::text(mt_rand(0, 19) === 0) => Values::text(false), 'b' => [Values::text(false)]], Flags::any());
        }
        foreach ([4000, 4096, 8191, 65_535, 65_536, 1_000_003, 3_000_000] as $length) {
            for ($left = $length < 10_000 || $judge->wants() ? $judge->some(12) : 0; $left > 0; $left--) {
                $text = '';
                while (\strlen($text) < $length) {
                    $text .= str_repeat(Values::text(false), 1 + intdiv($length, 2000));
                }
                $text = self::cut($text, $length);
                foreach (mt_rand(0, 1) ? [0, Flags::UNESCAPED] : [Flags::any()] as $flags) {
                    $judge->same($text, $flags);
                    $text[mt_rand(0, \strlen($text) - 1)] = "\x80";
                    $judge->same($text, $flags | JSON_INVALID_UTF8_SUBSTITUTE);
                }
            }
        }
    }

    /** The longest prefix of whole characters with at most `$length` bytes. */
    private static function cut(string $text, int $length): string
    {
        while ($length > 0 && (\ord($text[$length] ?? 'a') & 0xc0) === 0x80) {
            $length--;
        }
        return substr($text, 0, $length);
    }
}
