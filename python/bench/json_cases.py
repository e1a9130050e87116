"""JSON: stringmill.json beside json, orjson, msgspec, ujson and simdjson."""

import importlib
import json as original
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from race import Row
from stringmill import json

SENTENCES = {
    "ASCII": "The quick brown fox jumps over the lazy dog; it was not amused at all. ",
    "French": "L'été dernier, à la forêt, un élève très âgé a mangé des pâtes à midi. ",
    "CJK": "文字列を速く正しく処理することは思ったより難しい。检查每一个字节。",
    "emoji": "😀 so happy 🎉🎉 see you 👋🏽 soon 🚀 ",
    "quote each 10": 'say "hello" or "ok". ',
    "quote each 3": 'a"bc"d',
    "\\uXXXX": "\x01\x02\x1f\x00 control \x0b\x0c ",
}
BYTES = 200_000


def text_of(sentence: str, length: int) -> str:
    """Returns `length` bytes of UTF-8 or slightly fewer."""
    return (sentence * length).encode()[:length].decode(errors="ignore")


def strings(sentence: str, length: int) -> list[str]:
    """Strings that differ, so that no subject can keep one."""
    return [text_of(f"{number:05d} " + sentence, length) for number in range(max(1, BYTES // length))]


def record(rng: random.Random, number: int) -> dict[str, Any]:
    """A record as services log them."""
    return {
        "time": f"2026-11-26T12:{number % 60:02d}:{rng.randrange(60):02d}.{rng.randrange(1000):03d}Z",
        "level": rng.choice(["INFO", "WARN", "ERROR"]),
        "service": rng.choice(["checkout", "search", "accounts"]),
        "request": {"id": f"{rng.getrandbits(64):016x}", "method": "GET", "path": f"/items/{number}", "status": 200},
        "message": rng.choice(["done", 'refused "quota" exceeded', "élément introuvable", "retry in 5 s\nagain"]),
        "milliseconds": round(rng.expovariate(0.1), 3),
        "retries": rng.randrange(3),
        "cached": rng.random() < 0.5,
        "parent": None,
    }


def values() -> Iterator[tuple[str, Any]]:
    """The cases by name."""
    rng = random.Random(1)
    yield "records", [record(rng, number) for number in range(600)]
    for length in (10, 100, 1000, 10_000):
        yield f"ASCII, strings of {length}", strings(SENTENCES["ASCII"], length)
    for name in list(SENTENCES)[1:]:
        yield f"{name}, strings of 100", strings(SENTENCES[name], 100)
    for name in ("French", "CJK", "emoji", "quote each 10"):
        yield f"{name}, strings of 10000", strings(SENTENCES[name], 10_000)
    yield "floats", [rng.uniform(-1000, 1000) for _ in range(10_000)]
    yield "ints", [rng.randrange(-(10 ** rng.randrange(1, 18)), 10**6) for _ in range(20_000)]
    yield "small objects", [{"id": number, "p": {"x": number % 7, "y": [number % 3]}} for number in range(5000)]
    yield "large document", [record(rng, number) for number in range(30_000)]


def peers(names: tuple[str, ...] = ("orjson", "msgspec.json", "ujson", "simdjson")) -> dict[str, Any]:
    """The peers that are installed."""
    found = {}
    for name in names:
        try:
            found[name.split(".")[0]] = importlib.import_module(name)
        except ImportError:
            print(f"{name}: not run (not installed)")
    return found


def decoded(text: str) -> Any:
    """A value whose strings have no UTF-8 yet: Python keeps that of a `str` that is not ASCII."""
    return original.loads(text)


def rows(others: dict[str, Any]) -> Iterator[Row]:
    """All rows. Values and texts are new for each call, except where a name says "again"."""
    compact: dict[str, Any] = {"ensure_ascii": False, "separators": (",", ":")}
    for name, value in values():
        text = original.dumps(value, **compact)
        data, escaped = text.encode(), original.dumps(value)
        sources: dict[str, Callable[[], Any]] = {"": partial(decoded, text)}
        if not text.isascii():
            sources[", again"] = partial(lambda value: value, value)
        for again, make in sources.items():
            yield Row(f"dumps: {name}{again}", len(data), make, written(others), same_document)
            yield Row(f"dumps_bytes: {name}{again}", len(data), make, as_bytes(others, compact), same_document)
        yield Row(f"loads str: {name}", len(data), data.decode, readers(others, False))
        yield Row(f"loads bytes: {name}", len(data), partial(bytes, data), readers(others, True))
        if not text.isascii():
            yield Row(f"loads str: {name}, escaped", len(escaped), partial(str, escaped), readers(others, False))


def same_document(found: str | bytes, expected: str | bytes) -> bool:
    """Compares documents: peers spell some spaces, numbers and escapes in another way."""
    return bool(found == expected or original.loads(found) == original.loads(expected))


def written(others: dict[str, Any]) -> dict[str, Callable[[Any], Any]]:
    subjects: dict[str, Callable[[Any], Any]] = {"ours": json.dumps, "json": original.dumps}
    if "ujson" in others:
        subjects["ujson"] = lambda value: others["ujson"].dumps(value, escape_forward_slashes=False)
    return subjects


def as_bytes(others: dict[str, Any], compact: dict[str, Any]) -> dict[str, Callable[[Any], Any]]:
    subjects: dict[str, Callable[[Any], Any]] = {
        "ours": lambda value: json.dumps_bytes(value, ensure_ascii=False, separators=(",", ":")),
        "json": lambda value: original.dumps(value, **compact).encode(),
    }
    if "orjson" in others:
        subjects["orjson"] = others["orjson"].dumps
    if "msgspec" in others:
        subjects["msgspec"] = others["msgspec"].encode
    return subjects


def readers(others: dict[str, Any], of_bytes: bool) -> dict[str, Callable[[Any], Any]]:
    subjects: dict[str, Callable[[Any], Any]] = {"ours": json.loads, "json": original.loads}
    for name, function in (("orjson", "loads"), ("msgspec", "decode"), ("ujson", "loads"), ("simdjson", "loads")):
        if name in others and (of_bytes or name != "simdjson"):
            subjects[name] = getattr(others[name], function)
    return subjects
