"""Intervals of the paired difference and the odds ratio: symmetry, duality, ends, large counts."""

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numerics.reference_tables import assert_close, tables

from compare.errors import UsageError
from compare.numerics import binomial, mcnemar, odds, paired
from compare.numerics.tails import binomial_pmf, normal_isf, normal_sf

WALDS = ("wald", "wald_cc", "wald_cc_fagerland", "bonett_price", "agresti_min")
THREE = (*WALDS, "tango")
FOUR = ("newcombe", "newcombe8", "newcombe9")
RATIOS = ("exact", "midp", "score", "wald_log")
few = st.integers(0, 40)
table = st.tuples(few, few, few, few).filter(lambda cells: sum(cells) > 0)
levels = st.sampled_from([0.5, 0.9, 0.95, 0.99, 0.9999])
search = settings(max_examples=50, deadline=None)


def limits(
    method: str, cells: tuple[Any, Any, Any, Any], level: float = 0.95, side: str = "two-sided"
) -> Any:
    both, gains, losses, neither = cells
    function = getattr(paired, method)
    if method in FOUR:
        return function(both, gains, losses, neither, confidence_level=level, alternative=side)
    n = both + gains + losses + neither
    return function(gains, losses, n, confidence_level=level, alternative=side)


@pytest.mark.parametrize("method", [*THREE, *FOUR])
@search
@given(cells=table, level=levels)
def test_swapping_the_models_mirrors_bit_for_bit(
    method: str, cells: tuple[int, int, int, int], level: float
) -> None:
    both, gains, losses, neither = cells
    low, high = limits(method, cells, level)
    mirrored = limits(method, (both, losses, gains, neither), level)
    assert (-mirrored[1], -mirrored[0]) == (low, high)


@pytest.mark.parametrize("method", [*THREE, *FOUR])
@search
@given(cells=table, level=levels)
def test_errors_instead_of_hits_mirror(
    method: str, cells: tuple[int, int, int, int], level: float
) -> None:
    both, gains, losses, neither = cells
    low, high = limits(method, cells, level)
    errors = limits(method, (neither, losses, gains, both), level)
    assert_close((-errors[1], -errors[0]), (low, high), atol=2e-12)


@pytest.mark.parametrize("method", [*THREE, *FOUR])
@search
@given(cells=table, pair=st.tuples(levels, levels))
def test_limits_are_nested_hold_the_estimate_and_stay_in_range(
    method: str, cells: tuple[int, int, int, int], pair: tuple[float, float]
) -> None:
    low, high = limits(method, cells, min(pair))
    wide_low, wide_high = limits(method, cells, max(pair))
    assert wide_low <= low + 1e-12
    assert wide_high >= high - 1e-12
    assert -1 <= wide_low <= wide_high <= 1
    estimate = (cells[1] - cells[2]) / sum(cells)
    if method in {"tango", "newcombe", "newcombe8", "newcombe9", "wald"}:
        assert low <= estimate + 1e-15
        assert high >= estimate - 1e-15


@search
@given(cells=table, delta=st.floats(-1, 1))
def test_tango_statistic_is_falling_mirrored_and_dual(
    cells: tuple[int, int, int, int], delta: float
) -> None:
    n, gains, losses = sum(cells), cells[1], cells[2]
    z = paired.tango_z(gains, losses, n, delta)
    assert -paired.tango_z(losses, gains, n, -delta) == z
    path = paired.tango_z(gains, losses, n, np.linspace(-1, 1, 201))
    assert (np.diff(path) <= 1e-9).all()
    p = 2 * normal_sf(abs(z))
    assume(1e-9 < p < 0.999)
    low, high = paired.tango(gains, losses, n, confidence_level=float(1 - p))
    # The null value whose p is alpha is a limit of the interval at level 1 - alpha.
    assert_close(low if z > 0 else high, delta, atol=1e-7)


@search
@given(gains=few, losses=few, concordant=st.integers(0, 200), level=levels)
def test_score_family_is_dual(gains: int, losses: int, concordant: int, level: float) -> None:
    assume(gains + losses > 0)
    n, alpha = gains + losses + concordant, round(1 - level, 15)
    statistic, p = mcnemar.chi_square(gains, losses)
    assert_close(paired.tango_z(gains, losses, n) ** 2, statistic)
    assume(abs(p - alpha) > 1e-9)
    low, high = paired.tango(gains, losses, n, confidence_level=level)
    theta_low, theta_high = binomial.wilson(gains, gains + losses, confidence_level=level)
    ratio_low, ratio_high = odds.score(gains, losses, confidence_level=level)
    assert (p < alpha) == bool(low > 0 or high < 0)
    assert (p < alpha) == bool(theta_low > 0.5 or theta_high < 0.5)
    assert (p < alpha) == bool(ratio_low > 1 or ratio_high < 1)


