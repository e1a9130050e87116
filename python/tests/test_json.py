"""stringmill.json beside the module json: the same texts, values and exceptions, on generated input."""

import ast
import collections
import decimal
import enum
import inspect
import io
import json as original
import math
import os
import pathlib
import random
import re
from collections.abc import Callable
from typing import Any

import json_beside
import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from stringmill import StringmillError, columns, json, transcode


class Text(str):
    def __str__(self) -> str:
        return "not this"


class Number(int):
    def __repr__(self) -> str:
        return "not this"


class Real(float):
    def __repr__(self) -> str:
        return "not this"


class Colour(enum.IntEnum):
    RED = 3


class Odd(dict[Any, Any]):
    def items(self) -> Any:
        return [("odd", 1), *super().items()]


Pair = collections.namedtuple("Pair", ["a", "b"])
PLACES = ["", "é", "日本", "😀", '"', "\\", "/", "\x00", "\x1f", "\x7f", "\u2028", "\ud800", "\udc00", "\ud83d\ude00"]
STRINGS = st.text(max_size=20) | st.lists(st.sampled_from(PLACES) | st.just("plain text " * 9), max_size=6).map("".join)
FLOATS = st.floats() | st.sampled_from([0.0, -0.0, 1e16, 1e15, 1e-5, 1e-4, 5e-324, 1.7976931348623157e308, 123456789.0])
INTS = st.integers() | st.integers(-(2**70), 2**70) | st.sampled_from([2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 10**60])
SCALARS = (
    st.none()
    | st.booleans()
    | STRINGS
    | FLOATS
    | INTS
    | STRINGS.map(Text)
    | st.sampled_from([Number(7), Real(1.5), Colour.RED, Text("é")])
)
KEYS = STRINGS | st.none() | st.booleans() | INTS | FLOATS
# What json refuses comes too.
WRONG = st.sampled_from([{1, 2}, b"bytes", 1j, object, decimal.Decimal("1.5")])


def containers(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    names = st.dictionaries(STRINGS, values, max_size=5)
    return (
        st.lists(values, max_size=5)
        | names
        | names.map(collections.OrderedDict)
        | names.map(Odd)
        | st.lists(values, max_size=3).map(tuple)
        | st.tuples(values, values).map(Pair._make)
        | st.dictionaries(KEYS, values, max_size=3)
        | st.dictionaries(st.tuples(st.integers()) | STRINGS, values, max_size=2)
    )


VALUES = st.recursive(SCALARS, containers, max_leaves=12)
ANYTHING = st.recursive(SCALARS | WRONG, containers, max_leaves=12)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "skipkeys": st.booleans(),
        "ensure_ascii": st.booleans(),
        "check_circular": st.booleans(),
        "allow_nan": st.booleans(),
        "indent": st.none() | st.integers(-1, 4) | st.sampled_from(["", "\t", "é"]),
        "separators": st.none() | st.sampled_from([(",", ":"), (" , ", " : "), ("", "é")]),
        "sort_keys": st.booleans(),
    },
)


def outcome(run: Callable[[], Any]) -> Any:
    """Returns the result, or all that a program can see of the exception."""
    try:
        return run()
    except (ValueError, TypeError, RecursionError, AttributeError, ZeroDivisionError) as error:
        places = [getattr(error, name, None) for name in ("msg", "doc", "pos", "lineno", "colno", "start", "end")]
        return type(error), str(error), getattr(error, "__notes__", None), places


@given(ANYTHING, OPTIONS)
def test_dumps(value: Any, options: dict[str, Any]) -> None:
    expected = outcome(lambda: original.dumps(value, **options))
    assert outcome(lambda: json.dumps(value, **options)) == expected
    as_bytes = outcome(lambda: original.dumps(value, **options).encode())
    assert outcome(lambda: json.dumps_bytes(value, **options)) == as_bytes


