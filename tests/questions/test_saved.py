"""Results read back from JSON: equal, or refused with a reason."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

import compare
from compare.errors import DataError

TRUTH = ["a", "b", "c", "a", "b", "a"] * 5
FIRST = ["a", "b", "a", "a", "c", "a"] * 5
SECOND = ["a", "b", "c", "b", None, "a"] * 5
KEPT = sorted((Path(__file__).parents[1] / "saved").glob("*.json"))


def saved(tmp_path: Path, result: Any) -> Path:
    path = tmp_path / "result.json"
    path.write_text(result.to_json(), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"margin": 0.05, "test": "exact", "interval": "exact", "confidence_level": 0.9},
        {"metric": "balanced", "alternative": "greater"},
        {"metric": "error", "difference_interval": "newcombe"},
        {"invalid": "drop"},
    ],
)
def test_a_comparison_comes_back_equal(tmp_path: Path, options: Any) -> None:
    result = compare.two(TRUTH, FIRST, SECOND, rng=3, **options)
    again = compare.read(saved(tmp_path, result))
    assert again == result
    assert again.to_json() == result.to_json()
    assert again.table == result.table
    assert isinstance(again, compare.Comparison)
    assert again.verdict is result.verdict


def test_an_evaluation_comes_back_equal(tmp_path: Path) -> None:
    result = compare.score(TRUTH, FIRST, SECOND, rng=3, interval="exact")
    again = compare.read(saved(tmp_path, result))
    assert again.to_json() == result.to_json()


def test_undefined_numbers_come_back_undefined(tmp_path: Path) -> None:
    result = compare.two([], [], [], rng=0)
    again = compare.read(saved(tmp_path, result))
    assert again == result
    assert isinstance(again, compare.Comparison)
    assert math.isnan(again.difference.value)


@pytest.mark.parametrize("metric", ["accuracy", "balanced", "error"])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("items", [0, 1, 3, 30])
def test_every_question_comes_back_equal_however_few_items(
    tmp_path: Path, metric: str, alternative: Any, items: int
) -> None:
    data = TRUTH[:items], FIRST[:items], SECOND[:items]
    options: Any = {"metric": metric, "rng": 3, "n_resamples": 200}
    for result in (
        compare.two(*data, alternative=alternative, **options),
        compare.score(*data, **options),
    ):
        again = compare.read(saved(tmp_path, result))
        assert again == result
        assert hash(again) == hash(result)
        assert again.rows() == result.rows()


@pytest.mark.parametrize("path", KEPT, ids=[p.stem for p in KEPT])
def test_files_of_older_versions_are_read(path: Path) -> None:
    assert KEPT
    found = compare.read(path)
    assert found.to_dict()["kind"] in path.stem


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema_version": 9}, "schema_version 9"),
        ({"settings": None}, "cannot be read|lacks|settings"),
        ({"kind": "poem"}, "kind"),
    ],
)
def test_foreign_files_are_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    path = saved(tmp_path, compare.two(TRUTH, FIRST, SECOND, rng=0))
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(data | change), encoding="utf-8")
    with pytest.raises(DataError, match=message):
        compare.read(path)


@pytest.mark.parametrize("field", ["settings", "table", "kind"])
def test_a_missing_field_is_named(tmp_path: Path, field: str) -> None:
    path = saved(tmp_path, compare.two(TRUTH, FIRST, SECOND, rng=0))
    data = json.loads(path.read_text(encoding="utf-8"))
    del data[field]
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(DataError, match=f"lacks the field '{field}'"):
        compare.read(path)


@pytest.mark.parametrize(
    "place",
    [
        ("rows", 0, "low"),
        ("rows", 0, "k"),
        ("rows", -1, "pvalue"),
        ("table", "n", 0),
        ("table", "placement", "items"),
        ("table", "placement", "counted"),
        ("equivalence", 0),
        ("pairs", "gains"),
        ("chance",),
    ],
)
@pytest.mark.parametrize("change", [3, -1, 0.5, "7", 10**30, None])
def test_a_changed_number_is_found_out(tmp_path: Path, place: Any, change: Any) -> None:
    path = saved(tmp_path, compare.two(TRUTH, FIRST, SECOND, rng=0))
    data = json.loads(path.read_text(encoding="utf-8"))
    part = data
    for step in place[:-1]:
        part = part[step]
    part[place[-1]] = part[place[-1]] + change if isinstance(change, int) else change
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(DataError, match=r"result\.json"):
        compare.read(path)


@pytest.mark.parametrize("field", ["verdict", "baseline", "notes"])
def test_changed_words_are_found_out(tmp_path: Path, field: str) -> None:
    path = saved(tmp_path, compare.two(TRUTH, FIRST, SECOND, rng=0))
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(data | {field: "better"}), encoding="utf-8")
    with pytest.raises(DataError, match="changed or made by another version"):
        compare.read(path)


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", '"text"', "\x00", "[" * 100_000])
def test_what_is_no_result_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"x\.json"):
        compare.read(path)


def test_methods_of_ones_own_cannot_be_read_back(tmp_path: Path) -> None:
    from compare.methods.families import Family
    from compare.methods.intervals import Newcombe
    from compare.methods.tests import McNemar

    result = compare.two(TRUTH, FIRST, SECOND, rng=0, test=Family(McNemar("exact"), Newcombe()))
    with pytest.raises(DataError, match="a method of one's own"):
        compare.read(saved(tmp_path, result))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("invalid", "x"),
        ("paired_by", None),
        ("notes", [None]),
        ("items", 2.5),
        ("answers", [{"model": None, "rows": 30}] * 2),
        ("answers", [{"model": "A", "rows": -1}] * 2),
        ("answers", [{"model": "A", "rows": 30, "missing": None}] * 2),
        ("answers", [{"model": "A", "rows": 30}]),
    ],
)
def test_a_placement_that_cannot_be_is_refused(tmp_path: Path, field: str, value: Any) -> None:
    data = json.loads(compare.two(TRUTH, FIRST, SECOND, rng=0).to_json())
    data["table"]["placement"][field] = value
    path = tmp_path / "result.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(DataError, match="placement"):
        compare.read(path)
