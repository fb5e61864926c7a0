"""Resampling from counts: bootstrap, jackknife and paired randomisation on units.

The bootstrap resamples the multiplicities of the distinct kinds of unit, which has the same law
as resampling the units themselves and a cost that does not grow with their number.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtr, ndtri

from compare._rows import distinct_rows
from compare._types import FloatArray, IntArray
from compare.errors import MethodError
from compare.units import Units

__all__ = ["FlipCount", "bca_levels", "bootstrap", "jackknife", "sign_flip"]

Statistic = Callable[[Any], Any]

LARGEST = 2**22
"""Random numbers held at a time, about."""

BLOCK = 512
"""Replicates that share one random stream: the same numbers come at any memory limit."""


def _blocks(n_resamples: int, rng: np.random.Generator) -> Iterator[tuple[int, Any]]:
    """Sizes and independent streams of the blocks that replicates are drawn in."""
    sizes = [min(BLOCK, n_resamples - start) for start in range(0, n_resamples, BLOCK)]
    yield from zip(sizes, rng.spawn(len(sizes)), strict=True)


def _draws(units: Units, size: int, rng: np.random.Generator) -> Iterator[FloatArray]:
    """Resampled multiplicities, in pieces of shape (replicates, U).

    The one place of the rule which sampler to use: multinomial draws cost a binomial a kind of
    unit, index draws one number a unit; the former win from about 32 units a kind.
    """
    n, kinds = units.n, len(units.m)
    if n >= 32 * kinds:
        yield rng.multinomial(n, units.m / n, size=size).astype(np.float64)
        return
    items = np.repeat(np.arange(kinds), units.m)
    step = max(1, LARGEST // n)
    for rows in (min(step, size - start) for start in range(0, size, step)):
        picked = items[rng.integers(0, n, size=(rows, n))] + kinds * np.arange(rows)[:, None]
        counts = np.bincount(picked.ravel(), minlength=rows * kinds)
        yield counts.reshape(rows, kinds).astype(np.float64)


def _operator(matrix: FloatArray) -> Any:
    """The matrix to multiply draws by: sparse where it is large and nearly empty.

    With K classes a unit adds to a few of some 2 K totals.
    """
    filled = np.count_nonzero(matrix)
    if matrix.size < 2**16 or filled > matrix.size / 16:
        return matrix
    from scipy.sparse import csr_array

    return csr_array(matrix)


def bootstrap(
    units: Units, statistic: Statistic, n_resamples: int, rng: np.random.Generator
) -> FloatArray:
    """Bootstrap replicates of a statistic, shape (n_resamples,).

    Parameters
    ----------
    units : Units
    statistic : callable
        From totals of shape (..., M, q) to values of shape (...).
    n_resamples : int
    rng : numpy.random.Generator

    Raises
    ------
    MethodError
        If units carry weights: their multiplicities are then not exchangeable.

    References
    ----------
    Efron & Tibshirani 1993, An Introduction to the Bootstrap.
    """
    if units.weighted:
        raise MethodError(
            "the bootstrap from counts needs units of equal weight; use the delta method."
        )
    if units.n == 0:
        return np.full(n_resamples, np.nan)
    shape = units.x.shape[1:]
    operator = _operator(units.x.reshape(len(units.x), -1))
    return np.concatenate(
        [
            np.asarray(statistic((counts @ operator).reshape(-1, *shape)))
            for size, stream in _blocks(n_resamples, rng)
            for counts in _draws(units, size, stream)
        ]
    )


def jackknife(units: Units, statistic: Statistic) -> FloatArray:
    """Statistic with one unit of each kind left out, shape (U,); weigh it by ``units.m``."""
    totals = units.totals
    return np.concatenate([np.asarray(statistic(totals - x)) for x in units.slices()])


def bca_levels(
    units: Units,
    statistic: Statistic,
    replicates: FloatArray,
    levels: FloatArray,
) -> FloatArray:
    """Map nominal to bias-corrected and accelerated quantile levels.

    Parameters
    ----------
    units : Units
    statistic : callable
    replicates : ndarray, shape (B,)
    levels : ndarray
        Nominal quantile levels.

    Returns
    -------
    ndarray
        Same shape as ``levels``; NaN where replicates or jackknife values do not vary.

    References
    ----------
    DiCiccio & Efron 1996, Bootstrap confidence intervals.
    """
    observed = statistic(units.totals)
    below = np.mean(replicates < observed) + 0.5 * np.mean(replicates == observed)
    left_out = jackknife(units, statistic)
    kept = np.isfinite(left_out)
    share = np.where(kept, units.m, 0) / max(int(units.m[kept].sum()), 1)
    gap = np.where(kept, share @ np.where(kept, left_out, 0.0) - left_out, 0.0)
    n = units.n
    spread = n * float(share @ gap**2)
    if spread == 0.0 or below in (0.0, 1.0):
        return np.full_like(levels, np.nan)
    acceleration = n * float(share @ gap**3) / (6.0 * spread**1.5)
    z0 = ndtri(below)
    z = z0 + ndtri(levels)
    return np.asarray(ndtr(z0 + z / (1.0 - acceleration * z)))


class FlipCount(NamedTuple):
    """Replicates at least as extreme as the observed statistic, to each side and both."""

    greater: int
    less: int
    two_sided: int


def sign_flip(
    units: Units, statistic: Statistic, n_resamples: int, rng: np.random.Generator
) -> FlipCount:
    """Count replicates under random exchange of the two models within units.

    Parameters
    ----------
    units : Units
        Of a pair (M = 2).
    statistic : callable
        Antisymmetric in the models; from totals of shape (..., 2, q) to (...).
    n_resamples : int
    rng : numpy.random.Generator

    Notes
    -----
    Under exchangeability the number of units of a kind, among those of the kind and of its
    exchange, is Binomial(m, 1/2). Exchanging the models mirrors the replicates as it does the
    observed value, so that the counts of the two sides change places. Values within 1e-12 of the
    observed one count as equal to it.
    """
    kinds, m, fixed = _exchangeable(units)
    move = (kinds - kinds[:, ::-1]).reshape(len(kinds), math.prod(kinds.shape[1:]))
    moved = move.any(axis=0)  # trials, for one, stay as they are
    base = (fixed + np.tensordot(m, kinds[:, ::-1], 1)).reshape(-1)
    operator = _operator(move[:, moved])
    observed = float(statistic(units.totals))
    mirrored = -1.0 if observed < 0 else 1.0  # the law is symmetric, a sample of it is not
    slack = 1e-12 * max(abs(observed), 1e-300)
    tail = np.zeros(3, dtype=np.int64)
    for size, stream in _blocks(n_resamples, rng):
        kept = stream.binomial(m, 0.5, size=(size, len(m))).astype(np.float64)
        totals = np.tile(base, (size, 1))
        totals[:, moved] += kept @ operator
        found = mirrored * np.asarray(statistic(totals.reshape(size, *units.x.shape[1:])))
        tail += [
            np.count_nonzero(found >= observed - slack),
            np.count_nonzero(found <= observed + slack),
            np.count_nonzero(np.abs(found) >= abs(observed) - slack),
        ]
    return FlipCount(*(int(v) for v in tail))


def _exchangeable(units: Units) -> tuple[FloatArray, IntArray, FloatArray]:
    """Kinds that an exchange changes, one of each pair with its exchange, and the others' totals.

    Returns
    -------
    kinds : ndarray, shape (U', 2, q)
    m : ndarray of int, shape (U',)
        Units of a kind and of its exchange together.
    fixed : ndarray, shape (2, q)
        Totals of the units that an exchange leaves alone.
    """
    first, second = units.x[:, 0], units.x[:, 1]
    unlike = first != second
    told_apart = unlike.any(axis=1)
    rows, place = np.flatnonzero(told_apart), unlike[told_apart].argmax(axis=1)
    x = units.x[rows].copy()
    turned = first[rows, place] > second[rows, place]
    x[turned] = x[turned, ::-1]
    kinds, where = distinct_rows(x.reshape(len(x), math.prod(units.x.shape[1:])))
    m = np.zeros(len(kinds), dtype=np.int64)
    np.add.at(m, where, units.m[rows])
    fixed = np.tensordot(units.w[~told_apart], units.x[~told_apart], 1)
    return kinds.reshape(len(kinds), *units.x.shape[1:]), m, fixed
