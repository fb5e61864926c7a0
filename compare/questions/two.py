"""Does the second model beat the first on the same items?"""

import math
from collections.abc import Callable
from typing import Any, Unpack

import numpy as np

from compare._types import ConfidenceInterval
from compare.errors import UsageError
from compare.methods.base import Estimand, IntervalMethod, Odds, Pairs, TestResult
from compare.methods.families import Dual, Family, balanced_family, named_family
from compare.methods.general import Delta
from compare.methods.intervals import DIFFERENCES, PROPORTIONS, named_interval
from compare.methods.tests import McNemar, SignFlip
from compare.metrics.base import Metric
from compare.metrics.labels import Accuracy
from compare.numerics import adjust, odds
from compare.questions.options import Options, Plan, read_options
from compare.questions.score import baselines, metrics_of, score_models
from compare.results import (
    Comparison,
    Estimate,
    MetricComparison,
    ModelScore,
    Settings,
    decide,
)
from compare.table import Table

__all__ = ["compare_table", "two"]

_ALLOWED = frozenset(Options.__annotations__)


def two(*data: Any, **options: Unpack[Options]) -> Comparison:
    """Decide whether the second of two models beats the first on the same items.

    Parameters
    ----------
    *data
        ``y_true, baseline, candidate`` as arrays of N labels (or predictions as N x K scores);
        or two files or frames, one a model, joined by id; or one with truth and both models'
        predictions; or a ``Table`` of two models.
    **options
        Reading: ``id``, ``true``, ``pred``, ``correct`` (names of columns), ``names`` (of the
        models), ``labels`` (the closed list of classes), ``invalid`` and ``abstain``
        ("wrong", "drop" or "class"), ``abstain_label``, ``same_keys``, ``per_class``.
        Method: ``metric``, ``test`` ("midp", "exact", "score", "unconditional",
        "chi2-corrected" or a Family), ``interval`` (of each model), ``difference_interval``
        ("dual" = the one that goes with the test), ``confidence_level``, ``alternative``
        ("greater" = the candidate is better), ``margin`` (largest difference that is
        practically none, in proportions), ``rng``, ``n_resamples``.

    Returns
    -------
    Comparison
        Its difference is candidate minus baseline, positive where the candidate is better.

    Raises
    ------
    UsageError, DataError, MethodError
        With the argument, file, row or column, what was found and what to do.

    Notes
    -----
    Items are taken to be independent. Nothing is said of other training runs of the models.
    The default is the mid-p McNemar test with Tango's interval, reconciled so that the two
    never contradict each other.

    References
    ----------
    Tango 1998, Equivalence test and confidence interval for the difference in proportions for
    the paired-sample design; Fagerland, Lydersen & Laake 2013, The McNemar test for binary
    matched-pairs data: mid-p and asymptotic are better than exact conditional.

    Examples
    --------
    >>> import compare
    >>> table = compare.Table.from_pairs(both=787, only_first=74, only_second=83, neither=56)
    >>> compare.two(table, margin=0.04).verdict.value
    'practically equal'
    """
    plan = read_options(options, _ALLOWED)
    if len(data) == 1 and isinstance(data[0], Table):
        return compare_table(data[0], plan)
    from compare.data.load import load  # counts alone need no reader

    return compare_table(load(*data, reading=plan["reading"], n_models=2), plan)


def compare_table(table: Table, plan: Plan) -> Comparison:
    """Compare the two models of a table."""
    if len(table.models) != 2:
        raise UsageError(
            f"two compares two models, found {len(table.models)}: {list(table.models)}; "
            "choose two, the baseline first."
        )
    settings, metric = plan["settings"], plan["metric"]
    maker = named_interval(plan["interval"], PROPORTIONS)
    scores = score_models(table, metric, maker, settings)
    family = _family(table, metric, plan)
    primary = _compare(metric, table, scores, family, settings)
    alpha = 1.0 - settings.confidence_level
    equivalence = _two_sided(primary, family.interval, max(1.0 - 2.0 * alpha, 1e-9))
    majority, chance = baselines(table, metric, maker, settings)
    outcomes = Estimand.of(Accuracy(), table, *table.models).pair()
    return Comparison(
        table=table,
        settings=settings,
        baseline=table.models[0],
        candidate=table.models[1],
        primary=primary,
        secondary=tuple(
            _compare(m, table, scores, _default_family(m, settings), settings)
            for m in metrics_of(table, metric)[1:]
        ),
        classes=_classes(table.outcomes(), scores, settings),
        pairs=outcomes,
        odds=_odds(outcomes, primary.test, settings),
        equivalence=equivalence,
        verdict=decide(
            primary.difference.interval,
            equivalence,
            settings.margin,
            greater_is_better=metric.greater_is_better,
        ),
        robustness=_robustness(primary.difference.estimand, settings),
        scores=scores,
        majority=majority,
        chance=chance,
        notes=_notes(primary, scores),
    )


