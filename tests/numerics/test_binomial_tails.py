"""Tail areas, densities and quantiles against exact fractions and forty-digit arithmetic."""

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numerics.reference_tables import assert_close

from compare.errors import UsageError
from compare.numerics import _roots, tails

mpmath = pytest.importorskip("mpmath")

HUGE = 10**9


def exact_pmf(k: int, n: int, p: float) -> Fraction:
    chance = Fraction(p)
    return comb(n, k) * chance**k * (1 - chance) ** (n - k)


@settings(max_examples=40, deadline=None)
@given(
    n=st.integers(0, 60),
    p=st.sampled_from([0.0, 1e-12, 1e-3, 0.25, 0.5, 0.7, 1 - 2**-30, 1.0]),
    shift=st.integers(-2, 62),
)
def test_tails_equal_exact_sums(n: int, p: float, shift: int) -> None:
    k = min(shift, n + 1)
    law = [exact_pmf(j, n, p) for j in range(n + 1)]
    below, above = sum(law[: max(k + 1, 0)]), sum(law[max(k + 1, 0) :])
    assert_close(tails.binomial_cdf(k, n, p), float(below), atol=1e-300)
    assert_close(tails.binomial_sf(k, n, p), float(above), atol=1e-300)
    density = float(law[k]) if 0 <= k <= n else 0.0
    assert_close(tails.binomial_pmf(k, n, p), density, atol=1e-300)


@settings(max_examples=60, deadline=None)
@given(
    n=st.integers(1, 40),
    p=st.sampled_from([0.125, 0.25, 0.5, 0.75]),
    j=st.integers(0, 40),
    side=st.sampled_from([0.0, 1e-9, -1e-9]),
)
def test_quantile_is_the_smallest_value_that_reaches_the_area(
    n: int, p: float, j: int, side: float
) -> None:
    law = np.cumsum([exact_pmf(i, n, p) for i in range(n + 1)])
    u = min(max(float(law[min(j, n)]) * (1 + side), 0.0), 1.0)
    found = tails.binomial_quantile(u, n, p)
    # An exact tie counts as reached even after rounding; areas within 1e-13 may count as ties.
    least, most = (
        next(q for q in range(n + 1) if law[q] >= Fraction(u) * (1 - Fraction(slack)))
        for slack in ("1e-13", "3e-15")
    )
    assert found == n if u == 1.0 else least <= found <= most


@pytest.mark.parametrize("p", [1e-9, 0.0666, 0.5, 1 - 1e-8])
@pytest.mark.parametrize("n", [1000, 10**7, HUGE])
def test_quantile_brackets_the_area_for_large_n(n: int, p: float) -> None:
    u = np.array([1e-12, 5e-8, 5e-5, 0.025, 0.5, 0.975, 1 - 5e-5, 1 - 1e-9])
    q = tails.binomial_quantile(u, n, p)
    assert (q == np.rint(q)).all()
    assert (tails.binomial_cdf(q, n, p) >= u * (1 - 1e-12)).all()
    assert ((q == 0) | (tails.binomial_cdf(q - 1, n, p) < u)).all()


def test_quantile_ends() -> None:
    np.testing.assert_array_equal(
        tails.binomial_quantile([0, 1, 0.5, 1, 0.3], [5, 5, 0, 5, 5], [0.5, 0.5, 0.5, 0.0, 1.0]),
        [0, 5, 0, 0, 5],
    )
    assert np.isnan(tails.binomial_quantile(np.nan, 5, 0.5))
    assert np.isnan(tails.binomial_quantile(0.5, 5, np.nan))
    assert np.isnan(tails.binomial_cdf(np.nan, 5, 0.5))
    assert np.isnan(tails.binomial_sf(np.nan, 5, 0.5))


def long_tail(k: int, n: int, p: float) -> Any:
    """Return P(X <= k) for k below the mean by summing downwards in forty digits."""
    with mpmath.workdps(40):
        chance = mpmath.mpf(p)
        log_density = mpmath.loggamma(n + 1) - mpmath.loggamma(k + 1) - mpmath.loggamma(n - k + 1)
        log_density += k * mpmath.log(chance) + (n - k) * mpmath.log1p(-chance)
        term = total = mpmath.mpf(1)
        odds = chance / (1 - chance)
        for i in range(k):
            term *= mpmath.mpf(k - i) / ((n - k + 1 + i) * odds)
            total += term
            if term < total * mpmath.mpf(10) ** -20:
                break
        return log_density + mpmath.log(total)


