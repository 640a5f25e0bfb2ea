"""Plans for a player turn: which headquarters command, and which units move and attack."""
