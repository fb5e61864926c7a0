"""The verdict on a comparison, from interval, margin and level alone."""

import math
from enum import StrEnum

from compare._types import ConfidenceInterval

__all__ = ["Verdict", "decide"]


class Verdict(StrEnum):
    """What may be said; a function of interval, margin and level alone."""

    BETTER = "better"
    BETTER_BY_MARGIN = "better by more than the margin"
    BETTER_BUT_SMALL = "better by less than the margin"
    WORSE = "worse"
    WORSE_BY_MARGIN = "worse by more than the margin"
    WORSE_BUT_SMALL = "worse by less than the margin"
    EQUIVALENT = "practically equal"
    UNDECIDED = "undecided"
    CANNOT_TELL = "cannot tell"


_MIRROR = {
    Verdict.BETTER: Verdict.WORSE,
    Verdict.BETTER_BY_MARGIN: Verdict.WORSE_BY_MARGIN,
    Verdict.BETTER_BUT_SMALL: Verdict.WORSE_BUT_SMALL,
}


def decide(
    interval: ConfidenceInterval,
    equivalence: ConfidenceInterval,
    margin: float | None = None,
    *,
    greater_is_better: bool = True,
) -> Verdict:
    """Verdict on the candidate from the interval of candidate minus baseline.

    Parameters
    ----------
    interval : ConfidenceInterval
        At the report's level 1 - alpha.
    equivalence : ConfidenceInterval
        At level 1 - 2 alpha, as two one-sided tests need it.
    margin : float, optional
        Largest difference that still counts as practically equal.
    greater_is_better : bool

    Examples
    --------
    >>> ci = ConfidenceInterval
    >>> decide(ci(0.01, 0.05), ci(0.015, 0.045)).value
    'better'
    >>> decide(ci(-0.004, 0.006), ci(-0.003, 0.005), margin=0.01).value
    'practically equal'
    """
    low, high = interval
    if math.isnan(low) or math.isnan(high):
        return Verdict.CANNOT_TELL
    if low > 0:
        found = _by_margin(low, high, margin)
        return found if greater_is_better else _MIRROR[found]
    if high < 0:
        found = _by_margin(-high, -low, margin)
        return _MIRROR[found] if greater_is_better else found
    if margin is not None and -margin < equivalence.low and equivalence.high < margin:
        return Verdict.EQUIVALENT
    return Verdict.UNDECIDED


def _by_margin(nearest: float, farthest: float, margin: float | None) -> Verdict:
    if margin is None or nearest <= margin < farthest:
        return Verdict.BETTER
    return Verdict.BETTER_BY_MARGIN if nearest > margin else Verdict.BETTER_BUT_SMALL
