"""Bootstrap limits of one accuracy from the exact resampling law, without random numbers.

Drawing n of n items with replacement gives K* ~ Bin(n, k / n) right items exactly, so each limit
is a binomial quantile. No bootstrap replaces Wilson's interval for an accuracy near 1 on a small
set: nominal 95 % limits cover .83 on average for n = 50 and accuracies from .9 to .99.
"""

import numpy as np
from scipy import special

from compare._types import Alternative, ArrayLike, FloatArray
from compare.numerics._common import Bounds, proportion_interval
from compare.numerics.tails import binomial_cdf, binomial_quantile, normal_isf

__all__ = [
    "accuracy_basic",
    "accuracy_bca",
    "accuracy_percentile",
    "accuracy_studentised",
    "bca_area",
]


def bca_area(z: FloatArray, bias: FloatArray, acceleration: FloatArray) -> FloatArray:
    """Return the area below which BCa puts the limit that a plain percentile puts at z.

    Parameters
    ----------
    z : array_like
        Standard normal value of the percentile.
    bias : array_like
        z0, the normal value of the share of replicates below the estimate (ties split).
    acceleration : array_like
        a, one sixth of the skewness of the jackknife values.

    Returns
    -------
    ndarray
        Phi(z0 + (z0 + z) / (1 - a (z0 + z))); 0 or 1 once the denominator is no longer positive,
        as the limit of the map.

    References
    ----------
    DiCiccio & Efron 1996, Bootstrap confidence intervals

    Examples
    --------
    >>> round(float(bca_area(np.array(-1.96), np.array(0.0), np.array(0.0))), 4)
    0.025
    """
    moved = bias + z
    scale = 1.0 - acceleration * moved
    stretched = moved / np.where(scale > 0, scale, 1.0)
    return special.ndtr(np.where(scale > 0, bias + stretched, np.sign(moved) * np.inf))


def _quantiles(k: FloatArray, n: FloatArray, areas: FloatArray) -> Bounds:
    """Return the limits at two areas, which stand along the first axis."""
    low, high = binomial_quantile(areas, n, k / n) / n
    return low, high


def _percentile(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    return _quantiles(k, n, _both(tail, 1.0 - tail, k))


def _both(low: ArrayLike, high: ArrayLike, like: FloatArray) -> FloatArray:
    """Return two numbers along a first axis before the axes of an array."""
    return np.array([low, high], dtype=np.float64).reshape(2, *[1] * like.ndim)


def _basic(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    low, high = _percentile(k, n, tail)
    return 2.0 * (k / n) - high, 2.0 * (k / n) - low


def _inside(k: FloatArray, n: FloatArray) -> FloatArray:
    """Return 0 where both outcomes occur, else NaN: no spread to resample."""
    return np.where((k > 0) & (k < n), 0.0, np.nan)


def _bca(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    share, z = k / n, normal_isf(tail)
    below = binomial_cdf(np.stack([k - 1.0, k]), n, share).mean(axis=0)  # ties split
    bias = np.asarray(special.ndtri(below), dtype=np.float64) + _inside(k, n)
    acceleration = (1.0 - 2.0 * share) / (6.0 * np.sqrt(n * share * (1.0 - share)))
    return _quantiles(k, n, bca_area(_both(-z, z, k), bias, acceleration))


def _studentised(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    share = k / n
    error = np.sqrt(k * (n - k) / n) / n

    def t(u: float) -> FloatArray:
        # t* rises with K*, so its quantile is t* at the quantile of K*; without spread it is
        # infinite on the side of the end.
        x = binomial_quantile(u, n, share)
        spread = np.sqrt(x * (n - x) / n)
        return np.where(spread > 0, (x - k) / spread, np.sign(x - k) * np.inf)

    nothing = _inside(k, n)
    return share - t(1.0 - tail) * error + nothing, share - t(tail) * error + nothing


def accuracy_percentile(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the percentile bootstrap limits of an accuracy.

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
        Limits of the accuracy in [0, 1];
        the estimate itself at k = 0 and k = n, NaN where n = 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, k exceeds n, or the level is outside (0, 1).

    Notes
    -----
    [Q(alpha / 2), Q(1 - alpha / 2)] / n with Q(u) the smallest q with P(K* <= q) >= u. Zero width
    at k = 0 and k = n, where the caller should say so and offer another interval.

    References
    ----------
    Efron & Tibshirani 1993, An Introduction to the Bootstrap

    Examples
    --------
    >>> low, high = accuracy_percentile(93_340, 100_000, confidence_level=0.999)
    >>> print(f"{low:.4f} {high:.4f}")
    0.9308 0.9360
    """
    return proportion_interval(_percentile, (k, n), confidence_level, alternative)


def accuracy_basic(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the basic (reflected percentile) bootstrap limits of an accuracy.

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
        Limits of the accuracy in [0, 1];
        the estimate itself at k = 0 and k = n, NaN where n = 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, k exceeds n, or the level is outside (0, 1).

    Notes
    -----
    2 p - percentile limits, clipped. Covers less than the percentile limits for accuracies near 1.

    References
    ----------
    Efron & Tibshirani 1993, An Introduction to the Bootstrap

    Examples
    --------
    >>> low, high = accuracy_basic(87, 100)
    >>> print(f"{low:.4f} {high:.4f}")
    0.8100 0.9400
    """
    return proportion_interval(_basic, (k, n), confidence_level, alternative)


def accuracy_bca(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the bias-corrected and accelerated bootstrap limits of an accuracy.

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
        Limits of the accuracy in [0, 1];
        NaN where k = 0, k = n or n = 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, k exceeds n, or the level is outside (0, 1).

    Notes
    -----
    z0 from P(K* < k) + P(K* = k) / 2; acceleration (1 - 2p) / (6 sqrt(n p (1 - p))), the jackknife
    value in closed form; limits are the quantiles at the areas of `bca_area`.

    References
    ----------
    DiCiccio & Efron 1996, Bootstrap confidence intervals

    Examples
    --------
    >>> low, high = accuracy_bca(87, 100)
    >>> print(f"{low:.4f} {high:.4f}")
    0.7900 0.9300
    """
    return proportion_interval(_bca, (k, n), confidence_level, alternative)


def accuracy_studentised(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the studentised bootstrap limits of an accuracy.

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
        Limits of the accuracy in [0, 1];
        NaN where k = 0, k = n or n = 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, k exceeds n, or the level is outside (0, 1).

    Notes
    -----
    t* = (p* - p) / se* over the n + 1 outcomes, infinite where se* = 0; limits p - t*_(1 -
    alpha/2) se and p - t*_(alpha/2) se, clipped.

    References
    ----------
    DiCiccio & Efron 1996, Bootstrap confidence intervals

    Examples
    --------
    >>> low, high = accuracy_studentised(87, 100)
    >>> print(f"{low:.4f} {high:.4f}")
    0.7909 0.9289
    """
    return proportion_interval(_studentised, (k, n), confidence_level, alternative)
