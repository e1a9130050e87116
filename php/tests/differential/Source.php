<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/** Values as PHP that can be pasted: bytes outside ASCII in hex. */
final class Source
{
    public static function of(mixed $value): string
    {
        return match (true) {
            \is_string($value) => self::text($value),
            \is_array($value) => self::array($value),
            \is_float($value) => self::float($value),
            $value instanceof \stdClass => '(object) ' . self::array(get_object_vars($value)),
            $value instanceof \UnitEnum => '\\' . $value::class . '::' . $value->name,
            \is_object($value) => '/* a ' . $value::class . ' */ null',
            \is_resource($value) => 'STDIN',
            default => var_export($value, true),
        };
    }

    private static function text(string $text): string
    {
        $long = \strlen($text);
        if ($long > 64 && $text === str_repeat($text[0], $long)) {
            return 'str_repeat(' . self::text($text[0]) . ", $long)";
        }
        $hex = fn (array $byte) => sprintf('\x%02x', \ord($byte[0]));
        return '"' . preg_replace_callback('/[^ !#%-\[\]-~]/', $hex, $text) . '"';
    }

    private static function array(array $array): string
    {
        $is_list = array_is_list($array);
        $items = [];
        foreach ($array as $key => $value) {
            $items[] = ($is_list ? '' : self::of($key) . ' => ') . self::of($value);
        }
        return '[' . implode(', ', $items) . ']';
    }

    private static function float(float $value): string
    {
        $bits = bin2hex(pack('E', $value));
        return is_finite($value) ? sprintf('%.17e /* %s */', $value, $bits) : "\\unpack('E', \\hex2bin('$bits'))[1]";
    }
}
