"""Operations on columns, beside the operations on single values, in and out of every library that is here."""

import gc
import pathlib
import random
import struct
import threading
from collections.abc import Callable
from typing import Any

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pytest
import stringmill
from hypothesis import given
from hypothesis import strategies as st
from stringmill import StringmillError, columns, json

from test_process import resident

BINARY = [pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view()]
TEXT = {
    pyarrow.binary(): pyarrow.string(),
    pyarrow.large_binary(): pyarrow.large_string(),
    pyarrow.binary_view(): pyarrow.string_view(),
}
PIECES = st.sampled_from([b"plain", b'"', b"\\n", b"\\ud800", b"\n", "é😀".encode(), b"\xe9", b"{}", b"[1.0,", b"x" * 70])
ROWS = st.lists(st.none() | st.lists(PIECES, max_size=5).map(b"".join), max_size=30)
Row = bytes | None


def one_by_one(rows: list[Row], run: Callable[[bytes], bytes]) -> tuple[list[Row], int, tuple[int, str, int] | None]:
    """Returns the results with null for errors, how many these are, and row, name and offset of the first."""
    out: list[Row] = []
    failures: list[tuple[int, str, int]] = []
    for number, row in enumerate(rows):
        try:
            out.append(None if row is None else run(row))
        except StringmillError as error:
            assert error.offset is not None
            failures.append((number, error.name, error.offset))
            out.append(None)
    return out, len(failures), failures[0] if failures else None


def canonical(row: bytes) -> bytes:
    return stringmill._native.json_canonical(row, 1024, False)


OPERATIONS: list[tuple[Callable[..., columns.Column], Callable[[bytes], bytes]]] = [
    (columns.escape, stringmill.json_escape),
    (lambda data, **options: columns.escape(data, profile="php", **options), lambda row: stringmill.json_escape(row, profile="php")),
    (columns.unescape, stringmill.json_unescape),
    (columns.repair, stringmill.utf8_repair),
    (lambda data, **options: columns.repair(data, policy="reject", **options), lambda row: stringmill.utf8_repair(row, policy="reject")),
    (columns.canonical, canonical),
]


def as_bytes(array: Any) -> list[Row]:
    return [None if value is None else value.encode() if isinstance(value, str) else value for value in array.to_pylist()]


@given(ROWS, st.sampled_from(BINARY), st.sampled_from(OPERATIONS), st.integers(0, 5), st.integers(0, 5))
def test_each_row_is_as_alone(rows: list[Row], data_type: Any, operation: Any, start: int, cut: int) -> None:
    column, single = operation
    array = pyarrow.array(rows, data_type)[start : max(start, len(rows) - cut)]
    expected, failed, first = one_by_one(as_bytes(array), single)
    result = column(array, on_error="null", threads=1)
    out = pyarrow.array(result)
    out.validate(full=True)
    assert out.type == TEXT[data_type]
    assert as_bytes(out) == expected
    assert (result.failed, len(result)) == (failed, len(array))
    if first is None:
        assert result.first_failure is None
        assert as_bytes(pyarrow.array(column(array))) == expected
        return
    assert (result.first_failure.row, result.first_failure.name, result.first_failure.offset) == first
    with pytest.raises(StringmillError) as caught:
        column(array)
    assert (caught.value.row, caught.value.name, caught.value.offset) == first
    assert str(caught.value) == str(result.first_failure)
    assert f"--> row {first[0]}:" in str(caught.value)


@given(ROWS, st.sampled_from([*BINARY, *TEXT.values()]))
def test_validate_and_types(rows: list[Row], data_type: Any) -> None:
    if data_type not in BINARY:
        rows = [None if row is None else row.decode(errors="replace").encode() for row in rows]
    array = pyarrow.array([None if row is None else row for row in rows], pyarrow.binary()).cast(data_type)

    def is_valid(row: Row) -> bool | None:
        return None if row is None else row.decode(errors="ignore").encode() == row

    assert pyarrow.array(columns.validate(array)).to_pylist() == [is_valid(row) for row in rows]
    kept = pyarrow.array(columns.repair(array, policy="copy"))
    assert (kept.type, as_bytes(kept)) == (data_type, rows)


