r"""Tables for LaTeX that need booktabs and nothing else.

A character that pdfTeX cannot set is written as its code point, so the table always compiles.
"""

import re
import textwrap
import unicodedata
from dataclasses import replace

from tabulate import tabulate

from compare.report.account import table_note
from compare.report.blocks import Context
from compare.report.document import Block, Document
from compare.report.names import Names, visible
from compare.report.words import document
from compare.results import Comparison, Evaluation

__all__ = ["escape", "render"]

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    "`": r"\textasciigrave{}",
    '"': "''",
    "\N{MINUS SIGN}": "$-$",
    "\N{PLUS-MINUS SIGN}": r"$\pm$",
    "\N{MULTIPLICATION SIGN}": r"$\times$",
    "\N{EN DASH}": "--",
    "\N{EM DASH}": "---",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
}
_ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
    "\u0327": "c",
}


def escape(text: str) -> str:
    r"""Text that TeX sets as it is.

    >>> print(escape("vit_b16 & é, 50% −1"), escape("模"))
    vit\_b16 \& \'{e}, 50\% $-$1 [U+6A21]
    """
    shown = visible(text) if text else ""
    # Two hyphens would be joined into a dash.
    return "".join(map(_set, shown.replace("--", "-\0-"))).replace("\0", "{}")


def _set(c: str) -> str:
    if c in _SPECIAL:
        return _SPECIAL[c]
    if c.isascii():
        return c
    base, mark = (*unicodedata.normalize("NFD", c), "")[:2]
    if mark in _ACCENTS and base.isascii() and base.isalpha():
        return rf"\{_ACCENTS[mark]}{{{base}}}"
    name = unicodedata.name(c, "")
    if name.startswith("GREEK SMALL LETTER ") and name.count(" ") == 3 and c not in "ος":
        return rf"$\{name.rsplit(' ', 1)[1].lower().replace('lamda', 'lambda')}$"
    return f"[U+{ord(c):04X}]"


def render(result: Comparison | Evaluation, *, full: bool = False, label: str = "") -> str:
    r"""Write the main table of a result for LaTeX.

    Parameters
    ----------
    result : Comparison or Evaluation
    full : bool
        Put the tabular into a float with caption and label; by default these are the author's,
        and the note stands above the tabular as a comment.
    label : str, optional
        Label of the float; default ``tab:comparison`` or ``tab:evaluation``.

    Returns
    -------
    str
        Needs ``\usepackage{booktabs}``. Ends with a line break.
    """
    found = document(result)
    context = Context(result, Names.of(result.table))
    note = escape(table_note(context))
    tabular = _tabular(_block(result, found))
    if not full:
        comment = textwrap.fill(note, 78, initial_indent="% ", subsequent_indent="% ")
        return f"{comment}\n{tabular}\n"
    lines = [
        r"\begin{table}",
        r"\centering\small\setlength{\tabcolsep}{4pt}",
        rf"\caption{{{note}}}",
        rf"\label{{{label or 'tab:' + result.kind}}}",
        r"\smallskip",
        tabular,
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _block(result: Comparison | Evaluation, found: Document) -> Block:
    scores = found.blocks[0]
    percent = " (%)" if scores.title.endswith("%") else ""
    header = [f"{h}{percent}" if i in (2, 4) else h for i, h in enumerate(scores.header)]
    if isinstance(result, Evaluation):
        return replace(scores, header=tuple(header))
    gap = next(b for b in found.blocks if b.key == "difference")
    _, change, interval, _, _, p = gap.rows[0]
    empty = ("", "", "")
    rows = [(*r[:1], *r[2:4], *empty) for r in scores.rows]
    rows[1] = (*rows[1][:3], change, interval, p)
    rows[0] = (*rows[0][:3], "baseline", "", "")
    unit = " (points)" if percent else ""
    wanted = ("model", *header[2:4], f"difference{unit}", gap.header[2], "p")
    return Block("table", "", wanted, tuple(rows), (False, *[True] * 4, False))


def _tabular(block: Block) -> str:
    """Tabular whose rules are those of booktabs."""
    text = tabulate(
        [[_first(row[0]), *map(escape, row[1:])] for row in block.rows],
        headers=[escape(h) for h in block.header],
        tablefmt="latex_raw",
        disable_numparse=True,
        colalign=["right" if n else "left" for n in block.numeric],
    )
    # No room beside the outer columns: the rules end where the text does.
    text = re.sub(r"(?<=tabular}){(.*)}", r"{@{}\1@{}}", text, count=1)
    for rule in ("toprule", "midrule", "bottomrule"):
        text = text.replace(r"\hline", rf"\{rule}", 1)
    return text


def _first(name: str) -> str:
    r"""First cell of a row: a bracket or a star there would belong to the \\ before it."""
    text = escape(name)
    return f"{{}}{text}" if text[:1] in ("[", "*") else text
