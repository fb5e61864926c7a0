"""Invariants of every metric: row order, merging, weights, relabelling, degenerate input."""

from typing import Any

import numpy as np
import pytest
from contracts.generated import CLASSES, METRICS, rows, table_of
from hypothesis import given

from compare.inference.delta import influence
from compare.methods.base import Estimand
from compare.metrics.base import Metric
from compare.table import Table

each_metric = pytest.mark.parametrize("metric", METRICS, ids=lambda m: m.name)


def value(metric: Metric, table: Table, *models: str) -> float:
    return Estimand.of(metric, table, *models).estimate


@given(rows(min_size=1))
def test_row_order_changes_nothing(codes: Any) -> None:
    shuffled = codes[np.random.default_rng(0).permutation(len(codes))]
    assert table_of(shuffled) == table_of(codes)


@each_metric
@given(first=rows(), second=rows(min_size=1))
def test_a_sum_of_tables_is_the_table_of_all_items(metric: Metric, first: Any, second: Any) -> None:
    together = table_of(np.concatenate([first, second]))
    summed = table_of(first) + table_of(second)
    assert summed == together
    assert value(metric, summed, "A") == pytest.approx(value(metric, together, "A"), nan_ok=True)


@each_metric
@given(codes=rows(min_size=2))
def test_whole_weights_equal_repetition_in_value_only(metric: Metric, codes: Any) -> None:
    weights = np.arange(len(codes)) % 3 + 1
    weighted = Estimand.of(metric, table_of(codes, weights=weights), "A")
    repeated = Estimand.of(metric, table_of(np.repeat(codes, weights, axis=0)), "A")
    assert weighted.estimate == pytest.approx(repeated.estimate, nan_ok=True)
    assert weighted.units.n < repeated.units.n
    if repeated.standard_error > 1e-9:
        assert weighted.standard_error > repeated.standard_error


@each_metric
@given(codes=rows(min_size=1))
def test_scaling_the_weights_changes_nothing(metric: Metric, codes: Any) -> None:
    weights = np.linspace(0.5, 2.0, len(codes))
    one = Estimand.of(metric, table_of(codes, weights=weights), "A", "B")
    thousand = Estimand.of(metric, table_of(codes, weights=1000 * weights), "A", "B")
    assert thousand.estimate == pytest.approx(one.estimate, nan_ok=True)
    assert thousand.standard_error == pytest.approx(one.standard_error, nan_ok=True)


@each_metric
@given(codes=rows(min_size=1))
def test_the_order_of_classes_changes_nothing(metric: Metric, codes: Any) -> None:
    reordered = table_of(codes).with_classes(CLASSES[::-1])
    assert value(metric, reordered, "A", "B") == pytest.approx(
        value(metric, table_of(codes), "A", "B"), nan_ok=True
    )


@each_metric
@given(codes=rows(min_size=1))
def test_swapping_models_negates_the_difference(metric: Metric, codes: Any) -> None:
    forth = value(metric, table_of(codes), "A", "B")
    back = value(metric, table_of(codes), "B", "A")
    assert forth == pytest.approx(-back, nan_ok=True)


@each_metric
def test_no_items_is_undefined_with_a_reason(metric: Metric) -> None:
    estimand = Estimand.of(metric, table_of(np.empty((0, 3), dtype=np.int64)), "A")
    assert np.isnan(estimand.estimate)
    assert estimand.undefined == "no items"


@each_metric
@given(codes=rows(min_size=1))
def test_values_stay_in_the_range(metric: Metric, codes: Any) -> None:
    found = value(metric, table_of(codes), "A")
    low, high = metric.range
    assert np.isnan(found) or low <= found <= high


@each_metric
@given(codes=rows(min_size=3))
def test_the_complex_step_equals_finite_differences(metric: Metric, codes: Any) -> None:
    estimand = Estimand.of(metric, table_of(codes), "A")
    units = estimand.units
    if estimand.undefined:
        return
    step = 1e-6
    numeric = (
        estimand.value(units.totals + step * units.x)
        - estimand.value(units.totals - step * units.x)
    ) / (2 * step)
    assert influence(units, estimand.value) == pytest.approx(numeric, abs=1e-6)
