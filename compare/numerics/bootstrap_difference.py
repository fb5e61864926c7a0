"""Bootstrap limits of a paired difference from the exact resampling law.

Drawing n of n items with replacement makes D* a sum of n draws from {-1, 0, +1} with the observed
shares. Its law is the inverse Fourier transform of a characteristic function to the power n, taken
on a window around the mean, so it costs O(sqrt(n) log n) and no random numbers.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from compare._types import Alternative, ArrayLike, FloatArray
from compare.errors import UsageError
from compare.numerics._common import Bounds, cells, difference_interval
from compare.numerics.bootstrap_accuracy import bca_area
from compare.numerics.tails import normal_isf

__all__ = ["difference_basic", "difference_bca", "difference_law", "difference_percentile"]

Law: TypeAlias = tuple[FloatArray, FloatArray]
"""Values and their probabilities."""

# The window reaches 12 standard deviations and 32 steps to each side of the mean: by Bernstein's
# inequality less than 1e-20 lies outside, which is all that can wrap around.
_REACH = 12.0
_STEPS = 32.0
_KEPT = 128  # at this frequency a law wide enough to have more is below exp(-100)
_SLACK = 1e-13  # an area this close to the level counts as reached: the transform is good to 1e-15
_LEAST = 1e-14  # areas below are noise of the transform, not values that occur


def _transform(gains: float, losses: float, n: float, length: int) -> NDArray[np.complex128]:
    """Return the Fourier transform of the law of D* - D at the first length / 2 + 1 frequencies.

    One draw has the transform 1 + a + ib. Logarithms taken from a and b keep the digits that
    1 + a would lose before the power n. With more discordant than concordant items the transform
    is close to -1 at a half turn; beyond a quarter turn it is taken relative to -1, for the same
    reason. The square of its size is a convex quadratic in 1 - cos(angle), so between two
    frequencies it is at most what it is at one of them: the middle, where the power n is below
    1e-40, stays 0 without being computed.
    """
    difference, discordant = gains - losses, gains + losses
    turned = np.zeros(length // 2 + 1, dtype=np.complex128)
    steps = np.arange(length // 2 + 1)
    if length // 2 > 2 * _KEPT:
        steps = np.concatenate([steps[:_KEPT], steps[-_KEPT:]])
    far = (steps > length // 4) & (2.0 * discordant > n)
    sign = np.where(far, -1.0, 1.0)
    angle = 2.0 * np.pi / length * np.where(far, length // 2 - steps, steps)
    a = -2.0 * discordant / n * np.sin(angle / 2.0) ** 2 - np.where(
        far, 2.0 * (n - discordant) / n, 0.0
    )
    b = sign * difference / n * np.sin(angle)
    with np.errstate(divide="ignore"):  # a transform of 0 has the logarithm -inf and stays 0
        size = np.exp(0.5 * n * np.log1p(np.maximum(a * (2.0 + a) + b * b, -1.0)))
    size = np.where(far & ((n - difference) % 2 == 1), -size, size)
    phase = n * np.arctan2(b, 1.0 + a) - sign * angle * difference
    turned[steps] = size * (np.cos(phase) - 1j * np.sin(phase))
    return turned


def _law(gains: float, losses: float, n: float) -> Law:
    """Return the possible D* in the window and their probabilities."""
    difference, discordant = gains - losses, gains + losses
    spread = max(discordant - difference * difference / n, 0.0) ** 0.5
    half = min(_REACH * spread + _STEPS, n + abs(difference) + 1.0)
    length = 1 << int(np.ceil(np.log2(2.0 * half)))
    weights = np.fft.fftshift(np.fft.irfft(_transform(gains, losses, n, length), length))
    value = difference + np.arange(-(length // 2), length // 2, dtype=np.float64)
    possible = (value >= (-n if losses else 0.0)) & (value <= (n if gains else 0.0))
    weights = np.maximum(weights[possible], 0.0)
    return value[possible], weights / weights.sum()


def difference_law(gains: int, losses: int, n: int) -> Law:
    """Return the exact bootstrap law of a paired difference.

    Parameters
    ----------
    gains, losses : int
        Items that only the second, and only the first, model gets right.
    n : int
        All items, at least one.

    Returns
    -------
    values : ndarray
        Possible resampled differences second minus first, ascending, in steps of 1 / n.
    probabilities : ndarray
        Their probabilities; less than 1e-20 in all is left out beyond the window.

    Raises
    ------
    UsageError
        If a count is negative or fractional, gains + losses exceed n, or n = 0.

    Notes
    -----
    Inverse transform of (1 - m/n + g/n e^(it) + l/n e^(-it))^n on a window of 24 standard
    deviations and 64 steps. Absolute error near 1e-16: right for quantiles, not for tail
    areas below 1e-13.

    Examples
    --------
    >>> values, probabilities = difference_law(1, 0, 2)
    >>> [(float(v), round(float(p), 12)) for v, p in zip(values, probabilities) if p > 1e-12]
    [(0.0, 0.25), (0.5, 0.5), (1.0, 0.25)]
    """
    won, lost, total = cells(gains, losses, n)
    if won.ndim or total < 1:
        raise UsageError("difference_law takes one table with at least one item.")
    value, probability = _law(float(won), float(lost), float(total))
    return value / float(total), probability


def _quantile(law: Law, area: float) -> float:
    """Return the smallest value whose cumulated probability reaches the area."""
    value, probability = law
    place = int(np.searchsorted(np.cumsum(probability), max(area - _SLACK, _LEAST)))
    return float(value[min(place, value.size - 1)])


def _moments(gains: float, losses: float, n: float) -> tuple[float, float]:
    """Return variance and third central moment of one draw."""
    delta, eta = (gains - losses) / n, (gains + losses) / n
    return eta - delta * delta, delta - 3.0 * delta * eta + 2.0 * delta**3


def _bca_areas(table: tuple[float, float, float], law: Law, z: float) -> tuple[float, float]:
    """Return the two areas of the BCa limits; NaN without spread."""
    variance, third = _moments(*table)
    if variance <= 0:
        return np.nan, np.nan
    value, probability = law
    seen = table[0] - table[1]
    below = float(probability[value < seen].sum() + 0.5 * probability[value == seen].sum())
    bias = np.asarray(special.ndtri(below))
    acceleration = np.asarray(third / (6.0 * variance**1.5 * table[2] ** 0.5))
    low, high = (bca_area(np.asarray(side * z), bias, acceleration) for side in (-1, 1))
    return float(low), float(high)


def _limits(table: tuple[float, float, float], tail: float, adjusted: bool) -> tuple[float, float]:
    """Return percentile limits of one table, at BCa's areas if adjusted."""
    if table[2] == 0:
        return np.nan, np.nan
    law = _law(*table)
    areas = (tail, 1.0 - tail)
    if adjusted:
        areas = _bca_areas(table, law, float(normal_isf(tail)))
    if np.isnan(areas[0]):
        return np.nan, np.nan
    return _quantile(law, areas[0]) / table[2], _quantile(law, areas[1]) / table[2]


