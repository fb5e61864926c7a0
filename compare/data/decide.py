"""Decide on each pattern: which class it is, whether it is answered, whether it counts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from compare._types import BoolArray, IntArray, Label
from compare.data.kinds import alike, refuse_mismatch
from compare.data.levels import (
    UNDEFINED,
    Column,
    Patterns,
    as_number,
    recode,
    right_or_wrong,
)
from compare.data.reading import Reading
from compare.errors import DataError, UsageError
from compare.placement import Answers, Placement
from compare.table import NO_ANSWER, WRONG, Table, sort_labels

__all__ = ["INVALID_CLASS", "Pairing", "decide", "right_only"]

INVALID_CLASS = "(invalid)"
"""Class of missing and invalid answers under the policy "class"."""

UNKNOWN = -3
"""Code of an answer outside the classes."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """How rows were paired before the patterns were counted."""

    models: Sequence[str]
    rows: Sequence[int]
    items: int
    by: str = "row order"
    notes: Sequence[str] = ()


def decide(patterns: Patterns, pairing: Pairing, reading: Reading) -> Table:
    """Return the table of patterns under the policies of the reading.

    Parameters
    ----------
    patterns : Patterns
        One answer column a model, in the order of ``pairing.models``.
    pairing : Pairing
    reading : Reading

    Returns
    -------
    Table

    Raises
    ------
    DataError
        If truth and answers are of different kinds, or the truth contradicts itself.
    """
    patterns = _hits(patterns)
    patterns, labels = alike(patterns, reading.labels)
    reading = _abstention(patterns, replace(reading, labels=labels))
    refuse_mismatch(patterns, reading.labels, reading.abstain_label)
    classes = _classes(patterns, reading)
    code = {c: i for i, c in enumerate(classes)}
    truth = _truth(patterns, code)
    answers = [_answer(c, truth, code, reading) for c in patterns.answers]
    dropped = np.logical_or.reduce([a.dropped for a in answers]) & (truth >= 0)
    kept = (truth >= 0) & ~dropped
    placement = _place(patterns, pairing, answers, truth, dropped)
    placement = replace(placement, invalid=reading.invalid, abstain=reading.abstain)
    notes = (*pairing.notes, *patterns.notes, *_remarks(placement, reading))
    return Table.from_codes(
        classes,
        pairing.models,
        truth[kept],
        np.column_stack([a.codes[kept] for a in answers]),
        n=patterns.n[kept],
        has_classes=bool(patterns.truths),
        placement=replace(placement, notes=notes),
    )


def _place(
    patterns: Patterns,
    pairing: Pairing,
    answers: "Sequence[_Decided]",
    truth: IntArray,
    dropped: BoolArray,
) -> Placement:
    """Say where every item and every row went."""
    n, known = patterns.n, truth >= 0
    total = int(n.sum())
    placed = tuple(
        Answers(
            model,
            rows,
            unmatched=rows - total,
            missing=int(n[a.missing & known].sum()),
            invalid=int(n[a.invalid & known].sum()),
            abstained=int(n[a.abstained & known].sum()),
        )
        for model, rows, a in zip(pairing.models, pairing.rows, answers, strict=True)
    )
    return Placement(
        items=pairing.items,
        counted=int(n[known & ~dropped].sum()),
        unmatched=pairing.items - total,
        no_truth=int(n[~known].sum()),
        dropped=int(n[dropped].sum()),
        answers=placed,
        paired_by=pairing.by,
    )


def _remarks(placement: Placement, reading: Reading) -> list[str]:
    """Return notes on what the counts alone would not tell."""
    notes = []
    if placement.items == 0:
        notes.append("the data hold no items")
    if reading.abstain_label is not None and not any(a.abstained for a in placement.answers):
        notes.append(f"no answer equals the abstain label {reading.abstain_label!r}")
    return notes


def _hits(patterns: Patterns) -> Patterns:
    """Read the right-or-wrong columns."""
    return replace(patterns, answers=[_read_hits(c, patterns) for c in patterns.answers])


def _read_hits(column: Column, patterns: Patterns) -> Column:
    if column.kind != "correct":
        return column
    for level, value in enumerate(column.levels):
        try:
            right_or_wrong(value)
        except ValueError:
            cell = int(np.flatnonzero(column.codes == level)[0])
            where = patterns.find(cell, [column])
            raise DataError(
                f"{column.title}{where} holds {value!r}, which is neither right "
                "nor wrong; write 1 or 0 (or true or false), or leave the cell empty."
            ) from None
    return recode(column, right_or_wrong)


def _abstention(patterns: Patterns, reading: Reading) -> Reading:
    """Return the reading with the abstain label in the type of the answers."""
    label = reading.abstain_label
    answers = [c for c in patterns.answers if c.kind == "pred"]
    if label is None or any(label in c.levels for c in answers):
        return reading
    return replace(reading, abstain_label=as_number(label))


def _classes(patterns: Patterns, reading: Reading) -> tuple[Label, ...]:
    """Return the classes that truth and answers are coded by."""
    if not patterns.truths:
        return (True,)
    true = [v for c in patterns.truths for v in c.levels]
    given = [v for c in patterns.answers if c.kind == "pred" for v in c.levels]
    labels = reading.labels
    outside = [v for v in true if labels is not None and v not in labels]
    if outside:
        raise DataError(
            f"the truth holds {outside[0]!r}, which labels={list(labels or ())} lacks; "
            "add it to labels (--label) or leave labels out."
        )
    extra: list[Label] = []
    if reading.invalid == "class" and _lacking(patterns, labels):
        extra.append(INVALID_CLASS)
    abstain = reading.abstain_label
    if abstain is not None and reading.abstain == "class":
        extra += [abstain] if abstain in given else []
    elif abstain is not None:
        given = [v for v in given if v != abstain]
        if abstain in true:
            raise UsageError(
                f"the abstain label {abstain!r} is a true label of some items; "
                'choose abstain="class" or another abstain_label.'
            )
    found = [v for v in given if v is not UNDEFINED]
    return sort_labels([*(labels if labels is not None else [*true, *found]), *extra])


def _lacking(patterns: Patterns, labels: Sequence[Label] | None) -> bool:
    """Whether some answer is missing or outside the classes."""
    for column in patterns.answers:
        outside = labels is not None and any(v not in labels for v in column.levels)
        if outside or UNDEFINED in column.levels or (column.codes < 0).any():
            return True
    return False


def _truth(patterns: Patterns, code: dict[Any, int]) -> IntArray:
    """Return the code of each pattern's true class, -1 where no source holds it."""
    if not patterns.truths:
        return np.zeros(len(patterns.n), dtype=np.int64)
    first, *others = patterns.truths
    truth = _coded(first, code)
    for other in others:
        found = _coded(other, code)
        clash = np.flatnonzero((truth >= 0) & (found >= 0) & (truth != found))
        if clash.size:
            _contradiction(patterns, other, int(clash[0]), int(patterns.n[clash].sum()))
        truth = np.where(truth >= 0, truth, found)
    return truth


