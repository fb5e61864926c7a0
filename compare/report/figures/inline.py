"""Figures as SVG elements that stand inside an HTML page and take on its colours and font."""

import html
import io
import re
import warnings
from typing import TYPE_CHECKING

from compare.report.figures import panel, sheet

if TYPE_CHECKING:
    from compare.report.figures.sheet import Drawing

__all__ = ["SIZES", "svg"]

SIZES = {"wide": 7.5, "narrow": 3.5}
"""Inches: for a page of text, and for a telephone."""

_INK = "#1b1b1c"
# Colours that stand for a role; the page says what each is in light and in dark.
_ROLES = {
    _INK: "ink",
    panel.MUTED: "muted",
    panel.BAND: "band",
    panel.PAPER: "card",
    panel.BASELINE: "baseline",
    panel.CANDIDATE: "candidate",
}
_SETTINGS = {
    "font.size": 12.0,
    "text.color": _INK,
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "svg.fonttype": "none",
    "svg.hashsalt": "compare-models",
}


def svg(shown: "Drawing", key: str, title: str) -> str:
    """Draw a figure in two sizes, of which the page shows the one that fits.

    Parameters
    ----------
    shown : Drawing
    key : str
        Begins every identifier, so that none occurs twice on a page.
    title : str
        Name of the figure.

    Returns
    -------
    str
        SVG elements of the classes "wide" and "narrow", each with title and description.
    """
    import matplotlib.style

    words = (title, sheet.describe([shown]))
    with matplotlib.style.context(["default", _SETTINGS]), warnings.catch_warnings():
        # The browser chooses the font, so it does not matter what this one lacks.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        drawn = {size: _drawn(shown, inches) for size, inches in SIZES.items()}
    return "\n".join(_adapted(text, f"{key}-{size}", size, words) for size, text in drawn.items())


def _drawn(shown: "Drawing", inches: float) -> str:
    held = io.StringIO()
    sheet.figure([shown], inches).savefig(held, format="svg", metadata={"Date": None})
    return held.getvalue()


def _adapted(text: str, key: str, size: str, words: tuple[str, str]) -> str:
    """Strip what a file needs and a page does not, and name the rest for this page."""
    body = text[text.index("<svg") :]
    body = re.sub(
        r"<metadata>.*?</metadata>|<style.*?</style>|<defs>\s*</defs>", "", body, flags=re.DOTALL
    )
    body = _renamed(body, key)
    for color, role in _ROLES.items():
        body = body.replace(color, f"var(--{role})")
    body = re.sub(r"font: ([\d.]+px) [^;\"]*", r"font-size: \1", body)
    view = "".join(re.findall(r'viewBox="[^"]*"', body)[:1])
    title, description = (html.escape(w) for w in words)
    head = (
        f'<svg class="{size}" {view} role="img" aria-labelledby="{key}-t {key}-d">'
        f'<title id="{key}-t">{title}</title><desc id="{key}-d">{description}</desc>'
    )
    return head + body[body.index(">") + 1 :].strip()


def _renamed(body: str, key: str) -> str:
    """Give identifiers that are referred to the key of the figure, and drop the others."""
    used = set(re.findall(r'url\(#([^)"]+)\)', body)) | set(re.findall(r'href="#([^"]+)"', body))

    def name(found: re.Match[str]) -> str:
        return f' id="{key}-{found[1]}"' if found[1] in used else ""

    body = re.sub(r' id="([^"]*)"', name, body)
    body = re.sub(r"url\(#", f"url(#{key}-", body)
    return re.sub(r'(?:xlink:)?href="#', f'href="#{key}-', body)
