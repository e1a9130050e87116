"""The measurements of `make bench` for Spark: ours and Spark's own source in turn, in one local[2] session.

Usage: bench.py [--quick] [MEGABYTES] [ROUNDS]

Generates log records of 20 members as NDJSON and as Ion, one in 10,000 with an ill-formed byte. Prints MB/s of the file, or of
the column, as the median of the rounds after those for warm-up, and the median of the ratios of the rounds. --quick compares the
results on 2 MB, times nothing, and compares the table of docs/spark.md with the newest record.
"""

import statistics
import sys
import tempfile
import threading
import time

import bench_table

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

MEGABYTE = 1 << 20
BAD_EVERY = 10_000
WARM_UPS = 2
SCHEMA = ("id LONG, time TIMESTAMP, host STRING, level STRING, status INT, bytes LONG, ms DOUBLE, method STRING, path STRING, "
          "agent STRING, user STRING, session STRING, region STRING, ok BOOLEAN, price DECIMAL(10,2), retries INT, "
          "message STRING, trace STRING, tags ARRAY<STRING>, place STRUCT<lat: DOUBLE, lon: DOUBLE>")
NAMES = [column.split()[0] for column in SCHEMA.replace("STRUCT<lat: DOUBLE, lon: DOUBLE>", "STRUCT").split(", ")]
GOOD = "id % 10000 != 5000"
FUNCTION_LINES = 100_000
ESCAPED = "replace(text, '\"', '\\\\\"')"
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

    def row(self, name, size, ours, other, theirs, goal="-"):
        if self.rounds == 0:
            ours()
            theirs()
            return
        # Rows without a goal are measured less often, so that a record takes less than ten minutes.
        rounds, warm_ups = (self.rounds, WARM_UPS) if goal != "-" else (self.rounds // 2 + 1, 1)
        seconds = ([], [])
        for number in range(rounds + warm_ups):
            for subject, times in zip((ours, theirs), seconds):
                begun = time.perf_counter()
                subject()
                if number >= warm_ups:
                    times.append(time.perf_counter() - begun)
        rates = [size / MEGABYTE / statistics.median(times) for times in seconds]
        ratio = statistics.median(their / our for our, their in zip(*seconds))
        print(bench_table.line(name, rates[0], other, rates[1], ratio, goal), flush=True)


class Live:
    """The heap that is in use during a job, beyond what the session has before it."""

    def __init__(self, spark):
        self.runtime = spark._jvm.java.lang.Runtime.getRuntime()
        self.system = spark._jvm.java.lang.System

    def used(self):
        self.system.gc()
        return self.runtime.totalMemory() - self.runtime.freeMemory()

    def most(self, job):
        """Collects garbage again and again while the job runs; returns the greatest difference in MB."""
        before, seen = self.used(), 0
        thread = threading.Thread(target=job)
        thread.start()
        while thread.is_alive():
            seen = max(seen, self.used())
        thread.join()
        return max(0, seen - before) / MEGABYTE


def read_rows(bench, spark, paths, sizes, folder):
    """The sources: reading, inferring, writing."""

    def read(source, schema=SCHEMA):
        return spark.read.format(source).schema(schema).load(paths["ion" if source == "ion" else "json"])

    ours, theirs, ion = read("stringmill-json"), read("json"), read("ion")
    # The text of Ion is shorter, so that its file has more records.
    first = GOOD + f" and id < {theirs.count()}"
    expected = sums(theirs.where(first))
    for frame in (ours, ion):
        assert sums(frame.where(first)) == expected
    assert ours.count() == theirs.count()
    json, in_ion, spark_json, our_json = sizes["json"], sizes["ion"], "`json` of Spark", "`stringmill-json`"
    bench.row("NDJSON into 5 of 20 columns", json, lambda: noop(ours.select(FIVE)), spark_json,
              lambda: noop(theirs.select(FIVE)), 2)
    bench.row("NDJSON into 20 columns", json, lambda: noop(ours), spark_json, lambda: noop(theirs), 1.7)
    bench.row("NDJSON, `count()`", json, ours.count, spark_json, theirs.count, 1.5)
    bench.row("Ion lines into 5 of 20 columns", in_ion, lambda: noop(ion.select(FIVE)), our_json,
              lambda: noop(ours.select(FIVE)), 1)
    bench.row("Ion lines into 20 columns", in_ion, lambda: noop(ion), our_json, lambda: noop(ours), 1)

    def infer(source, path):
        return spark.read.format(source).option("inferSchema", True).load(path).schema

    bench.row("NDJSON, `inferSchema`", json, lambda: infer("stringmill-json", paths["json"]), spark_json,
              lambda: infer("json", paths["json"]))
    bench.row("Ion lines, `inferSchema`", in_ion, lambda: infer("ion", paths["ion"]), spark_json,
              lambda: infer("json", paths["json"]))
    theirs.where(first).write.parquet(folder + "/rows")
    rows = spark.read.parquet(folder + "/rows")

    def write(source):
        rows.write.format(source).mode("overwrite").save(folder + "/out")

    bench.row("20 columns of Parquet, written as NDJSON", json, lambda: write("stringmill-json"), spark_json, lambda: write("json"))
    bench.row("20 columns of Parquet, written as Ion", json, lambda: write("ion"), spark_json, lambda: write("json"))
    return theirs


def function_rows(bench, spark, theirs, paths, folder):
    """The SQL functions, on texts in Parquet and in memory."""
    # Four copies that differ, so that a job takes longer than its start.
    texts = {"50 bytes": theirs.where(GOOD).select(F.explode(F.expr("transform(sequence(0, 3), n -> message || n)")).alias("text")),
             "1 KB": theirs.where(GOOD).groupBy((F.col("id") / 20).cast("long").alias("group"))
             .agg(F.concat_ws(" ", F.sort_array(F.collect_list("message"))).alias("whole"))
             .select(F.explode(F.expr("transform(sequence(0, 3), n -> whole || n)")).alias("text"))}
    for name, frame in texts.items():
        path = f"{folder}/text{len(name)}"
        frame.write.parquet(path)
        text = spark.read.parquet(path)
        size = text.select(F.sum(F.octet_length("text"))).first()[0]
        escape = lambda: noop(text.selectExpr("json_escape(text)"))
        to_json = lambda: noop(text.select(F.to_json(F.struct("text"))))
        bench.row(f"`json_escape`, texts of {name} in Parquet", size, escape, "`to_json`", to_json, 4)
        # From here on every read of this path is one of the cache.
        held = text.cache()
        held.count()
        bench.row(f"`json_escape`, texts of {name} in memory", size, escape, "`to_json`", to_json, 4)
        bench.row(f"`concat(text, '')`, which only copies, texts of {name} in memory", size,
                  lambda: noop(held.selectExpr("concat(text, '')")), "`to_json`", to_json)
        bench.row(f"`utf8_repair`, texts of {name} in memory", size,
                  lambda: noop(held.selectExpr("utf8_repair(text, 'replace')")), "`make_valid_utf8`",
                  lambda: noop(held.selectExpr("make_valid_utf8(text)")))
        bench.row(f"`json_unescape`, texts of {name} in memory", size,
                  lambda: noop(held.selectExpr(f"json_unescape({ESCAPED})")), "`from_json`",
                  lambda: noop(held.selectExpr(f"from_json(concat('[\"', {ESCAPED}, '\"]'), 'array<string>')")))
        held.unpersist()
    good = spark.read.text(paths["json"]).where(F.expr("is_valid_utf8(value)")).limit(FUNCTION_LINES).cache()
    in_ion = spark.read.text(paths["ion"]).where(F.expr("is_valid_utf8(value)")).limit(FUNCTION_LINES).cache()
    for call, frame in (("json_canonical", good), ("json_to_ion", good), ("ion_to_json", in_ion)):
        size = frame.select(F.sum(F.octet_length("value"))).first()[0]
        bench.row(f"`{call}` of records in memory", size, lambda: noop(frame.selectExpr(f"{call}(value)")),
                  "`to_json(parse_json(…))`", lambda: noop(good.selectExpr("to_json(parse_json(value))")))


def memory_rows(spark, paths, folder, size):
    """The heap in use during a read of the whole file and of a tenth of it."""
    live = Live(spark)
    for source, name in (("stringmill-json", "json"), ("ion", "ion")):
        tenth = f"{folder}/tenth.{name}"
        write(tenth, size // 10, name == "json")
        found = [live.most(lambda: noop(spark.read.format(source).schema(SCHEMA).load(path))) for path in (tenth, paths[name])]
        print(bench_table.memory(source, size // 10 // MEGABYTE, found[0], size // MEGABYTE, found[1]), flush=True)


def main():
    words = [word for word in sys.argv[1:] if word != "--quick"]
    is_quick = "--quick" in sys.argv
    size = int(words[0]) * MEGABYTE if words else (2 if is_quick else 200) * MEGABYTE
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
        theirs = read_rows(bench, spark, paths, sizes, folder)
        function_rows(bench, spark, theirs, paths, folder)
        if not is_quick:
            memory_rows(spark, paths, folder, size)
        spark.stop()
    if is_quick:
        bench_table.compare()
        print("spark bench: results are equal")


if __name__ == "__main__":
    main()
