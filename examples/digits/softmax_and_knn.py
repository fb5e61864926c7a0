"""How softmax.csv and knn.csv were made: two classifiers on the same 360 digits.

    python examples/digits/softmax_and_knn.py [FOLDER]

Needs scikit-learn (the "dev" extra) for the data and the split; the classifiers are a few lines
of NumPy each. The digits are scikit-learn's copy of the optical recognition data of the UCI
repository (Alpaydin & Kaynak 1998). The test set is one stratified split; nothing was chosen
after looking at the results of other splits.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
STEPS = 4000


def softmax(train: Array, labels: Labels, test: Array) -> Labels:
    """Answers of a linear softmax classifier: full-batch gradient steps of size 1 from zero."""
    inputs = np.column_stack([train, np.ones(len(train))])
    wanted = np.eye(10)[labels]
    weights = np.zeros((inputs.shape[1], 10))
    for _ in range(STEPS):
        scores = inputs @ weights
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        weights -= inputs.T @ (chances - wanted) / len(inputs)
    return np.asarray((np.column_stack([test, np.ones(len(test))]) @ weights).argmax(axis=1))


def nearest_neighbour(train: Array, labels: Labels, test: Array) -> Labels:
    """Answers of the one nearest training image by Euclidean distance."""
    return np.asarray([labels[((train - image) ** 2).sum(axis=1).argmin()] for image in test])


MODELS: dict[str, Callable[[Array, Labels, Array], Labels]] = {
    "softmax": softmax,
    "knn": nearest_neighbour,
}


def predictions() -> dict[str, pd.DataFrame]:
    """The test items of each model, with the columns id, label and pred."""
    images, digits = load_digits(return_X_y=True)
    pixels = images / 16
    numbers = np.arange(len(digits))
    train, test = train_test_split(numbers, test_size=0.2, random_state=1, stratify=digits)
    test = np.sort(test)
    made = {}
    for name, model in MODELS.items():
        answers = model(pixels[train], digits[train], pixels[test])
        rows = {"id": [f"digit-{i:04d}" for i in test], "label": digits[test], "pred": answers}
        made[name] = pd.DataFrame(rows)
    return made


def main(folder: Path) -> None:
    for name, rows in predictions().items():
        rows.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
