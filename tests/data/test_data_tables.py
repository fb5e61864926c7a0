"""Frames and files: the usual forms, and how columns are recognised."""

import gzip
import io
import json
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from compare.data.load import load
from compare.data.reading import Reading
from compare.errors import DataError, UsageError
from compare.table import NO_ANSWER, WRONG, Table

FORMATS = Path(__file__).parent / "formats"

FRAMES = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "lazy polars": pl.LazyFrame,
    "pyarrow": pa.table,
    "duckdb": lambda rows: duckdb.connect().from_df(pd.DataFrame(rows)),
}


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def fourfold(table: Table) -> dict[str, int]:
    a, b = (table.hits(m) for m in table.models)
    cells = {
        "both_right": a & b,
        "a_right_b_wrong": a & ~b,
        "a_wrong_b_right": ~a & b,
        "both_wrong": ~a & ~b,
    }
    return {k: int(table.n[v].sum()) for k, v in cells.items()}


def agree(table: Table, expected: dict[str, Any]) -> bool:
    return all(expected[k] == v for k, v in fourfold(table).items())


def test_submissions_and_a_solution() -> None:
    folder = FORMATS / "kaggle_csv"
    expected = json.loads((folder / "expected.json").read_text())
    reading = Reading(true=str(folder / "solution.csv"))
    table = load(folder / "sub_a.csv", str(folder / "sub_b.csv"), reading=reading, n_models=2)
    assert agree(table, expected)
    assert set(table.classes) == set(expected["classes"])
    assert table.n_items == expected["n_common"]
    first, second = table.placement.answers
    assert (first.rows, first.unmatched) == (24, expected["only_in_a"])
    assert (second.rows, second.unmatched) == (23, expected["only_in_b"])
    assert table.placement.items == 24
    assert table.placement.paired_by == "id"
    assert "read sub_a.csv: id = id, prediction = label" in table.placement.notes
    assert "read solution.csv: id = id, truth = label" in table.placement.notes
    single = load(folder / "sub_a.csv", reading=reading, n_models=1)
    assert single.models == ("sub_a",)
    assert single.n_items == 24


@pytest.mark.parametrize("pair", ["alpha vs beta", "alpha vs gamma", "beta vs gamma"])
def test_a_column_of_hits_a_model(pair: str) -> None:
    folder = FORMATS / "wide_items_csv"
    expected = json.loads((folder / "expected.json").read_text())[pair]
    columns = pair.split(" vs ")
    table = load(folder / "items.csv", reading=Reading(correct=columns), n_models=2)
    assert agree(table, expected)
    assert not table.has_classes
    assert table.classes == (True,)
    assert set(table.answer.ravel().tolist()) == {0, WRONG}
    assert list(table.models) == columns
    with pytest.raises(DataError, match="no true label was recognised"):
        load(folder / "items.csv", reading=Reading(pred=columns), n_models=2)


def test_three_columns_for_two_models_are_an_error() -> None:
    path = FORMATS / "wide_items_csv" / "items.csv"
    with pytest.raises(
        UsageError, match=r"2 model\(s\) wanted, but 3 .*: alpha, beta, gamma; choose .*--correct"
    ):
        load(path, n_models=2)
    table = load(path)
    assert table.models == ("alpha", "beta", "gamma")
    assert table.placement.notes[0].startswith("read items.csv: id = item, right or wrong = alpha")


def test_ids_decide_not_row_order(tmp_path: Path) -> None:
    a = write(tmp_path / "a.csv", "id,correct\nq1,1\nq2,1\nq3,0\nq4,1\nq5,0\nq6,1\nq7,0\nq8,1\n")
    b = write(tmp_path / "b.csv", "id,correct\nq5,1\nq1,1\nq8,1\nq3,1\nq2,0\nq7,1\nq6,1\nq4,1\n")
    found = fourfold(load(a, b))
    assert (found["a_right_b_wrong"], found["a_wrong_b_right"]) == (1, 3)


