"""P-values adjusted for several comparisons."""

import numpy as np

from compare._types import ArrayLike, FloatArray
from compare.errors import UsageError

__all__ = ["holm"]


def holm(pvalues: ArrayLike) -> FloatArray:
    """Return Holm's step-down adjusted p-values along the last axis.

    Parameters
    ----------
    pvalues : array_like, shape (..., m)
        P-values of one family of m comparisons. NaN, an undefined comparison, counts as 1: it was
        made, so it belongs to the family.

    Returns
    -------
    ndarray, shape (..., m)
        Adjusted p-values in the order of the input, never below the raw ones.

    Raises
    ------
    UsageError
        If a p-value is outside [0, 1].

    Notes
    -----
    Sorted upwards, the i-th of m becomes max over j <= i of (m - j + 1) p_j, at most 1. Controls
    the family-wise error under any dependence. The family holds all comparisons that were run,
    not only those that are shown.

    References
    ----------
    Holm 1979, A simple sequentially rejective multiple test procedure

    Examples
    --------
    >>> [round(float(p), 3) for p in holm([0.001, 0.012, 0.013, 0.04, 0.2])]
    [0.005, 0.048, 0.048, 0.08, 0.2]
    """
    found = np.atleast_1d(np.asarray(pvalues, dtype=np.float64))
    found = np.where(np.isnan(found), 1.0, found)
    if ((found < 0.0) | (found > 1.0)).any():
        raise UsageError("pvalues must lie between 0 and 1.")
    order = np.argsort(found, axis=-1, kind="stable")
    size = found.shape[-1]
    steps = np.take_along_axis(found, order, axis=-1) * np.arange(size, 0, -1)
    rising = np.minimum(np.maximum.accumulate(steps, axis=-1), 1.0)
    adjusted = np.empty_like(found)
    np.put_along_axis(adjusted, order, rising, axis=-1)
    return adjusted
