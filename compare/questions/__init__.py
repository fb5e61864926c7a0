"""The questions that people ask, one module and one verb each."""