BY_NUMBER: list[list[dict[str, Any]]] = [
    [
        {"doc_id": 0, "doc_hash": "h0", "correct": 1},
        {"doc_id": 2, "doc_hash": "h2", "correct": 0},
        {"doc_id": 5, "doc_hash": "h5", "correct": 1},
        {"doc_id": 9, "doc_hash": "h9", "correct": 0},
    ],
    [
        {"doc_id": 9, "doc_hash": "h0", "correct": 1},
        {"doc_id": 2, "doc_hash": "h2", "correct": 1},
        {"doc_id": 5, "doc_hash": "h5", "correct": 1},
        {"doc_id": 0, "doc_hash": "h9", "correct": 0},
    ],
]


@pytest.mark.parametrize("form", ["jsonl", "pandas", "polars"])
def test_a_second_key_has_to_agree(form: str, tmp_path: Path) -> None:
    data: list[Any] = []
    for name, rows in zip("ab", BY_NUMBER, strict=True):
        text = "\n".join(map(json.dumps, rows))
        path = write(tmp_path / f"{name}.jsonl", text)
        data.append(path if form == "jsonl" else FRAMES[form](pd.DataFrame(rows)))
    with pytest.raises(
        DataError, match=r"'doc_hash' disagrees in 2 item.*'h0' in .*'h9' in .*--id doc_hash"
    ):
        load(*data)
    by_hash = fourfold(load(*data, reading=Reading(id="doc_hash", same_keys=False)))
    assert (by_hash["a_right_b_wrong"], by_hash["a_wrong_b_right"]) == (0, 1)
    by_number = fourfold(load(*data, reading=Reading(same_keys=False)))
    assert (by_number["a_right_b_wrong"], by_number["a_wrong_b_right"]) == (1, 2)


def test_keys_that_identify_nothing_may_differ(tmp_path: Path) -> None:
    a = write(tmp_path / "a.csv", "id,run_id,row_key,correct\n1,x,u1,1\n2,x,u2,0\n")
    b = write(tmp_path / "b.csv", "id,run_id,row_key,correct\n1,y,v1,1\n2,y,v2,0\n")
    assert load(a, b).n_items == 2
    c, d = (
        pd.DataFrame({"id": [1, 2, 3], "doc_key": [k, "b", "c"], "correct": 1}) for k in ("a", None)
    )
    assert load(c, d).n_items == 3


def test_na_is_a_class_and_only_an_empty_cell_is_missing(tmp_path: Path) -> None:
    true = write(tmp_path / "true.csv", "id,label\n1,EU\n2,NA\n3,AS\n4,NA\n5,EU\n")
    pred = write(tmp_path / "pred.csv", "id,label\n1,EU\n2,NA\n3,EU\n4,AS\n5,EU\n")
    table = load(pred, reading=Reading(true=true))
    assert table.classes == ("AS", "EU", "NA")
    assert table.n[table.hits("pred")].sum() == 3
    empty = write(tmp_path / "empty.csv", 'id,label\n1,EU\n2,""\n3,\n4,null\n5,nan\n')
    assert load(empty, reading=Reading(true=true)).placement.answers[0].missing == 2


def test_nan_is_neither_right_nor_wrong(tmp_path: Path) -> None:
    rows = ['{"id": %d, "correct": %s}' % p for p in enumerate(["1", "0", "NaN", "1", "NaN", "1"])]  # noqa: UP031  # braces stand in the text
    path = write(tmp_path / "log.jsonl", "\n".join(rows))
    wrong = load(path)
    assert (wrong.n_items, int(wrong.n[wrong.hits("log")].sum())) == (6, 3)
    assert wrong.placement.answers[0].missing == 2
    dropped = load(path, reading=Reading(invalid="drop"))
    assert (dropped.n_items, int(dropped.n[dropped.hits("log")].sum())) == (4, 3)
    assert dropped.placement.dropped == 2


ROWS: dict[str, list[Any]] = {
    "id": [1, 2, 3, 4],
    "label": ["a", "b", "a", "c"],
    "x": ["a", "a", None, "c"],
}
OTHER = ROWS | {"y": ["a", "b", "b", "c"]}


