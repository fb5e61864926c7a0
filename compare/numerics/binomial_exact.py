"""Intervals of one proportion that invert a tail area, a posterior or a likelihood."""

import numpy as np
from scipy import special

from compare._types import Alternative, ArrayLike, FloatArray
from compare.numerics._common import Bounds, proportion_interval
from compare.numerics._roots import solve
from compare.numerics.tails import binomial_deviance, normal_isf

__all__ = ["clopper_pearson", "jeffreys", "jeffreys_raw", "likelihood", "midp"]


def _below(a: FloatArray, b: FloatArray, x: FloatArray) -> FloatArray:
    """Return the Beta(a, b) area below x, that is P(X >= a) for X ~ Bin(a + b - 1, x)."""
    return np.asarray(special.betainc(a, b, x), dtype=np.float64)


def _above(a: FloatArray, b: FloatArray, x: FloatArray) -> FloatArray:
    """Return the Beta(a, b) area above x, that is P(X < a) for X ~ Bin(a + b - 1, x)."""
    return np.asarray(special.betaincc(a, b, x), dtype=np.float64)


def _polished(x: FloatArray, excess: FloatArray, a: FloatArray, b: FloatArray) -> FloatArray:
    """Return a Beta(a, b) quantile after one Newton step that removes the excess area."""
    log_density = special.xlogy(a - 1.0, x) + special.xlog1py(b - 1.0, -x) - special.betaln(a, b)
    with np.errstate(over="ignore"):
        step = excess * np.exp(-log_density)
    # The step repairs the last digits that the library's inverse lacks for very unequal a and b;
    # anything larger comes from rounding of x near 1, not from a wrong quantile.
    return np.asarray(np.where(np.abs(step) < 1e-6 * x, x - step, x), dtype=np.float64)


def _beta_low(a: FloatArray, b: FloatArray, tail: float) -> FloatArray:
    """Return the Beta(a, b) quantile with `tail` below it."""
    x = np.asarray(special.betaincinv(a, b, tail), dtype=np.float64)
    return _polished(x, _below(a, b, x) - tail, a, b)


def _beta_high(a: FloatArray, b: FloatArray, tail: float) -> FloatArray:
    """Return the Beta(a, b) quantile with `tail` above it."""
    x = np.asarray(special.betainccinv(a, b, tail), dtype=np.float64)
    return _polished(x, tail - _above(a, b, x), a, b)


def _exceeds_low(k: FloatArray, n: FloatArray, tail: float) -> FloatArray:
    """Return p with P(X >= k) = tail; 0 for k = 0."""
    some = k > 0
    root = _beta_low(np.where(some, k, 1.0), np.where(some, n - k + 1.0, 1.0), tail)
    return np.where(some, root, 0.0)


def _falls_high(k: FloatArray, n: FloatArray, tail: float) -> FloatArray:
    """Return p with P(X <= k) = tail; 1 for k = n."""
    some = k < n
    root = _beta_high(np.where(some, k + 1.0, 1.0), np.where(some, n - k, 1.0), tail)
    return np.where(some, root, 1.0)


