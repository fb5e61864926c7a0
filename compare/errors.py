"""Exceptions raised by the toolkit; every message names the value, the rule and the remedy."""

__all__ = ["CompareError", "DataError", "MethodError", "UsageError"]


class CompareError(Exception):
    """Base of all errors that the toolkit raises on purpose."""


class UsageError(CompareError, ValueError):
    """An argument is outside what the function accepts."""


class DataError(CompareError, ValueError):
    """The data cannot be used as they are; the message names file, row or column."""


class MethodError(CompareError, ValueError):
    """A method does not fit the data or metric; the message offers methods that do."""
