"""The example of `make spark`: a lake with bad records on a cluster that loses an executor.

Usage: job.py JAR [MEGABYTES]

Generates MEGABYTES of NDJSON with one bad record in 10,000 and MEGABYTES of a DynamoDB export in 40 gzip files of Ion, reads
both in local-cluster[2,1,1024] and kills an executor in the middle of each read. Prints rows, bad records and seconds, and the
same of Spark's own JSON source.
"""

import glob
import gzip
import os
import signal
import sys
import tempfile
import threading
import time

from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import LongType, StringType, StructField, StructType

BAD_EVERY = 10_000
FILES = 40
MEGABYTE = 1 << 20
BAD = [b'{"id":%d,"host":"web-%d","text":"caf\xe9"}\n', b'{"id":%d,"host":"web-%d","text":"\\ud800"}\n',
       b'{"id":%d,"host":"web-%d","te\n']
SCHEMA = StructType([StructField("id", LongType()), StructField("host", StringType()), StructField("text", StringType()),
                     StructField("_corrupt_record", StringType())])


def write_ndjson(path, size):
    """Writes at least `size` bytes; returns the numbers of records and of bad ones."""
    count = bad = written = 0
    with open(path, "wb") as file:
        while written < size:
            if count % BAD_EVERY == BAD_EVERY // 2:
                line = BAD[bad % len(BAD)] % (count, count % 40)
                bad += 1
            else:
                line = b'{"id":%d,"host":"web-%d","text":"GET /orders/%d?q=caf\xc3\xa9 took %d ms","tags":["a","b"],' \
                       b'"agent":"Mozilla/5.0 (X11; Linux x86_64) like Gecko","status":200}\n' \
                       % (count, count % 40, count * 7, count % 900)
            written += file.write(line)
            count += 1
    return count, bad


def write_export(folder, size):
    """Writes at least `size` bytes of text in gzip files; returns the number of items."""
    count = 0
    for number in range(FILES):
        written = 0
        with gzip.open(f"{folder}/{number:02}.ion.gz", "wb", compresslevel=1) as file:
            while written < size // FILES:
                written += file.write(
                    b'$ion_1_0 {Item:{Id:%d.,Title:"Book %d",Price:%d.5,Authors:$dynamodb_SS::["A","B"],InPublication:true}}\n'
                    % (count, count, count % 90))
                count += 1
    return count


def executors(application):
    """The processes of the executors."""
    found = []
    for folder in glob.glob("/proc/[0-9]*"):
        try:
            words = open(folder + "/cmdline", "rb").read().split(b"\0")
        except OSError:
            continue
        if b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in words and application.encode() in words:
            found.append(int(folder.rsplit("/", 1)[1]))
    return found


def kill_one(spark, killed):
    """Kills an executor as soon as a task has finished and others are running."""
    tracker = spark.sparkContext.statusTracker()
    while not killed:
        for stage in tracker.getActiveStageIds():
            info = tracker.getStageInfo(stage)
            if info and info.numCompletedTasks > 0 and info.numActiveTasks > 0:
                victim = min(executors(spark.sparkContext.applicationId))
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)
                return
        time.sleep(0.02)


def run(spark, name, query, kills):
    killed = []
    begun = time.monotonic()
    if kills:
        threading.Thread(target=kill_one, args=(spark, killed), daemon=True).start()
    result = query()
    seconds = time.monotonic() - begun
    was = bool(killed)
    killed.append(None)
    print(f"{name:<44} {result[0]:>12} {result[1]:>8} {seconds:>8.1f}  {'one executor killed' if was else ''}", flush=True)
    return result, was


def json_counts(spark, source, path):
    rows = spark.read.format(source).schema(SCHEMA).load(path)
    # A sum over the columns, because Spark refuses a query of the corrupt column alone.
    counts = rows.select(F.count("*"), F.count("_corrupt_record"), F.sum("id"), F.sum(F.octet_length("text"))).first()
    return counts[0], counts[1]


def main():
    size = int(sys.argv[2]) * MEGABYTE if len(sys.argv) > 2 else 1024 * MEGABYTE
    with tempfile.TemporaryDirectory() as folder:
        records, bad = write_ndjson(folder + "/records.ndjson", size)
        os.mkdir(folder + "/export")
        items = write_export(folder + "/export", size)
        spark = (SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.jars", sys.argv[1])
                 .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
                 .config("spark.ui.showConsoleProgress", "false").config("spark.sql.files.maxPartitionBytes", max(size // 16, 1 << 16))
                 .config("spark.sql.files.openCostInBytes", 1024).getOrCreate())
        spark.sparkContext.setLogLevel("OFF")
        print(f"{'':<44} {'rows':>12} {'bad':>8} {'seconds':>8}")
        ours, was = run(spark, f"{size // MEGABYTE} MB of NDJSON by stringmill-json",
                        lambda: json_counts(spark, "stringmill-json", folder + "/records.ndjson"), True)
        assert was, "no executor was killed"
        assert ours == (records, bad), f"{ours} is not {(records, bad)}"
        run(spark, "the same by Spark's json", lambda: json_counts(spark, "json", folder + "/records.ndjson"), False)

        def export():
            rows = spark.read.format("dynamodb-ion").schema("Id DECIMAL(38, 0), Title STRING").load(folder + "/export")
            return rows.select(F.count("Id"), F.sum(F.octet_length("Title"))).first()[0], 0

        ours, was = run(spark, f"{size // MEGABYTE} MB of Ion in {FILES} gzip files by dynamodb-ion", export, True)
        assert was, "no executor was killed"
        assert ours[0] == items, f"{ours[0]} is not {items}"
        spark.stop()
    print("spark job: passed")


if __name__ == "__main__":
    main()
