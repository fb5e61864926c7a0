"""Tables of a report, cell by cell, from a result."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from compare.report.document import Block
from compare.report.names import Names, quoted
from compare.report.numbers import (
    MINUS,
    Style,
    count,
    level,
    pvalue,
    share,
    statistic,
    threshold,
)
from compare.results import Comparison, Estimate, Evaluation, MetricComparison, ModelScore
from compare.table import NO_ANSWER, WRONG

__all__ = [
    "Context",
    "accuracy",
    "classes",
    "confusions",
    "difference",
    "pairs",
    "recalls",
    "style_of",
]

_MOST_CLASSES = 20
_MOST_CONFUSED = 12
_GUESSED = ("accuracy", "balanced accuracy", "error rate")  # metrics of which chance is known

Result = Comparison | Evaluation


@dataclass(frozen=True, slots=True)
class Context:
    """A result with what all its tables share: names as shown and number styles.

    Attributes
    ----------
    result : Comparison or Evaluation
    names : Names
    """

    result: Result
    names: Names

    @property
    def scores(self) -> tuple[ModelScore, ...]:
        """Estimates of each model."""
        found = self.result
        return found.scores

    @property
    def level(self) -> str:
        """Confidence level in percent."""
        return level(self.result.settings.confidence_level)

    @property
    def alpha(self) -> float:
        """Threshold of the p-values."""
        return round(1.0 - self.result.settings.confidence_level, 15)

    @property
    def chance(self) -> str:
        """What guessing gives, as a sentence; empty where classes are not known."""
        table = self.result.table
        chance, k = self.result.chance, int((table.class_counts() > 0).sum())
        quantity = self.scores[0].estimates[0].quantity
        if math.isnan(chance) or k < 2 or quantity not in _GUESSED:
            return ""
        shown = self.style(0).value(1.0 - chance if quantity == "error rate" else chance)
        return f"Guessing among the {k} classes gives {shown}."

    def style(self, position: int) -> Style:
        """Style of the metric at a position of each model's estimates."""
        return style_of([s.estimates[position] for s in self.scores])

    def change_style(self, compared: MetricComparison) -> Style:
        """Style of a difference."""
        return style_of([compared.difference], margin=self.result.settings.margin)

    @property
    def majority_name(self) -> str:
        """Name of the model that always answers the most frequent class."""
        table = self.result.table
        top = table.classes[int(table.class_counts().argmax())]
        return f"always {quoted(self.names.labels[top])}"


def style_of(estimates: Sequence[Estimate], margin: float | None = None) -> Style:
    """Style for estimates of one metric, or of its difference."""
    low, high = estimates[0].estimand.metric.range
    factor = 100.0 if low >= 0.0 and high <= 1.0 else 1.0
    n = max(e.n for e in estimates)
    return Style.of([e.standard_error for e in estimates], n, factor=factor, margin=margin)


def accuracy(context: Context) -> Block:
    """One row a model and one for always answering the most frequent class."""
    first = context.scores[0].estimates
    others = range(1, len(first))
    header = ["model", _counted(first), first[0].quantity, f"{context.level} interval"]
    for i in others:
        header += [_short(first[i].quantity), f"{context.level} interval"]
    lines = [(context.names.models[s.model], s.estimates) for s in context.scores]
    if context.result.majority:
        lines.append((context.majority_name, context.result.majority))
    return Block(
        key="accuracy",
        title=f"{first[0].quantity} in %" if context.style(0).factor == 100 else first[0].quantity,
        header=tuple(header),
        rows=tuple((name, *_estimates(context, found)) for name, found in lines),
        numeric=(False, *[True] * (len(header) - 1)),
        note=context.chance,
        optional=tuple(range(5, len(header), 2)),
    )


def _counted(estimates: Sequence[Estimate]) -> str:
    """Header of the column of counts: of the first estimate that is a plain proportion."""
    return "wrong" if _proportion(estimates).quantity == "error rate" else "correct"


def _proportion(estimates: Sequence[Estimate]) -> Estimate:
    return next((e for e in estimates if not math.isnan(e.k)), estimates[0])


def _short(quantity: str) -> str:
    return quantity.removesuffix(" accuracy") or quantity


def _estimates(context: Context, estimates: Sequence[Estimate]) -> list[str]:
    counted = _proportion(estimates)
    cells = ["" if math.isnan(counted.k) else f"{count(counted.k)}/{count(counted.n)}"]
    for i, found in enumerate(estimates):
        style = context.style(i)
        cells += [style.value(found.value), style.interval(found.low, found.high)]
    return cells


