"""Generated calls of json of which most are odd or wrong: texts for loads, objects for dumps, and their arguments.

A case is a function of a seed and of the module that it calls, so that both modules get equal but separate objects.
"""

import collections
import decimal
import enum
import functools
import json
import math
import random
from collections.abc import Callable
from types import ModuleType
from typing import Any


class Text(str):
    def __str__(self) -> str:
        return "not this"


class Number(int):
    def __repr__(self) -> str:
        return "not this"

    __str__ = __repr__


class Real(float):
    def __repr__(self) -> str:
        return "not this"

    __str__ = __repr__


class Colour(enum.IntEnum):
    RED = 3


class Flags(enum.IntFlag):
    ONE = 1
    TWO = 2


class Name(enum.StrEnum):
    FIRST = "first"


class Items(list[Any]):
    """A list with its own way to iterate."""

    def __iter__(self) -> Any:
        return iter(["odd", *list.__iter__(self)])


class Failing(list[Any]):
    def __iter__(self) -> Any:
        raise ZeroDivisionError("from __iter__")


class Members(dict[Any, Any]):
    def items(self) -> Any:
        return [("odd", 1), *super().items()]


class Unpaired(dict[Any, Any]):
    def items(self) -> Any:
        return [("a", 1, 2)]


class Listed(dict[Any, Any]):
    """A dict whose items are lists."""

    def items(self) -> Any:
        return [list(pair) for pair in super().items()]


class Unlisted(dict[Any, Any]):
    def items(self) -> Any:
        raise ZeroDivisionError("from items")


class Long(dict[Any, Any]):
    """A dict that says it has members."""

    def __len__(self) -> int:
        return 3


class Hollow(dict[Any, Any]):
    """A dict that says it has none."""

    def __len__(self) -> int:
        return 0


class Untrue(list[Any]):
    def __bool__(self) -> bool:
        raise ZeroDivisionError("from __bool__")


class Index:
    def __index__(self) -> int:
        return 2


Pair = collections.namedtuple("Pair", ["a", "b"])
PLACES = [
    *("", "a", "é", "ÿ", "日本", "😀", '"', "\\", "/", "\x00", "\x1f", "\x7f", "\x80"),
    *("\u2028", "\ud800", "\udc00", "\ud83d\ude00"),
]
LONG = ["plain text " * 9, "é" * 40, "日本語" * 30, "\n" * 33, '"' * 65]
NUMBERS = [0, -1, 7, 10**17, 10**18, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 10**40, -(10**60), 10**5000]
FLOATS = [
    *(0.0, -0.0, 0.1, 1e15, 1e16, 1e17, 123456789012345678.0, 1e-4, 1e-5, 5e-324),
    *(1.7976931348623157e308, 1.5e300, math.nan, math.inf, -math.inf),
]
DIGITS = ["0", "1", "12", "00", "01", "9" * 18, "9" * 19, "9" * 20, "9" * 30, "1" + "0" * 400, "7" * 4301]
WORDS = [
    *("true", "false", "null", "NaN", "Infinity", "-Infinity", "-NaN", "+1", "tru", "True", "nul"),
    *("-Infinit", "-", "undefined", ".5", "'a'"),
]
ESCAPES = [
    *("\\n", "\\/", "\\u00e9", "\\ud83d\\ude00", "\\ud800", "\\udc00", "\\ud800\\u0041", "\\ud800\\ud800\\udc00"),
    *("\\u12g4", "\\x", "\\", "\\u12", "\\uD83D\\uDE0", "\\u 123", "\\u+123", "\\u1_23"),
]
BLANKS = ["", "", "", " ", "\n", "\t ", "\r\n", "\x0b", "\xa0", "\ufeff", "/**/"]
DAMAGE = '{}[]",:\\ \n\t0123456789.eE+-truefalsn/bu\x00\x1fé日😀\ud800\ufeffNI'


