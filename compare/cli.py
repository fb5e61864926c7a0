"""The command line: one command a question; parse, call, render, exit code.

Nothing heavy is imported here: each command imports what it needs when it runs.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from compare import __version__
from compare._cli_options import (
    FIGURES,
    FILE,
    Group,
    common_options,
    method_options,
    output_options,
    pair_options,
    reading_options,
)
from compare._cli_screen import (
    EXIT_INTERRUPTED,
    fail,
    is_utf8,
    prepare,
    progress,
    told,
    wants_color,
)
from compare.errors import UsageError

if TYPE_CHECKING:
    from compare.results import Comparison, Evaluation

__all__ = ["cli", "main"]


_SUFFIXES = {
    ".txt": "text",
    ".json": "json",
    ".md": "markdown",
    ".tex": "latex",
    ".html": "html",
    ".htm": "html",
    ".csv": "csv",
}


@click.group(
    cls=Group,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    epilog="Exit codes: 0 ran, 2 usage error, 4 input data unusable, 70 fault of the program.",
)
@click.version_option(__version__, prog_name="compare-models")
def cli() -> None:
    """Decide whether one model beats another, with the uncertainty shown."""


@cli.command(
    examples=(
        "two baseline.csv candidate.csv",
        "two baseline.csv candidate.csv --true solution.csv --margin 1",
        "two predictions.csv --pred modelA --pred modelB",
        "two a.npy b.npy --true y_true.npy",
        "two --counts 787 74 83 56",
    )
)
@click.argument("files", nargs=-1, type=FILE)
@click.option(
    "--counts",
    nargs=4,
    type=int,
    metavar="BOTH A B NONE",
    help="Items that both, only the first, only the second, or neither gets right.",
)
@reading_options
@method_options
@pair_options
@output_options
@common_options
def two(files: tuple[str, ...], counts: tuple[int, ...] | None, **options: Any) -> None:
    """Does the second model beat the first on the same items?

    FILES are CSV, TSV, JSONL, Parquet, npy or npz; "-" is stdin. One file a model
    (id, label, pred; or id, correct), or one file with a column a model.
    """
    form = _form(options, "text")
    result = _compare(files, counts, options)
    _emit(result, options | {"form": form})


@cli.command(
    examples=(
        "score predictions.csv",
        "score predictions.csv --interval exact --level 0.99",
        "score --counts 870 1000",
    )
)
@click.argument("files", nargs=-1, type=FILE)
@click.option("--counts", nargs=2, type=int, metavar="CORRECT N", help="Right answers and items.")
@reading_options
@method_options
@output_options
@common_options
def score(files: tuple[str, ...], counts: tuple[int, ...] | None, **options: Any) -> None:
    """How good is a model? Accuracy, balanced and per class, with intervals."""
    form = _form(options, "text")
    result = _score(files, counts, options)
    _emit(result, options | {"form": form})


@cli.command(
    examples=(
        "report baseline.csv candidate.csv -o report.html",
        "report predictions.csv --pred modelA -o report.html",
        "report result.json -o report.html",
    )
)
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option(
    "-o",
    "--output",
    type=FILE,
    metavar="FILE",
    default="report.html",
    show_default=True,
    help="HTML, or what the suffix says.",
)
@reading_options
@method_options
@pair_options
@common_options
def report(files: tuple[str, ...], **options: Any) -> None:
    """Write a full report of one model or of two as one file.

    FILES are predictions, as for "two" and "score", or one JSON file that these wrote.
    """
    form = _form(options, "html")  # a bad suffix is told before the work
    result = _either(files, options)
    _emit(result, options | {"form": form, "verbose": True})
    if options["output"] != "-":
        _tell(f"wrote {options['output']}", options)


@cli.command(
    examples=(
        "plot difference baseline.csv candidate.csv -o gap.pdf",
        "plot forest predictions.csv -o accuracy.svg --width 3.3",
    )
)
@click.argument("kind", type=click.Choice(FIGURES))
@click.argument("files", nargs=-1, type=FILE)
@click.option(
    "--counts",
    nargs=4,
    type=int,
    metavar="BOTH A B NONE",
    help="Paired outcomes in place of files.",
)
@click.option(
    "-o",
    "--output",
    type=FILE,
    metavar="FILE",
    required=True,
    help="A png, svg or pdf file.",
)
@click.option(
    "--width",
    type=float,
    default=6.75,
    show_default=True,
    help="Width in inches: 3.3 is one column.",
)
@reading_options
@method_options
@pair_options
@common_options
def plot(
    kind: str, files: tuple[str, ...], counts: tuple[int, ...] | None, width: float, **options: Any
) -> None:
    """Draw a figure of one model or of two.

    FILES are predictions, as for "two" and "score", or one JSON file that these wrote;
    "confusion" draws one model.
    """
    result = _compare((), counts, options) if counts else _either(files, options)
    from compare.report import figures

    figures.save(result, kind, options["output"], width=width)
    _tell(f"wrote {options['output']}", options)


@cli.command(examples=("completion bash > compare-models.bash",))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell.

    Load the script in the shell's start-up file: source it in bash and zsh, put it into
    ~/.config/fish/completions for fish.
    """
    from click.shell_completion import get_completion_class

    made = get_completion_class(shell)
    if made is None:
        raise UsageError(f"no completion for {shell}.")
    click.echo(made(cli, {}, "compare-models", "_COMPARE_MODELS_COMPLETE").source())


_READING = (
    "true", "id", "pred", "correct", "names", "labels",
    "invalid", "abstain", "abstain_label", "same_keys",
)  # fmt: skip
_SCORE = ("metric", "interval", "confidence_level", "rng", "n_resamples")
_PAIR = ("margin", "test", "difference_interval", "alternative")


