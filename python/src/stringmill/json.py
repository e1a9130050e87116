"""The module ``json`` of the standard library, faster.

``dumps``, ``loads``, ``dump`` and ``load`` take the same arguments, return the same texts and values, and raise the same
exceptions. ``dumps_bytes`` returns UTF-8, ``canonical`` the canonical form of RFC 8785 for an object, and ``canonicalize``
for a text. ``check`` says where a text is not JSON, or breaks stricter rules such as unique names.

>>> from stringmill import json
>>> json.dumps({"name": "café", "sizes": [1, 2.5, None]})
'{"name": "caf\\\\u00e9", "sizes": [1, 2.5, null]}'
>>> json.loads(b'{"a": [1, 2.5, "x"]}')
{'a': [1, 2.5, 'x']}
>>> json.dumps_bytes("café", ensure_ascii=False)
b'"caf\\xc3\\xa9"'
>>> json.canonical({"b": 1.0, "a": "é"})
b'{"a":"\\xc3\\xa9","b":1}'
>>> json.canonicalize('{"b": 1.0, "a": [1e3]}')
b'{"a":[1000],"b":1}'
"""

import codecs
import json as _json
from collections.abc import Callable
from json import JSONDecodeError, JSONDecoder, JSONEncoder
from json import decoder as decoder
from json import detect_encoding as detect_encoding
from json import encoder as encoder
from json import scanner as scanner
from typing import IO, TYPE_CHECKING, Any

from ._native import dumps, dumps_bytes, json_canonical, json_check, keep_json, loads

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

    from ._native import _Rules

__all__ = [
    "JSONDecodeError",
    "JSONDecoder",
    "JSONEncoder",
    "canonical",
    "canonicalize",
    "check",
    "dump",
    "dumps",
    "dumps_bytes",
    "load",
    "loads",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Returns what else the module ``json`` has, such as ``json.tool``."""
        if name == "tool":
            import json.tool
        try:
            return getattr(_json, name)
        except AttributeError:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name) from None

    def __dir__() -> list[str]:
        return sorted({*globals(), *dir(_json), "tool"})


keep_json(_json.dumps, _json.loads)


def _encoded(text: str, surrogates: str) -> bytes:
    """Returns the UTF-8 of a text that ``json`` made, by a policy other than ``reject``."""
    paired = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return paired.encode("utf-8", _HANDLERS[surrogates])


# How `str.encode` names the policies for lone surrogates.
_HANDLERS = {
    "replace": "stringmill.json.replace",
    "question-mark": "replace",
    "escape": "backslashreplace",
    "wtf8": "surrogatepass",
}


def _replaced(error: UnicodeError) -> tuple[bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "\ufffd".encode() * (error.end - error.start), error.end


codecs.register_error(_HANDLERS["replace"], _replaced)


def dump(
    obj: Any,
    fp: IO[str],
    *,
    skipkeys: bool = False,
    ensure_ascii: bool = True,
    check_circular: bool = True,
    allow_nan: bool = True,
    cls: type[JSONEncoder] | None = None,
    indent: None | int | str = None,
    separators: tuple[str, str] | None = None,
    default: Callable[[Any], Any] | None = None,
    sort_keys: bool = False,
    **kw: Any,
) -> None:
    """Writes what ``dumps`` returns into a text file, in one call; nothing if it raises."""
    text = dumps(
        obj,
        skipkeys=skipkeys,
        ensure_ascii=ensure_ascii,
        check_circular=check_circular,
        allow_nan=allow_nan,
        cls=cls,
        indent=indent,
        separators=separators,
        default=default,
        sort_keys=sort_keys,
        **kw,
    )
    fp.write(text)


def load(
    fp: IO[Any],
    *,
    cls: type[JSONDecoder] | None = None,
    object_hook: Callable[[dict[Any, Any]], Any] | None = None,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    parse_constant: Callable[[str], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[Any, Any]]], Any] | None = None,
    **kw: Any,
) -> Any:
    """Returns ``loads`` of all that a file has."""
    return loads(
        fp.read(),
        cls=cls,
        object_hook=object_hook,
        parse_float=parse_float,
        parse_int=parse_int,
        parse_constant=parse_constant,
        object_pairs_hook=object_pairs_hook,
        **kw,
    )


def canonical(
    obj: Any, *, default: Callable[[Any], Any] | None = None, round_integers: bool = False
) -> bytes:
    """Returns the canonical JSON of an object: RFC 8785. Numbers are those of 64-bit floats.

    Raises StringmillError for lone surrogates, for names that occur twice, and for integers that a float cannot hold, unless
    ``round_integers`` is true. Raises ValueError for NaN and infinities.
    """
    return json_canonical(dumps_bytes(obj, allow_nan=False, separators=(",", ":"), default=default), 1024, round_integers)


def canonicalize(
    data: "str | ReadableBuffer", *, max_depth: int = 1024, round_integers: bool = False
) -> bytes:
    """Returns the canonical form of a JSON text, a ``str`` or a contiguous buffer of UTF-8: RFC 8785.

    Raises StringmillError, which has the place, for a text that is not JSON, names that an object has twice, lone surrogates,
    numbers that exceed every 64-bit float, and more than ``max_depth`` levels; for integers that such a float cannot hold, unless
    ``round_integers`` is true.
    """
    return json_canonical(data, max_depth, round_integers)


def check(
    data: "str | ReadableBuffer", *, rules: "_Rules" = (), lone_surrogates: bool = False, max_depth: int = 1024
) -> None:
    """Checks that a ``str`` or a contiguous buffer of UTF-8 is one JSON text, without making values.

    ``rules`` is the name of a rule beyond RFC 8259, or an iterable of them: ``"unique-names"`` refuses a name that its object has
    already, ``"i-json"`` what RFC 7493 refuses, ``"no-nul"`` U+0000, and ``"jsonb"`` what that type of PostgreSQL refuses.
    Raises StringmillError, which has the place of the first fault.

    >>> from stringmill import StringmillError, json
    >>> try:
    ...     json.check('{"a": 1, "\\\\u0061": 2}', rules="unique-names")
    ... except StringmillError as error:
    ...     print(error.name, error.offset)
    name_repeated 9
    """
    json_check(data, rules, lone_surrogates, max_depth)