@pytest.mark.parametrize(
    ("k", "n", "p"),
    [
        (10**8 // 2 - 30_000, 10**8, 0.5),
        (HUGE // 2 - 560_000, HUGE, 0.5),
        (30, HUGE, 1e-7),
    ],
)
def test_tails_of_huge_counts_against_forty_digits(k: int, n: int, p: float) -> None:
    with mpmath.workdps(40):
        expected = mpmath.exp(long_tail(k, n, p))
        assert abs(float(tails.binomial_cdf(k, n, p)) / expected - 1) < 1e-11
        assert abs(float(tails.binomial_sf(n - k - 1, n, 1 - p)) / expected - 1) < 1e-6
        if p == 0.5:
            assert abs(float(tails.binomial_sf(n - k - 1, n, p)) / expected - 1) < 1e-9


@pytest.mark.parametrize("k", [HUGE // 2, HUGE // 2 + 20_000, 3, HUGE - 1])
def test_density_of_huge_counts_against_forty_digits(k: int) -> None:
    p = 0.5 if k > 10 and k < HUGE - 1 else (k + 0.5) / HUGE
    with mpmath.workdps(40):
        chance = mpmath.mpf(p)
        expected = (
            mpmath.loggamma(HUGE + 1)
            - mpmath.loggamma(k + 1)
            - mpmath.loggamma(HUGE - k + 1)
            + k * mpmath.log(chance)
            + (HUGE - k) * mpmath.log1p(-chance)
        )
        assert abs(float(tails.binomial_logpmf(k, HUGE, p)) - expected) < 1e-9


@pytest.mark.parametrize(
    ("k", "n", "p"), [(400_000, 10**6, 0.5), (100, 10**5, 0.3), (HUGE // 2 - 10**6, HUGE, 0.5)]
)
def test_log_tail_below_the_smallest_float(k: int, n: int, p: float) -> None:
    found = tails.log_binomial_cdf(k, n, p)
    assert tails.binomial_cdf(k, n, p) == 0.0
    assert_close(found, float(long_tail(k, n, p)), rtol=1e-12)


def test_log_tail_elsewhere() -> None:
    assert_close(tails.log_binomial_cdf([2, 5, 6], 5, 0.5), [np.log(0.5), 0.0, 0.0])
    assert tails.log_binomial_cdf(-1, 5, 0.5) == -np.inf
    assert tails.log_binomial_cdf(2, 5, 1.0) == -np.inf
    assert_close(tails.log_binomial_cdf(0, 2000, 0.5), -2000 * np.log(2))


def test_deviance_is_zero_at_the_estimate_and_infinite_where_impossible() -> None:
    assert tails.binomial_deviance(HUGE / 4, HUGE, 0.25) == 0.0
    assert tails.binomial_deviance(1, 2, 0.0) == np.inf
    assert tails.binomial_deviance(0, 2, 0.0) == 0.0


def test_normal_tails() -> None:
    assert_close(tails.normal_sf(tails.normal_isf([1e-300, 0.025, 0.5])), [1e-300, 0.025, 0.5])
    assert_close(tails.two_sided_p([-30.0, 30.0]), 2 * tails.normal_sf(30.0), atol=0)
    assert tails.normal_isf(0.0) == np.inf


def test_impossible_arguments_are_refused() -> None:
    with pytest.raises(UsageError, match="p must lie between 0 and 1"):
        tails.binomial_cdf(1, 2, 1.5)
    with pytest.raises(UsageError, match="n must be whole"):
        tails.binomial_cdf(1, 2.5, 0.5)


@settings(max_examples=60, deadline=None)
@given(root=st.floats(-1, 1), power=st.sampled_from([1, 3, 9]), scale=st.floats(1e-3, 1e3))
def test_roots_are_found_whatever_the_shape(root: float, power: int, scale: float) -> None:
    low, high = np.array([-1.0, -1.0]), np.array([1.0, 1.0])
    found = _roots.solve(lambda x: scale * (x - root) ** power, low, high)
    np.testing.assert_allclose(found, root, atol=1e-12)
    alone = _roots.solve(lambda x: scale * (x - root) ** power, low[:1], high[:1])
    assert alone[0] == found[0]


def test_a_root_outside_its_bracket_gives_the_nearer_end() -> None:
    low, high = np.array([0.0, 0.0, 0.0]), np.array([1.0, 1.0, 1.0])
    shift = np.array([-1.0, 2.0, np.nan])
    np.testing.assert_array_equal(_roots.solve(lambda x: x - shift, low, high), [0.0, 1.0, 1.0])


def test_a_jump_is_located() -> None:
    found = _roots.solve(
        lambda x: np.where(x < 0.3, -np.inf, 1.0), np.array([0.0]), np.array([1.0])
    )
    assert_close(found, 0.3)


def test_the_search_ends_after_a_bounded_number_of_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_roots, "_MOST_STEPS", 3)
    found = _roots.solve(lambda x: np.tan(x) - 0.3, np.zeros(1), np.ones(1))
    assert abs(np.tan(found[0]) - 0.3) < 0.05


def test_a_function_that_is_undefined_inside_ends_in_its_bracket() -> None:
    found = _roots.solve(
        lambda x: np.where((x > 0) & (x < 1), np.nan, 2 * x - 1), np.zeros(1), np.ones(1)
    )
    assert 0.0 <= found[0] <= 1.0


def test_the_continued_fraction_ends_after_a_bounded_number_of_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    full = tails.log_binomial_cdf(400_000, 10**6, 0.5)
    monkeypatch.setattr(tails, "_FRACTION_STEPS", 3)
    assert_close(tails.log_binomial_cdf(400_000, 10**6, 0.5), full, rtol=1e-6)
