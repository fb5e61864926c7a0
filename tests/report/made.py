"""Results that the tests of reports share."""

import math
import re
from collections.abc import Sequence
from typing import Any

import hypothesis.strategies as st
import numpy as np

import compare
from compare import Comparison, Evaluation, Table

HOSTILE = (
    "",
    " ",
    "<script>alert(1)</script>",
    "a|b`c*d_e[f](http://x.example)",
    r"100% & $x_1^2$ #{~} \end{tabular} \input{/etc/passwd}",
    "=HYPERLINK(1)",
    "+1-2",
    "@sum",
    "\t=1",
    "\x1b[31mred\x1b[0m",
    "two\nlines\r\ttab",
    "\u202eright to left",
    "\ud800 alone",
    "模型" * 30,
    "e\u0301 é ß Ω — 🙂",
    "[bracket] *star*",
    "--- :: ---",
    "x" * 60,
    "a vs b",
    "UNDECIDED: no",
)


def pair(*counts: int, names: tuple[str, str] = ("A", "B"), **options: Any) -> Comparison:
    """Comparison from both, only first, only second, neither."""
    both, first, second, neither = counts
    table = Table.from_pairs(both, first, second, neither, models=names)
    return compare.two(table, rng=0, n_resamples=100, **options)


def mock_up(**options: Any) -> Comparison:
    """Two models on 1,000 items; the numbers are known."""
    return pair(787, 74, 83, 56, names=("resnet50", "vit_b16"), **options)


def labelled(
    n: int = 400,
    k: int = 3,
    names: Sequence[str] = ("first", "second"),
    labels: Sequence[Any] = (),
    seed: int = 1,
) -> Table:
    """Table of models that are right on most of n items of k classes."""
    rng = np.random.default_rng(seed)
    shares = np.arange(k, 0, -1) / (k * (k + 1) / 2)
    truth = rng.choice(k, n, p=shares)
    answers = [
        np.where(rng.random(n) < 0.85 + 0.02 * i, truth, rng.integers(-1, k, n))
        for i in range(len(names))
    ]
    classes = labels or [f"class_{i}" for i in range(k)]
    return Table.from_codes(classes, names, truth, np.column_stack(answers))


def two(table: Table, **options: Any) -> Comparison:
    """Comparison that draws few random numbers."""
    return compare.two(table, rng=0, n_resamples=100, **options)


def scored(table: Table, **options: Any) -> Evaluation:
    """Evaluation that draws few random numbers."""
    return compare.score(table, rng=0, n_resamples=100, **options)


def everything() -> list[Comparison | Evaluation]:
    """Results of every shape: plain and degenerate, few and many classes."""
    table = labelled()
    return [
        mock_up(),
        mock_up(margin=0.04),
        mock_up(margin=0.01, alternative="greater"),
        mock_up(test="exact", interval="exact", confidence_level=0.9),
        mock_up(difference_interval="newcombe", metric="error"),
        pair(0, 0, 0, 0),
        pair(0, 0, 1, 0),
        pair(800, 0, 0, 200),
        pair(800, 0, 0, 200, difference_interval="wald", margin=0.01),
        pair(0, 5, 0, 0, alternative="less"),
        pair(7 * 10**8, 10**8, 10**8 + 50_000, 10**8),
        two(table),
        two(table, metric="balanced", margin=0.02, difference_interval="dual"),
        two(table, metric="error", alternative="less"),
        two(labelled(k=30, n=900)),
        two(labelled(k=1)),
        scored(table),
        scored(table.project("first")),
        scored(labelled(k=12)),
        scored(labelled(k=25, names=("a", "b", "c", "d", "e"))),
        scored(Table.from_correct(0, 0)),
        scored(Table.from_correct(5, 5), interval="normal"),
        scored(Table.from_correct(870, 1000), interval="bootstrap"),
    ]


@st.composite
def comparisons(draw: st.DrawFn) -> Comparison:
    """Comparison of random counts, margin, level, side and metric."""
    counts = draw(st.lists(st.integers(0, 60), min_size=4, max_size=4))
    return pair(
        *counts,
        names=("base", "cand"),
        margin=draw(st.none() | st.floats(0.001, 0.5)),
        confidence_level=draw(st.sampled_from([0.8, 0.9, 0.95, 0.99, 0.999])),
        alternative=draw(st.sampled_from(["two-sided", "less", "greater"])),
        metric=draw(st.sampled_from(["accuracy", "error"])),
        test=draw(st.sampled_from(["midp", "exact", "chi2", "chi2-corrected"])),
        difference_interval=draw(st.sampled_from(["dual", "wald", "newcombe", "bonett-price"])),
    )


def numbers(text: str) -> list[tuple[float, float]]:
    """Numbers of a text, each with half a unit of its last digit."""
    plain = text.replace("\N{MINUS SIGN}", "-").replace(",", "")
    found = re.findall(r"(?<![\w.])([+-]?(?:\d+\.?\d*|\.\d+))(?![\w])", plain)
    return [(float(t), 0.5 * 10.0 ** -len(t.partition(".")[2])) for t in found]


class Cost:
    """A metric on a scale of its own, worse where it is greater."""

    name = "cost"
    range = (0.0, math.inf)
    proportions = False
    greater_is_better = False
    needs = ("hits",)

    def contributions(self, table: Table, model: str) -> Any:
        hits = table.hits(model)
        return np.column_stack([7.5 * ~hits, np.ones(len(hits))])

    def value(self, totals: Any) -> Any:
        return totals[..., 0] / totals[..., 1]

    def undefined(self, totals: Any) -> str:
        return "" if totals[1] else "no items"
