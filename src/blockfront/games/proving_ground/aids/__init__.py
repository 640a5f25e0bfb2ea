"""Aids for human and computer players: odds, positions to try rules in, and the sheet of tables."""
