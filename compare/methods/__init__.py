"""Interval makers and tests: frozen dataclasses that hold only their parameters."""
