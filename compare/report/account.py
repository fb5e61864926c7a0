"""The account of a report: where the items went, which methods were used, on what authority."""

import sys

import numpy as np
import scipy

from compare import __version__
from compare.methods.families import Dual
from compare.placement import Answers, Placement
from compare.report.blocks import Context
from compare.report.document import Block
from compare.report.numbers import Style, count, level, share, threshold, versus
from compare.report.phrases import INTERVALS, REFERENCES, SIGNATURES, TESTS
from compare.results import DEFAULT, Comparison, Estimate, Evaluation, MetricComparison

__all__ = [
    "answered",
    "answers",
    "data",
    "excluded_items",
    "interval_name",
    "margin",
    "methods",
    "policies",
    "references",
    "signature",
    "table_note",
]


def data(context: Context) -> Block:
    """Where every item went, and under which policy."""
    found, escape = context.result.table.placement, context.names.escape
    rows = [
        ("items in any source", count(found.items)),
        ("counted", count(found.counted)),
        ("lacking in a source", count(found.unmatched)),
        ("without a true label", count(found.no_truth)),
        ("dropped by policy", count(found.dropped)),
        *answers(context),
        ("missing or invalid", _policy(found.invalid)),
        ("abstained", _policy(found.abstain)),
        ("paired by", escape(found.paired_by)),
        *(("read", escape(text)) for text in found.notes),
    ]
    return Block(
        key="data",
        title="data",
        header=("what", "how many, or how"),
        rows=tuple(rows),
        numeric=(False, False),
    )


def answers(context: Context) -> list[tuple[str, str]]:
    """Where the rows of each model went."""
    names = context.names
    return [
        (names.models.get(a.model, names.escape(a.model)), _answers(a))
        for a in context.result.table.placement.answers
    ]


def _answers(found: Answers) -> str:
    kinds = ("rows", "unmatched", "missing", "invalid", "abstained")
    return ", ".join(f"{count(getattr(found, k))} {k}" for k in kinds)


def _policy(policy: str) -> str:
    return {
        "wrong": "counted as wrong answers",
        "drop": "dropped for all models",
        "class": "counted as a class of their own",
    }[policy]


def excluded_items(context: Context) -> list[str]:
    """Sentences on items left out and on answers that are none; empty where all were counted."""
    found = context.result.table.placement
    sentences = []
    if found.items > found.counted:
        reasons = {
            "lacking in a source": found.unmatched,
            "without a true label": found.no_truth,
            "dropped by policy": found.dropped,
        }
        why = ", ".join(f"{count(n)} {reason}" for reason, n in reasons.items() if n)
        left_out = f"{count(found.items - found.counted)} of {count(found.items)}"
        sentences.append(f"{left_out} items are left out: {why}.")
    return [*sentences, *_coverage(context)]


def _coverage(context: Context) -> list[str]:
    """Sentences on the models that do not give a valid answer to every item."""
    placed = context.result.table.placement
    told = [_kinds(context, placed, a) for a in placed.answers]
    if any(told):
        return [sentence for sentence in told if sentence]
    # Tables that were not read from data know only how many answers are valid.
    return [
        _lacking(context, s.model, (s.coverage.k, s.coverage.n), _policy(placed.invalid))
        for s in context.scores
        if s.coverage.value < 1.0
    ]


def _kinds(context: Context, placed: Placement, found: Answers) -> str:
    """Answers that are none by kind, each with the policy for it."""
    policy = {"missing": placed.invalid, "invalid": placed.invalid, "abstained": placed.abstain}
    kinds = {kind: getattr(found, kind) for kind in policy if getattr(found, kind)}
    if not kinds:
        return ""
    n = placed.counted + placed.dropped
    parts = []
    for used in dict.fromkeys(policy[kind] for kind in kinds):
        alike = [f"{count(k)} {kind}" for kind, k in kinds.items() if policy[kind] == used]
        parts.append(f"{', '.join(alike)}, {_policy(used)}")
    return _lacking(context, found.model, (n - sum(kinds.values()), n), "; ".join(parts))


def _lacking(context: Context, model: str, valid: tuple[float, float], rest: str) -> str:
    name = context.names.models.get(model, context.names.escape(model))
    of = f"{count(valid[0])} of {count(valid[1])} items ({share(*valid, Style(1))})"
    return f"{name} gives a valid answer to {of}; the others: {rest}."


def answered(context: Context, result: Comparison) -> list[str]:
    """Sentence on the items that both models answer, where their shares of answers differ."""
    return [_answered_by_both(context, result, c) for c in result.answered]


def _answered_by_both(context: Context, result: Comparison, compared: MetricComparison) -> str:
    found, style = compared.difference, context.change_style(compared)
    names = context.names.models
    limits = style.change_interval(found.low, found.high, found.alternative)
    return (
        f"On the {count(found.n)} items that both models answer, {compared.metric} differs by "
        f"{style.change(found.value)}{style.points} ({names[result.candidate]} minus "
        f"{names[result.baseline]}), {_level(found)} interval {limits}, "
        f"{versus(compared.test.pvalue, context.alpha)}."
    )


def policies(found: Placement) -> str:
    """How missing, invalid and abstaining answers count."""
    if found.invalid == found.abstain:
        return _policy(found.invalid)
    return f"missing and invalid {_policy(found.invalid)}, abstentions {_policy(found.abstain)}"


def methods(context: Context) -> str:
    """Methods paragraph: what was done to these data, to be put into a paper."""
    result = context.result
    sentences = [_models(context)]
    if isinstance(result, Comparison):
        sentences += [*_differences(context, result), *_families(context, result)]
    sentences += [
        "The unit of analysis is the item; items are taken to be independent.",
        (
            f"Software: compare-models {__version__}, Python {_python()}, numpy "
            f"{np.__version__}, scipy {scipy.__version__}."
        ),
    ]
    return " ".join(sentences)


