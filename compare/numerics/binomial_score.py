"""Intervals of one proportion that invert the score test (Wilson)."""

import numpy as np

from compare._types import Alternative, ArrayLike, FloatArray
from compare.numerics._common import Bounds, proportion_interval
from compare.numerics.tails import normal_isf

__all__ = ["wilson", "wilson_cc"]


def _larger_root(k: FloatArray, n: FloatArray, z: FloatArray) -> FloatArray:
    """Return the larger p with |k / n - p| = z sqrt(p (1 - p) / n)."""
    square = z * z
    return (k + square / 2 + z * np.sqrt(k * (n - k) / n + square / 4)) / (n + square)


def _score(low_k: FloatArray, high_k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    z = normal_isf(tail)
    # The product of both roots is k^2 / (n (n + z^2)); the plain smaller root cancels for k << n.
    low = low_k * low_k / (n * (n + z * z)) / _larger_root(low_k, n, z)
    return low, _larger_root(high_k, n, z)


def _pinned(limits: Bounds, k: FloatArray, n: FloatArray) -> Bounds:
    """Set the outer limit to exactly 0 at k = 0 and 1 at k = n."""
    return np.where(k == 0, 0.0, limits[0]), np.where(k == n, 1.0, limits[1])


def _wilson(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    return _pinned(_score(k, k, n, tail), k, n)


def _wilson_cc(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    # The corrected limits are the plain ones of half an item less and half an item more.
    fewer, more = np.maximum(k - 0.5, 0.0), np.minimum(k + 0.5, n)
    return _pinned(_score(fewer, more, n, tail), k, n)


def wilson(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the Wilson score limits, the usual choice for one accuracy.

    Parameters
    ----------
    k, n : array_like of int
        Items right and items in all; they broadcast.
    confidence_level : float
        Coverage aimed at, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        "greater" gives [low, 1], "less" gives [0, high], each bound at the full level.

    Returns
    -------
    low, high : ndarray
        Limits of the proportion in [0, 1]; NaN where n = 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, k exceeds n, or the level is outside (0, 1).

    Notes
    -----
    All p with |k / n - p| <= z sqrt(p (1 - p) / n): the inversion of the score test. The mean
    coverage is close to the level; single p can fall below it (minimum about .84 at n = 10 to 50),
    so use `clopper_pearson` where coverage must be guaranteed.

    References
    ----------
    Wilson 1927, Probable inference, the law of succession, and statistical inference

    Examples
    --------
    >>> low, high = wilson(81, 263)
    >>> print(f"{low:.4f} {high:.4f}")
    0.2553 0.3662
    """
    return proportion_interval(_wilson, (k, n), confidence_level, alternative)


def wilson_cc(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the Wilson score limits with a continuity correction.

    Parameters
    ----------
    k, n : array_like of int
        Items right and items in all; they broadcast.
    confidence_level : float
        Coverage aimed at, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        "greater" gives [low, 1], "less" gives [0, high], each bound at the full level.

    Returns
    -------
    low, high : ndarray
        Limits of the proportion in [0, 1]; NaN where n = 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, k exceeds n, or the level is outside (0, 1).

    Notes
    -----
    All p with |k / n - p| - 1 / (2n) <= z sqrt(p (1 - p) / n); 0 and 1 at k = 0 and k = n. About
    as conservative as Clopper-Pearson, which has the guarantee that this form lacks.

    References
    ----------
    Newcombe 1998, Two-sided confidence intervals for the single proportion

    Examples
    --------
    >>> low, high = wilson_cc(15, 148)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0598 0.1644
    """
    return proportion_interval(_wilson_cc, (k, n), confidence_level, alternative)
