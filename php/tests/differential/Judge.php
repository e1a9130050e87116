<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/** Compares, counts, and prints what differs. */
final class Judge
{
    public int $cases = 0;
    public int $failures = 0;
    public string $part = '';

    /** Further failures would give no new information. */
    private const FAILURES_SHOWN = 20;
    /** Bytes of an outcome that a failure shows. */
    private const OUTCOME_SHOWN = 1500;

    /** Names of values that have failed: the next case of one says nothing new. */
    private array $failed = [];
    private int $shown = 0;

    /** @param int $share runs about one in this many generated cases */
    public function __construct(private int $share)
    {
        set_error_handler(Outcome::note(...));
    }

    /** How many of `$all` generated cases are wanted; never none. */
    public function some(int $all): int
    {
        return max(1, intdiv($all, $this->share));
    }

    /** Whether the next of many cases is wanted. */
    public function wants(): bool
    {
        return $this->share === 1 || mt_rand(1, $this->share) === 1;
    }

    /** Whether both encoders do the same with a value that a call does not change; the failure is shown. */
    public function same(mixed $value, int $flags = 0, int $depth = 512): void
    {
        $failed_before = ($this->cases++ & 1) === 1;
        $ours = Outcome::ours($failed_before, $value, $flags, $depth);
        $original = Outcome::original($failed_before, $value, $flags, $depth);
        if ($ours === $original) {
            return;
        }
        $differs = function (mixed $value, int $flags, int $depth) use ($failed_before): bool {
            $ours = Outcome::ours($failed_before, $value, $flags, $depth);
            return $ours !== Outcome::original($failed_before, $value, $flags, $depth);
        };
        [$value, $flags, $depth] = Shrink::smallest($differs, $value, $flags, $depth);
        $this->show(Source::of($value), $flags, $depth, Outcome::ours($failed_before, $value, $flags, $depth),
            Outcome::original($failed_before, $value, $flags, $depth));
    }

    /** The same for a value that a call may change: `$make` makes a new one for each encoder. */
    public function sameMade(string $name, \Closure $make, int $flags = 0, int $depth = 512): void
    {
        $failed_before = ($this->cases++ & 1) === 1;
        $ours = Outcome::ours($failed_before, $make(), $flags, $depth);
        $original = Outcome::original($failed_before, $make(), $flags, $depth);
        if ($ours !== $original) {
            $this->show("/* $name */", $flags, $depth, $ours, $original, $name);
        }
    }

    /** Notes a failure that is no difference between two outcomes. */
    public function fail(string $says, ?string $name = null): void
    {
        $this->failures++;
        if ($name !== null && isset($this->failed[$name])) {
            return;
        }
        $this->failed[$name ?? ''] = true;
        if ($this->shown++ < self::FAILURES_SHOWN) {
            echo "DIFFERS in {$this->part}: $says\n";
        }
    }

    private function show(string $source, int $flags, int $depth, array $ours, array $original, ?string $name = null): void
    {
        $precision = \ini_get('serialize_precision');
        $said = fn (array $outcome) => substr(strtr(Source::of($outcome), ["\n" => ' ']), 0, self::OUTCOME_SHOWN);
        $this->fail("case {$this->cases}, serialize_precision $precision\n  json_encode($source, $flags, $depth)\n"
            . '  ours     ' . $said($ours) . "\n  original " . $said($original), $name);
    }
}
