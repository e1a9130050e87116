<?php
/**
 * Lists of short strings, keys and small messages, ours and PHP's own in turn in this process. tools/run bench-php-short starts
 * it, once for each tier.
 *
 *   php -d extension=stringmill -d stringmill.override=0 short.php --words=FOLDER [--documents=FOLDER] [--beside=FUNCTION] [--quick|--table] [--below=RATIO]
 *     [ROW-PREFIX...]
 *
 * --words      the folder of lists of words
 * --documents  the folder of documents of `stringmill-demo shapes`
 * --beside     the function to compare with, which takes what json_encode takes; default: json_encode
 * --quick      as a test: outputs are compared, nothing is timed
 * --table      prints ratios alone, as tables of kinds by lengths, in Markdown
 * --below      prints only rows with a lower ratio
 *
 * Rows are chosen by rule: the words of each list, and strings of each length with one character of each kind, each under the
 * flags that change how it is escaped. Strings are drawn at random, and again for each round, so that no predictor learns
 * them.
 */

declare(strict_types=1);

namespace Stringmill\Bench;

const STRINGS = 1000;
const ROUNDS = 21;

const LENGTHS = [3, 6, 10, 15, 20, 30, 45, 64, 120];

/** The character of each kind, and whether the whole string consists of it. */
const KINDS = [
    'clean' => ['', false],
    'accent' => ['é', false],
    'han' => ['日', false],
    'emoji' => ['😀', false],
    'quote' => ['"', false],
    'slash' => ['/', false],
    'line-feed' => ["\n", false],
    'separator' => ["\u{2028}", false],
    'cyrillic' => ['ж', true],
    'cjk' => ['語', true],
];

const FLAGS = [
    '0' => 0,
    'unescaped' => JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES,
    'hex' => JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT,
];

/** A string of `$length` bytes with the character at a random place. */
function one(string $character, bool $whole, int $length): string
{
    $rest = $length - \strlen($character);
    $letters = '';
    for ($i = 0; $i < $length; $i++) {
        $letters .= \chr(mt_rand(\ord('a'), \ord('z')));
    }
    if ($whole) {
        $times = intdiv($length, \strlen($character));
        return str_repeat($character, $times) . substr($letters, 0, $length - $times * \strlen($character));
    }
    $at = mt_rand(0, max(0, $rest));
    return substr($letters, 0, $at) . $character . substr($letters, $at, max(0, $rest - $at));
}

/** The documents of a folder, without those of lines. */
function documents(string $folder): \Generator
{
    foreach (glob("$folder/*json") ?: [] as $file) {
        if (!str_ends_with($file, '.ndjson')) {
            $value = \json_decode(file_get_contents($file) ?: '', true, 512, JSON_THROW_ON_ERROR);
            yield 'document ' . basename($file) => [['0', 'unescaped', 'hex'], fn (): array => $value, 1];
        }
    }
}

/**
 * All rows: for each name the flags under which it is measured, the function that draws a value, and how many
 * strings that has, unless it is a thousand. A document counts as one.
 */
function rows(string $folder): \Generator
{
    foreach (glob("$folder/*.txt") ?: [] as $file) {
        $words = file($file, FILE_IGNORE_NEW_LINES) ?: [];
        $pick = fn (): string => $words[mt_rand(0, \count($words) - 1)];
        $name = basename($file, '.txt');
        yield "list $name" => [['0', 'unescaped'], fn (): array => array_map($pick, array_fill(0, STRINGS, 0))];
        yield "keys $name" => [['0', 'unescaped'], fn (): array => array_map(
            fn () => [$pick() => 1, $pick() => true, $pick() => 'x'], array_fill(0, STRINGS, 0))];
    }
    $lists = array_map(fn (string $name) => file("$folder/$name.txt", FILE_IGNORE_NEW_LINES) ?: [],
        ['fr-names' => 'fr-names', 'fr-cities' => 'fr-cities']);
    $of = fn (string $name): string => $lists[$name][mt_rand(0, \count($lists[$name]) - 1)];
    yield 'rows person' => [['0', 'unescaped'], fn (): array => array_map(fn () => ['id' => mt_rand(1, 99999),
        'prenom' => $of('fr-names'), 'nom' => strtoupper($of('fr-names')), 'ville' => $of('fr-cities')], array_fill(0, STRINGS, 0))];
    yield 'rows price' => [['0', 'unescaped'], fn (): array => array_map(fn () => ['id' => mt_rand(1, 99999),
        'price' => mt_rand(1, 99) . ' €', 'size' => mt_rand(30, 50)], array_fill(0, STRINGS, 0))];
    foreach (KINDS as $kind => [$character, $whole]) {
        foreach (LENGTHS as $length) {
            if ($length >= \strlen($character)) {
                yield "$kind $length" => [['0', 'unescaped', 'hex'], fn (): array => array_map(
                    fn () => one($character, $whole, $length), array_fill(0, STRINGS, 0))];
            }
        }
    }
    foreach ([20, 64, 220] as $length) {
        $cut = fn (): array => array_map(fn () => one("\xC3", false, $length), array_fill(0, STRINGS, 0));
        yield "ill-formed $length" => [['replaced', 'ignored', 'partial'], $cut];
    }
}

