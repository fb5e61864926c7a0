"""Options that the verbs share: how data are read, and what is fixed before they are."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, TypedDict

import numpy as np

from compare import _check
from compare._types import Alternative, Label, Policy
from compare.data.reading import Reading
from compare.errors import UsageError
from compare.methods.base import IntervalMethod
from compare.methods.families import Family
from compare.metrics.base import Metric
from compare.metrics.labels import Accuracy, BalancedAccuracy, ErrorRate
from compare.results import Settings

__all__ = ["METRICS", "Options", "Plan", "read_options"]

METRICS: dict[str, type[Accuracy | BalancedAccuracy | ErrorRate]] = {
    "accuracy": Accuracy,
    "balanced": BalancedAccuracy,
    "error": ErrorRate,
}
"""Metrics by the name that arguments and the command line use."""

_SPELLINGS = {
    "acc": "accuracy",
    "balanced accuracy": "balanced",
    "balanced_accuracy": "balanced",
    "error rate": "error",
    "error_rate": "error",
}


class Options(TypedDict, total=False):
    """Keyword arguments of ``score`` and ``two``; see their docstrings."""

    id: str
    true: Any
    pred: str | Sequence[str]
    correct: str | Sequence[str]
    names: Sequence[str]
    labels: Sequence[Label]
    invalid: Policy
    abstain: Policy
    abstain_label: Label
    same_keys: bool
    per_class: bool
    metric: str | Metric
    test: str | Family
    interval: str | IntervalMethod
    difference_interval: str | IntervalMethod
    confidence_level: float
    alternative: Alternative
    margin: float | None
    rng: Any
    n_resamples: int


class Plan(TypedDict):
    """Options after checking: objects where names were given."""

    reading: Reading
    settings: Settings
    metric: Metric
    test: str | Family
    interval: str | IntervalMethod
    difference_interval: str | IntervalMethod


def read_options(options: Mapping[str, Any], allowed: frozenset[str]) -> Plan:
    """Check options and split them into reading and settings.

    Parameters
    ----------
    options : mapping
    allowed : frozenset of str
        Names that the verb takes.

    Raises
    ------
    UsageError
        For a name that is not allowed, with the nearest one, or a value outside its range.
    """
    for name in options:
        if name not in allowed:
            near = difflib.get_close_matches(name, sorted(allowed), 1)
            hint = f"; did you mean {near[0]}?" if near else f"; there are {sorted(allowed)}"
            raise UsageError(f"no option named {name}{hint}")
    reading = {f.name: options[f.name] for f in fields(Reading) if f.name in options}
    metric = options.get("metric", "accuracy")
    made = _metric(metric)
    test = options.get("test", "midp")
    interval = options.get("interval", "wilson")
    difference = options.get("difference_interval", "dual")
    settings = Settings(
        metric=made.name,
        test=test if isinstance(test, str) else test.test.name,
        interval=interval if isinstance(interval, str) else interval.name,
        difference_interval=difference if isinstance(difference, str) else difference.name,
        confidence_level=_check.confidence_level(options.get("confidence_level", 0.95)),
        alternative=_check.alternative(options.get("alternative", "two-sided")),
        margin=_check.margin(options.get("margin")),
        seed=_seed(options.get("rng")),
        n_resamples=_resamples(options.get("n_resamples", 9999)),
    )
    return Plan(
        reading=Reading(**reading),
        settings=settings,
        metric=made,
        test=test,
        interval=interval,
        difference_interval=difference,
    )


def _metric(metric: str | Metric) -> Metric:
    if not isinstance(metric, str):
        return metric
    name = _SPELLINGS.get(metric, metric)
    return METRICS[_check.choice(name, tuple(METRICS), "metric")]()


def _resamples(value: int) -> int:
    if not isinstance(value, int | np.integer) or value < 100:
        raise UsageError(f"n_resamples must be a whole number, 100 or more; found {value!r}.")
    return int(value)


def _seed(rng: Any) -> int:
    """Return one whole number that the run can be replayed from (SPEC 7 spellings accepted)."""
    if isinstance(rng, int | np.integer):
        return int(rng)
    return int(np.random.default_rng(rng).integers(2**32))
