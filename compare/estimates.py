"""Estimates that keep their method, and the records made of them."""

import math
from dataclasses import dataclass, field
from typing import Self

from compare import _check
from compare._types import DRAWS, Alternative, ConfidenceInterval, Draws, Label, Record
from compare.methods.base import Estimand, IntervalMethod, TestResult
from compare.methods.intervals import DIFFERENCES, PROPORTIONS, named_interval

__all__ = ["Estimate", "MetricComparison", "ModelScore"]


@dataclass(frozen=True, slots=True, eq=False)
class Estimate(Record):
    """An estimate with its interval; it answers for other levels and methods without the data.

    Attributes
    ----------
    quantity : str
        What is estimated.
    label : Label
        The class, where the quantity is about one; else an empty text.
    models : tuple of str
        One model, or the baseline and the candidate of a difference.
    value, standard_error, low, high : float
        On the scale of the metric (proportions in [0, 1]); NaN where undefined, with a note.
    confidence_level : float
    alternative : {"two-sided", "less", "greater"}
    method : str
        Name of the interval.
    k : float
        Items that count for the metric; NaN where it is no single proportion.
    n : int
        Items in the denominator.
    unit : str
        What was sampled.
    notes : tuple of str
        Note codes.
    """

    quantity: str
    label: Label
    models: tuple[str, ...]
    value: float
    standard_error: float
    low: float
    high: float
    confidence_level: float
    alternative: Alternative
    method: str
    k: float
    n: int
    unit: str
    notes: tuple[str, ...]
    estimand: Estimand = field(repr=False, compare=False)
    maker: IntervalMethod = field(repr=False, compare=False)
    draws: Draws = field(default=DRAWS, repr=False, compare=False)

    @classmethod
    def of(
        cls,
        estimand: Estimand,
        maker: IntervalMethod,
        confidence_level: float = 0.95,
        alternative: Alternative = "two-sided",
        draws: Draws = DRAWS,
    ) -> Self:
        """Estimate with the interval that a method makes; ``draws`` is for methods named later."""
        maker.check(estimand)
        limits = maker.apply(estimand, confidence_level, alternative)
        k, n = _counts(estimand)
        return cls(
            quantity=estimand.metric.name + (" difference" if estimand.paired else ""),
            label=getattr(estimand.metric, "label", ""),
            models=estimand.models,
            value=estimand.estimate,
            standard_error=estimand.standard_error,
            low=limits.low,
            high=limits.high,
            confidence_level=confidence_level,
            alternative=alternative,
            method=maker.name,
            k=k,
            n=n,
            unit=estimand.units.unit,
            notes=limits.notes,
            estimand=estimand,
            maker=maker,
            draws=draws,
        )

    @property
    def interval(self) -> ConfidenceInterval:
        """The limits."""
        return ConfidenceInterval(self.low, self.high)

    def confidence_interval(
        self, confidence_level: float | None = None, method: IntervalMethod | str | None = None
    ) -> ConfidenceInterval:
        """Limits at another level or by another method.

        Parameters
        ----------
        confidence_level : float, optional
            Default: the level of the estimate.
        method : IntervalMethod or str, optional
            A maker, or its name as for ``compare.score`` or, for a difference, ``compare.two``.
            Default: the method of the estimate.

        Raises
        ------
        UsageError
            If the name or the level is none.
        MethodError
            If the method does not fit.
        """
        level = self.confidence_level if confidence_level is None else confidence_level
        known = DIFFERENCES if self.estimand.paired else PROPORTIONS
        maker = self.maker
        if method is not None:
            maker = named_interval(method, known, "method", draws=self.draws)
        maker.check(self.estimand)
        limits = maker.apply(self.estimand, _check.confidence_level(level), self.alternative)
        return ConfidenceInterval(limits.low, limits.high)

    def __repr__(self) -> str:
        who = " - ".join(reversed(self.models))
        return (
            f"Estimate({self.quantity} of {who}: {self.value:.4g} "
            f"[{self.low:.4g}, {self.high:.4g}], n={self.n})"
        )


def _counts(estimand: Estimand) -> tuple[float, int]:
    """Hits and trials where the metric is one proportion, else NaN and the number of units."""
    single = estimand.single
    if not single:
        return math.nan, estimand.units.n
    hits, trials = estimand.units.totals[-1]
    return (math.nan if estimand.paired else float(hits)), round(float(trials))


@dataclass(frozen=True, slots=True, eq=False)
class MetricComparison(Record):
    """One metric of two models: each model's estimate, the difference and its test.

    Attributes
    ----------
    metric : str
    label : Label or ""
        The class, for a metric of one class.
    baseline, candidate, difference : Estimate
    test : TestResult
    adjusted_pvalue : float
        After adjustment for the family it belongs to; the plain p outside one.
    """

    metric: str
    label: Label
    baseline: Estimate
    candidate: Estimate
    difference: Estimate
    test: TestResult
    adjusted_pvalue: float


@dataclass(frozen=True, slots=True)
class ModelScore:
    """Estimates of one model.

    Attributes
    ----------
    model : str
    estimates : tuple of Estimate
        The metric asked for first, then the others that fit the data.
    per_class : tuple of Estimate
        Recall of each class; empty where classes are not known.
    coverage : Estimate
        Share of the counted items with a valid answer.
    """

    model: str
    estimates: tuple[Estimate, ...]
    per_class: tuple[Estimate, ...]
    coverage: Estimate
