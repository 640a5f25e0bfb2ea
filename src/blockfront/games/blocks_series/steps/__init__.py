"""The sequence of play, step by step."""
