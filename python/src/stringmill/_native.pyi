from collections.abc import Callable, Iterable, Iterator
from json import JSONDecoder, JSONEncoder
from typing import Any, Literal, Protocol, TypeAlias, final, overload

from _typeshed import ReadableBuffer, StrOrBytesPath, WriteableBuffer

from ._error import StringmillError

_IllFormed: TypeAlias = Literal[
    "reject", "replace", "replace-java", "replace-php", "ignore-php", "copy", "visible", "reversible"
]
_TextPolicy: TypeAlias = Literal["reject", "replace", "question-mark", "escape"]
_Utf16Policy: TypeAlias = Literal["reject", "replace", "question-mark", "wtf8"]
_LoneSurrogates: TypeAlias = Literal["reject", "replace", "reversible"]
_Alphabet: TypeAlias = Literal["standard", "url"]
_Padding: TypeAlias = Literal["required", "optional", "forbidden"]
_TrailingBits: TypeAlias = Literal["refuse", "drop"]
_WhiteSpace: TypeAlias = Literal["refuse", "json", "whatwg", "ion"]
_Utf16: TypeAlias = Literal["utf-16-le", "utf-16-be"]
_OnError: TypeAlias = Literal["raise", "null"]

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None, /) -> Any: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None, /) -> Any: ...

class _ArrowSchema(Protocol):
    def __arrow_c_schema__(self) -> Any: ...

class _BinaryFile(Protocol):
    def read(self, size: int, /) -> bytes: ...

_OnBadLine: TypeAlias = Literal["reject", "skip"]
_ByteOrderMark: TypeAlias = Literal["refuse", "skip"]
_Rule: TypeAlias = Literal["unique-names", "i-json", "no-nul", "jsonb"]
_Rules: TypeAlias = _Rule | Iterable[_Rule]
_Arrow: TypeAlias = _ArrowStream | _ArrowArray

_Tables: TypeAlias = list[tuple[str, int, list[str | None]]]

__version__: str

@final
class Repairs:
    """How many ill-formed pieces the last call replaced, dropped or marked, and the offset of the first."""

    def __new__(cls, count: int = 0, first: int | None = None) -> Repairs: ...
    @property
    def count(self) -> int: ...
    @property
    def first(self) -> int | None: ...

