"""Figures: what they show, that nothing is cut off or overlaps, that they leave no trace."""

import itertools
import math
import re
import subprocess
import sys
from dataclasses import replace
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from report.made import HOSTILE, Cost, labelled, mock_up, pair, scored, two

from compare import Comparison, Evaluation, Table, UsageError
from compare.report import figures, words
from compare.report.figures import fit, sheet
from compare.report.figures.classes import MOST, classes_panel
from compare.report.figures.difference import difference_panel
from compare.report.figures.forest import forest_panel

LONG = ("resnet50-imagenet1k-v2-finetuned-lr3e-4a", "vit-base-patch16-224-augreg-in21k-ft-1kb")
Result = Comparison | Evaluation


def codes(*cells: tuple[int, int, int, int]) -> Table:
    """Table of two classes from (label, first answer, second answer, items)."""
    label, first, second, n = zip(*cells, strict=True)
    return Table.from_codes(["a", "b"], ["m1", "m2"], label, np.c_[first, second], n=n)


def hollow(result: Comparison) -> Comparison:
    """Comparison all of whose numbers are undefined."""
    nothing: dict[str, Any] = {"value": math.nan, "low": math.nan, "high": math.nan, "n": 0}
    scores = tuple(
        replace(s, estimates=tuple(replace(e, **nothing) for e in s.estimates))
        for s in result.scores
    )
    first = replace(result.primary, difference=replace(result.difference, **nothing))
    return replace(result, scores=scores, primary=first, secondary=(), majority=())


MANY = [f"a class with a rather long name number {i}" for i in range(50)]
CROWD = [f"a rather long model name, no. {i:011d}" for i in range(50)]

RESULTS: dict[str, Any] = {
    "pairs": lambda: mock_up(margin=0.02),
    "labels": lambda: two(labelled(), margin=0.3),
    "long": lambda: two(labelled(names=LONG)),
    "sides": lambda: mock_up(alternative="greater", margin=0.01),
    "less": lambda: two(labelled(), alternative="less"),
    "error": lambda: two(labelled(), metric="error"),
    "balanced": lambda: two(labelled(), metric="balanced"),
    "one": lambda: two(codes((0, 0, 1, 1))),
    "same": lambda: two(codes((0, 0, 0, 40), (1, 0, 0, 9))),
    "wrong": lambda: two(codes((0, 1, 1, 20), (1, 0, 0, 20))),
    "right": lambda: two(codes((0, 0, 0, 20), (1, 1, 1, 20))),
    "large": lambda: pair(760_000, 70_123, 80_456, 89_421),
    "undefined": lambda: hollow(two(labelled())),
    "fifty": lambda: two(labelled(3000, 50, labels=MANY)),
    "model": lambda: scored(labelled(names=("only",))),
    "models": lambda: scored(labelled(names=CROWD[:12])),
    "crowd": lambda: scored(labelled(names=CROWD)),
    "twenty": lambda: scored(labelled(2000, 20, names=("m",), labels=MANY[:20])),
    "correct": lambda: scored(Table.from_correct(87, 100)),
}
CLASSLESS = {"pairs", "sides", "large", "correct"}


@pytest.fixture(scope="session")
def made() -> dict[str, Result]:
    return {name: make() for name, make in RESULTS.items()}


def shown(name: str) -> list[tuple[str, str]]:
    evaluated = name in {"model", "models", "crowd", "twenty", "correct"}
    kinds = figures.KINDS["evaluation" if evaluated else "comparison"]
    return [(name, k) for k in kinds if name not in CLASSLESS or k not in ("classes", "confusion")]


CASES = [case for name in RESULTS for case in shown(name)]


def boxes(drawn: Figure) -> list[tuple[str, Bbox]]:
    """Texts of a figure with the pixels that they cover."""
    canvas = FigureCanvasAgg(drawn)
    canvas.draw()  # type: ignore[no-untyped-call]
    texts = [
        t
        for t in drawn.findobj(Text)
        if isinstance(t, Text) and t.get_visible() and t.get_text().strip()
    ]
    return [(t.get_text(), t.get_window_extent()) for t in texts]


