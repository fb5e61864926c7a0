"""Figure files: PNG, SVG and PDF with a description, the same bytes for the same result."""

import io
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compare.errors import UsageError
from compare.report.figures import sheet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["encode", "save"]

# Several venues refuse Type 3 fonts; text in SVG stays text; identifiers must not be random.
_SETTINGS = {
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
    if not 2.0 <= width <= 20.0:
        raise UsageError(f"width must lie between 2 and 20 inches, found {width!r}.")
    paired = result.kind == "comparison" and kind == "forest"
    kinds = (kind, "difference") if paired else (kind,)
    made = sheet.figure(result, kinds, width)
    text = " ".join(sheet.alt_text(result, k) for k in kinds)
    _write(target, encode(made, form, f"{kind} of {' and '.join(result.table.models)}", text))


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


def _write(target: Path, content: bytes) -> None:
    """Write beside the target and then take its place."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
