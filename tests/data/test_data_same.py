"""One table whatever the container and the order of rows."""

import datetime as dt
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compare.data.load import load
from compare.data.reading import Reading
from compare.table import Table

# Fractions are among themselves: beside a truth of whole numbers they would be scores.
KINDS: dict[str, Any] = {
    "text": st.sampled_from(["cat", "dog", "NA", "null", "a,b", 'q"q', "ü"]),
    "whole": st.integers(-3, 12),
    "truth": st.booleans(),
    "number": st.sampled_from([0.5, 1.5, 2.5]),
    "decimal": st.sampled_from([Decimal("0.10"), Decimal("2.50")]),
    "exact": st.sampled_from([Decimal("2.00"), Decimal(12345678901234567891)]),
    "day": st.sampled_from([dt.date(2020, 1, 1), dt.date(2020, 2, 1)]),
}


@st.composite
def data(draw: Any) -> tuple[list[Any], list[Any], list[Any], list[int]]:
    label = KINDS[draw(st.sampled_from(sorted(KINDS)))]
    size = draw(st.integers(1, 12))
    columns = [
        draw(st.lists(label if i == 0 else label | st.none(), min_size=size, max_size=size))
        for i in range(3)
    ]
    order = draw(st.permutations(range(size)))
    return columns[0], columns[1], columns[2], list(order)


def core(table: Table) -> tuple[Any, ...]:
    p = table.placement
    answers = [(a.rows, a.unmatched, a.missing, a.invalid) for a in p.answers]
    return (
        [repr(c) for c in table.classes],
        table.label.tolist(),
        table.answer.tolist(),
        table.n.tolist(),
        (p.items, p.counted, p.no_truth, p.dropped),
        answers,
    )


def files(folder: Path, name: str, rows: dict[str, list[Any]]) -> list[Path]:
    """Write one table as CSV, Parquet and JSON lines."""
    frame = pl.DataFrame(rows, strict=False)
    paths = [folder / f"{name}.{kind}" for kind in ("csv", "parquet", "jsonl")]
    texts = {k: [str(x) if isinstance(x, bool) else x for x in v] for k, v in rows.items()}
    pd.DataFrame(texts, dtype=object).to_csv(paths[0], index=False)
    frame.write_parquet(paths[1])
    records = [dict(zip(rows, r, strict=True)) for r in zip(*rows.values(), strict=True)]
    # A decimal becomes the number that it writes, which json.dumps cannot do by itself.
    lines = [
        json.dumps(r, default=lambda v: f"<{v}>" if isinstance(v, Decimal) else str(v))
        for r in records
    ]
    text = "\n".join(lines).replace('"<', "").replace('>"', "")
    paths[2].write_text(text, encoding="utf-8")
    return paths


@given(data())
@settings(
    deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_the_container_changes_nothing(
    tmp_path: Path, made: tuple[list[Any], list[Any], list[Any], list[int]]
) -> None:
    true, a, b, order = made
    expected = core(load(true, a, b))
    ids = [f"q{i}" for i in range(len(true))]

    def turned(values: list[Any]) -> list[Any]:
        return [values[i] for i in order]

    arrays: list[Any] = [
        lambda v: np.array(v, dtype=object),
        lambda v: pd.Series(v, dtype=object),
        lambda v: pl.Series(v, strict=False),
    ]
    for make in arrays:
        assert core(load(make(turned(true)), make(turned(a)), make(turned(b)))) == expected
    wide = {"id": ids, "label": true, "x": a, "y": b}
    shuffled = {k: turned(v) for k, v in wide.items()}
    frames = [pd.DataFrame(wide, dtype=object), pl.DataFrame(wide, strict=False), pa.table(wide)]
    for table in (*frames, *files(tmp_path, "wide", shuffled)):
        assert core(load(table, n_models=2, reading=Reading(pred=["x", "y"]))) == expected
    first = {"id": ids, "label": true, "pred": a}
    second = {"id": turned(ids), "label": turned(true), "pred": turned(b)}
    left, right = files(tmp_path, "a", first), files(tmp_path, "b", second)
    for one, other in zip(left, [right[0], right[2], right[1]], strict=True):
        assert core(load(one, other)) == expected
    assert core(load(pl.DataFrame(first, strict=False), right[1])) == expected


@pytest.mark.parametrize("truth", [[1, 0, 1, 1, 0], [True, False, True, True, False]])
def test_spellings_change_nothing(truth: list[Any], tmp_path: Path) -> None:
    rows = {
        "id": list("pqrst"),
        "label": truth,
        "a": [1, 0.0, True, None, 1],
        "b": [1.0, False, 0, 1, "NA"],
    }
    reading = Reading(pred=["a", "b"])
    expected = load(*(np.array(rows[k], dtype=object) for k in ("label", "a", "b")))
    assert expected.n[expected.hits("B")].sum() == 3
    records = [dict(zip(rows, r, strict=True)) for r in zip(*rows.values(), strict=True)]
    (tmp_path / "m.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    pd.DataFrame(rows, dtype=object).to_csv(tmp_path / "m.csv", index=False)
    text = {k: [None if x is None else str(x) for x in v] for k, v in rows.items()}
    pl.DataFrame(text).write_csv(tmp_path / "quoted.csv", quote_style="always")
    pl.DataFrame(text).write_csv(tmp_path / "m.tsv", separator="\t")
    paths = [tmp_path / n for n in ("m.jsonl", "m.csv", "quoted.csv", "m.tsv")]
    for table in (pd.DataFrame(rows, dtype=object), *paths):
        assert core(load(table, reading=reading)) == core(expected), table


def test_nothing_heavy_is_imported() -> None:
    import subprocess
    import sys

    code = (
        "import sys, compare.data, compare.data.load, compare.data.files, compare.data.align, "
        "compare.data.tables, compare.data.count; "
        "print([m for m in ('pandas', 'duckdb', 'narwhals', 'matplotlib') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("seed", [0, 1])
def test_unmatched_items(seed: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed)
    sets = [np.flatnonzero(rng.random(40) < 0.7) for _ in range(3)]
    paths = []
    for name, ids in zip("abc", sets, strict=True):
        paths.append(tmp_path / f"{name}.csv")
        rows = pd.DataFrame({"id": rng.permutation(ids), "correct": rng.integers(0, 2, len(ids))})
        rows.to_csv(paths[-1], index=False)
    frames = [pd.read_csv(p) for p in paths]
    for group in (paths, frames, paths[:2], frames[:2], [frames[0], paths[1], frames[2]]):
        p = load(*group).placement
        used = sets[: len(group)]
        union = len(set().union(*used))
        common = len(set(used[0]).intersection(*used))
        assert (p.items, p.counted, p.unmatched) == (union, common, union - common)
        assert [a.unmatched for a in p.answers] == [len(s) - common for s in used]
