"""Files, columns, ids and arguments that try to break the reading."""

import os
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import compare
from compare.data.files import HEADER_LIMIT
from compare.data.load import load
from compare.data.reading import Reading
from compare.errors import DataError, UsageError

GOOD = "id,label,pred\n1,a,a\n2,b,b\n"
RECORD = '{"id": 1, "label": "a", "pred": "a"}\n'


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize("name", ["a[1]", "a*?", "~a", "k=1"])
def test_paths_are_read_literally(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("a1.csv"), "other\n")
    for path in (Path(name), Path("~") / name, Path("d[1]") / name):
        path.parent.mkdir(exist_ok=True)
        assert load(write(path.with_name(name + ".csv"), GOOD)).n_items == 2
        assert load(write(path.with_name(name + ".jsonl"), RECORD)).n_items == 1
        parquet = path.with_name(name + ".parquet")
        pl.DataFrame({"label": ["a"], "pred": ["a"]}).write_parquet(parquet.absolute())
        assert load(parquet).n_items == 1


@pytest.mark.parametrize(
    ("content", "match"),
    [
        ('id,label,"pred\n1,a,a\n2,b,b\n', "line 1: a quoted name of the header is never closed"),
        ('id,"label,pred\n1,a,"a"\n', "line 1: a quoted name of the header is never closed"),
        (GOOD.replace("\n", "\r"), "carriage returns, as on old Macs"),
        ("id,label,pred\n1,a,a\r\n2,b,b\r3,a,b\n", "lines end in different ways"),
        ("id,label,pred," + "x" * 140_000 + "\n1,b,b,\n", "line 1: .* field limit"),
        ("id,label,pred," + "x," * HEADER_LIMIT + "\n", "line 1: the header is longer than"),
        ("id,,(column 2)\n1,a,b\n", r"names '\(column 2\)' more than once"),
    ],
)
def test_broken_csv(content: str, match: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=f"m.csv.*{match}"):
        load(write(tmp_path / "m.csv", content))


def test_unnamed_columns(tmp_path: Path) -> None:
    assert load(write(tmp_path / "m.csv", ",label,pred,\n0,a,a,\n1,b,b,x\n")).n_items == 2


def test_rows_are_named_where_lines_cannot_be(tmp_path: Path) -> None:
    text = "id,label,pred\n1,a," + "x" * 140_000 + "\n1,b,b\n"
    with pytest.raises(DataError, match=r"'1' in rows 1, 2\. The same"):
        load(write(tmp_path / "m.csv", text))
    broken = RECORD.replace(", ", ",\n") * 2
    with pytest.raises(DataError, match=r"'1' in rows 1, 2\. The same"):
        load(write(tmp_path / "m.jsonl", broken))


@pytest.mark.parametrize(
    ("tail", "match"),
    [
        (RECORD, r"'1' in rows 1, 2 \(lines 1, 3\)"),
        ('{"label": "a", "pred": "a"}\n', r"no id in row 2 \(line 3\)"),
        ("5\n", "m.jsonl, line 3 is of kind ubigint"),
        ("[1]\n", "m.jsonl, line 3 is of kind array"),
        ("null\n", "m.jsonl, line 3 is of kind null"),
        (
            '{"id": 2, "label": "a", "label": "b"}\n',
            "m.jsonl, line 3 is an object that holds a key",
        ),
        ('{"id": 2, "label": "a", "Pred": "b"}\n', "'pred' and 'Pred' differ in nothing but case"),
        ('{"id": 2, "label": ["a"], "pred": "b"}\n', "m.jsonl, column 'label': .* found list"),
    ],
)
def test_broken_records(tail: str, match: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=match):
        load(write(tmp_path / "m.jsonl", RECORD + "\n" + tail))


def test_a_key_that_comes_late_is_seen(tmp_path: Path) -> None:
    early = "".join(f'{{"id": {i}, "label": "a"}}\n' for i in range(2, 40_000))
    table = load(write(tmp_path / "m.jsonl", early + RECORD))
    assert table.placement.answers[0].missing == 39_998


@pytest.mark.parametrize("second", ["pred", "Pred"])
def test_parquet_columns_of_one_name(second: str, tmp_path: Path) -> None:
    columns = [[1], [{"x": 1, "y": {"Pred": 2}}], ["a"], ["a"], ["b"]]
    names = ["id", "nested", "label", "pred", second]
    table = pa.Table.from_arrays([pa.array(c) for c in columns], names=names)
    pq.write_table(table, tmp_path / "m.parquet")
    with pytest.raises(DataError, match=f"m.parquet: the columns 'pred' and '{second}' differ"):
        load(tmp_path / "m.parquet")
    pq.write_table(table.select(range(4)), tmp_path / "good.parquet")
    assert load(tmp_path / "good.parquet", reading=Reading(pred="pred")).n_items == 1


def test_what_is_no_regular_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "m.csv")
    with pytest.raises(DataError, match=r"m.csv' is a pipe or device"):
        load(tmp_path / "m.csv")
    with pytest.raises(DataError, match=r"file name .*udcff.csv' is not UTF-8; rename"):
        load(write(tmp_path / os.fsdecode(b"\xff.csv"), GOOD))
    with pytest.raises(DataError, match="cannot be read"):
        load(tmp_path / ("a" * 5000 + ".csv"))
    with pytest.raises(DataError, match=r"m.npy cannot be read as a NumPy file: it is none"):
        load([0, 1], write(tmp_path / "m.npy", "0\n1\n"))
    with pytest.raises(UsageError, match="path is empty text"):
        load("")


