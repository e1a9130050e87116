"""stringmill.ion beside amazon.ion: values, texts and binary data, errors; and ion alone."""

import io
import os
import pathlib
import subprocess
import sys
import textwrap
from collections import Counter, OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import ion_beside
import pytest
import stringmill
from amazon.ion import simpleion
from amazon.ion.core import IonType, Timestamp, TimestampPrecision
from amazon.ion.exceptions import IonException
from amazon.ion.simple_types import (
    IonPyBool,
    IonPyBytes,
    IonPyDict,
    IonPyInt,
    IonPyList,
    IonPyNull,
    IonPyText,
)
from amazon.ion.symbols import ImportLocation, SymbolTableCatalog, SymbolToken, shared_symbol_table
from hypothesis import given
from hypothesis import strategies as st
from stringmill import ion

HERE = pathlib.Path(__file__).resolve().parent
BARE = ion.IonPyValueModel(7)


def symbol(text: str, *annotations: str) -> Any:
    return IonPyText.from_value(IonType.SYMBOL, text, annotations)


VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 10**30, -(10**30), 2**63, -(2**63), 10**300),
    *(1.5, 1.0, 0.1, 0.0, -0.0, 2.0**63, 1.8e19, 1e19, 1e20, 1e22, 1e16, 123456789.123, 1e-4, 9.9999e-5, 1e300, 5e-324),
    *(float("nan"), float("inf"), float("-inf")),
    *map(Decimal, ("1.50", "1", "-0", "1E+3", "1E-10", "0.000001", "1E-7", "-0.00", "0E+5", "12345678901234567890123.5")),
    'a"b\\c\n\t\r\x00\x7f\x1fé\u2028😀\x80\'/\x0b\x0c\x07\x08?',
    *map(symbol, ("it's", 'a b\n"é', "null", "$a", "$ion_2", "+", "", "nan", "a.b", "null.int")),
    IonPyList.from_value(IonType.SEXP, [symbol("+"), symbol("//"), 1, symbol("nan"), [symbol("-")]]),
    *(b"abc", b"", b"\xff" * 100, IonPyBytes.from_value(IonType.CLOB, b"a\"b\n\x00\xff'\\?\x7f")),
    *([], {}, (), (1, (2,)), [1, [2], {"a": 1, "b c": 2, "null": 3, "é": 5, "true": 1, "": 2}]),
    *(IonPyNull.from_value(kind, None, ("a",)) for kind in IonType),
    IonPyBool.from_value(IonType.BOOL, True, ("a", "a")),
    IonPyInt.from_value(IonType.INT, 5, ("a", "b c", SymbolToken(None, 0), SymbolToken("x", None))),
    *(symbol("s", "a", "b"), SymbolToken(None, 0), SymbolToken("q", None)),
    IonPyDict({"a": 1}),
    datetime(2020, 1, 2, 3, 4, 5),
    datetime(2020, 1, 2, 3, 4, 5, 120, tzinfo=timezone.utc),
    datetime(2020, 1, 2, 3, 4, 5, 120, tzinfo=timezone(timedelta(minutes=-90))),
    Timestamp(2020, precision=TimestampPrecision.YEAR),
    Timestamp(2020, 2, precision=TimestampPrecision.MONTH),
    Timestamp(2020, 2, 3, precision=TimestampPrecision.DAY),
    Timestamp(2020, 2, 3, 4, 5, precision=TimestampPrecision.MINUTE),
    Timestamp(20, 2, 3, 4, 5, 6, precision=TimestampPrecision.SECOND, tzinfo=timezone.utc),
    *(
        Timestamp(2020, 2, 3, 4, 5, 6, precision=TimestampPrecision.SECOND, fractional_seconds=Decimal(fraction))
        for fraction in ("0.120", "0.000001", "0.123456789", "0.000", "0")
    ),
]
OPTIONS: list[dict[str, Any]] = [
    {"binary": False},
    {"binary": True},
    {"binary": False, "tuple_as_sexp": True, "omit_version_marker": True},
    {"binary": False, "sequence_as_stream": True},
    {"binary": True, "sequence_as_stream": True},
    {"binary": False, "indent": "  "},
    {"binary": False, "indent": "\t", "trailing_commas": True, "omit_version_marker": True},
    {"binary": False, "indent": "", "sequence_as_stream": True},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_dumps_writes_what_amazon_ion_writes(options: dict[str, Any]) -> None:
    for value in VALUES:
        assert ion.dumps(value, **options) == simpleion.dumps(value, **options), ascii(value)[:200]


def test_binary_data_is_read_back_as_the_same_values() -> None:
    for value in VALUES:
        assert ion.dumps(ion.loads(ion.dumps(value))) == ion.dumps(value)


def test_dumps_writes_no_symbol_that_readers_would_take_for_something_else() -> None:
    # With indentation, amazon.ion writes `$10` without quotes, which is an ID.
    assert ion.dumps(symbol("$10"), binary=False, indent="") == "$ion_1_0\n'$10'"
    # At the top level, it writes a version marker.
    for binary in (False, True):
        with pytest.raises(ion.IonError):
            ion.dumps(symbol("$ion_1_0"), binary=binary)
    assert ion.dumps([symbol("$ion_1_0")], binary=False) == "$ion_1_0 [$ion_1_0]"


def test_system_symbols_have_ids_without_a_table() -> None:
    assert ion.dumps(SymbolToken(None, 4), binary=False) == "$ion_1_0 name"
    assert ion.dumps(SymbolToken(None, 4)).hex() == "e00100ea7104"


def test_ints_may_have_more_digits_than_python_reads() -> None:
    # The C extension of amazon.ion crashes here.
    data = ion.dumps(10**5000)
    assert int.from_bytes(data[-2077:], "big") == 10**5000
    assert ion.dumps(-(10**5000), binary=False) == f"$ion_1_0 -1{'0' * 5000}"
    assert ion.loads(data) == 10**5000
    with pytest.raises(ValueError, match="digits"):
        ion.loads("1" * 5000)


# Values that Python has no object for, and part of the reason.
UNHELD = [
    ("1d9223372036854775808", "exponent"),
    ("0d-99999999999999999999", "exponent"),
    ("1d9223372036854775807", "exponent"),
    ("1d-3000000000000000000", "exponent"),
    ("-" + "9" * 5000, "5000 digits"),
    ("$0", "unknown text"),
]


@pytest.mark.parametrize(("text", "reason"), UNHELD)
def test_values_that_python_cannot_hold_have_a_place(text: str, reason: str) -> None:
    for model in (0, 2, 7):
        options: dict[str, Any] = {"single_value": False, "value_model": ion.IonPyValueModel(model)}
        if model == 0 and text == "$0":
            continue
        with pytest.raises(ion.IonError, match=reason) as caught:
            ion.loads(f"'é' 1\n{{a: [2, {text}]}} 3", **options)
        error = caught.value
        assert isinstance(error, IonException)
        assert (error.name, error.offset, error.line, error.column) == ("convert_loss", 14, 2, 9)
        assert error.remedy in str(error)
        lazily = ion.load(io.BytesIO(f"'é' 1\n{{a: [2, {text}]}} 3".encode()), parse_eagerly=False, **options)
        assert len([next(lazily), next(lazily)]) == 2
        with pytest.raises(ion.IonError, match=reason) as caught:
            next(lazily)
        # In bytes.
        assert (caught.value.name, caught.value.offset) == ("convert_loss", 15)
        assert list(lazily) == []


def test_binary_exponents_that_python_cannot_hold() -> None:
    # The reader itself refuses more than 64 bits.
    for exponent, place in ((2**62, ("convert_loss", 6)), (2**64, ("ion_binary_overflow", 7))):
        groups = exponent.bit_length() // 7 + 1
        digits = [exponent >> 7 * group & 0x7F for group in reversed(range(groups))]
        digits = [0, *digits] if digits[0] & 0x40 else digits
        digits[-1] |= 0x80
        data = b"\xe0\x01\x00\xea\x21\x01" + bytes([0x50 + len(digits) + 1, *digits, 1])
        with pytest.raises(ion.IonError) as caught:
            ion.loads(data, single_value=False)
        assert (caught.value.name, caught.value.offset) == place


def test_dumps_keeps_all_digits_of_a_second() -> None:
    text = "2020-02-03T04:05:06.1234567891234Z"
    assert ion.dumps(ion.loads(text), binary=False) == f"$ion_1_0 {text}"
    assert ion.loads(ion.dumps(ion.loads(text))).fractional_seconds == Decimal("0.1234567891234")


def test_dumps_refuses_what_ion_cannot_hold() -> None:
    circle: list[Any] = []
    circle.append(circle)
    bad = [circle, Decimal("NaN"), "\ud800", SymbolToken(None, 10), IonPyInt.from_value(IonType.STRING, 1)]
    for value in bad:
        for binary in (False, True):
            with pytest.raises(ion.IonError):
                ion.dumps(value, binary=binary)
    for value in ({1: 2}, object(), {3}, IonPyInt.from_value(IonType.INT, 1, (5,))):
        with pytest.raises(TypeError):
            ion.dumps(value)


def test_dumps_takes_classes_that_extend_known_ones() -> None:
    class Name(str):
        pass

    class Seconds(float):
        ion_type = IonType.FLOAT
        ion_annotations = ("s",)

    ordered = OrderedDict(a=Name("x"), b=Seconds(1.5))
    ordered.move_to_end("a")
    assert ion.dumps(ordered, binary=False) == '$ion_1_0 {b:s::1.5e+0,a:"x"}'


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_each_number_of_annotations(options: dict[str, Any]) -> None:
    known = ["a", "b c", "é", SymbolToken("x", None), symbol("y"), SymbolToken("ü", None), "a"]
    annotated: list[Callable[[Any], Any]] = [
        lambda names: IonPyInt.from_value(IonType.INT, 5, names),
        lambda names: IonPyText.from_value(IonType.STRING, "text", names),
        lambda names: IonPyList.from_value(IonType.LIST, [IonPyInt.from_value(IonType.INT, 6, names)], names),
        lambda names: symbol("s", *names),
    ]
    for sequence in (tuple, list):
        parts = [sequence(known[first : first + number]) for number in range(7) for first in range(3)]
        values = [make(names) for names in parts for make in annotated]
        for value in (values, {"a": values}):
            assert ion.dumps(value, **options) == simpleion.dumps(value, **options)


def test_an_annotation_that_is_no_symbol_is_refused_and_the_next_value_is_written() -> None:
    for bad in ((1,), ("a", 1), ("a", None, "b"), ("\ud800",), ("a", "b", "\ud800"), [1]):
        for binary in (False, True):
            with pytest.raises((TypeError, ion.IonError)):
                ion.dumps([1, IonPyInt.from_value(IonType.INT, 5, bad)], binary=binary)
            value = IonPyInt.from_value(IonType.INT, 5, ("c", "d"))
            assert ion.dumps(value, binary=binary) == simpleion.dumps(value, binary=binary)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_each_number_of_values_of_a_name(options: dict[str, Any]) -> None:
    value = IonPyDict()
    for name, number in (("a", 1), ("b", 3), ("c", 1), ("d", 2), ("e", 1), ("f", 1)):
        for at in range(number):
            value.add_item(name, [at, {"a": at}])
    value.get_all_values("e").clear()
    assert ion.dumps([value, value], **options) == simpleion.dumps([value, value], **options)


def test_a_generator_is_a_stream() -> None:
    assert ion.dumps((number for number in (1, 2)), binary=False) == "$ion_1_0 1 2"
    stream = ion.loads("1 2", single_value=False, parse_eagerly=False)
    assert ion.dumps(stream, binary=False) == "$ion_1_0 1 2"


@given(st.floats())
def test_floats_have_the_digits_of_amazon_ion(value: float) -> None:
    options: dict[str, Any]
    for options in ({"binary": False}, {"binary": True}, {"binary": False, "indent": ""}):
        assert ion.dumps(value, **options) == simpleion.dumps(value, **options)


@given(st.floats(min_value=1e-5, max_value=1e20) | st.integers(0, 2**64).map(lambda bits: bits / 2**40))
def test_floats_without_exponent_have_the_digits_of_amazon_ion(value: float) -> None:
    assert ion.dumps(value, binary=False) == simpleion.dumps(value, binary=False)


OBJECTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.binary() | st.decimals(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(OBJECTS)
def test_plain_objects_survive(value: Any) -> None:
    for binary in (False, True):
        assert ion.loads(ion.dumps(value, binary=binary), value_model=BARE) == value


def test_values_are_of_the_classes_of_amazon_ion() -> None:
    text = "{a: b::[1, 2.5, 1e0, x, \"s\", {{aGk=}}, {{\"c\"}}, null.int, null, true, (y), 2020T], a: 2}"
    for model in range(8):
        flags = ion.IonPyValueModel(model)
        ours, theirs = (module.loads(text, value_model=flags) for module in (ion, simpleion))
        assert ion_beside.values(ours, theirs) == "same", model


def test_loads_and_load_take_the_same_input() -> None:
    for given_ in ("[1, 'é']", "[1, 'é']".encode(), ion.dumps([1, symbol("é")])):
        file: Any = io.StringIO(given_) if isinstance(given_, str) else io.BytesIO(given_)
        assert ion.load(file, value_model=BARE) == ion.loads(given_, value_model=BARE) == [1, "é"]
    with pytest.raises(TypeError):
        ion.loads(5)  # type: ignore[arg-type]


def test_a_stream_has_one_value_unless_told() -> None:
    assert ion.loads("") is None
    with pytest.raises(IonException, match="more than 1 value"):
        ion.loads("1 2")
    assert ion.loads("1 2", single_value=False) == [1, 2]


def test_lazy_values_need_only_their_part_of_the_file() -> None:
    record = "{id: 17, name: 'a long name'}\n"
    for file in (io.StringIO(record * 10_000 + "]"), io.BytesIO((record * 10_000 + "]").encode())):
        values = ion.load(file, single_value=False, parse_eagerly=False, value_model=BARE)
        assert next(values) == {"id": 17, "name": "a long name"}
        assert file.tell() < 100_000
        with pytest.raises(ion.IonError) as caught:
            assert sum(1 for _ in values) == 0
        assert caught.value.offset == len(record) * 10_000
        assert list(values) == []


def test_errors_are_those_of_both_packages() -> None:
    with pytest.raises(IonException) as caught:
        ion.loads("{a: 1,\n b: é}")
    error = caught.value
    assert isinstance(error, (stringmill.StringmillError, ValueError))
    assert isinstance(error, ion.IonError)
    assert (error.offset, error.line, error.column) == (11, 2, 5)
    assert "^" in str(error)


def test_deep_nesting_is_no_error() -> None:
    text = "[" * 100_000 + "]" * 100_000
    assert ion.dumps(ion.loads(text), binary=False) == f"$ion_1_0 {text}"
    assert ion.loads(ion.dumps(ion.loads(text, value_model=BARE)), value_model=BARE) is not None


def test_shared_symbol_tables_are_read_and_written() -> None:
    table = shared_symbol_table("columns", 1, ("id", "name"))
    catalog = SymbolTableCatalog()
    catalog.register(table)
    data = ion.dumps({"id": 1, "name": symbol("id")}, imports=[table])
    assert b"id" not in data
    assert simpleion.loads(data, catalog=catalog) == {"id": 1, "name": SymbolToken("id", 10, ImportLocation("columns", 1))}
    assert ion.loads(data, catalog=catalog, value_model=BARE) == {"id": 1, "name": "id"}
    # Without the table, the symbol keeps its place in it.
    value = ion.loads(ion.dumps(symbol("id"), imports=[table]))
    assert value == SymbolToken(None, 10, ImportLocation("columns", 1))
    with pytest.raises(TypeError):
        ion.loads(data, catalog=object())


def test_to_json_reports_losses() -> None:
    losses: dict[str, tuple[int, int]] = {}
    assert ion.to_json("{'é': 1.50, at: 2020T}", losses=losses) == '{"é":1.50,"at":"2020T"}\n'.encode()
    assert losses == {"decimal": (1, 6), "timestamp": (1, 16)}
    assert ion.to_json(ion.dumps([1, 2], sequence_as_stream=True), single_value=False) == b"1\n2\n"
    with pytest.raises(ion.IonError) as caught:
        ion.to_json("a::1", refuse_losses=True)
    assert caught.value.name == "convert_loss"
    with pytest.raises(ion.IonError):
        ion.to_json("1 2")


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_patch_replaces_the_functions_of_simpleion() -> None:
    program = """
    from stringmill import ion
    ion.patch()
    from amazon.ion.simpleion import load, loads, dump, dumps
    assert (load, loads, dump, dumps) == (ion.load, ion.loads, ion.dump, ion.dumps)
    print(dumps(loads("a::1"), binary=False))
    """
    assert run(program) == "$ion_1_0 a::1\n"


def test_without_amazon_ion_values_are_those_of_python() -> None:
    program = """
    import sys
    from datetime import datetime
    for name in ("amazon", "amazon.ion"):
        sys.modules[name] = None
    from stringmill import ion
    bare = ion.IonPyValueModel(7)
    value = ion.loads("{a: [b, 1.5, 2e0, 2020-01-01T01:02:03-00:00, null, true, {{aGk=}}]}", value_model=bare)
    assert ion.loads(ion.dumps(value), value_model=bare) == value, value
    assert value["a"][3] == datetime(2020, 1, 1, 1, 2, 3)
    for text in ("a::1", "null.int", "(1)", "2020T", '{{"a"}}'):
        try:
            ion.loads(text, value_model=bare)
            print(text)
        except ImportError as error:
            assert "amazon.ion" in str(error)
    try:
        ion.loads("1")
        print("1")
    except ImportError:
        pass
    try:
        ion.loads("]")
    except ion.IonError as error:
        assert isinstance(error, ValueError)
    """
    assert run(program) == ""


def differences(path: pathlib.Path, count: int) -> Counter[str]:
    """Returns how often each difference occurs. A crash of the C extension is one too."""
    found: Counter[str] = Counter()
    number = 0
    while number < count:
        command = [sys.executable, str(HERE / "ion_beside.py"), str(path), str(number)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        for line in done.stdout.splitlines():
            found[line.split("\t", 1)[1]] += 1
            number += 1
        if done.returncode > 0:
            raise AssertionError(done.stderr)
        if number < count:
            found["theirs crashes"] += 1
            number += 1
    return found


# Differences of amazon.ion from Ion; docs/python.md explains them. Readers of other languages agree with ours.
KNOWN = (
    "same",
    "theirs crashes",
    "theirs refuses",
    "theirs accepts what is not Ion",
    "theirs loses values",
    "theirs writes another value",
    "theirs writes a version marker",
    "unknown symbol",
    "long fraction",
    "large decimal",
)


def unknown(found: Counter[str]) -> list[str]:
    return [name for name in found if name not in KNOWN]


def test_generated_documents_have_the_values_of_amazon_ion() -> None:
    path = os.environ.get("STRINGMILL_ION_DOCUMENTS")
    if path is None:
        pytest.skip("STRINGMILL_ION_DOCUMENTS is unset; tools/run python makes the documents")
    count = pathlib.Path(path).read_text().count("\n")
    found = differences(pathlib.Path(path), count)
    print(f"{count} documents: {found.most_common()}")
    assert found["same"] > 0.8 * count
    assert not unknown(found), unknown(found)[:10]


def test_the_documents_of_ion_tests_have_the_values_of_amazon_ion(tmp_path: pathlib.Path) -> None:
    folder = pathlib.Path(os.environ.get("STRINGMILL_SUITES", "../shared")) / "ion-tests" / "iontestdata"
    files = sorted([*folder.rglob("*.ion"), *folder.rglob("*.10n")])
    if not files:
        pytest.skip("ion-tests is not here; STRINGMILL_SUITES names its folder")
    path = tmp_path / "documents"
    lines = (f"{file.read_bytes().hex()}\t{'!0:bad' if 'bad' in file.parts else ''}\n" for file in files)
    path.write_text("".join(lines))
    found = differences(path, len(files))
    print(f"{len(files)} files: {found.most_common()}")
    assert not unknown(found), unknown(found)[:10]
