"""EastFront: what recruits avoid, players that plan, and proposals for people."""