def _contradiction(patterns: Patterns, other: Column, cell: int, items: int) -> None:
    first = patterns.truths[0]
    mine, theirs = (c.levels[c.codes[cell]] for c in (first, other))
    raise DataError(
        f"the true labels of {items} item(s) differ between {first.title} and {other.title}: "
        f"{mine!r} against {theirs!r}{patterns.find(cell, [first, other])}; "
        "give the right truth with true= (--true), a column or a file of its own."
    )


def _coded(column: Column, code: dict[Any, int]) -> IntArray:
    lookup = np.array([code.get(v, UNKNOWN) for v in column.levels] + [-1], dtype=np.int64)
    return np.asarray(lookup[column.codes], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class _Decided:
    codes: IntArray
    missing: BoolArray
    invalid: BoolArray
    abstained: BoolArray
    dropped: BoolArray


def _answer(column: Column, truth: IntArray, code: dict[Any, int], reading: Reading) -> _Decided:
    """Return the code of each pattern's answer, and why it has none."""
    missing = column.codes < 0
    abstained = np.zeros_like(missing)
    if column.kind == "correct":
        right = np.array([*column.levels, False], dtype=bool)[column.codes]
        codes = np.where(right, truth, WRONG)
        invalid = np.zeros_like(missing)
    else:
        codes = _coded(column, code)
        if reading.abstain_label is not None:
            named = [v == reading.abstain_label for v in column.levels] + [False]
            abstained = np.array(named, dtype=bool)[column.codes]
        invalid = (codes == UNKNOWN) & ~abstained
    dropped = np.zeros_like(missing)
    lacking = missing | invalid
    if reading.invalid == "drop":
        dropped |= lacking
    if reading.abstain == "drop":
        dropped |= abstained
    codes = np.where(lacking, code.get(INVALID_CLASS, NO_ANSWER), codes)
    if reading.abstain != "class":
        codes = np.where(abstained, NO_ANSWER, codes)
    return _Decided(codes, missing, invalid, abstained, dropped)


def right_only(table: Table) -> Table:
    """Return the table with only right, wrong or unanswered in place of labels."""
    if not table.has_classes:
        return table
    right = table.answer == table.label[:, None]
    wrong = np.where(table.answer == NO_ANSWER, NO_ANSWER, WRONG)
    return Table.from_codes(
        (True,),
        table.models,
        np.zeros(len(table.n)),
        np.where(right, 0, wrong),
        n=table.n,
        w=table.w,
        w2=table.w2,
        has_classes=False,
        placement=table.placement,
    )