@pytest.mark.parametrize("form", FRAMES)
def test_one_frame_with_a_column_a_model(form: str) -> None:
    table = load(FRAMES[form](OTHER), n_models=2)
    assert table.models == ("x", "y")
    assert fourfold(table) == {
        "both_right": 2, "a_right_b_wrong": 0, "a_wrong_b_right": 1, "both_wrong": 1
    }  # fmt: skip
    assert table.placement.answers[0].missing == 1
    single = load(FRAMES[form](ROWS))
    assert single.models == ("model",)
    picked = load(FRAMES[form](OTHER), reading=Reading(pred=["y"], names=["best"]), n_models=1)
    assert picked.models == ("best",)


@pytest.mark.parametrize("first", FRAMES)
@pytest.mark.parametrize("second", FRAMES)
def test_frames_of_any_two_libraries(first: str, second: str) -> None:
    flipped = {k: list(reversed(v)) for k, v in ROWS.items()}
    table = load(FRAMES[first](ROWS), FRAMES[second](flipped))
    assert table.models == ("A", "B")
    assert fourfold(table)["both_right"] == 2
    assert fourfold(table)["both_wrong"] == 2


def test_frames_and_files_together(tmp_path: Path) -> None:
    path = write(tmp_path / "m.csv", "id,label,pred\n4,c,c\n1,a,b\n2,b,b\n3,a,a\n")
    parquet = tmp_path / "p.parquet"
    pl.DataFrame(ROWS).write_parquet(parquet)
    for frame in (*(make(ROWS) for make in FRAMES.values()), parquet):
        table = load(path, frame)
        assert fourfold(table) == {
            "both_right": 1, "a_right_b_wrong": 2, "a_wrong_b_right": 1, "both_wrong": 0
        }  # fmt: skip
        assert "the ids are" in str(table.placement.notes)
    without = pytest.MonkeyPatch()
    with without.context() as patch:

        def absent(_frame: Any) -> None:
            raise ImportError

        patch.setattr("narwhals.DataFrame.to_arrow", absent)
        assert fourfold(load(path, pl.DataFrame(ROWS)))["both_right"] == 1


def test_ids_as_numbers_and_text() -> None:
    whole = pd.DataFrame({"id": [1.0, 2.0], "correct": [1, 0]})
    text = pd.DataFrame({"id": ["2", "1"], "correct": [1, 0]})
    assert fourfold(load(whole, text))["both_wrong"] == 0
    parts = pd.DataFrame({"id": [1.5, 2.0], "correct": [1, 0]})
    texts = pd.DataFrame({"id": ["1.5", "2.0"], "correct": [1, 0]})
    assert load(parts, texts).n_items == 2
    small = pl.DataFrame(
        {"id": [1, 2], "correct": [1, 0]}, schema={"id": pl.Int8, "correct": pl.Int8}
    )
    assert load(small, pl.DataFrame({"id": [1, 2], "correct": [True, False]})).n_items == 2
    mixed = pd.DataFrame({"id": pd.Series([1, "b"], dtype=object), "correct": [1, 0]})
    assert load(mixed, mixed).n_items == 2


def test_columns_that_are_numbers() -> None:
    frame = pd.DataFrame([[0, 1], [1, 1]])
    assert load(frame, reading=Reading(true="0", pred="1")).n_items == 2


def test_truth_in_a_frame_of_its_own() -> None:
    truth = pd.DataFrame({"id": [1, 2, 3], "label": ["a", "b", "a"]})
    model = pd.DataFrame({"id": [3, 1, 2], "pred": ["a", "a", "a"], "label": ["z", "z", "z"]})
    assert load(model, reading=Reading(true=truth)).classes == ("a", "b")
    wide = pd.DataFrame({"id": [3, 1, 2], "x": ["a", "a", "a"], "y": ["a", "a", "b"], "label": 0})
    assert fourfold(load(wide, reading=Reading(true=truth)))["a_wrong_b_right"] == 1
    with pytest.raises(UsageError, match=r"true \(ndarray\) is an array"):
        load(model, reading=Reading(true=truth["label"].to_numpy()))
    with pytest.raises(UsageError, match=r"true \(y.npy\) is an array"):
        load(model, reading=Reading(true="y.npy"))


