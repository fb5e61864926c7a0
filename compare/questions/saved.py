"""Results read back from the JSON that they were written to."""

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from compare.errors import DataError, UsageError
from compare.questions.options import METRICS
from compare.questions.score import score
from compare.questions.two import two
from compare.results import DEFAULT, SCHEMA_VERSION, Comparison, Evaluation
from compare.table import Table

__all__ = ["is_saved", "read"]

_OF_ONE_MODEL = ("metric", "interval", "confidence_level", "rng", "n_resamples")


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
        If the file is no such JSON, was made with a method of one's own, or holds numbers that
        the stored table does not give.
    """
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as fault:
        raise DataError(f"{path}: cannot be opened ({fault.strerror}).") from None
    except (ValueError, RecursionError) as fault:
        raise DataError(f"{path}: cannot be read as JSON ({fault}).") from None
    if not isinstance(data, dict):
        raise DataError(f"{path}: holds a {type(data).__name__}, not a result.")
    try:
        return _result(data)
    except KeyError as lacking:
        raise DataError(f"{path}: lacks the field {lacking}.") from None
    except DataError as fault:
        raise DataError(f"{path}: {fault}") from None
    except UsageError as fault:
        raise DataError(
            f"{path}: its settings or counts cannot be read; results made with a method of one's "
            f"own cannot be saved ({fault})"
        ) from None
    except (AttributeError, IndexError, OverflowError, TypeError, ValueError) as fault:
        raise DataError(f"{path}: cannot be read as a result ({fault}).") from None


def is_saved(path: str | Path) -> bool:
    """Whether a file looks like a saved result, by its first bytes."""
    try:
        with Path(path).open("rb") as file:
            start = file.read(100)
    except OSError:
        return False
    return start.lstrip().startswith(b"{") and b'"schema_version"' in start and b'"kind"' in start


def _result(data: Mapping[str, Any]) -> Comparison | Evaluation:
    """Build a result from what ``to_dict`` gave."""
    if data["schema_version"] != SCHEMA_VERSION:
        raise DataError(
            f"the result has schema_version {data['schema_version']!r}, this version reads "
            f"{SCHEMA_VERSION}; update compare-models."
        )
    settings = dict(data["settings"])
    names = {made().name: key for key, made in METRICS.items()}
    settings["metric"] = names.get(settings["metric"], settings["metric"])
    settings["rng"] = settings.pop("seed")
    settings = {k: v for k, v in settings.items() if v != DEFAULT}
    kind, table = data["kind"], Table.from_dict(data["table"])
    if kind == "comparison":
        found: Comparison | Evaluation = two(table, **settings)
    elif kind == "evaluation":
        found = score(table, **{k: settings[k] for k in _OF_ONE_MODEL if k in settings})
    else:
        raise DataError(f"the result is of the unknown kind {kind!r}.")
    fresh = json.loads(found.to_json())
    for difference in _differences(fresh, data):
        raise DataError(f"{difference}: the file was changed or made by another version.")
    return found


_FREE = ("program",)
"""Fields that may differ between the versions that wrote and read a file."""


def _differences(now: Any, then: Any, place: str = "") -> Iterator[str]:
    """Places at which two JSON documents differ, numbers compared to nine digits."""
    if isinstance(now, dict) and isinstance(then, dict):
        for name in dict.fromkeys([*now, *then]):
            here = f"{place}.{name}" if place else name
            if here not in _FREE:
                yield from _differences(now.get(name), then.get(name), here)
    elif isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        for i, (mine, theirs) in enumerate(zip(now, then, strict=True)):
            yield from _differences(mine, theirs, f"{place}[{i}]")
    elif _is_number(now) and _is_number(then):
        if not math.isclose(now, then, rel_tol=1e-9, abs_tol=1e-12):
            yield f"{place} is {then}, the table gives {now}"
    elif now != then:
        yield f"{place} is {then!r}, the table gives {now!r}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
