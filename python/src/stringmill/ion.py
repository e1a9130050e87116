"""Amazon Ion with the functions of ``amazon.ion.simpleion``, faster.

``load``, ``loads``, ``dump`` and ``dumps`` take the same arguments. Values are of the classes of ``amazon.ion`` if that package
is installed; ``patch()`` replaces its own functions with these. Without it, values are those of Python, and data that
needs more is refused.

>>> from stringmill import ion
>>> bare = ion.IonPyValueModel.MAY_BE_BARE | ion.IonPyValueModel.SYMBOL_AS_TEXT | ion.IonPyValueModel.STRUCT_AS_STD_DICT
>>> ion.loads("{id: 17, tags: [a, b], size: 1.50}", value_model=bare)
{'id': 17, 'tags': ['a', 'b'], 'size': Decimal('1.50')}
>>> ion.dumps({"id": 17, "two words": [1.5, None]}, binary=False)
"$ion_1_0 {id:17,'two words':[1.5e+0,null]}"
"""

import re
from collections.abc import Iterable, Iterator
from enum import IntFlag
from types import GeneratorType
from typing import IO, TYPE_CHECKING, Any

from ._error import StringmillError
from ._native import IonValues, ion_dumps, ion_loads, ion_to_json

__all__ = ["IonError", "IonPyValueModel", "dump", "dumps", "load", "loads", "patch", "to_json"]


class IonPyValueModel(IntFlag):
    """The classes of loaded values, as flags. Those of ``amazon.ion`` if it is installed."""

    ION_PY = 0
    MAY_BE_BARE = 1
    SYMBOL_AS_TEXT = 2
    STRUCT_AS_STD_DICT = 4


class IonError(StringmillError):
    """Ion that cannot be read, or an object that Ion cannot hold; with ``amazon.ion`` also an ``IonException``."""


if not TYPE_CHECKING:
    try:
        from amazon.ion.exceptions import IonException
        from amazon.ion.simpleion import IonPyValueModel
    except ModuleNotFoundError:
        pass
    else:

        class IonError(StringmillError, IonException):
            __doc__ = IonError.__doc__

    def __getattr__(name: str) -> Any:
        """Returns what else ``amazon.ion.simpleion`` has, such as its classes of values."""
        try:
            from amazon.ion import simpleion

            return getattr(simpleion, name)
        except (ModuleNotFoundError, AttributeError):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name) from None


_Table = tuple[str, int, list[str | None]]


def _table(table: Any) -> _Table:
    return (table.name, table.version, [token.text for token in table])


def _catalog(catalog: Any) -> list[_Table] | None:
    """Returns all tables of a ``SymbolTableCatalog``."""
    if catalog is None:
        return None
    try:
        versions = catalog._SymbolTableCatalog__tables.values()
    except AttributeError:
        raise TypeError("catalog is not a SymbolTableCatalog of amazon.ion") from None
    return [_table(table) for tables in versions for table in tables.values()]


def _one_value_expected(found: str) -> IonError:
    message = f"Stream contained {found}; expected a single value."
    return IonError(message, 802, "convert_one_value", None, None, None, "pass single_value=False")


def _generated(values: Iterator[Any]) -> Iterator[Any]:
    """Yields the values: ``dumps`` writes what a generator yields as a stream."""
    yield from values


def load(
    fp: IO[Any],
    catalog: Any = None,
    single_value: bool = True,
    parse_eagerly: bool = True,
    text_buffer_size_limit: int | None = None,
    value_model: IonPyValueModel = IonPyValueModel.ION_PY,
) -> Any:
    """Returns the value of a file, or with ``single_value=False`` a list of its values.

    With ``parse_eagerly=False`` too, it returns a generator, which reads the file as it goes. The file is text or binary Ion.
    ``text_buffer_size_limit`` has no effect: no text is too long. Raises IonError for input that is not Ion.
    """
    if single_value or parse_eagerly:
        return _loaded(fp.read(), catalog, single_value, value_model)
    return _generated(IonValues(lambda: fp.read(_PIECE), int(value_model), _catalog(catalog)))


def loads(
    ion_str: bytes | str,
    catalog: Any = None,
    single_value: bool = True,
    parse_eagerly: bool = True,
    text_buffer_size_limit: int | None = None,
    value_model: IonPyValueModel = IonPyValueModel.ION_PY,
) -> Any:
    """Returns the value of a ``str`` or of ``bytes``; otherwise as ``load``."""
    if not isinstance(ion_str, (bytes, str)):
        raise TypeError(f"Unsupported text: {ion_str!r}")
    if single_value or parse_eagerly:
        return _loaded(ion_str, catalog, single_value, value_model)
    pieces = iter([ion_str, ion_str[:0]])
    return _generated(IonValues(lambda: next(pieces), int(value_model), _catalog(catalog)))


