"""Holm's adjustment and the limits of a mean."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numerics.reference_tables import assert_close

from compare.errors import UsageError
from compare.numerics import adjust, combine


@settings(max_examples=60, deadline=None)
@given(raw=st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_lies_between_raw_and_bonferroni(raw: list[float]) -> None:
    p, adjusted = np.array(raw), adjust.holm(raw)
    assert (adjusted >= p).all()
    assert (adjusted <= np.minimum(p * p.size, 1.0)).all()
    order = np.argsort(p)
    assert (np.diff(adjusted[order]) >= 0).all()
    # Holm rejects one after the other while p <= alpha / remaining.
    for alpha in (0.05, 0.2):
        rejected = 0
        while rejected < p.size and p[order][rejected] * (p.size - rejected) <= alpha:
            rejected += 1
        assert (adjusted <= alpha).sum() == rejected


def test_an_undefined_comparison_counts_as_one() -> None:
    found = adjust.holm([0.012, np.nan, 0.03, 0.2, 0.001])
    assert_close(found, [0.048, 1.0, 0.09, 0.4, 0.005])


def test_families_along_the_last_axis() -> None:
    rows = np.array([[0.01, 0.02, 0.5], [0.3, 0.001, 0.04]])
    np.testing.assert_array_equal(adjust.holm(rows), [adjust.holm(row) for row in rows])
    assert adjust.holm([]).shape == (0,)
    assert adjust.holm(0.3) == [0.3]


def test_what_is_no_p_value_is_refused() -> None:
    with pytest.raises(UsageError, match="between 0 and 1"):
        adjust.holm([0.5, 1.2])


def test_mean_of_one_is_itself_and_symmetric_limits_add_in_quadrature() -> None:
    assert_close(combine.mover_mean([0.9], [0.8], [0.95]), (0.8, 0.95))
    point, half = np.array([0.5, 0.6, 0.7]), np.array([0.03, 0.04, 0.12])
    low, high = combine.mover_mean(point, point - half, point + half)
    assert_close((high - low) / 2, 0.13 / 3)
    assert_close((high + low) / 2, 0.6)


def test_absent_classes_are_left_out() -> None:
    whole = combine.mover_mean([0.9, 0.7], [0.8, 0.6], [0.95, 0.78])
    holes = combine.mover_mean(
        [0.9, np.nan, 0.7, 0.5], [0.8, 0.2, 0.6, np.nan], [0.95, 0.4, 0.78, 0.6]
    )
    assert_close(holes, whole)
    assert np.isnan(combine.mover_mean([np.nan], [0.1], [0.2])).all()


def test_axis() -> None:
    point = np.array([[0.9, 0.7, np.nan], [0.8, 0.6, np.nan]])
    low, high = combine.mover_mean(point, point - 0.1, point + 0.05, axis=0)
    single = combine.mover_mean(point[:, 0], point[:, 0] - 0.1, point[:, 0] + 0.05)
    assert_close((low[0], high[0]), single)
    assert np.isnan([low[2], high[2]]).all()


def test_the_room_loads_nothing_heavy() -> None:
    names = ("adjust", "binomial", "bootstrap", "combine", "mcnemar", "odds", "paired", "tails")
    code = ";".join(f"import compare.numerics.{name}" for name in names)
    heavy = "('scipy.stats', 'scipy.optimize', 'pandas', 'matplotlib', 'statsmodels', 'duckdb')"
    code += f";import sys;print([name for name in {heavy} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
