"""Distinct rows: the same as numpy.unique along axis 0."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from compare._rows import distinct_rows


def agrees(rows: NDArray[Any]) -> bool:
    kinds, where = distinct_rows(rows)
    expected, places = np.unique(rows, axis=0, return_inverse=True)
    same = np.array_equal(kinds, expected) and np.array_equal(where, places.reshape(-1))
    return same and kinds.dtype == rows.dtype


@given(
    st.integers(0, 30),
    st.integers(1, 80),
    st.sampled_from([1, 2, 3, 1000, 2**31 - 1, 2**40]),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_rows_of_whole_numbers(n: int, columns: int, top: int, floats: bool, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.integers(-2, top, (n, columns))
    repeated = rows[rng.integers(0, n, 2 * n)] if n else rows
    assert agrees(repeated.astype(np.float64) if floats else repeated)


@pytest.mark.parametrize("value", [0.5, np.inf, 1e300])
def test_other_numbers(value: float) -> None:
    assert agrees(np.array([[1.0, value], [0.0, 1.0], [1.0, value]]))
