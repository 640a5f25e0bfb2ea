"""Blocks in the West: uses the players shared by the whole Blocks series."""
