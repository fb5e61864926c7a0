"""Does the second model beat the first on the same items?"""

import math
from typing import Any, Unpack

import numpy as np

from compare import _check
from compare._types import Alternative, ConfidenceInterval
from compare.errors import MethodError, UsageError
from compare.methods.base import Estimand, Formula, Odds, Pairs, Tester, TestResult
from compare.methods.families import Dual, Family, balanced_family, named_family
from compare.methods.general import Delta
from compare.methods.intervals import DIFFERENCES, named_interval
from compare.methods.tests import McNemar, SignFlip
from compare.metrics.base import Metric
from compare.metrics.labels import Accuracy, Recall
from compare.numerics import adjust, odds
from compare.questions.options import Options, Plan, read_options
from compare.questions.parts import (
    baselines,
    class_notes,
    class_tables,
    others,
    read_table,
    score_models,
)
from compare.results import (
    Comparison,
    Estimate,
    MetricComparison,
    ModelScore,
    Settings,
    decide,
)
from compare.table import NO_ANSWER, Table

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
        Reading: ``id``, ``true``, ``pred``, ``correct`` (names of columns; ``true`` also a file or
        array), ``names`` (of the models), ``labels`` (the closed list of classes; other answers
        are invalid), ``invalid`` and ``abstain`` ("wrong", "drop" or "class"),
        ``abstain_label`` (the answer that means an abstention), ``same_keys`` (whether further
        id or hash columns have to agree), ``per_class`` (False counts only right or wrong,
        which is fastest).
        Question: ``metric`` ("accuracy", "balanced", "error" or a Metric), ``margin`` (largest
        difference that is practically none, in proportions: 0.01 is a point),
        ``alternative`` ("two-sided", or "greater" or "less" of candidate against baseline),
        ``confidence_level`` (0.95).
        Method: ``test`` ("midp", "exact", "chi2" or "score", "chi2-corrected",
        "unconditional", "permutation" (of an accuracy the exact test, else the sign-flip test),
        or a Family; by default the metric's own: mid-p, for balanced accuracy
        the sign-flip test), ``interval`` (of each model, as for ``score``),
        ``difference_interval`` ("tango", "newcombe", "bonett-price", "agresti-min", "wald",
        "delta", "bootstrap", "bootstrap-basic", "bootstrap-bca"; by default the one that goes
        with the test), ``rng`` (None, a seed or a Generator: only the sign-flip test and the
        bootstrap of balanced accuracy draw random numbers), ``n_resamples`` (9999).

    Returns
    -------
    Comparison
        Its difference is candidate minus baseline; positive is better, except for error rates.

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
    return compare_table(read_table(data, plan, n_models=2), plan)


def compare_table(table: Table, plan: Plan) -> Comparison:
    """Compare the two models of a table."""
    if len(table.models) != 2:
        raise UsageError(
            f"two compares two models, found {len(table.models)}: {list(table.models)}; "
            "choose two, the baseline first."
        )
    settings, metric = plan["settings"], plan["metric"]
    scores = score_models(table, metric, plan["interval"], settings)
    estimand = Estimand.of(metric, table, *table.models)
    if estimand.units.weighted:
        raise MethodError(
            "these items carry weights, and the paired tests count items. Compare without weights; "
            "compare.score gives each model's weighted estimates."
        )
    family = _family(estimand, plan)
    primary = _compare(estimand, scores, family, settings)
    alpha = _check.alpha(settings.confidence_level)
    narrow = family.interval.apply(estimand, max(1.0 - 2.0 * alpha, 1e-9), "two-sided")
    equivalence = ConfidenceInterval(narrow.low, narrow.high)
    majority, chance = baselines(table, metric, settings)
    outcomes = Estimand.of(Accuracy(), table, *table.models).pair()
    return Comparison(
        table=table,
        settings=settings,
        baseline=table.models[0],
        candidate=table.models[1],
        primary=primary,
        secondary=_secondary(table, metric, scores, settings),
        classes=_classes(table, scores, settings),
        answered=_answered(table, metric, plan, scores),
        pairs=outcomes,
        odds=_odds(outcomes, family.test, metric, settings),
        equivalence=equivalence,
        verdict=decide(
            primary.difference.interval,
            equivalence,
            settings.margin,
            greater_is_better=metric.greater_is_better,
        ),
        robustness=_robustness(estimand, settings),
        scores=scores,
        majority=majority,
        chance=chance,
        notes=(*_notes(primary, scores), *class_notes(table)),
    )


def _family(estimand: Estimand, plan: Plan) -> Family:
    """The family asked for, or the metric's default where none was."""
    test, interval = plan["test"], plan["difference_interval"]
    if test is None or (test == "permutation" and not estimand.single):
        family = _default_family(estimand, plan["settings"])  # the sign-flip test, where drawn
    else:
        family = named_family(test)
    if interval not in (None, "dual"):
        draws = plan["settings"].draws
        wanted = named_interval(interval, DIFFERENCES, "difference_interval", draws=draws)
        family = Family(family.test, wanted)
    family.check(estimand)
    return family


