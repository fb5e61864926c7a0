"""A report for a terminal: at most 80 columns, readable without colour."""

import math
import textwrap
from collections.abc import Callable, Iterator, Sequence

from tabulate import tabulate

from compare.report.blocks import style_of
from compare.report.document import Block, Document
from compare.report.names import Names, shorten, visible, width
from compare.report.numbers import MINUS, UNDEFINED
from compare.report.strips import TICK_ROOM, Axis, Span, bar
from compare.report.words import document
from compare.results import Comparison, Estimate, Evaluation

__all__ = ["render"]

COLUMNS = 80
_INDENT = "  "
_ROOM = COLUMNS - len(_INDENT)
_NAME_COLUMNS = (28, 22, 16, 12, 8)
_BAR = 24  # longest bar
_LABEL = 20  # columns of the names beside a drawing
_PARTED = ("confusion", "data")  # wide tables for which no name is shortened
_ASCII = str.maketrans({MINUS: "-", UNDEFINED: "-"})
# Private characters hold the place of wide ones while tables and paragraphs are set.
_STAND_IN = 0xE000
_FILLER = "\uf8ff"

Result = Comparison | Evaluation


def render(
    result: Result,
    *,
    color: bool = False,
    ascii: bool = False,  # noqa: A002  # the word that the encoding problem is known by
    brief: bool = False,
    verbose: bool = False,
) -> str:
    """Write a result for a terminal.

    Parameters
    ----------
    result : Comparison or Evaluation
    color : bool
        Whether the word of the verdict is coloured; nothing depends on it.
    ascii : bool
        Whether names are written in ASCII too, other characters as escapes.
    brief : bool
        Headline and what the data exclude, nothing else.
    verbose : bool
        Adds where the items went, the methods, their sources and definitions.

    Returns
    -------
    str
        Lines of at most 80 columns, without a line break at the end.
    """
    escape = _ascii if ascii else _plain
    if brief:
        found = document(result, Names.of(result.table, escape, _NAME_COLUMNS[0]))
        return _finish(_head(found), found, color=color)
    for columns in _NAME_COLUMNS:
        found = document(result, Names.of(result.table, escape, columns))
        if all(_fits(_set(b, _kept(b))) for b in found.blocks if b.key not in _PARTED):
            break
    lines = list(_page(result, found, escape, verbose=verbose))
    return _finish(lines, found, color=color)


def _plain(text: str) -> str:
    """Name whose signs are those of the page before it is measured and told apart from others."""
    return visible(text).translate(_ASCII)


def _ascii(text: str) -> str:
    return _plain(text).encode("ascii", "backslashreplace").decode("ascii")


def _finish(lines: Sequence[str], found: Document, *, color: bool) -> str:
    text = "\n".join(line.rstrip().translate(_ASCII) for line in lines)
    if not (color and found.verdict):
        return text
    import click

    word = found.verdict.upper()
    return text.replace(f"{word}:", click.style(f"{word}:", fg="cyan", bold=True), 1)


def _page(
    result: Result, found: Document, escape: Callable[[str], str], *, verbose: bool
) -> Iterator[str]:
    """Lines in the order verdict, evidence, cause, caveats, signature."""
    yield from _title(found)
    yield ""
    yield from _head(found)
    for part in _evidence(result, found):
        yield ""
        yield from part
    yield ""
    if verbose:
        yield from _background(found)
    yield from _closing(result, found, escape)


def _title(found: Document) -> list[str]:
    gap = COLUMNS - width(found.title) - width(found.subtitle)
    if gap >= 2:
        return [found.title + " " * gap + found.subtitle]
    return [*_wrap(found.title, ""), *_wrap(found.subtitle, "")]


def _head(found: Document) -> list[str]:
    return [*_wrap(found.headline), *_wrap(found.excluded)]


def _evidence(result: Result, found: Document) -> Iterator[list[str]]:
    """Tables and drawings, those of the question first."""
    for block in found.blocks:
        if block.key == "data":
            continue
        if block.key == "pairs" and isinstance(result, Comparison):
            yield _pairs(result, block)
            continue
        yield _section(block)
        if isinstance(result, Comparison) and block.key == "difference":
            if not math.isnan(result.difference.low):
                yield _differences(result, found)
        elif isinstance(result, Evaluation) and block.key == "accuracy":
            forest = _forest(result, found) if len(result.scores) > 1 else []
            if forest:
                yield forest


