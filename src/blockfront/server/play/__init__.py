"""A running game: rooms, what each viewer is told, connections, replays, studies."""
