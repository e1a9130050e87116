"""stringmill.json beside the module json: classes of encoders, and the arguments of every function."""

import functools
import importlib
import inspect
import io
import itertools
import json as original
import math
import pickle
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from json_beside import outcome
from stringmill import json

Seen = list[Any]
# A test replaces them in the class.
BASE = original.JSONEncoder
DEFAULT, ENCODE, ITERENCODE, INIT = BASE.default, BASE.encode, BASE.iterencode, BASE.__init__


def members(seen: Seen) -> dict[str, Any]:
    """What a class can have in place of JSONEncoder. Each method notes its call."""

    def default(self: Any, o: Any) -> Any:
        seen.append(("default", type(self).__name__, repr(o), self.indent, self.ensure_ascii, self.item_separator))
        if isinstance(o, complex):
            return DEFAULT(self, o)
        if isinstance(o, bytes):
            raise LookupError("from default")
        return ["é", {"again": math.nan}, {1}] if o is object else sorted(o)

    def encode(self: Any, o: Any) -> Any:
        seen.append("encode")
        return ENCODE(self, o) + "!"

    def iterencode(self: Any, o: Any, _one_shot: bool = False) -> Any:
        seen.append(("iterencode", _one_shot))
        return ITERENCODE(self, o, _one_shot)

    def init(self: Any, **options: Any) -> None:
        seen.append(("__init__", list(options.items())))
        INIT(self, **(options | {"ensure_ascii": False}))

    def new(cls: Any, **options: Any) -> Any:
        seen.append("__new__")
        return object.__new__(cls)

    def setattribute(self: Any, name: str, value: Any) -> None:
        seen.append(name)
        object.__setattr__(self, name, False if name == "ensure_ascii" else value)

    def getattribute(self: Any, name: str) -> Any:
        seen.append(name)
        return object.__getattribute__(self, name)

    return {
        "default": default,
        "encode": encode,
        "iterencode": iterencode,
        "__init__": init,
        "item_separator": " ; ",
        "key_separator": "=é",
        "__new__": new,
        "__setattr__": setattribute,
        "__getattribute__": getattribute,
        "indent": property(lambda _: 1, lambda *_: None),
        "ensure_ascii": False,
    }


VALUES = [
    *("é", 1, None, [], {}, [1, 2.5, "é"], {"a": 1, "b": {"c": [True]}}, [object], {"é": {2, 1}}, [{1}, 1j, {2}], [b"", object]),
    *([math.nan], {"a": object, (1,): 2}, [[[object]], "\ud800", object]),
]
OPTIONS: list[dict[str, Any]] = [
    *({}, {"ensure_ascii": False}, {"indent": 1}, {"separators": (",", ":")}, {"separators": [",", ":"]}, {"default": repr}),
    *({"sort_keys": True, "allow_nan": False}, {"skipkeys": True}, {"indent": 2, "skipkeys": 1}, {"check_circular": False}),
    *({"other": 1}, {"indent": "--", "separators": ("\ud800", 1)}),
]


def called(module: ModuleType, make: Callable[[Seen], Any], value: Any, options: dict[str, Any]) -> Any:
    seen: Seen = []
    cls = make(seen)
    # A second call, since an error must change nothing.
    return [outcome(lambda: module.dumps(value, cls=cls, **options)) for _ in range(2)], seen


def same(make: Callable[[Seen], Any], values: list[Any] = VALUES, options: list[dict[str, Any]] = OPTIONS) -> None:
    for value, given in itertools.product(values, options):
        found, expected = (called(module, make, value, given) for module in (json, original))
        assert found == expected, (value, given)


def test_classes_with_each_combination_of_members() -> None:
    names = list(members([]))
    for mask in range(1 << len(names)):
        chosen = [name for at, name in enumerate(names) if mask >> at & 1]
        # All calls for up to two members, and a few for each other combination.
        few = len(chosen) > 2
        values, options = (VALUES[mask % 7 :: 7], OPTIONS[mask % 5 :: 5]) if few else (VALUES, OPTIONS)

        def make(seen: Seen, chosen: list[str] = chosen) -> Any:
            every = members(seen)
            return type("Own", (original.JSONEncoder,), {name: every[name] for name in chosen})

        same(make, values, options)


class Text(str):
    pass


def other_classes(seen: Seen) -> list[Any]:
    """Classes that are no plain extension of JSONEncoder, or no classes."""
    base, every = original.JSONEncoder, members(seen)
    default = every["default"]
    mixin = type("Mixin", (), {"default": default})
    missing = type("Missing", (), {"__getattr__": lambda self, name: seen.append(name)})
    own_default = type("Own", (base,), {"default": default})

    class Meta(type):
        def __call__(cls, *arguments: Any, **options: Any) -> Any:
            made = super().__call__(*arguments, **options)
            made.ensure_ascii = False
            return made

    defaults = [staticmethod(repr), classmethod(repr), property(lambda self: repr), functools.partialmethod(default), repr, 5, None]
    return [
        *(base, mixin, missing, object, 5, repr, functools.partial(own_default, sort_keys=True)),
        *(type("Own", (mixin, base), {}), type("Own", (base, mixin), {}), type("Own", (base, missing), {"default": default})),
        *(type("Own", (own_default,), {}), type("Own", (own_default,), {"item_separator": "+"})),
        *(type("Own", (own_default,), {"__slots__": ("indent",)}), Meta("Own", (own_default,), {})),
        *(type("Own", (base,), {"default": it}) for it in defaults),
        *(type("Own", (own_default,), {name: Text("-")}) for name in ("item_separator", "key_separator")),
        *(type("Own", (own_default,), {"item_separator": it}) for it in (5, "\ud800", property(lambda self: "p"))),
        type("Own", (dict, base), {"default": default}),
    ]


