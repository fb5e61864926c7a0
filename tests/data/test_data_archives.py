"""Several named arrays at once, as a dict or an .npz file."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compare.data.load import load
from compare.data.reading import Reading
from compare.errors import DataError

Y, A, B = np.array([0, 1, 1]), np.array([0, 1, 0]), np.array([1, 1, 1])


@pytest.mark.parametrize("name", ["y_true", "label", "y"])
@pytest.mark.parametrize("form", ["dict", "npz"])
def test_a_column_an_array(name: str, form: str, tmp_path: Path) -> None:
    data: Any = {"a": A, name: Y, "b": B}
    if form == "npz":
        np.savez(tmp_path / "m.npz", **data)
        data = tmp_path / "m.npz"
    table, expected = load(data, n_models=2), load(Y, A, B)
    assert table.models == ("a", "b")
    assert [table.label.tolist(), table.answer.tolist(), table.n.tolist()] == [
        expected.label.tolist(), expected.answer.tolist(), expected.n.tolist()
    ]  # fmt: skip
    assert load(data, reading=Reading(true="a", pred="b")).models == ("model",)


def test_ids_masks_and_hits_in_a_dict() -> None:
    masked = np.ma.array(A, mask=[True, False, False])
    table = load({"id": ["p", "q", "r"], "label": Y, "a": masked, "b": B})
    assert table.placement.paired_by == "id"
    assert [x.missing for x in table.placement.answers] == [1, 0]
    assert not load({"a": [1, 0], "b": [1, 1]}, reading=Reading(correct=["a", "b"])).has_classes


def test_arrays_that_make_no_table(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"the dict holds arrays of shape label \(3,\), a \(2,\)"):
        load({"label": Y, "a": A[:2]})
    np.savez(tmp_path / "m.npz", label=Y, probs=np.eye(3))
    with pytest.raises(DataError, match=r"m.npz holds arrays .*probs \(3, 3\); .* own"):
        load(tmp_path / "m.npz")
    with pytest.raises(DataError, match="no true label was recognised"):
        load({"u": A + 5, "v": B + 1})
    np.savez(tmp_path / "one.npz", A)
    np.save(tmp_path / "y.npy", Y)
    assert load(tmp_path / "one.npz", reading=Reading(true=str(tmp_path / "y.npy"))).n_items == 3
    assert load(tmp_path / "one.npz", reading=Reading(true=Y)).n_items == 3
