"""Errors of pairing: what is wrong, in which rows, and what helps. Nothing here runs otherwise."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from compare.data.files import line_of
from compare.data.source import numbered
from compare.errors import DataError

if TYPE_CHECKING:
    import narwhals as nw

    from compare.data.align import Part

__all__ = [
    "places",
    "refuse_duplicates",
    "refuse_lengths",
    "refuse_missing",
    "refuse_other_key",
    "refuse_strangers",
]


def _rows(frame: "nw.LazyFrame[Any]", limit: int = 3) -> list[tuple[Any, ...]]:
    """Return the first rows of a frame."""
    native = frame.to_native()
    if frame.implementation.is_duckdb():
        found: list[tuple[Any, ...]] = native.limit(limit).fetchall()
        return found
    return frame.head(limit).collect().rows()


def _numbers(part: "Part", condition: Any, limit: int = 3) -> list[int]:
    """Return the numbers (from 1) of the first rows where a condition holds."""
    chosen = numbered(part.frame).filter(condition).select("row").sort("row")
    return [int(r[0]) for r in _rows(chosen, limit)]


def _told(part: "Part", rows: Sequence[int]) -> str:
    """Write row numbers, with lines where the file has lines."""
    text = f"row{'s' if len(rows) > 1 else ''} {', '.join(map(str, rows))}"
    if part.source.path is None or part.source.path.suffix.lower() == ".zst":
        return text
    lines = line_of(part.source.path, rows)
    if not lines:
        return text
    return f"{text} (line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))})"


def refuse_missing(part: "Part") -> NoReturn:
    """Raise the error for rows without an id."""
    import narwhals as nw

    rows = _numbers(part, nw.col("k").is_null())
    raise DataError(
        f"{part.source.title}, column {part.roles.id!r}: no id in {_told(part, rows)}; "
        "every row needs one: fill them in, or choose another column with id= (--id)."
    )


def refuse_duplicates(part: "Part") -> None:
    """Raise an error if an id stands in several rows."""
    import narwhals as nw

    if part.frame.implementation.is_duckdb():
        counted = part.frame.to_native().aggregate("count(DISTINCT k)").fetchall()[0][0]
    else:
        counted = part.frame.select(nw.col("k").n_unique()).collect().item()
    if counted == part.rows:
        return
    twice = part.frame.group_by("k").agg(nw.len().alias("n")).filter(nw.col("n") > 1)
    ids = [r[0] for r in _rows(twice.sort("k"))]
    places = [f"{k!r} in {_told(part, _numbers(part, nw.col('k') == k))}" for k in ids]
    raise DataError(
        f"{part.source.title}, column {part.roles.id!r}: {part.rows - counted:,} row(s) repeat "
        f"the id of another row, such as {'; '.join(places)}. The same item scored twice is not "
        "two items: keep one row an item, or name a column that tells items apart with id= (--id)."
    )


def refuse_lengths(parts: Sequence["Part"]) -> NoReturn:
    """Raise the error for tables of different length without ids."""
    told = ", ".join(f"{p.source.title} has {p.rows:,} rows" for p in parts)
    raise DataError(
        f"{told}; without an id column rows are paired by position, so all need the same "
        "number; add an id column and name it with id= (--id)."
    )


def refuse_strangers(parts: Sequence["Part"]) -> NoReturn:
    """Raise the error for tables without a common id."""
    told = " but ".join(
        f"{p.source.title} has ids such as "
        f"{', '.join(repr(r[0]) for r in _rows(p.frame.select('k'), 3))}"
        for p in parts
    )
    raise DataError(
        f"no id is in all tables: {told} (columns {', '.join(repr(p.roles.id) for p in parts)}); "
        "name the column that both share with id= (--id)."
    )


def refuse_other_key(
    pair: tuple["Part", "Part", str],
    clashing: int,
    parts: Sequence["Part"],
    joined: "nw.LazyFrame[Any]",
) -> None:
    """Raise an error if a further key identifies items and contradicts the pairing.

    A column that repeats within a file, or has other values in each file, identifies nothing.
    """
    import narwhals as nw

    first, other, key = pair
    names = [p.keys[key] for p in (first, other)]
    values = [
        p.frame.select(nw.col(n).cast(nw.String).alias("v"))
        for p, n in zip((first, other), names, strict=True)
    ]
    distinct = [_size(v.unique()) for v in values]
    if any(d < p.rows for d, p in zip(distinct, (first, other), strict=True)):
        return
    if 2 * _size(values[0].join(values[1], on="v", how="inner")) < min(distinct):
        return
    mine, theirs = (nw.col(n).cast(nw.String) for n in names)
    shown = [
        f"{k!r} is {a!r} in {first.source.title} and {b!r} in {other.source.title}"
        for k, a, b in _rows(joined.filter(mine != theirs).select("k", *names).sort("k"))
    ]
    raise DataError(
        f"paired by {parts[0].roles.id!r}, the column {key!r} disagrees in {clashing} item(s): "
        f"{'; '.join(shown)}. The ids name different items in the two tables: pair by the other "
        f'column with id="{key}" (--id {key}), or let it differ with same_keys=False '
        "(--no-same-keys)."
    )


def _size(frame: "nw.LazyFrame[Any]") -> int:
    import narwhals as nw

    return int(_rows(frame.select(nw.len()))[0][0])


def places(raw: dict[str, Any], parts: Sequence["Part"], joined: "nw.LazyFrame[Any]") -> str:
    """Tell in which rows columns hold these values.

    Parameters
    ----------
    raw : dict
        Value of each column, by its name in the frames.
    parts : sequence of Part
    joined : narwhals.LazyFrame
    """
    import narwhals as nw

    conditions = [nw.col(name) == value for name, value in raw.items()]
    holders = [p for n in raw for p in parts if n in {p.truth, *p.answers.values()}]
    if len(raw) == 1:
        return f", {_told(holders[0], _numbers(holders[0], conditions[0]))}"
    first = joined.filter(*conditions).select("k").sort("k")
    key = _rows(first, 1)[0][0]
    told = [f"{p.source.title} {_told(p, _numbers(p, nw.col('k') == key))}" for p in holders]
    return f" (item {key!r}: {', '.join(told)})"
