"""McNemar tests: brute force, published sizes, mirrored results, degenerate and huge counts."""

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numerics.reference_tables import assert_close, tables

from compare.errors import UsageError
from compare.numerics import mcnemar
from compare.numerics.tails import binomial_pmf, normal_sf

SIDES = ("two-sided", "less", "greater")
MIRROR = {"two-sided": "two-sided", "greater": "less", "less": "greater"}
small = st.integers(0, 300)


def p_of(name: str, gains: Any, losses: Any, side: str = "two-sided") -> Any:
    found = getattr(mcnemar, name)(gains, losses, alternative=side)
    return found[1] if isinstance(found, tuple) else found


TESTS = ("chi_square", "corrected", "exact", "midp")


@pytest.mark.parametrize("name", TESTS)
@settings(max_examples=40, deadline=None)
@given(gains=small, losses=small)
def test_swapping_the_models_mirrors_bit_for_bit(name: str, gains: int, losses: int) -> None:
    for side in SIDES:
        assert p_of(name, gains, losses, side) == p_of(name, losses, gains, MIRROR[side])


@settings(max_examples=60, deadline=None)
@given(gains=small, losses=small)
def test_order_of_the_tests(gains: int, losses: int) -> None:
    assert p_of("exact", gains, losses) >= p_of("midp", gains, losses)
    assert p_of("corrected", gains, losses) >= p_of("chi_square", gains, losses)


@settings(max_examples=60, deadline=None)
@given(gains=small, losses=small)
def test_one_sided_p_values_add_up(gains: int, losses: int) -> None:
    m = gains + losses
    exact = p_of("exact", gains, losses, "greater") + p_of("exact", gains, losses, "less")
    assert_close(exact, 1 + binomial_pmf(gains, m, 0.5))
    midp = p_of("midp", gains, losses, "greater") + p_of("midp", gains, losses, "less")
    assert_close(midp, 1.0 if m else 2.0)
    score = p_of("chi_square", gains, losses, "greater") + p_of("chi_square", gains, losses, "less")
    assert_close(score, 1.0 if m else 2.0)


@pytest.mark.parametrize("name", TESTS)
def test_p_falls_with_the_difference_and_rises_with_the_disagreements(name: str) -> None:
    for m in (1, 2, 7, 20, 101):
        gains = np.arange(m // 2, m + 1)
        away = p_of(name, np.maximum(gains, m - gains), np.minimum(gains, m - gains))
        assert (np.diff(away[1:]) <= 1e-15).all()
    more = np.arange(200)
    assert (np.diff(p_of(name, 5 + more, more)) >= -1e-15).all()


def fraction_p(gains: int, losses: int) -> tuple[Fraction, Fraction]:
    """Return exact and mid-p two-sided p-values by summing all equally or less likely tables."""
    m, few = gains + losses, min(gains, losses)
    law = [Fraction(comb(m, k), 2**m) for k in range(m + 1)]
    exact = sum((f for f in law if f <= law[few]), start=Fraction(0))
    return exact, min(2 * sum(law[: few + 1], start=Fraction(0)) - law[few], Fraction(1))


def test_all_small_tables_by_brute_force() -> None:
    for gains, losses in zip(*tables(20), strict=True):
        exact, midp = fraction_p(int(gains), int(losses))
        assert_close(p_of("exact", gains, losses), float(exact))
        assert_close(p_of("midp", gains, losses), float(midp))


def test_no_discordant_items() -> None:
    for name in TESTS:
        for side in SIDES:
            assert p_of(name, 0, 0, side) == 1.0
    assert np.isnan(mcnemar.chi_square(0, 0)[0])
    assert mcnemar.corrected(0, 0)[0] == 0.0
    assert mcnemar.unconditional(0, 0, 8) == 1.0


def test_equal_counts_give_p_one() -> None:
    for count in (1, 3, 40, 5 * 10**8):
        for name in TESTS:
            assert p_of(name, count, count) == 1.0
    assert mcnemar.unconditional(3, 3, 10) == 1.0


def test_published_examples() -> None:
    expected = {"chi_square": 0.033895, "corrected": 0.077100, "exact": 0.070313, "midp": 0.039063}
    for name, p in expected.items():
        assert_close(p_of(name, 7, 1), p, atol=6e-7)
    expected = {"chi_square": 0.033006, "corrected": 0.055009, "exact": 0.052479, "midp": 0.034690}
    for name, p in expected.items():
        assert_close(p_of(name, 16, 6), p, atol=6e-7)
    assert_close(mcnemar.unconditional(7, 1, 21, gamma=0), 0.035316, atol=6e-7)
    assert_close(mcnemar.unconditional(7, 1, 21, gamma=1e-4), 0.035416, atol=6e-7)
    assert_close(mcnemar.unconditional(330, 270, 20_000), 0.01430, atol=6e-6)
    assert_close(mcnemar.corrected(30, 14), (5.113636, 0.023739), atol=6e-7)
    found = p_of("exact", 30, 14), p_of("midp", 30, 14)
    assert_close(found, (0.022628841, 0.01609436), atol=6e-10)


def test_one_sided_statistics_are_signed_roots() -> None:
    z, p = mcnemar.chi_square([1, 7], [7, 1], alternative="greater")
    assert_close(z, np.array([-1, 1]) * 6 / np.sqrt(8))
    assert_close(p, normal_sf(z))
    z, p = mcnemar.corrected([1, 7, 2, 3], [7, 1, 2, 2], alternative="less")
    assert_close(z, np.array([-5, 5, 0, 0]) / np.sqrt([8, 8, 4, 5]))
    assert_close(p, normal_sf(-z))


def test_huge_counts_against_forty_digits() -> None:
    mpmath = pytest.importorskip("mpmath")
    n, k = 10**9, 5 * 10**8 - 300_000
    with mpmath.workdps(40):
        log_density = mpmath.loggamma(n + 1) - mpmath.loggamma(k + 1) - mpmath.loggamma(n - k + 1)
        density = mpmath.exp(log_density - n * mpmath.log(2))
        term = total = mpmath.mpf(1)
        for i in range(200_000):
            term *= mpmath.mpf(k - i) / (n - k + 1 + i)
            total += term
            if term < total * mpmath.mpf(10) ** -16:
                break
        exact, midp = 2 * density * total, density * (2 * total - 1)
    assert_close(p_of("exact", n - k, k), float(exact), rtol=1e-11)
    assert_close(p_of("midp", k, n - k), float(midp), rtol=1e-11)


def size(name: str, n: int, most: float) -> float:
    """Return the largest chance of p < .05 over shares of discordant items up to `most`."""
    rejected = np.zeros(n + 1)
    for m in range(1, n + 1):
        gains = np.arange(m + 1.0)
        rejected[m] = binomial_pmf(gains, m, 0.5) @ (p_of(name, gains, m - gains) < 0.05)
    share = np.linspace(0, most, 401)[1:, np.newaxis]
    return float((binomial_pmf(np.arange(n + 1.0), n, share) @ rejected).max())


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (20, (0.0493, 0.0416, 0.0502, 0.0414, 0.0414)),
        (50, (0.0537, 0.0469, 0.0488, 0.0368, 0.0368)),
        (100, (0.0534, 0.0495, 0.0497, 0.0384, 0.0407)),
    ],
)
def test_sizes_by_enumeration(n: int, expected: tuple[float, ...]) -> None:
    cases = (("chi_square", 0.5), ("midp", 0.5), ("midp", 0.8), ("corrected", 1), ("exact", 1))
    for (name, most), value in zip(cases, expected, strict=True):
        assert size(name, n, most) == pytest.approx(value, abs=2e-4)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_unconditional_by_brute_force(n: int, side: str) -> None:
    gains, losses = tables(n)
    with np.errstate(invalid="ignore"):
        z = np.where(gains == losses, 0.0, (gains - losses) / np.sqrt(gains + losses))
    z = {"two-sided": np.abs(z), "greater": z, "less": -z}[side]
    share = np.linspace(0, 1, 4001)[:, np.newaxis]
    law = binomial_pmf(gains + losses, n, share) * binomial_pmf(gains, gains + losses, 0.5)
    worst = np.array([law[:, z >= own - 1e-9].sum(axis=1).max() for own in z])
    worst[gains + losses == 0] = 1.0
    found = mcnemar.unconditional(gains, losses, n, gamma=0, alternative=side)  # type: ignore[arg-type]  # a word out of a list of texts
    assert (found >= worst - 1e-12).all()
    assert_close(found, worst, atol=1e-6)