def _default_family(estimand: Estimand, settings: Settings) -> Family:
    if estimand.single:
        return named_family("midp")
    if estimand.metric.proportions:
        return balanced_family(settings.draws)
    test = SignFlip(*settings.draws)
    return Family(test, Dual(Delta(), test))


def _compare(
    estimand: Estimand, scores: tuple[ModelScore, ...], family: Family, settings: Settings
) -> MetricComparison:
    """One metric of both models, its difference and its test."""
    level, alternative = settings.confidence_level, settings.alternative
    test = family.test.apply(estimand, alternative)
    position = [e.quantity for e in scores[0].estimates].index(estimand.metric.name)
    baseline, candidate = (s.estimates[position] for s in scores)
    return MetricComparison(
        metric=estimand.metric.name,
        label="",
        baseline=baseline,
        candidate=candidate,
        difference=Estimate.of(estimand, family.interval, level, alternative, settings.draws),
        test=test,
        adjusted_pvalue=test.pvalue,
    )


def _secondary(
    table: Table, metric: Metric, scores: tuple[ModelScore, ...], settings: Settings
) -> tuple[MetricComparison, ...]:
    """Compare by the metrics shown beside the one asked for, each with its own defaults."""
    estimands = [Estimand.of(m, table, *table.models) for m in others(table, metric)]
    return tuple(_compare(e, scores, _default_family(e, settings), settings) for e in estimands)


_UNEQUAL_COVERAGE = 0.01
"""Difference in the share of valid answers from which the policy for them has to be shown."""


def _answered(
    table: Table, metric: Metric, plan: Plan, scores: tuple[ModelScore, ...]
) -> tuple[MetricComparison, ...]:
    """Compare on the items that both models answer, where their shares of answers differ."""
    first, second = (s.coverage.value for s in scores)
    both = (table.answer != NO_ANSWER).all(axis=1)
    if not (abs(second - first) > _UNEQUAL_COVERAGE and both.any()):
        return ()
    kept = table.where(both)
    estimand = Estimand.of(metric, kept, *kept.models)
    again = score_models(kept, metric, plan["interval"], plan["settings"])
    return (_compare(estimand, again, _family(estimand, plan), plan["settings"]),)


def _classes(
    table: Table, scores: tuple[ModelScore, ...], settings: Settings
) -> tuple[MetricComparison, ...]:
    """Recall of each class with true items: exploratory, adjusted by Holm's method."""
    family = named_family("midp")
    parts = [
        (label, Estimand.of(Recall(label), part, *part.models))
        for label, part in class_tables(table.outcomes())
    ]
    tests = [family.test.apply(estimand, "two-sided") for _, estimand in parts]
    adjusted = adjust.holm(np.array([t.pvalue for t in tests]))
    return tuple(
        MetricComparison(
            metric="recall",
            label=label,
            baseline=scores[0].per_class[i],
            candidate=scores[1].per_class[i],
            difference=Estimate.of(
                estimand, family.interval, settings.confidence_level, draws=settings.draws
            ),
            test=tests[i],
            adjusted_pvalue=float(adjusted[i]),
        )
        for i, (label, estimand) in enumerate(parts)
    )


_ODDS: dict[str, tuple[str, Formula]] = {
    "exact": ("exact", odds.exact),
    "chi2": ("score", odds.score),
}
"""Interval of the odds by the kind of McNemar's test; mid-p for every other test."""


def _odds(pairs: Pairs, test: Tester, metric: Metric, settings: Settings) -> Odds:
    """Odds that a disagreement favours the candidate; their interval decides as the test does."""
    kind = test.kind if isinstance(test, McNemar) else ""
    method, formula = _ODDS.get(kind, ("mid-p", odds.midp))
    side = settings.alternative
    if not metric.greater_is_better:  # a smaller error rate is a larger share of gains
        side = _OTHER_SIDE[side]
    low, high = formula(
        pairs.gains, pairs.losses, confidence_level=settings.confidence_level, alternative=side
    )
    value = odds.odds_ratio(pairs.gains, pairs.losses)
    return Odds(float(value), float(low), float(high), method)


_OTHER_SIDE: dict[Alternative, Alternative] = {
    "two-sided": "two-sided",
    "less": "greater",
    "greater": "less",
}


def _robustness(estimand: Estimand, settings: Settings) -> tuple[TestResult, ...]:
    """Valid tests of the same difference."""
    if not estimand.single:
        return ()
    kinds = ("exact", "midp", "chi2", "chi2-corrected")
    return tuple(McNemar(kind).apply(estimand, settings.alternative) for kind in kinds)


def _notes(primary: MetricComparison, scores: tuple[ModelScore, ...]) -> tuple[str, ...]:
    """Codes of what the report has to say."""
    notes = [*primary.test.notes, *primary.difference.notes]
    alpha = _check.alpha(primary.difference.confidence_level)
    low, high = primary.difference.interval
    excludes = low > 0 or high < 0
    if not math.isnan(low) and excludes != (primary.test.pvalue < alpha):
        notes.append("interval_disagrees")
    if any(s.coverage.value < 1.0 for s in scores):
        notes.append("no_answers")
    return tuple(dict.fromkeys(notes))
