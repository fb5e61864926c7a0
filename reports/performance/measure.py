"""Time contenders in turns, check their values, and run programs in processes of their own."""

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["Contender", "Effort", "Program", "Timed", "in_turns", "programs_in_turns"]

SHORTEST = 0.01
"""CPU seconds that a measurement should last: quicker calls are repeated within it."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure.

    Attributes
    ----------
    work : float
        Rows times replicates that a peer draws in full; beyond it the cost is extrapolated.
    budget : float
        CPU seconds of a contender, its first run aside: slow ones get fewer rounds or none.
    rounds : int
        Rounds at most.
    """

    work: float = 1e8
    budget: float = 2.5
    rounds: int = 25


@dataclass(frozen=True, slots=True)
class Contender:
    """A way to get a value.

    Attributes
    ----------
    name : str
    run : callable
        Without arguments; returns the value.
    expected, tolerance : array_like
        What the value has to be, and how far off it may be (drawn values have noise).
    scale : float
        The full task costs this many times the run (1 = it was run in full).
    basis : str
        From what the full cost was extrapolated, for the reader.
    """

    name: str
    run: Callable[[], Any]
    expected: ArrayLike
    tolerance: ArrayLike = 0.0
    scale: float = 1.0
    basis: str = ""

    @property
    def title(self) -> str:
        """Name with the basis of an extrapolation."""
        return f"{self.name} [{self.basis}]" if self.basis else self.name

    def right(self, value: Any) -> bool:
        """Whether a value is what it has to be."""
        off = np.abs(np.asarray(value, dtype=float) - np.asarray(self.expected, dtype=float))
        return bool((off <= self.tolerance).all())


@dataclass(frozen=True, slots=True)
class Program:
    """A program of this Python.

    Attributes
    ----------
    name : str
    arguments : sequence of str
        Of the interpreter.
    right : callable
        Whether what the program printed is right.
    """

    name: str
    arguments: Sequence[str]
    right: Callable[[str], bool] = bool


@dataclass(frozen=True, slots=True)
class Timed:
    """Least time of a contender in seconds, its value, and whether all its values were right."""

    name: str
    seconds: float
    right: bool
    value: Any
    wall: float = float("nan")


def in_turns(contenders: Sequence[Contender], effort: Effort) -> list[Timed]:
    """Run contenders in turns and keep the least CPU time of each.

    Parameters
    ----------
    contenders : sequence of Contender
    effort : Effort
    """
    first = [_timed(c, 1) for c in contenders]
    least = [cost for cost, _ in first]
    right = [c.right(value) for c, (_, value) in zip(contenders, first, strict=True)]
    repeats = [max(1, round(SHORTEST / max(cost, 1e-7))) for cost in least]
    wanted = [min(effort.rounds, int(effort.budget / max(cost, SHORTEST))) for cost in least]
    for turn in range(max(wanted)):
        for i, contender in enumerate(contenders):
            if turn < wanted[i]:
                cost, value = _timed(contender, repeats[i])
                least[i] = min(least[i], cost)
                right[i] = right[i] and contender.right(value)
    return [
        Timed(c.title, cost * c.scale, good, value)
        for c, cost, good, (_, value) in zip(contenders, least, right, first, strict=True)
    ]


def _timed(contender: Contender, repeats: int) -> tuple[float, Any]:
    """Return CPU seconds a call, and the last value."""
    value = None
    start = time.process_time()
    for _ in range(repeats):
        value = contender.run()
    return (time.process_time() - start) / repeats, value


def programs_in_turns(programs: Sequence[Program], *, rounds: int) -> list[Timed]:
    """Run programs in turns and keep the least CPU and wall time of each.

    Raises
    ------
    RuntimeError
        If a program fails.
    """
    runs = [[_run(p) for p in programs] for _ in range(rounds)]
    return [
        Timed(
            program.name,
            min(cpu for cpu, _, _ in mine),
            all(program.right(output) for _, _, output in mine),
            mine[0][2],
            min(wall for _, wall, _ in mine),
        )
        for program, mine in zip(programs, zip(*runs, strict=True), strict=True)
    ]


def _run(program: Program) -> tuple[float, float, str]:
    """Return CPU seconds, wall seconds and output of a program."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [sys.executable, *program.arguments], capture_output=True, text=True, check=False
    )
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(f"{program.name} failed:\n{done.stderr}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, wall, done.stdout
