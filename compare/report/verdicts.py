"""The verdict in one sentence, and what the data exclude.

Both follow from the interval, the margin, the level, the names and the estimate alone; the
sentence opens with a word of a closed list, so that it can be read back.
"""

import math
from dataclasses import dataclass

from compare._types import Alternative, ConfidenceInterval
from compare.report.names import Names
from compare.report.numbers import Style, level
from compare.results import Comparison, Verdict, decide

__all__ = ["Claim", "excluded", "headline", "verdict_of"]

_MOVED = 1e-300
"""Limits nearer zero than this were put there to agree with the test."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What the sentences are made from.

    Attributes
    ----------
    baseline, candidate : str
        Names as shown.
    metric : str
    greater_is_better : bool
    value : float
        Candidate minus baseline.
    interval, equivalence : ConfidenceInterval
        At the level of the report and at that of the margin.
    confidence_level : float
    margin : float or None
    alternative : {"two-sided", "less", "greater"}
    range : tuple of float
        Smallest and largest possible difference.
    style : Style
    """

    baseline: str
    candidate: str
    metric: str
    greater_is_better: bool
    value: float
    interval: ConfidenceInterval
    equivalence: ConfidenceInterval
    confidence_level: float
    margin: float | None
    alternative: Alternative
    range: tuple[float, float]
    style: Style

    @classmethod
    def of(cls, result: Comparison, style: Style, names: Names) -> "Claim":
        """Claim of a comparison's first metric."""
        found = result.difference
        return cls(
            baseline=names.models[result.baseline],
            candidate=names.models[result.candidate],
            metric=result.primary.metric,
            greater_is_better=found.estimand.metric.greater_is_better,
            value=found.value,
            interval=found.interval,
            equivalence=result.equivalence,
            confidence_level=found.confidence_level,
            margin=result.settings.margin,
            alternative=found.alternative,
            range=found.estimand.range,
            style=style,
        )

    @property
    def verdict(self) -> Verdict:
        """What may be said."""
        return decide(
            self.interval,
            self.equivalence,
            self.margin,
            greater_is_better=self.greater_is_better,
        )

    @property
    def has_no_width(self) -> bool:
        """Whether the interval is a point, which no sample of items can justify."""
        low, high = self.interval
        if self.alternative == "greater":
            return low == self.value > self.range[0]
        if self.alternative == "less":
            return high == self.value < self.range[1]
        return low == high

    @property
    def advantage(self) -> float:
        """Difference in the candidate's favour."""
        return self.value if self.greater_is_better else -self.value

    def amount(self, difference: float) -> str:
        """Size of a difference with its unit."""
        size = self.style.size(difference)
        return f"{size}{self.unit(size)}"

    def unit(self, size: str) -> str:
        """Unit behind a size, which is no point on other scales than percent."""
        if self.style.factor != 100.0:
            return ""
        return " point" if size == "1" else " points"

    @property
    def field(self) -> str:
        """Name of the metric behind a lead, where it is not accuracy."""
        return "" if self.metric == "accuracy" else f" in {self.metric}"


def verdict_of(sentence: str) -> Verdict:
    """Read the verdict back from its sentence.

    >>> verdict_of("PRACTICALLY EQUAL: A and B differ by less than the margin of 1 point.").name
    'EQUIVALENT'
    """
    return Verdict(sentence.partition(":")[0].lower())


def headline(claim: Claim) -> str:
    """Verdict in one sentence."""
    verdict = claim.verdict
    return f"{verdict.value.upper()}: {_body(claim, verdict)}."


def _body(claim: Claim, verdict: Verdict) -> str:
    first, second = claim.candidate, claim.baseline
    match verdict:
        case Verdict.CANNOT_TELL:
            return f"the difference between {first} and {second} cannot be estimated here"
        case Verdict.UNDECIDED:
            return _undecided(claim)
        case Verdict.EQUIVALENT:
            return _equal(claim)
    wins = verdict.value.startswith("better")
    names = (first, second) if wins else (second, first)
    return f"{_leads(claim, *names, wins=wins)}{_weight(claim, verdict)}"


def _equal(claim: Claim) -> str:
    alpha = round(1.0 - claim.confidence_level, 15)
    shown = claim.style.change_interval(*claim.equivalence)
    return (
        f"{claim.candidate} and {claim.baseline} differ{claim.field} by less than the margin "
        f"of {_margin(claim)} ({level(1.0 - 2.0 * alpha)} interval {shown})"
    )


def _margin(claim: Claim) -> str:
    return claim.style.limit(claim.margin or 0.0)


def _undecided(claim: Claim) -> str:
    first, second = claim.candidate, claim.baseline
    if claim.alternative != "two-sided":
        better = (claim.alternative == "greater") == claim.greater_is_better
        hoped, other = (first, second) if better else (second, first)
        if (claim.advantage > 0) != better:
            return f"{hoped} is not shown to be better than {other}{_behind(claim, other)}"
    if claim.value == 0:
        return f"{first} and {second} tie exactly{claim.field}; sampling noise could hide a lead"
    leader = first if claim.advantage > 0 else second
    return f"{_lead(claim, leader)} is within sampling noise"


def _behind(claim: Claim, leader: str) -> str:
    if claim.value == 0:
        return "; the two tie exactly"
    return f"; {_lead(claim, leader)} goes the other way"


