"""Figure files: PNG, SVG and PDF with a description, the same bytes for the same result."""

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compare.errors import UsageError
from compare.report import write
from compare.report.figures import sheet
from compare.report.names import visible

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["encode", "save"]

# Several venues refuse Type 3 fonts; text in SVG stays text; identifiers must not be random.
_SETTINGS: Any = {
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
    "svg.hashsalt": "compare-models",
}
_DPI = 300


def save(result: Any, kind: str, path: str | Path, width: float) -> None:
    """Write a figure, wholly or not at all."""
    target = Path(path)
    form = target.suffix.lower().removeprefix(".")
    if form not in ("png", "svg", "pdf"):
        raise UsageError(
            f"{target}: figures are written as .png, .svg or .pdf; found the ending "
            f"{target.suffix!r}."
        )
    paired = result.kind == "comparison" and kind == "forest"
    kinds = (kind, "difference") if paired else (kind,)
    shown = [sheet.drawing(result, k) for k in kinds]
    title = f"{kind} of {' and '.join(visible(m) for m in result.table.models)}"
    write(target, encode(sheet.figure(shown, width), form, title, sheet.describe(shown)))


def encode(made: "Figure", form: str, title: str, text: str) -> bytes:
    """Bytes of a figure in a format."""
    from matplotlib import rc_context

    about: dict[str, dict[str, Any]] = {
        "png": {"Title": title, "Description": text},
        "svg": {"Title": title, "Description": text, "Date": None},
        "pdf": {"Title": title, "Subject": text, "CreationDate": None},
    }
    held = io.BytesIO()
    with rc_context(_SETTINGS):
        made.savefig(held, format=form, dpi=_DPI, metadata=about[form])
    return held.getvalue()
