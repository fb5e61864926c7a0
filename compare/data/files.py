"""Read files: CSV, TSV, JSON lines, JSON and Parquet, plain or compressed."""

import csv
import glob
import gzip
import io
import re
import shutil
import sys
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from compare.data.engine import Engine, first_line, identifier, literal
from compare.data.source import Source
from compare.errors import DataError

if TYPE_CHECKING:
    import narwhals as nw

__all__ = ["SUFFIXES", "line_of", "open_file"]

DELIMITERS = {".csv": ",", ".tsv": "\t", ".txt": "\t"}
JSON_SUFFIXES = (".jsonl", ".ndjson", ".json")
SUFFIXES = (*DELIMITERS, *JSON_SUFFIXES, ".parquet", ".npy", ".npz")
COMPRESSED = (".gz", ".zst")
STDIN = "-"


def open_file(given: Path | str, engine: Engine, title: str) -> Source:
    """Return the source of a file; rows are read only when columns are taken.

    Parameters
    ----------
    given : Path or "-"
        A path, or "-" for standard input.
    engine : Engine
    title : str
        Name for messages.

    Returns
    -------
    Source

    Raises
    ------
    DataError
        If there is no such file, or it is of no supported kind, empty or damaged.
    """
    path = _spool(engine) if given == STDIN else Path(given)
    _check_exists(path, title)
    kind, stem = _kind(path)
    if given == STDIN:
        stem = "stdin"
    with _clear_errors(title):
        if kind in DELIMITERS:
            return _csv(path, title, stem, DELIMITERS[kind], engine)
        if kind == ".parquet":
            return _parquet(path, title, stem, engine)
        return _json(path, title, stem, engine)


