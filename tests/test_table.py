"""The count table: grouping, merging, projecting, and its written form."""

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from compare.errors import DataError, UsageError
from compare.placement import Answers, Placement
from compare.table import NO_ANSWER, WRONG, Table, sort_labels

CODES = [[0, 0, 1], [1, 1, 1], [1, 0, NO_ANSWER], [1, 1, 1], [0, 0, 0]]


def example() -> Table:
    codes = np.array(CODES)
    return Table.from_codes(["no", "yes"], ["A", "B"], codes[:, 0], codes[:, 1:])


def test_equal_patterns_become_one_cell() -> None:
    table = example()
    assert table.n.tolist() == [1, 1, 1, 2]
    assert table.n_items == 5
    assert table.class_counts().tolist() == [2, 3]
    assert table.hits("A").tolist() == [True, True, False, True]
    assert not table.weighted


def test_weights_are_summed_and_their_squares_too() -> None:
    table = Table.from_codes(["x"], ["A"], [0, 0], [[0], [0]], weights=[0.5, 2.0])
    assert (table.n[0], table.w[0], table.w2[0]) == (2, 2.5, 4.25)
    assert table.weighted


def test_confusion_matrix_shows_answers_that_are_none() -> None:
    found = example().confusion("B")
    assert list(found.index) == ["no", "yes"]
    assert list(found.columns) == ["no", "yes", "(no answer)"]
    assert found.to_numpy().tolist() == [[1, 1, 0], [0, 2, 1]]


def test_project_keeps_the_order_asked_for() -> None:
    found = example().project("B", "A")
    assert found.models == ("B", "A")
    assert found.n_items == 5
    assert found.placement.answers[0].model == "B"
    with pytest.raises(UsageError, match="no model named 'C'"):
        example().project("C")


def test_outcomes_keep_only_right_or_wrong() -> None:
    found = example().outcomes()
    assert found.hits("A").sum() == example().outcomes().project("A").hits("A").sum() + 1
    assert set(np.unique(found.answer)) == {WRONG, 0, 1}


def test_where_selects_cells() -> None:
    table = example()
    found = table.where(table.label == 1)
    assert found.n_items == 3
    assert found.placement.counted == found.placement.items == 3


def test_sum_unites_classes() -> None:
    other = Table.from_codes(["maybe", "yes"], ["A", "B"], [0], [[1, 0]])
    found = example() + other
    assert found.classes == ("maybe", "no", "yes")
    assert found.n_items == 6
    assert found.placement.counted == 6


def test_sum_refuses_other_models_and_policies() -> None:
    with pytest.raises(UsageError, match="different models"):
        example() + example().rename(["A", "C"])
    dropped = replace(example().placement, invalid="drop")
    with pytest.raises(UsageError, match="policies"):
        example() + replace(example(), placement=dropped)


def test_new_classes_must_hold_the_old_ones() -> None:
    with pytest.raises(UsageError, match="lack"):
        example().with_classes(["yes"])


def test_names_must_differ() -> None:
    with pytest.raises(UsageError, match="model names"):
        Table.from_codes(["x"], ["A", "A"], [0], [[0, 0]])
    with pytest.raises(UsageError, match="class labels"):
        Table.from_codes([1, True], ["A"], [0], [[0]])


def test_round_trip_through_json() -> None:
    table = example()
    assert Table.from_dict(json.loads(json.dumps(table.to_dict()))) == table
    assert hash(Table.from_dict(table.to_dict())) == hash(table)
    assert table != "table"


def test_written_form_of_another_version_or_shape_is_refused() -> None:
    with pytest.raises(DataError, match="schema_version 99"):
        Table.from_dict(example().to_dict() | {"schema_version": 99})
    cut = {k: v for k, v in example().to_dict().items() if k != "answer"}
    with pytest.raises(DataError, match="lacks the field 'answer'"):
        Table.from_dict(cut)


def test_frame_has_one_row_a_cell() -> None:
    frame = example().to_frame()
    assert frame["answer", "B"].tolist() == ["no", "yes", "(no answer)", "yes"]
    assert frame["n", ""].sum() == 5


def test_tables_from_counts() -> None:
    pairs = Table.from_pairs(3, 0, 2, 1)
    assert (pairs.hits("A") * pairs.n).sum() == 3
    assert (pairs.hits("B") * pairs.n).sum() == 5
    assert Table.from_correct(0, 0).n_items == 0
    with pytest.raises(UsageError, match="must not exceed n, found 3 of 2"):
        Table.from_correct(3, 2)
    with pytest.raises(UsageError, match="only_first must be whole"):
        Table.from_pairs(1, -1, 1, 1)


def test_placements_add() -> None:
    one = Placement(5, 4, 1, answers=(Answers("A", 5, missing=1),), notes=("read",))
    two = one + one
    assert (two.items, two.counted, two.unmatched) == (10, 8, 2)
    assert two.answers[0].missing == 2
    assert two.notes == ("read",)


def test_labels_are_sorted_numbers_first() -> None:
    assert sort_labels(["b", 2, 1.0, "a", True]) == (1, 2, "a", "b")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([3], [[0]]), "codes of label"),
        (([0], [[-3]]), "codes of answer"),
        (([0], [[2]]), "codes of answer"),
    ],
)
def test_codes_point_to_classes(arguments: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Table.from_codes(["x"], ["A"], *arguments)


@pytest.mark.parametrize("n", [[1.5], [-1], [1, 2], [10**30]])
def test_counts_of_cells_are_counts(n: Any) -> None:
    with pytest.raises(UsageError, match=r"^n must"):
        Table.from_codes(["x"], ["A"], [0], [[0]], n=n)


def test_huge_and_odd_counts_are_refused() -> None:
    for arguments in [(2**53 + 2, 0, 0, 0), (2**53, 1, 0, 0), ([1], 0, 0, 0), (2**70, 0, 0, 0)]:
        with pytest.raises(UsageError):
            Table.from_pairs(*arguments)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="two models"):
        Table.from_pairs(1, 1, 1, 1, ("a", "b", "c"))  # type: ignore[arg-type]


def test_labels_are_finite() -> None:
    with pytest.raises(UsageError, match="finite"):
        Table.from_codes([math.inf], ["A"], [0], [[0]])
