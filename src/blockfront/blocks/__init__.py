"""What block wargames have in common: blocks, their state and effects, fog of war, fire, odds, positions as text."""