@pytest.mark.parametrize("data_type", [*BINARY, *TEXT.values()])
def test_values_are_those_that_arrow_has(data_type: Any) -> None:
    rows = ["a\0", None, "é", ""]
    array = pyarrow.chunked_array([pyarrow.array(rows[:1]), pyarrow.array(rows[1:])]).cast(data_type)
    for result in (columns.repair(array, policy="copy"), columns.validate(array), columns.validate(array.slice(2))):
        theirs = pyarrow.chunked_array(result)
        assert list(result) == theirs.to_pylist()
        # `isna` of pandas: its strings have NaN for None.
        found = [None if pandas.isna(value) else value for value in pandas.Series(result)]
        assert found == [None if pandas.isna(value) else value for value in theirs.to_pandas()]
        assert pandas.DataFrame({"n": range(len(result))}).assign(out=result)["out"].map(type).tolist() == [
            type(value) for value in pandas.Series(result)
        ]
        assert numpy.asarray(result).tolist() == theirs.to_pylist()
    assert numpy.asarray(columns.validate(array.slice(2))).dtype == bool
    with pytest.raises(ValueError, match="copy"):
        numpy.array(columns.validate(array), copy=False)


def test_tables_are_no_sequences_of_values() -> None:
    table = columns.repair(pyarrow.table({"a": ["x"]}))
    for function in (list, pandas.Series, pandas.DataFrame, numpy.asarray):
        with pytest.raises(TypeError, match=r"pass it to pyarrow\.table"):
            function(table)


def test_columns_without_any_value() -> None:
    nulls = [pyarrow.nulls(3), pyarrow.nulls(5)[1:4], pyarrow.chunked_array([pyarrow.nulls(2), pyarrow.nulls(1)]), polars.Series([None] * 3)]
    nulls += [pandas.Series([None] * 3), pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, None, 1], pyarrow.int8()), pyarrow.nulls(2))]
    for array in nulls:
        for operation in (columns.escape, columns.unescape, columns.repair, columns.canonical, columns.ion_to_json):
            out = pyarrow.array(operation(array))
            assert (out.type, out.to_pylist()) == (pyarrow.string(), [None] * 3)
        out = pyarrow.array(columns.validate(array))
        assert (out.type, out.to_pylist()) == (pyarrow.bool_(), [None] * 3)


def test_tables_with_a_column_without_any_value() -> None:
    rows: dict[str, list[Any]] = {"id": [None, None], "list": [[None], []], "name": [b"caf\xe9", None], "inner": [{"x": None}, None]}
    for table in (polars.DataFrame(rows), pyarrow.table(rows)):
        before = pyarrow.table(table)
        for cut in (table, table[1:]):
            out = pyarrow.table(columns.repair(cut, column="name"))
            out.validate(full=True)
            names = ["caf\ufffd", None][-len(cut) :]
            assert out.to_pylist() == [{**row, "name": name} for row, name in zip(pyarrow.table(cut).to_pylist(), names, strict=True)]
            assert out.drop_columns("name").schema.types == before.drop_columns("name").schema.types
        assert pyarrow.table(columns.escape(table, column="id"))["id"].to_pylist() == [None, None]


def test_reversible_surrogates_give_bytes() -> None:
    data = pyarrow.array([b"caf\xe9", "tea\n".encode()])
    escaped = pyarrow.array(columns.escape(data, policy="reversible"))
    back = pyarrow.array(columns.unescape(escaped, surrogates="reversible"))
    assert (back.type, back.to_pylist()) == (pyarrow.binary(), data.to_pylist())


def ill_formed_strings() -> Any:
    """Returns an array of strings that are no UTF-8, as some programs make them."""
    binary = pyarrow.array([b"caf\xe9", b"tea"])
    return pyarrow.Array.from_buffers(pyarrow.string(), 2, binary.buffers())


def test_strings_may_be_ill_formed() -> None:
    assert pyarrow.array(columns.repair(ill_formed_strings())).to_pylist() == ["caf\ufffd", "tea"]
    assert pyarrow.array(columns.validate(ill_formed_strings())).to_pylist() == [False, True]


