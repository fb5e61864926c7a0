"""The command line end to end: formats, files, exit codes, messages, degenerate data."""

import io
import json
import os
import runpy
import subprocess
import sys
import time
from pathlib import Path

import pytest

from compare import _cli_options, _cli_screen, cli
from compare.methods.families import FAMILIES
from compare.methods.intervals import DIFFERENCES, PROPORTIONS
from compare.questions.options import METRICS
from compare.report.figures import ALL_KINDS

DIGITS = Path(__file__).parents[1] / "examples" / "digits"
PAIR = (str(DIGITS / "softmax.csv"), str(DIGITS / "knn.csv"))
COUNTS = ("two", "--counts", "787", "74", "83", "56")


def run(
    *arguments: str, stdin: str = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "compare", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"} | (env or {}),
    )


def inside(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run in this process: exit code, stdout, stderr."""
    code = 0
    try:
        cli.main(list(arguments))
    except SystemExit as done:
        code = int(done.code or 0)
    found = capsys.readouterr()
    return code, found.out, found.err


def test_choices_are_the_methods_that_exist() -> None:
    assert set(_cli_options.TESTS) - set(FAMILIES) == {"score", "permutation"}
    assert set(_cli_options.FIGURES) == set(ALL_KINDS)
    assert set(_cli_options.METRICS) == set(METRICS)
    assert set(_cli_options.INTERVALS) == set(PROPORTIONS)
    assert set(_cli_options.DIFFERENCES) == {*DIFFERENCES, "dual"}


def test_two_files_need_no_flags() -> None:
    done = run("two", *PAIR)
    assert done.returncode == 0
    assert "UNDECIDED" in done.stdout
    assert "350/360" in done.stdout
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert max(len(line) for line in done.stdout.splitlines()) <= 80


def test_plain_ascii_where_the_terminal_has_no_more() -> None:
    done = run("two", *PAIR, env={"PYTHONIOENCODING": "ascii", "LANG": "C"})
    assert done.returncode == 0
    assert done.stdout.isascii()


@pytest.mark.parametrize("form", ["text", "json", "markdown", "latex", "html", "csv"])
@pytest.mark.parametrize("command", [COUNTS, ("score", PAIR[0]), ("two", *PAIR)])
def test_every_format_of_every_question(
    capsys: pytest.CaptureFixture[str], command: tuple[str, ...], form: str
) -> None:
    code, out, err = inside(capsys, *command, "--format", form)
    assert (code, err) == (0, "")
    assert "0.86" in out or "86.1" in out or "97.2" in out or "0.972" in out


def test_json_is_strict_and_read_back(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    import compare

    target = tmp_path / "result.json"
    code, _, _ = inside(capsys, "two", *PAIR, "--margin", "3", "-o", str(target))
    assert code == 0
    data = json.loads(target.read_text(encoding="utf-8"))
    assert data["schema_version"] == 1
    assert data["settings"]["margin"] == pytest.approx(0.03)
    again = compare.read(target)
    assert again.to_dict()["verdict"] == data["verdict"]


@pytest.mark.parametrize(
    ("suffix", "start"),
    [
        (".html", "<!DOCTYPE html>"),
        (".md", "#"),
        (".tex", "\\begin{tabular}"),
        (".csv", "section,"),
        (".txt", "knn vs softmax"),
    ],
)
def test_the_suffix_chooses_the_format(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, suffix: str, start: str
) -> None:
    target = tmp_path / f"out{suffix}"
    code, out, err = inside(capsys, "two", *PAIR, "-o", str(target))
    assert (code, out, err) == (0, "", "")
    assert start.lower() in target.read_text(encoding="utf-8")[:600].lower()


def test_report_and_plot_write_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    code, _, err = inside(capsys, "report", *PAIR, "-o", str(page))
    assert code == 0
    assert "wrote" in err
    assert page.stat().st_size < 1_000_000
    for kind in ("forest", "difference", "discordance", "classes"):
        picture = tmp_path / f"{kind}.svg"
        code, _, err = inside(capsys, "plot", kind, *PAIR, "-o", str(picture), "--width", "3.3")
        assert code == 0, err
        assert picture.read_text(encoding="utf-8").lstrip().startswith("<?xml")
    one = tmp_path / "one.png"
    assert inside(capsys, "plot", "confusion", PAIR[0], "-o", str(one))[0] == 0
    assert one.read_bytes().startswith(b"\x89PNG")
    by_counts = tmp_path / "counts.pdf"
    code, _, _ = inside(
        capsys, "plot", "difference", "--counts", "787", "74", "83", "56", "-o", str(by_counts)
    )
    assert code == 0
    assert by_counts.read_bytes().startswith(b"%PDF")


def test_a_saved_result_is_rendered_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    saved, page, picture = (tmp_path / n for n in ("r.json", "r.md", "r.svg"))
    assert inside(capsys, "two", *PAIR, "-o", str(saved))[0] == 0
    code, out, err = inside(capsys, "report", str(saved), "-o", str(page), "-q")
    assert (code, out, err) == (0, "", "")
    assert "UNDECIDED" in page.read_text(encoding="utf-8")
    assert inside(capsys, "plot", "difference", str(saved), "-o", str(picture))[0] == 0


def test_stdin_is_a_file() -> None:
    done = run("score", "-", stdin="id,label,pred\n1,a,a\n2,b,a\n")
    assert done.returncode == 0, done.stderr
    assert "1/2" in done.stdout


def test_a_report_to_stdout_is_all_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = inside(capsys, "report", *PAIR, "-o", "-")
    assert (code, err) == (0, "")
    assert out.startswith("<!DOCTYPE html>")


def test_brief_is_the_verdict_alone(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = inside(capsys, *COUNTS, "--brief")
    assert out.count("\n") <= 4
    assert "UNDECIDED" in out
    _, out, _ = inside(capsys, *COUNTS, "--brief", "--format", "markdown")
    assert out.startswith("**UNDECIDED")
    code, _, err = inside(capsys, *COUNTS, "--brief", "--format", "html")
    assert code == 2
    assert "brief" in err


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("two",), 2, "give files or --counts; found neither"),
        (("two", "x.csv", "--counts", "1", "2", "3", "4"), 2, "found both"),
        (("two", "--counts", "1", "-2", "3", "4"), 2, "only_first must be whole"),
        (("two", "--counts", "9223372036854775807", "1", "1", "1"), 2, "below 2^53"),
        (("score", "--counts", "9223372036854775808", "1"), 2, "below 2^53"),
        (("score", "--counts", "1", "2", "--name", "a", "--name", "b"), 2, "names one model"),
        ((*COUNTS, "--id", "x"), 2, "--counts reads no file: leave out id"),
        ((*COUNTS, "--rng", "-1"), 2, "--rng"),
        ((*COUNTS, "--resamples", "99999999999"), 2, "--resamples"),
        ((*COUNTS, "--brief", "-v"), 2, "exclude each other"),
        ((*COUNTS, "--json", "--format", "html"), 2, "exclude each other"),
        ((*COUNTS, "-o", ""), 2, "-o needs a file name"),
        (("two", *PAIR, "-o", PAIR[0]), 2, "would overwrite the predictions"),
        (("two", *PAIR, "--abstain", "drop"), 2, "--abstain-label"),
        ((*COUNTS, "--margin", "200"), 2, "between 0 and 100 points"),
        ((*COUNTS, "--level", "nan"), 2, "between 0 and 1"),
        (("score", "--counts", "5", "4"), 2, "must not exceed n"),
        ((*COUNTS, "--level", "95"), 2, "write 0.95"),
        ((*COUNTS, "--margin", "0"), 2, "--margin"),
        ((*COUNTS, "--metric", "balanced"), 2, "needs the true classes"),
        ((*COUNTS, "--name", "one"), 2, "--name names two models"),
        ((*COUNTS, "--tset", "exact"), 2, "--test"),
        (("two", "absent.csv", "missing.csv"), 4, "absent.csv"),
        (("two", PAIR[0]), 2, "2 model"),
        (("toast",), 2, "No such command"),
        ((*COUNTS, "-o", "x.docx"), 2, "no report format goes by the suffix .docx"),
        (("report", *PAIR, "-o", "x.pdf"), 2, "no report format goes by the suffix .pdf"),
        (("two", *PAIR, "--metric", "balanced", "--test", "exact"), 2, "Leave the test out"),
        (("two", *PAIR, "--metric", "balanced", "--interval", "exact"), 2, "agresti-coull"),
    ],
)
def test_errors_end_in_one_message_and_a_code(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int, message: str
) -> None:
    found, out, err = inside(capsys, *arguments)
    assert (found, out) == (code, "")
    assert message in err
    assert "Traceback" not in err


def test_debug_shows_the_traceback() -> None:
    done = run(*COUNTS, "--metric", "balanced", "--debug")
    assert done.returncode == 1
    assert "Traceback" in done.stderr


def test_a_fault_of_the_program_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(*_: object, **__: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("compare.questions.two.two", fault)
    code, _, err = inside(capsys, *COUNTS)
    assert code == 70
    assert "unexpected RuntimeError: broken; run again with --debug" in err
    with pytest.raises(RuntimeError, match="broken"):
        cli.main([*COUNTS, "--debug"])


def test_an_unwritable_target_is_an_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, _, err = inside(capsys, *COUNTS, "-o", str(tmp_path / "no" / "folder" / "x.txt"))
    assert code == 2
    assert "folder" in err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    code, out, _ = inside(capsys, "completion", shell)
    assert code == 0
    assert "_COMPARE_MODELS_COMPLETE" in out


def test_colour_follows_the_terminal_and_the_user(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\x1b" in inside(capsys, *COUNTS, "--color", "always")[1]
    assert "\x1b" not in inside(capsys, *COUNTS, "--color", "never")[1]
    assert "\x1b" not in inside(capsys, *COUNTS)[1]


def test_a_reader_that_stops_is_no_error() -> None:
    command = f"{sys.executable} -m compare two --counts 787 74 83 56 -v | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, check=False, text=True
    )
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "rows",
    [
        "",
        "1,a,a\n",
        "1,a,b\n",
        "1,a,a\n2,a,a\n3,a,a\n",
        "1,a,b\n2,a,b\n3,a,b\n",
        "1,a,\n2,b,\n",
    ],
    ids=["empty", "one right", "one wrong", "one class", "all wrong", "no answers"],
)
@pytest.mark.parametrize("form", ["text", "json", "markdown", "latex", "html", "csv"])
def test_degenerate_data_in_every_format(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, rows: str, form: str
) -> None:
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("id,label,pred\n" + rows, encoding="utf-8")
    files = [str(tmp_path / n) for n in ("a.csv", "b.csv")]
    for arguments in (("two", *files), ("score", files[0])):
        code, out, err = inside(capsys, *arguments, "--format", form)
        assert code == 0, err
        assert out
        if form == "json":
            json.loads(out, parse_constant=lambda c: pytest.fail(f"{c} in JSON"))
        elif form != "csv":
            assert "nan" not in out.lower().replace("financ", "")


def test_examples_of_the_help_are_commands(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = inside(capsys, "--help")
    assert code == 0
    assert out.index("Examples") < out.index("Options")
    for name in ("two", "score", "report", "plot", "completion"):
        assert f"compare-models {name}" in out


def test_python_m_compare_is_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["compare", "--version"])
    runpy.run_module("compare", run_name="__main__")
    assert "compare-models, version" in capsys.readouterr().out


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_long_work_shows_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with _cli_screen.progress("reading", {}):
        time.sleep(2.2)
    assert "reading 00:0" in screen.getvalue()
    quiet = Terminal()
    monkeypatch.setattr(sys, "stderr", quiet)
    with _cli_screen.progress("reading", {"quiet": True}):
        pass
    with _cli_screen.progress("reading", {}):  # done within the second: nothing is shown
        pass
    assert quiet.getvalue() == ""


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_colour_on_a_terminal_obeys_the_environment(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], coloured: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert _cli_screen.wants_color("auto") is coloured


def test_an_interrupt_ends_quietly(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("compare.questions.two.two", stop)
    code, _, err = inside(capsys, *COUNTS)
    assert (code, err.strip()) == (130, "compare-models: error: interrupted")


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams_are_no_fault(closed: str) -> None:
    command = f"{sys.executable} -m compare two --counts 787 74 83 56 {closed}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, text=True)
    assert done.returncode in (0, 2, 4)
    assert "Traceback" not in done.stderr


def test_a_full_disk_is_told() -> None:
    command = f"{sys.executable} -m compare two --counts 787 74 83 56 > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, text=True)
    assert done.returncode == 4
    assert "cannot read or write: No space left" in done.stderr


def test_errors_show_no_control_characters(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "x.csv"
    path.write_text("id,\x1b]0;t\x07y\n1,2\n", encoding="utf-8")
    code, _, err = inside(capsys, "score", str(path))
    assert code in (2, 4)
    assert "\x1b" not in err
    assert "\\x1b" in err


def test_letters_that_the_screen_lacks_are_escaped() -> None:
    done = run(
        *COUNTS,
        "--name",
        "模",
        "--name",
        "y",
        "--format",
        "csv",
        env={"PYTHONIOENCODING": "latin-1"},
    )
    assert done.returncode == 0
    assert "\\u6a21" in done.stdout


def test_a_saved_result_keeps_its_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved, page = str(tmp_path / "r.json"), str(tmp_path / "r.html")
    assert inside(capsys, *COUNTS, "-o", saved)[0] == 0
    code, _, err = inside(capsys, "report", saved, "--level", "0.99", "--margin", "1", "-o", page)
    assert code == 2
    assert "is a saved result, whose settings are fixed: leave out confidence_level, margin" in err
    assert inside(capsys, "report", saved, "-o", page)[0] == 0


def test_only_commands_with_a_format_option_propose_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert "say --format" in inside(capsys, *COUNTS, "-o", "x.pdf")[2]
    assert "--format" not in inside(capsys, "report", *PAIR, "-o", "x.pdf")[2]
