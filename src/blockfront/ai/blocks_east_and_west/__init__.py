"""Blocks in the East and West: uses the players shared by the whole Blocks series."""