def test_truth_from_one_of_two(tmp_path: Path) -> None:
    a = write(tmp_path / "a.csv", "id,pred\n1,x\n2,y\n")
    b = write(tmp_path / "b.csv", "id,label,pred\n2,y,x\n1,x,x\n")
    assert fourfold(load(a, b)) == {
        "both_right": 1, "a_right_b_wrong": 1, "a_wrong_b_right": 0, "both_wrong": 0
    }  # fmt: skip
    c = write(tmp_path / "c.csv", "id,label,correct\n2,y,0\n1,x,1\n")
    table = load(a, c)
    assert table.has_classes
    assert WRONG in table.column("c")
    assert table.classes == ("x", "y")


def test_pairing_by_row_order(tmp_path: Path) -> None:
    a = write(tmp_path / "a.csv", "label,pred\nx,x\ny,x\n")
    b = write(tmp_path / "b.csv", "label,pred\nx,x\ny,y\n")
    table = load(a, b)
    assert table.placement.paired_by == "row order"
    assert "paired by row order: no id column" in table.placement.notes
    assert fourfold(table)["a_wrong_b_right"] == 1
    for make in FRAMES.values():
        frames = [make({"label": ["x", "y"], "pred": p}) for p in (["x", "x"], ["x", "y"])]
        assert fourfold(load(*frames))["a_wrong_b_right"] == 1
    short = write(tmp_path / "short.csv", "label,pred\nx,x\n")
    with pytest.raises(DataError, match=r"a.csv has 2 rows, short.csv has 1 rows; without an id"):
        load(a, short)
    turned = write(tmp_path / "turned.csv", "label,pred\ny,y\nx,x\n")
    with pytest.raises(DataError, match=r"labels of 2 item\(s\) differ .*a.csv.*turned.csv.*row"):
        load(a, turned)
    with_id = write(tmp_path / "with_id.csv", "id,label,pred\n1,x,x\n2,y,y\n")
    with pytest.raises(DataError, match=r"with_id.csv has the id column 'id', but none .* a.csv"):
        load(a, with_id)


@pytest.mark.parametrize("suffix", [".csv.gz", ".csv.zst", ".tsv", ".txt", ".jsonl.gz", ".json"])
def test_kinds_of_files(suffix: str, tmp_path: Path) -> None:
    frame = pd.DataFrame(ROWS)
    path = tmp_path / f"m{suffix}"
    if "json" in suffix:
        rows = [{k: v for k, v in r.items() if v is not None} for r in frame.to_dict("records")]
        text = json.dumps(rows) if suffix == ".json" else "\n".join(map(json.dumps, rows))
        path.write_bytes(gzip.compress(text.encode()) if suffix.endswith("gz") else text.encode())
    elif suffix.endswith("zst"):
        duckdb.from_df(frame).write_csv(str(path), compression="zstd")
    else:
        sep = "," if "csv" in suffix else "\t"
        frame.to_csv(path, index=False, sep=sep, compression="gzip" if "gz" in suffix else None)
    table = load(path)
    assert table.models == ("m",)
    assert table.n[table.hits("m")].sum() == 2
    assert table.placement.answers[0].missing == 1


def test_standard_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    csv = b"id,label,pred\n1,a,a\n2,b,a\n"
    pl.DataFrame(ROWS).write_parquet(tmp_path / "p.parquet")
    parquet = (tmp_path / "p.parquet").read_bytes()
    records = b'[{"id": 1, "label": "a", "pred": "a"}]'
    for content, items in ((csv, 2), (parquet, 4), (records, 1), (gzip.compress(csv), 2)):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
        table = load("-")
        assert table.models == ("stdin",)
        assert table.n_items == items
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    with pytest.raises(DataError, match="standard input is empty"):
        load("-")


