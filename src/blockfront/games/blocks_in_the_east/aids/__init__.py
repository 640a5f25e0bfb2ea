"""Aids for human and computer players: odds, overlays, routes, measures, set-ups."""
