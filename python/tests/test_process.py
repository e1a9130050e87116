"""What an operation does to its process: memory, threads, interpreters; and the examples and the names of the package."""

import contextlib
import doctest
import gc
import gzip
import io
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from importlib import metadata
from types import ModuleType
from typing import Any

import pyarrow
import pytest
import stringmill
from stringmill import columns, ion, json, ndjson, partial

HERE = pathlib.Path(__file__).resolve().parent


def resident() -> int:
    """Returns the memory of this process in bytes."""
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")


@pytest.mark.skipif(not pathlib.Path("/proc/self/status").exists(), reason="needs /proc")
def test_memory_stays_flat_under_a_million_calls() -> None:
    into = bytearray(100)

    def calls(count: int) -> None:
        for _ in range(count):
            stringmill.json_escape('say "hi" é')
            stringmill.json_unescape(b"caf\\u00e9", into=into)
            stringmill.json_escape("\ud800", policy="escape")
            stringmill.base64_decode(memoryview(b"aGk="))
            json.loads(json.dumps({"name": ["é", 1.5, None, 10**30]}))
            try:
                stringmill.utf8_validate(b"\xff")
            except stringmill.StringmillError:
                pass

    calls(10_000)
    before = resident()
    calls(150_000)
    assert resident() - before < 2 << 20


ION = """{id: 17, tags: [a, 'b c'], size: m::1.50, at: 2024-01-02T03:04:05.678Z, blob: {{aGk=}}, n: null.int, e: 2.5e0,
big: 123456789012345678901234567890, sexp: (+ 1), clob: {{"c"}}}"""


