"""The rows of the result: what was compared, the ratios, the goal and whether it is met."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from measure import Timed

__all__ = ["Goal", "Row", "rows_of", "to_markdown"]

HEADINGS = ("task", "N", "ours", "peer", "peer / ours", "limit", "ours / limit", "goal", "met")


@dataclass(frozen=True, slots=True)
class Goal:
    """A bound on the ratio to the limit, on the ratio of the peer, or on both."""

    name: str
    at_most: float = math.inf
    at_least: float = 0.0

    def __str__(self) -> str:
        bounds = []
        if self.at_most < math.inf:
            bounds.append(f"ours <= {self.at_most:g}x limit")
        if self.at_least > 0:
            bounds.append(f"peer >= {self.at_least:,g}x ours")
        return f"{self.name}: {' and '.join(bounds)}"


@dataclass(frozen=True, slots=True)
class Row:
    """Ours against one peer and the limit; a side that is not measured is None."""

    task: str
    size: str
    ours: Timed
    peer: Timed | None = None
    limit: Timed | None = None
    goal: Goal | None = None
    unit: str = "s"

    @property
    def right(self) -> bool:
        """Whether every value was right; a wrong one voids the row."""
        return all(side.right for side in (self.ours, self.peer, self.limit) if side)

    @property
    def gain(self) -> float:
        """How many times ours goes into the peer."""
        return self.peer.seconds / self.ours.seconds if self.peer else math.nan

    @property
    def excess(self) -> float:
        """How many times the limit goes into ours."""
        return self.ours.seconds / self.limit.seconds if self.limit else math.nan

    @property
    def met(self) -> str:
        """Whether the goal is met."""
        if not self.right:
            wrong = [s.name for s in (self.ours, self.peer, self.limit) if s and not s.right]
            return f"void: wrong value ({', '.join(wrong)})"
        if self.goal is None:
            return ""
        near = not self.excess > self.goal.at_most
        far = not self.gain < self.goal.at_least
        return "yes" if near and far else "no"

    def cells(self) -> tuple[str, ...]:
        """Texts of the columns."""
        return (
            self.task,
            self.size,
            _amount(self.ours.seconds, self.unit),
            _side(self.peer, self.unit),
            _ratio(self.gain),
            _side(self.limit, self.unit),
            _ratio(self.excess),
            str(self.goal or ""),
            self.met,
        )


def rows_of(
    task: str,
    size: int | str,
    ours: Timed,
    peers: Sequence[Timed],
    limit: Timed | None,
    goals: Sequence[Goal | None],
) -> list[Row]:
    """Return one row a peer; the limit stands in the first.

    Parameters
    ----------
    task : str
    size : int or str
    ours : Timed
    peers : sequence of Timed
    limit : Timed or None
    goals : sequence of Goal or None
        One a row; missing ones are None.
    """
    shown = f"{size:,}" if isinstance(size, int) else size
    padded = [*goals, *[None] * len(peers)]
    sides: Sequence[Timed | None] = peers or [None]
    return [
        Row(task, shown, ours, peer, None if i else limit, padded[i])
        for i, peer in enumerate(sides)
    ]


def _amount(value: float, unit: str) -> str:
    if unit != "s":
        return f"{value:,.0f} {unit}"
    for name, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:,.3g} {name}" if value < 1000 * size else f"{value:,.0f} s"
    return f"{value * 1e6:.3g} µs"


def _side(side: Timed | None, unit: str) -> str:
    return f"{side.name}: {_amount(side.seconds, unit)}" if side else ""


def _ratio(value: float) -> str:
    if math.isnan(value):
        return ""
    return f"{value:,.0f}x" if value >= 100 else f"{value:.3g}x"


def to_markdown(rows: Sequence[Row]) -> str:
    """Return the table of the rows."""
    lines = [HEADINGS, ("---",) * len(HEADINGS), *(row.cells() for row in rows)]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines) + "\n"
