"""Operations on strings and bytes, beside Python's own codecs and json."""

import array
import base64
import binascii
import json
import mmap
import pickle
import tempfile
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy
import pyarrow
import pytest
import stringmill
from hypothesis import given
from hypothesis import strategies as st
from stringmill import Repairs, StringmillError, columns
from stringmill.json import dumps_bytes

if TYPE_CHECKING:
    from typing_extensions import Buffer

# Text with whatever a str can hold, lone surrogates among it.
TEXTS = st.text(st.characters() | st.characters(categories=["Cs"]) | st.sampled_from('"\\/\n\x00\x7f\u2028é€😀'))
# Bytes that are often nearly UTF-8.
BYTES = st.lists(
    st.binary(max_size=4) | st.text(max_size=9).map(str.encode) | st.just(b"x" * 70), max_size=9
).map(b"".join)


def inside(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


@given(TEXTS)
def test_json_escape_of_text_is_that_of_json(text: str) -> None:
    if any("\ud800" <= character <= "\udfff" for character in text):
        with pytest.raises(StringmillError) as caught:
            stringmill.json_escape(text)
        first = next(at for at, character in enumerate(text) if "\ud800" <= character <= "\udfff")
        assert (caught.value.name, caught.value.offset) == ("utf16_surrogate_lone", first)
    else:
        assert stringmill.json_escape(text).decode() == inside(text)
    repairs = Repairs()
    out = stringmill.json_escape(text, profile="ascii", policy="escape", repairs=repairs)
    assert json.loads(f'"{out.decode()}"') == text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    assert (repairs.count == 0) == (repairs.first is None)


@given(BYTES)
def test_bytes_are_accepted_or_refused_as_by_the_codec(data: bytes) -> None:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        for run in (stringmill.utf8_validate, stringmill.json_escape):
            with pytest.raises(StringmillError) as caught:
                run(data)
            assert caught.value.offset == error.start
            assert 100 < caught.value.code < 110
    else:
        assert stringmill.utf8_validate(data) == len(data)
        assert stringmill.json_escape(data).decode() == inside(text)
        assert stringmill.utf8_repair(data) is data
        utf16 = stringmill.transcode(data, "utf-8", "utf-16-le")
        assert utf16 == text.encode("utf-16-le")
        assert stringmill.transcode(utf16, "utf-16-le", "utf-8") == data
    replaced = data.decode(errors="replace")
    assert stringmill.utf8_repair(data).decode() == replaced
    assert stringmill.json_escape(data, policy="replace").decode() == inside(replaced)
    assert stringmill.transcode(data, "utf-8", "utf-16-be", policy="replace") == replaced.encode("utf-16-be")
    assert stringmill.transcode(data, "latin-1", "utf-8") == data.decode("latin-1").encode()
    marked = stringmill.json_escape(data, policy="reversible")
    assert stringmill.json_unescape(marked, surrogates="reversible") == data


@given(BYTES)
def test_base64_is_that_of_the_standard_library(data: bytes) -> None:
    assert stringmill.base64_encode(data) == base64.b64encode(data)
    assert stringmill.base64_encode(data, alphabet="url") == base64.urlsafe_b64encode(data)
    assert stringmill.base64_decode(base64.b64encode(data)) == data
    assert stringmill.base64_decode(base64.b64encode(data).decode()) == data
    try:
        expected = binascii.a2b_base64(data, strict_mode=True)
    except binascii.Error:
        return
    assert stringmill.base64_decode(data, trailing_bits="drop") == expected


@given(BYTES, st.integers(0, 40))
def test_output_goes_into_a_buffer(data: bytes, spare: int) -> None:
    expected = stringmill.json_escape(data, policy="replace")
    into = bytearray(len(expected) + spare)
    assert stringmill.json_escape(data, policy="replace", into=into) == len(expected)
    assert into[: len(expected)] == expected
    if expected:
        with pytest.raises(StringmillError) as caught:
            stringmill.json_escape(data, policy="replace", into=bytearray(len(expected) - 1))
        assert (caught.value.name, caught.value.offset) == ("room_short", None)


def test_any_contiguous_buffer_is_an_input() -> None:
    data = b"a\"b\n"
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.flush()
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            views: list[Buffer] = [memoryview(data), memoryview(bytearray(data)), array.array("I", data)]
            sources: list[Buffer] = [data, bytearray(data), mapped, *views]
            for source in sources:
                assert stringmill.json_escape(source) == b'a\\"b\\n'
                assert stringmill.utf8_validate(source) == 4
    empty: list[bytes | bytearray | memoryview] = [b"", bytearray(), memoryview(b"")]
    for source in empty:
        assert stringmill.json_escape(source) == b"" == stringmill.utf8_repair(source)
    assert stringmill.json_escape(b"", into=bytearray()) == 0
    for wrong in (memoryview(data)[::2], 7, None, "text"):
        with pytest.raises((TypeError, BufferError)):
            stringmill.utf8_validate(wrong)  # type: ignore[arg-type]


def test_arrays_of_numpy_are_buffers() -> None:
    # numpy has type hints for buffers from Python 3.12 on.
    data: Any = numpy.frombuffer(b'a"b\xff', dtype=numpy.uint8)
    assert stringmill.json_escape(data, policy="replace") == b'a\\"b\xef\xbf\xbd'
    into: Any = numpy.zeros(8, dtype=numpy.uint16)
    assert stringmill.base64_encode(data, into=into) == 8
    assert into.tobytes()[:8] == base64.b64encode(data)
    fields: Any = numpy.zeros(1, dtype=[("O", numpy.uint8)])
    assert stringmill.utf8_validate(fields) == 1
    objects: Any = numpy.array([None, "text"], dtype=object)
    with_objects: Any = numpy.zeros(1, dtype=[("a", numpy.uint8), ("b", object)])
    by_columns: Any = numpy.zeros((2, 3), dtype=numpy.uint8, order="F")
    for wrong in (objects, with_objects, data[::2], by_columns):
        with pytest.raises(TypeError):
            stringmill.base64_encode(wrong)
        with pytest.raises(TypeError):
            stringmill.base64_encode(b"a", into=wrong)


def test_a_buffer_for_output_is_writable_and_elsewhere() -> None:
    for wrong in (b"1234", memoryview(bytearray(8))[::2]):
        with pytest.raises((TypeError, BufferError)):
            stringmill.json_escape(b"a", into=wrong)
    same = bytearray(b"abcdef")
    with pytest.raises(StringmillError) as caught:
        stringmill.json_escape(memoryview(same)[:3], into=memoryview(same)[2:])
    assert caught.value.name == "ranges_overlap"
    assert stringmill.json_escape(memoryview(same)[:3], into=memoryview(same)[3:]) == 3
    assert same == b"abcabc"


def test_an_error_shows_its_place() -> None:
    with pytest.raises(StringmillError) as caught:
        stringmill.json_escape(b"one\ntwo caf\xe9 x")
    error = caught.value
    assert isinstance(error, ValueError)
    found = (error.code, error.name, error.offset, error.line, error.column)
    assert found == (103, "utf8_missing_continuation", 11, 2, 8)
    assert str(error).splitlines() == [
        "error: ill-formed UTF-8: lead byte without its continuation bytes: E9, found 20",
        "  --> input:2:8 (byte 11)",
        "   |",
        " 2 | two caf\\xE9 x",
        "   |        ^^^^",
        "   = hex  63 61 66 [e9] 20 78",
        f"   = help {error.remedy}",
    ]
    repairs = Repairs()
    stringmill.utf8_repair(b"ab\xff\xff", repairs=repairs)
    assert repr(pickle.loads(pickle.dumps(repairs))) == repr(repairs) == "Repairs(count=2, first=2)"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), vars(again)) == (str(error), vars(error))