def _python() -> str:
    return ".".join(map(str, sys.version_info[:3]))


def table_note(context: Context) -> str:
    """What a table in a paper has to say of the numbers in it."""
    result, first = context.result, context.scores[0].estimates[0]
    same = ", the same for both models" if isinstance(result, Comparison) else ""
    parts = [
        f"N = {count(result.table.n_items)} items{same}; one set of answers a model.",
        f"Intervals: {interval_name(first)} ({context.level}).",
    ]
    if isinstance(result, Comparison):
        names, test = context.names.models, result.test.name
        parts += [
            (
                f"Difference: {names[result.candidate]} minus {names[result.baseline]}, "
                f"{_level(result.difference)} {_interval(result.difference)}."
            ),
            f"p: {TESTS.get(test, test)}, {result.settings.alternative}.",
            margin(context, result),
        ]
    return " ".join(parts)


def interval_name(found: Estimate) -> str:
    """Name of an interval as it stands in a sentence."""
    return INTERVALS.get(found.method, found.method)


def _models(context: Context) -> str:
    table = context.result.table
    names = [context.names.models[m] for m in table.models]
    who = " and ".join(names) if len(names) < 3 else f"{len(names)} models"
    same = "the same " if len(names) > 1 else ""
    parts = [
        f"{e.quantity} with {context.level} {interval_name(e)} interval"
        for e in context.scores[0].estimates
    ]
    return f"{who} on {same}{count(table.n_items)} items: {'; '.join(parts)}."


def _differences(context: Context, result: Comparison) -> list[str]:
    names = context.names.models
    sentences = [
        (
            f"Differences are {names[result.candidate]} minus {names[result.baseline]} on the same "
            f"items, paired by {context.names.escape(result.table.placement.paired_by)}."
        )
    ]
    for compared in (result.primary, *result.secondary):
        test = TESTS.get(compared.test.name, compared.test.name)
        sentences.append(
            f"Difference in {compared.metric}: {test} ({result.settings.alternative}"
            f"{_draws(result, compared.test.name)}) and {_level(compared.difference)} "
            f"{_interval(compared.difference)}."
        )
    return sentences


def _level(found: Estimate) -> str:
    sided = "" if found.alternative == "two-sided" else " one-sided"
    return f"{level(found.confidence_level)}{sided}"


def _draws(result: Comparison, test: str) -> str:
    if not test.startswith("sign-flip"):
        return ""
    return f", {count(result.settings.n_resamples)} draws, seed {result.settings.seed}"


def _interval(found: Estimate) -> str:
    name = f"{interval_name(found)} interval"
    agree = ", reconciled with the test" if isinstance(found.maker, Dual) else ""
    return f"{name}{agree}"


def _families(context: Context, result: Comparison) -> list[str]:
    """Sentences on the classes and on the margin."""
    sentences = []
    if result.classes:
        one = result.classes[0]
        sentences.append(
            f"Recalls of {len(result.classes)} classes: {TESTS.get(one.test.name)} and "
            f"{interval_name(one.difference)} interval, p adjusted by Holm's method "
            "within the classes, exploratory; other metrics are not adjusted for."
        )
    return [*sentences, margin(context, result)]


def margin(context: Context, result: Comparison) -> str:
    """Sentence on the margin of practical equivalence."""
    given = result.settings.margin
    if given is None:
        return "Margin of practical equivalence: none set."
    return (
        f"Margin of practical equivalence: {context.style(0).limit(given)}, by two one-sided "
        f"tests at {threshold(context.alpha)} ({level(1.0 - 2.0 * context.alpha)} interval)."
    )


def references(context: Context) -> tuple[str, ...]:
    """Literature of the methods used, each source once."""
    found = [r for name in _used(context) for r in REFERENCES.get(name, ())]
    return tuple(dict.fromkeys(found))


def _used(context: Context) -> list[str]:
    result = context.result
    estimates = list(context.scores[0].estimates)
    names = [e.quantity for e in estimates]
    if isinstance(result, Comparison):
        compared = [result.primary, *result.secondary, *result.classes[:1]]
        names += [c.test.name for c in compared]
        estimates += [c.difference for c in compared]
        names += [f"odds {result.odds.method}"] * bool(result.pairs.discordant)
        names += ["holm"] * bool(result.classes)
        names += ["equivalence"] * (result.settings.margin is not None)
    return [*names, *(e.method for e in estimates)]


def signature(result: Comparison | Evaluation) -> str:
    """One line that names data size, methods and version."""
    chosen = result.settings
    percent = f"{100.0 * chosen.confidence_level:.10g}"
    parts = [_word(chosen.metric)]
    first = result.scores[0].estimates[0]
    parts += [f"n{result.table.n_items}", f"ci:{_word(first.method)}{percent}"]
    if isinstance(result, Comparison):
        plain = "" if chosen.difference_interval in (DEFAULT, "dual") else ":plain"
        parts.append(f"d:{_word(result.difference.method)}{percent}{plain}")
        parts.append(_word(result.test.name))
        if chosen.alternative != "two-sided":
            parts.append(f"alt:{chosen.alternative}")
        if chosen.margin is not None:
            parts.append(f"margin:{100.0 * chosen.margin:.10g}")
    parts += ["cl:none", f"seed:{chosen.seed}", f"v{__version__}"]
    return "|".join(parts)


def _word(name: str) -> str:
    return SIGNATURES.get(name, name.replace(" ", "-"))
