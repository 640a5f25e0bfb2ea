"""Blocks in the East: uses the players shared by the whole Blocks series."""
