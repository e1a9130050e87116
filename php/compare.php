<?php
/**
 * Both encoders on your own data: whether their bytes agree, and how their times compare.
 *
 *   php -d extension=stringmill -d stringmill.override=0 compare.php [--flags=N] [--depth=N] [--millis=N] FILE...
 *
 * FILE      what ends in .php is run, and is what it returns, or each value of the generator that it returns; any other
 *           file is JSON, or JSON on each line, and is encoded as arrays and as objects
 * --flags   a number, or names: --flags=JSON_PRETTY_PRINT,JSON_HEX_TAG
 * --millis  how long each value is timed, at least (100)
 *
 * Status 0: everything agrees. 1: something differs; the first place of it is shown. 2: it could not be compared.
 */

declare(strict_types=1);

namespace Stringmill\Compare;

const ROUNDS = 15;

function refuse(string $says): never
{
    fwrite(STDERR, "compare: $says\n");
    exit(2);
}

/** The flags that a number or names with commas between them stand for. */
function flags(string $text): int
{
    $flags = 0;
    foreach (explode(',', $text) as $name) {
        $flags |= match (true) {
            preg_match('/^\d+$/', $name) === 1 => (int) $name,
            str_starts_with($name, 'JSON_') && \defined($name) => \constant($name),
            default => refuse("$name is no flag of json_encode"),
        };
    }
    return $flags;
}

/** The values of a file, each with a name. */
function values(string $file): \Generator
{
    if (!is_readable($file)) {
        refuse("$file cannot be read");
    }
    if (str_ends_with($file, '.php')) {
        $returned = require $file;
        foreach ($returned instanceof \Generator ? $returned : [$returned] as $number => $value) {
            yield $returned instanceof \Generator ? "$file [$number]" : $file => $value;
        }
        return;
    }
    $text = file_get_contents($file);
    json_decode($text);
    $by_line = json_last_error() !== JSON_ERROR_NONE;
    foreach ([true, false] as $arrays) {
        $decode = fn (string $json) => json_decode($json, $arrays, 512, JSON_THROW_ON_ERROR);
        try {
            $value = $by_line ? array_map($decode, array_filter(explode("\n", $text), strlen(...))) : $decode($text);
        } catch (\JsonException $exception) {
            refuse("$file is no JSON: {$exception->getMessage()}");
        }
        yield $file . ($arrays ? ' as arrays' : ' as objects') => $value;
    }
}

/** @return array{mixed, int, ?string} what a call gave: its result, the last error, what it threw */
function outcome(string $encoder, mixed $value, int $flags, int $depth): array
{
    try {
        $result = $encoder($value, $flags, $depth);
    } catch (\Throwable $exception) {
        return [null, $exception->getCode(), $exception::class . ': ' . $exception->getMessage()];
    }
    return [$result, json_last_error(), null];
}

/** Where two outcomes differ, in words; null where they do not. */
function difference(array $ours, array $original): ?string
{
    if ($ours === $original) {
        return null;
    }
    if (!\is_string($ours[0]) || !\is_string($original[0])) {
        $said = fn (array $outcome) => $outcome[2] ?? (\is_string($outcome[0]) ? \strlen($outcome[0]) . ' bytes' : var_export($outcome[0], true))
            . ", last error {$outcome[1]}";
        return "ours: {$said($ours)}; original: {$said($original)}";
    }
    $at = strspn($ours[0] ^ $original[0], "\0");
    $around = fn (string $text) => addcslashes(substr($text, max(0, $at - 20), 60), "\0..\37\177..\377");
    return "byte $at\n    ours      {$around($ours[0])}\n    original  {$around($original[0])}";
}

/** Nanoseconds of `$times` calls. */
function ours(mixed $value, int $flags, int $depth, int $times): int
{
    $start = hrtime(true);
    for (; $times > 0; $times--) {
        \Stringmill\json_encode($value, $flags, $depth);
    }
    return hrtime(true) - $start;
}

/** @see ours */
function original(mixed $value, int $flags, int $depth, int $times): int
{
    $start = hrtime(true);
    for (; $times > 0; $times--) {
        \json_encode($value, $flags, $depth);
    }
    return hrtime(true) - $start;
}

/** Median nanoseconds of a call of each, in turn. @return array{float, float} ours and the original */
function times(mixed $value, int $flags, int $depth, int $millis): array
{
    $once = max(1, original($value, $flags, $depth, 3) / 3);
    $times = max(1, (int) ($millis * 1e6 / ROUNDS / $once));
    $all = [[], []];
    for ($round = 0; $round < ROUNDS; $round++) {
        $all[0][] = ours($value, $flags, $depth, $times) / $times;
        $all[1][] = original($value, $flags, $depth, $times) / $times;
    }
    return array_map(function (array $one): float {
        sort($one);
        return $one[intdiv(ROUNDS, 2)];
    }, $all);
}

/** A time as people write it. */
function time_of(float $nanos): string
{
    return match (true) {
        $nanos >= 1e6 => sprintf('%.2f ms', $nanos / 1e6),
        $nanos >= 1e3 => sprintf('%.2f us', $nanos / 1e3),
        default => sprintf('%.1f ns', $nanos),
    };
}

/** @param list<string> $words */
function main(array $words): int
{
    if (!\function_exists('Stringmill\json_encode') || \ini_get('stringmill.override')) {
        refuse('start PHP with -d extension=stringmill -d stringmill.override=0, so that both encoders are there');
    }
    $options = ['flags' => '0', 'depth' => '512', 'millis' => '100'];
    $files = [];
    foreach ($words as $word) {
        if (preg_match('/^--(flags|depth|millis)=(.+)$/', $word, $option)) {
            $options[$option[1]] = $option[2];
        } elseif (str_starts_with($word, '--')) {
            refuse("what is $word?");
        } else {
            $files[] = $word;
        }
    }
    $files !== [] || refuse('name the files: JSON, or PHP that returns values');
    [$flags, $depth, $millis] = [flags($options['flags']), (int) $options['depth'], (int) $options['millis']];
    $compared = $differ = 0;
    foreach ($files as $file) {
        foreach (values($file) as $name => $value) {
            $compared++;
            $ours = outcome('Stringmill\json_encode', $value, $flags, $depth);
            $difference = difference($ours, outcome('json_encode', $value, $flags, $depth));
            if ($difference !== null) {
                $differ++;
                echo "$name: DIFFERS at $difference\n";
                continue;
            }
            if ($ours[2] !== null) {
                echo "$name: both throw {$ours[2]}\n";
                continue;
            }
            [$our_time, $original_time] = times($value, $flags, $depth, $millis);
            printf("%s: %s bytes agree; %s, the original %s: %.1f times faster\n", $name,
                \is_string($ours[0]) ? number_format(\strlen($ours[0])) : 'false, no', time_of($our_time), time_of($original_time),
                $original_time / $our_time);
        }
    }
    echo "$compared compared, $differ differ (tier ", \Stringmill\tier(), ")\n";
    return $differ === 0 ? 0 : 1;
}

exit(main(\array_slice($argv, 1)));