_PIECE = 1 << 16


def _loaded(data: bytes | str, catalog: Any, single_value: bool, value_model: IonPyValueModel) -> Any:
    values = ion_loads(data, int(value_model), _catalog(catalog), 2 if single_value else _ALL)
    if not single_value:
        return values
    if len(values) > 1:
        raise _one_value_expected("more than 1 values")
    return values[0] if values else None


_ALL = 2**63 - 1


def dump(
    obj: Any,
    fp: IO[bytes],
    imports: Iterable[Any] | None = None,
    binary: bool = True,
    sequence_as_stream: bool = False,
    indent: str | None = None,
    tuple_as_sexp: bool = False,
    omit_version_marker: bool = False,
    trailing_commas: bool = False,
) -> None:
    """Writes what ``dumps`` returns into a binary file, text as UTF-8; nothing if it raises."""
    fp.write(
        _dumped(
            obj,
            imports,
            binary,
            sequence_as_stream,
            indent,
            tuple_as_sexp,
            omit_version_marker,
            trailing_commas,
        )
    )


def dumps(
    obj: Any,
    imports: Iterable[Any] | None = None,
    binary: bool = True,
    sequence_as_stream: bool = False,
    indent: str | None = None,
    tuple_as_sexp: bool = False,
    omit_version_marker: bool = False,
    trailing_commas: bool = False,
) -> Any:
    """Returns an object as binary Ion, or with ``binary=False`` as text.

    With ``sequence_as_stream``, the elements of a list or tuple are values at the top level, as those of a generator always are.
    ``imports`` are shared symbol tables of ``amazon.ion``. Raises IonError or TypeError for objects that Ion cannot hold.
    """
    data = _dumped(
        obj, imports, binary, sequence_as_stream, indent, tuple_as_sexp, omit_version_marker, trailing_commas
    )
    return data if binary else data.decode()


def _dumped(
    obj: Any,
    imports: Iterable[Any] | None,
    binary: bool,
    sequence_as_stream: bool,
    indent: str | None,
    tuple_as_sexp: bool,
    omit_version_marker: bool,
    trailing_commas: bool,
) -> bytes:
    if not (binary or indent is None or (isinstance(indent, str) and re.fullmatch(r"\s*", indent))):
        raise ValueError("The indent parameter must either be None or a string containing only whitespace")
    is_stream = isinstance(obj, GeneratorType) or (sequence_as_stream and isinstance(obj, (list, tuple)))
    return ion_dumps(
        obj if is_stream else [obj],
        bool(binary),
        None if binary or indent is None else indent.encode(),
        indent is not None or imports is not None,
        bool(tuple_as_sexp),
        bool(omit_version_marker),
        bool(trailing_commas),
        [_table(table) for table in imports] if imports else None,
    )


def to_json(
    data: str | bytes,
    *,
    single_value: bool = True,
    refuse_losses: bool = False,
    losses: dict[str, tuple[int, int]] | None = None,
) -> bytes:
    """Returns Ion, text or binary, as compact JSON: UTF-8, with a line feed after each value.

    JSON has no annotations, symbols, sexps, clobs, blobs and timestamps; they become the nearest value. ``losses`` gets the
    number of these values and the offset of the first, by name. With ``refuse_losses``, the first one raises IonError. With
    ``single_value=False``, the result is a line for each value.

    >>> losses = {}
    >>> stringmill.ion.to_json("user::{id: 17, size: 1.50, name: 'Anna'}", losses=losses)
    b'{"id":17,"size":1.50,"name":"Anna"}\\n'
    >>> losses
    {'annotations': (1, 6), 'symbol': (1, 33), 'decimal': (1, 21)}
    """
    json, found = ion_to_json(data, not single_value, refuse_losses)
    if losses is not None:
        losses.clear()
        losses.update(found)
    return json


def patch() -> None:
    """Replaces ``load``, ``loads``, ``dump`` and ``dumps`` of ``amazon.ion.simpleion``.

    A module that has imported them from there by name before keeps the old ones.
    """
    from amazon.ion import simpleion

    for function in (load, loads, dump, dumps):
        setattr(simpleion, function.__name__, function)
