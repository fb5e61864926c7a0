"""Figure "forest": each model's estimate with its interval, beside the baselines."""

import math
from typing import TYPE_CHECKING, Any

from compare.report.figures import wording
from compare.report.figures.fit import plain
from compare.report.figures.panel import BASELINE, CANDIDATE, MUTED, Line, Look, Panel

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from compare.results import Comparison, Estimate, Evaluation

__all__ = ["forest", "forest_panel"]


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
    forest_panel(result, sort=sort).draw(ax, Look.of(line_kw, marker_kw, text_kw))
    return ax


def forest_panel(result: "Comparison | Evaluation", *, sort: bool = False) -> Panel:
    """What the figure shows."""
    models = [scores.estimates[0] for scores in scores_of(result)]
    if sort:
        models.sort(key=lambda e: -e.value)
    compared = result.kind == "comparison"
    lines = [_line(e, candidate=compared and i == 1) for i, e in enumerate(models)]
    window = _window(lines)
    extra, references = _baselines(result, len(lines), models[0].quantity)
    for line in extra:
        window = _extended(window, line)
    inside = [r for r in references if window[0] <= r[0] <= window[1]]
    return Panel(
        lines=(*lines, *extra),
        window=window,
        bounds=(0.0, 100.0),
        label=f"{models[0].quantity} (%)",
        note=_note(models),
        heads=("right" if models[0].quantity == "accuracy" else "", _head(models[0])),
        references=tuple(inside),
        rule=len(lines) if extra else 0,
    )


def scores_of(result: "Comparison | Evaluation") -> Any:
    """Scores of the models of either result."""
    return result.scores if result.kind == "comparison" else result.models


def _head(first: "Estimate") -> str:
    return f"{first.quantity}, {wording.level(first.confidence_level)} interval"


def _line(found: "Estimate", *, candidate: bool = False) -> Line:
    numbers = wording.share(found)
    return Line(
        plain(found.models[0]),
        (wording.part(found), numbers),
        numbers,
        100 * found.value,
        100 * found.low,
        100 * found.high,
        marker="D" if candidate else "o",
        color=CANDIDATE if candidate else BASELINE,
        area=24.0 if candidate else 30.0,
    )


def _baselines(
    result: "Comparison | Evaluation", row: int, quantity: str
) -> tuple[list[Line], list[tuple[float, str, int]]]:
    """Rows and vertical lines of the most frequent class and of chance."""
    lines = [_majority(e) for e in result.majority if e.quantity == quantity]
    styles = ["--"] * len(lines)
    if quantity in ("accuracy", "balanced accuracy") and not math.isnan(result.chance):
        text = wording.percent(result.chance)
        lines.append(
            Line("chance", ("", text), text, 100 * result.chance, marker="|", color=MUTED)
        )
        styles.append(":")
    values = (line.value for line in lines)
    return lines, [(v, s, row + i) for i, (v, s) in enumerate(zip(values, styles, strict=True))]


def _majority(found: "Estimate") -> Line:
    numbers = wording.share(found)
    return Line(
        plain(found.models[0]),
        (wording.part(found), numbers),
        numbers,
        100 * found.value,
        100 * found.low,
        100 * found.high,
        marker="s",
        color=MUTED,
        filled=False,
        area=22.0,
    )


def _window(lines: list[Line]) -> tuple[float, float]:
    """Ends of the axis that hold every interval of a model."""
    seen = [v for line in lines for v in (line.value, line.low, line.high) if not math.isnan(v)]
    if not seen:
        return 0.0, 100.0
    low, high = min(seen), max(seen)
    pad = max(0.06 * (high - low), 0.02)
    return low - pad, high + pad


def _extended(window: tuple[float, float], line: Line) -> tuple[float, float]:
    """Ends that also hold a baseline, unless that squeezes the models into a fifth of the axis."""
    low, high = window
    seen = [v for v in (line.value, line.low, line.high) if not math.isnan(v)]
    wider = (min([low, *seen]), max([high, *seen]))
    pad = 0.03 * (wider[1] - wider[0])
    if wider[1] - wider[0] > 5.5 * (high - low):
        return window
    return (
        low if wider[0] == low else wider[0] - pad,
        high if wider[1] == high else wider[1] + pad,
    )


def _note(models: "list[Estimate]") -> str:
    first = models[0]
    sizes = sorted({e.n for e in models})
    items = " to ".join(wording.count(n) for n in dict.fromkeys((sizes[0], sizes[-1])))
    return (
        f"{wording.method(first.method)} {wording.level(first.confidence_level)} intervals, "
        f"N = {items} {first.unit}s."
    )
