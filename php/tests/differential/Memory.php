<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/** Whether every byte is given back, whichever way a call ends, and how much a call takes at its peak. */
final class Memory
{
    /** A peak may be so much higher: one page, by which the room for the output grows. */
    private const PAGE = 4096;

    public static function all(Judge $judge): ?string
    {
        if (getenv('USE_ZEND_ALLOC') === '0') {
            return 'not run: the memory manager is off (USE_ZEND_ALLOC=0)';
        }
        $peaks = 0;
        foreach (self::values() as $name => $value) {
            foreach ([...Flags::USED, JSON_PRETTY_PRINT] as $flags) {
                foreach ([512, 1] as $depth) {
                    $judge->cases++;
                    self::givesBack($judge, $name, $value, $flags, $depth);
                }
                $judge->cases++;
                $peaks++;
                self::peak($judge, $name, $value, $flags);
            }
        }
        return "$peaks peaks compared";
    }

    /** @return array<string, mixed> */
    private static function values(): array
    {
        $rows = [];
        for ($number = 0; $number < 3000; $number++) {
            $rows[] = ['id' => $number, 'name' => "name \u{e9} $number", 'price' => $number / 100, 'tags' => ['a', "<b>$number</b>"]];
        }
        $circle = (object) ['rows' => \array_slice($rows, 0, 100)];
        $circle->circle = $circle;
        return [
            'a short text' => 'abc', 'plain megabytes' => str_repeat('plain text of some length ', 80_000),
            'escapes' => str_repeat("<p class=\"x\">/\n", 80_000), 'accents' => str_repeat("\u{e9}a", 300_000),
            'scripts' => str_repeat("\u{6f22}\u{5b57}\u{1f600}", 60_000), 'ill-formed at its end' => str_repeat('a', 2_000_000) . "\xff",
            'ill-formed all over' => str_repeat("\xffa\xc3", 200_000), 'integers' => range(1, 100_000),
            'floats' => array_map(fn (int $number) => $number / 7, range(1, 30_000)), 'texts' => array_fill(0, 50_000, 'a text of 15 by'),
            'rows' => $rows, 'rows and NAN' => [$rows, NAN], 'rows as objects' => array_map(fn (array $row) => (object) $row, $rows),
            'given rows' => array_map(fn (array $row) => new Given($row), $rows), 'given, then thrown' => [$rows, new Throwing()],
            'a circle' => $circle, 'deep' => [[[[$rows]]]], 'declared' => array_map(fn () => new Seen(), range(1, 5000)),
        ];
    }

    private static function givesBack(Judge $judge, string $name, mixed $value, int $flags, int $depth): void
    {
        // The first call may build what stays: properties, caches of methods.
        for ($call = 0; $call < 3; $call++) {
            $before = memory_get_usage();
            self::called('Stringmill\json_encode', $value, $flags, $depth);
            $kept = memory_get_usage() - $before;
        }
        if ($kept !== 0) {
            $judge->fail("memory: $name, flags $flags, depth $depth: $kept bytes were not given back");
        }
    }

    private static function peak(Judge $judge, string $name, mixed $value, int $flags): void
    {
        [$ours, $original] = [self::peakOf('Stringmill\json_encode', $value, $flags), self::peakOf('json_encode', $value, $flags)];
        if ($ours > $original + self::PAGE) {
            $judge->fail("memory: $name, flags $flags: a peak of $ours bytes, the original's is $original");
        }
    }

    private static function peakOf(string $encoder, mixed $value, int $flags): int
    {
        $peaks = [];
        // The lower of two: during one of them the JIT may have compiled the caller.
        for ($call = 0; $call < 2; $call++) {
            $before = memory_get_usage();
            memory_reset_peak_usage();
            self::called($encoder, $value, $flags, 512);
            $peaks[] = memory_get_peak_usage() - $before;
        }
        return min($peaks);
    }

    private static function called(string $encoder, mixed $value, int $flags, int $depth): void
    {
        Outcome::$encoder = $encoder;
        try {
            $encoder($value, $flags, $depth);
        } catch (\Throwable) {
        }
        Outcome::$log = [];
    }
}
