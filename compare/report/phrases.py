"""Words for methods and for notes, and the literature behind the methods."""

__all__ = [
    "DEFINITIONS",
    "INTERVALS",
    "NOTES",
    "REFERENCES",
    "SHORT_TESTS",
    "SIGNATURES",
    "TESTS",
    "note",
]

NOTES = {
    "many_classes": "There are more than 1,000 true classes: recalls and balanced accuracy, "
    "which average over them, are left out.",
    "zero_width": "An interval has no width because the sample shows no spread; that is no "
    "certainty. Use interval 'wilson' or 'exact' for a model, 'tango' for a difference.",
    "small_counts": "Fewer than 10 right or fewer than 10 wrong answers: the normal interval is "
    "unreliable here. Use interval 'wilson' or 'exact'.",
    "no_items": "No items were counted, so nothing can be estimated. Check the item ids and the "
    "true labels; verbose output lists where the items went.",
    "undefined_at_ends": "All or none of the answers are right, where the logit interval does "
    "not exist. Use interval 'wilson' or 'exact'.",
    "no_discordant": "The models are right and wrong on the same items: none tells them apart, "
    "so p = 1. More, or harder, items are needed.",
    "few_discordant": "Fewer than 6 items separate the models: no exact two-sided p can fall "
    "below .05, whichever model they favour. More items are needed.",
    "extended_to_zero": "Alone, the interval would just exclude zero although the test does not "
    "reject; its limit nearest zero was set to zero so that the two agree.",
    "moved_to_zero": "Alone, the interval would just hold zero although the test rejects; its "
    "limit nearest zero was moved past zero so that the two agree.",
    "small_cells": "A class has fewer than 10 items: its recall, and with it the balanced "
    "accuracy, rests on few items.",
    "absent_class": "A listed class has no true items: the balanced accuracy averages the others.",
    "too_few_units": "Fewer than two items: no standard error, and so no interval, can be "
    "computed. More items are needed.",
    "interval_disagrees": "The test and the interval come from different families and disagree "
    "at this level; the verdict follows the interval. difference_interval='dual' gives a pair "
    "that agrees.",
    "no_answers": "Some items have no valid answer; the placement says how they count.",
}
"""Sentences of the note codes, with the remedy where there is one."""


def note(code: str) -> str:
    """Sentence of a note code; a code without one is shown as it is.

    >>> note("few_clusters")
    'Note: few clusters.'
    """
    return NOTES.get(code, f"Note: {code.replace('_', ' ')}.")


INTERVALS = {
    "normal": "normal (Wald)",
    "normal-cc": "normal with continuity correction",
    "wilson": "Wilson score",
    "wilson-cc": "Wilson score with continuity correction",
    "exact": "Clopper-Pearson (exact)",
    "midp": "mid-p binomial",
    "jeffreys": "Jeffreys",
    "agresti-coull": "Agresti-Coull",
    "logit": "logit",
    "tango": "Tango score",
    "newcombe": "Newcombe square-and-add",
    "bonett-price": "Bonett-Price",
    "agresti-min": "Agresti-Min",
    "wald": "Wald",
    "mover": "MOVER-Wilson",
    "delta": "delta-method",
    "bootstrap percentile": "percentile bootstrap",
    "bootstrap basic": "basic bootstrap",
    "bootstrap bca": "BCa bootstrap",
}
"""Names of intervals as they stand in a sentence."""

TESTS = {
    "McNemar mid-p": "McNemar's mid-p test",
    "McNemar exact": "McNemar's exact test",
    "McNemar chi-square": "McNemar's chi-square test without correction",
    "McNemar chi-square, corrected": "McNemar's chi-square test with continuity correction",
    "exact unconditional": "the exact unconditional test on McNemar's statistic",
    "sign-flip randomisation": "a paired sign-flip randomisation test",
}
"""Names of tests as they stand in a sentence."""

SHORT_TESTS = {
    "McNemar exact": "exact",
    "McNemar mid-p": "mid-p",
    "McNemar chi-square": "chi2",
    "McNemar chi-square, corrected": "corrected chi2",
    "exact unconditional": "unconditional",
}

SIGNATURES = {
    "McNemar exact": "mcnemar:exact",
    "McNemar mid-p": "mcnemar:midp",
    "McNemar chi-square": "mcnemar:chi2",
    "McNemar chi-square, corrected": "mcnemar:chi2c",
    "exact unconditional": "unconditional",
    "sign-flip randomisation": "signflip",
    "accuracy": "acc",
    "balanced accuracy": "bacc",
    "error rate": "err",
}
"""Short words of the signature line."""

