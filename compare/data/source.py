"""A table of rows as it was given: names of its columns, and a way to get at some of them."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compare.errors import DataError

if TYPE_CHECKING:
    import narwhals as nw

    from compare.data.engine import Engine

__all__ = ["Source", "from_frame", "numbered", "to_engine"]


@dataclass(frozen=True, slots=True)
class Source:
    """Rows of a file or a data frame.

    Attributes
    ----------
    title : str
        Name for messages and notes.
    stem : str
        Name of the model where the source stands for one.
    columns : list of str
        Names of the columns as the user knows them.
    take : callable
        Returns a lazy frame with the columns asked for under the names of ``field``; its
        second argument lists the columns that are to be read as text.
    field : dict of str to str
        Name of each column in that frame.
    typed : bool
        False for CSV, all of which is text.
    json : bool
        Whether values are JSON texts.
    path : Path, optional
        The file, where lines can be counted.
    notes : list of str
    """

    title: str
    stem: str
    columns: list[str]
    take: Callable[[Sequence[str], Collection[str]], "nw.LazyFrame[Any]"]
    field: dict[str, str]
    typed: bool = True
    json: bool = False
    path: Path | None = None
    notes: list[str] = field(default_factory=list)


def from_frame(data: Any, title: str) -> Source:
    """Return the source of a data frame of any library that narwhals knows.

    Parameters
    ----------
    data : data frame
    title : str
        Name for messages.
    """
    import narwhals as nw

    try:
        frame = nw.from_native(data).lazy()
        columns = list(frame.collect_schema().names())
    except (nw.exceptions.NarwhalsError, TypeError, ValueError) as error:
        raise DataError(
            f"{title} is no data frame that can be read ({error}); "
            "pass a table of pandas, polars, pyarrow or DuckDB with distinct column names."
        ) from None
    if not all(isinstance(c, str) for c in columns):
        return from_frame(data.rename(columns=str), title)

    def take(chosen: Sequence[str], _texts: Collection[str]) -> "nw.LazyFrame[Any]":
        return frame.select(*chosen)

    return Source(title, title, columns, take, {c: c for c in columns})


def numbered(frame: "nw.LazyFrame[Any]") -> "nw.LazyFrame[Any]":
    """Return the frame with a column "row" that counts the rows from 1.

    Parameters
    ----------
    frame : narwhals.LazyFrame
    """
    import narwhals as nw

    if frame.implementation.is_duckdb():
        native = frame.to_native()
        return nw.from_native(native.project('*, row_number() OVER () AS "row"')).lazy()
    eager = frame.collect().with_row_index("row")
    return eager.with_columns(nw.col("row") + 1).lazy()


def to_engine(frame: "nw.LazyFrame[Any]", engine: "Engine") -> "nw.LazyFrame[Any]":
    """Return the same rows in the engine's own connection.

    Parameters
    ----------
    frame : narwhals.LazyFrame
    engine : Engine
    """
    try:
        eager = frame.collect()
        return engine.adopt(eager.to_arrow())
    except ImportError:
        import pandas as pd

        rows = frame.collect(backend="pandas") if frame.implementation.is_duckdb() else None
        eager = rows if rows is not None else frame.collect()
        return engine.adopt(pd.DataFrame(eager.to_dict(as_series=False)))
    except (TypeError, ValueError) as error:
        raise DataError(
            f"a column mixes values of several types ({error}); "
            "give each column one type, for example with astype(str)."
        ) from None
