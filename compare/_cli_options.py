"""Options and help of the command line's commands."""

from collections.abc import Callable
from typing import Any

import click

__all__ = [
    "DIFFERENCES",
    "FIGURES",
    "FILE",
    "INTERVALS",
    "METRICS",
    "TESTS",
    "Command",
    "Group",
    "common_options",
    "method_options",
    "output_options",
    "pair_options",
    "reading_options",
]


def _level(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    if value is None or 0.0 < value < 1.0:
        return value
    hint = f"; for {value:g} % write {value / 100:g}" if 1.0 < value < 100.0 else ""
    raise click.BadParameter(f"must lie between 0 and 1, found {value:g}{hint}.")


def _margin(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    if value is None or 0.0 < value < 100.0:
        return value
    raise click.BadParameter(f"must lie between 0 and 100 points, found {value:g}.")


FILE = click.Path(allow_dash=True)
"""A path; completion offers file names."""

TESTS = ("midp", "exact", "score", "chi2", "chi2-corrected", "unconditional", "permutation")
INTERVALS = (
    "wilson",
    "exact",
    "normal",
    "midp",
    "jeffreys",
    "agresti-coull",
    "logit",
    "wilson-cc",
    "normal-cc",
    "mover",
    "delta",
    "bootstrap",
    "bootstrap-basic",
    "bootstrap-bca",
)
DIFFERENCES = (
    "dual",
    "tango",
    "newcombe",
    "bonett-price",
    "agresti-min",
    "wald",
    "delta",
    "bootstrap",
    "bootstrap-basic",
    "bootstrap-bca",
)
METRICS = ("accuracy", "balanced", "error")
FIGURES = ("forest", "difference", "discordance", "classes", "confusion")
FORMATS = ("text", "json", "markdown", "latex", "html", "csv")
_POLICIES = click.Choice(["wrong", "drop", "class"])

Function = Callable[..., Any]


class Command(click.Command):
    """A command whose help starts with examples."""

    def __init__(self, *args: Any, examples: tuple[str, ...] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        self.examples = examples

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, then the description."""
        _write_examples(self.examples, formatter)
        super().format_help_text(ctx, formatter)


class Group(click.Group):
    """The program; its help starts with an example of each command."""

    command_class = Command

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, then the description."""
        commands = [c for c in self.commands.values() if isinstance(c, Command)]
        _write_examples(tuple(c.examples[0] for c in commands), formatter)
        super().format_help_text(ctx, formatter)


def _write_examples(examples: tuple[str, ...], formatter: click.HelpFormatter) -> None:
    with formatter.section("Examples"):
        for example in examples:
            formatter.write(f"  compare-models {example}\n")


def _stack(command: Function, options: list[Callable[[Function], Function]]) -> Function:
    for option in reversed(options):
        command = option(command)
    return command


def reading_options(command: Function) -> Function:
    """Options of how data are read."""
    return _stack(
        command,
        [
            click.option(
                "--true",
                type=FILE,
                metavar="COL|FILE",
                help="Truth: a column, or a file of its own.",
            ),
            click.option("--id", metavar="COL", help="Column that names the item."),
            click.option(
                "--pred",
                metavar="COL",
                multiple=True,
                help="Prediction column; repeat it for several.",
            ),
            click.option(
                "--correct",
                metavar="COL",
                multiple=True,
                help="Column of 0 and 1; repeat it for several.",
            ),
            click.option(
                "--name", "names", metavar="TEXT", multiple=True, help="Name of a model; repeat it."
            ),
            click.option(
                "--label",
                "labels",
                metavar="TEXT",
                multiple=True,
                help="A class; repeat it for the whole list. Other answers are then invalid.",
            ),
            click.option(
                "--invalid",
                type=_POLICIES,
                help="Missing or invalid answers: wrong (default), drop, class.",
            ),
            click.option(
                "--abstain", type=_POLICIES, help="Abstentions: wrong (default), drop, class."
            ),
            click.option(
                "--abstain-label", metavar="TEXT", help="The answer that means an abstention."
            ),
            click.option(
                "--same-keys/--no-same-keys",
                default=None,
                help="Whether further id or hash columns have to agree (they do).",
            ),
        ],
    )


def method_options(command: Function) -> Function:
    """Options of what is computed for each model."""
    return _stack(
        command,
        [
            click.option(
                "--metric",
                type=click.Choice(METRICS),
                help="Metric that leads (default accuracy).",
            ),
            click.option(
                "--interval",
                type=click.Choice(INTERVALS),
                help="Interval of each model (default: the metric's, for accuracy wilson).",
            ),
            click.option(
                "--level",
                "confidence_level",
                type=float,
                callback=_level,
                help="Confidence level (default 0.95).",
            ),
            click.option(
                "--rng",
                type=click.IntRange(min=0),
                default=0,
                show_default=True,
                help="Seed of random draws.",
            ),
            click.option(
                "--resamples",
                "n_resamples",
                type=click.IntRange(100, 10_000_000),
                help="Number of random draws (default 9999).",
            ),
        ],
    )


def pair_options(command: Function) -> Function:
    """Options of a comparison."""
    return _stack(
        command,
        [
            click.option(
                "--margin",
                metavar="POINTS",
                type=float,
                callback=_margin,
                help="Largest difference that is practically none, in percentage points.",
            ),
            click.option(
                "--test",
                type=click.Choice(TESTS),
                help="Test (default: the metric's, for accuracy midp).",
            ),
            click.option(
                "--difference-interval",
                type=click.Choice(DIFFERENCES),
                help="Interval of the difference (default: the test's own).",
            ),
            click.option(
                "--alternative",
                type=click.Choice(["two-sided", "less", "greater"]),
                help="greater = the second model's value is greater.",
            ),
        ],
    )


def output_options(command: Function) -> Function:
    """Options of what is written where."""
    return _stack(
        command,
        [
            click.option(
                "--format",
                "form",
                type=click.Choice(FORMATS),
                help="Default: text, or what the suffix of -o says.",
            ),
            click.option("--json", "as_json", is_flag=True, help="Short for --format json."),
            click.option(
                "-o",
                "--output",
                type=FILE,
                metavar="FILE",
                help="Write to a file, whole or not at all.",
            ),
            click.option("--brief", is_flag=True, help="The verdict alone."),
            click.option(
                "-v", "--verbose", is_flag=True, help="Add data placement, methods and references."
            ),
            click.option(
                "--color",
                type=click.Choice(["auto", "always", "never"]),
                default="auto",
                show_default=True,
                help="Colour of the text report.",
            ),
        ],
    )


def common_options(command: Function) -> Function:
    """Options of every command."""
    return _stack(
        command,
        [
            click.option("-q", "--quiet", is_flag=True, help="No progress on stderr."),
            click.option("--debug", is_flag=True, help="Show the traceback of an error."),
        ],
    )
