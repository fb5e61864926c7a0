"""Intervals of one proportion of the form estimate +- z standard errors."""

import numpy as np
from scipy import special

from compare._types import Alternative, ArrayLike, FloatArray
from compare.numerics._common import Bounds, proportion_interval
from compare.numerics.tails import normal_isf

__all__ = ["agresti_coull", "agresti_coull_plus4", "logit", "wald", "wald_cc"]


def _around(centre: FloatArray, half: FloatArray) -> Bounds:
    return centre - half, centre + half


def _wald(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    return _around(k / n, normal_isf(tail) * np.sqrt(k * (n - k) / n) / n)


def _wald_cc(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    return _around(k / n, (normal_isf(tail) * np.sqrt(k * (n - k) / n) + 0.5) / n)


def _added(k: FloatArray, n: FloatArray, added: FloatArray, z: FloatArray) -> Bounds:
    """Return Wald limits after adding half of `added` items as right and half as wrong."""
    total = n + added
    centre = (k + added / 2) / total
    return _around(centre, z * np.sqrt(centre * (1.0 - centre) / total))


def _agresti_coull(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    z = normal_isf(tail)
    return _added(k, n, z * z, z)


def _plus4(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    return _added(k, n, np.asarray(4.0), normal_isf(tail))


def _logit(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    inside = (k > 0) & (k < n)
    low, high = _around(np.log(k / (n - k)), normal_isf(tail) * np.sqrt(n / (k * (n - k))))
    nothing = np.where(inside, 0.0, np.nan)
    return special.expit(low) + nothing, special.expit(high) + nothing


def wald(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the textbook limits p +- z sqrt(p (1 - p) / n).

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
    For reproducing papers only: the width is zero at k = 0 and k = n, and the true coverage of a
    95 % interval falls far below 95 % when k or n - k is small.

    References
    ----------
    Brown, Cai & DasGupta 2001, Interval estimation for a binomial proportion

    Examples
    --------
    >>> low, high = wald(81, 263)
    >>> print(f"{low:.4f} {high:.4f}")
    0.2522 0.3638
    """
    return proportion_interval(_wald, (k, n), confidence_level, alternative)


def wald_cc(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the textbook limits widened by a continuity correction of 1 / (2n).

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
    p +- (z sqrt(p (1 - p) / n) + 1 / (2n)). For reproducing papers only; at k = 0 and k = n the
    width is the correction alone.

    References
    ----------
    Newcombe 1998, Two-sided confidence intervals for the single proportion

    Examples
    --------
    >>> low, high = wald_cc(15, 148)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0494 0.1534
    """
    return proportion_interval(_wald_cc, (k, n), confidence_level, alternative)


def agresti_coull(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return Wald limits after adding z^2 / 2 right and z^2 / 2 wrong items.

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
    Centre (k + z^2 / 2) / (n + z^2), the centre of Wilson's limits, which are never wider.

    References
    ----------
    Agresti & Coull 1998, Approximate is better than "exact" for interval estimation of binomial
    proportions

    Examples
    --------
    >>> low, high = agresti_coull(0, 20)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0000 0.1898
    """
    return proportion_interval(_agresti_coull, (k, n), confidence_level, alternative)


def agresti_coull_plus4(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return Wald limits after adding two right and two wrong items, at every level.

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
    Close to `agresti_coull` near the 95 % level only, where z^2 is about 4; do not use it at other
    levels, where it may even leave the estimate out.

    References
    ----------
    Agresti & Coull 1998, Approximate is better than "exact" for interval estimation of binomial
    proportions

    Examples
    --------
    >>> low, high = agresti_coull_plus4(10, 20)
    >>> print(f"{low:.4f} {high:.4f}")
    0.3000 0.7000
    """
    return proportion_interval(_plus4, (k, n), confidence_level, alternative)


def logit(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return Wald limits on the scale of the log odds.

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
        Limits of the proportion in [0, 1]; NaN where n = 0, k = 0 or k = n.

    Raises
    ------
    UsageError
        If a count is negative or fractional, k exceeds n, or the level is outside (0, 1).

    Notes
    -----
    logit(k / n) +- z sqrt(n / (k (n - k))), transformed back. Undefined (NaN) at k = 0 and k = n;
    use `clopper_pearson` there.

    References
    ----------
    Brown, Cai & DasGupta 2001, Interval estimation for a binomial proportion

    Examples
    --------
    >>> low, high = logit(81, 263)
    >>> print(f"{low:.4f} {high:.4f}")
    0.2551 0.3664
    """
    return proportion_interval(_logit, (k, n), confidence_level, alternative)
