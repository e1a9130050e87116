"""The table of docs/spark.md, which is that of the newest record of `tools/run bench-spark --record`.

Usage: bench_table.py RECORD   writes the rows of the record into docs/spark.md
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).parents[5]
PAGE = ROOT / "docs" / "spark.md"
HEAD = "| row | ours, MB/s | beside | MB/s | ratio | goal |\n|---|---:|---|---:|---:|---:|\n"
COLUMNS = 6


def line(name, rate, other, other_rate, ratio, goal):
    """A row of a record."""
    return f"{name:<68} | {rate:>5.0f} | {other:<24} | {other_rate:>5.0f} | {ratio:>6.2f} | {goal}"


def memory(source, small, small_use, large, large_use):
    return (f"memory     heap in use, {source}: {small_use:.0f} MB for a file of {small} MB, "
            f"{large_use:.0f} MB for one of {large} MB")


def table(path):
    """The table of a record, in the text of a page, and the name of the record."""
    lines = path.read_text().splitlines()
    rows = [[cell.strip() for cell in one.split(" | ")] for one in lines if one.count(" | ") == COLUMNS - 1]
    name = path.resolve().relative_to(ROOT)
    return HEAD + "".join(f"| {' | '.join(cells)} |\n" for cells in rows) + f"\nRecord: [{path.name}](../{name}).\n"


def newest():
    """The newest record, or None."""
    return max((ROOT / "bench" / "records").glob("*/*-spark.txt"), key=lambda path: path.name, default=None)


def parts(page):
    """A page before its table, the table, and the page after it."""
    start = page.index(HEAD)
    end = page.index("\n", page.index("\nRecord: ", start) + 1) + 1
    return page[:start], page[start:end], page[end:]


def compare():
    """Fails if the table of the page is not that of the newest record."""
    record = newest()
    if record:
        assert parts(PAGE.read_text())[1] == table(record), f"the table of {PAGE.name} is not that of {record.name}"


if __name__ == "__main__":
    before, _, after = parts(PAGE.read_text())
    PAGE.write_text(before + table(pathlib.Path(sys.argv[1])) + after)
