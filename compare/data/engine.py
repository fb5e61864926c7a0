"""The embedded engine that reads and joins files larger than memory."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from compare.errors import DataError

if TYPE_CHECKING:
    import duckdb
    import narwhals as nw

__all__ = ["Engine", "identifier", "literal"]

ALL_ROWS = 1_000_000_000

MEMORY_LIMIT = "4GB"
"""Memory of the engine; beyond it tables go to the temporary directory."""


class Engine:
    """A DuckDB connection with a memory limit and a temporary directory, opened when needed.

    Leaving the context closes the connection and removes the directory.
    """

    def __init__(self) -> None:
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._directory: tempfile.TemporaryDirectory[str] | None = None
        self._tables = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._directory is not None:
            self._directory.cleanup()

    @property
    def directory(self) -> Path:
        """Temporary directory of this reading."""
        if self._directory is None:
            self._directory = tempfile.TemporaryDirectory(prefix="compare-")
        return Path(self._directory.name)

    @property
    def connection(self) -> "duckdb.DuckDBPyConnection":
        """The connection; nothing is downloaded on its behalf."""
        if self._connection is None:
            import duckdb

            self._connection = duckdb.connect(
                ":memory:",
                config={
                    "memory_limit": MEMORY_LIMIT,
                    "temp_directory": str(self.directory / "spill"),
                    "autoinstall_known_extensions": "false",
                },
            )
            self._connection.execute("SET enable_progress_bar = false")
        return self._connection

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        return self.connection.execute(query, list(values)).fetchall()

    def names(self, query: str, values: Sequence[Any] = ()) -> list[str]:
        """Return the column names of a query."""
        found = self.connection.execute(query, list(values)).description
        return [str(column[0]) for column in found or ()]

    def keep(self, query: str, values: Sequence[Any] = ()) -> "nw.LazyFrame[Any]":
        """Run a query once and return its rows as a lazy frame."""
        import narwhals as nw

        name = self._next()
        self.connection.execute(f"CREATE TEMP TABLE {name} AS {query}", list(values))
        return nw.from_native(self.connection.table(name)).lazy()

    def adopt(self, table: Any) -> "nw.LazyFrame[Any]":
        """Copy a pandas or Arrow table into the engine."""
        import duckdb

        name = self._next()
        try:
            self.connection.register(f"given_{name}", table)
            # Object columns are typed by all of their values: by a sample, a late text is lost.
            self.connection.execute(f"SET pandas_analyze_sample = {ALL_ROWS}")
            return self.keep(f"SELECT * FROM given_{name}")  # noqa: S608 - a name of its own
        except duckdb.Error as error:
            raise DataError(
                f"a data frame cannot be joined with the other data ({first_line(error)}); "
                "give each column one type, for example with astype(str)."
            ) from None

    def _next(self) -> str:
        self._tables += 1
        return f"t{self._tables}"


def first_line(error: Exception) -> str:
    """Return the first line of an error, without the query below it."""
    return str(error).split("\n", 1)[0].strip()


def identifier(name: str) -> str:
    """Quote a column name for a query.

    >>> print(identifier('a "b" c'))
    "a ""b"" c"
    """
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """Quote a text for a query.

    >>> literal("it's")
    "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"
