"""Binomial and normal tail areas that stay accurate for n up to 1e9 and far into the tails.

All functions broadcast. The regularised incomplete beta function is used in the orientation that
takes p itself (not 1 - p) as its argument, so that tiny p keep their digits.
"""

import numpy as np
from scipy import special

from compare._check import counts
from compare._types import ArrayLike, FloatArray
from compare.numerics.density import (
    arguments,
    binomial_deviance,
    binomial_logpmf,
    binomial_pmf,
    probability,
)

__all__ = [
    "binomial_cdf",
    "binomial_deviance",
    "binomial_logpmf",
    "binomial_pmf",
    "binomial_quantile",
    "binomial_sf",
    "log_binomial_cdf",
    "normal_isf",
    "normal_sf",
    "two_sided_p",
]

_SMALLEST_PLAIN = 1e-290  # below this a tail area is close to underflow: take logarithms
_FRACTION_STEPS = 400


def normal_isf(tail: ArrayLike) -> FloatArray:
    """Return the standard normal value with the given area above it.

    Parameters
    ----------
    tail : array_like
        Upper tail areas in [0, 1].

    Returns
    -------
    ndarray
        Quantiles; 0 gives infinity.

    Notes
    -----
    Computed as -ndtri(tail), never as ndtri(1 - tail), which loses the digits of small areas.

    Examples
    --------
    >>> round(float(normal_isf(0.025)), 6)
    1.959964
    """
    return np.negative(special.ndtri(np.asarray(tail, dtype=np.float64)))


def normal_sf(z: ArrayLike) -> FloatArray:
    """Return the standard normal area above z.

    Parameters
    ----------
    z : array_like
        Standard normal values.

    Returns
    -------
    ndarray
        Upper tail areas.

    Examples
    --------
    >>> round(float(normal_sf(1.959964)), 6)
    0.025
    """
    return np.asarray(special.ndtr(np.negative(np.asarray(z, dtype=np.float64))))[()]


def two_sided_p(z: ArrayLike) -> FloatArray:
    """Return the area of both normal tails beyond |z|; of z = sqrt(chi-square, 1 df) alike.

    Parameters
    ----------
    z : array_like
        Standard normal values.

    Returns
    -------
    ndarray
        Two-sided p-values.

    Examples
    --------
    >>> round(float(two_sided_p(-1.959964)), 6)
    0.05
    """
    return 2.0 * normal_sf(np.abs(np.asarray(z, dtype=np.float64)))


def _cdf(k: FloatArray, n: FloatArray, p: FloatArray) -> FloatArray:
    """Return P(X <= k) of checked arguments."""
    inside = (k >= 0) & (k < n)
    first, second = np.where(inside, k + 1.0, 1.0), np.where(inside, n - k, 1.0)
    area = special.betaincc(first, second, p)
    return np.where(inside, area, np.where(np.isnan(k), np.nan, (k >= n) * 1.0))


