"""A report of two models out of two CSV files whose rows stand in different order."""

import json
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import limits
import numpy as np
import pandas as pd
from measure import Program, Timed, programs_in_turns
from rows import Goal, Row, rows_of
from scipy import special
from simulated import Labels, draw

__all__ = ["file_rows"]

SCRIPT = str(Path(__file__).with_name("file_reports.py"))
MEGABYTE = 1e6


def file_rows(items: int, rounds: int) -> Iterator[Row]:
    """Return the rows of time (CPU and wall) and of memory.

    Parameters
    ----------
    items : int
        Rows of each file.
    rounds : int
    """
    data = draw(items)
    expected = _expected(data)
    with tempfile.TemporaryDirectory(prefix="performance-") as folder:
        paths = _write(data, Path(folder))

        def program(name: str, kind: str) -> Program:
            return Program(name, [SCRIPT, kind, *paths], lambda text: _right(text, expected))

        found = programs_in_turns(
            [
                program("ours, per class", "ours"),
                program("ours, right or wrong", "ours_plain"),
                program("pandas + statsmodels", "pandas"),
                program("plain DuckDB SQL", "duckdb"),
            ],
            rounds=rounds,
        )
    for task, unit, timed in (
        ("CPU time", "s", found),
        ("wall time", "s", [replace(t, seconds=t.wall) for t in found]),
        ("peak memory", "MB", [replace(t, seconds=_peak(t)) for t in found]),
    ):
        yield from _rows(f"report from two CSV files, {task}", items, timed, unit)


def _rows(task: str, items: int, timed: list[Timed], unit: str) -> Iterator[Row]:
    full, plain, pandas, engine = timed
    named = {"per class": full, "right or wrong": plain}
    for kind, ours in named.items():
        for row in rows_of(f"{task}, {kind}", items, ours, [pandas], engine, [None]):
            yield replace(row, unit=unit, goal=Goal("beat the peer", at_least=1.0))


def _write(data: Labels, folder: Path) -> list[str]:
    """Write one file a model, the second in another order of rows."""
    items = len(data.truth)
    names = np.char.add("item-", np.arange(items).astype(str))
    paths = []
    for name, answers, order in (
        ("first", data.first, np.arange(items)),
        ("second", data.second, np.random.default_rng(5).permutation(items)),
    ):
        paths.append(str(folder / f"{name}.csv"))
        frame = pd.DataFrame({"id": names, "label": data.truth, "pred": answers})
        frame.iloc[order].to_csv(paths[-1], index=False)
    return paths


def _expected(data: Labels) -> dict[str, list[float]]:
    gains, losses = limits.one_pass(data)
    hits, items = limits.hits(data), len(data.truth)
    both = hits - losses
    return {
        "counts": [both, losses, gains, items - both - losses - gains],
        "p": [float(special.erfc(abs(gains - losses) / np.sqrt(2.0 * (gains + losses))))],
    }


def _right(output: str, expected: dict[str, list[float]]) -> bool:
    answer = json.loads(output)
    k, n = sum(expected["counts"][:2]), sum(expected["counts"])
    z2 = 1.959963984540054**2
    ends = [(n * p * p + z2 * p * p - 2 * k * p - z2 * p + k * k / n) for p in answer["interval"]]
    return (
        answer["counts"] == expected["counts"]
        and abs(answer["p"] - expected["p"][0]) < 1e-9
        and max(abs(e) for e in ends) < 1e-6 * n
    )


def _peak(timed: Timed) -> float:
    return float(json.loads(timed.value)["peak"]) / MEGABYTE
