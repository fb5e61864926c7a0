"""Results read back from the JSON that they were written to."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from compare.errors import DataError
from compare.questions.options import METRICS
from compare.questions.score import score
from compare.questions.two import two
from compare.results import SCHEMA_VERSION, Comparison, Evaluation
from compare.table import Table

__all__ = ["from_dict", "read"]


def read(path: str | Path) -> Comparison | Evaluation:
    """Read a result from a JSON file that ``to_json`` or the command line wrote.

    Parameters
    ----------
    path : str or Path

    Returns
    -------
    Comparison or Evaluation
        Worked out anew from the stored table and settings, of which it is a function.

    Raises
    ------
    DataError
        If the file is no such JSON, was made with methods of one's own, or holds numbers that
        the stored table does not give.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
        data = json.loads(text)
    except (OSError, ValueError) as fault:
        raise DataError(f"{path}: cannot be read as JSON ({fault}).") from None
    return from_dict(data)


def from_dict(data: Mapping[str, Any]) -> Comparison | Evaluation:
    """Build a result from what ``to_dict`` gave."""
    version = data.get("schema_version")
    if version != SCHEMA_VERSION:
        raise DataError(
            f"the result has schema_version {version!r}, this version reads {SCHEMA_VERSION}."
        )
    try:
        settings = dict(data["settings"])
        kind, table = data["kind"], Table.from_dict(data["table"])
    except KeyError as lacking:
        raise DataError(f"the result lacks the field {lacking}.") from None
    names = {m().name: key for key, m in METRICS.items()}
    settings["metric"] = names.get(settings["metric"], settings["metric"])
    settings["rng"] = settings.pop("seed")
    if kind == "evaluation":
        for name in ("test", "difference_interval", "alternative", "margin"):
            settings.pop(name)
        found: Comparison | Evaluation = score(table, **settings)
    else:
        found = two(table, **settings)
    _check_numbers(found, data["rows"])
    return found


def _check_numbers(found: Comparison | Evaluation, rows: list[Mapping[str, Any]]) -> None:
    """Raise where stored and recomputed estimates or limits differ."""
    for mine, stored in zip(found.rows(), rows, strict=True):
        for name in ("estimate", "low", "high"):
            now, then = getattr(mine, name), stored[name]
            then = math.nan if then is None else then
            same = math.isclose(now, then, rel_tol=1e-9, abs_tol=1e-12)
            if not same and not (math.isnan(now) and math.isnan(then)):
                raise DataError(
                    f"the stored {name} of {mine.quantity} ({mine.model}) is {then}, the stored "
                    f"table gives {now}: the file was changed or made by another version."
                )
