"""Invariants of every interval: it holds its estimate, nests, stays in range, mirrors."""

import math
from typing import Any

import numpy as np
import pytest
from contracts.generated import METRICS, rows, table_of
from hypothesis import given

from compare._types import Alternative, Draws
from compare.errors import MethodError
from compare.methods.base import Estimand, IntervalMethod, Limits
from compare.methods.families import FAMILIES, Family, balanced_family
from compare.methods.general import Bootstrap, Delta
from compare.methods.intervals import (
    DIFFERENCES,
    PROPORTIONS,
    AgrestiCoull,
    BonettPrice,
    Mover,
)
from compare.metrics.base import Metric
from compare.metrics.labels import Accuracy, BalancedAccuracy
from compare.table import Table

MAKERS: dict[str, IntervalMethod] = {
    **{f"one: {k}": make() for k, make in PROPORTIONS.items()},
    **{f"difference: {k}": make() for k, make in DIFFERENCES.items()},
    **{f"family: {k}": make().interval for k, make in FAMILIES.items()},
    "family: balanced": balanced_family(Draws(999, seed=0)).interval,
    "mover": Mover(),
    "mean": AgrestiCoull(),
    "mean difference": BonettPrice(),
    "delta": Delta(),
    "drawn": Bootstrap("percentile", 199),
    "drawn bca": Bootstrap("bca", 199),
    "drawn basic": Bootstrap("basic", 199),
}
each_maker = pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS.keys())
CENTRED_BY_LAW = ("basic", "percentile", "bca")


def estimands(table: Table, maker: IntervalMethod) -> list[Estimand]:
    """Every estimand of the discovered metrics that a maker fits."""
    found = []
    for metric in METRICS:
        for models in (("A",), ("A", "B")):
            estimand = Estimand.of(metric, table, *models)
            try:
                maker.check(estimand)
            except MethodError:
                continue
            found.append(estimand)
    return found


def limits(
    maker: IntervalMethod,
    estimand: Estimand,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> Limits:
    return maker.apply(estimand, level, alternative)


@each_maker
def test_every_maker_fits_some_metric(maker: IntervalMethod) -> None:
    codes = np.array([[0, 0, 1], [1, 1, 1], [2, 0, 2], [0, 1, 0]])
    assert estimands(table_of(codes), maker)


@each_maker
@given(codes=rows(min_size=1))
def test_holds_its_estimate_and_stays_in_range(maker: IntervalMethod, codes: Any) -> None:
    for estimand in estimands(table_of(codes), maker):
        found = limits(maker, estimand)
        bottom, top = estimand.range
        if math.isnan(found.low):
            assert found.notes or estimand.undefined
            continue
        assert bottom - 1e-12 <= found.low <= found.high <= top + 1e-12
        if maker.name.split()[-1] not in CENTRED_BY_LAW:
            assert found.low - 1e-9 <= estimand.estimate <= found.high + 1e-9


@each_maker
@given(codes=rows(min_size=1))
def test_is_nested_in_the_level(maker: IntervalMethod, codes: Any) -> None:
    for estimand in estimands(table_of(codes), maker):
        inner, outer = limits(maker, estimand, 0.8), limits(maker, estimand, 0.99)
        if not math.isnan(inner.low + outer.low):
            assert outer.low <= inner.low + 1e-9
            assert inner.high <= outer.high + 1e-9


@each_maker
@given(codes=rows(min_size=1))
def test_mirrors_when_models_are_swapped(maker: IntervalMethod, codes: Any) -> None:
    table = table_of(codes)
    if "drawn" in getattr(maker, "name", "") or isinstance(maker, Bootstrap):
        return  # random draws mirror in law only; the exact bootstrap has its own test
    for estimand in (e for e in estimands(table, maker) if e.paired):
        back = Estimand.of(estimand.metric, table, "B", "A")
        forth, mirrored = limits(maker, estimand), limits(maker, back)
        assert (forth.low, forth.high) == pytest.approx(
            (-mirrored.high, -mirrored.low), nan_ok=True, abs=1e-9
        )


@each_maker
@given(codes=rows(min_size=1))
def test_one_sided_limits_are_two_sided_ones_of_twice_the_tail(
    maker: IntervalMethod, codes: Any
) -> None:
    if hasattr(maker, "test"):
        return  # a dual interval follows the p-value of its own alternative
    for estimand in estimands(table_of(codes), maker):
        both = limits(maker, estimand, 0.9)
        lower = limits(maker, estimand, 0.95, "greater")
        upper = limits(maker, estimand, 0.95, "less")
        if not math.isnan(both.low + lower.low + upper.high):
            assert lower.low == pytest.approx(both.low, abs=1e-9)
            assert upper.high == pytest.approx(both.high, abs=1e-9)
            assert (upper.low, lower.high) == pytest.approx(estimand.range)


@pytest.mark.parametrize("n", [1, 7, 1000])
@pytest.mark.parametrize("metric", METRICS, ids=lambda m: m.name)
def test_identical_models_have_an_interval_of_positive_width(metric: Metric, n: int) -> None:
    codes = np.column_stack([np.arange(n) % 3, np.arange(n) % 2, np.arange(n) % 2])
    table = table_of(codes)
    single = Estimand.of(metric, table, "A", "B").units.x.shape[2] == 2
    families: list[Family] = (
        [make() for make in FAMILIES.values()] if single else [balanced_family(Draws(999, seed=0))]
    )
    for family in families:
        estimand = Estimand.of(metric, table, "A", "B")
        found = family.interval.apply(estimand, 0.95, "two-sided")
        assert estimand.estimate == 0.0
        assert found.low < 0.0 < found.high
        assert family.test.apply(estimand, "two-sided").pvalue == 1.0


def test_the_delta_method_equals_closed_forms() -> None:
    table = Table.from_pairs(both=371, only_first=14, only_second=30, neither=85)
    pair = Estimand.of(Accuracy(), table, "A", "B")
    n, d, m = 500, 16, 44
    assert pair.standard_error == pytest.approx(math.sqrt((m - d**2 / n) / n / (n - 1)), rel=1e-9)
    one = Estimand.of(Accuracy(), table, "A")
    assert one.standard_error == pytest.approx(math.sqrt(0.77 * 0.23 / 499), rel=1e-9)


def test_the_delta_method_of_balanced_accuracy_equals_its_closed_form() -> None:
    codes = np.repeat([[0, 0, 0], [0, 1, 0], [1, 1, 1], [1, 0, 1]], [41, 9, 5, 3], axis=0)
    found = Estimand.of(BalancedAccuracy(), table_of(codes), "A").standard_error
    recalls, sizes, n = np.array([41 / 50, 5 / 8]), np.array([50, 8]), 58
    closed = math.sqrt(np.sum(recalls * (1 - recalls) / sizes) / 4 * n / (n - 1))
    assert found == pytest.approx(closed, rel=1e-9)
