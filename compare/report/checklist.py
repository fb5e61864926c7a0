"""What a significance report must state: filled in where it is known, a visible blank elsewhere."""

import math

from compare import __version__
from compare.report import account
from compare.report.blocks import Context
from compare.report.document import Block, Document
from compare.report.numbers import MINUS, UNDEFINED, Style, count, pvalue, share, statistic
from compare.report.phrases import TESTS
from compare.results import Comparison, Estimate

__all__ = ["NOT_STATED", "checklist"]

NOT_STATED = "not stated"

Rows = list[tuple[str, str]]


def checklist(context: Context, document: Document) -> Block:
    """One row an item, in the order in which a reader asks."""
    result = context.result
    rows = [*_data(context), *_models(context)]
    if isinstance(result, Comparison):
        rows += [*_paired(context, result), *_tested(context, result, document)]
    rows += _limits(context)
    if isinstance(result, Comparison):
        rows += [("verdict", document.headline), ("what the data exclude", document.excluded)]
    return Block(
        key="checklist",
        title="what is stated, and where",
        header=("item", "stated here"),
        rows=tuple(rows),
        numeric=(False, False),
        note=f"“{NOT_STATED}” marks what only the author knows, or what was not computed.",
    )


def _question(context: Context) -> Rows:
    result, names = context.result, context.names.models
    if not isinstance(result, Comparison):
        return [("question", "How good is each model?")]
    first, second = names[result.baseline], names[result.candidate]
    return [
        ("question", f"does {second} (candidate) beat {first} (baseline)?"),
        ("direction of the difference", f"{second} minus {first}"),
    ]


def _data(context: Context) -> Rows:
    placed = context.result.table.placement
    left_out = placed.items - placed.counted
    return [
        *_question(context),
        ("data set: name, version, split, hash", NOT_STATED),
        ("items", f"{count(placed.counted)} scored, {count(left_out)} left out"),
        *((f"answers of {name}", text) for name, text in account.answers(context)),
        ("answers that are missing, invalid or abstentions", account.policies(placed)),
        ("unit of analysis", "the item; taken to be independent, no clusters given"),
    ]


def _models(context: Context) -> Rows:
    """Metric, scores, baselines and classes."""
    result = context.result
    first = context.scores[0].estimates[0]
    rows = [
        ("metric", f"{first.quantity}, items of equal weight"),
        ("decision rule, score scale, label map", _read(context)),
    ]
    for scores in context.scores:
        name = context.names.models[scores.model]
        rows.append((f"{first.quantity} of {name}", _score(context, scores.estimates[0])))
    rows += [
        (f"{context.majority_name}", _score(context, found)) for found in result.majority[:1]
    ] or [("majority baseline", "classes are not known")]
    rows.append(("chance", context.chance or NOT_STATED))
    return [*rows, ("class counts, per-class and balanced scores", _classes(context))]


def _read(context: Context) -> str:
    """How the answers were read, from the notes of the reader."""
    notes = context.result.table.placement.notes
    return "; ".join(map(context.names.escape, notes)) or NOT_STATED


def _score(context: Context, found: Estimate) -> str:
    """Counts, value, interval, level and method."""
    style = context.style(0)
    if math.isnan(found.value):
        return f"undefined on {count(found.n)} items"
    counts = "" if math.isnan(found.k) else f"{count(found.k)}/{count(found.n)}, "
    limits = style.interval(found.low, found.high)
    return (
        f"{counts}{style.value(found.value)}{style.percent} {limits}, "
        f"{context.level} {account.interval_name(found)} interval"
    )


def _classes(context: Context) -> str:
    if not context.scores[0].per_class:
        return "classes are not known"
    return "under “Models and data”, “Classes” and “Each model by itself”"


def _paired(context: Context, result: Comparison) -> Rows:
    """Paired outcomes and the difference."""
    pairs, names = result.pairs, context.names.models
    first, second = names[result.baseline], names[result.candidate]
    outcomes = (
        f"both right {count(pairs.both)}, only {first} right {count(pairs.losses)}, "
        f"only {second} right {count(pairs.gains)}, both wrong {count(pairs.neither)}"
    )
    related = UNDEFINED if math.isnan(pairs.correlation) else f"{pairs.correlation:.2f}"
    return [
        ("paired outcomes", outcomes),
        ("agreement on right and wrong", share(pairs.both + pairs.neither, pairs.n, Style(1))),
        ("correlation of the right answers", related.replace("-", MINUS)),
        ("difference", _difference(context, result)),
        ("relative reduction of the error rate", _error_reduction(result)),
    ]


def _difference(context: Context, result: Comparison) -> str:
    found, style = result.difference, context.change_style(result.primary)
    if math.isnan(found.value):
        return "undefined"
    limits = style.change_interval(found.low, found.high, found.alternative)
    name = f"{context.level} {account.interval_name(found)} interval"
    return f"{style.change(found.value)}{style.points} {limits}, {name}"


def _error_reduction(result: Comparison) -> str:
    """Share of the baseline's wrong answers that the candidate has fewer."""
    pairs = result.pairs
    wrong = pairs.gains + pairs.neither
    if not wrong:
        return f"{UNDEFINED} (the baseline makes no error)"
    change = 100.0 * (pairs.gains - pairs.losses) / wrong
    after = pairs.losses + pairs.neither
    shown = f"{change:.0f}%".replace("-", MINUS)
    return f"{shown}: from {count(wrong)} to {count(after)} wrong answers"


def _tested(context: Context, result: Comparison, document: Document) -> Rows:
    """Test, adjustment, margin and robustness."""
    test = result.test
    value = statistic(test.statistic)
    return [
        ("test and variant", TESTS.get(test.name, test.name)),
        ("sides", test.alternative),
        ("statistic", "none" if value == UNDEFINED else value),
        ("p", pvalue(test.pvalue, context.alpha)),
        ("tests run, adjustment", _family(result)),
        ("margin of practical equivalence", _margin(context, result)),
        ("robustness, p of the valid tests", document.robust or NOT_STATED),
    ]


def _margin(context: Context, result: Comparison) -> str:
    return account.margin(context, result).partition(": ")[2].removesuffix(".")


def _family(result: Comparison) -> str:
    others, family = len(result.secondary), len(result.classes)
    found = "1 test decides, its p not adjusted"
    if others:
        found += f"; {others} of another metric, not adjusted"
    if family:
        found += f"; {family} of classes, adjusted by Holm's method and exploratory"
    return found


def _limits(context: Context) -> Rows:
    """What is not covered, and how to get the report again."""
    settings = context.result.settings
    return [
        ("what is not covered", "variation from training runs and from the split"),
        ("runs, seeds or splits, and what varied", NOT_STATED),
        ("power, smallest gap that could be detected", NOT_STATED),
        ("pre-specified or exploratory", NOT_STATED),
        ("selection on the same test set", NOT_STATED),
        ("software", f"compare-models {__version__}; others under “How to get this again”"),
        ("seed, resamples", f"{settings.seed}, {count(settings.n_resamples)}"),
        ("command, time, input hashes", NOT_STATED),
        ("signature", account.signature(context.result)),
    ]