def tier() -> str: ...
def profiles() -> dict[str, list[str]]: ...
@overload
def json_escape(
    data: str, /, *, profile: str = "json", policy: _TextPolicy = "reject", into: None = None, repairs: Repairs | None = None
) -> bytes: ...
@overload
def json_escape(
    data: str, /, *, profile: str = "json", policy: _TextPolicy = "reject", into: WriteableBuffer, repairs: Repairs | None = None
) -> int: ...
@overload
def json_escape(
    data: ReadableBuffer,
    /,
    *,
    profile: str = "json",
    policy: _IllFormed = "reject",
    into: None = None,
    repairs: Repairs | None = None,
) -> bytes: ...
@overload
def json_escape(
    data: ReadableBuffer,
    /,
    *,
    profile: str = "json",
    policy: _IllFormed = "reject",
    into: WriteableBuffer,
    repairs: Repairs | None = None,
) -> int: ...
@overload
def json_unescape(
    data: str | ReadableBuffer,
    /,
    *,
    surrogates: _LoneSurrogates = "reject",
    into: None = None,
    repairs: Repairs | None = None,
) -> bytes: ...
@overload
def json_unescape(
    data: str | ReadableBuffer,
    /,
    *,
    surrogates: _LoneSurrogates = "reject",
    into: WriteableBuffer,
    repairs: Repairs | None = None,
) -> int: ...
def utf8_validate(data: ReadableBuffer, /, *, final: bool = True) -> int: ...
@overload
def utf8_repair(
    data: ReadableBuffer, /, *, policy: _IllFormed = "replace", into: None = None, repairs: Repairs | None = None
) -> bytes: ...
@overload
def utf8_repair(
    data: ReadableBuffer, /, *, policy: _IllFormed = "replace", into: WriteableBuffer, repairs: Repairs | None = None
) -> int: ...
@overload
def base64_encode(
    data: ReadableBuffer, /, *, alphabet: _Alphabet = "standard", padded: bool = True, into: None = None
) -> bytes: ...
@overload
def base64_encode(
    data: ReadableBuffer, /, *, alphabet: _Alphabet = "standard", padded: bool = True, into: WriteableBuffer
) -> int: ...
@overload
def base64_decode(
    data: str | ReadableBuffer,
    /,
    *,
    alphabet: _Alphabet = "standard",
    padding: _Padding = "required",
    trailing_bits: _TrailingBits = "refuse",
    white_space: _WhiteSpace = "refuse",
    into: None = None,
) -> bytes: ...
@overload
def base64_decode(
    data: str | ReadableBuffer,
    /,
    *,
    alphabet: _Alphabet = "standard",
    padding: _Padding = "required",
    trailing_bits: _TrailingBits = "refuse",
    white_space: _WhiteSpace = "refuse",
    into: WriteableBuffer,
) -> int: ...
@overload
def transcode(
    data: ReadableBuffer,
    source: Literal["utf-8"],
    target: _Utf16,
    /,
    *,
    policy: _IllFormed = "reject",
    into: None = None,
    repairs: Repairs | None = None,
) -> bytes: ...
@overload
def transcode(
    data: ReadableBuffer,
    source: Literal["utf-8"],
    target: _Utf16,
    /,
    *,
    policy: _IllFormed = "reject",
    into: WriteableBuffer,
    repairs: Repairs | None = None,
) -> int: ...
@overload
def transcode(
    data: ReadableBuffer,
    source: _Utf16 | Literal["latin-1"],
    target: Literal["utf-8"],
    /,
    *,
    policy: _Utf16Policy = "reject",
    into: None = None,
    repairs: Repairs | None = None,
) -> bytes: ...
@overload
def transcode(
    data: ReadableBuffer,
    source: _Utf16 | Literal["latin-1"],
    target: Literal["utf-8"],
    /,
    *,
    policy: _Utf16Policy = "reject",
    into: WriteableBuffer,
    repairs: Repairs | None = None,
) -> int: ...
@final
class Column:
    """A column, or a table with a column, that any library can take by the PyCapsule interface of Arrow."""

    @property
    def type(self) -> str: ...
    @property
    def failed(self) -> int: ...
    @property
    def first_failure(self) -> StringmillError | None: ...
    @property
    def repaired(self) -> int: ...
    @property
    def losses(self) -> dict[str, int]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str | bytes | bool | None]: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

def column_escape(
    data: _Arrow,
    /,
    *,
    column: str | None = None,
    profile: str = "json",
    policy: _IllFormed = "reject",
    on_error: _OnError = "raise",
    threads: int | None = None,
) -> Column: ...
def column_unescape(
    data: _Arrow,
    /,
    *,
    column: str | None = None,
    surrogates: _LoneSurrogates = "reject",
    on_error: _OnError = "raise",
    threads: int | None = None,
) -> Column: ...
def column_validate(data: _Arrow, /, *, column: str | None = None, threads: int | None = None) -> Column: ...
def column_repair(
    data: _Arrow,
    /,
    *,
    column: str | None = None,
    policy: _IllFormed = "replace",
    on_error: _OnError = "raise",
    threads: int | None = None,
) -> Column: ...
def column_canonical(
    data: _Arrow,
    /,
    *,
    column: str | None = None,
    round_integers: bool = False,
    on_error: _OnError = "raise",
    threads: int | None = None,
) -> Column: ...
def column_ion_to_json(
    data: _Arrow,
    /,
    *,
    column: str | None = None,
    typed: bool = False,
    losses: Literal["report", "refuse", "allow"] = "report",
    on_error: _OnError = "raise",
    threads: int | None = None,
) -> Column: ...
@final
class Record:
    """A record of NDJSON and its place."""

    def __new__(cls, value: Any, line: int, offset: int) -> Record: ...
    def __eq__(self, other: object, /) -> bool: ...
    @property
    def value(self) -> Any: ...
    @property
    def line(self) -> int: ...
    @property
    def offset(self) -> int: ...

@final
class Reader:
    """The records of a file, one after another. It is its own context manager, which closes the files."""

    def __iter__(self) -> Reader: ...
    def __next__(self) -> Record: ...
    def __enter__(self) -> Reader: ...
    def __exit__(self, *exception: object) -> None: ...
    @property
    def skipped(self) -> int: ...
    @property
    def first_error(self) -> StringmillError | None: ...
    def close(self) -> None: ...

