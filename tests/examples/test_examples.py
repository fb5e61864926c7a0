"""The examples: their data are what their scripts make, and give the published figures."""

import io
import runpy
from pathlib import Path
from typing import Any

import pytest

import compare

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("example", ["digits", "imbalance"])
def test_the_script_makes_the_committed_predictions(example: str) -> None:
    folder = EXAMPLES / example
    (script,) = folder.glob("*.py")
    made: dict[str, Any] = runpy.run_path(str(script))["predictions"]()
    assert {f"{name}.csv" for name in made} == {file.name for file in folder.glob("*.csv")}
    for name, rows in made.items():
        buffer = io.StringIO()
        rows.to_csv(buffer, index=False, lineterminator="\n")
        assert (folder / f"{name}.csv").read_text(encoding="utf-8") == buffer.getvalue()


def test_digits() -> None:
    result = compare.two(EXAMPLES / "digits/softmax.csv", EXAMPLES / "digits/knn.csv")
    assert tuple(result.pairs) == (348, 2, 6, 4)
    softmax, knn = (m.estimates[0] for m in result.scores)
    assert (softmax.k, knn.k, softmax.n) == (350, 354, 360)
    assert round(softmax.value, 3) == 0.972
    assert round(knn.value, 3) == 0.983
    assert round(softmax.standard_error, 3) == 0.009
    rounded = {
        method: tuple(round(end, 3) for end in softmax.confidence_interval(method=method))
        for method in ("normal", "wilson")
    }
    assert rounded == {"normal": (0.955, 0.989), "wilson": (0.950, 0.985)}
    pvalues = {t.name: round(t.pvalue, 2) for t in result.robustness}
    assert pvalues["McNemar exact"] == pvalues["McNemar chi-square, corrected"] == 0.29


def test_imbalance() -> None:
    majority, linear = (
        compare.score(EXAMPLES / f"imbalance/{name}.csv").scores[0]
        for name in ("majority", "linear")
    )
    assert [round(e.value, 3) for e in majority.estimates[:2]] == [0.900, 0.500]
    assert [round(e.value, 3) for e in linear.estimates[:2]] == [0.961, 0.855]
    recalls = {e.label: round(e.value, 3) for e in linear.per_class}
    assert recalls == {"one": 0.722, "other": 0.988}


def test_precision_from_counts_alone() -> None:
    errors = compare.score(compare.Table.from_correct(93_340, 100_000), metric="error").estimate
    low, high = errors.confidence_interval(0.999, "normal")
    assert (round(100 * low, 2), round(100 * high, 2)) == (6.40, 6.92)
    for n, points in ((1_000, 1.9), (10_000, 0.6)):
        found = compare.score(compare.Table.from_correct(n * 9 // 10, n)).estimate
        low, high = found.confidence_interval(method="normal")
        assert round(50 * (high - low), 1) == points
