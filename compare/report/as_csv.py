"""The rows of a result as CSV, nothing rounded, safe to open in a spreadsheet or a terminal."""

import csv
import io
import math
from dataclasses import astuple, fields

from compare.report.names import unhidden
from compare.results import Comparison, Evaluation, Row

__all__ = ["render"]

_FORMULA = ("=", "+", "-", "@")


def render(result: Comparison | Evaluation) -> str:
    """Write the rows of a result as CSV.

    Parameters
    ----------
    result : Comparison or Evaluation

    Returns
    -------
    str
        A header and one line a row; undefined numbers are empty cells.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([f.name for f in fields(Row)])
    writer.writerows([_cell(v) for v in astuple(row)] for row in result.rows())
    return stream.getvalue()


def _cell(value: object) -> str:
    if not isinstance(value, float):
        return _text(str(value))
    return "" if math.isnan(value) else repr(float(value)).removesuffix(".0")


def _text(text: str) -> str:
    """Text without hidden characters that no spreadsheet takes for a formula; numbers stay.

    The JSON form keeps names as they are.
    """
    shown = unhidden(text)
    return f"'{shown}" if shown.startswith(_FORMULA) and not _is_number(shown) else shown


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text == text.strip()
