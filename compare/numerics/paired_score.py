"""The score statistic and interval of the paired difference, and the Wilson-based one."""

import numpy as np

from compare import _check
from compare._types import Alternative, ArrayLike, FloatArray
from compare.errors import UsageError
from compare.numerics._common import (
    Bounds,
    bounded,
    cells,
    difference_interval,
    tail_area,
)
from compare.numerics._roots import solve
from compare.numerics.binomial_score import wilson, wilson_cc
from compare.numerics.tails import normal_isf

__all__ = ["newcombe", "newcombe8", "newcombe9", "tango", "tango_z"]


def _score(gains: FloatArray, losses: FloatArray, n: FloatArray, delta0: FloatArray) -> FloatArray:
    # For delta0 >= 0 the variance is a sum of terms that are not negative; a negative delta0 is
    # the same question with the models swapped, which also mirrors the result bit for bit.
    swap = delta0 < 0
    g, l = np.where(swap, losses, gains), np.where(swap, gains, losses)
    delta = np.abs(delta0)
    b = (2.0 * n - g + l) * delta - (g + l)
    c = l * delta * (1.0 - delta)
    root = np.sqrt(b * b + 8.0 * n * c)
    # Larger root p of 2 n p^2 + b p - c: the constrained estimate of the share of losses. The
    # second form avoids the cancellation for b > 0.
    p = np.where(b > 0, 2.0 * c / (b + root), (root - b) / (4.0 * n))
    variance = n * (2.0 * p + delta * (1.0 - delta))
    excess = g - l - n * delta
    z = np.where(excess == 0, 0.0, excess / np.sqrt(np.maximum(variance, 0.0)))
    return np.where(swap, -z, z)


def tango_z(
    gains: ArrayLike, losses: ArrayLike, n: ArrayLike, delta0: ArrayLike = 0.0
) -> FloatArray:
    """Return Tango's score statistic for H0: difference = delta0.

    Parameters
    ----------
    gains, losses : array_like of int
        Items that only the second, and only the first, model gets right.
    n : array_like of int
        All items; everything broadcasts.
    delta0 : array_like
        Difference second minus first under the null hypothesis, in [-1, 1].

    Returns
    -------
    ndarray
        Standard normal statistics, positive where the difference is above delta0; 0 for 0 / 0
        with n > 0, NaN where n = 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, gains + losses exceed n, or delta0 is outside
        [-1, 1].

    Notes
    -----
    (gains - losses - n delta0) / sqrt(n (2 p + delta0 (1 - delta0))) with p the estimate of the
    share of losses under the null. At delta0 = 0 the square is McNemar's chi-square. Falling in
    delta0. One-sided p for non-inferiority by a margin: normal_sf(tango_z(..., -margin)).

    References
    ----------
    Tango 1998, Equivalence test and confidence interval for the difference in proportions for the
    paired-sample design

    Examples
    --------
    >>> print(f"{tango_z(7, 1, 21):.4f}")
    2.1213
    """
    delta = np.asarray(delta0, dtype=np.float64)
    if not (np.abs(delta) <= 1.0).all():
        raise UsageError("delta0 must lie between -1 and 1, a difference of proportions.")
    won, lost, total = cells(gains, losses, n)
    with np.errstate(divide="ignore", invalid="ignore"):
        z = _score(won, lost, total, delta)
    return np.where(total > 0, z, np.nan)[()]


def _tango(gains: FloatArray, losses: FloatArray, n: FloatArray, tail: float) -> Bounds:
    z = normal_isf(tail)
    # The upper limit is the lower one of the swapped models: solve both together.
    g, l = np.stack([gains, losses]), np.stack([losses, gains])
    floor = np.full_like(g, -1.0)
    # At 0 / 0 of delta0 = -1 the score is NaN or 0 and the bracket is already the answer.
    low = solve(lambda delta: z - _score(g, l, n, delta), floor, (g - l) / n)
    return low[0], -low[1]


