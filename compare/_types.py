"""Names of shared types and of the literal words that arguments accept."""

from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Alternative",
    "ArrayLike",
    "BoolArray",
    "ConfidenceInterval",
    "FloatArray",
    "IntArray",
    "Label",
    "Policy",
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
