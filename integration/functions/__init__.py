"""Modules that become functions of the model."""
