"""What is estimated, and what intervals and tests look like."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias

import numpy as np

from compare._types import Alternative, FloatArray, Record
from compare.errors import MethodError
from compare.inference import delta
from compare.metrics.base import Metric
from compare.table import Table
from compare.units import Units

__all__ = [
    "Estimand",
    "Formula",
    "IntervalMethod",
    "Limits",
    "Odds",
    "Pairs",
    "TestResult",
    "Tester",
    "within",
]


Formula: TypeAlias = Callable[..., tuple[Any, Any]]
"""A formula of ``numerics``: from counts to two numbers or arrays, mostly limits."""


class Pairs(NamedTuple):
    """Paired outcomes of two models; each field counts items.

    For a metric that averages several proportions the fields hold one count a proportion.
    """

    both: Any
    losses: Any
    gains: Any
    neither: Any

    @property
    def n(self) -> Any:
        """Items in all."""
        return self.both + self.losses + self.gains + self.neither

    @property
    def discordant(self) -> Any:
        """Items that exactly one model gets right."""
        return self.losses + self.gains

    @property
    def correlation(self) -> float:
        """Phi coefficient of being right; NaN where a model is always or never right."""
        first, second = self.both + self.losses, self.both + self.gains
        spread = float(first) * (self.n - first) * float(second) * (self.n - second)
        product = float(self.both) * self.neither - float(self.losses) * self.gains
        return float(product / math.sqrt(spread)) if spread > 0 else math.nan


@dataclass(frozen=True, slots=True, eq=False)
class Estimand:
    """A metric of one model, or the difference of a metric between two (second minus first).

    Parameters
    ----------
    metric : Metric
    units : Units
        Of one model or of two.
    models : tuple of str
    """

    metric: Metric
    units: Units
    models: tuple[str, ...]

    @classmethod
    def of(cls, metric: Metric, table: Table, *models: str) -> "Estimand":
        """Estimand of one or two models of a table.

        Raises
        ------
        MethodError
            If the metric needs class labels and the table knows right or wrong only.
        """
        if "label" in metric.needs and not table.has_classes:
            raise MethodError(
                f"{metric.name} needs the true classes; the data only say right or wrong. "
                "Give the true labels and the predictions."
            )
        seen = table.project(*models)
        if "answer" not in metric.needs:
            seen = seen.outcomes()
        parts = [metric.contributions(seen, m) for m in models]
        return cls(metric, Units.from_contributions(parts, seen.n, seen.w, seen.w2), models)

    @property
    def paired(self) -> bool:
        """Whether two models are compared."""
        return len(self.models) == 2

    @property
    def single(self) -> bool:
        """Whether the metric is one proportion."""
        return self.metric.proportions and self.units.x.shape[2] == 2

    @property
    def range(self) -> tuple[float, float]:
        """Smallest and largest possible value."""
        low, high = self.metric.range
        return (low - high, high - low) if self.paired else (low, high)

    def value(self, totals: Any) -> Any:
        """Statistic from totals of shape (..., M, q)."""
        values = self.metric.value(totals)
        return values[..., 1] - values[..., 0] if self.paired else values[..., 0]

    @property
    def estimate(self) -> float:
        """Value at the data; NaN where it is undefined."""
        return float(self.value(self.units.totals))

    @property
    def undefined(self) -> str:
        """Why the estimate is undefined, or an empty text."""
        reasons = dict.fromkeys(self.metric.undefined(t) for t in self.units.totals)
        return "; ".join(r for r in reasons if r)

    @property
    def standard_error(self) -> float:
        """Delta-method standard error with the factor n / (n - 1)."""
        return delta.standard_error(self.units, self.value)

    def counts(self) -> tuple[FloatArray, FloatArray]:
        """Right answers and trials of each proportion of a single model, shapes (K,)."""
        hits, trials = np.split(self.units.totals[0], 2)
        return hits, trials

    def trials(self) -> FloatArray:
        """Trials of each proportion, the same for both models of a pair, shape (K,)."""
        return np.asarray(np.split(self.units.totals[0], 2)[1])

    def pairs(self) -> Pairs:
        """Paired outcomes in each proportion, fields of shape (K,)."""
        hits, trials = np.split(self.units.x, 2, axis=2)
        first, second, m = hits[:, 0], hits[:, 1], self.units.m
        both = m @ (first * second)
        losses, gains = m @ first - both, m @ second - both
        return Pairs(both, losses, gains, m @ trials[:, 0] - both - losses - gains)

    def pair(self) -> Pairs:
        """Paired outcomes of a metric that is one proportion, fields as whole numbers."""
        return Pairs(*(round(v[0]) for v in self.pairs()))

    def require(self, method: str, *, paired: bool, single: bool = True, instead: str = "") -> None:
        """Raise unless a count-based method fits.

        Parameters
        ----------
        method : str
            Name for the message.
        paired : bool
            Whether the method is about a difference between two models.
        single : bool
            Whether it is about one proportion, not a mean of several.
        instead : str
            What to use in its place; by default the intervals that fit.
        """
        remedy = instead or f"use {self._instead()}"
        if self.paired != paired:
            what = "the difference between two models" if self.paired else "a single model"
            raise MethodError(f"{method} does not apply to {what}; {remedy}.")
        if not (self.single if single else self.metric.proportions):
            raise MethodError(
                f"{method} is about one proportion of items; {self.metric.name} is none. "
                f"{remedy[0].upper()}{remedy[1:]}."
            )
        if self.units.weighted:
            raise MethodError(
                f"{method} counts items; these {self.units.n:,} items carry weights. Use delta."
            )

    def _instead(self) -> str:
        """Names of the intervals that fit."""
        if not self.metric.proportions:
            return "delta or bootstrap"
        return f"{'bonett-price' if self.paired else 'agresti-coull'}, delta or bootstrap"


class Limits(NamedTuple):
    """Limits of an interval and what has to be known of them."""

    low: float
    high: float
    notes: tuple[str, ...] = ()


def within(
    estimand: Estimand, alternative: Alternative, low: float, high: float
) -> tuple[float, float]:
    """Clip limits to the range; the open side of a one-sided interval is the range's end."""
    bottom, top = estimand.range
    return (
        bottom if alternative == "less" else max(low, bottom),
        top if alternative == "greater" else min(high, top),
    )


