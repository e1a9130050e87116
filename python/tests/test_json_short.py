"""stringmill.json beside the module json: short strings and messages, which have paths of their own."""

import json as original
import random
import sys
import threading
from functools import partial
from typing import Any

import pytest
from json_beside import outcome
from stringmill import json

# A character of each length in UTF-8 and of each form of a `str`, at the ends of their ranges.
CHARACTERS = ["a", "\x7f", "\x80", "é", "ÿ", "\u0100", "я", "\u07ff", "\u0800", "日", "\uffff", "\U00010000", "😀", "\U0010ffff"]
ESCAPES = ["\\n", "\\/", '\\"', "\\\\", "\\b\\f\\r\\t", "\\u0041", "\\u00e9", "\\u65e5", "\\ud83d\\ude00", "\\ud83d", "\\udc00x", "\\x", "\\"]
# No sequence of them is UTF-8, whatever comes before and after.
ILL_FORMED = [b"\x80", b"\xc0\x80", b"\xc3", b"\xe6\x97", b"\xed\xa0\x80", b"\xf0\x9f\x98", b"\xf4\x90\x80\x80", b"\xff"]


def exact(value: Any) -> Any:
    """The value, with what `==` does not show of a `str`: its memory, and its hash."""
    if isinstance(value, dict):
        return {key: (exact(key), exact(found)) for key, found in value.items()}
    if isinstance(value, list):
        return [exact(found) for found in value]
    return (value, sys.getsizeof(value), hash(value))


def same(inside: str) -> None:
    """Reads a string literal as a value, as a key and in a list, in each form of a text."""
    literal = f'"{inside}"'
    for text in (literal, f'{{{literal}: [{literal}, 1.5, "é"], "日": {literal}}}', f'["", {literal}]', literal[:-1]):
        for form in (text, text.encode()):
            found, expected = ([outcome(lambda: module.loads(form)) for _ in range(2)] for module in (json, original))
            assert found == expected, text
        if outcome(lambda: original.loads(text))[0] == "returned":
            # Python makes the UTF-8 of a `str` when it is asked, so each is new.
            assert exact(json.loads(text)) == exact(original.loads(text)), text
            assert exact(json.loads(text.encode())) == exact(original.loads(text.encode())), text


