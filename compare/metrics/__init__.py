"""Metrics: one small frozen dataclass each, without any inference code."""
