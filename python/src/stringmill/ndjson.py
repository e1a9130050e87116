"""Records of NDJSON, one JSON text on each line: good ones with their place, bad ones put aside.

>>> import io
>>> from stringmill import ndjson
>>> log = b'{"id": 1, "text": "caf\\\\u00e9"}\\n{"id": 2, "text": "te\\n{"id": 3, "text": "tea"}\\n'
>>> for record in ndjson.read(io.BytesIO(log), on_error="skip"):
...     print(record.line, record.value)
1 {'id': 1, 'text': 'café'}
3 {'id': 3, 'text': 'tea'}
>>> ndjson.check(io.BytesIO(log))
Report(records=2, bad=1, size=78)
>>> import polars
>>> polars.DataFrame(ndjson.read_arrow(io.BytesIO(log), on_error="skip")).rows()
[(1, 'café'), (3, 'tea')]
"""

from ._native import (
    Batches,
    Reader,
    Record,
    Report,
)
from ._native import (
    ndjson_check as check,
)
from ._native import (
    ndjson_read as read,
)
from ._native import (
    ndjson_read_arrow as read_arrow,
)

__all__ = ["Batches", "Reader", "Record", "Report", "check", "read", "read_arrow"]
