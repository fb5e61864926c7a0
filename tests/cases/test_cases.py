"""Cases from public bug reports and questions: the right value and behaviour for each.

The wording and data of ``cases.jsonl`` are the project's own; keys that start with WRONG hold
what a faulty tool gives.
"""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import compare
from compare.errors import DataError, UsageError
from compare.inference import resample
from compare.methods.base import Estimand
from compare.methods.general import Bootstrap
from compare.methods.intervals import Exact, Wilson
from compare.methods.tests import McNemar
from compare.metrics.labels import Accuracy
from compare.numerics import binomial, mcnemar

CASES = {
    case["id"]: case
    for line in (Path(__file__).parent / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    for case in [json.loads(line)]
}
Handler = Callable[[Any, Any, Path], None]
HANDLERS: dict[str, Handler] = {}

LATER = {
    "BR-013": "fold scores: repeated splits",
    "BR-015": "three models at once",
    "BR-034": "test of one accuracy against a stated one",
    "BR-037": "Bowker's symmetry test; no function here takes a k x k table",
    "BR-040": "scores of several data sets",
    "BR-044": "IoU",
    "BR-046": "ignored classes",
    "BR-047": "ignored pixels",
    "BR-049": "IoU by image and by data set",
    "BR-052": "repeats of an item",
    "BR-054": "clusters",
    "BR-055": "average over tasks",
    "BR-056": "review of a printed standard error",
    "BR-060": "two separate test sets",
    "BR-062": "folds",
    "BR-064": "seeds",
    "BR-066": "review of two printed accuracies",
    "BR-068": "printed accuracies in mixed units",
    "BR-074": "undefined p-values among several models (the rule is tested with Holm's method)",
    "BR-077": "ranks over data sets",
    "BR-078": "groups of models",
    "BR-080": "top-k with ties",
    "BR-081": "top-k with unseen classes",
    "BR-083": "thresholds",
    "BR-088": "multilabel",
    "BR-090": "weights",
    "BR-092": "a headline beside a per-item file",
    "BR-094": "two separate groups",
    "BR-096": "a table of several models",
}
"""Cases about questions that the toolkit does not ask yet."""


def handles(case: str) -> Callable[[Handler], Handler]:
    def keep(handler: Handler) -> Handler:
        HANDLERS[case] = handler
        return handler

    return keep


def approx(value: Any) -> Any:
    return pytest.approx(value, abs=1e-5)


def csv_file(path: Path, header: str, rows: list[Any]) -> Path:
    lines = [header, *(",".join(str(v) for v in row) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("case", CASES)
def test_case(case: str, tmp_path: Path) -> None:
    if case in LATER:
        assert case not in HANDLERS
        return
    HANDLERS[case](CASES[case]["input"], CASES[case]["expected"], tmp_path)


@handles("BR-001")
def _ids_decide(given: Any, expected: Any, folder: Path) -> None:
    files = [csv_file(folder / f"{k}.csv", "id,correct", given[k]) for k in "ab"]
    found = compare.two(*files, test="exact")
    right = expected["join_by_id"]
    assert (found.pairs.losses, found.pairs.gains) == (
        right["a_right_b_wrong"],
        right["a_wrong_b_right"],
    )
    assert found.test.pvalue == approx(right["mcnemar_exact_p"])


@handles("BR-002")
def _second_keys_agree(given: Any, expected: Any, folder: Path) -> None:
    files = []
    for k in "ab":
        files.append(folder / f"{k}.jsonl")
        files[-1].write_text("\n".join(json.dumps(row) for row in given[k]), encoding="utf-8")
    with pytest.raises(DataError, match="doc_hash"):
        compare.two(*files)
    found = compare.two(*files, id="doc_hash", same_keys=False)
    right = expected["by_hash"]
    assert (found.pairs.losses, found.pairs.gains) == (
        right["a_right_b_wrong"],
        right["a_wrong_b_right"],
    )


@handles("BR-004")
def _rows_of_several_filters(given: Any, expected: Any, folder: Path) -> None:
    del expected
    files = []
    for k in "ab":
        files.append(folder / f"{k}.jsonl")
        files[-1].write_text("\n".join(json.dumps(row) for row in given[k]), encoding="utf-8")
    with pytest.raises(DataError, match="doc_id"):
        compare.two(*files, correct="exact_match")


@handles("BR-006")
def _a_retry_writes_a_second_row(given: Any, expected: Any, folder: Path) -> None:
    del expected
    with pytest.raises(DataError, match="s3"):
        compare.score(csv_file(folder / "a.csv", "id,correct", given["rows"]))


@handles("BR-007")
def _text_against_numbers(given: Any, expected: Any, folder: Path) -> None:
    del expected, folder
    with pytest.raises(DataError, match=r"(?s)text.*number|number.*text"):
        compare.score(given["y_true"], given["y_pred"])


@handles("BR-008")
def _bool_against_int(given: Any, expected: Any, folder: Path) -> None:
    del folder
    for kind in (bool, np.int8, np.uint8, np.int64, np.float64):
        answers = np.array(given["y_pred"]).astype(kind)
        assert compare.score(given["y_true"], answers).estimate.value == approx(
            expected["accuracy"]
        )


@handles("BR-009")
def _a_class_named_na(given: Any, expected: Any, folder: Path) -> None:
    truth, answers = folder / "true.csv", folder / "answers.csv"
    truth.write_text(given["csv_true"], encoding="utf-8")
    answers.write_text(given["csv_pred"], encoding="utf-8")
    found = compare.score(answers, true=truth)
    assert list(found.table.classes) == expected["classes"]
    accuracy, balanced = found.scores[0].estimates
    assert accuracy.value == approx(expected["accuracy"])
    assert balanced.value == approx(expected["balanced_accuracy"])
    recalls = {e.label: e.value for e in found.scores[0].per_class}
    assert recalls == approx(expected["per_class_recall"])


@handles("BR-012")
def _a_model_with_itself(given: Any, expected: Any, folder: Path) -> None:
    del folder
    found = compare.two([1] * 8, given["a"], given["b"], rng=0)
    assert [found.pairs.losses, found.pairs.gains] == expected["bc"]
    assert {t.pvalue for t in found.robustness} == {expected["mcnemar_p_every_variant"]}
    assert found.difference.value == expected["difference"]
    assert found.difference.low < 0 < found.difference.high
    assert "no_discordant" in found.notes


@handles("BR-016")
def _correction_without_disagreement(given: Any, expected: Any, folder: Path) -> None:
    del folder
    table = compare.Table.from_pairs(
        given["both_right"], given["only_a_right"], given["only_b_right"], given["both_wrong"]
    )
    found = compare.two(table, test="chi2-corrected").test
    assert (found.statistic, found.pvalue) == (expected["statistic"], expected["p"])


@handles("BR-018")
def _a_p_value_is_capped(given: Any, expected: Any, folder: Path) -> None:
    """At a tie the mid-p is 1: twice the lower tail counts the middle term once.

    The case's 0.6875 is the capped exact p less the middle term, P(X != 3), which is neither
    the doubled tail (1, ours) nor Fagerland's 1 - P(X = 3) / 2 (0.84375).
    """
    del folder
    b, c = given["b"], given["c"]
    assert mcnemar.exact(b, c) == expected["p"]
    law = [math.comb(b + c, k) / 2 ** (b + c) for k in range(b + c + 1)]
    assert expected["mid_p"] == 1 - law[b]
    assert mcnemar.midp(b, c) == 2 * (sum(law[:b]) + law[b] / 2) == 1.0


@handles("BR-020")
def _intervals_at_the_ends(given: Any, expected: Any, folder: Path) -> None:
    del folder
    for k, name in zip(given["k"], ("0", "30"), strict=True):
        found = compare.score(compare.Table.from_correct(k, given["n"])).estimate
        assert found.confidence_interval(method=Exact()) == approx(expected[f"exact_{name}"])
        assert found.confidence_interval(method=Wilson()) == approx(expected[f"wilson_{name}"])
        normal = compare.score(compare.Table.from_correct(k, given["n"]), interval="normal")
        assert "zero_width" in normal.estimate.notes


@handles("BR-021")
def _very_high_levels(given: Any, expected: Any, folder: Path) -> None:
    del folder
    level = 1 - given["alpha"]
    high = binomial.clopper_pearson(given["k"], given["n"], confidence_level=level)[1]
    low = binomial.clopper_pearson(given["n"], given["n"], confidence_level=level)[0]
    assert (high, low) == approx(
        (expected["upper"], expected["by_symmetry_lower_for_1000_of_1000"])
    )


@handles("BR-022")
def _a_group_without_items(given: Any, expected: Any, folder: Path) -> None:
    del expected, folder
    found = compare.score(compare.Table.from_correct(given["k"], given["n"])).estimate
    assert all(math.isnan(v) for v in (found.value, found.low, found.high))
    assert "no_items" in found.notes


@handles("BR-025")
def _bootstrap_of_a_perfect_score(given: Any, expected: Any, folder: Path) -> None:
    del folder
    found = compare.score(compare.Table.from_correct(12, 12), interval="bootstrap").estimate
    assert sum(given["correct"]) == found.k
    assert "zero_width" in found.notes
    assert found.confidence_interval(method=Exact()) == approx(expected["exact95"])
    assert found.confidence_interval(method=Wilson()) == approx(expected["wilson95"])


@handles("BR-026")
def _bootstrap_of_one_item(given: Any, expected: Any, folder: Path) -> None:
    del folder
    found = compare.score([1], given["correct"], interval="bootstrap").estimate
    assert (found.value, found.n) == (1.0, 1)
    assert "zero_width" in found.notes
    assert found.confidence_interval(method=Exact()) == approx(expected["exact95"])


@handles("BR-029")
def _bootstrap_of_a_million_items(given: Any, expected: Any, folder: Path) -> None:
    del folder
    table = compare.Table.from_correct(given["k"], given["n"])
    found = compare.score(table, interval="bootstrap").estimate
    assert found.interval == pytest.approx(expected["interval95_within_1e_4_of"], abs=1e-4)


@handles("BR-031")
def _which_standard_error(given: Any, expected: Any, folder: Path) -> None:
    del folder
    estimand = Estimand.of(Accuracy(), compare.Table.from_correct(7, 10), "model")
    assert sum(given["correct"]) == 7
    assert estimand.standard_error == approx(expected["se_ddof1"])
    draws = resample.bootstrap(estimand.units, estimand.value, 20_000, np.random.default_rng(0))
    assert draws.std() == pytest.approx(expected["se_plugin"], abs=0.003)


@handles("BR-032")
def _one_draw_serves_both_models(given: Any, expected: Any, folder: Path) -> None:
    del folder
    found = compare.two([1] * 20, given["a"], given["b"]).difference
    assert found.value == approx(expected["diff"])
    plug_in = found.standard_error * math.sqrt(19 / 20)
    assert plug_in == approx(expected["se_paired"])
    draws = resample.bootstrap(
        found.estimand.units, found.estimand.value, 20_000, np.random.default_rng(0)
    )
    assert draws.std() == pytest.approx(expected["se_paired"], abs=0.002)


@handles("BR-036")
def _direction(given: Any, expected: Any, folder: Path) -> None:
    del folder
    found = compare.two(given["y_true"], given["model_1"], given["model_2"], test="exact")
    assert (found.pairs.losses, found.pairs.gains) == (
        expected["only_1_right"],
        expected["only_2_right"],
    )
    assert found.test.pvalue == approx(expected["two_sided"])
    exact, estimand = McNemar("exact"), found.difference.estimand
    assert exact.apply(estimand, "greater").pvalue == approx(expected["one_sided_2_better"])
    assert exact.apply(estimand, "less").pvalue == approx(expected["one_sided_1_better"])


@handles("BR-041")
def _an_answer_outside_the_truth(given: Any, expected: Any, folder: Path) -> None:
    del folder
    accuracy, balanced = compare.score(given["y_true"], given["y_pred"]).scores[0].estimates
    assert accuracy.value == approx(expected["accuracy"])
    assert balanced.value == approx(expected["balanced_accuracy"])
    assert "absent_class" in balanced.notes


@handles("BR-042")
def _declared_classes_without_items(given: Any, expected: Any, folder: Path) -> None:
    del folder
    found = compare.score(given["y_true"], given["y_pred"], labels=range(given["n_classes"]))
    assert found.scores[0].estimates[1].value == approx(expected["balanced_accuracy"])


@handles("BR-050")
def _batches_are_added_as_counts(given: Any, expected: Any, folder: Path) -> None:
    del folder
    parts = [compare.Table.from_correct(b["correct"], b["n"]) for b in given["batches"]]
    for order in (parts, parts[::-1]):
        found = compare.score(order[0] + order[1] + order[2], interval="exact").estimate
        assert (found.value, found.n) == (approx(expected["accuracy"]), expected["n"])
        assert found.interval == approx(expected["exact95"])


@handles("BR-059")
def _paired_data_get_a_paired_test(given: Any, expected: Any, folder: Path) -> None:
    del folder
    losses, gains, both = (given[k] for k in ("only_a_right", "only_b_right", "both_right"))
    table = compare.Table.from_pairs(both, losses, gains, given["n"] - both - losses - gains)
    found = compare.two(table, difference_interval="wald")
    p = {t.name: t.pvalue for t in found.robustness}
    assert p["McNemar exact"] == approx(expected["mcnemar_exact"])
    assert p["McNemar mid-p"] == approx(expected["mcnemar_mid_p"])
    assert p["McNemar chi-square, corrected"] == approx(expected["mcnemar_chi2_corrected"][1])
    assert found.difference.value == approx(expected["paired"]["diff"])
    assert found.difference.interval == approx(expected["paired"]["ci"])


@handles("BR-069")
def _errors_in_the_denominator(given: Any, expected: Any, folder: Path) -> None:
    del folder
    n, errors, right = given["n"], given["errors"], given["right"]
    answers = [1] * right + [None] * errors + [0] * (n - right - errors)
    wrong = compare.score([1] * n, answers).estimate
    dropped = compare.score([1] * n, answers, invalid="drop").estimate
    assert (wrong.value, dropped.value) == approx(
        (expected["errors_as_wrong"], expected["errors_dropped"])
    )
    assert wrong.interval == approx(expected["wilson_wrong"])
    assert dropped.interval == approx(expected["wilson_dropped"])


@handles("BR-071")
def _nan_is_neither_right_nor_zero(given: Any, expected: Any, folder: Path) -> None:
    path = folder / "a.jsonl"
    values = [v if v == "NaN" else json.dumps(v) for v in given["correct"]]
    rows = [f'{{"id": {i}, "correct": {v}}}' for i, v in enumerate(values)]
    path.write_text("\n".join(rows), encoding="utf-8")
    wrong = compare.score(path)
    assert wrong.estimate.value == approx(expected["as_wrong"])
    assert wrong.table.placement.answers[0].missing == expected["n_missing"]
    dropped = compare.score(path, invalid="drop").estimate
    assert (dropped.value, dropped.n) == (approx(expected["dropped"]), expected["n_scored"])


@handles("BR-073")
def _holm_needs_the_running_maximum(given: Any, expected: Any, folder: Path) -> None:
    from compare.numerics import adjust

    del folder
    assert adjust.holm(given["p"]) == approx(expected["holm"])


@handles("BR-084")
def _small_integers_do_not_overflow(given: Any, expected: Any, folder: Path) -> None:
    del folder
    truth, answers = (np.array(given[k], dtype=np.uint8) for k in ("gt", "pred"))
    found = compare.score(truth, answers)
    assert found.estimate.value == expected["accuracy"]
    assert found.confusion.loc[16, 16] == 4


@handles("BR-086")
def _columns_are_not_broadcast(given: Any, expected: Any, folder: Path) -> None:
    del folder
    found = compare.score(np.array(given["y_true"]), np.array(given["y_pred"]))
    assert found.estimate.value == approx(expected["accuracy"])
    with pytest.raises((DataError, UsageError), match="4"):
        compare.score(np.array(given["y_true"]), np.array(given["y_pred"][:3]))


@handles("BR-097")
def _names_are_escaped_once(given: Any, expected: Any, folder: Path) -> None:
    del folder
    for name, escaped in zip(given["names"], expected["latex"], strict=True):
        found = compare.two(compare.Table.from_pairs(5, 1, 2, 1, models=(name, "plain")))
        assert escaped in found.to_latex()


def test_every_case_is_handled_or_named_as_a_later_question() -> None:
    assert set(HANDLERS) | set(LATER) == set(CASES)
    assert not set(HANDLERS) & set(LATER)


def test_bootstrap_kinds_are_named() -> None:
    assert Bootstrap("bca").name == "bootstrap bca"
