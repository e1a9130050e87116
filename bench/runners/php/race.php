<?php
/**
 * Cases of bench/cases/php.toml, ours and PHP's own in turn in this process. tools/run bench-php starts it, once for each
 * tier.
 *
 *   php -d extension=stringmill -d stringmill.override=0 race.php --cases=JSON --texts=FOLDER --csv=FILE [--quick] [WORD...]
 *
 * --cases  the file of cases, turned into JSON
 * --csv    rows are appended, and the head if the file is new
 * --list   prints the contents of which `tools/run bench --texts` must write the texts, and does no more
 * --quick  as a test: outputs are compared, nothing is timed
 * WORD     only cases that all words name: settings, contents, lengths
 *
 * Where the extension fastjson, or simdjson of the fork that has simdjson_encode, is loaded too, it runs beside them, and is
 * shown. Its output is not compared: of simdjson it differs by design, of fastjson in floats.
 */

declare(strict_types=1);

namespace Stringmill\Bench;

foreach (['settings', 'texts', 'values', 'subjects'] as $file) {
    require __DIR__ . "/$file.php";
}

const HEAD = "operation,variant,content,length,subject,bytes,median_ns,quarter_ns,three_quarters_ns,allocated_bytes\n";

function refuse(string $says): never
{
    fwrite(STDERR, "error: $says\n");
    exit(1);
}

/** The number of outputs of a case that are compared as a test. */
const INPUTS_QUICK = 64;

/** What of the cases the words name: [settings, contents, lengths] of one of them. */
function chosen(array $case, array $words): array
{
    $lists = ['settings' => $case['settings'], 'contents' => $case['contents'], 'lengths' => $case['lengths']];
    foreach ($words as $word) {
        foreach ($lists as $name => $list) {
            $named = array_values(array_filter($list, fn (int|string $one) => (string) $one === $word));
            if ($named !== []) {
                $lists[$name] = $named;
                continue 2;
            }
        }
        return [[], [], []];
    }
    return array_values($lists);
}

/** One setting, content and length: outputs are compared, then timed. */
function measure(array $case, string $setting, string $content, int $length, array $options, array $effort): string
{
    $flags = SETTINGS[$setting];
    $inputs = Values::has($content) ? [Values::make($content, $length)] : texts($options['texts'], $content, $length);
    $bytes = Values::has($content) ? \strlen((string) \json_encode($inputs[0], $flags)) : $length;
    foreach (isset($options['quick']) ? \array_slice($inputs, 0, INPUTS_QUICK) : $inputs as $input) {
        if (\json_encode($input, $flags) !== \Stringmill\json_encode($input, $flags)) {
            refuse("json_encode $setting $content $length: outputs differ");
        }
    }
    if (isset($options['quick'])) {
        return '';
    }
    $rows = '';
    $shown = [];
    foreach (in_turn($inputs, $flags, $effort) as $subject => [$quarter, $median, $three_quarters]) {
        $memory = \in_array($length, $case['memory'] ?? [], true) ? peak($subject, $inputs[0], $flags) : '';
        $rows .= \sprintf("%s,%s,%s,%d,%s,%.1f,%.2f,%.2f,%.2f,%s\n", $case['operation'], $setting, $content, $length,
            subject_name($subject), $bytes, $median, $quarter, $three_quarters, $memory);
        $shown[] = \sprintf('%s %.1f ns', subject_name($subject), $median);
    }
    printf("%-12s %-18s %8d  %s\n", $setting, $content, $length, implode(', ', $shown));
    return $rows;
}

/** The contents of the cases that are made elsewhere. @return list<string> */
function from_files(array $cases): array
{
    $all = array_unique(array_merge(...array_column($cases, 'contents')));
    return array_values(array_diff(array_filter($all, fn (string $one) => !Values::has($one)), MADE_HERE));
}

/** @param list<string> $arguments */
function main(array $arguments): int
{
    $options = $words = [];
    foreach ($arguments as $argument) {
        if (preg_match('/^--(cases|texts|csv|quick|list)(?:=(.+))?$/', $argument, $option)) {
            $options[$option[1]] = $option[2] ?? '';
        } else {
            $words[] = $argument;
        }
    }
    $json = file_get_contents($options['cases'] ?? refuse('--cases is missing'));
    $file = json_decode((string) $json, true, 512, JSON_THROW_ON_ERROR);
    if (isset($options['list'])) {
        echo implode(' ', from_files($file['cases'])), "\n";
        return 0;
    }
    \function_exists('Stringmill\json_encode') && !\ini_get('stringmill.override')
        || refuse('the extension must be loaded, with -d stringmill.override=0');
    ini_set('memory_limit', '2G');
    $rows = '';
    $measured = 0;
    foreach ($file['cases'] as $case) {
        [$settings, $contents, $lengths] = chosen($case, $words);
        foreach ($settings as $setting) {
            foreach ($contents as $content) {
                foreach ($lengths as $length) {
                    $rows .= measure($case, $setting, $content, $length, $options, $file['effort']);
                    $measured++;
                }
            }
        }
    }
    $measured > 0 || refuse('no case has these words; bench/cases/php.toml lists all');
    if (isset($options['quick'])) {
        echo "$measured cases: outputs agree (", \Stringmill\tier(), ")\n";
    } else {
        file_put_contents($options['csv'], (is_file($options['csv']) ? '' : HEAD) . $rows, FILE_APPEND) !== false
            || refuse("{$options['csv']} cannot be written");
    }
    return 0;
}

exit(main(\array_slice($argv, 1)));
