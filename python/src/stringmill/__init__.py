"""Text between raw bytes, JSON and Unicode at memory speed.

>>> import stringmill
>>> stringmill.json_escape(b'caf\\xe9 "au lait"', policy="replace")
b'caf\\xef\\xbf\\xbd \\\\"au lait\\\\"'
"""

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
