"""Decide whether one model beats another, with the uncertainty shown.

Public names load on first use, so that importing the package stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from compare.errors import CompareError, DataError, MethodError, UsageError
    from compare.questions.saved import read
    from compare.questions.score import score
    from compare.questions.two import two
    from compare.results import Comparison, Estimate, Evaluation, Verdict
    from compare.table import Table

__version__ = "0.1.0"

__all__ = [
    "CompareError",
    "Comparison",
    "DataError",
    "Estimate",
    "Evaluation",
    "MethodError",
    "Table",
    "UsageError",
    "Verdict",
    "read",
    "score",
    "two",
]

_HOME = {
    "CompareError": "errors",
    "DataError": "errors",
    "MethodError": "errors",
    "UsageError": "errors",
    "Table": "table",
    "Comparison": "results",
    "Estimate": "results",
    "Evaluation": "results",
    "Verdict": "results",
    "score": "questions.score",
    "two": "questions.two",
    "read": "questions.saved",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'compare' has no attribute {name!r}")
    found = getattr(import_module(f"compare.{_HOME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
