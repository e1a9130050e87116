"""The exception that all operations raise."""


class StringmillError(ValueError):
    """An input that cannot be right, or an argument that has no meaning.

    ``str()`` shows the cause, the position, and the line with the bad bytes underlined.

    * ``code``: the number of the cause, the same in every language and release.
    * ``name``: its name, such as ``"escape_unknown"``.
    * ``offset``: index of the first unit that cannot be right: of a byte in a buffer, of a character in a ``str``, of a
      code unit in UTF-16. ``None`` if the error is not in the input.
    * ``line``, ``column``: the same place, both from 1; the column counts characters. ``None`` as ``offset``.
    * ``remedy``: advice.
    * ``row``: index of the row with the error in a column, from 0; the places above are inside this row. Otherwise ``None``.
    """

    def __init__(
        self,
        message: str,
        code: int,
        name: str,
        offset: int | None,
        line: int | None,
        column: int | None,
        remedy: str,
        row: int | None = None,
    ) -> None:
        super().__init__(message, code, name, offset, line, column, remedy, row)
        self.code = code
        self.name = name
        self.offset = offset
        self.line = line
        self.column = column
        self.remedy = remedy
        self.row = row

    def __str__(self) -> str:
        return str(self.args[0])


StringmillError.__module__ = "stringmill"