def test_text_out_of_csv_takes_the_type_of_the_truth(tmp_path: Path) -> None:
    path = write(tmp_path / "m.csv", "id,label,pred\n1,1,1.0\n2,0,0.0\n3,2,2e0\n4,2,none\n")
    table = load(path)
    assert table.classes == (0, 1, 2, "none")
    assert table.n[table.hits("m")].sum() == 3
    both = write(tmp_path / "both.csv", "id,label,pred\n1,1,1\n2,1.0,1.0\n3,2,2\n")
    assert load(both).classes == (1, 2)
    zero = write(tmp_path / "zero.csv", "id,label,pred\n1,01,01\n2,1,1\n")
    assert load(zero).classes == (1, "01")
    truths = write(tmp_path / "truths.csv", "id,label,pred\n1,True,true\n2,False,True\n")
    assert load(truths).classes == (False, True)
    assert load(truths).n_items == 2
    mixed = write(tmp_path / "mixed.csv", "id,label,pred\n1,1,True\n2,0,True\n")
    assert load(mixed).classes == (0, 1)
    some = write(tmp_path / "some.csv", "id,label,pred\n1,True,true\n2,False,dunno\n")
    assert load(some).classes == (False, True, "dunno")
    typed = pd.DataFrame({"id": ["1", "2"], "label": [True, False], "pred": [True, True]})
    assert load(typed, some).classes == (False, True, "dunno")


def test_kinds_of_labels_in_csv_have_to_fit(tmp_path: Path) -> None:
    path = write(tmp_path / "m.csv", "id,label,pred\n1,1,one\n2,0,zero\n")
    with pytest.raises(DataError, match=r"truth holds numbers, such as \d .* text, such as '\w+'"):
        load(path)
    scores = write(tmp_path / "s.csv", "id,label,pred\n1,1,0.9\n2,0,0.25\n")
    with pytest.raises(DataError, match="look like scores"):
        load(scores)
    asked = load(path, reading=Reading(labels=["0", "1"]))
    assert asked.placement.answers[0].invalid == 2


def test_text_truth_in_typed_files_stays_text(tmp_path: Path) -> None:
    csv = write(tmp_path / "a.csv", "id,label,pred\n1,1,1\n2,0,1\n")
    path = write(tmp_path / "b.jsonl", '{"id": 1, "pred": "1"}\n{"id": 2, "pred": "0"}\n')
    assert load(csv, path).classes == ("0", "1")
    number = write(tmp_path / "c.jsonl", '{"id": 1, "pred": 1}\n{"id": 2, "pred": 0}\n')
    assert load(csv, number).classes == (0, 1)


def test_json_values_of_mixed_types(tmp_path: Path) -> None:
    path = write(
        tmp_path / "m.jsonl",
        '{"id": "a", "label": 1, "pred": 1.0}\n{"id": 2, "label": true, "pred": "x"}\n'
        '{"id": "c", "label": 0, "pred": null}\n{"id": "d", "label": 0}\n',
    )
    table = load(path)
    assert table.classes == (0, 1, "x")
    assert table.placement.answers[0].missing == 2
    lists = write(tmp_path / "lists.jsonl", '{"id": "a", "label": [1], "pred": 1}\n')
    with pytest.raises(DataError, match=r"a label must be text or a number, found list"):
        load(lists)


def test_a_nested_frame_is_refused() -> None:
    frame = pd.DataFrame({"id": [1], "label": [[1]], "pred": [{1: 2}]})
    with pytest.raises(DataError, match="label"):
        load(frame)


def test_right_or_wrong_in_every_spelling(tmp_path: Path) -> None:
    path = write(
        tmp_path / "m.csv", "id,correct\n1,1\n2,0\n3,1.0\n4,0.0\n5,true\n6,FALSE\n7,\n8,nan\n"
    )
    table = load(path)
    assert table.n[table.hits("m")].sum() == 3
    assert table.placement.answers[0].missing == 2
    half = write(tmp_path / "half.csv", 'id,correct\n1,1\n"2\n3",0\n4,0.5\n5,0\n')
    with pytest.raises(DataError, match=r"'correct', row 3 \(line 5\) holds '0.5'"):
        load(half)
    word = pd.DataFrame({"id": [1, 2], "correct": ["right", "1"]})
    with pytest.raises(DataError, match=r"the data frame, column 'correct', row 1 holds 'right'"):
        load(word, reading=Reading(correct="correct"))


