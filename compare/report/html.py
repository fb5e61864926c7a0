"""A report as one HTML page without network or script, and a small table for notebooks."""

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from compare import __version__
from compare.report import as_json, words
from compare.report.blocks import Context
from compare.report.checklist import checklist
from compare.report.document import Block, Document
from compare.report.figures import inline, sheet
from compare.report.names import Names
from compare.report.numbers import Style, count, level, share
from compare.results import DEFAULT, Comparison, Evaluation

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["notebook", "render"]

_MOST_CONFUSION = 20  # classes up to which a confusion matrix is drawn
_MOST_RECORD = 400_000  # characters
_SHARES = Style(1)
_MOST_MODELS = 3  # models that get figures of their own in an evaluation


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on the page: SVG elements and what stands under them."""

    svg: str
    caption: str


def render(result: Comparison | Evaluation) -> str:
    """Write a result as one HTML page.

    Parameters
    ----------
    result : Comparison or Evaluation

    Returns
    -------
    str
        The whole page; it loads nothing and runs nothing.
    """
    from markupsafe import Markup

    context = Context(result, Names.of(result.table))
    document = words.document(result, context.names)
    figures = {
        key: Figure(Markup(drawn.svg), drawn.caption)  # noqa: S704  # escaped where it was made
        for key, drawn in _figures(context)
    }
    page = _templates().get_template("report.html")
    return page.render(
        document=document,
        figures=figures,
        counts=_class_counts(context),
        crossed=_crossed(context, document.block("pairs")),
        checklist=checklist(context, document),
        settings=_settings(context),
        record=_record(result),
        version=__version__,
        facts=_facts(context, document),
    )


def _record(result: Comparison | Evaluation) -> str:
    """JSON of the result, or nothing where it would make the page too heavy to mail."""
    record = as_json.render(result)
    return record if len(record) <= _MOST_RECORD else ""


def notebook(result: Comparison | Evaluation) -> str:
    """Write the headline and the main tables for a notebook, in the notebook's own colours."""
    document = words.document(result)
    wanted = ("accuracy", "difference") if isinstance(result, Comparison) else ("accuracy",)
    blocks = [b for b in document.blocks if b.key in wanted]
    return _templates().get_template("notebook.html").render(document=document, blocks=blocks)


def _templates() -> "Environment":
    import jinja2

    return jinja2.Environment(
        loader=jinja2.PackageLoader("compare.report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _figures(context: Context) -> Iterator[tuple[str, Figure]]:
    """Figures of the page by the key of their place."""
    for key, kind, model, caption in _wanted(context):
        shown = sheet.drawing(context.result, kind, {"model": model} if model else {})
        yield key, Figure(inline.svg(shown, f"fig-{key}", caption), caption)


def _wanted(context: Context) -> Iterator[tuple[str, str, str, str]]:
    """Key, kind, model and caption of each figure."""
    result, names = context.result, context.names.models
    metric = context.scores[0].estimates[0].quantity
    yield "forest", "forest", "", f"Each model's {metric}, with its interval"
    if isinstance(result, Comparison):
        who = f"{names[result.candidate]} minus {names[result.baseline]}"
        yield "difference", "difference", "", f"Difference: {who}"
        yield "discordance", "discordance", "", "Items that only one of the models gets right"
        if result.classes:
            yield "classes", "classes", "", f"Difference by class: {who}"
        return
    for i, scores in enumerate(result.scores[:_MOST_MODELS]):
        shown = names[scores.model]
        if scores.per_class:
            yield f"classes{i}", "classes", scores.model, f"Recall of each class: {shown}"
        if scores.per_class and len(result.table.classes) <= _MOST_CONFUSION:
            yield f"confusion{i}", "confusion", scores.model, f"Answers by true class: {shown}"


def _class_counts(context: Context) -> Block | None:
    """Items of each true class."""
    table = context.result.table
    if not table.has_classes or not table.n_items:
        return None
    found = zip(table.classes, table.class_counts(), strict=True)
    rows = [
        (context.names.labels[c], count(int(n)), share(n, table.n_items, _SHARES)) for c, n in found
    ]
    return Block(
        key="counts",
        title=f"items of each of {len(rows)} classes",
        header=("class", "items", "share"),
        rows=tuple(rows),
        numeric=(False, True, True),
    )


def _crossed(context: Context, pairs: Block | None) -> Block | None:
    """Right and wrong answers of one model against those of the other."""
    result = context.result
    if not isinstance(result, Comparison):
        return None
    names, found = context.names.models, result.pairs
    first, second = names[result.baseline], names[result.candidate]
    cells = ((found.both, found.losses), (found.gains, found.neither))
    rows = [
        (f"{first} {word}", *(count(k) for k in line), count(sum(line)))
        for word, line in zip(("right", "wrong"), cells, strict=True)
    ]
    total = [count(sum(column)) for column in zip(*cells, strict=True)]
    return Block(
        key="crossed",
        title="right and wrong answers of both models (items)",
        header=("", f"{second} right", f"{second} wrong", "all"),
        rows=(*rows, ("all", *total, count(found.n))),
        numeric=(False, True, True, True),
        note=pairs.note if pairs else "",
    )


def _facts(context: Context, document: Document) -> list[tuple[str, str]]:
    """Name and value of what the first card shows beside the sentence."""
    result = context.result
    facts = [("items", count(result.table.n_items))]
    block = document.block("difference")
    if isinstance(result, Comparison) and block:
        row = dict(zip(block.header, block.rows[0], strict=True))
        facts += [
            ("difference, points", row["points"])
            if "points" in row
            else ("difference", row["value"]),
            (block.header[2], block.rows[0][2]),
            (f"p, {row['test']}", row["p"]),
            ("margin", _margin(context)),
        ]
    return facts


def _margin(context: Context) -> str:
    margin = context.result.settings.margin
    return "none set" if margin is None else context.style(0).limit(margin)


def _settings(context: Context) -> list[tuple[str, str]]:
    """Name and value of each setting that had a say."""
    result, settings = context.result, context.result.settings
    found = [
        ("metric", settings.metric),
        (
            "interval of one model",
            _used(settings.interval, context.scores[0].estimates[0].method),
        ),
        ("confidence level", level(settings.confidence_level)),
    ]
    if isinstance(result, Comparison):
        found += [
            ("test", _used(settings.test, result.test.name)),
            (
                "interval of the difference",
                _used(settings.difference_interval, result.difference.method),
            ),
            ("alternative", settings.alternative),
            ("margin", _margin(context)),
        ]
    return [
        *found,
        ("seed", str(settings.seed)),
        ("resamples", count(settings.n_resamples)),
        ("program", f"compare-models {__version__}"),
        ("Python", platform.python_version()),
    ]


def _used(wanted: str, used: str) -> str:
    """Method as it was asked for, or the one that was taken by default."""
    return f"{used} (the default)" if wanted == DEFAULT else wanted
