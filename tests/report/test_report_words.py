"""Documents: tables, notes, methods and references follow from the result."""

import math
from typing import Any

import pandas as pd
import pytest
from report.made import Cost, everything, labelled, mock_up, pair, scored, two

import compare
from compare import Comparison, Evaluation, Table
from compare.placement import Answers, Placement
from compare.report import render
from compare.report.document import Block, Document
from compare.report.numbers import pvalue
from compare.report.phrases import NOTES, note
from compare.report.words import document


def block(found: Document, key: str) -> Block:
    made = found.block(key)
    assert made is not None
    return made


def test_the_tables_of_the_mock_up() -> None:
    found = document(mock_up())
    assert block(found, "accuracy").rows[1] == ("vit_b16", "870/1,000", "87.0", "[84.8, 88.9]")
    assert block(found, "difference").rows == (
        ("accuracy", "+0.9", "[−1.6, +3.4]", "McNemar mid-p", "83", ".47"),
    )
    assert block(found, "pairs").rows[1] == ("only vit_b16 right", "83", "8.3%")
    note = block(found, "pairs").note
    assert "157 of 1,000 items" in note
    assert note.endswith("Right answers correlate at 0.33.")
    assert "correlate" not in block(document(pair(5, 0, 2, 0)), "pairs").note
    assert found.robust == "exact .52, mid-p .47, chi2 .47, corrected chi2 .52: agree"
    assert found.signature == ("acc|n1000|ci:wilson95|d:tango95|mcnemar:midp|cl:none|seed:0|v0.1.0")
    assert found.block("classes") is None


def test_tests_that_differ_are_said_to_differ() -> None:
    found = document(pair(333, 19, 8, 0))
    assert found.robust.endswith("depends on the test at .05")


def test_majority_chance_and_balanced_accuracy_stand_beside_the_models() -> None:
    found = block(document(two(labelled())), "accuracy")
    assert found.header == (
        "model", "correct", "accuracy", "95% interval", "balanced", "95% interval",
    )  # fmt: skip
    assert found.rows[2][0] == 'always "class_0"'
    assert found.note.startswith("Guessing among the 3 classes gives 33.3")
    assert found.optional == (5,)


def test_the_metric_asked_for_comes_first() -> None:
    found = block(document(two(labelled(), metric="error")), "accuracy")
    assert found.header[1:3] == ("wrong", "error rate")
    assert found.note.startswith("Guessing among the 3 classes gives 66.7")
    assert document(scored(labelled(k=1))).blocks[0].note == ""
    found = block(document(two(labelled(), metric="balanced")), "accuracy")
    assert found.header[1:5:3] == ("correct", "accuracy")
    assert found.title == "balanced accuracy in %"


def test_metrics_that_favour_the_other_model_are_flagged() -> None:
    # The second model gains on the large class and loses on the small one.
    truth = [0, 0, 1, 1]
    table = Table.from_codes(["big", "small"], ["x", "y"], truth, [[0, 0], [1, 0], [1, 1], [1, 0]],
                             n=[800, 60, 60, 20])  # fmt: skip
    found = block(document(two(table)), "difference")
    assert found.note == "opposite sign: x leads in balanced accuracy; see classes."
    assert block(document(mock_up()), "difference").note == ""


def test_classes_are_exploratory_and_the_largest_are_shown() -> None:
    found = block(document(two(labelled(k=3))), "classes")
    assert found.title == "classes (exploratory, Holm over 3)"
    assert [row[0] for row in found.rows] == ["class_0", "class_1", "class_2"]
    assert found.header[-2:] == ("p", "adj. p")
    result = two(labelled(k=3))
    assert [row[-2] for row in found.rows] == [pvalue(c.test.pvalue) for c in result.classes]
    many = block(document(two(labelled(n=3000, k=30))), "classes")
    assert len(many.rows) == 21
    assert many.rows[-1][0] == "10 others"
    shown = sum(int(row[1].replace(",", "")) for row in many.rows)
    assert shown == 3000


def test_equal_classes_are_shown_in_their_order() -> None:
    labels = list(range(25))
    table = Table.from_codes(labels, ["x", "y"], labels, [[c, c] for c in labels], n=[4] * 25)
    found = block(document(two(table)), "classes")
    assert [row[0] for row in found.rows] == [*map(str, range(20)), "5 others"]


def test_findings_among_classes_carry_a_star() -> None:
    table = Table.from_codes(
        ["a", "b"], ["x", "y"], [0, 0, 1], [[0, 0], [0, 1], [1, 1]], n=[50, 30, 90]
    )
    found = block(document(two(table)), "classes")
    assert found.rows[0][-1] == "< .001 *"
    assert "* adjusted p < .05" in found.note