const ILL_FORMED_FLAGS = ['replaced' => JSON_INVALID_UTF8_SUBSTITUTE, 'ignored' => JSON_INVALID_UTF8_IGNORE,
    'partial' => JSON_PARTIAL_OUTPUT_ON_ERROR];

/** Median nanoseconds of a value of `$count` strings, by these: ours, and the function that is compared. */
function in_turn_short(\Closure $draw, int $flags, int $count, string $beside): array
{
    $samples = [[], []];
    for ($round = 0; $round < ROUNDS; $round++) {
        $value = $draw();
        foreach ([0, 1, 1, 0] as $subject) {
            $start = hrtime(true);
            $subject === 0 ? \Stringmill\json_encode($value, $flags) : $beside($value, $flags);
            $samples[$subject][] = hrtime(true) - $start;
        }
    }
    return array_map(function (array $one) use ($count): float {
        sort($one);
        return $one[intdiv(\count($one), 2)] / $count;
    }, $samples);
}

/**
 * Prints ratios of rows by settings: rows whose names end with a length as a table of kinds by lengths for each setting, the
 * others as one table of rows by settings.
 */
function tables(array $ratios): void
{
    $lengths = $others = [];
    foreach ($ratios as $name => $settings) {
        $is_length = preg_match('/^(\S+) (\d+)$/', $name, $parts);
        foreach ($settings as $setting => $ratio) {
            if ($is_length) {
                $lengths[$setting][$parts[1]][(int) $parts[2]] = $ratio;
            } else {
                $others[$name][$setting] = $ratio;
            }
        }
    }
    foreach ($lengths as $setting => $rows) {
        table("flags $setting, bytes", $rows);
    }
    table('row', $others);
}

/** Prints a table in Markdown; a cell without a ratio is empty. */
function table(string $corner, array $rows): void
{
    $columns = array_keys(array_replace(...(array_values($rows) ?: [[]])));
    sort($columns);
    if ($columns === []) {
        return;
    }
    echo "| $corner | ", implode(' | ', $columns), " |\n|---|", str_repeat('---:|', \count($columns)), "\n";
    foreach ($rows as $name => $cells) {
        $texts = array_map(fn ($column) => isset($cells[$column]) ? \sprintf('%.2f', $cells[$column]) : '', $columns);
        echo "| $name | ", implode(' | ', $texts), " |\n";
    }
    echo "\n";
}

/** @param list<string> $arguments */
function main_short(array $arguments): int
{
    $options = $prefixes = [];
    foreach ($arguments as $argument) {
        if (preg_match('/^--(words|documents|beside|quick|table|below)(?:=(.+))?$/', $argument, $option)) {
            $options[$option[1]] = $option[2] ?? '';
        } else {
            $prefixes[] = $argument;
        }
    }
    if (!\function_exists('Stringmill\json_encode') || \ini_get('stringmill.override')) {
        fwrite(STDERR, "error: the extension must be loaded, with -d stringmill.override=0\n");
        return 1;
    }
    $beside = $options['beside'] ?? 'json_encode';
    if (!\function_exists($beside)) {
        fwrite(STDERR, "error: this PHP has no function $beside\n");
        return 1;
    }
    mt_srand(43);
    $measured = 0;
    $ratios = [];
    $rows = (function () use ($options): \Generator {
        yield from rows($options['words'] ?? '.');
        if (isset($options['documents'])) {
            yield from documents($options['documents']);
        }
    })();
    foreach ($rows as $name => $row) {
        [$settings, $draw, $count] = $row + [2 => STRINGS];
        if ($prefixes !== [] && array_filter($prefixes, fn (string $prefix) => str_starts_with($name, $prefix)) === []) {
            continue;
        }
        foreach ($settings as $setting) {
            $flags = (FLAGS + ILL_FORMED_FLAGS)[$setting];
            $value = $draw();
            if ($beside($value, $flags) !== \Stringmill\json_encode($value, $flags)) {
                fwrite(STDERR, "error: $name, $setting: outputs differ\n");
                return 1;
            }
            $measured++;
            if (isset($options['quick'])) {
                continue;
            }
            [$ours, $original] = in_turn_short($draw, $flags, $count, $beside);
            if (isset($options['table'])) {
                $ratios[$name][$setting] = $original / $ours;
            } elseif ($original / $ours < (float) ($options['below'] ?? INF)) {
                printf("%-24s %-10s %7.1f ns, %s %7.1f: %.2f\n", $name, $setting, $ours, $beside, $original, $original / $ours);
            }
        }
    }
    tables($ratios);
    echo "$measured rows, tier ", \Stringmill\tier(), "\n";
    return $measured > 0 ? 0 : 1;
}

exit(main_short(\array_slice($argv, 1)));
