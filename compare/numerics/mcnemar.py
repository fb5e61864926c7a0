"""Tests of two models on the same items from the two discordant counts.

Null hypothesis of all: an item that exactly one model gets right is as often a gain (only the
second right) as a loss (only the first right). Assumption: independent items; any dependence of
the two models on one item. `greater` means that the second model is better. Every function is
computed from the smaller and the larger count, so swapping the models mirrors it bit for bit.
"""

import numpy as np
from scipy import special

from compare import _check
from compare._types import Alternative, ArrayLike, FloatArray
from compare.numerics._common import pair
from compare.numerics.mcnemar_unconditional import unconditional
from compare.numerics.tails import normal_sf, two_sided_p

__all__ = ["chi_square", "corrected", "exact", "midp", "unconditional"]


def _normal_p(z: FloatArray, alternative: Alternative) -> FloatArray:
    if alternative == "two-sided":
        return two_sided_p(z)
    return normal_sf(z if alternative == "greater" else -z)


def _tested(
    excess: FloatArray, discordant: FloatArray, alternative: Alternative
) -> tuple[FloatArray, FloatArray]:
    """Return statistic and p of a signed excess with variance `discordant` under the null."""
    with np.errstate(divide="ignore", invalid="ignore"):
        z = excess / np.sqrt(discordant)
        square = excess * excess / discordant
    p = np.where(discordant == 0, 1.0, _normal_p(z, alternative))
    return (square if alternative == "two-sided" else z)[()], p[()]


def chi_square(
    gains: ArrayLike, losses: ArrayLike, *, alternative: Alternative = "two-sided"
) -> tuple[FloatArray, FloatArray]:
    """Return McNemar's chi-square statistic without correction, and its p-value.

    Parameters
    ----------
    gains, losses : array_like of int
        Items that only the second, and only the first, model gets right; they broadcast.
    alternative : {"two-sided", "less", "greater"}
        "greater": the second model is better.

    Returns
    -------
    statistic : ndarray
        (gains - losses)^2 / (gains + losses); its signed root z for a one-sided alternative; NaN
        without discordant items.
    p : ndarray
        P-values; 1 without discordant items.

    Raises
    ------
    UsageError
        If a count is negative or fractional, or the alternative is unknown.

    Notes
    -----
    The score test, dual to the Tango interval and to Wilson's interval of gains / (gains +
    losses). Slightly and often above its level for few discordant items; prefer `midp` there.

    References
    ----------
    McNemar 1947, Note on the sampling error of the difference between correlated proportions or
    percentages

    Examples
    --------
    >>> statistic, p = chi_square(7, 1)
    >>> print(f"{statistic:.1f} {p:.6f}")
    4.5 0.033895
    """
    won, lost = pair(gains, losses)
    return _tested(won - lost, won + lost, _check.alternative(alternative))


def corrected(
    gains: ArrayLike, losses: ArrayLike, *, alternative: Alternative = "two-sided"
) -> tuple[FloatArray, FloatArray]:
    """Return McNemar's chi-square statistic with the continuity correction, and its p-value.

    Parameters
    ----------
    gains, losses : array_like of int
        Items that only the second, and only the first, model gets right; they broadcast.
    alternative : {"two-sided", "less", "greater"}
        "greater": the second model is better.

    Returns
    -------
    statistic : ndarray
        max(|gains - losses| - 1, 0)^2 / (gains + losses); its signed root z for a one-sided
        alternative; 0 without discordant items.
    p : ndarray
        P-values; 1 without discordant items.

    Raises
    ------
    UsageError
        If a count is negative or fractional, or the alternative is unknown.

    Notes
    -----
    The correction is never larger than the difference itself: without that clamp equal counts
    would give p < 1. Conservative, as `exact` is; reported because many papers print it.

    References
    ----------
    Edwards 1948, Note on the correction for continuity in testing the significance of the
    difference between correlated proportions

    Examples
    --------
    >>> statistic, p = corrected(7, 1)
    >>> print(f"{statistic:.3f} {p:.6f}")
    3.125 0.077100
    """
    won, lost = pair(gains, losses)
    difference, discordant = won - lost, won + lost
    excess = np.sign(difference) * np.maximum(np.abs(difference) - 1.0, 0.0)
    statistic, p = _tested(excess, discordant, _check.alternative(alternative))
    return np.where(discordant == 0, 0.0, statistic)[()], p


