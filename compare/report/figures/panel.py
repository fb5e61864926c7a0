"""Interval panels: rows of name, dot with interval, and numbers, all inside one Axes.

Names and numbers stand inside the Axes, beside the intervals or above them, so that nothing is
cut off whatever the layout of the figure around it.
"""

import math
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from compare.report.figures import fit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes

__all__ = [
    "BAND",
    "BASELINE",
    "CANDIDATE",
    "MUTED",
    "PAPER",
    "Line",
    "Panel",
    "frame",
    "number",
    "under",
    "write_under",
]

# Okabe & Ito's blue and vermillion: told apart by all colour visions, and here also by marker.
BASELINE = "#0072b2"
CANDIDATE = "#d55e00"
MUTED = "#6b6b6c"
BAND = "#d9d9da"
PAPER = "#fefeff"

_GAP = 10.0  # points between columns
_STRIP = 1.5  # height of the strip of an interval under its name, in font sizes
_INSET = 8.0  # points that keep the outer tick labels inside the Axes


@dataclass(frozen=True, slots=True)
class Line:
    """One row.

    Attributes
    ----------
    name : str
    cells : tuple of str
        Numbers, one a column.
    short : str
        The same on one line, where the columns have no heads.
    value, low, high : float
        In percent or points; NaN = not drawn, infinite = open end.
    inner : tuple of float
        Limits of the thick line.
    marker, color : str
    filled : bool
    area : float
        Of the marker, in square points.
    """

    name: str
    cells: tuple[str, ...]
    short: str
    value: float
    low: float = math.nan
    high: float = math.nan
    inner: tuple[float, float] = (math.nan, math.nan)
    marker: str = "o"
    color: str = BASELINE
    filled: bool = True
    area: float = 30.0


@dataclass(frozen=True, slots=True)
class Panel:
    """What an interval panel shows.

    Attributes
    ----------
    lines : tuple of Line
    window : tuple of float
        Ends of the axis.
    bounds : tuple of float
        Smallest and largest value that may have a tick.
    label, note : str
        Under the axis.
    heads : tuple of str
        Over the numbers, where they stand in columns.
    sides : tuple of str
        What the left and the right of zero mean, from the longest to the shortest wording.
    references : tuple of (value, line style, row)
        Vertical lines, each down to its row.
    margin : float
        Half width of the grey band around zero.
    rule : int
        Rows above a separating line; 0 = none.
    """

    lines: tuple[Line, ...]
    window: tuple[float, float]
    bounds: tuple[float, float]
    label: str
    note: str
    heads: tuple[str, ...] = ()
    sides: tuple[tuple[str, str], ...] = ()
    references: tuple[tuple[float, str, int], ...] = ()
    margin: float = 0.0
    rule: int = 0

    def height(self, points: float) -> tuple[float, float]:
        """Heights of the Axes and of what stands under it, in points, at a width in points."""
        return _Plan.of(self, points).tops[-1], under(self.label, self.note, points)

    def indent(self, points: float) -> float:
        """Room left of the Axes: none, the names stand inside."""
        del points
        return 0.0

    def describe(self) -> str:
        """Words and numbers of the figure."""
        rows = "; ".join(f"{line.name}: {line.short}" for line in self.lines)
        return f"{self.label}. {rows}. {self.note}"

    def draw(
        self,
        ax: "Axes",
        line_kw: "Mapping[str, Any] | None" = None,
        marker_kw: "Mapping[str, Any] | None" = None,
        text_kw: "Mapping[str, Any] | None" = None,
    ) -> None:
        """Draw into the Axes; keyword arguments are for lines, markers and text."""
        look = _Look(dict(line_kw or {}), dict(marker_kw or {}), dict(text_kw or {}))
        plan = _Plan.of(self, ax.bbox.width / ax.figure.dpi * 72)
        frame(ax)
        _scale(ax, self, plan)
        _references(ax, self, plan)
        for i, line in enumerate(self.lines):
            _interval(ax, line, (plan.middle(i), self.window), look)
            _words(ax, line, i, plan, look)
        _header(ax, self, plan, look)
        write_under(ax, self.label, self.note, plan.width)


