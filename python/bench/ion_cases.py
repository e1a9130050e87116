"""Ion beside amazon.ion: log records like those of the other languages, read and written."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from race import Row
from stringmill import ion

# amazon.ion reads 2 to 4 MB in a second.
BYTES = 4_000_000
MESSAGE = "connection to the upstream service was closed before the whole answer had come, trying again"
MODELS = {"IonPy": ion.IonPyValueModel.ION_PY, "bare": ion.IonPyValueModel(7)}


def record(number: int, draw: random.Random) -> str:
    """Returns a log record."""
    load = draw.randrange(100)
    return (
        f"record::{{id:{7_000_000 + number},time:2026-11-{draw.randrange(10, 28)}T08:15:{draw.randrange(10, 60)}."
        f"{draw.randrange(1000):03}Z,level:{draw.choice(['DEBUG', 'INFO', 'WARN', 'ERROR'])},"
        f'host:"node-{draw.randrange(64)}.internal.example.org",message:"{MESSAGE[: draw.randrange(40, 90)]}",'
        f"load:{load}.{draw.randrange(1000)}e0,price:{draw.randrange(1000)}.{draw.randrange(100):02},"
        f'ok:{draw.choice(["true", "false"])},cause:null,tags:[alpha,beta,"with blanks"],'
        f'at:{{thread:{draw.randrange(32)},key:"{draw.randrange(1 << 48):x}"}},rule:(load > {load})}}'
    )


def records() -> bytes:
    """Returns records, one a line."""
    draw, size = random.Random(1), 0
    lines: list[str] = []
    while size < BYTES:
        lines.append(record(len(lines), draw))
        size += len(lines[-1]) + 1
    return "\n".join(lines).encode()


def rows() -> Iterator[Row]:
    """Yields the rows; none without amazon.ion."""
    try:
        from amazon.ion import simpleion
    except ModuleNotFoundError:
        return
    text = records()

    def both(name: str, **options: Any) -> dict[str, Callable[[Any], Any]]:
        return {
            "ours": partial(getattr(ion, name), **options),
            "amazon.ion": partial(getattr(simpleion, name), **options),
        }

    for model, flags in MODELS.items():
        values = ion.loads(text, single_value=False, value_model=flags)
        binary = ion.dumps(values, sequence_as_stream=True)
        for form, data in (("text", text), ("binary", binary)):
            subjects = both("loads", single_value=False, value_model=flags)
            yield Row(f"ion loads {form}: records, {model}", len(data), partial(bytes, data), subjects)
        for form, size in (("text", len(text)), ("binary", len(binary))):
            subjects = both("dumps", sequence_as_stream=True, binary=form == "binary")
            yield Row(f"ion dumps {form}: records, {model}", size, partial(list, values), subjects)