def calls_of_ion(count: int) -> None:
    """Calls every function of Ion, with values, errors, and iterators that are not read to their end."""
    value, bare = ion.loads(ION), ion.IonPyValueModel(7)
    binary = ion.dumps(value)
    for _ in range(count // 12):
        ion.loads(ION)
        ion.loads(binary)
        ion.dumps(value)
        ion.dumps(value, binary=False, indent=" ")
        ion.loads("{id: 17, tags: [a, b], at: 2024-01-02T03:04:05.678Z}", value_model=bare)
        for wrong in ("{a: 1,\n b: é}", b"\xe0\x01\x00\xea\x8e\x99", "[1"):
            with contextlib.suppress(ion.IonError):
                ion.loads(wrong)
        with contextlib.suppress(TypeError):
            ion.dumps([object()])
        ion.to_json(ION)
        assert list(ion.loads("1 2 [3]", single_value=False, parse_eagerly=False, value_model=bare)) == [1, 2, [3]]
        next(ion.loads("1 2 [3]", single_value=False, parse_eagerly=False))


@pytest.mark.skipif(not pathlib.Path("/proc/self/status").exists(), reason="needs /proc")
def test_memory_stays_flat_under_a_million_calls_of_ion() -> None:
    calls_of_ion(20_000)
    before = resident()
    calls_of_ion(1_000_000 // int(os.environ.get("STRINGMILL_ONE_IN", "1")))
    assert resident() - before < 2 << 20


@pytest.mark.skipif(not hasattr(sys, "gettotalrefcount"), reason="needs a debug build of Python")
def test_references_stay_flat_in_a_debug_build() -> None:
    text = '[{"name": ["é", "a\\"b", 1.5, null, true, 12, "日本😀"], "\\ud800": {}}, {"name": 1}]'

    def calls(count: int) -> int:
        for _ in range(count):
            value = json.loads(text)
            json.loads(text.encode(), object_hook=lambda found: found)
            json.dumps(value, indent=1, sort_keys=True)
            json.dumps_bytes([value, (1, object)], ensure_ascii=False, surrogates="replace", default=str)
            for wrong in (text[:-1], '["\\x"]', b"\xff"):
                with contextlib.suppress(ValueError):
                    json.loads(wrong)
            with contextlib.suppress(TypeError):
                json.dumps([value, object])
            stringmill.json_unescape(stringmill.json_escape("é\n"))
        calls_of_ion(12 * count)
        gc.collect()
        total: int = getattr(sys, "gettotalrefcount")()
        return total

    before = calls(100)
    # Python itself may keep some, but less than one for every tenth round.
    assert calls(3000) - before < 300


def test_threads_share_nothing() -> None:
    texts = [f'{number} "é\n😀" '.encode() * (10 ** (number % 5)) for number in range(40)]
    expected = [stringmill.json_escape(text) for text in texts]
    failures: list[int] = []

    def work(start: int) -> None:
        for at in [*range(start, 40), *range(start)]:
            if stringmill.json_escape(texts[at]) != expected[at] or stringmill.json_unescape(expected[at]) != texts[at]:
                failures.append(at)

    threads = [threading.Thread(target=work, args=(5 * number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_other_threads_run_during_a_long_call() -> None:
    # A call that holds the lock lets no other thread count.
    text, counted, ended = b'"' * (64 << 20), 0, threading.Event()

    def count() -> None:
        nonlocal counted
        while not ended.is_set():
            counted += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    switch = sys.getswitchinterval()
    sys.setswitchinterval(100)
    try:
        before = counted
        stringmill.json_escape(text)
        after = counted
    finally:
        sys.setswitchinterval(switch)
        ended.set()
        thread.join()
    assert after > before


def test_a_buffer_that_can_change_keeps_its_size_during_a_call() -> None:
    data = bytearray(b"x" * (1 << 20))
    ended = threading.Event()

    def change() -> None:
        while not ended.is_set():
            data[::4096] = b"\xff" * len(data[::4096])
            data[::4096] = b"x" * len(data[::4096])

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(50):
            out = stringmill.json_escape(data, policy="replace")
            # No write falls into a call, so all of one kind are there, or none.
            assert out.count("\ufffd".encode()) in (0, 256)
    finally:
        ended.set()
        thread.join()


RECORD = '{"name": ["text", 1.5, true]}'
SCHEMA = pyarrow.schema([("name", pyarrow.string())])


def of_column(threads: int) -> Callable[[], object]:
    column = pyarrow.array([RECORD] * 1_000_000)
    return lambda: columns.canonical(column, threads=threads)


def of_text(call: Callable[[Any], object], given: Any) -> Callable[[], object]:
    return lambda: call(given)


# What makes a call that takes a hundred milliseconds or more.
LONG_CALLS: dict[str, Callable[[], Callable[[], object]]] = {
    "loads": lambda: of_text(json.loads, "[" + ",".join([RECORD] * 300_000) + "]"),
    "loads_flat": lambda: of_text(json.loads, "[" + "12345678," * 2_000_000 + "0]"),
    "dumps": lambda: of_text(json.dumps, [{"name": ["text", 1.5, True]} for _ in range(300_000)]),
    "dumps_sorted": lambda: of_text(lambda value: json.dumps(value, sort_keys=True), [{"name": "text"}] * 500_000),
    "ion_loads": lambda: of_text(lambda text: ion.loads(text, single_value=False), "{a: [1, b]} " * 60_000),
    "check": lambda: of_text(lambda lines: ndjson.check(io.BytesIO(lines)), f"{RECORD}\n".encode() * 1_000_000),
    "read_arrow": lambda: of_text(
        lambda lines: pyarrow.table(ndjson.read_arrow(io.BytesIO(lines), schema=SCHEMA, on_error="skip", threads=1)),
        f"{RECORD}\n".encode() * 500_000,
    ),
    "canonical": lambda: of_column(1),
    "canonical_by_threads": lambda: of_column(3),
}


@contextlib.contextmanager
def alarms(handler: Callable[..., None], interval: float) -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, handler)
    # A callback of the collector, as Hypothesis has one, would run the handler, and ignore what it raises.
    gc.disable()
    signal.setitimer(signal.ITIMER_REAL, interval, interval)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        gc.enable()
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs setitimer")
@pytest.mark.parametrize("name", LONG_CALLS)
def test_signals_reach_a_long_call(name: str) -> None:
    call = LONG_CALLS[name]()
    seen: list[bool] = []
    raises = False

    def handle(*_: object) -> None:
        seen.append(raises)
        if raises and len(seen) == 3:
            raise InterruptedError(name)

    with alarms(handle, 0.001):
        # Without a look inside, at most one before and one after the call.
        call()
        assert len(seen) > 4, (name, len(seen))
        with pytest.raises((InterruptedError, OSError, pyarrow.ArrowInvalid), match=name):
            # Not before: a handler may run in any code of pytest.
            seen.clear()
            raises = True
            call()
        assert len(seen) >= 3
    call()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs setitimer")
@pytest.mark.parametrize("sort_keys", [False, True])
def test_a_handler_may_change_what_is_written(sort_keys: bool) -> None:
    value: Any = {"list": [["x" * 100] * 50 for _ in range(4_000)], "dict": {str(number): ["y" * 50] for number in range(300_000)}}
    seen: list[int] = []

    def handle(*_: object) -> None:
        del value["list"][-10:]
        for number in range(10):
            value["dict"].pop(str(len(seen) * 10 + number), None)
        value["dict"][f"new{len(seen)}"] = []
        seen.append(1)

    with alarms(handle, 0.02):
        written = json.dumps(value, sort_keys=sort_keys)
    assert isinstance(json.loads(written), dict) and len(seen) > 1


@pytest.mark.parametrize("method", ["__init__", "__str__"])
@pytest.mark.parametrize("on_error", ["skip", "reject"])
def test_a_handler_may_raise_while_an_error_is_made(method: str, on_error: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, made = f"{RECORD}\n{{\n".encode(), list[str]()

    def table() -> object:
        return pyarrow.table(ndjson.read_arrow(io.BytesIO(lines), schema=SCHEMA, on_error=on_error))

    def interrupt(error: object, *_: object) -> None:
        made.append(method)
        raise InterruptedError(method)

    calls: list[Callable[[], object]] = [table]
    if method == "__init__":
        calls += [lambda: list(ndjson.read(io.BytesIO(lines), on_error=on_error)), lambda: ndjson.check(io.BytesIO(lines))]
    for call in calls:
        with monkeypatch.context() as patch:
            patch.setattr(stringmill.StringmillError, method, interrupt)
            if (method, on_error) == ("__str__", "skip"):
                call()
                assert not made
                continue
            with pytest.raises((InterruptedError, OSError, pyarrow.ArrowInvalid), match=method):
                call()
    assert isinstance(ndjson.check(io.BytesIO(lines)).first_error, stringmill.StringmillError)


def test_progress_of_a_check() -> None:
    lines, sizes = b'{"a": "b"}\n' * 500_000, list[int]()
    assert ndjson.check(io.BytesIO(gzip.compress(lines)), progress=sizes.append).records == 500_000
    assert sizes == sorted(sizes) and len(sizes) >= 4 and sizes[-1] == len(lines)

    def stop(size: int) -> None:
        raise InterruptedError(str(size))

    with pytest.raises(InterruptedError, match=str(sizes[0])):
        ndjson.check(io.BytesIO(gzip.compress(lines)), progress=stop)


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=False)


def test_a_subinterpreter_is_refused() -> None:
    done = run(
        """
        import stringmill
        try:
            import _interpreters as interpreters
        except ImportError:
            import _xxsubinterpreters as interpreters
        interpreter = interpreters.create()
        code = 'try: import stringmill\\nexcept ImportError as error: print(error, flush=True)'
        interpreters.run_string(interpreter, code)
        """
    )
    assert done.returncode == 0, done.stderr
    assert "subinterpreters" in done.stdout


def test_a_python_without_its_lock_is_refused() -> None:
    """As with PYTHON_GIL=0, where importing the module does not turn the lock on."""
    program = "import sys; sys._is_gil_enabled = lambda: {}; import stringmill; print(stringmill.tier())"
    assert run(program.format(True)).returncode == 0
    done = run(program.format(False))
    assert done.returncode == 1
    assert "ImportError: stringmill needs the global interpreter lock" in done.stderr


def test_a_tier_that_does_not_exist_is_refused() -> None:
    program = "import os; os.environ['STRINGMILL_TIER'] = 'none'; import stringmill"
    done = run(program)
    assert done.returncode == 1
    assert "ImportError: STRINGMILL_TIER" in done.stderr


def members(module: ModuleType) -> list[Any]:
    """Returns a module and what it exports."""
    return [module, *(getattr(module, name) for name in module.__all__)]


def test_every_example_runs() -> None:
    runner, tried = doctest.DocTestRunner(), 0
    names = {"stringmill": stringmill}
    documented = [module_or_member for module in (stringmill, json, columns, ndjson, ion, partial) for module_or_member in members(module)]
    for number, thing in enumerate(documented):
        test = doctest.DocTestParser().get_doctest(getattr(thing, "__doc__", None) or "", dict(names), str(number), None, 0)
        tried += len(test.examples)
        runner.run(test)
    docs = HERE.parents[1] / "docs"
    for page in (HERE.parent / "README.md", docs / "python.md", docs / "partial.md"):
        test = doctest.DocTestParser().get_doctest(page.read_text(), {}, page.name, str(page), 0)
        assert test.examples
        tried += len(test.examples)
        runner.run(test)
    assert runner.failures == 0
    assert tried > 10


def test_every_function_is_exported_and_documented() -> None:
    for module in (stringmill, columns, ndjson, ion, partial):
        for name in module.__all__:
            assert name == "__version__" or getattr(module, name).__doc__, name


def test_drop_ins_have_every_name_of_the_original() -> None:
    import json as original_json
    import json.tool as _

    from amazon.ion import simpleion

    drop_ins: list[tuple[ModuleType, ModuleType]] = [(json, original_json), (ion, simpleion)]
    for ours, original in drop_ins:
        names = [name for name in dir(original) if name not in MODULE_NAMES]
        assert len(names) > 10
        replaced = {"dump", "dumps", "load", "loads"}
        # Everything else is the same object: code that catches, extends or compares a class continues to work.
        assert [name for name in names if name not in replaced and getattr(ours, name) is not getattr(original, name)] == []
        assert [name for name in replaced if getattr(ours, name) is getattr(original, name)] == []
        with pytest.raises(AttributeError, match=f"'{ours.__name__}' has no attribute 'nothing'"):
            getattr(ours, "nothing")  # noqa: B009
    done = run(
        """
        import stringmill.json as json
        from stringmill.json import JSONDecodeError, decoder, detect_encoding, tool
        try:
            json.loads("[")
        except json.decoder.JSONDecodeError as error:
            print(error, detect_encoding(b"1"), json.__version__ == __import__("json").__version__, "tool" in dir(json))
        """
    )
    assert done.stdout == "Expecting value: line 1 column 2 (char 1) utf-8 True True\n", done.stderr


def test_the_module_runs_the_command() -> None:
    def output(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([sys.executable, "-m", "stringmill", *arguments], capture_output=True, check=False, **options)

    assert output("--version").stdout.decode() == f"smill {stringmill.__version__}\n"
    checked = output("check", "-", "--format", "json", input=b'{"a": 1,}')
    assert checked.returncode == 3 and b"(byte 8)" in checked.stderr
    done = run(
        """
        import runpy
        from importlib import metadata
        metadata.files = lambda name: None
        runpy.run_module("stringmill", run_name="__main__")
        """
    )
    assert (done.returncode, done.stdout) == (1, "") and "no command smill" in done.stderr


def test_the_package_says_what_it_is() -> None:
    found = metadata.metadata("stringmill")
    labels = {entry.split(", ")[0]: entry.split(", ")[1] for entry in found.get_all("Project-URL") or []}
    assert {"Documentation", "Changelog", "Issues", "Source"} <= labels.keys()
    for url in labels.values():
        _, _, path = url.partition("/blob/main/")
        assert (HERE.parents[1] / path).exists(), url
    versions = [entry.rsplit(" :: ", 1)[1] for entry in found.get_all("Classifier") or [] if ":: Python :: 3." in entry]
    assert f">={versions[0]}" == found["Requires-Python"]
    assert found["License-Expression"] == "Apache-2.0"
    assert found["Description-Content-Type"].startswith("text/markdown")
    text = found.json["description"]
    for name in ("json", "ndjson", "columns", "ion"):
        assert f"`stringmill.{name}`" in text


def test_ion_without_amazon_ion_has_its_own_names_only() -> None:
    done = run(
        """
        import sys
        sys.modules["amazon"] = None
        from stringmill import ion
        print(hasattr(ion, "IonPyDict"), ion.loads("[1]", value_model=ion.IonPyValueModel(7)))
        """
    )
    assert done.stdout == "False [1]\n", done.stderr


# What Python itself gives each module.
MODULE_NAMES = {name for name in dir(ModuleType("any")) if name.startswith("__")} | {
    "__all__",
    "__builtins__",
    "__cached__",
    "__file__",
    "__path__",
}