_BROWN = "Brown, Cai & DasGupta 2001, Interval estimation for a binomial proportion."
_MCNEMAR = (
    "McNemar 1947, Note on the sampling error of the difference between correlated proportions "
    "or percentages."
)
_AGRESTI_COULL = (
    "Agresti & Coull 1998, Approximate is better than 'exact' for interval estimation of binomial "
    "proportions."
)
_BONETT_PRICE = (
    "Bonett & Price 2012, Adjusted Wald confidence interval for a difference of binomial "
    "proportions based on paired data."
)
_EFRON = "Efron & Tibshirani 1993, An Introduction to the Bootstrap."
_WILSON = "Wilson 1927, Probable inference, the law of succession, and statistical inference."
_FAGERLAND = (
    "Fagerland, Lydersen & Laake 2013, The McNemar test for binary matched-pairs data: mid-p "
    "and asymptotic are better than exact conditional."
)
_PAIRED = (
    "Fagerland, Lydersen & Laake 2014, Recommended tests and confidence intervals for paired "
    "binomial proportions."
)
_NEWCOMBE_SINGLE = (
    "Newcombe 1998, Two-sided confidence intervals for the single proportion: comparison of "
    "seven methods."
)

REFERENCES = {
    "normal": (_BROWN,),
    "normal-cc": (_NEWCOMBE_SINGLE,),
    "wilson": (_WILSON,),
    "wilson-cc": (_WILSON, _NEWCOMBE_SINGLE),
    "exact": (
        (
            "Clopper & Pearson 1934, The use of confidence or fiducial limits illustrated in the "
            "case of the binomial."
        ),
    ),
    "midp": ("Berry & Armitage 1995, Mid-P confidence intervals: a brief review.",),
    "jeffreys": (_BROWN,),
    "agresti-coull": (_AGRESTI_COULL,),
    "logit": (_BROWN,),
    "tango": (
        (
            "Tango 1998, Equivalence test and confidence interval for the difference in "
            "proportions for the paired-sample design."
        ),
    ),
    "newcombe": (
        (
            "Newcombe 1998, Improved confidence intervals for the difference between binomial "
            "proportions based on paired data."
        ),
    ),
    "bonett-price": (_BONETT_PRICE,),
    "agresti-min": (
        (
            "Agresti & Min 2005, Simple improved confidence intervals for comparing matched "
            "proportions."
        ),
    ),
    "wald": (_PAIRED,),
    "delta": ("Oehlert 1992, A note on the delta method.",),
    "mover": (
        _WILSON,
        "Zou & Donner 2008, Construction of confidence limits about effect measures.",
    ),
    "bootstrap percentile": (_EFRON,),
    "bootstrap basic": (_EFRON,),
    "bootstrap bca": (_EFRON, "DiCiccio & Efron 1996, Bootstrap confidence intervals."),
    "McNemar mid-p": (_MCNEMAR, _FAGERLAND),
    "McNemar exact": (_MCNEMAR,),
    "McNemar chi-square": (_MCNEMAR,),
    "McNemar chi-square, corrected": (
        _MCNEMAR,
        (
            "Edwards 1948, Note on the correction for continuity in testing the significance of "
            "the difference between correlated proportions."
        ),
    ),
    "exact unconditional": (
        (
            "Suissa & Shuster 1991, The 2x2 matched-pairs trial: exact unconditional design and "
            "analysis."
        ),
        "Berger & Boos 1994, P values maximized over a confidence set for the nuisance parameter.",
    ),
    "sign-flip randomisation": (
        "Chung & Romano 2013, Exact and asymptotically robust permutation tests.",
    ),
    "odds exact": (
        (
            "Liddell 1983, Simplified exact analysis of case-referent studies: matched pairs; "
            "dichotomous exposure."
        ),
    ),
    "odds mid-p": (_PAIRED,),
    "odds score": (_PAIRED,),
    "balanced accuracy": (
        "Brodersen et al. 2010, The balanced accuracy and its posterior distribution.",
    ),
    "holm": ("Holm 1979, A simple sequentially rejective multiple test procedure.",),
    "equivalence": (
        (
            "Schuirmann 1987, A comparison of the two one-sided tests procedure and the power "
            "approach for assessing the equivalence of average bioavailability."
        ),
    ),
}
"""Author, year and title of the sources of each method."""

DEFINITIONS = {
    "accuracy": "accuracy: share of the items answered right.",
    "balanced accuracy": "balanced accuracy: mean of the classes' recalls, each class counting "
    "the same.",
    "error rate": "error rate: share of the items not answered right; lower is better.",
    "recall": "recall of a class: share of its items answered right.",
    "difference": "difference: candidate minus baseline; a point is one hundredth.",
    "interval": "interval: made by a method that, over many samples of items, holds the true "
    "value at least nearly as often as its level says.",
    "p": "p: how often a difference at least this large would come about if neither model were "
    "better.",
    "margin": "margin: the largest difference that still counts as practically none, set before "
    "the data are seen.",
}
"""What the words of a report mean."""
