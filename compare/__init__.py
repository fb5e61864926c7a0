"""Decide whether one model beats another, with the uncertainty shown."""

__version__ = "0.1.0"
