"""stringmill.ndjson beside the command, the module json, pyarrow and polars, on generated files."""

import bz2
import copy
import gc
import gzip
import io
import json
import lzma
import multiprocessing
import os
import pathlib
import pickle
import queue
import random
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable
from typing import Any

import duckdb
import polars
import pyarrow
import pyarrow.json
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from stringmill import StringmillError, ndjson
from stringmill.__main__ import command

from test_process import resident

SMILL = command() or pathlib.Path("smill")
TEXTS = st.text(max_size=8) | st.sampled_from(["é", "\u2028", '"', "\\", "😀", "x" * 80])
SCALARS = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=6)


@st.composite
def lines(draw: st.DrawFn) -> bytes:
    """A line, of which many are damaged, cut or blank."""
    text = json.dumps(draw(VALUES), ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")
    at = draw(st.integers(0, len(text)))
    damage = draw(st.sampled_from([b"\xff", b",", b'"', b"}", b"\x01", b"\\", b""]))
    cut = text[:at] + damage + text[at + draw(st.integers(0, 2)) :]
    return draw(st.sampled_from([text, text, cut, text[:at], text[:at] + b"\r", b"", b" \t", text + b" \r"])).replace(b"\n", b" ")


FILES = st.lists(lines(), max_size=12).flatmap(lambda all: st.sampled_from([b"\n".join(all), b"\n".join([*all, b""])]))


def compressions(data: bytes) -> list[bytes]:
    half = len(data) // 2
    zstd = [pyarrow.compress(part, codec="zstd", asbytes=True) for part in (data, data[:half], data[half:])]
    gz = [gzip.compress(part) for part in (data[:half], data[half:])]
    return [data, gzip.compress(data), b"".join(gz), zstd[0], zstd[1] + zstd[2]]


@given(FILES)
def test_records_and_bad_lines_are_those_of_the_command(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("rejects")
    source, theirs, ours = folder / "log.ndjson", folder / "theirs", folder / "ours"
    source.write_bytes(data)
    arguments: list[str | pathlib.Path] = [SMILL, "check", "--format", "ndjson", "--rejects", theirs, source, "--pass"]
    done = subprocess.run(arguments, capture_output=True, check=False)
    good = [line for line in done.stdout.split(b"\n") if line.strip(b" \t\r")]

    with ndjson.read(source, on_error="skip", rejects=ours) as reader:
        records = list(reader)
    assert ours.read_bytes() == theirs.read_bytes()
    ours_reasons, their_reasons = (path.with_name(path.name + ".reasons").read_bytes() for path in (ours, theirs))
    assert ours_reasons == their_reasons
    assert repr([record.value for record in records]) == repr([json.loads(line) for line in good])
    for record in records:
        assert data[: record.offset].count(b"\n") == record.line - 1
        assert data[record.offset :].split(b"\n")[0] in good
    reasons = [json.loads(line) for line in their_reasons.splitlines()]
    assert reader.skipped == len(reasons)
    report = ndjson.check(source, rejects=folder / "checked")
    assert (report.records, report.bad, report.size) == (len(good), len(reasons), len(data))
    assert (folder / "checked").read_bytes() == theirs.read_bytes()
    assert bool(report) == (not reasons)
    if not reasons:
        assert reader.first_error is None is report.first_error
        assert len(list(ndjson.read(source))) == len(good)
        return
    first = reasons[0]
    before: list[ndjson.Record] = []
    with pytest.raises(StringmillError) as caught:
        for record in ndjson.read(source):
            before.append(record)
    for error in (caught.value, reader.first_error, report.first_error):
        assert error is not None
        found = (error.line, error.column, error.offset, error.code, error.name)
        assert found == (first["line"], first["column"], first["offset"], first["code"], first["name"])
        assert f"--> {source}:{first['line']}:" in str(error)
    assert [record.line for record in before] == [record.line for record in records if record.line < first["line"]]


@given(FILES)
def test_compressed_files_are_the_same(data: bytes) -> None:
    plain = list(ndjson.read(io.BytesIO(data), on_error="skip"))
    for file in compressions(data):
        found = ndjson.read(io.BytesIO(file), on_error="skip")
        assert repr(list(found)) == repr(plain)


# JSON that Python has no value for, and where in the line.
UNHELD = [
    (b"9" * 5000, 1, "convert_loss", "set_int_max_str_digits"),
    (b'{"a": [1, -' + b"9" * 4301 + b"]}", 11, "convert_loss", "4301 digits"),
    (b'["\xc3\xa9", 1e400]', 7, "number_overflow", "64-bit float"),
]


@pytest.mark.parametrize(("line", "column", "name", "says"), UNHELD)
def test_lines_that_python_cannot_hold(tmp_path: pathlib.Path, line: bytes, column: int, name: str, says: str) -> None:
    data = b'{"a": 1}\n{"a": 2,}\n' + line + b'\n{"a": 4}\n'
    reader = ndjson.read(io.BytesIO(data), on_error="skip", rejects=tmp_path / "bad")
    assert [(record.value, record.line, record.offset) for record in reader] == [
        ({"a": 1}, 1, 0),
        ({"a": 4}, 4, 20 + len(line)),
    ]
    assert reader.skipped == 2
    assert (tmp_path / "bad").read_bytes() == b'{"a": 2,}\n' + line + b"\n"
    reasons = [json.loads(text) for text in (tmp_path / "bad.reasons").read_text().splitlines()]
    assert [(reason["line"], reason["name"]) for reason in reasons][1] == (3, name)
    assert reasons[1]["column"] == column
    strict = ndjson.read(io.BytesIO(data.replace(b'{"a": 2,}\n', b"\n")))
    assert next(strict).value == {"a": 1}
    with pytest.raises(StringmillError, match=says) as caught:
        next(strict)
    assert (caught.value.line, caught.value.column, caught.value.name) == (3, column, name)
    assert list(strict) == []


def test_as_many_levels_as_the_check_allows() -> None:
    for open, end in ((b"[", b"]"), (b'{"a":', b"}")):
        deep = [open * levels + b"1" + end * levels for levels in (899, 950, 1000, 1024)]
        records = list(ndjson.read(io.BytesIO(b"\n".join([b'{"b": "\\u00e9"}', *deep]))))
        assert len(records) == 5
        value, levels = records[-1].value, 0
        while value != 1:
            (value,) = value.values() if isinstance(value, dict) else value
            levels += 1
        assert levels == 1024
        with pytest.raises(StringmillError) as caught:
            list(ndjson.read(io.BytesIO(open * 1025 + end * 1025)))
        assert caught.value.name == "limit_depth"


@given(st.lists(VALUES, min_size=1, max_size=5))
def test_the_values_of_a_block_with_a_deep_line_are_the_same(values: list[Any]) -> None:
    data = b"\n".join(json.dumps(value).encode() for value in values)
    deep = b"\n" + b"[" * 950 + b"]" * 950
    found = [record.value for record in ndjson.read(io.BytesIO(data + deep))]
    assert repr(found[:-1]) == repr(values)


def live(pipe: int, pieces: list[bytes], asked: "queue.SimpleQueue[None]") -> None:
    """Writes a piece each time that the reader asks for one."""
    with os.fdopen(pipe, "wb", buffering=0) as file:
        for piece in pieces:
            asked.get(timeout=60)
            file.write(piece)
        asked.get(timeout=60)


@pytest.mark.parametrize("buffering", [0, -1])
@pytest.mark.parametrize("compressed", [False, True])
def test_records_of_a_live_pipe_come_at_once(buffering: int, compressed: bool) -> None:
    pieces = [b"1\n", b'{"a": "\xc3', b'\xa9"}\n[2]\n', b"\n3", b"\n"]
    if compressed:
        packer = zlib.compressobj(wbits=31)
        pieces = [packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH) for piece in pieces]
        pieces[-1] += packer.flush()
    reading, writing = os.pipe()
    asked: queue.SimpleQueue[None] = queue.SimpleQueue()
    writer = threading.Thread(target=live, args=(writing, pieces, asked))
    writer.start()
    with os.fdopen(reading, "rb", buffering=buffering) as file:
        asked.put(None)
        records = ndjson.read(file)
        assert next(records).value == 1
        asked.put(None)
        asked.put(None)
        assert [next(records).value, next(records).value] == [{"a": "\u00e9"}, [2]]
        asked.put(None)
        asked.put(None)
        assert next(records).value == 3
        asked.put(None)
        assert list(records) == []
    writer.join()


def test_batches_of_a_live_pipe_come_at_once() -> None:
    reading, writing = os.pipe()
    asked: queue.SimpleQueue[None] = queue.SimpleQueue()
    writer = threading.Thread(target=live, args=(writing, [b'{"a": 1}\n', b'{"a": 2}\n{"a"', b": 3}\n"], asked))
    writer.start()
    schema = pyarrow.schema([("a", pyarrow.int64())])
    with os.fdopen(reading, "rb") as file:
        asked.put(None)
        stream = pyarrow.RecordBatchReader.from_stream(ndjson.read_arrow(file, schema=schema, threads=4))
        for number in (1, 2, 3):
            assert stream.read_next_batch().to_pylist() == [{"a": number}]
            asked.put(None)
        with pytest.raises(StopIteration):
            stream.read_next_batch()
    writer.join()


class Failing(io.RawIOBase):
    """A file that raises before each piece, after the bytes that tell the compression."""

    def __init__(self, data: bytes, size: int, error: BaseException) -> None:
        self.data, self.size, self.error, self.raises = io.BytesIO(data), size, error, False

    def read(self, size: int = -1) -> bytes:
        self.raises = not self.raises and self.data.tell() >= 4
        if self.raises:
            raise self.error
        return self.data.read(min(size, self.size))


@pytest.mark.parametrize("error", [KeyboardInterrupt(), TimeoutError("slow"), BlockingIOError()])
@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 1000])
def test_an_exception_of_the_file_loses_nothing(error: BaseException, size: int) -> None:
    data = b'{"a": 1}\n{"a": 2,}\n\n[1, "\xc3\xa9"]\n' + b"9" * 5000 + b'\n"last"'
    for packed in compressions(data):
        reader = ndjson.read(Failing(packed, size, error), on_error="skip")
        found = []
        while True:
            try:
                found.append(next(reader).value)
            except StopIteration:
                break
            except type(error):
                continue
        assert found == [{"a": 1}, [1, "\u00e9"], "last"]
        assert reader.skipped == 2


