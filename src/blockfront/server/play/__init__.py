"""Running games: rooms, what each viewer is told, connections, replays, odds and proposals."""
