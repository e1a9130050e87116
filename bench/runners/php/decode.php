<?php
/**
 * json_decode and json_validate, ours and PHP's own in turn in this process. tools/run bench-php-decode starts it.
 *
 *   php -d extension=stringmill -d stringmill.override=0 decode.php --corpus=FOLDER --documents=FOLDER [--quick|--table]
 *     [ROW-PREFIX...]
 *
 * --corpus     bench/corpus
 * --documents  the folder of documents of `stringmill-demo shapes`
 * --quick      as a test: values and memory are compared, nothing is timed
 * --table      a table in Markdown
 *
 * Rows are chosen by rule: every document of the folder, lists of numbers and strings, text of 4 KB of every kind, tiny texts,
 * nested arrays, and a text with an error at its begin, middle and end. If fastjson is loaded, it runs beside them.
 */

declare(strict_types=1);

namespace Stringmill\Bench;

require __DIR__ . '/timing.php';
require __DIR__ . '/values.php';

const ROUNDS = 21;
const MICROS = 4000;

/* Each loop is written out, so that a call in it is the same as in a program. Freeing the value is in the time. */

function decode_ours(string $json, bool $arrays, int $times): int
{
    $start = processor_time();
    for (; $times > 0; $times--) {
        \Stringmill\json_decode($json, $arrays);
    }
    return processor_time() - $start;
}

function decode_php(string $json, bool $arrays, int $times): int
{
    $start = processor_time();
    for (; $times > 0; $times--) {
        \json_decode($json, $arrays);
    }
    return processor_time() - $start;
}

function decode_fastjson(string $json, bool $arrays, int $times): int
{
    $start = processor_time();
    for (; $times > 0; $times--) {
        \fastjson_decode($json, $arrays);
    }
    return processor_time() - $start;
}

function validate_ours(string $json, bool $arrays, int $times): int
{
    $start = processor_time();
    for (; $times > 0; $times--) {
        \Stringmill\json_validate($json);
    }
    return processor_time() - $start;
}

function validate_php(string $json, bool $arrays, int $times): int
{
    $start = processor_time();
    for (; $times > 0; $times--) {
        \json_validate($json);
    }
    return processor_time() - $start;
}

function validate_fastjson(string $json, bool $arrays, int $times): int
{
    $start = processor_time();
    for (; $times > 0; $times--) {
        \fastjson_validate($json);
    }
    return processor_time() - $start;
}

function loop(string $json, bool $arrays, int $times): int
{
    $start = processor_time();
    for (; $times > 0; $times--) {
    }
    return processor_time() - $start;
}

/** Nanoseconds of a call, the lower quartile of rounds in turn, for each subject. */
function raced(array $subjects, string $json, bool $arrays): array
{
    $times = $taken = [];
    foreach ($subjects as $subject) {
        $function = __NAMESPACE__ . "\\$subject";
        $once = max(1, min($function($json, $arrays, 2), $function($json, $arrays, 2)) / 2);
        $times[$subject] = max(2, (int) ceil(MICROS * 1000 / $once));
    }
    for ($round = 0; $round < ROUNDS; $round++) {
        foreach ($subjects as $subject) {
            $around = loop($json, $arrays, $times[$subject]);
            $function = __NAMESPACE__ . "\\$subject";
            $taken[$subject][] = max(1, $function($json, $arrays, $times[$subject]) - $around) / $times[$subject];
        }
    }
    return lower_quartiles($taken);
}

/** The first 4 KB of a text, repeated if it is shorter, as a JSON string. */
function text_of(string $text, int $flags): string
{
    $text = str_repeat($text, (int) ceil(4096 / \strlen($text)));
    $cut = preg_replace('/[\xC0-\xFF][\x80-\xBF]*\z/', '', substr($text, 0, 4096));
    return json_encode($cut, $flags | JSON_THROW_ON_ERROR);
}

