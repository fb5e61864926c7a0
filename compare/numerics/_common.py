"""What the formulas share: validated counts, tail areas and one-sided limits."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from compare import _check
from compare._types import Alternative, ArrayLike, BoolArray, FloatArray
from compare.errors import UsageError

Bounds: TypeAlias = tuple[FloatArray, FloatArray]
"""Lower and upper limits."""


def tail_area(confidence_level: float, alternative: Alternative) -> float:
    """Return the error probability beyond one limit: alpha / 2, or alpha for a one-sided bound."""
    alpha = _check.alpha(confidence_level)
    if _check.alternative(alternative) == "two-sided":
        return alpha / 2.0
    if confidence_level <= 0.5:
        raise UsageError(
            f"a one-sided bound needs a confidence_level above 0.5, found {confidence_level:g}."
        )
    return alpha


def successes(k: ArrayLike, n: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return k and n as float arrays of one shape, refusing k above n."""
    right, total = np.broadcast_arrays(_check.counts(k, "k"), _check.counts(n, "n"))
    bad = right > total
    if bad.any():
        raise UsageError(
            f"k must not exceed n; found k = {right[bad].flat[0]:g} of n = {total[bad].flat[0]:g}."
        )
    return right, total


def pair(gains: ArrayLike | int, losses: ArrayLike | int) -> tuple[FloatArray, FloatArray]:
    """Return the two discordant counts as float arrays of one shape."""
    if isinstance(gains, int) and isinstance(losses, int) and gains >= 0 <= losses:
        # Two plain counts are the common call; the array checks would cost more than the test.
        return np.asarray(float(gains)), np.asarray(float(losses))
    found = np.broadcast_arrays(_check.counts(gains, "gains"), _check.counts(losses, "losses"))
    return found[0], found[1]


def cells(
    gains: ArrayLike, losses: ArrayLike, n: ArrayLike
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return gains, losses and n as float arrays of one shape, refusing more than n in all."""
    won, lost, total = np.broadcast_arrays(*pair(gains, losses), _check.counts(n, "n"))
    bad = won + lost > total
    if bad.any():
        raise UsageError(
            f"gains + losses must not exceed n; found gains = {won[bad].flat[0]:g} and "
            f"losses = {lost[bad].flat[0]:g} of n = {total[bad].flat[0]:g}."
        )
    return won, lost, total


def bounded(
    low: FloatArray,
    high: FloatArray,
    alternative: Alternative,
    span: tuple[float, float],
    defined: BoolArray,
) -> Bounds:
    """Return limits clipped to the range, with one of them opened for a one-sided bound."""
    bottom, top = span
    low, high = np.clip(low, bottom, top), np.clip(high, bottom, top)
    if alternative == "greater":
        high = np.full_like(high, top)
    elif alternative == "less":
        low = np.full_like(low, bottom)
    return np.where(defined, low, np.nan)[()], np.where(defined, high, np.nan)[()]


def proportion_interval(
    limits: Callable[[FloatArray, FloatArray, float], Bounds],
    counted: tuple[ArrayLike, ArrayLike],
    confidence_level: float,
    alternative: Alternative,
) -> Bounds:
    """Return checked limits of one proportion from a formula of (k, n, tail area)."""
    k, n = successes(*counted)
    tail = tail_area(confidence_level, alternative)
    # n = 0 divides by zero on purpose: its limits are NaN, set below.
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = limits(k, n, tail)
    undefined = np.isnan(low) | np.isnan(high)
    return bounded(low, high, alternative, (0.0, 1.0), (n > 0) & ~undefined)


def difference_interval(
    limits: Callable[[FloatArray, FloatArray, FloatArray, float], Bounds],
    counted: tuple[ArrayLike, ArrayLike, ArrayLike],
    confidence_level: float,
    alternative: Alternative,
) -> Bounds:
    """Return checked limits of a paired difference from a formula of (gains, losses, n, tail)."""
    gains, losses, n = cells(*counted)
    tail = tail_area(confidence_level, alternative)
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = limits(gains, losses, n, tail)
    undefined = np.isnan(low) | np.isnan(high)
    return bounded(low, high, alternative, (-1.0, 1.0), (n > 0) & ~undefined)
