"""Coverage of the intervals of one proportion by enumeration, against published figures."""

import numpy as np
import pytest
from numerics.reference_tables import assert_close

from compare._types import FloatArray
from compare.numerics import binomial
from compare.numerics.tails import binomial_pmf

NEWCOMBE = {
    (81, 263): ("2553 3662", "2535 3682", "2527 3676", "2544 3658", "2545 3656"),
    (15, 148): ("0624 1605", "0598 1644", "0578 1617", "0601 1581", "0604 1576"),
    (0, 20): ("0000 1611", "0000 2005", "0000 1684", "0000 1391", "0000 1166"),
    (1, 29): ("0061 1718", "0018 1963", "0009 1776", "0017 1585", "0037 1501"),
}
METHODS = (
    "wald",
    "wilson",
    "wilson_cc",
    "clopper_pearson",
    "midp",
    "jeffreys",
    "agresti_coull",
    "logit",
)
# Mean and least coverage of nominal 95 % over p = .0005, .0010, ... .5, in the order above.
COVERAGE = {
    10: (".770/.005 .954/.838 .982/.951 .984/.961 .968/.927 .953/.868 .965/.925 .969/.873"),
    20: (".846/.010 .953/.843 .976/.951 .977/.958 .961/.929 .951/.894 .962/.929 .963/.878"),
    50: (".901/.025 .952/.839 .969/.951 .969/.951 .955/.925 .950/.884 .958/.935 .957/.882"),
    100: (".923/.049 .951/.861 .965/.951 .965/.950 .953/.921 .950/.881 .956/.939 .954/.905"),
    500: (".943/.221 .950/.910 .957/.950 .957/.950 .951/.918 .950/.915 .952/.943 .951/.910"),
}


def covered(method: str, n: int, p: FloatArray, level: float = 0.95) -> FloatArray:
    k = np.arange(n + 1.0)
    low, high = getattr(binomial, method)(k, n, confidence_level=level)
    if method == "logit":
        ends = binomial.clopper_pearson(k, n, confidence_level=level)
        low, high = np.where(np.isnan(low), ends[0], low), np.where(np.isnan(high), ends[1], high)
    inside = (low <= p[:, np.newaxis] + 1e-12) & (high >= p[:, np.newaxis] - 1e-12)
    found: FloatArray = (binomial_pmf(k, n, p[:, np.newaxis]) * inside).sum(axis=1)
    return found


@pytest.mark.parametrize(("n", "row"), COVERAGE.items())
def test_coverage_by_enumeration(n: int, row: str) -> None:
    p = np.arange(1, 1001) / 2000
    for method, cell in zip(METHODS, row.split(), strict=True):
        mean, least = (float(value) for value in cell.split("/"))
        found = covered(method, n, p)
        assert (method, found.mean()) == (method, pytest.approx(mean, abs=1e-3))
        assert (method, found.min()) == (method, pytest.approx(least, abs=1e-3))


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
@pytest.mark.parametrize("n", [1, 10, 37])
def test_exact_never_covers_less_than_its_level(n: int, level: float) -> None:
    p = np.arange(1, 400) / 400
    assert covered("clopper_pearson", n, p, level).min() >= level - 1e-12


def test_textbook_interval_is_erratic() -> None:
    figures = [(30, 0.2, 0.946), (98, 0.2, 0.928), (17, 0.5, 0.951), (40, 0.5, 0.919)]
    for n, p, value in [*figures, (591, 0.005, 0.945), (592, 0.005, 0.792)]:
        assert covered("wald", n, np.array([p]))[0] == pytest.approx(value, abs=6e-4)


@pytest.mark.parametrize("count", NEWCOMBE)
def test_four_examples(count: tuple[int, int]) -> None:
    methods = ("wilson", "wilson_cc", "clopper_pearson", "midp", "jeffreys")
    for method, cell in zip(methods, NEWCOMBE[count], strict=True):
        expected = [float(f".{value}") for value in cell.split()]
        assert_close(getattr(binomial, method)(*count), expected, atol=6e-5)