def _section(block: Block) -> list[str]:
    lines = [*_wrap(block.title), *_table(block)]
    return [*lines, *_wrap(block.note)]


def _fits(lines: Sequence[str]) -> bool:
    return all(width(line) <= COLUMNS for line in lines)


def _table(block: Block) -> list[str]:
    """Lines of a table, its columns in several parts where they do not fit side by side."""
    kept = _kept(block)
    lines = _set(block, kept)
    if _fits(lines) or len(kept) < 3:
        return lines
    return _parts(block, kept)


def _kept(block: Block) -> list[int]:
    return [i for i in range(len(block.header)) if i not in block.optional]


def _parts(block: Block, kept: list[int]) -> list[str]:
    lines: list[str] = []
    first, rest = kept[0], kept[1:]
    while rest:
        take = next(
            (k for k in range(len(rest), 1, -1) if _fits(_set(block, [first, *rest[:k]]))), 1
        )
        lines += ([""] if lines else []) + _set(block, [first, *rest[:take]])
        rest = rest[take:]
    return lines


def _set(block: Block, columns: Sequence[int]) -> list[str]:
    """Set some columns of a table."""
    wide: dict[str, str] = {}

    def cell(text: str) -> str:
        text = text.translate(_ASCII)
        if text.isascii():
            return text
        mark = chr(_STAND_IN + len(wide)) * max(width(text), 1)
        wide[mark] = text
        return mark

    # The header goes in as a row: tabulate would make a column wider than its own header.
    text = tabulate(
        [[cell(row[i]) for i in columns] for row in (block.header, *block.rows)],
        tablefmt="plain",
        disable_numparse=True,
        colalign=["right" if block.numeric[i] else "left" for i in columns],
    )
    for mark, original in wide.items():
        text = text.replace(mark, original)
    return [_INDENT + line.rstrip() for line in text.splitlines()]


def _differences(result: Comparison, found: Document) -> list[str]:
    """Draw the differences on one axis around zero, and the margin where one is set."""
    compared = [result.primary, *result.secondary]
    factor = 100.0 if _in_percent(result) else 1.0
    spans = [(c.metric, _span(c.difference, factor)) for c in compared]
    margin = result.settings.margin
    far = [abs(v) for _, s in spans for v in (s.low, s.value, s.high)]
    axis = Axis.around_zero([*far, factor * (margin or 0.0)], _ROOM - _LABEL - TICK_ROOM - 1)
    unit = "points" if factor == 100.0 else ""
    lines = [f"{_INDENT}{unit:{_LABEL}}{axis.ticks(_labels(axis.high))}"]
    short = shorten([name for name, _ in spans], _LABEL - 2)
    lines += [f"{_INDENT}{short[name]:{_LABEL}}{axis.draw(span)}" for name, span in spans]
    if margin is not None:
        band = Span(-factor * margin, 0.0, factor * margin)
        lines.append(f"{_INDENT}{'margin':{_LABEL}}{axis.draw(band, '()', '=', '')}")
    return [*lines, *_favours(result, axis, found)]


def _span(found: Estimate, factor: float) -> Span:
    """Interval of a difference, infinite on the side that a one-sided one leaves open."""
    low = -math.inf if found.alternative == "less" else factor * found.low
    high = math.inf if found.alternative == "greater" else factor * found.high
    return Span(low, factor * found.value, high)


def _forest(result: Evaluation, found: Document) -> list[str]:
    """Draw the models' intervals on one axis."""
    first = [m.estimates[0] for m in result.scores]
    limits = [v for e in first for v in (e.low, e.high) if not math.isnan(v)]
    if not limits or min(limits) == max(limits):
        return []
    axis = Axis(min(limits), max(limits), (_ROOM - _NAME_COLUMNS[0] - 2 - TICK_ROOM) | 1)
    names = [row[0] for row in found.blocks[0].rows]
    columns = max(map(width, names[: len(first)])) + 2
    ends = [style_of(first).value(v) for v in (axis.low, axis.high)]
    head = " " * (columns + len(_INDENT)) + axis.ticks(ends)
    spans = [axis.draw(Span(e.low, e.value, e.high)) for e in first]
    return [
        head,
        *(
            f"{_INDENT}{name}{' ' * (columns - width(name))}{span}"
            for name, span in zip(names, spans, strict=False)
        ),
    ]


