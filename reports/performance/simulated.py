"""Labels and predictions of two models, drawn once a size."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Labels", "draw"]

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Labels:
    """True labels of K classes and the answers of two models, shape (items,) each."""

    truth: Array
    first: Array
    second: Array

    def astype(self, kind: Any) -> "Labels":
        """Return the same labels in another type."""
        return Labels(self.truth.astype(kind), self.first.astype(kind), self.second.astype(kind))


def draw(items: int, classes: int = 10, seed: int = 0) -> Labels:
    """Draw labels; the models are right on about 82 % of the items, partly the same.

    Parameters
    ----------
    items, classes, seed : int
    """
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, items)
    easy = rng.random(items) < 0.7
    answers = [
        np.where(easy | (rng.random(items) < knows), truth, rng.integers(0, classes, items))
        for knows in (0.33, 0.335)
    ]
    return Labels(truth, *answers)
