"""Times subjects in turn in one process: medians of speeds, and medians of the ratios of single rounds."""

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

ROUNDS = 15
# A round of one subject lasts at least this long; short calls are repeated.
ROUND_MIN_NS = 300_000


@dataclass
class Row:
    """One operation on one case. The first subject is ours, the second the one that users have now."""

    name: str
    size: int
    """Bytes of the text, for megabytes in a second."""
    make: Callable[[], Any]
    """A new input for one call. Making it is not timed."""
    subjects: dict[str, Callable[[Any], Any]]
    equal: Callable[[Any, Any], bool] = lambda found, expected: bool(found == expected)
    """Compares the result of a peer with that of the second subject. Ours is always the same."""
    loops: dict[str, Callable[[list[Any]], None]] = field(default_factory=dict)
    """Loops of calls, of subjects whose own frame would cost too much."""


def compare(row: Row) -> None:
    """Fails if a subject returns something else than the second one."""
    names = list(row.subjects)
    one = row.make()
    expected = row.subjects[names[1]](one)
    for name in names:
        found = row.subjects[name](one)
        alike = found == expected if name == names[0] else row.equal(found, expected)
        assert alike, f"{row.name}: {name} returns something else than {names[1]}"


Clock = Callable[[], int]


def once(row: Row, name: str, inputs: list[Any], clock: Clock) -> float:
    """Returns the nanoseconds of one call."""
    subject, loop = row.subjects[name], row.loops.get(name)
    start = clock()
    if loop is None:
        for one in inputs:
            subject(one)
    else:
        loop(inputs)
    return (clock() - start) / len(inputs)


def times_of(row: Row, clock: Clock = time.perf_counter_ns) -> dict[str, list[float]]:
    """Returns the nanoseconds of a call in each round, by subject. On a busy machine, a clock of the processor is the better one."""
    names = list(row.subjects)
    times: dict[str, list[float]] = {name: [] for name in names}
    calls = {name: 1 + int(ROUND_MIN_NS / once(row, name, [row.make()], clock)) for name in names}
    gc.collect()
    gc.disable()
    for number in range(ROUNDS):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            inputs = [row.make() for _ in range(calls[name])]
            times[name].append(once(row, name, inputs, clock))
    gc.enable()
    return times


def ratios(times: dict[str, list[float]]) -> dict[str, float]:
    """Returns how many times as fast as each other subject the first one is."""
    first, *others = times
    return {name: statistics.median(b / a for a, b in zip(times[first], times[name], strict=True)) for name in others}


def measure(row: Row) -> str:
    """Returns the line of the table for one row."""
    times = times_of(row)
    beside = ratios(times)
    parts = []
    for name, found in times.items():
        low, median, high = statistics.quantiles(found, n=4)
        ratio = f"  {beside[name]:5.2f}x" if name in beside else ""
        parts.append(f"{name} {row.size * 1e3 / median:6.0f} ({row.size * 1e3 / high:.0f}-{row.size * 1e3 / low:.0f}){ratio}")
    return f"{row.name:<42}" + " | ".join(parts)