@given(ANYTHING, OPTIONS)
def test_default_is_called_as_often(value: Any, options: dict[str, Any]) -> None:
    def run(dumps: Callable[..., str]) -> Any:
        seen: list[Any] = []

        def default(thing: Any) -> Any:
            seen.append(thing)
            if thing is object:
                raise ZeroDivisionError("from default")
            # Without the check it would be called until the stack is full.
            circular = isinstance(thing, complex) and options.get("check_circular", True)
            return thing if circular else [str(type(thing)), math.nan, {"again": 1}]

        found = outcome(lambda: dumps(value, default=default, **options))
        # json adds notes on the place of a value from 3.14 on; ours has none after a function of the program has run.
        return (found[:2] if isinstance(found, tuple) else found), seen

    assert run(json.dumps) == run(original.dumps)


def test_circles_and_depth() -> None:
    circle: list[Any] = []
    circle.append({"circle": circle})
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for value in (circle, deep):
        found, expected = outcome(lambda: json.dumps(value)), outcome(lambda: original.dumps(value))
        assert found[0] is expected[0]
    for levels in (10, 500, 800):
        nested: Any = []
        for _ in range(levels):
            nested = [nested, {"a": nested}] if levels == 10 else [nested]
        assert json.dumps(nested) == original.dumps(nested)
        text = "[" * levels + "]" * levels
        assert json.loads(text) == original.loads(text)
    assert outcome(lambda: json.loads("[" * 200_000))[0] is outcome(lambda: original.loads("[" * 200_000))[0]


def test_an_object_may_change_while_it_is_written() -> None:
    def run(dumps: Callable[..., str], clears_dict: bool) -> str:
        values: list[Any] = [object(), 1]
        outer: dict[str, Any] = {"a": values, "b": 2}

        def default(_: Any) -> int:
            values.clear()
            if clears_dict:
                outer.clear()
            return 7

        return dumps(outer, default=default)

    assert run(json.dumps, False) == run(original.dumps, False) == '{"a": [7], "b": 2}'
    # Whether json still sees members that were removed differs between releases of Python.
    assert run(json.dumps, True) in ('{"a": [7], "b": 2}', '{"a": [7]}')


def test_dump_and_load_are_typed_as_dumps_and_loads() -> None:
    """Type checkers know no way to derive one from the other: a ParamSpec makes the first arguments nameless, a TypedDict ends `**kw`."""
    package = pathlib.Path(json.__file__).parent
    functions = {
        node.name: ast.unparse(node.args)
        for name in ("json.py", "_native.pyi")
        for node in ast.parse((package / name).read_text()).body
        if isinstance(node, ast.FunctionDef)
    }
    assert functions["dump"] == functions["dumps"].replace("obj: Any, ", "obj: Any, fp: IO[str], ")
    assert functions["dumps_bytes"] == functions["dumps"].replace("**kw", "surrogates: str='reject', **kw")
    assert functions["load"] == functions["loads"].replace("s: str | bytes | bytearray, ", "fp: IO[Any], ")


def test_signatures_are_those_of_json() -> None:
    for name in ("dumps", "loads", "dump", "load"):
        ours, theirs = (inspect.signature(getattr(module, name)).parameters.values() for module in (json, original))
        found, expected = ([(it.name, it.kind, it.default) for it in them] for them in (ours, theirs))
        assert found == expected, name


