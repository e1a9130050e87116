"""Iterables of values so far."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

import pytest
from stringmill import StringmillError
from stringmill.partial import AsyncPartialValues, PartialValues, values


async def later(items: Iterable[Any]) -> AsyncIterator[Any]:
    for item in items:
        await asyncio.sleep(0)
        yield item


def collected(items: Iterable[Any], **options: Any) -> tuple[list[Any], Any, str | None]:
    """Returns the values, the result, and the name of the error, which both kinds of iterables have to share."""

    def plain() -> tuple[list[Any], Any, str | None]:
        stream, seen = values(iter(items), **options), []
        assert isinstance(stream, PartialValues)
        try:
            for value in stream:
                seen.append(value)
            return seen, stream.result(), None
        except StringmillError as error:
            with pytest.raises(StringmillError):
                stream.result()
            return seen, None, error.name

    async def waiting() -> tuple[list[Any], Any, str | None]:
        stream, seen = values(later(items), **options), []
        assert isinstance(stream, AsyncPartialValues)
        try:
            async for value in stream:
                seen.append(value)
            return seen, await stream.result(), None
        except StringmillError as error:
            with pytest.raises(StringmillError):
                await stream.result()
            return seen, None, error.name

    found = plain()
    assert asyncio.run(waiting()) == found
    return found


def test_values_and_results() -> None:
    assert collected(["[1", ", 2", ",", " ", '"a\\', 'n"]']) == ([[], [1], [1, 2], [1, 2, "a"], [1, 2, "a\n"]], [1, 2, "a\n"], None)
    assert collected([b"12"]) == ([12], 12, None)
    assert collected(["nu", "ll", " "]) == ([None], None, None)
    assert collected([]) == ([], None, "json_value_expected")


def test_the_value_before_an_error_comes_first() -> None:
    assert collected(["[1,2", ",3}"]) == ([[1], [1, 2]], None, "json_bracket_expected")
    assert collected(['["a', 'b\\q"]']) == ([["a"], ["ab"]], None, "escape_unknown")
    assert collected(['["a', "b"]) == ([["a"], ["ab"]], None, "string_unterminated")


def test_picked_pieces_and_options() -> None:
    items = [{"text": "``"}, {}, {"text": '`json\n{"a":"b'}, {"text": '"}'}, {"text": None}]
    options = {"pick": lambda item: item.get("text"), "around": "fence", "ended_strings": True}
    assert collected(items, **options) == ([{}, {"a": "b"}], {"a": "b"}, None)
    assert collected([None, "[", None, "]"]) == ([[]], [], None)


def test_values_that_are_not_due_are_left_out() -> None:
    pieces = ["["] + ["1,"] * 1000 + ["1]"]
    assert list(values(pieces, every=3600.0)) == [[], [1] * 1001]

    async def run() -> list[Any]:
        return [value async for value in values(later(pieces), every=3600.0)]

    assert asyncio.run(run()) == [[], [1] * 1001]


def test_a_value_that_is_due_does_not_wait_for_the_next_piece() -> None:
    async def run() -> list[Any]:
        shown = asyncio.Event()

        async def source() -> AsyncIterator[str]:
            yield "[1,"
            # At once, so it is not due yet.
            yield "2,"
            await shown.wait()
            yield "3]"

        seen = []
        async for value in values(source(), every=0.01):
            seen.append(value)
            if value == [1, 2]:
                shown.set()
        return seen

    assert asyncio.run(asyncio.wait_for(run(), 60)) == [[1], [1, 2], [1, 2, 3]]


def test_leaving_the_loop() -> None:
    stream = values(iter(["[1,", "2,", "3]"]))
    for value in stream:
        assert value == [1]
        break
    assert stream.reader.value == [1] and stream.result() == [1, 2, 3]

    async def run() -> None:
        closed = []

        async def source() -> AsyncIterator[str]:
            try:
                yield "[1,"
                await asyncio.sleep(3600)
            finally:
                closed.append(True)

        stream = values(source(), every=0.001)
        loop = aiter(stream)
        assert await anext(loop) == [1]
        waiting = asyncio.ensure_future(anext(loop))
        await asyncio.sleep(0.01)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await asyncio.sleep(0)
        assert closed == [True]

    asyncio.run(run())


def test_errors_of_the_source_pass() -> None:
    def source() -> Iterator[str]:
        yield "[1,"
        raise OSError("broken")

    stream = values(source())
    seen = []
    with pytest.raises(OSError):
        for value in stream:
            seen.append(value)
    assert seen == [[1]]
    with pytest.raises(TypeError):
        values(12)  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        values(["[]"], prefix="x")  # type: ignore[call-overload]