def test_unconditional_mirrors_and_adds_gamma() -> None:
    for side in SIDES:
        first = mcnemar.unconditional(9, 4, 60, alternative=side)  # type: ignore[arg-type]  # a word out of a list of texts
        second = mcnemar.unconditional(4, 9, 60, alternative=MIRROR[side])  # type: ignore[arg-type]  # a word out of a list of texts
        assert first == second
    assert mcnemar.unconditional(3, 2, 9, gamma=0.9) <= 1.0
    large = mcnemar.unconditional(3300, 3150, 10**5)
    assert large == pytest.approx(p_of("midp", 3300, 3150), rel=1e-3)


def test_the_unconditional_test_keeps_its_level() -> None:
    n = 12
    gains, losses = tables(n)
    rejected = mcnemar.unconditional(gains, losses, n) < 0.05
    share = np.linspace(0, 1, 201)[:, np.newaxis]
    law = binomial_pmf(gains + losses, n, share) * binomial_pmf(gains, gains + losses, 0.5)
    assert (law @ rejected).max() <= 0.05
    assert (law @ rejected).max() > (law @ (p_of("exact", gains, losses) < 0.05)).max()


def test_shapes_broadcast() -> None:
    assert p_of("exact", [[1], [2]], [3, 4, 5]).shape == (2, 3)
    assert mcnemar.unconditional([[1], [2]], [3, 4], 20).shape == (2, 2)
    assert isinstance(mcnemar.exact(3, 4), np.float64)
    assert isinstance(mcnemar.unconditional(3, 4, 9), np.float64)


def test_impossible_arguments_are_refused() -> None:
    with pytest.raises(UsageError, match="gains must be whole"):
        mcnemar.exact(-1, 2)
    with pytest.raises(UsageError, match="losses must be whole"):
        mcnemar.exact(1, 2.5)
    with pytest.raises(UsageError, match="alternative"):
        mcnemar.exact(1, 2, alternative="better")  # type: ignore[arg-type]  # a wrong type on purpose
    with pytest.raises(UsageError, match=r"gains = 3 and losses = 2 of n = 4"):
        mcnemar.unconditional(3, 2, 4)
    with pytest.raises(UsageError, match="gamma"):
        mcnemar.unconditional(3, 2, 9, gamma=1)
