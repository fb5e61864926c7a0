"""Does the second model beat the first: known tables, direction, verdicts, degenerate input."""

import copy
import math
import pickle
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import compare
from compare._types import Alternative, ConfidenceInterval
from compare.errors import MethodError, UsageError
from compare.methods.base import Estimand, TestResult
from compare.methods.families import Family
from compare.methods.general import Bootstrap
from compare.methods.intervals import Newcombe, Wald
from compare.methods.tests import McNemar
from compare.results import Comparison, Verdict, decide


def pairs(both: int, losses: int, gains: int, neither: int, **options: Any) -> Comparison:
    return compare.two(compare.Table.from_pairs(both, losses, gains, neither), rng=0, **options)


def pvalues(found: Comparison) -> dict[str, float]:
    return {t.name: t.pvalue for t in found.robustness}


def test_500_items_of_which_44_tell_the_models_apart() -> None:
    found = pairs(371, 14, 30, 85)
    assert found.difference.value == pytest.approx(0.032)
    assert pvalues(found) == pytest.approx(
        {
            "McNemar exact": 0.022628841,
            "McNemar mid-p": 0.01609436,
            "McNemar chi-square": 0.015861,
            "McNemar chi-square, corrected": 0.023739,
        },
        abs=1e-6,
    )
    assert found.verdict is Verdict.BETTER
    assert found.difference.confidence_interval(method=Wald()) == pytest.approx(
        (0.00615, 0.05785), abs=1e-5
    )


def test_swapping_the_models_swaps_one_sided_p_values() -> None:
    truth = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0]
    first = [0, 0, 0, 1, 0, 1, 1, 1, 0, 1, 0, 0]
    second = [0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 1]
    found = compare.two(truth, first, second, test="exact", alternative="greater")
    assert (found.pairs.losses, found.pairs.gains) == (5, 2)
    assert found.test.pvalue == pytest.approx(0.9375)
    swapped = compare.two(truth, second, first, test="exact", alternative="greater")
    assert swapped.test.pvalue == pytest.approx(0.2265625)
    both = compare.two(truth, first, second, test="exact")
    assert both.test.pvalue == pytest.approx(0.453125)


def test_identical_models_are_undecided_with_an_interval() -> None:
    found = compare.two([1] * 8, [1, 0, 1, 1, 0, 1, 1, 1], [1, 0, 1, 1, 0, 1, 1, 1])
    assert set(pvalues(found).values()) == {1.0}
    assert found.difference.value == 0.0
    assert found.difference.low < 0 < found.difference.high
    assert found.verdict is Verdict.UNDECIDED
    assert "no_discordant" in found.notes


def test_equal_disagreements_give_a_p_of_one() -> None:
    assert set(pvalues(pairs(4, 3, 3, 0)).values()) == {1.0}


def test_9_against_2_of_100_does_not_contradict_itself() -> None:
    for test in ("midp", "exact", "chi2", "chi2-corrected", "unconditional"):
        found = pairs(80, 2, 9, 9, test=test)
        better = found.verdict is Verdict.BETTER
        assert better == (found.difference.low > 0) == (found.test.pvalue < 0.05)


def test_fewer_than_six_disagreements_say_so() -> None:
    found = pairs(0, 0, 5, 0, test="exact")
    assert found.test.pvalue == 0.0625
    assert "few_discordant" in found.notes
    assert found.verdict is Verdict.UNDECIDED


def test_wrong_answers_in_another_way_are_not_disagreements() -> None:
    found = compare.two(["a"] * 3, ["b", "c", "a"], ["c", "b", "a"])
    assert found.pairs.discordant == 0


@pytest.mark.parametrize("n", [0, 1, 2, 30])
@pytest.mark.parametrize("test", ["midp", "exact", "score", "chi2-corrected", "unconditional"])
def test_degenerate_tables_never_fail(n: int, test: str) -> None:
    for table in [(n, 0, 0, 0), (0, n, 0, 0), (0, 0, n, 0), (0, 0, 0, n)]:
        found = pairs(*table, test=test, margin=0.01)
        assert 0 <= found.test.pvalue <= 1
        assert math.isnan(found.difference.low) == (n == 0)
        assert (found.verdict is Verdict.CANNOT_TELL) == (n == 0)


@pytest.mark.parametrize(
    ("table", "margin", "verdict"),
    [
        ((4000, 100, 110, 790), 0.02, Verdict.EQUIVALENT),
        ((4000, 100, 110, 790), None, Verdict.UNDECIDED),
        ((3000, 100, 400, 500), 0.02, Verdict.BETTER_BY_MARGIN),
        ((3000, 400, 100, 500), 0.02, Verdict.WORSE_BY_MARGIN),
        ((39000, 400, 500, 500), 0.01, Verdict.BETTER_BUT_SMALL),
        ((39000, 500, 400, 500), 0.01, Verdict.WORSE_BUT_SMALL),
        ((371, 14, 30, 85), 0.02, Verdict.BETTER),
        ((371, 30, 14, 85), None, Verdict.WORSE),
    ],
)
def test_verdicts_follow_interval_and_margin(
    table: tuple[int, int, int, int], margin: float | None, verdict: Verdict
) -> None:
    assert pairs(*table, margin=margin).verdict is verdict


