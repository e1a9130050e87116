"""The reader of the value so far: the vectors, the documents of core/reference, and what must hold at every byte."""

import copy
import gc
import json
import os
import random
import signal
import threading
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from partial_cases import ROOT, Case, expected_of, failure, feed, finished, options_of, said, vectors
from run_vectors import unpack
from stringmill import StringmillError
from stringmill import json as strict
from stringmill.partial import PartialJson

ONE_IN = int(os.environ.get("STRINGMILL_ONE_IN", "1"))
RANDOM = random.Random(48)


def text_of(src: bytes) -> str | None:
    """Returns the text of bytes, if they are UTF-8."""
    try:
        return src.decode()
    except UnicodeDecodeError:
        return None


def in_characters(outcome: Case, src: bytes) -> Case:
    """Returns what a reader of bytes says, with the offset in characters."""
    out = copy.deepcopy(outcome)
    for place in (out, out.get("finish", {})):
        if "error" in place:
            place["error"]["offset"] = len(src[: place["error"]["offset"]].decode(errors="replace"))
    return out


def test_vectors_of_bytes_and_texts() -> None:
    texts = 0
    for group, case in vectors():
        src = unpack(case["in"])
        assert failure(group, case, src) is None, case["id"]
        text = text_of(src)
        if text is None or "string_max" in group or "len_max" in group:
            continue
        texts += 1
        expected = in_characters(case, src)
        for pieces in ([text], list(text), *([text[:at], text[at:]] for at in range(len(text) + 1))):
            reader = PartialJson(**options_of(group))
            found = feed(reader, pieces)
            # Text around the value counts in characters.
            if "skipped" in case and text.isascii() or "skipped" not in case:
                assert found == expected_of(expected), case["id"]
            if "finish" in case:
                assert finished(reader) == expected["finish"], case["id"]
    assert texts > 130


