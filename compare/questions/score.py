"""How good is a model? Each metric with an interval, beside what guessing would give."""

import math
from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from compare._types import Label
from compare.errors import MethodError
from compare.methods.base import Estimand, IntervalMethod
from compare.methods.general import Delta
from compare.methods.intervals import PROPORTIONS, AgrestiCoull, Wilson, named_interval
from compare.metrics.base import Metric
from compare.metrics.labels import Accuracy, BalancedAccuracy, Coverage, Recall
from compare.questions.options import Options, Plan, read_options
from compare.results import Estimate, Evaluation, ModelScore, Settings
from compare.table import Table

__all__ = [
    "baselines",
    "class_notes",
    "class_tables",
    "default_interval",
    "evaluate",
    "others",
    "score",
    "score_models",
]

_ALLOWED = frozenset(Options.__annotations__) - {
    "test",
    "difference_interval",
    "alternative",
    "margin",
}


def score(*data: Any, **options: Unpack[Options]) -> Evaluation:
    """Evaluate one or several models on a labelled test set.

    Parameters
    ----------
    *data
        ``y_true, y_pred`` as arrays of N labels (or y_pred as N x K scores); or a data frame
        or file with truth and prediction columns; or one file a model; or a ``Table``.
    **options
        Reading: as for ``two``: ``id``, ``true``, ``pred``, ``correct``, ``names``, ``labels``,
        ``invalid``, ``abstain``, ``abstain_label``, ``same_keys``, ``per_class``.
        Method: ``metric`` ("accuracy", "balanced", "error" or a Metric), ``interval`` ("wilson",
        "exact", "normal", "midp", "jeffreys", "agresti-coull", "logit", "wilson-cc",
        "normal-cc", "mover", "delta", "bootstrap", "bootstrap-basic", "bootstrap-bca" or a
        method; by default the metric's own: wilson, for balanced accuracy agresti-coull),
        ``confidence_level`` (0.95), ``rng``, ``n_resamples``.

    Returns
    -------
    Evaluation

    Raises
    ------
    UsageError, DataError, MethodError
        With the argument, file, row or column, what was found and what to do.

    Notes
    -----
    An answer that is missing or invalid stays in the denominator and counts as wrong unless
    another policy is named.

    References
    ----------
    Wilson 1927, Probable inference, the law of succession, and statistical inference; Agresti &
    Coull 1998, Approximate is better than "exact" for interval estimation of binomial
    proportions.

    Examples
    --------
    >>> import compare
    >>> result = compare.score(["cat", "dog", "dog", "cat"], ["cat", "dog", "cat", "cat"])
    >>> result
    Evaluation(accuracy 0.75 [0.3006, 0.9544], n=4)
    >>> round(result.estimate.confidence_interval(0.99).low, 4)
    0.2181
    """
    plan = read_options(options, _ALLOWED)
    if _is_table(data):
        return evaluate(data[0], plan)
    from compare.data.load import load  # counts alone need no reader

    return evaluate(load(*data, reading=plan["reading"]), plan)


def _is_table(data: tuple[Any, ...]) -> bool:
    return len(data) == 1 and isinstance(data[0], Table)


def evaluate(table: Table, plan: Plan) -> Evaluation:
    """Evaluate the models of a table."""
    settings, metric = plan["settings"], plan["metric"]
    models = score_models(table, metric, plan["interval"], settings)
    majority, chance = baselines(table, metric, settings)
    return Evaluation(table, settings, models, majority, chance, notes=_notes(table))


def _notes(table: Table) -> tuple[str, ...]:
    return class_notes(table) if table.n_items else ("no_items",)


def class_notes(table: Table) -> tuple[str, ...]:
    """Code for classes that are known but too many to be told one by one."""
    return ("many_classes",) if table.has_classes and not has_few_classes(table) else ()


def score_models(
    table: Table, metric: Metric, interval: str | IntervalMethod | None, settings: Settings
) -> tuple[ModelScore, ...]:
    """Estimates of each model of a table.

    Raises
    ------
    MethodError
        If the interval that was asked for does not fit the metric that was asked for; the other
        metrics fall back on their defaults.
    """
    if "label" in metric.needs and class_notes(table):
        raise MethodError(
            f"{metric.name} is offered for up to {MOST_CLASSES:,} true classes; the data have "
            f"{np.count_nonzero(table.class_counts()):,}. Use accuracy."
        )
    draws, seed = settings.n_resamples, settings.seed
    wanted = None
    if interval is not None:
        wanted = named_interval(interval, PROPORTIONS, n_resamples=draws, seed=seed)
    level = settings.confidence_level
    return tuple(_score(table.project(m), metric, wanted, level) for m in table.models)


