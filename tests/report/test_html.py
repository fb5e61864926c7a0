"""The HTML page: structure, names made harmless, nothing loaded, the numbers of the report."""

import json
import re
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest
from report.made import HOSTILE, everything, labelled, mock_up, pair, scored, two

import compare
from compare import Comparison, Evaluation, Table
from compare.report import as_json, html, words
from compare.report.blocks import Context
from compare.report.checklist import NOT_STATED, checklist
from compare.report.names import Names, visible
from compare.report.numbers import Style

VOID = {"meta", "br", "hr", "img", "input", "link"}
Result = Comparison | Evaluation


class Page(HTMLParser):
    """Elements of a page in their order, with attributes, text and the names of their parents."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[dict[str, Any]] = []
        self.open: list[dict[str, Any]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        inside = [e["tag"] for e in self.open]
        assert len({name for name, _ in attrs}) == len(attrs)
        element = {"tag": tag, "attrs": dict(attrs), "text": "", "inside": inside}
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1]["tag"] == tag, f"</{tag}> where {self.open[-1]} is open"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element["text"] += data

    def all(self, *tags: str) -> list[dict[str, Any]]:
        return [e for e in self.elements if e["tag"] in tags]


@pytest.fixture(scope="module")
def pages() -> list[tuple[Result, str, Page]]:
    results: list[Result] = [
        mock_up(margin=0.04),
        two(labelled()),
        scored(labelled(k=12)),
        pair(0, 0, 0, 0),
    ]
    return [(r, t, Page(t)) for r in results for t in [html.render(r)]]


def test_every_element_is_closed(pages: list[tuple[Result, str, Page]]) -> None:
    for _, text, page in pages:
        assert not page.open
        assert text.lstrip().startswith("<!DOCTYPE html>")


def test_landmarks_and_headings(pages: list[tuple[Result, str, Page]]) -> None:
    for _, _, page in pages:
        assert page.all("html")[0]["attrs"]["lang"] == "en"
        assert page.all("title")[0]["text"].strip()
        for tag in ("header", "main", "footer", "h1"):
            assert len(page.all(tag)) == 1
        levels = [int(e["tag"][1]) for e in page.all("h1", "h2", "h3", "h4")]
        assert levels[0] == 1
        assert all(b - a <= 1 for a, b in pairwise(levels))


def test_identifiers_are_unique_and_references_lead_somewhere(
    pages: list[tuple[Result, str, Page]],
) -> None:
    for _, text, page in pages:
        named = Counter(e["attrs"]["id"] for e in page.elements if "id" in e["attrs"])
        assert set(named.values()) == {1}
        wanted = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text))
        for e in page.elements:
            wanted |= {(name, "") for name in e["attrs"].get("aria-labelledby", "").split()}
        assert {a or b for a, b in wanted} <= set(named)


def test_tables_have_captions_and_scopes(pages: list[tuple[Result, str, Page]]) -> None:
    for _, _, page in pages:
        assert len(page.all("caption")) == len(page.all("table")) > 0
        assert all(e["attrs"].get("scope") in {"col", "row"} for e in page.all("th"))
        assert all(e["text"].strip() for e in page.all("th", "caption"))


def test_figures_have_title_description_and_caption(
    pages: list[tuple[Result, str, Page]],
) -> None:
    for _, _, page in pages:
        drawings = page.all("svg")
        assert drawings
        assert all(e["attrs"]["role"] == "img" for e in drawings)
        assert len(page.all("desc")) == len(drawings) == 2 * len(page.all("figcaption"))
        assert Counter(e["attrs"]["class"] for e in drawings) == {
            "wide": len(drawings) // 2,
            "narrow": len(drawings) // 2,
        }


def test_nothing_is_loaded_or_run(pages: list[tuple[Result, str, Page]]) -> None:
    for _, text, page in pages:
        assert not page.all("script", "link", "img", "iframe", "object", "embed")
        for e in page.elements:
            assert not any(name.startswith("on") for name in e["attrs"])
            for name in ("src", "href", "xlink:href", "data", "action"):
                assert e["attrs"].get(name, "#").startswith("#")
        assert "@import" not in text
        assert "http" not in "".join(e["text"] for e in page.all("style"))
        assert not re.search(r"url\((?!#)", text)


def test_page_holds_the_numbers_of_the_report(pages: list[tuple[Result, str, Page]]) -> None:
    for result, _, page in pages:
        report = words.document(result)
        cells = Counter(e["text"].strip() for e in page.all("td", "th"))
        for block in report.blocks:
            if block.key != "pairs":
                assert not Counter(c for row in block.rows for c in row if c) - cells
        whole = page.all("body")[0]["text"]
        sentences = [*report.notes, *report.references, report.methods, report.signature]
        for sentence in [*sentences, report.excluded]:
            assert sentence in whole


def test_crossed_counts_add_up(pages: list[tuple[Result, str, Page]]) -> None:
    _, _, page = pages[0]
    rows = [e["text"].split() for e in page.all("tr") if "74" in e["text"].split()]
    assert ["resnet50", "right", "787", "74", "861"] in rows
    assert any("870" in e["text"] and "1,000" in e["text"] for e in page.all("tr"))


def test_record_reads_back(pages: list[tuple[Result, str, Page]]) -> None:
    for result, _, page in pages:
        record = next(e for e in page.all("pre") if e["attrs"]["id"] == "record")
        assert json.loads(record["text"]) == json.loads(as_json.render(result))


def test_heavy_record_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "_MOST_RECORD", 10)
    page = Page(html.render(mock_up()))
    assert not page.all("pre")
    assert "to_json()" in page.all("main")[0]["text"]


def test_pages_are_light_and_the_same_each_time(pages: list[tuple[Result, str, Page]]) -> None:
    for result, text, _ in pages:
        assert len(text.encode()) < 1_000_000
        assert html.render(result) == text


def test_many_models_and_classes_stay_below_a_megabyte() -> None:
    names = [f"model {i}" for i in range(10)]
    assert len(html.render(scored(labelled(1000, 10, names=names))).encode()) < 1_000_000
    assert len(html.render(two(labelled(3000, 50))).encode()) < 1_000_000


def test_colours_follow_the_page(pages: list[tuple[Result, str, Page]]) -> None:
    for _, text, page in pages:
        style = page.all("style")[0]["text"]
        assert "prefers-color-scheme: dark" in style
        assert "@media print" in style
        roles = set(re.findall(r"var\(--([a-z]+)\)", text))
        assert {"ink", "muted", "candidate", "baseline"} <= roles
        assert all(style.count(f"--{role}:") == 3 for role in roles)
        # A style inside a figure would reach the whole page.
        assert "<style" not in "".join(re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL))


def test_rendering_leaves_rcparams_alone(pages: list[tuple[Result, str, Page]]) -> None:
    before = dict(mpl.rcParams)
    html.render(pages[0][0])
    assert dict(mpl.rcParams) == before


@pytest.mark.parametrize("names", [*zip(HOSTILE[::2], HOSTILE[1::2], strict=True)], ids=repr)
def test_hostile_names_are_text(names: tuple[str, str]) -> None:
    labels = [f"</pre></style><script>{name}" for name in names]
    table = labelled(60, 2, names=names, labels=labels)
    for result in (two(table), scored(table.project(names[0]))):
        page = Page(html.render(result))
        assert not page.open
        assert not page.all("script", "img")
        assert {e["tag"] for e in page.elements} <= KNOWN
        small = Page(html.notebook(result))
        assert not small.open
        for name in result.table.models:
            assert visible(name) in page.all("main")[0]["text"]
            assert visible(name) in small.elements[0]["text"]


KNOWN = {
    *("html", "head", "meta", "title", "style", "body", "a", "header", "main", "footer"),
    *("section", "h1", "h2", "h3", "p", "strong", "b", "code", "span", "ul", "ol", "li"),
    *("dl", "dt", "dd", "div", "table", "caption", "thead", "tbody", "tr", "th", "td"),
    *("figure", "figcaption", "svg", "desc", "g", "path", "use", "text", "tspan", "defs"),
    *("clippath", "rect", "details", "summary", "pre"),
}


@pytest.mark.parametrize("result", everything(), ids=repr)
def test_every_result_gives_a_page_and_a_table(result: Result) -> None:
    page = Page(html.render(result))
    assert not page.open
    assert {e["tag"] for e in page.elements} <= KNOWN
    assert words.document(result).title in page.all("h1")[0]["text"]
    assert not Page(html.notebook(result)).open


def test_margin_is_told_where_it_is_set() -> None:
    for result, margin in ((mock_up(), "none set"), (mock_up(margin=0.005), "0.5 points")):
        page = Page(html.render(result))
        found = {e["text"].strip() for e in page.all("div") if "margin" in e["text"][:8]}
        assert found == {f"margin{margin}"}
    # On a scale of its own a margin is no number of points.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("compare.report.blocks.Context.style", lambda *_: Style(1, factor=1.0))
        assert "margin</dt><dd>0.5<" in html.render(mock_up(margin=0.5))


def test_notebook_table_is_scoped_and_silent() -> None:
    text = html.notebook(mock_up())
    page = Page(text)
    assert not page.all("script")
    style = page.all("style")[0]["text"]
    selectors = re.findall(r"([^{}]+)\{", style)
    parts = [part.strip() for s in selectors for part in s.split(",")]
    assert all(part.startswith(".compare-models") for part in parts)
    assert not re.search(r"#[0-9a-f]{3,6}\b", style)  # the notebook's own colours
    assert "UNDECIDED" in text
    assert [e["text"] for e in page.all("caption")][1].startswith("Difference")
    assert len(Page(html.notebook(scored(Table.from_correct(8, 9)))).all("table")) == 1


def test_results_render_through_their_methods() -> None:
    result = mock_up()
    assert result.to_html() == html.render(result)
    assert result._repr_html_() == html.notebook(result)


def listed(result: Result) -> dict[str, str]:
    """Rows of a result's checklist."""
    context = Context(result, Names.of(result.table))
    rows = checklist(context, words.document(result)).rows
    assert all(item and stated for item, stated in rows)
    assert len({row[0] for row in rows}) == len(rows)
    return dict(rows)  # type: ignore[arg-type]  # rows of two cells


