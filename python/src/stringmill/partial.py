"""The value so far of JSON that arrives in pieces: answers of models, arguments of tool calls, slow responses.

``PartialJson`` reads pieces, and has the value so far after any of them. ``values`` turns an iterable of pieces, or an asynchronous
one, into an iterable of values. Nothing is shown that a later byte can change, and only ``finish()`` and ``result()``
give a value that is known to be complete.

>>> from stringmill.partial import PartialJson, values
>>> reader = PartialJson()
>>> reader.feed(b'{"steps": ["mix", "ba')
>>> reader.value
{'steps': ['mix', 'ba']}
>>> stream = values(['{"title": "Cr\\\\u00', 'eape", "minutes": 4', "5}"])
>>> for value in stream:
...     print(value)
{'title': 'Cr'}
{'title': 'Crêpe'}
{'title': 'Crêpe', 'minutes': 45}
>>> stream.result()
{'title': 'Crêpe', 'minutes': 45}
"""

import asyncio
import time
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, overload

from ._error import StringmillError
from ._native import PartialJson

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

    _Piece: TypeAlias = str | ReadableBuffer

__all__ = ["AsyncPartialValues", "PartialJson", "PartialValues", "StringmillError", "values"]

_Item = TypeVar("_Item")

_NOTHING: Any = object()


class _Values:
    """A reader, and when its next value is due."""

    def __init__(self, pick: Callable[[Any], Any] | None, every: float, options: dict[str, Any]) -> None:
        #: The reader, for its callbacks, ``done`` and ``error``.
        self.reader = PartialJson(**options)
        self._pick = pick
        self._every = every
        self._due = 0.0
        self._last = _NOTHING

    def _feed(self, item: Any) -> None:
        piece = item if self._pick is None else self._pick(item)
        if piece is not None:
            self.reader.feed(piece)

    def _changed(self) -> bool:
        """Whether the reader has a value that was not given yet. Keeps it in ``_last``."""
        value = self.reader.value
        if value is self._last or (value is None and not self.reader.done):
            return False
        self._last = value
        self._due = time.monotonic() + self._every
        return True


class PartialValues(_Values):
    """Values so far of an iterable, by ``for``, and its result. Made by ``values``."""

    def __init__(self, source: Iterable[Any], pick: Callable[[Any], Any] | None, every: float, **options: Any) -> None:
        super().__init__(pick, every, options)
        self._items = iter(source)

    def __iter__(self) -> Iterator[Any]:
        """Gives each value that is due. Raises the error of the text after the value before it, also if the text ends too soon."""
        try:
            for item in self._items:
                self._feed(item)
                if time.monotonic() >= self._due and self._changed():
                    yield self._last
            self.reader.finish()
        except StringmillError:
            if self._changed():
                yield self._last
            raise
        if self._changed():
            yield self._last

    def result(self) -> Any:
        """Reads to the end, and returns the whole value.

        Raises
        ------
        StringmillError
            The text is wrong, or not whole.
        """
        for item in self._items:
            self._feed(item)
        return self.reader.finish()


class AsyncPartialValues(_Values):
    """Values so far of an asynchronous iterable, by ``async for``, and its result. Made by ``values``."""

    def __init__(
        self, source: AsyncIterable[Any], pick: Callable[[Any], Any] | None, every: float, **options: Any
    ) -> None:
        super().__init__(pick, every, options)
        self._items = aiter(source)

    async def __aiter__(self) -> AsyncIterator[Any]:
        """As that of ``PartialValues``. A value that is due is given also if no piece follows."""
        next_item: asyncio.Future[Any] | None = None
        try:
            while True:
                if self._every == 0:
                    item = await anext(self._items, _NOTHING)
                else:
                    # A value must not wait for the piece after it.
                    next_item = asyncio.ensure_future(_next(self._items))
                    await asyncio.wait([next_item], timeout=max(self._due - time.monotonic(), 0.0))
                    if not next_item.done() and self._changed():
                        yield self._last
                    item = await next_item
                if item is _NOTHING:
                    break
                self._feed(item)
                if time.monotonic() >= self._due and self._changed():
                    yield self._last
            self.reader.finish()
        except StringmillError:
            if self._changed():
                yield self._last
            raise
        finally:
            if next_item is not None:
                next_item.cancel()
        if self._changed():
            yield self._last

    async def result(self) -> Any:
        """As that of ``PartialValues``."""
        async for item in self._items:
            self._feed(item)
        return self.reader.finish()


async def _next(items: AsyncIterator[Any]) -> Any:
    return await anext(items, _NOTHING)


@overload
def values(
    source: AsyncIterable[_Item],
    *,
    pick: "Callable[[_Item], _Piece | None] | None" = None,
    every: float = 0.0,
    ended_strings: bool | Iterable[str] = False,
    unique_names: bool = False,
    around: Literal["refuse", "fence", "text"] = "refuse",
    max_depth: int = 1024,
    max_string: int | None = None,
    max_length: int | None = None,
) -> AsyncPartialValues: ...
@overload
def values(
    source: Iterable[_Item],
    *,
    pick: "Callable[[_Item], _Piece | None] | None" = None,
    every: float = 0.0,
    ended_strings: bool | Iterable[str] = False,
    unique_names: bool = False,
    around: Literal["refuse", "fence", "text"] = "refuse",
    max_depth: int = 1024,
    max_string: int | None = None,
    max_length: int | None = None,
) -> PartialValues: ...
def values(
    source: Any, *, pick: Callable[[Any], Any] | None = None, every: float = 0.0, **options: Any
) -> PartialValues | AsyncPartialValues:
    """Returns the values so far of JSON that an iterable, or an asynchronous iterable, brings in pieces.

    Does not close the source.

    Parameters
    ----------
    source : iterable or asynchronous iterable
        Pieces, all ``str`` or all bytes, or items that have pieces. A ``None`` in place of a piece is skipped.
    pick : callable, optional
        Returns the piece in an item of the source, or None. By default the item is the piece.
    every : float, default 0
        The minimum number of seconds between two values; 0 means after each piece with a visible change. The last value
        always comes. An asynchronous source then needs asyncio.
    ended_strings, unique_names, around, max_depth, max_string, max_length
        As for ``PartialJson``.

    Examples
    --------
    >>> from stringmill.partial import values
    >>> list(values(["[1, 2", ", 3]"]))
    [[1], [1, 2, 3]]
    """
    kind = AsyncPartialValues if hasattr(source, "__aiter__") else PartialValues
    return kind(source, pick, every, **options)
