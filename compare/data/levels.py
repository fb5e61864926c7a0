"""Labels: distinct values of each column, made comparable between columns."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Any, Final, Literal

import numpy as np

from compare._types import IntArray
from compare.errors import DataError

__all__ = ["UNDEFINED", "Column", "Patterns", "encode", "plain", "right_or_wrong"]

NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,4})?")
TOO_LARGE = 10**300
"""Numbers from here on are no labels: floats end soon, and Python writes no very long number."""
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


def encode(
    values: Iterable[Any], convert: Callable[[Any], Any], title: str
) -> tuple[list[Any], IntArray]:
    """Return the distinct converted values, and a code for each value (-1 = missing)."""
    seen: dict[Any, int] = {}
    codes: list[int] = []
    try:
        for value in values:
            made = convert(value)
            codes.append(-1 if made is None else seen.setdefault(made, len(seen)))
    except DataError as error:
        raise DataError(f"{title}: {error}") from None
    return list(seen), np.array(codes, dtype=np.int64)


def recode(column: Column, convert: Callable[[Any], Any]) -> Column:
    """Return the column with converted levels; levels that become equal are merged."""
    levels, codes = encode(column.levels, convert, column.title)
    lookup = np.append(codes, -1)
    return replace(column, levels=levels, codes=lookup[column.codes])


def plain(value: Any) -> Any:
    """Return a value as text, bool, int or float; None where it is missing.

    >>> plain(2.0), plain(""), plain(float("nan")), plain(np.str_("a"))
    (2, None, None, 'a')
    """
    if isinstance(value, np.datetime64):
        return None if np.isnat(value) else moment(str(value))
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or value is UNDEFINED or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int | float | Decimal):
        return _number(value)
    return _other(value)


def _text(value: str) -> str | None:
    if "\0" in value:
        raise DataError(
            f"a label holds a NUL byte: {value[:40]!r}; the file is damaged or not text."
        )
    return str(value) or None


def _number(value: float | Decimal) -> int | float | None:
    """Return whole numbers exactly, whatever type holds them, and fractions as floats."""
    if isinstance(value, float | Decimal) and Decimal(value).is_nan():
        return None
    if not -TOO_LARGE < value < TOO_LARGE:
        raise DataError("a label is infinite or has more than 300 digits; write it as text.")
    if value == int(value):
        return int(value)
    fraction = float(value)
    if isinstance(value, Decimal) and Decimal(repr(fraction)) != value:
        raise DataError(
            f"the label {value} has more digits than a number keeps; round it, or make it text."
        )
    return fraction


def _other(value: Any) -> Any:
    """Read values of other types: dates and the like as text."""
    if isinstance(value, list | dict | tuple | set | bytes | complex | np.ndarray):
        raise DataError(
            f"a label must be text or a number, found {type(value).__name__} {value!r:.60}; "
            "give one label an item."
        )
    if type(value).__name__ in {"NAType", "NaTType"}:
        return None
    return moment(str(value)) if isinstance(value, datetime) else str(value)


def moment(iso: str) -> str:
    """Write a point in time in one way, whatever the unit and type that kept it.

    >>> moment("2020-01-01T00:00:00.000"), moment("2020-01-01T10:00")
    ('2020-01-01', '2020-01-01 10:00:00')
    """
    day, _, time = iso.replace("T", " ").partition(" ")
    if len(time) in {2, 5}:  # hours, or hours and minutes
        time += ":00:00"[len(time) - 2 :]
    if re.fullmatch(r"[\d:]+\.\d+", time):
        time = time.rstrip("0").rstrip(".")
    return day if time in {"", "00:00:00"} else f"{day} {time}"


def from_json(value: Any) -> Any:
    """Read a value of a JSON column of mixed types."""
    if not isinstance(value, str):
        return plain(value)
    # Python refuses to read very long whole numbers; as decimals they get a message of their own.
    return plain(json.loads(value, parse_int=Decimal))


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
    if not (isinstance(text, str) and NUMBER.fullmatch(text)):
        return text
    number = Decimal(text)  # keeps long whole numbers exact, which a float would not
    if abs(number) >= TOO_LARGE:
        return text
    return int(number) if number == int(number) else float(text)


def as_truth(text: Any) -> Any:
    """Read the texts True and False; leave anything else as it is."""
    return TRUTHS.get(text.lower(), text) if isinstance(text, str) else text
