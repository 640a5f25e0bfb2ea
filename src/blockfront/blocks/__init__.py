"""What block wargames share: blocks, their state and effects, fog of war, fire, odds, position text."""
