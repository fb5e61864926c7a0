"""One class in several spellings and types: made equal where that is sure, refused otherwise."""

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

from compare.data.levels import as_number, moment, plain
from compare.data.load import load
from compare.data.reading import Reading
from compare.errors import DataError
from compare.table import Table

LONG = "9" * 5000


def csv(folder: Path, text: str, name: str = "m.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def hits(table: Table) -> list[int]:
    return [int(table.n[table.hits(m)].sum()) for m in table.models]


@pytest.mark.parametrize(
    ("rows", "classes", "right"),
    [
        ("1,1,1.0 2,2,2.0 3,1,3.0 1,1,1", (1, 2, 3), [3, 4]),
        ("1,1,1.0 2,2,2.0 3,1,x 1,1,1", (1, 2, 3, "x"), [3, 3]),
        ("1,1,1.0 2,2,2.0 x,1,x", (1, 2, "x"), [2, 3]),
        ("1,1,1.0 1.0,2,1 2,2,1", (1, 2), [2, 2]),
        ("1,True,1 0,0,0 2,2,2", (0, 1, 2), [3, 3]),
        ("true,True,1.0 false,0,FALSE", (False, True), [2, 2]),
        ("1.5,1.50,15e-1 2,2,2", (1.5, 2), [2, 2]),
        (f"{LONG},{LONG},1 1,1,1", (1, LONG), [2, 1]),
        ("1,1e400,1 2,2,2", (1, 2, "1e400"), [1, 2]),
        ("9007199254740993,9007199254740993.0,9007199254740992", None, [1, 0]),
    ],
)
def test_spellings_in_a_csv(rows: str, classes: Any, right: list[int], tmp_path: Path) -> None:
    path = csv(tmp_path, "label,a,b\n" + rows.replace(" ", "\n") + "\n")
    table = load(path, n_models=2)
    assert classes in (None, table.classes)
    assert hits(table) == right


@pytest.mark.parametrize(
    ("rows", "match"),
    [
        ("1.1,1.10,1.1 1.10,1.10,1.1", "'1.10?' and '1.10?', which are one number"),
        ("1,01,1 2,2,2", "row 1 .line 2. holds '01', .*column 'label' 1: one value in two forms"),
        ("1,+1,1 2,2,2", "holds '\\+1'"),
        ("01,1,01 2,2,2", "holds 1, .*column 'label' '01'"),
        ("true,True,true neutral,true,true", "holds 'True', .* 'true': one value in two"),
        ("1,0.9,1 0,0.1,0 1,1.0,1 0,0,0", "'a' holds 0.[19], .* look like scores"),
        ("cat,0.9,cat dog,0.1,dog", "truth holds text, such as '...'.*numbers, such as 0.[19]"),
    ],
)
def test_spellings_that_could_deceive_are_refused(rows: str, match: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=match):
        load(csv(tmp_path, "label,a,b\n" + rows.replace(" ", "\n") + "\n"), n_models=2)


def test_spellings_across_files(tmp_path: Path) -> None:
    whole = csv(tmp_path, "id,label,pred\n1,1,1\n2,x,x\n")
    point = csv(tmp_path, "id,label,pred\n1,1.0,1.0\n2,x,x\n", "point.csv")
    text = csv(tmp_path, '{"id": 1, "pred": "1"}\n{"id": 2, "pred": "x"}\n', "text.jsonl")
    mixed = csv(tmp_path, '{"id": 1, "pred": 1}\n{"id": 2, "pred": "x"}\n', "mixed.jsonl")
    assert hits(load(whole, point)) == hits(load(whole, text)) == hits(load(whole, mixed)) == [2, 2]
    with pytest.raises(DataError, match=r"point.csv, column 'pred'.* holds '1.0'|labels of 1 item"):
        load(whole, point, text)


@pytest.mark.parametrize("labels", [[1, 2, 3], ["1", "2", "3"], ["1.0", "2", "3"]])
def test_labels_name_classes_in_any_spelling(labels: Any, tmp_path: Path) -> None:
    path = csv(tmp_path, "label,pred\n1,1.0\n2,2\n2,7\n")
    table = load(path, reading=Reading(labels=labels))
    assert table.classes == (1, 2, 3)
    assert hits(table) == [2]
    assert table.placement.answers[0].invalid == 1
    words = csv(tmp_path, "label,pred\nyes,yes\nno,1\n", "words.csv")
    assert load(words, reading=Reading(labels=["yes", "no", "1"])).classes == (1, "no", "yes")


@pytest.mark.parametrize(
    ("true", "pred"), [([1, 2, "x"], ["1", 2, "x"]), (["1", "x"], [1, "x"]), (["a", "1"], ["a", 1])]
)
def test_text_beside_numbers_in_typed_data(true: Any, pred: Any) -> None:
    with pytest.raises(DataError, match="one value in two forms"):
        load(true, pred)


def test_decimals_are_exact() -> None:
    near = Decimal(12345678901234567891), Decimal(12345678901234567892)
    assert load([near[0], Decimal(1)], [near[1], 1]).classes == (1, *map(int, near))
    assert load([Decimal("0.1"), Decimal("1.0")], [0.1, True]).classes == (0.1, 1)
    assert load([Decimal("NaN"), Decimal(1)], [1, 1]).placement.no_truth == 1
    with pytest.raises(DataError, match=r"y_true: the label 0.10{9,}1 has more digits"):
        load([Decimal("0.10000000000000000001"), Decimal("0.1")], [0.1, 0.1])
    exact = duckdb.sql("SELECT 12345678901234567891::DECIMAL(38, 2) AS label, 1 AS pred")
    assert load(exact).classes == (1, int(near[0]))


@pytest.mark.parametrize(
    "value", [float("inf"), 10**5000, Decimal(10) ** 400], ids=["inf", "int", "Decimal"]
)
def test_numbers_without_end_are_no_labels(value: Any) -> None:
    with pytest.raises(DataError, match="y_true: a label is infinite or has more than 300 digits"):
        load(np.array([value, 1], dtype=object), [1, 1])


def test_numbers_without_end_in_json(tmp_path: Path) -> None:
    path = csv(tmp_path, f'{{"label": 1, "pred": {LONG}}}\n', "m.jsonl")
    with pytest.raises(DataError, match=r"m.jsonl, column 'pred': a label is infinite"):
        load(path)


def test_masked_values_are_missing() -> None:
    masked = np.ma.array([1, 2, 3], mask=[False, True, False])
    table = load([1, 2, 3], masked, masked[:, None])
    assert [a.missing for a in table.placement.answers] == [1, 1]
    assert load(masked, [1, 2, 3]).placement.no_truth == 1
    assert load([1, 2, 3], list(masked[:, None])).placement.answers[0].missing == 1
    assert load(np.ma.array([1, 2]), np.ma.array([1, 2])).placement.answers[0].missing == 0
    with pytest.raises(DataError, match="prediction A masks 1 scores; a row without all"):
        load([0, 1], np.ma.array([[0.1, 0.9], [0.2, 0.8]], mask=[[False, True], [False, False]]))


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_a_matrix_is_an_array() -> None:
    column = np.asmatrix([[0], [1]])
    assert hits(load(column, column, np.asmatrix([[0.1, 0.9], [0.2, 0.8]]))) == [2, 1]


DAYS = [dt.date(2020, 1, 1), None, dt.date(2020, 1, 2)]
TEXTS = ["2020-01-01", None, "2020-01-02"]


@pytest.mark.parametrize(
    "make",
    [
        *(lambda v, u=u: np.array(v, dtype=f"M8[{u}]") for u in ("D", "h", "m", "s", "ms", "ns")),
        lambda v: pd.Series(pd.to_datetime(pd.Series(v))),
        lambda v: pd.to_datetime(pd.Series(v)).tolist(),
        lambda v: [None if x is None else np.datetime64(x, "ns") for x in v],
        pl.Series,
        list,
    ],
)
def test_dates_are_one_text_and_nat_is_missing(make: Any) -> None:
    table = load(make(DAYS), make(DAYS), TEXTS)
    assert table.classes == ("2020-01-01", "2020-01-02")
    assert hits(table) == [2, 2]
    assert table.placement.no_truth == 1
    assert load(["a"] * 3, make(DAYS)).placement.answers[0].missing == 1


def test_dates_in_another_form_are_refused() -> None:
    assert moment("2020-01-01T10") == "2020-01-01 10:00:00"
    with pytest.raises(DataError, match="holds '2020-01-01T00:00', y_true '2020-01-01'"):
        load(["2020-01-01", "x"], ["2020-01-01T00:00", "x"])


def test_plain_values() -> None:
    assert [plain(np.datetime64("NaT", "D")), plain(pd.NaT), plain(Decimal("2.50"))] == [
        None,
        None,
        2.5,
    ]
    assert [as_number("1e9999"), as_number("1e99999"), as_number("2.0")] == ["1e9999", "1e99999", 2]
