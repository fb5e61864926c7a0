"""Every method that can be named has a phrase and a source."""

import importlib
import inspect
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from report.made import labelled, mock_up, scored, two

from compare.methods import families, general, intervals, tests
from compare.metrics import labels
from compare.report import phrases
from compare.report.words import document

_ODDS: Any = importlib.import_module("compare.questions.two")._ODDS


def made(module: ModuleType) -> Iterator[Any]:
    """Instances of the public methods that a module defines, of every kind that they have."""
    for name, found in inspect.getmembers(module, inspect.isclass):
        if found.__module__ == module.__name__ and not name.startswith("_"):
            yield from map(found, KINDS[name]) if name in KINDS else [found()]


KINDS: dict[str, tuple[str, ...]] = {
    "Bootstrap": ("percentile", "basic", "bca"),
    "McNemar": ("midp", "exact", "chi2", "chi2-corrected"),
}
INTERVALS = sorted({m.name for m in (*made(intervals), *made(general))})
TESTS = sorted({m.name for m in made(tests)})
NAMED = {m().name for m in (*intervals.PROPORTIONS.values(), *intervals.DIFFERENCES.values())}


def test_all_methods_are_found() -> None:
    assert set(INTERVALS) >= NAMED
    assert set(TESTS) >= {make().test.name for make in families.FAMILIES.values()}
    assert {"bootstrap bca", "delta", "wald"} <= set(INTERVALS)
    assert {"McNemar exact", "sign-flip randomisation"} <= set(TESTS)


@pytest.mark.parametrize("name", INTERVALS)
def test_intervals_have_a_phrase_and_a_source(name: str) -> None:
    assert phrases.INTERVALS[name]
    assert all(map(is_source, phrases.REFERENCES[name]))


@pytest.mark.parametrize("name", TESTS)
def test_tests_have_phrases_and_a_source(name: str) -> None:
    assert phrases.TESTS[name]
    assert phrases.SIGNATURES[name]
    assert all(map(is_source, phrases.REFERENCES[name]))


def is_source(text: str) -> bool:
    """Authors, year and title."""
    return bool(re.fullmatch(r"[A-Z].* \d{4}, .+\.", text))


def test_no_phrase_is_left_over() -> None:
    methods = {*INTERVALS, *TESTS}
    assert set(phrases.INTERVALS) == set(INTERVALS)
    assert set(phrases.TESTS) == set(TESTS)
    others = {"balanced accuracy", "holm", "equivalence"}
    odds = {f"odds {method}" for method, _ in _ODDS.values()} | {"odds mid-p"}
    assert set(phrases.REFERENCES) == methods | others | odds


def test_metrics_have_a_definition() -> None:
    for metric in (labels.Accuracy(), labels.BalancedAccuracy(), labels.ErrorRate()):
        assert metric.name in phrases.DEFINITIONS
        assert metric.name in phrases.SIGNATURES


@pytest.mark.parametrize("name", sorted(intervals.PROPORTIONS))
def test_what_can_be_asked_for_of_a_model_is_named_in_the_report(name: str) -> None:
    metric = "balanced" if name in ("mover", "agresti-coull") else "accuracy"
    found = document(scored(labelled(), interval=name, metric=metric))
    assert phrases.INTERVALS[intervals.PROPORTIONS[name]().name] in found.methods
    assert "default" not in found.signature


@pytest.mark.parametrize("name", sorted(families.FAMILIES))
def test_what_can_be_asked_for_of_a_difference_is_named_in_the_report(name: str) -> None:
    found = document(mock_up(test=name))
    test = families.FAMILIES[name]().test.name
    assert phrases.TESTS[test] in found.methods
    assert phrases.SIGNATURES[test] in found.signature
    assert set(phrases.REFERENCES[test]) <= set(found.references)


@pytest.mark.parametrize("name", sorted(intervals.DIFFERENCES))
def test_intervals_of_a_difference_are_named_in_the_report(name: str) -> None:
    found = document(two(labelled(), difference_interval=name, metric="accuracy"))
    maker = intervals.DIFFERENCES[name]().name
    assert phrases.INTERVALS[maker] in found.methods
    assert set(phrases.REFERENCES[maker]) <= set(found.references)
    assert "default" not in found.signature
