"""The list of formulas that the package's docstring gives is complete."""

import importlib
import pkgutil

from compare import numerics


def test_every_module_is_listed_or_gathered_in_one_that_is() -> None:
    public = [m.name for m in pkgutil.iter_modules(numerics.__path__) if m.name[0] != "_"]
    listed = [m for m in public if f"- `{m}`: " in str(numerics.__doc__)]
    names = {m: importlib.import_module(f"compare.numerics.{m}").__all__ for m in public}
    gathered = {name for m in listed for name in names[m]}
    assert {m for m in public if m not in listed and not gathered.issuperset(names[m])} == set()