def _spool(engine: Engine) -> Path:
    """Copy standard input to a temporary file whose suffix tells its kind."""
    path = engine.directory / "stdin"
    with path.open("wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    with path.open("rb") as file:
        head = file.read(4096)
    kind = ".csv"
    if head.startswith(b"PAR1"):
        kind = ".parquet"
    elif head.lstrip()[:1] in {b"{", b"["}:
        kind = ".jsonl"
    elif head.startswith(b"\x1f\x8b"):
        kind = ".csv.gz"
    return path.rename(path.with_name("stdin" + kind))


def _check_exists(path: Path, title: str) -> None:
    if path.is_dir():
        raise DataError(f"{str(path)!r} is a directory; name a file in it.")
    if not path.exists():
        raise DataError(f"there is no file {str(path)!r}; check the path.")
    if path.stat().st_size == 0:
        raise DataError(f"{title} is empty; a header line is the least it needs.")


def _kind(path: Path) -> tuple[str, str]:
    """Return suffix without compression, and stem."""
    inner = path.with_suffix("") if path.suffix.lower() in COMPRESSED else path
    kind = inner.suffix.lower()
    if kind not in SUFFIXES or (inner is not path and kind == ".parquet"):
        raise DataError(
            f"{path.name}: files of kind {path.suffix or '(no suffix)'!r} are not read; "
            f"supported are {', '.join(SUFFIXES)} (text also with .gz or .zst)."
        )
    return kind, inner.stem


@contextmanager
def _clear_errors(title: str) -> Iterator[None]:
    """Turn errors of the engine into one line that names file and place."""
    import duckdb

    try:
        yield
    except duckdb.OutOfMemoryException as error:
        raise DataError(f"{title} does not fit memory and disk: {first_line(error)}.") from None
    except duckdb.Error as error:
        raise DataError(_explain(title, str(error))) from None
    except UnicodeDecodeError:
        raise DataError(f"{title} is not UTF-8 text; save it as UTF-8.") from None
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{title} cannot be read: {error}.") from None


CAUSES = (
    (r"unterminated quote", "a quoted cell is never closed"),
    (r"utf-8|unicode", "it is not UTF-8 text; save it as UTF-8"),
    (r"maximum.{0,20}line|line.{0,20}size", "the line is too long"),
    (r"duplicate key", "an object holds a key twice"),
    (r"maximum_object_size|object size", "a record is too long"),
    (r"unexpected end of data", "the file ends inside a record; it may have been cut off"),
    (r"Malformed JSON", "it is not valid JSON"),
    (
        r"[Pp]arquet|magic bytes|[Ss]nappy|[Zz][Ss][Tt][Dd]|thrift",
        "it is damaged or of another kind than its name says",
    ),
    (r"[Gg][Zz][Ii][Pp]|GZIP|decompress", "its compression is damaged"),
)


def _explain(title: str, message: str) -> str:
    """Say in plain words what is wrong in a file, and where."""
    # The original line may hold any words: it must not decide on the cause.
    told = re.sub(
        r"Original Line:.*?(?=\n(Expected|Value|Invalid|Maximum)|\Z)", "", message, flags=re.DOTALL
    )
    line = re.search(r"(?:on Line:|[Ii]n line|Line:?) (\d+)", told)
    place = f", line {line[1]}" if line else ""
    wide = re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", told)
    if wide:
        return (
            f"{title}{place}: {wide[2]} cells where the header names {wide[1]} columns; "
            "mend the line (a cell that holds the delimiter needs quotes)."
        )
    cause = next((say for pattern, say in CAUSES if re.search(pattern, told, re.IGNORECASE)), None)
    return f"{title}{place}: the file cannot be read, {cause or first_line(Exception(told))}."


def _csv(path: Path, title: str, stem: str, delimiter: str, engine: Engine) -> Source:
    header = _header_line(path, title, engine)
    notes = []
    found = _delimiter(header, delimiter)
    if found != delimiter:
        notes.append(f"{title}: cells are separated by {found!r}")
    columns = [c.strip() for c in next(csv.reader([header], delimiter=found))]
    _check_header(columns, title)
    columns = [c or f"(column {i})" for i, c in enumerate(columns, start=1)]
    fields = {c: f"c{i}" for i, c in enumerate(columns)}
    query = (
        "SELECT {} FROM read_csv(?, auto_detect=false, header=true, columns=?, delim=?, "
        "quote='\"', escape='\"', nullstr='', strict_mode=true, hive_partitioning=false)"
    )
    values = [glob.escape(str(path)), dict.fromkeys(fields.values(), "VARCHAR"), found]

    def take(chosen: Sequence[str], _texts: Collection[str]) -> "nw.LazyFrame[Any]":
        with _clear_errors(title):
            return engine.keep(query.format(", ".join(fields[c] for c in chosen)), values)

    return Source(title, stem, columns, take, fields, typed=False, path=path, notes=notes)


def _header_line(path: Path, title: str, engine: Engine) -> str:
    """Return the first line; the engine's own guess of a header may skip broken lines."""
    if path.suffix.lower() == ".zst":
        found = engine.rows(
            "SELECT * FROM read_csv(?, auto_detect=false, header=false, delim='\x01', "
            "quote='', escape='', columns={'line': 'VARCHAR'}) LIMIT 1",
            [glob.escape(str(path))],
        )
        header = str(found[0][0] or "") if found else ""
    else:
        with _binary(path) as file:
            header = _first_record(file).decode()
    header = header.removeprefix("\ufeff").rstrip("\r\n")
    if "\0" in header:
        raise DataError(f"{title} is not UTF-8 text; save it as UTF-8.")
    if not header.strip():
        raise DataError(f"{title}: the first line is empty; it has to name the columns.")
    return header


def _first_record(file: IO[bytes]) -> bytes:
    """Return the first line, with those that a quoted line break continues."""
    record = file.readline(HEADER_LIMIT)
    while record.count(b'"') % 2 and len(record) < HEADER_LIMIT and (more := file.readline()):
        record += more
    return record


HEADER_LIMIT = 1_000_000


def _binary(path: Path) -> IO[bytes]:
    if path.suffix.lower() == ".gz":
        return cast("IO[bytes]", gzip.open(path))
    return path.open("rb")


def _delimiter(header: str, usual: str) -> str:
    if usual in header:
        return usual
    return next((d for d in (",", ";", "\t", "|") if d in header), usual)


def _check_header(columns: Sequence[str], title: str) -> None:
    twice = [c for c, k in Counter(columns).items() if k > 1]
    if twice:
        raise DataError(
            f"{title}: the header names {twice[0]!r} more than once; columns need distinct names."
        )


def _parquet(path: Path, title: str, stem: str, engine: Engine) -> Source:
    read = "FROM read_parquet(?, hive_partitioning=false)"
    values = [glob.escape(str(path))]
    columns = engine.names(f"SELECT * {read} LIMIT 0", values)
    fields = {c: f"c{i}" for i, c in enumerate(columns)}

    def take(chosen: Sequence[str], _texts: Collection[str]) -> "nw.LazyFrame[Any]":
        named = ", ".join(f"{identifier(c)} AS {fields[c]}" for c in chosen)
        with _clear_errors(title):
            return engine.keep(f"SELECT {named} {read}", values)

    return Source(title, stem, columns, take, fields)


def _json(path: Path, title: str, stem: str, engine: Engine) -> Source:
    place = glob.escape(str(path))
    columns = engine.names("SELECT * FROM read_json(?, hive_partitioning=false) LIMIT 0", [place])
    if columns == ["json"]:
        raise DataError(
            f"{title} holds no records; write one JSON object an item, a line each, "
            "or a list of them."
        )
    fields = {c: f"c{i}" for i, c in enumerate(columns)}
    take = partial(_take_json, engine, place, title, fields)
    return Source(title, stem, columns, take, fields, json=True)


def _take_json(
    engine: Engine,
    place: str,
    title: str,
    fields: dict[str, str],
    chosen: Sequence[str],
    texts: Collection[str],
) -> "nw.LazyFrame[Any]":
    """Read values as JSON text, so that no sample of rows decides on their types."""
    types = {c: "VARCHAR" if c in texts else "JSON" for c in chosen}
    struct = ", ".join(f"{literal(c)}: '{t}'" for c, t in types.items())
    named = ", ".join(
        f"{identifier(c)}" + ("" if c in texts else "::VARCHAR") + f" AS {fields[c]}"
        for c in chosen
    )
    with _clear_errors(title):
        query = "SELECT {} FROM read_json(?, hive_partitioning=false, columns={{{}}})"
        return engine.keep(query.format(named, struct), [place])


def line_of(path: Path, rows: Sequence[int]) -> list[int]:
    """Return the line on which each data row (from 1) of a CSV file ends.

    Parameters
    ----------
    path : Path
    rows : sequence of int
    """
    wanted, row = set(rows), 0
    lines: dict[int, int] = {}
    with io.TextIOWrapper(_binary(path), encoding="utf-8", errors="replace", newline="") as file:
        reader = csv.reader(file)
        next(reader, None)
        for cells in reader:
            if cells:
                row += 1
            if row in wanted:
                lines.setdefault(row, reader.line_num)
            if len(lines) == len(wanted):
                break
    return [lines[r] for r in rows if r in lines]
