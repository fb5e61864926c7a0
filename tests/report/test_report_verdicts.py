"""The verdict's sentence can be read back, and its numbers are those of the interval."""

import math
import re
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from report.made import comparisons, mock_up, numbers, pair

from compare import Comparison, Verdict
from compare._types import ConfidenceInterval
from compare.report.names import Names
from compare.report.numbers import MINUS, Style, level
from compare.report.verdicts import Claim, excluded, headline, verdict_of
from compare.report.words import document

FORBIDDEN = ("no difference", "significant", "trend", "equal performance", "nan", "inf")


def claim(low: float, value: float, high: float, **changes: object) -> Claim:
    """Claim on an interval; the equivalence interval is somewhat narrower."""
    inner = ConfidenceInterval(value - 0.8 * (value - low), value + 0.8 * (high - value))
    made = Claim(
        baseline="base",
        candidate="cand",
        metric="accuracy",
        greater_is_better=True,
        value=value,
        interval=ConfidenceInterval(low, high),
        equivalence=inner,
        confidence_level=0.95,
        margin=None,
        alternative="two-sided",
        range=(-1.0, 1.0),
        style=Style(1),
    )
    changed = replace(made, **changes)  # type: ignore[arg-type]
    return replace(changed, style=Style.of([0.01], 1000, margin=changed.margin))


def both(made: Claim) -> str:
    return f"{headline(made)} {excluded(made)}"


def test_the_sentences_of_the_mock_up() -> None:
    found = document(mock_up())
    assert found.headline == "UNDECIDED: the 0.9-point lead of vit_b16 is within sampling noise."
    assert found.excluded == (
        "The data rule out leads of more than 3.4 points for vit_b16 and 1.6 points for resnet50 "
        "(95% interval)."
    )


@pytest.mark.parametrize(
    ("low", "value", "high", "margin", "sentence"),
    [
        (0.01, 0.03, 0.05, None, "BETTER: cand leads base by 3.0 points, more than"),
        (0.01, 0.03, 0.05, 0.02, "whether by more than the margin of 2 points is open"),
        (0.03, 0.05, 0.07, 0.02, "BETTER BY MORE THAN THE MARGIN: cand leads base by 5.0 points"),
        (0.01, 0.02, 0.03, 0.05, "BETTER BY LESS THAN THE MARGIN: cand leads base by 2.0 points"),
        (-0.05, -0.03, -0.01, None, "WORSE: base leads cand by 3.0 points"),
        (-0.07, -0.05, -0.03, 0.02, "WORSE BY MORE THAN THE MARGIN: base leads cand by 5.0 points"),
        (-0.03, -0.02, -0.01, 0.05, "WORSE BY LESS THAN THE MARGIN: base leads"),
        (-0.01, 0.0, 0.01, 0.02, "PRACTICALLY EQUAL: cand and base differ by less than the margin"),
        (-0.01, 0.0, 0.01, None, "UNDECIDED: cand and base tie exactly; sampling noise could"),
        (-0.05, -0.01, 0.03, None, "UNDECIDED: the 1.0-point lead of base is within"),
        (-0.05, -0.01, 0.03, 0.01, "Differences beyond the margin of 1 point are not ruled out"),
        (math.nan, math.nan, math.nan, None, "CANNOT TELL: the difference between cand and base"),
        (
            0.01,
            0.03,
            0.05,
            None,
            "lead of cand is at least 1.0 and at most 5.0 points (95% ",
        ),
        (
            -0.05,
            -0.03,
            -0.01,
            None,
            "lead of base is at least 1.0 and at most 5.0 points (95% ",
        ),
        (
            5e-324,
            0.03,
            0.05,
            None,
            "lead of cand is more than zero and at most 5.0 points (95%",
        ),
        (0.02, 0.5, 1.0, None, "The lead of cand is at least 2.0 points (95% interval)."),
        (-1.0, 0.5, 1.0, None, "The data rule nothing out."),
        (0.0, 0.03, 0.05, None, "leads of more than 5.0 points for cand and any lead of base (95%"),
        (-0.03, -0.01, 0.0, None, "leads of more than 3.0 points for base and any lead of cand"),
        (5e-324, 0.5, 1.0, None, "The lead of cand is more than zero points (95% interval)."),
        (-0.02, 0.0, 0.02, None, "rule out leads of more than 2.0 points for either model (95%"),
        (-0.2, 0.5, 1.0, None, "rule out leads of more than 20.0 points for base (95% interval)."),
        (-1.0, 0.0, 0.2, None, "rule out leads of more than 20.0 points for cand (95% interval)."),
        (0.03, 0.03, 0.03, None, "The interval has no width"),
        (0.01, -0.01, 0.05, None, "BETTER: cand is ahead of base, more than sampling noise"),
    ],
)
def test_the_sentence_of_each_verdict(
    low: float, value: float, high: float, margin: float | None, sentence: str
) -> None:
    assert sentence in both(claim(low, value, high, margin=margin))


