"""Figure "discordance": the items that exactly one of two models gets right."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from compare.report import numbers
from compare.report.figures import fit, wording
from compare.report.figures.fit import plain
from compare.report.figures.panel import (
    BASELINE,
    CANDIDATE,
    MUTED,
    frame,
    under,
    write_under,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes

    from compare.results import Comparison

__all__ = ["Bars", "discordance"]


def discordance(
    result: "Comparison",
    *,
    ax: "Axes",
    bar_kw: dict[str, Any] | None = None,
    text_kw: dict[str, Any] | None = None,
) -> "Axes":
    """Draw the items that only the baseline and only the candidate gets right.

    Parameters
    ----------
    result : Comparison
    ax : Axes
    bar_kw, text_kw : dict, optional
        For ``Axes.barh`` and ``Axes.text``.

    Notes
    -----
    Items that both or neither get right are told in the note; drawn as areas they would hide
    the ones that decide.
    """
    Bars.of(result).draw(ax, bar_kw, text_kw)
    return ax


@dataclass(frozen=True, slots=True)
class Bars:
    """What the figure shows."""

    names: tuple[str, str]
    counts: tuple[int, int]
    label: str
    note: str

    @classmethod
    def of(cls, result: "Comparison") -> "Bars":
        """Counts and words of a comparison."""
        pairs = result.pairs
        lost, won = round(pairs.losses), round(pairs.gains)
        parts = (
            wording.joined(f"{name}: {numbers.count(k)}")
            for name, k in (("both right", pairs.both), ("both wrong", pairs.neither))
        )
        return cls(
            (plain(result.baseline), plain(result.candidate)),
            (lost, won),
            "items that only one model gets right",
            f"Disagreements: {numbers.count(lost + won)} of {numbers.count(pairs.n)} items; "
            f"{', '.join(parts)}.",
        )

    def height(self, points: float) -> tuple[float, float]:
        """Heights of the Axes and of what stands under it, in points."""
        rows = 4.2 + max(len(p) for p in self._names(points))
        return rows * fit.line_height(fit.size()), under(self.label, self.note, points)

    def _names(self, points: float) -> tuple[list[str], list[str]]:
        room = points / 2 - 4
        first, second = (fit.wrap(f"only {n} right", room, fit.size()) for n in self.names)
        return first, second

    def indent(self, points: float) -> float:
        """Room left of the Axes: none."""
        del points
        return 0.0

    def describe(self) -> str:
        """Words and numbers of the figure."""
        first, second = (
            f"only {name} right: {numbers.count(count)}"
            for name, count in zip(self.names, self.counts, strict=True)
        )
        found = f"{first}; {second}; {_net(*self.counts)}"
        return f"Items that only one model gets right. {found}. {self.note}"

    def draw(
        self,
        ax: "Axes",
        bar_kw: "Mapping[str, Any] | None" = None,
        text_kw: "Mapping[str, Any] | None" = None,
    ) -> None:
        """Draw into the Axes; keyword arguments are for bars and text."""
        bar, text = dict(bar_kw or {}), dict(text_kw or {})
        points = ax.bbox.width / ax.figure.dpi * 72
        frame(ax)
        reach = self._reach(points)
        names = self._names(points)
        top = -1.1 - max(map(len, names))
        ax.set_xlim(-reach, reach)
        ax.set_ylim(3.1, top)
        self._bars(ax, bar)
        self._words(ax, names, text)
        self._net(ax, text)
        _ticks(ax, reach, points)
        write_under(ax, self.label, self.note, points)

    def _reach(self, points: float) -> float:
        """End of the axis that leaves room for the counts beside the bars."""
        shown = (numbers.count(count) for count in self.counts)
        room = points / 2 - max(fit.width(text, fit.size("large")) for text in shown) - 8.0
        return max(*self.counts, 1) * points / 2 / max(room, 0.25 * points)

    def _bars(self, ax: "Axes", bar: dict[str, Any]) -> None:
        from matplotlib import rcParams

        lost, won = self.counts
        style: dict[str, Any] = {"height": 1.8, "linewidth": 1.0}
        ax.barh(0.0, -lost, **(style | {"color": BASELINE, "hatch": "", "alpha": 0.6} | bar))
        ax.barh(0.0, won, **(style | {"color": CANDIDATE} | bar))
        ax.plot([0, 0], [-1.2, 1.2], color=rcParams["axes.edgecolor"], lw=0.8, zorder=3)

    def _words(self, ax: "Axes", names: tuple[list[str], list[str]], text: dict[str, Any]) -> None:
        font = fit.size()
        across = ax.get_yaxis_transform()
        for lines, x, side in ((names[0], 0.0, "left"), (names[1], 1.0, "right")):
            for i, part in enumerate(lines):
                y = -1.6 - len(lines) + 1 + i
                style: dict[str, Any] = {
                    "ha": side,
                    "va": "center",
                    "fontsize": font,
                    "transform": across,
                }
                ax.text(x, y, part, **(style | text))
        for count, end, side in ((self.counts[0], -1, "right"), (self.counts[1], 1, "left")):
            shown: dict[str, Any] = {
                "ha": side,
                "va": "center",
                "fontsize": fit.size("large"),
            }
            ax.annotate(
                numbers.count(count),
                (end * count, 0.0),
                (end * 4.0, 0.0),
                textcoords="offset points",
                **(shown | text),
            )

    def _net(self, ax: "Axes", text: dict[str, Any]) -> None:
        """Mark what remains when the two kinds of items are set off."""
        net = self.counts[1] - self.counts[0]
        ax.plot([net], [1.5], ls="", marker="^", ms=6, color=MUTED, zorder=4)
        style: dict[str, Any] = {
            "ha": "center",
            "va": "center",
            "fontsize": fit.size(),
            "color": MUTED,
        }
        ax.text(net, 2.45, _net(*self.counts), **(style | text))


def _ticks(ax: "Axes", reach: float, points: float) -> None:
    """Ticks whose labels do not stick out of the figure."""
    from matplotlib.ticker import MaxNLocator

    half = points / 2
    found = MaxNLocator(5, integer=True, symmetric=True).tick_values(-reach, reach)
    labels = {float(t): numbers.count(abs(t)) for t in found}
    kept = {
        t: text
        for t, text in labels.items()
        if abs(t) / reach * half + fit.width(text, fit.size()) / 2 <= half + 4.0
    }
    ax.set_xticks(list(kept), list(kept.values()))


def _net(lost: int, won: int) -> str:
    """Difference of the two counts with its sign."""
    sign = {-1: numbers.MINUS, 0: "", 1: "+"}[(won > lost) - (won < lost)]
    return f"net {sign}{numbers.count(abs(won - lost))}"