def test_other_classes() -> None:
    for at in range(len(other_classes([]))):
        same(lambda seen, at=at: other_classes(seen)[at])  # type: ignore[misc]


class Encoder(original.JSONEncoder):
    def default(self, o: Any) -> Any:
        return sorted(o)


def test_json_does_not_encode_for_a_class_with_its_own_default(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise AssertionError("json has encoded")

    monkeypatch.setattr(original.encoder, "c_make_encoder", fail)
    monkeypatch.setattr(original.encoder, "_make_iterencode", fail)
    assert json.dumps([{2, 1}], cls=Encoder) == "[[1, 2]]"
    assert json.dumps_bytes([{2, 1}], cls=Encoder, indent=0) == b"[\n[\n1,\n2\n]\n]"
    with pytest.raises(AssertionError):
        original.dumps([{2, 1}], cls=Encoder)


@pytest.mark.parametrize("name", ["encode", "iterencode", "default", "__init__", "item_separator"])
def test_a_program_may_replace_members_of_json_encoder(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    seen: Seen = []
    monkeypatch.setattr(original.JSONEncoder, name, members(seen)[name])
    for cls in (Encoder, original.JSONEncoder, type("Own", (original.JSONEncoder,), {})):
        for value in VALUES:
            found = []
            for module in (json, original):
                found.append((outcome(lambda: module.dumps(value, cls=cls)), seen.copy()))
                seen.clear()
            assert found[0] == found[1], (cls, value)


def test_a_program_may_put_these_functions_into_json(monkeypatch: pytest.MonkeyPatch) -> None:
    """What they leave to the originals must not come back to them."""
    calls: list[Callable[[], Any]] = [
        *(lambda: original.dumps({1}), lambda: original.dumps([1], other=2), lambda: original.dumps([{1}], cls=original.JSONEncoder)),
        *(lambda: original.dumps([{1}, math.nan], default=list, allow_nan=False), lambda: original.dumps((), indent=True)),
        *(lambda: original.loads("[1"), lambda: original.loads("[1", object_hook=repr), lambda: original.loads('"\n"', strict=False)),
        *(lambda: original.loads(b"\xff\xfe1\0"), lambda: original.loads("[1]", cls=original.JSONDecoder), lambda: original.loads(None)),  # type: ignore[arg-type]
        *(lambda: original.load(io.StringIO("[1")), lambda: original.loads("[" * 950 + "]" * 950)),
    ]
    expected = [outcome(call) for call in calls]
    for name in ("dumps", "loads", "dump", "load"):
        monkeypatch.setattr(original, name, getattr(json, name))
    importlib.reload(json)
    assert [outcome(call) for call in calls] == expected
    assert original.dumps([1.5]) == "[1.5]" and original.loads(b"[1.5]") == [1.5]


def test_bytes_by_a_class() -> None:
    for value in VALUES:
        for options in OPTIONS:
            expected = outcome(lambda: original.dumps(value, cls=Encoder, **options).encode())
            assert outcome(lambda: json.dumps_bytes(value, cls=Encoder, **options)) == expected
    text = json.dumps_bytes(["\ud83d\ude00\ud800", {1}], cls=Encoder, ensure_ascii=False, surrogates="wtf8")
    assert text == '["😀'.encode() + b'\xed\xa0\x80", [1]]'


def test_wrong_arguments_are_those_of_json() -> None:
    calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
        *(((), {}), (("1", 2), {}), (("1", 2, 3), {}), (("1",), {"other": 1}), (("1",), {"obj": 1, "s": 1}), ((), {"other": 1})),
        *((("1",), {"cls": 5}), (("1",), {"cls": None}), ((object,), {"cls": int}), (("1",), {"object_hook": 5})),
        *(((), {"obj": [1]}), ((), {"s": "[1]"}), (("1", 2), {"indent": 1})),
    ]
    for name, (arguments, options) in itertools.product(("dumps", "loads"), calls):
        found, expected = (outcome(lambda: getattr(it, name)(*arguments, **options)) for it in (json, original))
        if len(arguments) > 1 and options:
            # Python counts the keywords too.
            assert found[1] is expected[1] is TypeError
        else:
            assert found == expected, (name, arguments, options)
    with pytest.raises(TypeError, match=r"dumps_bytes\(\) takes 1 positional argument but 2 were given"):
        json.dumps_bytes(*(1, 2))  # type: ignore[call-arg, arg-type]


def test_functions_are_those_of_their_module() -> None:
    for name in ("dumps", "dumps_bytes", "loads", "dump", "load"):
        function = getattr(json, name)
        assert (function.__name__, function.__qualname__, function.__module__) == (name, name, "stringmill.json")
        assert pickle.loads(pickle.dumps(function)) is function
        assert inspect.getdoc(function)
    plain, as_bytes = (inspect.signature(it).parameters for it in (json.dumps, json.dumps_bytes))
    assert [name for name in as_bytes if name not in plain] == ["surrogates"]
    assert as_bytes["surrogates"].default == "reject"