def test_recalls_and_confusion_of_an_evaluation() -> None:
    found = document(scored(labelled()))
    assert block(found, "classes").header[1:4] == ("n", "first", "95% interval")
    matrices = [b for b in found.blocks if b.key == "confusion"]
    assert [m.title.split()[2] for m in matrices] == ["first", "second"]
    assert matrices[0].header == ("true", "class_0", "class_1", "class_2", "(no answer)")
    total = sum(int(c) for row in matrices[0].rows for c in row[1:])
    assert total == 400
    assert document(scored(labelled(k=13))).block("confusion") is None
    assert len(block(document(scored(labelled(k=25))), "classes").rows) == 21


def test_headlines_of_evaluations() -> None:
    one = document(scored(Table.from_correct(870, 1000)))
    assert one.headline == "model: accuracy 87.0%, 95% interval [84.8, 88.9]."
    assert one.excluded == ""
    several = document(scored(labelled()))
    assert several.headline.startswith("2 models: accuracy from ")
    assert several.excluded.startswith('For comparison, always "class_0" gives ')
    assert "do not show that the models are alike" in several.notes[-1]
    none = document(scored(Table.from_correct(0, 0)))
    assert none.headline == "model: accuracy cannot be estimated on 0 items."


@pytest.mark.parametrize("result", everything())
def test_every_note_has_a_sentence_and_every_document_its_parts(
    result: Comparison | Evaluation,
) -> None:
    found = document(result)
    assert set(result.notes) <= set(NOTES)
    assert not any(n.startswith("Note:") for n in found.notes)
    assert any("training runs" in n for n in found.notes)
    assert "item" in found.methods
    assert "compare-models 0.1.0" in found.methods
    assert found.references == tuple(dict.fromkeys(found.references))
    for part in found.blocks:
        assert all(len(row) == len(part.header) == len(part.numeric) for row in part.rows)
    assert "nan" not in repr(found).lower()
    assert bool(found.verdict) == isinstance(result, Comparison)


def test_unknown_codes_are_shown_as_they_are() -> None:
    assert note("mc_error") == "Note: mc error."


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ({}, ()),
        ({"difference_interval": "wald"}, ("zero_width",)),
        ({"interval": "normal"}, ("zero_width",)),
    ],
)
def test_intervals_without_width_are_explained(options: Any, codes: tuple[str, ...]) -> None:
    notes = document(pair(50, 0, 0, 0, **options)).notes
    assert NOTES["no_discordant"] in notes
    assert [c for c in ("zero_width",) if NOTES[c] in notes] == list(codes)


def test_without_items_the_notes_say_only_that() -> None:
    found = document(pair(0, 0, 0, 0))
    assert found.notes[0] == NOTES["no_items"]
    assert len(found.notes) == 2
    assert found.robust == ""


def test_the_methods_name_what_was_used_and_nothing_else() -> None:
    plain = document(mock_up())
    assert "McNemar's mid-p test (two-sided) and 95% Tango score interval" in plain.methods
    assert "none set" in plain.methods
    assert [r.split(" ")[0].strip(",") for r in plain.references] == [
        "McNemar", "Fagerland", "Fagerland", "Wilson", "Tango",
    ]  # fmt: skip
    other = document(
        mock_up(test="exact", interval="bootstrap", difference_interval="newcombe", margin=0.02,
                confidence_level=0.9, alternative="greater")
    )  # fmt: skip
    assert "90% one-sided Newcombe square-and-add interval." in other.methods
    assert "percentile bootstrap" in other.methods
    assert "2 points, by two one-sided tests at .1 (80% interval)" in other.methods
    assert any(r.startswith("Schuirmann 1987") for r in other.references)
    assert other.signature == (
        "acc|n1000|ci:bootstrap-percentile90|d:newcombe90:plain|mcnemar:exact|alt:greater|margin:2|cl:none|seed:0"
        "|v0.1.0"
    )


def test_randomisation_names_its_draws_and_seed() -> None:
    found = document(two(labelled(), metric="balanced"))
    assert "(two-sided, 100 draws, seed 0)" in found.methods
    assert any(r.startswith("Brodersen") for r in found.references)
    assert any(r.startswith("Holm 1979") for r in found.references)


def _placed(**changes: Any) -> Document:
    answers = (
        Answers("A", rows=12, unmatched=1, missing=2, invalid=1),
        Answers("B", rows=10, abstained=3),
    )
    placement = Placement(
        items=13, counted=10, unmatched=1, no_truth=1, dropped=1, answers=answers,
        paired_by="id", notes=("read a.csv",), **changes,
    )  # fmt: skip
    table = Table.from_pairs(6, 2, 1, 1)
    table = Table.from_codes(
        table.classes, table.models, table.label, table.answer, n=table.n,
        has_classes=False, placement=placement,
    )  # fmt: skip
    return document(two(table))


