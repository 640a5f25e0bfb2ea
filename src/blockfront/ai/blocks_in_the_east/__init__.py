"""Blocks in the East: its players are those of the series."""
