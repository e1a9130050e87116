"""Reads a timetable and says which train comes next."""

import csv
import re
import sys
from datetime import datetime, timedelta

TIME = re.compile(r"^(?P<hour>\d{1,2})[:.](?P<minute>\d{2})$")


def parse(text):
    """Minutes since midnight, from '7:42' or '7.42'."""
    match = TIME.match(text.strip())
    if not match:
        raise ValueError(f"not a time: {text!r}")
    return int(match["hour"]) * 60 + int(match["minute"])


def following(rows, now):
    """The first train after `now`; tomorrow's first one if today has none left."""
    times = sorted(parse(row["leaves"]) for row in rows)
    minutes = now.hour * 60 + now.minute
    later = [t for t in times if t >= minutes]
    day = now.replace(hour=0, minute=0) + timedelta(days=0 if later else 1)
    return day + timedelta(minutes=(later or times)[0])


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    print("next train:", following(rows, datetime.now()).strftime("%d.%m. %H:%M"), sep="\t")