@dataclass(frozen=True, slots=True)
class _Look:
    """Keyword arguments for the artists."""

    line: dict[str, Any]
    marker: dict[str, Any]
    text: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where names, intervals and numbers stand at a given width; lengths in points.

    ``tops`` holds the top of each row and then the bottom of the last one.
    """

    width: float
    names: tuple[tuple[str, ...], ...]
    columns: tuple[float, ...]
    beside: bool
    start: float
    end: float
    tops: tuple[float, ...]

    @classmethod
    def of(cls, panel: Panel, points: float) -> "_Plan":
        """Place names beside the intervals where at least two fifths of the width remain."""
        font = fit.size()
        cells = zip(*(line.cells for line in panel.lines), strict=True)
        columns = tuple(max(fit.width(t, font) for t in texts) for texts in cells)
        heads = (fit.width(h, fit.size("x-small")) for h in panel.heads or [""] * len(columns))
        columns = tuple(max(pair) for pair in zip(columns, heads, strict=True))
        numbers = sum(c + _GAP for c in columns)
        name = max(fit.width(line.name, font) for line in panel.lines)
        if name + _GAP + numbers > 0.6 * points:
            return cls._above(panel, points)
        header = (bool(panel.heads) + bool(panel.sides)) * fit.line_height(font)
        return cls(
            points,
            tuple((line.name,) for line in panel.lines),
            columns,
            beside=True,
            start=name + _GAP + _INSET,
            end=points - numbers - _INSET,
            tops=_tops(header, [1.9 * font] * len(panel.lines)),
        )

    @classmethod
    def _above(cls, panel: Panel, points: float) -> "_Plan":
        font = fit.size()
        room = [points - fit.width(line.short, font) - 5.0 for line in panel.lines]
        names = [fit.wrap(line.name, r, font) for line, r in zip(panel.lines, room, strict=True)]
        heights = [len(n) * fit.line_height(font) + (_STRIP + 0.6) * font for n in names]
        return cls(
            points,
            tuple(map(tuple, names)),
            (),
            beside=False,
            start=_INSET,
            end=points - _INSET,
            tops=_tops(bool(panel.sides) * 1.2 * fit.line_height(font), heights),
        )

    def strip(self, row: int) -> tuple[float, float]:
        """Top and bottom of the part of a row in which its interval lies."""
        if self.beside:
            return self.tops[row], self.tops[row + 1]
        top = self.tops[row] + len(self.names[row]) * fit.line_height(fit.size())
        return top, top + _STRIP * fit.size()

    def middle(self, row: int) -> float:
        """Height of a row's interval."""
        return sum(self.strip(row)) / 2

    @property
    def rights(self) -> list[float]:
        """Right ends of the columns of numbers, as shares of the width."""
        left = [sum(c + _GAP for c in self.columns[i + 1 :]) for i in range(len(self.columns))]
        return [1.0 - points / self.width for points in left]


def _tops(first: float, heights: list[float]) -> tuple[float, ...]:
    return tuple(accumulate(heights, initial=first))


def frame(ax: "Axes") -> None:
    """Keep of the frame only the axis at the bottom."""
    for side in ("left", "right", "top"):
        ax.spines[side].set_visible(False)
    ax.set_yticks([])
    ax.tick_params(axis="x", labelsize=fit.size())


def _scale(ax: "Axes", panel: Panel, plan: _Plan) -> None:
    """Give the window its part of the width, and ticks that lie in it."""
    low, high = panel.window
    unit = (high - low) / (plan.end - plan.start)
    left = low - plan.start * unit
    ax.set_xlim(left, left + plan.width * unit)
    ax.set_ylim(plan.tops[-1], 0.0)
    ax.spines["bottom"].set_bounds(low, high)
    ticks = _ticks(panel, plan)
    signed = bool(panel.sides)
    ax.set_xticks(ticks, [number(t, signed=signed) for t in ticks])


def _ticks(panel: Panel, plan: _Plan) -> list[float]:
    from matplotlib.ticker import MaxNLocator

    room = plan.end - plan.start
    bins = max(2, min(6, int(room / (4 * fit.size()))))
    found = MaxNLocator(bins, steps=[1, 2, 2.5, 5, 10]).tick_values(*panel.window)
    low, high = (f(a, b) for f, a, b in zip((max, min), panel.window, panel.bounds, strict=True))
    slack = 1e-9 * (high - low)
    return [float(t) for t in found if low - slack <= t <= high + slack]


def number(value: float, *, signed: bool = False) -> str:
    """Tick label with a true minus sign."""
    text = f"{round(value, 9):+g}" if signed and round(value, 9) else f"{round(value, 9):g}"
    return text.replace("-", "\N{MINUS SIGN}")