def check(drawn: Figure) -> None:
    found = boxes(drawn)
    width, height = drawn.bbox.size
    for text, box in found:
        inside = box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height
        assert inside, f"{text!r} is cut off: {box} in {drawn.bbox}"
    for (one, a), (other, b) in itertools.combinations(found, 2):
        across = min(a.x1, b.x1) - max(a.x0, b.x0)
        down = min(a.y1, b.y1) - max(a.y0, b.y0)
        assert across <= 1 or down <= 2, f"{one!r} and {other!r} overlap by {across} x {down}"


@pytest.mark.parametrize("width", [3.3, 6.75])
@pytest.mark.parametrize(("name", "kind"), CASES)
def test_no_text_is_cut_off_or_overlaps_another(
    made: dict[str, Result], name: str, kind: str, width: float
) -> None:
    check(figures.figure(made[name], (kind,), width))


@pytest.mark.parametrize("width", ["column", "page"])
def test_forest_and_difference_share_a_sheet(made: dict[str, Result], width: str) -> None:
    drawn = figures.figure(made["labels"], width=width)
    check(drawn)
    assert len(drawn.axes) == 2
    assert drawn.get_figwidth() == figures.WIDTHS[width]
    below = drawn.axes[0].get_position().y0 > drawn.axes[1].get_position().y1
    assert below == (width == "column")


@pytest.mark.parametrize(("name", "kind"), [*shown("labels"), *shown("model")])
def test_axes_given_are_the_ones_drawn_into(made: dict[str, Result], name: str, kind: str) -> None:
    before = dict(mpl.rcParams)
    drawn = Figure(figsize=(6, 4))
    left, right = drawn.subplots(1, 2)
    assert figures.plot(made[name], kind, ax=right) is right
    assert not left.texts
    assert not left.lines
    assert dict(mpl.rcParams) == before
    pyplot = sys.modules.get("matplotlib.pyplot")
    assert pyplot is None or not pyplot.get_fignums()


def test_every_kind_is_named_once_and_can_be_drawn(made: dict[str, Result]) -> None:
    assert sorted(figures.ALL_KINDS) == sorted(set(sheet._DRAW))
    for kind in figures.ALL_KINDS:
        assert figures.alt_text(made["model" if kind == "confusion" else "labels"], kind)


def test_default_kinds(made: dict[str, Result]) -> None:
    assert "favours" in " ".join(t.get_text() for t in made["labels"].plot().texts)
    assert made["model"].plot().get_xlabel().startswith("accuracy (%)")
    assert figures.figure(made["model"]).axes


def test_drawing_leaves_the_result_as_it_was(made: dict[str, Result]) -> None:
    before = made["labels"].to_json()
    made["labels"].plot("classes")
    assert made["labels"].to_json() == before


def test_keyword_arguments_reach_the_artists(made: dict[str, Result]) -> None:
    ax = made["labels"].plot(
        "forest",
        sort=True,
        line_kw={"lw": 7.5},
        marker_kw={"ms": 11.5},
        text_kw={"fontstyle": "italic"},
    )
    assert any(line.get_linewidth() == 7.5 for line in ax.lines)
    assert any(line.get_markersize() == 11.5 for line in ax.lines)
    assert {t.get_fontstyle() for t in ax.texts} == {"italic"}
    bars = made["labels"].plot("discordance", bar_kw={"hatch": "//"})
    assert {p.get_hatch() for p in bars.patches} == {"//"}
    heat = made["model"].plot("confusion", model="only", mesh_kw={"cmap": "Greys"})
    assert heat.collections[0].get_cmap().name == "Greys"


