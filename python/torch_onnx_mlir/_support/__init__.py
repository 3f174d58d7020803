"""Helpers of all other folders."""
