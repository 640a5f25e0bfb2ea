"""What helps people and machines to play: odds, overlays, routes, measures, set-ups."""
