"""The recipes of docs/partial.md for Python. The page has the text between `begin` and `end`."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

import anthropic
import httpx
import openai
from pydantic import BaseModel, TypeAdapter
from stringmill.partial import PartialJson, values
from typing_extensions import TypedDict

Show = Callable[..., object]


# begin: a response that is JSON
def fetch_recipe(client: httpx.Client, url: str, show: Show) -> Any:
    with client.stream("GET", url) as response:
        response.raise_for_status()
        stream = values(response.iter_bytes())
        for value in stream:
            show(value)
        return stream.result()
# end


# begin: server-sent events
def content_of(line: str) -> str | None:
    if not line.startswith("data: {"):
        return None
    content: str | None = json.loads(line[6:])["choices"][0]["delta"].get("content")
    return content


async def events_recipe(client: httpx.AsyncClient, url: str, show: Show) -> Any:
    async with client.stream("POST", url) as response:
        response.raise_for_status()
        stream = values(response.aiter_lines(), pick=content_of, every=1 / 60)
        async for value in stream:
            show(value)
        return await stream.result()
# end


# begin: openai, content
def openai_content(client: openai.OpenAI, request: dict[str, Any], show: Show) -> Any:
    with client.chat.completions.create(**request, stream=True) as chunks:
        stream = values(chunks, pick=lambda chunk: chunk.choices[0].delta.content if chunk.choices else None)
        for value in stream:
            show(value)
        return stream.result()
# end


# begin: openai, calls
async def openai_calls(client: openai.AsyncOpenAI, request: dict[str, Any], show: Show) -> list[tuple[str, Any]]:
    calls: dict[int, tuple[str, PartialJson]] = {}
    async with await client.chat.completions.create(**request, stream=True) as chunks:
        async for chunk in chunks:
            for part in (chunk.choices[0].delta.tool_calls or []) if chunk.choices else []:
                if part.function and part.function.name:
                    calls[part.index] = (part.function.name, PartialJson())
                name, arguments = calls[part.index]
                arguments.feed(part.function and part.function.arguments or "")
                show(part.index, name, arguments.value)
    return [(name, arguments.finish()) for name, arguments in calls.values()]
# end


# begin: anthropic, calls
def anthropic_calls(client: anthropic.Anthropic, request: dict[str, Any], show: Show) -> list[tuple[str, Any]]:
    calls: dict[int, tuple[str, PartialJson]] = {}
    with client.messages.create(**request, stream=True) as events:
        for event in events:
            if event.type == "content_block_start" and event.content_block.type == "tool_use":
                calls[event.index] = (event.content_block.name, PartialJson())
            elif event.type == "content_block_delta" and event.delta.type == "input_json_delta":
                name, arguments = calls[event.index]
                arguments.feed(event.delta.partial_json)
                show(event.index, name, arguments.value)
    return [(name, arguments.finish()) for name, arguments in calls.values()]
# end


# begin: pydantic
class Recipe(BaseModel):
    title: str
    course: Literal["main", "dessert"]
    steps: list[str]
    minutes: int


class RecipeSoFar(TypedDict, total=False):
    title: str
    course: Literal["main", "dessert"]
    steps: list[str]
    minutes: int


def pydantic_recipe(pieces: Iterable[str], show: Callable[[RecipeSoFar], object]) -> Recipe:
    # The beginning of a choice is none of the choices.
    stream = values(pieces, ended_strings=["/course"])
    for value in stream:
        show(TypeAdapter(RecipeSoFar).validate_python(value))
    return Recipe.model_validate(stream.result())
# end


# begin: dataclass
@dataclass
class Draft:
    title: str = ""
    course: str | None = None
    steps: list[str] = field(default_factory=list)
    minutes: int | None = None


def dataclass_recipe(pieces: Iterable[str], show: Callable[[Draft], object]) -> Draft:
    stream = values(pieces)
    for value in stream:
        show(Draft(**value))
    return Draft(**stream.result())
# end


# begin: finished elements
def print_steps(pieces: Iterable[str]) -> Any:
    stream = values(pieces)
    stream.reader.on("/steps/*", lambda step, path: print(path[1], step))
    return stream.result()
# end
