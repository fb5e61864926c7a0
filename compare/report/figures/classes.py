"""Figure "classes": recall of each class, or its difference between two models."""

import math
from typing import TYPE_CHECKING, Any

from compare.errors import UsageError
from compare.report import numbers
from compare.report.figures import wording
from compare.report.figures.difference import (
    direction,
    greater_is_better,
    interval_line,
    sides,
    symmetric,
)
from compare.report.figures.fit import plain
from compare.report.figures.forest import window_of
from compare.report.figures.panel import BASELINE, CANDIDATE, MUTED, Line, Panel
from compare.report.numbers import Style

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.axes import Axes

    from compare.results import Comparison, Estimate, Evaluation, MetricComparison

__all__ = ["classes", "classes_panel"]

MOST = 20
"""Classes shown one by one; the rest is summed up in one row."""


def classes(
    result: "Comparison | Evaluation",
    *,
    ax: "Axes",
    model: str = "",
    line_kw: dict[str, Any] | None = None,
    marker_kw: dict[str, Any] | None = None,
    text_kw: dict[str, Any] | None = None,
) -> "Axes":
    """Draw the recall of each class, or its difference, largest class first.

    Parameters
    ----------
    result : Comparison or Evaluation
        Of a comparison the differences are drawn, of an evaluation the recalls of one model.
    ax : Axes
    model : str
        Of an evaluation; the first if empty.
    line_kw, marker_kw, text_kw : dict, optional
        For ``Axes.plot`` (lines, then markers) and ``Axes.text``.

    Raises
    ------
    UsageError
        Where classes are not known.
    """
    classes_panel(result, model).draw(ax, line_kw, marker_kw, text_kw)
    return ax


def classes_panel(result: "Comparison | Evaluation", model: str = "") -> Panel:
    """What the figure shows."""
    panel = _differences(result) if result.kind == "comparison" else _recalls(result, model)
    if panel is None:
        raise UsageError(
            "the figure 'classes' needs the true classes of the items; the data say right or "
            "wrong only, or there are no items. Give the true labels and the predictions."
        )
    return panel


def _differences(result: "Comparison") -> Panel | None:
    if not result.classes:
        return None
    overall = [c for c in (result.primary, *result.secondary) if _like_recall(c.difference)]
    ordered = sorted(result.classes, key=lambda c: -c.difference.n)
    style = wording.style_of([c.difference for c in result.classes])
    lines = [_overall(result, c) for c in overall]
    lines += [_class(c, ordered[0].difference.n, style) for c in ordered[:MOST]]
    lines += _others([c.difference for c in ordered[MOST:]], style.change)
    upright = greater_is_better(result.primary)
    return Panel(
        lines=tuple(lines),
        window=symmetric(lines, 0.0),
        bounds=(-100.0, 100.0),
        label=f"recall, {direction(result)} (points)",
        note=_difference_note(result),
        heads=(_head(ordered[0].difference), "adj. p"),
        sides=sides(result) if upright else tuple(_mirrored(s) for s in sides(result)),
        rule=len(overall),
    )


def _like_recall(found: "Estimate") -> bool:
    """Whether a metric may share the axis of the recalls: a proportion, better where greater."""
    metric = found.estimand.metric
    return metric.greater_is_better and metric.proportions


def _head(first: "Estimate") -> str:
    return f"difference, {numbers.level(first.confidence_level)} interval"


def _mirrored(words: tuple[str, str]) -> tuple[str, str]:
    """Wording of the sides for a quantity that is better where it is greater."""
    left, right = words
    return f"← {right.removesuffix(' →')}", f"{left.removeprefix('← ')} →"


def _overall(result: "Comparison", compared: "MetricComparison") -> Line:
    found, style = compared.difference, wording.change_style(result, compared)
    return Line(
        compared.metric,
        (wording.change(found, style), ""),
        wording.change(found, style),
        marker="D",
        color=CANDIDATE,
        area=26.0,
        **interval_line(found, style),
    )


def _class(compared: "MetricComparison", most: int, style: Style) -> Line:
    found, p = compared.difference, compared.adjusted_pvalue
    alpha = wording.alpha(found.confidence_level)
    star = " *" if p < alpha else ""
    shown = style.change(found.value)
    return Line(
        _named(found, compared.label),
        (wording.change(found, style), f"{numbers.pvalue(p, alpha)}{star}"),
        f"{shown}, adj. {numbers.versus(p, alpha)}{star}",
        color=BASELINE,
        filled=p < alpha,
        area=_area(found.n, most),
        **interval_line(found, style),
    )


def _named(found: "Estimate", label: object) -> str:
    return f"{plain(label)} ({numbers.count(found.n)})"


def _area(n: int, most: int) -> float:
    """Area of a dot in square points, in proportion to the items above a visible least."""
    return 12.0 + 70.0 * n / max(most, 1)


def _others(rest: "Sequence[Estimate]", text: "Callable[[float], str]") -> list[Line]:
    """One row with the range of the classes that are not shown one by one."""
    if not rest:
        return []
    values = [e.value for e in rest]
    low, high = min(values), max(values)
    words = f"from {text(low)} to {text(high)}"
    name = f"{len(rest)} smaller classes ({numbers.count(sum(e.n for e in rest))})"
    return [Line(name, (words, ""), words, math.nan, 100 * low, 100 * high, color=MUTED)]


def _difference_note(result: "Comparison") -> str:
    found = result.classes[0].difference
    threshold = numbers.threshold(wording.alpha(found.confidence_level))
    return (
        f"Exploratory. {wording.interval_note(found)}s, not adjusted. "
        f"p: {result.classes[0].test.name}, "
        f"Holm over {len(result.classes)}; * and filled: below {threshold}. "
        "In brackets, and as the area of a dot: items of the class."
    )


def _recalls(result: "Evaluation", model: str) -> Panel | None:
    scores = result[model] if model else result.scores[0]
    if not scores.per_class:
        return None
    overall = [e for e in scores.estimates if _like_recall(e)]
    ordered = sorted(scores.per_class, key=lambda e: -e.n)
    most, style = ordered[0].n, wording.style_of(ordered)
    lines = [_recall(e, wording.style_of([e])) for e in overall]
    lines += [_recall(e, style, most) for e in ordered[:MOST]]
    lines += _others(ordered[MOST:], style.value)
    return Panel(
        lines=tuple(lines),
        window=window_of(lines),
        bounds=(0.0, 100.0),
        label=f"recall of {plain(scores.model)} (%)",
        note=f"{wording.interval_note(ordered[0])}s, one by one. "
        "In brackets, and as the area of a dot: items of the class.",
        heads=("right", f"recall, {numbers.level(ordered[0].confidence_level)} interval"),
        rule=len(overall),
    )


def _recall(found: "Estimate", style: Style, most: int = 0) -> Line:
    """Row of a class, or of the metric over all of them where ``most`` is 0."""
    label = found.label
    shown = wording.share(found, style)
    return Line(
        _named(found, label) if most else found.quantity,
        (wording.part(found), shown),
        shown,
        *wording.scaled(found, style),
        marker="o" if most else "D",
        color=BASELINE if most else CANDIDATE,
        area=_area(found.n, most) if most else 26.0,
    )
