"""Predictions in tables (frames and files): one table with a column a model, or a table a model."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from compare.data.align import Part, align, only_hits
from compare.data.count import letter
from compare.data.decide import decide
from compare.data.engine import Engine
from compare.data.files import SUFFIXES, open_file
from compare.data.levels import HITS
from compare.data.reading import Reading
from compare.data.roles import (
    CORRECT_NAMES,
    HIT_TOKENS,
    PRED_NAMES,
    Answer,
    Roles,
    model_roles,
    named,
    nothing,
    recognise,
    tokens,
    truth_roles,
    wide_roles,
)
from compare.data.source import Source, from_frame
from compare.errors import UsageError
from compare.table import Table

__all__ = ["load_tables"]


def load_tables(data: Sequence[Any], reading: Reading, n_models: int | None) -> Table:
    """Return the table of counts of frames or files.

    Parameters
    ----------
    data : sequence of Path, "-" or data frame
    reading : Reading
    n_models : int, optional
        How many models there have to be.

    Returns
    -------
    Table
    """
    with Engine() as engine:
        sources = [_open(d, t, engine) for d, t in zip(data, _titles(data), strict=True)]
        column, truth = _truth(reading.true, sources, engine)
        asked = reading.pred_columns or reading.correct_columns
        if len(sources) == 1:
            parts = [_wide(sources[0], reading, column, truth is not None, n_models)]
            names = _column_names(parts[0], sources[0])
        else:
            _check_asked(asked, sources)
            parts = _each(sources, reading, column, truth is not None)
            names = _stems(sources, data)
        if truth is not None:
            parts.append(Part(truth, truth_roles(truth.columns, truth.title, reading)))
        _check_truth(parts)
        names = reading.chosen_names(names)
        patterns, pairing = align(parts, names, reading, engine)
        return decide(patterns, pairing, reading)


def _each(
    sources: Sequence[Source], reading: Reading, true: str | None, elsewhere: bool
) -> list[Part]:
    """Return one table a model with their columns chosen."""
    roles = [
        model_roles(s.columns, s.title, reading, i, true=true, truth_elsewhere=elsewhere)
        for i, s in enumerate(sources)
    ]
    asked = reading.pred_columns or reading.correct_columns
    if not asked and not elsewhere and all(r.truth is None for r in roles):
        roles = [_hits_instead(s, r) for s, r in zip(sources, roles, strict=True)]
    return [Part(s, r) for s, r in zip(sources, roles, strict=True)]


def _hits_instead(source: Source, roles: Roles) -> Roles:
    """Without any truth, use whether the prediction is right instead of the prediction."""
    correct = recognise(CORRECT_NAMES, source.columns, source.title, "correct")
    if correct is None or roles.answers[0].kind == "correct":
        return roles
    left = (roles.answers[0].column,)
    return replace(roles, answers=(Answer(correct, "correct"),), left_out=left)


def _open(data: Any, title: str, engine: Engine) -> Source:
    if isinstance(data, Path | str):
        return open_file(data, engine, title)
    return from_frame(data, title)


def _titles(data: Sequence[Any]) -> list[str]:
    """Return what messages call each table: file names, with folders where they agree."""
    names = [d.name for d in data if isinstance(d, Path)]
    titles = []
    for position, item in enumerate(data):
        if isinstance(item, Path):
            alone = names.count(item.name) == 1
            titles.append(item.name if alone else "/".join(item.parts[-2:]))
        elif isinstance(item, str):
            titles.append("standard input")
        else:
            titles.append(f"data frame {letter(position)}" if len(data) > 1 else "the data frame")
    return titles


def _truth(
    true: Any, sources: Sequence[Source], engine: Engine
) -> tuple[str | None, Source | None]:
    """Return the column, or else the source of its own, that holds the truth."""
    if true is None:
        return None, None
    if isinstance(true, str) and true != "-":
        if any(true in s.columns for s in sources):
            return true, None
        if not (Path(true).suffix.lower() in (*SUFFIXES, ".gz", ".zst") or Path(true).exists()):
            named(true, sources[0].columns, sources[0].title, "true")
        true = Path(true)
    if isinstance(true, Path) and true.suffix.lower() in {".npy", ".npz"}:
        true = true.name
    elif isinstance(true, Path | str):
        return None, open_file(true, engine, getattr(true, "name", "standard input"))
    elif hasattr(true, "columns"):
        return None, from_frame(true, "the frame of the truth")
    raise UsageError(
        f"true ({true if isinstance(true, str) else type(true).__name__}) is an array, which has "
        "no ids to join tables by; give the truth as a column, or as a table with id and label."
    )


def _wide(
    source: Source, reading: Reading, true: str | None, elsewhere: bool, n_models: int | None
) -> Part:
    """Return one table with the columns of its models chosen."""
    roles = wide_roles(source.columns, source.title, reading, true=true, truth_elsewhere=elsewhere)
    asked = reading.pred_columns or reading.correct_columns
    if not asked:
        roles = _narrowed(source, roles, elsewhere, n_models)
    if not roles.answers:
        nothing(source.title, source.columns, "prediction was", "pred")
    if n_models is not None and len(roles.answers) != n_models:
        columns = [a.column for a in roles.answers]
        argument = roles.answers[0].kind
        raise UsageError(
            f"{source.title}: {n_models} model(s) wanted, but {len(columns)} column(s) "
            f"{'were named' if asked else 'could be meant'}: {', '.join(columns)}; "
            f"choose with {argument}= (--{argument})."
        )
    return Part(source, roles)


def _narrowed(source: Source, roles: Roles, elsewhere: bool, n_models: int | None) -> Roles:
    """Leave out candidates that cannot be meant."""
    if roles.truth is None and not elsewhere:
        columns = [a.column for a in roles.answers]
        named_so = [c for c in columns if tokens(c) & HIT_TOKENS]
        hits = named_so or only_hits(source, columns, [*HITS, "", "nan"])
        if columns and not hits:
            nothing(source.title, source.columns, "true label was", "true")
        return replace(roles, answers=tuple(a for a in roles.answers if a.column in hits))
    columns = [a.column for a in roles.answers]
    if n_models in (None, 1) and len(columns) > 1:
        usual = recognise(PRED_NAMES, columns, source.title, "pred")
        if usual is not None:
            left = tuple(c for c in columns if c != usual)
            answers = tuple(a for a in roles.answers if a.column == usual)
            return replace(roles, answers=answers, left_out=left)
    return roles


def _check_asked(asked: Sequence[str], sources: Sequence[Source]) -> None:
    if len(asked) > 1 and len(asked) != len(sources):
        raise UsageError(
            f"{len(asked)} answer columns were named ({', '.join(asked)}) for {len(sources)} "
            "tables; name one for all of them, or one each, in their order."
        )


def _check_truth(parts: Sequence[Part]) -> None:
    """Raise where predicted labels have no truth to be compared with."""
    truths = any(p.roles.truth is not None for p in parts)
    for part in parts:
        if not truths and any(a.kind == "pred" for a in part.roles.answers):
            nothing(part.source.title, part.source.columns, "true label was", "true")


def _column_names(part: Part, source: Source) -> list[str]:
    columns = [a.column for a in part.roles.answers]
    if len(columns) == 1:
        return [source.stem]
    return columns


def _stems(sources: Sequence[Source], data: Sequence[Any]) -> list[str]:
    """Return distinct names: stems, with the names of folders where stems agree."""
    names = [s.stem for s in sources]
    for depth in range(1, 4):
        if len(set(names)) == len(names):
            return names
        twice = {n for n, k in Counter(names).items() if k > 1}
        names = [
            "/".join([*_folders(d, depth), s.stem]) if n in twice else n
            for n, s, d in zip(names, sources, data, strict=True)
        ]
    seen: Counter[str] = Counter()
    unique = []
    for name in (s.stem for s in sources):
        seen[name] += 1
        unique.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return unique


def _folders(data: Any, depth: int) -> Sequence[str]:
    return Path(data).resolve().parts[-1 - depth : -1] if isinstance(data, Path) else ()
