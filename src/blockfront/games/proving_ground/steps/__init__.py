"""The pauses of the game: what is decided when, and what follows. The order of play is in `sequence`."""
