"""Intervals of the paired difference of the form estimate +- z standard errors."""

import numpy as np

from compare._types import Alternative, ArrayLike, FloatArray
from compare.numerics._common import Bounds, difference_interval
from compare.numerics.tails import normal_isf

__all__ = ["agresti_min", "bonett_price", "wald", "wald_cc", "wald_cc_fagerland"]


def _around(centre: FloatArray, half: FloatArray) -> Bounds:
    return centre - half, centre + half


def _spread(discordant: FloatArray, difference: FloatArray, n: FloatArray) -> FloatArray:
    """Return the standard error of difference / n; a negative radicand counts as 0."""
    return np.sqrt(np.maximum(discordant - difference * difference / n, 0.0)) / n


def _wald(gains: FloatArray, losses: FloatArray, n: FloatArray, tail: float) -> Bounds:
    difference = gains - losses
    half = normal_isf(tail) * _spread(gains + losses, difference, n)
    return _around(difference / n, half)


def _wald_cc(gains: FloatArray, losses: FloatArray, n: FloatArray, tail: float) -> Bounds:
    low, high = _wald(gains, losses, n, tail)
    return low - 1.0 / n, high + 1.0 / n


def _wald_cc_fagerland(gains: FloatArray, losses: FloatArray, n: FloatArray, tail: float) -> Bounds:
    difference = gains - losses
    # The published form subtracts 1 even from a difference of 0, as the reference packages do.
    half = normal_isf(tail) * _spread(gains + losses, np.abs(difference) - 1.0, n)
    return _around(difference / n, half)


def _bonett_price(gains: FloatArray, losses: FloatArray, n: FloatArray, tail: float) -> Bounds:
    return _wald(gains + 1.0, losses + 1.0, n + 2.0, tail)


def _agresti_min(gains: FloatArray, losses: FloatArray, n: FloatArray, tail: float) -> Bounds:
    return _wald(gains + 0.5, losses + 0.5, n + 2.0, tail)


def wald(
    gains: ArrayLike,
    losses: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the textbook limits of the paired difference.

    Parameters
    ----------
    gains, losses : array_like of int
        Items that only the second, and only the first, model gets right.
    n : array_like of int
        All items; the three broadcast.
    confidence_level : float
        Coverage aimed at, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        "greater" gives [low, 1], "less" gives [-1, high], each bound at the full level.

    Returns
    -------
    low, high : ndarray
        Limits of the difference second minus first in [-1, 1]; NaN where n = 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, gains + losses exceed n, or the level is outside
        (0, 1).

    Notes
    -----
    D / n +- z sqrt(m - D^2 / n) / n with D = gains - losses, m = gains + losses. For reproducing
    papers only: zero width without discordant items, and coverage below the level on small sets.

    References
    ----------
    Fagerland, Lydersen & Laake 2014, Recommended tests and confidence intervals for paired
    binomial proportions

    Examples
    --------
    >>> low, high = wald(7, 1, 21)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0517 0.5197
    """
    return difference_interval(_wald, (gains, losses, n), confidence_level, alternative)


def wald_cc(
    gains: ArrayLike,
    losses: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the textbook limits widened by a continuity correction of 1 / n.

    Parameters
    ----------
    gains, losses : array_like of int
        Items that only the second, and only the first, model gets right.
    n : array_like of int
        All items; the three broadcast.
    confidence_level : float
        Coverage aimed at, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        "greater" gives [low, 1], "less" gives [-1, high], each bound at the full level.

    Returns
    -------
    low, high : ndarray
        Limits of the difference second minus first in [-1, 1]; NaN where n = 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, gains + losses exceed n, or the level is outside
        (0, 1).

    Notes
    -----
    `wald` with 1 / n added on both sides. For reproducing papers only.

    References
    ----------
    Newcombe 1998, Improved confidence intervals for the difference between binomial proportions
    based on paired data

    Examples
    --------
    >>> low, high = wald_cc(7, 1, 21)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0041 0.5673
    """
    return difference_interval(_wald_cc, (gains, losses, n), confidence_level, alternative)


def wald_cc_fagerland(
    gains: ArrayLike,
    losses: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the textbook limits with the correction inside the standard error.

    Parameters
    ----------
    gains, losses : array_like of int
        Items that only the second, and only the first, model gets right.
    n : array_like of int
        All items; the three broadcast.
    confidence_level : float
        Coverage aimed at, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        "greater" gives [low, 1], "less" gives [-1, high], each bound at the full level.

    Returns
    -------
    low, high : ndarray
        Limits of the difference second minus first in [-1, 1]; NaN where n = 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, gains + losses exceed n, or the level is outside
        (0, 1).

    Notes
    -----
    D / n +- z sqrt(m - (|D| - 1)^2 / n) / n; another method than `wald_cc` under the same name in
    the literature. For reproducing papers only.

    References
    ----------
    Fagerland, Lydersen & Laake 2014, Recommended tests and confidence intervals for paired
    binomial proportions

    Examples
    --------
    >>> low, high = wald_cc_fagerland(7, 1, 21)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0422 0.5293
    """
    return difference_interval(
        _wald_cc_fagerland, (gains, losses, n), confidence_level, alternative
    )


def bonett_price(
    gains: ArrayLike,
    losses: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return Wald limits after adding one gain and one loss, a good closed form.

    Parameters
    ----------
    gains, losses : array_like of int
        Items that only the second, and only the first, model gets right.
    n : array_like of int
        All items; the three broadcast.
    confidence_level : float
        Coverage aimed at, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        "greater" gives [low, 1], "less" gives [-1, high], each bound at the full level.

    Returns
    -------
    low, high : ndarray
        Limits of the difference second minus first in [-1, 1]; NaN where n = 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, gains + losses exceed n, or the level is outside
        (0, 1).

    Notes
    -----
    With p01 = (gains + 1) / (n + 2) and p10 = (losses + 1) / (n + 2): p01 - p10 +- z sqrt((p01 +
    p10 - (p01 - p10)^2) / (n + 2)). Coverage stays near or above the level; not dual to a McNemar
    test.

    References
    ----------
    Bonett & Price 2012, Adjusted Wald confidence interval for a difference of binomial proportions
    based on paired data

    Examples
    --------
    >>> low, high = bonett_price(7, 1, 21)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0134 0.5084
    """
    return difference_interval(_bonett_price, (gains, losses, n), confidence_level, alternative)


def agresti_min(
    gains: ArrayLike,
    losses: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return Wald limits after adding half an item to each of the four cells.

    Parameters
    ----------
    gains, losses : array_like of int
        Items that only the second, and only the first, model gets right.
    n : array_like of int
        All items; the three broadcast.
    confidence_level : float
        Coverage aimed at, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        "greater" gives [low, 1], "less" gives [-1, high], each bound at the full level.

    Returns
    -------
    low, high : ndarray
        Limits of the difference second minus first in [-1, 1]; NaN where n = 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, gains + losses exceed n, or the level is outside
        (0, 1).

    Notes
    -----
    `wald` with gains + 1/2, losses + 1/2 and n + 2. Can fall below the level when one model
    dominates the disagreements; `tango` and `bonett_price` hold better.

    References
    ----------
    Agresti & Min 2005, Simple improved confidence intervals for comparing matched proportions

    Examples
    --------
    >>> low, high = agresti_min(7, 1, 21)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0285 0.4932
    """
    return difference_interval(_agresti_min, (gains, losses, n), confidence_level, alternative)
