"""Tests of no difference between two models on the same items."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from compare import _check
from compare._types import Alternative
from compare.errors import MethodError
from compare.inference import resample
from compare.methods.base import Estimand, Formula, TestResult
from compare.numerics import mcnemar, stratified

__all__ = ["McNemar", "SignFlip", "Unconditional"]

_LABELS = {
    "midp": "McNemar mid-p",
    "exact": "McNemar exact",
    "chi2": "McNemar chi-square",
    "chi2-corrected": "McNemar chi-square, corrected",
}
_INSTEAD = "leave the test out: the metric's own is the sign-flip randomisation test"
_FORMULAS: dict[str, Formula] = {
    "chi2": mcnemar.chi_square,
    "chi2-corrected": mcnemar.corrected,
}


@dataclass(frozen=True, slots=True)
class McNemar:
    """McNemar's test in its four variants; only items that exactly one model gets right enter.

    Parameters
    ----------
    kind : {"midp", "exact", "chi2", "chi2-corrected"}

    Notes
    -----
    The exact variant is also the paired randomisation (sign-flip) test of an accuracy.

    References
    ----------
    McNemar 1947, Note on the sampling error of the difference between correlated proportions
    or percentages; Edwards 1948; Fagerland, Lydersen & Laake 2013, The McNemar test for binary
    matched-pairs data: mid-p and asymptotic are better than exact conditional.
    """

    kind: str = "midp"

    def __post_init__(self) -> None:
        _check.choice(self.kind, tuple(_LABELS), "kind")

    @property
    def name(self) -> str:
        """Test and variant."""
        return _LABELS[self.kind]

    def check(self, estimand: Estimand) -> None:
        """Raise unless the estimand is the paired difference of one unweighted proportion."""
        estimand.require("McNemar's test", paired=True, instead=_INSTEAD)

    def apply(self, estimand: Estimand, alternative: Alternative) -> TestResult:
        """Run the test."""
        pair = estimand.pair()
        notes = _notes(pair.discordant)
        if self.kind in _FORMULAS:
            statistic, p = _FORMULAS[self.kind](pair.gains, pair.losses, alternative=alternative)
            return TestResult(self.name, float(statistic), 1.0, float(p), alternative, notes)
        formula = mcnemar.exact if self.kind == "exact" else mcnemar.midp
        p = float(formula(pair.gains, pair.losses, alternative=alternative))
        return TestResult(self.name, float(pair.gains), math.nan, p, alternative, notes)


def _notes(discordant: float) -> tuple[str, ...]:
    if discordant == 0:
        return ("no_discordant",)
    return ("few_discordant",) if discordant < 6 else ()


@dataclass(frozen=True, slots=True)
class Unconditional:
    """Exact unconditional test on the score statistic, for up to 100,000 items.

    References
    ----------
    Suissa & Shuster 1991, The 2x2 matched-pairs trial: exact unconditional design and analysis;
    Berger & Boos 1994, P values maximized over a confidence set for the nuisance parameter.
    """

    name: ClassVar[str] = "exact unconditional"

    def check(self, estimand: Estimand) -> None:
        """Raise unless the estimand is the paired difference of one unweighted proportion."""
        estimand.require("the exact unconditional test", paired=True, instead=_INSTEAD)
        if estimand.units.n > 100_000:
            raise MethodError(
                f"the exact unconditional test is offered up to 100,000 items, found "
                f"{estimand.units.n:,}; the mid-p test agrees with it there: test='midp'."
            )

    def apply(self, estimand: Estimand, alternative: Alternative) -> TestResult:
        """Run the test."""
        pair = estimand.pair()
        p = mcnemar.unconditional(pair.gains, pair.losses, pair.n, alternative=alternative)
        return TestResult(
            self.name, math.nan, math.nan, float(p), alternative, _notes(pair.discordant)
        )


@dataclass(frozen=True, slots=True)
class SignFlip:
    """Paired randomisation test: the models are exchanged item by item, for any metric.

    For a mean of proportions (balanced accuracy) the statistic is studentised.

    Parameters
    ----------
    n_resamples : int
    seed : int

    Notes
    -----
    p = (1 + r) / (B + 1), r the replicates at least as far from zero as the data. Where the two
    models' answers are exchangeable on each item, the test holds its level exactly.

    Equal balanced accuracies do not imply that: the classes may differ in opposite directions.
    The sign-flip law of the plain difference is then too wide, by the squared class differences.
    So the difference is divided by its standard error (Bonett and Price's), in the data and in
    each replicate, which makes the test valid for equal balanced accuracies as well, in large
    samples. Simulated rejections at a level of 5 %, of the studentised and of the plain
    difference (6,000 samples, standard error .3 points):

    ======================================  ===========  =====
    classes, share of disagreements         studentised  plain
    ======================================  ===========  =====
    2 of 200, 30 %, equal                   4.5 %        3.8 %
    2 of 200, 30 %, +20 and -20 points      4.6 %        2.6 %
    2 of 20, 30 %, +25 and -25 points       5.6 %        1.4 %
    200 and 20, 10 and 50 %, +10 and -10    5.1 %        4.2 %
    10 of 36, 20 %, +15 and -15 points      5.4 %        3.0 %
    20 of 5, 40 %, +30 and -30 points       4.2 %        1.6 %
    ======================================  ===========  =====

    For a metric that is no mean of proportions the plain difference is flipped; the hypothesis
    is then that the answers are exchangeable, not only that the metric is equal.

    References
    ----------
    Chung & Romano 2013, Exact and asymptotically robust permutation tests.
    """

    n_resamples: int = 9999
    seed: int = 0
    name: ClassVar[str] = "sign-flip randomisation"

    def check(self, estimand: Estimand) -> None:
        """Raise unless two models are compared with equal weights."""
        if not estimand.paired or estimand.units.weighted:
            raise MethodError(
                "the sign-flip test compares two models on items of equal weight; "
                "with weights use the delta interval."
            )

    def apply(self, estimand: Estimand, alternative: Alternative) -> TestResult:
        """Run the test."""
        if estimand.undefined:
            return TestResult(self.name, math.nan, math.nan, 1.0, alternative, ("no_items",))
        found = _flipped(estimand, self.n_resamples, self.seed)
        extreme = found.two_sided if alternative == "two-sided" else getattr(found, alternative)
        p = (1 + extreme) / (self.n_resamples + 1)
        statistic = float(_statistic(estimand)(estimand.units.totals))
        return TestResult(self.name, statistic, math.nan, p, alternative)


def _statistic(estimand: Estimand) -> Callable[[Any], Any]:
    """What is flipped: the difference, by its standard error for a mean of proportions."""
    if not estimand.metric.proportions:
        return estimand.value
    discordant, n = estimand.pairs().discordant, estimand.trials()

    def studentised(totals: Any) -> Any:
        hits = np.split(totals, 2, axis=-1)[0]
        net = hits[..., 1, :] - hits[..., 0, :]
        error = stratified.bonett_price_error((discordant + net) / 2, (discordant - net) / 2, n)
        return estimand.value(totals) / error

    return studentised


@lru_cache(maxsize=1)
def _flipped(estimand: Estimand, n_resamples: int, seed: int) -> resample.FlipCount:
    """Count extreme replicates; kept, because the dual interval asks for the same test."""
    rng = np.random.default_rng(seed)
    return resample.sign_flip(estimand.units, _statistic(estimand), n_resamples, rng)
