"""Where every item went: counted, or excluded for a stated reason."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, get_args

from compare._types import Policy
from compare.errors import DataError, UsageError

__all__ = ["Answers", "Placement"]


@dataclass(frozen=True, slots=True)
class Answers:
    """Where the rows of one model went.

    Attributes
    ----------
    model : str
    rows : int
        Rows read for the model.
    unmatched : int
        Rows whose item another source lacks (excluded, counted here).
    missing, invalid, abstained : int
        Answers that are empty, outside the named label set, or the named abstention.
    """

    model: str
    rows: int
    unmatched: int = 0
    missing: int = 0
    invalid: int = 0
    abstained: int = 0

    def __add__(self, other: "Answers") -> "Answers":
        """Add the counts of disjoint items."""
        mine, theirs = asdict(self), asdict(other)
        return Answers(**{k: v if k == "model" else v + theirs[k] for k, v in mine.items()})


@dataclass(frozen=True, slots=True)
class Placement:
    """Where every item went: counted, or excluded for a stated reason.

    Attributes
    ----------
    items : int
        Distinct items in any source; equals ``counted + unmatched + no_truth + dropped``.
    counted : int
        Items in the table.
    unmatched : int
        Items that at least one source lacks.
    no_truth : int
        Items without a true label.
    dropped : int
        Items excluded by the policies ``invalid`` or ``abstain``.
    answers : tuple of Answers
        One entry a model.
    invalid, abstain : {"wrong", "drop", "class"}
        The policies in force.
    paired_by : str
        Name of the id column, or "row order".
    notes : tuple of str
        What a reader has to know of how the data were read.
    """

    items: int
    counted: int
    unmatched: int = 0
    no_truth: int = 0
    dropped: int = 0
    answers: tuple[Answers, ...] = ()
    invalid: Policy = "wrong"
    abstain: Policy = "wrong"
    paired_by: str = "row order"
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, n: int, models: Sequence[str], paired_by: str = "row order") -> "Placement":
        """Placement of n items that are all counted, each model's answers being valid."""
        return cls(n, n, answers=tuple(Answers(str(m), n) for m in models), paired_by=paired_by)

    def part(self, n: int) -> "Placement":
        """Placement of n of the counted items as if they were all; policies and notes stay."""
        whole = Placement.of(n, [a.model for a in self.answers], self.paired_by)
        return replace(whole, invalid=self.invalid, abstain=self.abstain, notes=self.notes)

    def __add__(self, other: "Placement") -> "Placement":
        """Add the counts of disjoint items; the policies must be the same."""
        if (self.invalid, self.abstain) != (other.invalid, other.abstain):
            raise UsageError(
                "tables counted under different invalid/abstain policies cannot be added: "
                f"{self.invalid}/{self.abstain} and {other.invalid}/{other.abstain}; "
                "count both under one policy."
            )
        return replace(
            self,
            items=self.items + other.items,
            counted=self.counted + other.counted,
            unmatched=self.unmatched + other.unmatched,
            no_truth=self.no_truth + other.no_truth,
            dropped=self.dropped + other.dropped,
            answers=tuple(a + b for a, b in zip(self.answers, other.answers, strict=True)),
            notes=tuple(dict.fromkeys(self.notes + other.notes)),
        )

    def check(self, counted: int) -> None:
        """Raise unless every item is placed once and as many are counted as the table holds."""
        placed = self.counted + self.unmatched + self.no_truth + self.dropped
        if self.counted != counted or self.items != placed:
            raise DataError(
                f"the placement of {self.items} items does not add up: {self.counted} counted "
                f"(the table holds {counted}), {self.unmatched} unmatched, {self.no_truth} "
                f"without truth, {self.dropped} dropped."
            )

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Placement":
        """Build from the form that ``dataclasses.asdict`` and JSON give.

        Raises
        ------
        DataError
            If a field holds what it cannot.
        """
        fields = dict(data)
        fields["answers"] = tuple(Answers(**_checked(a)) for a in fields["answers"])
        fields["notes"] = tuple(fields["notes"])
        return cls(**_checked(fields))


def _checked(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Fields of a record read back, refused where one is of another kind."""
    for name, value in fields.items():
        if name == "answers":
            continue
        if name in ("invalid", "abstain") and "model" not in fields:
            right = value in get_args(Policy)
        elif name in ("model", "paired_by"):
            right = isinstance(value, str)
        elif name == "notes":
            right = all(isinstance(text, str) for text in value)
        else:
            right = type(value) is int and value >= 0
        if not right:
            raise DataError(f"the placement cannot hold {value!r} as {name}.")
    return fields
