"""What a result looks like to its reader: every form shows the same figures.

Renderers load when they are asked for, so that this package is light.
"""

import os
import re
import tempfile
from contextlib import suppress
from errno import EACCES
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compare import _check
from compare.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from compare.results import Comparison, Evaluation

__all__ = ["FORMS", "render", "write"]

_HOME: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "text": ("text", "render", ("color", "ascii", "brief", "verbose")),
    "markdown": ("markdown", "render", ("brief",)),
    "latex": ("latex", "render", ("full", "label")),
    "html": ("html", "render", ()),
    "json": ("as_json", "render", ()),
    "csv": ("as_csv", "render", ()),
    "notebook": ("html", "notebook", ()),
}
"""Module, function and options of each form."""

_OPEN_FILES = re.compile(r"/proc/\d+(/task/\d+)?/fd")
"""Folder of the links to a process's open files, where /dev/stdout leads."""

FORMS = tuple(_HOME)
"""Names of the forms that ``render`` makes."""


def render(result: "Comparison | Evaluation", form: str = "text", **options: Any) -> str:
    """Write a result in one of the forms.

    Parameters
    ----------
    result : Comparison or Evaluation
    form : {"text", "markdown", "latex", "html", "json", "csv", "notebook"}
    **options
        Of the form: ``color``, ``ascii``, ``brief``, ``verbose`` for text; ``brief`` for
        Markdown; ``full``, ``label`` for LaTeX. Options that are False are as good as absent.

    Raises
    ------
    UsageError
        For another form, or an option that the form has not.
    """
    module, name, known = _HOME[_check.choice(form, FORMS, "form")]
    given = {option: value for option, value in options.items() if value or option in known}
    for option in given:
        if option not in known:
            raise UsageError(_no_option(option, form))
    renderer: Callable[..., str] = getattr(import_module(f"compare.report.{module}"), name)
    return renderer(result, **given)


def _no_option(option: str, form: str) -> str:
    forms = [f for f, (_, _, known) in _HOME.items() if option in known]
    where = f"; it is for {' and '.join(forms)}" if forms else ""
    return f"the form {form} has no option {option}{where}. Leave it out."


def write(path: str | Path, content: str | bytes) -> None:
    """Write a file whole or not at all.

    The content goes to a temporary file beside the target that then takes its place, so an
    existing file stays as it was until the new one is complete. Permissions, owner and symbolic
    links are kept. Devices, pipes and the process's own streams (``/dev/stdout``) are written to.

    Parameters
    ----------
    path : str or Path
    content : str or bytes
        Text is written as UTF-8; what that cannot hold (halves of surrogate pairs) as escapes.

    Raises
    ------
    UsageError
        If the folder does not exist, or folder or file cannot be written to.
    """
    data = content.encode(errors="backslashreplace") if isinstance(content, str) else content
    if "\0" in str(path):
        raise UsageError(f"{str(path)!r} cannot be the name of a file.")
    target = Path(os.path.realpath(path))
    try:
        if _is_stream(Path(path)):
            _fill(Path(path), data)
        else:
            _replace(target, data)
    except OSError as fault:
        raise UsageError(_reason(path, target, fault)) from None


def _is_stream(path: Path) -> bool:
    """Whether a path names what cannot be replaced: a device, a pipe or an open file.

    Links are followed by hand, because an open file's link looks like the file itself.
    """
    for _ in range(40):  # as many links as Linux follows
        if _OPEN_FILES.fullmatch(os.path.realpath(path.parent)):
            return True
        if not path.is_symlink():
            break
        path = path.parent / path.readlink()
    return path.exists() and not path.is_file()


def _fill(target: Path, data: bytes) -> None:
    """Add to what cannot be replaced; an open file keeps what it holds."""
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_APPEND), "wb") as stream:
        stream.write(data)


def _replace(target: Path, data: bytes) -> None:
    old = target.stat() if target.exists() else None
    if old and not os.access(target, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
    made = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if old:
            with suppress(PermissionError):  # only the superuser gives files away
                os.chown(made, old.st_uid, old.st_gid)
        made.chmod(old.st_mode & 0o777 if old else _new_mode())
        made.replace(target)
    except BaseException:
        made.unlink(missing_ok=True)
        raise


def _new_mode() -> int:
    """Permissions that a new file has."""
    # The mask can only be read by setting it; it is put back at once.
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _reason(path: str | Path, target: Path, fault: OSError) -> str:
    if not target.parent.is_dir():
        return f"{path}: there is no folder {target.parent}; create it or choose another path."
    if target.is_dir():
        return f"{path}: this is a folder; give the name of a file in it."
    return f"{path}: cannot be written ({fault.strerror}); choose a place you may write to."
