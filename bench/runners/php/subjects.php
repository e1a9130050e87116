<?php

declare(strict_types=1);

namespace Stringmill\Bench;

/* The loops that are timed. Each is written out, so that a call in it is the same as in a program: no callable, no
 * closure. */

/** Nanoseconds of `$times` rounds over the inputs. */
function ours(array $inputs, int $flags, int $times): int
{
    $start = hrtime(true);
    for (; $times > 0; $times--) {
        foreach ($inputs as $input) {
            \Stringmill\json_encode($input, $flags);
        }
    }
    return hrtime(true) - $start;
}

/** @see ours */
function original(array $inputs, int $flags, int $times): int
{
    $start = hrtime(true);
    for (; $times > 0; $times--) {
        foreach ($inputs as $input) {
            \json_encode($input, $flags);
        }
    }
    return hrtime(true) - $start;
}

/** @see ours */
function simdjson(array $inputs, int $flags, int $times): int
{
    $start = hrtime(true);
    for (; $times > 0; $times--) {
        foreach ($inputs as $input) {
            \simdjson_encode($input);
        }
    }
    return hrtime(true) - $start;
}

/** @see ours */
function fastjson(array $inputs, int $flags, int $times): int
{
    $start = hrtime(true);
    for (; $times > 0; $times--) {
        foreach ($inputs as $input) {
            \fastjson_encode($input, $flags);
        }
    }
    return hrtime(true) - $start;
}

/** The loop alone. */
function nothing(array $inputs, int $times): int
{
    $start = hrtime(true);
    for (; $times > 0; $times--) {
        foreach ($inputs as $input) {
        }
    }
    return hrtime(true) - $start;
}

/** The name of a subject in a record. A peer runs once in each process, so its name has the tier of that process. */
function subject_name(string $subject): string
{
    $tier = \Stringmill\tier();
    return match ($subject) {
        'ours' => "stringmill $tier",
        'original' => "PHP beside $tier",
        'simdjson' => "simdjson_php beside $tier",
        'fastjson' => "fastjson beside $tier",
    };
}

/**
 * Quartiles of the nanoseconds of a call, without the loop around it; subjects in turn.
 *
 * @return array<string, array{float, float, float}>
 */
function in_turn(array $inputs, int $flags, array $effort): array
{
    $subjects = ['ours', 'original'];
    if (\function_exists('simdjson_encode') && simdjson_takes($inputs)) {
        $subjects[] = 'simdjson';
    }
    // It takes every flag of json_encode, and returns false if that does.
    if (\function_exists('fastjson_encode')) {
        $subjects[] = 'fastjson';
    }
    $times = $taken = [];
    foreach ($subjects as $subject) {
        $once = max(1, (__NAMESPACE__ . "\\$subject")($inputs, $flags, 2) / 2);
        $times[$subject] = max(1, (int) ceil($effort['micros'] * 1000 / $once));
    }
    for ($round = 0; $round < $effort['rounds']; $round++) {
        foreach ($subjects as $subject) {
            $calls = $times[$subject] * \count($inputs);
            $time = (__NAMESPACE__ . "\\$subject")($inputs, $flags, $times[$subject]);
            $taken[$subject][] = ($time - nothing($inputs, $times[$subject])) / $calls;
        }
    }
    return array_map(quartiles(...), $taken);
}

/** Whether that encoder, which throws for invalid UTF-8, can encode the inputs. */
function simdjson_takes(array $inputs): bool
{
    try {
        \simdjson_encode($inputs);
        return true;
    } catch (\Throwable) {
        return false;
    }
}

/** @return array{float, float, float} */
function quartiles(array $times): array
{
    sort($times);
    $last = \count($times) - 1;
    return array_map(fn (float $share) => $times[(int) round($share * $last)], [0.25, 0.5, 0.75]);
}

/** The peak memory of a call, with its result. */
function peak(string $subject, mixed $input, int $flags): int
{
    $run = (__NAMESPACE__ . "\\$subject")(...);
    $inputs = [$input];
    $run($inputs, $flags, 1);
    $before = memory_get_usage();
    memory_reset_peak_usage();
    $run($inputs, $flags, 1);
    return memory_get_peak_usage() - $before;
}
