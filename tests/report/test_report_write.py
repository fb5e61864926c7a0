"""Files are written whole or not at all."""

import os
import stat
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


def test_errors_name_the_path_and_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError, match=r"there is no folder .*; create it"):
        write(tmp_path / "none" / "a.txt", "")
    with pytest.raises(UsageError, match="this is a folder"):
        write(tmp_path, "")

    def refuse(**_: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    with pytest.raises(UsageError, match=r"Permission denied.*may write to"):
        write(tmp_path / "a.txt", "")