def difference(context: Context, result: Comparison) -> Block:
    """One row a metric: candidate minus baseline with interval and test."""
    compared = [result.primary, *result.secondary]
    names = context.names.models
    points = context.style(0).factor == 100.0
    return Block(
        key="difference",
        title=f"difference: {names[result.candidate]} minus {names[result.baseline]}",
        header=(
            "metric",
            "points" if points else "value",
            _interval_title(context),
            "test",
            "statistic",
            "p",
        ),
        rows=tuple(_difference(context, c) for c in compared),
        numeric=(False, True, True, False, True, False),
        note=_difference_note(context, result),
        optional=(4,),
    )


def _interval_title(context: Context) -> str:
    sided = context.result.settings.alternative != "two-sided"
    return f"{context.level} {'one-sided' if sided else 'interval'}"


def _difference(context: Context, compared: MetricComparison) -> tuple[str, ...]:
    found, style = compared.difference, context.change_style(compared)
    return (
        compared.metric,
        style.change(found.value),
        style.change_interval(found.low, found.high, found.alternative),
        compared.test.name,
        statistic(compared.test.statistic),
        pvalue(compared.test.pvalue, context.alpha),
    )


def _difference_note(context: Context, result: Comparison) -> str:
    sentences = [_opposite(context, result, c) for c in opposite(result)]
    margin = result.settings.margin
    if margin is not None:
        style = context.change_style(result.primary)
        shown = style.change_interval(*result.equivalence)
        inner = level(1.0 - 2.0 * context.alpha)
        sentences.append(f"{inner} interval, to be held against the margin: {shown}.")
    return " ".join(sentences)


def opposite(result: Comparison) -> list[MetricComparison]:
    """Metrics that favour the other model than the first metric does; ties favour none."""
    leader = _leader(result.primary)
    return [c for c in result.secondary if leader * _leader(c) < 0]


def _leader(compared: MetricComparison) -> int:
    """1 where the candidate is ahead, -1 where the baseline is, 0 for a tie."""
    found = compared.difference
    if not abs(found.value) > 1e-12:
        return 0
    ahead = (found.value > 0) == found.estimand.metric.greater_is_better
    return 1 if ahead else -1


def _opposite(context: Context, result: Comparison, compared: MetricComparison) -> str:
    ahead = result.candidate if _leader(compared) > 0 else result.baseline
    see = "; see classes" if result.classes else ""
    return f"opposite sign: {context.names.models[ahead]} leads in {compared.metric}{see}."


def pairs(context: Context, result: Comparison) -> Block:
    """How the two models' right and wrong answers fall together."""
    found, names = result.pairs, context.names.models
    lines = [
        ("both right", found.both),
        (f"only {names[result.candidate]} right", found.gains),
        (f"only {names[result.baseline]} right", found.losses),
        ("both wrong", found.neither),
        ("agreement", found.both + found.neither),
    ]
    where = f"{count(found.discordant)} of {count(found.n)} items"
    together = f"{found.correlation:.2f}".replace("-", MINUS)
    related = "" if math.isnan(found.correlation) else f" Right answers correlate at {together}."
    styled = _shares([k for _, k in lines], found.n)
    return Block(
        key="pairs",
        title="paired outcomes",
        header=("outcome", "items", "share"),
        rows=tuple((name, count(k), share(k, found.n, styled)) for name, k in lines),
        numeric=(False, True, True),
        note=f"The models disagree on {where}; only these enter the test. "
        f"{_odds(context, result)}{related}",
    )


def _odds(context: Context, result: Comparison) -> str:
    """Sentence on the odds of the disagreements."""
    found, who = result.odds, context.names.models[result.candidate]
    if not result.pairs.discordant:
        return "Odds of the disagreements: undefined, there are none."
    value, low, high = (statistic(v) for v in (found.value, found.low, found.high))
    return (
        f"Odds that a disagreement favours {who}: {value}, "
        f"{context.level} {found.method} interval [{low}, {high}]."
    )


def _shares(counts: Sequence[float], n: float) -> Style:
    """One style for shares of the same items, by the least precise of them."""
    if not n > 0:
        return Style(0)
    return Style.of([max(math.sqrt(k / n * (1 - k / n) / n) for k in counts)], n)


