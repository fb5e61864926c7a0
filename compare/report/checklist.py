"""What a significance report must state: filled in where it is known, a visible blank elsewhere."""

from compare.report import account
from compare.report.blocks import Context
from compare.report.document import Block, Document
from compare.report.numbers import count, versus
from compare.report.phrases import TESTS
from compare.results import Comparison

__all__ = ["NOT_STATED", "checklist"]

NOT_STATED = "not stated"


def checklist(context: Context, document: Document) -> Block:
    """One row an item, in the order in which a reader asks."""
    result = context.result
    rows = [
        *_question(context),
        ("data set, version, split", NOT_STATED),
        ("items", _items(context)),
        ("answers that are none", account.policies(result.table.placement)),
        ("unit of analysis", "the item; taken to be independent, no clusters given"),
        ("metric", context.scores[0].estimates[0].quantity),
        ("each model's score with its interval", "under “Each model by itself”"),
        ("chance and majority baseline", "in the same table" if result.majority else NOT_STATED),
        ("class counts and per-class scores", _classes(context)),
    ]
    if isinstance(result, Comparison):
        rows += _comparison(context, result, document)
    rows += [
        ("runs or seeds, and what varied", NOT_STATED),
        ("variation from training", "not covered"),
        ("smallest gap that could be detected", NOT_STATED),
        ("pre-specified, or found on this test set", NOT_STATED),
        ("software, settings, seed", "under “How to get this again”"),
        ("input hashes, command", NOT_STATED),
    ]
    return Block(
        key="checklist",
        title="what is stated, and where",
        header=("item", "stated here"),
        rows=tuple(rows),
        numeric=(False, False),
        note=f"“{NOT_STATED}” marks what only the author knows, or what was not computed.",
    )


def _question(context: Context) -> list[tuple[str, str]]:
    result, names = context.result, context.names.models
    if not isinstance(result, Comparison):
        return [("question", "How good is each model?")]
    first, second = names[result.baseline], names[result.candidate]
    return [
        ("question", f"does {second} (candidate) beat {first} (baseline)?"),
        ("direction of the difference", f"{second} minus {first}"),
    ]


def _items(context: Context) -> str:
    placed = context.result.table.placement
    left_out = placed.items - placed.counted
    return f"{count(placed.counted)} scored, {count(left_out)} left out"


def _classes(context: Context) -> str:
    if not context.scores[0].per_class:
        return "classes are not known"
    return "under “Models and data” and “Classes”"


def _comparison(context: Context, result: Comparison, document: Document) -> list[tuple[str, str]]:
    test = result.test
    family = len(result.classes)
    others = len(result.secondary)
    adjusted = f"{family} classes, adjusted by Holm's method" if family else "no classes tested"
    return [
        ("paired outcomes, agreement, correlation", "under “Both models on the same items”"),
        ("difference with its interval", "in the same section"),
        (
            "test, sides, p",
            ", ".join(
                (
                    TESTS.get(test.name, test.name),
                    test.alternative,
                    versus(test.pvalue, context.alpha),
                )
            ),
        ),
        ("tests and adjustment", f"1 test decides; {others} of other metrics; {adjusted}"),
        ("margin of practical equivalence", account.margin(context, result)),
        ("robustness", document.robust or NOT_STATED),
        ("verdict from a closed vocabulary", document.verdict),
        ("what the data exclude", "under “Verdict”"),
    ]
