"""Recognise what the columns of a table mean, and say what was recognised."""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NoReturn

from compare.data.reading import Reading
from compare.errors import DataError, UsageError

__all__ = ["Answer", "Roles", "further_keys", "model_roles", "truth_roles", "wide_roles"]

# Usual names, the first group before the second: "id" wins over "index", two of a group clash.
ID_NAMES = (
    "id item_id itemid example_id sample_id doc_id question_id instance_id image_id uid uuid item",
    "key index idx image filename file name path question_number",
)
TRUE_NAMES = (
    "label y_true ytrue true truth true_label gold gold_label ground_truth answer_key actual",
    "target reference class expected labels",
)
PRED_NAMES = (
    "pred prediction y_pred ypred predicted pred_label predicted_label predictions preds",
    "output answer response guess",
)
CORRECT_NAMES = (
    "correct is_correct iscorrect hit right",
    "acc accuracy exact_match em passed resolved",
)
OTHER_NAMES = (
    "group groups cluster weight weights sample_weight fold split usage subset category filter "
    "seed repeat time timestamp score probability confidence comment notes text question prompt"
)
KEY_TOKENS = frozenset({"id", "key", "hash", "uid", "uuid", "guid"})
HIT_TOKENS = frozenset({"correct", "hit", "acc", "right", "match"})

Kind = Literal["pred", "correct"]


@dataclass(frozen=True, slots=True)
class Answer:
    """A column that holds the answers of one model."""

    column: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Roles:
    """Meaning of the columns of one table."""

    id: str | None
    truth: str | None
    answers: tuple[Answer, ...] = ()
    left_out: tuple[str, ...] = ()

    def note(self, title: str) -> str:
        """Say what was recognised."""
        parts = [f"id = {self.id}"] if self.id is not None else []
        parts += [f"truth = {self.truth}"] if self.truth is not None else []
        words = {"pred": "prediction", "correct": "right or wrong"}
        parts += [f"{words[a.kind]} = {a.column}" for a in self.answers]
        left = f" (left out: {', '.join(self.left_out)})" if self.left_out else ""
        return f"read {title}: {', '.join(parts)}{left}"


def named(wanted: str, columns: Sequence[str], title: str, argument: str) -> str:
    """Return the column of that name, or raise an error that proposes the nearest one."""
    if wanted in columns:
        return wanted
    folded = {c.lower(): c for c in columns}
    close = difflib.get_close_matches(wanted.lower(), folded, n=1, cutoff=0.5)
    hint = f" (did you mean {folded[close[0]]!r}?)" if close else ""
    raise UsageError(
        f"{title} has no column {wanted!r}{hint}; its columns are {_listed(columns)}; "
        f"choose with {argument}= (--{argument})."
    )


def _listed(columns: Sequence[str]) -> str:
    shown = ", ".join(columns[:20])
    return shown + (f", ... ({len(columns)} in all)" if len(columns) > 20 else "")


def recognise(
    groups: Sequence[str], columns: Sequence[str], title: str, argument: str
) -> str | None:
    """Return the one column with a usual name, None where there is none."""
    for group in groups:
        usual = set(group.split())
        found = [c for c in columns if c.strip().lower().replace(" ", "_") in usual]
        if len(found) > 1:
            raise DataError(
                f"{title}: {' and '.join(map(repr, found))} could both be meant; "
                f"choose with {argument}= (--{argument})."
            )
        if found:
            return found[0]
    return None


def nothing(title: str, columns: Sequence[str], what: str, argument: str) -> NoReturn:
    """Raise the error for a column that is needed and was not recognised."""
    known = {"true": TRUE_NAMES, "pred": PRED_NAMES, "id": ID_NAMES}[argument]
    usual = " ".join(known).split()
    folded = {c.lower(): c for c in columns}
    close = next((m for w in usual if (m := difflib.get_close_matches(w, folded, 1, 0.75))), None)
    hint = f" (did you mean {folded[close[0]]!r}?)" if close else ""
    raise DataError(
        f"{title}: no {what} recognised{hint}; its columns are {_listed(columns)}; "
        f"name it with {argument}= (--{argument})."
    )


def _check_single(reading: Reading, true: str | None, answers: Sequence[Answer]) -> None:
    """Refuse one column in two roles."""
    roles = [(reading.id, "id"), (true, "true"), *((a.column, a.kind) for a in answers)]
    seen: dict[str, str] = {}
    for column, role in roles:
        if column in seen:
            raise UsageError(
                f"the column {column!r} is named twice, by {seen[column]}= (--{seen[column]}) and "
                f"by {role}= (--{role}); a column has one meaning, so name another for one of them."
            )
        if column is not None:
            seen[column] = role


def _id(columns: Sequence[str], title: str, reading: Reading, taken: Sequence[str]) -> str | None:
    if reading.id is not None:
        return named(reading.id, columns, title, "id")
    return recognise(ID_NAMES, [c for c in columns if c not in taken], title, "id")


def truth_roles(columns: Sequence[str], title: str, reading: Reading) -> Roles:
    """Return the roles of a table that holds only the truth."""
    known = reading if reading.id is not None and reading.id in columns else Reading()
    id_ = _id(columns, title, known, ())
    rest = [c for c in columns if c != id_]
    truth = recognise(TRUE_NAMES, rest, title, "true") or (rest[0] if len(rest) == 1 else None)
    if truth is None:
        nothing(title, columns, "true label was", "true")
    return Roles(id_, truth)