@final
class Report:
    """What ``ndjson.check`` found."""

    def __new__(cls, records: int, bad: int, size: int, first_error: StringmillError | None) -> Report: ...
    @property
    def records(self) -> int: ...
    @property
    def bad(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def first_error(self) -> StringmillError | None: ...
    def __bool__(self) -> bool: ...

@final
class Batches:
    """The records of a file as a stream of batches, which can be read once."""

    @property
    def records(self) -> int: ...
    @property
    def skipped(self) -> int: ...
    @property
    def first_error(self) -> StringmillError | None: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

def ndjson_read(
    source: StrOrBytesPath | _BinaryFile,
    /,
    *,
    on_error: _OnBadLine = "reject",
    rejects: StrOrBytesPath | None = None,
    byte_order_mark: _ByteOrderMark = "refuse",
    rules: _Rules | None = None,
) -> Reader: ...
def ndjson_check(
    source: StrOrBytesPath | _BinaryFile,
    /,
    *,
    rejects: StrOrBytesPath | None = None,
    byte_order_mark: _ByteOrderMark = "refuse",
    progress: Callable[[int], object] | None = None,
    rules: _Rules | None = None,
) -> Report: ...
def ndjson_read_arrow(
    source: StrOrBytesPath | _BinaryFile,
    /,
    *,
    schema: _ArrowSchema | None = None,
    on_error: _OnBadLine = "reject",
    rejects: StrOrBytesPath | None = None,
    infer_records: int = 1000,
    threads: int | None = None,
    byte_order_mark: _ByteOrderMark = "refuse",
    rules: _Rules | None = None,
) -> Batches: ...
def dumps(
    obj: Any,
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
) -> str: ...
def dumps_bytes(
    obj: Any,
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
    surrogates: str = "reject",
    **kw: Any,
) -> bytes: ...
def loads(
    s: str | bytes | bytearray,
    *,
    cls: type[JSONDecoder] | None = None,
    object_hook: Callable[[dict[Any, Any]], Any] | None = None,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    parse_constant: Callable[[str], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[Any, Any]]], Any] | None = None,
    **kw: Any,
) -> Any: ...
def keep_json(dumps: Callable[..., str], loads: Callable[..., Any]) -> None: ...
def json_check(data: str | ReadableBuffer, rules: _Rules, lone_surrogates: bool, max_depth: int, /) -> None: ...
def json_canonical(data: str | ReadableBuffer, max_depth: int, rounds_integers: bool, /) -> bytes: ...
@final
class PartialJson:
    def __new__(
        cls,
        *,
        ended_strings: bool | Iterable[str] | None = None,
        unique_names: bool = False,
        around: Literal["refuse", "fence", "text"] = "refuse",
        max_depth: int = 1024,
        max_string: int | None = None,
        max_length: int | None = None,
    ) -> PartialJson: ...
    def feed(self, piece: str | ReadableBuffer, /) -> None: ...
    def finish(self) -> Any: ...
    @property
    def value(self) -> Any: ...
    @property
    def live(self) -> Any: ...
    @property
    def done(self) -> bool: ...
    @property
    def error(self) -> BaseException | None: ...
    @property
    def skipped(self) -> tuple[int, int]: ...
    @property
    def copied(self) -> int: ...
    def on(self, pointer: str, callback: Callable[[Any, tuple[str | int, ...]], object], /) -> None: ...
    def on_text(self, pointer: str, callback: Callable[[str, tuple[str | int, ...]], object], /) -> None: ...

@final
class IonValues:
    def __new__(cls, read: Callable[[], str | bytes], model: int, tables: _Tables | None, /) -> IonValues: ...
    def __iter__(self) -> IonValues: ...
    def __next__(self) -> Any: ...

def ion_loads(data: str | bytes, model: int, tables: _Tables | None, most: int, /) -> list[Any]: ...
def ion_dumps(
    objects: Iterable[Any],
    binary: bool,
    indent: bytes | None,
    python_spelling: bool,
    tuple_as_sexp: bool,
    omit_version_marker: bool,
    trailing_commas: bool,
    imports: _Tables | None,
    /,
) -> bytes: ...
def ion_to_json(
    data: str | ReadableBuffer, lines: bool, refuse_losses: bool, /
) -> tuple[bytes, dict[str, tuple[int, int]]]: ...