def test_tokens_tell_hits_beside_a_truth(tmp_path: Path) -> None:
    path = write(tmp_path / "m.csv", "id,label,a_correct,b_correct\n1,x,1,0\n2,y,1,1\n")
    table = load(path, n_models=2)
    assert table.has_classes
    assert fourfold(table)["a_right_b_wrong"] == 1
    alone = write(tmp_path / "alone.csv", "id,label,correct\n1,x,1\n2,y,0\n")
    assert load(alone).n_items == 2
    beside = write(tmp_path / "beside.csv", "id,label,pred,correct\n1,x,x,1\n2,y,x,0\n")
    assert load(beside).models == ("beside",)
    assert "left out: correct" in load(beside, alone).placement.notes[0]


def test_a_prediction_beside_other_candidates(tmp_path: Path) -> None:
    path = write(tmp_path / "m.csv", "id,label,prediction,other\n1,x,x,y\n2,y,x,y\n")
    assert load(path, n_models=2).models == ("prediction", "other")
    single = load(path, n_models=1)
    assert single.models == ("m",)
    assert "left out: other" in single.placement.notes[0]
    one = write(tmp_path / "one.csv", "id,label,resnet\n1,x,x\n2,y,x\n")
    assert load(one, one).models == ("one", "one (2)")


def test_names_of_files(tmp_path: Path) -> None:
    for folder in ("base", "new"):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder / "preds.csv", "id,label,pred\n1,x,x\n2,y,x\n")
    paths = [tmp_path / f / "preds.csv" for f in ("base", "new")]
    assert load(*paths).models == ("base/preds", "new/preds")
    assert load(*paths, reading=Reading(names=["x", "y"])).models == ("x", "y")


def test_messages_tell_files_of_one_name_apart(tmp_path: Path) -> None:
    for folder, label in (("base", "x"), ("new", "y")):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder / "preds.csv", f"id,label,pred\n1,{label},x\n")
    with pytest.raises(DataError, match=r"base/preds.csv, column .* new/preds.csv, column"):
        load(*(tmp_path / f / "preds.csv" for f in ("base", "new")))


def test_hits_are_used_where_no_truth_is_known(tmp_path: Path) -> None:
    a = write(tmp_path / "a.csv", "id,pred,correct\n1,x,1\n2,y,0\n")
    b = write(tmp_path / "b.csv", "id,correct\n1,1\n2,1\n")
    assert fourfold(load(a, b))["a_wrong_b_right"] == 1
    assert "right or wrong = correct (left out: pred)" in load(a, b).placement.notes[0]
    truth = write(tmp_path / "truth.csv", "id,label\n1,y\n2,y\n")
    table = load(a, a, reading=Reading(true=truth))
    assert fourfold(table)["both_right"] == 1


def test_an_index_of_items_is_an_id() -> None:
    a = pd.DataFrame({"label": ["x", "y", "y"], "pred": ["x", "y", "x"]})
    for name in ("item_id", None):
        left = a.set_axis(pd.Index(["p", "q", "r"], name=name))
        table = load(left, left.iloc[::-1])
        assert table.placement.paired_by == (name or "index")
        assert fourfold(table)["both_right"] == 2
        assert fourfold(table)["both_wrong"] == 1
    shuffled = a.iloc[[2, 0, 1]]
    assert load(shuffled, shuffled.iloc[::-1]).placement.paired_by == "index"
    with pytest.raises(DataError, match="has the id column 'index', but none"):
        load(shuffled, a)
    named = a.assign(id=[1, 2, 3]).iloc[[2, 0, 1]]
    assert load(named, a.assign(id=[1, 2, 3])).placement.paired_by == "id"
    twice = a.set_axis(["p", "p", "q"])
    assert load(twice, twice).placement.paired_by == "row order"
    levels = a.set_index([["p", "q", "r"], [1, 2, 3]])
    assert load(levels).placement.paired_by == "row order"
    kept = a.assign(key=[1, 2, 3]).set_index("key", drop=False)
    assert load(kept).placement.paired_by == "key"


