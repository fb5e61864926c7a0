"""Files of figures: whole or not at all, the same bytes each time, with a description."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import matplotlib as mpl
import pytest
from matplotlib.figure import Figure
from report.made import labelled, mock_up, scored, two

from compare import Comparison, UsageError
from compare.report import figures


@pytest.fixture(scope="module")
def result() -> Comparison:
    return two(labelled())


@pytest.mark.parametrize("form", ["png", "svg", "pdf"])
def test_same_result_gives_the_same_bytes(tmp_path: Path, result: Comparison, form: str) -> None:
    before = dict(mpl.rcParams)
    one, other = tmp_path / f"one.{form}", tmp_path / f"other.{form}"
    figures.save(result, "difference", one)
    figures.save(result, "difference", other, 3.3)
    assert one.read_bytes() == other.read_bytes()
    assert dict(mpl.rcParams) == before
    assert len(list(tmp_path.iterdir())) == 2


def test_svg_keeps_text_and_describes_itself(tmp_path: Path) -> None:
    target = tmp_path / "figure.svg"
    figures.save(mock_up(), "discordance", target)
    text = target.read_text(encoding="utf-8")
    ET.fromstring(text)  # noqa: S314  # our own file
    assert "only vit_b16 right" in text
    assert "only vit_b16 right: 83" in text
    assert "<dc:date>" not in text


def test_pdf_embeds_fonts_that_venues_accept(tmp_path: Path, result: Comparison) -> None:
    target = tmp_path / "figure.pdf"
    figures.save(result, "classes", target, 6.75)
    data = target.read_bytes()
    assert b"/Type3" not in data
    assert b"/CreationDate" not in data


def test_png_has_the_size_asked_for(tmp_path: Path, result: Comparison) -> None:
    target = tmp_path / "figure.PNG"
    figures.save(result, "", target, 3.3)
    data = target.read_bytes()
    assert int.from_bytes(data[16:20], "big") == 990
    assert b"Description" in data


def test_forest_of_a_comparison_comes_with_the_difference(
    tmp_path: Path, result: Comparison
) -> None:
    target = tmp_path / "figure.svg"
    figures.save(result, "forest", target, 6.75)
    assert "favours" in target.read_text(encoding="utf-8")
    figures.save(scored(labelled()), "forest", target)
    assert "favours" not in target.read_text(encoding="utf-8")


def test_other_endings_and_widths_are_refused(tmp_path: Path, result: Comparison) -> None:
    with pytest.raises(UsageError, match=re.escape("found the ending '.jpg'")):
        figures.save(result, "forest", tmp_path / "figure.jpg")
    with pytest.raises(UsageError, match="between 2 and 20 inches"):
        figures.save(result, "forest", tmp_path / "figure.png", 50)
    assert not list(tmp_path.iterdir())


def test_failure_leaves_the_old_file(
    tmp_path: Path, result: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "figure.png"
    target.write_bytes(b"old")

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(Figure, "savefig", fail)
    with pytest.raises(RuntimeError):
        figures.save(result, "difference", target)
    assert [p.read_bytes() for p in tmp_path.iterdir()] == [b"old"]
