"""Short JSON beside json, orjson and msgspec: lists of strings and objects by length and content, messages by length, and documents.

The rows follow a rule, so that none is chosen for its result. Strings differ and come in random order, so that no processor learns
them. The calls are in loops of their own, as in a program, since a frame around each call would cost as much as some of them.
"""

import json as original
import pathlib
import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any

from race import Row
from stringmill import json

LENGTHS = (3, 6, 10, 15, 20, 30, 45, 64, 120)
KEYS = (3, 6, 10, 15, 30)
MESSAGES = (20, 40, 71, 100, 200, 500)
STRINGS = 1000
FILE = "short file: "
# The operations on files, which are long.
OF_FILES = ("loads bytes", "dumps_bytes")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
Draw = Callable[[random.Random], str]
# What a string has at one random place, or at all.
ONE: dict[str, Draw] = {
    "clean": lambda rng: rng.choice(LETTERS),
    "one accent": lambda rng: rng.choice("éèàçüößñêô"),
    "one emoji": lambda rng: rng.choice("😀🎉👋🚀🍀"),
    "one escape": lambda rng: rng.choice('"/\n'),
}
ALL: dict[str, Draw] = {
    "Cyrillic": lambda rng: chr(rng.randrange(0x410, 0x450)),
    "CJK": lambda rng: chr(rng.randrange(0x4E00, 0x9FA0)),
}
COMPACT: dict[str, Any] = {"ensure_ascii": False, "separators": (",", ":")}
Subjects = dict[str, Callable[[Any], Any]]
Loops = dict[str, Callable[[list[Any]], None]]