def test_hostile_names(tmp_path: Path) -> None:
    name = 'it\'s [1] "*"; DROP TABLE t1;--.csv'
    column = 'x"; DROP TABLE "t1'
    text = f'id,label,"{column.replace(chr(34), chr(34) * 2)}"\n1,a,a\n2,b,a\n'
    path = write(tmp_path / name, text)
    table = load(path, reading=Reading(pred=column))
    assert table.n_items == 2
    frame = pd.DataFrame({"id": [1, 2], "label": ["a", "b"], column: ["a", "a"]})
    parquet = tmp_path / (name + ".parquet")
    frame.to_parquet(parquet)
    lines = tmp_path / (name + ".jsonl")
    frame.to_json(lines, orient="records", lines=True)
    for data in (parquet, lines, frame, pl.DataFrame(frame.to_dict("list"))):
        assert load(data, reading=Reading(pred=column)).n_items == 2


def test_two_names_for_one_role() -> None:
    frame = pd.DataFrame({"item_id": [1], "doc_id": [1], "label": ["a"], "pred": ["a"]})
    with pytest.raises(DataError, match=r"'item_id' and 'doc_id' could both be meant.*--id"):
        load(frame)
    assert load(frame, reading=Reading(id="doc_id")).placement.paired_by == "doc_id"
    weaker = pd.DataFrame({"id": [1], "index": [7], "label": ["a"], "pred": ["a"]})
    assert load(weaker).placement.paired_by == "id"


def test_unknown_columns_propose_the_nearest_name(tmp_path: Path) -> None:
    path = write(tmp_path / "m.csv", "id,label,pred\n1,x,x\n")
    for argument, wanted, near in (
        ("id", "idd", "id"),
        ("true", "lable", "label"),
        ("pred", "predd", "pred"),
        ("correct", "preds", "pred"),
    ):
        with pytest.raises(
            UsageError,
            match=rf"no column '{wanted}' \(did you mean '{near}'\?\); its columns are "
            rf"id, label, pred; .*--{argument}",
        ):
            load(path, reading=Reading(**{argument: wanted}))  # type: ignore[arg-type]  # a word out of a list of texts


def test_what_is_not_recognised_is_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path / "m.csv", "id,labell,pred\n1,x,x\n")
    with pytest.raises(DataError, match=r"no true label was recognised \(did you mean 'labell'"):
        load(path)
    with pytest.raises(DataError, match="no true label was recognised"):
        load(path, path)
    labels = write(tmp_path / "labels.csv", "id,label\n1,x\n")
    with pytest.raises(DataError, match=r"no prediction was recognised.*--pred"):
        load(labels)
    with pytest.raises(DataError, match=r"no prediction was recognised.*--pred"):
        load(labels, labels)
    vague = write(tmp_path / "vague.csv", "id,u,v\n1,x,x\n")
    with pytest.raises(DataError, match=r"no true label was recognised"):
        load(labels, reading=Reading(true=vague))
    many = pd.DataFrame({f"c{i}": ["x"] for i in range(30)})
    with pytest.raises(DataError, match=r"\(30 in all\)"):
        load(many)
    bare = write(tmp_path / "bare.csv", "id,comment\n1,x\n")
    with pytest.raises(DataError, match=r"no prediction was recognised"):
        load(bare)


def test_named_columns_for_several_tables(tmp_path: Path) -> None:
    a = write(tmp_path / "a.csv", "id,label,p,q\n1,x,x,y\n2,y,y,y\n")
    b = write(tmp_path / "b.csv", "id,label,p,q\n1,x,x,x\n2,y,y,x\n")
    assert fourfold(load(a, b, reading=Reading(pred="p")))["both_right"] == 2
    assert fourfold(load(a, b, reading=Reading(pred=["p", "q"])))["a_right_b_wrong"] == 1
    assert load(a, b, reading=Reading(pred="p", true="label", id="id")).n_items == 2
    with pytest.raises(UsageError, match=r"3 answer columns were named .* for 2 tables"):
        load(a, b, reading=Reading(pred=["p", "q", "p"]))