def model_roles(
    columns: Sequence[str],
    title: str,
    reading: Reading,
    position: int,
    *,
    true: str | None,
    truth_elsewhere: bool,
) -> Roles:
    """Return the roles of a table that holds the answers of one model.

    Parameters
    ----------
    columns, title : of the table
    reading : Reading
    position : int
        Position of the model, for lists of column names.
    true : str or None
        Column that the user named as the truth.
    truth_elsewhere : bool
        Whether a source of its own holds the truth; then "label" may be the prediction.
    """
    asked = _asked(reading, position)
    answer = Answer(named(asked.column, columns, title, asked.kind), asked.kind) if asked else None
    taken = [answer.column] if answer else []
    truth = true if true in columns else None
    _check_single(reading, truth, [answer] if answer else [])
    id_ = _id(columns, title, reading, [*taken, *([truth] if truth else [])])
    rest = [c for c in columns if c not in {id_, truth, *taken}]
    if truth is None and true is None and not truth_elsewhere:
        truth = recognise(TRUE_NAMES, rest, title, "true")
        rest = [c for c in rest if c != truth]
    answer = answer or _answer(rest, title, truth_elsewhere=truth_elsewhere)
    if answer is None:
        nothing(title, columns, "prediction was", "pred")
    usual = _usual_answers(rest)
    return Roles(id_, truth, (answer,), tuple(c for c in usual if c != answer.column))


def _asked(reading: Reading, position: int) -> Answer | None:
    """Return the answer column that the user named for a model."""
    kinds: tuple[tuple[Kind, list[str]], ...] = (
        ("pred", reading.pred_columns),
        ("correct", reading.correct_columns),
    )
    for kind, names in kinds:
        if names:
            return Answer(names[position] if len(names) > 1 else names[0], kind)
    return None


def _answer(rest: Sequence[str], title: str, *, truth_elsewhere: bool) -> Answer | None:
    """Recognise the answers of one model: a prediction, else right or wrong, else what is left."""
    pred = recognise(PRED_NAMES, rest, title, "pred")
    if pred is not None:
        return Answer(pred, "pred")
    correct = recognise(CORRECT_NAMES, rest, title, "correct")
    if correct is not None:
        return Answer(correct, "correct")
    if truth_elsewhere and (label := recognise(TRUE_NAMES, rest, title, "pred")) is not None:
        return Answer(label, "pred")
    left = candidates(rest)
    return Answer(left[0], _kind(left)) if len(left) == 1 else None


def _usual_answers(columns: Sequence[str]) -> list[str]:
    usual = set(" ".join((*PRED_NAMES, *CORRECT_NAMES)).split())
    return [c for c in columns if c.lower() in usual]


def candidates(columns: Sequence[str]) -> list[str]:
    """Return the columns that may hold the answers of a model."""
    other = set(OTHER_NAMES.split())
    ids = set(" ".join(ID_NAMES).split())
    return [
        c
        for c in columns
        if c.lower() not in other | ids
        and not tokens(c) & KEY_TOKENS
        and not c.startswith("(column ")
    ]


def tokens(name: str) -> frozenset[str]:
    """Return the words of a column name in lower case.

    >>> sorted(tokens("docHash_2"))
    ['2', 'doc', 'hash']
    """
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return frozenset(w for w in re.split(r"[\W_]+", split.lower()) if w)


def _kind(columns: Sequence[str]) -> Kind:
    return "correct" if all(tokens(c) & HIT_TOKENS for c in columns) else "pred"


def wide_roles(
    columns: Sequence[str],
    title: str,
    reading: Reading,
    *,
    true: str | None,
    truth_elsewhere: bool,
) -> Roles:
    """Return the roles of a table with one column a model, as far as names tell.

    Parameters
    ----------
    columns, title : of the table
    reading : Reading
    true : str or None
        Column that the user named as the truth.
    truth_elsewhere : bool
        Whether a source of its own holds the truth.

    Notes
    -----
    Without a truth the candidates are returned as right-or-wrong columns: the caller keeps
    those that hold only 0 and 1.
    """
    asked: list[Answer] = [
        *(Answer(named(c, columns, title, "pred"), "pred") for c in reading.pred_columns),
        *(Answer(named(c, columns, title, "correct"), "correct") for c in reading.correct_columns),
    ]
    taken = [a.column for a in asked]
    truth = named(true, columns, title, "true") if true is not None else None
    _check_single(reading, truth, asked)
    id_ = _id(columns, title, reading, [*taken, *([truth] if truth else [])])
    rest = [c for c in columns if c not in {id_, truth, *taken}]
    if truth is None and not truth_elsewhere:
        truth = recognise(TRUE_NAMES, rest, title, "true")
    if asked:
        return Roles(id_, truth, tuple(asked))
    rest = [c for c in rest if c != truth]
    left = candidates(rest)
    if truth is None and not truth_elsewhere:
        return Roles(id_, None, tuple(Answer(c, "correct") for c in left))
    if truth_elsewhere:
        # A "label" beside predictions is not one of them; alone it is the prediction.
        usual = set(" ".join(TRUE_NAMES).split())
        left = [c for c in left if c.lower() not in usual] or left
    return Roles(id_, truth, _beside_truth(left, title))


def _beside_truth(left: Sequence[str], title: str) -> tuple[Answer, ...]:
    """Return predictions beside a truth; a usual right-or-wrong column is used only alone."""
    hits = set(" ".join(CORRECT_NAMES).split())
    plain = [c for c in left if c.lower() not in hits]
    if not plain:
        correct = recognise(CORRECT_NAMES, left, title, "correct")
        return (Answer(correct, "correct"),) if correct else ()
    return tuple(Answer(c, _kind(plain)) for c in plain)


def further_keys(columns: Sequence[str], roles: Roles) -> list[str]:
    """Return columns whose names say that they identify something, the id itself aside."""
    used = {roles.id, roles.truth, *(a.column for a in roles.answers)}
    return [c for c in columns if c not in used and tokens(c) & KEY_TOKENS]
