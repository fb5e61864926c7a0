"""McNemar's test from labels and from counts."""

from collections.abc import Iterator
from typing import Any

import limits
import numpy as np
import pandas as pd
from measure import Contender, Effort, in_turns
from rows import Goal, Row, rows_of
from scipy import special, stats
from simulated import Labels, draw
from statsmodels.stats import contingency_tables

from compare.data.load import load
from compare.data.reading import Reading
from compare.methods.base import Estimand
from compare.methods.tests import McNemar
from compare.metrics.labels import Accuracy
from compare.numerics import mcnemar

__all__ = ["count_rows", "label_rows"]

# Discordant items -> gains, losses, exact p, mid-p; made with mpmath at 40 digits.
COUNTS = {
    10: (7, 3, 0.34375, 0.2265625),
    1_000: (530, 470, 0.062023195098363180559, 0.05785052237168669208),
    1_000_000: (501_000, 499_000, 0.04560829986538208642, 0.045500317887363171258),
    1_000_000_000: (
        500_020_000,
        499_980_000,
        0.2059145481013655977,
        0.20590321093613728294,
    ),
}


def label_rows(items: int, effort: Effort) -> Iterator[Row]:
    """Return the rows from labels, as 64-bit and as 8-bit integers.

    Parameters
    ----------
    items : int
    effort : Effort
    """
    data = draw(items)
    small = data.astype(np.uint8)
    gains, losses = limits.one_pass(data)
    exact = float(stats.binomtest(gains, gains + losses).pvalue)
    wide, *peers, limit, narrow, narrow_limit = in_turns(
        [
            Contender("ours, int64", lambda: _ours(data), exact, 1e-9),
            Contender("pandas crosstab + statsmodels", lambda: _crosstab(data), exact, 1e-9),
            Contender("numpy + binomtest", lambda: _by_hand(data), exact, 1e-9),
            Contender("one pass", lambda: limits.one_pass(data), [gains, losses]),
            Contender("ours, uint8", lambda: _ours(small), exact, 1e-9),
            Contender("one pass", lambda: limits.one_pass(small), [gains, losses]),
        ],
        effort,
    )
    task, big = "McNemar exact from labels", items >= 1_000_000
    goal = Goal("P7", 2.0) if big else None
    yield from rows_of(f"{task}, int64", items, wide, peers, limit, [goal])
    goal = Goal("P7", at_least=2.0) if big else None
    yield from rows_of(f"{task}, uint8", items, narrow, [wide], narrow_limit, [goal])


def _ours(data: Labels) -> float:
    table = load(data.truth, data.first, data.second, reading=Reading(per_class=False))
    return McNemar("exact").apply(Estimand.of(Accuracy(), table, *table.models), "two-sided").pvalue


def _crosstab(data: Labels) -> Any:
    right = pd.DataFrame({"first": data.truth == data.first, "second": data.truth == data.second})
    table = pd.crosstab(right["first"], right["second"])
    return contingency_tables.mcnemar(table, exact=True).pvalue


def _by_hand(data: Labels) -> Any:
    first, second = data.truth == data.first, data.truth == data.second
    gains, losses = int((second & ~first).sum()), int((first & ~second).sum())
    return stats.binomtest(gains, gains + losses).pvalue


def count_rows(effort: Effort) -> Iterator[Row]:
    """Return the rows from counts: one call, at 10 to 1e9 discordant items.

    Parameters
    ----------
    effort : Effort
    """
    found = []
    for discordant, (gains, losses, exact, midp) in COUNTS.items():
        table = np.array([[0, losses], [gains, 0]])
        ours, other, limit, *peers = in_turns(
            [
                Contender("ours", lambda: mcnemar.exact(gains, losses), exact, 1e-9 * exact),
                Contender("ours", lambda: mcnemar.midp(gains, losses), midp, 1e-9 * midp),
                Contender(
                    "betainc",
                    lambda: 2.0 * special.betainc(gains, losses + 1.0, 0.5),
                    exact,
                    1e-9 * exact,
                ),
                Contender(
                    "scipy binomtest",
                    lambda: stats.binomtest(gains, gains + losses).pvalue,
                    exact,
                    1e-6,
                ),
                Contender(
                    "statsmodels",
                    lambda: contingency_tables.mcnemar(table, exact=True).pvalue,
                    exact,
                    1e-6,
                ),
            ],
            effort,
        )
        goal = Goal("P8", 10.0)
        yield from rows_of("McNemar exact from counts", discordant, ours, peers, limit, [goal])
        yield from rows_of("McNemar mid-p from counts", discordant, other, [], limit, [goal])
        found.append(other)
    yield from rows_of(
        "McNemar mid-p: 1e9 against 10 discordant",
        10**9,
        found[-1],
        [],
        found[0],
        [Goal("P8", 3.0)],
    )
