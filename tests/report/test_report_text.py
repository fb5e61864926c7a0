"""Reports for a terminal: narrow, plain, and complete."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from report.made import HOSTILE, everything, labelled, mock_up, pair, scored, two

from compare import Comparison, Evaluation, Table
from compare.report.names import width
from compare.report.strips import Axis, Span, bar, ceiling
from compare.report.text import render


def widest(text: str) -> int:
    return max(width(line) for line in text.splitlines())


@pytest.mark.parametrize("result", everything())
@pytest.mark.parametrize("verbose", [False, True])
def test_no_line_is_wider_than_80_and_all_is_ascii(
    result: Comparison | Evaluation, verbose: bool
) -> None:
    text = render(result, verbose=verbose)
    assert widest(text) <= 80
    assert text.isascii()
    assert "\x1b" not in text
    assert not any(line != line.rstrip() for line in text.splitlines())


LEVELS = st.sampled_from([0.5, 0.8, 0.95, 0.99, 0.999, 0.9999999])
SIZES = st.integers(0, 9).flatmap(lambda digits: st.integers(0, 10**digits))
NAMED = st.text(max_size=40) | st.text("模e\u0301a -", max_size=200)


@settings(max_examples=150, deadline=None)
@given(st.lists(SIZES, min_size=4, max_size=4), NAMED, NAMED, LEVELS, st.none() | st.floats(0, 0.9))
def test_no_comparison_is_wider_than_80(
    counts: list[int], first: str, second: str, level: float, margin: float | None
) -> None:
    names = (first, second if second != first else f"{second}2")
    result = pair(*counts, names=names, confidence_level=level, margin=margin or None)
    assert widest(render(result)) <= 80
    assert widest(render(result, ascii=True, verbose=True)) <= 80


@settings(max_examples=100, deadline=None)
@given(st.lists(NAMED, min_size=1, max_size=4, unique=True), LEVELS, st.integers(1, 400))
def test_no_evaluation_is_wider_than_80(names: list[str], level: float, n: int) -> None:
    result = scored(labelled(n, 2, names=names, labels=[0, names[0]]), confidence_level=level)
    assert widest(render(result)) <= 80


def test_names_that_differ_by_their_dashes_alone_are_numbered() -> None:
    text = render(pair(5, 2, 1, 1, names=("a-b", "a\N{EN DASH}b")))
    assert text.startswith("a-b (2) vs a-b ")
    assert widest(render(pair(5, 2, 1, 1, names=("\N{PLUS-MINUS SIGN}" * 20, "b")))) <= 80


def test_a_scale_that_ends_at_100_fits() -> None:
    for n in range(1, 60):
        table = labelled(n, 2, names=("m" * 58, "n" * 58))
        assert widest(render(scored(table))) <= 80


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_no_name_breaks_the_page(name: str, ascii_only: bool) -> None:
    table = labelled(names=(name, "y" * 60), labels=["x" * 60, name + "!", "c"])
    for result in (two(table, margin=0.02), scored(table)):
        for brief, verbose in ((True, False), (False, True)):
            text = render(result, ascii=ascii_only, brief=brief, verbose=verbose)
            assert widest(text) <= 80
            assert text.isascii() or not ascii_only
            assert all(c == "\n" or c.isprintable() for c in text)


@pytest.mark.parametrize("k", [1, 2, 12, 20, 21, 50])
@pytest.mark.parametrize("metric", ["accuracy", "balanced"])
def test_any_number_of_classes_fits(k: int, metric: str) -> None:
    table = labelled(n=500, k=k, names=("a" * 60, "a" * 59 + "b"))
    assert widest(render(two(table, metric=metric))) <= 80
    assert widest(render(scored(table, metric=metric))) <= 80


def test_large_counts_fit() -> None:
    counts = (7 * 10**8, 10**8, 10**8 + 50_000, 10**8 - 50_000)
    text = render(pair(*counts, names=("n" * 60, "m" * 60)), verbose=True)
    assert widest(text) <= 80
    assert "1,000,000,000 items" in text


def test_the_page_of_the_mock_up() -> None:
    lines = render(mock_up()).splitlines()
    assert lines[0] == (
        "vit_b16 vs resnet50                                1,000 items, paired by counts"
    )
    assert lines[2] == "  UNDECIDED: the 0.9-point lead of vit_b16 is within sampling noise."
    assert lines[3:5] == [
        "  The data rule out leads of more than 3.4 points for vit_b16 and 1.6 points for",
        "  resnet50 (95% interval).",
    ]
    text = "\n".join(lines)
    assert "  resnet50  861/1,000      86.1  [83.8, 88.1]" in text
    assert "margin: none set    < resnet50" in text
    assert lines[-1].startswith("sig: acc|n1000|")


def test_brief_is_the_headline_and_what_is_excluded() -> None:
    assert len(render(mock_up(), brief=True).splitlines()) == 3
    assert render(scored(Table.from_correct(5, 9)), brief=True).count("\n") == 0


def test_verbose_adds_data_methods_sources_and_terms() -> None:
    short, long = render(mock_up()), render(mock_up(), verbose=True)
    assert set(short.splitlines()) <= set(long.splitlines())
    for word in ("  data", "  methods  ", "  sources  ", "  terms    "):
        assert word in long
        assert word not in short


def test_colour_marks_the_verdict_and_nothing_else() -> None:
    plain, coloured = render(mock_up()), render(mock_up(), color=True)
    assert coloured != plain
    assert coloured.replace("\x1b[36m\x1b[1mUNDECIDED:\x1b[0m", "UNDECIDED:") == plain
    assert "\x1b" not in render(scored(labelled()), color=True)


def test_the_drawing_agrees_with_the_verdict() -> None:
    text = render(pair(100, 15, 6, 5))
    drawn = next(line for line in text.splitlines() if line.startswith("  accuracy            "))
    assert drawn.count("]") == 1
    text = render(mock_up(margin=0.02))
    assert "  margin              " in text
    assert "(" in next(line for line in text.splitlines() if line.startswith("  margin    "))


def test_one_sided_drawings_are_open() -> None:
    text = render(mock_up(alternative="greater"))
    drawn = next(line for line in text.splitlines() if line.startswith("  accuracy            "))
    assert drawn.endswith(">")
    assert "from -1.2" in text


def test_no_drawing_without_an_interval() -> None:
    assert "points   " not in render(pair(0, 0, 0, 0)).split("test")[1]
    assert "[" not in render(scored(labelled(n=0)))


def test_models_stand_on_one_axis() -> None:
    lines = render(scored(labelled())).splitlines()
    drawn = [
        line for line in lines if line.startswith(("  first   ", "  second  ")) and "o" in line
    ]
    assert len([line for line in drawn if "[--" in line]) == 2


def test_shortened_names_are_given_in_full() -> None:
    long = "a" * 40 + "b" * 40
    text = render(two(labelled(names=(long, "short"))))
    flat = "".join(text.split())
    assert long in flat
    assert "  names " in text


def test_bars_make_way_for_wide_tables() -> None:
    def bars(text: str) -> int:
        return max(line.count("#") for line in text.splitlines())

    counts = (700_000, 100_000, 100_000, 100_000)
    assert bars(render(pair(*counts))) == 24
    assert bars(render(pair(*counts, names=("a" * 60, "b" * 60)))) < 24


def test_axes_keep_values_off_zero() -> None:
    axis = Axis.around_zero([3.4, -1.0], 40)
    assert (axis.low, axis.high, axis.columns) == (-4.0, 4.0, 41)
    assert [axis.column(x) for x in (-5, -1e-9, 0, 1e-9, 9)] == [0, 19, 20, 21, 40]
    assert axis.draw(Span(float("nan"), float("nan"), float("nan"))).count(":") == 1


def test_long_names_stand_above_their_data() -> None:
    text = render(two(labelled(names=("a" * 26, "b"))), verbose=True)
    assert f"\n  {'a' * 26}\n" + " " * 26 + "400 rows" in text


def test_bars_and_ceilings() -> None:
    assert (bar(0, 9, 9), bar(1, 900, 9), bar(9, 9, 9)) == ("", "#", "#" * 9)
    assert (ceiling(0.0), ceiling(1.0), ceiling(9.7), ceiling(0.031)) == (1.0, 1.0, 10.0, 0.04)


def test_writing_text_loads_nothing_heavy() -> None:
    program = (
        "import sys, compare, compare.report\n"
        "light = set(sys.modules)\n"
        "print(compare.two(compare.Table.from_pairs(9, 1, 2, 1)).summary())\n"
        "heavy = {'pandas', 'matplotlib', 'jinja2', 'duckdb', 'narwhals', 'statsmodels', 'click'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
        "assert not {'tabulate', 'scipy'} & light\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert b"UNDECIDED" in done.stdout