@pytest.mark.parametrize("case", [json_beside.loads_case, json_beside.dumps_case])
def test_generated_calls_have_the_outcome_of_json(case: Callable[[int, Any], Any]) -> None:
    for seed in range(20_000 // int(os.environ.get("STRINGMILL_ONE_IN", "1"))):
        assert case(seed, json) == case(seed, original), seed


CHARACTERS = '{}[]",:\\ \n\t\r0123456789.eE+-truefalsn/bu\x00\x1fé\ud800\ufeffNI'


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Texts of JSON, of which most are damaged in one place."""
    value = draw(VALUES)
    text = outcome(lambda: original.dumps(value, ensure_ascii=draw(st.booleans()), indent=draw(st.none() | st.just(1))))
    if not isinstance(text, str):
        return draw(st.text(CHARACTERS))
    at = draw(st.integers(0, len(text)))
    cut = draw(st.integers(0, 3))
    return draw(st.sampled_from([text, text[:at] + draw(st.text(CHARACTERS, max_size=2)) + text[at + cut :]]))


def same(found: Any, expected: Any) -> None:
    assert repr(found) == repr(expected)
    # repr does not show of which class a number is inside a container.
    assert isinstance(found, tuple) == isinstance(expected, tuple)


@given(documents())
def test_loads(text: str) -> None:
    same(outcome(lambda: json.loads(text)), outcome(lambda: original.loads(text)))
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32-be"):
        data = text.encode(encoding, "surrogatepass")
        same(outcome(lambda: json.loads(data)), outcome(lambda: original.loads(data)))
        same(outcome(lambda: json.loads(bytearray(data))), outcome(lambda: original.loads(bytearray(data))))


@given(documents(), st.sets(st.sampled_from(["object_hook", "object_pairs_hook", "parse_float", "parse_int", "parse_constant"])))
def test_hooks_are_called_as_often(text: str, names: set[str]) -> None:
    def run(loads: Callable[..., Any]) -> Any:
        seen: list[Any] = []

        def hook(argument: Any) -> Any:
            seen.append(argument)
            return len(seen)

        return outcome(lambda: loads(text, **dict.fromkeys(names, hook))), seen

    same(run(json.loads), run(original.loads))


def test_json_tests_of_edges() -> None:
    rng = random.Random(1)
    numbers = ["-", "-0", "00", "01", "1.", "1.e1", ".5", "1e", "1e+", "1E400", "-1e-400", "9" * 19, "9" * 30, "9" * 5000]
    words = ["NaN", "-Infinity", "Infinity", "-Inf", "nul", "true1", "True", '"\\ud83d\\ude00\\ud800"', '"\\u12g4"', '"a\\']
    for text in numbers + words + ["", " ", "\ufeff1", "[1,]", "{,}", '{"a":1,}', '{"a" 1}', '{"a":1 "b"}', "[1 2]", "1 2"]:
        for source in (text, f"[{text}]", f'{{"a":{text}}}', f" {text}\n"):
            same(outcome(lambda: json.loads(source)), outcome(lambda: original.loads(source)))
    for _ in range(2000):
        text = "".join(rng.choices(CHARACTERS, k=rng.randrange(8)))
        same(outcome(lambda: json.loads(text)), outcome(lambda: original.loads(text)))
    wrongs: list[Any] = [None, 1, [], memoryview(b"1")]
    for wrong in wrongs:
        same(outcome(lambda: json.loads(wrong)), outcome(lambda: original.loads(wrong)))


def test_integers_of_every_length_before_every_byte() -> None:
    for digits in ("", "0", "00", "7", "12", "010", "999", "1234", "98765", "100000", "7654321", "12345678", "123456789", "1" * 18, "1" * 20):
        for sign in ("", "-"):
            for end in [chr(code) for code in range(128)] + ["", "é", "日", "0e", "1.", ".5", "e2", ",1", ", 7654321"]:
                for text in (f"{sign}{digits}{end}", f"[{sign}{digits}{end}]", f'{{"a": {sign}{digits}{end}, "b": 1}}'):
                    data = text.encode()
                    same(outcome(lambda: json.loads(text)), outcome(lambda: original.loads(text)))
                    same(outcome(lambda: json.loads(data)), outcome(lambda: original.loads(data)))


def test_white_space_between_all_tokens() -> None:
    rng = random.Random(2)
    runs = ["", " ", "  ", "\n", "\r\n", "\t", " \n ", "\x0b", "\xa0", "\x1f"] + ["\n" + " " * length for length in range(40)]
    tokens = ["{", '"a"', ":", "[", "1", ",", "true", ",", "[", "]", "]", ",", '"b"', ":", "{", "}", "}"]
    for run in runs:
        for at in range(len(tokens) + 1):
            text = "".join(tokens[:at]) + run + "".join(tokens[at:])
            same(outcome(lambda: json.loads(text)), outcome(lambda: original.loads(text)))
    for _ in range(3000):
        text = "".join(rng.choice(runs[: 8 if rng.random() < 0.1 else 5] + runs[10:]) + token for token in tokens)
        data = text.encode()
        same(outcome(lambda: json.loads(text)), outcome(lambda: original.loads(text)))
        same(outcome(lambda: json.loads(data)), outcome(lambda: original.loads(data)))


def test_levels_are_given_back() -> None:
    def room() -> int:
        """Returns how many calls of a function fit onto the stack."""
        depth = 0

        def deeper() -> None:
            nonlocal depth
            depth += 1
            deeper()

        with pytest.raises(RecursionError):
            deeper()
        return depth

    def refuse(_: Any) -> Any:
        raise KeyError

    deep = "[" * 500 + "]" * 500
    wide = f"[{', '.join(['[[]]', '{}'] * 500)}]"
    before = room()
    rooms: set[int] = set()
    for _ in range(100):
        for text in (deep, wide, deep[:-1], deep[:500] + "x" + deep[500:]):
            same(outcome(lambda: json.loads(text)), outcome(lambda: original.loads(text)))
            assert json.loads("[" * 800 + "]" * 800)
        with pytest.raises(KeyError):
            json.loads(deep.replace("[]", "{}"), object_hook=refuse)
        # A function of the program has as much room as the level leaves, after deeper ones too.
        json.loads(f'[{deep}, {{"a": 1}}]', object_hook=lambda value: rooms.add(room()))
    assert room() == before
    assert all(found > before - 50 for found in rooms)


def test_deep_texts_leave_room_for_calls_of_python() -> None:
    def called(frames: int, run: Callable[[], Any]) -> Any:
        return run() if frames == 0 else called(frames - 1, run)

    # Long integers and lone surrogates are made by calls of Python, at a level above the deepest one.
    read = 0
    for levels in range(300, 900):
        deep = "[" * levels + "]" * levels
        text = f'[{deep}, {10**30}, "\\ud800", {deep}]'
        expected = called(200, lambda: outcome(lambda: original.loads(text)))
        if isinstance(expected, list):
            read += 1
            assert called(200, lambda: outcome(lambda: json.loads(text))) == expected
    assert read > 100


def test_equal_keys_are_one_object() -> None:
    first, second = json.loads('[{"name": 1}, {"name": 2}]')
    assert next(iter(first)) is next(iter(second))


# The first and the last eight bytes and the length of a key make its hash.
KEY_PARTS = st.sampled_from(["", "a", "b", "é", "日", "\ud800", '"', "x" * 8, "y" * 30])
ALIKE = st.builds(lambda middle: f"beginning{middle}the end.", KEY_PARTS) | st.builds(lambda end: f"same{end}", KEY_PARTS)
MANY_KEYS = st.lists(st.dictionaries(ALIKE | st.integers(0, 400).map(str) | STRINGS, st.integers(), max_size=9), max_size=9)


@given(MANY_KEYS, st.booleans())
def test_keys_that_are_alike(value: Any, ensure_ascii: bool) -> None:
    text = original.dumps(value, ensure_ascii=ensure_ascii)
    same(json.loads(text), original.loads(text))
    data = text.encode("utf-8", "surrogatepass")
    same(outcome(lambda: json.loads(data)), outcome(lambda: original.loads(data)))


def test_every_place_in_strings_up_to_eighty_characters() -> None:
    for special in ('"', "\\", "\n", "\x00", "\x1f", "\x7f", "é", "日", "😀", "\ud800"):
        values = ["x" * before + special + "x" * after for before in range(40) for after in (0, 1, 7, 8, 30, 40)]
        for ensure_ascii in (True, False):
            text = json.dumps(values, ensure_ascii=ensure_ascii)
            assert text == original.dumps(values, ensure_ascii=ensure_ascii)
            assert json.loads(text) == values
            for cut in range(0, len(text), 97):
                same(outcome(lambda: json.loads(text[:cut])), outcome(lambda: original.loads(text[:cut])))
        raw = [f'"{value}"' for value in values]
        for literal in raw:
            same(outcome(lambda: json.loads(literal)), outcome(lambda: original.loads(literal)))


@given(st.sampled_from(["日本語", "é", "ÿ", "😀", "\ud800"]), st.integers(0, 2000), st.integers(0, 300))
def test_texts_of_other_scripts(script: str, plain: int, other: int) -> None:
    text = original.dumps([{"key": "x" * plain, script: script * other, "n": 1}] * 2, ensure_ascii=False)

    def run(loads: Callable[..., Any]) -> Any:
        seen: list[Any] = []

        def hook(value: Any) -> Any:
            seen.append(value)
            return value

        sources = (text, text[:-1], text.encode("utf-8", "surrogatepass"))
        return [outcome(lambda: loads(source, object_hook=hook)) for source in sources], seen

    assert run(json.loads) == run(original.loads)


class Encoder(original.JSONEncoder):
    def default(self, o: Any) -> Any:
        return "encoded"


@given(VALUES, st.sampled_from(["replace", "question-mark", "escape", "wtf8"]), st.booleans())
def test_policies_for_lone_surrogates(value: Any, policy: Any, by_json: bool) -> None:
    cls = Encoder if by_json else None
    found = outcome(lambda: json.dumps_bytes(value, ensure_ascii=False, surrogates=policy, cls=cls))
    text = outcome(lambda: original.dumps(value, ensure_ascii=False))
    if not isinstance(text, str):
        assert found == text
        return
    # The same text, by the transcoder of UTF-16.
    units = text.encode("utf-16-le", "surrogatepass")
    if policy == "escape":
        wtf8 = transcode(units, "utf-16-le", "utf-8", policy="wtf8")
        def escaped(found: re.Match[bytes]) -> bytes:
            return b"\\u%04x" % ord(found[0].decode("utf-8", "surrogatepass"))

        assert found == re.sub(rb"\xed[\xa0-\xbf].", escaped, wtf8, flags=re.S)
    else:
        assert found == transcode(units, "utf-16-le", "utf-8", policy=policy)
    with pytest.raises(StringmillError, match="surrogates is 'none'"):
        json.dumps_bytes(value, surrogates="none", cls=cls)


def test_arguments_that_only_json_knows() -> None:
    assert json.dumps([object], cls=Encoder) == '["encoded"]'
    assert json.loads('{"a": "\n"}', strict=False) == {"a": "\n"}
    cases: list[dict[str, Any]] = [
        {"none": 1},
        {"indent": 1.5},
        {"separators": (1, 2)},
        {"separators": 5},
        {"default": 7},
    ]
    for arguments in cases:
        expected = outcome(lambda: original.dumps([object], **arguments))
        assert outcome(lambda: json.dumps([object], **arguments)) == expected


def test_files() -> None:
    file = io.StringIO()
    json.dump({"a": [1, "é"]}, file, indent=2)
    assert file.getvalue() == original.dumps({"a": [1, "é"]}, indent=2)
    assert json.load(io.StringIO(file.getvalue())) == {"a": [1, "é"]} == json.load(io.BytesIO(file.getvalue().encode()))


def test_canonical() -> None:
    value = {"\u20ac": 1e30, "\r": [4.50, 2e-3, 1e-27], "1": "\x0f\n'\"\\", "\U0001f600": None, "\ufb33": True}
    assert json.canonical(value).decode() == (
        '{"\\r":[4.5,0.002,1e-27],"1":"\\u000f\\n\'\\"\\\\","€":1e+30,"😀":null,"\ufb33":true}'
    )
    assert json.canonical(object, default=str) == b"\"<class 'object'>\""
    with pytest.raises(StringmillError):
        json.canonical("\ud800")
    with pytest.raises(ValueError, match="not JSON compliant"):
        json.canonical(math.nan)


def test_canonical_integers_that_a_float_cannot_hold() -> None:
    text, rounded = "[9007199254740993]", "[9007199254740992]"
    functions: list[Callable[..., bytes | str | None]] = [
        lambda **options: json.canonical([2**53 + 1], **options),
        lambda **options: json.canonicalize(text, **options),
        lambda **options: str(pyarrow.array(columns.canonical(pyarrow.array([text]), **options))[0]).encode(),
    ]
    for function in functions:
        with pytest.raises(StringmillError, match="pass round_integers=True") as caught:
            function()
        assert (caught.value.name, caught.value.offset) == ("canonical_integer", 1)
        assert caught.value.remedy == "write the integer as a string, or pass round_integers=True"
        assert function(round_integers=True) == rounded.encode()


def test_canonicalize() -> None:
    text = '{"b": [1.0, 1e21, -0], "a": "\\u20ac", "\U0001f600": null, "\ufb33": "é"}'
    expected = '{"a":"€","b":[1,1e+21,0],"\U0001f600":null,"\ufb33":"é"}'.encode()
    for data in (text, text.encode(), bytearray(text.encode()), memoryview(text.encode())):
        assert json.canonicalize(data) == expected
    assert json.canonicalize(expected) == expected


def test_canonicalize_says_where_a_text_is_refused() -> None:
    for data, name, offset in (
        ('{"é": 1, "é": 2}', "name_repeated", 9),
        ('{"é": 1, "é": 2}'.encode(), "name_repeated", 10),
        ('["é", "\\ud800"]', "surrogate_lone", 7),
        ('["é", "\ud800"]', "utf8_surrogate", 7),
        ("[1, 1e400]", "number_overflow", 4),
        ("[1, NaN]", "json_value_expected", 4),
        ("", "json_value_expected", 0),
        ("[[[1]]]", "limit_depth", 2),
    ):
        with pytest.raises(StringmillError) as caught:
            json.canonicalize(data, max_depth=2)
        assert (caught.value.name, caught.value.offset) == (name, offset)
    with pytest.raises(TypeError):
        json.canonicalize(1)  # type: ignore[arg-type]


def test_canonicalize_of_a_long_text() -> None:
    value = [{"name": "é" * 40, "id": number, "at": number / 7} for number in range(40_000)]
    assert json.canonicalize(json.dumps(value, ensure_ascii=False)) == json.canonical(value)


def test_check_gives_the_first_fault_in_the_units_of_its_input() -> None:
    json.check("[1]")
    json.check(bytearray(b'{"a":1,"a":2}'))
    names: Any = iter(["unique-names"])
    with pytest.raises(StringmillError) as raised:
        json.check('{"é":1,"\\u00e9":2}', rules=names)
    assert (raised.value.name, raised.value.offset) == ("name_repeated", 7)
    with pytest.raises(StringmillError) as raised:
        json.check('{"é":1,"é":2}'.encode(), rules="i-json")
    assert (raised.value.name, raised.value.offset) == ("name_repeated", 8)
    with pytest.raises(StringmillError) as raised:
        json.check("[[1]]", max_depth=1)
    assert raised.value.name == "limit_depth"
    json.check('"\\ud800"', lone_surrogates=True)
    with pytest.raises(StringmillError):
        json.check('"\\ud800"', lone_surrogates=True, rules="jsonb")
