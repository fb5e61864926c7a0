"""Generated inputs and the discovered metrics and methods that the contracts run on."""

from dataclasses import fields
from typing import Any

import hypothesis.strategies as st
import numpy as np
from hypothesis import settings

from compare._types import Alternative
from compare.metrics import labels
from compare.metrics.base import Metric
from compare.table import NO_ANSWER, Table

settings.register_profile("contracts", max_examples=60, deadline=None, derandomize=True)
settings.load_profile("contracts")

CLASSES = ("a", "b", "c")


def discovered_metrics() -> list[Metric]:
    """Every public metric class, made with the class "a" where it asks for one."""
    found: list[Metric] = []
    for name in labels.__all__:
        made: Any = getattr(labels, name)
        found.append(made(*("a" for _ in fields(made))))
    return found


METRICS = discovered_metrics()
MIRROR: dict[Alternative, Alternative] = {
    "two-sided": "two-sided",
    "less": "greater",
    "greater": "less",
}
"""The side that a question is about once the models have changed places."""


@st.composite
def rows(draw: st.DrawFn, min_size: int = 0, max_size: int = 40) -> Any:
    """Codes (label, answer of A, answer of B), shape (N, 3); -1 is no answer."""
    answer = st.integers(NO_ANSWER, len(CLASSES) - 1)
    row = st.tuples(st.integers(0, len(CLASSES) - 1), answer, answer)
    drawn = draw(st.lists(row, min_size=min_size, max_size=max_size))
    return np.array(drawn, dtype=np.int64).reshape(-1, 3)


def table_of(codes: Any, **options: Any) -> Table:
    """Table of the models A and B."""
    return Table.from_codes(CLASSES, ("A", "B"), codes[:, 0], codes[:, 1:], **options)
