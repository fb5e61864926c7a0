"""The best simple known algorithm of each task, without checks, names or records.

Arrays are counted in chunks that stay in the cache; draws are of counts, never of rows.
"""

from collections.abc import Iterator

import numpy as np
from simulated import Array, Labels

__all__ = ["binomial_draw", "hits", "multinomial", "one_pass", "sign_flip", "trinomial"]

CHUNK = 65_536
LEVELS = (0.025, 0.975)


def _chunks(items: int) -> Iterator[slice]:
    for start in range(0, items, CHUNK):
        yield slice(start, start + CHUNK)


def hits(data: Labels) -> int:
    """Items that the first model gets right."""
    return sum(
        int(np.count_nonzero(data.truth[c] == data.first[c])) for c in _chunks(len(data.truth))
    )


def one_pass(data: Labels) -> tuple[int, int]:
    """Items that only the second, and only the first, model gets right."""
    first = second = both = 0
    for c in _chunks(len(data.truth)):
        one, other = data.truth[c] == data.first[c], data.truth[c] == data.second[c]
        first += int(np.count_nonzero(one))
        second += int(np.count_nonzero(other))
        both += int(np.count_nonzero(one & other))
    return second - both, first - both


def _class_hits(data: Labels, classes: int) -> Array:
    """Wrong, then right answers of the first model by true class, shape (2K,)."""
    counts = np.zeros(2 * classes, dtype=np.int64)
    for c in _chunks(len(data.truth)):
        right = data.truth[c] == data.first[c]
        counts += np.bincount(data.truth[c] + classes * right, minlength=2 * classes)
    return counts


def binomial_draw(data: Labels, draws: int) -> Array:
    """Percentile limits of an accuracy from binomial draws."""
    n, rng = len(data.truth), np.random.default_rng(1)
    return np.quantile(rng.binomial(n, hits(data) / n, draws), LEVELS) / n


def multinomial(data: Labels, classes: int, draws: int) -> Array:
    """Percentile limits of balanced accuracy from multinomial draws."""
    n, rng = len(data.truth), np.random.default_rng(1)
    drawn = rng.multinomial(n, _class_hits(data, classes) / n, size=draws)
    right = drawn[:, classes:]
    return np.quantile((right / (drawn[:, :classes] + right)).mean(axis=1), LEVELS)


def trinomial(data: Labels, draws: int) -> Array:
    """Percentile limits of a paired accuracy difference from trinomial draws."""
    n, rng = len(data.truth), np.random.default_rng(1)
    gains, losses = one_pass(data)
    drawn = rng.multinomial(n, [gains / n, losses / n, 1.0 - (gains + losses) / n], size=draws)
    return np.quantile(drawn[:, 0] - drawn[:, 1], LEVELS) / n


def sign_flip(data: Labels, draws: int) -> float:
    """p-value of the paired randomisation test from binomial draws."""
    gains, losses = one_pass(data)
    drawn = np.random.default_rng(1).binomial(gains + losses, 0.5, draws)
    far = np.count_nonzero(np.abs(2 * drawn - gains - losses) >= abs(gains - losses))
    return (1 + far) / (1 + draws)
