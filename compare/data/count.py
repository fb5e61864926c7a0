"""Count label patterns of arrays without sorting, in chunks that fit the cache."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compare._types import IntArray
from compare.errors import DataError
from compare.table import WRONG, Table

__all__ = ["count_hits", "count_labels", "factorize"]

Array = NDArray[Any]

CHUNK = 65_536
"""Rows handled at a time: their codes stay in the cache."""

DENSE = 1_000_000
"""Largest number of possible patterns that get a counter each."""


def count_labels(
    y_true: Array, preds: Sequence[Array], bounds: Sequence[tuple[int, int]] | None = None
) -> tuple[IntArray, IntArray]:
    """Count the distinct rows of integer arrays.

    Parameters
    ----------
    y_true : ndarray of int or bool, shape (items,)
    preds : sequence of ndarray, shape (items,) each
    bounds : sequence of (int, int), optional
        Smallest and largest value of each array, where they are known.

    Returns
    -------
    patterns : ndarray of int, shape (cells, 1 + M)
        The distinct rows in lexical order.
    n : ndarray of int, shape (cells,)

    Examples
    --------
    >>> cells, n = count_labels(np.array([0, 1, 1]), [np.array([0, 1, 1])])
    >>> cells.tolist(), n.tolist()
    ([[0, 0], [1, 1]], [1, 2])
    """
    arrays = [y_true, *preds]
    if not len(y_true):
        return np.empty((0, len(arrays)), dtype=np.int64), np.empty(0, dtype=np.int64)
    known = bounds if bounds is not None else [(int(a.min()), int(a.max())) for a in arrays]
    sizes = [high - low + 1 for low, high in known]
    if math.prod(sizes) > DENSE:
        return _sparse(arrays)
    lows = [low for low, _ in known]
    counts = _dense(arrays, lows, sizes)
    found = np.flatnonzero(counts)
    parts = [part + low for part, low in zip(np.unravel_index(found, sizes), lows, strict=True)]
    return np.column_stack(parts).astype(np.int64), counts[found]


def _dense(arrays: Sequence[Array], lows: Sequence[int], sizes: Sequence[int]) -> IntArray:
    """Count mixed-radix codes, one counter a possible pattern."""
    total = math.prod(sizes)
    offset = _offset(lows, sizes)
    counts = np.zeros(total, dtype=np.int64)
    for start in range(0, len(arrays[0]), CHUNK):
        code = arrays[0][start : start + CHUNK].astype(np.intp)
        for array, size in zip(arrays[1:], sizes[1:], strict=True):
            code *= size
            # NumPy would add unsigned 64-bit integers to signed ones as floats.
            code += array[start : start + CHUNK].astype(np.intp, copy=False)
        code -= offset
        if total <= CHUNK:
            counts += np.bincount(code, minlength=total)
        else:
            np.add.at(counts, code, 1)
    return counts


def _offset(lows: Sequence[int], sizes: Sequence[int]) -> int:
    """Code of the smallest values, subtracted once instead of once an array."""
    offset = 0
    for low, size in zip(lows, sizes, strict=True):
        offset = offset * size + low
    # Codes may pass the largest integer and come back; so does their offset.
    return (offset + 2**63) % 2**64 - 2**63


def _sparse(arrays: Sequence[Array]) -> tuple[IntArray, IntArray]:
    """Count rows by hashing, for many possible patterns of which few occur."""
    code = np.zeros(len(arrays[0]), dtype=np.int64)
    patterns = np.zeros((1, 0), dtype=np.int64)
    for array in arrays:
        codes, levels = factorize(array)
        code, seen = factorize(code * len(levels) + codes)
        before, last = np.divmod(seen, len(levels))
        column = np.asarray(levels, dtype=np.int64)[last]
        patterns = np.column_stack([patterns[before], column])
    order = np.lexsort(patterns.T[::-1])
    counts = np.bincount(code, minlength=len(patterns)).astype(np.int64)
    return patterns[order], counts[order]


def factorize(array: Array) -> tuple[IntArray, Array]:
    """Return a code for each value (-1 = missing) and the distinct values, by hashing."""
    import pandas as pd

    codes, levels = pd.factorize(array)
    return np.asarray(codes, dtype=np.int64), np.asarray(levels)


def count_hits(y_true: Array, preds: Sequence[Array], models: Sequence[str] | None = None) -> Table:
    """Count which models are right on how many items.

    Parameters
    ----------
    y_true : ndarray of int or bool, shape (items,)
    preds : sequence of ndarray, shape (items,) each
    models : sequence of str, optional
        Names of the models, by default A, B, C, ...

    Returns
    -------
    Table
        Without classes: only right or wrong is known.

    Examples
    --------
    >>> count_hits(np.array([0, 1, 1]), [np.array([0, 1, 0])]).n.tolist()
    [1, 2]
    """
    lengths = {len(a) for a in (y_true, *preds)}
    if len(lengths) > 1:
        raise DataError(f"arrays differ in length: {sorted(lengths)}; give one value an item.")
    n = _pair_hits(y_true, preds) if len(preds) <= 2 else _many_hits(y_true, preds)
    cells = np.flatnonzero(n)
    right = (cells[:, None] >> np.arange(len(preds))) & 1
    names = models if models is not None else [letter(i) for i in range(len(preds))]
    return Table.from_codes(
        (True,),
        names,
        np.zeros(len(cells)),
        np.where(right == 1, 0, WRONG),
        n=n[cells],
        has_classes=False,
    )


def letter(position: int) -> str:
    """Return A, B, ..., Z, AA, AB, ... for 0, 1, ..."""
    first, last = divmod(position, 26)
    return (letter(first - 1) if first else "") + chr(ord("A") + last)


def _pair_hits(y_true: Array, preds: Sequence[Array]) -> IntArray:
    """Count by comparisons alone; bit j of a cell tells whether model j is right."""
    n = np.zeros(1 << len(preds), dtype=np.int64)
    for start in range(0, len(y_true), CHUNK):
        rows = slice(start, start + CHUNK)
        truth = y_true[rows]
        right = [truth == p[rows] for p in preds]
        alone = [int(np.count_nonzero(r)) for r in right]
        if len(preds) == 1:
            n += (len(truth) - alone[0], alone[0])
            continue
        both = int(np.count_nonzero(right[0] & right[1]))
        only = [a - both for a in alone]
        n += (len(truth) - both - sum(only), *only, both)
    return n


def _many_hits(y_true: Array, preds: Sequence[Array]) -> IntArray:
    """Count codes whose bits tell which models are right."""
    if len(preds) > 20:
        raise DataError(f"at most 20 models can be counted together, found {len(preds)}.")
    n = np.zeros(1 << len(preds), dtype=np.int64)
    for start in range(0, len(y_true), CHUNK):
        rows = slice(start, start + CHUNK)
        code = np.zeros(len(y_true[rows]), dtype=np.intp)
        for bit, pred in enumerate(preds):
            code |= (y_true[rows] == pred[rows]).astype(np.intp) << bit
        if len(n) <= CHUNK:
            n += np.bincount(code, minlength=len(n))
        else:
            np.add.at(n, code, 1)
    return n
