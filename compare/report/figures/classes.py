"""Figure "classes": recall of each class, or its difference between two models."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from compare.errors import UsageError
from compare.report.figures import wording
from compare.report.figures.difference import (
    direction,
    greater_is_better,
    interval_line,
    sides,
    symmetric,
)
from compare.report.figures.fit import plain
from compare.report.figures.forest import scores_of
from compare.report.figures.panel import BASELINE, CANDIDATE, MUTED, Line, Look, Panel

if TYPE_CHECKING:
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
    classes_panel(result, model).draw(ax, Look.of(line_kw, marker_kw, text_kw))
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
    overall = [c for c in (result.primary, *result.secondary) if greater_is_better(c)]
    ordered = sorted(result.classes, key=lambda c: -c.difference.n)
    most = max(c.difference.n for c in result.classes)
    alpha = 1 - result.settings.confidence_level
    lines = [_overall(c) for c in overall]
    lines += [_class(c, most, alpha) for c in ordered[:MOST]]
    lines += _others([c.difference for c in ordered[MOST:]], wording.points_of)
    upright = greater_is_better(result.primary)
    return Panel(
        lines=tuple(lines),
        window=symmetric(lines, 0.0),
        bounds=(-100.0, 100.0),
        label=f"{direction(result)}: recall, items of the class in brackets",
        note=_difference_note(result),
        heads=("difference", "adj. p"),
        sides=sides(result) if upright else tuple((b, a) for a, b in _mirrored(result)),
        rule=len(overall),
    )


def _mirrored(result: "Comparison") -> list[tuple[str, str]]:
    """Wordings of the sides for a quantity that is better where it is greater."""
    turned = str.maketrans("←→", "→←")
    return [
        (_turn(a.translate(turned)), _turn(b.translate(turned))) for a, b in sides(result)
    ]


def _turn(text: str) -> str:
    """Move the arrow to the other end."""
    return f"{text[2:]} →" if text.startswith("→") else f"← {text[:-2]}"


def _overall(compared: "MetricComparison") -> Line:
    found = compared.difference
    p = wording.p(compared.test.pvalue)
    return Line(
        compared.metric,
        (wording.points(found), f"{p} (raw)"),
        f"{wording.points(found)}",
        marker="D",
        color=CANDIDATE,
        area=26.0,
        **interval_line(found),
    )


def _class(compared: "MetricComparison", most: int, alpha: float) -> Line:
    found = compared.difference
    marked = compared.adjusted_pvalue < alpha
    star = " *" if marked else ""
    p = wording.p(compared.adjusted_pvalue)
    return Line(
        f"{plain(compared.label)} ({wording.count(found.n)})",
        (wording.points(found), p + star),
        f"{wording.points_of(found)}, adj. {wording.p_equals(compared.adjusted_pvalue)}{star}",
        color=BASELINE,
        filled=marked,
        area=_area(found.n, most),
        **interval_line(found),
    )


def _area(n: int, most: int) -> float:
    """Area of a dot in square points, in proportion to the items above a visible least."""
    return 10.0 + 60.0 * n / max(most, 1)


def _others(rest: "Sequence[Estimate]", text: Any) -> list[Line]:
    """One row with the range of the classes that are not shown one by one."""
    values = [e.value for e in rest if not math.isnan(e.value)]
    if not values:
        return []
    low, high = (min(rest, key=lambda e: e.value), max(rest, key=lambda e: e.value))
    words = f"from {text(low)} to {text(high)}"
    items = wording.count(sum(e.n for e in rest))
    name = f"{len(rest)} smaller classes ({items})"
    limits = (100 * low.value, 100 * high.value)
    return [Line(name, (words, ""), words, math.nan, *limits, color=MUTED)]


def _difference_note(result: "Comparison") -> str:
    level = wording.level(result.settings.confidence_level)
    method = wording.method(result.classes[0].difference.method)
    return (
        f"Exploratory. {method} {level} intervals, not adjusted; p: mid-p McNemar, adjusted by "
        f"Holm over {len(result.classes)} classes (* and filled: below "
        f"{wording.p(1 - result.settings.confidence_level)}). Area of a dot: items."
    )


def _recalls(result: "Evaluation", model: str) -> Panel | None:
    scores = result[model] if model else scores_of(result)[0]
    if not scores.per_class:
        return None
    overall = [e for e in scores.estimates if e.estimand.metric.greater_is_better]
    ordered = sorted(scores.per_class, key=lambda e: -e.n)
    most = max(e.n for e in ordered)
    lines = [_recall(e, e.quantity, 26.0) for e in overall]
    lines += [_recall(e, _named(e), _area(e.n, most)) for e in ordered[:MOST]]
    lines += _others(ordered[MOST:], wording.share_of)
    seen = [v for line in lines for v in (line.value, line.low, line.high) if not math.isnan(v)]
    pad = 0.05 * (max(seen) - min(seen)) or 1.0
    first = ordered[0]
    return Panel(
        lines=tuple(lines),
        window=(min(seen) - pad, max(seen) + pad),
        bounds=(0.0, 100.0),
        label=f"recall of {plain(scores.model)} (%), items of the class in brackets",
        note=f"{wording.method(first.method)} {wording.level(first.confidence_level)} "
        "intervals, one by one. Area of a dot: items.",
        heads=("right", "recall"),
        rule=len(overall),
    )


def _named(found: "Estimate") -> str:
    label = getattr(found.estimand.metric, "label", "")
    return f"{plain(label)} ({wording.count(found.n)})"


def _recall(found: "Estimate", name: str, area: float) -> Line:
    numbers = wording.share(found)
    overall = name == found.quantity
    return Line(
        name,
        (wording.part(found), numbers),
        numbers,
        100 * found.value,
        100 * found.low,
        100 * found.high,
        marker="D" if overall else "o",
        color=CANDIDATE if overall else BASELINE,
        area=area,
    )
