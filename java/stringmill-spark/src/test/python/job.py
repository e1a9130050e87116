"""The example of `make spark`: a lake with bad records on a cluster that loses executors.

Usage: job.py JAR [MEGABYTES]

Generates MEGABYTES of NDJSON and MEGABYTES of a DynamoDB export in 40 gzip files of Ion, both with one bad record in 10,000.
Reads them in local-cluster[2,1,1024] and kills an executor in the middle of each read by stringmill. Compares the rows and each
line of the folder of rejects with what was generated. Prints rows, bad records and seconds, and the same by Spark's own JSON
source and, if HIVE_SERDE_JAR names a jar with ion-hive-serde and what it needs, by that.
"""

import base64
import glob
import gzip
import json
import os
import signal
import sys
import tempfile
import threading
import time

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

BAD_EVERY = 10_000
FILES = 40
# About as many tasks has a read, so that one can be lost in the middle of it.
TASKS = 20
MEGABYTE = 1 << 20
JSON_SCHEMA = "id LONG, host STRING, text STRING, _corrupt_record STRING"
ITEM_SCHEMA = "Id DECIMAL(38, 0), Title STRING, Authors ARRAY<STRING>, _corrupt_record STRING"
# A bad record, the code of its error, and the offset of the error in it.
BAD_JSON = [(b'{"host":"caf\xe9","id":%d}', 103, 12), (b'{"host":"\\ud800","id":%d}', 110, 9), (b'{"id":%d,"host":"we', 201, None)]
BAD_ION = [(b'$ion_1_0 {Item:{Title:"caf\xe9",Id:%d.}}', 103, 26), (b'$ion_1_0 {Item:{Id:%d.,Title:"Boo', 408, None)]


class Truth:
    """What a generated folder has: its records, and the rejects that a read of it must leave."""

    def __init__(self):
        self.records = self.sum = 0
        self.rejects = []

    def line(self, place, line, offset, good, bad):
        """Returns the next record, which is the bad one in each BAD_EVERY; `place` is the path of its file."""
        number = self.records
        self.records += 1
        if number % BAD_EVERY != BAD_EVERY // 2:
            self.sum += number
            return good(number)
        record, code, error = bad[len(self.rejects) % len(bad)]
        record %= number
        error = len(record) if error is None else error
        self.rejects.append(("file:" + place, line, offset, offset + error, code, record))
        return record


def good_json(n):
    return (b'{"id":%d,"host":"web-%d","text":"GET /orders/%d?q=caf\xc3\xa9 took %d ms","tags":["a","b"],'
            b'"agent":"Mozilla/5.0 (X11; Linux x86_64) like Gecko","status":200}' % (n, n % 40, n * 7, n % 900))


def good_item(n):
    return (b'$ion_1_0 {Item:{Id:%d.,Title:"Book %d",Price:%d.5,Authors:$dynamodb_SS::["A","B"],InPublication:true}}'
            % (n, n, n % 90))


def write_lines(truth, path, size, good, bad):
    """Writes a file of at least `size` bytes of text, compressed if its name ends in .gz."""
    offset = line = 0
    with gzip.open(path, "wb", compresslevel=1) if path.endswith(".gz") else open(path, "wb") as file:
        while offset < size:
            line += 1
            record = truth.line(path, line, offset, good, bad)
            offset += file.write(record + b"\n")


