"""Performance of compare, side by side with what is used instead and with the best known.

``python reports/performance/benchmark.py [--quick] [--markdown OUT]``
"""

import argparse
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from files import file_rows
from mcnemar import count_rows, label_rows
from measure import Effort
from resampling import randomisation_rows, resampling_rows
from rows import Row, to_markdown
from startup import startup_rows

PACKAGES = ("numpy", "scipy", "pandas", "statsmodels", "scikit-learn", "duckdb")


def measured(*, quick: bool) -> Iterator[Row]:
    """Measure all rows, in small sizes if quick."""
    effort = Effort(1e6, 0.1, 3) if quick else Effort()
    yield from startup_rows(2 if quick else 10)
    yield from file_rows(10_000 if quick else 1_000_000, 1 if quick else 5)
    yield from resampling_rows((1_000, 10_000) if quick else (1_000, 10_000, 1_000_000), effort)
    yield from label_rows(100_000 if quick else 10_000_000, effort)
    yield from count_rows(effort)
    yield from randomisation_rows((10_000,) if quick else (100_000, 1_000_000), effort)


def conditions() -> str:
    """Return what a reader has to know of the machine and the versions."""
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return f"{platform.machine()}, Python {platform.python_version()}, {packages}"


def main() -> int:
    """Run, print the table, and return 1 if a value was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes, under a minute")
    parser.add_argument("--markdown", metavar="OUT", help="write the table to a file, too")
    chosen = parser.parse_args()
    rows = []
    for row in measured(quick=chosen.quick):
        rows.append(row)
        print(" | ".join(row.cells()), flush=True)
    table = f"{conditions()}\n\n{to_markdown(rows)}"
    print(f"\n{table}")
    if chosen.markdown:
        Path(chosen.markdown).write_text(table, encoding="utf-8")
    return 0 if all(row.right for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