def test_offsets_of_text_count_characters() -> None:
    cases: list[tuple[Callable[[], object], str, int, int, int, str]] = [
        (lambda: stringmill.json_escape("é😀\n\ud800"), "utf16_surrogate_lone", 3, 2, 1, "character 3"),
        (lambda: stringmill.json_unescape("é😀\\q"), "escape_unknown", 2, 1, 3, "character 2"),
        (lambda: stringmill.json_unescape("é\ud800"), "utf8_surrogate", 1, 1, 2, "character 1"),
        (lambda: stringmill.transcode(b"a\0\0\xd8", "utf-16-le", "utf-8"), "utf16_surrogate_lone", 1, 1, 2, "code unit 1"),
        (lambda: stringmill.json_unescape(b'a"'), "quote_unescaped", 1, 1, 2, "byte 1"),
    ]
    for run, name, offset, line, column, place in cases:
        with pytest.raises(StringmillError) as caught:
            run()
        error = caught.value
        assert (error.name, error.offset, error.line, error.column) == (name, offset, line, column)
        assert f"({place})" in str(error)


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({"policy": "none"}, "choice_unknown"),
        ({"profile": "none"}, "profile_unknown"),
        ({"profile": "php:none"}, "profile_option_unknown"),
        ({"profile": "jcs", "policy": "reversible"}, "policy_unsupported"),
    ],
)
def test_names_are_checked(arguments: dict[str, str], name: str) -> None:
    with pytest.raises(StringmillError) as caught:
        stringmill.json_escape(b"", **arguments)  # type: ignore[call-overload]
    assert (caught.value.name, caught.value.offset, caught.value.line) == (name, None, None)
    assert caught.value.remedy


