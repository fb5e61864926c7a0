"""Sheets: figures placed on a page of a given width, with room for all that they hold."""

from typing import TYPE_CHECKING, Any, Protocol

from compare.report.figures.classes import classes, classes_panel
from compare.report.figures.confusion import Heat, confusion
from compare.report.figures.difference import difference, difference_panel
from compare.report.figures.discordance import Bars, discordance
from compare.report.figures.forest import forest, forest_panel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Drawing", "describe", "drawing", "figure", "plot"]

_MARGIN = 8.0  # points around each figure
PAGE = 6.75

# Typed as Any: a kind takes the results that KINDS names for it.
_DRAW: "dict[str, Callable[..., Axes]]" = {
    "forest": forest,
    "difference": difference,
    "discordance": discordance,
    "classes": classes,
    "confusion": confusion,
}


class Drawing(Protocol):
    """What a figure shows, before it is drawn."""

    def height(self, points: float) -> tuple[float, float]:
        """Heights of the Axes and of what stands under it, in points, at a width in points."""
        ...

    def draw(self, ax: "Axes") -> None:
        """Draw into the Axes."""
        ...

    def indent(self, points: float) -> float:
        """Room left of the Axes, in points."""
        ...

    def describe(self) -> str:
        """Words and numbers of the figure."""
        ...


def drawing(result: Any, kind: str, options: "Mapping[str, Any] | None" = None) -> Drawing:
    """What a figure of a result shows."""
    options = options or {}
    if kind == "forest":
        return forest_panel(result, sort=options.get("sort", False))
    if kind == "difference":
        return difference_panel(result)
    if kind == "discordance":
        return Bars.of(result)
    if kind == "classes":
        return classes_panel(result, options.get("model", ""))
    return Heat.of(result, options.get("model", ""))


def plot(result: Any, kind: str, ax: "Axes | None", options: dict[str, Any]) -> "Axes":
    """Draw a figure into the Axes given or into a new figure one page wide."""
    if ax is None:
        shown = drawing(result, kind, options)
        sheet = _blank(PAGE, _total(shown, 72 * PAGE))
        ax = _place(sheet, shown, (0.0, 0.0), 72 * PAGE)
    return _DRAW[kind](result, ax=ax, **options)


def figure(shown: "Sequence[Drawing]", width: float) -> "Figure":
    """Draw figures side by side where two stand on a page, else below each other."""
    beside = len(shown) == 2 and width > 0.75 * PAGE
    each = 72 * width / 2 if beside else 72 * width
    totals = [_total(d, each) for d in shown]
    sheet = _blank(width, max(totals) if beside else sum(totals))
    at = (0.0, 0.0)
    for one, total in zip(shown, totals, strict=True):
        one.draw(_place(sheet, one, at, each))
        at = (at[0] + each, 0.0) if beside else (0.0, at[1] + total)
    return sheet


def describe(shown: "Sequence[Drawing]") -> str:
    """Words and numbers of figures."""
    text = " ".join(one.describe() for one in shown)
    return text.replace(r"\$", "$").replace("\N{NO-BREAK SPACE}", " ")


def _total(shown: Drawing, points: float) -> float:
    """Height in points with margins, at a width in points with margins."""
    return sum(shown.height(points - 2 * _MARGIN)) + 2 * _MARGIN


def _blank(width: float, height: float) -> "Figure":
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height / 72))


def _place(sheet: "Figure", shown: Drawing, at: tuple[float, float], points: float) -> "Axes":
    """Add Axes in inches that do not depend on what is drawn later; ``at`` is left and top."""
    across, down = (72 * v for v in sheet.get_size_inches())
    inner = points - 2 * _MARGIN
    indent = shown.indent(inner)
    body, _ = shown.height(inner)
    left, top = at[0] + _MARGIN + indent, down - at[1] - _MARGIN
    return sheet.add_axes(
        (left / across, (top - body) / down, (inner - indent) / across, body / down)
    )
