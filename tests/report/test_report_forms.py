"""Markdown, LaTeX, JSON and CSV: safe for any name, with the figures of the text."""

import csv
import io
import json
import math
import re
import shutil
import subprocess
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from report.made import HOSTILE, everything, labelled, mock_up, numbers, pair, scored, two

from compare import Comparison, Evaluation, UsageError
from compare.report import FORMS, as_json, render
from compare.report.latex import escape as tex
from compare.report.markdown import escape as md
from compare.report.names import unhidden
from compare.report.words import document

Result = Comparison | Evaluation


def hostile() -> list[Result]:
    """Results whose every name is hostile."""
    pairs = [(HOSTILE[i - 1], HOSTILE[i]) for i in range(0, len(HOSTILE), 2)]
    tables = [labelled(names=p, labels=[*p, "c"]) for p in pairs]
    return [*(two(t) for t in tables), *(scored(t) for t in tables)]


# Markdown


@pytest.mark.parametrize("result", [*everything(), *hostile()])
def test_markdown_tables_have_the_same_cells_in_every_row(result: Result) -> None:
    text = render(result, "markdown")
    blocks = re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE)
    assert len(blocks) == len(document(result).blocks)
    for block in blocks:
        cells = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
        assert len(cells) == 1


@pytest.mark.parametrize("name", HOSTILE)
def test_markdown_names_are_text(name: str) -> None:
    shown = md(name)
    bare = re.sub(r"\\.", "", shown)
    assert not re.search(r"[<>|`*_\[\]~$\n]", bare)
    assert "://" not in bare
    assert "@" not in bare


def test_markdown_order_is_verdict_evidence_caveats_signature() -> None:
    text = render(mock_up(), "markdown")
    assert text.startswith("## vit\\_b16 vs resnet50\n\n1,000 items, paired by counts.\n\n**UND")
    order = [text.index(w) for w in ("### accuracy", "### notes", "### methods", "`acc|n1000")]
    assert order == sorted(order)


def test_stars_of_classes_are_no_markup() -> None:
    result = two(labelled())
    assert r"Recall in %. \* adjusted" in render(result, "markdown")


# LaTeX

_PLAIN = re.compile(r"\\[&%$#_{}\\]|\\[a-zA-Z]+|\\[`'^~=.\"]|\$[^$]*\$")


@pytest.mark.parametrize("name", HOSTILE)
def test_latex_names_are_text(name: str) -> None:
    bare = _PLAIN.sub("", tex(name)).replace("{}", "")
    assert not re.search(r"[&%$#_~^\\]", bare)
    assert tex(name).isascii()
    assert tex(name).count("{") - tex(name).count(r"\{") == (
        tex(name).count("}") - tex(name).count(r"\}")
    )


def test_latex_escapes_the_ten_specials_accents_and_greek() -> None:
    assert tex(r"&%$#_{}~^" + "\\") == (
        r"\&\%\$\#\_\{\}\textasciitilde{}\textasciicircum{}\textbackslash{}"
    )
    assert tex("éß−α--模") == r"\'{e}\ss{}$-$$\alpha$-{}-[U+6A21]"
    assert tex("λ") == r"$\lambda$"
    assert tex("") == ""


def test_the_tabular_of_a_comparison() -> None:
    text = render(mock_up(), "latex")
    assert text.startswith("% N = 1,000 items, the same for both models")
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert (
        r"model & accuracy (\%) & 95\% interval & difference (points) & 95\% interval & p \\"
        in lines
    )
    assert r"resnet50 & 86.1 & [83.8, 88.1] & baseline & & \\" in lines
    assert r"vit\_b16 & 87.0 & [84.8, 88.9] & +0.9 & [$-$1.6, +3.4] & .47 \\" in lines
    for rule in ("toprule", "midrule", "bottomrule"):
        assert text.count(rf"\{rule}") == 1
    assert r"\begin{table}" not in text


