"""Blocks in the West: its players are those of the series."""