@pytest.mark.parametrize("offsets", [[0, 9, 3], [-4, 0, 3], [0, 2, -1], [0, 1 << 30, 3]])
def test_unsound_offsets_are_refused(offsets: list[int]) -> None:
    places = bytearray(12)
    array = pyarrow.Array.from_buffers(pyarrow.binary(), 2, [None, pyarrow.py_buffer(places), pyarrow.py_buffer(b"abc")])
    # pyarrow itself would have refused some of them.
    places[:] = struct.pack("<3i", *offsets)
    with pytest.raises(StringmillError) as caught:
        columns.escape(array)
    assert (caught.value.name, caught.value.row) == ("offsets_unsound", None)


def test_unsound_views_and_keys_are_refused() -> None:
    view = pyarrow.py_buffer((100).to_bytes(4, "little") + b"abcd" + (3).to_bytes(4, "little") + (0).to_bytes(4, "little"))
    views = pyarrow.Array.from_buffers(pyarrow.binary_view(), 1, [None, view, pyarrow.py_buffer(b"abcd" * 30)])
    keys = pyarrow.array([0, 7], pyarrow.int8())
    dictionary = pyarrow.DictionaryArray.from_arrays(keys, pyarrow.array(["a"]), safe=False)
    for array in (views, dictionary):
        with pytest.raises(StringmillError) as caught:
            columns.escape(array)
        assert caught.value.name == "offsets_unsound"


def test_dictionaries_become_plain() -> None:
    keys = pyarrow.array([1, None, 0, 1, 2], pyarrow.int16())
    array = pyarrow.DictionaryArray.from_arrays(keys, pyarrow.array([b"a\xe9", b'"', None]))
    with pytest.raises(StringmillError) as caught:
        columns.escape(array)
    assert (caught.value.row, caught.value.offset) == (2, 1)
    out = pyarrow.array(columns.escape(array[3:]))
    assert (out.type, out.to_pylist()) == (pyarrow.string(), ['\\"', None])
    empty = pyarrow.DictionaryArray.from_arrays(pyarrow.array([None], pyarrow.int8()), pyarrow.array([], pyarrow.string()))
    assert pyarrow.array(columns.escape(empty)).to_pylist() == [None]


def test_chunks_stay_and_rows_are_counted_over_them() -> None:
    array = pyarrow.chunked_array([['"'], [], [None, "b"]])
    result = columns.escape(array)
    assert pyarrow.chunked_array(result).num_chunks == 3
    assert pyarrow.array(result).to_pylist() == ['\\"', None, "b"]
    assert pyarrow.array(columns.escape(result)).to_pylist() == ['\\\\\\"', None, "b"]
    with pytest.raises(StringmillError) as caught:
        columns.escape(pyarrow.chunked_array([[b"a", b"b"], [b"c", b"\xff"]]))
    assert caught.value.row == 3
    nothing = columns.escape(pyarrow.chunked_array([], pyarrow.large_string()))
    assert pyarrow.array(nothing) == pyarrow.array([], pyarrow.large_string())


def test_tables_of_every_library() -> None:
    names, other = ['"a"', None, "é"], [1, 2, 3]
    expected: list[Any] = [{"name": '\\"a\\"', "n": 1}, {"name": None, "n": 2}, {"name": "é", "n": 3}]
    table = pyarrow.table({"name": names, "n": other})
    frame = polars.DataFrame({"name": names, "n": other})
    relation: Any = duckdb.sql("select * from (values ('\"a\"', 1), (null, 2), ('é', 3)) t(name, n)")
    sliced = table.to_batches()[0].slice(0, 3)
    sources: list[Any] = [table, frame, relation, sliced, pandas.DataFrame({"name": names, "n": other})]
    for source in sources:
        result = columns.escape(source, column="name")
        assert pyarrow.table(result).to_pylist() == expected
        assert polars.DataFrame(result).to_dicts() == expected
        queried: Any = duckdb.sql("select name, n from result order by n")
        assert queried.fetchall() == [(row["name"], row["n"]) for row in expected]
    assert pyarrow.record_batch(columns.escape(table, column="name")).to_pylist() == expected
    assert pyarrow.table(columns.escape(table.slice(1), column="name")).to_pylist() == expected[1:]
    columns_of_names: list[Any] = [polars.Series(names), pandas.Series(names), table["name"]]
    for series in columns_of_names:
        out = columns.escape(series)
        assert polars.Series(out).to_list() == [row["name"] for row in expected]
        assert pandas.Series.from_arrow(out).isna().tolist() == [False, True, False]