@pytest.mark.parametrize(
    ("low", "value", "high", "alternative", "sentence"),
    [
        (
            0.01,
            0.03,
            1.0,
            "greater",
            "lead of cand is at least 1.0 points (one-sided 95% inter",
        ),
        (
            -0.02,
            0.01,
            1.0,
            "greater",
            "leads of more than 2.0 points for base (one-sided 95%",
        ),
        (-0.02, 0.01, 1.0, "greater", "the 1.0-point lead of cand is within sampling noise"),
        (-0.05, -0.03, 1.0, "greater", "cand is not shown to be better than base; the 3.0-point"),
        (-0.05, 0.0, 1.0, "greater", "cand is not shown to be better than base; the two tie"),
        (-1.0, 0.03, 0.05, "less", "base is not shown to be better than cand; the 3.0-point lead"),
        (-1.0, -0.01, 0.02, "less", "the 1.0-point lead of base is within sampling noise"),
        (
            -1.0,
            -0.03,
            -0.01,
            "less",
            "lead of base is at least 1.0 points (one-sided 95% inter",
        ),
        (-1.0, -1.0, 1.0, "greater", "The data rule nothing out."),
        (0.03, 0.03, 1.0, "greater", "The interval has no width"),
        (-1.0, 0.03, 0.03, "less", "The interval has no width"),
    ],
)
def test_one_sided_sentences_leave_the_open_side_open(
    low: float, value: float, high: float, alternative: str, sentence: str
) -> None:
    assert sentence in both(claim(low, value, high, alternative=alternative))


def test_metrics_of_which_less_is_better() -> None:
    error = {"metric": "error rate", "greater_is_better": False}
    better = both(claim(-0.05, -0.03, -0.01, **error))
    assert "BETTER: the error rate of cand is 3.0 points below that of base" in better
    assert (
        "The error rate of cand is at least 1.0 and at most 5.0 points below that of base ("
        in better
    )
    undecided = both(claim(-0.05, -0.01, 0.03, **error))
    assert "UNDECIDED: the 1.0-point lower error rate of cand is within" in undecided
    assert (
        "rule out an error rate of cand more than 3.0 points above or more than 5.0 points below "
        "that of base (95% interval)."
    ) in undecided
    level_low = both(claim(0.0, 0.01, 0.03, **error))
    assert "of cand more than 3.0 points above or below that of base (95%" in level_low
    worse = both(claim(0.01, 0.03, 0.05, **error))
    assert "error rate of cand is at least 1.0 and at most 5.0 points above that of base" in worse
    assert "WORSE: the error rate of base is 3.0 points below that of cand" in worse
    assert "cand is not shown to be better" in both(
        claim(-1.0, 0.01, 0.03, alternative="less", **error)
    )


def test_other_metrics_are_named_and_other_scales_have_no_points() -> None:
    balanced = both(claim(-0.05, -0.03, -0.01, metric="balanced accuracy"))
    assert "base leads cand by 3.0 points in balanced accuracy" in balanced
    made = claim(-0.05, 0.03, 0.06, metric="kappa", margin=0.04)
    shown = both(replace(made, style=Style(2, 1.0)))
    assert "the 0.03 lead of cand in kappa" in shown
    assert "leads of more than 0.06 for cand and 0.05 for base (95% interval)" in shown
    assert "margin of 0.04 are not" in shown
    won = claim(0.02, 0.03, 0.06, metric="kappa")
    assert "cand leads base by 0.03 in kappa" in both(replace(won, style=Style(2, 1.0)))