def test_a_lower_error_rate_is_better() -> None:
    found = pairs(371, 14, 30, 85, metric="error")
    assert found.difference.value == pytest.approx(-0.032)
    assert found.verdict is Verdict.BETTER
    assert found.test.pvalue == pytest.approx(0.01609436, abs=1e-8)


@given(
    low=st.floats(-1, 1),
    high=st.floats(-1, 1),
    margin=st.none() | st.floats(0.001, 0.5),
    flip=st.booleans(),
)
def test_the_verdict_mirrors_and_never_crosses_zero(
    low: float, high: float, margin: float | None, flip: bool
) -> None:
    low, high = sorted((low, high))
    interval, mirrored = ConfidenceInterval(low, high), ConfidenceInterval(-high, -low)
    found = decide(interval, interval, margin, greater_is_better=not flip)
    back = decide(mirrored, mirrored, margin, greater_is_better=flip)
    assert found is back
    assert (low <= 0 <= high) == (found in (Verdict.UNDECIDED, Verdict.EQUIVALENT))


def test_other_intervals_by_name_tell_of_contradictions() -> None:
    found = pairs(0, 0, 4, 96, difference_interval="wald")
    assert found.difference.low > 0
    assert found.test.pvalue > 0.05
    assert "interval_disagrees" in found.notes
    family = Family(McNemar("exact"), Newcombe())
    assert pairs(371, 14, 30, 85, test=family).difference.method == "newcombe"


def test_balanced_accuracy_may_lead() -> None:
    truth = ["a"] * 90 + ["b"] * 10
    first, second = ["a"] * 100, ["a"] * 80 + ["b"] * 20
    found = compare.two(truth, first, second, metric="balanced", rng=1)
    assert found.difference.value == pytest.approx((80 / 90 - 1 + 1) / 2)
    assert found.test.name == "sign-flip randomisation"
    assert found.verdict is Verdict.BETTER
    assert found.secondary[0].difference.value == pytest.approx(0)
    assert found.robustness == ()


def test_permutation_is_the_sign_flip_test_where_there_is_no_exact_one() -> None:
    truth = ["a"] * 90 + ["b"] * 10
    first, second = ["a"] * 100, ["a"] * 80 + ["b"] * 20

    def run(**options: Any) -> Comparison:
        return compare.two(truth, first, second, rng=1, n_resamples=500, **options)

    drawn = run(metric="balanced", test="permutation")
    assert drawn.test == run(metric="balanced").test
    assert drawn.test.name == "sign-flip randomisation"
    assert run(metric="error", test="permutation").test.name == "McNemar exact"


def test_classes_are_adjusted_by_holm() -> None:
    truth = ["a"] * 20 + ["b"] * 20
    first = ["b"] * 8 + ["a"] * 12 + ["b"] * 20
    second = ["a"] * 20 + ["b"] * 20
    found = compare.two(truth, first, second, rng=0)
    a, b = found.classes
    assert a.adjusted_pvalue == pytest.approx(2 * a.test.pvalue)
    assert (b.test.pvalue, b.adjusted_pvalue) == (1.0, 1.0)


def test_one_sided_intervals_end_at_the_range() -> None:
    found = pairs(371, 14, 30, 85, alternative="greater", margin=0.1)
    assert found.difference.high == 1.0
    assert found.difference.low > 0
    assert found.equivalence.high < 0.1


def test_the_number_of_models_is_checked() -> None:
    with pytest.raises(UsageError, match="two compares two models, found 1"):
        compare.two(compare.Table.from_correct(3, 4))


def test_the_unconditional_test_has_a_limit() -> None:
    with pytest.raises(MethodError, match="up to 100,000 items"):
        pairs(200_000, 10, 20, 0, test="unconditional")


def test_levels_and_methods_are_answered_later() -> None:
    found = pairs(371, 14, 30, 85)
    wide = found.difference.confidence_interval(0.99)
    assert wide.low < found.difference.low < found.difference.high < wide.high
    with pytest.raises(UsageError, match="confidence_level"):
        found.difference.confidence_interval(99)
    with pytest.raises(MethodError, match="does not apply"):
        found.scores[0].estimates[0].confidence_interval(method=Newcombe())


