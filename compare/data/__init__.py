"""From predictions (arrays, data frames, files) to the count table; see ``load``."""
