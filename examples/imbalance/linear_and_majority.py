"""How linear.csv and majority.csv were made: "is it a 1?" on the same 360 digits.

    python examples/imbalance/linear_and_majority.py [FOLDER]

Needs scikit-learn (the "dev" extra) for the data and the split, which are those of
examples/digits: one item in ten is a 1.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


def linear(train: Array, is_one: Flags, test: Array) -> Flags:
    """Least squares on the pixels with an intercept: a 1 where the fitted value exceeds 1/2."""
    inputs = np.column_stack([train, np.ones(len(train))])
    weights = np.linalg.lstsq(inputs, is_one.astype(float), rcond=None)[0]
    return np.asarray(np.column_stack([test, np.ones(len(test))]) @ weights > 0.5)


def predictions() -> dict[str, pd.DataFrame]:
    """The test items of each model, with the columns id, label and pred."""
    images, digits = load_digits(return_X_y=True)
    pixels, is_one = images / 16, digits == 1
    numbers = np.arange(len(digits))
    train, test = train_test_split(numbers, test_size=0.2, random_state=1, stratify=digits)
    test = np.sort(test)
    words = np.array(["other", "one"])
    answers = {
        "majority": np.full(len(test), is_one[train].mean() > 0.5),
        "linear": linear(pixels[train], is_one[train], pixels[test]),
    }
    ids = [f"digit-{i:04d}" for i in test]
    truth = words[is_one[test].astype(int)]
    return {
        name: pd.DataFrame({"id": ids, "label": truth, "pred": words[found.astype(int)]})
        for name, found in answers.items()
    }


def main(folder: Path) -> None:
    for name, rows in predictions().items():
        rows.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
