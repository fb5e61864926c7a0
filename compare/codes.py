"""Codes of answers that are no label, and the order in which labels get theirs."""

from collections.abc import Iterable

from compare._types import IntArray, Label
from compare.errors import UsageError

__all__ = ["CODE_NAMES", "NO_ANSWER", "WRONG", "check_codes", "sort_labels"]

NO_ANSWER = -1
"""Code of an answer that is missing, invalid or an abstention; never equal to a label."""

WRONG = -2
"""Code of an answer known to be wrong where the answer itself was not recorded."""

CODE_NAMES = {NO_ANSWER: "(no answer)", WRONG: "(wrong)"}


def check_codes(codes: IntArray, low: int, high: int, name: str) -> None:
    """Raise where a code points to no class."""
    if codes.size and (codes.min() < low or codes.max() >= high):
        raise UsageError(
            f"codes of {name} must lie between {low} and {high - 1}, found "
            f"{codes.min()} to {codes.max()}."
        )


def sort_labels(labels: Iterable[Label]) -> tuple[Label, ...]:
    """Return distinct labels in a stable order: numbers by value, then text.

    >>> sort_labels(["b", 2, True, 1.0, "a"])
    (True, 2, 'a', 'b')
    """
    return tuple(sorted(dict.fromkeys(labels), key=lambda v: (isinstance(v, str), v)))
