"""Figure "forest": each model's estimate with its interval, beside the baselines."""

import math
from typing import TYPE_CHECKING, Any

from compare.report import numbers
from compare.report.blocks import Context
from compare.report.figures import wording
from compare.report.figures.fit import plain
from compare.report.figures.panel import BASELINE, CANDIDATE, MUTED, Line, Panel
from compare.report.names import Names
from compare.report.numbers import Style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from compare.results import Comparison, Estimate, Evaluation

__all__ = ["forest", "forest_panel", "scores_of", "window_of"]


def forest(
    result: "Comparison | Evaluation",
    *,
    ax: "Axes",
    sort: bool = False,
    line_kw: dict[str, Any] | None = None,
    marker_kw: dict[str, Any] | None = None,
    text_kw: dict[str, Any] | None = None,
) -> "Axes":
    """Draw each model's estimate with its interval.

    Parameters
    ----------
    result : Comparison or Evaluation
    ax : Axes
    sort : bool
        Highest value first; else in the order given.
    line_kw, marker_kw, text_kw : dict, optional
        For ``Axes.plot`` (lines, then markers) and ``Axes.text``.

    Notes
    -----
    Whether two of these intervals overlap does not tell whether the models differ: the figure
    "difference" does.
    """
    forest_panel(result, sort=sort).draw(ax, line_kw, marker_kw, text_kw)
    return ax


def forest_panel(result: "Comparison | Evaluation", *, sort: bool = False) -> Panel:
    """What the figure shows."""
    models = [scores.estimates[0] for scores in scores_of(result)]
    if sort:
        models.sort(key=lambda e: -e.value)
    compared = result.kind == "comparison"
    style = wording.style_of(models)
    lines = [_line(e, style, candidate=compared and i == 1) for i, e in enumerate(models)]
    extra, references = _baselines(result, style, models[0].quantity)
    window = _with_baselines(window_of(lines), extra)
    inside = [r for r in references if window[0] <= r[0] <= window[1]]
    return Panel(
        lines=(*lines, *extra),
        window=window,
        bounds=wording.bounds(models[0], style),
        label=f"{models[0].quantity}{' (%)' if style.factor == 100.0 else ''}",
        note=_note(models),
        heads=("right" if models[0].quantity == "accuracy" else "", _head(models[0])),
        references=tuple((v, dashes, len(lines) + row) for v, dashes, row in inside),
        rule=len(lines) if extra else 0,
    )


def scores_of(result: "Comparison | Evaluation") -> Any:
    """Scores of the models of either result."""
    return result.scores


def _head(first: "Estimate") -> str:
    return f"{first.quantity}, {numbers.level(first.confidence_level)} interval"


def _line(found: "Estimate", style: Style, *, candidate: bool = False) -> Line:
    shown = wording.share(found, style)
    return Line(
        plain(found.models[0]),
        (wording.part(found), shown),
        shown,
        *wording.scaled(found, style),
        marker="D" if candidate else "o",
        color=CANDIDATE if candidate else BASELINE,
        area=24.0 if candidate else 30.0,
    )


def _baselines(
    result: "Comparison | Evaluation", style: Style, quantity: str
) -> tuple[list[Line], list[tuple[float, str, int]]]:
    """Rows and vertical lines of the most frequent class and of chance."""
    name = Context(result, Names.of(result.table)).majority_name if result.majority else ""
    found = [e for e in result.majority if e.quantity == quantity]
    lines = [_majority(e, name, style) for e in found]
    dashes = ["--"] * len(lines)
    if quantity in ("accuracy", "balanced accuracy") and not math.isnan(result.chance):
        text = style.value(result.chance)
        at = style.factor * result.chance
        lines.append(Line("chance", ("", text), text, at, marker="|", color=MUTED))
        dashes.append(":")
    drawn = enumerate(zip(lines, dashes, strict=True))
    return lines, [(line.value, dash, row) for row, (line, dash) in drawn]


def _majority(found: "Estimate", name: str, style: Style) -> Line:
    shown = wording.share(found, style)
    return Line(
        plain(name),
        (wording.part(found), shown),
        shown,
        *wording.scaled(found, style),
        marker="s",
        color=MUTED,
        filled=False,
        area=22.0,
    )


def window_of(lines: list[Line]) -> tuple[float, float]:
    """Ends of an axis that holds every interval."""
    seen = _numbers(lines)
    if not seen:
        return 0.0, 100.0
    low, high = min(seen), max(seen)
    pad = max(0.06 * (high - low), 0.02)
    return low - pad, high + pad


def _numbers(lines: list[Line]) -> list[float]:
    return [v for line in lines for v in (line.value, line.low, line.high) if not math.isnan(v)]


def _with_baselines(window: tuple[float, float], extra: list[Line]) -> tuple[float, float]:
    """Ends that hold those baselines too that leave the models a sixth of the axis or more."""
    low, high = window
    most = 6.0 * (high - low)
    for line in extra:
        seen = _numbers([line])
        lower, upper = min([low, *seen]), max([high, *seen])
        if upper - lower <= most:
            pad = 0.03 * (upper - lower)
            low = low if lower == low else lower - pad
            high = high if upper == high else upper + pad
    return low, high


def _note(models: "list[Estimate]") -> str:
    shown = wording.items(max(e.n for e in models))
    return f"{wording.interval_note(models[0])}s, {shown}."
