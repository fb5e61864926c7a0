"""The count table: the distinct patterns (true label, answers) of a test set, each with its count.

Predictions are reduced to it once; estimates, intervals, tests and resamples are functions of it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Self, TypedDict, Unpack

import numpy as np

from compare import _check
from compare._rows import distinct_rows
from compare._types import BoolArray, FloatArray, IntArray, Label
from compare.codes import CODE_NAMES, NO_ANSWER, WRONG, check_codes, sort_labels
from compare.errors import DataError, UsageError
from compare.placement import Placement

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["NO_ANSWER", "WRONG", "Table", "sort_labels"]

SCHEMA_VERSION = 1


def _counts(n: Any, rows: int) -> IntArray:
    """Counts a row as integers."""
    found = np.asarray(n)
    if found.shape != (rows,):
        raise UsageError(f"n must hold one count a row ({rows}), found the shape {found.shape}.")
    return _check.counts(found, "n").astype(np.int64) if rows else np.zeros(0, dtype=np.int64)


class Counted(TypedDict, total=False):
    """How often patterns occur; see ``Table.from_codes``."""

    n: Any
    weights: Any
    w: Any
    w2: Any
    has_classes: bool
    placement: Placement


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Counts of the distinct patterns (true label, answer of each model).

    Attributes
    ----------
    models : tuple of str
        Names of the M models, first the baseline.
    classes : tuple of Label
        The K class labels that the codes point to, the same list for truth and answers.
    label : ndarray of int, shape (cells,)
        Code of the true label.
    answer : ndarray of int, shape (cells, M)
        Code of each model's answer, or ``NO_ANSWER`` or ``WRONG``.
    n : ndarray of int, shape (cells,)
        Items with the pattern.
    w, w2 : ndarray of float, shape (cells,)
        Sum of the weights and of the squared weights; both equal ``n`` without weights.
    has_classes : bool
        False where only right or wrong is known, not the label (then K = 1).
    placement : Placement
        Where every item went.

    Examples
    --------
    >>> t = Table.from_codes(["a", "b"], ["m"], [0, 1, 1], [[0], [1], [0]])
    >>> t
    Table(3 items, 2 classes, models: m)
    >>> t.hits("m").tolist(), t.n.tolist()
    ([True, False, True], [1, 1, 1])
    """

    models: tuple[str, ...]
    classes: tuple[Label, ...]
    label: IntArray
    answer: IntArray
    n: IntArray
    w: FloatArray
    w2: FloatArray
    has_classes: bool = True
    placement: Placement = field(default_factory=lambda: Placement(0, 0))

    @classmethod
    def from_codes(
        cls,
        classes: Sequence[Label],
        models: Sequence[str],
        label: Any,
        answer: Any,
        **options: Unpack[Counted],
    ) -> "Table":
        """Group coded patterns into a table.

        Parameters
        ----------
        classes, models : sequence
            Names that the codes and the columns of ``answer`` stand for.
        label : array_like of int, shape (rows,)
        answer : array_like of int, shape (rows, M)
        **options
            ``n`` (counts a row, default 1), ``weights`` (of an item of each row) or ``w`` and
            ``w2`` (sums over the items of each row), ``has_classes``, ``placement``.

        Returns
        -------
        Table
            Its cells are the distinct patterns in lexical order of their codes.
        """
        labels = np.asarray(label, dtype=np.int64)
        answers = np.asarray(answer, dtype=np.int64).reshape(len(labels), len(models))
        given: dict[str, Any] = dict(options)
        n = _counts(given.pop("n", np.ones(len(labels), dtype=np.int64)), len(labels))
        weights = np.asarray(given.pop("weights", np.ones(len(labels))), dtype=np.float64)
        w = np.asarray(given.pop("w", n * weights), dtype=np.float64)
        w2 = np.asarray(given.pop("w2", n * weights**2), dtype=np.float64)
        given.setdefault("placement", Placement.of(int(n.sum()), models))
        check_codes(labels, 0, len(classes), "label")
        check_codes(answers, WRONG, len(classes), "answer")
        cells, where = distinct_rows(np.column_stack([labels, answers]))

        def grouped(v: Any) -> FloatArray:
            return np.bincount(where, v, minlength=len(cells)).astype(np.float64)

        counts = np.zeros(len(cells), dtype=np.int64)
        np.add.at(counts, where, n)
        return cls(
            tuple(str(m) for m in models),
            tuple(classes),
            cells[:, 0],
            cells[:, 1:],
            counts,
            grouped(w),
            grouped(w2),
            **given,
        )

    @classmethod
    def from_pairs(
        cls,
        both: int,
        only_first: int,
        only_second: int,
        neither: int,
        models: tuple[str, str] = ("A", "B"),
    ) -> "Table":
        """Build the table of two models from the items that both, one or neither gets right.

        Examples
        --------
        >>> Table.from_pairs(787, 74, 83, 56)
        Table(1,000 items, right or wrong, models: A, B)
        """
        named = {"both": both, "only_first": only_first, "only_second": only_second}
        n = [_check.count(v, k) for k, v in {**named, "neither": neither}.items()]
        _check.count(sum(n), "the number of items")
        if len(models) != 2:
            raise UsageError(f"models must name two models, found {models!r}.")
        answer = [[0, 0], [0, WRONG], [WRONG, 0], [WRONG, WRONG]]
        kept = [i for i, count in enumerate(n) if count]
        return cls.from_codes(
            [True],
            models,
            np.zeros(len(kept), dtype=np.int64),
            [answer[i] for i in kept],
            n=[n[i] for i in kept],
            has_classes=False,
            placement=Placement.of(sum(n), models, "counts"),
        )

    @classmethod
    def from_correct(cls, correct: int, n: int, model: str = "model") -> "Table":
        """Build the table of one model from its number of right answers.

        Examples
        --------
        >>> Table.from_correct(870, 1000)
        Table(1,000 items, right or wrong, models: model)
        """
        k, total = _check.count(correct, "correct"), _check.count(n, "n")
        if k > total:
            raise UsageError(f"correct must not exceed n, found {k} of {total}.")
        cells = [(0, k), (WRONG, total - k)]
        kept = [(code, count) for code, count in cells if count]
        return cls.from_codes(
            [True],
            [model],
            np.zeros(len(kept), dtype=np.int64),
            [code for code, _ in kept],
            n=[count for _, count in kept],
            has_classes=False,
            placement=Placement.of(total, (model,), "counts"),
        )

    def __post_init__(self) -> None:
        if len(set(self.models)) < len(self.models):
            raise UsageError(f"model names must differ, found {list(self.models)}.")
        if len(set(self.classes)) < len(self.classes):
            raise UsageError(f"class labels must differ, found {list(self.classes)}.")
        for label in self.classes:
            if isinstance(label, float) and not math.isfinite(label):
                raise UsageError(f"class labels must be finite, found {label}.")

    def __repr__(self) -> str:
        kinds = f"{len(self.classes)} classes" if self.has_classes else "right or wrong"
        return f"Table({self.n_items:,} items, {kinds}, models: {', '.join(self.models)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.models, self.classes, self.n.tobytes()))

    @property
    def n_items(self) -> int:
        """Number of items counted."""
        return int(self.n.sum())

    @property
    def weighted(self) -> bool:
        """Whether the items carry weights other than one."""
        return not (np.array_equal(self.w, self.n) and np.array_equal(self.w2, self.n))

    def column(self, model: str) -> IntArray:
        """Codes of a model's answers, shape (cells,)."""
        if model not in self.models:
            raise UsageError(f"no model named {model!r}; the table holds {list(self.models)}.")
        return self.answer[:, self.models.index(model)]

    def hits(self, model: str) -> BoolArray:
        """Whether each cell's answer is right, shape (cells,)."""
        return np.equal(self.column(model), self.label)

    def class_counts(self) -> IntArray:
        """Items of each true class, shape (K,)."""
        counts = np.zeros(len(self.classes), dtype=np.int64)
        np.add.at(counts, self.label, self.n)
        return counts

    def project(self, *models: str) -> "Table":
        """Table of some of the models, in the order given."""
        if models == self.models:
            return self
        chosen = np.column_stack([self.column(m) for m in models])
        kept = tuple(a for m in models for a in self.placement.answers if a.model == m)
        placement = replace(self.placement, answers=kept)
        return self._recoded(models=models, answer=chosen, placement=placement)

    def _recoded(self, **changes: Any) -> "Table":
        """Table of the same items with other fields; cells that become equal are merged."""
        kept = {f.name: getattr(self, f.name) for f in fields(self)}
        return Table.from_codes(**kept | changes)

    def where(self, cells: BoolArray) -> "Table":
        """Table of the cells that a mask of shape (cells,) selects; its items are renumbered."""
        n = self.n[cells]
        return replace(
            self,
            label=self.label[cells],
            answer=self.answer[cells],
            n=n,
            w=self.w[cells],
            w2=self.w2[cells],
            placement=self.placement.part(int(n.sum())),
        )

    def outcomes(self) -> "Table":
        """Table that keeps of each answer only whether it is right."""
        right = self.answer == self.label[:, None]
        if (right | (self.answer == WRONG)).all():
            return self
        return self._recoded(answer=np.where(right, self.label[:, None], WRONG))

    def confusion(self, model: str) -> "pd.DataFrame":
        """Confusion matrix of a model: rows true class, columns answer, entries items.

        Columns "(no answer)" and "(wrong)" stand last where such answers occur.
        """
        import pandas as pd

        extra = [c for c in (NO_ANSWER, WRONG) if (self.column(model) == c).any()]
        codes = [*range(len(self.classes)), *extra]
        position = {c: i for i, c in enumerate(codes)}
        counts = np.zeros((len(self.classes), len(codes)), dtype=np.int64)
        columns = np.array([position[int(c)] for c in self.column(model)], dtype=np.int64)
        np.add.at(counts.reshape(-1), self.label * len(codes) + columns, self.n)
        names = [self._name(c) for c in codes]
        return pd.DataFrame(
            counts,
            index=pd.Index(list(self.classes), name="true", dtype=object),
            columns=pd.Index(names, name="answer", dtype=object),
        )

    def _name(self, code: int) -> Label:
        return self.classes[code] if code >= 0 else CODE_NAMES[code]

    def with_classes(self, classes: Sequence[Label]) -> "Table":
        """Return the same counts over another list of classes that holds all present ones."""
        lacking = [c for c in self.classes if c not in classes]
        if lacking:
            raise UsageError(f"the new classes lack {lacking}, which the table counts.")
        position = {c: i for i, c in enumerate(classes)}
        to_new = np.array([position[c] for c in self.classes], dtype=np.int64)
        answer = np.where(self.answer >= 0, to_new[np.maximum(self.answer, 0)], self.answer)
        return self._recoded(classes=classes, label=to_new[self.label], answer=answer)

    def __add__(self, other: "Table") -> "Table":
        """Add tables of disjoint items."""
        if (self.models, self.has_classes) != (other.models, other.has_classes):
            raise UsageError(f"tables of different models cannot be added: {self!r} and {other!r}.")
        classes = sort_labels([*self.classes, *other.classes])
        a, b = self.with_classes(classes), other.with_classes(classes)
        return Table.from_codes(
            classes,
            self.models,
            np.concatenate([a.label, b.label]),
            np.concatenate([a.answer, b.answer]),
            n=np.concatenate([a.n, b.n]),
            w=np.concatenate([a.w, b.w]),
            w2=np.concatenate([a.w2, b.w2]),
            has_classes=self.has_classes,
            placement=self.placement + other.placement,
        )

    def to_frame(self) -> "pd.DataFrame":
        """Return one row a cell: true label, answers, ``n``, ``w``, ``w2``."""
        import pandas as pd

        columns: dict[Any, Any] = {("label", ""): [self._name(int(c)) for c in self.label]}
        for model in self.models:
            columns["answer", model] = [self._name(int(c)) for c in self.column(model)]
        columns |= {("n", ""): self.n, ("w", ""): self.w, ("w2", ""): self.w2}
        return pd.DataFrame(columns)

    def to_dict(self) -> dict[str, Any]:
        """Return plain lists and numbers, fit for JSON."""
        return {
            "schema_version": SCHEMA_VERSION,
            "models": list(self.models),
            "classes": list(self.classes),
            "has_classes": self.has_classes,
            "label": self.label.tolist(),
            "answer": self.answer.tolist(),
            "n": self.n.tolist(),
            "w": self.w.tolist(),
            "w2": self.w2.tolist(),
            "placement": asdict(self.placement) | {"notes": list(self.placement.notes)},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Table":
        """Read what ``to_dict`` wrote.

        Raises
        ------
        DataError
            If the version is newer than this one reads, or a field is absent.
        """
        version = data.get("schema_version")
        if version != SCHEMA_VERSION:
            raise DataError(
                f"the table has schema_version {version!r}, this version reads {SCHEMA_VERSION}; "
                "update compare-models."
            )
        try:
            placement = Placement.from_dict(data["placement"])
            placement.check(sum(data["n"]))
            if len(placement.answers) != len(data["models"]):
                raise DataError("the placement tells of other models than the table holds.")
            return cls.from_codes(
                data["classes"],
                data["models"],
                data["label"],
                data["answer"],
                n=data["n"],
                w=data["w"],
                w2=data["w2"],
                has_classes=data["has_classes"],
                placement=placement,
            )
        except KeyError as lacking:
            raise DataError(f"the table lacks the field {lacking}.") from None

    def rename(self, models: Sequence[str]) -> Self:
        """Return the table with other model names, in the same order."""
        answers = tuple(
            replace(a, model=m) for a, m in zip(self.placement.answers, models, strict=True)
        )
        return replace(
            self, models=tuple(models), placement=replace(self.placement, answers=answers)
        )
