"""Running games: rooms, what each viewer is sent, connections, replays, odds and proposals."""
