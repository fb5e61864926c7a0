"""Bars and intervals drawn in plain characters, for a terminal."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["TICK_ROOM", "Axis", "Span", "bar", "ceiling"]

_STEPS = (1.0, 1.2, 1.6, 2.0, 2.4, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


TICK_ROOM = 3
"""Columns by which the last tick label may stick out beyond its axis."""


@dataclass(frozen=True, slots=True)
class Span:
    """An interval with its estimate; infinite where a side is open."""

    low: float
    value: float
    high: float


def ceiling(x: float) -> float:
    """Next number at or above x whose quarters read well.

    >>> ceiling(3.4), ceiling(0.12)
    (4.0, 0.12)
    """
    if not x > 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(x))
    return next(s * power for s in _STEPS if s * power >= x * (1 - 1e-12))


def bar(part: float, largest: float, columns: int) -> str:
    """Bar of a count, at least one mark long where the count is not zero.

    >>> bar(83, 83, 5), bar(1, 1000, 5), bar(0, 1000, 5)
    ('#####', '#', '')
    """
    if not part > 0:
        return ""
    return "#" * max(1, round(columns * part / largest))


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale from low to high over an odd number of columns.

    Parameters
    ----------
    low, high : float
    columns : int
    zero : bool
        Whether zero is marked and nothing but zero is drawn on its column.
    """

    low: float
    high: float
    columns: int
    zero: bool = False

    @classmethod
    def around_zero(cls, values: Sequence[float], columns: int) -> "Axis":
        """Symmetrical axis that holds all finite values."""
        far = max((abs(v) for v in values if math.isfinite(v)), default=1.0)
        half = ceiling(far)
        return cls(-half, half, columns | 1, zero=True)

    def column(self, x: float) -> int:
        """Column of a value; next to the zero column, not on it, unless the value is zero."""
        place = (x - self.low) / (self.high - self.low)
        at = round(min(max(place, 0.0), 1.0) * (self.columns - 1))
        if self.zero and at == self.columns // 2 and x != 0:
            at += 1 if x > 0 else -1
        return at

    def draw(self, span: Span, ends: str = "[]", fill: str = "-", mark: str = "o") -> str:
        """Line of an interval: limits, estimate, and zero where it is on the scale."""
        cells = [" "] * self.columns
        for i in (0, 1, 3, 4):
            cells[i * (self.columns - 1) // 4] = "."
        if self.zero:
            cells[self.columns // 2] = ":"
        if not math.isnan(span.low):
            self._interval(cells, span, ends, fill)
        if mark and not math.isnan(span.value):
            cells[self.column(span.value)] = mark
        return "".join(cells).rstrip()

    def _interval(self, cells: list[str], span: Span, ends: str, fill: str) -> None:
        left = self.column(max(span.low, self.low))
        right = self.column(min(span.high, self.high))
        for i in range(left, right + 1):
            cells[i] = ":" if cells[i] == ":" else fill
        cells[left] = ends[0] if span.low >= self.low else "<"
        cells[right] = ends[1] if span.high <= self.high else ">"

    def ticks(self, labels: Sequence[str]) -> str:
        """Line of evenly spaced labels, each centred on its place."""
        cells = [" "] * (self.columns + TICK_ROOM)
        for i, label in enumerate(labels):
            at = round(i * (self.columns - 1) / (len(labels) - 1))
            start = min(max(at - len(label) // 2, 0), len(cells) - len(label))
            cells[start : start + len(label)] = label
        return "".join(cells).rstrip()