def test_sorted_forest_begins_with_the_highest(made: dict[str, Result]) -> None:
    values = [line.value for line in forest_panel(made["models"], sort=True).lines[:12]]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_alt_text_holds_the_numbers_of_the_report(
    made: dict[str, Result], name: str, kind: str
) -> None:
    text = figures.alt_text(made[name], kind)
    report = words.document(made[name])
    if name == "undefined":
        assert kind not in ("forest", "difference") or "undefined" in text
    elif kind in ("forest", "difference"):
        block = report.block({"forest": "accuracy"}.get(kind, kind))
        assert block is not None
        wanted = ("interval" in head or "one-" in head for head in block.header)
        first = list(wanted).index(True)
        for row in block.rows[: 1 if name == "error" and kind == "difference" else None]:
            assert row[first - 1] in text
            assert row[first] in text
    elif kind == "discordance":
        block = report.block("pairs")
        assert block is not None
        assert all(row[1] in text for row in block.rows[:4])
    assert "\N{NO-BREAK SPACE}" not in text


def test_classes_carry_the_numbers_of_the_table(made: dict[str, Result]) -> None:
    block = words.document(made["labels"]).block("classes")
    assert block is not None
    lines = {line.name: line.cells for line in classes_panel(made["labels"]).lines}
    for row in block.rows:
        assert lines[f"{row[0]} ({row[1]})"] == (f"{row[4]} {row[5]}", row[7])


def test_metric_on_a_scale_of_its_own_is_not_drawn_in_percent() -> None:
    result = two(labelled(), metric=Cost(), margin=0.5)
    for kind in figures.KINDS["comparison"]:
        check(figures.figure(result, (kind,), 3.3))
    line = difference_panel(result).lines[0]
    assert line.value == pytest.approx(result.difference.value)
    assert [c.metric for c in (result.primary, *result.secondary)][1:]
    assert len(difference_panel(result).lines) == 1
    assert "points" not in figures.alt_text(result, "difference")
    assert "margin of ±0.5." in figures.alt_text(result, "difference")
    assert "cost (%)" not in figures.alt_text(result, "forest")
    assert [line.name for line in classes_panel(result).lines[:2]] == [
        "accuracy",
        "balanced accuracy",
    ]


def test_long_names_leave_the_minus_sign_of_a_difference() -> None:
    result = two(labelled(names=("a$" * 100, "b" * 200)))
    label = difference_panel(result).label
    first, second = label.removesuffix(" (points)").split(" \N{MINUS SIGN} ")
    assert first.startswith("bbb")
    assert second.startswith(r"a\$a\$")
    for width in (3.3, 6.75):
        check(figures.figure(result, ("difference",), width))
        texts = " ".join(t for t, _ in boxes(figures.figure(result, ("classes",), width)))
        assert "\N{MINUS SIGN}" in texts


def test_small_classes_are_summed_up(made: dict[str, Result]) -> None:
    result = made["fifty"]
    assert isinstance(result, Comparison)
    panel = classes_panel(result)
    sizes = [int(re.findall(r"\((\d+)\)", line.name)[-1]) for line in panel.lines[2:-1]]
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) == MOST
    rest = len(result.classes) - MOST
    assert panel.lines[-1].name.startswith(f"{rest} smaller classes")


def test_marks_follow_the_adjusted_p() -> None:
    result = two(codes((0, 0, 0, 60), (0, 1, 0, 30), (1, 1, 1, 30), (1, 0, 1, 2)))
    marked = [line.filled for line in classes_panel(result).lines[2:]]
    assert marked == [True, False]
    assert [line.cells[1].endswith("*") for line in classes_panel(result).lines[2:]] == marked


def test_error_rate_favours_the_other_side(made: dict[str, Result]) -> None:
    result = made["error"]
    assert isinstance(result, Comparison)
    assert difference_panel(result).sides[0] == ("← favours second", "favours first →")
    assert classes_panel(result).sides[0] == ("← favours first", "favours second →")
    # Balanced accuracy is better where it is greater, so it has no row beside the error rate.
    assert len(difference_panel(result).lines) == 1


def test_thick_line_is_the_interval_for_the_margin(made: dict[str, Result]) -> None:
    result = made["pairs"]
    assert isinstance(result, Comparison)
    line = difference_panel(result).lines[0]
    assert line.inner == pytest.approx([100 * v for v in result.equivalence])
    assert line.low < line.inner[0] < line.inner[1] < line.high
    assert math.isnan(difference_panel(RESULTS["sides"]()).lines[0].inner[0])


