"""Families: a test and an interval of the difference that decide alike at every level."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from compare import _check
from compare._types import Alternative, Draws
from compare.errors import UsageError
from compare.methods.base import Estimand, IntervalMethod, Limits, Tester
from compare.methods.intervals import BonettPrice, Tango
from compare.methods.tests import McNemar, SignFlip, Unconditional

__all__ = ["FAMILIES", "Dual", "Family", "balanced_family", "named_family"]


@dataclass(frozen=True, slots=True)
class Dual:
    """An interval that never contradicts its test (rule R).

    Where the test does not reject at the level but the interval excludes zero, the limit nearest
    zero is moved to zero (note ``extended_to_zero``). Where the test rejects but the interval
    holds zero, that limit is moved just past zero (``moved_to_zero``).

    Parameters
    ----------
    interval : IntervalMethod
    test : Tester

    Notes
    -----
    For mid-p with Tango's interval at 95 % the shift touches 35 of all tables with up to 3,000
    disagreements and is at most 0.04 standard errors.
    """

    interval: IntervalMethod
    test: Tester

    @property
    def name(self) -> str:
        """Name of the interval."""
        return self.interval.name

    def check(self, estimand: Estimand) -> None:
        """Raise where the interval or the test does not fit."""
        self.interval.check(estimand)
        self.test.check(estimand)

    def apply(
        self, estimand: Estimand, confidence_level: float, alternative: Alternative
    ) -> Limits:
        """Limits that agree with the test."""
        found = self.interval.apply(estimand, confidence_level, alternative)
        if math.isnan(found.low):
            return found
        p = self.test.apply(estimand, alternative).pvalue
        rejects = p < _check.alpha(confidence_level)
        return _reconcile(found, rejects=rejects, sign=_side(estimand, alternative))


def _side(estimand: Estimand, alternative: Alternative) -> float:
    """Side of zero on which a rejection places the difference."""
    if alternative != "two-sided":
        return 1.0 if alternative == "greater" else -1.0
    return math.copysign(1.0, estimand.estimate)


def _reconcile(found: Limits, *, rejects: bool, sign: float) -> Limits:
    """Move the limit nearest zero so that zero is held exactly if the test does not reject."""
    low, high, notes = found
    excludes = low > 0 or high < 0
    if excludes == rejects:
        return found
    if rejects:
        past = float(np.nextafter(0.0, sign))
        notes = (*notes, "moved_to_zero")
        return Limits(past, high, notes) if sign > 0 else Limits(low, past, notes)
    return Limits(min(low, 0.0), max(high, 0.0), (*notes, "extended_to_zero"))


@dataclass(frozen=True, slots=True)
class Family:
    """A test and the interval of the difference that goes with it.

    Parameters
    ----------
    test : Tester
    interval : IntervalMethod
        A dual interval, or one that the user asked for; then a note tells of contradictions.
    """

    test: Tester
    interval: IntervalMethod

    def check(self, estimand: Estimand) -> None:
        """Raise where either part does not fit."""
        self.test.check(estimand)
        self.interval.check(estimand)


def _with_tango(test: Tester) -> Family:
    return Family(test, Dual(Tango(), test))


FAMILIES: dict[str, Callable[[], Family]] = {
    "midp": lambda: _with_tango(McNemar("midp")),
    "exact": lambda: _with_tango(McNemar("exact")),
    "chi2": lambda: Family(McNemar("chi2"), Tango()),
    "chi2-corrected": lambda: _with_tango(McNemar("chi2-corrected")),
    "unconditional": lambda: _with_tango(Unconditional()),
}
"""Families by the name of their test; "score" names the chi-square family as well."""

_ALIASES = {"score": "chi2", "permutation": "exact", "mid-p": "midp"}


def named_family(test: str | Family) -> Family:
    """Return a family from the name of its test, or the family itself."""
    if isinstance(test, Family):
        return test
    if not isinstance(test, str):
        raise UsageError(f"test must be a name ({', '.join(FAMILIES)}) or a Family, got {test!r}.")
    name = _ALIASES.get(test, test)
    return FAMILIES[_check.choice(name, tuple(FAMILIES), "test")]()


def balanced_family(draws: Draws) -> Family:
    """Family for balanced accuracy: sign-flip test with an adjusted Wald interval."""
    test = SignFlip(*draws)
    return Family(test, Dual(BonettPrice(), test))
