"""Every row of the reference tables that belongs to this room."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numerics.reference_tables import assert_close, column, table

from compare.numerics import adjust, binomial, bootstrap, mcnemar, odds, paired
from compare.numerics.tails import normal_sf, two_sided_p

LEVELS = (0.8, 0.9, 0.95, 0.99, 0.999)
SINGLE = tuple(binomial.__all__)
PAIRED = (
    "wald",
    "wald_cc",
    "wald_cc_fagerland",
    "agresti_min",
    "bonett_price",
    "newcombe8",
    "newcombe9",
    "newcombe10",
    "tango",
)
RATIOS: dict[str, Callable[..., Any]] = {
    "or_exact": odds.exact,
    "or_midp": odds.midp,
    "or_wilson": odds.score,
    "or_wald_log": odds.wald_log,
}
# The reference takes first minus second, so its "greater" is "less" here.
MIRROR = {"two-sided": "two-sided", "greater": "less", "less": "greater"}


def chosen(name: str, method: str, level: float) -> pd.DataFrame:
    rows = table(name)
    return rows[(rows["method"] == method) & (rows["level"] == level)]


def test_no_method_of_a_table_is_left_out() -> None:
    assert set(table("single_proportion")["method"]) == set(SINGLE)
    assert set(table("paired_difference")["method"]) == {*PAIRED, *RATIOS}
    assert set(table("mcnemar")["method"]) == {
        "chi2_uncorrected",
        "chi2_edwards_clamped",
        "chi2_edwards_literal",
        "z_uncorrected",
        "exact",
        "midp",
        "midp_fagerland",
    }
    assert set(table("tango_test")["method"]) == {"tango_score"}
    for name in ("single_proportion", "paired_difference"):
        assert set(table(name)["level"]) <= set(LEVELS)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("method", SINGLE)
def test_single_proportion(method: str, level: float) -> None:
    rows = chosen("single_proportion", method, level)
    assert len(rows) > 50
    low, high = getattr(binomial, method)(
        column(rows, "x"), column(rows, "n"), confidence_level=level
    )
    assert_close(low, column(rows, "lower"))
    assert_close(high, column(rows, "upper"))


def paired_limits(method: str, rows: pd.DataFrame, level: float) -> Any:
    both, losses, gains, neither = (column(rows, c) for c in ("n11", "n10", "n01", "n00"))
    if method.startswith("newcombe"):
        function = getattr(paired, "newcombe" if method == "newcombe10" else method)
        return function(both, gains, losses, neither, confidence_level=level)
    n = both + losses + gains + neither
    return getattr(paired, method)(gains, losses, n, confidence_level=level)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("method", PAIRED)
def test_paired_difference(method: str, level: float) -> None:
    rows = chosen("paired_difference", method, level)
    low, high = paired_limits(method, rows, level)
    assert_close(-high, column(rows, "lower"))
    assert_close(-low, column(rows, "upper"))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("method", RATIOS)
def test_odds_ratio(method: str, level: float) -> None:
    rows = chosen("paired_difference", method, level)
    # The table holds n10 / n01: count the losses as gains.
    first, second = column(rows, "n10"), column(rows, "n01")
    low, high = RATIOS[method](first, second, confidence_level=level)
    assert_close(low, column(rows, "lower"))
    assert_close(high, column(rows, "upper"))
    assert_close(odds.odds_ratio(first, second), column(rows, "estimate"))


def test_every_row_of_the_interval_tables_has_a_level_that_is_tested() -> None:
    for name in ("single_proportion", "paired_difference"):
        assert table(name)["level"].isin(LEVELS).all()


def mcnemar_rows(method: str, alternative: str = "two-sided") -> tuple[pd.DataFrame, Any, Any]:
    every = table("mcnemar")
    rows = every[(every["method"] == method) & (every["alternative"] == alternative)]
    assert len(rows) == 69
    return rows, column(rows, "n01"), column(rows, "n10")


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("method", ["exact", "midp"])
def test_conditional_mcnemar(method: str, alternative: str) -> None:
    rows, gains, losses = mcnemar_rows(method, alternative)
    p = getattr(mcnemar, method)(gains, losses, alternative=MIRROR[alternative])
    assert_close(p, column(rows, "p_value"))


def test_chi_square() -> None:
    rows, gains, losses = mcnemar_rows("chi2_uncorrected")
    statistic, p = mcnemar.chi_square(gains, losses)
    assert_close(statistic, column(rows, "statistic"))
    assert_close(p, column(rows, "p_value"))


@pytest.mark.parametrize("alternative", ["less", "greater"])
def test_one_sided_z(alternative: Any) -> None:
    rows, gains, losses = mcnemar_rows("z_uncorrected", alternative)
    z, p = mcnemar.chi_square(losses, gains, alternative=alternative)
    assert_close(z, column(rows, "statistic"))
    assert_close(p, column(rows, "p_value"))


def test_edwards_clamped() -> None:
    rows, gains, losses = mcnemar_rows("chi2_edwards_clamped")
    statistic, p = mcnemar.corrected(gains, losses)
    assert_close(statistic, column(rows, "statistic"))
    assert_close(p, column(rows, "p_value"))


def test_literal_edwards_differs_at_equal_counts_only() -> None:
    rows, gains, losses = mcnemar_rows("chi2_edwards_literal")
    statistic, p = mcnemar.corrected(gains, losses)
    equal = gains == losses
    assert equal.any()
    # (|0| - 1)^2 / m = 1 / m is the literal form; ours is 0 with p = 1.
    literal = np.where(equal, 1.0 / (gains + losses), statistic)
    assert_close(literal, column(rows, "statistic"))
    assert_close(p[~equal], column(rows, "p_value")[~equal])
    np.testing.assert_array_equal(p[equal], 1.0)


def test_fagerland_midp_differs_at_equal_counts_only() -> None:
    rows, gains, losses = mcnemar_rows("midp_fagerland")
    p = mcnemar.midp(gains, losses)
    equal = gains == losses
    # 1 - P(X = k) / 2 there, where P(X = k) = 2 F(k) - 1 at equal counts; ours is 1.
    lower = np.asarray(mcnemar.exact(gains, losses, alternative="greater"))
    literal = np.where(equal, 1.0 - (2.0 * lower - 1.0) / 2.0, p)
    assert_close(literal, column(rows, "p_value"))
    np.testing.assert_array_equal(p[equal], 1.0)


def test_tango_statistic() -> None:
    rows = table("tango_test")
    both, losses, gains, neither = (column(rows, c) for c in ("n11", "n10", "n01", "n00"))
    z = paired.tango_z(gains, losses, both + losses + gains + neither, -column(rows, "delta0"))
    assert_close(-z, column(rows, "z"))
    assert_close(two_sided_p(z), column(rows, "p_two_sided"))
    assert_close(normal_sf(-z), column(rows, "p_greater"))
    assert_close(normal_sf(z), column(rows, "p_less"))


def test_holm() -> None:
    rows = table("p_adjust").query("method == 'holm'")
    assert len(rows) == 8
    for raw, adjusted in zip(rows["p_json"], rows["adjusted_json"], strict=True):
        assert_close(adjust.holm(json.loads(raw)), json.loads(adjusted))


def published() -> list[Any]:
    rows = table("published_examples")
    mine = rows[rows["id"].str.match(r"newcombe1_|bcd_|fagerland14_|newcombe3_")]
    return [pytest.param(row, id=str(row["id"])) for _, row in mine.iterrows()]


@pytest.mark.parametrize("row", published())
def test_published_limits(row: Any) -> None:
    inputs = {name: int(value) for name, value in (i.split("=") for i in row["inputs"].split(";"))}
    method, level, side = row["quantity"].split()[:3]
    confidence_level = float(level.rstrip("%")) / 100
    if "x" in inputs:
        counted = inputs["x"], inputs["n"]
        limits = getattr(binomial, method)(*counted, confidence_level=confidence_level)
    else:
        low, high = paired_limits(method, pd.DataFrame([inputs]), confidence_level)
        limits = -high[0], -low[0]
    found = limits[("lower", "upper").index(side)]
    assert_close(found, row["recomputed"])
    assert abs(found - row["published"]) <= 0.51 * 10.0 ** -row["published_decimals"]


def test_enough_published_limits_are_in_scope() -> None:
    assert len(published()) == 31


def test_published_p_values() -> None:
    rows = table("published_examples").set_index("id")
    found = {
        "fagerland_chi2_uncorrected": mcnemar.chi_square(7, 1)[1],
        "fagerland_midp": mcnemar.midp(7, 1),
        "digits_2_6": mcnemar.exact(6, 2),
    }
    for name, p in found.items():
        assert_close(p, rows.loc[name, "recomputed"])


def test_published_bootstrap_limit_of_a_large_challenge() -> None:
    # 6.66 % of 100,000 wrong, printed as 6.40 to 6.92 at 99.9 %.
    low, high = bootstrap.accuracy_percentile(6660, 100_000, confidence_level=0.999)
    assert_close((low, high), (0.06402, 0.06921))
    assert (f"{100 * low:.2f}", f"{100 * high:.2f}") == ("6.40", "6.92")
