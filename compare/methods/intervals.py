"""Interval makers from counts: one proportion, a paired difference, a mean of proportions."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from compare import _check
from compare._types import DRAWS, Alternative, Draws, FloatArray
from compare.methods.base import Estimand, Formula, IntervalMethod, Limits, Pairs, within
from compare.methods.general import Bootstrap, Delta
from compare.numerics import binomial, combine, paired, stratified

__all__ = [
    "DIFFERENCES",
    "PROPORTIONS",
    "AgrestiCoull",
    "AgrestiMin",
    "BonettPrice",
    "Exact",
    "Jeffreys",
    "Logit",
    "MidP",
    "Mover",
    "Newcombe",
    "Normal",
    "NormalCorrected",
    "Tango",
    "Wald",
    "Wilson",
    "WilsonCorrected",
    "named_interval",
]


class _OfProportion:
    """Interval of one proportion from its counts, by a formula of ``numerics.binomial``."""

    __slots__ = ()
    name: ClassVar[str]
    formula: ClassVar[Formula]

    def check(self, estimand: Estimand) -> None:
        """Raise unless the estimand is one unweighted proportion."""
        estimand.require(f"the {self.name} interval", paired=False)

    def apply(
        self, estimand: Estimand, confidence_level: float, alternative: Alternative
    ) -> Limits:
        """Limits of the proportion."""
        (k,), (n,) = estimand.counts()
        low, high = type(self).formula(
            k, n, confidence_level=confidence_level, alternative=alternative
        )
        return Limits(float(low), float(high), self._notes(k, n) if n else ("no_items",))

    def _notes(self, k: float, n: float) -> tuple[str, ...]:
        """Codes of what has to be known of the limits from k of n > 0."""
        del k, n
        return ()


@dataclass(frozen=True, slots=True)
class Normal(_OfProportion):
    """Normal (Wald) interval; it has no width at 0 and 1 and serves to reproduce papers."""

    name: ClassVar[str] = "normal"
    formula: ClassVar[Formula] = staticmethod(binomial.wald)

    def _notes(self, k: float, n: float) -> tuple[str, ...]:
        if k in (0, n):
            return ("zero_width",)
        return ("small_counts",) if min(k, n - k) < 10 else ()


@dataclass(frozen=True, slots=True)
class NormalCorrected(_OfProportion):
    """Normal interval widened by the continuity correction 1 / (2 n)."""

    name: ClassVar[str] = "normal-cc"
    formula: ClassVar[Formula] = staticmethod(binomial.wald_cc)

    def _notes(self, k: float, n: float) -> tuple[str, ...]:
        return ("small_counts",) if min(k, n - k) < 10 else ()


@dataclass(frozen=True, slots=True)
class Wilson(_OfProportion):
    """Wilson score interval: the default, dual to the score test."""

    name: ClassVar[str] = "wilson"
    formula: ClassVar[Formula] = staticmethod(binomial.wilson)


@dataclass(frozen=True, slots=True)
class WilsonCorrected(_OfProportion):
    """Wilson interval with continuity correction, close to the exact one."""

    name: ClassVar[str] = "wilson-cc"
    formula: ClassVar[Formula] = staticmethod(binomial.wilson_cc)


@dataclass(frozen=True, slots=True)
class Exact(_OfProportion):
    """Clopper-Pearson interval: coverage is at least nominal everywhere."""

    name: ClassVar[str] = "exact"
    formula: ClassVar[Formula] = staticmethod(binomial.clopper_pearson)


@dataclass(frozen=True, slots=True)
class MidP(_OfProportion):
    """Mid-p interval: the exact interval without its excess of coverage."""

    name: ClassVar[str] = "midp"
    formula: ClassVar[Formula] = staticmethod(binomial.midp)


@dataclass(frozen=True, slots=True)
class Jeffreys(_OfProportion):
    """Jeffreys interval: equal-tailed Beta(1/2, 1/2) posterior, closed at 0 and 1."""

    name: ClassVar[str] = "jeffreys"
    formula: ClassVar[Formula] = staticmethod(binomial.jeffreys)


@dataclass(frozen=True, slots=True)
class Logit(_OfProportion):
    """Wald interval on the logit scale; undefined when none or all are right."""

    name: ClassVar[str] = "logit"
    formula: ClassVar[Formula] = staticmethod(binomial.logit)

    def _notes(self, k: float, n: float) -> tuple[str, ...]:
        return ("undefined_at_ends",) if k in (0, n) else ()


class _OfPair:
    """Interval of a paired difference of one proportion, by a formula of ``numerics.paired``."""

    __slots__ = ()
    name: ClassVar[str]
    formula: ClassVar[Formula]

    def check(self, estimand: Estimand) -> None:
        """Raise unless the estimand is the paired difference of one unweighted proportion."""
        estimand.require(f"the {self.name} interval", paired=True)

    def apply(
        self, estimand: Estimand, confidence_level: float, alternative: Alternative
    ) -> Limits:
        """Limits of the difference."""
        pair = estimand.pair()
        low, high = type(self).formula(
            *self._counts(pair), confidence_level=confidence_level, alternative=alternative
        )
        if not pair.n:
            return Limits(np.nan, np.nan, ("no_items",))
        # An adjusted interval at a low level may leave its own estimate out.
        low, high = min(float(low), estimand.estimate), max(float(high), estimand.estimate)
        return Limits(low, high, () if low < high else ("zero_width",))

    def _counts(self, pair: Pairs) -> tuple[float, ...]:
        """Arguments of the formula."""
        return pair.gains, pair.losses, pair.n


@dataclass(frozen=True, slots=True)
class Tango(_OfPair):
    """Tango's score interval: the default, dual to McNemar's chi-square test."""

    name: ClassVar[str] = "tango"
    formula: ClassVar[Formula] = staticmethod(paired.tango)


@dataclass(frozen=True, slots=True)
class Newcombe(_OfPair):
    """Newcombe's square-and-add interval (method 10); needs all four paired counts."""

    name: ClassVar[str] = "newcombe"
    formula: ClassVar[Formula] = staticmethod(paired.newcombe)

    def _counts(self, pair: Pairs) -> tuple[float, ...]:
        return pair.both, pair.gains, pair.losses, pair.neither


