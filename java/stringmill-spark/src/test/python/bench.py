"""The measurements of `make bench` for Spark: ours and Spark's own source in turn, in one local[2] session.

Usage: bench.py [--quick] [MEGABYTES] [ROUNDS]

Generates log records of 20 members as NDJSON and as Ion, one in 10,000 with an ill-formed byte. Prints MB/s of the file, or of
the column, as the median of the rounds after two for warm-up, and the median of the ratios of the rounds. --quick compares the
results on 2 MB, and times nothing.
"""

import os
import statistics
import sys
import tempfile
import time

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

MEGABYTE = 1 << 20
BAD_EVERY = 10_000
WARM_UPS = 2
SCHEMA = ("id LONG, time TIMESTAMP, host STRING, level STRING, status INT, bytes LONG, ms DOUBLE, method STRING, path STRING, "
          "agent STRING, user STRING, session STRING, region STRING, ok BOOLEAN, price DECIMAL(10,2), retries INT, "
          "message STRING, trace STRING, tags ARRAY<STRING>, place STRUCT<lat: DOUBLE, lon: DOUBLE>")
NAMES = [column.split()[0] for column in SCHEMA.replace("STRUCT<lat: DOUBLE, lon: DOUBLE>", "STRUCT").split(", ")]
FIVE = ["id", "time", "status", "path", "price"]


def values(n):
    """The values of a record as they are spelled in both formats; the time is without quotes."""
    return [str(n), f"2026-01-{n % 28 + 1:02}T{n % 24:02}:{n % 60:02}:00.{n % 1000:03}Z", f'"web-{n % 40}"',
            '"WARN"' if n % 7 == 0 else '"INFO"', str(200 + n % 5), str(n * 37 % 100_000), f"{n % 900}.{n % 9 + 1}", '"GET"',
            f'"/orders/{n % 5000}/items?page={n % 13}"', '"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 like Gecko"',
            f'"user{n % 1000}"', f'"{n * 2654435761 % 2**32:08x}"', '"eu-central"', "true" if n % 3 else "false",
            f"{n % 1000}.{n % 100:02}", str(n % 4), f'"request {n} took \\"long\\" in the caf\u00e9 of shard {n % 16}"',
            f'"{n * 11400714819323198485 % 2**64:016x}"', '["a","bb","ccc"]']


def record(n, is_json):
    texts = values(n)
    if is_json:
        texts[1] = f'"{texts[1]}"'
    place = f'{{"lat":{n % 90}.5,"lon":{n % 180}.25}}' if is_json else f"{{lat:{n % 90}.5,lon:{n % 180}.25}}"
    quote = '"' if is_json else ""
    members = ",".join(f"{quote}{name}{quote}:{text}" for name, text in zip(NAMES, texts + [place]))
    line = f"{{{members}}}\n".encode()
    return line.replace(b"caf\xc3\xa9", b"caf\xe9") if n % BAD_EVERY == BAD_EVERY // 2 else line


def write(path, size, is_json):
    """Writes at least `size` bytes; returns how many."""
    written = n = 0
    with open(path, "wb") as file:
        while written < size:
            written += file.write(record(n, is_json))
            n += 1
    return written


def noop(frame):
    frame.write.format("noop").mode("overwrite").save()


def sums(frame):
    """A row of sums that depends on every column of a frame."""
    return frame.select(F.count("*"), *[F.sum(F.crc32(F.col(name).cast("string").cast("binary")).cast("decimal(20,0)"))
                                        for name in frame.columns]).first()


class Bench:
    """Rows of two subjects, in turn."""

    def __init__(self, rounds):
        self.rounds = rounds

    def row(self, name, size, ours, theirs, goal, other="Spark"):
        if self.rounds == 0:
            ours()
            theirs()
            return
        seconds = ([], [])
        for number in range(self.rounds + WARM_UPS):
            for subject, times in zip((ours, theirs), seconds):
                begun = time.perf_counter()
                subject()
                if number >= WARM_UPS:
                    times.append(time.perf_counter() - begun)
        rates = [size / MEGABYTE / statistics.median(times) for times in seconds]
        ratio = statistics.median(their / our for our, their in zip(*seconds))
        verdict = "met" if ratio >= goal else "missed"
        print(f"{name:<44} ours {rates[0]:>6.0f} | {other} {rates[1]:>6.0f} {ratio:>6.2f}x   goal {goal}x {verdict}", flush=True)


def main():
    words = [word for word in sys.argv[1:] if word != "--quick"]
    is_quick = "--quick" in sys.argv
    size = int(words[0]) * MEGABYTE if words else (2 if is_quick else 300) * MEGABYTE
    bench = Bench(0 if is_quick else int(words[1]) if len(words) > 1 else 5)
    spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.driver.memory", "2g")
             .config("spark.driver.host", "127.0.0.1").config("spark.ui.showConsoleProgress", "false")
             .config("spark.sql.session.timeZone", "UTC")
             .config("spark.sql.extensions", "io.github.stringmill.spark.functions.StringmillExtensions").getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    with tempfile.TemporaryDirectory() as folder:
        paths = {"json": folder + "/records.ndjson", "ion": folder + "/records.ion"}
        sizes = {name: write(path, size, name == "json") for name, path in paths.items()}
        print(f"Spark {spark.version}, local[2], {sizes['json'] // MEGABYTE} MB of NDJSON and as many of Ion; MB/s, median of "
              f"{bench.rounds} rounds", flush=True)

        def read(source, schema=SCHEMA):
            return spark.read.format(source).schema(schema).load(paths["ion" if source == "ion" else "json"])

        ours, theirs, ion = read("stringmill-json"), read("json"), read("ion")
        good = "id % 10000 != 5000"
        # The text of Ion is shorter, so that its file has more records.
        first = good + f" and id < {theirs.count()}"
        expected = sums(theirs.where(first))
        for frame in (ours, ion):
            assert sums(frame.where(first)) == expected
        assert ours.count() == theirs.count()
        bench.row("NDJSON into 5 of 20 columns", sizes["json"], lambda: noop(ours.select(FIVE)), lambda: noop(theirs.select(FIVE)), 2)
        bench.row("NDJSON into 20 columns", sizes["json"], lambda: noop(ours), lambda: noop(theirs), 1.7)
        bench.row("NDJSON, count", sizes["json"], lambda: ours.count(), lambda: theirs.count(), 1.5)
        bench.row("Ion lines into 5 of 20 columns", sizes["ion"], lambda: noop(ion.select(FIVE)), lambda: noop(ours.select(FIVE)),
                  1, "our NDJSON")
        bench.row("Ion lines into 20 columns", sizes["ion"], lambda: noop(ion), lambda: noop(ours), 1, "our NDJSON")
        theirs.where(good).select("message").write.parquet(folder + "/text")
        text = spark.read.parquet(folder + "/text")
        chars = text.select(F.sum(F.octet_length("message"))).first()[0]
        bench.row("json_escape of a column, beside to_json", chars, lambda: noop(text.select(F.expr("json_escape(message)"))),
                  lambda: noop(text.select(F.to_json(F.struct("message")))), 4)
        spark.stop()
    if is_quick:
        print("spark bench: results are equal")


if __name__ == "__main__":
    main()