TWO = {"label": ["a", "b"], "pred": ["a", "b"]}


@pytest.mark.parametrize("blank", [float("nan"), ""])
def test_ids_that_name_nothing_are_missing(blank: Any, tmp_path: Path) -> None:
    frame = pl.DataFrame({"id": [type(blank)(1), blank], **TWO})
    frame.write_parquet(tmp_path / "m.parquet")
    for data in (frame, frame.to_pandas(), tmp_path / "m.parquet"):
        for others in ((), (data,), (pl.DataFrame({"id": [1, 2], **TWO}),)):
            with pytest.raises(DataError, match="column 'id': no id in row 2"):
                load(data, *others)


@pytest.mark.parametrize(
    "ids",
    [
        pl.Series([2**63 + 1, 2**63 + 2], dtype=pl.UInt64),
        pl.Series([1.5, 1e300]),
        pl.Series([1.5, float("inf")]),
    ],
)
def test_ids_beyond_whole_numbers(ids: pl.Series, tmp_path: Path) -> None:
    frame = pl.DataFrame({"id": ids, **TWO})
    frame.write_parquet(tmp_path / "m.parquet")
    whole = pl.DataFrame({"id": [1, 2], **TWO})
    text = write(tmp_path / "m.csv", GOOD)
    for data in (frame, frame.to_pandas(), tmp_path / "m.parquet"):
        assert load(data, data).n_items == 2
        for other in (whole, whole.to_pandas(), text):
            with pytest.raises(DataError, match=rf"no id is in all tables: .*{ids[0]}"):
                load(data, other)


@pytest.mark.parametrize(
    ("reading", "first", "second"),
    [
        ({"id": "id", "true": "id"}, "id", "true"),
        ({"id": "id", "pred": "id"}, "id", "pred"),
        ({"true": "label", "pred": "label"}, "true", "pred"),
        ({"id": "id", "correct": "id"}, "id", "correct"),
        ({"pred": ["pred", "pred"]}, "pred", "pred"),
    ],
)
def test_one_column_in_two_roles(reading: Any, first: str, second: str, tmp_path: Path) -> None:
    path = write(tmp_path / "m.csv", GOOD)
    for data in [(path,)] if first == second else [(path,), (path, path)]:
        with pytest.raises(UsageError, match=rf"is named twice, by {first}= .* by {second}= "):
            load(*data, reading=Reading(**reading))


@pytest.mark.parametrize(
    ("option", "match"),
    [
        ({"names": {"x", "y"}}, "names must be a list"),
        ({"names": "xy"}, "names must be a list"),
        ({"names": 5}, "names must be a list"),
        ({"names": ["x", None]}, "name of each model, found None"),
        ({"labels": "ab"}, "labels must be a list"),
        ({"labels": {"a", "b"}}, "labels must be a list"),
        ({"labels": {"a": 1}}, "labels must be a list"),
        ({"labels": (x for x in "ab")}, "labels must be a list"),
        ({"labels": [[0]]}, "labels: a label must be text or a number, found list"),
        ({"labels": [float("nan")]}, "labels must be text or numbers, found nan"),
        ({"labels": ["a", None]}, "labels must be text or numbers, found None"),
        ({"abstain_label": []}, "abstain_label: a label must be text or a number, found list"),
        ({"abstain_label": {}}, "abstain_label: a label must be text or a number, found dict"),
        ({"abstain_label": ""}, "abstain_label must be text or numbers, found ''"),
        ({"same_keys": "no"}, "same_keys must be True or False"),
        ({"per_class": 1}, "per_class must be True or False"),
        ({"id": 5}, "id names a column by its text, found 5"),
        ({"id": ["id"]}, "id names a column by its text"),
        ({"pred": 5}, "pred must be a list"),
        ({"correct": {"a", "b"}}, "correct must be a list"),
        ({"true": ""}, "true is empty text"),
    ],
)
def test_arguments_of_another_kind(option: Any, match: str) -> None:
    with pytest.raises(UsageError, match=match):
        Reading(**option)


def test_columns_of_several_levels() -> None:
    names = pd.MultiIndex.from_tuples([("a", "label"), ("b", "pred")])
    with pytest.raises(DataError, match="columns of several levels, such as"):
        load(pd.DataFrame([[1, 2]], columns=names))


def test_counts_alone_load_no_reader() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from compare.questions.two import two; from compare.table import Table; "
        "two(Table.from_pairs(7, 2, 3, 1)); "
        "print([m for m in sys.modules if m.startswith(('duckdb', 'narwhals', 'compare.data.'))])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "['compare.data.levels', 'compare.data.reading']"


@pytest.mark.parametrize("bad", [1, 2, 4])
def test_the_line_that_is_no_json_is_named(tmp_path: Path, bad: int) -> None:
    lines = [f'{{"id": {i}, "label": "a", "pred": "a"}}' for i in range(4)]
    lines[bad - 1] = "{bad"
    (tmp_path / "m.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(DataError, match=f"m.jsonl, line {bad}: it is not valid JSON"):
        load(tmp_path / "m.jsonl")


def test_a_saved_result_is_no_prediction(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    path.write_text(compare.score(["a", "b"], ["a", "a"]).to_json(), encoding="utf-8")
    with pytest.raises(DataError, match=r"r\.json is a saved result .* compare-models report"):
        load(path)
