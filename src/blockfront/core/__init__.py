"""The contracts that every game builds on: games, states, decisions, chance, records, matches. Nothing here is about a wargame."""
