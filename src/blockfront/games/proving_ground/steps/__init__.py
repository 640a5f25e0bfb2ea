"""The steps of the game: what is decided in each, and what follows. Their order is in `sequence`."""
