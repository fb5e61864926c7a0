"""Reading of the reference tables and the tolerance of their comparison."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

FOLDER = Path(__file__).parents[1] / "reference"


def table(name: str) -> pd.DataFrame:
    return pd.read_csv(FOLDER / f"{name}.csv")


def column(frame: pd.DataFrame, name: str) -> Any:
    return frame[name].to_numpy()


def assert_close(found: Any, expected: Any, *, rtol: float = 1e-9, atol: float = 1e-12) -> None:
    np.testing.assert_allclose(found, expected, rtol=rtol, atol=atol)


def tables(n: int) -> tuple[Any, Any]:
    """Return gains and losses of all tables of n items."""
    gains, losses = np.meshgrid(np.arange(n + 1.0), np.arange(n + 1.0), indexing="ij")
    inside = gains + losses <= n
    return gains[inside], losses[inside]
