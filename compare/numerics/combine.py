"""Limits of a combination of independent estimates from the limits of each."""

import numpy as np

from compare._types import ArrayLike, FloatArray
from compare.numerics._common import Bounds

__all__ = ["mover_mean"]


def mover_mean(
    estimates: ArrayLike, lows: ArrayLike, highs: ArrayLike, *, axis: int = -1
) -> Bounds:
    """Return limits of the unweighted mean of independent estimates (MOVER).

    Parameters
    ----------
    estimates, lows, highs : array_like
        Estimates and the limits of each, at the level wanted for the mean. Entries with a NaN
        among the three (absent classes) are left out of the mean.
    axis : int
        Axis along which to average.

    Returns
    -------
    low, high : ndarray
        Limits of the mean; NaN where every entry is left out.

    Notes
    -----
    Method of variance estimates recovery: low = mean - sqrt(sum (estimate - low)^2) / K, high
    alike. Assumes independent estimates, for example recalls of classes with disjoint items. The
    limits inherit the good behaviour of the single ones near 0 and 1.

    References
    ----------
    Zou & Donner 2008, Construction of confidence limits about effect measures: a general approach

    Examples
    --------
    >>> low, high = mover_mean([0.9, 0.7], [0.84, 0.62], [0.94, 0.77])
    >>> print(f"{low:.4f} {high:.4f}")
    0.7500 0.8403
    """
    point, low, high = np.broadcast_arrays(
        *(np.asarray(value, dtype=np.float64) for value in (estimates, lows, highs))
    )
    used = ~(np.isnan(point) | np.isnan(low) | np.isnan(high))
    number = used.sum(axis=axis)
    share = np.divide(1.0, number, out=np.full(number.shape, np.nan), where=number > 0)

    def total(values: FloatArray) -> FloatArray:
        return np.asarray(np.where(used, values, 0.0).sum(axis=axis))

    mean = total(point) * share
    below = np.sqrt(total((point - low) ** 2)) * share
    above = np.sqrt(total((high - point) ** 2)) * share
    return (mean - below)[()], (mean + above)[()]
