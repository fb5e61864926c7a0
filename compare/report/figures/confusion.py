"""Figure "confusion": true classes against answers."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from compare._types import IntArray
from compare.errors import UsageError
from compare.report import numbers
from compare.report.figures import fit
from compare.report.figures.fit import plain
from compare.report.figures.panel import PAPER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes

    from compare.results import Evaluation

__all__ = ["Heat", "confusion"]

MOST = 20
"""Classes up to which the counts can be read."""


def confusion(
    result: "Evaluation",
    *,
    ax: "Axes",
    model: str = "",
    mesh_kw: dict[str, Any] | None = None,
    text_kw: dict[str, Any] | None = None,
) -> "Axes":
    """Draw the confusion matrix of a model: shade by share of the true class, counts as text.

    Parameters
    ----------
    result : Evaluation
    ax : Axes
    model : str
        The first if empty.
    mesh_kw, text_kw : dict, optional
        For ``Axes.pcolormesh`` and ``Axes.text``.

    Raises
    ------
    UsageError
        Where classes are not known or there are more than 20.
    """
    Heat.of(result, model).draw(ax, mesh_kw, text_kw)
    return ax


@dataclass(frozen=True, slots=True, eq=False)
class Heat:
    """What the figure shows."""

    counts: IntArray
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    label: str

    @classmethod
    def of(cls, result: "Evaluation", model: str = "") -> "Heat":
        """Counts and names of an evaluation."""
        table = result.table
        if not table.has_classes or len(table.classes) > MOST:
            raise UsageError(
                f"the figure 'confusion' is drawn for known classes, {MOST} at most; here there "
                f"are {len(table.classes) if table.has_classes else 'none'}. Use 'classes' or "
                "Table.confusion(model)."
            )
        name = result[model].model if model else result.scores[0].model
        found = table.confusion(name)
        return cls(
            found.to_numpy(dtype=np.int64),
            tuple(plain(v) for v in found.index),
            tuple(plain(v) for v in found.columns),
            f"answer of {plain(name)}",
        )

    def height(self, points: float) -> tuple[float, float]:
        """Heights of the Axes and of what stands under it, in points."""
        cell = self._cell(points)
        names = (fit.width(n, self._font(points)) for n in self._short(self.columns, points))
        tall = max(names) if self._turned(points) else fit.size()
        lines = fit.wrap(self.label, points - self.indent(points), fit.size("x-small"))
        under = tall + 7.0 + len(lines) * fit.line_height(fit.size("x-small"))
        return max(min(cell, 3.2 * fit.size()), 7.0) * len(self.rows), under

    def indent(self, points: float) -> float:
        """Width of the names of the rows and of the axis label, in points."""
        names = (fit.width(n, fit.size()) for n in self._short(self.rows, points))
        return max(names) + 2.0 * fit.size() + 4.0

    def _whole(self, points: float) -> float:
        """Width with the names of the rows, of which the Axes are so many points wide."""
        whole = points
        for _ in range(3):  # names may take a share of the whole, which grows with them
            whole = points + self.indent(whole)
        return whole

    def _cell(self, points: float) -> float:
        return (points - self.indent(points)) / len(self.columns)

    def _font(self, points: float) -> float:
        """Size in which the name of a row is not taller than the row."""
        return min(fit.size(), 0.85 * max(self._cell(points), 7.0))

    def _short(self, names: tuple[str, ...], points: float) -> list[str]:
        return [fit.shorten(n, 0.26 * points, fit.size()) for n in names]

    def _turned(self, points: float) -> bool:
        font = self._font(points)
        return max(fit.width(n, font) for n in self.columns) > self._cell(points) - 4

    def describe(self) -> str:
        """Words and numbers of the figure: each class's most frequent answers."""
        rows = "; ".join(
            f"{name}: {_answers(counts, self.columns)}"
            for name, counts in zip(self.rows, self.counts, strict=True)
        )
        return f"Confusion matrix, true class against {self.label}. {rows}."

    def draw(
        self,
        ax: "Axes",
        mesh_kw: "Mapping[str, Any] | None" = None,
        text_kw: "Mapping[str, Any] | None" = None,
    ) -> None:
        """Draw into the Axes; keyword arguments are for cells and text."""
        mesh, text = dict(mesh_kw or {}), dict(text_kw or {})
        points = ax.bbox.width / ax.figure.dpi * 72
        whole = self._whole(points)
        shares = self.counts / np.maximum(self.counts.sum(axis=1, keepdims=True), 1)
        style: dict[str, Any] = {
            "cmap": "Blues",
            "vmin": 0.0,
            "vmax": 1.25,
            "edgecolors": PAPER,
            "linewidth": 0.6,
        }
        ax.pcolormesh(shares, **(style | mesh))
        ax.invert_yaxis()
        self._counts(ax, shares, points, text)
        ax.tick_params(length=0, labelsize=self._font(whole))
        turn = 90.0 if self._turned(whole) else 0.0
        ax.set_xticks(
            np.arange(len(self.columns)) + 0.5, self._short(self.columns, whole), rotation=turn
        )
        ax.set_yticks(np.arange(len(self.rows)) + 0.5, self._short(self.rows, whole))
        ax.spines[:].set_visible(False)
        small = fit.size("x-small")
        ax.set_xlabel("\n".join(fit.wrap(self.label, points, small)), fontsize=small)
        ax.set_ylabel("true class", fontsize=small)

    def _counts(self, ax: "Axes", shares: Any, points: float, text: dict[str, Any]) -> None:
        """Write the counts, dark on light and light on dark, in a size that fits the cells."""
        cell = points / len(self.columns)
        digits = len(numbers.count(int(self.counts.max(initial=0))))
        font = min(fit.size(), 0.85 * cell / (0.64 * digits))
        for (i, j), count in np.ndenumerate(self.counts):
            if count:
                ink = "#ffffff" if shares[i, j] > 0.6 else "#1a1a1a"
                style: dict[str, Any] = {
                    "ha": "center",
                    "va": "center",
                    "fontsize": font,
                    "color": ink,
                }
                ax.text(j + 0.5, i + 0.5, numbers.count(int(count)), **(style | text))


def _answers(counts: IntArray, names: tuple[str, ...]) -> str:
    """Up to three most frequent answers with their counts."""
    order = [int(j) for j in np.argsort(-counts, kind="stable")[:3] if counts[j]]
    found = (f"{numbers.count(int(counts[j]))} {names[j]}" for j in order)
    return ", ".join(found) or "no items"
