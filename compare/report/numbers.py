"""Numbers as people read them: digits from the standard error, signs that never mislead."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median_high

__all__ = [
    "MINUS",
    "UNDEFINED",
    "Style",
    "count",
    "level",
    "points",
    "pvalue",
    "share",
    "statistic",
    "threshold",
    "versus",
]

MINUS = "\N{MINUS SIGN}"
UNDEFINED = "\N{EN DASH}"
"""Cell of a number that is undefined; a note says why."""

_MOST_DECIMALS = 4
_MORE = 4  # digits that may be added before a rounded number is left as it is


def count(value: float) -> str:
    """Items, with thousands separators; weighted counts keep one decimal.

    >>> count(15200), count(2.5)
    ('15,200', '2.5')
    """
    if math.isnan(value):
        return UNDEFINED
    whole = round(value)
    return f"{whole:,}" if math.isclose(value, whole, abs_tol=1e-9) else f"{value:,.1f}"


def level(confidence_level: float) -> str:
    """Confidence level in percent.

    >>> level(0.95), level(0.999)
    ('95%', '99.9%')
    """
    return f"{100.0 * confidence_level:.10g}%"


def pvalue(p: float, alpha: float = 0.05) -> str:
    """P-value to two significant digits, on the side of alpha that the number itself is on.

    >>> [pvalue(p) for p in (0.5237, 0.0526, 2e-16, 1.0, 0.04996)]
    ['.52', '.053', '< .001', '1', '.04996']
    """
    if math.isnan(p):
        return UNDEFINED
    if p == 1.0:
        return "1"
    floor = min(0.001, alpha)
    if p < 0.001:
        return "< .001" if floor == 0.001 else _tiny(p)
    if p > 0.999:
        return "> .999"
    decimals = 1 - math.floor(math.log10(p))
    return _round(p, decimals, (alpha, 1.0), most=decimals + 8).removeprefix("0")


def statistic(x: float) -> str:
    """Test statistic: whole ones in full, others to four significant digits.

    >>> statistic(0.51592), statistic(100_050_000.0)
    ('0.5159', '100,050,000')
    """
    if math.isinf(x):
        return "infinite"
    if math.isnan(x) or x == round(x) or abs(x) >= 1000.0:
        return count(x).replace("-", MINUS)
    return f"{x:.4g}".replace("-", MINUS)


def _tiny(p: float) -> str:
    """P-value below .001, where the level is so strict that its size matters."""
    return f"{p:.1e}" if p >= 1e-300 else "< 1e-300"


def threshold(alpha: float) -> str:
    """Level of a test as given.

    >>> threshold(0.05), threshold(0.001)
    ('.05', '.001')
    """
    return f"{alpha:.10g}".removeprefix("0")


def versus(p: float, alpha: float = 0.05) -> str:
    """P-value as it stands in a sentence.

    >>> versus(0.5237), versus(0.0)
    ('p = .52', 'p < .001')
    """
    text = pvalue(p, alpha)
    return f"p {text}" if text[0] in "<>" else f"p = {text}"


def share(k: float, n: float, style: "Style") -> str:
    """Part of a whole in percent.

    >>> share(157, 1000, Style(1)), share(999_999, 1_000_000, Style(1))
    ('15.7%', '99.9999%')
    """
    return f"{style.value(k / n)}%" if n > 0 else UNDEFINED


def points(proportion: float) -> str:
    """Number as given, in points, for a margin.

    >>> points(0.02), points(0.01), points(0.005)
    ('2 points', '1 point', '0.5 points')
    """
    text = f"{100.0 * proportion:.10g}"
    return f"{text} point" if text == "1" else f"{text} points"


def _side(x: float, pivot: float) -> int:
    """-1, 0 or 1 as x lies below, at or above the pivot."""
    if math.isclose(x, pivot, rel_tol=1e-12, abs_tol=1e-9):
        return 0
    return 1 if x > pivot else -1


def _round(x: float, decimals: int, pivots: Iterable[float], most: int = 0) -> str:
    """Round, with more digits where rounding would move x onto or over a pivot."""
    for d in range(decimals, max(most, decimals + _MORE) + 1):
        text = f"{x:.{d}f}"
        if all(_side(float(text), p) == _side(x, p) for p in pivots):
            return text
    return f"{x:.{decimals}f}"


@dataclass(frozen=True, slots=True)
class Style:
    """How a metric's values and differences are written.

    Parameters
    ----------
    decimals : int
        Digits after the point.
    factor : float
        100 for percent and points, 1 for a metric on a scale of its own.
    pivots : tuple of float
        Values that a difference must not cross by rounding (zero and the margin), as shown.

    Examples
    --------
    >>> style = Style.of([0.0109], n=1000)
    >>> style.value(0.861), style.change(-0.0016), style.interval(0.8382, 0.8811)
    ('86.1', '−0.2', '[83.8, 88.1]')
    """

    decimals: int
    factor: float = 100.0
    pivots: tuple[float, ...] = (0.0,)

    def limit(self, margin: float) -> str:
        """Margin as given, with its unit."""
        return points(margin) if self.factor == 100.0 else f"{margin:.10g}"

    @property
    def points(self) -> str:
        """Unit behind a difference; none on a scale of its own."""
        return " points" if self.factor == 100.0 else ""

    @property
    def percent(self) -> str:
        """Sign behind a value; none on a scale of its own."""
        return "%" if self.factor == 100.0 else ""

    @classmethod
    def of(
        cls,
        standard_errors: Iterable[float],
        n: float,
        *,
        factor: float = 100.0,
        margin: float | None = None,
    ) -> "Style":
        """Style that shows two significant digits of a typical standard error.

        One decimal is enough to tell neighbouring counts of up to 1,000 items apart, two of
        up to 10,000, and so on; more are not shown however small the standard error.

        Parameters
        ----------
        standard_errors : iterable of float
            NaN and zero are passed over; the median of the others decides.
        n : float
            Items; where no standard error is left, 1 / n serves.
        factor : float
        margin : float, optional
            Margin of practical equivalence.
        """
        errors = [e for e in standard_errors if math.isfinite(e) and e > 1e-12]
        error = median_high(errors) if errors else 1.0 / max(n, 1.0)
        wanted = 1 - math.floor(math.log10(factor * error) + 1e-9)
        finest = max(1, math.ceil(math.log10(max(n, 1.0)) - 2.0)) if factor == 100.0 else wanted
        margins = () if margin is None else (factor * margin, -factor * margin)
        return cls(max(min(wanted, finest, _MOST_DECIMALS), 0), factor, (0.0, *margins))

    def value(self, x: float) -> str:
        """Write a proportion; neither 0 nor 100 unless it is."""
        if math.isnan(x):
            return UNDEFINED
        ends = (0.0, self.factor) if self.factor == 100.0 else ()
        return _round(self.factor * x, self.decimals, ends).replace("-", MINUS)

    def change(self, x: float) -> str:
        """Difference with its sign; a number that is not zero never loses it."""
        if math.isnan(x):
            return UNDEFINED
        size = self.size(x)
        return size if x == 0 else f"{MINUS if x < 0 else '+'}{size}"

    def size(self, x: float) -> str:
        """Difference without its sign."""
        if math.isnan(x):
            return UNDEFINED
        pivots = (*self.pivots, self.factor) if self.factor == 100.0 else self.pivots
        return _round(abs(self.factor * x), self.decimals, pivots)

    def interval(self, low: float, high: float) -> str:
        """Limits of one model's metric."""
        if math.isnan(low) or math.isnan(high):
            return "undefined"
        return f"[{self.value(low)}, {self.value(high)}]"

    def change_interval(self, low: float, high: float, alternative: str = "two-sided") -> str:
        """Limits of a difference; one-sided ones name the one limit there is."""
        if math.isnan(low) or math.isnan(high):
            return "undefined"
        if alternative == "greater":
            return f"from {self.change(low)}"
        if alternative == "less":
            return f"up to {self.change(high)}"
        return f"[{self.change(low)}, {self.change(high)}]"
