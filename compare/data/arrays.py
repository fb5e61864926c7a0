"""Read arrays, lists and series: one label, or one row of scores, an item."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compare._types import Label
from compare.data.count import CHUNK, count_hits, count_labels, factorize, letter
from compare.data.decide import Pairing, decide
from compare.data.levels import UNDEFINED, Column, Patterns, as_number, encode, plain
from compare.data.npz import ARRAY_SUFFIXES, PRED_KEYS, SCORE_KEYS, TRUTH_KEYS, read_array
from compare.data.reading import Reading
from compare.errors import DataError, UsageError
from compare.table import Table

__all__ = ["Vector", "load_arrays", "to_array", "to_vector"]

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Vector:
    """One label an item.

    Attributes
    ----------
    title : str
        Name for messages.
    values : ndarray, shape (items,)
        Labels, or column numbers of the highest score (-1 = undefined).
    levels : sequence of Label, optional
        The labels that the values number, for score matrices.
    name : str
        Name of the model, where the data have one.
    notes : list of str
    index : pandas.Index, optional
        Where a series has one.
    """

    title: str
    values: Array
    levels: Sequence[Label] | None = None
    name: str = ""
    notes: list[str] = field(default_factory=list)
    index: Any = None


def load_arrays(data: Sequence[Any], reading: Reading) -> Table:
    """Return the table of arrays that are paired by position.

    Parameters
    ----------
    data : sequence of array_like or paths of .npy/.npz
        The truth (unless ``reading.true`` holds it) and the answers of each model.
    reading : Reading

    Returns
    -------
    Table
    """
    _only_labels(reading)
    given = list(data) if reading.true is None else [reading.true, *data]
    if len(given) < 2:
        raise UsageError(
            "one array alone has no truth to compare with; pass the true labels first, "
            "or as true= (--true)."
        )
    titles = ["y_true", *(f"prediction {letter(i)}" for i in range(len(given) - 1))]
    truth = _as_truth(given[0], titles[0])
    labels = reading.labels
    if labels is not None and truth.values.dtype.kind in "buif":
        labels = [as_number(v) for v in labels]
    answers = [to_vector(d, t, labels) for d, t in zip(given[1:], titles[1:], strict=True)]
    for answer in answers:
        _same_length(truth, answer)
        _same_order(truth, answer)
    names = reading.chosen_names(_names(answers))
    notes = ["paired by row order: no id column"]
    notes += [n for v in (truth, *answers) for n in v.notes]
    pairing = Pairing(names, [len(truth.values)] * len(answers), len(truth.values), notes=notes)
    return _counted(truth, answers, pairing, reading)


def _only_labels(reading: Reading) -> None:
    for argument in ("id", "pred", "correct"):
        if getattr(reading, argument) is not None:
            raise UsageError(
                f"{argument} (--{argument}) names a column, but arrays have none; "
                "pass a data frame or a file instead, or leave it out."
            )


def _counted(truth: Vector, answers: Sequence[Vector], pairing: Pairing, reading: Reading) -> Table:
    arrays = [truth.values, *(a.values for a in answers)]
    plainly = reading.labels is None and reading.abstain_label is None
    scores = any(a.levels is not None for a in answers)
    if (
        not reading.per_class
        and plainly
        and not scores
        and all(a.dtype.kind in "bui" for a in arrays)
    ):
        return _with_placement(count_hits(arrays[0], arrays[1:], pairing.models), pairing, reading)
    patterns = _patterns([truth, *answers])
    return decide(patterns, pairing, reading)


def _with_placement(table: Table, pairing: Pairing, reading: Reading) -> Table:
    """Add what integer arrays, which miss nothing, have to say about their reading."""
    from dataclasses import replace

    placement = replace(
        table.placement,
        invalid=reading.invalid,
        abstain=reading.abstain,
        notes=tuple(pairing.notes),
    )
    return replace(table, placement=placement)


def _patterns(vectors: Sequence[Vector]) -> Patterns:
    """Count the distinct rows, then put labels in the place of numbers."""
    coded, labels = zip(*(_integers(v) for v in vectors), strict=True)
    cells, n = count_labels(coded[0], coded[1:])
    columns = []
    for position, (vector, label) in enumerate(zip(vectors, labels, strict=True)):
        distinct, where = np.unique(cells[:, position], return_inverse=True)
        levels, codes = encode((label(int(v)) for v in distinct), plain, vector.title)
        columns.append(
            Column(
                vector.title,
                "",
                "pred" if position else "truth",
                levels,
                codes[where.reshape(-1)],
            )
        )
    return Patterns(columns[:1], columns[1:], n)


def _integers(vector: Vector) -> tuple[Array, Callable[[int], Any]]:
    """Return integers for the values, and the function from integer to label."""
    values = vector.values
    if vector.levels is not None:
        named = [*vector.levels, UNDEFINED]
        return values, named.__getitem__
    if values.dtype.kind == "b":
        return values, bool
    if values.dtype.kind == "M":  # pandas, which factorizes, does not know all units
        moments, where = np.unique(values, return_inverse=True)
        return np.asarray(where, dtype=np.int64), moments.__getitem__
    if values.dtype.kind in "ui" and (values.dtype != np.uint64 or not len(values)):
        return values, int
    try:
        codes, levels = factorize(values)
    except TypeError as error:  # values without a hash, such as lists, are no labels
        raise DataError(
            f"{vector.title}: a label must be text or a number ({error}); give one label an item."
        ) from None
    listed = [*levels.tolist(), None]
    return codes, listed.__getitem__


def _same_length(truth: Vector, answer: Vector) -> None:
    if len(truth.values) != len(answer.values):
        raise DataError(
            f"{truth.title} has {len(truth.values):,} items, {answer.title} has "
            f"{len(answer.values):,}; without ids items are paired by position, "
            "so both need one value an item."
        )


def _same_order(truth: Vector, answer: Vector) -> None:
    """Refuse two series whose indexes hold the same items in another order."""
    mine, theirs = truth.index, answer.index
    if mine is None or theirs is None or mine.equals(theirs):
        return
    if mine.is_unique and theirs.is_unique and mine.isin(theirs).all():
        raise DataError(
            f"the index of {answer.title} holds the same items as that of {truth.title} in "
            "another order; align them with .loc[y_true.index], or pass .to_numpy() if the "
            "positions are right."
        )


def _index(data: Any) -> Any:
    series = type(data).__name__ == "Series" and type(data).__module__.startswith("pandas")
    return data.index if series else None


def _names(answers: Sequence[Vector]) -> list[str]:
    names = [a.name for a in answers]
    if all(names) and len(set(names)) == len(names):
        return names
    if len(names) == 1:
        return ["model"]
    return [letter(i) for i in range(len(names))]


def _as_truth(data: Any, title: str) -> Vector:
    return to_vector(data, title, None, keys=TRUTH_KEYS, scores=False)


def to_vector(
    data: Any,
    title: str,
    labels: Sequence[Label] | None,
    *,
    keys: Sequence[str] = PRED_KEYS,
    scores: bool = True,
) -> Vector:
    """Return one label an item out of an array, a series, or a .npy or .npz file.

    Parameters
    ----------
    data : array_like or path
    title : str
        Name for messages where the data have none.
    labels : sequence of Label, optional
        Classes in the column order of score matrices.
    keys : sequence of str
        Names under which an .npz file may hold the labels.
    scores : bool
        Whether a score matrix is accepted.
    """
    notes: list[str] = []
    name = str(getattr(data, "name", None) or "")
    if isinstance(data, str | Path):
        if Path(data).suffix.lower() not in ARRAY_SUFFIXES:
            raise UsageError(
                f"{title} = {str(data)!r} is no array; arrays are paired by position, so the truth "
                "has to be an array too: a list, a Series, or a .npy or .npz file."
            )
        title, name = Path(data).name, Path(data).stem
        data, notes = read_array(Path(data), [*keys, *(SCORE_KEYS if scores else ())])
    array = to_array(data, title)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim == 1:
        return Vector(title, array, None, name, notes, _index(data))
    if array.ndim != 2 or not array.shape[1]:
        raise DataError(
            f"{title} has shape {array.shape}; give one label an item, or scores of shape "
            "(items, classes)."
        )
    if not scores:
        raise DataError(
            f"{title} has shape {array.shape}, but the truth is one label an item; "
            "turn one-hot rows into labels with argmax(axis=1)."
        )
    return _best(title, array, labels, name, notes)


def to_array(data: Any, title: str) -> Array:
    """Return an array without turning labels of one kind into another.

    Parameters
    ----------
    data : array_like
    title : str
        Name for messages.
    """
    try:
        array = _unmasked(data, title) if isinstance(data, np.ndarray) else _convert(data, title)
    except DataError:
        raise
    except (ValueError, TypeError, RuntimeError) as error:
        raise DataError(
            f"{title} cannot be read as an array ({error}); "
            "pass a list, a NumPy array or a Series with one label an item."
        ) from None
    if array.dtype.kind == "T":
        array = array.astype(object)
    if array.ndim == 0 or array.dtype.kind not in "buifUOMm":
        raise DataError(
            f"{title} is {type(data).__name__} of type {array.dtype} and shape {array.shape}; "
            "pass a list, a NumPy array or a Series with one label an item."
        )
    return array


def _unmasked(data: Array, title: str) -> Array:
    """Return a plain array, in which masked labels are missing."""
    if not isinstance(data, np.ma.MaskedArray) or not np.ma.is_masked(data):
        return np.asarray(data)
    if data.ndim > 1 and data.shape[1] > 1:
        raise DataError(
            f"{title} masks {np.ma.getmaskarray(data).sum()} scores; a row without all of its "
            "scores has no best class: fill them in, or pass labels in which the item is masked."
        )
    plain_data = data.data.astype(object)
    plain_data[np.ma.getmaskarray(data)] = None
    return np.asarray(plain_data)


def _convert(data: Any, title: str) -> Array:
    if not isinstance(data, list | tuple):
        return np.asarray(_from_series(data))
    if np.ma.MaskedArray in map(type, data):  # NumPy would drop the masks
        return _unmasked(np.ma.stack(data), title)
    array = np.asarray(data)
    # NumPy turns [1, "a"] into two texts, which are other labels.
    if array.dtype.kind == "U" and not all(isinstance(v, str) for v in _flat(data)):
        return np.asarray(data, dtype=object)
    return array


def _flat(data: Any) -> Any:
    for value in data:
        if isinstance(value, list | tuple | np.ndarray):
            yield from value
        else:
            yield value


def _from_series(data: Any) -> Any:
    """Return the values of a series of any data frame library, or the data themselves."""
    import narwhals as nw

    series = nw.from_native(data, allow_series=True, pass_through=True)
    return series.to_numpy() if isinstance(series, nw.Series) else data


def _best(
    title: str,
    scores: Array,
    labels: Sequence[Label] | None,
    name: str,
    notes: list[str],
) -> Vector:
    """Return the column of the highest score of each row, the first one at ties."""
    rows, width = scores.shape
    if scores.dtype.kind not in "buif":
        raise DataError(
            f"{title} has shape {scores.shape} and type {scores.dtype}; scores must be numbers."
        )
    if labels is not None and len(labels) != width:
        raise DataError(
            f"{title} has {width} columns of scores, but labels lists {len(labels)} classes; "
            "give labels (--label) in the order of the columns."
        )
    best = np.empty(rows, dtype=np.int32)
    tied = undefined = 0
    step = max(1, CHUNK // width)
    for start in range(0, rows, step):
        block = scores[start : start + step]
        top = block.argmax(axis=1)
        highest = np.take_along_axis(block, top[:, None], axis=1)
        # argmax stops at NaN, so a row holds NaN exactly where its "highest" is NaN.
        lost = highest[:, 0] != highest[:, 0]
        tied += int(((block == highest).sum(axis=1) > 1).sum())
        undefined += int(lost.sum())
        best[start : start + step] = np.where(lost, -1, top)
    rule = "answer = class of the highest score"
    said = [f"{title}: {rule} ({tied} of {rows} rows tied at the top, first class taken)"]
    if undefined:
        said.append(f"{title}: {undefined} rows of scores hold NaN and count as invalid")
    classes = list(labels) if labels is not None else list(range(width))
    return Vector(title, best, classes, name, [*notes, *said])
