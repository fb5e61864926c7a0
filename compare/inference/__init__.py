"""Inference for any metric on any units: delta method and resampling from counts."""