def test_the_full_table_has_caption_and_label() -> None:
    text = render(mock_up(), "latex", full=True)
    assert r"\caption{N = 1,000 items" in text
    assert r"\label{tab:comparison}" in text
    assert r"\label{tab:mine}" in render(mock_up(), "latex", full=True, label="tab:mine")


def test_the_rules_end_where_the_text_does() -> None:
    assert r"\begin{tabular}{@{}lrrrrl@{}}" in render(mock_up(), "latex")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_full_table_fits_between_the_margins_of_an_article(tmp_path: Path) -> None:
    results: list[Result] = [
        mock_up(margin=0.02),
        two(labelled(labels=range(3))),
        scored(labelled()),
    ]
    tables = "".join(render(r, "latex", full=True) for r in results)
    head = r"\documentclass{article}\usepackage{booktabs}\begin{document}"
    (tmp_path / "fits.tex").write_text(f"{head}\n{tables}\n\\end{{document}}", encoding="ascii")
    done = subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "fits.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert b"Overfull" not in done.stdout


def test_the_tabular_of_an_evaluation_has_a_row_a_model() -> None:
    text = render(scored(labelled()), "latex")
    assert text.count(r"\\") == 4
    assert "balanced (\\%)" in text


def test_rows_that_open_with_a_bracket_do_not_belong_to_the_row_before() -> None:
    text = render(pair(5, 2, 1, 1, names=("[a]", "*b*")), "latex")
    assert "{}[a]" in text
    assert "{}*b*" in text


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_every_table_compiles_with_article_and_booktabs(tmp_path: Path) -> None:
    results = [*everything(), *hostile()]
    tables = [render(r, "latex", full=i % 2 == 0) for i, r in enumerate(results)]
    tables = [
        t.replace(r"\begin{table}", r"\begin{table}[p]")
        + ("" if "table}" in t else "\n")
        + r"\clearpage"
        for t in tables
    ]
    lines = [r"\documentclass{article}", r"\usepackage{booktabs}", r"\begin{document}"]
    source = tmp_path / "tables.tex"
    source.write_text("\n".join([*lines, *tables, r"\end{document}"]), encoding="ascii")
    done = subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", source.name],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    assert (tmp_path / "tables.pdf").exists()


# JSON


@pytest.mark.parametrize("result", [*everything(), *hostile()])
def test_json_is_strict_and_complete(result: Result) -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    text = render(result, "json")
    assert text.isascii()
    found = json.loads(text, parse_constant=refuse)
    assert list(found)[:3] == ["schema_version", "kind", "program"]
    assert found["kind"] == result.kind
    assert [r["estimate"] is None for r in found["rows"]] == [
        math.isnan(r.estimate) for r in result.rows()
    ]
    assert found["table"]["models"] == list(result.table.models)


def test_json_keeps_every_digit() -> None:
    result = mock_up()
    found = json.loads(render(result, "json"))
    row = next(r for r in found["rows"] if r["section"] == "difference")
    assert (row["low"], row["pvalue"]) == (result.difference.low, result.test.pvalue)
    assert found["verdict"] == "undecided"


def test_values_become_those_of_json() -> None:
    made = as_json.plain(
        {1: np.float64("nan"), "b": (np.bool_(True), np.arange(2)), "c": math.inf, "d": None}
    )
    assert made == {"1": None, "b": [True, [0, 1]], "c": None, "d": None}


# CSV


@pytest.mark.parametrize("result", [*everything(), *hostile()])
def test_csv_has_every_row_unrounded_and_no_formula(result: Result) -> None:
    lines = list(csv.reader(io.StringIO(render(result, "csv"), newline="")))
    rows = result.rows()
    assert len(lines) == len(rows) + 1
    for line, row in zip(lines[1:], rows, strict=True):
        for cell, value in zip(line, astuple(row), strict=True):
            _check_cell(cell, value)


def _check_cell(cell: str, value: Any) -> None:
    if isinstance(value, str):
        assert cell.removeprefix("'") == unhidden(value).removeprefix("'")
        assert not cell.startswith(("=", "@", "\t", "\r"))
    elif math.isnan(value):
        assert cell == ""
    else:
        assert float(cell) == value


