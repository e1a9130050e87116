<?php
/**
 * Streams of JSON: iterators and writers, ours and what programs use today in turn in this process. tools/run bench-php-streams
 * starts it.
 *
 *   php -d extension=stringmill -d stringmill.override=0 streams.php --folder=FOLDER [--json-machine=FOLDER] [--quick|--table]
 *     [ROW-PREFIX...]
 *
 * --folder        where the texts are written, and read from
 * --json-machine  the sources of https://github.com/halaxa/json-machine, which then runs beside them
 * --quick         as a test: values and bytes are compared, nothing is timed
 * --table         a table in Markdown
 */

declare(strict_types=1);

namespace Stringmill\Bench;

require __DIR__ . '/timing.php';
require __DIR__ . '/values.php';

const ROUNDS = 15;
const MICROS = 25000;

/* Each reader calls $use with every value, unless it is null: the loop is then as in a program that has no use for it. */

function items_ours(string $file, int $flags, ?callable $use): void
{
    foreach (\Stringmill\json_items(fopen($file, 'r'), '', $flags) as $value) {
        $use && $use($value);
    }
}

function items_whole_ours(string $file, int $flags, ?callable $use): void
{
    foreach (\Stringmill\json_decode(file_get_contents($file), null, 512, $flags) as $value) {
        $use && $use($value);
    }
}

function items_whole_php(string $file, int $flags, ?callable $use): void
{
    foreach (\json_decode(file_get_contents($file), null, 512, $flags) as $value) {
        $use && $use($value);
    }
}

function items_machine(string $file, int $flags, ?callable $use): void
{
    $options = ['decoder' => new \JsonMachine\JsonDecoder\ExtJsonDecoder((bool) ($flags & JSON_OBJECT_AS_ARRAY))];
    foreach (\JsonMachine\Items::fromFile($file, $options) as $value) {
        $use && $use($value);
    }
}

function lines_ours(string $file, int $flags, ?callable $use): void
{
    foreach (\Stringmill\ndjson_items(fopen($file, 'r'), $flags) as $value) {
        $use && $use($value);
    }
}

function lines_php(string $file, int $flags, ?callable $use): void
{
    $stream = fopen($file, 'r');
    while (($line = fgets($stream)) !== false) {
        $value = \json_decode($line, null, 512, $flags);
        $use && $use($value);
    }
}

function lines_fgets_ours(string $file, int $flags, ?callable $use): void
{
    $stream = fopen($file, 'r');
    while (($line = fgets($stream)) !== false) {
        $value = \Stringmill\json_decode($line, null, 512, $flags);
        $use && $use($value);
    }
}

function rows(array $values): \Generator
{
    foreach ($values as $value) {
        yield $value;
    }
}

function write_lines_ours(array $values, string $file): void
{
    \Stringmill\ndjson_write(rows($values), fopen($file, 'w'));
}

function write_lines_php(array $values, string $file): void
{
    $stream = fopen($file, 'w');
    foreach (rows($values) as $value) {
        fwrite($stream, \json_encode($value) . "\n");
    }
}

function write_items_ours(array $values, string $file): void
{
    \Stringmill\json_write_items(rows($values), fopen($file, 'w'));
}

function write_items_php(array $values, string $file): void
{
    $stream = fopen($file, 'w');
    $separator = '[';
    foreach (rows($values) as $value) {
        fwrite($stream, $separator . \json_encode($value));
        $separator = ',';
    }
    fwrite($stream, ']');
}

/** Nanoseconds of a call, the lower quartile of rounds in turn, for each subject. */
function raced(array $subjects, mixed ...$arguments): array
{
    $times = $taken = [];
    $run = function (string $subject, int $times) use ($arguments): int {
        $function = __NAMESPACE__ . "\\$subject";
        $start = processor_time();
        for (; $times > 0; $times--) {
            $function(...$arguments);
        }
        return processor_time() - $start;
    };
    foreach ($subjects as $subject) {
        $times[$subject] = max(1, (int) ceil(MICROS * 1000 / max(1, min($run($subject, 1), $run($subject, 1)))));
    }
    for ($round = 0; $round < ROUNDS; $round++) {
        foreach ($subjects as $subject) {
            $taken[$subject][] = $run($subject, $times[$subject]) / $times[$subject];
        }
    }
    return lower_quartiles($taken);
}

/** @return array<string, array> each row's values */
function values(): array
{
    $small = [];
    for ($i = 0; $i < 40000; $i++) {
        $small[] = ['id' => 10000 + $i, 'name' => 'Ada Lovelace', 'email' => 'ada@example.org', 'active' => $i % 2 === 0, 'n' => 3];
    }
    return [
        'small records' => $small,
        'orders' => Values::make('orders', 20000),
        'api records' => Values::make('api', 8000),
        'api records of 60 each' => array_chunk(Values::make('api', 7200), 60),
        'integers' => Values::make('ints', 200000),
        'strings of 15' => Values::make('strings-15', 100000),
        'text of 4 KB' => array_fill(0, 1500, str_repeat('The quick brown fox jumps over the lazy dog. ', 91)),
    ];
}

