"""Operations on columns of strings or binary values, for every library that knows Arrow.

``data`` is a column or a table: whatever has ``__arrow_c_stream__`` or ``__arrow_c_array__``, such as those of pyarrow, polars,
pandas and DuckDB. In a table, ``column`` names the column, which may be left out if there is only one. The result is a
``Column``, or a table with the other columns as they were; the libraries take both without a copy. Nulls stay nulls.

>>> import pyarrow
>>> from stringmill import columns
>>> result = columns.repair(pyarrow.array([b"caf\\xe9", None, b"tea"]))
>>> pyarrow.array(result).to_pylist(), result.repaired
(['caf\\ufffd', None, 'tea'], 1)

With ``on_error="raise"`` the first row with an error raises ``StringmillError``, whose ``row`` says which. With
``on_error="null"`` such rows become null; the result has their number, ``failed``, and the ``first_failure``.

``threads`` is how many threads work, by default one for each CPU. The results do not depend on it.
"""

from ._native import (
    Column,
)
from ._native import (
    column_canonical as canonical,
)
from ._native import (
    column_escape as escape,
)
from ._native import (
    column_ion_to_json as ion_to_json,
)
from ._native import (
    column_repair as repair,
)
from ._native import (
    column_unescape as unescape,
)
from ._native import (
    column_validate as validate,
)

__all__ = ["Column", "canonical", "escape", "ion_to_json", "repair", "unescape", "validate"]