def string(rng: random.Random, kind: str, length: int) -> str:
    """Returns `length` bytes of UTF-8, or one character if that has more."""
    if kind in ALL:
        found = [ALL[kind](rng)]
        width = len(found[0].encode())
        found += [ALL[kind](rng) for _ in range(length // width - 1)]
        return "".join(found) + "-" * (length - width * len(found))
    one = ONE[kind](rng)
    rest = rng.choices(LETTERS, k=max(0, length - len(one.encode())))
    rest.insert(rng.randint(0, len(rest)), one)
    return "".join(rest)


def message(rng: random.Random, length: int) -> str:
    """Returns an object as programs send them, of `length` bytes."""
    value: dict[str, Any] = {"id": rng.randrange(10**6), "ok": rng.random() < 0.5}
    if length >= 60:
        value |= {"user": rng.choice(["zoë", "andré", "ivan", "mary"]), "at": rng.randrange(10**9) / 1000}
    if length >= 150:
        value |= {"tags": rng.sample(["new", "blue", "été", "sale"], 2), "size": {"x": rng.randrange(99), "y": None}}
    value["text"] = ""
    missing = length - len(original.dumps(value, **COMPACT).encode())
    value["text"] = "".join(rng.choices(LETTERS + " ", k=max(0, missing)))
    return original.dumps(value, **COMPACT)


def plain(function: Callable[[Any], Any]) -> Callable[[list[Any]], None]:
    """A loop of calls with one argument."""

    def run(inputs: list[Any]) -> None:
        for one in inputs:
            function(one)

    return run


# As in `plain`, the function is a local variable.
def ours_compact(inputs: list[Any]) -> None:
    dumps_bytes = json.dumps_bytes
    for one in inputs:
        dumps_bytes(one, ensure_ascii=False, separators=(",", ":"))


def json_compact(inputs: list[Any]) -> None:
    dumps = original.dumps
    for one in inputs:
        dumps(one, ensure_ascii=False, separators=(",", ":")).encode()


def ours_wide(inputs: list[Any]) -> None:
    dumps = json.dumps
    for one in inputs:
        dumps(one, ensure_ascii=False)


def json_wide(inputs: list[Any]) -> None:
    dumps = original.dumps
    for one in inputs:
        dumps(one, ensure_ascii=False)


def operations(others: dict[str, Any]) -> Iterator[tuple[str, Subjects, Loops, Callable[[str], Any]]]:
    """Yields the name, the subjects, their loops, and how an input is made of a text."""

    def of(name: str, ours: Callable[[Any], Any], theirs: Callable[[Any], Any], peer: tuple[str, str]) -> Any:
        subjects = {"ours": ours, "json": theirs}
        subjects |= {it: getattr(others[it], call) for it, call in zip(("orjson", "msgspec"), peer, strict=True) if it in others}
        return subjects, {it: plain(subject) for it, subject in subjects.items()}

    for name, made in (("loads bytes", lambda text: bytes(text.encode())), ("loads str", original_copy)):
        yield name, *of(name, json.loads, original.loads, ("loads", "decode")), made
    bytes_of = partial(json.dumps_bytes, **COMPACT)
    subjects, loops = of("dumps_bytes", bytes_of, lambda value: original.dumps(value, **COMPACT).encode(), ("dumps", "encode"))
    yield "dumps_bytes", subjects, loops | {"ours": ours_compact, "json": json_compact}, original.loads
    texts: Subjects = {"ours": json.dumps, "json": original.dumps}
    yield "dumps", texts, {it: plain(subject) for it, subject in texts.items()}, original.loads
    wide: Subjects = {"ours": partial(json.dumps, ensure_ascii=False), "json": partial(original.dumps, ensure_ascii=False)}
    yield "dumps wide", wide, {"ours": ours_wide, "json": json_wide}, original.loads


def original_copy(text: str) -> str:
    """A new `str`, without UTF-8 that an earlier call has left in it."""
    return text[:1] + text[1:]


def cases(documents: pathlib.Path | None, files: pathlib.Path | None = None) -> Iterator[tuple[str, list[str]]]:
    """Yields the name of each case, and its texts, one of which a call gets."""
    rng = random.Random(43)
    for kind in (*ONE, *ALL):
        for length in LENGTHS:
            text = original.dumps([string(rng, kind, length) for _ in range(STRINGS)], **COMPACT)
            yield f"short list: {kind}, {length}", [text]
    for kind in (*ONE, *ALL):
        for length in KEYS:
            keys = [string(rng, kind, length) for _ in range(4)]
            yield f"short keys: {kind}, {length}", [original.dumps([dict.fromkeys(keys, 1)] * (STRINGS // 4), **COMPACT)]
    for length in MESSAGES:
        yield f"short message: {length}", [message(rng, length) for _ in range(256)]
    for path in sorted(documents.glob("*json")) if documents else ():
        # One of lines is a message a call.
        texts = path.read_text().splitlines() if path.suffix == ".ndjson" else [path.read_text()]
        yield f"short document: {path.name}", [original.dumps(original.loads(text), **COMPACT) for text in texts]
    for path in sorted(files.glob("*.json")) if files else ():
        yield f"{FILE}{path.name}", [path.read_text()]


def rows(
    others: dict[str, Any], documents: pathlib.Path | None = None, files: pathlib.Path | None = None
) -> Iterator[Row]:
    """All rows. Each call gets a new input; messages differ from call to call."""
    for case, texts in cases(documents, files):
        size = sum(len(text.encode()) for text in texts) // len(texts)
        for name, subjects, loops, made in operations(others):
            if case.startswith(FILE) and name not in OF_FILES:
                continue
            turns = count()
            make = partial(lambda texts, made, turns: made(texts[next(turns) % len(texts)]), texts, made, turns)
            yield Row(f"{case}, {name}", size, make, subjects, same, loops)


def same(found: Any, expected: Any) -> bool:
    """Compares results: peers spell numbers and escapes in another way."""
    if isinstance(found, (str, bytes)) and isinstance(expected, (str, bytes)):
        return bool(original.loads(found) == original.loads(expected))
    return bool(found == expected)
