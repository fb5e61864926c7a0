"""A table of rows as it was given: names of its columns, and a way to get at some of them."""

import dataclasses
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compare.data.roles import ID_NAMES
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
    given : bool
        Whether this is a frame of the caller's, outside the engine.
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
    given: bool = False
    path: Path | None = None
    notes: list[str] = dataclasses.field(default_factory=list)


def from_frame(data: Any, title: str) -> Source:
    """Return the source of a data frame of any library that narwhals knows.

    Parameters
    ----------
    data : data frame
    title : str
        Name for messages.
    """
    import narwhals as nw

    if type(data).__module__.startswith("pandas") and data.columns.nlevels > 1:
        raise DataError(
            f"{title} has columns of several levels, such as {data.columns[0]!r}; give each one "
            "name, for example with df.columns = ['_'.join(map(str, c)) for c in df.columns]."
        )
    try:
        frame = nw.from_native(_with_index(data)).lazy()
        columns = list(frame.collect_schema().names())
    except (nw.exceptions.NarwhalsError, TypeError, ValueError, OSError) as error:
        raise DataError(
            f"{title} is no data frame that can be read ({error}); "
            "pass a table of pandas, polars, pyarrow or DuckDB with distinct column names."
        ) from None
    if not all(isinstance(c, str) for c in columns):
        return from_frame(data.rename(columns=str), title)

    def take(chosen: Sequence[str], _texts: Collection[str]) -> "nw.LazyFrame[Any]":
        taken: nw.LazyFrame[Any] = frame.select(*chosen)
        return taken

    # "data frame B" stands for model B.
    stem = title.rsplit(" ", 1)[-1] if title.startswith("data frame") else "model"
    return Source(title, stem, columns, take, {c: c for c in columns}, given=True)


def _with_index(data: Any) -> Any:
    """Turn a pandas index that may identify items into a column."""
    if not type(data).__module__.startswith("pandas") or data.index.nlevels > 1:
        return data
    index = data.index
    if index.name is not None:
        return data if index.name in data.columns else data.reset_index()
    counts = type(index).__name__ == "RangeIndex" and index.start == 0 and index.step == 1
    known = {str(c).lower() for c in data.columns} & set(" ".join(ID_NAMES).split())
    if counts or known or not index.is_unique:
        return data
    return data.rename_axis("index").reset_index()


def numbered(frame: "nw.LazyFrame[Any]") -> "nw.LazyFrame[Any]":
    """Return the frame with a column "row" that counts the rows from 1.

    Parameters
    ----------
    frame : narwhals.LazyFrame
    """
    import narwhals as nw

    if frame.implementation.is_duckdb():
        native = frame.to_native()
        made: nw.LazyFrame[Any] = nw.from_native(
            native.project('*, row_number() OVER () AS "row"')
        ).lazy()
        return made
    eager = frame.collect().with_row_index("row")
    return eager.with_columns(nw.col("row") + 1).lazy()


def to_engine(frame: "nw.LazyFrame[Any]", engine: "Engine") -> "nw.LazyFrame[Any]":
    """Return the same rows in the engine's own connection.

    Parameters
    ----------
    frame : narwhals.LazyFrame
    engine : Engine
    """
    import pandas as pd

    if frame.implementation.is_duckdb():
        return engine.adopt(frame.collect(backend="pandas").to_native())
    eager = frame.collect()
    if eager.implementation.is_pandas():
        return engine.adopt(eager.to_native())
    try:
        return engine.adopt(eager.to_arrow())
    except ImportError:  # pyarrow is not there
        return engine.adopt(pd.DataFrame(eager.to_dict(as_series=False)))
