<?php

declare(strict_types=0);

/** Texts, valid and not. */
final class Texts
{
    private const CHARACTERS = [
        'a', 'Z', '0', ' ', '/', "\x7F", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{FFFF}", "\u{10000}",
        "\u{10FFFF}", "\u{E9}", "\u{65E5}", "\u{1F600}", '\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t', '\\u0041', '\\u00e9',
        '\\u20AC', '\\ud83d\\ude00', '\\u0000', '\\u001f', '\\uFFFF', '\\u07ff', '\\u0800',
    ];
    private const BAD = [
        "\x80", "\xC0\xAF", "\xC2", "\xE2\x82", "\xED\xA0\x80", "\xF0\x9F\x98", "\xF4\x90\x80\x80", "\xFF", "\x1F", "\n", "\0", '\\x',
        '\\u12', '\\ud800', '\\udc00', '\\ud800\\u0041', '\\uD800\\uD800', '\\', "\xF8\x88\x80\x80\x80", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF",
    ];
    private const NAMES = ['a', 'b', 'id', 'name', 'email', 'created_at', '', '0', '1', '2', '5', '-1', '-0', '01', '9223372036854775807',
        '9223372036854775808', '-9223372036854775808', '1.5', 'longer than eight', 'longer than nine!', '\\u0031', '\\u0000a', 'a\\u0000',
        "\u{E9}", '_empty_', '10', '100'];

    private static function one(array $from): string
    {
        return $from[mt_rand(0, \count($from) - 1)];
    }

    public static function string(): string
    {
        $text = '';
        $len = self::one([0, 1, 1, 2, 3, 5, 8, 12, 15, 16, 17, 31, 40]);
        if (mt_rand(0, 40) === 0) {
            $text = str_repeat(self::one(['x', "\u{E9}", "\u{65E5}", 'ab\\n', '\\u00e9', "<a href=\\\"b\\\">\\/"]), mt_rand(10, 30) * mt_rand(1, 30));
        } elseif (mt_rand(0, 3) === 0) {
            $text = str_repeat('plain ', mt_rand(1, 14));
        }
        for ($i = 0; $i < $len; $i++) {
            $text .= mt_rand(0, 2) ? 'k' : self::one(self::CHARACTERS);
        }
        if (mt_rand(0, 60) === 0) {
            $text .= self::one(self::BAD) . self::one(['', 'x', '"', 'abcdefghijklmnop']);
        }
        return $text;
    }

    public static function number(): string
    {
        $digits = '';
        for ($len = self::one([1, 1, 2, 3, 5, 10, 16, 17, 18, 19, 19, 20, 21, 40]), $i = 0; $i < $len; $i++) {
            $digits .= mt_rand($i === 0 && $len > 1 ? 1 : 0, 9);
        }
        $digits = match (mt_rand(0, 30)) {
            0 => '0', 1 => '9223372036854775807', 2 => '9223372036854775808', 3 => '9007199254740993', 4 => '0' . $digits, 5 => '',
            6 => '9007199254740992', default => $digits,
        };
        $fraction = '';
        if (mt_rand(0, 2) === 0) {
            $fraction = '.';
            for ($len = self::one([0, 1, 2, 2, 2, 3, 6, 15, 17, 30]), $i = 0; $i < $len; $i++) {
                $fraction .= mt_rand(0, 9);
            }
        }
        $exponent = mt_rand(0, 5) ? '' : self::one(['e', 'E', 'e+', 'e-', 'E-']) . self::one(['', '0', '1', '5', '10', '22', '23', '300',
            '308', '309', '324', '400', '00001', '99999999999']);
        return (mt_rand(0, 3) ? '' : '-') . $digits . $fraction . $exponent;
    }

    private static function space(): string
    {
        return mt_rand(0, 6) ? '' : self::one([' ', "\n", "\t", "\r\n", "\n    ", '                      ', "\n                   \n", "\v", '  ']);
    }

    private static function name(): string
    {
        return match (mt_rand(0, 9)) {
            0 => self::string(),
            1 => 'n' . mt_rand(0, 600),
            2 => str_repeat('long', mt_rand(1, 30)),
            default => self::one(self::NAMES),
        };
    }

    public static function value(int $levels): string
    {
        $kind = mt_rand(0, $levels > 0 ? 9 : 5);
        if ($kind <= 1) {
            return self::number();
        }
        if ($kind <= 4) {
            return '"' . self::string() . '"';
        }
        if ($kind === 5) {
            return self::one(['true', 'false', 'null', '[]', '{}', '[ ]', "{\n}", 'True', 'nul', '0', '1', '""']);
        }
        $count = self::one([0, 1, 1, 2, 3, 4, 7, 8, 9, 17]);
        $parts = [];
        for ($i = 0; $i < $count; $i++) {
            $value = self::space() . self::value($levels - 1) . self::space();
            $parts[] = $kind <= 7 ? $value : self::space() . '"' . self::name() . '"' . self::space() . ':' . $value;
        }
        return $kind <= 7 ? '[' . implode(',', $parts) . ']' : '{' . implode(',', $parts) . '}';
    }

    /** Containers only, deeper than any limit. */
    private static function nested(): string
    {
        $text = '';
        $ends = '';
        for ($levels = self::one([1, 2, 3, 20, 24, 25, 100, 511, 512, 1599, 1600, 1601, 1700, 2600, 5100]), $i = 0; $i < $levels; $i++) {
            [$begin, $end] = self::one2([['[', ']'], ['{"a":', '}'], ['[1,', ']'], ['{"a":{},"b":', '}'], [' [ ', ' ] ']]);
            $text .= $begin;
            $ends = $end . $ends;
        }
        return $text . self::one(['1', '[]', '{}', '', '"x"']) . $ends;
    }

    private static function one2(array $from): array
    {
        return $from[mt_rand(0, \count($from) - 1)];
    }

    private static function records(): string
    {
        $records = [];
        for ($count = mt_rand(0, 3) ? mt_rand(1, 30) : mt_rand(30, 120), $i = 0; $i < $count; $i++) {
            $records[] = '{"id":' . mt_rand() . ',"name":"' . self::string() . '","price":' . mt_rand(0, 99999) / 100
                . ',"tags":["a","b"],"address":{"city":"K\\u00f6ln","zip":"50667","geo":{"lat":50.9375,"lng":6.9603}},"on":true,"none":null}';
        }
        return '[' . implode(self::one([',', ', ', ",\n  "]), $records) . ']';
    }

    public static function any(): string
    {
        $text = match (mt_rand(0, 60)) {
            0 => self::records(),
            1 => self::nested(),
            2 => self::one(self::BAD),
            3 => '{' . self::number() . ':1}',
            default => self::space() . self::value(self::one2([[0], [1], [2], [3], [3], [5]])[0]) . self::space(),
        };
        for ($edits = mt_rand(0, 3) ? 0 : mt_rand(1, 2); $edits > 0; $edits--) {
            $at = mt_rand(0, \strlen($text));
            $text = match (mt_rand(0, 4)) {
                0 => substr($text, 0, $at),
                1 => substr($text, 0, $at) . substr($text, $at + 1),
                2 => substr($text, 0, $at) . self::one(['"', '{', '}', '[', ']', ',', ':', '\\', "\0", ' ', '1', 'e', '.', '-', "\xFF", "\u{E9}"]) . substr($text, $at),
                3 => substr($text, 0, $at) . \chr(mt_rand(0, 255)) . substr($text, $at + 1),
                default => substr($text, 0, $at) . substr($text, mt_rand(0, $at)),
            };
        }
        return $text;
    }
}
