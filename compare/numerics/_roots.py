"""Roots of many rising functions at once, between brackets that theory gives."""

from collections.abc import Callable

import numpy as np

from compare._types import BoolArray, FloatArray

__all__ = ["solve"]

_MOST_STEPS = 120  # plain bisection of [0, 1] to the last digit needs about 75
_EPS = float(np.finfo(np.float64).eps)
_TINY = 1e-22


def _step(x: list[FloatArray], f: list[FloatArray], least: FloatArray) -> FloatArray:
    """Return the share of the bracket to go: inverse quadratic where safe, else one half."""
    xi = (x[0] - x[1]) / (x[2] - x[1])
    phi = (f[0] - f[1]) / (f[2] - f[1])
    smooth = (phi**2 < xi) & ((1.0 - phi) ** 2 < 1.0 - xi)
    first = f[0] / (f[1] - f[0]) * f[2] / (f[1] - f[2])
    second = (x[2] - x[0]) / (x[1] - x[0]) * f[0] / (f[2] - f[0]) * f[1] / (f[2] - f[1])
    share = np.where(smooth, first + second, 0.5)
    return np.minimum(np.maximum(share, least), 1.0 - least)


def _closest(x: list[FloatArray], f: list[FloatArray]) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Return the better bracket end, the smallest step worth taking, and where to stop."""
    root = np.where(np.abs(f[0]) < np.abs(f[1]), x[0], x[1])
    least = (2.0 * _EPS * np.abs(root) + _TINY) / np.abs(x[1] - x[0])
    return root, least, (least > 0.5) | (f[0] == 0.0)


def solve(
    rising: Callable[[FloatArray], FloatArray], low: FloatArray, high: FloatArray
) -> FloatArray:
    """Return where nondecreasing functions cross zero, each between its own bracket ends.

    Chandrupatla's method: inverse quadratic steps inside a bracket that always holds the root,
    bisection where they are not safe. A function that is not negative at `low` gives `low`, one
    that is not positive at `high` gives `high`, NaN gives `high`. Each element is solved as if it
    were alone, so results do not depend on what else is in the array.
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        x, f = [low, high, high], [rising(low), rising(high)]
        answer = np.where(f[0] >= 0.0, low, high)
        done = ~((f[0] < 0.0) & (f[1] > 0.0))
        share = np.full_like(answer, 0.5)
        for _ in range(_MOST_STEPS):
            if done.all():
                break
            middle = x[0] + share * (x[1] - x[0])
            value = rising(middle)
            same = np.sign(value) == np.sign(f[0])
            x = [middle, np.where(same, x[1], x[0]), np.where(same, x[0], x[1])]
            f = [value, np.where(same, f[1], f[0]), np.where(same, f[0], f[1])]
            root, least, stop = _closest(x, f)
            answer = np.where(done, answer, root)
            done = done | stop
            share = _step(x, f, least)
    return answer
