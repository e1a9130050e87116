"""The recipes of docs/partial.md, run with the clients that they name and recorded streams, written by hand."""

import asyncio
import json
import pathlib
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

# They need packages of python/requirements.txt.
for package in ("anthropic", "httpx", "openai", "pydantic"):
    pytest.importorskip(package, reason=f"not run: {package} is not installed")

import anthropic
import httpx
import openai
import partial_recipes as recipes
from partial_cases import ROOT
from stringmill import StringmillError

RECIPE = {"title": "Crêpe 🥞", "course": "dessert", "steps": ["mix", "rest 30 min", "bake"], "minutes": 45}
CALLS = [("write_file", {"path": "a.txt", "content": 'one\n"two" ✅\n'}), ("run", {"command": "ls", "timeout": 120})]
REQUEST: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "x"}], "max_tokens": 99}


def deltas(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def openai_event(delta: dict[str, Any], reason: str | None = None) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    chunk = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return f"data: {json.dumps(chunk)}\n\n"


def openai_content(text: str) -> str:
    first = openai_event({"role": "assistant", "content": ""})
    content = "".join(openai_event({"content": delta}) for delta in deltas(text, 4))
    return first + content + openai_event({}, "stop") + "data: [DONE]\n\n"


def openai_calls() -> str:
    """Two calls whose deltas take turns."""
    events = []
    for index, (name, _) in enumerate(CALLS):
        function = {"name": name, "arguments": ""}
        events.append({"index": index, "id": f"call{index}", "type": "function", "function": function})
    parts = [deltas(json.dumps(arguments), 5) for _, arguments in CALLS]
    for at in range(max(map(len, parts))):
        for index, part in enumerate(parts):
            events += [{"index": index, "function": {"arguments": delta}} for delta in part[at : at + 1]]
    return "".join(openai_event({"tool_calls": [event]}) for event in events) + "data: [DONE]\n\n"


def anthropic_event(kind: str, **fields: Any) -> str:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n"


def anthropic_calls(is_cut: bool) -> str:
    """Text and two calls. If it is cut, the limit of tokens ends the second."""
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "m1", "type": "message", "role": "assistant", "model": "m", "content": [], "usage": usage}
    out = anthropic_event("message_start", message={**message, "stop_reason": None, "stop_sequence": None})
    out += anthropic_event("content_block_start", index=0, content_block={"type": "text", "text": ""})
    out += anthropic_event("content_block_delta", index=0, delta={"type": "text_delta", "text": "Let me see."})
    out += anthropic_event("content_block_stop", index=0)
    for index, (name, arguments) in enumerate(CALLS, 1):
        block = {"type": "tool_use", "id": f"t{index}", "name": name, "input": {}}
        out += anthropic_event("content_block_start", index=index, content_block=block)
        parts = ["", *deltas(json.dumps(arguments), 6)]
        for part in parts[:3] if is_cut and index == 2 else parts:
            out += anthropic_event("content_block_delta", index=index, delta={"type": "input_json_delta", "partial_json": part})
        out += anthropic_event("content_block_stop", index=index)
    reason = "max_tokens" if is_cut else "tool_use"
    out += anthropic_event("message_delta", delta={"stop_reason": reason, "stop_sequence": None}, usage=usage)
    return out + anthropic_event("message_stop")


@contextmanager
def service(text: str, kind: str = "text/event-stream") -> Iterator[str]:
    """Answers with a recorded stream, in pieces as a network cuts them: not at the ends of events or characters."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", 0)))
            self.send_response(200)
            self.send_header("content-type", kind)
            self.end_headers()
            src = text.encode()
            for at in range(0, len(src), 7):
                self.wfile.write(src[at : at + 7])
                self.wfile.flush()

        do_POST = do_GET

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def recorder() -> tuple[list[Any], Callable[..., None]]:
    seen: list[Any] = []
    return seen, lambda *values: seen.append(values)


def test_the_page_has_the_text_of_each_recipe() -> None:
    source = pathlib.Path(recipes.__file__).read_text(encoding="utf-8")
    page = (ROOT / "docs/partial.md").read_text(encoding="utf-8")
    found = re.findall(r"^# begin: (.*)\n([^\0]*?)^# end$", source, re.MULTILINE)
    assert len(found) == 8
    for name, text in found:
        assert f"```python\n{text}```" in page, name


def test_a_response_that_is_json() -> None:
    seen, show = recorder()
    with service(json.dumps(RECIPE), "application/json") as url, httpx.Client() as client:
        assert recipes.fetch_recipe(client, url, show) == RECIPE
    assert seen[-1] == (RECIPE,)


def test_server_sent_events() -> None:
    async def run(show: recipes.Show) -> Any:
        async with httpx.AsyncClient() as client:
            return await recipes.events_recipe(client, url, show)

    seen, show = recorder()
    with service(openai_content(json.dumps(RECIPE))) as url:
        assert asyncio.run(run(show)) == RECIPE
    assert seen[-1] == (RECIPE,)


def test_openai_content() -> None:
    seen, show = recorder()
    with service(openai_content(json.dumps(RECIPE))) as url:
        client = openai.OpenAI(api_key="x", base_url=url, max_retries=0)
        with client:
            assert recipes.openai_content(client, REQUEST, show) == RECIPE
    assert ({"title": "Cr"},) in seen and seen[-1] == (RECIPE,) and len(seen) > 10


def test_openai_calls() -> None:
    async def run(show: recipes.Show) -> Any:
        async with openai.AsyncOpenAI(api_key="x", base_url=url, max_retries=0) as client:
            return await recipes.openai_calls(client, REQUEST, show)

    seen, show = recorder()
    with service(openai_calls()) as url:
        assert asyncio.run(run(show)) == CALLS
    assert (1, "run", {"command": "ls"}) in seen


@pytest.mark.parametrize("is_cut", [False, True])
def test_anthropic_calls(is_cut: bool) -> None:
    seen, show = recorder()
    with service(anthropic_calls(is_cut)) as url, anthropic.Anthropic(api_key="x", base_url=url, max_retries=0) as client:
        if is_cut:
            # Arguments that the limit of tokens has cut are no arguments.
            with pytest.raises(StringmillError) as raised:
                recipes.anthropic_calls(client, REQUEST, show)
            assert raised.value.name == "json_incomplete"
        else:
            assert recipes.anthropic_calls(client, REQUEST, show) == CALLS
    assert (1, "write_file", CALLS[0][1]) in seen


def test_pydantic() -> None:
    seen: list[Any] = []
    recipe = recipes.pydantic_recipe(deltas(json.dumps(RECIPE), 3), seen.append)
    assert recipe.model_dump() == RECIPE and seen[-1] == RECIPE
    assert {"title": "Cr"} in seen and all(value.get("course") in (None, "dessert") for value in seen)


def test_dataclass() -> None:
    seen: list[Any] = []
    assert recipes.dataclass_recipe(deltas(json.dumps(RECIPE), 3), seen.append) == recipes.Draft(**RECIPE)  # type: ignore[arg-type]
    assert seen[0] == recipes.Draft() and recipes.Draft(title="Cr") in seen


def test_finished_elements(capsys: pytest.CaptureFixture[str]) -> None:
    assert recipes.print_steps(deltas(json.dumps(RECIPE), 3)) == RECIPE
    assert capsys.readouterr().out == "0 mix\n1 rest 30 min\n2 bake\n"
