"""Counting of arrays."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compare.data.count import CHUNK, count_hits, count_labels, letter
from compare.data.load import load
from compare.data.reading import Reading
from compare.errors import DataError

DTYPES = [bool, np.int8, np.uint8, np.int32, np.int64]


def counted(arrays: list[Any]) -> dict[tuple[int, ...], int]:
    return dict(Counter(zip(*(a.astype(int).tolist() for a in arrays), strict=True)))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("models", [1, 2, 3])
def test_patterns_agree_with_a_plain_count(dtype: Any, models: int) -> None:
    rng = np.random.default_rng(0)
    size = CHUNK + 1000
    arrays = [rng.integers(0, 4, size).astype(dtype) for _ in range(models + 1)]
    cells, n = count_labels(arrays[0], arrays[1:])
    assert dict(zip(map(tuple, cells.tolist()), n.tolist(), strict=True)) == counted(arrays)
    right = Counter(
        tuple((arrays[0] == a)[i] for a in arrays[1:]) for i in range(0, size, size // 50)
    )
    table = count_hits(arrays[0], arrays[1:])
    assert table.n_items == size
    assert len(right) <= len(table.n)
    for position, model in enumerate(table.models):
        hits = int((arrays[0] == arrays[position + 1]).sum())
        assert table.n[table.hits(model)].sum() == hits


@pytest.mark.parametrize(
    ("low", "high"), [(-5, 60), (-5, 200), (-(2**62), 2**62), (2**63 - 3, 2**63 - 1)]
)
def test_ranges_of_any_width(low: int, high: int) -> None:
    rng = np.random.default_rng(1)
    values = rng.integers(low, high, 5, endpoint=True)
    arrays = [rng.choice(values, 1000) for _ in range(3)]
    cells, n = count_labels(arrays[0], arrays[1:])
    assert dict(zip(map(tuple, cells.tolist()), n.tolist(), strict=True)) == counted(arrays)
    assert cells.tolist() == sorted(cells.tolist())


def test_unsigned_numbers_beyond_int64() -> None:
    big = np.array([2**64 - 1, 2**64 - 2, 2**64 - 1], dtype=np.uint64)
    assert load(big, big[::-1].copy()).classes == (2**64 - 2, 2**64 - 1)
    small = np.array([1, 2], dtype=np.uint64)
    assert count_labels(small, [small])[0].tolist() == [[1, 1], [2, 2]]


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=0, max_size=50))
@settings(deadline=None, max_examples=50)
def test_any_integers(rows: list[tuple[int, int]]) -> None:
    y, p = (np.array([r[i] for r in rows], dtype=np.int64) for i in (0, 1))
    cells, n = count_labels(y, [p])
    assert dict(zip(map(tuple, cells.tolist()), n.tolist(), strict=True)) == Counter(rows)


def test_many_models() -> None:
    y = np.zeros(10, dtype=np.int64)
    table = count_hits(y, [y] * 17)
    assert table.n.tolist() == [10]
    assert not table.has_classes
    with pytest.raises(DataError, match="at most 20 models"):
        count_hits(y, [y] * 21)
    with pytest.raises(DataError, match="differ in length"):
        count_hits(y, [y[:3]])


def test_only_right_or_wrong_from_load() -> None:
    y, a, b = [0, 1, 2, 2], [0, 1, 1, 2], [0, 0, 0, 0]
    fast = load(y, a, b, reading=Reading(per_class=False))
    slow = load(list("abcc"), list("abbc"), list("aaaa"), reading=Reading(per_class=False))
    assert fast == slow
    assert fast.classes == (True,)
    assert not fast.has_classes
    scores = load(y, np.eye(3)[a], b, reading=Reading(per_class=False))
    assert scores.n.tolist() == fast.n.tolist()
    lacking = load(
        y, ["x", "x", None, "x"][:0] or [0, 1, None, 2], reading=Reading(per_class=False)
    )
    assert lacking.placement.answers[0].missing == 1


def test_letters() -> None:
    assert [letter(i) for i in (0, 25, 26, 27, 701, 702)] == ["A", "Z", "AA", "AB", "ZZ", "AAA"]