def test_only_one_column_needs_no_name() -> None:
    relation: Any = duckdb.sql("select '\"' as a")
    assert pyarrow.table(columns.escape(relation)).to_pylist() == [{"a": '\\"'}]
    table = pyarrow.table({"a": ["x"], "b": ["y"]})
    for column in (None, "c"):
        with pytest.raises(StringmillError) as caught:
            columns.escape(table, column=column)
        assert caught.value.name == "choice_unknown"
        assert "a, b" in str(caught.value)


def test_wrong_arguments() -> None:
    wrongs: list[Any] = [["text"], None, pyarrow.array([1]), pyarrow.array([["a"]])]
    for wrong in wrongs:
        with pytest.raises(TypeError):
            columns.escape(wrong)
    with pytest.raises(TypeError):
        columns.escape(pyarrow.array(["a"]), column="a")
    options: list[dict[str, Any]] = [{"threads": 0}, {"on_error": "none"}, {"policy": "none"}, {"profile": "none"}]
    for option in options:
        with pytest.raises(StringmillError):
            columns.escape(pyarrow.array(["a"]), **option)


class Capsules:
    """Gives the same capsules again and again."""

    def __init__(self, capsule: Any) -> None:
        self.capsule = capsule

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.capsule


class Pair(Capsules):
    __arrow_c_stream__ = None  # type: ignore[assignment]

    def __getattribute__(self, name: str) -> Any:
        if name == "__arrow_c_stream__":
            raise AttributeError(name)
        return super().__getattribute__(name)

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self.capsule


def test_capsules_are_taken_once() -> None:
    column = columns.escape(pyarrow.array(["a"] * 1000))
    stream, pair = Capsules(column.__arrow_c_stream__()), Pair(column.__arrow_c_array__())
    for taken in (stream, pair):
        assert len(columns.escape(taken)) == 1000
        with pytest.raises(ValueError, match="released"):
            columns.escape(taken)
    with pytest.raises((ValueError, TypeError)):
        columns.escape(Capsules(column.__arrow_c_schema__()))
    with pytest.raises((ValueError, TypeError)):
        columns.escape(Capsules("no capsule"))


def test_a_result_outlives_its_sources() -> None:
    out = pyarrow.array(columns.escape(pyarrow.array(["é\n"] * 10_000)))
    rest = pyarrow.table(columns.escape(polars.DataFrame({"a": ['"'], "b": ["kept as it is, longer than a view"]}), column="a"))
    gc.collect()
    assert set(out.to_pylist()) == {"é\\n"}
    assert rest.to_pylist() == [{"a": '\\"', "b": "kept as it is, longer than a view"}]


def test_an_error_of_a_producer_is_passed_on() -> None:
    schema = pyarrow.schema([("a", pyarrow.string())])

    def batches() -> Any:
        yield pyarrow.record_batch({"a": ["x"]})
        raise ZeroDivisionError("from the producer")

    with pytest.raises(ValueError, match="from the producer"):
        columns.escape(pyarrow.RecordBatchReader.from_batches(schema, batches()))


def test_any_number_of_threads_gives_the_same() -> None:
    rng = random.Random(1)
    rows = [rng.choice([b"tea", b'"\n' * rng.randrange(50), None, "é".encode() * 30, b"{}"]) for _ in range(50_000)]
    array = pyarrow.array(rows)
    expected = pyarrow.array(columns.escape(array, threads=1))
    for threads in (2, 3, 16, None):
        assert pyarrow.array(columns.escape(array, threads=threads)).equals(expected)
    bad = [*rows]
    for at in (49_000, 7_000, 30_000, 6_999):
        bad[at] = b"\xff"
    for threads in (1, 2, 16):
        with pytest.raises(StringmillError) as caught:
            columns.escape(pyarrow.array(bad), threads=threads)
        assert caught.value.row == 6_999
        result = columns.escape(pyarrow.array(bad), threads=threads, on_error="null")
        assert (result.failed, result.first_failure and result.first_failure.row) == (4, 6_999)
        assert columns.repair(pyarrow.array(bad), threads=threads).repaired == 4


