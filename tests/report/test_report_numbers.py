"""Rendered numbers: read back they equal the value, and rounding never changes a decision."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare.report.numbers import (
    MINUS,
    UNDEFINED,
    Style,
    count,
    level,
    points,
    pvalue,
    share,
    statistic,
    threshold,
    versus,
)

proportions = st.floats(0.0, 1.0)
styles = st.builds(Style, st.integers(0, 4))


def read(text: str) -> tuple[float, float]:
    """Value of a rendered number and half a unit of its last digit."""
    plain = text.replace(MINUS, "-")
    return float(plain), 0.5 * 10.0 ** -len(plain.partition(".")[2])


@given(proportions, styles)
def test_a_proportion_reads_back(x: float, style: Style) -> None:
    value, half = read(style.value(x))
    assert abs(value - 100 * x) <= half + 1e-9


@given(st.floats(-1.0, 1.0), styles)
def test_a_difference_reads_back_with_its_sign(x: float, style: Style) -> None:
    text = style.change(x)
    value, half = read(text)
    assert abs(value - 100 * x) <= half + 1e-9
    assert text[0] == ("+" if x > 0 else MINUS if x < 0 else "0")


@given(st.floats(-1.0, 1.0), st.floats(0.001, 0.5), styles)
def test_a_difference_stays_on_its_side_of_the_margin(
    x: float, margin: float, style: Style
) -> None:
    shown = Style.of([], 10, margin=margin)
    value, _ = read(Style(style.decimals, pivots=shown.pivots).change(x))
    if abs(x - margin) > 1e-6:
        assert (value > 100 * margin) == (x > margin)
    if abs(x + margin) > 1e-6:
        assert (value < -100 * margin) == (x < -margin)


@given(st.floats(1e-6, 1 - 1e-6), styles)
def test_only_0_and_1_print_as_0_and_100(x: float, style: Style) -> None:
    assert 0.0 < read(style.value(x))[0] < 100.0


@pytest.mark.parametrize(
    ("x", "n", "shown"),
    [
        (0.861, 1000, "86.1"),
        (0.7613, 50_000, "76.13"),
        (0.8, 10**9, "80.0000"),
        (1.0, 1, "100"),
        (0.5, 20, "50"),
        (349 / 360, 360, "96.9"),
        (0.991, 1000, "99.1"),
        (0.9912, 2000, "99.12"),
    ],
)
def test_the_standard_error_sets_the_decimals(x: float, n: int, shown: str) -> None:
    assert Style.of([math.sqrt(x * (1 - x) / n)], n).value(x) == shown


def test_without_a_standard_error_one_item_sets_the_decimals() -> None:
    assert Style.of([0.0, math.nan], 500).decimals == 1
    assert Style.of([], 0).decimals == 0


def test_limits_put_past_zero_keep_their_sign_and_zero_has_none() -> None:
    style = Style(1)
    assert [style.change(x) for x in (5e-324, -5e-324, 0.0, -0.0, 0.0002)] == [
        "+0.0",
        f"{MINUS}0.0",
        "0.0",
        "0.0",
        "+0.02",
    ]


def test_one_sided_limits_name_the_limit_there_is() -> None:
    style = Style(1)
    assert style.change_interval(-0.01, 1.0, "greater") == f"from {MINUS}1.0"
    assert style.change_interval(-1.0, 0.01, "less") == "up to +1.0"
    assert style.change_interval(-0.01, 0.01) == f"[{MINUS}1.0, +1.0]"


def test_undefined_numbers_are_said_to_be_so() -> None:
    style = Style(1)
    nan = math.nan
    shown = (style.value(nan), style.change(nan), style.size(nan), pvalue(nan), count(nan))
    assert set(shown) == {UNDEFINED}
    assert (share(0, 0, style), statistic(nan)) == (UNDEFINED, UNDEFINED)
    assert style.interval(nan, nan) == style.change_interval(nan, 1.0) == "undefined"


def test_metrics_of_their_own_scale_have_no_percent_and_no_ends() -> None:
    style = Style.of([0.021], 100, factor=1.0)
    assert (style.value(-0.996), style.size(0.9996)) == (f"{MINUS}0.996", "1.000")


@pytest.mark.parametrize(
    ("p", "shown"),
    [
        (0.52, ".52"),
        (0.053, ".053"),
        (2e-16, "< .001"),
        (0.0, "< .001"),
        (0.00096, "< .001"),
        (0.001, ".0010"),
        (1.0, "1"),
        (0.997, ".997"),
        (0.9996, "> .999"),
        (0.04996, ".04996"),
        (0.0504, ".0504"),
        (0.05, ".050"),
        (0.1, ".10"),
    ],
)
def test_p_values(p: float, shown: str) -> None:
    assert pvalue(p) == shown


@given(st.floats(0.0, 1.0), st.sampled_from([0.001, 0.01, 0.05, 0.1, 0.5]))
def test_a_p_value_stays_on_its_side_of_alpha(p: float, alpha: float) -> None:
    text = pvalue(p, alpha)
    assert text not in {"0", ".000", "1.0", "1.00"}
    assert text != "1" or p == 1.0
    value = float(text.strip("<> "))
    if text[0] in "<>":
        assert value in {0.001, 0.999}
    elif abs(p - alpha) > 1e-8:
        assert (value < alpha) == (p < alpha)


def test_strict_levels_show_small_p_values() -> None:
    assert pvalue(2.34e-7, alpha=1e-6) == "2.3e-07"
    assert pvalue(0.0, alpha=1e-6) == "< 1e-300"


def test_p_values_in_sentences() -> None:
    assert (versus(0.04), versus(1e-9), versus(0.9999)) == ("p = .040", "p < .001", "p > .999")


def test_counts_levels_margins_and_thresholds() -> None:
    assert (count(15_200), count(2.5)) == ("15,200", "2.5")
    assert (level(0.95), level(0.999)) == ("95%", "99.9%")
    assert (points(0.01), points(0.005)) == ("1 point", "0.5 points")
    assert (threshold(0.05), statistic(-1.23456)) == (".05", f"{MINUS}1.235")
