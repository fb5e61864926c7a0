"""Intervals of one proportion from k right of n.

Assumption of all: n independent items that are right with one probability. Wilson is the usual
choice; Clopper-Pearson where coverage must be guaranteed. This module offers all of them; the
formulas are in `binomial_score`, `binomial_wald` and `binomial_exact`.
"""

from compare.numerics.binomial_exact import (
    clopper_pearson,
    jeffreys,
    jeffreys_raw,
    likelihood,
    midp,
)
from compare.numerics.binomial_score import wilson, wilson_cc
from compare.numerics.binomial_wald import (
    agresti_coull,
    agresti_coull_plus4,
    logit,
    wald,
    wald_cc,
)

__all__ = [
    "agresti_coull",
    "agresti_coull_plus4",
    "clopper_pearson",
    "jeffreys",
    "jeffreys_raw",
    "likelihood",
    "logit",
    "midp",
    "wald",
    "wald_cc",
    "wilson",
    "wilson_cc",
]
