"""How good is a model: values, intervals, baselines, degenerate input, options."""

import math

import numpy as np
import pytest

import compare
from compare.errors import MethodError, UsageError
from compare.methods.intervals import Exact
from compare.metrics.labels import BalancedAccuracy


def test_the_published_example_of_81_in_263() -> None:
    found = compare.score(compare.Table.from_correct(81, 263))
    assert found.estimate.interval == pytest.approx((0.2553, 0.3662), abs=5e-5)
    exact = found.estimate.confidence_interval(method=Exact())
    assert exact == pytest.approx((0.2527, 0.3676), abs=5e-5)


@pytest.mark.parametrize(
    ("name", "limits"),
    [
        ("wilson", (0.0624, 0.1605)),
        ("wilson-cc", (0.0598, 0.1644)),
        ("exact", (0.0578, 0.1617)),
        ("clopper-pearson", (0.0578, 0.1617)),
        ("beta", (0.0578, 0.1617)),
        ("midp", (0.0601, 0.1581)),
        ("jeffreys", (0.0604, 0.1576)),
    ],
)
def test_intervals_go_by_name(name: str, limits: tuple[float, float]) -> None:
    found = compare.score(compare.Table.from_correct(15, 148), interval=name)
    assert found.estimate.interval == pytest.approx(limits, abs=1e-4)


def test_classes_without_items_have_no_recall() -> None:
    found = compare.score(["a", "a", "b", "b", "b"], ["a", "c", "b", "b", "a"])
    accuracy, balanced = found.scores[0].estimates
    assert accuracy.value == pytest.approx(0.6)
    assert balanced.value == pytest.approx(0.583333, abs=1e-6)
    assert "absent_class" in balanced.notes
    assert [e.label for e in found.scores[0].per_class] == ["a", "b"]


def test_declared_classes_without_items_change_nothing() -> None:
    found = compare.score([2, 1, 0, 0], [2, 1, 0, 1], labels=range(6))
    assert found.scores[0].estimates[1].value == pytest.approx(5 / 6)


def test_bool_int_and_float_name_the_same_class() -> None:
    truth = [True, False, True, True, False]
    for kind in (bool, np.int8, np.uint8, np.int64, np.float64):
        answers = np.array([1, 0, 0, 1, 1]).astype(kind)
        assert compare.score(truth, answers).estimate.value == pytest.approx(0.6)


def test_baselines_are_given_beside_the_model() -> None:
    found = compare.score(["x"] * 8 + ["y"] * 2, ["x"] * 9 + ["y"])
    assert found.majority[0].value == pytest.approx(0.8)
    assert found.majority[1].value == pytest.approx(0.5)
    assert found.chance == 0.5


@pytest.mark.parametrize(
    ("truth", "answer"),
    [
        ([], []),
        (["a"], ["a"]),
        (["a"], ["b"]),
        (["a"] * 12, ["a"] * 12),
        (["a"] * 3, ["b"] * 3),
        (["a", "b"], [None, None]),
    ],
)
def test_degenerate_input_gives_true_statements(truth: list[str], answer: list[str]) -> None:
    found = compare.score(truth, answer)
    estimate = found.estimate
    if not truth:
        assert math.isnan(estimate.value)
        assert "no_items" in found.notes
        return
    assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
    assert estimate.low < estimate.high


def test_a_bootstrap_of_perfect_scores_says_that_it_is_degenerate() -> None:
    found = compare.score(compare.Table.from_correct(12, 12), interval="bootstrap").estimate
    assert found.interval == (1.0, 1.0)
    assert "zero_width" in found.notes
    assert found.confidence_interval(method=Exact()) == pytest.approx((0.735352, 1.0), abs=1e-6)


def test_missing_answers_stay_in_the_denominator() -> None:
    truth, answers = ["a"] * 6, ["a", "b", None, "a", None, "a"]
    assert compare.score(truth, answers).estimate.value == pytest.approx(0.5)
    dropped = compare.score(truth, answers, invalid="drop")
    assert dropped.estimate.value == pytest.approx(0.75)
    assert dropped.table.placement.dropped == 2
    assert compare.score(truth, answers).scores[0].coverage.value == pytest.approx(4 / 6)


def test_metrics_that_need_classes_refuse_right_or_wrong_data() -> None:
    with pytest.raises(MethodError, match="needs the true classes"):
        compare.score(compare.Table.from_correct(3, 4), metric="balanced")


def test_a_metric_object_may_lead() -> None:
    found = compare.score(["a", "b", "b"], ["a", "b", "a"], metric=BalancedAccuracy())
    assert found.estimate.quantity == "balanced accuracy"
    assert [e.quantity for e in found.scores[0].estimates] == ["balanced accuracy", "accuracy"]
    error = compare.score(["a", "b", "b"], ["a", "b", "a"], metric="error")
    assert error.estimate.value == pytest.approx(1 / 3)


def test_options_are_checked_by_name_and_value() -> None:
    with pytest.raises(UsageError, match="no option named intervall; did you mean interval"):
        compare.score(["a"], ["a"], intervall="wilson")  # type: ignore[call-arg]
    with pytest.raises(UsageError, match="no option named zzz; there are"):
        compare.score(["a"], ["a"], zzz=1)  # type: ignore[call-arg]
    with pytest.raises(UsageError, match=r"for 95 % write 0\.95"):
        compare.score(["a"], ["a"], confidence_level=95)
    with pytest.raises(UsageError, match="interval must be one of"):
        compare.score(["a"], ["a"], interval="wilsn")
    with pytest.raises(UsageError, match="metric must be one of"):
        compare.score(["a"], ["a"], metric="f2")
    with pytest.raises(UsageError, match="n_resamples"):
        compare.score(["a"], ["a"], n_resamples=10)


def test_models_are_found_by_name() -> None:
    found = compare.score(["a", "b"], ["a", "b"], ["b", "b"], names=["good", "bad"])
    assert found["bad"].estimates[0].value == 0.5
    assert found.confusion.loc["a", "a"] == 1
    with pytest.raises(UsageError, match="model must be one of"):
        _ = found["ugly"]


@pytest.mark.parametrize("rng", [3, None, np.random.default_rng(3), np.random.SeedSequence(3)])
def test_random_draws_can_be_replayed(rng: object) -> None:
    truth = ["a", "b", "c"] * 9
    answers = ["a", "b", "a"] * 9
    first = compare.two(truth, truth, answers, rng=rng)
    again = compare.two(truth, truth, answers, rng=first.settings.seed)
    assert again.secondary[0].test.pvalue == first.secondary[0].test.pvalue
