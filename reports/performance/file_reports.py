"""Programs that compare two models out of two CSV files; one a process, see `files`.

Each prints one line of JSON: counts (both, only first, only second, neither), chi-square p,
limits of the first model's accuracy by Wilson, and the peak memory of the process in bytes.
"""

import json
import math
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


def ours(first: str, second: str) -> dict[str, Any]:
    """compare: the full report, per-class recalls and balanced accuracy included."""
    import compare

    found = compare.two(first, second, rng=0)
    pair = found.pairs
    test = next(t for t in found.robustness if t.name == "McNemar chi-square")
    counts = [pair.both, pair.losses, pair.gains, pair.neither]
    return _answer(counts, test.pvalue, found.primary.baseline.interval)


def ours_plain(first: str, second: str) -> dict[str, Any]:
    """compare: only right or wrong, as the peers do."""
    import compare

    found = compare.two(first, second, rng=0, per_class=False)
    pair = found.pairs
    test = next(t for t in found.robustness if t.name == "McNemar chi-square")
    counts = [pair.both, pair.losses, pair.gains, pair.neither]
    return _answer(counts, test.pvalue, found.primary.baseline.interval)


def pandas_statsmodels(first: str, second: str) -> dict[str, Any]:
    """What a careful user writes with pandas and statsmodels."""
    import pandas as pd
    from statsmodels.stats.contingency_tables import mcnemar
    from statsmodels.stats.proportion import proportion_confint

    joined = pd.read_csv(first).merge(
        pd.read_csv(second), on="id", suffixes=("_a", "_b"), validate="one_to_one"
    )
    if not (joined["label_a"] == joined["label_b"]).all():
        raise ValueError("labels differ")
    right_a = joined["pred_a"] == joined["label_a"]
    right_b = joined["pred_b"] == joined["label_b"]
    order = [True, False]
    table = pd.crosstab(right_a, right_b).reindex(index=order, columns=order).to_numpy()
    p = mcnemar(table, exact=False, correction=False).pvalue
    interval = proportion_confint(int(right_a.sum()), len(joined), method="wilson")
    return _answer(table.reshape(-1), p, interval)


def plain_duckdb(first: str, second: str) -> dict[str, Any]:
    """One SQL query and two formulas by hand; nothing is checked."""
    import duckdb

    query = f"""
        SELECT a.pred = a.label AS one, b.pred = b.label AS other, count(*)
        FROM read_csv('{first}') a JOIN read_csv('{second}') b USING (id) GROUP BY ALL
    """  # noqa: S608 - paths of our own
    cells = {(one, other): n for one, other, n in duckdb.sql(query).fetchall()}
    order = [(True, True), (True, False), (False, True), (False, False)]
    counts = [cells.get(cell, 0) for cell in order]
    both, losses, gains, _ = counts
    p = math.erfc(abs(gains - losses) / math.sqrt(2.0 * (gains + losses)))
    return _answer(counts, p, _wilson(both + losses, sum(counts)))


def _wilson(k: int, n: int) -> tuple[float, float]:
    z = 1.959963984540054
    centre, half = k + z * z / 2, z * math.sqrt(k * (n - k) / n + z * z / 4)
    return (centre - half) / (n + z * z), (centre + half) / (n + z * z)


def _answer(counts: Any, p: float, interval: Any) -> dict[str, Any]:
    return {
        "counts": [int(c) for c in counts],
        "p": float(p),
        "interval": [float(v) for v in interval],
    }


def _peak() -> int:
    """Return the peak resident memory of this process, without what its parent held."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(s for s in status.read_text().splitlines() if s.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


PROGRAMS: dict[str, Callable[[str, str], dict[str, Any]]] = {
    "ours": ours,
    "ours_plain": ours_plain,
    "pandas": pandas_statsmodels,
    "duckdb": plain_duckdb,
}

if __name__ == "__main__":
    answer = PROGRAMS[sys.argv[1]](*sys.argv[2:])
    print(json.dumps(answer | {"peak": _peak()}))
