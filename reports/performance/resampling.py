"""Bootstrap intervals and the paired randomisation test, from labels to limits or p-value."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import limits
import numpy as np
from measure import Contender, Effort, Timed, in_turns
from rows import Goal, Row, rows_of
from scipy import stats
from simulated import Array, Labels, draw
from sklearn import metrics

from compare.data.load import load
from compare.data.reading import Reading
from compare.methods.base import Estimand
from compare.methods.general import Bootstrap
from compare.methods.tests import McNemar
from compare.metrics.labels import Accuracy, BalancedAccuracy
from compare.table import Table

__all__ = ["randomisation_rows", "resampling_rows"]

DRAWS = 10_000
CLASSES = 10

LEVELS = (0.025, 0.975)
HITS = Reading(per_class=False)
CLASSED = Reading(per_class=True)
Interval = Callable[[Labels], Array]


def accuracy_interval(data: Labels, kind: str = "percentile") -> Array:
    """Ours: labels -> counts -> limits of the first model's accuracy."""
    table = load(data.truth, data.first, reading=HITS)
    return _limits(Estimand.of(Accuracy(), table, *table.models), kind)


def balanced_interval(data: Labels, kind: str = "percentile") -> Array:
    """Ours: labels -> counts by class -> limits of the first model's balanced accuracy."""
    table = load(data.truth, data.first, reading=CLASSED)
    return _limits(Estimand.of(BalancedAccuracy(), table, *table.models), kind)


def difference_interval(data: Labels, kind: str = "percentile") -> Array:
    """Ours: labels -> counts -> limits of the paired accuracy difference."""
    return _difference_limits(load(data.truth, data.first, data.second, reading=HITS), kind)


def _difference_limits(table: Table, kind: str) -> Array:
    return _limits(Estimand.of(Accuracy(), table, *table.models), kind)


def _limits(estimand: Estimand, kind: str) -> Array:
    found = Bootstrap(kind, n_resamples=DRAWS).apply(estimand, 0.95, "two-sided")
    return np.array([found.low, found.high])


def noise(interval: Array, items: int, draws: int) -> float:
    """Twelve standard errors of a drawn limit, and a few steps of the statistic.

    A quantile of B draws has the standard error sqrt(u (1 - u) / B) / f; for the 2.5 % quantile
    of a normal law that is 2.67 sd / sqrt(B). Half of it would do but for BCa, whose z0 is drawn
    as well.
    """
    sd = (interval[1] - interval[0]) / 3.92
    return 12 * 2.67 * sd / math.sqrt(draws) + 3.0 / items


def _mean_loop(values: Array, draws: int) -> Array:
    """Loop a user writes with numpy: draw rows, take the mean."""
    rng = np.random.default_rng(1)
    n = len(values)
    return np.quantile([values[rng.integers(0, n, n)].mean() for _ in range(draws)], LEVELS)


def _metric_loop(data: Labels, metric: Callable[[Array, Array], float], draws: int) -> Array:
    """Loop a user writes with scikit-learn: draw rows, call the metric."""
    rng = np.random.default_rng(1)
    n = len(data.truth)
    found = []
    for _ in range(draws):
        rows = rng.integers(0, n, n)
        found.append(metric(data.truth[rows], data.first[rows]))
    return np.quantile(found, LEVELS)


def _balanced(truth: Array, answer: Array, axis: int = -1) -> Array:
    """Balanced accuracy along an axis, vectorised for scipy."""
    right = truth == answer
    recalls = []
    for label in range(CLASSES):
        mine = truth == label
        recalls.append((right & mine).sum(axis=axis) / mine.sum(axis=axis))
    return np.mean(recalls, axis=0)


