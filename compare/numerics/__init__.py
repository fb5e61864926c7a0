"""Array formulas on counts: one published formula a function, numpy and scipy.special only.

Nothing is imported here; import the module that is needed.

- `tails`: binomial and normal tail areas, quantiles and their logarithms.
- `density`: the binomial density and the likelihood-ratio deviance, for n up to 1e9.
- `binomial`: intervals of one proportion from k right of n.
- `bootstrap`: the exact law of a resampled accuracy or paired difference, and its limits.
- `mcnemar`: tests of two models on the same items.
- `paired`: intervals and the score statistic of the paired difference.
- `odds`: the conditional odds ratio of gains to losses.
- `adjust`: p-values adjusted for several comparisons.
- `stratified`: intervals of a mean over groups of items, of proportions or paired differences.
- `combine`: limits of a mean of independent estimates.

Everything paired takes `gains` (items that only the second model gets right), `losses` (items
that only the first gets right) and `n` (all items); difference = second minus first.
"""

__all__: list[str] = []
