"""Plug-ins with passes, built out of tree."""