class Texts:
    """Texts of JSON, many of them wrong."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def blank(self) -> str:
        return self.rng.choice(BLANKS) if self.rng.random() < 0.05 else self.rng.choice(BLANKS[:7])

    def string(self) -> str:
        rng = self.rng
        parts = [rng.choice(PLACES + ["plain"] * 9 + [LONG[0]]) for _ in range(rng.randrange(4))]
        if rng.random() < 0.8:
            # A valid literal.
            return json.dumps("".join(parts), ensure_ascii=rng.random() < 0.5)
        return '"' + "".join(parts) + rng.choice(ESCAPES) * rng.choice([1, 1, 1, 40]) + rng.choice(["", "end", LONG[1]]) + '"'

    def number(self) -> str:
        rng = self.rng
        text = rng.choice(["", "-"]) + rng.choice(DIGITS[:-2] if rng.random() < 0.97 else DIGITS)
        text += rng.choice(["", "", "." + rng.choice(["0", "5", "25", "", "1234567890123456789012345"])])
        exponent = rng.choice("eE") + rng.choice(["", "+", "-"]) + rng.choice(["0", "7", "22", "400", ""])
        return text + rng.choice(["", "", "", exponent])

    def value(self, level: int) -> str:
        rng = self.rng
        kind = rng.randrange(12 if level else 7)
        if kind < 2:
            return self.string()
        if kind < 4:
            return self.number()
        if kind < 7:
            return rng.choice(WORDS[:3]) if rng.random() < 0.9 else rng.choice(WORDS)
        count = rng.randrange(5)
        if kind < 9:
            inner = [self.value(level - 1) for _ in range(count)]
            return "[" + self.blank() + f"{self.blank()},{self.blank()}".join(inner) + self.blank() + "]"
        names = ['"a"', '"b"', '"a"', '""', '"a long name of a member"']
        members = [
            f"{rng.choice(names) if rng.random() < 0.7 else self.string()}{self.blank()}:{self.blank()}{self.value(level - 1)}"
            for _ in range(count)
        ]
        return "{" + self.blank() + f"{self.blank()},{self.blank()}".join(members) + self.blank() + "}"

    def nested(self) -> str:
        """A text of many levels, closed or not."""
        rng = self.rng
        levels = rng.choice([3, 50, 400, 850, 899, 900, 901, 1100, 30_000])
        opened, closed = ("[", "]") if rng.random() < 0.5 else ('{"a":', "}")
        return opened * levels + rng.choice(["", "1", "x"]) + closed * (levels if rng.random() < 0.6 else rng.randrange(levels))

    def text(self) -> str:
        rng = self.rng
        if rng.random() < 0.02:
            return self.nested()
        text = self.blank() + self.value(rng.randrange(4)) + self.blank()
        for _ in range(rng.choice([0, 0, 1, 1, 1, 2, 3])):
            at = rng.randrange(len(text) + 1)
            text = text[:at] + "".join(rng.choices(DAMAGE, k=rng.randrange(3))) + text[at + rng.randrange(4) :]
        return text

    def source(self) -> Any:
        """What loads gets: mostly a text, in one of its forms."""
        rng, text = self.rng, self.text()
        kind = rng.randrange(20)
        if kind < 9:
            return text
        if kind == 9:
            return Text(text)
        if kind == 10:
            return rng.choice([None, 1, [], {}, memoryview(b"1"), object, "", b"", "\ufeff1", b"\xef\xbb\xbf", b"\0"])
        encoding = "utf-8"
        if kind > 14:
            encoding = rng.choice(["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
        data = text.encode(encoding, "surrogatepass")
        if kind == 14 or rng.random() < 0.1:
            at = rng.randrange(len(data) + 1)
            data = data[:at] + rng.choice([b"\xff", b"\x80", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf0\x9f", b"\0"]) + data[at:]
        return bytearray(data) if kind % 2 else data


class Objects:
    """Objects for dumps, some of which it refuses."""

    def __init__(self, rng: random.Random, wrong: float, own_methods: bool) -> None:
        self.rng = rng
        self.wrong = wrong
        # How often classes have methods in place of those of list and dict.
        self.own_methods = 0.1 if own_methods else 0.0
        self.made: list[Any] = []

    def string(self) -> str:
        return "".join(self.rng.choice(PLACES + ["x"] * 9 + LONG) for _ in range(self.rng.randrange(4)))

    def scalar(self) -> Any:
        rng = self.rng
        if rng.random() < self.wrong:
            odd: list[Any] = [{1}, b"bytes", 1j, object, decimal.Decimal("1.5"), Ellipsis, range(3), bytearray(b"x")]
            return rng.choice(odd)
        makers: list[Callable[[], Any]] = [
            self.string,
            self.string,
            lambda: rng.choice([None, True, False]),
            lambda: rng.choice(NUMBERS[:-1] if rng.random() < 0.98 else NUMBERS),
            lambda: rng.choice(FLOATS),
            lambda: rng.choice([Text("é\n"), Number(7), Number(10**30), Real(1.5), Real(math.nan)]),
            lambda: rng.choice([Colour.RED, Flags(3), Name.FIRST]),
        ]
        return rng.choice(makers)()

    def key(self) -> Any:
        rng = self.rng
        if rng.random() < 0.8:
            return self.string()
        if rng.random() < self.wrong:
            return rng.choice([(1, 2), b"key", 1j, frozenset(), object])
        return self.scalar_key()

    def scalar_key(self) -> Any:
        key = self.scalar()
        return "key" if isinstance(key, (set, bytearray)) else key

    def value(self, level: int) -> Any:
        rng = self.rng
        kind = rng.randrange(11) if level else 0
        if kind < 5:
            return self.scalar()
        inner = [self.value(level - 1) for _ in range(rng.randrange(4))]
        if rng.random() < self.wrong / 4 and self.made:
            # Often a circle, else the same object twice.
            inner.append(rng.choice(self.made))
        made: Any
        if kind < 8:
            plain: list[Callable[[Any], Any]] = [list, list, list, tuple, lambda inner: Pair(inner, 1)]
            rare: list[Callable[[Any], Any]] = [Items, Failing, Untrue, collections.deque]
            made = rng.choice(rare if rng.random() < self.own_methods else plain)(inner)
        else:
            classes: list[Any] = [dict, dict, dict, dict, collections.OrderedDict, collections.Counter]
            classes.append(functools.partial(collections.defaultdict, list))
            own = [Members, Unpaired, Listed, Unlisted, Long, Hollow]
            made = rng.choice(own if rng.random() < self.own_methods else classes)({self.key(): value for value in inner})
        if isinstance(made, (list, dict)) and rng.random() < 0.1:
            self.made.append(made)
            if rng.random() < self.wrong:
                # It is inside itself, unless it is a class of its own.
                if isinstance(made, list):
                    made.append(made)
                else:
                    made["self"] = made
        return made

    def nested(self) -> Any:
        rng = self.rng
        levels = rng.choice([3, 50, 300, 30_000])
        value: Any = self.scalar()
        for _ in range(levels):
            value = [value] if rng.random() < 0.5 else {"a": value}
        return value


def dumps_options(rng: random.Random) -> dict[str, Any]:
    given: dict[str, list[Any]] = {
        "skipkeys": [True, False, 1, ""],
        "ensure_ascii": [True, False, False, None],
        "check_circular": [True, True, False],
        "allow_nan": [True, False, False],
        "indent": [None, 0, 1, 4, -1, True, "", "\t", "é", "--", "\ud800", Text("  "), 1.5, Index(), b" "],
        "separators": [
            *(None, (",", ":"), (" , ", " : "), ("", "é"), [",", ":"], "ab", (",",), (1, 2), (",", b":")),
            *(("\ud800", ":"), Pair(";", "="), 5),
        ],
        "sort_keys": [True, True, False],
    }
    return {name: rng.choice(values) for name, values in given.items() if rng.random() < 0.35}


class Function:
    """A function of the program: it notes its arguments, and may raise."""

    def __init__(self, rng: random.Random, seen: list[Any], name: str, results: list[Callable[[Any], Any]]) -> None:
        self.fails_at = rng.choice([None, None, None, 1, 2, 3])
        self.calls = 0
        self.seen = seen
        self.name = name
        self.result = rng.choice(results)

    def __call__(self, *arguments: Any) -> Any:
        self.seen.append((self.name, shape(arguments)))
        self.calls += 1
        if self.calls == self.fails_at:
            raise LookupError(f"from {self.name}")
        return self.result(*arguments)


def loads_options(rng: random.Random, seen: list[Any]) -> dict[str, Any]:
    names = ["object_hook", "object_pairs_hook", "parse_float", "parse_int", "parse_constant"]
    results: list[Callable[[Any], Any]] = [lambda value: value, str, lambda _: None, len]
    options: dict[str, Any] = {name: Function(rng, seen, name, results) for name in names if rng.random() < 0.12}
    if rng.random() < 0.05:
        more: list[dict[str, Any]] = [{"strict": False}, {"cls": None}, {"encoding": "utf-8"}, {"cls": 5}, {"parse_int": 5}]
        options.update(rng.choice([{"parse_float": decimal.Decimal}, *more]))
    return options


def shape(value: Any) -> list[Any]:
    """Returns what a value is: classes and scalars, without recursion."""
    out: list[Any] = []
    open_ = [value]
    while open_:
        part = open_.pop()
        if isinstance(part, (list, tuple)):
            out.append((type(part).__name__, len(part)))
            open_.extend(reversed(part) if len(out) < LIMIT else ())
        elif isinstance(part, dict):
            out.append((type(part).__name__, dict.__len__(part)))
            if len(out) < LIMIT:
                open_.extend(inner for pair in reversed(list(dict.items(part))) for inner in reversed(pair))
        elif type(part) is int:
            out.append(hex(part))
        else:
            out.append((type(part).__name__, repr(part)))
    return out


# An object inside itself has no last part.
LIMIT = 3000
PLACES_OF_ERRORS = ("msg", "doc", "pos", "lineno", "colno", "start", "end", "encoding", "reason", "object")


def outcome(run: Callable[[], Any]) -> list[Any]:
    """Returns the result, or all that a program can see of the exception."""
    try:
        return ["returned", *shape(run())]
    except RecursionError as error:
        # What is called when the stack is full depends on the frames of json itself.
        return ["raised", type(error)]
    except Exception as error:
        places = [getattr(error, name, None) for name in PLACES_OF_ERRORS]
        return ["raised", type(error), str(error), getattr(error, "__notes__", None), places, repr(error.__cause__)]


def loads_case(seed: int, module: ModuleType) -> list[Any]:
    rng, seen = random.Random(seed), list[Any]()
    source, options = Texts(rng).source(), loads_options(rng, seen)
    return called(outcome(lambda: module.loads(source, **options)), seen)


def dumps_case(seed: int, module: ModuleType) -> list[Any]:
    rng, seen = random.Random(seed), list[Any]()
    options = dumps_options(rng)
    if rng.random() < 0.3:
        results: list[Callable[[Any], Any]] = [
            str,
            lambda _: None,
            lambda _: [math.nan, {"again": 1}],
            lambda _: {"é": [1]},
            lambda thing: thing,
        ]
        options["default"] = Function(rng, seen, "default", results)
    objects = Objects(rng, rng.choice([0.0, 0.05, 0.3]), "default" not in options)
    value = objects.nested() if rng.random() < 0.02 else objects.value(rng.randrange(4))
    return called(outcome(lambda: module.dumps(value, **options)), seen)


def called(found: list[Any], seen: list[Any]) -> list[Any]:
    # How many calls fill the stack depends on the frames of json itself.
    return found if found[1] is RecursionError else [*found, *seen]
