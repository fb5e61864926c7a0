"""A result as strict JSON: nothing rounded, undefined numbers null."""

import json
import math
from typing import Any

import numpy as np

from compare.results import Comparison, Evaluation

__all__ = ["plain", "render"]


def render(result: Comparison | Evaluation) -> str:
    """Write everything of a result as JSON, one entry a line.

    Parameters
    ----------
    result : Comparison or Evaluation

    Returns
    -------
    str
        Pure ASCII; ends with a line break.
    """
    record = plain(result.to_dict())
    entries = ",\n".join(f"{json.dumps(key)}: {_entry(value)}" for key, value in record.items())
    return f"{{\n{entries}\n}}\n"


def _entry(value: Any) -> str:
    """Value on one line, or a list of records on a line each."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(_line(v) for v in value) + "\n]"
    return _line(value)


def _line(value: Any) -> str:
    return json.dumps(value, allow_nan=False)


def plain(value: Any) -> Any:
    """Value in the types of JSON; NaN and infinities become None.

    >>> plain({"a": np.float64(0.5), "b": (np.nan, np.int64(3))})
    {'a': 0.5, 'b': [None, 3]}
    """
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
