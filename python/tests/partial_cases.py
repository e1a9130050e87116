"""What tests of the reader of the value so far share."""

import json
import pathlib
from collections.abc import Iterable
from typing import Any

from stringmill import StringmillError
from stringmill.partial import PartialJson

ROOT = pathlib.Path(__file__).resolve().parents[2]
Case = dict[str, Any]


def vectors() -> list[tuple[Case, Case]]:
    """Returns the groups and cases of vectors/partial/json_partial.json."""
    content = json.loads((ROOT / "vectors/partial/json_partial.json").read_text(encoding="utf-8"))
    return [(group, case) for group in content["groups"] for case in group["cases"]]


def options_of(group: Case) -> Case:
    ended = group["ended_strings"]
    return {
        "ended_strings": True if ended == ["**"] else ended,
        "unique_names": group["unique_names"],
        "around": group["around"],
        "max_depth": group["depth_max"],
        "max_string": group.get("string_max"),
        "max_length": group.get("len_max"),
    }


def said(reader: PartialJson) -> Case:
    """Returns what a reader says, in the form of the vectors."""
    out: Case = {"done": reader.done}
    # Of a value that is None alone, `done` says that it is visible.
    if reader.value is not None or reader.done:
        out["value"] = reader.value
    if isinstance(reader.error, StringmillError):
        out["error"] = {"code": reader.error.name, "offset": reader.error.offset}
    before, after = reader.skipped
    if before or after:
        out["skipped"] = {"before": before, "after": after}
    return out


def feed(reader: PartialJson, pieces: Iterable[Any]) -> Case:
    """Feeds all pieces, or those up to the error, which must be that of the reader."""
    try:
        for piece in pieces:
            reader.feed(piece)
    except StringmillError as error:
        assert reader.error is not None and error.args == reader.error.args
    return said(reader)


def finished(reader: PartialJson) -> Case:
    """Returns the outcome if the text ends here, in the form of the vectors."""
    try:
        return {"value": reader.finish()}
    except StringmillError as error:
        assert reader.error is not None and error.args == reader.error.args
        return {"error": {"code": error.name, "offset": error.offset}}


def expected_of(case: Case) -> Case:
    """Returns what the reader must say after a case."""
    names = [name for name in ("done", "value", "error", "skipped") if name in case]
    if "error" in case and case.get("value") is None and "value" in case:
        # `null` before an error looks like nothing.
        names.remove("value")
    return {name: case[name] for name in names}


def cuts(src: bytes) -> list[list[bytes]]:
    """Returns the input whole, in single bytes, and cut in two at each place."""
    whole = [[src], [src[at : at + 1] for at in range(len(src))]]
    return whole + [[src[:at], src[at:]] for at in range(len(src) + 1)]


def failure(group: Case, case: Case, src: bytes) -> str | None:
    """Returns what is wrong with the result of a case."""
    for pieces in cuts(src):
        reader = PartialJson(**options_of(group))
        found = feed(reader, pieces)
        if found != expected_of(case):
            return f"{len(pieces)} pieces: {found}"
        if "finish" in case and (found := finished(reader)) != case["finish"]:
            return f"{len(pieces)} pieces: finish() is {found}"
    reader = PartialJson(**options_of(group))
    value, at = None, 0
    for step in case.get("steps", []):
        while at < step["after"]:
            if reader.value != value:
                return f"the value after {at} bytes is {reader.value}, expected {value}"
            reader.feed(src[at : at + 1])
            at += 1
        value = step.get("value")
        if reader.value != value:
            return f"the value after {at} bytes is {reader.value}, expected {value}"
    return None
