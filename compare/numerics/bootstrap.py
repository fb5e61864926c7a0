"""Bootstrap limits from the exact resampling law of counts, without random numbers.

This module offers all of them; the formulas are in `bootstrap_accuracy` and
`bootstrap_difference`.
"""

from compare.numerics.bootstrap_accuracy import (
    accuracy_basic,
    accuracy_bca,
    accuracy_percentile,
    accuracy_studentised,
    bca_area,
)
from compare.numerics.bootstrap_difference import (
    difference_basic,
    difference_bca,
    difference_law,
    difference_percentile,
)

__all__ = [
    "accuracy_basic",
    "accuracy_bca",
    "accuracy_percentile",
    "accuracy_studentised",
    "bca_area",
    "difference_basic",
    "difference_bca",
    "difference_law",
    "difference_percentile",
]
