"""Reads and writes documents with `stringmill.ion` beside `amazon.ion`: `ion_beside.py FILE FIRST`.

Each line of the file is a document in hexadecimal, a tab, and the transcript of another reader, as `stringmill-agree` prints them.
For each document from FIRST on, a line is printed: its number, and how the two differ: `same`, or the name of a difference. The C
extension may crash; the caller then goes on after that document.
"""

import io
import math
import re
import resource
import signal
import sys
from decimal import Decimal
from typing import Any

from amazon.ion import simpleion
from amazon.ion.core import Timestamp
from amazon.ion.exceptions import IonException
from amazon.ion.simple_types import IonPyDict
from amazon.ion.symbols import SymbolToken
from stringmill import ion

BARE = ion.IonPyValueModel(7)


# Values that ion-c cannot hold.
LIMITS = ("unknown symbol", "long fraction", "large decimal")


def symbols(ours: Any, theirs: Any) -> str:
    """Returns the difference of two symbol tokens."""
    if ours.text is None and theirs.text is None:
        # ion-c forgets which symbol it is.
        return "same" if ours == theirs else "unknown symbol"
    return "same" if tuple(ours) == tuple(theirs) else "symbol"


def timestamps(ours: Any, theirs: Any) -> str:
    fraction, expected = ours.fractional_seconds.as_tuple(), theirs.fractional_seconds.as_tuple()
    names = ("precision", "fractional_precision", "tzinfo")
    if fraction == expected and all(getattr(ours, name) == getattr(theirs, name) for name in names):
        return "same" if ours.replace(tzinfo=None) == theirs.replace(tzinfo=None) else "timestamp"
    digits = -fraction.exponent
    # ion-python keeps nine digits, and takes those of a longer fraction from 32 bits.
    return "long fraction" if digits > 9 else "timestamp"


def scalars(ours: Any, theirs: Any) -> str:
    if isinstance(ours, SymbolToken):
        return symbols(ours, theirs)
    if isinstance(ours, Timestamp):
        return timestamps(ours, theirs)
    if isinstance(ours, float):
        alike = (math.isnan(ours) and math.isnan(theirs)) or (
            ours == theirs and math.copysign(1, ours) == math.copysign(1, theirs)
        )
        return "same" if alike else "float"
    if isinstance(ours, Decimal):
        if ours.as_tuple() == theirs.as_tuple():
            return "same"
        # ion-c has decimals of 128 bits on some ways, with 34 digits and exponents up to 6,111.
        is_large = len(ours.as_tuple().digits) > 34 or int(ours.as_tuple().exponent) > 6111
        return "large decimal" if is_large else "decimal"
    if type(ours).__name__ == "IonPyNull":
        return "same"
    return "same" if ours == theirs else type(ours).__name__


def pairs(value: Any) -> list[Any]:
    return [part for pair in value.items() for part in pair]


def values(ours: Any, theirs: Any) -> str:
    """Returns the first difference of two values: of class, type, annotations, or value."""
    if type(ours) is not type(theirs):
        return f"class {type(ours).__name__} {type(theirs).__name__}"
    if getattr(ours, "ion_type", None) is not getattr(theirs, "ion_type", None):
        return "ion_type"
    if hasattr(ours, "__dict__") and vars(ours).keys() != vars(theirs).keys():
        return "attributes"
    annotations = getattr(ours, "ion_annotations", ()), getattr(theirs, "ion_annotations", ())
    if len(annotations[0]) != len(annotations[1]):
        return "annotations"
    found = next((found for pair in zip(*annotations, strict=True) if (found := symbols(*pair)) != "same"), "same")
    if found != "same":
        return found
    if isinstance(ours, (dict, IonPyDict)):
        return sequences(pairs(ours), pairs(theirs))
    if isinstance(ours, list):
        return sequences(ours, theirs)
    return scalars(ours, theirs)


