"""The delta method on units: standard errors of smooth functions of additive totals."""

from collections.abc import Callable
from typing import Any

import numpy as np

from compare._types import FloatArray
from compare.units import Units

__all__ = ["influence", "standard_error"]

_STEP = 1e-100  # no subtraction takes place, so the step may vanish


def influence(units: Units, statistic: Callable[[Any], Any]) -> FloatArray:
    """Directional derivative of a statistic along each kind of unit, shape (U,).

    Parameters
    ----------
    units : Units
    statistic : callable
        From totals of shape (..., M, q) to values of shape (...).

    Notes
    -----
    The derivative is taken by the complex step, which has no truncation error to speak of.

    References
    ----------
    Squire & Trapp 1998, Using complex variables to estimate derivatives of real functions.
    """
    totals = units.totals
    with np.errstate(all="ignore"):
        parts = [np.imag(statistic(totals + 1j * _STEP * x)) / _STEP for x in units.slices()]
    return np.concatenate([np.zeros(0), *parts])


def standard_error(units: Units, statistic: Callable[[Any], Any], *, ddof: int = 1) -> float:
    """Delta-method standard error of a statistic of the totals.

    Parameters
    ----------
    units : Units
    statistic : callable
        From totals of shape (..., M, q) to values of shape (...).
    ddof : {1, 0}
        1 multiplies the variance by n / (n - 1), 0 is the plug-in (multinomial) form.

    Returns
    -------
    float
        NaN where the statistic is undefined, or one unit is too few for ``ddof=1``.

    Notes
    -----
    With z the influence of a unit per unit of weight, var = n / (n - ddof) sum w^2 (z - zbar)^2;
    zbar is zero for ratios. The formula serves plain, weighted and ratio statistics alike.

    References
    ----------
    Agresti 2013, Categorical Data Analysis; Särndal, Swensson & Wretman 1992, Model Assisted
    Survey Sampling.

    Examples
    --------
    >>> units = Units.from_contributions([[[1.0, 1.0], [0.0, 1.0]]], m=[80, 20])
    >>> round(standard_error(units, lambda t: t[..., 0, 0] / t[..., 0, 1], ddof=0), 12)
    0.04
    """
    n = units.n
    if n <= ddof or not np.isfinite(statistic(units.totals)):
        return float("nan")
    z = influence(units, statistic)
    mean = (units.w @ z) / units.w.sum()
    return float(np.sqrt(n / (n - ddof) * (units.w2 @ (z - mean) ** 2)))