def _clopper_pearson(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    return _exceeds_low(k, n, tail), _falls_high(k, n, tail)


def _midp(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    # Half of P(X = k) lies between P(X > k) and P(X >= k): their roots bracket the limit.
    some, rest = np.maximum(k, 1.0), np.maximum(n - k, 1.0)

    def above(p: FloatArray) -> FloatArray:
        more = np.where(k < n, _below(k + 1.0, rest, p), 0.0)
        return 0.5 * (more + _below(some, n - k + 1.0, p)) - tail

    def below(p: FloatArray) -> FloatArray:
        fewer = np.where(k > 0, _above(some, n - k + 1.0, p), 0.0)
        return tail - 0.5 * (fewer + _above(k + 1.0, rest, p))

    next_low = np.where(k < n, _exceeds_low(np.minimum(k + 1.0, n), n, tail), 1.0)
    next_high = np.where(k > 0, _falls_high(np.maximum(k - 1.0, 0.0), n, tail), 0.0)
    low = solve(above, _exceeds_low(k, n, tail), next_low)
    high = solve(below, next_high, _falls_high(k, n, tail))
    return np.where(k == 0, 0.0, low), np.where(k == n, 1.0, high)


def _jeffreys_raw(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    a, b = k + 0.5, n - k + 0.5
    return _beta_low(a, b, tail), _beta_high(a, b, tail)


def _jeffreys(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    low, high = _jeffreys_raw(k, n, tail)
    return np.where(k == 0, 0.0, low), np.where(k == n, 1.0, high)


def _likelihood(k: FloatArray, n: FloatArray, tail: float) -> Bounds:
    goal = normal_isf(tail) ** 2 / 2.0
    estimate = k / n
    low = solve(lambda p: goal - binomial_deviance(k, n, p), np.zeros_like(k), estimate)
    high = solve(lambda p: binomial_deviance(k, n, p) - goal, estimate, np.ones_like(k))
    # At the ends one term is left and the equation is solved in closed form.
    low = np.where(k == n, np.exp(-goal / n), low)
    high = np.where(k == 0, -np.expm1(-goal / n), high)
    return np.where(k == 0, 0.0, low), np.where(k == n, 1.0, high)


def clopper_pearson(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the Clopper-Pearson ("exact") limits, whose coverage never falls below the level.

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
    Low solves P(X >= k) = alpha / 2, high solves P(X <= k) = alpha / 2: Beta quantiles (k, n - k +
    1) and (k + 1, n - k). Dual to the exact binomial test. Wider than needed on average; with k =
    0 the one-sided 95 % bound is 1 - 0.05^(1/n), about 3 / n.

    References
    ----------
    Clopper & Pearson 1934, The use of confidence or fiducial limits illustrated in the case of
    the binomial

    Examples
    --------
    >>> low, high = clopper_pearson(81, 263)
    >>> print(f"{low:.4f} {high:.4f}")
    0.2527 0.3676
    """
    return proportion_interval(_clopper_pearson, (k, n), confidence_level, alternative)


def midp(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the limits that invert the mid-p binomial test.

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
    Low solves P(X > k) + P(X = k) / 2 = alpha / 2, high likewise from below. Inside the Clopper-
    Pearson limits, with mean coverage near the level but no guarantee.

    References
    ----------
    Newcombe 1998, Two-sided confidence intervals for the single proportion

    Examples
    --------
    >>> low, high = midp(81, 263)
    >>> print(f"{low:.4f} {high:.4f}")
    0.2544 0.3658
    """
    return proportion_interval(_midp, (k, n), confidence_level, alternative)


def jeffreys(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the Jeffreys limits, set to 0 at k = 0 and to 1 at k = n.

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
    Beta(k + 1/2, n - k + 1/2) quantiles at alpha / 2 and 1 - alpha / 2, with the end rule that
    gives them frequentist coverage near 0 and 1.

    References
    ----------
    Brown, Cai & DasGupta 2001, Interval estimation for a binomial proportion

    Examples
    --------
    >>> low, high = jeffreys(0, 20)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0000 0.1166
    """
    return proportion_interval(_jeffreys, (k, n), confidence_level, alternative)


def jeffreys_raw(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the equal-tailed Beta quantiles under Jeffreys' prior, without a rule at the ends.

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
    Beta(k + 1/2, n - k + 1/2) quantiles. At k = 0 and k = n the interval leaves the estimate out;
    use `jeffreys` for a confidence interval.

    References
    ----------
    Brown, Cai & DasGupta 2001, Interval estimation for a binomial proportion

    Examples
    --------
    >>> low, high = jeffreys_raw(0, 20)
    >>> print(f"{low:.6f} {high:.4f}")
    0.000024 0.1166
    """
    return proportion_interval(_jeffreys_raw, (k, n), confidence_level, alternative)


def likelihood(
    k: ArrayLike,
    n: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the limits of the profile likelihood ratio.

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
    All p with 2 [k log(k / np) + (n - k) log((n - k) / n(1 - p))] <= z^2. Asymmetric as the
    likelihood is; coverage is asymptotic.

    References
    ----------
    Newcombe 1998, Two-sided confidence intervals for the single proportion

    Examples
    --------
    >>> low, high = likelihood(15, 148)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0596 0.1567
    """
    return proportion_interval(_likelihood, (k, n), confidence_level, alternative)
