"""The command line's screen: colour, progress, errors and what a terminal can show."""

import io
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn, TextIO

import click

from compare.errors import CompareError, DataError

__all__ = ["EXIT_INTERRUPTED", "fail", "is_utf8", "prepare", "progress", "told", "wants_color"]

EXIT_USAGE, EXIT_DATA, EXIT_FAULT = 2, 4, 70
EXIT_INTERRUPTED, EXIT_TERMINATED = 130, 143


def wants_color(wanted: str) -> bool:
    """Whether text is coloured: as asked, else on terminals that do not decline."""
    if wanted != "auto":
        return wanted == "always"
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return _is_terminal(sys.stdout) and not plain


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def is_utf8() -> bool:
    """Whether stdout can show any character."""
    encoding = sys.stdout.encoding if sys.stdout else ""
    return (encoding or "").lower().replace("-", "") == "utf8"


@contextmanager
def progress(task: str, options: dict[str, Any]) -> Iterator[None]:
    """Show on a terminal that work of more than a second goes on."""
    if options.get("quiet") or not _is_terminal(sys.stderr):
        yield
        return
    done = threading.Event()
    thread = threading.Thread(target=_tick, args=(task, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _tick(task: str, done: threading.Event) -> None:
    if done.wait(1.0):
        return
    from tqdm import tqdm

    with tqdm(desc=task, bar_format="{desc} {elapsed}", leave=False, file=sys.stderr) as bar:
        while not done.wait(0.5):
            bar.refresh()


def prepare() -> None:
    """Let what the screen's encoding lacks be shown escaped, and clean up when terminated."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(EXIT_TERMINATED))


def told(fault: Exception) -> tuple[str, int]:
    """Message and exit code of an error."""
    if isinstance(fault, CompareError):
        return str(fault), EXIT_DATA if isinstance(fault, DataError) else EXIT_USAGE
    if isinstance(fault, MemoryError):
        return "the data need more memory than there is; try fewer columns or classes.", EXIT_DATA
    if isinstance(fault, OSError):
        return f"cannot read or write: {fault.strerror or fault} {fault.filename or ''}", EXIT_DATA
    what = f"unexpected {type(fault).__name__}: {fault}"
    return f"{what}; run again with --debug and report it", EXIT_FAULT


def fail(message: str, code: int) -> NoReturn:
    """Print one message, control characters made visible, and exit."""
    shown = "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in message)
    if sys.stderr:
        with suppress(OSError):
            click.echo(f"compare-models: error: {shown.rstrip()}", err=True)
    sys.exit(code)