@dataclass(frozen=True, slots=True)
class AgrestiMin(_OfPair):
    """Agresti-Min interval: Wald after adding one half to each paired outcome."""

    name: ClassVar[str] = "agresti-min"
    formula: ClassVar[Formula] = staticmethod(paired.agresti_min)


@dataclass(frozen=True, slots=True)
class Wald(_OfPair):
    """Wald interval of a difference; it serves to reproduce papers."""

    name: ClassVar[str] = "wald"
    formula: ClassVar[Formula] = staticmethod(paired.wald)


def _class_notes(trials: FloatArray) -> tuple[str, ...]:
    """Codes for classes without or with few items; one proportion alone has none."""
    if len(trials) == 1:
        return ()
    notes = [] if trials.all() else ["absent_class"]
    if trials[trials > 0].min() < 10:
        notes.append("small_cells")
    return tuple(notes)


class _OfMean:
    """Interval of a plain mean of independent proportions (classes' recalls)."""

    __slots__ = ()
    name: ClassVar[str]
    paired: ClassVar[bool]

    def check(self, estimand: Estimand) -> None:
        """Raise unless the metric is a mean of unweighted proportions."""
        estimand.require(f"the {self.name} interval", paired=self.paired, single=False)

    def apply(
        self, estimand: Estimand, confidence_level: float, alternative: Alternative
    ) -> Limits:
        """Limits of the mean."""
        trials = estimand.trials()
        if not trials.any():
            return Limits(np.nan, np.nan, ("no_items",))
        low, high = self._limits(
            estimand, confidence_level=confidence_level, alternative=alternative
        )
        low, high = within(estimand, alternative, float(low), float(high))
        return Limits(low, high, _class_notes(trials))

    def _limits(self, estimand: Estimand, **options: Any) -> tuple[Any, Any]:
        """Limits before clipping; each method names its formula."""
        raise AssertionError(estimand, options)