def test_unnamed_columns_and_other_delimiters(tmp_path: Path) -> None:
    path = write(tmp_path / "m.csv", "\ufeff;id;label;pred\n0;1;x;x\n1;2;y;x\n")
    table = load(path)
    assert table.n_items == 2
    assert "m.csv: cells are separated by ';'" in table.placement.notes


def test_three_sources_with_partial_ids(tmp_path: Path) -> None:
    a = write(tmp_path / "a.csv", "id,label,pred\n1,x,x\n2,y,y\n3,x,x\n")
    b = write(tmp_path / "b.csv", "id,pred\n2,y\n3,x\n4,x\n")
    c = write(tmp_path / "c.csv", "id,pred\n3,x\n4,x\n5,x\n")
    placement = load(a, b, c).placement
    assert (placement.items, placement.counted, placement.unmatched) == (5, 1, 4)
    assert [x.unmatched for x in placement.answers] == [2, 2, 2]
    assert "only 1 of 5 items are in all sources" in placement.notes


def test_a_header_without_rows(tmp_path: Path) -> None:
    path = write(tmp_path / "m.csv", "id,label,pred\n")
    for data in ((path,), (path, path)):
        table = load(*data)
        assert table.n_items == 0
        assert "the data hold no items" in table.placement.notes


def test_reading_checks_its_choices() -> None:
    with pytest.raises(UsageError, match="invalid must be one of wrong, drop, class"):
        Reading(invalid="no")  # type: ignore[arg-type]  # a wrong type on purpose
    with pytest.raises(UsageError, match="pred and correct were both given"):
        Reading(pred="a", correct="b")
    with pytest.raises(UsageError, match="labels must differ"):
        Reading(labels=[1, True])


def test_answers_are_coded(tmp_path: Path) -> None:
    path = write(tmp_path / "m.csv", "id,label,pred\n1,x,x\n2,y,\n")
    assert load(path).answer.tolist() == [[0], [NO_ANSWER]]


def test_column_types_of_frames() -> None:
    days = ["2020-01-01", "2020-01-02", "2020-01-01"]
    columns = {
        "category": pd.Series(["a", "b", "a"], dtype="category"),
        "nullable": pd.Series([1, 2, None], dtype="Int64"),
        "text": pd.Series(["a", None, "b"], dtype="string"),
        "day": pd.to_datetime(pd.Series(days)),
        "period": pd.Series(pd.PeriodIndex(days, freq="D")),
    }
    for name, column in columns.items():
        frame = pd.DataFrame({"label": column, "pred": column})
        table = load(frame)
        assert table.placement.no_truth == int(column.isna().sum()), name
        assert table.n[table.hits("model")].sum() == table.n_items, name
    exact = duckdb.sql("SELECT 1.50::DECIMAL(4, 2) AS label, 1.5 AS pred")
    assert load(exact).classes == (1.5,)
    words = pl.DataFrame({"label": ["a", "b"], "pred": ["b", "b"]})
    assert load(words.cast({"label": pl.Enum(["a", "b"])})).classes == ("a", "b")
    coded = pl.DataFrame({"id": ["a", "b"], "hit": [1, 0]}).cast({"id": pl.Categorical})
    assert load(coded, coded).n_items == 2


def test_a_header_over_several_lines(tmp_path: Path) -> None:
    path = write(tmp_path / "m.csv", 'id,"la\nbel",pred\n1,x,x\n2,y,x\n')
    assert load(path, reading=Reading(true="la\nbel")).n_items == 2
    other = write(tmp_path / "n.csv", 'id,"la\nbel",hit\n1,x,1\n\n2,y,maybe\n')
    with pytest.raises(DataError, match=r"row 2 \(line 5\) holds 'maybe'"):
        load(other, reading=Reading(correct="hit"))


def test_hits_in_the_place_of_labels_are_explained() -> None:
    frame = pd.DataFrame({"label": ["cat", "dog"], "alpha": [0, 1]})
    with pytest.raises(DataError, match=r"right-or-wrong columns with correct= \(--correct\)"):
        load(frame)
