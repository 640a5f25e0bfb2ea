"""Proving Ground: a small game of our own, free for examples, tests and research. Its rules: docs/proving-ground.md."""
