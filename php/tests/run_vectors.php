<?php
/**
 * The shared vectors of what PHP offers: json_escape for the rows of PHP's own rules under the policies that json_encode
 * has, utf8_validate, json_canonical, and numbers in PHP's own shapes.
 *
 *   php -d extension=stringmill -d stringmill.override=0 run_vectors.php
 *
 * Prints a line for each operation, as vectors/runners.toml wants it, and the first cases that fail; status 77 where
 * the vectors are not there, as in a package of the extension alone.
 */

declare(strict_types=1);

namespace Stringmill\Vectors;

const OPTIONS = [
    'unescaped-slashes' => JSON_UNESCAPED_SLASHES, 'unescaped-unicode' => JSON_UNESCAPED_UNICODE,
    'unescaped-line-terminators' => JSON_UNESCAPED_LINE_TERMINATORS, 'hex-tag' => JSON_HEX_TAG, 'hex-amp' => JSON_HEX_AMP,
    'hex-apos' => JSON_HEX_APOS, 'hex-quot' => JSON_HEX_QUOT,
];
const POLICIES = ['reject' => 0, 'replace-php' => JSON_INVALID_UTF8_SUBSTITUTE, 'ignore-php' => JSON_INVALID_UTF8_IGNORE];
const SHAPES = ['php' => 0, 'php-fraction' => JSON_PRESERVE_ZERO_FRACTION];
const FAILURES_SHOWN = 10;

/** Bytes of hex pieces; `*n` repeats one. */
function bytes(array $pieces): string
{
    $bytes = '';
    foreach ($pieces as $piece) {
        [$hex, $times] = explode('*', $piece) + [1 => '1'];
        $bytes .= str_repeat(hex2bin($hex), (int) $times);
    }
    return $bytes;
}

/** The flags that a group asks for, or null where json_encode has none for it; the depth of json_canonical. */
function flags(string $operation, array $group): ?int
{
    return match ($operation) {
        'json_escape' => escape_flags($group['profile'], $group['policy']),
        'float64_write' => SHAPES[$group['shape']] ?? null,
        'json_canonical' => $group['depth_max'],
        default => 0,
    };
}

/** The same of a row and a policy. */
function escape_flags(string $profile, string $policy): ?int
{
    [$row, $options] = explode(':', $profile) + [1 => ''];
    if ($row !== 'php' || !isset(POLICIES[$policy])) {
        return null;
    }
    $flags = POLICIES[$policy];
    foreach (array_filter(explode(',', $options)) as $option) {
        $flags |= OPTIONS[$option];
    }
    return $flags;
}

/** What is wrong with the outcome of a case, or null. */
function escapes(array $case, int $flags): ?string
{
    $src = bytes($case['in']);
    $said = \Stringmill\json_encode($src, $flags);
    if (isset($case['error'])) {
        $offset = \Stringmill\utf8_validate($src);
        return match (true) {
            $said !== false || json_last_error() !== JSON_ERROR_UTF8 => 'it was not refused',
            $offset !== $case['error']['offset'] => 'the offset is ' . var_export($offset, true),
            default => null,
        };
    }
    return $said === '"' . bytes($case['out']) . '"' ? null : 'it gave ' . bin2hex((string) $said);
}

/** The same of a number, of which the case gives the bits. */
function writes(array $case, int $flags, string $code): ?string
{
    $number = unpack($code, bytes($case['in']))[1];
    $said = \Stringmill\json_encode($number, $flags);
    if (isset($case['error'])) {
        return $said === false && json_last_error() === JSON_ERROR_INF_OR_NAN ? null : 'it was not refused';
    }
    return $said === bytes($case['out']) ? null : "it gave $said";
}

/** The same of a case that is judged only. */
function validates(array $case): ?string
{
    $offset = \Stringmill\utf8_validate(bytes($case['in']));
    return $offset === ($case['error']['offset'] ?? null) ? null : 'the offset is ' . var_export($offset, true);
}

