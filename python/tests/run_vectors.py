"""Runs every case of vectors/ and build/vectors/ of the operations that Python offers.

Prints for each operation how many cases passed, as vectors/README.md asks. Reads the files with Python's own json.
"""

import itertools
import json
import os
import pathlib
import sys
from collections.abc import Callable, Iterator
from typing import Any, Literal

import partial_cases
import stringmill.json
from stringmill import StringmillError

ROOT = pathlib.Path(__file__).resolve().parents[2]
Case = dict[str, Any]
Run = Callable[[bytes, Case], bytes]


def unpack(pieces: list[str]) -> bytes:
    """Returns the bytes of hexadecimal pieces, of which `*n` repeats one."""
    parts = (piece.partition("*") for piece in pieces)
    return b"".join(bytes.fromhex(text) * int(times or 1) for text, _, times in parts)


def json_escape(src: bytes, group: Case) -> bytes:
    return bytes(stringmill.json_escape(src, profile=group["profile"], policy=group["policy"]))


def json_unescape(src: bytes, group: Case) -> bytes:
    return stringmill.json_unescape(src, surrogates=group["surrogates"])


def utf8_validate(src: bytes, group: Case) -> bytes:
    return src[: stringmill.utf8_validate(src)]


def utf8_to_utf16(src: bytes, group: Case) -> bytes:
    return stringmill.transcode(src, "utf-8", "utf-16-be", policy=group["policy"])


def utf16_to_utf8(src: bytes, group: Case) -> bytes:
    return stringmill.transcode(src, "utf-16-be", "utf-8", policy=group["policy"])


def latin1_to_utf8(src: bytes, group: Case) -> bytes:
    return stringmill.transcode(src, "latin-1", "utf-8")


def json_escape_utf16(src: bytes, group: Case) -> bytes:
    policy: Literal["reject", "replace", "question-mark", "escape"] = group["policy"]
    return stringmill.json_escape(src.decode("utf-16-be", "surrogatepass"), profile=group["profile"], policy=policy)


def base64_encode(src: bytes, group: Case) -> bytes:
    return stringmill.base64_encode(src, alphabet=group["alphabet"], padded=group["padding"] == "required")


def base64_decode(src: bytes, group: Case) -> bytes:
    names = ("alphabet", "padding", "trailing_bits", "white_space")
    return bytes(stringmill.base64_decode(src, **{name: group[name] for name in names}))


def json_canonical(src: bytes, group: Case) -> bytes:
    return stringmill.json.canonicalize(src, max_depth=group["depth_max"])


def json_restricted(src: bytes, group: Case) -> bytes:
    names = ("unique-names", "i-json", "no-nul", "jsonb")
    rules: Any = [name for name in names if group[name.replace("-", "_")]]
    stringmill.json.check(src, rules=rules)
    return src


OPERATIONS: dict[str, Run] = {
    run.__name__: run
    for run in (
        json_escape,
        json_unescape,
        utf8_validate,
        utf8_to_utf16,
        utf16_to_utf8,
        latin1_to_utf8,
        json_escape_utf16,
        base64_encode,
        base64_decode,
        json_canonical,
        json_restricted,
    )
}


def failure(operation: str, group: Case, case: Case) -> str | None:
    """Returns what is wrong with the result of a case."""
    src = unpack(case["in"])
    expected = case.get("error")
    read = case.get("read", len(src))
    if operation == "json_unescape" and src[read : read + 1] == b'"':
        # The string ends there; in Python a quote is an error, as the text has no quotes around it.
        try:
            stringmill.json_unescape(src, surrogates=group["surrogates"])
            return "the quote is not found"
        except StringmillError as error:
            if (error.name, error.offset) != ("quote_unescaped", read):
                return f"{error.name} at {error.offset}, expected the quote at {read}"
        src = src[:read]
    try:
        out = OPERATIONS[operation](src, group)
    except StringmillError as error:
        if expected is None:
            return f"unexpected {error.name} at {error.offset}"
        offset = expected["offset"]
        if expected["code"] == "policy_unsupported":
            # This error is not in the input, so Python gives no offset.
            offset = None
        elif operation == "json_escape_utf16":
            # Indices of a str count characters.
            offset = len(src[: 2 * offset].decode("utf-16-be", "surrogatepass"))
        found = (error.name, error.offset)
        return None if found == (expected["code"], offset) else f"{found}, expected {(expected['code'], offset)}"
    if expected is not None:
        return f"no error, expected {expected}"
    if operation in ("utf8_validate", "json_restricted"):
        return None if out == src else "ends early"
    return None if out == unpack(case["out"]) else f"wrong bytes {out.hex()}"


def groups(operation: str) -> Iterator[Case]:
    for folder in (ROOT / "vectors", ROOT / "build" / "vectors"):
        for file in sorted(folder.glob("*.json")):
            content = json.loads(file.read_text())
            if content["operation"] == operation:
                yield from content["groups"]


def report(operation: str, count: int, wrong: list[tuple[int, str]], tier: str) -> int:
    """Prints the numbers of an operation, and returns how many cases failed."""
    for number, said in itertools.islice(wrong, 20):
        print(f"FAILED: {operation} {number}: {said}")
    print(f"{operation} {count - len(wrong)}/{count} skipped 0 ({tier})")
    return len(wrong)


def main() -> int:
    tier = stringmill.tier()
    forced = os.environ.get("STRINGMILL_TIER", tier)
    if tier != forced:
        print(f"FAILED: the tier is {tier}, expected {forced}")
        return 1
    failed = 0
    for operation in OPERATIONS:
        cases = [(group, case) for group in groups(operation) for case in group["cases"]]
        wrong = [(case["id"], said) for group, case in cases if (said := failure(operation, group, case))]
        failed += report(operation, len(cases), wrong, tier)
    partial = partial_cases.vectors()
    failures = ((case["id"], partial_cases.failure(group, case, unpack(case["in"]))) for group, case in partial)
    # It is no operation, so the place of the tier has the name that vectors/runners.toml lists.
    failed += report("json_partial", len(partial), [(number, said) for number, said in failures if said], "python")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
