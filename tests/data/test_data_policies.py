"""Missing, invalid and abstained answers, and where every item goes."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compare._types import Policy
from compare.data.load import load
from compare.data.reading import Reading
from compare.errors import DataError, UsageError
from compare.table import NO_ANSWER, Table

POLICIES: tuple[Policy, ...] = ("wrong", "drop", "class")


def place(table: Table) -> tuple[int, ...]:
    p = table.placement
    assert p.items == p.counted + p.unmatched + p.no_truth + p.dropped
    assert p.counted == table.n_items
    return (p.counted, p.no_truth, p.dropped)


def test_errors_as_wrong_or_dropped() -> None:
    true = ["a"] * 200
    pred = ["a"] * 150 + ["b"] * 36 + [""] * 14
    wrong = load(true, pred)
    assert place(wrong) == (200, 0, 0)
    assert wrong.n[wrong.hits("model")].sum() / wrong.n_items == 0.75
    assert wrong.placement.answers[0].missing == 14
    dropped = load(true, pred, reading=Reading(invalid="drop"))
    assert place(dropped) == (186, 0, 14)
    assert dropped.n[dropped.hits("model")].sum() == 150


def test_one_policy_for_both_models() -> None:
    table = load(["a", "a", "b"], ["a", "", "b"], ["a", "a", "b"], reading=Reading(invalid="drop"))
    assert place(table) == (2, 0, 1)


def test_outside_the_labels_is_invalid() -> None:
    reading = Reading(labels=["a", "b"])
    table = load(["a", "b"], ["a", "z"], reading=reading)
    assert table.placement.answers[0].invalid == 1
    assert table.classes == ("a", "b")
    assert NO_ANSWER in table.answer
    with pytest.raises(DataError, match=r"truth holds 'z', which labels=\['a', 'b'\] lacks"):
        load(["a", "z"], ["a", "a"], reading=reading)


def test_invalid_answers_as_a_class() -> None:
    table = load(["a", "b", "b"], ["a", None, "b"], reading=Reading(invalid="class"))
    assert table.classes == ("(invalid)", "a", "b")
    assert (table.answer >= 0).all()
    assert table.n[table.hits("model")].sum() == 2
    none = load(["a", "b"], ["a", "b"], reading=Reading(invalid="class"))
    assert none.classes == ("a", "b")
    outside = load(["a"], ["z"], reading=Reading(invalid="class", labels=["a"]))
    assert outside.classes == ("(invalid)", "a")
    scores = load([0, 1], [[1.0, 0.0], [np.nan, 1.0]], reading=Reading(invalid="class"))
    assert scores.classes == (0, 1, "(invalid)")


def test_abstentions() -> None:
    true, pred = ["a", "b", "b"], ["a", "pass", "b"]
    wrong = load(true, pred, reading=Reading(abstain_label="pass"))
    assert place(wrong) == (3, 0, 0)
    assert wrong.classes == ("a", "b")
    assert wrong.placement.answers[0].abstained == 1
    dropped = load(true, pred, reading=Reading(abstain_label="pass", abstain="drop"))
    assert place(dropped) == (2, 0, 1)
    kept = load(true, pred, reading=Reading(abstain_label="pass", abstain="class"))
    assert kept.classes == ("a", "b", "pass")
    assert (kept.answer >= 0).all()
    closed = Reading(abstain_label="pass", abstain="class", labels=["a", "b"])
    assert load(true, pred, reading=closed).classes == ("a", "b", "pass")
    closed = Reading(abstain_label="pass", labels=["a", "b"])
    assert load(true, pred, reading=closed).placement.answers[0].invalid == 0
    absent = load(true, pred, reading=Reading(abstain_label="skip", abstain="class"))
    assert "no answer equals the abstain label 'skip'" in absent.placement.notes
    assert absent.classes == ("a", "b", "pass")
    with pytest.raises(UsageError, match="abstain label 'a' is a true label"):
        load(true, pred, reading=Reading(abstain_label="a"))


def test_an_abstain_label_written_as_text(tmp_path: Path) -> None:
    table = load([0, 1], [0, -1], reading=Reading(abstain_label="-1"))
    assert table.placement.answers[0].abstained == 1
    path = tmp_path / "m.csv"
    path.write_text("id,label,pred\n1,0,0\n2,1,-1\n", encoding="utf-8")
    assert load(path, reading=Reading(abstain_label="-1")).placement.answers[0].abstained == 1
    asked = Reading(labels=["0", "1"])
    assert load([0, 1], [0, 7], reading=asked).placement.answers[0].invalid == 1
    assert load([0, 1], np.eye(2), reading=asked).classes == (0, 1)
    only = load(["a", "b"], [-1, -1], reading=Reading(abstain_label=-1))
    assert only.placement.answers[0].abstained == 2


LABELS = st.sampled_from(["a", "b", "c", "?", "", None])


@st.composite
def rows(draw: Any) -> list[tuple[Any, ...]]:
    return draw(st.lists(st.tuples(st.sampled_from(["a", "b", None]), LABELS, LABELS), max_size=12))  # type: ignore[no-any-return]  # draw is untyped


@given(rows(), st.sampled_from(POLICIES), st.sampled_from(POLICIES), st.booleans(), st.booleans())
@settings(deadline=None, max_examples=150)
def test_every_item_has_one_place(
    data: list[tuple[Any, ...]], invalid: Policy, abstain: Policy, closed: bool, asked: bool
) -> None:
    reading = Reading(
        invalid=invalid,
        abstain=abstain,
        labels=["a", "b"] if closed else None,
        abstain_label="?" if asked else None,
    )
    columns = [[r[i] for r in data] for i in range(3)]
    table = load(*columns, reading=reading)
    counted, no_truth, dropped = place(table)
    known = [r for r in data if r[0] is not None]
    assert no_truth == len(data) - len(known)

    def lost(answer: Any) -> bool:
        if asked and answer == "?":
            return abstain == "drop"
        return invalid == "drop" and (answer in {"", None} or (closed and answer not in {"a", "b"}))

    assert dropped == sum(lost(a) or lost(b) for _, a, b in known)
    assert counted == len(known) - dropped
    for position, model in enumerate(table.models):
        answers = table.placement.answers[position]
        given_ = [r[position + 1] for r in known]
        assert answers.missing == sum(v in {"", None} for v in given_)
        assert answers.abstained == (given_.count("?") if asked else 0)
        outside = [v for v in given_ if v in {"c", *(() if asked else "?")}]
        assert answers.invalid == (len(outside) if closed else 0)
        right = sum(r[0] == r[position + 1] and not (lost(r[1]) or lost(r[2])) for r in known)
        assert table.n[table.hits(model)].sum() == right