def test_an_interrupt_reaches_the_user_of_a_stream() -> None:
    program = """
import io, pyarrow
from stringmill import ndjson
class Interrupted(io.RawIOBase):
    pieces = iter([b"{", b'"a": 1}\\n'])
    def read(self, size=-1):
        piece = next(self.pieces, None)
        if piece is None:
            raise KeyboardInterrupt
        return piece
try:
    schema = pyarrow.schema([("a", pyarrow.int64())])
    try:
        pyarrow.table(ndjson.read_arrow(Interrupted(), schema=schema))
    except pyarrow.ArrowInvalid as error:
        for _ in range(1000):
            error = error
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("interrupted\n", 0), done.stderr


def test_damage_comes_after_the_records_before_it() -> None:
    rng = random.Random(3)
    packer = zlib.compressobj(wbits=31)
    lines = b"".join(b'{"a": %d}\n' % rng.randrange(10**15) for _ in range(200_000))
    data = packer.compress(lines) + packer.flush(zlib.Z_FULL_FLUSH) + b"\xff" * 30
    reader = ndjson.read(io.BytesIO(data))
    found: list[int] = []
    with pytest.raises(OSError, match="corrupt"):
        for record in reader:
            found.append(record.line)
    # A decoder gives back nothing of the megabyte with the damage.
    assert len(found) > 100_000
    assert found == list(range(1, len(found) + 1))
    assert list(reader) == []
    stream = pyarrow.RecordBatchReader.from_stream(ndjson.read_arrow(io.BytesIO(data), threads=4))
    rows = 0
    with pytest.raises((OSError, pyarrow.ArrowInvalid), match="corrupt"):
        for batch in stream:
            rows += batch.num_rows
    assert rows == len(found)


def test_rejects_that_cannot_be_written_end_the_reader() -> None:
    if not pathlib.Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    data = (b"bad" * 9000 + b"\n[1]\n") * 200
    folder = pathlib.Path("/dev/full")
    with pytest.raises(OSError):
        list(ndjson.read(io.BytesIO(data), on_error="skip", rejects=folder))


def test_records_and_reports_can_be_pickled() -> None:
    records = list(ndjson.read(io.BytesIO(b'\n{"a": ["\xc3\xa9", 1.5, null]}\n[]\n')))
    report = ndjson.check(io.BytesIO(b"[1]\n[2,]\n"))
    for again in (pickle.loads(pickle.dumps(records)), copy.deepcopy(records), [copy.copy(record) for record in records]):
        assert [(record.value, record.line, record.offset) for record in again] == [({"a": ["é", 1.5, None]}, 2, 1), ([], 3, 26)]
        assert again == records and again[0] != again[1] and again[0] != 1
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        same = pickle.loads(pickle.dumps(report, protocol))
        assert (same.records, same.bad, same.size) == (1, 1, 9)
        assert str(same.first_error) == str(report.first_error)
    assert pickle.loads(pickle.dumps(ndjson.check(io.BytesIO(b"")))).first_error is None
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        assert pool.map(repr, records) == [repr(record) for record in records]


def test_threads_share_a_reader() -> None:
    data = b"".join(b"[%d]\n" % number for number in range(400_000))
    reader = ndjson.read(io.BytesIO(data))
    found: list[list[int]] = [[] for _ in range(4)]
    threads = [threading.Thread(target=lambda to: to.extend(record.line for record in reader), args=(to,)) for to in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(sum(found, [])) == list(range(1, 400_001))


def test_a_file_that_reads_its_own_reader() -> None:
    class Loop(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            return b" " if size < 1000 else next(reader).value

    reader = ndjson.read(Loop())
    with pytest.raises(RuntimeError, match="calls itself"):
        next(reader)


def test_a_byte_order_mark() -> None:
    mark, data = b"\xef\xbb\xbf", b'{"a": 1}\n{"a": "\xef\xbb\xbf"}\n'
    for packed in compressions(mark + data):
        with pytest.raises(StringmillError, match='byte_order_mark="skip"') as caught:
            list(ndjson.read(io.BytesIO(packed)))
        assert (caught.value.name, caught.value.offset) == ("json_byte_order_mark", 0)
        records = list(ndjson.read(io.BytesIO(packed), byte_order_mark="skip"))
        assert [(record.value["a"], record.line, record.offset) for record in records] == [(1, 1, 3), ("\ufeff", 2, 12)]
        report = ndjson.check(io.BytesIO(packed), byte_order_mark="skip")
        assert (report.records, report.bad) == (2, 0)
    table = pyarrow.table(ndjson.read_arrow(io.BytesIO(mark + b'{"a": 1}\n'), byte_order_mark="skip"))
    assert table.to_pylist() == [{"a": 1}]
    # Only the first one.
    reader = ndjson.read(io.BytesIO(mark + mark + b"1\n" + mark + b"2\n3\n"), on_error="skip", byte_order_mark="skip")
    assert [record.value for record in reader] == [3]
    with pytest.raises(StringmillError, match="refuse, skip"):
        ndjson.read(io.BytesIO(data), byte_order_mark="keep")  # type: ignore[arg-type]


def test_other_compressions_are_named() -> None:
    for module in (bz2, lzma):
        with pytest.raises(ValueError, match=f"{module.__name__}.open"):
            ndjson.read(io.BytesIO(module.compress(b"[1]\n")))
        packed = io.BytesIO(module.compress(b"[1]\n"))
        assert [record.value for record in ndjson.read(module.open(packed, "rb"))] == [[1]]


def test_long_files_and_small_reads() -> None:
    class Slow(io.RawIOBase):
        def __init__(self, data: bytes) -> None:
            self.data = io.BytesIO(data)

        def read(self, size: int = -1) -> bytes:
            return self.data.read(min(size, 40_007))

    rng = random.Random(1)
    records = [{"n": number, "text": "é" * rng.randrange(90)} for number in range(60_000)]
    records[30_000]["text"] = "long " * 500_000
    data = b"".join(json.dumps(record).encode() + b"\n" for record in records)
    found = list(ndjson.read(Slow(data)))
    assert [record.value for record in found] == records
    assert [record.line for record in found] == list(range(1, 60_001))
    assert pyarrow.table(ndjson.read_arrow(Slow(data))).to_pylist() == records
    assert ndjson.check(Slow(data)).records == 60_000


def test_files_are_opened_and_closed(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "log.ndjson"
    path.write_bytes(b'{"a": 1}\n')
    for source in (path, str(path), bytes(path)):
        assert [record.value for record in ndjson.read(source)] == [{"a": 1}]
    with path.open("rb") as file:
        assert [record.value for record in ndjson.read(file)] == [{"a": 1}]
        assert not file.closed
    with pytest.raises(FileNotFoundError):
        ndjson.read(tmp_path / "none")
    with pytest.raises(TypeError, match="bytes"):
        ndjson.read(io.StringIO("text"))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="replace"):
        ndjson.read(path, on_error="skip", rejects=path)
    with pytest.raises(OSError):
        ndjson.check(io.BytesIO(gzip.compress(b"[1]\n" * 1000)[:30]))
    with pytest.raises(StringmillError):
        ndjson.read(path, on_error="none")  # type: ignore[arg-type]


# One strategy for each type that has the same meaning everywhere.
COLUMNS: list[st.SearchStrategy[Any]] = [
    st.none() | st.booleans(),
    st.none() | st.integers(-(2**63), 2**63 - 1),
    st.none() | st.floats(allow_nan=False, allow_infinity=False),
    st.none() | TEXTS,
    st.none() | st.lists(st.none() | st.integers(-5, 5), max_size=3),
    st.none() | st.lists(st.lists(TEXTS, max_size=2), max_size=2),
    st.none() | st.fixed_dictionaries({"x": st.integers(-5, 5), "y": st.none() | TEXTS}),
    st.none() | st.lists(st.fixed_dictionaries({"z": st.booleans()}), max_size=2),
]


@st.composite
def tables(draw: st.DrawFn) -> list[dict[str, Any]]:
    kinds = draw(st.lists(st.sampled_from(COLUMNS), min_size=1, max_size=4))
    # A name with a zero is none in the C interface of Arrow.
    names = draw(st.lists(TEXTS.filter(lambda name: "\0" not in name), min_size=len(kinds), max_size=len(kinds), unique=True))
    row = st.fixed_dictionaries({}, optional=dict(zip(names, kinds, strict=True)))
    return draw(st.lists(row, min_size=1, max_size=8))


def ndjson_of(records: list[dict[str, Any]], **options: Any) -> bytes:
    return b"".join(json.dumps(record, **options).encode() + b"\n" for record in records)


def without_missing(value: Any) -> Any:
    """Returns a value in which a member that is null is as one that is missing."""
    if isinstance(value, dict):
        return {name: without_missing(inner) for name, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [without_missing(inner) for inner in value]
    return value


@given(tables())
def test_tables_are_those_of_pyarrow(records: list[dict[str, Any]]) -> None:
    data = ndjson_of(records)
    ours = pyarrow.table(ndjson.read_arrow(io.BytesIO(data)))
    ours.validate(full=True)
    assert [without_missing(row) for row in ours.to_pylist()] == [without_missing(record) for record in records]
    if any(isinstance(value, list) and None in value for record in records for value in record.values()):
        # pyarrow 26 reads [null,0] as [0,0], and other lists that begin with null not at all.
        return
    theirs = pyarrow.json.read_json(io.BytesIO(data))
    if "timestamp" in str(theirs.schema):
        # pyarrow guesses timestamps from text; here text stays text.
        return
    assert ours.select(theirs.column_names).to_pylist() == theirs.to_pylist()
    assert {field.name: str(field.type) for field in ours.schema} == {field.name: str(field.type) for field in theirs.schema}
    given_schema = pyarrow.table(ndjson.read_arrow(io.BytesIO(data), schema=theirs.schema))
    assert given_schema.equals(theirs)


@given(tables())
def test_tables_are_those_of_polars(records: list[dict[str, Any]]) -> None:
    assume(any(records))
    data = ndjson_of(records, ensure_ascii=False)
    ours = polars.DataFrame(ndjson.read_arrow(io.BytesIO(data)))
    theirs = polars.read_ndjson(data, infer_schema_length=None)
    assert ours.select(theirs.columns).to_dicts() == theirs.to_dicts()


SCHEMA = pyarrow.schema(
    [
        ("i8", pyarrow.int8()),
        ("u8", pyarrow.uint8()),
        ("u64", pyarrow.uint64()),
        ("i32", pyarrow.int32()),
        ("f32", pyarrow.float32()),
        ("text", pyarrow.string()),
        ("large", pyarrow.large_string()),
        ("view", pyarrow.string_view()),
        ("list", pyarrow.large_list(pyarrow.int16())),
        ("must", pyarrow.struct([pyarrow.field("be", pyarrow.bool_(), nullable=False)])),
    ]
)


@pytest.mark.parametrize(
    ("line", "column", "name"),
    [
        ('{"i8": 128}', 8, "convert_loss"),
        ('{"u8": -1}', 8, "convert_loss"),
        ('{"u64": 18446744073709551616}', 9, "convert_loss"),
        ('{"i32": 1.0}', 9, "convert_loss"),
        ('{"f32": 1e39}', 9, "number_overflow"),
        ('{"text": 1}', 10, "convert_loss"),
        ('{"list": [1, 40000]}', 14, "convert_loss"),
        ('{"list": {}}', 10, "convert_loss"),
        ('{"must": {}}', 10, "convert_loss"),
        ('{"must": {"be": null}}', 17, "convert_loss"),
        ('{"i8": 1, "i8": 128}', 17, "convert_loss"),
        ('{"list": [7], "list": [1, 40000]}', 27, "convert_loss"),
        ("[1]", 1, "convert_loss"),
        ("null", 1, "convert_loss"),
    ],
)
def test_values_that_do_not_fit(tmp_path: pathlib.Path, line: str, column: int, name: str) -> None:
    good: dict[str, Any] = {
        "i8": -128, "u8": 255, "u64": 2**64 - 1, "i32": 5, "f32": 1.5, "text": "é\n", "large": "x", "view": "y" * 20,
        "list": [1, None, -3], "must": {"be": True},
    }
    data = ndjson_of([good]) + line.encode() + b"\n" + ndjson_of([{"extra": [{"a": "]"}, 1.5], "i8": 1}])
    batches = ndjson.read_arrow(io.BytesIO(data), schema=SCHEMA, on_error="skip", rejects=tmp_path / "bad")
    table = pyarrow.table(batches)
    table.validate(full=True)
    assert table.schema == SCHEMA
    assert table.to_pylist() == [good, {**dict.fromkeys(good), "i8": 1}]
    assert (tmp_path / "bad").read_text() == line + "\n"
    (reason,) = [json.loads(text) for text in (tmp_path / "bad.reasons").read_text().splitlines()]
    error = batches.first_error
    assert error is not None
    assert (error.line, error.column, error.name) == (2, column, name) == (2, reason["column"], reason["name"])
    assert (batches.records, batches.skipped) == (2, 1)
    with pytest.raises(pyarrow.ArrowInvalid, match=f"--> input:2:{column} "):
        pyarrow.table(ndjson.read_arrow(io.BytesIO(data), schema=SCHEMA))


@given(st.lists(st.lists(st.tuples(st.sampled_from("ab"), st.integers(-3, 3) | st.none()), max_size=5), min_size=1, max_size=4))
def test_of_a_repeated_name_the_last_value_counts(rows: list[list[tuple[str, int | None]]]) -> None:
    def text(row: list[tuple[str, Any]]) -> str:
        return "{" + ",".join(f"{json.dumps(name)}:{json.dumps(value)}" for name, value in row) + "}"

    types: list[tuple[Callable[[Any], Any], Any]] = [
        (lambda value: value, pyarrow.int64()),
        (lambda value: [value, value], pyarrow.list_(pyarrow.int64())),
        (lambda value: {"c": value}, pyarrow.struct([("c", pyarrow.int64())])),
        (lambda value: None if value is None else "x" * (value + 3), pyarrow.string()),
        (lambda value: None if value is None else value > 0, pyarrow.bool_()),
    ]
    for of, data_type in types:
        data = "\n".join(text([(name, of(value)) for name, value in row]) for row in rows).encode()
        records = [record.value for record in ndjson.read(io.BytesIO(data))]
        table = pyarrow.table(ndjson.read_arrow(io.BytesIO(data), schema=pyarrow.schema([("a", data_type), ("b", data_type)])))
        table.validate(full=True)
        assert table.to_pylist() == [{"a": None, "b": None, **record} for record in records]
        assert ndjson.check(io.BytesIO(data)).records == len(rows)


@pytest.mark.parametrize(
    ("numbers", "data_type"),
    [
        ([1, 2**63 - 1], "int64"),
        ([-(2**63), 2**63 - 1], "int64"),
        ([0, None, 2**64 - 1], "uint64"),
        ([2**63, 5], "uint64"),
        ([2**64], "double"),
        ([-1, 2**63], "double"),
        ([2**63, -1, 2], "double"),
        ([2**63, 1.5], "double"),
    ],
)
def test_whole_numbers_get_a_type_that_holds_all_of_them(numbers: list[Any], data_type: str) -> None:
    rows = [{"a": number, "b": [number]} for number in numbers]
    table = pyarrow.table(ndjson.read_arrow(io.BytesIO(ndjson_of(rows))))
    assert [str(field.type) for field in table.schema] == [data_type, f"list<item: {data_type}>"]
    assert table.to_pylist() == rows


def test_members_after_the_inference() -> None:
    data = b'{"a": 1}\n{"a": 2, "b": 1}\n{"a": "x"}\n'
    assert pyarrow.table(ndjson.read_arrow(io.BytesIO(data), on_error="skip")).to_pylist() == [
        {"a": 1, "b": None},
        {"a": 2, "b": 1},
    ]
    batches = ndjson.read_arrow(io.BytesIO(data), on_error="skip", infer_records=1)
    assert pyarrow.table(batches).to_pylist() == [{"a": 1}]
    assert batches.first_error is not None
    assert (batches.first_error.line, batches.first_error.column) == (2, 10)
    # pyarrow and polars make floats of these numbers as well.
    wide = pyarrow.table(ndjson.read_arrow(io.BytesIO(b'{"a": 1}\n{"a": 9223372036854775808}\n')))
    assert wide["a"].to_pylist() == [1.0, 2.0**63]
    empty = pyarrow.table(ndjson.read_arrow(io.BytesIO(b"\n\n")))
    assert (empty.num_rows, empty.num_columns) == (0, 0)
    assert pyarrow.table(ndjson.read_arrow(io.BytesIO(b"{}\n{}\n"))).num_rows == 2
    with pytest.raises(ValueError, match="Null byte"):
        ndjson.read_arrow(io.BytesIO(b'{"\\u0000": 1}\n'))


def test_types_that_json_is_not_read_into() -> None:
    for data_type in (pyarrow.timestamp("us"), pyarrow.binary(), pyarrow.list_(pyarrow.decimal128(5))):
        with pytest.raises(StringmillError, match="column a"):
            ndjson.read_arrow(io.BytesIO(b""), schema=pyarrow.schema([("a", data_type)]))
    with pytest.raises(TypeError):
        ndjson.read_arrow(io.BytesIO(b""), schema=pyarrow.string())


def test_objects_of_any_names_become_maps() -> None:
    counts = pyarrow.map_(pyarrow.string(), pyarrow.field("value", pyarrow.list_(pyarrow.int8()), nullable=False))
    data = b'{"a": {"x": [1], "\\u00e9": [2, 3]}}\n{"a": {"x": null}}\n{"a": {}}\n{"b": 1}\n{"a": {"x": [1], "y": [], "x": [4]}}\n'
    batches = ndjson.read_arrow(io.BytesIO(data), schema=pyarrow.schema([("a", counts)]), on_error="skip")
    table = pyarrow.table(batches)
    table.validate(full=True)
    assert table["a"].to_pylist() == [[("x", [1]), ("é", [2, 3])], [], None, [("x", [4]), ("y", [])]]
    assert batches.first_error is not None and "a{} is an array without null" in str(batches.first_error)
    assert (batches.first_error.line, batches.first_error.column) == (2, 13)
    counted = table
    found = duckdb.sql("select a['x'] from counted")
    assert found is not None and found.fetchall() == [([1],), (None,), (None,), ([4],)]
    with pytest.raises(StringmillError, match="column a has the type Map"):
        ndjson.read_arrow(io.BytesIO(b""), schema=pyarrow.schema([("a", pyarrow.map_(pyarrow.int8(), pyarrow.int8()))]))


def test_batches_are_read_once_by_any_library() -> None:
    data = ndjson_of([{"a": number, "b": "x"} for number in range(5)])
    batches = ndjson.read_arrow(io.BytesIO(data))
    queried: Any = duckdb.sql("select sum(a)::int from batches")
    assert queried.fetchall() == [(10,)]
    with pytest.raises(ValueError, match="already"):
        pyarrow.table(batches)
    schema = pyarrow.schema(ndjson.read_arrow(io.BytesIO(data)))
    assert schema == pyarrow.schema([("a", pyarrow.int64()), ("b", pyarrow.string())])
    frame = pyarrow.table(ndjson.read_arrow(io.BytesIO(data))).to_pandas()
    assert frame["a"].tolist() == list(range(5))


def test_any_number_of_threads_gives_the_same() -> None:
    rng = random.Random(2)
    rows = [ndjson_of([{"n": n, "t": "é" * rng.randrange(40), "l": [n] * (n % 4)}]) for n in range(80_000)]
    for at in (20_000, 70_001):
        rows[at] = b'{"n": "text"}\n'
    rows[50_000] = b"{\n"
    data = b"".join(rows)
    tables = []
    for threads in (1, 2, 7):
        batches = ndjson.read_arrow(io.BytesIO(data), on_error="skip", threads=threads)
        reader = pyarrow.RecordBatchReader.from_stream(batches)
        tables.append(reader.read_all())
        assert (batches.records, batches.skipped) == (79_997, 3)
        assert batches.first_error is not None
        assert batches.first_error.line == 20_001
    assert tables[0].equals(tables[1]) and tables[0].equals(tables[2])
    assert len({table["n"].num_chunks for table in tables}) == 1
    results: list[int] = []
    threads_of_python = [
        threading.Thread(target=lambda: results.append(sum(1 for _ in ndjson.read(io.BytesIO(data), on_error="skip"))))
        for _ in range(4)
    ]
    for thread in threads_of_python:
        thread.start()
    for thread in threads_of_python:
        thread.join()
    # Values of any type are records.
    assert results == [79_999] * 4


@pytest.mark.skipif(not pathlib.Path("/proc/self/status").exists(), reason="needs /proc")
def test_memory_stays_flat(tmp_path: pathlib.Path) -> None:
    data = ndjson_of([{"a": number, "b": ["x", None]} for number in range(50)]) + b"bad\n"

    def calls(count: int) -> None:
        for _ in range(count):
            list(ndjson.read(io.BytesIO(data), on_error="skip"))
            pyarrow.table(ndjson.read_arrow(io.BytesIO(data), on_error="skip", threads=1))
            ndjson.read_arrow(io.BytesIO(data)).__arrow_c_stream__()
            try:
                list(ndjson.read(io.BytesIO(data)))
            except StringmillError:
                pass
            ndjson.check(io.BytesIO(data))

    calls(100)
    gc.collect()
    before = resident()
    calls(600)
    gc.collect()
    assert resident() - before < 4 << 20


def test_rules_refuse_lines_and_leave_the_others() -> None:
    lines = b'{"a":1,"a":2}\n{"a":1}\n{"b":"\\u0000"}\n[1,]\n{"a":9007199254740992}\n{"a":2}'
    expected: dict[Any, list[int]] = {
        "unique-names": [1, 4],
        "no-nul": [3, 4],
        "jsonb": [3, 4],
        "i-json": [1, 4, 5],
        ("unique-names", "no-nul"): [1, 3, 4],
        (): [4],
    }
    for rules, bad in expected.items():
        good = [number for number in range(1, 7) if number not in bad]
        records = ndjson.read(io.BytesIO(lines), on_error="skip", rules=rules)
        assert [record.line for record in records] == good, rules
        report = ndjson.check(io.BytesIO(lines), rules=rules)
        assert (report.records, report.bad) == (len(good), len(bad)), rules
    report = ndjson.check(io.BytesIO(lines), rules="unique-names")
    assert isinstance(report.first_error, StringmillError)
    assert (report.first_error.name, report.first_error.offset) == ("name_repeated", 7)
    with pytest.raises(StringmillError, match="rules is 'other', and not one of unique-names, i-json, no-nul, jsonb"):
        ndjson.read(io.BytesIO(lines), rules="other")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        ndjson.read(io.BytesIO(lines), rules=5)  # type: ignore[arg-type]
