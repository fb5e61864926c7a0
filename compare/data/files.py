"""Read files: CSV, TSV, JSON lines, JSON and Parquet, plain or compressed."""

import csv
import glob
import gzip
import io
import json
import re
import shutil
import sys
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
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
    with _clear_errors(title):
        _check_exists(path, title)
        kind, stem = _kind(path)
        if given == STDIN:
            stem = "stdin"
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
    if not path.is_file():
        raise DataError(
            f"{str(path)!r} is a pipe or device, which cannot be read twice; save it as a file, or "
            "send it to standard input and write - in its place."
        )
    if not _is_utf8(path):
        raise DataError(f"the file name {str(path)!r} is not UTF-8; rename the file.")
    if path.stat().st_size == 0:
        raise DataError(f"{title} is empty; a header line is the least it needs.")


def _is_utf8(path: Path) -> bool:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def _literal(path: Path) -> str:
    """Return the pattern that stands for this file alone; ~ and wildcards mean themselves."""
    return glob.escape(str(path.absolute()))


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
    except csv.Error as error:  # such as a cell beyond 131,072 characters
        raise DataError(f"{title}, line 1: the header cannot be read: {error}.") from None
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{title} cannot be read: {error}.") from None


CAUSES = (
    (r"reached an invalid state", "its lines end in different ways, or a quote is out of place"),
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
    columns = [c or f"(column {i})" for i, c in enumerate(columns, start=1)]
    _check_header(columns, title)
    fields = {c: f"c{i}" for i, c in enumerate(columns)}
    query = (
        "SELECT {} FROM read_csv(?, auto_detect=false, header=true, columns=?, delim=?, "
        "quote='\"', escape='\"', nullstr='', strict_mode=true, hive_partitioning=false)"
    )
    values = [_literal(path), dict.fromkeys(fields.values(), "VARCHAR"), found]

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
            [_literal(path)],
        )
        header = str(found[0][0] or "") if found else ""
    else:
        with _binary(path) as file:
            header = _first_record(file, title).decode()
    header = header.removeprefix("\ufeff").rstrip("\r\n")
    if "\0" in header:
        raise DataError(f"{title} is not UTF-8 text; save it as UTF-8.")
    if re.search(r'^[^"]*\r', header):
        raise DataError(
            f"{title}: its lines end in carriage returns, as on old Macs; save it with line feeds."
        )
    if not header.strip():
        raise DataError(f"{title}: the first line is empty; it has to name the columns.")
    return header


def _first_record(file: IO[bytes], title: str) -> bytes:
    """Return the first line, with those that a quoted line break continues."""
    record = file.readline(HEADER_LIMIT)
    while record.count(b'"') % 2 and len(record) < HEADER_LIMIT:
        more = file.readline(HEADER_LIMIT)
        if not more:
            raise DataError(f"{title}, line 1: a quoted name of the header is never closed.")
        record += more
    if len(record) >= HEADER_LIMIT:
        raise DataError(
            f"{title}, line 1: the header is longer than {HEADER_LIMIT:,} characters; "
            "write its column names in the first line, with closed quotes."
        )
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


def _check_names(columns: Sequence[str], title: str) -> None:
    """Refuse names that the engine, which ignores case, would take for one."""
    folded = Counter(c.lower() for c in columns)
    alike = [c for c in columns if folded[c.lower()] > 1]
    if alike:
        raise DataError(
            f"{title}: the columns {' and '.join(map(repr, alike))} differ in nothing but case, "
            "or not at all; give them distinct names."
        )


def _parquet(path: Path, title: str, stem: str, engine: Engine) -> Source:
    read = "FROM read_parquet(?, hive_partitioning=false)"
    values = [_literal(path)]
    columns = engine.names(f"SELECT * {read} LIMIT 0", values)
    _check_names(_top_level(engine, values), title)
    fields = {c: f"c{i}" for i, c in enumerate(columns)}

    def take(chosen: Sequence[str], _texts: Collection[str]) -> "nw.LazyFrame[Any]":
        named = ", ".join(f"{identifier(c)} AS {fields[c]}" for c in chosen)
        with _clear_errors(title):
            return engine.keep(f"SELECT {named} {read}", values)

    return Source(title, stem, columns, take, fields)


