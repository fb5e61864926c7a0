"""Pair the rows of several tables by id (or by position) and count the patterns of answers."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from compare.data import trouble
from compare.data.decide import Pairing
from compare.data.engine import Engine
from compare.data.levels import Column, Patterns, Role, encode, from_json, plain
from compare.data.reading import Reading
from compare.data.roles import Roles, further_keys
from compare.data.source import Source, numbered, to_engine
from compare.errors import DataError

if TYPE_CHECKING:
    import narwhals as nw

__all__ = ["Part", "align", "only_hits"]

SAMPLE = 10_000
"""Rows that show whether a column can be an id."""

MAX_PATTERNS = 2_000_000
"""Distinct patterns beyond which the data are no labels."""


@dataclass(frozen=True, slots=True)
class Part:
    """A source with the meaning of its columns, and once it is read, its rows.

    Attributes
    ----------
    source : Source
    roles : Roles
    frame : narwhals.LazyFrame, optional
        Columns "k" (id), "t" (truth), "a" and "s" (answers, further keys), numbered by part.
    truth : str or None
        Name of the truth in the frame.
    answers, keys : dict
        Names in the frame by column.
    rows : int
    """

    source: Source
    roles: Roles
    frame: Any = None
    truth: str | None = None
    answers: dict[str, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    rows: int = 0


def only_hits(source: Source, columns: Sequence[str], words: Sequence[str]) -> list[str]:
    """Return the columns that hold nothing but right-or-wrong values."""
    if not columns:
        return []
    frame = source.take(columns, ())
    hits = []
    for column in columns:
        name = source.field[column]
        levels = frame.select(name).unique().head(len(words) * 3).collect(**_backend(frame))
        found = [
            str(v).strip('"').lower() for v in levels.get_column(name).to_list() if not _lacks(v)
        ]
        if found and all(v in words for v in found):
            hits.append(column)
    return hits


def _lacks(value: Any) -> bool:
    return value is None or value != value  # noqa: PLR0124 - NaN differs from itself


def _backend(frame: "nw.LazyFrame[Any]") -> dict[str, Any]:
    """Collect rows of the engine in pandas, which is always there."""
    return {"backend": "pandas"} if frame.implementation.is_duckdb() else {}


def align(
    parts: Sequence[Part], names: Sequence[str], reading: Reading, engine: Engine
) -> tuple[Patterns, Pairing]:
    """Count the patterns of truth and answers over the items that all parts hold.

    Parameters
    ----------
    parts : sequence of Part
        The models in their order, then a source of the truth if there is one.
    names : sequence of str
        Names of the models.
    reading : Reading
    engine : Engine
        Where tables of different libraries meet.

    Returns
    -------
    patterns : Patterns
    pairing : Pairing

    Raises
    ------
    DataError
        If ids repeat or are missing, or the parts cannot be paired.
    """
    notes = [n for p in parts for n in (*p.source.notes, p.roles.note(p.source.title))]
    by_id = _paired_by(parts)
    shared = _shared_keys(parts) if reading.same_keys and by_id else []
    read = [_take(p, i, shared) for i, p in enumerate(parts)]
    read, said = _paired(_one_engine(read, engine), by_id)
    read, certain = _checked(read, by_id)
    joined, equal = _join(read, shared)
    columns = [c for p in read for c in (p.truth, *p.answers.values()) if c]
    rows = _count(joined, [*columns, *equal], read)
    total = sum(r[-1] for r in rows)
    if not certain(total):
        for part in read:
            trouble.refuse_duplicates(part)
    if not total and all(p.rows for p in read):
        trouble.refuse_strangers(read)
    items = _items(read, total)
    _check_keys(rows, columns, equal, read, joined)
    if total < 0.95 * items:
        said.append(f"only {total:,} of {items:,} items are in all sources")
    if by_id is None:
        said.append("paired by row order: no id column")
    patterns = _patterns(read, rows, columns, joined)
    per_model = [p.rows for p in read for _ in p.roles.answers]
    return patterns, Pairing(names, per_model, items, by_id or "row order", [*notes, *said])


def _paired_by(parts: Sequence[Part]) -> str | None:
    """Return the name of the id column, None for pairing by position."""
    having = [p for p in parts if p.roles.id is not None]
    if having and len(having) < len(parts):
        other = next(p for p in parts if p.roles.id is None)
        raise DataError(
            f"{having[0].source.title} has the id column {having[0].roles.id!r}, but none was "
            f"recognised in {other.source.title}, whose columns are "
            f"{', '.join(other.source.columns)}; give both the same id column and name it "
            "with id= (--id)."
        )
    return having[0].roles.id if having else None


def _shared_keys(parts: Sequence[Part]) -> list[str]:
    """Return further key columns that several parts hold."""
    found = [set(further_keys(p.source.columns, p.roles)) for p in parts]
    return sorted({k for i, a in enumerate(found) for b in found[:i] for k in a & b})


def _take(part: Part, number: int, shared: Collection[str]) -> Part:
    """Read the columns that matter, under names of their own."""
    import narwhals as nw

    source, roles = part.source, part.roles
    keys = [k for k in further_keys(source.columns, roles) if k in shared]
    answers = {a.column: f"a{number}_{j}" for j, a in enumerate(roles.answers)}
    names = {**answers, **{k: f"s{number}_{j}" for j, k in enumerate(keys)}}
    if roles.truth is not None:
        names[roles.truth] = f"t{number}"
    if roles.id is not None:
        names[roles.id] = "k"
    texts = [*keys, *([roles.id] if roles.id is not None else [])]
    frame = source.take(list(names), texts)
    chosen = frame.select(*(nw.col(source.field[c]).alias(n) for c, n in names.items()))
    return replace(
        part,
        frame=chosen,
        truth=f"t{number}" if roles.truth is not None else None,
        answers=answers,
        keys={k: names[k] for k in keys},
    )


def _one_engine(parts: Sequence[Part], engine: Engine) -> list[Part]:
    """Bring tables of different libraries together."""
    kinds = {p.frame.implementation for p in parts}
    given = [p.source.given for p in parts]
    # Two relations may belong to two connections, which cannot be told from outside.
    connections = sum(p.frame.implementation.is_duckdb() for p in parts) if any(given) else 0
    if len(kinds) == 1 and (all(given) or not any(given)) and connections < 2:
        return list(parts)
    return [_moved(p, engine) if p.source.given else p for p in parts]


def _moved(part: Part, engine: Engine) -> Part:
    """Copy a frame into the engine, where columns of mixed types become text."""
    import narwhals as nw

    mixed = nw.Object in part.frame.collect_schema().values()
    source = replace(part.source, typed=part.source.typed and not mixed)
    return replace(part, source=source, frame=to_engine(part.frame, engine))


def _paired(parts: Sequence[Part], by_id: str | None) -> tuple[list[Part], list[str]]:
    """Give every part the column "k" in one type; it counts the rows where there is no id."""
    import narwhals as nw

    if by_id is None:
        if len(parts) == 1:
            return list(parts), []
        made = [numbered(p.frame).rename({"row": "k"}) for p in parts]
        return [replace(p, frame=f) for p, f in zip(parts, made, strict=True)], []
    types = [p.frame.collect_schema()["k"] for p in parts]
    parts = [_without_blanks(p, t) for p, t in zip(parts, types, strict=True)]
    if len(set(types)) == 1 and types[0] not in (nw.Object, nw.Categorical):
        return list(parts), []
    wide = (nw.UInt64, nw.Int128, nw.UInt128)
    if all(t.is_integer() and t not in wide for t in types):
        return [_cast(p, nw.Int64) for p in parts], []
    note = f"the ids are {' and '.join(dict.fromkeys(map(str, types)))}: compared as text"
    made_text = [_as_text(p, t) for p, t in zip(parts, types, strict=True)]
    return made_text, [note] if len(set(types)) > 1 else []


def _without_blanks(part: Part, dtype: Any) -> Part:
    """Make ids that name nothing, NaN and empty text, missing."""
    import narwhals as nw

    key = nw.col("k")
    if dtype.is_float():
        given = ~key.is_nan()
    elif dtype == nw.String and part.source.typed:
        given = key != ""
    else:
        return part
    return replace(part, frame=part.frame.with_columns(nw.when(given).then(key).alias("k")))


def _cast(part: Part, dtype: Any) -> Part:
    import narwhals as nw

    return replace(part, frame=part.frame.with_columns(nw.col("k").cast(dtype)))


def _as_text(part: Part, dtype: Any) -> Part:
    """Write ids as text; whole floats without their point."""
    import narwhals as nw

    if dtype.is_float():
        number = nw.col("k")
        whole = (number == number.round(0)) & (number.abs() < 2.0**63)
        rest = part.frame.filter(~whole).head(1).collect(**_backend(part.frame))
        if not len(rest):
            part = _cast(part, nw.Int64)
    return _cast(part, nw.String)


def _checked(parts: Sequence[Part], by_id: str | None) -> tuple[list[Part], Callable[[int], bool]]:
    """Count rows and refuse missing ids.

    The second value tells whether a number of joined rows proves that no id repeats: two
    parts with the same bag of ids, each of size r, join to r rows only if all ids differ.
    """
    if by_id is None:
        rows = [_length(p.frame) for p in parts]
        read = [replace(p, rows=r) for p, r in zip(parts, rows, strict=True)]
        if len(set(rows)) > 1:
            trouble.refuse_lengths(read)
        return read, lambda _: True
    found = [_summary(p.frame) for p in parts]
    read = [replace(p, rows=f[0]) for p, f in zip(parts, found, strict=True)]
    for part, (total, present, _) in zip(read, found, strict=True):
        if present < total:
            trouble.refuse_missing(part)
    same = len(parts) > 1 and len(set(found)) == 1 and found[0][2] is not None
    if same and _mostly_distinct(read[0].frame):
        return read, lambda total: total == found[0][0]
    for part in read:
        trouble.refuse_duplicates(part)
    return read, lambda _: True


def _length(frame: "nw.LazyFrame[Any]") -> int:
    import narwhals as nw

    return int(frame.select(nw.len()).collect(**_backend(frame)).item())


def _summary(frame: "nw.LazyFrame[Any]") -> tuple[int, int, int | None]:
    """Return rows, ids present, and (from DuckDB) a sum that tells bags of ids apart."""
    import narwhals as nw

    if frame.implementation.is_duckdb():
        query = "count(*), count(k), coalesce(sum(hash(k)), 0)"
        found = frame.to_native().aggregate(query).fetchall()[0]
        return int(found[0]), int(found[1]), int(found[2])
    row = frame.select(n=nw.len(), present=nw.col("k").count()).collect().row(0)
    return int(row[0]), int(row[1]), None


def _mostly_distinct(frame: "nw.LazyFrame[Any]") -> bool:
    """Whether joining on the ids is safe to try: a constant column would join to N x N rows."""
    head = frame.select("k").head(SAMPLE)
    return 2 * _length(head.unique()) > _length(head)


def _join(
    parts: Sequence[Part], shared: Sequence[str]
) -> tuple["nw.LazyFrame[Any]", dict[str, tuple[Part, Part, str]]]:
    """Join the parts, and compare further keys with the first part that has them."""
    import narwhals as nw

    joined = parts[0].frame
    for part in parts[1:]:
        joined = joined.join(part.frame, on="k", how="inner")
    equal: dict[str, tuple[Part, Part, str]] = {}
    for key in shared:
        first, *others = [p for p in parts if key in p.keys]
        for other in others:
            name = f"e{len(equal)}"
            mine, theirs = (nw.col(p.keys[key]).cast(nw.String) for p in (first, other))
            agrees = (mine == theirs) | mine.is_null() | theirs.is_null()
            joined = joined.with_columns(agrees.alias(name))
            equal[name] = (first, other, key)
    return joined, equal


def _count(
    joined: "nw.LazyFrame[Any]", columns: Sequence[str], parts: Sequence[Part]
) -> list[tuple[Any, ...]]:
    """Return the distinct patterns, each with its number of items at the end."""
    import narwhals as nw

    try:
        counted = joined.group_by(*columns).agg(nw.len().alias("n"))
        if counted.implementation.is_duckdb():
            rows: list[tuple[Any, ...]] = counted.to_native().limit(MAX_PATTERNS + 1).fetchall()
        else:
            rows = counted.collect().rows()
    except (TypeError, ValueError, nw.exceptions.NarwhalsError) as error:
        raise DataError(
            f"{parts[0].source.title}: labels cannot be counted ({error}); "
            "give text or a number an item."
        ) from None
    if len(rows) > MAX_PATTERNS:
        raise DataError(
            f"{parts[0].source.title}: more than {MAX_PATTERNS:,} combinations of truth and "
            "answers; these are no class labels. Name the right columns with true= and pred=."
        )
    return rows


def _items(parts: Sequence[Part], total: int) -> int:
    """Return the number of distinct items in any part."""
    import narwhals as nw

    rows = [p.rows for p in parts]
    if all(r == total for r in rows):
        return total
    if len(parts) == 2:
        return sum(rows) - total
    ids = nw.concat([p.frame.select("k") for p in parts])
    return _length(ids.unique())


def _check_keys(
    rows: Sequence[tuple[Any, ...]],
    columns: Sequence[str],
    equal: dict[str, tuple[Part, Part, str]],
    parts: Sequence[Part],
    joined: "nw.LazyFrame[Any]",
) -> None:
    """Refuse a pairing that a further key contradicts."""
    for position, pair in enumerate(equal.values(), start=len(columns)):
        clashing = sum(r[-1] for r in rows if not r[position])
        if clashing:
            trouble.refuse_other_key(pair, clashing, parts, joined)


def _patterns(
    parts: Sequence[Part],
    rows: Sequence[tuple[Any, ...]],
    names: Sequence[str],
    joined: "nw.LazyFrame[Any]",
) -> Patterns:
    """Return the patterns with their labels read."""
    values = dict(zip(names, zip(*rows, strict=True), strict=False)) if rows else {}
    truths: list[Column] = []
    answers: list[Column] = []
    for part in parts:
        convert = from_json if part.source.json else plain

        def column(title: str, alias: str, kind: Role) -> Column:
            source = part.source  # noqa: B023 - called at once
            place = f"{source.title}, column {title!r}"
            levels, codes = encode(values.get(alias, ()), convert, place)  # noqa: B023 - as above
            return Column(source.title, title, kind, levels, codes, source.typed, alias)

        if part.truth is not None:
            truths.append(column(str(part.roles.truth), part.truth, "truth"))
        answers += [column(a.column, part.answers[a.column], a.kind) for a in part.roles.answers]

    def find(cell: int, columns: Sequence[Column]) -> str:
        raw = {c.alias: values[c.alias][cell] for c in columns}
        return trouble.places(raw, parts, joined)

    n = np.array([r[-1] for r in rows], dtype=np.int64)
    return Patterns(truths, answers, n, find=find)
