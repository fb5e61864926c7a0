"""What several questions ask alike: the table, the estimates of each model, the baselines."""

import math
from dataclasses import replace
from typing import Any

import numpy as np

from compare._types import Label
from compare.errors import MethodError
from compare.methods.base import Estimand, IntervalMethod
from compare.methods.general import Delta
from compare.methods.intervals import PROPORTIONS, AgrestiCoull, Wilson, named_interval
from compare.metrics.base import Metric
from compare.metrics.labels import Accuracy, BalancedAccuracy, Coverage, ErrorRate, Recall
from compare.questions.options import Plan
from compare.results import Estimate, ModelScore, Settings
from compare.table import Table

__all__ = [
    "baselines",
    "class_notes",
    "class_tables",
    "others",
    "read_table",
    "score_models",
]


def read_table(data: tuple[Any, ...], plan: Plan, n_models: int | None = None) -> Table:
    """Table of what a verb was given: a table as it is, all else through the readers."""
    if len(data) == 1 and isinstance(data[0], Table):
        return data[0]
    from compare.data.load import load  # counts alone need no reader

    return load(*data, reading=plan["reading"], n_models=n_models)


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
    wanted = None
    if interval is not None:
        wanted = named_interval(interval, PROPORTIONS, draws=settings.draws)
    return tuple(_score(table.project(m), metric, wanted, settings) for m in table.models)


def _score(
    table: Table, metric: Metric, wanted: IntervalMethod | None, settings: Settings
) -> ModelScore:
    """Estimates of the one model of a table."""
    outcomes = table.outcomes()  # once for all metrics: it has far fewer cells
    first = _estimate(metric, table if "answer" in metric.needs else outcomes, settings, wanted)
    return ModelScore(
        table.models[0],
        (
            first,
            *(_estimate(m, outcomes, settings, wanted, asked=False) for m in others(table, metric)),
        ),
        tuple(
            _estimate(Recall(label), part, settings, wanted, asked=False)
            for label, part in class_tables(outcomes)
        ),
        _estimate(Coverage(), table, settings),
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
    settings: Settings,
    wanted: IntervalMethod | None = None,
    *,
    asked: bool = True,
) -> Estimate:
    """Estimate with the interval asked for, or the metric's own where none was or none fits."""
    estimand = Estimand.of(metric, table, *table.models)
    maker = default_interval(estimand)
    if wanted is not None and (asked or _fits(wanted, estimand)):
        maker = wanted
    return Estimate.of(estimand, maker, settings.confidence_level, draws=settings.draws)


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
    if isinstance(metric, ErrorRate):
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
    found = _score(constant, metric, None, settings).estimates
    return tuple(_fixed(e) for e in found), 1.0 / np.count_nonzero(counts)


def _fixed(found: Estimate) -> Estimate:
    """Estimate without an interval where it is fixed by definition."""
    if found.quantity != BalancedAccuracy.name:
        return found
    return replace(found, low=found.value, high=found.value, standard_error=0.0, method="fixed")
