"""A report in Markdown, its tables in the pipe form that GitHub shows."""

import re
from collections.abc import Iterator

from tabulate import tabulate

from compare.report.document import Block, Document
from compare.report.names import Names, visible
from compare.report.words import document
from compare.results import Comparison, Evaluation

__all__ = ["escape", "render"]

_SPECIAL = re.compile(r"([\\`*_{}\[\]|<>~$])")
_LINK = re.compile(r"@|:(?=//)|(?<=www)\.", re.IGNORECASE)


def escape(text: str) -> str:
    r"""Name that Markdown and HTML leave as it is: no markup, no link, no new cell.

    >>> print(escape("a|b_<i> @me www.x"))
    a\|b\_\<i\> &#64;me www&#46;x
    """
    marked = _SPECIAL.sub(r"\\\1", visible(text).replace("&", "&amp;"))
    return _LINK.sub(lambda found: f"&#{ord(found[0])};", marked)


def render(result: Comparison | Evaluation, *, brief: bool = False) -> str:
    """Write a result in Markdown.

    Parameters
    ----------
    result : Comparison or Evaluation
    brief : bool
        Headline and what the data exclude, nothing else.

    Returns
    -------
    str
        Ends with a line break.
    """
    found = document(result, Names.of(result.table, escape))
    return "\n\n".join(_head(found) if brief else _parts(found)) + "\n"


def _head(found: Document) -> Iterator[str]:
    yield f"**{found.headline}**"
    if found.excluded:
        yield found.excluded


def _parts(found: Document) -> Iterator[str]:
    yield f"## {found.title}"
    yield f"{found.subtitle}."
    yield from _head(found)
    for block in found.blocks:
        yield f"### {block.title}"
        yield _table(block)
        if block.note:
            yield _plain(block.note)
    if found.robust:
        yield f"Valid tests of the same difference, p: {found.robust}."
    yield "### notes"
    yield "\n".join(f"- {n}" for n in found.notes)
    yield "### methods"
    yield found.methods
    yield "\n".join(f"- {r}" for r in found.references)
    yield f"`{found.signature}`"


def _plain(text: str) -> str:
    """Text of our own whose only special sign is the star that marks a class."""
    return text.replace(" * ", r" \* ")


def _table(block: Block) -> str:
    return tabulate(
        [[_plain(cell) for cell in row] for row in block.rows],
        headers=list(block.header),
        tablefmt="pipe",
        disable_numparse=True,
        colalign=["right" if n else "left" for n in block.numeric],
    )