def _given(options: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """The options that were given, in the form that the verbs take."""
    found = {k: options[k] for k in names if options.get(k) not in (None, ())}
    if "margin" in found:
        found["margin"] = found["margin"] / 100.0
    return {k: list(v) if isinstance(v, tuple) else v for k, v in found.items()}


def _need_data(
    files: tuple[str, ...], counts: tuple[int, ...] | None, options: dict[str, Any]
) -> None:
    """Raise unless the data are files or counts, and the options go with them."""
    if bool(files) == bool(counts):
        given = "both" if files else "neither"
        raise UsageError(f"give files or --counts; found {given}. See --help for examples.")
    unread = [n for n in _given(options, _READING) if n != "names"]
    if counts and unread:
        raise UsageError(f"--counts reads no file: leave out {', '.join(unread)}.")
    if options.get("abstain") and not options.get("abstain_label"):
        raise UsageError("--abstain needs --abstain-label, the answer that means an abstention.")
    output = options.get("output")
    if output == "":
        raise UsageError("-o needs a file name; found an empty one.")
    if output and any(_same_file(output, f) for f in files):
        raise UsageError(f"-o {output} would overwrite the predictions; name another file.")


def _same_file(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other)
    except (OSError, ValueError):
        return False


def _compare(
    files: tuple[str, ...], counts: tuple[int, ...] | None, options: dict[str, Any]
) -> "Comparison":
    from compare.questions.two import two as ask
    from compare.table import Table

    _need_data(files, counts, options)
    chosen = _given(options, _SCORE + _PAIR)
    if counts:
        names = tuple(options["names"]) or ("A", "B")
        if len(names) != 2:
            raise UsageError(f"--name names two models here, found {len(names)}.")
        both, only_first, only_second, neither = counts
        table = Table.from_pairs(both, only_first, only_second, neither, (names[0], names[1]))
        return ask(table, **chosen)
    with progress("reading and comparing", options):
        return ask(*files, **chosen, **_given(options, _READING))


def _score(
    files: tuple[str, ...], counts: tuple[int, ...] | None, options: dict[str, Any]
) -> "Evaluation":
    from compare.questions.score import score as ask
    from compare.table import Table

    _need_data(files, counts, options)
    chosen = _given(options, _SCORE)
    if counts:
        correct, n = counts
        name = (*options["names"], "model")[0]
        if len(options["names"]) > 1:
            raise UsageError(f"--name names one model here, found {len(options['names'])}.")
        return ask(Table.from_correct(correct, n, name), **chosen)
    with progress("reading", options):
        return ask(*files, **chosen, **_given(options, _READING))


def _either(files: tuple[str, ...], options: dict[str, Any]) -> "Comparison | Evaluation":
    """Compare where there are two models, evaluate where there is another number of them.

    One saved result is rendered as it is.
    """
    from compare.data.load import load
    from compare.data.reading import Reading
    from compare.questions.saved import is_saved, read
    from compare.questions.score import score as evaluate
    from compare.questions.two import two as ask

    _need_data(files, None, options)
    if len(files) == 1 and is_saved(files[0]):
        fixed = set(_given(options, _READING + _SCORE + _PAIR)) - {"rng"}
        if fixed:
            raise UsageError(
                f"{files[0]} is a saved result, whose settings are fixed: leave out "
                f"{', '.join(sorted(fixed))}, or start from the predictions."
            )
        return read(files[0])
    with progress("reading", options):
        table = load(*files, reading=Reading(**_given(options, _READING)))
    if len(table.models) == 2:
        return ask(table, **_given(options, _SCORE + _PAIR))
    return evaluate(table, **_given(options, _SCORE))


def _form(options: dict[str, Any], default: str) -> str:
    if options.get("brief") and options.get("verbose"):
        raise UsageError("--brief and --verbose exclude each other.")
    if options.get("as_json"):
        if options.get("form") not in (None, "json"):
            raise UsageError(f"--json and --format {options['form']} exclude each other.")
        return "json"
    if options.get("form"):
        return str(options["form"])
    suffix = Path(options.get("output") or "").suffix.lower()
    if suffix and suffix not in _SUFFIXES:
        raise UsageError(
            f"no report format goes by the suffix {suffix}; use one of "
            f"{', '.join(_SUFFIXES)}{', or say --format' if 'form' in options else ''}."
        )
    return _SUFFIXES.get(suffix, default)


def _emit(result: "Comparison | Evaluation", options: dict[str, Any]) -> None:
    """Render a result and write it to a file or to stdout."""
    from compare import report as rendering

    form, output = options["form"], options.get("output")
    extra: dict[str, Any] = {"brief": options.get("brief", False)}
    if form == "text":
        extra["verbose"] = options.get("verbose", False)
        if output in (None, "-"):
            extra |= {"color": wants_color(options["color"]), "ascii": not is_utf8()}
    text = rendering.render(result, form, **extra)
    if output and output != "-":
        rendering.write(output, text)
    else:
        click.echo(text, color=True)


def _tell(message: str, options: dict[str, Any]) -> None:
    if not options.get("quiet"):
        click.echo(message, err=True)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; errors end in one message and an exit code, without a traceback."""
    given = sys.argv[1:] if arguments is None else arguments
    prepare()
    try:
        cli.main(given, prog_name="compare-models", standalone_mode=False)
        if sys.stdout:
            sys.stdout.flush()
    except click.Abort:
        fail("interrupted", EXIT_INTERRUPTED)
    except click.ClickException as fault:
        fault.show()
        sys.exit(fault.exit_code)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as fault:
        if "--debug" in given:
            raise
        fail(*told(fault))
