"""Bring labels of different columns into one form, and refuse those that cannot meet."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import numpy as np

from compare._types import Label
from compare.data.levels import (
    UNDEFINED,
    Column,
    Patterns,
    as_number,
    as_truth,
    moment,
    plain,
    recode,
)
from compare.errors import DataError

__all__ = ["alike", "refuse_mismatch"]

Reads = Callable[[Any], Any]


def alike(
    patterns: Patterns, labels: Sequence[Label] | None
) -> tuple[Patterns, list[Label] | None]:
    """Read text out of CSV, and labels, as numbers where the truth allows it.

    Parameters
    ----------
    patterns : Patterns
    labels : sequence of Label, optional
        The closed list of classes.

    Returns
    -------
    patterns : Patterns
    labels : list of Label or None
    """
    read = _reader(patterns)
    if read is not None:
        for truth in patterns.truths:
            _refuse_two_spellings(truth, read)
        truths, answers = ([_read(c, read) for c in s] for s in (patterns.truths, patterns.answers))
        patterns = replace(patterns, truths=truths, answers=answers)
    if labels is None:
        return patterns, None
    true = {v for t in patterns.truths for v in t.levels}
    if read is None and any(not isinstance(v, str) for v in true):
        read = as_number
    given = [plain(v) for v in labels]
    return patterns, given if read is None else [v if v in true else read(v) for v in given]


def _reader(patterns: Patterns) -> Reads | None:
    """Return how texts are to be read, None where text that is typed as such decides."""
    columns = [*patterns.truths, *(c for c in patterns.answers if c.kind == "pred")]
    if any(c.typed and c.levels and all(isinstance(v, str) for v in c.levels) for c in columns):
        return None
    true = [v if t.typed else _either(v) for t in patterns.truths for v in t.levels]
    # Beside other words, true and false are words too.
    return as_number if any(isinstance(v, str) for v in true) else _either


def _either(text: Any) -> Any:
    return as_truth(as_number(text))


def _read(column: Column, read: Reads) -> Column:
    return column if column.typed or column.kind == "correct" else recode(column, read)


def _refuse_two_spellings(truth: Column, read: Reads) -> None:
    """Refuse 1.1 beside 1.10: one number, but maybe two classes, such as numbered sections."""
    seen: dict[Any, Any] = {}
    for text in () if truth.typed else truth.levels:
        first = seen.setdefault(read(text), text)
        if first != text and _fraction(read(text)):
            raise DataError(
                f"{truth.title} holds {first!r} and {text!r}, which are one number; write it in "
                "one way if it is one class, else give the two names that are no numbers."
            )


def refuse_mismatch(
    patterns: Patterns, labels: Sequence[Label] | None, abstain_label: Label | None
) -> None:
    """Raise an error where answers are of another form than the truth.

    Parameters
    ----------
    patterns : Patterns
    labels : sequence of Label, optional
        The closed list of classes, which makes other answers out of CSV invalid.
    abstain_label : Label, optional
        The answer that may be of another form.
    """
    classes = {v: t.title for t in patterns.truths for v in t.levels}
    classes |= dict.fromkeys(set(labels or ()) - set(classes), "labels")
    forms = {_loose(v): v for v in classes}
    for answer in patterns.answers:
        if answer.kind != "pred":
            continue
        found = [v for v in answer.levels if v is not UNDEFINED and v != abstain_label]
        for truth in patterns.truths:
            if labels is None or answer.typed:
                _refuse_other_kind(truth, answer, found)
            _refuse_scores(truth, answer, found)
        clash = next((v for v in found if v not in classes and _loose(v) in forms), None)
        if clash is not None:
            meant = forms[_loose(clash)]
            cell = int(np.flatnonzero(answer.codes == answer.levels.index(clash))[0])
            raise DataError(
                f"{answer.title}{patterns.find(cell, [answer])} holds {clash!r}, "
                f"{classes[meant]} {meant!r}: one value in two forms, which are not equal; "
                "write it in one form in both."
            )


def _loose(value: Any) -> Any:
    """Return the number or the moment that a label may stand for, however it is written."""
    if not isinstance(value, str):
        return value
    word = value.strip()
    known = _either(word)
    if not isinstance(known, str):
        return known
    try:
        number = float(word)
        return number if math.isfinite(number) else value
    except ValueError:
        pass
    try:
        return moment(str(datetime.fromisoformat(word)))
    except ValueError:
        return value


def _refuse_other_kind(truth: Column, answer: Column, found: Sequence[Any]) -> None:
    wanted = {isinstance(v, str) for v in truth.levels}
    if len(wanted) != 1 or not found or any(isinstance(v, str) in wanted for v in found):
        return
    kinds = ("text", "numbers") if wanted == {True} else ("numbers", "text")
    hits = all(v in (0, 1) for v in found)
    remedy = ", or name right-or-wrong columns with correct= (--correct)" if hits else ""
    raise DataError(
        f"the truth holds {kinds[0]}, such as {truth.levels[0]!r} ({truth.title}), "
        f"but the answers are {kinds[1]}, such as {found[0]!r} ({answer.title}); "
        "no text equals a number: give both in one form, "
        f"for example with str(...) or int(...){remedy}."
    )


def _refuse_scores(truth: Column, answer: Column, found: Sequence[Any]) -> None:
    """Refuse fractions; text may hold some, for free answers may be any number."""
    scores = [v for v in found if _fraction(v)]
    if not scores or any(map(_fraction, truth.levels)):
        return
    within = all(not isinstance(v, str) and 0 <= v <= 1 for v in found)
    if answer.typed or within or 2 * len(scores) > len(found):
        raise DataError(
            f"{answer.title} holds {scores[0]!r}, but the true labels are whole numbers or text: "
            "these look like scores; pass predicted labels, or one column of scores a class "
            "as a matrix of shape (items, classes)."
        )


def _fraction(value: Any) -> bool:
    return isinstance(value, float) and not value.is_integer()