@pytest.mark.parametrize("name", ["exact", "midp"])
@search
@given(gains=few, losses=few, level=levels)
def test_conditional_families_are_dual(name: str, gains: int, losses: int, level: float) -> None:
    assume(gains + losses > 0)
    alpha = round(1 - level, 15)
    p = getattr(mcnemar, name)(gains, losses)
    assume(abs(p - alpha) > 1e-9)
    low, high = getattr(odds, name)(gains, losses, confidence_level=level)
    assert (p < alpha) == bool(low > 1 or high < 1)
    greater = getattr(mcnemar, name)(gains, losses, alternative="greater")
    assume(level > 0.5 and abs(greater - alpha) > 1e-9)
    low, high = getattr(odds, name)(gains, losses, confidence_level=level, alternative="greater")
    assert (greater < alpha) == bool(low > 1)
    assert high == np.inf


@search
@given(gains=few, losses=few, concordant=st.integers(0, 100), more=st.integers(1, 300))
def test_concordant_items_shrink_the_interval(
    gains: int, losses: int, concordant: int, more: int
) -> None:
    n = gains + losses + concordant
    # Not where one model wins nearly every item: 7 of 7 is cut off at 1, so 7 of 8 is wider.
    assume(n > 0 and 2 * concordant >= gains + losses)
    low, high = paired.tango(gains, losses, [n, n + more])
    assert high[1] - low[1] <= high[0] - low[0] + 1e-12


@pytest.mark.parametrize("method", [*THREE, *FOUR])
@pytest.mark.parametrize("level", [0.9, 0.9999])
def test_one_sided_bound_is_the_limit_of_a_wider_alpha(method: str, level: float) -> None:
    cells = tuple(np.array([[0, 5, 20], [0, 7, 0], [0, 1, 3], [0, 12, 0]]))
    low, high = limits(method, cells, 2 * level - 1)
    greater = limits(method, cells, level, "greater")
    less = limits(method, cells, level, "less")
    assert_close(greater[0], low)
    assert_close(less[1], high)
    np.testing.assert_array_equal(greater[1], [np.nan, 1, 1])
    np.testing.assert_array_equal(less[0], [np.nan, -1, -1])


def test_published_examples() -> None:
    expected = {
        "tango": (0.0260, 0.5172),
        "newcombe": (0.0256, 0.5069),
        "bonett_price": (0.0134, 0.5084),
        "agresti_min": (0.0285, 0.4932),
        "wald": (0.0517, 0.5197),
    }
    for method, value in expected.items():
        assert_close(limits(method, (1, 7, 1, 12)), value, atol=6e-5)
    assert_close(limits("tango", (59, 16, 6, 80)), (0.0054, 0.1240), atol=6e-5)
    assert_close(limits("newcombe", (59, 16, 6, 80)), (0.0046, 0.1186), atol=6e-5)
    ratios = {"score": (0.0229, 0.8900), "midp": (0.0063, 0.9241), "exact": (0.0032, 1.1120)}
    for method, value in ratios.items():
        assert_close(getattr(odds, method)(1, 7), value, atol=6e-5)


def test_no_discordant_items() -> None:
    z2 = float(normal_isf(0.025)) ** 2
    for n in (1, 8, 10**9):
        assert_close(paired.tango(0, 0, n), (-z2 / (n + z2), z2 / (n + z2)))
        assert paired.tango_z(0, 0, n) == 0.0
        np.testing.assert_array_equal(paired.wald(0, 0, n), 0.0)
        low, high = paired.bonett_price(0, 0, n)
        assert low < 0 < high
    assert limits("newcombe", (5, 0, 0, 3))[1] > 0
    for method in ("exact", "midp", "score"):
        for side in ("two-sided", "less", "greater"):
            assert getattr(odds, method)(0, 0, alternative=side) == (0.0, np.inf)
    assert np.isnan(odds.wald_log(0, 0)).all()
    assert np.isnan(odds.odds_ratio(0, 0))


def test_one_model_always_better() -> None:
    for n in (1, 5, 10**6):
        low, high = paired.tango([n, 0], [0, n], n)
        assert_close((low[1], high[0]), (-1.0, 1.0))
        assert low[0] == -high[1]
        assert paired.tango_z(n, 0, n, 1.0) == 0.0
        assert paired.tango_z(0, 0, n, 1.0) == -np.inf
    assert odds.odds_ratio(4, 0) == np.inf
    low, high = odds.exact(4, 0)
    assert 0 < low < np.inf
    assert high == np.inf
    assert np.isnan(odds.wald_log([4, 0], [0, 4])).all()


def test_no_items_give_nan() -> None:
    for method in (*THREE, *FOUR):
        assert np.isnan(limits(method, (0, 0, 0, 0))).all()
    assert np.isnan(paired.tango_z(0, 0, 0, 0.1))


