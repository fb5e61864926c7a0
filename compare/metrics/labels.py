"""Metrics of class labels: accuracy, error rate, recall of a class, balanced accuracy."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from compare._types import BoolArray, FloatArray, Label
from compare.errors import UsageError
from compare.metrics.base import Need
from compare.table import NO_ANSWER, Table

__all__ = ["Accuracy", "BalancedAccuracy", "Coverage", "ErrorRate", "Recall"]


def _ratio(part: Any, whole: Any) -> Any:
    """Quotient that is NaN where the denominator is zero; passes complex totals."""
    defined = np.real(whole) > 0
    return np.where(defined, part / np.where(defined, whole, 1.0), np.nan)


class _Proportion:
    """Totals are (hits, trials); the value is their quotient."""

    __slots__ = ()
    range: ClassVar[tuple[float, float]] = (0.0, 1.0)
    proportions: ClassVar[bool] = True
    greater_is_better: ClassVar[bool] = True
    needs: ClassVar[tuple[Need, ...]] = ("hits",)

    def value(self, totals: Any) -> Any:
        """Hits by trials, from totals of shape (..., 2)."""
        return _ratio(totals[..., 0], totals[..., 1])

    def undefined(self, totals: FloatArray) -> str:
        """Say that there are no items, where that is so."""
        return "" if totals[1] > 0 else "no items"


def _hits_and_trials(hits: BoolArray, trials: BoolArray) -> FloatArray:
    return np.column_stack([hits & trials, trials]).astype(np.float64)


@dataclass(frozen=True, slots=True)
class Accuracy(_Proportion):
    """Share of the items that a model answers right."""

    name: ClassVar[str] = "accuracy"

    def contributions(self, table: Table, model: str) -> FloatArray:
        """Right answer and trial, shape (cells, 2)."""
        hits = table.hits(model)
        return _hits_and_trials(hits, np.ones_like(hits))


@dataclass(frozen=True, slots=True)
class ErrorRate(_Proportion):
    """Share of the items that a model does not answer right; lower is better."""

    name: ClassVar[str] = "error rate"
    greater_is_better: ClassVar[bool] = False

    def contributions(self, table: Table, model: str) -> FloatArray:
        """Wrong answer and trial, shape (cells, 2)."""
        hits = table.hits(model)
        return _hits_and_trials(~hits, np.ones_like(hits))


@dataclass(frozen=True, slots=True)
class Coverage(_Proportion):
    """Share of the items to which a model gives a valid answer, right or wrong."""

    name: ClassVar[str] = "coverage"
    needs: ClassVar[tuple[Need, ...]] = ("answer",)

    def contributions(self, table: Table, model: str) -> FloatArray:
        """Valid answer and trial, shape (cells, 2)."""
        valid = table.column(model) != NO_ANSWER
        return _hits_and_trials(valid, np.ones_like(valid))


@dataclass(frozen=True, slots=True)
class Recall(_Proportion):
    """Accuracy on the items of one class (its recall, sensitivity, true positive rate).

    Parameters
    ----------
    label : Label
        The class.
    """

    label: Label
    needs: ClassVar[tuple[Need, ...]] = ("hits", "label")

    @property
    def name(self) -> str:
        """Name with the class."""
        return f"recall of {self.label}"

    def contributions(self, table: Table, model: str) -> FloatArray:
        """Right answer and trial on the class's items, shape (cells, 2)."""
        if self.label not in table.classes:
            raise UsageError(f"no class {self.label!r}; the classes are {list(table.classes)}.")
        mine = table.label == table.classes.index(self.label)
        return _hits_and_trials(table.hits(model), mine)


@dataclass(frozen=True, slots=True)
class BalancedAccuracy:
    """Mean of the classes' recalls, over the classes that have true items.

    A class without true items has no recall and is left out of the mean.

    References
    ----------
    Brodersen et al. 2010, The balanced accuracy and its posterior distribution.
    """

    name: ClassVar[str] = "balanced accuracy"
    range: ClassVar[tuple[float, float]] = (0.0, 1.0)
    proportions: ClassVar[bool] = True
    greater_is_better: ClassVar[bool] = True
    needs: ClassVar[tuple[Need, ...]] = ("hits", "label")

    def contributions(self, table: Table, model: str) -> FloatArray:
        """Right answers by true class, then trials by true class, shape (cells, 2K)."""
        of_class = table.label[:, None] == np.arange(len(table.classes))
        hits = of_class & table.hits(model)[:, None]
        return np.hstack([hits, of_class]).astype(np.float64)

    def value(self, totals: Any) -> Any:
        """Mean recall, from totals of shape (..., 2K)."""
        hits, trials = np.split(np.asarray(totals), 2, axis=-1)
        present = np.real(trials) > 0
        recall = np.where(present, hits / np.where(present, trials, 1.0), 0.0)
        return _ratio(recall.sum(axis=-1), present.sum(axis=-1))

    def undefined(self, totals: FloatArray) -> str:
        """Say that there are no items, where that is so."""
        return "" if totals[len(totals) // 2 :].any() else "no items"