@dataclass(frozen=True, slots=True)
class Mover(_OfMean):
    """Interval of balanced accuracy from the Wilson limits of the recalls (MOVER).

    For few classes: with ten of 36 items its coverage falls to .86 at nominal .95.

    References
    ----------
    Zou & Donner 2008, Construction of confidence limits about effect measures.
    """

    name: ClassVar[str] = "mover"
    paired: ClassVar[bool] = False

    def _limits(self, estimand: Estimand, **options: Any) -> tuple[Any, Any]:
        hits, trials = estimand.counts()
        with np.errstate(invalid="ignore"):
            return combine.mover_mean(hits / trials, *binomial.wilson(hits, trials, **options))


@dataclass(frozen=True, slots=True)
class AgrestiCoull(_OfMean):
    """Agresti-Coull interval: Wald after adding z^2/2 right and z^2/2 wrong answers.

    For balanced accuracy, of which it is the default, they are spread over the classes; it keeps
    its width where all recalls are 0 or 1, and its coverage with many classes.

    References
    ----------
    Agresti & Coull 1998, Approximate is better than "exact" for interval estimation of binomial
    proportions.
    """

    name: ClassVar[str] = "agresti-coull"
    paired: ClassVar[bool] = False

    def _limits(self, estimand: Estimand, **options: Any) -> tuple[Any, Any]:
        return stratified.agresti_coull_mean(*estimand.counts(), **options)


@dataclass(frozen=True, slots=True)
class BonettPrice(_OfMean):
    """Bonett-Price adjusted Wald interval of a paired difference: one gain and one loss are added.

    For balanced accuracy, of which it is the default, they are spread over the classes.

    References
    ----------
    Bonett & Price 2012, Adjusted Wald confidence interval for a difference of binomial
    proportions based on paired data.
    """

    name: ClassVar[str] = "bonett-price"
    paired: ClassVar[bool] = True

    def _limits(self, estimand: Estimand, **options: Any) -> tuple[Any, Any]:
        pairs = estimand.pairs()
        return stratified.bonett_price_mean(pairs.gains, pairs.losses, pairs.n, **options)


PROPORTIONS: dict[str, Callable[[], IntervalMethod]] = {
    "wilson": Wilson,
    "wilson-cc": WilsonCorrected,
    "exact": Exact,
    "midp": MidP,
    "jeffreys": Jeffreys,
    "agresti-coull": AgrestiCoull,
    "logit": Logit,
    "normal": Normal,
    "normal-cc": NormalCorrected,
    "mover": Mover,
    "delta": Delta,
    "bootstrap": Bootstrap,
    "bootstrap-basic": lambda: Bootstrap("basic"),
    "bootstrap-bca": lambda: Bootstrap("bca"),
}
"""Intervals of one model's accuracy by the name that the command line uses."""

DIFFERENCES: dict[str, Callable[[], IntervalMethod]] = {
    "tango": Tango,
    "newcombe": Newcombe,
    "bonett-price": BonettPrice,
    "agresti-min": AgrestiMin,
    "wald": Wald,
    "delta": Delta,
    "bootstrap": Bootstrap,
    "bootstrap-basic": lambda: Bootstrap("basic"),
    "bootstrap-bca": lambda: Bootstrap("bca"),
}
"""Intervals of a paired difference by name."""

_ALIASES = {"beta": "exact", "clopper-pearson": "exact", "wald": "normal"}


def named_interval(
    method: str | IntervalMethod,
    known: dict[str, Callable[[], IntervalMethod]],
    argument: str = "interval",
    *,
    draws: Draws = DRAWS,
) -> IntervalMethod:
    """Return an interval maker from its name, or the maker itself.

    ``draws`` is for a maker that draws random numbers; one that is given keeps its own.
    """
    if not isinstance(method, str):
        return method
    name = method if method in known else _ALIASES.get(method, method)
    made = known[_check.choice(name, tuple(known), argument)]()
    if isinstance(made, Bootstrap):
        return replace(made, **draws._asdict())
    return made
