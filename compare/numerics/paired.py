"""Intervals of the paired difference second minus first = (gains - losses) / n.

Assumption of all: independent items; the two models may depend on each other on one item in any
way. Tango is the usual choice, Bonett-Price where a closed form is wanted. This module offers all
of them; the formulas are in `paired_score` and `paired_wald`.
"""

from compare.numerics.paired_score import newcombe, newcombe8, newcombe9, tango, tango_z
from compare.numerics.paired_wald import (
    agresti_min,
    bonett_price,
    wald,
    wald_cc,
    wald_cc_fagerland,
)

__all__ = [
    "agresti_min",
    "bonett_price",
    "newcombe",
    "newcombe8",
    "newcombe9",
    "tango",
    "tango_z",
    "wald",
    "wald_cc",
    "wald_cc_fagerland",
]
