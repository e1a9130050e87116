<?php
/**
 * Writes the tables of a record of tools/run bench-php-short into a page, between its two markers:
 *
 *   php short_page.php RECORD PAGE LINK
 *
 * LINK is the record as the page names it. Everything between the markers is replaced: tables of one tier, rows of real
 * shapes on all tiers, and each row below LOSS on any tier.
 */

declare(strict_types=1);

namespace Stringmill\Bench;

const BEGIN = '<!-- tables: written by tools/run bench-php-short -->';
const END = '<!-- end of tables -->';
const LOSS = 0.97;

/** The tier of the tables by length; the others are in the record. */
const TABLE_TIER = 'avx2';

const TIERS = ['avx512' => 'AVX-512', 'avx2' => 'AVX2', 'sse42' => 'SSE4.2', 'neon' => 'NEON', 'scalar' => 'scalar'];

const KINDS = ['clean' => 'ASCII', 'accent' => 'one `é`', 'han' => 'one `日`', 'emoji' => 'one emoji', 'quote' => 'one `"`',
    'slash' => 'one `/`', 'line-feed' => 'one line feed', 'separator' => 'one U+2028', 'cyrillic' => 'Cyrillic', 'cjk' => 'CJK',
    'ill-formed' => 'one ill-formed byte'];

const SETTINGS = ['0' => 'default flags', 'unescaped' => '`JSON_UNESCAPED_UNICODE` and `JSON_UNESCAPED_SLASHES`', 'hex' => 'flags 15',
    'replaced' => '`JSON_INVALID_UTF8_SUBSTITUTE`', 'ignored' => '`JSON_INVALID_UTF8_IGNORE`',
    'partial' => '`JSON_PARTIAL_OUTPUT_ON_ERROR`'];

const SHAPES = [
    '1,000 first names: English; French' => ['list en-names', 'list fr-names'],
    'German; Polish' => ['list de-names', 'list pl-names'],
    'Russian; Japanese' => ['list ru-names', 'list ja-names'],
    'keys of objects: English; German' => ['keys en-keys', 'keys de-keys'],
    'words of a screen: French; Russian' => ['list fr-ui', 'list ru-ui'],
    'Japanese; Chinese' => ['list ja-ui', 'list zh-ui'],
    '`{id, prenom, nom, ville}`; `{id, "5 €", size}`' => ['rows person', 'rows price'],
    '500 users; one order' => ['document users.json', 'document order.json'],
    '500 products; 500 messages of chat' => ['document products.json', 'document chat.json'],
    'GeoJSON; a dictionary of numbers' => ['document places.geojson', 'document numbers.json'],
];

/** The ratios of a record as texts: by row, setting and tier; rows of lengths are named "KIND LENGTH". */
function ratios(string $record): array
{
    $ratios = $waiting = $columns = [];
    $setting = null;
    foreach (explode("\n", $record) as $line) {
        if (preg_match('/^\d+ rows, tier (\w+)$/', $line, $end)) {
            foreach ($waiting as [$row, $under, $ratio]) {
                $ratios[$row][$under][$end[1]] = $ratio;
            }
            $waiting = [];
        } elseif (preg_match('/^\| (?:flags (\S+), bytes|row) \| (.+) \|$/', $line, $head)) {
            $setting = $head[1] === '' ? null : $head[1];
            $columns = explode(' | ', $head[2]);
        } elseif (preg_match('/^\| ([^|]+) \|(.+)\|$/', $line, $cells) && $columns !== []) {
            foreach (array_map(trim(...), explode('|', $cells[2])) as $at => $ratio) {
                if ($ratio !== '') {
                    $waiting[] = $setting === null ? [$cells[1], $columns[$at], $ratio] : ["$cells[1] $columns[$at]", $setting, $ratio];
                }
            }
        }
    }
    return $ratios;
}

/** Kinds by lengths on one tier. */
function lengths(array $ratios, string $setting): string
{
    $lines = [];
    $all = [];
    foreach ($ratios as $row => $settings) {
        if (isset($settings[$setting][TABLE_TIER]) && preg_match('/^(\S+) (\d+)$/', $row, $parts)) {
            $lines[$parts[1]][(int) $parts[2]] = $settings[$setting][TABLE_TIER];
            $all[(int) $parts[2]] = true;
        }
    }
    ksort($all);
    $page = '| bytes | ' . implode(' | ', array_keys($all)) . " |\n|---|" . str_repeat('---:|', \count($all)) . "\n";
    foreach ($lines as $kind => $cells) {
        $page .= '| ' . KINDS[$kind] . ' | ' . implode(' | ', array_map(fn (int $length) => $cells[$length] ?? '', array_keys($all))) . " |\n";
    }
    return $page;
}

/** Rows of real shapes on all tiers. */
function shapes(array $ratios, array $tiers): string
{
    $page = '| values | ' . implode(' | ', array_map(fn (string $tier) => TIERS[$tier], $tiers)) . " |\n|---|" . str_repeat('---:|', \count($tiers)) . "\n";
    foreach (SHAPES as $about => $rows) {
        $cells = array_map(fn (string $tier) => implode('; ', array_map(fn (string $row) => $ratios[$row]['0'][$tier], $rows)), $tiers);
        $page .= "| $about | " . implode(' | ', $cells) . " |\n";
    }
    return $page;
}

/** Each row that is slower than PHP's own on some tier. */
function losses(array $ratios): string
{
    $lines = [];
    foreach ($ratios as $row => $settings) {
        foreach ($settings as $setting => $tiers) {
            $slower = array_filter($tiers, fn (string $ratio) => (float) $ratio < LOSS);
            if ($slower !== []) {
                $name = preg_replace_callback('/^(\S+) (\d+)$/', fn ($parts) => KINDS[$parts[1]] . " in $parts[2] bytes", $row);
                $figures = array_map(fn (string $tier) => "$slower[$tier] (" . TIERS[$tier] . ')', array_keys($slower));
                $lines[] = "- $name, " . SETTINGS[$setting] . ': ' . implode(', ', $figures);
            }
        }
    }
    return $lines === [] ? 'No row of this record is below ' . LOSS . " on any tier.\n"
        : 'Below ' . LOSS . " in this record:\n\n" . implode("\n", $lines) . "\n";
}

function main_page(string $record, string $page, string $link): int
{
    $ratios = ratios(file_get_contents($record) ?: '');
    $text = file_get_contents($page) ?: '';
    $begin = strpos($text, BEGIN);
    $end = strpos($text, END);
    $tiers = array_keys($ratios['list en-names']['0'] ?? []);
    if ($begin === false || $end === false || !\in_array(TABLE_TIER, $tiers, true)) {
        fwrite(STDERR, "error: $page has no markers, or $record no rows of tier " . TABLE_TIER . "\n");
        return 1;
    }
    $tables = BEGIN . "\n\nTier AVX2, default flags:\n\n" . lengths($ratios, '0')
        . "\nTier AVX2, " . SETTINGS['unescaped'] . ":\n\n" . lengths($ratios, 'unescaped')
        . "\nLists of words and whole documents, which `stringmill-demo shapes` makes, default flags:\n\n" . shapes($ratios, $tiers)
        . "\n" . losses($ratios) . "\nRecord:\n[$link](../$link).\n\n";
    return file_put_contents($page, substr($text, 0, $begin) . $tables . substr($text, $end)) === false ? 1 : 0;
}

exit(main_page(...\array_slice($argv, 1)));
