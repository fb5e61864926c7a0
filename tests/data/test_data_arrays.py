"""Arrays, lists, series and NumPy files."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from compare.data.arrays import to_array
from compare.data.load import load
from compare.data.reading import Reading
from compare.errors import DataError, UsageError
from compare.table import NO_ANSWER

FORMATS = Path(__file__).parent / "formats"


def accuracy(table: Any, position: int = 0) -> float:
    return float(table.n[table.hits(table.models[position])].sum() / table.n_items)


def test_two_models() -> None:
    table = load(["a", "b", "b"], ["a", "b", "a"], ["a", "a", "b"], n_models=2)
    assert table.models == ("A", "B")
    assert table.classes == ("a", "b")
    assert table.label.tolist() == [0, 1, 1]
    assert table.answer.tolist() == [[0, 0], [0, 1], [1, 0]]
    assert table.placement.paired_by == "row order"
    assert table.placement.notes == ("paired by row order: no id column",)


def test_numpy_files_give_the_expected_counts() -> None:
    folder = FORMATS / "numpy_predictions"
    expected = json.loads((folder / "expected.json").read_text())
    table = load(
        folder / "model_a_logits.npy",
        str(folder / "model_b.npz"),
        reading=Reading(true=str(folder / "y_true.npy")),
        n_models=2,
    )
    a, b = (table.hits(m) for m in table.models)
    assert table.models == ("model_a_logits", "model_b")
    assert table.n_items == expected["n_common"]
    assert table.n[a & b].sum() == expected["both_right"]
    assert table.n[a & ~b].sum() == expected["a_right_b_wrong"]
    assert table.n[~a & b].sum() == expected["a_wrong_b_right"]
    assert table.n[~a & ~b].sum() == expected["both_wrong"]
    notes = " ".join(table.placement.notes)
    assert "read model_b.npz: pred (left out: probs)" in notes
    assert "0 of 30 rows tied" in notes


def test_text_against_numbers_is_an_error() -> None:
    with pytest.raises(DataError, match=r"truth holds text, such as '0' .* numbers, such as 0"):
        load(["0", "1", "1", "0"], [0, 1, 0, 0])
    with pytest.raises(DataError, match=r"truth holds numbers, such as 0 .* text, such as '0'"):
        load([0, 1, 1, 0], ["0", "1", "0", "0"])


CONTAINERS = [
    lambda v: [bool(x) for x in v],
    lambda v: np.array(v, dtype=np.int8),
    lambda v: np.array(v, dtype=np.uint8),
    lambda v: np.array(v, dtype=np.uint64),
    lambda v: np.array(v, dtype=np.int64),
    lambda v: np.array(v, dtype=np.float32),
    lambda v: np.array(v, dtype=bool),
    lambda v: np.array(v, dtype=object),
    lambda v: pd.Series(v, dtype="Int64"),
    lambda v: pd.Series(v, dtype="category"),
    pl.Series,
    tuple,
    pd.Index,
]


@pytest.mark.parametrize("true", CONTAINERS)
@pytest.mark.parametrize("pred", CONTAINERS)
def test_bool_int_and_whole_float_name_one_class(true: Any, pred: Any) -> None:
    table = load(true([1, 0, 1, 1, 0]), pred([1, 0, 0, 1, 1]))
    assert accuracy(table) == 0.6
    assert table.classes == (0, 1)


def test_an_unknown_answer_is_a_class_without_items() -> None:
    table = load(["a", "a", "b", "b", "b"], ["a", "c", "b", "b", "a"])
    assert table.classes == ("a", "b", "c")
    assert table.class_counts().tolist() == [2, 3, 0]
    assert table.placement.answers[0].invalid == 0


def test_declared_classes_without_items_stay() -> None:
    table = load([2, 1, 0, 0], [2, 1, 0, 1], reading=Reading(labels=range(6)))
    assert table.classes == tuple(range(6))
    assert table.class_counts().tolist() == [2, 1, 1, 0, 0, 0]


def test_a_column_vector_is_labels() -> None:
    assert accuracy(load([0, 1, 1, 0], [[0], [1], [0], [0]])) == 0.75
    assert accuracy(load(np.array([[0], [1], [1], [0]]), np.array([0, 1, 0, 0]))) == 0.75


def test_lengths_must_agree() -> None:
    with pytest.raises(DataError, match=r"y_true has 3 items, prediction B has 2"):
        load([0, 1, 1], [0, 1, 0], [0, 1])
    with pytest.raises(DataError, match="y_true has 4 items, prediction A has 1"):
        load([0, 1, 1, 0], np.array([[1]]))


def test_scores_become_the_first_best_class() -> None:
    scores = np.array([[0.5, 0.5, 0], [0, 1, 0], [np.nan, 1, 0], [0, 0, 2]])
    table = load([0, 1, 1, 1], scores)
    assert table.placement.answers[0].invalid == 1
    assert accuracy(table) == 0.5
    assert "prediction A: answer = class of the highest score (1 of 4 rows tied" in str(
        table.placement.notes
    )
    assert "1 rows of scores hold NaN" in str(table.placement.notes)
    assert table.answer[table.answer[:, 0] < 0].tolist() == [[NO_ANSWER]]


def test_labels_name_the_columns_of_scores() -> None:
    scores = [[0.1, 0.9], [0.8, 0.2]]
    assert accuracy(load(["dog", "cat"], scores, reading=Reading(labels=["cat", "dog"]))) == 1.0
    with pytest.raises(DataError, match="2 columns of scores, but labels lists 3 classes"):
        load([0, 1], scores, reading=Reading(labels=[0, 1, 2]))


@pytest.mark.parametrize(
    ("true", "pred", "match"),
    [
        ([0, 1], [0.3, 0.9], "look like scores"),
        ([[0, 1], [1, 0]], [0, 1], "argmax"),
        ([0, 1], [["a", "b"], ["c", "d"]], "scores must be numbers"),
        ([0, 1], np.zeros((2, 2, 2)), r"shape \(2, 2, 2\)"),
        ([0, 1], np.zeros((2, 0)), r"shape \(2, 0\)"),
        ([0, 1], [[0], [1, 2]], "cannot be read as an array"),
        ([0, 1], np.array([1j, 0]), "complex128"),
        ([0, 1], np.float64(3), "shape"),
        ([0, 1], [{"a": 1}, {"b": 2}], "must be text or a number"),
        (["a", "b"], ["a", "b\0c"], "NUL byte"),
    ],
)
def test_what_is_no_label_is_refused(true: Any, pred: Any, match: str) -> None:
    with pytest.raises(DataError, match=match):
        load(true, pred)


def test_fractions_may_be_classes() -> None:
    assert load([0.5, 1.0], [0.5, 1.5]).classes == (0.5, 1, 1.5)


def test_missing_values_of_every_kind() -> None:
    pred = ["a", None, float("nan"), "", pd.NA, pd.NaT]
    table = load(["a"] * 6, np.array(pred, dtype=object))
    assert table.placement.answers[0].missing == 5
    assert table.n_items == 6
    truth = load([1.0, float("nan"), 0.0], [1, 1, 0])
    assert truth.placement.no_truth == 1
    assert truth.n_items == 2
    series = load(["a", "b"], pl.Series(["a", None]))
    assert series.placement.answers[0].missing == 1


def test_a_mixed_list_keeps_its_kinds() -> None:
    assert load([1, "a", 2], ["a", "a", 2]).classes == (1, 2, "a")
    assert load([[1], ["a"]], [1, "a"]).classes == (1, "a")


def test_dates_and_new_text_types_are_text() -> None:
    days = np.array(["2020-01-01", "2020-01-02"], dtype="datetime64[D]")
    assert load(days, ["2020-01-01", "2020-01-01"]).classes == ("2020-01-01", "2020-01-02")
    text = np.array(["x", "y"], dtype=np.dtypes.StringDType())
    assert load(text, ["x", "x"]).classes == ("x", "y")
    assert to_array(text, "t").dtype == object


def test_names() -> None:
    a, b = pd.Series([0, 1], name="svm"), pd.Series([1, 1], name="tree")
    assert load([0, 1], a, b).models == ("svm", "tree")
    assert load([0, 1], a, a).models == ("A", "B")
    assert load([0, 1], [0, 1]).models == ("model",)
    assert load([0, 1], a, b, reading=Reading(names=["x", "y"])).models == ("x", "y")
    with pytest.raises(UsageError, match="names lists 1 name"):
        load([0, 1], a, b, reading=Reading(names=["x"]))


def test_series_in_another_order() -> None:
    true = pd.Series([0, 1, 1], index=["x", "y", "z"])
    with pytest.raises(DataError, match=r"same items .* in another order; align them"):
        load(true, true.loc[["z", "y", "x"]])
    assert accuracy(load(true, true.loc[["z", "y", "x"]].loc[true.index])) == 1.0
    assert accuracy(load(true, true.set_axis(["u", "v", "w"]))) == 1.0
    assert accuracy(load(true, true.to_numpy())) == 1.0


def test_the_number_of_models_is_checked() -> None:
    with pytest.raises(UsageError, match=r"2 model\(s\) expected, found 1"):
        load([0, 1], [0, 1], n_models=2)
    with pytest.raises(UsageError, match="no data were given"):
        load()
    with pytest.raises(UsageError, match="one array alone"):
        load([0, 1])


def test_arrays_have_no_columns() -> None:
    with pytest.raises(UsageError, match=r"id \(--id\) names a column"):
        load([0, 1], [0, 1], reading=Reading(id="id"))
    with pytest.raises(UsageError, match="cannot be mixed"):
        load([0, 1], pd.DataFrame({"id": [1]}))
    with pytest.raises(UsageError, match=r"y_true = 'truth.csv' is no array"):
        load([0, 1], reading=Reading(true="truth.csv"))


def test_no_items() -> None:
    table = load([], [])
    assert table.n_items == 0
    assert "the data hold no items" in table.placement.notes


def test_archives(tmp_path: Path) -> None:
    one = tmp_path / "one.npz"
    np.savez(one, anything=np.array([0, 1]))
    assert accuracy(load([0, 1], one)) == 1.0
    scores = tmp_path / "scores.npz"
    np.savez(scores, probs=np.eye(2), other=np.zeros(2))
    assert accuracy(load([0, 1], scores)) == 1.0
    truth = tmp_path / "truth.npz"
    np.savez(truth, y_true=np.array([0, 1]), pred=np.array([1, 0]))
    assert accuracy(load([0, 1], reading=Reading(true=truth))) == 1.0
    vague = tmp_path / "vague.npz"
    np.savez(vague, u=np.zeros(2), v=np.zeros(2))
    with pytest.raises(DataError, match=r"vague.npz holds the arrays \['u', 'v'\]"):
        load([0, 1], vague)


def test_damaged_numpy_files(tmp_path: Path) -> None:
    pickled = tmp_path / "pickled.npy"
    np.save(pickled, np.array(["a", None], dtype=object), allow_pickle=True)
    with pytest.raises(DataError, match="Python objects, which are not loaded for safety"):
        load([0, 1], pickled)
    good = tmp_path / "good.npy"
    np.save(good, np.arange(100))
    for number, content in enumerate([b"", b"xyz", good.read_bytes()[:200], b"PK\x03\x04junk"]):
        for suffix in (".npy", ".npz"):
            bad = tmp_path / f"bad{number}{suffix}"
            bad.write_bytes(content)
            with pytest.raises(DataError, match=rf"bad{number}{suffix} cannot be read"):
                load([0, 1], bad)
    with pytest.raises(DataError, match="there is no file"):
        load([0, 1], tmp_path / "absent.npy")
    (tmp_path / "folder.npy").mkdir()
    with pytest.raises(DataError, match="is a directory"):
        load([0, 1], tmp_path / "folder.npy")