def tango(
    gains: ArrayLike,
    losses: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return Tango's score limits, the usual choice for the paired difference.

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
    All delta0 with |tango_z| <= z, found numerically between -1, the estimate and 1. Dual to
    McNemar's chi-square test at 0. Regular without discordant items: +- z^2 / (n + z^2).

    References
    ----------
    Tango 1998, Equivalence test and confidence interval for the difference in proportions for the
    paired-sample design

    Examples
    --------
    >>> low, high = tango(7, 1, 21)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0260 0.5172
    """
    return difference_interval(_tango, (gains, losses, n), confidence_level, alternative)


def _phi(
    both: FloatArray, gains: FloatArray, losses: FloatArray, neither: FloatArray, shrink: bool
) -> FloatArray:
    """Return the correlation of the two models' correctness, 0 where a margin is empty."""
    product: FloatArray = both * neither - gains * losses
    if shrink:
        half = (both + gains + losses + neither) / 2.0
        product = np.where(product > 0, np.maximum(product - half, 0.0), product)
    first = (both + losses) * (gains + neither)
    second = (both + gains) * (losses + neither)
    margins = np.sqrt(first) * np.sqrt(second)
    return np.where(margins > 0, product / np.where(margins > 0, margins, 1.0), 0.0)


def _newcombe(
    counts: tuple[ArrayLike, ArrayLike, ArrayLike, ArrayLike],
    variant: int,
    confidence_level: float,
    alternative: Alternative,
) -> Bounds:
    names = ("both", "gains", "losses", "neither")
    both, gains, losses, neither = np.broadcast_arrays(
        *(_check.counts(value, name) for value, name in zip(counts, names, strict=True))
    )
    n = both + gains + losses + neither
    level = 1.0 - 2.0 * tail_area(confidence_level, alternative)
    single = wilson_cc if variant == 9 else wilson
    low1, high1 = single(both + losses, n, confidence_level=level)
    low2, high2 = single(both + gains, n, confidence_level=level)
    phi = _phi(both, gains, losses, neither, shrink=variant == 10)
    with np.errstate(divide="ignore", invalid="ignore"):
        p1, p2, difference = (both + losses) / n, (both + gains) / n, (gains - losses) / n
    below = _joined(p2 - low2, high1 - p1, phi)
    above = _joined(high2 - p2, p1 - low1, phi)
    return bounded(difference - below, difference + above, alternative, (-1.0, 1.0), n > 0)


def _joined(x: FloatArray, y: FloatArray, phi: FloatArray) -> FloatArray:
    """Return the length of the difference of two vectors with correlation phi."""
    return np.sqrt(np.maximum(x * x + y * y - 2.0 * (phi * (x * y)), 0.0))


def newcombe(
    both: ArrayLike,
    gains: ArrayLike,
    losses: ArrayLike,
    neither: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return Newcombe's limits (method 10) of the paired difference from two Wilson intervals.

    Parameters
    ----------
    both, gains, losses, neither : array_like of int
        Items that both models, only the second, only the first, and neither get right; they
        broadcast.
    confidence_level : float
        Coverage aimed at, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        "greater" gives [low, 1], "less" gives [-1, high], each bound at the full level.

    Returns
    -------
    low, high : ndarray
        Limits of the difference second minus first in [-1, 1]; NaN for no items.

    Raises
    ------
    UsageError
        If a count is negative or fractional, or the level is outside (0, 1).

    Notes
    -----
    With limits (l2, u2) of the second and (l1, u1) of the first accuracy:
    low = d - sqrt((p2 - l2)^2 + (u1 - p1)^2 - 2 phi (p2 - l2)(u1 - p1)), high alike. phi is the
    correlation of the models' correctness, its numerator reduced by n / 2 (not below 0) where it
    is positive. Needs all four cells; not dual to a McNemar test.

    References
    ----------
    Newcombe 1998, Improved confidence intervals for the difference between binomial proportions
    based on paired data

    Examples
    --------
    >>> low, high = newcombe(1, 7, 1, 12)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0256 0.5069
    """
    return _newcombe((both, gains, losses, neither), 10, confidence_level, alternative)


def newcombe8(
    both: ArrayLike,
    gains: ArrayLike,
    losses: ArrayLike,
    neither: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return Newcombe's limits (method 8): two Wilson intervals and the plain correlation.

    Parameters
    ----------
    both, gains, losses, neither : array_like of int
        Items that both models, only the second, only the first, and neither get right; they
        broadcast.
    confidence_level : float
        Coverage aimed at, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        "greater" gives [low, 1], "less" gives [-1, high], each bound at the full level.

    Returns
    -------
    low, high : ndarray
        Limits of the difference second minus first in [-1, 1]; NaN for no items.

    Raises
    ------
    UsageError
        If a count is negative or fractional, or the level is outside (0, 1).

    Notes
    -----
    `newcombe` without the reduction of phi. For reproducing papers; `newcombe` covers better.

    References
    ----------
    Newcombe 1998, Improved confidence intervals for the difference between binomial proportions
    based on paired data

    Examples
    --------
    >>> low, high = newcombe8(1, 7, 1, 12)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0361 0.5017
    """
    return _newcombe((both, gains, losses, neither), 8, confidence_level, alternative)


def newcombe9(
    both: ArrayLike,
    gains: ArrayLike,
    losses: ArrayLike,
    neither: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return Newcombe's limits (method 9): two corrected Wilson intervals, plain correlation.

    Parameters
    ----------
    both, gains, losses, neither : array_like of int
        Items that both models, only the second, only the first, and neither get right; they
        broadcast.
    confidence_level : float
        Coverage aimed at, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        "greater" gives [low, 1], "less" gives [-1, high], each bound at the full level.

    Returns
    -------
    low, high : ndarray
        Limits of the difference second minus first in [-1, 1]; NaN for no items.

    Raises
    ------
    UsageError
        If a count is negative or fractional, or the level is outside (0, 1).

    Notes
    -----
    `newcombe8` with the continuity-corrected Wilson limits. For reproducing papers.

    References
    ----------
    Newcombe 1998, Improved confidence intervals for the difference between binomial proportions
    based on paired data

    Examples
    --------
    >>> low, high = newcombe9(1, 7, 1, 12)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0036 0.5248
    """
    return _newcombe((both, gains, losses, neither), 9, confidence_level, alternative)
