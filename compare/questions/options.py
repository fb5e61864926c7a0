"""Options that the verbs share: how data are read, and what is fixed before they are."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Protocol, TypedDict, cast, runtime_checkable

import numpy as np

from compare import _check
from compare._types import Alternative, Label, Policy
from compare.data.reading import Reading
from compare.errors import UsageError
from compare.methods.base import IntervalMethod
from compare.methods.families import Family
from compare.metrics.base import Metric
from compare.metrics.labels import Accuracy, BalancedAccuracy, ErrorRate
from compare.results import DEFAULT, Settings

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


_OTHER_WORDS = {
    "alpha": "confidence_level (1 - alpha)",
    "counts": "Table.from_pairs or Table.from_correct as the data",
    "level": "confidence_level",
    "method": "interval or test",
    "name": "names",
    "label": "labels",
    "random_state": "rng",
    "resamples": "n_resamples",
    "rope": "margin",
    "seed": "rng",
    "y_true": "true, or the truth as the first argument",
}
"""Words of other tools, and of the command line, with the option that is meant."""


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
    """Options after checking; None where the metric's default is to be taken."""

    reading: Reading
    settings: Settings
    metric: Metric
    test: str | Family | None
    interval: str | IntervalMethod | None
    difference_interval: str | IntervalMethod | None


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
            raise UsageError(f"no option named {name}; {_nearest(name, allowed)}")
    reading = {f.name: options[f.name] for f in fields(Reading) if f.name in options}
    metric = options.get("metric", "accuracy")
    made = _metric(metric)
    test = _given(options, "test", Family)
    interval = _given(options, "interval", _Makes)
    difference = _given(options, "difference_interval", _Makes)
    settings = Settings(
        metric=made.name,
        test=test.test.name if isinstance(test, Family) else test or DEFAULT,
        interval=_name(interval),
        difference_interval=_name(difference),
        confidence_level=_check.confidence_level(options.get("confidence_level", 0.95)),
        alternative=_check.alternative(options.get("alternative", "two-sided")),
        margin=_check.margin(options.get("margin")),
        seed=_seed(options.get("rng")),
        n_resamples=_check.resamples(options.get("n_resamples", 9999)),
    )
    return Plan(
        reading=Reading(**reading),
        settings=settings,
        metric=made,
        test=test,
        interval=interval,
        difference_interval=difference,
    )


@runtime_checkable
class _Makes(Protocol):
    """What an interval method is known by."""

    def apply(self, *args: Any) -> Any:
        """Make limits."""
        ...


def _given(options: Mapping[str, Any], name: str, kind: Any) -> Any:
    """An option that is a name or an object of a kind; None where it was left out."""
    value = options.get(name)
    if value is None or isinstance(value, str | kind):
        return value
    raise UsageError(f"{name} must be a name or a method object, found {value!r}.")


def _name(interval: str | IntervalMethod | None) -> str:
    return interval or DEFAULT if isinstance(interval, str | None) else interval.name


def _nearest(name: str, allowed: frozenset[str]) -> str:
    """What to write in place of an unknown name."""
    meant = _OTHER_WORDS.get(name)
    if meant is None:
        near = difflib.get_close_matches(name, sorted(allowed), 1)
        meant = near[0] if near else None
    return f"did you mean {meant}?" if meant else f"there are {', '.join(sorted(allowed))}."


def _metric(metric: Any) -> Metric:
    if hasattr(metric, "contributions"):
        return cast("Metric", metric)
    name = _SPELLINGS.get(metric, metric) if isinstance(metric, str) else metric
    return METRICS[_check.choice(name, tuple(METRICS), "metric")]()


def _seed(rng: Any) -> int:
    """Return one whole number that the run can be replayed from (SPEC 7 spellings accepted)."""
    try:
        generator = np.random.default_rng(rng)
    except (TypeError, ValueError):
        raise UsageError(
            "rng must be None, a whole number of 0 or more, or a numpy random generator; "
            f"found {rng!r}."
        ) from None
    whole = isinstance(rng, int | np.integer)
    return int(rng) if whole else int(generator.integers(2**32))
