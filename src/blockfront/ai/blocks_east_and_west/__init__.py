"""Blocks in the East and West: its players are those of the series."""