def test_other_threads_run_meanwhile() -> None:
    array = pyarrow.array(['"' * 1000] * 10_000)
    expected = pyarrow.array(columns.escape(array, threads=1))
    results: list[Any] = []
    threads = [threading.Thread(target=lambda: results.append(pyarrow.array(columns.escape(array)))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 6
    assert all(result.equals(expected) for result in results)


def test_ion_to_json() -> None:
    rows = ["{a:1}", "2024T", "'sym'", "1 2", "{", None, '"x"']
    result = columns.ion_to_json(pyarrow.array(rows), on_error="null")
    assert pyarrow.array(result).to_pylist() == ['{"a":1}', '"2024T"', '"sym"', None, None, None, '"x"']
    assert (result.failed, result.losses) == (2, {"symbol": 1, "timestamp": 1})
    refused = columns.ion_to_json(pyarrow.array(rows), losses="refuse", on_error="null")
    assert pyarrow.array(refused).to_pylist() == ['{"a":1}', None, None, None, None, None, '"x"']
    binary = pyarrow.array([bytes.fromhex("e00100ea2111"), b"[1,2.5]"])
    assert pyarrow.array(columns.ion_to_json(binary)).to_pylist() == ["17", "[1,2.5]"]
    typed = pyarrow.array(columns.ion_to_json(pyarrow.array(["2024T"]), typed=True)).to_pylist()
    assert json.loads(typed[0]) != "2024T"


def test_canonical_grows() -> None:
    rows = ["[" + ",".join(["1e20"] * count) + "]" for count in range(200)]
    assert pyarrow.array(columns.canonical(pyarrow.array(rows))).to_pylist() == [
        json.canonical(json.loads(row)).decode() for row in rows
    ]


@pytest.mark.skipif(not pathlib.Path("/proc/self/status").exists(), reason="needs /proc")
def test_memory_stays_flat() -> None:
    array = pyarrow.array([b"caf\xe9" * 20, None, b'"'] * 100)
    frame = polars.DataFrame({"a": ["é" * 30] * 100, "b": range(100)})

    def calls(count: int) -> None:
        for _ in range(count):
            columns.repair(array)
            pyarrow.array(columns.escape(array, on_error="null"))
            polars.DataFrame(columns.escape(frame, column="a"))
            columns.escape(array[:3], policy="replace").__arrow_c_stream__()
            try:
                columns.escape(array, threads=2)
            except StringmillError:
                pass

    calls(300)
    gc.collect()
    before = resident()
    calls(1000)
    gc.collect()
    assert resident() - before < 4 << 20


@pytest.mark.skipif(not pathlib.Path("/proc/meminfo").exists(), reason="needs /proc")
def test_more_than_two_gibibytes_need_large_offsets() -> None:
    free = next(line for line in pathlib.Path("/proc/meminfo").read_text().splitlines() if line.startswith("MemAvailable"))
    if int(free.split()[1]) < 8 << 20:
        pytest.skip("needs 8 GiB of memory")
    array = pyarrow.array([b"\x01" * (1 << 20)] * 342)
    with pytest.raises(StringmillError) as caught:
        columns.escape(array, threads=2)
    assert caught.value.name == "length_excessive"
    assert "large_string" in str(caught.value)


def test_the_example_of_ray_runs() -> None:
    pytest.importorskip("ray", reason="ray is no requirement of the tests")
    page = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md").read_text()
    example = next(block for block in page.split("```") if block.startswith("python\nimport ray"))
    names: dict[str, Any] = {"pyarrow": pyarrow, "columns": columns}
    names["menu"] = pyarrow.table({"id": [1, 2, 3], "name": [b"caf\xe9", None, b"tea"]})
    *body, last = example.removeprefix("python\n").strip().splitlines()
    exec("\n".join([*body, f"out = {last}"]), names)
    assert names["out"]["name"].tolist()[::2] == ["caf\ufffd", "tea"]
