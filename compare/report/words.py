"""A result in words: verdict, evidence, cause, caveats, signature.

The document that comes out is the same for every form; renderers only set it.
"""

import math

from compare.report import account, blocks
from compare.report.blocks import Context
from compare.report.document import Block, Document
from compare.report.names import Names
from compare.report.numbers import count, pvalue, threshold
from compare.report.phrases import DEFINITIONS, SHORT_TESTS, note
from compare.report.verdicts import Claim, excluded, headline
from compare.results import Comparison, Estimate, Evaluation

__all__ = ["document"]

_NO_REPEATS = "No repeats given: variation from training runs is not covered."
_APART = (
    "Each interval speaks of one model; two that overlap do not show that the models are alike. "
    "Compare two models on the same items with compare.two."
)


def document(result: Comparison | Evaluation, names: Names | None = None) -> Document:
    """Put a result into words and tables.

    Parameters
    ----------
    result : Comparison or Evaluation
    names : Names, optional
        How models, classes and files are named; by default in full, hidden characters escaped.

    Returns
    -------
    Document
    """
    context = Context(result, names or Names.of(result.table))
    if isinstance(result, Comparison):
        return _comparison(context, result)
    return _evaluation(context, result)


def _comparison(context: Context, result: Comparison) -> Document:
    style = context.change_style(result.primary)
    claim = Claim.of(result, style, context.names)
    found = [
        blocks.accuracy(context),
        blocks.difference(context, result),
        blocks.pairs(context, result),
        blocks.classes(context, result),
        account.data(context),
    ]
    return Document(
        title=f"{claim.candidate} vs {claim.baseline}",
        subtitle=f"{_items(context)}, paired by {_paired_by(context)}",
        verdict=claim.verdict.value,
        headline=headline(claim),
        excluded=excluded(claim),
        blocks=tuple(b for b in found if b),
        notes=_notes(context, _codes(context, result, claim)),
        methods=account.methods(context),
        references=account.references(context),
        signature=account.signature(result),
        robust=_robust(context, result),
        definitions=_definitions(context),
    )


def _evaluation(context: Context, result: Evaluation) -> Document:
    found: list[Block | None] = [
        blocks.accuracy(context),
        blocks.recalls(context),
        *blocks.confusions(context),
        account.data(context),
    ]
    codes = [*result.notes, *_model_codes(context)]
    notes = _notes(context, codes)
    return Document(
        title=_title(context),
        subtitle=_items(context),
        verdict="",
        headline=_score(context),
        excluded=_beside(context),
        blocks=tuple(b for b in found if b),
        notes=(*notes, _APART) if len(result.scores) > 1 else notes,
        methods=account.methods(context),
        references=account.references(context),
        signature=account.signature(result),
        definitions=_definitions(context),
    )


def _title(context: Context) -> str:
    shown = [context.names.models[m.model] for m in context.scores]
    return shown[0] if len(shown) == 1 else f"{len(shown)} models"


def _items(context: Context) -> str:
    n = context.result.table.n_items
    return f"{count(n)} {'item' if n == 1 else 'items'}"


def _paired_by(context: Context) -> str:
    return context.names.escape(context.result.table.placement.paired_by)


def _score(context: Context) -> str:
    """One model's metric with its interval, or the range of several models."""
    found = [s.estimates[0] for s in context.scores]
    known = [e for e in found if not math.isnan(e.value)]
    if not known:
        return f"{_title(context)}: {found[0].quantity} cannot be estimated on 0 items."
    if len(known) == 1:
        e = known[0]
        interval = f"{context.level} interval {context.style(0).interval(e.low, e.high)}"
        return f"{_who(context, e)}: {e.quantity} {_shown(context, e)}, {interval}."
    low, high = (pick(known, key=lambda e: e.value) for pick in (min, max))
    ends = [f"{_shown(context, e)} ({_who(context, e)})" for e in (low, high)]
    return f"{_title(context)}: {low.quantity} from {ends[0]} to {ends[1]}."


def _who(context: Context, found: Estimate) -> str:
    return context.names.models[found.models[0]]


def _shown(context: Context, found: Estimate) -> str:
    """Value with the sign of percent where it is one."""
    style = context.style(0)
    return f"{style.value(found.value)}{style.percent}"


def _beside(context: Context) -> str:
    """What guessing would give."""
    majority = context.result.majority
    if not majority:
        return ""
    return f"For comparison, {context.majority_name} gives {_shown(context, majority[0])}."


def _model_codes(context: Context) -> list[str]:
    return [code for s in context.scores for e in s.estimates for code in e.notes]


def _codes(context: Context, result: Comparison, claim: Claim) -> list[str]:
    """Note codes of everything that the report shows, the comparison's own first."""
    others = [c for m in result.secondary for c in (*m.difference.notes, *m.test.notes)]
    width = ["zero_width"] if claim.has_no_width else []
    return [*result.notes, *width, *others, *_model_codes(context)]


def _notes(context: Context, codes: list[str]) -> tuple[str, ...]:
    placed = account.excluded_items(context)
    if isinstance(context.result, Comparison):
        placed += account.answered(context, context.result)
    silent = {"no_answers"}  # the placement tells more
    if "no_items" in codes:
        silent |= {"no_discordant", "too_few_units"}
    known = [c for c in dict.fromkeys(codes) if c not in silent]
    return (*map(note, known), *placed, _NO_REPEATS)


def _robust(context: Context, result: Comparison) -> str:
    """Whether other valid tests of the same difference decide alike."""
    if not (result.robustness and result.table.n_items):
        return ""
    alpha = context.alpha
    shown = [
        f"{SHORT_TESTS.get(t.name, t.name)} {pvalue(t.pvalue, alpha)}" for t in result.robustness
    ]
    decided = {t.pvalue < alpha for t in (*result.robustness, result.test)}
    end = "agree" if len(decided) == 1 else f"depends on the test at {threshold(alpha)}"
    return f"{', '.join(shown)}: {end}"


def _definitions(context: Context) -> tuple[str, ...]:
    result = context.result
    wanted = [e.quantity for e in context.scores[0].estimates]
    wanted += ["recall"] * bool(context.scores[0].per_class)
    wanted.append("interval")
    if isinstance(result, Comparison):
        wanted += ["difference", "p"] + ["margin"] * (result.settings.margin is not None)
    return tuple(DEFINITIONS[w] for w in wanted if w in DEFINITIONS)