@given(
    st.floats(-1, 1),
    st.floats(0, 1),
    st.floats(0, 1),
    st.none() | st.floats(0.001, 0.6),
    st.sampled_from(["two-sided", "less", "greater"]),
)
def test_any_interval_reads_back(
    value: float, below: float, above: float, margin: float | None, alternative: str
) -> None:
    low = -1.0 if alternative == "less" else max(value - below, -1.0)
    high = 1.0 if alternative == "greater" else min(value + above, 1.0)
    for greater, metric in ((True, "accuracy"), (False, "error rate")):
        made = claim(
            low, value, high, margin=margin, alternative=alternative, greater_is_better=greater,
            metric=metric,
        )  # fmt: skip
        _check(made, headline(made), excluded(made))


@settings(max_examples=300, deadline=None)
@given(comparisons())
def test_any_result_reads_back(result: Comparison) -> None:
    style = Style.of([result.difference.standard_error], result.difference.n)
    made = Claim.of(result, style, Names.of(result.table))
    found = document(result)
    assert verdict_of(found.headline) is result.verdict
    assert found.verdict == result.verdict.value
    _check(made, found.headline, found.excluded)


def _check(made: Claim, first: str, second: str) -> None:
    """Verdict reads back; each number is one of the claim's; nothing forbidden is said."""
    assert verdict_of(first) is made.verdict
    text = f"{first} {second}"
    assert not any(word in text.lower() for word in FORBIDDEN)
    margin = made.margin or 0.0
    known = [made.value, *made.interval, *made.equivalence, margin]
    allowed = [100 * abs(v) for v in known if not math.isnan(v)]
    alpha = 1 - made.confidence_level
    levels = [100 * made.confidence_level, 100 * (1 - 2 * alpha)]
    for number, half in numbers(text.replace("%", "").replace("-point", "")):
        near = min(abs(abs(number) - v) for v in [*allowed, *levels])
        assert near <= half + 1e-7, (number, text)
    _check_direction(made, second)


def _check_direction(made: Claim, sentence: str) -> None:
    """What is ruled out lies outside the interval."""
    low, high = made.interval
    if "leads of more than" in sentence:
        assert low <= 0 <= high
    if "lead of cand is" in sentence or "above that of base" in sentence.partition(" or ")[0]:
        assert low > 0 or "rule out" in sentence
    if "lead of base is" in sentence:
        assert high < 0
    if "any lead of" in sentence:
        assert min(abs(low), abs(high)) < 1e-12
    if made.alternative == "greater" and made.greater_is_better:
        assert not re.search(r"points for cand|at most", sentence)
    assert MINUS not in sentence.partition(" Differences")[0]
    assert level(made.confidence_level) in sentence or "no" in sentence


@given(st.floats(-1, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_what_is_ruled_out_does_not_depend_on_the_estimate(
    low: float, width: float, one: float, two: float
) -> None:
    high = min(low + width, 1.0)
    values = (low + share * (high - low) for share in (one, two))
    assert len({excluded(claim(low, value, high)) for value in values}) == 1


def test_every_verdict_can_be_said() -> None:
    made = {
        claim(low / 100, (low + high) / 200, high / 100, margin=margin).verdict
        for low, high, margin in product(range(-6, 6), range(-5, 7), (None, 0.02))
        if low < high
    } | {claim(math.nan, math.nan, math.nan).verdict}
    assert made == set(Verdict)


def test_limits_moved_to_agree_with_the_test_keep_their_side() -> None:
    result = pair(100, 15, 6, 5)
    found = document(result)
    assert "extended_to_zero" in result.notes
    assert result.verdict is Verdict.UNDECIDED
    assert any("set to zero" in n for n in found.notes)
    assert "any lead of B" in found.excluded