def sequences(ours: list[Any], theirs: list[Any]) -> str:
    if len(ours) != len(theirs):
        return "length"
    return next((found for pair in zip(ours, theirs, strict=True) if (found := values(*pair)) != "same"), "same")


def loaded(module: Any, data: bytes, model: ion.IonPyValueModel) -> Any:
    # For an ID of two thousand millions, ion-c makes as many symbols. The signal ends this process, as a crash does.
    signal.alarm(SECONDS if module is simpleion else 0)
    try:
        return module.load(io.BytesIO(data), single_value=False, value_model=model)
    except (IonException, ValueError, ArithmeticError, MemoryError) as error:
        return error
    finally:
        signal.alarm(0)


SECONDS = 5
# Ion that amazon.ion or Python itself does not hold.
UNHELD = ("ion_import_unknown", "ion_encoding", "convert_loss")
MEMORY = 3 << 30


def written(module: Any, given: list[Any], **options: Any) -> Any:
    try:
        return module.dumps(given, sequence_as_stream=True, **options)
    except Exception as error:  # amazon.ion raises many kinds.
        return error


def is_error(value: Any) -> bool:
    return isinstance(value, Exception)


def beside(data: bytes, is_ion: bool) -> str:
    """Returns the difference of a document, of which the readers of other languages say whether it is Ion."""
    for model in (ion.IonPyValueModel.ION_PY, BARE):
        ours, theirs = loaded(ion, data, model), loaded(simpleion, data, model)
        if is_error(ours):
            if not isinstance(ours, (ion.IonError, MemoryError)):
                return f"ours raises {ours!r}"
            if is_ion and isinstance(ours, ion.IonError) and ours.name not in UNHELD:
                return f"ours refuses: {ours}"
            if is_ion:
                # A value that Python cannot hold, such as a symbol without text.
                return "same" if is_error(theirs) else f"ours refuses: {ours}"
            return "same" if is_error(theirs) else "theirs accepts what is not Ion"
        if not is_ion:
            return "ours accepts what is not Ion"
        if is_error(theirs):
            return "theirs refuses"
        found = sequences(ours, theirs)
        if found in LIMITS:
            return found
        if found != "same":
            # ion-c loses values around comments and blanks. It has to find ours in text without them.
            clean = loaded(simpleion, ion.dumps(ours, binary=False, sequence_as_stream=True).encode(), model)
            if is_error(clean):
                return "theirs refuses"
            return "theirs loses values" if sequences(ours, clean) in ("same", *LIMITS) else found
        for options in ({"binary": False}, {"binary": True}, {"binary": False, "indent": " "}):
            out, expected = written(ion, ours, **options), written(simpleion, ours, **options)
            if isinstance(out, ion.IonError) and out.name == "convert_system_value":
                return "theirs writes a version marker"
            if is_error(out):
                return f"ours does not write: {out}"
            if not is_error(expected) and out != expected:
                return spelled(ours, out, expected, model)
    return "same"


def spelled(given: list[Any], out: str | bytes, expected: str | bytes, model: ion.IonPyValueModel) -> str:
    """Returns the difference of two outputs for the same values."""

    def is_read_back(text: str | bytes) -> bool:
        try:
            return sequences(ion.loads(text, single_value=False, value_model=model), given) == "same"
        except ion.IonError:
            return False

    if not is_read_back(out):
        return f"ours writes another value: {out!r}"
    return f"spelling: {out!r} {expected!r}" if is_read_back(expected) else "theirs writes another value"


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with open(sys.argv[1]) as lines:
        for number, line in enumerate(lines):
            if number >= int(sys.argv[2]):
                document, verdict = line.rstrip("\n").split("\t", 1)
                # A reader's transcript ends with the offset and the name of the error.
                is_ion = re.search(r"!\d+:\w+$", verdict) is None
                found = beside(bytes.fromhex(document), is_ion)
                print(number, " ".join(found.split())[:300], sep="\t", flush=True)


if __name__ == "__main__":
    main()
