"""How data are to be read: which columns mean what, and what counts as an answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, get_args

from compare import _check
from compare._types import Label, Policy
from compare.data.levels import plain
from compare.errors import DataError, UsageError

__all__ = ["Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """Choices that turn data into a table; whatever is left out is recognised and noted.

    Attributes
    ----------
    id : str, optional
        Column that identifies an item.
    true : object, optional
        Column of the true label, or a path, array or frame that holds the truth.
    pred, correct : str or sequence of str, optional
        Columns with predicted labels, or with right-or-wrong values.
    names : sequence of str, optional
        Names to show for the models.
    labels : sequence of Label, optional
        The closed list of classes, which is also the column order of score matrices.
    invalid, abstain : {"wrong", "drop", "class"}
        What happens to an answer that is empty or outside `labels`, and to an abstention.
    abstain_label : Label, optional
        The answer that means "I abstain".
    same_keys : bool
        Whether further key columns have to agree with the pairing.
    per_class : bool
        False where only right or wrong is wanted; arrays are then counted faster.

    Examples
    --------
    >>> Reading(id="doc_id", invalid="drop").abstain
    'wrong'
    """

    id: str | None = None
    true: Any = None
    pred: str | Sequence[str] | None = None
    correct: str | Sequence[str] | None = None
    names: Sequence[str] | None = None
    labels: Sequence[Label] | None = None
    invalid: Policy = "wrong"
    abstain: Policy = "wrong"
    abstain_label: Label | None = None
    same_keys: bool = True
    per_class: bool = True

    def __post_init__(self) -> None:
        _check.choice(self.invalid, get_args(Policy), "invalid")
        _check.choice(self.abstain, get_args(Policy), "abstain")
        if self.pred is not None and self.correct is not None:
            raise UsageError(
                "pred and correct were both given; name the predicted labels (pred, --pred) "
                "or the right-or-wrong columns (correct, --correct), not both."
            )
        _check.flag(self.same_keys, "same_keys")
        _check.flag(self.per_class, "per_class")
        if isinstance(self.true, str) and not self.true:
            raise UsageError("true is empty text; name the column or the file of the truth.")
        for argument in ("id", "pred", "correct"):
            _check_columns(getattr(self, argument), argument)
        for name in [] if self.names is None else _check.listed(self.names, "names"):
            if not isinstance(name, str | int):
                raise UsageError(f"names must hold the name of each model, found {name!r}.")
        if self.abstain_label is not None:
            _check_label(self.abstain_label, "abstain_label")
        labels = [] if self.labels is None else _check.listed(self.labels, "labels")
        for label in labels:
            _check_label(label, "labels")
        if len(set(labels)) < len(labels):
            raise UsageError(f"labels must differ, found {labels}.")

    @property
    def pred_columns(self) -> list[str]:
        """Names of the prediction columns that were asked for."""
        return as_list(self.pred)

    @property
    def correct_columns(self) -> list[str]:
        """Names of the right-or-wrong columns that were asked for."""
        return as_list(self.correct)

    def chosen_names(self, names: Sequence[str]) -> list[str]:
        """Return the names to show, by default those given."""
        if self.names is None:
            return list(names)
        if len(self.names) != len(names):
            raise UsageError(
                f"names lists {len(self.names)} name(s) for {len(names)} model(s) "
                f"({', '.join(names)}); give one a model."
            )
        return [str(n) for n in self.names]


def _check_columns(value: Any, argument: str) -> None:
    """Refuse what is neither the name of a column nor, but for the id, a list of names."""
    if value is None or isinstance(value, str):
        return
    columns = [value] if argument == "id" else _check.listed(value, argument)
    for column in columns:
        if not isinstance(column, str):
            raise UsageError(f"{argument} names a column by its text, found {column!r}.")


def _check_label(value: Any, argument: str) -> None:
    """Refuse what cannot be a label, or would be a missing one."""
    try:
        missing = plain(value) is None
    except DataError as error:
        raise UsageError(f"{argument}: {error}") from None
    if missing:
        raise UsageError(f"{argument} must be text or numbers, found {value!r}: a missing value.")


def as_list(value: str | Sequence[str] | None) -> list[str]:
    """Return one name, several names or none as a list."""
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)
