"""Damaged documents and objects through stringmill.ion: an error or a value, and never a crash; and threads."""

import functools
import io
import os
import random
import threading
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import ion_beside
import pytest
from amazon.ion.core import IonType, Timestamp, TimestampPrecision
from amazon.ion.simple_types import IonPyDict, IonPyInt, IonPyText
from amazon.ion.symbols import SymbolToken
from stringmill import ion

from test_ion import VALUES

PIECES = [
    *(b"\xe0\x01\x00\xea", b"$ion_1_0 ", b"\xe3\x81\x83", b"'''", b"{{", b"}}", b"::", b"\xff", b"[", b"(", b"/*"),
    *(b"\xd1", b"\xde\x8f", b"9999999999", b"$10", b"2020-01-01T", b'$ion_symbol_table::{symbols:["a"]}'),
    b"$ion_symbol_table::{imports:[{name:'t',max_id:9}]}",
]
COUNT = 20_000 // int(os.environ.get("STRINGMILL_ONE_IN", "1"))


@functools.cache
def documents() -> list[bytes]:
    written = [ion.dumps(value, binary=binary) for value in VALUES for binary in (True, False)]
    whole = [ion.dumps(VALUES, sequence_as_stream=True, binary=binary, indent=" ") for binary in (True, False)]
    return [data if isinstance(data, bytes) else data.encode() for data in written + whole]


def damaged(rng: random.Random) -> bytes:
    data = rng.choice(documents()) + (rng.choice(documents()) if rng.random() < 0.2 else b"")
    for _ in range(rng.choice([1, 1, 2, 4])):
        at, other = rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)
        data = rng.choice(
            [
                data[:at],
                data[:at] + rng.randbytes(rng.randrange(4)) + data[at + rng.randrange(3) :],
                data[:at] + bytes(byte ^ 1 << rng.randrange(8) for byte in data[at : at + 1]) + data[at + 1 :],
                data[:at] + data[other : other + rng.randrange(20)] + data[at:],
                data[:at] + rng.choice(PIECES) + data[at:],
            ]
        )
    return data


class Pieces(io.BytesIO):
    """A file that gives few bytes at a time."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(min(size or 0, 7) if size != -1 else -1)


def outcome(run: Callable[[], Any], size: int) -> tuple[Any, ...]:
    try:
        return "values", run()
    except ion.IonError as error:
        assert error.offset is not None and 0 <= error.offset <= size
        assert error.code and error.remedy and str(error)
        return error.name, error.offset


def test_damaged_documents_are_errors_with_a_place() -> None:
    for seed in range(COUNT):
        rng = random.Random(seed)
        data, model = damaged(rng), ion.IonPyValueModel(rng.randrange(8))
        options: dict[str, Any] = {"single_value": False, "value_model": model}
        found = outcome(lambda: ion.loads(data, **options), len(data))
        by_pieces = outcome(lambda: list(ion.load(Pieces(data), parse_eagerly=False, **options)), len(data))
        if found[0] == "values":
            assert by_pieces[0] == "values", seed
            assert ion_beside.sequences(found[1], by_pieces[1]) == "same", seed
            assert all(isinstance(ion.dumps(value), bytes) for value in found[1] if not is_marker(value)), seed
        else:
            assert by_pieces == found, seed
        outcome(lambda: ion.to_json(data, single_value=False), len(data))
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue
        assert outcome(lambda: ion.loads(text, **options), len(text))[0] == found[0], seed


def is_marker(value: Any) -> bool:
    """Whether a symbol would be read as a version marker, which dumps refuses."""
    return str(getattr(value, "text", value)).startswith("$ion_")


ODD: list[Any] = [
    *(None, True, -1, 2**70, 1.5, "text", "\ud800", b"\xff", (), ("a", 5), [None], {}, {1: 2}, object(), set()),
    *(Decimal("NaN"), Decimal("1E+999999"), Decimal("-1.5"), *IonType, *TimestampPrecision),
    *(SymbolToken(None, None), SymbolToken("\ud800", 7), SymbolToken(5, None), SymbolToken(None, -1)),
    SymbolToken(None, 2**70),
]


def odd_objects(rng: random.Random) -> Any:
    """Returns an object of amazon.ion whose attributes are those of other objects."""
    store = IonPyDict({"a": 1})
    time = Timestamp(2020, 2, 3, 4, 5, 6, precision=TimestampPrecision.SECOND, fractional_seconds=Decimal("0.120"))
    number, symbol = IonPyInt.from_value(IonType.INT, 5, ("a",)), IonPyText.from_value(IonType.SYMBOL, "s")
    made = rng.choice([store, time, number, symbol])
    names = ["ion_type", "ion_annotations", "precision", "fractional_precision", "fractional_seconds"]
    names.append("_IonPyDict__store")
    for _ in range(rng.randrange(1, 3)):
        setattr(made, rng.choice([name for name in names if hasattr(made, name)]), rng.choice(ODD))
    return rng.choice([made, [made], {"a": made}, {rng.choice(ODD[:8]): made}])


def test_damaged_objects_are_errors() -> None:
    for seed in range(COUNT):
        rng = random.Random(seed)
        value = odd_objects(rng)
        for options in ({"binary": True}, {"binary": False}, {"binary": False, "indent": " "}):
            try:
                written = ion.dumps(value, **options)
            except (ion.IonError, TypeError, ValueError, AttributeError, OverflowError):
                continue
            assert ion.loads(written, single_value=False), seed


def test_threads_read_and_write_at_once() -> None:
    texts = [ion.dumps(value) for value in VALUES]
    failures: list[int] = []

    def work(start: int) -> None:
        for at in [*range(start, len(texts)), *range(start)] * 5:
            if ion.dumps(ion.loads(texts[at])) != texts[at]:
                failures.append(at)

    threads = [threading.Thread(target=work, args=(9 * number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_a_file_that_fails_or_reads_its_own_values_is_an_error() -> None:
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1, /) -> Any:
            if self.tell():
                raise ZeroDivisionError("from read")
            return super().read(60)

    values = ion.load(Failing(b"1 " * 99), single_value=False, parse_eagerly=False)
    assert next(values) == 1
    with pytest.raises(ZeroDivisionError):
        list(values)

    class Nested(io.BytesIO):
        def read(self, size: int | None = -1, /) -> Any:
            return next(nested)

    nested = ion.load(Nested(), single_value=False, parse_eagerly=False)
    with pytest.raises((RuntimeError, ValueError)):
        next(nested)
    for wrong in (5, None, ["1"]):
        with pytest.raises(TypeError):
            ion.load(Wrong(wrong))


class Wrong(io.BytesIO):
    def __init__(self, given: Any) -> None:
        super().__init__()
        self.given = given

    def read(self, size: int | None = -1, /) -> Any:
        return self.given