@pytest.mark.parametrize("cells", [(330, 270, 10**9), (3 * 10**8, 299_950_000, 10**9), (5, 0, 50)])
@pytest.mark.parametrize("level", [0.95, 0.9999])
def test_tango_limits_against_forty_digits(cells: tuple[int, int, int], level: float) -> None:
    mpmath = pytest.importorskip("mpmath")
    gains, losses, n = cells
    z = float(normal_isf(round((1 - level) / 2, 15)))

    def score(delta: Any) -> Any:
        b = -(gains + losses) + (2 * n - gains + losses) * delta
        c = -losses * delta * (1 - delta)
        p = (mpmath.sqrt(b * b - 8 * n * c) - b) / (4 * n)
        return (gains - losses - n * delta) / mpmath.sqrt(n * (2 * p + delta * (1 - delta)))

    for limit, goal in zip(paired.tango(*cells, confidence_level=level), (z, -z), strict=True):
        with mpmath.workdps(60):
            start = mpmath.mpf(float(limit))
            root = mpmath.findroot(lambda d, goal=goal: score(d) - goal, (start, start + 1e-9))
            assert abs(root - start) < 1e-13


def test_odds_keep_their_digits_when_one_count_is_huge() -> None:
    low, high = odds.exact(10**9, 1)
    mirrored = odds.exact(1, 10**9)
    assert_close((1 / mirrored[1], 1 / mirrored[0]), (low, high))
    assert low < 10**9 < high


@search
@given(gains=few, losses=few, level=levels)
def test_odds_ratio_limits(gains: int, losses: int, level: float) -> None:
    assume(gains and losses)
    for method in RATIOS:
        low, high = getattr(odds, method)(gains, losses, confidence_level=level)
        assert low <= gains / losses * (1 + 1e-12)
        assert high >= gains / losses * (1 - 1e-12)
        swapped = getattr(odds, method)(losses, gains, confidence_level=level)
        assert_close((1 / swapped[1], 1 / swapped[0]), (low, high))
        if level < 0.75:
            continue
        one_sided = getattr(odds, method)(
            gains, losses, confidence_level=0.5 + level / 2, alternative="greater"
        )
        assert_close(one_sided[0], low)
        assert one_sided[1] == np.inf


COVERAGE = {
    (20, "tango"): (0.974, 0.946),
    (20, "bonett_price"): (0.980, 0.950),
    (20, "agresti_min"): (0.964, 0.870),
    (20, "wald"): (0.866, 0.630),
    (50, "tango"): (0.958, 0.935),
    (50, "bonett_price"): (0.969, 0.949),
    (50, "agresti_min"): (0.956, 0.915),
    (50, "wald"): (0.929, 0.846),
    (100, "tango"): (0.952, 0.939),
    (100, "bonett_price"): (0.960, 0.950),
    (100, "agresti_min"): (0.953, 0.930),
    (100, "wald"): (0.940, 0.862),
}


@pytest.mark.parametrize(("n", "method"), COVERAGE)
def test_coverage_by_enumeration(n: int, method: str) -> None:
    gains, losses = tables(n)
    low, high = getattr(paired, method)(gains, losses, n)
    covered = []
    for share in (0.05, 0.1, 0.2, 0.4, 0.6):
        for part in (0, 0.1, 0.25, 0.5, 0.75, 0.95):
            delta = share * part
            law = binomial_pmf(gains + losses, n, share)
            law = law * binomial_pmf(gains, gains + losses, (1 + part) / 2)
            covered.append(law @ ((low <= delta + 1e-12) & (high >= delta - 1e-12)))
    mean, least = COVERAGE[n, method]
    assert np.mean(covered) == pytest.approx(mean, abs=1e-3)
    assert np.min(covered) == pytest.approx(least, abs=1e-3)


def test_impossible_arguments_are_refused() -> None:
    with pytest.raises(UsageError, match=r"gains = 3 and losses = 2 of n = 4"):
        paired.tango(3, 2, 4)
    with pytest.raises(UsageError, match="delta0 must lie between"):
        paired.tango_z(3, 2, 9, 1.2)
    with pytest.raises(UsageError, match="delta0 must lie between"):
        paired.tango_z(3, 2, 9, np.nan)
    with pytest.raises(UsageError, match="neither must be whole"):
        paired.newcombe(1, 2, 3, -4)
    with pytest.raises(UsageError, match="confidence_level"):
        odds.exact(1, 2, confidence_level=1.0)
    with pytest.raises(UsageError, match="losses must be whole"):
        odds.odds_ratio(1, -2)


def test_shapes_broadcast() -> None:
    low, high = paired.tango([[1], [2]], [3, 4, 5], 20)
    assert low.shape == high.shape == (2, 3)
    assert isinstance(paired.tango(1, 2, 9)[0], np.float64)
    assert isinstance(paired.newcombe(1, 2, 3, 4)[0], np.float64)
    assert odds.midp([[1], [2]], [3, 4, 5])[0].shape == (2, 3)
    alone = [paired.tango(g, l, 20) for g, l in ((1, 3), (2, 5))]
    assert (low[0, 0], low[1, 2]) == (alone[0][0], alone[1][0])
