"""Standard errors against the reference table of confusion-matrix metrics."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from compare.inference.delta import standard_error
from compare.methods.base import Estimand
from compare.metrics.base import Metric
from compare.metrics.labels import Accuracy, BalancedAccuracy
from compare.table import Table

REFERENCE = Path(__file__).parents[1] / "reference" / "confusion_metrics.csv"
METRICS: dict[str, Metric] = {"accuracy": Accuracy(), "balanced_accuracy": BalancedAccuracy()}
LINES = REFERENCE.read_text(encoding="utf-8").splitlines()
ROWS = [r for r in csv.DictReader(LINES) if r["metric"] in METRICS]


def table_of(matrix: list[list[int]]) -> Table:
    counts = np.array(matrix)
    label, answer = np.indices(counts.shape).reshape(2, -1)
    return Table.from_codes(range(len(counts)), ["m"], label, answer, n=counts.ravel())


@pytest.mark.parametrize("row", ROWS, ids=[f"{r['case']} {r['metric']}" for r in ROWS])
def test_value_and_standard_error_of_the_reference(row: dict[str, str]) -> None:
    table = table_of(json.loads(row["matrix_json"].replace(";", ",")))
    estimand = Estimand.of(METRICS[row["metric"]], table, "m")
    assert estimand.estimate == pytest.approx(float(row["value"]), rel=1e-9, nan_ok=True)
    found = standard_error(estimand.units, estimand.value, ddof=0)
    assert found == pytest.approx(float(row["se_delta"]), rel=1e-9, abs=1e-12, nan_ok=True)


def test_one_unit_is_too_few() -> None:
    estimand = Estimand.of(Accuracy(), Table.from_correct(1, 1), "model")
    assert np.isnan(estimand.standard_error)
    assert standard_error(estimand.units, estimand.value, ddof=0) == 0.0
