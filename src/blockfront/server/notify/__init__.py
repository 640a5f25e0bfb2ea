"""Telling people who are away that a game waits for them."""