def _top_level(engine: Engine, values: Sequence[Any]) -> list[str]:
    """Return the names of a Parquet file's columns; the engine itself renames equal ones."""
    rows = iter(engine.rows("SELECT name, num_children FROM parquet_schema(?)", values))
    columns = []
    for _ in range(next(rows)[1]):
        name, inner = next(rows)
        columns.append(name)
        while inner:
            inner += (next(rows)[1] or 0) - 1
    return columns


def _json(path: Path, title: str, stem: str, engine: Engine) -> Source:
    place = _literal(path)
    lines = None if _kind(path)[0] == ".json" or path.suffix.lower() == ".zst" else path
    columns = _keys(engine, place, title, lines)
    if {"schema_version", "kind", "settings", "table"} <= set(columns):
        raise DataError(
            f"{title} is a saved result and holds no predictions; render it with "
            "compare-models report, or read it with compare.read."
        )
    fields = {c: f"c{i}" for i, c in enumerate(columns)}
    take = partial(_take_json, engine, place, title, fields)
    return Source(title, stem, columns, take, fields, json=True, path=lines)


def _keys(engine: Engine, place: str, title: str, lines: Path | None) -> list[str]:
    """Return the keys of all records, in the order in which they first stand."""
    import duckdb

    try:
        found = engine.rows(
            "SELECT json_type(json), json_keys(json), min(row) FROM (SELECT json, row_number() "
            "OVER () AS row FROM read_json_objects(?, hive_partitioning=false)) "
            "GROUP BY ALL ORDER BY 3",
            [place],
        )
    except duckdb.InvalidInputException as error:
        bad = _bad_line(lines) if lines is not None else None
        if bad is None:
            raise
        cause = "the record is cut off" if "end of data" in str(error) else "it is not valid JSON"
        raise DataError(f"{title}, line {bad}: {cause}; mend or remove the line.") from None
    if not found:
        raise DataError(
            f"{title} holds no records; write one JSON object an item, a line each, "
            "or a list of them."
        )
    for kind, keys, row in found:
        fault = f"of kind {kind.lower()}; write one JSON object an item"
        if kind == "OBJECT":
            fault = "an object that holds a key twice; keep one of them"
        if len(set(keys)) < len(keys) or kind != "OBJECT":
            line = line_of(lines, [row]) if lines is not None else []
            raise DataError(
                f"{title}, {f'line {line[0]}' if line else f'record {row}'} is {fault}."
            )
    columns = list(dict.fromkeys(k for _, keys, _ in found for k in keys))
    _check_names(columns, title)
    return columns


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
    """Return the line on which each data row (from 1) of a file ends, [] where that is unknown.

    Parameters
    ----------
    path : Path
        Of a CSV file, or of JSON lines.
    rows : sequence of int
    """
    with io.TextIOWrapper(_binary(path), encoding="utf-8", errors="replace", newline="") as file:
        ends = _csv_ends(file) if _kind(path)[0] in DELIMITERS else _json_ends(file)
        try:
            lines = list(islice(ends, max(rows)))
        except csv.Error:  # such as a cell beyond 131,072 characters
            return []
    return [lines[r - 1] for r in rows] if len(lines) >= max(rows) else []


def _csv_ends(file: IO[str]) -> Iterator[int]:
    reader = csv.reader(file)
    next(reader, None)
    return (reader.line_num for cells in reader if cells)


def _bad_line(path: Path) -> int | None:
    """Return the first line that is no JSON, None where records go over several lines."""
    with io.TextIOWrapper(_binary(path), encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, start=1):
            text = line.strip("\ufeff \t\r\n")
            if number == 1 and (text in {"{", "["} or text.endswith(",")):
                return None
            try:
                json.loads(text or "0")
            except (ValueError, RecursionError):
                return number
    return None


def _json_ends(file: IO[str]) -> Iterator[int]:
    """Count lines with something on them; stop where a record goes over several."""
    for number, line in enumerate(file, start=1):
        text = line.strip("\ufeff \t\r\n")
        if text in {"{", "["} or text.endswith(","):
            return
        if text:
            yield number
