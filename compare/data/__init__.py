"""From predictions (arrays, data frames, files) to the count table."""

from compare.data.load import load
from compare.data.reading import Reading

__all__ = ["Reading", "load"]