function same(string $row, array $subjects, callable $result): void
{
    $first = $result(array_shift($subjects));
    foreach ($subjects as $subject) {
        if ($result($subject) !== $first) {
            fwrite(STDERR, "streams: FAILED: $row: $subject differs\n");
            exit(1);
        }
    }
}

function hashed(string $reader, string $file, int $flags): string
{
    $hash = hash_init('md5');
    (__NAMESPACE__ . "\\$reader")($file, $flags, function (mixed $value) use ($hash): void {
        hash_update($hash, serialize($value));
    });
    return hash_final($hash);
}

/** Whether all read the same values, and write the same bytes. */
function compare(string $row, array $values, array $files, array $of_items, array $of_lines): void
{
    foreach ([0, JSON_OBJECT_AS_ARRAY] as $as) {
        same($row, $of_items, fn (string $reader): string => hashed($reader, $files['array'], $as));
        same($row, $of_lines, fn (string $reader): string => hashed($reader, $files['lines'], $as));
    }
    foreach ([['write_lines_ours', 'write_lines_php'], ['write_items_ours', 'write_items_php']] as $writers) {
        same($row, $writers, function (string $writer) use ($values, $files): string {
            (__NAMESPACE__ . "\\$writer")($values, $files['out']);
            return md5_file($files['out']);
        });
    }
}

function main(): int
{
    global $argv;
    $options = getopt('', ['folder:', 'json-machine:', 'quick', 'table'], $rest);
    $prefixes = \array_slice($argv, $rest);
    $folder = $options['folder'];
    ini_set('memory_limit', '2G');
    $machine = $options['json-machine'] ?? null;
    if ($machine !== null) {
        spl_autoload_register(function (string $class) use ($machine): void {
            $file = $machine . '/' . strtr(substr($class, \strlen('JsonMachine\\')), '\\', '/') . '.php';
            str_starts_with($class, 'JsonMachine\\') && is_file($file) && require $file;
        });
        require "$machine/functions.php";
    }
    if (isset($options['table'])) {
        echo '| values | MB | items: arrays | objects | beside the whole text | lines: arrays | objects | lines written | items written |',
            $machine ? ' items beside json-machine |' : '', "\n|---|---:|---:|---:|---:|---:|---:|---:|---:|", $machine ? '---:|' : '', "\n";
    }
    foreach (values() as $row => $values) {
        if ($prefixes && !array_filter($prefixes, fn (string $prefix): bool => str_starts_with($row, $prefix))) {
            continue;
        }
        $files = ['array' => "$folder/items.json", 'lines' => "$folder/items.ndjson", 'out' => "$folder/written"];
        $flags = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
        file_put_contents($files['array'], json_encode($values, $flags));
        file_put_contents($files['lines'], implode("\n", array_map(fn (mixed $value): string => json_encode($value, $flags), $values)) . "\n");
        $of_items = ['items_ours', 'items_whole_ours', 'items_whole_php', ...($machine ? ['items_machine'] : [])];
        $of_lines = ['lines_ours', 'lines_php', 'lines_fgets_ours'];
        compare($row, $values, $files, $of_items, $of_lines);
        if (isset($options['quick'])) {
            continue;
        }
        clearstatcache();
        $items = raced($of_items, $files['array'], JSON_OBJECT_AS_ARRAY, null);
        $items_objects = raced(\array_slice($of_items, 0, 3), $files['array'], 0, null);
        $lines = raced($of_lines, $files['lines'], JSON_OBJECT_AS_ARRAY, null);
        $lines_objects = raced($of_lines, $files['lines'], 0, null);
        $written = raced(['write_lines_ours', 'write_lines_php'], $values, '/dev/null');
        $written_items = raced(['write_items_ours', 'write_items_php'], $values, '/dev/null');
        $cells = [
            $row, sprintf('%.1f', filesize($files['lines']) / 1e6),
            sprintf('%.2f', $items['items_whole_php'] / $items['items_ours']),
            sprintf('%.2f', $items_objects['items_whole_php'] / $items_objects['items_ours']),
            sprintf('%.2f; %.2f', $items['items_whole_ours'] / $items['items_ours'], $items_objects['items_whole_ours'] / $items_objects['items_ours']),
            sprintf('%.2f', $lines['lines_php'] / $lines['lines_ours']),
            sprintf('%.2f', $lines_objects['lines_php'] / $lines_objects['lines_ours']),
            sprintf('%.2f', $written['write_lines_php'] / $written['write_lines_ours']),
            sprintf('%.2f', $written_items['write_items_php'] / $written_items['write_items_ours']),
            ...($machine ? [sprintf('%.0f', $items['items_machine'] / $items['items_ours'])] : []),
        ];
        echo isset($options['table']) ? '| ' . implode(' | ', $cells) . " |\n" : implode('  ', array_map(fn (string $cell): string => str_pad($cell, 12), $cells)) . "\n";
    }
    return 0;
}

exit(main());
