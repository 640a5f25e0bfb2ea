"""EastFront: the sense of a recruit, players that plan, and what they propose to people."""
