"""From the start of Python to the import, the help and the first result."""

import json
from collections.abc import Iterator

from measure import Program, Timed, programs_in_turns
from rows import Goal, Row, rows_of

__all__ = ["startup_rows"]

PEERS = "import numpy, scipy.stats, pandas, statsmodels.api, matplotlib.pyplot"
FIRST = (
    "import scipy.stats as s; from statsmodels.stats.contingency_tables import mcnemar; "
    "print(mcnemar([[787, 74], [83, 56]], exact=True).pvalue)"
)
COUNTS = ("787", "74", "83", "56")
EXACT = 0.5233007934374074
"""Exact p-value of 74 losses and 83 gains."""


def _silent(_output: str) -> bool:
    return True


def _p_of_rows(output: str) -> bool:
    found = [row["pvalue"] for row in json.loads(output)["rows"] if row["pvalue"] is not None]
    return any(abs(p - EXACT) < 1e-9 for p in found)


def startup_rows(rounds: int) -> Iterator[Row]:
    """Return the rows; times are wall times, because reading files is part of a start.

    Parameters
    ----------
    rounds : int
    """
    two = ["-m", "compare", "two", "--counts", *COUNTS, "--test", "exact"]
    programs = [
        Program("bare interpreter", ["-c", "pass"], _silent),
        Program("ours", ["-c", "import compare"], _silent),
        Program("the five core packages", ["-c", PEERS], _silent),
        Program("import click", ["-c", "import click"], _silent),
        Program("ours", ["-m", "compare", "--help"], lambda text: "two " in text),
        Program("numpy + scipy.special", ["-c", "import numpy, scipy.special"], _silent),
        Program("ours, JSON", [*two, "--json"], _p_of_rows),
        Program("ours, text", two, lambda text: ".52" in text),
        Program("statsmodels script", ["-c", FIRST], lambda text: abs(float(text) - EXACT) < 1e-9),
    ]
    bare, ours, five, click, shown, special, as_json, text, script = (
        _by_wall(t) for t in programs_in_turns(programs, rounds=rounds)
    )
    yield from rows_of("import compare (wall)", "", ours, [five], bare, [Goal("P19", 4.0, 20.0)])
    yield from rows_of("compare-models --help (wall)", "", shown, [five], click, [None])
    task = "compare-models two --counts (wall)"
    goal = Goal("P20", 1.25)
    yield from rows_of(f"{task}, text", "", text, [script], special, [goal])
    yield from rows_of(f"{task}, JSON", "", as_json, [script], special, [goal])


def _by_wall(timed: Timed) -> Timed:
    return Timed(timed.name, timed.wall, timed.right, timed.value, timed.wall)