def test_where_the_items_went_is_told() -> None:
    found = _placed()
    assert found.subtitle == "10 items, paired by id"
    data = {row[0]: row[1] for row in block(found, "data").rows}
    assert data["A"] == "12 rows, 1 unmatched, 2 missing, 1 invalid, 0 abstained"
    assert data["read"] == "read a.csv"
    assert (
        "3 of 13 items are left out: 1 lacking in a source, 1 without a true label, "
        "1 dropped by policy." in found.notes
    )
    assert (
        "A gives a valid answer to 8 of 11 items (72.7%); the others: 2 missing, 1 invalid, "
        "counted as wrong answers." in found.notes
    )
    assert (
        "B gives a valid answer to 8 of 11 items (72.7%); the others: 3 abstained, counted as "
        "wrong answers." in found.notes
    )


LACKING = [
    ("wrong", "counted as wrong answers"),
    ("drop", "dropped for all models"),
    ("class", "counted as a class of their own"),
]


@pytest.mark.parametrize(("invalid", "first"), LACKING)
@pytest.mark.parametrize(("abstain", "second"), LACKING)
def test_each_kind_of_no_answer_is_told_with_its_policy(
    invalid: Any, first: str, abstain: Any, second: str
) -> None:
    truth = ["a", "b"] * 20
    answers = [None, "other", "none", *truth[3:]]
    options: Any = {"labels": ["a", "b"], "abstain_label": "none"}
    result = compare.two(truth, answers, truth, invalid=invalid, abstain=abstain, **options)
    told = [n for n in document(result).notes if "valid answer" in n]
    kinds = f"1 missing, 1 invalid, {first}; 1 abstained, {second}"
    if first == second:
        kinds = f"1 missing, 1 invalid, 1 abstained, {first}"
    assert told == [f"A gives a valid answer to 37 of 40 items (92.5%); the others: {kinds}."]


def test_answers_are_counted_among_the_items_that_have_a_pair_and_a_truth() -> None:
    first = pd.DataFrame(
        {"id": [1, 2, 3, 4], "label": ["a", "b", "a", None], "pred": ["a", None, "a", None]}
    )
    second = pd.DataFrame(
        {"id": [1, 2, 4, 5], "label": ["a", "b", None, "a"], "pred": list("abaa")}
    )
    result = compare.two(first, second, id="id", true="label", pred="pred", names=["x", "y"])
    assert any(
        n.startswith("x gives a valid answer to 1 of 2 items (50.0%); the others: 1 missing, ")
        for n in document(result).notes
    )
    assert result.scores[0].coverage.value == 0.5


def test_only_kinds_that_occur_are_told_and_nothing_where_all_answers_are_valid() -> None:
    (told,) = (n for n in _placed(abstain="class").notes if n.startswith("A gives"))
    assert "class" not in told
    for result in (mock_up(), pair(0, 0, 0, 0), scored(Table.from_correct(5, 9))):
        assert not any("valid answer" in n for n in document(result).notes)
    counted = Table.from_codes(["a", "b"], ["x", "y"], [0, 1], [[0, -1], [1, 1]])
    assert any(
        n.startswith("y gives a valid answer to 1 of 2 items (50.0%); the others: counted as wr")
        for n in document(two(counted)).notes
    )


def test_items_that_both_models_answer_are_compared_where_coverage_differs() -> None:
    truth = ["a", "b"] * 20
    result = compare.two(truth, [None, None, *truth[2:]], truth)
    assert any(
        "On the 38 items that both models answer, accuracy differs by 0.0 points (B minus A), "
        "95% interval" in n
        for n in document(result).notes
    )


def test_margins_show_the_interval_they_are_held_against() -> None:
    found = document(mock_up(margin=0.04))
    assert found.verdict == "practically equal"
    assert "90% interval, to be held against the margin: [−1.2, +3.0]." in (
        block(found, "difference").note
    )
    assert any(d.startswith("margin:") for d in found.definitions)


def test_a_metric_on_a_scale_of_its_own_has_no_points() -> None:
    result = two(labelled(), metric=Cost(), margin=0.5)
    found = document(result)
    assert "Margin of practical equivalence: 0.5, by two one-sided tests" in found.methods
    text = render(result, verbose=True)
    assert "margin: 0.5 " in text
    assert "0.5 points" not in text + render(result, "markdown") + render(result, "html")


def test_pairs_without_items_have_no_shares() -> None:
    rows = block(document(pair(0, 0, 0, 0)), "pairs").rows
    assert {row[2] for row in rows} == {"–"}
    assert math.isnan(pair(0, 0, 0, 0).difference.value)


def test_chance_counts_the_classes_that_have_items() -> None:
    found = compare.score(["a", "a", "b"], ["c", "c", "c"], rng=0)
    assert block(document(found), "accuracy").note == "Guessing among the 2 classes gives 50."


def test_a_named_interval_is_marked_in_the_signature() -> None:
    named = document(mock_up(difference_interval="tango")).signature
    assert "|d:tango95:plain|" in named
    assert "|d:tango95|" in document(mock_up(difference_interval="dual")).signature
