"""Operators that become nodes which the user names."""
