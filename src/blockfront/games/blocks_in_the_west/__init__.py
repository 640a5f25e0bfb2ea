"""Blocks in the West: the western front 1940 to 1945."""
