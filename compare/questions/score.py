"""How good is a model? Each metric with an interval, beside what guessing would give."""

import math
from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np

from compare.methods.base import Estimand, IntervalMethod
from compare.methods.general import Delta
from compare.methods.intervals import PROPORTIONS, MeanAgrestiCoull, Wilson, named_interval
from compare.metrics.base import Metric
from compare.metrics.labels import Accuracy, BalancedAccuracy, Coverage, Recall
from compare.questions.options import Options, Plan, read_options
from compare.results import Estimate, Evaluation, ModelScore, Settings
from compare.table import Table

__all__ = ["baselines", "evaluate", "score", "score_models"]

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
        Reading: ``id``, ``true``, ``pred``, ``correct`` (names of columns), ``names`` (of the
        models), ``labels`` (the closed list of classes), ``invalid`` and ``abstain``
        ("wrong", "drop" or "class"), ``abstain_label``, ``same_keys``, ``per_class``.
        Method: ``metric`` ("accuracy", "balanced", "error" or a Metric), ``interval``
        ("wilson", "exact", "normal", "bootstrap", ... or a method), ``confidence_level``,
        ``rng``, ``n_resamples``.

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
    Evaluation(accuracy 0.75 [0.3006, 0.9544], n=4, 1 model(s))
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
    settings = plan["settings"]
    maker = named_interval(plan["interval"], PROPORTIONS)
    models = score_models(table, plan["metric"], maker, settings)
    majority, chance = baselines(table, plan["metric"], maker, settings)
    return Evaluation(table, settings, models, majority, chance, notes=_notes(table))


def _notes(table: Table) -> tuple[str, ...]:
    return () if table.n_items else ("no_items",)


def score_models(
    table: Table, metric: Metric, maker: IntervalMethod, settings: Settings
) -> tuple[ModelScore, ...]:
    """Estimates of each model of a table."""
    metrics = metrics_of(table, metric)
    present = [c for c, n in zip(table.classes, table.class_counts(), strict=True) if n]
    recalls = [Recall(c) for c in present] if table.has_classes else []
    return tuple(
        ModelScore(
            model,
            _estimates(table.project(model), metrics, maker, settings),
            _estimates(table.project(model), recalls, maker, settings),
            _estimates(table.project(model), [Coverage()], Wilson(), settings)[0],
        )
        for model in table.models
    )


def _estimates(
    table: Table, metrics: Sequence[Metric], maker: IntervalMethod, settings: Settings
) -> tuple[Estimate, ...]:
    """Estimates of the one model of a table."""
    outcomes = table.outcomes()  # once for all metrics: it has far fewer cells

    def estimate(metric: Metric) -> Estimate:
        seen = table if "answer" in metric.needs else outcomes
        estimand = Estimand.of(metric, seen, *table.models)
        return Estimate.of(estimand, _maker(estimand, maker), settings.confidence_level)

    return tuple(estimate(m) for m in metrics)


def metrics_of(table: Table, metric: Metric) -> list[Metric]:
    """Return the metric asked for, then accuracy and balanced accuracy where classes are known."""
    others: list[Metric] = [Accuracy(), BalancedAccuracy()] if table.has_classes else [Accuracy()]
    if metric.name == "error rate":
        others = others[1:]
    return [metric, *(m for m in others if m.name != metric.name)]


def _maker(estimand: Estimand, wanted: IntervalMethod) -> IntervalMethod:
    """The interval asked for where the metric is one proportion, else the metric's default."""
    if not estimand.metric.proportions:
        return Delta()
    return wanted if estimand.units.x.shape[2] == 2 else MeanAgrestiCoull()


def baselines(
    table: Table, metric: Metric, maker: IntervalMethod, settings: Settings
) -> tuple[tuple[Estimate, ...], float]:
    """Estimates of always answering the most frequent class, and the chance level.

    Returns
    -------
    majority : tuple of Estimate
        Empty where classes are not known or there are no items.
    chance : float
        Accuracy of uniform guessing among the classes; NaN where they are not known.
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
    found = _estimates(constant, metrics_of(table, metric), maker, settings)
    return found, 1.0 / len(table.classes)
