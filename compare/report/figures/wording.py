"""Numbers as the figures print them: the same as in every other form of the report."""

import math
from typing import TYPE_CHECKING

from compare.report import numbers, phrases
from compare.report.blocks import style_of
from compare.report.numbers import Style

if TYPE_CHECKING:
    from compare.results import Comparison, Estimate, MetricComparison

__all__ = [
    "UNDEFINED",
    "alpha",
    "change",
    "change_style",
    "interval_note",
    "items",
    "part",
    "share",
    "style_of",
]

UNDEFINED = "undefined"


def change_style(result: "Comparison", compared: "MetricComparison") -> Style:
    """Style of a difference."""
    return style_of([compared.difference], result.settings.margin)


def alpha(confidence_level: float) -> float:
    """Threshold of the p-values."""
    return round(1.0 - confidence_level, 15)


def scaled(found: "Estimate", style: Style) -> tuple[float, float, float]:
    """Value and limits on the scale that they are printed on: percent or points, if they can be."""
    return style.factor * found.value, style.factor * found.low, style.factor * found.high


def bounds(found: "Estimate", style: Style) -> tuple[float, float]:
    """Smallest and largest value that can occur, on the same scale."""
    low, high = found.estimand.range
    return style.factor * low, style.factor * high


def share(found: "Estimate", style: Style) -> str:
    """Value and limits of one model."""
    if math.isnan(found.value):
        return UNDEFINED
    return f"{style.value(found.value)} {style.interval(found.low, found.high)}"


def change(found: "Estimate", style: Style) -> str:
    """Value and limits of a difference."""
    if math.isnan(found.value):
        return UNDEFINED
    limits = style.change_interval(found.low, found.high, found.alternative)
    comma = "" if found.alternative == "two-sided" else ","
    return f"{style.change(found.value)}{comma} {limits}"


def part(found: "Estimate") -> str:
    """Items that count, of how many."""
    return "" if math.isnan(found.k) else f"{numbers.count(found.k)}/{numbers.count(found.n)}"


def interval_note(found: "Estimate") -> str:
    """Name and level of an interval."""
    name = phrases.INTERVALS.get(found.method, found.method)
    return f"{name[:1].upper()}{name[1:]} {numbers.level(found.confidence_level)} interval"


def items(n: float) -> str:
    r"""Number of items in words.

    >>> items(1), items(1000)
    ('N\xa0=\xa01\xa0item', 'N\xa0=\xa01,000\xa0items')
    """
    return joined(f"N = {numbers.count(n)} item{'' if n == 1 else 's'}")


def joined(text: str) -> str:
    """Text that is not broken at its spaces."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")