@pytest.mark.parametrize(
    ("test", "limits"),
    [("exact", (0.0032, 1.1120)), ("midp", (0.0063, 0.9241)), ("score", (0.0229, 0.8900))],
)
def test_odds_of_the_disagreements_decide_as_their_test(
    test: str, limits: tuple[float, float]
) -> None:
    """The airway data, seven gains against one loss; the limits are of losses by gains."""
    found = pairs(1, 1, 7, 12, test=test)
    assert found.odds.value == 7.0
    assert (1 / found.odds.high, 1 / found.odds.low) == pytest.approx(limits, abs=5e-5)
    assert (found.odds.low > 1) == (found.test.pvalue < 0.05)


@dataclass  # not frozen, so without a hash
class Signs:
    """A test of a user's own: every lead counts."""

    name: str = "signs"

    def check(self, estimand: Estimand) -> None:
        del estimand

    def apply(self, estimand: Estimand, alternative: Alternative) -> TestResult:
        p = 0.01 if estimand.estimate else 1.0
        return TestResult(self.name, math.nan, math.nan, p, alternative)


def test_a_test_of_ones_own_goes_with_mid_p_odds() -> None:
    found = pairs(371, 14, 30, 85, test=Family(Signs(), Newcombe()))
    assert (found.test.name, found.odds.method) == ("signs", "mid-p")


def test_odds_without_disagreement_are_undefined() -> None:
    assert math.isnan(pairs(5, 0, 0, 5).odds.value)
    assert pairs(5, 0, 6, 5).odds.value == math.inf


@pytest.mark.parametrize("metric", ["accuracy", "error"])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("test", ["exact", "midp", "chi2"])
@pytest.mark.parametrize("counts", [(50, 3, 18, 9), (50, 18, 3, 9), (50, 9, 10, 9)])
def test_the_odds_decide_as_the_test_does(
    metric: str, alternative: str, test: str, counts: tuple[int, int, int, int]
) -> None:
    found = pairs(*counts, metric=metric, alternative=alternative, test=test)
    excludes_one = found.odds.low > 1 or found.odds.high < 1
    assert excludes_one == (found.test.pvalue < 0.05)


def test_seed_and_resamples_reach_methods_asked_for_by_name() -> None:
    truth = ["a", "b", "c", "a"] * 10
    first = ["a", "b", "a", "b"] * 10
    second = ["a", "c", "c", "a", "b"] * 8
    names = ("bootstrap", "bootstrap-basic", "bootstrap-bca")

    def run(**options: Any) -> Comparison:
        return compare.two(truth, first, second, metric="balanced", **options)

    for name in names:
        found = run(interval=name, difference_interval=name, rng=5, n_resamples=200)
        makers: list[Any] = [found.difference.maker, *(s.estimates[0].maker for s in found.scores)]
        assert [(m.n_resamples, m.seed) for m in makers] == [(200, 5)] * 3
        same = run(interval=name, difference_interval=name, rng=5, n_resamples=200)
        other = run(interval=name, difference_interval=name, rng=6, n_resamples=200)
        assert same == found
        later = found.difference.confidence_interval(method=name)
        assert later == found.difference.interval  # asked for afterwards, with the same draws
        assert other.difference.interval != found.difference.interval
    kept = Bootstrap("bca", n_resamples=150, seed=1)
    assert run(difference_interval=kept, rng=5).difference.maker == kept


def test_weighted_items_are_scored_by_delta_and_not_compared() -> None:
    table = compare.Table.from_codes(
        ["a", "b"], ["A", "B"], np.array([0, 0, 1, 1]), np.array([[0, 0], [1, 0], [1, 1], [0, 1]]),
        n=np.array([5, 2, 6, 3]), w=np.array([10.0, 4.0, 6.0, 3.0]),
        w2=np.array([20.0, 8.0, 6.0, 3.0]),
    )  # fmt: skip
    found = compare.score(table)
    assert {e.method for e in found.scores[0].estimates} == {"delta"}
    assert found.estimate.value == pytest.approx(16 / 23)
    with pytest.raises(MethodError, match="carry weights"):
        compare.two(table)


@pytest.mark.parametrize("counts", [(0, 0, 0, 0), (0, 0, 1, 0), (5, 0, 0, 0), (3, 1, 2, 4)])
def test_results_equal_their_copies_however_degenerate(counts: tuple[int, int, int, int]) -> None:
    found = pairs(*counts)
    again = pairs(*counts)
    for other in (again, copy.deepcopy(found), pickle.loads(pickle.dumps(found))):  # noqa: S301  # our own bytes
        assert other == found
        assert hash(other) == hash(found)
        assert other.difference == found.difference
        assert other.test == found.test
    assert found != pairs(*counts, confidence_level=0.9)
    assert found.difference != pairs(7, 1, 2, 4).difference
    assert found != "found"


def test_answers_that_are_none_are_noted_only_where_there_are_some() -> None:
    assert "no_answers" not in pairs(0, 0, 0, 0).notes
    assert "no_answers" in compare.two(["a", "b"], ["a", None], ["a", "b"]).notes
    assert "no_answers" not in compare.two(["a", "b"], ["a", "a"], ["a", "b"]).notes
