"""Names of shared types and of the literal words that arguments accept."""

from dataclasses import fields
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "DRAWS",
    "Alternative",
    "ArrayLike",
    "BoolArray",
    "ConfidenceInterval",
    "Draws",
    "FloatArray",
    "IntArray",
    "Label",
    "Policy",
    "Record",
]

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.int64]
BoolArray: TypeAlias = NDArray[np.bool_]

Label: TypeAlias = str | int | float | bool
"""A class label. 1, 1.0 and True name one class, as they do in Python."""

Alternative: TypeAlias = Literal["two-sided", "less", "greater"]
Policy: TypeAlias = Literal["wrong", "drop", "class"]


class ConfidenceInterval(NamedTuple):
    """Limits of an interval, on the scale of the estimate (accuracies in [0, 1])."""

    low: float
    high: float


class Draws(NamedTuple):
    """How many random draws a method takes, and the seed that they can be had from again."""

    n_resamples: int = 9999
    seed: int = 0


DRAWS = Draws()


class Record:
    """Base of frozen dataclasses (with ``eq=False``) in which an undefined number equals itself.

    NaN differs from NaN; two results that are undefined in the same place are equal all the same.
    """

    __slots__ = ()

    def _key(self) -> Any:
        """What equal records share: the fields that are compared, NaN as a word."""
        values = (getattr(self, f.name) for f in fields(self) if f.compare)  # type: ignore[arg-type]  # only dataclasses derive from this
        return tuple("undefined" if v != v else v for v in values)  # noqa: PLR0124  # NaN alone

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())
