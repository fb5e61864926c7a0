"""The published digits report is what the README's main command and the code give today."""

import json
import re
import runpy
from pathlib import Path

import pytest

from compare import Comparison, cli

ROOT = Path(__file__).parents[2]
DIGITS = ROOT / "reports" / "digits"


def stored(name: str) -> str:
    return without_versions((DIGITS / name).read_text(encoding="utf-8"))


def without_versions(text: str) -> str:
    """Text without what other releases of the libraries write differently."""
    text = re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL)
    text = re.sub(r'<pre id="record".*?</pre>', "", text, flags=re.DOTALL)
    text = re.sub(r"Python\s+[\d.]+,\s+numpy\s+[\d.rc]+,\s+scipy\s+[\d.rc]+", "", text)
    text = re.sub(r"<dt>Python</dt><dd>[\d.]+</dd>", "", text)
    return " ".join(text.split())


@pytest.fixture(scope="module")
def result() -> Comparison:
    made: Comparison = runpy.run_path(str(DIGITS / "make.py"))["result"]()
    return made


def test_the_numbers_are_current(result: Comparison) -> None:
    published = json.loads((DIGITS / "report.json").read_text(encoding="utf-8"))
    fresh = json.loads(result.to_json())
    assert fresh["rows"] == [
        {k: pytest.approx(v) if isinstance(v, float) else v for k, v in row.items()}
        for row in published["rows"]
    ]
    assert fresh["table"] == published["table"]


def test_the_texts_are_current(result: Comparison) -> None:
    assert stored("table.tex") == without_versions(result.to_latex(full=True))
    assert stored("report.md") == without_versions(result.to_markdown())
    assert stored("report.txt") == without_versions(result.summary(verbose=True))


def test_the_main_command_of_the_readme_makes_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"compare-models (report .*) -o reports/digits/report.html\n", readme)
    monkeypatch.chdir(ROOT)
    page = tmp_path / "report.html"
    cli.main([*command.split(), "-o", str(page)])
    assert without_versions(page.read_text(encoding="utf-8")) == stored("report.html")
