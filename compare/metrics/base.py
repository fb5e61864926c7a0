"""What a metric has to say of itself."""

from typing import Any, Literal, Protocol, TypeAlias

from compare._types import FloatArray
from compare.table import Table

__all__ = ["Metric", "Need"]

Need: TypeAlias = Literal["hits", "label", "answer"]


class Metric(Protocol):
    """A number that additive totals determine.

    Attributes
    ----------
    name : str
        The field's term.
    range : tuple of float
        Smallest and largest value.
    proportions : bool
        True where the totals are right answers, then trials, of one or more proportions and
        the value is their plain mean (accuracy: one proportion, balanced accuracy: one a class).
        Count-based intervals and tests then apply.
    greater_is_better : bool
    needs : tuple of {"hits", "label", "answer"}
        What the metric looks at: right or wrong, the true class, the answer given.
    """

    @property
    def name(self) -> str:
        """The field's term."""
        ...

    @property
    def range(self) -> tuple[float, float]:
        """Smallest and largest value."""
        ...

    @property
    def proportions(self) -> bool:
        """Whether the value is the plain mean of proportions."""
        ...

    @property
    def greater_is_better(self) -> bool:
        """Direction."""
        ...

    @property
    def needs(self) -> tuple[Need, ...]:
        """What the metric looks at."""
        ...

    def contributions(self, table: Table, model: str) -> FloatArray:
        """What an item of each cell adds to the totals, shape (cells, q)."""
        ...

    def value(self, totals: Any) -> Any:
        """Value from totals of shape (..., q).

        It is written in plain arithmetic, so that complex totals pass through: the delta
        method differentiates by the complex step.
        """
        ...

    def undefined(self, totals: FloatArray) -> str:
        """Why the value is undefined at totals of shape (q,), or an empty text."""
        ...
