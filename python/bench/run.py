"""Runs the measurements: `run.py [--quick] [WORD...]`, with the rows whose names have all words."""

import sys
from importlib import metadata
from itertools import chain

import ion_cases
import json_cases
import race
import short_cases
import stringmill


def main() -> None:
    quick = "--quick" in sys.argv
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    print(f"Python {sys.version.split()[0]}, stringmill {stringmill.__version__}, tier {stringmill.tier()}", end="")
    for name in ("orjson", "msgspec", "ujson", "pysimdjson", "amazon.ion"):
        try:
            print(f", {name} {metadata.version(name)}", end="")
        except metadata.PackageNotFoundError:
            print(f", {name} not installed", end="")
    others = json_cases.peers()
    print("\nMB/s, median (quartiles) of rounds; x: how many times as fast as it ours is, median of the ratios of rounds\n")
    for row in chain(short_cases.rows(others), json_cases.rows(others), ion_cases.rows()):
        if all(word in row.name for word in words):
            race.compare(row)
            print(row.name if quick else race.measure(row), flush=True)


if __name__ == "__main__":
    main()
