"""The entry: any form of predictions in, the count table out."""

from collections.abc import Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from compare.data.archives import is_archive, to_table
from compare.data.arrays import load_arrays
from compare.data.decide import right_only
from compare.data.npz import ARRAY_SUFFIXES
from compare.data.reading import Reading
from compare.errors import UsageError
from compare.table import Table

__all__ = ["load"]


def load(*data: Any, reading: Reading = Reading(), n_models: int | None = None) -> Table:  # noqa: B008 - frozen
    """Reduce predictions to the count table.

    Parameters
    ----------
    *data : array_like, data frame or path
        The truth and the answers of each model as arrays; or one frame, file, dict of arrays
        or .npz file with a column a model; or one frame or file a model. Frames may be of any
        library that narwhals knows; files are .csv, .tsv, .jsonl, .json, .parquet, .npy or
        .npz, or "-" for standard input.
    reading : Reading
        Names of columns, and policies.
    n_models : int, optional
        How many models there have to be.

    Returns
    -------
    Table

    Raises
    ------
    DataError
        If the data cannot be used as they are.
    UsageError
        If the arguments do not say what is meant.

    Examples
    --------
    >>> load(["a", "b", "b"], ["a", "b", "a"], ["a", "a", "b"])
    Table(3 items, 2 classes, models: A, B)
    """
    if not data:
        raise UsageError("no data were given; pass arrays, a data frame or files.")
    data = tuple(_path(d) for d in data)
    if len(data) == 1 and is_archive(data[0], reading.true):
        frame, reading = to_table(data[0], reading)
        data = (frame,)
    arrays = [_is_array(d) for d in data]
    if all(arrays):
        table = load_arrays(data, reading)
    elif any(arrays):
        raise UsageError(
            "arrays and tables cannot be mixed: arrays are paired by position, tables by id; "
            "give all models in one form."
        )
    else:
        from compare.data.tables import load_tables

        table = load_tables(data, reading, n_models)
    if n_models is not None and len(table.models) != n_models:
        raise UsageError(
            f"{n_models} model(s) expected, found {len(table.models)}: {list(table.models)}; "
            "pass the answers of each model once, after the truth."
        )
    return table if reading.per_class else right_only(table)


def _path(data: Any) -> Any:
    """Return paths of any kind as Path, other data as they are; "-" stays text."""
    if isinstance(data, str) and not data:
        raise UsageError("a path is empty text; name a file, or - for standard input.")
    if isinstance(data, str | PathLike) and data != "-":
        return Path(fspath(data))
    return data


def _is_array(data: Any) -> bool:
    """Tell arrays from tables."""
    if isinstance(data, Path):
        return data.suffix.lower() in ARRAY_SUFFIXES
    if isinstance(data, str):
        return False
    if isinstance(data, Sequence) or type(data).__module__ == "numpy":
        return True
    import narwhals as nw

    try:
        found = nw.from_native(data, allow_series=True, pass_through=True)
    except nw.exceptions.NarwhalsError:  # a frame, but a faulty one
        return False
    return not isinstance(found, nw.DataFrame | nw.LazyFrame)
