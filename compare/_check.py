"""Validators: each returns the checked value or raises an error that names argument and remedy."""

import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any, cast, get_args

import numpy as np

from compare._types import Alternative, ArrayLike, FloatArray
from compare.errors import UsageError

__all__ = [
    "alpha",
    "alternative",
    "choice",
    "confidence_level",
    "count",
    "counts",
    "flag",
    "listed",
    "margin",
    "resamples",
]

LARGEST_COUNT = 2**53


def confidence_level(value: float) -> float:
    """Return a confidence level inside (0, 1)."""
    if not (isinstance(value, int | float | np.number) and 0.0 < float(value) < 1.0):
        hint = f"; for {value:g} % write {value / 100:g}" if _is_percent(value) else ""
        raise UsageError(f"confidence_level must lie between 0 and 1, found {value!r}{hint}.")
    return float(value)


def alpha(level: float) -> float:
    """Return the error probability that a confidence level leaves.

    >>> 1 - 0.95 == 0.05, alpha(0.95) == 0.05
    (False, True)
    """
    found = 1.0 - confidence_level(level)
    return round(found, 15) or found


def _is_percent(value: Any) -> bool:
    return isinstance(value, int | float) and 1.0 < value < 100.0


def choice(value: Any, allowed: tuple[str, ...], argument: str) -> str:
    """Return a word out of a closed list."""
    if not isinstance(value, str) or value not in allowed:
        raise UsageError(f"{argument} must be one of {', '.join(allowed)}; found {value!r}.")
    return value


def alternative(value: Any) -> Alternative:
    """Return one of the three alternatives (positive difference = second model better)."""
    return cast("Alternative", choice(value, get_args(Alternative), "alternative"))


def margin(value: float | None) -> float | None:
    """Return a margin of practical equivalence in proportions, or None for none set."""
    if value is None:
        return None
    if not (isinstance(value, int | float | np.number) and 0.0 < float(value) < 1.0):
        hint = f"; for {value:g} points write {value / 100:g}" if _is_percent(value) else ""
        raise UsageError(f"margin must lie between 0 and 1 (a proportion), found {value!r}{hint}.")
    return float(value)


def counts(value: ArrayLike, argument: str) -> FloatArray:
    """Return counts as floats, refusing negative, non-finite and fractional values.

    A float within 1e-9 of a whole number is accepted; weights are not counts. From 2^53 on
    doubles do not hold every whole number, so such counts are refused too.
    """
    found = np.asarray(value)
    if found.dtype.kind not in "buif":
        raise UsageError(f"{argument} must be whole numbers, found {_show(found)}.")
    numbers = found.astype(np.float64)
    whole = np.rint(numbers)
    with np.errstate(invalid="ignore"):  # inf - inf is NaN, which fails the comparison
        bad = ~(np.abs(numbers - whole) <= 1e-9) | (numbers < 0)
    if bad.any():
        worst = float(numbers[bad].flat[0])
        remedy = "negative" if worst < 0 else "not a whole number"
        if not math.isfinite(worst):
            remedy = "not finite"
        raise UsageError(
            f"{argument} must be whole numbers of items, 0 or more; found {worst:g} ({remedy})."
        )
    if (whole >= LARGEST_COUNT).any():
        raise UsageError(f"{argument} must be below 2^53, found {whole.max():.0f}.")
    return np.asarray(whole, dtype=np.float64)


def count(value: Any, argument: str) -> int:
    """Return one count."""
    if np.ndim(value) != 0:
        raise UsageError(f"{argument} must be one whole number, found {value!r}.")
    return int(counts(value, argument))


def resamples(value: Any) -> int:
    """Return a number of random draws between 100 and 10 million."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or not 100 <= value <= 10_000_000:
        raise UsageError(
            f"n_resamples must be a whole number from 100 to 10,000,000, found {value!r}."
        )
    return int(value)


def flag(value: Any, argument: str) -> bool:
    """Return True or False."""
    if not isinstance(value, bool | np.bool_):
        raise UsageError(f"{argument} must be True or False, found {value!r}.")
    return bool(value)


def listed(value: Any, argument: str) -> list[Any]:
    """Return several values in their order; a text is one value, and a set has no order."""
    if isinstance(value, str | bytes | AbstractSet | Mapping) or not hasattr(value, "__len__"):
        raise UsageError(f"{argument} must be a list, found {value!r}; write {argument}=[...].")
    return list(value)


def _show(found: np.ndarray[Any, Any]) -> str:
    return f"values of type {found.dtype}"
