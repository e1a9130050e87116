"""What readers for Python say of the beginnings in vectors/partial, and what they cost. Reads {document, edits, string} and prints JSON."""

import importlib.metadata
import json
import pathlib
import statistics
import sys
import time

import jiter
import json_repair
import partial_json_parser
import pydantic_core
from stringmill import StringmillError
from stringmill.partial import PartialJson

ROOT = pathlib.Path(__file__).parents[3]
# Every how many pieces a value is taken; the time is multiplied by it.
EACH = {"jiter": 4, "pydantic_core": 4, "json_repair": 160, "partial-json-parser": 160}

PEERS = {
    "jiter": lambda data: jiter.from_json(data, partial_mode="trailing-strings"),
    "pydantic_core": lambda data: pydantic_core.from_json(data, allow_partial="trailing-strings"),
    "json_repair": lambda data: json_repair.loads(data.decode(errors="replace"), stream_stable=True),
    "partial-json-parser": lambda data: partial_json_parser.loads(data.decode(errors="replace")),
}


# Its name in the table.
OURS = "stringmill for Python"


def ours(data):
    """Returns the value so far."""
    reader = PartialJson()
    reader.feed(data)
    return reader.value if reader.value is not None or reader.done else NOTHING


class Nothing:
    pass


NOTHING = Nothing()


def our_outcome(data):
    try:
        value = ours(data)
    except StringmillError:
        return "error"
    return "nothing" if value is NOTHING else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def our_cost(text):
    """Returns the median of 15 passes after 5, as for the other readers that do not parse again."""
    times = []
    for _ in range(20):
        begun = time.process_time()
        reader = PartialJson()
        for at in range(0, len(text), 20):
            reader.feed(text[at : at + 20])
            _ = reader.value
        reader.finish()
        times.append((time.process_time() - begun) * 1000)
    return statistics.median(times[5:])


def text_of(case):
    return bytes.fromhex("".join(case["in"]))


def outcome(of, data):
    try:
        return json.dumps(of(data), ensure_ascii=False, separators=(",", ":"))
    except Exception:
        return "error"


def extends(before, after):
    if isinstance(before, str):
        return isinstance(after, str) and after.startswith(before)
    if isinstance(before, list):
        return isinstance(after, list) and len(before) <= len(after) and all(map(extends, before, after))
    if isinstance(before, dict):
        if not isinstance(after, dict) or list(after)[: len(before)] != list(before):
            return False
        return all(extends(value, after[name]) for name, value in before.items())
    return before is NOTHING or (type(before) is type(after) and before == after)


def growth(of, document):
    errors = broken = 0
    before = None
    for end in range(1, len(document) + 1):
        try:
            value = of(document[:end])
        except Exception:
            errors += 1
            continue
        if before is not None and not extends(before, value):
            broken += 1
        before = value
    return {"errors": errors, "broken": broken}


def cost(of, text, each):
    begun = time.process_time()
    for end in range(20 * (each // 2 + 1), len(text) + 1, 20 * each):
        try:
            of(text[:end])
        except Exception:
            pass
    return (time.process_time() - begun) * 1000 * each


def main():
    given = json.load(sys.stdin)
    document, edits, string = (given[name].encode() for name in ("document", "edits", "string"))
    groups = json.loads((ROOT / "vectors/partial/json_partial.json").read_text())["groups"]
    cases = [case for case in groups[0]["cases"] if case["id"] < 330100]
    found = {
        OURS: {
            "version": "",
            "values": {case["id"]: our_outcome(text_of(case)) for case in cases},
            "object": our_cost(edits),
            "string": our_cost(string),
            "isIncremental": True,
            **growth(ours, document),
        }
    }
    for name, of in PEERS.items():
        found[name] = {
            "version": importlib.metadata.version(name.replace("_", "-")),
            "values": {case["id"]: outcome(of, text_of(case)) for case in cases},
            "object": cost(of, edits, EACH[name]),
            "string": cost(of, string, EACH[name]),
            "isIncremental": False,
            **growth(of, document),
        }
    print(json.dumps(found))


main()
