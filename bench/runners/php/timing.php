<?php

declare(strict_types=1);

namespace Stringmill\Bench;

/** Nanoseconds of processor time of this process: what other processes take is not in it. */
function processor_time(): int
{
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1_000_000_000 + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) * 1000;
}

/**
 * The lower quartile of the times of each subject: what a busy machine adds is above it.
 *
 * @param array<string, list<float>> $taken
 * @return array<string, float>
 */
function lower_quartiles(array $taken): array
{
    return array_map(function (array $each): float {
        sort($each);
        return $each[intdiv(\count($each), 4)];
    }, $taken);
}
