"""Mean of paired differences over groups: special case, absent groups, exact coverage."""

import itertools

import numpy as np
import pytest
from scipy import stats

from compare.errors import UsageError
from compare.numerics import binomial, combine
from compare.numerics.paired import bonett_price
from compare.numerics.stratified import agresti_coull_mean, bonett_price_error, bonett_price_mean


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_one_group_is_the_interval_of_bonett_and_price(alternative: str) -> None:
    for counts in [(7, 1, 21), (0, 0, 50), (3, 0, 3)]:
        plain = bonett_price(*counts, alternative=alternative)  # type: ignore[arg-type]
        found = bonett_price_mean(*([c] for c in counts), alternative=alternative)  # type: ignore[arg-type]
        assert found == pytest.approx(plain, rel=1e-12)


def test_the_error_is_that_of_the_interval() -> None:
    counts = [7, 0, 2], [1, 0, 2], [90, 0, 12]
    low, high = bonett_price_mean(*counts)
    assert bonett_price_error(*counts) == pytest.approx((high - low) / 2 / stats.norm.isf(0.025))
    assert bonett_price_error([0], [0], [1]) > 0
    assert np.isnan(bonett_price_error([0, 0], [0, 0], [0, 0]))


def test_groups_without_items_are_left_out() -> None:
    found = bonett_price_mean([7, 0, 2], [1, 0, 2], [90, 0, 12])
    assert found == pytest.approx(bonett_price_mean([7, 2], [1, 2], [90, 12]))
    assert np.isnan(bonett_price_mean([0, 0], [0, 0], [0, 0])).all()


def test_low_levels_still_hold_the_plain_mean() -> None:
    low, high = bonett_price_mean([50, 50], [0, 0], [50, 50], confidence_level=0.1)
    assert low < high == 1.0


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(UsageError):
        bonett_price_mean([5], [6], [10])


def test_exact_coverage_over_two_groups() -> None:
    """Enumeration of both groups' outcomes; nominal .95."""
    sizes = (12, 20)
    laws = []
    for n, (up, down) in zip(sizes, [(0.15, 0.05), (0.1, 0.1)], strict=True):
        grid = [(g, l) for g, l in itertools.product(range(n + 1), repeat=2) if g + l <= n]
        weights = stats.multinomial(n, [up, down, 1 - up - down]).pmf(
            [(g, l, n - g - l) for g, l in grid]
        )
        laws.append((np.array(grid), weights))
    (first, p1), (second, p2) = laws
    a, b = (v.ravel() for v in np.meshgrid(range(len(p1)), range(len(p2))))
    pairs = np.stack([first[a], second[b]], axis=1)
    low, high = bonett_price_mean(pairs[..., 0], pairs[..., 1], np.array(sizes))
    coverage = (p1[a] * p2[b])[(low <= 0.05) & (high >= 0.05)].sum()
    assert 0.94 < coverage < 0.99


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_one_group_is_the_interval_of_agresti_and_coull(alternative: str) -> None:
    for k, n in [(15, 148), (0, 20), (20, 20)]:
        plain = binomial.agresti_coull(k, n, alternative=alternative)  # type: ignore[arg-type]
        found = agresti_coull_mean([k], [n], alternative=alternative)  # type: ignore[arg-type]
        assert found == pytest.approx(plain, rel=1e-12)


def test_proportions_of_groups_without_items_are_left_out() -> None:
    found = agresti_coull_mean([87, 0, 9], [90, 0, 12])
    assert found == pytest.approx(agresti_coull_mean([87, 9], [90, 12]))
    assert np.isnan(agresti_coull_mean([0, 0], [0, 0])).all()
    low, high = agresti_coull_mean([50, 50], [50, 50], confidence_level=0.1)
    assert low < high == 1.0


def test_exact_coverage_of_the_mean_of_two_proportions() -> None:
    """Enumeration at 100 and 20 items; the docstring's figures."""
    sizes = (100, 20)
    grid = np.stack(np.meshgrid(*(np.arange(n + 1) for n in sizes), indexing="ij"), axis=-1)
    low, high = agresti_coull_mean(grid, np.array(sizes))
    coverage = []
    for first in np.linspace(0.5, 0.99, 30):
        p1 = stats.binom.pmf(np.arange(101), 100, first)
        for second in np.linspace(0.3, 0.99, 30):
            p2 = stats.binom.pmf(np.arange(21), 20, second)
            mean = (first + second) / 2
            coverage.append(p1 @ ((low <= mean) & (high >= mean)) @ p2)
    assert np.mean(coverage) == pytest.approx(0.955, abs=6e-4)
    assert min(coverage) == pytest.approx(0.934, abs=5e-4)


def test_ten_groups_keep_their_coverage_where_combined_limits_do_not() -> None:
    rng, n, share = np.random.default_rng(0), np.full(10, 36), 0.972
    k = rng.binomial(n, share, size=(4000, 10))
    ours = agresti_coull_mean(k, n)
    mover = combine.mover_mean(k / n, *binomial.wilson(k, n))
    covered = [np.mean((low <= share) & (high >= share)) for low, high in (ours, mover)]
    assert covered[0] > 0.95
    assert covered[1] < 0.90


@pytest.mark.parametrize(("groups", "size"), [(10, 2), (100, 3)])
def test_many_small_groups_keep_their_coverage(groups: int, size: int) -> None:
    rng, n = np.random.default_rng(1), np.full(groups, size)
    for share in (0.7, 0.9, 0.98):
        low, high = agresti_coull_mean(rng.binomial(n, share, size=(4000, groups)), n)
        assert np.mean((low <= share) & (high >= share)) > 0.94
    for up, down in [(0.1, 0.05), (0.3, 0.2)]:
        won, lost, _ = np.moveaxis(
            rng.multinomial(size, [up, down, 1 - up - down], size=(4000, groups)), -1, 0
        )
        low, high = bonett_price_mean(won, lost, n)
        assert np.mean((low <= up - down) & (high >= up - down)) > 0.94
