"""Measures short JSON as tables: `short.py [--documents=FOLDER] [--files=FOLDER] [WORD...]`, with the rows whose names have all words.

Documents are written compactly first; files are read as they are. The files of the page are the 13 of simdjson-data in FILES.

Prints Markdown: how many times as fast as each peer, and which rows are slower. For the record and for docs/python.md.
"""

import pathlib
import sys
import time
from collections.abc import Iterator
from importlib import metadata
from typing import Any

import json_cases
import race
import short_cases
import stringmill

# The columns: an operation, and the peer beside it.
COLUMNS = [
    *((operation, peer) for operation in ("loads bytes", "dumps_bytes") for peer in ("json", "orjson", "msgspec")),
    *((operation, "json") for operation in ("loads str", "dumps", "dumps wide")),
]
# A row below this ratio is listed: the original must not be faster, and orjson little.
LOSS = {"json": 0.97, "orjson": 0.9, "msgspec": 0.9}
PEERS = ("orjson", "msgspec.json")
# Public files of the repository simdjson/simdjson-data, in its folder jsonexamples.
FILES = (
    "apache_builds",
    "canada",
    "citm_catalog",
    "github_events",
    "gsoc-2018",
    "instruments",
    "marine_ik",
    "mesh",
    "numbers",
    "random",
    "twitter",
    "twitterescaped",
    "update-center",
)
Ratios = dict[str, dict[tuple[str, str], float]]


def measured(words: list[str], documents: pathlib.Path | None, files: pathlib.Path | None, peers: dict[str, Any]) -> Ratios:
    """Returns the ratios of each case by operation and peer."""
    found: Ratios = {}
    for row in short_cases.rows(peers, documents, files):
        if all(word in row.name for word in words):
            race.compare(row)
            case, _, operation = row.name.removeprefix("short ").rpartition(", ")
            beside = race.ratios(race.times_of(row, time.process_time_ns))
            found.setdefault(case, {}).update({(operation, peer): ratio for peer, ratio in beside.items()})
    return found


def table(found: Ratios, expected: tuple[str, ...] = ()) -> Iterator[str]:
    """Yields the lines of a table. A cell without a ratio is empty; a file that is expected and missing is not run."""
    columns = [column for column in COLUMNS if any(column in ratios for ratios in found.values())]
    yield "| | " + " | ".join(f"`{operation.replace(' wide', '`, `ensure_ascii=False')}`: {peer}" for operation, peer in columns) + " |"
    yield "|---|" + "---:|" * len(columns)
    for case, ratios in found.items():
        cells = (f"{ratios[column]:.2f}" if column in ratios else "" for column in columns)
        yield f"| {case} | {' | '.join(cells)} |"
    for name in expected:
        if f"file: {name}.json" not in found:
            yield f"| file: {name}.json | *not run*{' |' * len(columns)}"


def losses(found: Ratios) -> Iterator[str]:
    """Yields a line for each column that has losses."""
    for operation, peer in COLUMNS:
        slower = {case: ratios[operation, peer] for case, ratios in found.items() if (operation, peer) in ratios}
        slower = {case: ratio for case, ratio in slower.items() if ratio < LOSS[peer]}
        if slower:
            low, high = min(slower.values()), max(slower.values())
            yield f"- `{operation}` beside {peer}, below {LOSS[peer]}: {len(slower)} of {len(found)} rows, {low:.2f} to {high:.2f}:"
            for kind in dict.fromkeys(case.partition(": ")[0] for case in slower):
                yield f"  {kind}: {'; '.join(case.partition(': ')[2] for case in slower if case.startswith(kind + ': '))}."


def main() -> None:
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    options = dict(word.removeprefix("--").split("=", 1) for word in sys.argv[1:] if word.startswith("--"))
    folders = {name: pathlib.Path(folder) for name, folder in options.items()}
    peers = json_cases.peers(PEERS)
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in peers)
    print(f"Python {sys.version.split()[0]}, tier {stringmill.tier()}; beside json of this Python, {versions}:\n")
    found = measured(words, folders.get("documents"), folders.get("files"), peers)
    print("\n".join(table(found, () if words else FILES)))
    print("\nSlower than the other one:\n")
    print("\n".join(losses(found)) or "- None.")


if __name__ == "__main__":
    main()