def generate(folder, size):
    """Writes both folders; returns what is in them."""
    records, items = Truth(), Truth()
    write_lines(records, folder + "/records.ndjson", size, good_json, BAD_JSON)
    os.mkdir(folder + "/export")
    for number in range(FILES):
        write_lines(items, f"{folder}/export/{number:02}.ion.gz", size // FILES, good_item, BAD_ION)
    return records, items


def executors(application):
    """The processes of the executors."""
    found = []
    for folder in glob.glob("/proc/[0-9]*"):
        try:
            with open(folder + "/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in words and application.encode() in words:
            found.append(int(folder.rsplit("/", 1)[1]))
    return found


class Killer(threading.Thread):
    """Kills an executor when a task has finished, one runs and others wait, and notes the tasks that Spark then calls failed."""

    def __init__(self, spark):
        super().__init__(daemon=True)
        self.context = spark.sparkContext
        self.victim = None
        self.failed_tasks = 0
        self.ended = False

    def run(self):
        tracker = self.context.statusTracker()
        while not self.ended:
            for stage in tracker.getActiveStageIds():
                info = tracker.getStageInfo(stage)
                if not info:
                    continue
                self.failed_tasks = max(self.failed_tasks, info.numFailedTasks)
                waiting = info.numTasks - info.numCompletedTasks - info.numActiveTasks
                if self.victim is None and info.numCompletedTasks > 0 and info.numActiveTasks > 1 and waiting > 0:
                    self.victim = min(executors(self.context.applicationId))
                    os.kill(self.victim, signal.SIGKILL)
            time.sleep(0.01)


def run(spark, name, kills, query):
    """Prints a row of the table, and returns the result of a query."""
    killer = Killer(spark)
    if kills:
        killer.start()
    begun = time.monotonic()
    rows, bad, numbers = query()
    seconds = time.monotonic() - begun
    killer.ended = True
    note = ""
    if kills:
        killer.join()
        assert killer.failed_tasks > 0, f"no task was lost with executor {killer.victim}"
        note = f"one executor killed, tasks lost: {killer.failed_tasks}"
    print(f"{name:<52} {rows:>12} {bad:>8} {seconds:>8.1f}  {note}", flush=True)
    return rows, bad, numbers


def read(spark, source, schema, path, number, rejects=None):
    """Returns the counts of rows and bad records, and a sum."""
    reader = spark.read.format(source).schema(schema)
    if rejects:
        reader = reader.option("rejects", rejects)
    files = [path] if os.path.isfile(path) else glob.glob(path + "/*")
    spark.conf.set("spark.sql.files.maxPartitionBytes", sum(map(os.path.getsize, files)) // TASKS)
    # The sums keep all columns in the query; Spark's source refuses one of the corrupt column alone.
    others = [F.sum(F.octet_length(F.col(name).cast("string"))) for name in reader.load(path).columns[1:3]]
    return tuple(reader.load(path).select(F.count("*"), F.count("_corrupt_record"), F.sum(number), *others).first()[:3])


def check_rejects(folder, truth):
    """Compares each line of a folder of rejects with what was generated."""
    found = []
    for name in glob.glob(folder + "/*/*.json"):
        with open(name, "rb") as file:
            for line in file:
                one = json.loads(line)
                found.append((one["path"], one["line"], one["offset"], one["error_offset"], one["code"],
                              base64.b64decode(one["bytes"], validate=True)))
    missing, extra = set(truth.rejects) - set(found), set(found) - set(truth.rejects)
    assert not missing and not extra, f"rejects differ: missing {sorted(missing)[:3]}, not expected {sorted(extra)[:3]}"
    assert len(found) == len(truth.rejects), f"rejects are doubled: {len(found)} instead of {len(truth.rejects)}"


def hive_serde(spark, folder):
    spark.sql("CREATE EXTERNAL TABLE serde_items (Id DECIMAL(38, 0), Title STRING) ROW FORMAT SERDE "
              "'com.amazon.ionhiveserde.IonHiveSerDe' WITH SERDEPROPERTIES ('ion.id.path_extractor'='(Item Id)', "
              "'ion.title.path_extractor'='(Item Title)', 'ion.ignore_malformed'='true') STORED AS INPUTFORMAT "
              "'com.amazon.ionhiveserde.formats.IonInputFormat' OUTPUTFORMAT 'com.amazon.ionhiveserde.formats.IonOutputFormat' "
              f"LOCATION 'file:{folder}/export'")
    return spark.sql("SELECT count(*), 0, sum(Id), sum(octet_length(Title)) FROM serde_items").first()[:3]


def session(jar, serde, folder):
    builder = (SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.jars", f"{jar},{serde}" if serde else jar)
               .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
               .config("spark.ui.showConsoleProgress", "false").config("spark.sql.warehouse.dir", folder + "/warehouse")
               .config("spark.sql.files.openCostInBytes", 0))
    if serde:
        builder = (builder.enableHiveSupport().config("spark.driver.extraClassPath", serde)
                   .config("spark.driver.extraJavaOptions", "-Dderby.stream.error.file=/dev/null")
                   .config("spark.hadoop.javax.jdo.option.ConnectionURL", "jdbc:derby:memory:metastore;create=true"))
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    return spark


def main():
    size = int(sys.argv[2] if len(sys.argv) > 2 else 1024) * MEGABYTE
    serde = os.environ.get("HIVE_SERDE_JAR")
    name = f"{size // MEGABYTE} MB of"
    with tempfile.TemporaryDirectory() as folder:
        records, items = generate(folder, size)
        spark = session(sys.argv[1], serde, folder)
        rejects = folder + "/rejects"
        print(f"{'':<52} {'rows':>12} {'bad':>8} {'seconds':>8}")
        expected = records.records, len(records.rejects), records.sum
        # The second read finds the rejects of the first, and has to leave the same.
        for kills in (True, False):
            found = run(spark, f"{name} NDJSON by stringmill-json, with rejects", kills, lambda: read(
                spark, "stringmill-json", JSON_SCHEMA, folder + "/records.ndjson", "id", rejects + "/json"))
            assert found == expected, f"{found} is not {expected}"
            check_rejects(rejects + "/json", records)
        run(spark, "the same by Spark's json, without rejects", False,
            lambda: read(spark, "json", JSON_SCHEMA, folder + "/records.ndjson", "id"))
        expected = items.records, len(items.rejects), items.sum
        found = run(spark, f"{name} Ion in {FILES} gzip files by dynamodb-ion, with rejects", True, lambda: read(
            spark, "dynamodb-ion", ITEM_SCHEMA, folder + "/export", "Id", rejects + "/ion"))
        assert found == expected, f"{found} is not {expected}"
        check_rejects(rejects + "/ion", items)
        if serde:
            run(spark, "the same by Hive's SerDe, without rejects", False, lambda: hive_serde(spark, folder))
        else:
            print("the same by Hive's SerDe: not run (ion-hive-serde is not on Maven Central; HIVE_SERDE_JAR can name a jar)")
        print(f"rejects: {len(records.rejects)} and {len(items.rejects)}, each with the generated path, line, offsets, code and bytes")
        spark.stop()
    print("spark job: passed")


if __name__ == "__main__":
    main()