def test_each_character_at_each_place() -> None:
    for length in (*range(20), 31, 32, 33, 62, 63, 64, 65, 66):
        for place in {*range(min(length, 10)), length // 2, length - 1, length} - {-1}:
            for one in CHARACTERS:
                same("x" * place + one + "y" * (length - place))


def test_texts_of_one_character() -> None:
    for length in range(70):
        for one in CHARACTERS:
            same(one * length)


def test_each_escape_at_each_place() -> None:
    for length in (*range(12), 31, 32, 33, 63, 64, 65, 126, 127, 128, 129, 130, 260):
        for place in {0, 1, 7, 8, 9, 31, 32, length - 1, length}:
            if 0 <= place <= length:
                for escape in ESCAPES:
                    same("x" * place + escape + "é" * (length - place))
                    same("x" * place + escape * 3 + "y" * (length - place))


def test_many_short_escapes() -> None:
    for number in range(150):
        same("\\n" * number)
        same("\\n" * number + "x" * 40 + "\\u00e9" + "\\t" * number)


def test_ill_formed_text_at_each_place() -> None:
    for length in range(65):
        for place in {*range(min(length, 9)), length // 2, length}:
            for one in ILL_FORMED:
                text = b'["' + b"x" * place + one + b"y" * (length - place) + b'"]'
                assert outcome(lambda: json.loads(text)) == outcome(lambda: original.loads(text))
                assert json.loads(b'["x"]') == ["x"]


def test_random_strings() -> None:
    draw = random.Random(7)
    for _ in range(3000):
        same("".join(draw.choices(CHARACTERS[:1] * 6 + CHARACTERS + ESCAPES[:9], k=draw.randrange(24))))


# What is written as an escape, with `ensure_ascii` or always, and lone surrogates, which have no UTF-8.
WRITTEN = [*CHARACTERS, '"', "\\", "/", "\n", "\x00", "\x1f", "\ud800", "\udfff"]


def written(text: str) -> None:
    """Writes a string in each place of a document, as text and as bytes."""
    value = [text, 1, text, {text: text, "é" + text: [text]}]
    for ensure_ascii in (True, False):
        expected = original.dumps(value, ensure_ascii=ensure_ascii)
        for _ in range(2):
            # The second time, Python may have the UTF-8 of the string.
            assert json.dumps(value, ensure_ascii=ensure_ascii) == expected
            found = outcome(lambda: json.dumps_bytes(value, ensure_ascii=ensure_ascii))
            assert found == outcome(lambda: expected.encode())


def test_each_character_is_written_at_each_place() -> None:
    for length in (*range(20), 31, 32, 33, 62, 63, 64, 65, 96, 127, 128, 129, 255, 256, 257, 258):
        for place in {*range(min(length, 10)), length // 2, length - 1, length} - {-1}:
            for one in WRITTEN:
                written("x" * place + one + "y" * (length - place))


def test_strings_are_written_where_the_memory_ends() -> None:
    """A document grows by the memory that its next string needs, whatever comes before and after."""
    for count in range(0, 1200, 7):
        for one in ("x" * 10, "x" * 250, "x" * 300, 'quote"', "é", "日本"):
            value = ["y" * count, one, {one: one}, one]
            assert json.dumps(value, ensure_ascii=False) == original.dumps(value, ensure_ascii=False)


def test_after_an_object_that_is_refused() -> None:
    for length in range(70):
        text = "x" * length
        for refused in ([text, object()], {text: object()}, {text: 1, (text,): 2}, [[text] * 3, {1j}]):
            with pytest.raises(TypeError):
                json.dumps_bytes(refused)
            assert json.dumps_bytes([text, {text: text}]) == original.dumps([text, {text: text}]).encode()


@pytest.mark.parametrize("check_circular", [True, False])
def test_containers_inside_others_at_each_level(check_circular: bool) -> None:
    shared: list[Any] = [1, {"a": []}]
    for level in range(40):
        for inner in (shared, {"a": shared, "b": shared}, []):
            value: Any = [inner, inner]
            for at in range(level):
                value = {"x": value, "y": shared} if at % 2 else [shared, value, 2]
            options: Any = {"check_circular": check_circular}
            assert json.dumps(value, **options) == original.dumps(value, **options)


def test_a_container_inside_itself_at_each_level() -> None:
    for outer in range(24):
        for inner in range(24):
            bottom: list[Any] = []
            loop: Any = bottom
            for at in range(inner):
                loop = {"x": [1], "y": loop} if at % 2 else [2, loop]
            bottom.append(loop)
            value = loop
            for _ in range(outer):
                value = [value]
            with pytest.raises(ValueError, match="^Circular reference detected$"):
                json.dumps(value)
            bottom.clear()
            assert json.dumps(value) == original.dumps(value)


def test_integers_after_each_separator() -> None:
    numbers = [sign * (10**digits + add) for digits in range(20) for add in (-1, 0) for sign in (1, -1)]
    for count in range(0, 520, 3):
        value = ["x" * count, *numbers, {"a": numbers}]
        for separators in ((",", ":"), (", ", ": "), (",;:=+-.", "!"), ("", "")):
            assert json.dumps(value, separators=separators) == original.dumps(value, separators=separators)


def test_separators_of_each_length() -> None:
    value = {"a": ["b", 1, "é", None], "c": {"d": "e", "f": 2.5, 3: "g"}}
    for between in range(12):
        for after in range(12):
            for indent in (None, 1):
                given: Any = {"separators": ((",;é" * 4)[:between], (":=日" * 4)[:after]), "indent": indent}
                assert json.dumps(value, **given) == original.dumps(value, **given)


def test_keys_of_texts_one_after_another() -> None:
    """Keys of earlier calls are kept; one that is not equal must not be taken for another."""
    middle = [f"begin-of-{at:02}-and-the-end" for at in range(100)]
    keys = [*middle, "a", "aa", "a" * 8, "a" * 9, "a" * 63, "a" * 64, "a" * 65, "é", "日" * 21, "日" * 22, "\x00", "a\x00", ""]
    draw = random.Random(3)
    for _ in range(500):
        value = {key: {draw.choice(keys): number} for number, key in enumerate(draw.sample(keys, 20))}
        for text in (original.dumps(value, ensure_ascii=False), original.dumps(value)):
            assert list(json.loads(text).items()) == list(value.items())
            assert exact(json.loads(text.encode())) == exact(original.loads(text))
            with pytest.raises(original.JSONDecodeError):
                json.loads(text[:-1])


def test_keys_in_another_order() -> None:
    """The key that followed last time is a guess, which may be the beginning of another key, or come with an escape."""
    lengths = (0, 1, 6, 7, 8, 9, 14, 15, 16, 17, 31, 63, 64)
    keys = ["k" * length for length in lengths] + ["k" * length + "é" for length in lengths] + ["k" * 20 + "x" * 20]
    expected = [dict.fromkeys(keys, 1), dict.fromkeys(reversed(keys), 2), *({key: 3} for key in keys for _ in range(2))]
    for ascii in (True, False):
        text = original.dumps(expected * 2, ensure_ascii=ascii)
        for form in (text, text.encode()):
            assert exact(json.loads(form)) == exact(original.loads(form))
        for cut in range(1, 200):
            with pytest.raises(original.JSONDecodeError):
                json.loads(text.encode()[:cut])
    assert json.loads(rb'[{"kk":1},{"kk":2},{"k\u006b":3},{"kk\\":4},{"kk"  : 5}]')[2:] == [{"kk": 3}, {"kk\\": 4}, {"kk": 5}]
    for end in (b'"kk', b'"kk"', b'"kk\x01":2}]', b'"kk\xff":2}]', b'kk":2}]'):
        damaged = b'[{"kk":1},{' + end
        assert outcome(partial(json.loads, damaged)) == outcome(partial(original.loads, damaged))


def test_keys_of_a_text_are_one_object() -> None:
    for key in ("key", "clé", "キー", "😀"):
        first, second = json.loads(f'[{{"{key}": 1}}, {{"{key}": 2}}]'.encode())
        assert next(iter(first)) is next(iter(second))


def test_a_function_may_read_another_text() -> None:
    def inner(found: dict[str, Any]) -> Any:
        assert json.loads('[{"a": [1, 2]}, [3, [4]]]') == [{"a": [1, 2]}, [3, [4]]]
        with pytest.raises(original.JSONDecodeError):
            json.loads("[1, [2, [3")
        return [found]

    text = '[1, [{"a": 1}, 2, [{"b": {"a": 2}}, 3]], 4]'
    assert json.loads(text, object_hook=inner) == original.loads(text, object_hook=lambda found: [found])
    with pytest.raises(ZeroDivisionError):
        json.loads("[1, [2, 3.5]]", parse_float=lambda _: 1 // 0)
    assert json.loads("[1, [2, 3.5]]") == [1, [2, 3.5]]


def test_threads_read_at_once() -> None:
    failed: list[Any] = []

    def read(number: int) -> None:
        for at in range(2000):
            value = {f"k{number}-{at % 7}": [number, "é" * (at % 9), {"a": at}]}
            if json.loads(json.dumps(value)) != value:
                failed.append(value)

    threads = [threading.Thread(target=read, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_messages_of_each_length() -> None:
    draw = random.Random(5)
    for length in range(300):
        value = {"id": length, "ok": True, "at": draw.random(), "text": "".join(draw.choices(CHARACTERS, k=length // 5)), "none": None}
        expected = original.dumps(value, ensure_ascii=False, separators=(",", ":"))
        assert json.dumps_bytes(value, ensure_ascii=False, separators=(",", ":")) == expected.encode()
        assert json.dumps(value) == original.dumps(value)
        for separators in ((",", ":"), (" ,", ": "), ("", ""), ("é", "="), (",", ": "), (", ", ":")):
            assert json.dumps(value, separators=separators) == original.dumps(value, separators=separators)
        assert json.loads(expected.encode()) == json.loads(expected) == value
