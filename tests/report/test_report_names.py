"""Names as shown: nothing hidden, nothing too wide, nothing that two models share."""

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st
from report.made import HOSTILE, labelled, scored, two

from compare import Table
from compare.report import figures, render
from compare.report.figures import inline, sheet
from compare.report.names import Names, quoted, shorten, unhidden, visible, width


@given(st.text())
def test_no_hidden_character_is_left(text: str) -> None:
    shown = visible(text)
    assert shown
    assert not any(unicodedata.category(c).startswith("C") for c in shown)


def test_escapes_are_visible() -> None:
    assert visible("a\x1b[31m") == r"a\x1b[31m"
    assert visible("\u202ex\ud800") == r"\u202ex\ud800"
    assert (visible(""), visible(" ")) == ('""', '" "')


def test_marks_and_blanks_do_not_pass_unseen() -> None:
    assert visible("\u0301a\u0301") == "\\u0301a\u0301"
    assert visible("\u3164") == r"\u3164"
    assert unhidden(" a\t") == r" a\t"
    assert unhidden("") == ""


def test_names_are_quoted_once() -> None:
    assert [quoted(visible(n)) for n in ("a", " a", "")] == ['"a"', '" a"', '""']
    table = labelled(30, 2, labels=[" a", "b"])
    assert 'always " a"' in render(scored(table))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=12), min_size=4, max_size=4, unique=True))
def test_no_form_lets_a_hidden_character_through(names: list[str]) -> None:
    table = labelled(40, 2, names=names[:2], labels=names[2:])
    for result in (two(table), scored(table)):
        for form in ("text", "markdown", "latex", "json", "csv", "notebook"):
            check(render(result, form))
        check(figures.alt_text(result))


def check(text: str) -> None:
    """Nothing in a text moves a cursor, reorders what is read or cannot be encoded."""
    hidden = {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert hidden <= {"\n"}


def test_no_file_lets_a_hidden_character_through() -> None:
    for names in zip(HOSTILE[::2], HOSTILE[1::2], strict=True):
        result = two(labelled(40, 2, names=names, labels=names))
        check(render(result, "html"))
        shown = sheet.drawing(result, "difference")
        check(inline.svg(shown, "key", "title"))


def test_names_that_look_alike_are_numbered() -> None:
    table = Table.from_codes([1, "1"], ["a\n", r"a\n"], [0, 1], [[0, 1], [1, 1]])
    names = Names.of(table)
    assert list(names.labels.values()) == ["1", "1 (2)"]
    assert list(names.models.values()) == [r"a\n", r"a\n (2)"]


@given(
    st.lists(st.text(st.characters(categories=["L", "N", "P"]), max_size=60)), st.integers(8, 30)
)
def test_short_names_fit_and_differ(names: list[str], columns: int) -> None:
    forms = shorten(names, columns)
    assert set(forms) == set(names)
    assert len(set(forms.values())) == len(forms)
    assert all(width(f) <= columns for f in forms.values())


def test_names_that_differ_in_the_middle_stay_distinct() -> None:
    names = [f"{'a' * 30}{i}{'b' * 30}" for i in range(12)]
    assert len(set(shorten(names, 8).values())) == 12


def test_columns_of_wide_and_combining_characters() -> None:
    assert (width("模型"), width("e\u0301"), width("abc")) == (4, 1, 3)


def test_names_of_a_table() -> None:
    table = Table.from_codes([1, "b" * 60], ["m", "x" * 60], [0, 1], [[0, 1], [1, 1]])
    names = Names.of(table, columns=12)
    assert names.models["m"] == "m"
    assert width(names.models["x" * 60]) == width(names.labels["b" * 60]) == 12
    assert names.labels[1] == "1"
    assert len({visible(n) for n in HOSTILE}) == len(HOSTILE)
