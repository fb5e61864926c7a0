"""The published digits report holds the numbers that the code gives today."""

import json
import runpy
from pathlib import Path

import pytest

DIGITS = Path(__file__).parents[2] / "reports" / "digits"


def test_the_committed_report_is_current() -> None:
    result = runpy.run_path(str(DIGITS / "make.py"))["result"]()
    stored = json.loads((DIGITS / "report.json").read_text(encoding="utf-8"))
    fresh = json.loads(result.to_json())
    assert fresh["rows"] == [
        {k: pytest.approx(v) if isinstance(v, float) else v for k, v in row.items()}
        for row in stored["rows"]
    ]
    assert fresh["table"] == stored["table"]
    assert (DIGITS / "table.tex").read_text(encoding="utf-8") == result.to_latex(full=True)
    headline = result.summary(brief=True).splitlines()[0].strip()
    assert headline in (DIGITS / "report.txt").read_text(encoding="utf-8")
