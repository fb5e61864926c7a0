"""Results: complete records of what was estimated, tested and decided."""

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

from compare import _check
from compare._types import Alternative, ConfidenceInterval, Draws, Record
from compare.decision import Verdict, decide
from compare.estimates import Estimate, MetricComparison, ModelScore
from compare.methods.base import Odds, Pairs, TestResult
from compare.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.axes import Axes

__all__ = [
    "Comparison",
    "Estimate",
    "Evaluation",
    "MetricComparison",
    "ModelScore",
    "Row",
    "Settings",
    "Verdict",
    "decide",
]

SCHEMA_VERSION = 1

DEFAULT = "default"
"""Name in the settings of what was left to the metric."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What was fixed before the data were looked at.

    Attributes
    ----------
    metric, test, interval, difference_interval : str
        Names of the metric, of the test's family, of the interval of one model and of the
        interval of the difference ("default" = the metric's, or the one that goes with the
        test).
    confidence_level : float
    alternative : {"two-sided", "less", "greater"}
    margin : float or None
        Largest difference that still counts as practically equal, in proportions.
    seed, n_resamples : int
        For the methods that draw random numbers.
    """

    metric: str = "accuracy"
    test: str = DEFAULT
    interval: str = DEFAULT
    difference_interval: str = DEFAULT
    confidence_level: float = 0.95
    alternative: Alternative = "two-sided"
    margin: float | None = None
    seed: int = 0
    n_resamples: int = 9999

    @property
    def draws(self) -> Draws:
        """How random numbers are drawn."""
        return Draws(self.n_resamples, self.seed)


@dataclass(frozen=True, slots=True, eq=False)
class Row(Record):
    """One line of a result in flat form; numbers are not rounded, NaN means undefined."""

    section: str
    quantity: str
    model: str
    label: str
    k: float
    n: int
    estimate: float
    standard_error: float
    low: float
    high: float
    confidence_level: float
    method: str
    test: str = ""
    statistic: float = math.nan
    pvalue: float = math.nan
    adjusted_pvalue: float = math.nan
    alternative: str = "two-sided"
    notes: str = ""


def _row(section: str, found: Estimate, compared: MetricComparison | None = None) -> Row:
    extra: dict[str, Any] = {}
    if compared:
        test = compared.test
        extra = {
            "test": test.name,
            "statistic": test.statistic,
            "pvalue": test.pvalue,
            "adjusted_pvalue": compared.adjusted_pvalue,
        }
    return Row(
        section,
        found.quantity,
        " - ".join(reversed(found.models)),
        str(found.label),
        found.k,
        found.n,
        found.value,
        found.standard_error,
        found.low,
        found.high,
        found.confidence_level,
        found.method,
        alternative=found.alternative,
        notes=" ".join(found.notes + (compared.test.notes if compared else ())),
        **extra,
    )


