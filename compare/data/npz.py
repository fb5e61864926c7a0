"""Read .npy and .npz files."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compare.errors import DataError

__all__ = ["ARRAY_SUFFIXES", "PRED_KEYS", "SCORE_KEYS", "TRUTH_KEYS", "open_arrays", "read_array"]

Array = NDArray[Any]

ARRAY_SUFFIXES = (".npy", ".npz")
TRUTH_KEYS = ("y_true", "true", "truth", "label", "labels", "y", "target", "targets")
PRED_KEYS = ("pred", "preds", "y_pred", "prediction", "predictions")
SCORE_KEYS = ("probs", "prob", "logits", "scores")


def read_array(path: Path, keys: Sequence[str]) -> tuple[Array, list[str]]:
    """Return the array that counts in a .npy or .npz file, and a note of what was left out.

    Parameters
    ----------
    path : Path
    keys : sequence of str
        Names that the array may have beside others.
    """
    arrays = open_arrays(path)
    return (arrays[""], []) if "" in arrays else _pick(path, arrays, keys)


def open_arrays(path: Path) -> dict[str, Array]:
    """Return the arrays of a .npz file by name, that of a .npy file under "".

    Parameters
    ----------
    path : Path
        Nothing in it is ever unpickled.
    """
    try:
        with path.open("rb") as file:
            _check_magic(file.read(6), path)
            file.seek(0)
            loaded = np.load(file, allow_pickle=False)
            if isinstance(loaded, np.ndarray):
                return {"": loaded}
            with loaded as archive:
                return dict(archive)
    except FileNotFoundError:
        raise DataError(f"there is no file {str(path)!r}; check the path.") from None
    except IsADirectoryError:
        raise DataError(f"{str(path)!r} is a directory; name a file in it.") from None
    except DataError:
        raise
    except Exception as error:  # noqa: BLE001 - damaged archives raise errors of many modules
        pickled = "Object arrays" in str(error) or "pickle" in str(error).lower()
        why = "it holds Python objects, which are not loaded for safety" if pickled else str(error)
        raise DataError(
            f"{path.name} cannot be read as a NumPy file: {why}; "
            "save plain labels or scores with numpy.save."
        ) from None


def _check_magic(head: bytes, path: Path) -> None:
    """Refuse other files, in which NumPy would suspect Python objects."""
    if not head.startswith((b"\x93NUMPY", b"PK")):
        raise DataError(
            f"{path.name} cannot be read as a NumPy file: it is none, whatever its name says; "
            "save labels or scores with numpy.save, or name text files .csv."
        )


def _pick(path: Path, arrays: dict[str, Array], keys: Sequence[str]) -> tuple[Array, list[str]]:
    """Choose the array of an archive, and say what was left out."""
    found = list(arrays)
    chosen = next((k for k in keys if k in found), None)
    if chosen is None and len(found) == 1:
        chosen = found[0]
    if chosen is None:
        raise DataError(
            f"{path.name} holds the arrays {found}; save the one that counts under one of "
            f"the names {', '.join(keys)}."
        )
    left = [k for k in found if k != chosen]
    note = f"read {path.name}: {chosen}" + (f" (left out: {', '.join(left)})" if left else "")
    return arrays[chosen], [note]
