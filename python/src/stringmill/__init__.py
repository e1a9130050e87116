"""Text between raw bytes, JSON and Unicode at memory speed.

>>> import stringmill
>>> stringmill.json_escape(b'caf\\xe9 "au lait"', policy="replace")
b'caf\\xef\\xbf\\xbd \\\\"au lait\\\\"'
"""

import sys as _sys

from ._error import StringmillError
from ._native import (
    Repairs,
    __version__,
    base64_decode,
    base64_encode,
    json_escape,
    json_unescape,
    profiles,
    tier,
    transcode,
    utf8_repair,
    utf8_validate,
)

__all__ = [
    "Repairs",
    "StringmillError",
    "__version__",
    "base64_decode",
    "base64_encode",
    "json_escape",
    "json_unescape",
    "profiles",
    "tier",
    "transcode",
    "utf8_repair",
    "utf8_validate",
]

# The import above turns the lock on in a free-threaded build, unless PYTHON_GIL=0 or -X gil=0 forbid that. Without it, another thread
# could free objects that a call has borrowed.
if not getattr(_sys, "_is_gil_enabled", lambda: True)():
    raise ImportError("stringmill needs the global interpreter lock: start Python without PYTHON_GIL=0 and -X gil=0")
