"""Intervals of one proportion: properties, ends, extreme levels and counts, errors."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numerics.reference_tables import assert_close

from compare.errors import UsageError
from compare.numerics import binomial
from compare.numerics.tails import binomial_cdf, binomial_sf, normal_isf

mpmath = pytest.importorskip("mpmath")

METHODS = tuple(binomial.__all__)
DEGENERATE = {"wald", "logit"}  # zero width or undefined at k = 0 and k = n
# These may leave the estimate out near 0 and 1, as their docstrings say.
LEAVE_OUT = {"jeffreys_raw", "agresti_coull_plus4"}
bounded_search = settings(max_examples=40, deadline=None)
counts = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
levels = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999])


def limits(method: str, k: Any, n: Any, level: float = 0.95, alternative: str = "two-sided") -> Any:
    return getattr(binomial, method)(k, n, confidence_level=level, alternative=alternative)


@pytest.mark.parametrize("method", METHODS)
@bounded_search
@given(count=counts, level=levels)
def test_right_and_wrong_answers_mirror(method: str, count: tuple[int, int], level: float) -> None:
    k, n = count
    low, high = limits(method, k, n, level)
    mirrored = limits(method, n - k, n, level)
    assert_close((1 - mirrored[1], 1 - mirrored[0]), (low, high), atol=2e-12)


@pytest.mark.parametrize("method", METHODS)
@bounded_search
@given(count=counts, pair=st.tuples(levels, levels))
def test_a_higher_level_is_wider(
    method: str, count: tuple[int, int], pair: tuple[float, float]
) -> None:
    k, n = count
    low, high = limits(method, k, n, min(pair))
    wide_low, wide_high = limits(method, k, n, max(pair))
    assert not wide_low > low + 1e-14
    assert not wide_high < high - 1e-14


@pytest.mark.parametrize("method", [m for m in METHODS if m not in {"wald", "wald_cc", "logit"}])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.9999])
@pytest.mark.parametrize("n", [1, 2, 17, 100])
def test_limits_rise_with_the_number_right(method: str, n: int, level: float) -> None:
    low, high = limits(method, np.arange(n + 1), n, level)
    assert (np.diff(low) >= -1e-15).all()
    assert (np.diff(high) >= -1e-15).all()


@pytest.mark.parametrize("method", [m for m in METHODS if m not in LEAVE_OUT])
@bounded_search
@given(count=counts, level=st.sampled_from([0.9, 0.95, 0.99, 0.9999]))
def test_the_interval_holds_the_estimate(method: str, count: tuple[int, int], level: float) -> None:
    k, n = count
    low, high = limits(method, k, n, level)
    assert not low > k / n + 1e-15
    assert not high < k / n - 1e-15


@bounded_search
@given(count=counts, level=levels)
def test_exact_holds_midp(count: tuple[int, int], level: float) -> None:
    outer, inner = limits("clopper_pearson", *count, level), limits("midp", *count, level)
    assert outer[0] <= inner[0] + 1e-15
    assert inner[1] <= outer[1] + 1e-15


@bounded_search
@given(count=counts, level=levels)
def test_limits_solve_their_equations(count: tuple[int, int], level: float) -> None:
    k, n = count
    tail, z = round((1 - level) / 2, 15), normal_isf(round((1 - level) / 2, 15))
    low, high = limits("wilson", k, n, level)
    for limit in {float(low), float(high)} - {0.0, 1.0}:
        assert_close(abs(k / n - limit), z * np.sqrt(limit * (1 - limit) / n), atol=1e-11)
    low, high = limits("clopper_pearson", k, n, level)
    assert k == 0 or binomial_sf(k - 1, n, low) == pytest.approx(tail, rel=1e-9)
    assert k == n or binomial_cdf(k, n, high) == pytest.approx(tail, rel=1e-9)
    low, high = limits("midp", k, n, level)
    above = binomial_sf(k, n, low) + binomial_sf(k - 1, n, low)
    below = binomial_cdf(k, n, high) + binomial_cdf(k - 1, n, high)
    assert k == 0 or above / 2 == pytest.approx(tail, rel=1e-9)
    assert k == n or below / 2 == pytest.approx(tail, rel=1e-9)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("level", [0.9, 0.99, 0.9999])
def test_one_sided_bound_is_the_limit_of_a_wider_alpha(method: str, level: float) -> None:
    k, n = np.array([0, 3, 50, 99, 100]), 100
    low, high = limits(method, k, n, 2 * level - 1)
    undefined = np.isnan(low)
    greater, less = limits(method, k, n, level, "greater"), limits(method, k, n, level, "less")
    assert_close(greater[0], low)
    assert_close(less[1], high)
    np.testing.assert_array_equal(greater[1], np.where(undefined, np.nan, 1.0))
    np.testing.assert_array_equal(less[0], np.where(undefined, np.nan, 0.0))


@pytest.mark.parametrize("method", METHODS)
def test_range_ends_and_types(method: str) -> None:
    for level in (0.5, 0.95, 0.9999, 1 - 1e-7):
        low, high = limits(method, [[0, 1], [0, 7]], [[1, 1], [7, 7]], level)
        assert low.shape == high.shape == (2, 2)
        if method == "logit":
            assert np.isnan(low).all()
            continue
        assert ((low >= 0) & (high <= 1)).all()
        if method not in LEAVE_OUT:
            assert (low[:, 0] == 0).all()
            assert (high[:, 1] == 1).all()
        assert method in DEGENERATE or (high > low).all()
    low, high = limits(method, 3, 7)
    assert isinstance(low, np.float64)
    assert isinstance(high, np.float64)


@pytest.mark.parametrize("method", METHODS)
def test_no_items_give_nan(method: str) -> None:
    for alternative in ("two-sided", "less", "greater"):
        found = limits(method, [0, 1], [0, 2], 0.95, alternative)
        assert np.isnan([found[0][0], found[1][0]]).all()
        assert not np.isnan([found[0][1], found[1][1]]).any()
        assert np.isnan(limits(method, 0, 0, 0.95, alternative)).all()


def test_perfect_scores_have_the_known_bounds() -> None:
    n = np.array([1, 12, 1000, 10**9])
    low, _ = binomial.clopper_pearson(n, n, alternative="greater")
    assert_close(low, 0.05 ** (1 / n))
    low, high = binomial.clopper_pearson([0, 30], 30)
    assert_close((low[1], high[0]), (0.884297, 0.115703), atol=5e-7)
    low, high = binomial.wilson([0, 30], 30)
    assert_close((low[1], high[0]), (0.886487, 0.113513), atol=5e-7)
    _, high = binomial.clopper_pearson(0, 1000, confidence_level=1 - 1e-7)
    assert_close(high, -np.expm1(np.log(5e-8) / 1000))


def test_wilson_keeps_its_digits_for_few_right_of_many() -> None:
    k, n, z = mpmath.mpf(1), mpmath.mpf(10**9), mpmath.mpf(float(normal_isf(0.025)))
    root = mpmath.sqrt(k * (n - k) / n + z**2 / 4)
    low, high = binomial.wilson(1, 10**9)
    assert_close(low, float((k + z**2 / 2 - z * root) / (n + z**2)), atol=0)
    assert_close(high, float((k + z**2 / 2 + z * root) / (n + z**2)), atol=0)


# An ulp of a limit near 1 moves its area by about n ulps.
@pytest.mark.parametrize(
    ("k", "n", "slack"),
    [(3, 10**9, 1e-11), (400, 10**9, 1e-10), (7, 50, 1e-12), (10**9 - 2, 10**9, 1e-5)],
)
@pytest.mark.parametrize("level", [0.95, 0.9999])
def test_tail_limits_against_forty_digits(k: int, n: int, slack: float, level: float) -> None:
    tail = round((1 - level) / 2, 15)
    low, high = binomial.clopper_pearson(k, n, confidence_level=level)
    with mpmath.workdps(40):

        def area(values: range, p: Any) -> Any:
            chance = mpmath.mpf(float(p))
            return mpmath.fsum(
                mpmath.binomial(n, j) * chance**j * (1 - chance) ** (n - j) for j in values
            )

        if k <= n - k:
            above, below = 1 - area(range(k), low), area(range(k + 1), high)
        else:
            above, below = area(range(k, n + 1), low), 1 - area(range(k + 1, n + 1), high)
        assert abs(above / tail - 1) < slack
        assert abs(below / tail - 1) < slack


def test_large_numbers_bring_all_intervals_together() -> None:
    found = np.array([limits(m, 3 * 10**8, 10**9) for m in METHODS])
    assert np.ptp(found, axis=0).max() < 1e-8


@pytest.mark.parametrize(
    ("k", "n", "message"),
    [
        (5, 4, "k = 5 of n = 4"),
        (-1, 4, "k must be whole numbers of items, 0 or more; found -1"),
        (1.5, 4, "k must be whole"),
        (1, -4, "n must be whole"),
        (float("nan"), 4, "not finite"),
    ],
)
def test_impossible_counts_are_refused(k: float, n: float, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        binomial.wilson(k, n)


def test_levels_and_sides_are_checked() -> None:
    with pytest.raises(UsageError, match=r"for 95 % write 0\.95"):
        binomial.wilson(1, 2, confidence_level=95)
    with pytest.raises(UsageError, match=r"above 0\.5"):
        binomial.wilson(1, 2, confidence_level=0.5, alternative="less")
    with pytest.raises(UsageError, match="alternative"):
        binomial.wilson(1, 2, alternative="upper")  # type: ignore[arg-type]  # a wrong type on purpose
