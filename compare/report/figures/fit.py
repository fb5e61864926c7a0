"""Text that fits: widths in points, wrapping and shortening of names, sizes from the style."""

import re
import warnings
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from compare.report.names import visible

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["line_height", "plain", "shorten", "size", "width", "wrap"]

_SLACK = 1.04  # pixels and other fonts make text wider than its outlines
# Breaking at a space is best; \s would also match the no-break space.
_BREAKS = (re.compile(r"(?<= )"), re.compile(r"(?<=[/_.:+-])"))


def size(name: str = "small") -> float:
    """Font size in points, relative to the current style."""
    from matplotlib.font_manager import FontProperties

    return float(FontProperties(size=name).get_size_in_points())


def line_height(points: float) -> float:
    """Distance of two lines of text, in points."""
    return 1.3 * points


def plain(text: object) -> str:
    """Text on one line that matplotlib does not take for mathematics."""
    return visible(str(text)).replace("$", r"\$")


def width(text: str, points: float) -> float:
    """Width of one line of text in points."""
    from matplotlib.font_manager import FontProperties, findfont

    return _SLACK * points * _relative_width(text.replace(r"\$", "$"), findfont(FontProperties()))


@lru_cache(4096)
def _relative_width(text: str, path: str) -> float:
    """Width of a line of text at a font size of 1.

    It is measured at a large size, which leaves rounding to pixels no say. A font that lacks a
    glyph is reported when the figure is drawn, not when its text is measured.
    """
    from matplotlib.font_manager import get_font

    font = get_font(path)
    font.set_size(100.0, 72.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        font.set_text(text, 0.0)
    return float(font.get_width_height()[0]) / 6400.0


def shorten(text: str, available: float, points: float) -> str:
    """Text with its middle left out where it is wider than ``available`` points."""
    if width(text, points) <= available:
        return text

    def short(kept: int) -> str:
        head = (kept + 1) // 2
        return f"{text[:head].rstrip()}…{text[len(text) - kept + head :].lstrip()}"

    return short(_most(len(text) - 1, lambda kept: width(short(kept), points) <= available))


def _most(highest: int, fits: "Callable[[int], bool]") -> int:
    """Largest number from 1 to ``highest`` that fits, at least 1."""
    return max(1, bisect_left(range(1, highest + 1), x=True, key=lambda n: not fits(n)))


def wrap(text: str, available: float, points: float, lines: int = 3) -> list[str]:
    """Lines no wider than ``available`` points, broken after spaces and signs if possible.

    What does not fit into the last line is shortened in its middle.
    """
    found: list[str] = []
    rest = text
    while rest and width(rest, points) > available and len(found) < lines - 1:
        taken = _first_line(rest, available, points)
        found.append(taken.strip())
        rest = rest[len(taken) :].lstrip()
    return [*found, shorten(rest, available, points)] if rest else found


def _first_line(text: str, available: float, points: float) -> str:
    """Longest beginning that fits and ends at a space, or at a sign, or else anywhere."""
    for breaks in _BREAKS:
        ends = [m.start() for m in breaks.finditer(text) if m.start()]
        fitting = bisect_left(
            ends, x=True, key=lambda end: width(text[:end].rstrip(), points) > available
        )
        if fitting:
            return text[: ends[fitting - 1]]
    return text[: _most(len(text), lambda end: width(text[:end], points) <= available)]
