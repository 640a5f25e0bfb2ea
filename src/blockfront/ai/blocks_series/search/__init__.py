"""Tries plans out before one is chosen."""
