"""The conditional odds ratio of gains to losses and its intervals.

The odds ratio is theta / (1 - theta), theta the chance that an item which exactly one model gets
right is a gain. Conditional on gains + losses, gains is binomial, so each interval of theta gives
one of the odds ratio.
"""

from collections.abc import Callable

import numpy as np

from compare._types import Alternative, ArrayLike, FloatArray
from compare.numerics import binomial
from compare.numerics._common import Bounds, bounded, pair, tail_area
from compare.numerics.tails import normal_isf

__all__ = ["exact", "midp", "odds_ratio", "score", "wald_log"]

_RANGE = (0.0, np.inf)


def odds_ratio(gains: ArrayLike, losses: ArrayLike) -> FloatArray:
    """Return the conditional odds ratio gains / losses.

    Parameters
    ----------
    gains, losses : array_like of int
        Items that only the second, and only the first, model gets right; they broadcast.

    Returns
    -------
    ndarray
        Ratios; infinite without losses, NaN without discordant items.

    Raises
    ------
    UsageError
        If a count is negative or fractional.

    Examples
    --------
    >>> float(odds_ratio(7, 1))
    7.0
    """
    won, lost = pair(gains, losses)
    with np.errstate(divide="ignore", invalid="ignore"):
        return won / lost


def _from_theta(
    interval: Callable[..., Bounds],
    discordant: tuple[ArrayLike, ArrayLike],
    confidence_level: float,
    alternative: Alternative,
) -> Bounds:
    """Return theta / (1 - theta) at the limits of theta, keeping the digits near 0 and 1."""
    won, lost = pair(*discordant)
    total = won + lost
    level = 1.0 - 2.0 * tail_area(confidence_level, alternative)
    low, high = interval(won, total, confidence_level=level)
    # 1 - theta is the chance of a loss: its own limits are exact where 1 - limit would cancel.
    low_loss, high_loss = interval(lost, total, confidence_level=level)
    with np.errstate(divide="ignore", invalid="ignore"):
        bottom, top = low / high_loss, high / low_loss
    bottom, top = np.where(total > 0, bottom, 0.0), np.where(total > 0, top, np.inf)
    return bounded(bottom, top, alternative, _RANGE, total >= 0)


def exact(
    gains: ArrayLike,
    losses: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the exact limits of the conditional odds ratio.

    Parameters
    ----------
    gains, losses : array_like of int
        Items that only the second, and only the first, model gets right; they broadcast.
    confidence_level : float
        Coverage aimed at, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        "greater" gives [low, inf], "less" gives [0, high], each bound at the full level.

    Returns
    -------
    low, high : ndarray
        Limits of gains / losses; [0, inf] without discordant items.

    Raises
    ------
    UsageError
        If a count is negative or fractional, or the level is outside (0, 1).

    Notes
    -----
    The Clopper-Pearson limits of gains / (gains + losses), transformed. Dual to the exact McNemar
    test: 1 lies outside when that p-value is below alpha.

    References
    ----------
    Liddell 1983, Simplified exact analysis of case-referent studies

    Examples
    --------
    >>> low, high = exact(7, 1)
    >>> print(f"{low:.4f} {high:.4f}")
    0.8993 315.4834
    """
    return _from_theta(binomial.clopper_pearson, (gains, losses), confidence_level, alternative)


def midp(
    gains: ArrayLike,
    losses: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the mid-p limits of the conditional odds ratio.

    Parameters
    ----------
    gains, losses : array_like of int
        Items that only the second, and only the first, model gets right; they broadcast.
    confidence_level : float
        Coverage aimed at, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        "greater" gives [low, inf], "less" gives [0, high], each bound at the full level.

    Returns
    -------
    low, high : ndarray
        Limits of gains / losses; [0, inf] without discordant items.

    Raises
    ------
    UsageError
        If a count is negative or fractional, or the level is outside (0, 1).

    Notes
    -----
    The mid-p limits of gains / (gains + losses), transformed. Dual to the mid-p McNemar test.

    References
    ----------
    Fagerland, Lydersen & Laake 2014, Recommended tests and confidence intervals for paired
    binomial proportions

    Examples
    --------
    >>> low, high = midp(7, 1)
    >>> print(f"{low:.4f} {high:.4f}")
    1.0821 158.9569
    """
    return _from_theta(binomial.midp, (gains, losses), confidence_level, alternative)


def score(
    gains: ArrayLike,
    losses: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the score limits of the conditional odds ratio.

    Parameters
    ----------
    gains, losses : array_like of int
        Items that only the second, and only the first, model gets right; they broadcast.
    confidence_level : float
        Coverage aimed at, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        "greater" gives [low, inf], "less" gives [0, high], each bound at the full level.

    Returns
    -------
    low, high : ndarray
        Limits of gains / losses; [0, inf] without discordant items.

    Raises
    ------
    UsageError
        If a count is negative or fractional, or the level is outside (0, 1).

    Notes
    -----
    The Wilson limits of gains / (gains + losses), transformed. Dual to McNemar's chi-square test.

    References
    ----------
    Fagerland, Lydersen & Laake 2014, Recommended tests and confidence intervals for paired
    binomial proportions

    Examples
    --------
    >>> low, high = score(7, 1)
    >>> print(f"{low:.4f} {high:.4f}")
    1.1236 43.6080
    """
    return _from_theta(binomial.wilson, (gains, losses), confidence_level, alternative)


def wald_log(
    gains: ArrayLike,
    losses: ArrayLike,
    *,
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Bounds:
    """Return the Wald limits on the scale of the log odds ratio.

    Parameters
    ----------
    gains, losses : array_like of int
        Items that only the second, and only the first, model gets right; they broadcast.
    confidence_level : float
        Coverage aimed at, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        "greater" gives [low, inf], "less" gives [0, high], each bound at the full level.

    Returns
    -------
    low, high : ndarray
        Limits of gains / losses; NaN where a count is 0.

    Raises
    ------
    UsageError
        If a count is negative or fractional, or the level is outside (0, 1).

    Notes
    -----
    log(gains / losses) +- z sqrt(1 / gains + 1 / losses), transformed back. For reproducing papers
    only; undefined where a count is 0.

    References
    ----------
    Fagerland, Lydersen & Laake 2014, Recommended tests and confidence intervals for paired
    binomial proportions

    Examples
    --------
    >>> low, high = wald_log(7, 1)
    >>> print(f"{low:.4f} {high:.4f}")
    0.8612 56.8946
    """
    won, lost = pair(gains, losses)
    z = normal_isf(tail_area(confidence_level, alternative))
    defined = (won > 0) & (lost > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = z * np.sqrt(1.0 / won + 1.0 / lost)
        low, high = won / lost * np.exp(-spread), won / lost * np.exp(spread)
    return bounded(low, high, alternative, _RANGE, defined)
