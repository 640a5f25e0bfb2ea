"""Plans for a player turn: which headquarters command, who moves and attacks."""
