"""Where a model and its program differ."""
