"""The neutral form of a report: sentences and tables of formatted cells, before any markup.

Numbers are formatted once, here below the renderers, so every format shows the same ones.
"""

from dataclasses import dataclass

__all__ = ["Block", "Document"]


@dataclass(frozen=True, slots=True)
class Block:
    """A table of formatted cells.

    Attributes
    ----------
    key : str
        Stable name: "accuracy", "difference", "pairs", "classes", "confusion", "data", ...
    title : str
    header : tuple of str
    rows : tuple of tuple of str
        Plain text in true Unicode (minus sign); renderers escape it.
    numeric : tuple of bool
        Which columns are aligned as numbers.
    note : str
        What has to stand under the table.
    optional : tuple of int
        Columns that a narrow form may leave out.
    """

    key: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]
    note: str = ""
    optional: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A report, ready for a renderer.

    Attributes
    ----------
    title, subtitle : str
        Who is compared, on how many items, paired how.
    verdict : str
        The verdict's key ("" for an evaluation).
    headline : str
        The verdict in one sentence with its numbers.
    excluded : str
        What the data exclude, in one sentence.
    blocks : tuple of Block
    notes : tuple of str
        Sentences: caveats, data placement, methods not covered.
    methods : str
        Methods paragraph.
    references : tuple of str
    signature : str
    robust : str
        Whether other valid tests decide alike; "" for an evaluation.
    definitions : tuple of str
        What the words of the report mean.
    """

    title: str
    subtitle: str
    verdict: str
    headline: str
    excluded: str
    blocks: tuple[Block, ...]
    notes: tuple[str, ...]
    methods: str
    references: tuple[str, ...]
    signature: str
    robust: str = ""
    definitions: tuple[str, ...] = ()

    def block(self, key: str) -> Block | None:
        """Return the first block of a key, or None where the data do not give one."""
        return next((b for b in self.blocks if b.key == key), None)
