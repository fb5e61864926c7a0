"""How softmax.csv and knn.csv were made: two classifiers on the same 360 digits.

Needs scikit-learn (the "dev" extra). The digits are scikit-learn's copy of the optical
recognition data of the UCI repository (Alpaydin & Kaynak 1998). The test set is one stratified
split; nothing was chosen after looking at the results of other splits.
"""

import csv
import sys
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier

MODELS: dict[str, Any] = {
    "softmax": LogisticRegression(max_iter=5000),
    "knn": KNeighborsClassifier(n_neighbors=3),
}


def predictions() -> dict[str, list[tuple[str, int, int]]]:
    """Rows (id, label, pred) of each model."""
    images, digits = load_digits(return_X_y=True)
    numbers = np.arange(len(digits))
    train, test = train_test_split(numbers, test_size=0.2, random_state=1, stratify=digits)
    found = {}
    for name, model in MODELS.items():
        fitted = model.fit(images[train] / 16, digits[train])
        answers = fitted.predict(images[test] / 16)
        rows = sorted(zip(test.tolist(), digits[test].tolist(), answers.tolist(), strict=True))
        found[name] = [(f"digit-{i:04d}", y, p) for i, y, p in rows]
    return found


def main(folder: Path) -> None:
    for name, rows in predictions().items():
        with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["id", "label", "pred"])
            writer.writerows(rows)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
