<?php

declare(strict_types=1);

namespace Stringmill\Bench;

/**
 * The file of cases, as far as it uses TOML: tables, arrays of tables, and keys with a number, a string, or an array of
 * these, which may span lines. Anything else is an error.
 */
function read_cases(string $file): array
{
    $text = preg_replace('/^\s*#.*$/m', '', (string) file_get_contents($file));
    $text = preg_replace_callback('/\[[^\[\]=]*,?\s*\]/', fn (array $array) => preg_replace('/\s*\n\s*/', ' ', $array[0]), $text);
    $all = [];
    $table = &$all;
    foreach (array_filter(array_map(trim(...), explode("\n", $text)), strlen(...)) as $line) {
        if (preg_match('/^\[\[(\w+)\]\]$/', $line, $head)) {
            $all[$head[1]][] = [];
            $table = &$all[$head[1]][array_key_last($all[$head[1]])];
        } elseif (preg_match('/^\[(\w+)\]$/', $line, $head)) {
            $all[$head[1]] = [];
            $table = &$all[$head[1]];
        } elseif (preg_match('/^(\w+) = (\d+|"[^"]*"|\[.*\])$/', $line, $pair)) {
            // What is left of TOML's values here is JSON, but for a comma after the last one.
            $table[$pair[1]] = json_decode(preg_replace('/,\s*\]$/', ']', $pair[2]), true, 512, JSON_THROW_ON_ERROR);
        } else {
            refuse("$file: what is '$line'?");
        }
    }
    return $all;
}