def _references(ax: "Axes", panel: Panel, plan: _Plan) -> None:
    """Draw margin, zero, baselines and rule; where names stand above, only beside intervals."""
    from matplotlib import rcParams

    ink, rows = rcParams["axes.edgecolor"], range(len(panel.lines))
    strips = [(plan.tops[0], plan.tops[-1])] if plan.beside else [plan.strip(i) for i in rows]
    for top, bottom in strips:
        if panel.margin:
            band = [-panel.margin, panel.margin]
            ax.fill_between(band, top, bottom, color=BAND, lw=0, zorder=0)
        if panel.sides:
            ax.plot([0.0, 0.0], [top, bottom], color=ink, lw=0.8, zorder=1)
        for value, style, row in panel.references:
            end = min(bottom, plan.middle(row)) if plan.beside else bottom
            if end <= plan.middle(row):
                ax.plot([value, value], [top, end], color=MUTED, lw=0.9, ls=style, zorder=1)
    if panel.rule:
        gap = 0.0 if plan.beside else 0.3 * fit.size()
        ax.axhline(plan.tops[panel.rule] - gap, color=BAND, lw=0.8, zorder=0)


def _interval(ax: "Axes", line: Line, at: tuple[float, tuple[float, float]], look: _Look) -> None:
    """Draw interval and dot; beyond the window an arrow head stands at its edge."""
    y, (left, right) = at
    color = line.color
    for (low, high), thick in (((line.low, line.high), 1.3), (line.inner, 3.6)):
        if low <= right and high >= left:
            ends = [max(low, left), min(high, right)]
            style: dict[str, Any] = {
                "color": color,
                "lw": thick,
                "solid_capstyle": "butt",
                "zorder": 2,
            }
            ax.plot(ends, [y, y], **(style | look.line))
    for beyond, x, mark in (
        (line.low < left or line.value < left, left, "<"),
        (line.high > right or line.value > right, right, ">"),
    ):
        if beyond:
            ax.plot([x], [y], ls="", marker=mark, ms=5, color=color, mec=color, zorder=3)
    if left <= line.value <= right:
        face = color if line.filled else PAPER
        dot: dict[str, Any] = {
            "color": face,
            "mec": color,
            "mew": 1.3,
            "ms": math.sqrt(line.area),
            "zorder": 4,
        }
        ax.plot([line.value], [y], ls="", marker=line.marker, **(dot | look.marker))


def _words(ax: "Axes", line: Line, row: int, plan: _Plan, look: _Look) -> None:
    font = fit.size()
    style: dict[str, Any] = {"fontsize": font, "va": "center"} | look.text
    style |= {"transform": ax.get_yaxis_transform()}
    if plan.beside:
        ax.text(0.0, plan.middle(row), line.name, ha="left", **style)
        for cell, right in zip(line.cells, plan.rights, strict=True):
            ax.text(right, plan.middle(row), cell, ha="right", **style)
        return
    step = fit.line_height(font)
    for i, part in enumerate(plan.names[row]):
        ax.text(0.0, plan.tops[row] + (i + 0.5) * step, part, ha="left", **style)
    ax.text(1.0, plan.tops[row] + 0.5 * step, line.short, ha="right", **style)


def _header(ax: "Axes", panel: Panel, plan: _Plan, look: _Look) -> None:
    """Write the heads of the columns, and under them what the sides of zero mean."""
    small, step = fit.size("x-small"), fit.line_height(fit.size())
    style: dict[str, Any] = {"fontsize": small, "color": MUTED, "va": "center"} | look.text
    if plan.beside:
        for head, right in zip(panel.heads, plan.rights, strict=False):
            ax.text(right, step / 2, head, ha="right", transform=ax.get_yaxis_transform(), **style)
    if panel.sides:
        middle = (plan.start + plan.end) / 2
        words = _sides(panel, min(middle, plan.width - middle) - 4.0, small)
        unit = (panel.window[1] - panel.window[0]) / (plan.end - plan.start)
        y = step / 2 + step * (plan.beside and bool(panel.heads))
        ax.text(-4.0 * unit, y, words[0], ha="right", **style)
        ax.text(4.0 * unit, y, words[1], ha="left", **style)


def _sides(panel: Panel, room: float, font: float) -> tuple[str, str]:
    """Longest wording of the two sides that fits."""
    fitting = (s for s in panel.sides if max(fit.width(t, font) for t in s) <= room)
    return next(fitting, panel.sides[-1])


def _note_lines(label: str, note: str, points: float) -> list[str]:
    font, room = fit.size("x-small"), 0.95 * points  # small letters grow most with whole pixels
    return [*fit.wrap(label, room, font), *fit.wrap(note, room, font, 6)]


def under(label: str, note: str, points: float) -> float:
    """Height in points of ticks, tick labels, axis label and note."""
    lines = len(_note_lines(label, note, points))
    return 9.0 + fit.line_height(fit.size()) + lines * fit.line_height(fit.size("x-small"))


def write_under(ax: "Axes", label: str, note: str, points: float) -> None:
    """Write the axis label and the note about method and items under the axis."""
    text = "\n".join(_note_lines(label, note, points))
    ax.set_xlabel(text, loc="left", fontsize=fit.size("x-small"), linespacing=1.2)
