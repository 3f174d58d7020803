"""Programs whose meaning is in what they do besides computing."""
