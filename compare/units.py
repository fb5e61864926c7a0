"""The form for inference: what each distinct kind of sampling unit adds to a metric's totals."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from compare._rows import distinct_rows
from compare._types import FloatArray, IntArray

__all__ = ["Units"]


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """Additive contributions of the distinct kinds of sampling unit, with multiplicities.

    Attributes
    ----------
    x : ndarray of float, shape (U, M, q)
        What one unit of each of the U kinds adds to the q totals of each of the M models.
        Reversing the model axis swaps the models of a pair.
    m : ndarray of int, shape (U,)
        Number of units of each kind.
    w, w2 : ndarray of float, shape (U,)
        Sum of the units' weights and of their squares; both equal ``m`` without weights.
    unit : str
        What one unit is.

    Examples
    --------
    >>> hit_and_trial = [[1.0, 1.0], [0.0, 1.0]]
    >>> u = Units.from_contributions([hit_and_trial], m=[8, 2])
    >>> u.totals.tolist(), u.n
    ([[8.0, 10.0]], 10)
    """

    x: FloatArray
    m: IntArray
    w: FloatArray
    w2: FloatArray
    unit: str = "item"

    @classmethod
    def from_contributions(
        cls,
        x: Sequence[FloatArray] | Sequence[Sequence[Sequence[float]]],
        m: IntArray | Sequence[int],
        w: FloatArray | None = None,
        w2: FloatArray | None = None,
    ) -> "Units":
        """Merge units that contribute alike.

        Parameters
        ----------
        x : sequence of M array_like, each of shape (cells, q)
            Contributions of a unit of each cell, one array a model.
        m : array_like of int, shape (cells,)
            Units in each cell.
        w, w2 : array_like of float, shape (cells,), optional
            Sums of weights and of squared weights, where units are weighted.
        """
        stacked = np.stack([np.asarray(part, dtype=np.float64) for part in x], axis=1)
        counts = np.asarray(m, dtype=np.int64)
        flat = stacked.reshape(len(stacked), math.prod(stacked.shape[1:]))
        kinds, where = distinct_rows(flat)
        merged = np.zeros(len(kinds), dtype=np.int64)
        np.add.at(merged, where, counts)

        def grouped(v: FloatArray | None) -> FloatArray:
            weights = counts if v is None else v
            return np.bincount(where, weights, minlength=len(kinds)).astype(np.float64)

        return cls(kinds.reshape(len(kinds), *stacked.shape[1:]), merged, grouped(w), grouped(w2))

    @property
    def n(self) -> int:
        """Number of units."""
        return int(self.m.sum())

    @property
    def weighted(self) -> bool:
        """Whether the units carry weights other than one."""
        return not (np.array_equal(self.w, self.m) and np.array_equal(self.w2, self.m))

    @property
    def totals(self) -> FloatArray:
        """Weighted totals of each model, shape (M, q)."""
        return self.sum(self.w)

    @property
    def swapped(self) -> FloatArray:
        """Contributions with the models' places exchanged, shape (U, M, q)."""
        return self.x[:, ::-1]

    def sum(self, counts: FloatArray) -> FloatArray:
        """Totals under other multiplicities: (..., U) to (..., M, q)."""
        flat = counts @ self.x.reshape(len(self.x), math.prod(self.x.shape[1:]))
        return np.asarray(flat.reshape(*flat.shape[:-1], *self.x.shape[1:]))

    def slices(self, numbers: int = 2**20) -> Iterator[FloatArray]:
        """Contributions in slices of about as many numbers, which bounds a caller's memory."""
        step = max(1, numbers // max(1, math.prod(self.x.shape[1:])))
        yield from (self.x[i : i + step] for i in range(0, len(self.x), step))
