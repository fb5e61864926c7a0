"""Invariants of every test and family: swap symmetry, agreement of test and interval."""

import math
from typing import Any

import numpy as np
import pytest
from contracts.generated import rows, table_of
from hypothesis import given
from hypothesis import strategies as st

from compare._types import Alternative, Draws
from compare.methods.base import Estimand
from compare.methods.families import FAMILIES, Family, balanced_family
from compare.methods.tests import SignFlip
from compare.metrics.labels import Accuracy, BalancedAccuracy, ErrorRate
from compare.results import Verdict
from compare.table import Table

ALL: dict[str, Family] = {**{k: make() for k, make in FAMILIES.items()}}
each_family = pytest.mark.parametrize("family", ALL.values(), ids=ALL.keys())
MIRROR: dict[Alternative, Alternative] = {
    "two-sided": "two-sided",
    "less": "greater",
    "greater": "less",
}
counts = st.integers(0, 60)


def contradiction(family: Family, estimand: Estimand, level: float, side: Alternative) -> bool:
    found = family.interval.apply(estimand, level, side)
    p = family.test.apply(estimand, side).pvalue
    excludes = found.low > 0 or found.high < 0
    return excludes != (p < round(1 - level, 15))


@each_family
@pytest.mark.parametrize("side", list(MIRROR))
@given(gains=counts, losses=counts, level=st.sampled_from([0.8, 0.9, 0.95, 0.99, 0.999]))
def test_test_and_interval_never_contradict_each_other(
    family: Family, side: Alternative, gains: int, losses: int, level: float
) -> None:
    table = Table.from_pairs(20, losses, gains, 20)
    estimand = Estimand.of(Accuracy(), table, "A", "B")
    assert not contradiction(family, estimand, level, side)


@pytest.mark.parametrize("side", list(MIRROR))
@given(codes=rows(min_size=1))
def test_balanced_accuracy_never_contradicts_its_test(side: Alternative, codes: Any) -> None:
    estimand = Estimand.of(BalancedAccuracy(), table_of(codes), "A", "B")
    assert not contradiction(balanced_family(Draws(499, seed=0)), estimand, 0.9, side)


@each_family
@pytest.mark.parametrize("disagreements", [(9, 2), (2, 9), (4, 0), (15, 6), (18, 8), (21, 10)])
def test_known_points_of_contradiction(family: Family, disagreements: tuple[int, int]) -> None:
    gains, losses = disagreements
    table = Table.from_pairs(100 - gains - losses, losses, gains, 0)
    estimand = Estimand.of(Accuracy(), table, "A", "B")
    assert not contradiction(family, estimand, 0.95, "two-sided")


@each_family
@pytest.mark.parametrize("side", list(MIRROR))
@given(gains=counts, losses=counts)
def test_swapping_models_mirrors_the_test(
    family: Family, side: Alternative, gains: int, losses: int
) -> None:
    table = Table.from_pairs(5, losses, gains, 5)
    forth = family.test.apply(Estimand.of(Accuracy(), table, "A", "B"), side)
    back = family.test.apply(Estimand.of(Accuracy(), table, "B", "A"), MIRROR[side])
    assert forth.pvalue == pytest.approx(back.pvalue, rel=1e-12)


@each_family
@given(gains=counts, losses=counts)
def test_errors_in_place_of_right_answers_mirror_the_test(
    family: Family, gains: int, losses: int
) -> None:
    table = Table.from_pairs(5, losses, gains, 5)
    right = family.test.apply(Estimand.of(Accuracy(), table, "A", "B"), "greater")
    wrong = family.test.apply(Estimand.of(ErrorRate(), table, "A", "B"), "less")
    assert right.pvalue == pytest.approx(wrong.pvalue, rel=1e-12)


@given(codes=rows(min_size=1))
def test_randomisation_gives_the_same_p_whichever_model_comes_first(codes: Any) -> None:
    test = balanced_family(Draws(999, seed=0)).test
    forth = Estimand.of(BalancedAccuracy(), table_of(codes), "A", "B")
    back = Estimand.of(BalancedAccuracy(), table_of(codes), "B", "A")
    assert test.apply(forth, "two-sided").pvalue == test.apply(back, "two-sided").pvalue


def test_the_randomisation_test_of_an_accuracy_approaches_the_exact_one() -> None:
    table = Table.from_pairs(50, 4, 13, 20)
    estimand = Estimand.of(Accuracy(), table, "A", "B")
    drawn = balanced_family(Draws(20_000, seed=0)).test.apply(estimand, "two-sided").pvalue
    exact = ALL["exact"].test.apply(estimand, "two-sided").pvalue
    assert drawn == pytest.approx(exact, abs=4 * math.sqrt(exact / 20_000))


def studentised(codes: Any) -> float:
    """Mean class difference by Bonett and Price's standard error, from the items."""
    label, right = codes[:, 0], codes[:, 1:] == codes[:, :1]
    differences, variances = [], []
    present = np.unique(label)
    for c in present:
        d = right[label == c, 1].astype(int) - right[label == c, 0]
        total = len(d) + 2 / len(present)
        up, down = (((d == s).sum() + 1 / len(present)) / total for s in (1, -1))
        differences.append(d.mean())
        variances.append((up + down - (up - down) ** 2) / (total - 1 + 1 / len(present)))
    return float(np.mean(differences) / math.sqrt(sum(variances)) * len(present))


@given(codes=rows(min_size=1))
def test_randomisation_by_enumeration(codes: Any) -> None:
    codes = codes[:8]
    estimand = Estimand.of(BalancedAccuracy(), table_of(codes), "A", "B")
    found = SignFlip(4000, 1).apply(estimand, "two-sided")
    assert found.statistic == pytest.approx(studentised(codes), abs=1e-12)
    observed, n = abs(found.statistic), len(codes)
    flips = (np.arange(2**n)[:, None] >> np.arange(n)) & 1
    values = []
    for flip in flips:
        swapped = codes.copy()
        swapped[flip == 1, 1:] = swapped[flip == 1, :0:-1]
        values.append(studentised(swapped))
    exact = np.mean(np.abs(values) >= observed - 1e-12)
    assert found.pvalue == pytest.approx(exact, abs=5 * math.sqrt(0.25 / 4000))


def test_randomisation_holds_its_level_where_classes_differ_in_opposite_directions() -> None:
    """Two classes of 20 with +25 and -25 points; the plain difference would reject in 1.4 %."""
    rng, n = np.random.default_rng(0), 20
    rejected = []
    for _ in range(800):
        gains = [rng.multinomial(n, p) for p in ([0.275, 0.025, 0.7], [0.025, 0.275, 0.7])]
        codes = [
            row
            for c, counts in enumerate(gains)
            for row in np.repeat([[c, 1 - c, c], [c, c, 1 - c], [c, c, c]], counts, axis=0)
        ]
        estimand = Estimand.of(BalancedAccuracy(), table_of(np.array(codes)), "A", "B")
        rejected.append(SignFlip(499, 0).apply(estimand, "two-sided").pvalue < 0.05)
    assert 0.03 < np.mean(rejected) < 0.08


def test_every_verdict_is_a_word_of_the_closed_vocabulary() -> None:
    assert {v.value for v in Verdict} == {
        "better",
        "better by more than the margin",
        "better by less than the margin",
        "worse",
        "worse by more than the margin",
        "worse by less than the margin",
        "practically equal",
        "undecided",
        "cannot tell",
    }
