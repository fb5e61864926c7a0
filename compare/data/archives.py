"""Several named arrays, out of an .npz file or a dict, as one table with a column an array."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compare.data.arrays import to_array
from compare.data.npz import ARRAY_SUFFIXES, TRUTH_KEYS, open_arrays
from compare.data.reading import Reading
from compare.errors import DataError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["is_archive", "to_table"]


def is_archive(data: Any, true: Any) -> bool:
    """Tell whether data given alone hold truth and answers under their names.

    Parameters
    ----------
    data : object
    true : object
        The truth as it was asked for: the name of an array, an array of its own, or None.
    """
    if isinstance(true, str) and Path(true).suffix.lower() in ARRAY_SUFFIXES:
        return False
    several = isinstance(data, Mapping) or (
        isinstance(data, Path) and data.suffix.lower() == ".npz"
    )
    return several and isinstance(true, str | None)


def to_table(data: Any, reading: Reading) -> tuple["pd.DataFrame", Reading]:
    """Return the arrays as columns, with the truth named where its name is usual for arrays.

    Parameters
    ----------
    data : mapping of str to array_like, or path of an .npz file
    reading : Reading
    """
    import pandas as pd

    title = data.name if isinstance(data, Path) else "the dict"
    arrays = data if isinstance(data, Mapping) else open_arrays(data)
    columns = {str(k): to_array(v, f"{title}, array {k!r}") for k, v in arrays.items()}
    shapes = {k: v.shape for k, v in columns.items()}
    if len(set(shapes.values())) != 1 or any(len(s) != 1 for s in shapes.values()):
        told = ", ".join(f"{k} {s}" for k, s in shapes.items())
        raise DataError(
            f"{title} holds arrays of shape {told}; with truth and answers together each has "
            "to be one label an item, so keep scores in a file of their own."
        )
    truth = next((k for k in TRUTH_KEYS if k in columns), None)
    if reading.true is None and reading.correct is None:
        reading = replace(reading, true=truth)
    return pd.DataFrame(columns), reading
