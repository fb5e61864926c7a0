"""The binomial density by its saddle point, accurate for n up to 1e9."""

import numpy as np
from scipy import special

from compare._check import counts
from compare._types import ArrayLike, FloatArray
from compare.errors import UsageError

__all__ = ["arguments", "binomial_deviance", "binomial_logpmf", "binomial_pmf", "probability"]

_LOG_SQRT_2PI = 0.9189385332046727


def probability(p: ArrayLike) -> FloatArray:
    """Return probabilities as floats, refusing values outside [0, 1]; NaN passes."""
    found = np.asarray(p, dtype=np.float64)
    if ((found < 0.0) | (found > 1.0)).any():
        raise UsageError("p must lie between 0 and 1.")
    return found


def arguments(
    k: ArrayLike, n: ArrayLike, p: ArrayLike
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return whole k, counts n and probabilities p as float arrays of one shape."""
    found = np.broadcast_arrays(
        np.floor(np.asarray(k, dtype=np.float64)), counts(n, "n"), probability(p)
    )
    return found[0], found[1], found[2]


def _stirling_error(n: FloatArray) -> FloatArray:
    """Return log n! minus Stirling's approximation, n a whole number of at least 1."""
    safe = np.maximum(n, 16.0)
    square = safe * safe
    series = (
        1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square
    ) / safe
    few = np.clip(n, 1.0, 16.0)
    direct = special.gammaln(few + 1.0) - (few + 0.5) * np.log(few) + few - _LOG_SQRT_2PI
    return np.where(n > 15.0, series, direct)


def _deviance_part(x: FloatArray, mean: FloatArray) -> FloatArray:
    """Return x log(x / mean) + mean - x without cancellation near x = mean."""
    with np.errstate(divide="ignore", invalid="ignore"):
        v = (x - mean) / (x + mean)
        plain = special.xlogy(x, x / mean) + mean - x
    square, power, total = v * v, 2.0 * x * v, (x - mean) * v
    for j in range(1, 10):  # |v| < 0.1: the tenth term is below 1e-17 of the sum
        power = power * square
        total = total + power / (2 * j + 1)
    exact = np.where(np.abs(v) < 0.1, total, plain)
    return np.where(mean == 0.0, np.where(x == 0.0, 0.0, np.inf), exact)


def binomial_deviance(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> FloatArray:
    """Return k log(k / np) + (n - k) log((n - k) / n(1 - p)), half the likelihood-ratio statistic.

    Parameters
    ----------
    k, n : array_like
        Successes and trials.
    p : array_like
        Probabilities in [0, 1].

    Returns
    -------
    ndarray
        Deviances, 0 at p = k / n and infinite where the data are impossible.

    Notes
    -----
    Near p = k / n the two terms cancel; each is summed as a series there (Loader 2000).

    References
    ----------
    Loader 2000, Fast and accurate computation of binomial probabilities.

    Examples
    --------
    >>> float(binomial_deviance(3, 10, 0.3))
    0.0
    """
    k, n, p = (np.asarray(value, dtype=np.float64) for value in (k, n, p))
    return (_deviance_part(k, n * p) + _deviance_part(n - k, n * (1.0 - p)))[()]


def binomial_logpmf(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> FloatArray:
    """Return log P(X = k) for X ~ Bin(n, p) by the saddle point.

    Parameters
    ----------
    k : array_like
        Whole numbers; outside 0..n the result is -inf.
    n : array_like of int
        Numbers of trials.
    p : array_like
        Success probabilities.

    Returns
    -------
    ndarray
        Natural logarithms of the probabilities.

    Raises
    ------
    UsageError
        If n is not a count or p is outside [0, 1].

    Notes
    -----
    Stirling errors plus deviance (Loader 2000). Differences of gammaln have absolute errors of
    3e-8 at n = 1e7; these are near 1e-15 of the deviance.

    References
    ----------
    Loader 2000, Fast and accurate computation of binomial probabilities.

    Examples
    --------
    >>> import math
    >>> round(math.exp(binomial_logpmf(1, 3, 0.5)), 12)
    0.375
    """
    k, n, p = arguments(k, n, p)
    middle = (k > 0) & (k < n)
    x, total = np.where(middle, k, 1.0), np.where(middle, n, 2.0)
    rest = total - x
    correction = _stirling_error(total) - _stirling_error(x) - _stirling_error(rest)
    with np.errstate(divide="ignore"):
        inner = (
            correction
            - binomial_deviance(x, total, p)
            - 0.5 * np.log(x / total * rest)
            - _LOG_SQRT_2PI
        )
        none = special.xlog1py(n, -p)
        every = special.xlogy(n, p)
    ends = np.where(k == 0, none, np.where(k == n, every, -np.inf))
    return np.where(middle, inner, ends)[()]


def binomial_pmf(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> FloatArray:
    """Return P(X = k) for X ~ Bin(n, p).

    Parameters
    ----------
    k : array_like
        Whole numbers; outside 0..n the result is 0.
    n : array_like of int
        Numbers of trials.
    p : array_like
        Success probabilities.

    Returns
    -------
    ndarray
        Probabilities.

    Raises
    ------
    UsageError
        If n is not a count or p is outside [0, 1].

    Notes
    -----
    The exponential of `binomial_logpmf`.

    Examples
    --------
    >>> round(float(binomial_pmf(1, 3, 0.5)), 12)
    0.375
    """
    return np.exp(binomial_logpmf(k, n, p))
