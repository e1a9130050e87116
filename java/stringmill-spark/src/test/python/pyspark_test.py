"""PySpark as installed from PyPI, with the jar by spark.jars: sources, writers and SQL functions. tools/run spark runs it.

Usage: pyspark_test.py JAR
"""

import glob
import pathlib
import re
import sys
import tempfile

from pyspark.errors import IllegalArgumentException
from pyspark.sql import SparkSession
from pyspark.sql.functions import expr

EXTENSIONS = "io.github.stringmill.spark.functions.StringmillExtensions"


def text(folder):
    """The text of all files that a write made."""
    return b"".join(open(file, "rb").read() for file in sorted(glob.glob(folder + "/part-*")))


def check(actual, expected):
    assert actual == expected, f"{actual!r} is not {expected!r}"


def functions(spark):
    rows = spark.createDataFrame([('{"a":1.50}', bytearray(b"a\xff"))], "json string, raw binary")
    row = rows.select(
        expr("json_to_ion(json)"), expr("ion_to_json(json_to_ion(json))"), expr("json_escape(json)"),
        expr("json_unescape(json_escape(json))"), expr("json_canonical(json)"), expr("utf8_repair(raw, 'replace')"),
        expr("utf8_errors(raw)[0].offset"), expr("try_json_canonical(raw)")).first()
    check(tuple(row), ("{a:1.50}", '{"a":1.50}', '{\\"a\\":1.50}', '{"a":1.50}', '{"a":1.5}', "a\ufffd", 1, None))
    try:
        spark.sql("SELECT json_to_ion('[1 2]')").collect()
    except IllegalArgumentException as error:
        assert "at byte 3 (310)" in str(error), error
    else:
        raise AssertionError("invalid JSON was accepted")


def sources(spark, folder):
    rows = spark.createDataFrame([(1, "caf\u00e9"), (2, None)], "id int, name string").coalesce(1)
    rows.write.format("stringmill-json").save(folder + "/json")
    check(text(folder + "/json").decode(), '{"id":1,"name":"caf\u00e9"}\n{"id":2,"name":null}\n')
    rows.write.format("ion").save(folder + "/ion")
    check(text(folder + "/ion").decode(), '{id:1,name:"caf\u00e9"}\n{id:2,name:null}\n')
    read = spark.read.format("stringmill-json").schema("id int, name string").load(folder + "/json")
    check([tuple(row) for row in read.orderBy("id").collect()], [(1, "caf\u00e9"), (2, None)])


def page(spark, folder):
    """The first example of docs/spark.md, taken from the page, with another folder."""
    text = (pathlib.Path(__file__).resolve().parents[5] / "docs/spark.md").read_text()
    example = re.search(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL).group(1)
    logs = pathlib.Path(folder, "logs")
    logs.mkdir()
    (logs / "a.ndjson").write_text('{"id":1,"name":"caf\u00e9"}\n{"id":2}\n', encoding="utf-8")
    assert example.count('"logs/"') == 1, example
    names = {"spark": spark}
    exec(example.replace('"logs/"', repr(str(logs))), names)
    check([tuple(row) for row in names["df"].orderBy("id").collect()], [(1, "caf\u00e9"), (2, None)])


def main():
    spark = (SparkSession.builder.master("local[2]").config("spark.jars", sys.argv[1])
             .config("spark.sql.extensions", EXTENSIONS).config("spark.ui.enabled", "false")
             .config("spark.ui.showConsoleProgress", "false").config("spark.driver.host", "127.0.0.1").getOrCreate())
    spark.sparkContext.setLogLevel("OFF")
    functions(spark)
    with tempfile.TemporaryDirectory() as folder:
        sources(spark, folder)
        page(spark, folder)
    spark.stop()
    print("pyspark: passed")


if __name__ == "__main__":
    main()
