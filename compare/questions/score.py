"""How good is a model? Each metric with an interval, beside what guessing would give."""

from typing import Any, Unpack

from compare.questions.options import Options, Plan, read_options
from compare.questions.parts import baselines, class_notes, read_table, score_models
from compare.results import Evaluation
from compare.table import Table

__all__ = ["evaluate", "score"]

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
    return evaluate(read_table(data, plan), plan)


def evaluate(table: Table, plan: Plan) -> Evaluation:
    """Evaluate the models of a table."""
    settings, metric = plan["settings"], plan["metric"]
    models = score_models(table, metric, plan["interval"], settings)
    majority, chance = baselines(table, metric, settings)
    return Evaluation(table, settings, models, majority, chance, notes=_notes(table))


def _notes(table: Table) -> tuple[str, ...]:
    return class_notes(table) if table.n_items else ("no_items",)
