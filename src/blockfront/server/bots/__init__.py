"""Bots: who asks them, and the processes in which they think."""