def _tail(count: FloatArray, other: FloatArray) -> FloatArray:
    """Return P(X <= count) for X ~ Bin(count + other, 1/2)."""
    area = special.betaincc(count + 1.0, np.maximum(other, 1.0), 0.5)
    return np.where(other > 0, area, 1.0)


def exact(
    gains: ArrayLike, losses: ArrayLike, *, alternative: Alternative = "two-sided"
) -> FloatArray:
    """Return the p-value of the exact conditional McNemar test (a sign test).

    Parameters
    ----------
    gains, losses : array_like of int
        Items that only the second, and only the first, model gets right; they broadcast.
    alternative : {"two-sided", "less", "greater"}
        "greater": the second model is better.

    Returns
    -------
    ndarray
        P-values; 1 without discordant items.

    Raises
    ------
    UsageError
        If a count is negative or fractional, or the alternative is unknown.

    Notes
    -----
    Given m = gains + losses, gains ~ Bin(m, 1/2) under the null. Two-sided: twice the smaller
    tail, at most 1; the null is symmetric, so this is also the minimum-likelihood p. Never above
    its level, and conservative: `midp` is closer to it. Dual to the Clopper-Pearson interval of
    gains / m. One incomplete beta function, whatever the counts.

    References
    ----------
    McNemar 1947, Note on the sampling error of the difference between correlated proportions or
    percentages

    Examples
    --------
    >>> print(f"{exact(7, 1):.5f}")
    0.07031
    """
    won, lost = pair(gains, losses)
    if _check.alternative(alternative) == "two-sided":
        return np.minimum(2.0 * _tail(np.minimum(won, lost), np.maximum(won, lost)), 1.0)
    return (_tail(lost, won) if alternative == "greater" else _tail(won, lost))[()]


def midp(
    gains: ArrayLike, losses: ArrayLike, *, alternative: Alternative = "two-sided"
) -> FloatArray:
    """Return the mid-p-value of the conditional McNemar test, the usual choice.

    Parameters
    ----------
    gains, losses : array_like of int
        Items that only the second, and only the first, model gets right; they broadcast.
    alternative : {"two-sided", "less", "greater"}
        "greater": the second model is better.

    Returns
    -------
    ndarray
        P-values; 1 without discordant items.

    Raises
    ------
    UsageError
        If a count is negative or fractional, or the alternative is unknown.

    Notes
    -----
    The exact p with half the probability of the observed table: two-sided F(k) + F(k - 1) for
    the smaller count k, which is 1 at equal counts. The sum is 2 P(X <= k) with one trial more:
    one incomplete beta function, whatever the counts. Its size stays at or below the level unless
    nearly every item is discordant. Dual to the mid-p interval of gains / (gains + losses).

    References
    ----------
    Fagerland, Lydersen & Laake 2013, The McNemar test for binary matched-pairs data: mid-p and
    asymptotic are better than exact conditional

    Examples
    --------
    >>> print(f"{midp(7, 1):.5f}")
    0.03906
    """
    won, lost = pair(gains, losses)
    if _check.alternative(alternative) == "two-sided":
        few, many = np.minimum(won, lost), np.maximum(won, lost)
        return np.minimum(2.0 * _tail(few, many + 1.0), 1.0)
    count, other = (lost, won) if alternative == "greater" else (won, lost)
    half = _tail(count, other + 1.0)
    return np.where(won + lost == 0, 1.0, half)[()]