def _lead(claim: Claim, leader: str) -> str:
    size = claim.style.size(claim.value)
    amount = f"{size}-point" if claim.style.factor == 100.0 else size
    if claim.greater_is_better:
        return f"the {amount} lead of {leader}{claim.field}"
    return f"the {amount} lower {claim.metric} of {leader}"


def _leads(claim: Claim, winner: str, loser: str, *, wins: bool) -> str:
    """Clause on who leads by how much; without a number where the estimate is not on that side."""
    if (claim.advantage > 0) != wins or claim.value == 0:
        return f"{winner} is ahead of {loser}{claim.field}"
    amount = claim.amount(claim.value)
    if claim.greater_is_better:
        return f"{winner} leads {loser} by {amount}{claim.field}"
    return f"the {claim.metric} of {winner} is {amount} below that of {loser}"


def _weight(claim: Claim, verdict: Verdict) -> str:
    if verdict in (Verdict.BETTER_BY_MARGIN, Verdict.WORSE_BY_MARGIN):
        return f", and the whole interval lies beyond the margin of {_margin(claim)}"
    if verdict in (Verdict.BETTER_BUT_SMALL, Verdict.WORSE_BUT_SMALL):
        return f", and the whole interval lies within the margin of {_margin(claim)}"
    if claim.margin is not None:
        return (
            ", more than sampling noise explains; whether by more than the margin of "
            f"{_margin(claim)} is open"
        )
    return ", more than sampling noise explains"


def excluded(claim: Claim) -> str:
    """What the data rule out, in one or two sentences."""
    low, high = claim.interval
    if math.isnan(low) or math.isnan(high):
        return "No interval could be computed, so nothing is ruled out; the notes say why."
    if claim.has_no_width:
        return "The interval has no width, so it cannot tell what is ruled out; see the notes."
    return _ruled_out(claim, low, high) + _within_margin(claim)


def _ruled_out(claim: Claim, low: float, high: float) -> str:
    """Sentence on the interval; a limit at the end of the range rules nothing out."""
    if low > 0:
        return _at_least(claim, claim.candidate, low, high)
    if high < 0:
        return _at_least(claim, claim.baseline, -high, -low)
    bottom, top = claim.range
    sides = [(claim.candidate, high)] * (high < top) + [(claim.baseline, -low)] * (low > bottom)
    if not sides:
        return "The data rule nothing out."
    what = _no_leads(claim, sides) if claim.greater_is_better else _no_rates(claim, sides)
    return f"The data rule out {what} {_by(claim)}."


def _no_leads(claim: Claim, sides: list[tuple[str, float]]) -> str:
    """Leads that the interval leaves out, from the largest that it holds of each model."""
    some = [(claim.amount(most), model) for model, most in sides if most >= _MOVED]
    alike = len(some) == 2 and some[0][0] == some[1][0]
    limits = [(some[0][0], "either model")] if alike else some
    shown = " and ".join(f"{amount} for {who}" for amount, who in limits)
    more = [f"leads of more than {shown}"] * bool(some)
    return " and ".join([*more, *(f"any lead of {m}" for m, most in sides if most < _MOVED)])


def _no_rates(claim: Claim, sides: list[tuple[str, float]]) -> str:
    """The same for a metric of which less is better, in terms of the candidate's value."""
    parts = [
        f"{f'more than {claim.amount(most)} ' if most >= _MOVED else ''}{_side(claim, model)}"
        for model, most in sides
    ]
    article = "an" if claim.metric[:1] in "aeiou" else "a"
    return (
        f"{article} {claim.metric} of {claim.candidate} {' or '.join(parts)} that of "
        f"{claim.baseline}"
    )


def _side(claim: Claim, greater: str) -> str:
    """Where the candidate's value lies when the named model has the greater one."""
    return "above" if greater == claim.candidate else "below"


def _at_least(claim: Claim, greater: str, nearest: float, farthest: float) -> str:
    """Sentence on an interval on one side of zero, its limits as sizes."""
    if claim.greater_is_better:
        start, end = f"The lead of {greater} is", ""
    else:
        start = f"The {claim.metric} of {claim.candidate} is"
        end = f" {_side(claim, greater)} that of {claim.baseline}"
    return f"{start} {_between(claim, nearest, farthest)}{end} {_by(claim)}."


def _between(claim: Claim, nearest: float, farthest: float) -> str:
    least = "more than zero" if nearest < _MOVED else f"at least {claim.style.size(nearest)}"
    if farthest < max(map(abs, claim.range)):
        return f"{least} and at most {claim.amount(farthest)}"
    return f"{least}{claim.unit(least.removeprefix('at least '))}"


def _by(claim: Claim) -> str:
    """Interval that the sentence follows from, in brackets."""
    shown = f"{level(claim.confidence_level)} interval"
    if claim.alternative == "two-sided":
        return f"({shown})"
    return f"(one-sided {shown}: nothing is said of the other side)"


def _within_margin(claim: Claim) -> str:
    if claim.margin is None or claim.verdict is not Verdict.UNDECIDED:
        return ""
    alpha = round(1.0 - claim.confidence_level, 15)
    shown = claim.style.change_interval(*claim.equivalence)
    return (
        f" Differences beyond the margin of {_margin(claim)} are not ruled out "
        f"({level(1.0 - 2.0 * alpha)} interval {shown})."
    )
