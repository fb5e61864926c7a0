"""Exact bootstrap laws: equal to convolution, to simulation, to published coverage."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numerics.reference_tables import assert_close

from compare.errors import UsageError
from compare.numerics import binomial, bootstrap
from compare.numerics.tails import (
    binomial_cdf,
    binomial_pmf,
    binomial_quantile,
    normal_isf,
    normal_sf,
)

ACCURACY = ("percentile", "basic", "bca", "studentised")
DIFFERENCE = ("percentile", "basic", "bca")
few = st.integers(0, 25)
search = settings(max_examples=50, deadline=None)


def of(kind: str, name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(bootstrap, f"{kind}_{name}")
    return function


def convolved(gains: int, losses: int, n: int) -> Any:
    """Return the law of D* on -n..n by adding one draw after the other."""
    one = np.array([losses, n - gains - losses, gains]) / n
    law = np.ones(1)
    for _ in range(n):
        law = np.convolve(law, one)
    return law


@search
@given(gains=few, losses=few, concordant=st.integers(0, 150))
def test_law_equals_convolution(gains: int, losses: int, concordant: int) -> None:
    n = max(gains + losses + concordant, 1)
    value, probability = bootstrap.difference_law(gains, losses, n)
    found = np.zeros(2 * n + 1)
    found[np.rint(value * n).astype(int) + n] = probability
    np.testing.assert_allclose(found, convolved(gains, losses, n), atol=2e-14)


@pytest.mark.parametrize(
    "counts",
    [
        (5, 1, 10**9),
        (900, 300, 10**6),
        (33_000, 27_000, 10**7),
        (3 * 10**8, 2 * 10**8, 10**9),
        (5 * 10**8, 5 * 10**8, 10**9),
        (6 * 10**8, 4 * 10**8 - 3, 10**9),
    ],
)
def test_moments_of_the_law_for_large_sets(counts: tuple[int, int, int]) -> None:
    gains, losses, n = counts
    value, probability = bootstrap.difference_law(*counts)
    assert value.size <= 2**20
    delta, eta = (gains - losses) / n, (gains + losses) / n
    sd = np.sqrt(n * (eta - delta**2))
    centred = (value * n - (gains - losses)) / sd
    skewness = (delta - 3 * delta * eta + 2 * delta**3) / (eta - delta**2) ** 1.5 / np.sqrt(n)
    assert_close(probability @ centred, 0.0, atol=1e-9)
    assert_close(probability @ centred**2, 1.0, rtol=1e-8)
    assert_close(probability @ centred**3, skewness, atol=1e-7)


def test_law_without_losses_is_binomial() -> None:
    for gains, n in ((33_000, 10**7), (3 * 10**8, 10**9), (7, 20)):
        value, probability = bootstrap.difference_law(gains, 0, n)
        some = slice(None, None, max(1, value.size // 500))
        expected = binomial_cdf(np.rint(value[some] * n), n, gains / n)
        np.testing.assert_allclose(np.cumsum(probability)[some], expected, atol=1e-11)


def test_law_takes_one_table() -> None:
    with pytest.raises(UsageError, match="one table"):
        bootstrap.difference_law(0, 0, 0)
    with pytest.raises(UsageError, match="one table"):
        bootstrap.difference_law([1, 2], 0, 9)  # type: ignore[arg-type]  # a wrong type on purpose


def reached(law: Any, goal: float) -> int:
    return int(np.searchsorted(np.cumsum(law), goal - 1e-12))


@search
@given(
    gains=few, losses=few, concordant=st.integers(0, 60), level=st.sampled_from([0.8, 0.95, 0.999])
)
def test_difference_limits_are_quantiles_of_the_law(
    gains: int, losses: int, concordant: int, level: float
) -> None:
    n, tail = max(gains + losses + concordant, 1), round((1 - level) / 2, 15)
    law = convolved(gains, losses, n)
    low, high = reached(law, tail) - n, reached(law, 1 - tail) - n
    found = bootstrap.difference_percentile(gains, losses, n, confidence_level=level)
    assert_close(found, (low / n, high / n))
    twice = 2 * (gains - losses)
    found = bootstrap.difference_basic(gains, losses, n, confidence_level=level)
    assert_close(found, np.clip([(twice - high) / n, (twice - low) / n], -1, 1))


@search
@given(
    gains=few, losses=few, concordant=st.integers(0, 60), level=st.sampled_from([0.8, 0.95, 0.999])
)
def test_bca_limits_from_the_jackknife_over_items(
    gains: int, losses: int, concordant: int, level: float
) -> None:
    n = gains + losses + concordant
    found = bootstrap.difference_bca(gains, losses, n, confidence_level=level)
    if len({gains, losses, concordant} - {0}) < 1 or max(gains, losses, concordant) == n:
        assert np.isnan(found).all()
        return
    d = np.repeat([1.0, -1.0, 0.0], [gains, losses, concordant])
    left_out = (d.sum() - d) / max(n - 1, 1)
    away = left_out.mean() - left_out
    acceleration = (away**3).sum() / (6 * (away**2).sum() ** 1.5)
    law, seen = convolved(gains, losses, n), gains - losses + n
    bias = -normal_isf(law[:seen].sum() + law[seen] / 2)
    z = normal_isf(round((1 - level) / 2, 15))
    for limit, side in zip(found, (-z, z), strict=True):
        moved = bias + side
        area = 1.0
        if acceleration * moved < 1:
            area = 1 - float(normal_sf(bias + moved / (1 - acceleration * moved)))
        least, most = (reached(law, area + shift) - n for shift in (-1e-10, 1e-10))
        assert least <= round(float(limit) * n) <= min(most, n)


def test_limits_are_values_that_can_occur() -> None:
    # With gains only, no resample is negative, however small the area asked for.
    for gains, n in ((1, 12), (1, 3000), (11, 12)):
        low, high = bootstrap.difference_bca(gains, 0, n, confidence_level=1 - 1e-7)
        assert 0.0 <= low <= gains / n <= high <= 1.0
        value, _ = bootstrap.difference_law(gains, 0, n)
        assert value[0] >= 0.0
        value, _ = bootstrap.difference_law(0, gains, n)
        assert value[-1] <= 0.0


def test_worked_example_of_one_accuracy() -> None:
    assert_close(bootstrap.accuracy_bca(87, 100), (0.79, 0.93))
    low, high = bootstrap.accuracy_percentile(913_000, 10**6)
    assert_close((low, high), (0.912448, 0.913552), atol=1e-6)


@pytest.mark.parametrize("name", ACCURACY)
@pytest.mark.parametrize(("k", "n"), [(87, 100), (3, 9), (450, 500)])
def test_accuracy_limits_equal_sorting_all_outcomes(name: str, k: int, n: int) -> None:
    x = np.arange(n + 1.0)
    law, share = binomial_pmf(x, n, k / n), k / n
    q = [reached(law, 0.025), reached(law, 0.975)]
    if name == "studentised":
        with np.errstate(divide="ignore"):
            t = np.sort((x / n - share) / np.sqrt(x / n * (1 - x / n) / n))
        error = np.sqrt(share * (1 - share) / n)
        expected = [share - t[q[1]] * error, share - t[q[0]] * error]
    elif name == "basic":
        expected = [2 * share - q[1] / n, 2 * share - q[0] / n]
    elif name == "percentile":
        expected = [q[0] / n, q[1] / n]
    else:
        expected = list(bootstrap.difference_bca(k, 0, n))
    assert_close(of("accuracy", name)(k, n), np.clip(expected, 0, 1))


def test_same_outcome_everywhere() -> None:
    for name in ("percentile", "basic"):
        low, high = of("accuracy", name)([0, 9], 9)
        np.testing.assert_array_equal([low, high], [[0, 1], [0, 1]])
        low, high = of("difference", name)([0, 9, 0], [0, 0, 9], 9)
        np.testing.assert_array_equal([low, high], [[0, 1, -1], [0, 1, -1]])
    for name in ("bca", "studentised"):
        assert np.isnan(of("accuracy", name)([0, 9], 9)).all()
    assert np.isnan(bootstrap.difference_bca([0, 9, 0], [0, 0, 9], 9)).all()


@pytest.mark.parametrize("level", [0.9, 0.9999])
@pytest.mark.parametrize("name", ACCURACY)
def test_one_sided_and_empty_accuracies(name: str, level: float) -> None:
    function, k, n = of("accuracy", name), [0, 3, 80], [0, 10, 100]
    low, high = function(k, n, confidence_level=2 * level - 1)
    assert_close(function(k, n, confidence_level=level, alternative="greater")[0], low)
    less = function(k, n, confidence_level=level, alternative="less")
    assert_close(less[1], high)
    np.testing.assert_array_equal(less[0], [np.nan, 0, 0])


@pytest.mark.parametrize("level", [0.9, 0.9999])
@pytest.mark.parametrize("name", DIFFERENCE)
def test_one_sided_and_empty_differences(name: str, level: float) -> None:
    function, table = of("difference", name), ([0, 3, 80], [0, 4, 10], [0, 10, 100])
    low, _ = function(*table, confidence_level=2 * level - 1)
    greater = function(*table, confidence_level=level, alternative="greater")
    assert_close(greater[0], low)
    np.testing.assert_array_equal(greater[1], [np.nan, 1, 1])
    assert low.shape == (3,)
    assert function([[1], [2]], [3, 4], 20)[0].shape == (2, 2)
    assert function(1, 2, 20)[0].shape == ()


@pytest.mark.parametrize("name", DIFFERENCE)
@search
@given(gains=few, losses=few, concordant=st.integers(0, 60))
def test_swapping_the_models_mirrors(name: str, gains: int, losses: int, concordant: int) -> None:
    n = gains + losses + concordant
    low, high = of("difference", name)(gains, losses, n)
    mirrored = of("difference", name)(losses, gains, n)
    assert_close((-mirrored[1], -mirrored[0]), (low, high))


@pytest.mark.parametrize("name", ACCURACY)
@search
@given(right=st.integers(0, 60), wrong=st.integers(0, 60))
def test_right_and_wrong_answers_mirror(name: str, right: int, wrong: int) -> None:
    low, high = of("accuracy", name)(right, right + wrong)
    mirrored = of("accuracy", name)(wrong, right + wrong)
    assert_close((1 - mirrored[1], 1 - mirrored[0]), (low, high))


def test_large_sets_agree_with_the_normal_approximation() -> None:
    n, gains, losses = 10**9, 3 * 10**6, 29 * 10**5
    share, error = (gains - losses) / n, np.sqrt(gains + losses - (gains - losses) ** 2 / n) / n
    expected = share + np.array([-1, 1]) * float(normal_isf(0.025)) * error
    for name in DIFFERENCE:
        found = of("difference", name)(gains, losses, n)
        np.testing.assert_allclose(found, expected, atol=2e-3 * error)
    for name in ACCURACY:
        found = of("accuracy", name)(9 * 10**8, n)
        np.testing.assert_allclose(found, binomial.wald(9 * 10**8, n), atol=1e-8)


def test_bca_area_at_the_pole_of_its_map() -> None:
    z = np.array([10.0, -10.0, 1.0])
    area = bootstrap.bca_area(z, np.zeros(3), np.array([0.2, -0.2, 0.0]))
    assert_close(area, [1.0, 0.0, 0.8413447460685429])


def test_random_resampling_agrees() -> None:
    rng = np.random.default_rng(7)
    n, gains, losses, draws = 300, 40, 25, 100_000
    cells = rng.multinomial(n, [gains / n, losses / n, 1 - (gains + losses) / n], size=draws)
    found = np.sort(cells[:, 0] - cells[:, 1])
    value, probability = bootstrap.difference_law(gains, losses, n)
    at = np.searchsorted(found, np.rint(value * n), side="right") / draws
    expected = np.minimum(np.cumsum(probability), 1.0)
    se = np.sqrt(expected * (1 - expected) / draws)
    assert (np.abs(at - expected) <= 4 * se + 2e-5).all()


COVERAGE = {
    (50, "percentile"): (0.942, 0.882, 0.828, 0.393),
    (50, "basic"): (0.925, 0.844, 0.765, 0.395),
    (50, "bca"): (0.957, 0.940, 0.845, 0.381),
    (50, "studentised"): (0.971, 0.934, 0.856, 0.393),
    (100, "percentile"): (0.947, 0.920, 0.901, 0.633),
    (100, "basic"): (0.939, 0.884, 0.852, 0.600),
    (100, "bca"): (0.955, 0.941, 0.931, 0.631),
    (100, "studentised"): (0.961, 0.942, 0.941, 0.616),
}


@pytest.mark.parametrize(("n", "name"), COVERAGE)
def test_coverage_by_enumeration(n: int, name: str) -> None:
    k = np.arange(n + 1.0)
    low, high = (np.where(np.isnan(v), k / n, v) for v in of("accuracy", name)(k, n))
    found: list[float] = []
    for start, stop in ((0.5, 0.9), (0.9, 0.99)):
        p = np.linspace(start, stop, 401)[:, np.newaxis]
        inside = (low <= p + 1e-12) & (high >= p - 1e-12)
        covered = (binomial_pmf(k, n, p) * inside).sum(axis=1)
        found += [covered.mean(), covered.min()]
    np.testing.assert_allclose(found, COVERAGE[n, name], atol=1e-3)


def test_accuracy_percentile_is_the_binomial_quantile() -> None:
    low, high = bootstrap.accuracy_percentile(9 * 10**8, 10**9, confidence_level=0.9999)
    q = binomial_quantile([5e-5, 1 - 5e-5], 10**9, 0.9)
    assert_close((low, high), q / 10**9)