def test_csv_neutralises_formulas_and_leaves_numbers() -> None:
    text = render(two(labelled(names=("=1+1", "+a"), labels=[-1, "-x", "@c"])), "csv")
    cells = {c for line in csv.reader(io.StringIO(text)) for c in line}
    assert {"'=1+1", "'+a", "-1", "'-x", "'@c", "'+a - =1+1"} <= cells


# Every form


def _tokens(text: str) -> set[float]:
    return {abs(value) for value, _ in numbers(text)}


@pytest.mark.parametrize("result", everything())
def test_every_form_shows_the_same_figures(result: Result) -> None:
    found = document(result)
    body = "\n".join(render(result, "text").splitlines()[2:])
    # The scale of a drawing has ticks of its own.
    lines = [line for line in body.splitlines() if not line.startswith("  points   ")]
    shown = _tokens(render(result, "markdown"))
    kept = "\n".join(lines).partition("sig:")[0]
    if isinstance(result, Comparison):
        assert _tokens(kept) <= shown
        table = found.block("difference")
        assert table is not None
        flat = render(result, "latex").replace("$", "").replace("-", "\N{MINUS SIGN}")
        assert all(cell in flat for cell in table.rows[0][1:3] if "un" not in cell and cell != "–")
    _in_json(result)


def _in_json(result: Result) -> None:
    """Each cell of the first two tables is a number of the JSON within its rounding."""
    rows = json.loads(render(result, "json"))["rows"]
    keys = ("estimate", "low", "high", "k", "n", "pvalue", "statistic")
    known = [float(r[k]) for r in rows for k in keys if r[k] is not None]
    known += [100 * v for v in known]
    for block in document(result).blocks:
        if block.key not in {"accuracy", "difference"}:
            continue
        cells = [c for row in block.rows for c in row[1:] if not c.startswith(("McN", "sign"))]
        exact = [c for c in cells if not c.startswith(("<", ">"))]
        for number, half in numbers(" ".join(exact).replace("/", " ")):
            near = min(abs(abs(number) - abs(v)) - 1e-9 * abs(v) for v in known)
            assert near <= half + 1e-9


def test_forms_are_named() -> None:
    assert set(FORMS) == {"text", "markdown", "latex", "html", "json", "csv", "notebook"}
    with pytest.raises(UsageError, match="form must be one of text"):
        render(mock_up(), "pdf")


def test_brief_markdown_is_the_headline_and_what_is_excluded() -> None:
    whole, brief = (render(mock_up(), "markdown", brief=b) for b in (False, True))
    assert brief.startswith("**UNDECIDED: ")
    assert brief.count("\n\n") == 1
    assert brief in whole + "\n"
    assert "of vit\\_b16 is" in brief
    assert render(scored(labelled(k=1)), "markdown", brief=True).startswith("**2 models: ")


@pytest.mark.parametrize("form", ["latex", "html", "json", "csv", "notebook"])
def test_options_that_a_form_has_not_are_refused(form: str) -> None:
    with pytest.raises(UsageError, match=f"{form} has no option brief; .* text and markdown"):
        render(mock_up(), form, brief=True)
    assert render(mock_up(), form, brief=False, verbose=False) == render(mock_up(), form)


def test_options_that_do_not_exist_are_refused() -> None:
    with pytest.raises(UsageError, match=r"text has no option colour\. Leave it out"):
        render(mock_up(), colour=True)
    with pytest.raises(UsageError, match=r"no option full; it is for latex\."):
        render(mock_up(), "markdown", full=True)


def test_results_render_themselves() -> None:
    result = mock_up()
    assert str(result) == render(result)
    assert result.to_markdown() == render(result, "markdown")
    assert result.to_latex(full=True) == render(result, "latex", full=True)
    assert (result.to_json(), result.to_csv()) == (render(result, "json"), render(result, "csv"))
