"""Distinct rows of an array of numbers."""

from collections.abc import Iterator
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from compare._types import IntArray

__all__ = ["distinct_rows"]

LARGEST_KEY = 2**62
"""Rows are packed into whole numbers below this."""

Number = TypeVar("Number", np.int64, np.float64)


def distinct_rows(rows: NDArray[Number]) -> tuple[NDArray[Number], IntArray]:
    """Return the distinct rows in lexical order, and the place of each row among them.

    Parameters
    ----------
    rows : ndarray, shape (rows, columns)

    Returns
    -------
    distinct : ndarray, shape (kinds, columns)
    where : ndarray of int, shape (rows,)

    Notes
    -----
    The same as ``numpy.unique`` along axis 0, which compares rows value by value. Whole numbers
    of small ranges (codes, hits, trials) are packed into one number a row, or a few in turn,
    whose sort is several times faster.

    Examples
    --------
    >>> kinds, where = distinct_rows(np.array([[1, 0], [0, 2], [1, 0]]))
    >>> kinds.tolist(), where.tolist()
    ([[0, 2], [1, 0]], [1, 0, 1])
    """
    if not rows.size or not _packable(rows):
        distinct, where = np.unique(rows, axis=0, return_inverse=True)
        return distinct, where.reshape(-1)
    low = rows.min(axis=0)
    sizes = [int(size) + 1 for size in rows.max(axis=0) - low]
    rank, kinds = np.zeros(len(rows), dtype=np.int64), 1
    for columns, strides in _groups(sizes, len(rows)):
        values = (rows[:, columns] - low[columns]).astype(np.int64)
        span = strides[0] * sizes[columns[0]]
        rank, kinds = _ranks(rank * span + values @ np.array(strides), kinds * span)
    one_of = np.empty(kinds, dtype=np.int64)
    one_of[rank] = np.arange(len(rows))
    return rows[one_of], rank


def _packable(rows: NDArray[Any]) -> bool:
    """Whether all values are whole numbers of moderate size."""
    if rows.dtype.kind == "f" and not np.array_equal(rows, np.rint(rows)):
        return False
    return bool(np.abs(rows).max() < 2**31)


def _groups(sizes: list[int], rows: int) -> Iterator[tuple[list[int], list[int]]]:
    """Columns that fit into one key beside a rank below `rows`, and their place values."""
    columns: list[int] = []
    span = 1
    for column, size in enumerate(sizes):
        if size == 1 and (columns or column < len(sizes) - 1):
            continue
        if columns and span * size * rows >= LARGEST_KEY:
            yield columns, _strides([sizes[c] for c in columns])
            columns, span = [], 1
        columns.append(column)
        span *= size
    yield columns, _strides([sizes[c] for c in columns])


def _strides(sizes: list[int]) -> list[int]:
    """Place values of digits, the most significant first."""
    strides = [1]
    for size in sizes[:0:-1]:
        strides.append(strides[-1] * size)
    return strides[::-1]


def _ranks(key: IntArray, span: int) -> tuple[IntArray, int]:
    """Return the rank of each key among the distinct ones below `span`, and their number."""
    if span <= 4 * len(key) + 64:
        present = np.zeros(span, dtype=np.bool_)
        present[key] = True
        rank = np.cumsum(present) - 1
        return rank[key], int(rank[-1]) + 1
    distinct, where = np.unique(key, return_inverse=True)
    return where.reshape(-1).astype(np.int64), len(distinct)