def _two_sided(
    primary: MetricComparison, maker: IntervalMethod, level: float
) -> ConfidenceInterval:
    found = maker.apply(primary.difference.estimand, level, "two-sided")
    return ConfidenceInterval(found.low, found.high)


def _family(table: Table, metric: Metric, plan: Plan) -> Family:
    """The family asked for, or the metric's default where none was."""
    settings = plan["settings"]
    single = (
        metric.proportions and Estimand.of(metric, table, table.models[0]).units.x.shape[2] == 2
    )
    family = named_family(plan["test"]) if single else _default_family(metric, settings)
    wanted = plan["difference_interval"]
    if wanted == "dual":
        return family
    return Family(family.test, named_interval(wanted, DIFFERENCES))


def _default_family(metric: Metric, settings: Settings) -> Family:
    if metric.name in ("accuracy", "error rate"):
        return named_family("midp")
    if metric.proportions:
        return balanced_family(settings.seed, settings.n_resamples)
    test = SignFlip(settings.n_resamples, settings.seed)
    return Family(test, Dual(Delta(), test))


def _compare(
    metric: Metric,
    table: Table,
    scores: tuple[ModelScore, ...],
    family: Family,
    settings: Settings,
) -> MetricComparison:
    estimand = Estimand.of(metric, table, *table.models)
    family.check(estimand)
    alternative = settings.alternative
    test = family.test.apply(estimand, alternative)
    position = [e.quantity for e in scores[0].estimates].index(metric.name)
    baseline, candidate = (s.estimates[position] for s in scores)
    return MetricComparison(
        metric=metric.name,
        label="",
        baseline=baseline,
        candidate=candidate,
        difference=Estimate.of(estimand, family.interval, settings.confidence_level, alternative),
        test=test,
        adjusted_pvalue=test.pvalue,
    )


def _classes(
    table: Table, scores: tuple[ModelScore, ...], settings: Settings
) -> tuple[MetricComparison, ...]:
    """Recall of each class with true items: exploratory, adjusted by Holm's method."""
    family = named_family("midp")
    found = []
    for first, second in zip(*(s.per_class for s in scores), strict=True):
        estimand = Estimand.of(first.estimand.metric, table, *table.models)
        test = family.test.apply(estimand, "two-sided")
        difference = Estimate.of(estimand, family.interval, settings.confidence_level)
        found.append((first.label, first, second, difference, test))
    adjusted = adjust.holm(np.array([row[4].pvalue for row in found]))
    return tuple(
        MetricComparison("recall", *row, adjusted_pvalue=float(p))
        for row, p in zip(found, adjusted, strict=True)
    )


_ODDS: dict[str, tuple[str, Callable[..., Any]]] = {
    "McNemar exact": ("exact", odds.exact),
    "McNemar chi-square": ("score", odds.score),
}


def _odds(pairs: Pairs, test: TestResult, settings: Settings) -> Odds:
    """Odds of the disagreements; their interval decides as the test of its kind does."""
    method, formula = _ODDS.get(test.name, ("mid-p", odds.midp))
    low, high = formula(
        pairs.gains,
        pairs.losses,
        confidence_level=settings.confidence_level,
        alternative=settings.alternative,
    )
    value = odds.odds_ratio(pairs.gains, pairs.losses)
    return Odds(float(value), float(low), float(high), method)


def _robustness(estimand: Estimand, settings: Settings) -> tuple[TestResult, ...]:
    """Other valid tests of the same difference."""
    if not (estimand.metric.proportions and estimand.units.x.shape[2] == 2):
        return ()
    kinds = ("exact", "midp", "chi2", "chi2-corrected")
    return tuple(McNemar(kind).apply(estimand, settings.alternative) for kind in kinds)


def _notes(primary: MetricComparison, scores: tuple[ModelScore, ...]) -> tuple[str, ...]:
    """Codes of what the report has to say."""
    notes = [*primary.test.notes, *primary.difference.notes]
    alpha = round(1.0 - primary.difference.confidence_level, 15)
    low, high = primary.difference.interval
    excludes = low > 0 or high < 0
    if not math.isnan(low) and excludes != (primary.test.pvalue < alpha):
        notes.append("interval_disagrees")
    if all(s.coverage.value == 1.0 for s in scores):
        return tuple(dict.fromkeys(notes))
    return tuple(dict.fromkeys([*notes, "no_answers"]))