def _each(
    counted: tuple[FloatArray, FloatArray, FloatArray], tail: float, adjusted: bool
) -> Bounds:
    tables = zip(*(count.ravel().tolist() for count in counted), strict=True)
    found = [_limits(table, tail, adjusted) for table in tables]
    limits = np.asarray(found, dtype=np.float64).reshape(*counted[0].shape, 2)
    return limits[..., 0], limits[..., 1]


def _percentile(gains: FloatArray, losses: FloatArray, n: FloatArray, tail: float) -> Bounds:
    return _each((gains, losses, n), tail, adjusted=False)


def _basic(gains: FloatArray, losses: FloatArray, n: FloatArray, tail: float) -> Bounds:
    low, high = _percentile(gains, losses, n, tail)
    twice = 2.0 * (gains - losses) / n
    return twice - high, twice - low


def _bca(gains: FloatArray, losses: FloatArray, n: FloatArray, tail: float) -> Bounds:
    return _each((gains, losses, n), tail, adjusted=True)


def difference_percentile(
    gains: ArrayLike,
    losses: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the percentile bootstrap limits of a paired difference.

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
        Limits of the difference second minus first in [-1, 1];
        the estimate itself where every item has the same outcome, NaN where n = 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, gains + losses exceed n, or the level is outside
        (0, 1).

    Notes
    -----
    Quantiles of `difference_law`: the smallest value whose cumulated probability reaches alpha / 2
    and 1 - alpha / 2. Zero width without discordant items, where the caller should say so and
    offer another interval.

    References
    ----------
    Efron & Tibshirani 1993, An Introduction to the Bootstrap

    Examples
    --------
    >>> low, high = difference_percentile(330, 270, 20_000)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0006 0.0054
    """
    return difference_interval(_percentile, (gains, losses, n), confidence_level, alternative)


def difference_basic(
    gains: ArrayLike,
    losses: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the basic (reflected percentile) bootstrap limits of a paired difference.

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
        Limits of the difference second minus first in [-1, 1];
        the estimate itself where every item has the same outcome, NaN where n = 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, gains + losses exceed n, or the level is outside
        (0, 1).

    Notes
    -----
    Twice the difference minus the percentile limits, clipped.

    References
    ----------
    Efron & Tibshirani 1993, An Introduction to the Bootstrap

    Examples
    --------
    >>> low, high = difference_basic(7, 1, 21)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0476 0.5238
    """
    return difference_interval(_basic, (gains, losses, n), confidence_level, alternative)


def difference_bca(
    gains: ArrayLike,
    losses: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the bias-corrected and accelerated bootstrap limits of a paired difference.

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
        Limits of the difference second minus first in [-1, 1];
        NaN where every item has the same outcome or n = 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, gains + losses exceed n, or the level is outside
        (0, 1).

    Notes
    -----
    z0 from the law with ties split; acceleration mu3 / (6 sigma^3 sqrt(n)) from the moments of the
    values -1, 0, +1, which is the jackknife value; limits are the quantiles at the areas of
    `bootstrap_accuracy.bca_area`.

    References
    ----------
    DiCiccio & Efron 1996, Bootstrap confidence intervals

    Examples
    --------
    >>> low, high = difference_bca(7, 1, 21)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0476 0.5238
    """
    return difference_interval(_bca, (gains, losses, n), confidence_level, alternative)
