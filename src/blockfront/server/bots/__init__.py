"""Bots: the code that asks them for decisions, and the processes in which they think."""