def _score(table: Table, metric: Metric, wanted: IntervalMethod | None, level: float) -> ModelScore:
    """Estimates of the one model of a table."""
    outcomes = table.outcomes()  # once for all metrics: it has far fewer cells
    first = _estimate(metric, table if "answer" in metric.needs else outcomes, level, wanted)
    return ModelScore(
        table.models[0],
        (
            first,
            *(_estimate(m, outcomes, level, wanted, asked=False) for m in others(table, metric)),
        ),
        tuple(
            _estimate(Recall(label), part, level, wanted, asked=False)
            for label, part in class_tables(outcomes)
        ),
        _estimate(Coverage(), table, level),
    )


MOST_CLASSES = 1000
"""True classes up to which recalls are told one by one and averaged.

Free-text answers, with nearly a class an item, have no use for them; the cost grows with the
square of the number.
"""


def has_few_classes(table: Table) -> bool:
    """Whether classes are known and few enough to be told one by one."""
    return table.has_classes and int(np.count_nonzero(table.class_counts())) <= MOST_CLASSES


def class_tables(table: Table) -> list[tuple[Label, Table]]:
    """Each class with true items, and the table of its items alone."""
    if not has_few_classes(table):
        return []
    counts = table.class_counts()
    return [
        (label, table.where(table.label == code))
        for code, label in enumerate(table.classes)
        if counts[code]
    ]


def _estimate(
    metric: Metric,
    table: Table,
    level: float,
    wanted: IntervalMethod | None = None,
    *,
    asked: bool = True,
) -> Estimate:
    """Estimate with the interval asked for, or the metric's own where none was or none fits."""
    estimand = Estimand.of(metric, table, *table.models)
    maker = default_interval(estimand)
    if wanted is not None and (asked or _fits(wanted, estimand)):
        maker = wanted
    return Estimate.of(estimand, maker, level)


def _fits(maker: IntervalMethod, estimand: Estimand) -> bool:
    try:
        maker.check(estimand)
    except MethodError:
        return False
    return True


def default_interval(estimand: Estimand) -> IntervalMethod:
    """The metric's interval where none was asked for; only delta's knows weights."""
    if estimand.units.weighted or not estimand.metric.proportions:
        return Delta()
    return Wilson() if estimand.single else AgrestiCoull()


def others(table: Table, metric: Metric) -> list[Metric]:
    """Metrics shown beside the one asked for: accuracy, balanced accuracy if classes are known."""
    if metric.name == "error rate":
        return []
    known: list[Metric] = [Accuracy()]
    if has_few_classes(table):
        known.append(BalancedAccuracy())
    return [m for m in known if m.name != metric.name]


def baselines(
    table: Table, metric: Metric, settings: Settings
) -> tuple[tuple[Estimate, ...], float]:
    """Estimates of always answering the most frequent class, and the chance level.

    Returns
    -------
    majority : tuple of Estimate
        Empty where classes are not known or there are no items.
    chance : float
        Accuracy of uniform guessing among the classes that have true items; NaN where classes
        are not known.

    Notes
    -----
    The recalls of a constant answer are 0 and 1 by definition: its balanced accuracy has no
    sampling error.
    """
    if not (table.has_classes and table.n_items):
        return (), math.nan
    counts = table.class_counts()
    top = int(counts.argmax())
    name = f"always {table.classes[top]!r}"
    constant = Table.from_codes(
        table.classes,
        [name],
        table.label,
        np.full(len(table.label), top),
        n=table.n,
        w=table.w,
        w2=table.w2,
    )
    found = _score(constant, metric, None, settings.confidence_level).estimates
    return tuple(_fixed(e) for e in found), 1.0 / np.count_nonzero(counts)


def _fixed(found: Estimate) -> Estimate:
    """Estimate without an interval where it is fixed by definition."""
    if found.quantity != BalancedAccuracy.name:
        return found
    return replace(found, low=found.value, high=found.value, standard_error=0.0, method="fixed")
