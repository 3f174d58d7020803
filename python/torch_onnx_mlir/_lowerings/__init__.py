"""Lowerings that callers define."""