def documents() -> Iterator[tuple[int, Case]]:
    """Documents of core/reference, valid and damaged, with what its reader says of some of their beginnings."""
    with open(ROOT / "build/partial.ndjson", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number % ONE_IN == 0:
                yield number, json.loads(line)


def pieces(src: bytes, most: int) -> Iterator[bytes]:
    at = 0
    while at < len(src):
        end = at + RANDOM.randrange(most + 1)
        yield src[at:end]
        at = end


def test_documents_of_the_reference() -> None:
    count = 0
    for number, document in documents():
        src = bytes.fromhex(document["in"])
        for beginning in document["beginnings"]:
            part = src[: beginning["after"]]
            for cut in ([part], pieces(part, 1 + RANDOM.randrange(40))):
                reader = PartialJson(max_depth=64)
                assert feed(reader, cut) == expected_of(beginning), (number, beginning["after"])
        for at in range(len(src) + 1 if len(src) <= 60 else 0):
            reader = PartialJson(max_depth=64)
            assert feed(reader, [src[:at], src[at:]]) == expected_of(document["beginnings"][-1]), (number, at)
            assert finished(reader) == document["finish"], (number, at)
        count += 1
    assert count >= 20_000 // ONE_IN


def extends(before: Any, after: Any) -> bool:
    """Whether `after` shows all that `before` shows, in the same order."""
    if before is after:
        return True
    if type(before) is not type(after):
        return False
    if isinstance(before, str):
        return bool(after.startswith(before))
    if isinstance(before, list):
        return len(before) <= len(after) and all(map(extends, before, after))
    if isinstance(before, dict):
        return list(after)[: len(before)] == list(before) and all(extends(before[name], after[name]) for name in before)
    return bool(before == after or (before != before and after != after))


def strict_error(src: bytes | str) -> StringmillError | None:
    try:
        strict.check(src, rules="unique-names", max_depth=64)
    except StringmillError as error:
        return error
    return None


def read_by_units(src: bytes | str, why: Any) -> str | None:
    """Reads a text unit by unit. At each, the value contains the one before, which never changes; an error is that of `json.check`;
    the end is that of `json.loads`. Returns the name of the error."""
    reader = PartialJson(max_depth=64, unique_names=True)
    before: Any = None
    kept: Any = None
    was_done = False
    for at in range(len(src)):
        try:
            reader.feed(src[at : at + 1])
        except StringmillError:
            assert reader.value is before, why
            break
        value = reader.value
        assert before is None or extends(before, value), (why, at)
        assert before == kept or kept != kept, (why, at)
        assert reader.value is value, (why, at)
        assert not was_done or value is before, (why, at)
        if value is not before:
            before, kept = value, copy.deepcopy(value)
        was_done = reader.done
    outcome, expected = finished(reader), strict_error(src)
    if expected is None:
        assert repr(outcome["value"]) == repr(json.loads(src)), why
        return None
    assert outcome["error"] == {"code": expected.name, "offset": expected.offset}, why
    error = reader.error
    assert isinstance(error, StringmillError) and (error.line, error.column) == (expected.line, expected.column), why
    return expected.name


def test_every_beginning_of_every_document() -> None:
    ends: dict[str | None, int] = {}
    for number, document in documents():
        src = bytes.fromhex(document["in"])
        end = read_by_units(src, number)
        ends[end] = ends.get(end, 0) + 1
        text = text_of(src) if number % 4 == 0 else None
        if text is not None:
            read_by_units(text, (number, "text"))
    assert ends[None] > 100 // ONE_IN and len(ends) > 12, ends


def test_reported_faults() -> None:
    content = json.loads((ROOT / "vectors/partial/reported_faults.json").read_text(encoding="utf-8"))
    for case in content["cases"]:
        text = case["text"]
        for cut in ([text], list(text), [text.encode()]):
            reader = PartialJson()
            found = feed(reader, cut)
            assert found.get("value") == case.get("value") and found.get("error") == case.get("error"), case
    assert len(content["cases"]) > 30


def test_numbers_and_names_are_those_of_json() -> None:
    text = '{"a": 12345678901234567890123, "b": -0, "c": -0.0, "d": 1e999, "e": 9007199254740993, "__proto__": {"x": 1}, "f": 5e-324} '
    reader = PartialJson()
    reader.feed(text)
    assert repr(reader.value) == repr(json.loads(text))
    assert list(map(type, reader.finish().values())) == list(map(type, json.loads(text).values()))


def test_an_integer_beyond_the_limit_of_python() -> None:
    reader = PartialJson()
    reader.feed("[1, ")
    with pytest.raises(ValueError, match="limit") as raised:
        reader.feed("9" * 5000 + ", 2]")
    assert reader.value == [1] and not reader.done and str(reader.error) == str(raised.value)
    for call in (reader.finish, lambda: reader.feed("]")):
        with pytest.raises(ValueError, match="limit"):
            call()


def test_snapshots_share_what_did_not_change() -> None:
    reader = PartialJson()
    assert reader.value is None and reader.live is None
    reader.feed('{"done":{"x":[1,2]},"now":{"t":"a')
    first: Any = reader.value
    assert reader.value is first
    reader.feed("\\u00")
    assert reader.value is first
    reader.feed("e9")
    second: Any = reader.value
    assert first == {"done": {"x": [1, 2]}, "now": {"t": "a"}}
    assert second == {"done": {"x": [1, 2]}, "now": {"t": "aé"}}
    assert second["done"] is first["done"] and second["now"] is not first["now"]
    live = reader.live
    reader.feed('"},"list":[')
    third = reader.value
    assert live is not None and second == {"done": {"x": [1, 2]}, "now": {"t": "aé"}}
    reader.feed("1,2")
    reader.feed(",3]}")
    assert third == {"done": {"x": [1, 2]}, "now": {"t": "aé"}, "list": []}
    assert reader.finish() == {**third, "list": [1, 2, 3]}
    assert reader.finish() is reader.value is reader.live


def test_after_an_error() -> None:
    reader = PartialJson()
    reader.feed('{"a": "x\\n')
    with pytest.raises(StringmillError) as raised:
        reader.feed('y",\n  "b": [1, 2}')
    error = raised.value
    assert (error.name, error.offset, error.line, error.column) == ("json_bracket_expected", 26, 2, 13)
    assert str(error) == "expected a comma or a closing bracket at character 26 (line 2, column 13)"
    for call in (lambda: reader.feed("]"), reader.finish):
        with pytest.raises(StringmillError) as again:
            call()
        assert again.value.args == error.args and again.value is not error
    assert reader.value == {"a": "x\ny", "b": [1]} and not reader.done
    assert reader.error is not None and reader.error.args == error.args


def test_kinds_of_pieces() -> None:
    for piece in (b"[1,", bytearray(b"[1,"), memoryview(b"[1,"), memoryview(bytearray(b"[1,"))):
        reader = PartialJson()
        reader.feed(piece)
        assert reader.value == [1]
        with pytest.raises(TypeError, match="a piece of str after bytes"):
            reader.feed("2]")
        with pytest.raises(TypeError):
            reader.feed(12)  # type: ignore[arg-type]
        reader.feed(memoryview(b"x2]y")[1:3])
        assert reader.finish() == [1, 2]
        with pytest.raises(TypeError, match="after finish"):
            reader.feed(b" ")
    reader = PartialJson()
    reader.feed("")
    with pytest.raises(TypeError, match="a piece of bytes after str"):
        reader.feed(b"[")
    with pytest.raises(StringmillError) as raised:
        reader.feed('["é\ud800"]')
    with pytest.raises(StringmillError) as expected:
        strict.check('["é\ud800"]')
    assert (raised.value.name, raised.value.offset) == (expected.value.name, expected.value.offset)


def test_options() -> None:
    wrong_values: list[Case] = [{"around": "prose"}, {"ended_strings": ["a"]}]
    for wrong in wrong_values:
        with pytest.raises(ValueError):
            PartialJson(**wrong)
    wrong_kinds: list[Case] = [{"ended_strings": "/a"}, {"ended_strings": 1}, {"max_depth": "a"}]
    for kind in wrong_kinds:
        with pytest.raises(TypeError):
            PartialJson(**kind)
    reader = PartialJson(ended_strings=["/kind", "/items/*/url", "/a~1b"])
    reader.feed('{"kind":"war", "a/b": "x", "items": [{"url": "ht", "name": "n"}, {"name": "m", "url": "htt')
    assert reader.value == {"kind": "war", "a/b": "x", "items": [{"url": "ht", "name": "n"}, {"name": "m"}]}
    around = PartialJson(around="text")
    feed(around, ["Voilà: ", '{"a":1} é!'])
    assert around.skipped == (6, 2) and around.done
    around = PartialJson(around="text")
    feed(around, ["Voilà: ".encode(), '{"a":1} é!'.encode()])
    assert around.skipped == (7, 3)


def test_callbacks() -> None:
    reader, seen, heard = PartialJson(), [], []
    reader.on("/items/*", lambda value, path: seen.append((value, path)))
    reader.on("", lambda value, path: seen.append((value, path)))
    reader.on_text("/text", lambda text, path: heard.append((text, path)))
    reader.feed('{"items": [1, {"a": 2')
    assert seen == [(1, ("items", 0))]
    reader.feed('}, "x"], "text": "caf')
    reader.feed("\\u00e9")
    reader.feed("")
    reader.feed(' au lait"')
    assert seen == [(1, ("items", 0)), ({"a": 2}, ("items", 1)), ("x", ("items", 2))]
    assert heard == [("caf", ("text",)), ("é", ("text",)), (" au lait", ("text",))]
    reader.feed("}")
    assert seen[-1] == (reader.finish(), ())


def test_a_callback_may_read_and_not_feed() -> None:
    reader = PartialJson()
    values = []

    def callback(value: Any, path: tuple[str | int, ...]) -> None:
        values.append(reader.value)
        for call in (lambda: reader.feed("1"), reader.finish):
            with pytest.raises(RuntimeError, match="a callback of this reader runs"):
                call()

    reader.on("/*", callback)
    reader.feed("[1,2,")
    assert values == [[1, 2], [1, 2]]
    reader.feed("3]")
    assert reader.finish() == [1, 2, 3] and len(values) == 3


def test_a_callback_that_raises() -> None:
    reader, seen = PartialJson(), []

    def callback(value: Any, path: tuple[str | int, ...]) -> None:
        seen.append(value)
        if value == 2:
            raise KeyError(value)

    reader.on("/*", callback)
    with pytest.raises(KeyError):
        reader.feed("[1,2,3,4,")
    assert seen == [1, 2] and reader.value == [1, 2, 3, 4] and reader.error is None
    reader.feed("5]")
    assert seen == [1, 2, 3, 4, 5] and reader.finish() == [1, 2, 3, 4, 5]


def test_a_cycle_through_a_callback_is_collected() -> None:
    class Shown:
        def __init__(self) -> None:
            self.reader = PartialJson()
            self.reader.on("", self.show)
            self.reader.on_text("", self.show)

        def show(self, value: Any, path: tuple[str | int, ...]) -> None: ...

    shown = weakref.ref(Shown())
    gc.collect()
    assert shown() is None


def test_threads_take_turns() -> None:
    reader = PartialJson()
    reader.feed("[")
    failures: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(500):
                reader.feed("[1],")
                assert all(item == [1] for item in reader.value)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    reader.feed("0]")
    assert not failures and reader.finish() == [[1]] * 2000 + [0]


def edits(size: int) -> str:
    items = [{"line": at, "text": f'the quick brown fôx jumps\n over "{at}"'} for at in range(size)]
    return json.dumps({"path": "a", "edits": items}, ensure_ascii=False)


def work(text: str, each: int, size: int = 20) -> tuple[int, int]:
    """Returns the number of pieces, and how many members were copied for a snapshot at every `each`th."""
    reader = PartialJson()
    cuts = [text[at : at + size] for at in range(0, len(text), size)]
    for number, piece in enumerate(cuts, 1):
        reader.feed(piece)
        if number % each == 0:
            assert reader.value is not None
    assert reader.finish() == json.loads(text)
    return len(cuts), reader.copied


def test_a_snapshot_copies_the_open_containers_that_changed() -> None:
    count, copied = work(edits(330), 1)
    # The object, its list of up to 330, and the edit in progress.
    assert 0 < copied < count * (2 + 330 + 2)
    rarely = work(edits(330), 100)[1]
    assert rarely < copied / 80
    assert work(edits(330), 10**9)[1] == 0
    # One growing string is one member, whatever the length.
    for size in (1000, 2000):
        count, copied = work(json.dumps({"text": "lorem ipsum " * size}), 1)
        assert copied <= count


def test_live_copies_nothing() -> None:
    text = json.dumps({f"n{at}": at for at in range(8000)})
    reader, live = PartialJson(), None
    for at in range(0, len(text), 16):
        reader.feed(text[at : at + 16])
        live = live or reader.live
        assert reader.live is live
    assert reader.finish() is live and len(reader.finish()) == 8000 and reader.copied == 0


def test_the_text_is_not_kept() -> None:
    statm = "/proc/self/statm"
    if not os.path.exists(statm):
        pytest.skip("needs /proc")

    def used() -> int:
        gc.collect()
        with open(statm, encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    reader, filler = PartialJson(), " " * (1 << 20)
    reader.feed("[")
    reader.feed(f'{{"a":"b",{filler}"b":12}},')
    before = used()
    for at in range(60):
        reader.feed(f'{{"name {at}":"a string of thirty characters",{filler}"b":12}},')
    # The pieces were 60 MB.
    assert used() - before < 15 << 20 and len(reader.live) == 61


def test_a_finalizer_may_not_disturb_a_reader() -> None:
    reader = PartialJson()
    errors = []

    class Loud:
        def __init__(self) -> None:
            self.own = self

        def __del__(self) -> None:
            try:
                errors.append(type(reader.value))
            except RuntimeError as error:
                errors.append(type(error))

    # The collector runs while objects are made.
    threshold = gc.get_threshold()
    try:
        gc.set_threshold(1, 1, 1)
        reader.feed(b"[")
        for _ in range(50):
            Loud()
            reader.feed(bytearray(b'{"a":[[],{}]},'))
    finally:
        gc.set_threshold(*threshold)
    reader.feed(b"1]")
    assert reader.finish() == [{"a": [[], {}]}] * 50 + [1]
    gc.collect()
    assert len(errors) == 50


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers of POSIX")
def test_a_signal_interrupts_a_long_piece() -> None:
    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    reader = PartialJson()
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with pytest.raises(KeyboardInterrupt):
            reader.feed(b"[" + b"1," * (60 << 20))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not reader.done and isinstance(reader.error, KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        reader.feed(b"1]")


def test_what_a_reader_says_of_null() -> None:
    reader = PartialJson()
    assert said(reader) == {"done": False}
    reader.feed("nul")
    assert said(reader) == {"done": False}
    reader.feed("l")
    assert said(reader) == {"done": True, "value": None} and reader.finish() is None