/** @return \Generator<string, string> each row's text */
function rows(string $corpus, string $documents): \Generator
{
    $unescaped = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
    foreach (['0' => '1', 'list' => '[]', 'object' => '{}', 'string' => '"a"', 'true' => 'true', 'member' => '{"a":1}',
        'two members' => '{"id":1,"name":"x"}', '77 bytes' => '{"id":12345,"name":"Ada Lovelace","email":"ada@example.org","active":true,"n":3}']
        as $name => $text) {
        yield "tiny $name" => $text;
    }
    $api = Values::make('api', 2000);
    yield 'api records' => json_encode($api, $unescaped);
    yield 'api one record' => json_encode($api[0], $unescaped);
    yield 'api escaped' => json_encode($api);
    yield 'api pretty' => json_encode($api, $unescaped | JSON_PRETTY_PRINT);
    yield 'orders' => json_encode(Values::make('orders', 2000));
    foreach (['ints', 'floats-2', 'floats-random', 'strings-15'] as $content) {
        yield "list $content" => json_encode(Values::make($content, 50000), $unescaped);
    }
    foreach (glob("$documents/*json") ?: [] as $file) {
        if (!str_ends_with($file, '.ndjson')) {
            yield 'document ' . basename($file) => trim(file_get_contents($file));
        }
    }
    yield 'text ASCII' => text_of(preg_replace('/[^ -~]|["\\\\]/', ' ', file_get_contents("$corpus/text/en.txt")), $unescaped);
    foreach (['fr', 'ru', 'ja', 'zh-hans'] as $language) {
        $text = preg_replace('/\s/', ' ', file_get_contents("$corpus/text/$language.txt"));
        yield "text $language" => text_of($text, $unescaped);
        yield "text $language escaped" => text_of($text, 0);
    }
    yield 'text HTML' => text_of(file_get_contents("$corpus/html/shop.html"), 0);
    yield 'nested 20' => '[' . implode(',', array_fill(0, 500, str_repeat('[{"a":', 10) . '1' . str_repeat('}]', 10))) . ']';
    yield 'nested 450' => '[' . implode(',', array_fill(0, 200, str_repeat('[', 450) . str_repeat(']', 450))) . ']';
    $records = json_encode($api, $unescaped);
    foreach (['begin' => 0.1, 'middle' => 0.5, 'end' => 1.0] as $where => $part) {
        yield "error at $where" => substr($records, 0, (int) (\strlen($records) * $part) - 1) . "\x01" . substr($records, (int) (\strlen($records) * $part));
    }
}

/** Whether both give the same, and how much more memory than PHP's own ours needs at most, in bytes. */
function compared(string $row, string $json, bool $arrays): int
{
    $peaks = [];
    $values = [];
    foreach (['json_decode', 'Stringmill\json_decode'] as $function) {
        $function('1');
        $before = memory_get_usage();
        memory_reset_peak_usage();
        $value = $function($json, $arrays);
        $peaks[] = memory_get_peak_usage() - $before;
        $values[] = serialize($value) . json_last_error_msg();
        unset($value);
    }
    if ($values[0] !== $values[1]) {
        fwrite(STDERR, "decode: FAILED: $row differs\n");
        exit(1);
    }
    return $peaks[1] - $peaks[0];
}

function main(): int
{
    global $argv;
    $options = getopt('', ['corpus:', 'documents:', 'quick', 'table'], $rest);
    $prefixes = \array_slice($argv, $rest);
    $table = isset($options['table']);
    ini_set('memory_limit', '2G');
    $fastjson = \function_exists('fastjson_decode');
    $native = \function_exists('json_validate');
    if ($table) {
        echo '| text | bytes | PHP, MB/s | arrays | objects | validate |', $fastjson ? ' fastjson: arrays | objects | validate |' : '', "\n|---|---:|---:|---:|---:|---:|",
            $fastjson ? '---:|---:|---:|' : '', "\n";
    }
    foreach (rows($options['corpus'], $options['documents']) as $row => $json) {
        if ($prefixes && !array_filter($prefixes, fn (string $prefix): bool => str_starts_with($row, $prefix))) {
            continue;
        }
        $more = max(compared($row, $json, true), compared($row, $json, false));
        if ($more > 65536) {
            fwrite(STDERR, "decode: FAILED: $row needs $more bytes more than PHP's own\n");
            return 1;
        }
        if (isset($options['quick'])) {
            continue;
        }
        $decoders = $fastjson ? ['decode_ours', 'decode_php', 'decode_fastjson'] : ['decode_ours', 'decode_php'];
        $arrays = raced($decoders, $json, true);
        $objects = raced($decoders, $json, false);
        // Before 8.3 PHP has no json_validate, and programs decode.
        $validators = [...['validate_ours'], ...($native ? ['validate_php'] : []), ...($fastjson ? ['validate_fastjson'] : [])];
        $valid = raced($validators, $json, true);
        $valid['validate_php'] ??= $arrays['decode_php'];
        $cells = [
            $row, number_format(\strlen($json)), sprintf('%.0f', \strlen($json) * 1000 / $arrays['decode_php']),
            sprintf('%.2f', $arrays['decode_php'] / $arrays['decode_ours']),
            sprintf('%.2f', $objects['decode_php'] / $objects['decode_ours']),
            sprintf('%.2f', $valid['validate_php'] / $valid['validate_ours']),
        ];
        if ($fastjson) {
            $cells[] = sprintf('%.2f', $arrays['decode_php'] / $arrays['decode_fastjson']);
            $cells[] = sprintf('%.2f', $objects['decode_php'] / $objects['decode_fastjson']);
            $cells[] = sprintf('%.2f', $valid['validate_php'] / $valid['validate_fastjson']);
        }
        if ($table) {
            echo '| ', implode(' | ', $cells), " |\n";
        } else {
            vprintf("%-26s %9s bytes  PHP %5s MB/s  arrays %5s  objects %5s  validate %5s" . ($fastjson ? "  fastjson %5s %5s %5s\n" : "\n"), $cells);
        }
    }
    return 0;
}

exit(main());