def classes(context: Context, result: Comparison) -> Block | None:
    """Recall of each class under both models; the 20 largest where there are more."""
    if not result.classes:
        return None
    shown = _largest(result.classes)
    level_style = style_of([e for c in result.classes for e in (c.baseline, c.candidate)])
    change_style = style_of([c.difference for c in result.classes])
    names = context.names.models
    rows = [_class(context, c, level_style, change_style) for c in shown]
    if len(shown) < len(result.classes):
        rows.append(_rest([c.difference for c in result.classes if c not in shown], 8))
    return Block(
        key="classes",
        title=f"classes (exploratory, Holm over {len(result.classes)})",
        header=(
            "class",
            "n",
            names[result.baseline],
            names[result.candidate],
            "diff",
            f"{context.level} interval",
            "p",
            "adj. p",
        ),
        rows=tuple(rows),
        numeric=(False, True, True, True, True, True, False, False),
        note=f"Recall in %. * adjusted p < {threshold(context.alpha)}. Classes were not the "
        "question asked; a finding here is a clue, not a result.",
        optional=(5, 6),
    )


def _largest(found: Sequence[MetricComparison]) -> list[MetricComparison]:
    if len(found) <= _MOST_CLASSES:
        return list(found)
    size = sorted((c.difference.n for c in found), reverse=True)
    cut = size[_MOST_CLASSES - 1]
    kept = [c for c in found if c.difference.n > cut]
    ties = [c for c in found if c.difference.n == cut][: _MOST_CLASSES - len(kept)]
    return [c for c in found if c in kept or c in ties]


def _class(
    context: Context, compared: MetricComparison, levels: Style, changes: Style
) -> tuple[str, ...]:
    found, p = compared.difference, compared.adjusted_pvalue
    star = " *" if p < context.alpha else ""
    return (
        context.names.labels[compared.label],
        count(found.n),
        levels.value(compared.baseline.value),
        levels.value(compared.candidate.value),
        changes.change(found.value),
        changes.change_interval(found.low, found.high),
        pvalue(compared.test.pvalue, context.alpha),
        pvalue(p, context.alpha) + star,
    )


def _rest(left_out: Sequence[Estimate], columns: int) -> tuple[str, ...]:
    n = sum(e.n for e in left_out)
    return (f"{len(left_out)} others", count(n), *[""] * (columns - 2))


def recalls(context: Context) -> Block | None:
    """Recall of each class of an evaluation, with intervals."""
    found = [s.per_class for s in context.scores]
    if not found[0]:
        return None
    order = sorted(range(len(found[0])), key=lambda i: -found[0][i].n)
    kept = sorted(order[:_MOST_CLASSES])
    style = style_of([e for model in found for e in model])
    rows = [_recall(context, [model[i] for model in found], style) for i in kept]
    header = ["class", "n"]
    for s in context.scores:
        header += [context.names.models[s.model], f"{context.level} interval"]
    if len(kept) < len(order):
        rows.append(_rest([found[0][i] for i in order[_MOST_CLASSES:]], len(header)))
    return Block(
        key="classes",
        title="recall of each class in %",
        header=tuple(header),
        rows=tuple(rows),
        numeric=(False, *[True] * (len(header) - 1)),
        optional=tuple(range(3, len(header), 2)) if len(found) > 1 else (),
    )


def _recall(context: Context, models: Sequence[Estimate], style: Style) -> tuple[str, ...]:
    cells = [context.names.labels[models[0].label], count(models[0].n)]
    for found in models:
        cells += [style.value(found.value), style.interval(found.low, found.high)]
    return tuple(cells)


def confusions(context: Context) -> list[Block]:
    """Confusion matrix of each model, for up to 12 classes."""
    table = context.result.table
    if not table.has_classes or not 0 < len(table.classes) <= _MOST_CONFUSED:
        return []
    return [_confusion(context, i) for i in range(len(table.models))]


def _confusion(context: Context, model: int) -> Block:
    table = context.result.table
    given = table.answer[:, model]
    special = {NO_ANSWER: "(no answer)", WRONG: "(wrong)"}
    codes = [*range(len(table.classes)), *(c for c in special if (given == c).any())]
    labels = [context.names.labels[c] for c in table.classes]
    header = ["true", *(labels[c] if c >= 0 else special[c] for c in codes)]
    rows = tuple(
        (
            labels[i],
            *(count(float(table.n[(table.label == i) & (given == c)].sum())) for c in codes),
        )
        for i in range(len(table.classes))
    )
    return Block(
        key="confusion",
        title=f"answers of {context.names.models[table.models[model]]} by true class (items)",
        header=tuple(header),
        rows=rows,
        numeric=(False, *[True] * len(codes)),
    )