class _Rendered(Record):
    """What every result can be turned into; the report room does the work."""

    __slots__ = ()
    kind: Literal["evaluation", "comparison"]
    table: Table
    settings: Settings
    chance: float
    notes: tuple[str, ...]

    def rows(self) -> list[Row]:
        """Flat rows that reports, figures and the command line are made of."""
        raise AssertionError  # each result lists its own rows

    def to_dict(self) -> dict[str, Any]:
        """Everything, in plain lists and numbers."""
        from compare import __version__

        return {
            "schema_version": SCHEMA_VERSION,
            "kind": self.kind,
            "program": f"compare-models {__version__}",
            "settings": asdict(self.settings),
            "chance": self.chance,
            "notes": list(self.notes),
            "rows": [asdict(r) for r in self.rows()],
            "table": self.table.to_dict(),
        }

    def _key(self) -> str:
        return repr(self.to_dict())

    def to_frame(self) -> "pd.DataFrame":
        """Rows as a pandas DataFrame, numbers unrounded."""
        import pandas as pd

        return pd.DataFrame([asdict(r) for r in self.rows()])

    def _render(self, form: str, **options: Any) -> str:
        from compare import report

        return report.render(self, form, **options)  # type: ignore[arg-type]  # both results derive from this

    def summary(self, *, brief: bool = False, verbose: bool = False, color: bool = False) -> str:
        """Report for a terminal, at most 80 columns wide.

        ``brief`` keeps the verdict alone, ``verbose`` adds data, methods and references.
        """
        return self._render("text", brief=brief, verbose=verbose, color=color)

    def to_markdown(self, *, brief: bool = False) -> str:
        """Report in Markdown with pipe tables; ``brief`` keeps the verdict alone."""
        return self._render("markdown", brief=brief)

    def to_latex(self, *, full: bool = False) -> str:
        """Tabular for LaTeX that needs booktabs alone; ``full=True`` adds float and caption."""
        return self._render("latex", full=full)

    @overload
    def to_html(self) -> str: ...
    @overload
    def to_html(self, path: "str | Path") -> None: ...
    def to_html(self, path: "str | Path | None" = None) -> str | None:
        """One self-contained HTML page, returned or written to ``path``."""
        page = self._render("html")
        if path is None:
            return page
        from compare import report

        report.write(path, page)
        return None

    def to_json(self) -> str:
        """Strict JSON: settings, table, rows; numbers unrounded, undefined = null."""
        return self._render("json")

    def to_csv(self) -> str:
        """Rows as CSV, numbers unrounded."""
        return self._render("csv")

    def plot(self, kind: str = "", *, ax: "Axes | None" = None, **options: Any) -> "Axes":
        """Draw a figure of the result; see ``compare.report.figures`` for the kinds."""
        from compare.report import figures

        return figures.plot(self, kind, ax=ax, **options)  # type: ignore[arg-type]  # as above

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        return self._render("notebook")


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Evaluation(_Rendered):
    """How good each model is: the answer of ``compare.score``.

    Attributes
    ----------
    table : Table
    settings : Settings
    scores : tuple of ModelScore
        One a model.
    majority : tuple of Estimate
        Of always answering the most frequent class; empty where classes are not known.
    chance : float
        Accuracy of uniform guessing among the classes; NaN where they are not known.
    notes : tuple of str
        Note codes.
    """

    table: Table
    settings: Settings
    scores: tuple[ModelScore, ...]
    majority: tuple[Estimate, ...]
    chance: float
    notes: tuple[str, ...]
    kind: Literal["evaluation"] = "evaluation"

    def __getitem__(self, model: str) -> ModelScore:
        _check.choice(model, tuple(m.model for m in self.scores), "model")
        return next(m for m in self.scores if m.model == model)

    @property
    def estimate(self) -> Estimate:
        """The first model's estimate of the metric asked for."""
        return self.scores[0].estimates[0]

    @property
    def confusion(self) -> "pd.DataFrame":
        """Confusion matrix of the first model."""
        return self.table.confusion(self.scores[0].model)

    def rows(self) -> list[Row]:
        """Flat rows: models, baselines, classes."""
        return [*_model_rows(self.scores), *_majority_rows(self.majority)]

    def __repr__(self) -> str:
        found = self.estimate
        text = f"{found.value:.4g} [{found.low:.4g}, {found.high:.4g}], n={found.n}"
        many = f", first of {len(self.scores)} models" if len(self.scores) > 1 else ""
        return f"Evaluation({found.quantity} {text}{many})"[:80]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Comparison(_Rendered):
    """Whether the candidate beats the baseline: the answer of ``compare.two``.

    Attributes
    ----------
    table : Table
    settings : Settings
    baseline, candidate : str
        Names; every difference is candidate minus baseline.
    primary : MetricComparison
        The metric asked for.
    secondary : tuple of MetricComparison
        Other metrics that fit the data, not adjusted for.
    classes : tuple of MetricComparison
        Recall of each class, exploratory, adjusted by Holm's method.
    answered : tuple of MetricComparison
        The metric asked for on the items that both models answer, where the models' shares of
        valid answers differ by more than a point; else empty.
    pairs : Pairs
        Paired right and wrong answers.
    odds : Odds
        Gains by losses, with the interval of the test's kind.
    equivalence : ConfidenceInterval
        Interval of the difference at level 1 - 2 alpha, for the margin.
    verdict : Verdict
    robustness : tuple of TestResult
        The valid tests of the same difference, the one that was asked for among them.
    scores : tuple of ModelScore
    majority : tuple of Estimate
    chance : float
    notes : tuple of str
        Note codes.
    """

    table: Table
    settings: Settings
    baseline: str
    candidate: str
    primary: MetricComparison
    secondary: tuple[MetricComparison, ...]
    classes: tuple[MetricComparison, ...]
    answered: tuple[MetricComparison, ...]
    pairs: Pairs
    odds: Odds
    equivalence: ConfidenceInterval
    verdict: Verdict
    robustness: tuple[TestResult, ...]
    scores: tuple[ModelScore, ...]
    majority: tuple[Estimate, ...]
    chance: float
    notes: tuple[str, ...]
    kind: Literal["comparison"] = "comparison"

    @property
    def difference(self) -> Estimate:
        """Candidate minus baseline in the metric asked for."""
        return self.primary.difference

    @property
    def test(self) -> TestResult:
        """Test that this difference is zero."""
        return self.primary.test

    def rows(self) -> list[Row]:
        """Flat rows: models, baselines, differences, classes."""
        compared = [self.primary, *self.secondary]
        return [
            *_model_rows(self.scores),
            *_majority_rows(self.majority),
            *(_row("difference", c.difference, c) for c in compared),
            *(_row("answered by both", c.difference, c) for c in self.answered),
            *(_row("class difference", c.difference, c) for c in self.classes),
        ]

    def to_dict(self) -> dict[str, Any]:
        """Everything, in plain lists and numbers."""
        return _Rendered.to_dict(self) | {
            "verdict": self.verdict.value,
            "baseline": self.baseline,
            "candidate": self.candidate,
            "pairs": self.pairs._asdict(),
            "odds": self.odds._asdict(),
            "equivalence": list(self.equivalence),
            "robustness": [{"test": t.name, "pvalue": t.pvalue} for t in self.robustness],
        }

    def __repr__(self) -> str:
        found = self.difference
        text = (
            f"Comparison({self.verdict.value}: {found.value:+.4g} "
            f"[{found.low:+.4g}, {found.high:+.4g}], p{_p(self.test.pvalue)}, n={found.n})"
        )
        return text[:80]


def _p(p: float) -> str:
    return f"={p:.2g}" if p >= 1e-300 or math.isnan(p) else "<1e-300"


def _model_rows(models: tuple[ModelScore, ...]) -> Iterator[Row]:
    for m in models:
        yield from (_row("model", e) for e in m.estimates)
        yield _row("coverage", m.coverage)
    for m in models:
        yield from (_row("class", e) for e in m.per_class)


def _majority_rows(majority: tuple[Estimate, ...]) -> Iterator[Row]:
    yield from (_row("majority", e) for e in majority)
