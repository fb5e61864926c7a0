"""Figures of results: matplotlib Axes, files and texts that describe them.

Nothing here shows a window, changes rcParams or touches pyplot's current figure.
"""

from typing import TYPE_CHECKING, Any

from compare import _check
from compare.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from compare.results import Comparison, Evaluation

__all__ = ["ALL_KINDS", "KINDS", "alt_text", "figure", "plot", "save"]

KINDS: dict[str, tuple[str, ...]] = {
    "comparison": ("difference", "forest", "discordance", "classes"),
    "evaluation": ("forest", "classes", "confusion"),
}
"""Figures of each kind of result, the default first."""

ALL_KINDS = tuple(dict.fromkeys(kind for kinds in KINDS.values() for kind in kinds))
"""Every figure there is, each once."""

WIDTHS = {"column": 3.3, "page": 6.75}
"""Widths in inches."""


def plot(
    result: "Comparison | Evaluation", kind: str = "", *, ax: "Axes | None" = None, **options: Any
) -> "Axes":
    """Draw one figure of a result.

    Parameters
    ----------
    result : Comparison or Evaluation
    kind : str
        One of ``KINDS[result.kind]``; the first of them if empty.
    ax : Axes, optional
        Drawn into, nothing else is touched; a new figure one page wide if absent.
    **options
        Of the kind, see the function of its name.

    Returns
    -------
    Axes

    Raises
    ------
    UsageError
        For a kind that the result has not, or that its data do not allow.
    """
    from compare.report.figures import sheet

    return sheet.plot(result, checked(result, kind), ax, options)


def figure(
    result: "Comparison | Evaluation",
    kinds: tuple[str, ...] = (),
    width: "str | float" = "page",
) -> "Figure":
    """Draw several figures of a result on one sheet.

    Parameters
    ----------
    result : Comparison or Evaluation
    kinds : tuple of str
        By default the models' intervals with the difference beside them, which alone tells
        whether the models differ.
    width : {"column", "page"} or float
        3.3 in, 6.75 in, or inches. Two figures stand side by side on a page, else below each
        other.

    Returns
    -------
    Figure
        Not known to pyplot.
    """
    from compare.report.figures import sheet

    both = ("forest", "difference") if result.kind == "comparison" else ("forest",)
    shown = [sheet.drawing(result, checked(result, k)) for k in kinds or both]
    return sheet.figure(shown, _inches(width))


def save(
    result: "Comparison | Evaluation", kind: str, path: "str | Path", width: float = 3.3
) -> None:
    """Write a figure to a file, wholly or not at all.

    Parameters
    ----------
    result : Comparison or Evaluation
    kind : str
        As for ``plot``. The forest of a comparison comes with the difference, because intervals
        of single models do not tell whether they differ.
    path : str or Path
        Its ending chooses the format: .png, .svg or .pdf.
    width : float
        Inches; 3.3 fits one column, 6.75 a page.

    Raises
    ------
    UsageError
        For another ending or a width outside 2 to 20 inches.
    """
    from compare.report.figures import files

    files.save(result, checked(result, kind), path, _inches(width))


def alt_text(result: "Comparison | Evaluation", kind: str = "") -> str:
    """Describe a figure in words and numbers, for readers who do not see it."""
    from compare.report.figures import sheet

    return sheet.describe([sheet.drawing(result, checked(result, kind))])


def checked(result: "Comparison | Evaluation", kind: str) -> str:
    """Return the kind, or the result's default for an empty one."""
    kinds = KINDS[result.kind]
    if not isinstance(kind, str):
        raise UsageError(f"kind must be one of {', '.join(kinds)}; found {kind!r}.")
    return _check.choice(kind or kinds[0], kinds, "kind")


def _inches(width: str | float) -> float:
    if isinstance(width, str):
        return WIDTHS[_check.choice(width, tuple(WIDTHS), "width")]
    if not 2.0 <= width <= 20.0:
        raise UsageError(f"width must lie between 2 and 20 inches, found {width!r}.")
    return float(width)
