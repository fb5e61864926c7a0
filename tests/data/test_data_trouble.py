"""What is wrong with files and ids is said with file, row, column and remedy."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from compare.data import align as pairing
from compare.data import engine
from compare.data.load import load
from compare.data.reading import Reading
from compare.errors import CompareError, DataError

GOOD = "id,label,pred\n1,a,a\n2,b,a\n3,a,b\n"


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def frame(text: str, kind: str) -> Any:
    names, *rows = [line.split(",") for line in text.split()]
    columns = {n: [r[i] or None for r in rows] for i, n in enumerate(names)}
    return {"pandas": pd.DataFrame, "polars": pl.DataFrame}[kind](columns)


@pytest.mark.parametrize("kind", ["csv", "pandas", "polars"])
@pytest.mark.parametrize("others", [0, 1])
def test_repeated_ids(kind: str, others: int, tmp_path: Path) -> None:
    text = "id,label,pred\n1,a,a\n2,b,a\n1,a,b\n3,a,b\n2,a,b\n"
    data = write(tmp_path / "m.csv", text) if kind == "csv" else frame(text, kind)
    lines = r" \(lines 2, 4\)" if kind == "csv" else ""
    with pytest.raises(
        DataError,
        match=rf"column 'id': 2 row\(s\) repeat .* '1' in rows 1, 3{lines}; '2' in rows 2, 5.*--id",
    ):
        load(*[data] * (1 + others))


def test_repeated_ids_in_one_of_two(tmp_path: Path) -> None:
    twice = write(tmp_path / "twice.csv", "id,correct\ns1,1\ns2,0\ns3,0\ns3,1\ns4,1\n")
    once = write(tmp_path / "once.csv", "id,correct\ns1,1\ns2,0\ns3,0\ns4,1\ns5,1\n")
    for data in ((twice, once), (once, twice), (twice,)):
        with pytest.raises(DataError, match=r"twice.csv, .* 's3' in rows 3, 4 \(lines 4, 5\)"):
            load(*data)


def test_a_constant_is_no_id(tmp_path: Path) -> None:
    path = write(tmp_path / "m.csv", "id,correct\n" + "x,1\n" * 5000)
    with pytest.raises(DataError, match=r"4,999 row\(s\) repeat"):
        load(path, path)


@pytest.mark.parametrize("kind", ["csv", "pandas", "polars"])
def test_missing_ids(kind: str, tmp_path: Path) -> None:
    text = "id,label,pred\n1,a,a\n,b,a\n3,a,b\n,b,b\n"
    data = write(tmp_path / "m.csv", text) if kind == "csv" else frame(text, kind)
    lines = r" \(lines 3, 5\)" if kind == "csv" else ""
    with pytest.raises(DataError, match=rf"column 'id': no id in rows 2, 4{lines}; .*--id"):
        load(data)


def test_truth_that_disagrees(tmp_path: Path) -> None:
    a = write(tmp_path / "a.csv", "id,label,pred\n1,x,x\n2,y,x\n3,x,x\n")
    b = write(tmp_path / "b.csv", "id,label,pred\n3,x,x\n1,x,x\n2,z,x\n")
    with pytest.raises(
        DataError,
        match=r"labels of 1 item\(s\) differ between a.csv, column 'label' and b.csv, column "
        r"'label': 'y' against 'z' \(item '2': a.csv row 2 \(line 3\), b.csv row 3 \(line 4\)\)",
    ):
        load(a, b)
    frames = [pd.read_csv(p) for p in (a, b)]
    with pytest.raises(DataError, match=r"item 2: data frame A row 2, data frame B row 3"):
        load(*frames)
    truth = write(tmp_path / "truth.csv", "id,label\n1,x\n2,y\n3,x\n")
    assert load(a, b, reading=Reading(true=truth)).n_items == 3


def test_no_common_ids(tmp_path: Path) -> None:
    a = write(tmp_path / "a.csv", "id,correct\n1,1\n2,1\n")
    b = write(tmp_path / "b.csv", "id,correct\n01,1\n02,1\n")
    with pytest.raises(DataError, match=r"a.csv has ids such as '1', '2' but b.csv .* '01', '02'"):
        load(a, b)
    with pytest.raises(DataError, match="no id is in all tables"):
        load(pd.DataFrame({"id": [1], "hit": [1]}), pd.DataFrame({"id": [2], "hit": [1]}))


@pytest.mark.parametrize(
    ("name", "content", "match"),
    [
        ("m.csv", "", "m.csv is empty"),
        ("m.csv", "\n1,2\n", "first line is empty"),
        ("m.csv", "id,id\n1,2\n", "names 'id' more than once"),
        ("m.csv", "id,label,pred\n1,a,a\n2,b\n", "m.csv, line 3: 2 cells where .* 3 columns"),
        ("m.csv", "id,label,pred\n1,a,a\n2,b,c,d\n", "m.csv, line 3: 4 cells where"),
        (
            "m.csv",
            'id,label,pred\n1,a,"a\n2,b,c\n',
            "m.csv, line 2: .* quoted cell is never closed",
        ),
        ("m.csv", b"id,label,pred\n1,\xe9,a\n", "m.csv, line 2: .*not UTF-8"),
        ("m.csv", GOOD.encode("utf-16"), "not UTF-8"),
        ("m.csv", GOOD.encode("utf-16-le"), "not UTF-8"),
        ("m.csv", b"id,\xe9,pred\n1,a,a\n", "not UTF-8"),
        ("m.csv", "id,label,pred\n1,a\0,a\n", "NUL byte"),
        ("m.csv", "id,label,pred\n1,a," + "x" * 3_000_000, "m.csv, line 2: .*line is too long"),
        ("m.csv", b"PAR1\x00\x01\x02", "UTF-8|recognised"),
        ("m.csv.gz", b"\x1f\x8bjunk", "m.csv.gz"),
        ("m.csv.gz", GOOD, "m.csv.gz"),
        ("m.csv.zst", GOOD, "m.csv.zst"),
        ("m.jsonl", '{"id": 1, "pred": 1}\n{"id": 2,', "m.jsonl, line 2: .*cut off"),
        ("m.jsonl", '{"id": 1, "label": 1, "pred": 1}\n{"id": 2} xx\n', "m.jsonl.*not valid JSON"),
        ("m.jsonl", '{"id": 1, "label": 1, "pred": 2, "pred": 2}\n', "holds a key twice"),
        ("m.jsonl", "1\n2\n", "line 1 is of kind ubigint; write one JSON object an item"),
        ("m.json", "[]", "holds no records"),
        ("m.jsonl", b'{"id": "\xe9"}\n', "not UTF-8"),
        ("m.parquet", b"PAR1xxxx", "m.parquet: .*damaged"),
        ("m.parquet", GOOD, "m.parquet: .*damaged"),
        ("m.xlsx", GOOD, r"kind '.xlsx' are not read; supported are .csv, .tsv"),
        ("m", GOOD, r"kind '\(no suffix\)' are not read"),
        ("m.parquet.gz", GOOD, r"kind '.gz' are not read"),
    ],
)
def test_broken_files(name: str, content: str | bytes, match: str, tmp_path: Path) -> None:
    path = write(tmp_path / name, content)
    with pytest.raises(DataError, match=match) as caught:
        load(path)
    assert "SELECT" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_line_broken_after_the_first_thousands(tmp_path: Path) -> None:
    text = "id,label,pred\n" + "".join(f"{i},a,a\n" for i in range(300_000)) + "x,a\n"
    with pytest.raises(DataError, match=r"m.csv, line 300,?002: 2 cells"):
        load(write(tmp_path / "m.csv", text))


def test_absent_files_and_directories(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no file"):
        load(tmp_path / "absent.csv")
    with pytest.raises(DataError, match="there is no file"):
        load(write(tmp_path / "m.csv", GOOD), reading=Reading(true="absent.csv"))
    with pytest.raises(DataError, match="is a directory"):
        load(tmp_path)


def test_damage_anywhere_is_a_clear_error(tmp_path: Path) -> None:
    pd.DataFrame({"id": [1, 2], "label": ["a", "b"], "pred": ["a", "a"]}).to_parquet(
        tmp_path / "good.parquet"
    )
    lines = "\n".join(f'{{"id": {i}, "label": "a", "pred": "b"}}' for i in range(20))
    kinds = {
        ".csv": GOOD.encode(),
        ".jsonl": lines.encode(),
        ".json": f"[{lines.replace(chr(10), ',')}]".encode(),
        ".parquet": (tmp_path / "good.parquet").read_bytes(),
    }
    rng = random.Random(0)  # noqa: S311 - no secret
    for suffix, content in kinds.items():
        for number in range(25):
            damaged = bytearray(content)
            place = rng.randrange(len(damaged))
            way = number % 4
            if way == 0:
                del damaged[place:]
            elif way == 1:
                damaged[place] = rng.randrange(256)
            elif way == 2:
                damaged[place:place] = bytes(rng.randrange(256) for _ in range(9))
            else:
                damaged += b"\0\xff extra"
            path = write(tmp_path / f"m{suffix}", bytes(damaged))
            try:
                load(path)
            except CompareError as error:
                assert "\n" not in str(error)  # noqa: PT017 - most damage is an error


def test_frames_that_cannot_be_read() -> None:
    twice = pd.DataFrame([[1, 2]], columns=["id", "id"])
    with pytest.raises(DataError, match="distinct column names"):
        load(twice)
    with pytest.raises(DataError, match="no data frame that can be read"):
        load(pl.scan_csv("absent.csv"))


def test_mixed_columns_of_frames_meet_files(tmp_path: Path) -> None:
    path = write(tmp_path / "m.csv", "id,label,pred\n1,1,1\n2,0,1\n")
    mixed = pd.DataFrame({"id": [1, 2], "pred": pd.Series([1, "no"], dtype=object)})
    assert load(path, mixed).classes == (0, 1, "no")
    nested = pd.DataFrame({"id": [1, 2], "pred": [[1], object()]})
    with pytest.raises(DataError, match="label"):
        load(path, nested)
    complex_ = pd.DataFrame({"id": [1, 2], "pred": [1j, 0]})
    with pytest.raises(DataError, match=r"cannot be joined with the other data .*complex128"):
        load(path, complex_)


def test_too_many_patterns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pairing, "MAX_PATTERNS", 2)
    path = write(tmp_path / "m.csv", GOOD)
    for data in (path, pd.read_csv(path)):
        with pytest.raises(DataError, match="more than 2 combinations of truth and answers"):
            load(data)


def test_no_temporary_files_stay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    load(write(tmp_path / "m.csv", GOOD))
    with pytest.raises(DataError):
        load(write(tmp_path / "m.csv", GOOD + "1,2\n"))
    assert not list(folder.iterdir())


def test_the_memory_limit_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    size = 300_000
    for name in "ab":
        rows = {"id": rng.permutation(size), "label": 1, "pred": rng.integers(0, 2, size)}
        pl.DataFrame(rows).with_columns(id=pl.format("{}-some-longer-item-name", "id")).write_csv(
            tmp_path / f"{name}.csv"
        )
    monkeypatch.setattr(engine, "MEMORY_LIMIT", "100MB")
    assert load(tmp_path / "a.csv", tmp_path / "b.csv").n_items == size
    monkeypatch.setattr(engine, "MEMORY_LIMIT", "3MB")
    with pytest.raises(DataError, match="memory"):
        load(tmp_path / "a.csv", tmp_path / "b.csv")