def test_a_message_offers_the_choices_that_work() -> None:
    calls: list[Callable[[str], object]] = [
        lambda policy: stringmill.utf8_repair(b"\xff", policy=policy),  # type: ignore[call-overload]
        lambda policy: stringmill.transcode(b"\x00\xd8", "utf-16-le", "utf-8", policy=policy),  # type: ignore[call-overload]
        lambda policy: stringmill.transcode(b"\xff", "utf-8", "utf-16-be", policy=policy),  # type: ignore[call-overload]
        lambda policy: stringmill.transcode(b"\xff", "latin-1", "utf-8", policy=policy),  # type: ignore[call-overload]
        lambda policy: stringmill.json_unescape(b"\\udcff", surrogates=policy),  # type: ignore[call-overload]
        lambda policy: dumps_bytes("\ud800", ensure_ascii=False, surrogates=policy),
        lambda policy: columns.repair(pyarrow.array([b"\xff"]), policy=policy),  # type: ignore[arg-type]
        lambda policy: columns.unescape(pyarrow.array(["\\udcff"]), surrogates=policy),  # type: ignore[arg-type]
    ]
    for profile in stringmill.profiles():
        calls += [
            lambda policy, profile=profile: stringmill.json_escape(b"\xff", profile=profile, policy=policy),  # type: ignore[misc]
            lambda policy, profile=profile: stringmill.json_escape("\ud800", profile=profile, policy=policy),  # type: ignore[misc]
            lambda policy, profile=profile: columns.escape(pyarrow.array([b"\xff"]), profile=profile, policy=policy),  # type: ignore[misc]
        ]
    every = {"copy", "escape", "ignore-php", "question-mark", "replace", "replace-java", "replace-php", "reversible", "visible", "wtf8"}
    for call in calls:
        with pytest.raises(StringmillError, match=" is 'none', and not one of reject, ") as caught:
            call("none")
        offered = str(caught.value).split("not one of ")[1].split(", ")
        assert every.issuperset(offered[1:])
        for policy in offered[1:]:
            call(policy)
        # Any other policy is refused, with the same offer.
        for policy in every.difference(offered):
            with pytest.raises(StringmillError, match=f"is '{policy}', and not one of {', '.join(offered)}$"):
                call(policy)


def test_odd_utf16_and_pairs_of_encodings_are_refused() -> None:
    for data, source, target in ((b"abc", "utf-16-le", "utf-8"), (b"ab", "latin-1", "utf-16-le"), (b"", "utf-8", "utf-8")):
        with pytest.raises(StringmillError):
            stringmill.transcode(data, source, target)  # type: ignore[call-overload]
    with pytest.raises(StringmillError, match="policy is 'none'"):
        stringmill.transcode(b"a", "latin-1", "utf-8", policy="none")  # type: ignore[call-overload]


def test_long_inputs_grow_their_output() -> None:
    data = b"\x01" * 300_000
    assert stringmill.json_escape(data) == b"\\u0001" * 300_000
    repairs = Repairs()
    out = stringmill.json_escape(b"x" * 100_000 + b"\xff" * 100_000, policy="visible", repairs=repairs)
    assert out == b"x" * 100_000 + b"\\\\xFF" * 100_000
    assert (repairs.count, repairs.first) == (100_000, 100_000)
    assert repr(repairs) == "Repairs(count=100000, first=100000)"
    assert stringmill.json_escape(memoryview(b"\n" * 200_000)) == b"\\n" * 200_000
