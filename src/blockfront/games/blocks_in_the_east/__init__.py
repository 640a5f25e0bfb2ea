"""Blocks in the East: the Eastern Front 1941-45."""