/** The same of a text that becomes canonical, or is refused. */
function canonical(array $case, int $depth): ?string
{
    try {
        $said = \Stringmill\json_canonical(bytes($case['in']), $depth);
        return $said === (isset($case['out']) ? bytes($case['out']) : null) ? null : 'it gave ' . bin2hex($said);
    } catch (\Stringmill\JsonTextException $error) {
        $found = ['code' => $error->name, 'offset' => $error->offset];
        return $found === ($case['error'] ?? null) ? null : "it is refused: {$error->getMessage()}";
    }
}

/** Runs the cases of a group that PHP can run. @return array{int, int, list<string>} how many there are, how many pass, faults */
function group(string $operation, array $group): array
{
    $flags = flags($operation, $group);
    $faults = [];
    if ($flags === null) {
        return [0, 0, $faults];
    }
    foreach ($group['cases'] as $case) {
        $wrong = match ($operation) {
            'json_escape' => escapes($case, $flags),
            'utf8_validate' => validates($case),
            'json_canonical' => canonical($case, $flags),
            'float64_write' => writes($case, $flags, 'E'),
            'int64_write' => writes($case, $flags, 'J'),
        };
        if ($wrong !== null) {
            $faults[] = "FAILED {$case['id']} ({$case['why']}): $wrong";
        }
    }
    $count = \count($group['cases']);
    return [$count, $count - \count($faults), $faults];
}

/**
 * The files of the sweeps, which the reference generates into build/vectors. Ends the run if one is missing, or has another
 * hash than sweeps.toml in $folder. @return list<string>
 */
function sweeps(string $folder): array
{
    $files = [];
    foreach (file("$folder/sweeps.toml", FILE_IGNORE_NEW_LINES) as $line) {
        if ($line[0] === '#') {
            continue;
        }
        if (!preg_match('/^(\w+) = \{ cases = \d+, sha256 = "([0-9a-f]{64})" }$/D', $line, $sweep)) {
            fail("sweeps.toml: not a sweep: $line");
        }
        $file = \dirname($folder) . "/build/vectors/$sweep[1].json";
        if (!is_file($file)) {
            fail("$file is missing; run: cargo run -p stringmill-sweeps");
        }
        $sha256 = hash_file('sha256', $file);
        if ($sha256 !== $sweep[2]) {
            fail("$sweep[1]: sweeps.toml has sha256 $sweep[2], build/vectors has $sha256; run: cargo run -p stringmill-sweeps");
        }
        $files[] = $file;
    }
    return $files;
}

function fail(string $message): never
{
    echo "FAILED $message\n";
    exit(1);
}

function main(string $folder): int
{
    if (!is_dir($folder)) {
        echo "vectors: not run (there is no folder vectors beside php)\n";
        return 77;
    }
    $counts = array_fill_keys(['json_escape', 'json_canonical', 'utf8_validate', 'float64_write', 'int64_write'], [0, 0]);
    $faults = [];
    foreach ([...glob("$folder/*.json"), ...sweeps($folder)] as $file) {
        $vectors = json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
        foreach (isset($counts[$vectors['operation']]) ? $vectors['groups'] : [] as $group) {
            [$all, $passed, $wrong] = group($vectors['operation'], $group);
            $counts[$vectors['operation']][0] += $all;
            $counts[$vectors['operation']][1] += $passed;
            array_push($faults, ...$wrong);
        }
    }
    echo implode('', array_map(fn (string $fault) => "$fault\n", \array_slice($faults, 0, FAILURES_SHOWN)));
    foreach ($counts as $operation => [$all, $passed]) {
        printf("%s %d/%d skipped 0 (%s)\n", $operation, $passed, $all, \Stringmill\tier());
    }
    return $faults === [] ? 0 : 1;
}

exit(main(getenv('STRINGMILL_VECTORS') ?: \dirname(__DIR__, 2) . '/vectors'));