def _scipy(sample: Sequence[Array], statistic: Any, draws: int, method: str) -> Array:
    n = len(sample[0])
    found = stats.bootstrap(
        sample,
        statistic,
        n_resamples=draws,
        batch=max(1, int(1e6) // n),
        vectorized=True,
        paired=True,
        method=method,
        rng=1,
    ).confidence_interval
    return np.array(found)


def _hits(data: Labels) -> Array:
    return (data.truth == data.first).astype(float)


def _gap(data: Labels) -> Array:
    return (data.truth == data.second).astype(float) - _hits(data)


def scipy_accuracy(data: Labels, draws: int, method: str = "percentile") -> Array:
    """Peer: scipy on one hit an item."""
    return _scipy([_hits(data)], np.mean, draws, method)


def scipy_balanced(data: Labels, draws: int, method: str = "percentile") -> Array:
    """Peer: scipy on pairs of label and answer."""
    return _scipy([data.truth, data.first], _balanced, draws, method)


def scipy_difference(data: Labels, draws: int, method: str = "percentile") -> Array:
    """Peer: scipy on one difference of hits an item."""
    return _scipy([_gap(data)], np.mean, draws, method)


def _peer(name: str, run: Callable[[int], Any], exact: Array, items: int, work: float) -> Contender:
    """Peer that draws rows: in full up to `work` = rows times replicates, else extrapolated."""
    draws = int(min(DRAWS, max(work / items, 20)))
    basis = "" if draws == DRAWS else f"from B = {draws:,}"
    return Contender(
        name, lambda: run(draws), exact, noise(exact, items, draws), DRAWS / draws, basis
    )


def _bca_peer(data: Labels, ours: Interval, run: Callable[..., Any], effort: Effort) -> Contender:
    """Scipy's BCa; its jackknife is quadratic in the rows, so large sizes are extrapolated."""
    items = len(data.truth)
    size = min(items, int(effort.work**0.5))
    share = items / size
    draws = max(int(DRAWS / share), 100)
    part = Labels(data.truth[:size], data.first[:size], data.second[:size])
    exact = ours(part)
    basis = "" if share == 1 else f"from N = {size:,}, B = {draws:,}; cost grows with N^2"
    return Contender(
        "scipy BCa",
        lambda: run(part, draws, "BCa"),
        exact,
        noise(exact, size, draws),
        share**2,
        basis,
    )


def resampling_rows(sizes: Sequence[int], effort: Effort) -> Iterator[Row]:
    """Return the rows of all bootstrap tasks.

    Parameters
    ----------
    sizes : sequence of int
        Items, ascending.
    effort : Effort
    """
    growth = []
    for size in sizes:
        data = draw(size, CLASSES)
        yield from _accuracy_rows(data, effort)
        yield from _balanced_rows(data, effort)
        rows = _difference_rows(data, effort)
        growth.append(rows[0].ours)
        yield from rows
    yield from _growth_rows(sizes, growth, effort)


def _accuracy_rows(data: Labels, effort: Effort) -> list[Row]:
    items = len(data.truth)
    exact = accuracy_interval(data)
    right = _hits(data)
    drawn = noise(exact, items, DRAWS)
    ours, limit, *peers = in_turns(
        [
            Contender("ours", lambda: accuracy_interval(data), exact),
            Contender("binomial draws", lambda: limits.binomial_draw(data, DRAWS), exact, drawn),
            _peer(
                "scipy percentile",
                lambda b: scipy_accuracy(data, b),
                exact,
                items,
                effort.work,
            ),
            _peer("numpy loop", lambda b: _mean_loop(right, b), exact, items, effort.work),
            _peer(
                "scikit-learn loop",
                lambda b: _metric_loop(data, metrics.accuracy_score, b),
                exact,
                items,
                effort.work / 10,
            ),
        ],
        effort,
    )
    goal = Goal("P1", 3.0, 10_000.0 if items >= 1_000_000 else 0.0)
    rows = rows_of("bootstrap accuracy", items, ours, peers, limit, [goal])
    return rows + _bca_rows(
        "bootstrap accuracy, BCa", data, accuracy_interval, scipy_accuracy, effort
    )


def _balanced_rows(data: Labels, effort: Effort) -> list[Row]:
    items = len(data.truth)
    exact = balanced_interval(data)
    drawn = noise(exact, items, DRAWS)
    ours, limit, *peers = in_turns(
        [
            Contender("ours", lambda: balanced_interval(data), exact),
            Contender(
                "multinomial draws",
                lambda: limits.multinomial(data, CLASSES, DRAWS),
                exact,
                drawn,
            ),
            _peer(
                "scikit-learn loop",
                lambda b: _metric_loop(data, metrics.balanced_accuracy_score, b),
                exact,
                items,
                effort.work / 10,
            ),
            _peer(
                "scipy percentile",
                lambda b: scipy_balanced(data, b),
                exact,
                items,
                effort.work / 10,
            ),
        ],
        effort,
    )
    asked = {1_000: 100.0, 1_000_000: 15_000.0}.get(items, 0.0)
    rows = rows_of(
        "bootstrap balanced accuracy", items, ours, peers, limit, [Goal("P2", 1.5, asked)]
    )
    return rows + _bca_rows(
        "bootstrap balanced accuracy, BCa", data, balanced_interval, scipy_balanced, effort
    )


def _difference_rows(data: Labels, effort: Effort) -> list[Row]:
    items = len(data.truth)
    exact = difference_interval(data)
    gap = _gap(data)
    drawn = noise(exact, items, DRAWS)
    ours, limit, *peers = in_turns(
        [
            Contender("ours", lambda: difference_interval(data), exact),
            Contender("trinomial draws", lambda: limits.trinomial(data, DRAWS), exact, drawn),
            _peer(
                "scipy percentile",
                lambda b: scipy_difference(data, b),
                exact,
                items,
                effort.work,
            ),
            _peer("numpy loop", lambda b: _mean_loop(gap, b), exact, items, effort.work),
        ],
        effort,
    )
    rows = rows_of("paired bootstrap", items, ours, peers, limit, [Goal("P5", 3.0)])
    return rows + _bca_rows(
        "paired bootstrap, BCa", data, difference_interval, scipy_difference, effort
    )


def _bca_rows(
    task: str,
    data: Labels,
    ours: Callable[..., Array],
    run: Callable[..., Any],
    effort: Effort,
) -> list[Row]:
    """BCa against our own percentile limits and against scipy's BCa."""
    contenders = [
        Contender("ours", lambda: ours(data, "bca"), ours(data, "bca")),
        Contender("our percentile", lambda: ours(data), ours(data)),
        _bca_peer(data, lambda part: ours(part, "bca"), run, effort),
    ]
    found, limit, peer = in_turns(contenders, effort)
    return rows_of(task, len(data.truth), found, [peer], limit, [Goal("P3", 1.3)])


def _growth_rows(sizes: Sequence[int], found: Sequence[Timed], effort: Effort) -> Iterator[Row]:
    """How the paired bootstrap grows, from labels and from the counts alone."""
    small, large = sizes[-2], sizes[-1]
    task = f"paired bootstrap: N = {large:,} against {small:,}"
    yield from rows_of(f"{task}, labels", large, found[-1], [], found[-2], [Goal("P5", 2.0)])
    tables = [
        load(data.truth, data.first, data.second, reading=HITS)
        for data in (draw(size, CLASSES) for size in (small, large))
    ]
    less, more = in_turns(
        [
            Contender(
                f"N = {table.n_items:,}",
                lambda table=table: _difference_limits(table, "percentile"),
                _difference_limits(table, "percentile"),
            )
            for table in tables
        ],
        effort,
    )
    yield from rows_of(f"{task}, counts", large, more, [], less, [Goal("P5", 2.0)])


def randomisation_rows(sizes: Sequence[int], effort: Effort) -> Iterator[Row]:
    """Return the rows of the exact paired randomisation test.

    Parameters
    ----------
    sizes : sequence of int
    effort : Effort
    """
    for size in sizes:
        data = draw(size, CLASSES)
        gains, losses = limits.one_pass(data)
        exact = stats.binomtest(gains, gains + losses).pvalue
        draws = int(min(DRAWS, max(effort.work / 10 / size, 20)))
        gap = _gap(data)
        ours, limit, peer = in_turns(
            [
                Contender("ours", lambda: _sign_test(data), exact, 1e-9),
                Contender(
                    "binomial draws",
                    lambda: limits.sign_flip(data, DRAWS),
                    exact,
                    _p_noise(exact, DRAWS),
                ),
                Contender(
                    "scipy permutation_test",
                    lambda: _permutation(gap, draws),
                    exact,
                    _p_noise(exact, draws),
                    DRAWS / draws,
                    "" if draws == DRAWS else f"from B = {draws:,}",
                ),
            ],
            effort,
        )
        goal = Goal("P6", 3.0) if size >= 100_000 else None
        yield from rows_of("paired randomisation, exact", size, ours, [peer], limit, [goal])


def _sign_test(data: Labels) -> float:
    table = load(data.truth, data.first, data.second, reading=HITS)
    return McNemar("exact").apply(Estimand.of(Accuracy(), table, *table.models), "two-sided").pvalue


def _permutation(gap: Array, draws: int) -> float:
    return float(
        stats.permutation_test(
            [gap, np.zeros_like(gap)],
            lambda a, b, axis: np.mean(a - b, axis=axis),
            permutation_type="samples",
            vectorized=True,
            batch=max(1, int(1e6) // len(gap)),
            n_resamples=draws,
            rng=1,
        ).pvalue
    )


def _p_noise(exact: float, draws: int) -> float:
    return 6.0 * math.sqrt(exact * (1.0 - exact) / draws) + 2.0 / draws