def _in_percent(result: Comparison) -> bool:
    low, high = result.difference.estimand.metric.range
    return low >= 0.0 and high <= 1.0


def _labels(half: float) -> list[str]:
    return [f"{half * part:+.10g}" if part else "0" for part in (-1.0, -0.5, 0.0, 0.5, 1.0)]


def _favours(result: Comparison, axis: Axis, found: Document) -> list[str]:
    """Say which side of the axis favours which model."""
    baseline, candidate = (row[0] for row in found.blocks[0].rows[:2])
    better = result.difference.estimand.metric.greater_is_better
    left, right = (baseline, candidate) if better else (candidate, baseline)
    half = axis.columns // 2
    short = shorten([left, right], half - 3)
    margin = result.settings.margin
    style = style_of([result.difference])
    noted = f"margin: {'none set' if margin is None else style.limit(margin)}"
    texts = (f"< {short[left]}", f"{short[right]} >")
    gap = axis.columns - sum(width(t) for t in texts)
    above = [f"{_INDENT}{noted}"] if len(noted) > _LABEL - 2 else []
    beside = "" if above else noted
    return [*above, f"{_INDENT}{beside:{_LABEL}}{texts[0]}{' ' * gap}{texts[1]}"]


def _pairs(result: Comparison, block: Block) -> list[str]:
    """Counts of the paired outcomes, with bars for the two that the test looks at."""
    found = result.pairs
    longest = max(found.gains, found.losses, 1)
    room = min(max(COLUMNS - 2 - max(map(width, _set(block, _kept(block)))), 1), _BAR)
    bars = ["", bar(found.gains, longest, room), bar(found.losses, longest, room), "", ""]
    drawn = Block(
        block.key,
        block.title,
        (*block.header, ""),
        tuple((*row, line) for row, line in zip(block.rows, bars, strict=True)),
        (*block.numeric, False),
        block.note,
    )
    return _section(drawn)


def _background(found: Document) -> Iterator[str]:
    """Where the items went, methods, sources and definitions."""
    data = found.block("data")
    if data:
        yield from _wrap("data")
        for name, value in data.rows:
            yield from _hang(name, value, 24)
        yield ""
    yield from _hang("methods", found.methods)
    for i, source in enumerate(found.references):
        yield from _hang("" if i else "sources", source)
    for i, sentence in enumerate(found.definitions):
        yield from _hang("" if i else "terms", sentence)
    yield ""


def _closing(result: Result, found: Document, escape: Callable[[str], str]) -> Iterator[str]:
    if found.robust:
        yield from _hang("robust", found.robust)
    for i, sentence in enumerate(found.notes):
        yield from _hang("" if i else "notes", sentence)
    for line in _full_names(result, found, escape):
        yield from line
    yield from _signature(found.signature)


def _full_names(
    result: Result, found: Document, escape: Callable[[str], str]
) -> Iterator[list[str]]:
    """Names of models that had to be shortened, in full."""
    full = [escape(m) for m in result.table.models]
    shown = [row[0] for row in found.blocks[0].rows]
    pairs = [(s, f) for s, f in zip(shown, full, strict=False) if s != f]
    for i, (short, name) in enumerate(pairs):
        yield _hang("" if i else "names", f"{short} = {name}")


def _hang(name: str, text: str, indent: int = 9) -> list[str]:
    """Paragraph with a word in the margin."""
    if width(name) > indent - 2:
        return [*_wrap(name), *_wrap(text, " " * (indent + 2))]
    lines = _wrap(text, _INDENT + " " * indent) or [""]
    head = _INDENT + name + " " * (indent - width(name))
    return [head + lines[0].lstrip(), *lines[1:]]


def _wrap(text: str, indent: str = _INDENT) -> list[str]:
    """Break a paragraph into lines by the columns that its characters take."""
    plain = text.translate(_ASCII)
    shown = "".join(c + _FILLER * (width(c) - 1) for c in plain)
    # A very long word may be broken within a wide character, which then needs a column more.
    room = COLUMNS - (shown != plain)
    lines = textwrap.wrap(
        shown,
        room,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )
    return [line.replace(_FILLER, "") for line in lines]


def _signature(text: str) -> list[str]:
    """Signature, broken between its parts where it is long."""
    lines = _wrap("sig:\N{NO-BREAK SPACE}" + text.replace("|", "| "), "")
    return [line.replace(" ", "").replace("\N{NO-BREAK SPACE}", " ") for line in lines]
