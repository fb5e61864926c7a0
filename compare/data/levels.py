"""Labels: distinct values of each column, made comparable between columns."""

import json
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

import numpy as np

from compare._types import IntArray, Label
from compare.errors import DataError

__all__ = ["UNDEFINED", "Column", "Patterns", "comparable", "encode", "plain", "right_or_wrong"]

NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?")
TRUTHS = {"true": True, "false": False}
HITS = {"0": False, "1": True, "0.0": False, "1.0": True, **TRUTHS}


Role = Literal["truth", "pred", "correct"]
"""What a column of the patterns holds."""


UNDEFINED: Final = object()
"""An answer that cannot be: the highest score of a row that holds NaN."""


def nowhere(_cell: int, _columns: Sequence["Column"]) -> str:
    """Say nothing of the place of a pattern."""
    return ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the patterns.

    Attributes
    ----------
    source, name : str
        File or argument, and column, as messages name them.
    kind : {"truth", "pred", "correct"}
    levels : list
        Distinct values, without missing ones.
    codes : ndarray of int, shape (cells,)
        Position in ``levels`` of each pattern's value, -1 where it is missing.
    typed : bool
        False for text out of CSV, where "1" may mean the number.
    alias : str
        Name in the frame that was counted.
    """

    source: str
    name: str
    kind: Role
    levels: list[Any]
    codes: IntArray
    typed: bool = True
    alias: str = ""

    @property
    def title(self) -> str:
        """Name of the column for messages."""
        return f"{self.source}, column {self.name!r}" if self.name else self.source


@dataclass(frozen=True, slots=True)
class Patterns:
    """Distinct combinations of truth and answers with the number of items of each.

    Attributes
    ----------
    truths, answers : list of Column
    n : ndarray of int, shape (cells,)
    notes : list of str
    find : callable
        Text that tells in which rows columns hold the values of a cell; asked for only in errors.
    """

    truths: list[Column]
    answers: list[Column]
    n: IntArray
    notes: list[str] = field(default_factory=list)
    find: Callable[[int, Sequence[Column]], str] = nowhere


def encode(values: Iterable[Any], convert: Callable[[Any], Any]) -> tuple[list[Any], IntArray]:
    """Return the distinct converted values, and a code for each value (-1 = missing)."""
    seen: dict[Any, int] = {}
    codes: list[int] = []
    for value in values:
        made = convert(value)
        codes.append(-1 if made is None else seen.setdefault(made, len(seen)))
    return list(seen), np.array(codes, dtype=np.int64)


def recode(column: Column, convert: Callable[[Any], Any]) -> Column:
    """Return the column with converted levels; levels that become equal are merged."""
    levels, codes = encode(column.levels, convert)
    lookup = np.append(codes, -1)
    return replace(column, levels=levels, codes=lookup[column.codes])


def plain(value: Any) -> Any:
    """Return a value as text, bool, int or float; None where it is missing.

    >>> plain(2.0), plain(""), plain(float("nan")), plain(np.str_("a"))
    (2, None, None, 'a')
    """
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or value is UNDEFINED or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float):
        return _number(value)
    return _other(value)


def _text(value: str) -> str | None:
    if "\0" in value:
        raise DataError(
            f"a label holds a NUL byte: {value[:40]!r}; the file is damaged or not text."
        )
    return str(value) or None


def _number(value: float) -> int | float | None:
    if math.isnan(value):
        return None
    return int(value) if value.is_integer() else value


def _other(value: Any) -> Any:
    """Read values of other types: decimals as numbers, dates and the like as text."""
    if isinstance(value, list | dict | tuple | set | bytes | complex | np.ndarray):
        raise DataError(
            f"a label must be text or a number, found {type(value).__name__} {value!r:.60}; "
            "give one label an item."
        )
    if type(value).__name__ in {"NAType", "NaTType"}:
        return None
    if type(value).__name__ == "Decimal":
        return _number(float(value))
    return str(value)


def from_json(value: Any) -> Any:
    """Read a value of a JSON column of mixed types."""
    return plain(json.loads(value) if isinstance(value, str) else value)


def right_or_wrong(value: Any) -> bool | None:
    """Read 0/1 or true/false; raises ValueError for anything else."""
    if isinstance(value, str):
        word = value.strip().lower()
        if word in {"", "nan"}:
            return None
        if word in HITS:
            return HITS[word]
    elif value in (0, 1):
        return bool(value)
    raise ValueError(value)


def as_number(text: Any) -> Any:
    """Read text that looks like a plain number; leave anything else as it is."""
    if isinstance(text, str) and NUMBER.fullmatch(text):
        # int() keeps long whole numbers exact, which float() would not.
        return int(text) if text.lstrip("-").isdigit() else _number(float(text))
    return text


def as_truth(text: Any) -> Any:
    """Read the texts True and False; leave anything else as it is."""
    return TRUTHS.get(text.lower(), text) if isinstance(text, str) else text


def comparable(
    patterns: Patterns, labels: Sequence[Label] | None, abstain_label: Label | None = None
) -> Patterns:
    """Give text out of CSV the type of the truth, then check that types agree.

    Parameters
    ----------
    patterns : Patterns
    labels : sequence of Label, optional
        The closed list of classes, whose type then decides.
    abstain_label : Label, optional
        The answer that may be of another type.
    """
    patterns = _typed_like_truth(patterns, labels)
    for truth in patterns.truths:
        for answer in patterns.answers:
            if answer.kind == "pred":
                _same_kind(truth, answer, abstain_label)
    return patterns


def _typed_like_truth(patterns: Patterns, labels: Sequence[Label] | None) -> Patterns:
    """Read number-like or True/False texts as such where the truth consists of them."""
    convert = _conversion(patterns, labels)
    if convert is None:
        return patterns
    columns = [*patterns.truths, *patterns.answers]
    made = [_convert(c, convert) for c in columns]
    lossy = [
        c.title
        for c, m in zip(columns, made, strict=True)
        if len(m.levels) < len(c.levels) and not all(isinstance(v, bool) for v in m.levels)
    ]
    if lossy:
        note = (
            f"{lossy[0]} holds different texts for one value (such as 1 and 1.0): "
            "labels were kept as text"
        )
        return replace(patterns, notes=[*patterns.notes, note])
    cut = len(patterns.truths)
    return replace(patterns, truths=made[:cut], answers=made[cut:])


def _conversion(patterns: Patterns, labels: Sequence[Label] | None) -> Callable[[Any], Any] | None:
    """Return how texts are to be read, or None where they stay texts."""
    model = list(labels) if labels is not None else [v for t in patterns.truths for v in t.levels]
    typed = [c for c in patterns.answers if c.kind == "pred" and c.typed and c.levels]
    if labels is None and any(all(isinstance(v, str) for v in c.levels) for c in typed):
        return None
    loose = labels is None and not all(t.typed for t in patterns.truths)
    if not model:
        return None
    if all(isinstance(as_truth(v) if loose else v, bool) for v in model):
        return lambda v: as_truth(as_number(v))
    read = [as_number(v) if loose else v for v in model]
    return as_number if all(isinstance(v, int | float) for v in read) else None


def _convert(column: Column, convert: Callable[[Any], Any]) -> Column:
    if column.typed or column.kind == "correct":
        return column
    read = [as_truth(v) for v in column.levels]
    whole = all(isinstance(v, bool) for v in read)
    return recode(column, as_truth if whole else convert)


def _same_kind(truth: Column, answer: Column, abstain_label: Label | None) -> None:
    """Refuse text against numbers, and scores in the place of labels."""
    wanted = {isinstance(v, str) for v in truth.levels}
    found = [v for v in answer.levels if v is not UNDEFINED and v != abstain_label]
    if len(wanted) == 1 and found and all(isinstance(v, str) not in wanted for v in found):
        kinds = ("text", "numbers") if wanted == {True} else ("numbers", "text")
        hits = all(v in (0, 1) for v in found)
        remedy = ", or name right-or-wrong columns with correct= (--correct)" if hits else ""
        raise DataError(
            f"the truth holds {kinds[0]}, such as {truth.levels[0]!r} ({truth.title}), "
            f"but the answers are {kinds[1]}, such as {found[0]!r} ({answer.title}); "
            "no text equals a number: give both in one form, "
            f"for example with str(...) or int(...){remedy}."
        )
    scores = [v for v in found if _fraction(v)]
    share = 0.0 if answer.typed else 0.5
    if scores and len(scores) > share * len(found) and not any(map(_fraction, truth.levels)):
        raise DataError(
            f"{answer.title} holds {scores[0]!r}, but the true labels are whole numbers or text: "
            "these look like scores; pass predicted labels, or one column of scores a class "
            "as a matrix of shape (items, classes)."
        )


def _fraction(value: Any) -> bool:
    return isinstance(value, float) and not value.is_integer()
