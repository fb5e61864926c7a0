"""Files are written whole or not at all."""

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from compare import UsageError
from compare.report import write


def test_text_and_bytes_are_written(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", "é\n")
    write(str(tmp_path / "b.bin"), b"\x00")
    assert (tmp_path / "a.txt").read_bytes() == "é\n".encode()
    assert (tmp_path / "b.bin").read_bytes() == b"\x00"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.txt", "b.bin"]


def test_an_existing_file_stays_whole_when_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "a.txt"
    target.write_text("old")

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stop)
    with pytest.raises(KeyboardInterrupt):
        write(target, "new")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    target, link = tmp_path / "a.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    write(link, "new")
    assert (target.read_text(), link.is_symlink()) == ("new", True)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_new_files_have_the_usual_permissions(tmp_path: Path) -> None:
    write(tmp_path / "new.txt", "")
    (tmp_path / "plain.txt").write_text("")
    modes = {stat.S_IMODE(p.stat().st_mode) for p in tmp_path.iterdir()}
    assert len(modes) == 1


def test_devices_are_written_to() -> None:
    write(os.devnull, "gone")
    assert not Path(os.devnull).is_file()


def test_pipes_are_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write(pipe, "through")
    assert os.read(reader, 100) == b"through"
    assert list(tmp_path.iterdir()) == [pipe]
    os.close(reader)


@pytest.mark.skipif(not Path("/dev/stdout").is_symlink(), reason="there is no /dev/stdout")
@pytest.mark.parametrize("link", [False, True])
def test_the_own_streams_are_added_to(tmp_path: Path, link: bool) -> None:
    path, out = Path("/dev/stdout"), tmp_path / "out.txt"
    if link:
        path = tmp_path / "link"
        path.symlink_to("/dev/stdout")
    program = f"from compare.report import write; write({str(path)!r}, 'new')"
    out.write_text("old ")
    with out.open("a") as stream:
        subprocess.run([sys.executable, "-c", program], stdout=stream, check=True)
    assert out.read_text() == "old new"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout == b"new"


def test_halves_of_surrogate_pairs_become_escapes(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", "a\udcff")
    assert (tmp_path / "a.txt").read_bytes() == rb"a\udcff"


def test_protected_files_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.txt"
    target.write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)  # the superuser may do anything
    with pytest.raises(UsageError, match="Permission denied"):
        write(target, "new")
    assert target.read_text() == "old"


def test_links_to_files_that_do_not_exist_yet_are_kept(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "new.txt")
    write(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "new.txt").read_text() == "new"


def test_errors_name_the_path_and_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError, match=r"there is no folder .*; create it"):
        write(tmp_path / "none" / "a.txt", "")
    with pytest.raises(UsageError, match="cannot be the name of a file"):
        write("a\0b", "")
    with pytest.raises(UsageError, match="this is a folder"):
        write(tmp_path, "")

    def refuse(**_: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    with pytest.raises(UsageError, match=r"Permission denied.*may write to"):
        write(tmp_path / "a.txt", "")
