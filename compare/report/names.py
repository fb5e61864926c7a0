"""Names of models and classes, made safe and short enough to show."""

import unicodedata
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass

from compare.table import Table

__all__ = ["Names", "quoted", "shorten", "unhidden", "visible", "width"]

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")  # letters and signs without ink
_MARKS = frozenset({"Mn", "Me", "Mc"})
_DOTS = ".."


def visible(text: str) -> str:
    r"""Text whose control, direction and unassigned characters show as escapes.

    A name can neither move the cursor of a terminal nor hide or reorder what stands beside it.

    >>> visible("a\x1b[31m\nb"), visible("")
    ('a\\x1b[31m\\nb', '""')
    """
    shown = unhidden(text)
    return shown if shown and shown == shown.strip() else f'"{shown}"'


def quoted(shown: str) -> str:
    """Name in quotation marks, which ``visible`` has set where it begins or ends with a space.

    >>> quoted(visible("a")), quoted(visible(" a"))
    ('"a"', '" a"')
    """
    return shown if shown.startswith('"') else f'"{shown}"'


def unhidden(text: str) -> str:
    """Text without hidden characters, its spaces as they are."""
    if text.isascii() and text.isprintable():
        return text
    shown = "".join(map(_escape, text))
    # A mark without a letter would stand on whatever is beside the name.
    return _escaped(shown[0]) + shown[1:] if unicodedata.category(shown[0]) in _MARKS else shown


def _escape(c: str) -> str:
    hidden = unicodedata.category(c) in _HIDDEN or c in _BLANK
    return _escaped(c) if hidden else c


def _escaped(c: str) -> str:
    return c.encode("unicode_escape", "surrogatepass").decode("ascii")


def width(text: str) -> int:
    """Columns that a text takes on a terminal.

    >>> width("vit"), width("模型")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    return sum(_columns(c) for c in text)


def _columns(c: str) -> int:
    if unicodedata.category(c) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


def shorten(names: Iterable[str], columns: int) -> dict[str, str]:
    """Map names to forms of at most so many columns that stay distinct.

    Parameters
    ----------
    names : iterable of str
    columns : int
        8 or more.

    >>> shorten(["resnet50", "vit_base_patch16_224_augreg_in21k"], 20)
    {'resnet50': 'resnet50', 'vit_base_patch16_224_augreg_in21k': 'vit_base_..reg_in21k'}
    """
    shown: dict[str, str] = {}
    taken: set[str] = set()
    for i, name in enumerate(dict.fromkeys(names), 1):
        short = _cut(name, columns, _DOTS)
        if short in taken:
            short = _cut(name, columns, f"{_DOTS}{i}{_DOTS}", force=True)
        taken.add(short)
        shown[name] = short
    return shown


def _cut(name: str, columns: int, mark: str, *, force: bool = False) -> str:
    """Leave out the middle of a name where it is too wide."""
    if width(name) <= columns and not force:
        return name
    room = columns - len(mark)
    return _fill(name, (room + 1) // 2) + mark + _fill(name[::-1], room // 2)[::-1]


def _fill(text: str, columns: int) -> str:
    kept, used = "", 0
    for c in text:
        used += _columns(c)
        if used > columns:
            break
        kept += c
    return kept


@dataclass(frozen=True, slots=True)
class Names:
    """How the names in a result are shown.

    Attributes
    ----------
    models : mapping
        Shown form of each model's name.
    labels : mapping
        Shown form of each class label.
    escape : callable
        Makes any other text from outside (file names, column names) safe.
    """

    models: Mapping[str, str]
    labels: Mapping[Hashable, str]
    escape: Callable[[str], str]

    @classmethod
    def of(
        cls, table: Table, escape: Callable[[str], str] = visible, columns: int | None = None
    ) -> "Names":
        """Names of a table's models and classes.

        Parameters
        ----------
        table : Table
        escape : callable
            Makes a text safe for the form of output.
        columns : int, optional
            Room for one name; None for as much as it takes.
        """
        models = _distinct(escape(m) for m in table.models)
        labels = _distinct(escape(str(c)) for c in table.classes)
        if columns is not None:
            models = _short(models, columns)
            labels = _short(labels, columns)
        return cls(
            dict(zip(table.models, models, strict=True)),
            dict(zip(table.classes, labels, strict=True)),
            escape,
        )


def _distinct(names: Iterable[str]) -> list[str]:
    """Number the names that look alike once they are escaped (the labels 1 and "1")."""
    seen: dict[str, int] = {}
    shown = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        shown.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return shown


def _short(names: list[str], columns: int) -> list[str]:
    forms = shorten(names, columns)
    return [forms[n] for n in names]
