"""Validators: each returns the checked value or names argument, value and remedy."""

from typing import Any

import numpy as np
import pytest

from compare import _check
from compare.errors import UsageError


@pytest.mark.parametrize("value", [0.5, np.float64(0.95), 0.9999])
def test_levels_inside_the_unit_interval_pass(value: float) -> None:
    assert _check.confidence_level(value) == float(value)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (95, r"for 95 % write 0\.95"),
        (0, "between 0 and 1"),
        (1.0, "between 0 and 1"),
        (float("nan"), "nan"),
        ("0.95", "'0.95'"),
        (None, "None"),
    ],
)
def test_other_levels_are_refused(value: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        _check.confidence_level(value)


def test_alpha_is_what_the_level_was_meant_to_leave() -> None:
    assert [_check.alpha(v) for v in (0.95, 0.9, 0.99, 0.999)] == [0.05, 0.1, 0.01, 0.001]
    assert _check.alpha(1 - 2**-52) == 2**-52  # not rounded away
    with pytest.raises(UsageError, match="between 0 and 1"):
        _check.alpha(95)


def test_margins_are_proportions() -> None:
    assert _check.margin(None) is None
    assert _check.margin(0.02) == 0.02
    with pytest.raises(UsageError, match=r"for 2 points write 0\.02"):
        _check.margin(2)
    with pytest.raises(UsageError, match=r"found -0\.1\.$"):
        _check.margin(-0.1)


@pytest.mark.parametrize("value", [3, 3.0, [1, 2], True, 3 + 1e-10])
def test_whole_counts_pass(value: Any) -> None:
    assert (_check.counts(value, "n") == np.rint(np.asarray(value, dtype=float))).all()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (-1, "negative"),
        (1.5, "not a whole number"),
        (float("inf"), "not finite"),
        (float("nan"), "not finite"),
        ("3", "values of type"),
    ],
)
def test_other_counts_are_refused(value: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        _check.counts(value, "n")


def test_words_come_from_closed_lists() -> None:
    assert _check.alternative("less") == "less"
    with pytest.raises(UsageError, match=r"alternative must be one of .* found 'lower'"):
        _check.alternative("lower")
