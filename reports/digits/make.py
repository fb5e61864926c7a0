"""Make the digits report in every form: ``python reports/digits/make.py [FOLDER]``.

The picture of the page, report.png, needs Chromium on the path; without one it is left as it is.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import compare
from compare.report import figures, write

HERE = Path(__file__).parent
DATA = HERE.parents[1] / "examples" / "digits"


def result() -> compare.Comparison:
    """The comparison of the two classifiers of the digits example."""
    return compare.two(DATA / "softmax.csv", DATA / "knn.csv", rng=0)


def main(folder: Path) -> None:
    found = result()
    write(folder / "report.html", found.to_html())
    write(folder / "report.md", found.to_markdown())
    write(folder / "report.txt", found.summary(verbose=True))
    write(folder / "report.json", found.to_json())
    write(folder / "table.tex", found.to_latex(full=True))
    for kind in ("difference", "forest", "discordance", "classes"):
        figures.save(found, kind, folder / f"{kind}.svg", width=6.75)
    picture(folder / "report.html", folder / "report.png")


def picture(page: Path, target: Path) -> None:
    """Photograph the top of the page."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.stderr.write("no Chromium found: report.png is left as it is\n")
        return
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            [
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                f"--user-data-dir={profile}",
                "--window-size=1000,520",
                f"--screenshot={target}",
                page.resolve().as_uri(),
            ],
            check=True,
            capture_output=True,
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