def binomial_cdf(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> FloatArray:
    """Return P(X <= k) for X ~ Bin(n, p).

    Parameters
    ----------
    k : array_like
        Values, any real number; below 0 gives 0, from n on gives 1.
    n : array_like of int
        Numbers of trials.
    p : array_like
        Success probabilities.

    Returns
    -------
    ndarray
        Lower tail areas.

    Raises
    ------
    UsageError
        If n is not a count or p is outside [0, 1].

    Notes
    -----
    Regularised incomplete beta function, 1 - I_p(k + 1, n - k). `scipy.special.bdtr` is avoided:
    it loses digits from n = 1e9 on.

    Examples
    --------
    >>> float(binomial_cdf(1, 3, 0.5))
    0.5
    """
    return _cdf(*arguments(k, n, p))[()]


def binomial_sf(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> FloatArray:
    """Return P(X > k) for X ~ Bin(n, p).

    Parameters
    ----------
    k : array_like
        Values, any real number; below 0 gives 1, from n on gives 0.
    n : array_like of int
        Numbers of trials.
    p : array_like
        Success probabilities.

    Returns
    -------
    ndarray
        Upper tail areas.

    Raises
    ------
    UsageError
        If n is not a count or p is outside [0, 1].

    Notes
    -----
    I_p(k + 1, n - k), not 1 minus the lower tail: small areas keep their digits.

    Examples
    --------
    >>> float(binomial_sf(1, 3, 0.5))
    0.5
    """
    k, n, p = arguments(k, n, p)
    inside = (k >= 0) & (k < n)
    first, second = np.where(inside, k + 1.0, 1.0), np.where(inside, n - k, 1.0)
    area = special.betainc(first, second, p)
    return np.where(inside, area, np.where(np.isnan(k), np.nan, (k < 0) * 1.0))[()]


def _beta_fraction(a: FloatArray, b: FloatArray, x: FloatArray) -> FloatArray:
    """Return the continued fraction of the incomplete beta function (modified Lentz)."""
    c = np.ones_like(x)
    d = 1.0 / (1.0 - (a + b) * x / (a + 1.0))
    value = d.copy()
    for j in range(1, _FRACTION_STEPS):
        even = j * (b - j) * x / ((a + 2 * j - 1) * (a + 2 * j))
        odd = -(a + j) * (a + b + j) * x / ((a + 2 * j) * (a + 2 * j + 1))
        for term in (even, odd):
            d = 1.0 / (1.0 + term * d)
            c = 1.0 + term / c
            value = value * (c * d)
        if (np.abs(c * d - 1.0) < 1e-16).all():
            break
    return value


def log_binomial_cdf(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> FloatArray:
    """Return log P(X <= k) for X ~ Bin(n, p), finite where the area itself underflows.

    Parameters
    ----------
    k : array_like
        Values, any real number.
    n : array_like of int
        Numbers of trials.
    p : array_like
        Success probabilities.

    Returns
    -------
    ndarray
        Natural logarithms of the lower tail areas; -inf below 0.

    Raises
    ------
    UsageError
        If n is not a count or p is outside [0, 1].

    Notes
    -----
    Where the area is above 1e-290 its logarithm is taken. Below, log F = log f(k) + log of the
    continued fraction of the incomplete beta function, which converges quickly far from the mean.

    Examples
    --------
    >>> round(float(log_binomial_cdf(400_000, 1_000_000, 0.5)), 2)
    -20141.53
    """
    k, n, p = arguments(k, n, p)
    area = np.asarray(binomial_cdf(k, n, p))
    deep = (area < _SMALLEST_PLAIN) & (k >= 0) & (k < n) & (p < 1.0)
    with np.errstate(divide="ignore"):
        answer = np.asarray(np.log(area))
    if deep.any():
        few, total, chance = k[deep], n[deep], p[deep]
        fraction = _beta_fraction(total - few, few + 1.0, 1.0 - chance)
        answer[deep] = binomial_logpmf(few, total, chance) + np.log(chance * fraction)
    return answer[()]


def _start(u: FloatArray, n: FloatArray, p: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return whole-number brackets (F(low) < u <= F(high)) from a skewness-corrected normal."""
    sd = np.sqrt(n * p * (1.0 - p))
    z = np.clip(special.ndtri(u), -40.0, 40.0)
    guess = np.floor(n * p + z * sd + (1.0 - 2.0 * p) * (z * z - 1.0) / 6.0)
    width = 2.0 + z * z / 8.0
    low, high = np.clip(guess - width // 1, -1.0, n), np.clip(guess + width // 1, -1.0, n)
    low = np.where(_cdf(low, n, p) < u, low, -1.0)
    return low, np.where(_cdf(high, n, p) >= u, high, n)


def binomial_quantile(u: ArrayLike, n: ArrayLike, p: ArrayLike) -> FloatArray:
    """Return the smallest whole q with P(X <= q) >= u for X ~ Bin(n, p).

    Parameters
    ----------
    u : array_like
        Lower tail areas in [0, 1]; NaN gives NaN.
    n : array_like of int
        Numbers of trials.
    p : array_like
        Success probabilities; NaN gives NaN.

    Returns
    -------
    ndarray
        Whole numbers in 0..n, as floats.

    Raises
    ------
    UsageError
        If n is not a count or p is outside [0, 1].

    Notes
    -----
    A normal start with a skewness correction, then bisection over whole numbers, so the answer is
    exact. An area within 1e-14 of u (relative) counts as reaching it: the sum 0.1 + 0.2 must not
    decide on which side of a tie a limit falls.

    Examples
    --------
    >>> float(binomial_quantile(0.5, 3, 0.5))
    1.0
    """
    u, n, p = np.broadcast_arrays(np.asarray(u, dtype=np.float64), counts(n, "n"), probability(p))
    goal = u * (1.0 - 1e-14)
    low, high = _start(goal, n, p)
    while ((high - low) > 1.0).any():
        middle = np.floor(0.5 * (low + high))
        reached = _cdf(middle, n, p) >= goal
        low, high = np.where(reached, low, middle), np.where(reached, middle, high)
    high = np.where((u >= 1.0) & (p > 0.0), n, high)
    return np.where(np.isnan(u) | np.isnan(p), np.nan, high)[()]
