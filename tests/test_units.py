"""Sampling units: merging, totals, and exchange of models."""

import numpy as np
import pytest

from compare.units import Units


def test_units_that_contribute_alike_are_merged() -> None:
    units = Units.from_contributions([[[1.0, 1.0], [0.0, 1.0], [1.0, 1.0]]], m=[3, 4, 5])
    assert units.m.tolist() == [4, 8]
    assert units.totals.tolist() == [[8.0, 12.0]]
    assert units.n == 12
    assert not units.weighted


def test_weights_enter_the_totals() -> None:
    units = Units.from_contributions(
        [[[1.0, 1.0], [0.0, 1.0]]], m=[1, 1], w=np.array([3.0, 1.0]), w2=np.array([9.0, 1.0])
    )
    assert units.totals.tolist() == [[3.0, 4.0]]
    assert units.weighted


def test_exchange_reverses_the_models() -> None:
    units = Units.from_contributions([[[1.0, 1.0]], [[0.0, 1.0]]], m=[2])
    assert units.swapped[0].tolist() == [[0.0, 1.0], [1.0, 1.0]]


@pytest.mark.parametrize("shape", [(3,), (2, 3)])
def test_sums_keep_leading_axes(shape: tuple[int, ...]) -> None:
    units = Units.from_contributions([np.eye(3), np.eye(3)[::-1]], m=[1, 1, 1])
    assert units.sum(np.ones(shape)).shape == (*shape[:-1], 2, 3)