def test_open_end_has_an_arrow(made: dict[str, Result]) -> None:
    result = made["sides"]
    assert isinstance(result, Comparison)
    line = difference_panel(result).lines[0]
    assert line.high == math.inf
    assert ">" in {drawn.get_marker() for drawn in made["sides"].plot().lines}
    assert "<" in {drawn.get_marker() for drawn in made["less"].plot().lines}


def test_window_holds_every_interval(made: dict[str, Result]) -> None:
    for result in made.values():
        panel = forest_panel(result)
        models = [line for line in panel.lines if line.color == "#0072b2"]
        for line in models:
            assert not line.low < panel.window[0]
            assert not line.high > panel.window[1]


@pytest.mark.parametrize("kind", ["forest", "difference", "discordance", "classes"])
@pytest.mark.filterwarnings("ignore:Glyph")
def test_hostile_names_are_drawn_as_they_are(kind: str) -> None:
    for first, second in zip(HOSTILE[::2], HOSTILE[1::2], strict=True):
        result = two(labelled(50, 2, names=(first, second), labels=(first + "c", second + "c")))
        boxes(figures.figure(result, (kind,), 3.3))


def test_unknown_kind_and_width_are_refused(made: dict[str, Result]) -> None:
    with pytest.raises(UsageError, match="kind must be one of difference, forest"):
        figures.plot(made["labels"], "confusion")
    with pytest.raises(UsageError, match="kind must be one of"):
        figures.plot(made["labels"], 3)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="width must be one of column, page"):
        figures.figure(made["labels"], width="wide")
    with pytest.raises(UsageError, match="between 2 and 20 inches"):
        figures.figure(made["labels"], width=0.5)


def test_figures_that_the_data_do_not_allow_are_refused(made: dict[str, Result]) -> None:
    for result in (made["pairs"], made["correct"]):
        with pytest.raises(UsageError, match="needs the true classes"):
            figures.plot(result, "classes")
    with pytest.raises(UsageError, match="here there are none"):
        figures.plot(made["correct"], "confusion")
    with pytest.raises(UsageError, match="20 at most; here there are 50"):
        figures.plot(scored(labelled(3000, 50, names=("m",))), "confusion")


def test_import_is_light() -> None:
    code = (
        "import sys, compare.report.figures, compare.report.html; "
        "sys.exit(bool({'matplotlib', 'jinja2', 'pandas'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_confusion_tells_the_frequent_answers(made: dict[str, Result]) -> None:
    result = scored(codes((0, 0, 0, 40), (0, 1, 1, 2)).project("m1"))
    assert "a: 40 a, 2 b" in figures.alt_text(result, "confusion")
    assert "b: no items" in figures.alt_text(result, "confusion")
    assert isinstance(made["model"].plot("confusion"), Axes)


class TestFit:
    def test_plain_text_holds_no_mathematics(self) -> None:
        assert fit.plain("$x$\n") == r"\$x\$\n"

    def test_shortened_text_fits(self) -> None:
        for room in (20.0, 60.0, 120.0):
            short = fit.shorten("a rather long name of a model", room, 8.0)
            assert "…" in short
            assert fit.width(short, 8.0) <= room
        assert fit.shorten("ab", 500.0, 8.0) == "ab"
        assert fit.shorten("wide", 1.0, 8.0) == "w…"

    @pytest.mark.parametrize(
        "text", ["one two three four five", "a-b-c-d-e-f-g-h-i-j-k-l", "x" * 40]
    )
    def test_wrapped_lines_fit_and_lose_nothing(self, text: str) -> None:
        lines = fit.wrap(text, 60.0, 8.0, 9)
        assert len(lines) > 1
        assert all(fit.width(line, 8.0) <= 60.0 for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")

    def test_last_line_is_shortened(self) -> None:
        assert "…" in fit.wrap("word " * 50, 60.0, 8.0, 2)[-1]
        assert fit.wrap("", 60.0, 8.0) == []


def test_sheet_names_what_it_shows(made: dict[str, Result]) -> None:
    shown_now = sheet.drawing(made["long"], "difference")
    assert LONG[1] in sheet.describe([shown_now])
