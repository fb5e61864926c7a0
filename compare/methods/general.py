"""Interval makers for any metric: the delta method and the bootstrap."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from compare import _check
from compare._types import Alternative
from compare.errors import MethodError
from compare.inference import resample
from compare.methods.base import Estimand, Formula, Limits, within
from compare.numerics import bootstrap
from compare.numerics._common import tail_area
from compare.numerics.tails import normal_isf

__all__ = ["Bootstrap", "Delta"]


@dataclass(frozen=True, slots=True)
class Delta:
    """Normal interval with the delta-method standard error, for any metric."""

    name: ClassVar[str] = "delta"

    def check(self, estimand: Estimand) -> None:
        """Fit every estimand."""

    def apply(
        self, estimand: Estimand, confidence_level: float, alternative: Alternative
    ) -> Limits:
        """Limits at the estimate, clipped to the metric's range."""
        centre, se = estimand.estimate, estimand.standard_error
        z = float(normal_isf(tail_area(confidence_level, alternative)))
        if not np.isfinite(se):
            return Limits(np.nan, np.nan, ("too_few_units",))
        low, high = within(estimand, alternative, centre - z * se, centre + z * se)
        return Limits(low, high, ("zero_width",) if se == 0.0 else ())


_OF_ACCURACY: dict[str, Formula] = {
    "percentile": bootstrap.accuracy_percentile,
    "basic": bootstrap.accuracy_basic,
    "bca": bootstrap.accuracy_bca,
}
_OF_DIFFERENCE: dict[str, Formula] = {
    "percentile": bootstrap.difference_percentile,
    "basic": bootstrap.difference_basic,
    "bca": bootstrap.difference_bca,
}


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """Bootstrap interval: exact for a proportion and its paired difference, else from counts.

    The bootstrap distribution of an accuracy is binomial and that of a paired difference a
    sum of trinomial draws, so their quantiles need no random numbers.

    Parameters
    ----------
    kind : {"percentile", "basic", "bca"}
    n_resamples : int
        Replicates where draws are needed.
    seed : int
        Seed of those draws.

    References
    ----------
    Efron & Tibshirani 1993, An Introduction to the Bootstrap; DiCiccio & Efron 1996,
    Bootstrap confidence intervals.
    """

    kind: str = "percentile"
    n_resamples: int = 9999
    seed: int = 0

    def __post_init__(self) -> None:
        _check.choice(self.kind, tuple(_OF_ACCURACY), "kind")
        _check.resamples(self.n_resamples)

    @property
    def name(self) -> str:
        """Name with the kind."""
        return f"bootstrap {self.kind}"

    def check(self, estimand: Estimand) -> None:
        """Raise where units carry weights."""
        if estimand.units.weighted:
            raise MethodError("the bootstrap from counts needs equal weights; use Delta().")

    def apply(
        self, estimand: Estimand, confidence_level: float, alternative: Alternative
    ) -> Limits:
        """Limits from the bootstrap law; NaN with a note where it is degenerate."""
        if estimand.units.n == 0:
            return Limits(np.nan, np.nan, ("no_items",))
        if estimand.single:
            low, high = self._exact(
                estimand, confidence_level=confidence_level, alternative=alternative
            )
        else:
            low, high = self._drawn(estimand, confidence_level, alternative)
        degenerate = not low < high
        return Limits(low, high, ("zero_width",) if degenerate else ())

    def _exact(self, estimand: Estimand, **options: Any) -> tuple[float, float]:
        """Limits from the exact law; no random numbers."""
        if estimand.paired:
            pair = estimand.pair()
            low, high = _OF_DIFFERENCE[self.kind](pair.gains, pair.losses, pair.n, **options)
        else:
            (k,), (n,) = estimand.counts()
            low, high = _OF_ACCURACY[self.kind](k, n, **options)
        return float(low), float(high)

    def _drawn(
        self, estimand: Estimand, confidence_level: float, alternative: Alternative
    ) -> tuple[float, float]:
        units, value = estimand.units, estimand.value
        draws = resample.bootstrap(units, value, self.n_resamples, np.random.default_rng(self.seed))
        draws = draws[np.isfinite(draws)]
        tail = tail_area(confidence_level, alternative)
        levels = np.array([tail, 1.0 - tail])
        if self.kind == "bca":
            levels = resample.bca_levels(units, value, draws, levels)
        if not (len(draws) and np.isfinite(levels).all()):
            return np.nan, np.nan
        low, high = (float(v) for v in np.quantile(draws, levels, method="inverted_cdf"))
        if self.kind == "basic":
            low, high = 2 * estimand.estimate - high, 2 * estimand.estimate - low
        return within(estimand, alternative, low, high)
