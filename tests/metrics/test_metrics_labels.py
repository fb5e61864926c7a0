"""Metrics of class labels: what the contract tests cannot know."""

import numpy as np
import pytest

from compare.errors import UsageError
from compare.methods.base import Estimand
from compare.metrics.labels import Recall
from compare.table import Table


def table() -> Table:
    return Table.from_codes(["a", "b"], ["m"], np.array([0, 0, 1]), np.array([[0], [1], [1]]))


def test_recall_counts_the_items_of_its_class() -> None:
    assert Estimand.of(Recall("a"), table(), "m").estimate == 0.5
    assert Estimand.of(Recall("b"), table(), "m").estimate == 1.0


def test_recall_of_a_class_that_is_none_names_the_classes() -> None:
    with pytest.raises(UsageError, match=r"no class 'c'; the classes are \['a', 'b'\]"):
        Estimand.of(Recall("c"), table(), "m")
