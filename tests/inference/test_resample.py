"""Resampling: the law from counts equals the law from items, and does not depend on blocks."""

import math

import numpy as np
import pytest
from scipy import stats
from scipy.sparse import issparse

from compare.errors import MethodError
from compare.inference import resample
from compare.methods.base import Estimand
from compare.metrics.labels import Accuracy, BalancedAccuracy
from compare.table import Table


def pair(n: int = 120, models: tuple[str, ...] = ("A", "B")) -> Estimand:
    rng = np.random.default_rng(5)
    label = rng.choice(3, n, p=[0.6, 0.3, 0.1])
    right = rng.random((n, 2)) < [0.7, 0.8]
    answer = np.where(right, label[:, None], (label[:, None] + 1) % 3)
    table = Table.from_codes("abc", ("A", "B"), label, answer)
    return Estimand.of(BalancedAccuracy(), table, *models)


@pytest.mark.parametrize("n", [30, 1200])  # index draws, then multinomial draws
def test_cells_and_items_agree_in_mean_and_spread(n: int) -> None:
    estimand = pair(n)
    draws = resample.bootstrap(estimand.units, estimand.value, 4000, np.random.default_rng(1))
    items = np.repeat(np.arange(len(estimand.units.m)), estimand.units.m)
    rng = np.random.default_rng(2)
    by_item = np.array(
        [
            estimand.value(estimand.units.x[items[rng.integers(0, n, n)]].sum(axis=0))
            for _ in range(4000)
        ]
    )
    se = by_item.std() / math.sqrt(4000)
    assert draws.mean() == pytest.approx(by_item.mean(), abs=6 * se)
    assert draws.std() == pytest.approx(by_item.std(), rel=0.08)


def test_the_bootstrap_of_an_accuracy_is_binomial() -> None:
    estimand = Estimand.of(Accuracy(), Table.from_correct(87, 100), "model")
    draws = resample.bootstrap(estimand.units, estimand.value, 5000, np.random.default_rng(3))
    expected = stats.binom(100, 0.87)
    assert draws.mean() == pytest.approx(0.87, abs=5 * expected.std() / 100 / math.sqrt(5000))
    assert np.mean(draws <= 0.87) == pytest.approx(expected.cdf(87), abs=0.03)


def test_the_first_replicates_do_not_depend_on_how_many_follow() -> None:
    estimand = pair()
    few = resample.bootstrap(estimand.units, estimand.value, 512, np.random.default_rng(7))
    many = resample.bootstrap(estimand.units, estimand.value, 2000, np.random.default_rng(7))
    assert np.array_equal(few, many[:512])


def test_weighted_units_are_refused() -> None:
    table = Table.from_codes(["x"], ["A"], [0, 0], [[0], [-2]], weights=[1.0, 2.0])
    estimand = Estimand.of(Accuracy(), table, "A")
    with pytest.raises(MethodError, match="equal weight"):
        resample.bootstrap(estimand.units, estimand.value, 100, np.random.default_rng(0))


def test_no_units_give_undefined_replicates() -> None:
    estimand = Estimand.of(Accuracy(), Table.from_correct(0, 0), "model")
    draws = resample.bootstrap(estimand.units, estimand.value, 100, np.random.default_rng(0))
    assert np.isnan(draws).all()


def test_bca_agrees_with_scipy() -> None:
    estimand = pair(90, ("A",))
    draws = resample.bootstrap(estimand.units, estimand.value, 20_000, np.random.default_rng(4))
    levels = resample.bca_levels(estimand.units, estimand.value, draws, np.array([0.025, 0.975]))
    ours = np.quantile(draws, levels)
    hits, trials = np.split(estimand.units.x[:, 0], 2, axis=1)
    label = np.repeat(trials.argmax(axis=1), estimand.units.m)
    hit = np.repeat(hits.sum(axis=1), estimand.units.m)

    def balanced(label: object, hit: object) -> float:
        return float(np.mean([np.asarray(hit)[np.asarray(label) == c].mean() for c in range(3)]))

    theirs = stats.bootstrap(
        (label, hit),
        balanced,
        paired=True,
        vectorized=False,
        n_resamples=3000,
        method="BCa",
        rng=np.random.default_rng(6),
    ).confidence_interval
    assert ours == pytest.approx([theirs.low, theirs.high], abs=0.02)


def test_bca_is_undefined_where_nothing_varies() -> None:
    estimand = Estimand.of(BalancedAccuracy(), Table.from_codes("ab", ["A"], [0, 1], [0, 1]), "A")
    draws = np.ones(100)
    levels = resample.bca_levels(estimand.units, estimand.value, draws, np.array([0.1, 0.9]))
    assert np.isnan(levels).all()


def test_flips_of_identical_models_are_all_ties() -> None:
    table = Table.from_codes("ab", ("A", "B"), [0, 1], [[0, 0], [0, 0]])
    estimand = Estimand.of(BalancedAccuracy(), table, "A", "B")
    found = resample.sign_flip(estimand.units, estimand.value, 600, np.random.default_rng(0))
    assert found == (600, 600, 600)


def test_many_classes_are_drawn_through_a_sparse_operator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng, k = np.random.default_rng(4), 400
    label = np.repeat(np.arange(k), 3)
    right = rng.random((len(label), 2)) < [0.7, 0.8]
    answer = np.where(right, label[:, None], (label[:, None] + 1) % k)
    table = Table.from_codes([str(i) for i in range(k)], ("A", "B"), label, answer)
    estimand = Estimand.of(BalancedAccuracy(), table, "A", "B")
    units = estimand.units
    assert issparse(resample._operator(units.x.reshape(len(units.m), -1)))
    draws = resample.bootstrap(units, estimand.value, 50, np.random.default_rng(5))
    monkeypatch.setattr(resample, "_operator", lambda matrix: matrix)
    dense = resample.bootstrap(units, estimand.value, 50, np.random.default_rng(5))
    assert draws == pytest.approx(dense, rel=1e-12)