BLANK = {
    "data set: name, version, split, hash",
    "runs, seeds or splits, and what varied",
    "power, smallest gap that could be detected",
    "pre-specified or exploratory",
    "selection on the same test set",
    "command, time, input hashes",
}


def test_the_checklist_of_the_digits_leaves_blank_what_only_the_author_knows() -> None:
    digits = Path(__file__).parents[2] / "examples" / "digits"
    result = compare.two(digits / "softmax.csv", digits / "knn.csv", rng=0, n_resamples=100)
    rows = listed(result)
    assert {item for item, stated in rows.items() if stated == NOT_STATED} == BLANK
    assert "pred" in rows["decision rule, score scale, label map"]
    assert rows["chance"] == "Guessing among the 10 classes gives 10.0."
    assert "10 of classes, adjusted by Holm's method" in rows["tests run, adjustment"]
    assert rows["relative reduction of the error rate"] == "40%: from 10 to 6 wrong answers"
    page = Page(html.render(result))
    assert set(rows.values()) <= {e["text"].strip() for e in page.all("td")}


def test_the_checklist_fills_in_what_is_known() -> None:
    rows = listed(mock_up(margin=0.04))
    wanted = {
        "question": "does vit_b16 (candidate) beat resnet50 (baseline)?",
        "direction of the difference": "vit_b16 minus resnet50",
        "items": "1,000 scored, 0 left out",
        "accuracy of vit_b16": "870/1,000, 87.0% [84.8, 88.9], 95% Wilson score interval",
        "paired outcomes": "both right 787, only resnet50 right 74, only vit_b16 right 83, "
        "both wrong 56",
        "agreement on right and wrong": "84.3%",
        "correlation of the right answers": "0.33",
        "difference": "+0.9 points [−1.6, +3.4], 95% Tango score interval",
        "test and variant": "McNemar's mid-p test",
        "sides": "two-sided",
        "statistic": "83",
        "p": ".47",
        "margin of practical equivalence": "4 points, by two one-sided tests at .05 (90% interval)",
        "robustness, p of the valid tests": "exact .52, mid-p .47, chi2 .47, corrected chi2 .52: "
        "agree",
    }
    assert {item: rows[item] for item in wanted} == wanted
    assert rows["verdict"].startswith("PRACTICALLY EQUAL")
    assert "classes are not known" in rows["majority baseline"]


def test_the_checklist_of_degenerate_results_has_no_hole() -> None:
    for result in everything():
        rows = listed(result)
        assert "nan" not in repr(rows)
        assert ("test and variant" in rows) == isinstance(result, Comparison)
    assert listed(pair(0, 0, 0, 0))["difference"] == "undefined"
    assert listed(pair(0, 0, 0, 0))["accuracy of A"] == "undefined on 0 items"
    assert "makes no error" in listed(pair(9, 0, 0, 0))["relative reduction of the error rate"]
    worse = listed(pair(90, 5, 0, 5))["relative reduction of the error rate"]
    assert worse == "−100%: from 5 to 10 wrong answers"


def test_long_tables_may_break_over_printed_pages() -> None:
    page = Page(html.render(mock_up()))
    longest = {
        e["attrs"]["aria-labelledby"]
        for e in page.all("div")
        if "long" in e["attrs"].get("class", "")
    }
    assert longest == {"t-checklist"}
    assert ".scroll.long { break-inside: auto; }" in page.all("style")[0]["text"]


def test_settings_name_the_method_that_was_used() -> None:
    assert "wilson (the default)" in html.render(mock_up())
    assert "<dd>exact</dd>" in html.render(mock_up(interval="exact"))
