"""The package as a whole: light to import, lazy names that exist, layers that hold."""

import subprocess
import sys

import pytest

import compare

HEAVY = ("matplotlib", "statsmodels", "duckdb", "sklearn", "pandas", "scipy", "numpy")


def loaded_by(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint(*(m for m in {HEAVY} if m in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    return set(done.stdout.split("\n")[-2].split())


def test_import_loads_nothing_heavy() -> None:
    assert loaded_by("import compare") == set()


def test_help_needs_the_command_line_library_alone() -> None:
    code = (
        "from compare.cli import main\ntry:\n    main(['two', '--help'])\nexcept SystemExit: pass"
    )
    assert loaded_by(code) <= {"numpy"}


def test_counts_on_the_command_line_need_no_data_frames() -> None:
    code = (
        "from compare.cli import main\n"
        "try:\n    main(['two', '--counts', '787', '74', '83', '56'])\nexcept SystemExit: pass"
    )
    assert loaded_by(code) == {"numpy", "scipy"}


@pytest.mark.parametrize("name", compare.__all__)
def test_public_names_exist_and_are_documented(name: str) -> None:
    assert getattr(compare, name).__doc__
    assert name in dir(compare)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'tow'"):
        _ = compare.tow
