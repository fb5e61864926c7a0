"""Figure "difference": candidate minus baseline, with interval, margin and p."""

import math
from typing import TYPE_CHECKING, Any

from compare._types import ConfidenceInterval
from compare.report import numbers
from compare.report.figures import wording
from compare.report.figures.fit import plain
from compare.report.figures.panel import CANDIDATE, Line, Panel
from compare.report.names import shorten, visible
from compare.report.numbers import Style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes

    from compare.results import Comparison, Estimate, MetricComparison

__all__ = ["difference", "difference_panel"]


_NAME = 40
"""Columns of a name in the label of an axis."""


def difference(
    result: "Comparison",
    *,
    ax: "Axes",
    line_kw: dict[str, Any] | None = None,
    marker_kw: dict[str, Any] | None = None,
    text_kw: dict[str, Any] | None = None,
) -> "Axes":
    """Draw candidate minus baseline in the metric asked for and in the others.

    Parameters
    ----------
    result : Comparison
    ax : Axes
    line_kw, marker_kw, text_kw : dict, optional
        For ``Axes.plot`` (lines, then markers) and ``Axes.text``.
    """
    difference_panel(result).draw(ax, line_kw, marker_kw, text_kw)
    return ax


def difference_panel(result: "Comparison") -> Panel:
    """What the figure shows."""
    style = wording.change_style(result, result.primary)
    lines = [_line(result, c) for c in (result.primary, *_alike(result, style.factor))]
    margin = style.factor * (result.settings.margin or 0.0)
    return Panel(
        lines=tuple(lines),
        window=symmetric(lines, 1.15 * margin),
        bounds=wording.bounds(result.difference, style),
        label=f"{direction(result)}{' (points)' if style.factor == 100.0 else ''}",
        note=_note(result, style),
        sides=sides(result),
        margin=margin,
    )


def _alike(result: "Comparison", factor: float) -> "Iterator[MetricComparison]":
    """Other metrics on the same scale with the same better side, which can share the axis."""
    for compared in result.secondary:
        same = greater_is_better(compared) == greater_is_better(result.primary)
        if same and wording.change_style(result, compared).factor == factor:
            yield compared


def greater_is_better(compared: "MetricComparison") -> bool:
    """Whether a positive difference speaks for the candidate."""
    return compared.difference.estimand.metric.greater_is_better


def direction(result: "Comparison") -> str:
    """Axis label that says what is subtracted from what."""
    full = [visible(name) for name in (result.candidate, result.baseline)]
    short = shorten(full, _NAME)  # each for itself, so that the minus sign stays
    return f" {numbers.MINUS} ".join(short[name].replace("$", r"\$") for name in full)


def sides(result: "Comparison") -> tuple[tuple[str, str], ...]:
    """What left and right of zero mean, from the longest to the shortest wording."""
    left, right = plain(result.baseline), plain(result.candidate)
    role = ("baseline", "candidate")
    if not greater_is_better(result.primary):
        left, right, role = right, left, (role[1], role[0])
    return (
        (f"← favours {left}", f"favours {right} →"),
        (f"← favours {role[0]}", f"favours {role[1]} →"),
        (f"← {role[0]}", f"{role[1]} →"),
    )


def symmetric(lines: list[Line], least: float) -> tuple[float, float]:
    """Ends of an axis with zero in its middle that hold every interval."""
    seen = [abs(v) for line in lines for v in (line.value, line.low, line.high) if math.isfinite(v)]
    reach = max([*seen, least], default=0.0) or 1.0
    return -1.08 * reach, 1.08 * reach


def interval_line(
    found: "Estimate", style: Style, inner: ConfidenceInterval | None = None
) -> dict[str, Any]:
    """Value and limits as drawn; a limit that a one-sided interval leaves open is infinite."""
    value, low, high = wording.scaled(found, style)
    thick = (math.nan, math.nan)
    if inner is not None:
        thick = (style.factor * inner.low, style.factor * inner.high)
    return {
        "value": value,
        "low": -math.inf if found.alternative == "less" else low,
        "high": math.inf if found.alternative == "greater" else high,
        "inner": thick,
    }


def _line(result: "Comparison", compared: "MetricComparison") -> Line:
    first = compared is result.primary
    found = compared.difference
    style = wording.change_style(result, compared)
    shown = wording.change(found, style)
    p = numbers.versus(compared.test.pvalue, wording.alpha(found.confidence_level))
    return Line(
        compared.metric,
        (shown, p),
        f"{shown}, {p}",
        marker="D" if first else "o",
        color=CANDIDATE,
        filled=first,
        **interval_line(found, style, _inner(result, compared)),
    )


def _inner(result: "Comparison", compared: "MetricComparison") -> ConfidenceInterval | None:
    """Interval for two one-sided tests of the margin; none beside a one-sided one."""
    found = compared.difference
    if found.alternative != "two-sided":
        return None
    if compared is result.primary:
        return result.equivalence
    return found.confidence_interval(max(2.0 * found.confidence_level - 1.0, 1e-9))


def _note(result: "Comparison", style: Style) -> str:
    found = result.difference
    first = f"{result.primary.metric}: " if result.secondary else ""
    parts = [first, wording.interval_note(found)]
    if found.alternative == "two-sided":
        inner = numbers.level(1.0 - 2.0 * wording.alpha(found.confidence_level))
        parts.append(f" (thick: {inner})")
    else:
        parts.append(f", one-sided ({found.alternative})")
    parts.append(f", {result.test.name}")
    for other in result.secondary:
        note = wording.interval_note(other.difference)
        parts.append(f"; {other.metric}: {note}, {other.test.name}")
    parts.append(f"{'; ' if result.secondary else ', '}{wording.items(found.n)}.")
    margin = result.settings.margin
    if margin:
        parts.append(f" Grey: margin of ±{style.limit(margin)}.")
    return "".join(parts)