class Odds(NamedTuple):
    """Odds that an item which tells the models apart favours the candidate: gains by losses.

    NaN where no item does; infinite where all favour the candidate.
    """

    value: float
    low: float
    high: float
    method: str


class IntervalMethod(Protocol):
    """Makes an interval of an estimand."""

    @property
    def name(self) -> str:
        """Name in reports and on the command line."""
        ...

    def check(self, estimand: Estimand) -> None:
        """Raise an error with a remedy where the method does not fit."""
        ...

    def apply(
        self, estimand: Estimand, confidence_level: float, alternative: Alternative
    ) -> Limits:
        """Limits at a level; one-sided where the alternative is (the other end is the range's)."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class TestResult(Record):
    """A test of no difference between two models.

    Attributes
    ----------
    name : str
        Test and variant.
    statistic, df, pvalue : float
        NaN where a test has no statistic or no degrees of freedom.
    alternative : {"two-sided", "less", "greater"}
        "greater" = the candidate's value is greater.
    notes : tuple of str
    """

    __test__: ClassVar[bool] = False  # not a test case, whatever its name says to pytest

    name: str
    statistic: float
    df: float
    pvalue: float
    alternative: Alternative
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"TestResult({self.name}, p = {self.pvalue:.4g}, {self.alternative})"


class Tester(Protocol):
    """Tests that a paired difference is zero."""

    @property
    def name(self) -> str:
        """Name in reports and on the command line."""
        ...

    def check(self, estimand: Estimand) -> None:
        """Raise an error with a remedy where the method does not fit."""
        ...

    def apply(self, estimand: Estimand, alternative: Alternative) -> TestResult:
        """Run the test."""
        ...
