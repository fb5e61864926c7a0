"""The performance report runs, its values are right and its table is complete; no timing here."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TASKS = (
    "import compare",
    "compare-models --help",
    "compare-models two --counts",
    "report from two CSV files, CPU time",
    "report from two CSV files, peak memory",
    "bootstrap accuracy",
    "bootstrap balanced accuracy",
    "paired bootstrap",
    "McNemar exact from labels",
    "McNemar mid-p from counts",
    "paired randomisation",
)


def test_quick_run(tmp_path: Path) -> None:
    out = tmp_path / "table.md"
    script = str(ROOT / "reports" / "performance" / "benchmark.py")
    done = subprocess.run(
        [sys.executable, script, "--quick", "--markdown", str(out)],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    table = out.read_text(encoding="utf-8")
    assert "void" not in table
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("|")]
    for task in TASKS:
        found = [row for row in rows if row[0].startswith(task)]
        assert found, task
        assert all(row[2] for row in found), task
