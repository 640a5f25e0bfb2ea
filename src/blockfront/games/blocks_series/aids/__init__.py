"""Aids for people and bots: odds, overlays, routes, measures, set-ups."""
