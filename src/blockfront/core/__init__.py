"""Contracts every game stands on. Knows no wargame: games, states, decisions, chance, records, matches."""
